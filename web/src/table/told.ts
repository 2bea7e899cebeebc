// SPDX-License-Identifier: MIT
// told.ts: what a table is told besides its view: what people say, and which cards are still possible.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Table } from "../connection/fold";
import { useHouse } from "../connection/house";

const BUBBLE_MS = 4500;

/** What each seat has just said, for as long as one needs to read it. */
export function useBubbles(table: Table): Map<number, string> {
    const [bubbles, setBubbles] = useState(new Map<number, string>());
    const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
    const last = table.story.at(-1);
    const first = useRef(last?.key);
    useEffect(() => {
        if (last?.kind !== "chat" || last.seat === undefined || last.key === first.current) return;
        const seat = last.seat;
        const end = () =>
            setBubbles((now) => new Map([...now].filter(([speaker]) => speaker !== seat)));
        setBubbles((now) => new Map(now).set(seat, last.text));
        clearTimeout(timers.current.get(seat));
        timers.current.set(seat, setTimeout(end, BUBBLE_MS));
    }, [last]);
    useEffect(
        () => () => {
            for (const timer of timers.current.values()) clearTimeout(timer);
        },
        [],
    );
    return bubbles;
}

/** The faces that each hand may hold, as the house works it out from what we know; null until it is known. A table
 * that moves on quickly is asked about once more when the answer has come, not each time. */
export function usePossible(table: Table, wanted: boolean): string[][] | null {
    const house = useHouse();
    const [possible, setPossible] = useState<string[][] | null>(null);
    const [asking, setAsking] = useState(false);
    const asked = useRef<number | null>(null);
    const seq = table.view?.seq ?? null;
    useEffect(() => {
        if (!wanted || asking || asked.current === seq) return;
        asked.current = seq;
        setAsking(true);
        house
            .request({ op: "possible", table: table.code })
            .then(
                (reply) => setPossible(reply.hands),
                () => setPossible(null),
            )
            .finally(() => setAsking(false));
    }, [house, table.code, seq, wanted, asking]);
    return wanted ? possible : null;
}
