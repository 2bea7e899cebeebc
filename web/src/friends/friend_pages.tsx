// SPDX-License-Identifier: MIT
// friend_pages.tsx: the pages of somebody who was invited: the same as those of a server, behind another house. The address
// of an invitation becomes that of the table at once, so that its secret does not stay where people look.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { HouseContext } from "../connection/house";
import { BaseContext, navigate, usePlace } from "../route";
import { HOME } from "../solo/at_home";
import { useStore } from "../store";
import { type Key, useWords } from "../words/words";
import { friendHouse } from "./friend_house";
import { takeInvitation } from "./invited";
import { isHome, joinedTable, keptTables, tableAddress } from "./kept_tables";
import { isKey } from "./seal";

function Bad({ why }: { why: Key }) {
    const say = useWords();
    return (
        <main id="content" class="reading" tabIndex={-1}>
            <div class="empty">
                <h1>{say(why)}</h1>
                <a href={STATIC ? "#/" : "/"} class="button">
                    {say("to_front")}
                </a>
            </div>
        </main>
    );
}

function Invited({ text }: { text: string }) {
    const [table] = useState(() => takeInvitation(text));
    useEffect(() => {
        if (typeof table === "string") return;
        const to = isHome(table) ? `${HOME}/t/${table.code}` : tableAddress(table);
        navigate(to, { replace: true });
    }, [table]);
    return typeof table === "string" ? <Bad why={table} /> : null;
}

export function FriendPages(props: { children: ComponentChildren }) {
    const { path, hash } = usePlace();
    useStore(keptTables);
    const [, id = ""] = /^\/friends\/([0-9a-f]{12})\//.exec(path) ?? [];
    const table = joinedTable(id);
    const host = table?.host ?? "";
    /* Older pages kept tables of links with a wrong letter. */
    const has_key = useMemo(() => isKey(host), [host]);
    if (!id) return <Invited key={hash} text={hash} />;
    if (!table) return <Bad why="friends_no_invitation" />;
    if (!has_key) return <Bad why="friends_mistyped" />;
    const house = friendHouse(table);
    return (
        <HouseContext.Provider value={house}>
            <BaseContext.Provider value={house.base}>{props.children}</BaseContext.Provider>
        </HouseContext.Provider>
    );
}
