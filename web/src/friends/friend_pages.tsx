// SPDX-License-Identifier: MIT
// friend_pages.tsx: the pages of somebody who was invited: the same as those of a server, behind another house. The address
// of an invitation becomes that of the table at once, so that its secret does not stay where people look.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { HouseContext } from "../connection/house";
import { BaseContext, navigate, usePlace } from "../route";
import { HOME } from "../solo/at_home";
import { useStore } from "../store";
import { useWords } from "../words/words";
import { friendHouse } from "./friend_house";
import {
    hostedTable,
    joinedTable,
    type KeptTable,
    keepTable,
    keptTable,
    keptTables,
    randomHex,
    readInvitation,
    tableAddress,
} from "./kept_tables";

/* Where an invitation leads; null: it is none. Whoever comes again has the seat that the key has. */
function follow(text: string): string | null {
    const invited = readInvitation(text);
    if (!invited) return null;
    const known = keptTable(invited.host);
    if (known && hostedTable(known.code)?.host === known.host) return `${HOME}/t/${known.code}`;
    const fresh = {
        secret: randomHex(),
        hosts: false,
        changes: [],
        title: "",
        seated: false,
        deals: [],
        copy: "",
    };
    keepTable({ ...fresh, ...known, ...invited } satisfies KeptTable);
    return tableAddress(invited);
}

function Bad() {
    const say = useWords();
    return (
        <main id="content" class="reading" tabIndex={-1}>
            <div class="empty">
                <h1>{say("friends_no_invitation")}</h1>
                <a href={STATIC ? "#/" : "/"} class="button">
                    {say("to_front")}
                </a>
            </div>
        </main>
    );
}

function Invited({ text }: { text: string }) {
    const to = follow(text);
    useEffect(() => {
        if (to) navigate(to, { replace: true });
    }, [to]);
    return to ? null : <Bad />;
}

export function FriendPages(props: { children: ComponentChildren }) {
    const { path, hash } = usePlace();
    useStore(keptTables);
    const [, id = ""] = /^\/friends\/([0-9a-f]{12})\//.exec(path) ?? [];
    const table = joinedTable(id);
    if (!id) return <Invited key={hash} text={hash} />;
    if (!table) return <Bad />;
    const house = friendHouse(table);
    return (
        <HouseContext.Provider value={house}>
            <BaseContext.Provider value={house.base}>{props.children}</BaseContext.Provider>
        </HouseContext.Provider>
    );
}
