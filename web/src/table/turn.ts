// SPDX-License-Identifier: MIT
// turn.ts: what a person is about to do at a table: the card that was chosen, what is still to be asked about it, the
// command that is on its way, and why the last one was refused.
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { Table } from "../connection/fold";
import { Refused, useHouse } from "../connection/house";
import { entropy } from "../lobby/sit";
import type { View } from "../messages";
import { type Command, choose, nextPart, readCommands, withCard, withoutCard } from "./commands";
import type { Held } from "./hand";

const REFUSAL_MS = 5000;

interface Choosing {
    /** The card in the hand that it is about. */
    key: string | null;
    commands: Command[];
    confirm: Command | null;
}

export type Turn = ReturnType<typeof useTurn>;

export function useTurn(table: Table, view: View) {
    const house = useHouse();
    const [choosing, setChoosing] = useState<Choosing | null>(null);
    const [last, setLast] = useState<{ key: string | null; seq: number } | null>(null);
    /* What was sent is on its way until the table has moved on. */
    const sent = last?.seq === view.seq ? last : null;
    const [refused, setRefused] = useState<{ card: string; why: string } | null>(null);
    const [thinking, setThinking] = useState(false);
    const commands = useMemo(() => readCommands(view.actions), [view.actions]);
    const playable = useMemo(
        () =>
            new Set(
                commands.flatMap((command) =>
                    command.word && withCard([command], command.word).length ? [command.word] : [],
                ),
            ),
        [commands],
    );
    const forced = withoutCard(commands);
    const mine = table.seat !== null && table.waits_for.includes(table.seat);
    const asked = choosing?.confirm
        ? null
        : nextPart(choosing ? choosing.commands : forced.length > 1 ? forced : []);
    const advice =
        table.advice && table.advice.seq === view.seq && table.advice.command
            ? (readCommands([table.advice.command])[0] ?? null)
            : null;

    /* What was begun is over when the table has moved on, unless it can still be done. */
    useEffect(() => {
        setChoosing((now) => {
            if (!now) return null;
            const still = now.commands.filter((one) =>
                commands.some((two) => two.text === one.text),
            );
            return still.length > 0 ? { ...now, commands: still } : null;
        });
    }, [commands]);
    useEffect(() => {
        if (!refused) return;
        const timer = setTimeout(() => setRefused(null), REFUSAL_MS);
        return () => clearTimeout(timer);
    }, [refused]);
    useEffect(() => {
        if (table.advice) setThinking(false);
    }, [table.advice]);

    const tell = useCallback((key: string, why: unknown) => {
        if (why instanceof Refused) setRefused({ card: key, why: why.message });
    }, []);

    const act = useCallback(
        async (text: string, key: string | null) => {
            if (sent) return;
            const mine = { key, seq: view.seq };
            setLast(mine);
            setChoosing(null);
            setRefused(null);
            try {
                await house.act(table.code, text);
            } catch (why) {
                tell(key ?? "", why);
            }
            /* Drawn again only if the table has stayed as it was. */
            if (house.table(table.code).get().view?.seq === mine.seq)
                setLast((now) => (now === mine ? null : now));
        },
        [house, table.code, sent, view.seq, tell],
    );

    /** Goes on with what is left of a choice: asks further, or does it. */
    function go(left_over: Command[], key: string | null) {
        const [only] = left_over;
        if (nextPart(left_over) || !only) setChoosing({ key, commands: left_over, confirm: null });
        else if (view.marked.includes(only.text))
            setChoosing({ key, commands: left_over, confirm: only });
        else void act(only.text, key);
    }

    function chooseCard(card: Held) {
        if (choosing?.key === card.key) {
            setChoosing(null);
            return;
        }
        const possible = withCard(commands, card.face);
        if (possible.length > 0) go(possible, card.key);
        else void act(`play ${card.face}`, card.key); /* the engine says why not */
    }

    function answer(value: string) {
        const now = choosing ?? { key: null, commands: forced, confirm: null };
        const next = nextPart(now.commands);
        if (next) go(choose(now.commands, next.part, value), now.key);
    }

    /** Asks the house for something else than a command of the game, and shows why if it refuses. */
    async function ask(what: Promise<unknown>) {
        try {
            await what;
        } catch (why) {
            tell("", why);
        }
    }

    function agree() {
        /* Another match is another deal, of which nobody shall have chosen the cards. */
        const more = table.room?.asks === "rematch" ? { entropy: entropy() } : {};
        void ask(house.request({ op: "agree", table: table.code, ...more }));
    }

    function advise() {
        if (thinking || !mine) return;
        setThinking(true);
        house.request({ op: "advise", table: table.code }).catch((why) => {
            setThinking(false);
            tell("", why);
        });
    }

    return {
        /** Whether the table waits for this person. */
        mine,
        commands,
        playable,
        /** Whether the next command is an answer, without a card. */
        forced: forced.length > 0,
        choosing,
        asked,
        sent,
        refused,
        thinking,
        advice,
        act,
        chooseCard,
        answer,
        cancel: () => setChoosing(null),
        ask,
        agree,
        advise,
    };
}
