// SPDX-License-Identifier: MIT
// attention.tsx: how tables call their player, on whatever page: the title and the icon of the tab, a sound, and a
// notice while the tab is hidden.
import { useEffect, useRef } from "preact/hooks";
import { tableTitle, useGames } from "./connection/games";
import { calls, useHouse } from "./connection/house";
import { preference } from "./device";
import { pageTitle } from "./frame";
import type { MyTable } from "./messages";
import { navigate } from "./route";
import { useStore } from "./store";
import { playSound } from "./table/sounds";
import { useWords } from "./words/words";

function notify(title: string, body: string, address: string): void {
    if (!document.hidden || !preference("notify")) return;
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    try {
        const notice = new Notification(title, { body, tag: `holecard-${address}` });
        notice.onclick = () => {
            window.focus();
            navigate(address);
            notice.close();
        };
    } catch {
        /* Some phones have the word but not the thing. */
    }
}

/** Calls whenever one more table waits, and shows it in the tab for as long as one does. */
export function Attention() {
    const say = useWords();
    const title = useStore(pageTitle);
    const house = useHouse();
    const mine = useStore(house.mine);
    const games = useGames();
    const called = useRef(new Set<string>());
    const waiting = mine.filter(calls);
    const count = waiting.length;
    const codes = waiting.map((row) => row.table).join(" ");

    useEffect(() => {
        const nameOf = (row: MyTable) =>
            tableTitle(row.title, games?.games.find((one) => one.name === row.game) ?? null);
        const fresh = waiting.filter((row) => !called.current.has(row.table));
        if (fresh.length > 0) playSound("turn");
        for (const row of fresh)
            notify(say("your_turn"), nameOf(row), `${house.base}/t/${row.table}`);
        called.current = new Set(waiting.map((row) => row.table));
    }, [codes]);
    useEffect(() => {
        const whole = title === "Holecard" ? title : `${title} · Holecard`;
        const call = count > 1 ? say("waiting_for_you", { count }) : say("your_turn");
        document.title = count > 0 ? `● ${call} · ${title}` : whole;
        const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
        if (!icon) return;
        const wanted = new URL(count > 0 ? "logo_turn.svg" : "logo.svg", icon.href).href;
        if (icon.href !== wanted) icon.href = wanted;
    });
    return null;
}
