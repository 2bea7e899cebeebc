// SPDX-License-Identifier: MIT
// plain_way.ts: how programs come to a plain table that know nothing of our links: a room of the server's relay in which the
// document passes as it is, for any client of y-websocket. Whoever knows the name of the room can read all hands; it
// follows from the secret of the table and tells nothing about that.
import { bytesToHex } from "@noble/hashes/utils";
import { Awareness } from "y-protocols/awareness";
import { WebsocketProvider } from "y-websocket";
import type * as Y from "yjs";
import { derive } from "./seal";

export interface PlainWay {
    /** What such a program is told: the address of the relay, and the name of the room. */
    readonly url: string;
    readonly room: string;
    /** The numbers of the documents that are there now. */
    present(): number[];
    close(): void;
}

export function openPlainWay(
    doc: Y.Doc,
    url: string,
    secret: Uint8Array,
    changed: () => void,
): PlainWay {
    const room = bytesToHex(derive(secret, "plain name"));
    /* Friends say that they are there in another way; who is here is known by this one alone. */
    const awareness = new Awareness(doc);
    const provider = new WebsocketProvider(url, room, doc, { awareness, disableBc: true });
    awareness.on("change", changed);
    return {
        url,
        room,
        present: () => [...awareness.getStates().keys()].filter((one) => one !== doc.clientID),
        close() {
            awareness.off("change", changed);
            provider.destroy();
            awareness.destroy();
        },
    };
}
