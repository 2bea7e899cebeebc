// SPDX-License-Identifier: MIT
// solo_bytes.ts: what the engine hands over to be stored, and what it is given back, as bytes: docs/wasm.md. Rooms and
// guests are hexadecimal digits here, as in the names of matches.

export type Bytes = Uint8Array<ArrayBuffer>;

export const EMPTY: Bytes = new Uint8Array(0);
const NAME_BYTES = 24;
const GUEST_BYTES = 16;
const GAME_BYTES = 32;
const PLAYER_BYTES = 64;
const SEATS_MAX = 10;

export interface Result {
    number: number;
    ended_ms: number;
    /** Whoever has no guest is a bot or nobody. */
    seats: { guest: string | null; name: string }[];
}

export interface Entry {
    room: string;
    /** How long the log of the room is before this. */
    log_before: number;
    gone: boolean;
    /** Whether the state is the room's bytes, or a note. */
    whole: boolean;
    state: Bytes;
    log: Bytes;
    result: Result | null;
}

export const KINDS = ["log", "statistics", "leaders", "history", "forget", "players"] as const;

export interface Question {
    id: number;
    kind: (typeof KINDS)[number] | undefined;
    room: string;
    number: number;
    first: number;
    count: number;
    guest: string;
    game: string;
}

export interface SavedRoom {
    room: string;
    bytes: Bytes;
    note: Bytes;
    log: Bytes;
    /** The log of the last match that has ended there. */
    finished: Bytes;
}

export interface MatchRow {
    room: string;
    number: number;
    ended_ms: number;
    game: string;
    seats: { guest: string | null; name: string; rating: number | null }[];
}

export const COUNTS = [
    "matches",
    "wins",
    "points",
    "played",
    "caught",
    "streak",
    "best_streak",
    "rating",
    "deviation",
] as const;

export type StatisticsRow = Record<(typeof COUNTS)[number], number> & {
    guest: string;
    name: string;
    game: string;
    volatility: number;
};

/* ---- Reading ---- */

class Reader {
    private at = 0;
    private readonly view: DataView;

    constructor(private readonly bytes: Bytes) {
        this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    get left(): number {
        return this.bytes.length - this.at;
    }
    number(): number {
        this.at += 4;
        return this.view.getUint32(this.at - 4, true);
    }
    long(): bigint {
        this.at += 8;
        return this.view.getBigUint64(this.at - 8, true);
    }
    take(length: number): Bytes {
        this.at += length;
        return this.bytes.slice(this.at - length, this.at);
    }
    text(length: number): string {
        const bytes = this.take(length);
        const end = bytes.indexOf(0);
        return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
    }
    room(): string {
        return this.long().toString(16).padStart(16, "0");
    }
}

const hexOf = (bytes: Bytes): string =>
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function readResult(bytes: Bytes): Result | null {
    if (bytes.length === 0) return null;
    const reader = new Reader(bytes);
    const number = reader.number();
    const count = reader.number();
    const ended_ms = Number(reader.long());
    const seats = Array.from({ length: count }, () => {
        const guest = hexOf(reader.take(GUEST_BYTES));
        return { guest: /[^0]/.test(guest) ? guest : null, name: reader.text(NAME_BYTES) };
    });
    return { number, ended_ms, seats };
}

export function readBatch(bytes: Bytes): Entry[] {
    const reader = new Reader(bytes);
    const entries: Entry[] = [];
    while (reader.left > 0) {
        const room = reader.room();
        const log_before = Number(reader.long());
        const flags = reader.number();
        const lengths = [reader.number(), reader.number(), reader.number()] as const;
        entries.push({
            room,
            log_before,
            gone: (flags & 1) !== 0,
            whole: (flags & 2) !== 0,
            state: reader.take(lengths[0]),
            log: reader.take(lengths[1]),
            result: readResult(reader.take(lengths[2])),
        });
    }
    return entries;
}

export function readQuestion(bytes: Bytes): Question {
    const reader = new Reader(bytes);
    return {
        id: reader.number(),
        kind: KINDS[reader.number()],
        room: reader.room(),
        number: reader.number(),
        first: reader.number(),
        count: reader.number(),
        guest: hexOf(reader.take(GUEST_BYTES)),
        game: reader.text(GAME_BYTES),
    };
}

/* ---- Writing ---- */

class Writer {
    private at = 0;
    private readonly bytes: Bytes;
    private readonly view: DataView;

    constructor(size: number) {
        this.bytes = new Uint8Array(size);
        this.view = new DataView(this.bytes.buffer);
    }
    number(value: number): this {
        this.view.setUint32(this.at, value, true);
        this.at += 4;
        return this;
    }
    long(value: bigint): this {
        this.view.setBigInt64(this.at, BigInt.asIntN(64, value), true);
        this.at += 8;
        return this;
    }
    whole(value: number): this {
        return this.long(BigInt(Math.round(value)));
    }
    put(bytes: Bytes): this {
        this.bytes.set(bytes, this.at);
        this.at += bytes.length;
        return this;
    }
    /* A text that is filled up with zeros, with one at least at its end. */
    text(text: string, length: number): this {
        new TextEncoder().encodeInto(text, this.bytes.subarray(this.at, this.at + length - 1));
        this.at += length;
        return this;
    }
    hex(digits: string): this {
        for (let i = 0; i < digits.length; i += 2)
            this.bytes[this.at++] = Number.parseInt(digits.slice(i, i + 2), 16);
        return this;
    }
    end(): Bytes {
        return this.bytes;
    }
}

export function concat(pieces: Bytes[]): Bytes {
    const all = new Writer(pieces.reduce((sum, piece) => sum + piece.length, 0));
    for (const piece of pieces) all.put(piece);
    return all.end();
}

export function writeRoom({ room, bytes, note, log, finished }: SavedRoom): Bytes {
    const parts = [bytes, note, log, finished];
    const writer = new Writer(8 + 4 * parts.length + concat(parts).length);
    writer.long(BigInt(`0x${room}`));
    for (const part of parts) writer.number(part.length);
    for (const part of parts) writer.put(part);
    return writer.end();
}

export function writePlayers(match: MatchRow): Bytes {
    const writer = new Writer(8 + GAME_BYTES + NAME_BYTES * match.seats.length);
    writer.whole(match.ended_ms).text(match.game, GAME_BYTES);
    for (const { name } of match.seats) writer.text(name, NAME_BYTES);
    return writer.end();
}

/** A row of somebody's history. */
export function writeMatch(match: MatchRow, guest: string): Bytes {
    const seat = match.seats.findIndex((one) => one.guest === guest);
    const writer = new Writer(20 + GAME_BYTES + 16 + SEATS_MAX * NAME_BYTES);
    writer
        .long(BigInt(`0x${match.room}`))
        .whole(match.ended_ms)
        .number(match.number)
        .text(match.game, GAME_BYTES)
        .whole(match.seats[seat]?.rating ?? 0)
        .number(Math.max(seat, 0))
        .number(match.seats.length);
    for (let i = 0; i < SEATS_MAX; i++) writer.text(match.seats[i]?.name ?? "", NAME_BYTES);
    return writer.end();
}

export function writeStatistics(row: StatisticsRow): Bytes {
    const writer = new Writer(GUEST_BYTES + PLAYER_BYTES + GAME_BYTES + 8 * COUNTS.length);
    writer.hex(row.guest).text(row.name, PLAYER_BYTES).text(row.game, GAME_BYTES);
    for (const name of COUNTS) writer.whole(row[name]);
    return writer.end();
}
