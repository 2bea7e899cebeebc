// SPDX-License-Identifier: MIT
// table_page.tsx: one table: its waiting room, its match, and what is left of it.
import { useMemo, useState } from "preact/hooks";
import { tableTitle, useGame } from "../connection/games";
import { useHouse, useTable } from "../connection/house";
import { Connection, Page, TopBar, useTitle } from "../frame";
import { FriendsPart } from "../friends/friends_part";
import { isHome, type KeptTable, keptTables, tableAddress } from "../friends/kept_tables";
import { WaitingRoom } from "../lobby/waiting_room";
import { addressOf, Link } from "../route";
import { HOME } from "../solo/at_home";
import { useStore } from "../store";
import { useWords } from "../words/words";
import { openView } from "./late_view";
import { TableView } from "./table_view";

function Word({ text }: { text: string }) {
    const say = useWords();
    return (
        <Page title={text}>
            <div class="empty">
                <h1>{text}</h1>
                <Link href="/" class="button">
                    {say("to_front")}
                </Link>
            </div>
        </Page>
    );
}

/** It was opened here, and handed over: by another tab of this device, or before this one was opened. */
function Moved({ table }: { table: KeptTable }) {
    const say = useWords();
    return (
        <Page title={say("friends_title")}>
            <div class="empty">
                <h1>{say("friends_moved")}</h1>
                <a href={addressOf(tableAddress(table))} class="button main">
                    {say("continue_table")}
                </a>
            </div>
        </Page>
    );
}

/** On the way to a table between friends. */
function Coming({ code }: { code: string }) {
    const say = useWords();
    return (
        <Page title={say("friends_title")} class="narrow">
            <h1>{say("friends_title")}</h1>
            <FriendsPart part="Coming" code={code} />
        </Page>
    );
}

function Lobby({ code }: { code: string }) {
    const table = useTable(code);
    const game = useGame(table.room?.game);
    useTitle(table.room ? tableTitle(table.room.title, game) : code);
    return (
        <>
            <TopBar />
            <Connection />
            <WaitingRoom table={table} />
        </>
    );
}

export function TablePage({ code }: { code: string }) {
    const say = useWords();
    const table = useTable(code);
    const house = useHouse();
    const status = useStore(house.status);
    const kept = useStore(keptTables);
    const [wanted, setWanted] = useState(true);
    const late = useMemo(() => (table.late ? openView(table.late) : null), [table.late]);
    const view = (wanted && late) || table.view;
    const moved = kept.find((one) => one.code === code && !isHome(one));
    if (table.refused && house.base === HOME && moved) return <Moved table={moved} />;
    if (table.gone) return <Word text={say("table_gone")} />;
    /* While the host hands it over, its house does not have it. */
    if (table.refused && house.between(code) === "host") return <Coming code={code} />;
    if (table.refused)
        return (
            <Word
                text={
                    table.refused.code === "no_room"
                        ? say("table_missing", { code })
                        : table.refused.why
                }
            />
        );
    if (!table.room && house.between(code)) return <Coming code={code} />;
    if (!table.room) return <Word text={say(status === "down" ? "offline" : "loading")} />;
    if (view && table.room.stage !== "lobby")
        return (
            <TableView
                table={table}
                room={table.room}
                view={view}
                open={late && wanted}
                onOpen={setWanted}
            />
        );
    return (
        <>
            <Lobby code={code} />
            {house.between(code) && <FriendsPart part="Change" code={code} />}
        </>
    );
}
