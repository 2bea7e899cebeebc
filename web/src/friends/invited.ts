// SPDX-License-Identifier: MIT
// invited.ts: what becomes of an invitation that somebody opens. Anybody can write one, so it changes nothing about a table
// that this device knows.
import type { Key } from "../words/words";
import { type KeptTable, keepTable, keptTable, randomHex, readInvitation } from "./kept_tables";
import { isKey } from "./seal";

/** Finds the table of an invitation, or keeps it as a new one; otherwise gives the sentence that says what is wrong. Who
    comes again has the seat that the key has. */
export function takeInvitation(text: string): KeptTable | Key {
    const invited = readInvitation(text);
    if (!invited) return "friends_no_invitation";
    if (invited === "mistyped" || !isKey(invited.host)) return "friends_mistyped";
    const { code, host, room, at } = invited;
    const known = keptTable(host);
    const is_same = known?.code === code && known.room === room && known.at === at;
    if (known && !is_same) return "friends_other_link";
    const table = known ?? {
        ...invited,
        secret: randomHex(),
        hosts: false,
        changes: [],
        title: "",
        seated: false,
        deals: [],
        copy: "",
    };
    keepTable(table);
    return table;
}
