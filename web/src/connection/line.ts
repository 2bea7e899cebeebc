// SPDX-License-Identifier: MIT
// line.ts: what stands between the pages and a house. Two functions: to send a message, and to be told what comes.
//
// A server behind a WebSocket is one such line (socket.ts). A table that lives in a browser tab is another; the pages
// do not know which one they have.
import type { Client, Server } from "../messages";
import type { Unreadable } from "./read";

/** What a line tells: a message of the house, or that it can be reached now, or no longer, or that it has said something
    that is no message. */
export type News = Server | { op: "up" } | { op: "down" } | Unreadable;

export interface Line {
    /** Sends a message. Between `down` and the next `up` it is dropped: the house asks again itself. */
    send(message: Client): void;
    /** Calls `listener` with all news, until the function that it returns is called. */
    subscribe(listener: (news: News) => void): () => void;
}
