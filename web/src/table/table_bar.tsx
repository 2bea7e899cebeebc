// SPDX-License-Identifier: MIT
// table_bar.tsx: the bar above a table: what it is called, what it is about, and what can be opened over it.
import { useEffect, useState } from "preact/hooks";
import type { Table } from "../connection/fold";
import { type Game, shortTitle } from "../connection/games";
import { useHouse } from "../connection/house";
import { TopBar } from "../frame";
import { Still } from "../memo";
import type { Room, View } from "../messages";
import { language, useWords } from "../words/words";
import { numberFact } from "./facts";
import type { SheetName } from "./table_sheet";

interface TableBarProps {
    table: Table;
    room: Room;
    view: View;
    game: Game | null;
    title: string;
    goal: number | null;
    sheet: SheetName | null;
    onSheet: (sheet: SheetName) => void;
}

/** Whether somebody has said something since the story was last looked at. */
function useUnread(table: Table, looking: boolean): boolean {
    const [read, setRead] = useState(table.told);
    useEffect(() => {
        if (looking) setRead(table.told);
    }, [looking, table.told]);
    return table.story.some((line) => line.kind === "chat" && line.key > read);
}

export function TableBar(props: TableBarProps) {
    const say = useWords();
    const house = useHouse();
    const { table, room, view, game, title, goal } = props;
    const unread = useUnread(table, props.sheet === "story");
    const round = numberFact(view, "round");
    const tokens = numberFact(view, "tokens_to_win") !== null;
    const about = [
        title === shortTitle(game) ? "" : shortTitle(game, room.game),
        round ? say("round_number", { number: round }) : "",
        goal ? say(tokens ? "first_to_tokens" : "first_to", { goal }) : "",
        room.watchers > 0 ? say("watching", { count: room.watchers }) : "",
    ];
    const end = (
        <>
            {house.invitation(table.code) !== null && (
                <button
                    type="button"
                    class="button small bar-invite"
                    onClick={() => props.onSheet("invite")}
                >
                    {say("invite")}
                </button>
            )}
            <button
                type="button"
                class="icon-button story-button"
                aria-label={say("story")}
                title={say("story")}
                onClick={() => props.onSheet("story")}
            >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M4 5h16v11H11l-5 4v-4H4z" />
                </svg>
                {unread && <span class="dot" />}
            </button>
            <button
                type="button"
                class="icon-button"
                aria-label={say("menu")}
                title={say("menu")}
                onClick={() => props.onSheet("menu")}
            >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M5 7h14M5 12h14M5 17h14" />
                </svg>
            </button>
        </>
    );
    return (
        <Still mark={JSON.stringify([language(), title, about, unread])}>
            {() => (
                <TopBar end={end}>
                    <span class="bar-title">
                        <b>{title}</b>
                        <span class="bar-code mono">
                            {table.code.slice(0, 3)} {table.code.slice(3)}
                        </span>
                        <span class="bar-goal">{about.filter(Boolean).join(" · ")}</span>
                    </span>
                </TopBar>
            )}
        </Still>
    );
}
