// SPDX-License-Identifier: MIT
// table_page.tsx: one table: its waiting room, its match, and what is left of it.
import { useMemo, useState } from "preact/hooks";
import { tableTitle, useGame } from "../connection/games";
import { useHouse, useTable } from "../connection/house";
import { Connection, Page, TopBar, useTitle } from "../frame";
import { WaitingRoom } from "../lobby/waiting_room";
import { Link } from "../route";
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
    const status = useStore(useHouse().status);
    const [wanted, setWanted] = useState(true);
    const late = useMemo(() => (table.late ? openView(table.late) : null), [table.late]);
    const view = (wanted && late) || table.view;
    if (table.gone) return <Word text={say("table_gone")} />;
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
    return <Lobby code={code} />;
}
