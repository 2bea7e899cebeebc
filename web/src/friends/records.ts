// SPDX-License-Identifier: MIT
// records.ts: what friend and host put into `lines` and, for commands, into `actionsMap`: messages of the protocol, sealed
// for one reader. Both halves of the format are here; who writes when is in friend_line.ts and host_channel.ts.
//
//   lines["up/KEY"]      signed and sealed by the friend: what the host has not taken yet, and how much was read
//   lines["down/KEY"]    sealed by the host: what the friend has not read yet, and how much was taken
//   actionsMap[PLAYER]   signed and sealed by the friend: one command
//
// Messages of a friend are numbered from 1 in each session, commands and others together, and the host takes them in that
// order, each once. A session is one page of the friend: a number that grows whenever a page is opened, and a random name.
import { type Keys, Pair, sign, signedBy } from "./seal";

/** What somebody may send in one record, before it was read. */
const RECORD_MAX = 96 * 1024;
const TEXTS_MAX = 200;
const TEXT_MAX = 8192;
const ACTION_SIZE = 512;
const UP_SIZE = 1024;
const DOWN_SIZE = 4096;

export interface Session {
    number: number;
    page: string;
}

export interface Up {
    session: Session;
    /** The number of the friend's document, by which others see whether it can be reached. */
    client: number;
    /** How many messages of the host were read. */
    seen: number;
    texts: [n: number, text: string][];
}

export interface Action {
    session: Session;
    n: number;
    text: string;
}

export interface Down {
    session: Session;
    /** Another one after the host has forgotten everything. */
    life: string;
    /** How many messages of the friend were taken. */
    taken: number;
    /** The number of the first text, from 1. */
    first: number;
    texts: string[];
    /** What the host states of the step after them; missing while nothing is played. */
    said?: string;
}

export const upKey = (id: string): string => `up/${id}`;
export const downKey = (id: string): string => `down/${id}`;

const isCount = (value: unknown): value is number =>
    Number.isSafeInteger(value) && Number(value) >= 0;

const isSession = (value: unknown): value is Session => {
    const { number, page } = (value ?? {}) as Record<string, unknown>;
    return isCount(number) && typeof page === "string" && page.length <= 64;
};

const isText = (value: unknown): value is string =>
    typeof value === "string" && value.length <= TEXT_MAX;

/* A power of two, so that the length of what is sealed says little. */
function sizeFor(text: string, least: number): number {
    let size = least;
    while (size < text.length) size *= 2;
    return size;
}

function parse(text: string | null): Record<string, unknown> | null {
    if (text === null) return null;
    try {
        const value: unknown = JSON.parse(text);
        return typeof value === "object" && value !== null
            ? (value as Record<string, unknown>)
            : null;
    } catch {
        return null;
    }
}

/** The records between a friend and the host of a table, for one of the two. */
export class Records {
    private readonly pair: Pair;

    /** `table` is the key of whoever opened it. Throws if `host` or `friend` is no key. */
    constructor(
        private readonly keys: Keys,
        private readonly table: string,
        host: string,
        private readonly friend: string,
    ) {
        this.pair = new Pair(keys, keys.id === friend ? host : friend);
    }

    writeUp(up: Up): Uint8Array {
        return this.writeSigned("up", JSON.stringify(up), UP_SIZE);
    }

    readUp(value: unknown): Up | null {
        const up = this.readSigned("up", value);
        if (!up || !isSession(up.session) || !isCount(up.client) || !isCount(up.seen)) return null;
        if (!Array.isArray(up.texts) || up.texts.length > TEXTS_MAX) return null;
        const good = up.texts.every(
            (one) => Array.isArray(one) && one.length === 2 && isCount(one[0]) && isText(one[1]),
        );
        return good ? (up as unknown as Up) : null;
    }

    writeAction(action: Action): Uint8Array {
        return this.writeSigned("action", JSON.stringify(action), ACTION_SIZE);
    }

    readAction(value: unknown): Action | null {
        const action = this.readSigned("action", value);
        const good =
            action && isSession(action.session) && isCount(action.n) && isText(action.text);
        return good ? (action as unknown as Action) : null;
    }

    writeDown(down: Down): Uint8Array {
        const text = JSON.stringify(down);
        return this.pair.seal(this.about("down"), text, sizeFor(text, DOWN_SIZE));
    }

    readDown(value: unknown): Down | null {
        if (!(value instanceof Uint8Array)) return null;
        const down = parse(this.pair.open(this.about("down"), value));
        const good =
            down &&
            isSession(down.session) &&
            typeof down.life === "string" &&
            isCount(down.taken) &&
            isCount(down.first) &&
            Array.isArray(down.texts) &&
            down.texts.every((text) => typeof text === "string") &&
            (down.said === undefined || typeof down.said === "string");
        return good ? (down as unknown as Down) : null;
    }

    writeHand(hand: unknown[]): Uint8Array {
        /* Cards are not equally long; that their number can be seen does no harm. */
        return this.pair.seal(this.about("hand"), JSON.stringify(hand), 64 * (hand.length + 1));
    }

    readHand(value: unknown): unknown {
        if (!(value instanceof Uint8Array)) return null;
        return parse(this.pair.open(this.about("hand"), value));
    }

    private about(what: string): string {
        return `${this.table} ${what} ${this.friend}`;
    }

    private writeSigned(what: string, text: string, least: number): Uint8Array {
        const about = this.about(what);
        return sign(this.keys, about, this.pair.seal(about, text, sizeFor(text, least)));
    }

    private readSigned(what: string, value: unknown): Record<string, unknown> | null {
        if (!(value instanceof Uint8Array) || value.length > RECORD_MAX) return null;
        const about = this.about(what);
        const sealed = signedBy(this.friend, about, value);
        return sealed && parse(this.pair.open(about, sealed));
    }
}
