// SPDX-License-Identifier: MIT
// links_frame.ts: what friends say to each other over any way, and how it is cut into pieces that every way can carry.
//
//   message   what it is, one byte; then its bytes
//   chunk     CHUNK_FIRST and CHUNK_LAST as bits, one byte; then a piece of a message, in order
//
// Whatever comes from others is bounded: the size of a message here, how much comes in a while by a Budget.

export const ASK = 0; // a state vector: send me what I lack
export const UPDATE = 1; // an update of the document
export const AWARE = 2; // an update of who is there
export const HELLO = 3; // JSON, see readHello
export const PING = 4; // nothing; it shows that somebody is there

/** The smallest limit of a relay, and what a data channel carries between all browsers, is 16 KiB. */
export const CHUNK_MAX = 15 * 1024;
/** A document of a long match has some hundred kilobytes. */
export const MESSAGE_MAX = 4 * 1024 * 1024;
const HELLO_MAX = 4096;
const HEARD_MAX = 64;

const CHUNK_FIRST = 1;
const CHUNK_LAST = 2;

export function message(kind: number, bytes: Uint8Array = new Uint8Array()): Uint8Array {
    const all = new Uint8Array(1 + bytes.length);
    all[0] = kind;
    all.set(bytes, 1);
    return all;
}

/** The pieces of a message. */
export function* chunks(whole: Uint8Array): Generator<Uint8Array> {
    const size = CHUNK_MAX - 1;
    for (let at = 0; at === 0 || at < whole.length; at += size) {
        const first = at === 0 ? CHUNK_FIRST : 0;
        const last = at + size >= whole.length ? CHUNK_LAST : 0;
        yield message(first | last, whole.subarray(at, at + size));
    }
}

/** Puts the chunks of one sender together. */
export class Assembler {
    private parts: Uint8Array[] = [];
    private size = 0;

    /** A message, if this was its last chunk. Whatever does not fit to what came before is forgotten. */
    add(chunk: Uint8Array): Uint8Array | null {
        const flags = chunk[0] ?? 0;
        if (chunk.length < 2 || chunk.length > CHUNK_MAX) return null;
        /* A short message may come in between. */
        if (flags === (CHUNK_FIRST | CHUNK_LAST)) return chunk.slice(1);
        if (flags & CHUNK_FIRST) this.forget();
        else if (!this.parts.length) return null;
        this.parts.push(chunk.subarray(1));
        this.size += chunk.length - 1;
        if (this.size > MESSAGE_MAX) {
            this.forget();
            return null;
        }
        if (!(flags & CHUNK_LAST)) return null;
        const whole = new Uint8Array(this.size);
        let at = 0;
        for (const part of this.parts) {
            whole.set(part, at);
            at += part.length;
        }
        this.forget();
        return whole;
    }

    private forget(): void {
        this.parts = [];
        this.size = 0;
    }
}

/** So much at once, and so much more in each second. */
export class Budget {
    private left: number;
    private since: number | null = null;

    constructor(
        private readonly most: number,
        private readonly perSecond: number,
    ) {
        this.left = most;
    }

    /** False: it is too much now. */
    take(amount: number, now = performance.now()): boolean {
        const passed = Math.max(0, now - (this.since ?? now)) / 1000;
        this.left = Math.min(this.most, this.left + passed * this.perSecond);
        this.since = now;
        if (amount > this.left) return false;
        this.left -= amount;
        return true;
    }
}

export interface Hello {
    /** The number of the sender's document. */
    client: number;
    /** Whom the sender hears on this way. */
    heard: string[];
    /** It leaves. */
    bye: boolean;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

export const writeJson = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value));

/** The members of an object in JSON; null: it is none, or longer than it may be. */
export function readJson(bytes: Uint8Array, most: number): Record<string, unknown> | null {
    if (bytes.length > most) return null;
    try {
        const value: unknown = JSON.parse(decoder.decode(bytes));
        return typeof value === "object" && value !== null && !Array.isArray(value)
            ? (value as Record<string, unknown>)
            : null;
    } catch {
        return null;
    }
}

export function readHello(bytes: Uint8Array): Hello | null {
    const { client, heard, bye } = readJson(bytes, HELLO_MAX) ?? {};
    if (!Number.isSafeInteger(client) || Number(client) < 0) return null;
    if (!Array.isArray(heard) || heard.length > HEARD_MAX) return null;
    if (!heard.every((id): id is string => typeof id === "string")) return null;
    return { client: Number(client), heard, bye: bye === true };
}
