// SPDX-License-Identifier: MIT
// attention.ts: how a table calls its player: the title and the icon of the tab, a notice, a sound.
import { useEffect, useRef } from "preact/hooks";
import { preference } from "../device";
import { say } from "../words/words";
import { playSound } from "./sounds";

function icon(): HTMLLinkElement | null {
    return document.querySelector<HTMLLinkElement>('link[rel="icon"]');
}

/** Calls whenever `mine` becomes true, and shows it in the tab for as long as it is. */
export function useAttention(mine: boolean, title: string): void {
    const before = useRef(false);
    useEffect(() => {
        document.title = mine ? `● ${say("your_turn")} · ${title}` : `${title} · Holecard`;
        const link = icon();
        if (link) link.href = mine ? "/logo_turn.svg" : "/logo.svg";
        if (mine && !before.current) {
            playSound("turn");
            if (document.hidden && preference("notify") && "Notification" in window)
                new Notification(say("your_turn"), { body: title, tag: "holecard-turn" });
        }
        before.current = mine;
    }, [mine, title]);
    useEffect(
        () => () => {
            const link = icon();
            if (link) link.href = "/logo.svg";
        },
        [],
    );
}
