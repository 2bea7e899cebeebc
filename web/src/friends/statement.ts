// SPDX-License-Identifier: MIT
// statement.ts: what the host stands by: a signed word of what everybody could see at a step of a match. It goes with what
// a friend is told, and friends show each other those that they got. An honest host says the same to all of them.
import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils";
import type { Table } from "../connection/fold";
import { type Keys, sign, signedBy } from "./seal";
import { openOf } from "./shared_maps";

const STATEMENT_MAX = 512;
const SIGNATURE_SIZE = 64;
const DIGEST_DIGITS = 32;

export interface Step {
    match: number;
    /** How many events have happened. */
    seq: number;
}

export interface Statement extends Step {
    /** Of what everybody can see. */
    digest: string;
}

const about = (host: string): string => `${host} said`;

/** What can be stated of a table as somebody sees it; null: nothing. Whoever sees the same step has the same. */
export function stateOfPlay({ room, view }: Table): Statement | null {
    if (!room || !view || (room.stage !== "playing" && room.stage !== "finished")) return null;
    const seen = JSON.stringify([room.game, room.rules, openOf(view)]);
    const digest = bytesToHex(sha256(utf8ToBytes(seen))).slice(0, DIGEST_DIGITS);
    return { match: room.match, seq: view.seq, digest };
}

/** In hexadecimal digits: a signature, and what was signed. */
export function writeStatement(keys: Keys, { match, seq, digest }: Statement): string {
    const text = JSON.stringify([match, seq, digest]);
    return bytesToHex(sign(keys, about(keys.id), utf8ToBytes(text)));
}

/** What a statement says, whoever has made it. Null: it is none. */
export function readStatement(text: unknown): Statement | null {
    if (typeof text !== "string" || text.length > STATEMENT_MAX) return null;
    try {
        const said = new TextDecoder().decode(hexToBytes(text).slice(SIGNATURE_SIZE));
        const [match, seq, digest] = JSON.parse(said) as unknown[];
        const good = Number.isSafeInteger(match) && Number.isSafeInteger(seq);
        return good && typeof digest === "string"
            ? { match: Number(match), seq: Number(seq), digest }
            : null;
    } catch {
        return null;
    }
}

/** Whether the host has made it. */
export const isStatedBy = (host: string, text: string): boolean =>
    signedBy(host, about(host), hexToBytes(text)) !== null;
