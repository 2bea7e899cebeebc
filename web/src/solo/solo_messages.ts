// SPDX-License-Identifier: MIT
// solo_messages.ts: what a page and the worker that has its house say to each other, and what workers of several tabs
// say among themselves. A line is a number that the page chose; texts are messages of the protocol, as on a WebSocket.

import type { MovedRoom } from "./moved_room";

/** What keeps this device from being a good house; null: nothing. */
export type Trouble =
    /** Nothing can be kept here: tables live until the tab is closed. */
    | "not_kept"
    /** What happened last was not stored, so it has not happened: the device is full. */
    | "full"
    /** A newer page has been here, whose tables this one cannot read. */
    | "too_old"
    /** Some tables of this device cannot be read; they are put aside. */
    | "damaged"
    /** The engine cannot be loaded. */
    | "no_engine"
    | null;

/** An answer of the house to what pages ask a server by GET. */
export interface Got {
    status: number;
    type: string;
    body: string | Uint8Array<ArrayBuffer>;
}

/** A table goes to another house, or comes from one: solo_move.ts. `by` names the attempt. */
export type Move =
    /** Tokens: whoever had one has another in that house, and who is the host there. */
    | { how: "hold"; code: string; by: string; was: string; now: string; host: string }
    | { how: "take"; code: string; by: string; note: string; room: MovedRoom }
    | { how: "give"; code: string; by: string; note: string }
    /** An empty `by`: whichever attempt it was. */
    | { how: "keep"; code: string; by: string }
    | { how: "drop"; code: string; by: string };

export interface Moved {
    ok: boolean;
    /** `keep`: what was noted by `take`; if the table is not here, by `give`. Otherwise empty. */
    note: string;
    /** `hold`: the table. */
    room: MovedRoom | null;
}

export type ToHouse =
    | { op: "open"; line: number }
    | { op: "say"; line: number; text: string }
    | { op: "close"; line: number }
    /** The token of whoever plays on this device; null: it is forgotten. */
    | { op: "person"; token: string | null }
    | { op: "get"; id: number; path: string }
    | { op: "move"; id: number; move: Move };

export type FromHouse =
    | { op: "up"; line: number; person: string | null }
    | { op: "down"; line: number }
    | { op: "text"; line: number; text: string }
    | { op: "got"; id: number; got: Got }
    | { op: "moved"; id: number; moved: Moved }
    | { op: "trouble"; trouble: Trouble };

/** Between tabs. `owner` says that its tab has the house; `ping` asks for it, and names the lines of a tab. */
export type BetweenTabs =
    | { op: "owner"; tab: string; trouble: Trouble }
    | { op: "ping"; from: string; lines: number[] }
    | { op: "pong"; to: string; tab: string; missing: boolean; trouble: Trouble }
    | { op: "ask"; from: string; message: ToHouse }
    | { op: "tell"; to: string; message: FromHouse };
