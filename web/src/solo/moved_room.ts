// SPDX-License-Identifier: MIT
// moved_room.ts: a room that goes from one house to another, as a value that JSON can carry.
import type { Bytes } from "./solo_bytes";

export interface MovedMatch {
    number: number;
    ended_ms: number;
    game: string;
    names: string[];
    log: string;
}

/** Bytes are in base 64. It holds the secret of the deal. */
export interface MovedRoom {
    room: string;
    bytes: string;
    note: string;
    log: string;
    /** The number of the last match that has ended there; 0: none. */
    finished: number;
    matches: MovedMatch[];
}

export const MATCHES_MAX = 200;
const SEATS_MAX = 10;
const NAME_MAX = 64;

export function toText(bytes: Bytes): string {
    let text = "";
    for (let at = 0; at < bytes.length; at += 4096)
        text += String.fromCharCode(...bytes.subarray(at, at + 4096));
    return btoa(text);
}

/** Throws if it is none. */
export const fromText = (text: string): Bytes =>
    Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

const isCount = (value: unknown): value is number =>
    Number.isSafeInteger(value) && Number(value) >= 0;

function isMatch(value: unknown): value is MovedMatch {
    const { number, ended_ms, game, names, log } = (value ?? {}) as Record<string, unknown>;
    return (
        isCount(number) &&
        isCount(ended_ms) &&
        typeof game === "string" &&
        game.length < 32 &&
        Array.isArray(names) &&
        names.length <= SEATS_MAX &&
        names.every((name) => typeof name === "string" && name.length <= NAME_MAX) &&
        typeof log === "string"
    );
}

/** Whether it is such a room, as far as can be seen without the engine. */
export function isMovedRoom(value: unknown): value is MovedRoom {
    const { room, bytes, note, log, finished, matches } = (value ?? {}) as Record<string, unknown>;
    return (
        typeof room === "string" &&
        /^[0-9a-f]{16}$/.test(room) &&
        [bytes, note, log].every((text) => typeof text === "string") &&
        isCount(finished) &&
        Array.isArray(matches) &&
        matches.length <= MATCHES_MAX &&
        matches.every(isMatch)
    );
}
