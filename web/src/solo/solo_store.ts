// SPDX-License-Identifier: MIT
// solo_store.ts: what the house of this device stores and is asked about: rooms and their logs, finished matches, and
// what is counted of them. It does what src/store does for servers.
//
// Whoever has the house has a number that grows; it is read again in every transaction that changes something. So a tab
// that was asleep while another took the house can never write over what happened since (Taken).
import {
    type Bytes,
    concat,
    EMPTY,
    type Entry,
    type MatchRow,
    type Question,
    type SavedRoom,
    type StatisticsRow,
    writeMatch,
    writePlayers,
    writeStatistics,
} from "./solo_bytes";
import { FIRST, type Rating, ratingAfter } from "./solo_rating";
import type { Boxes, Shelf } from "./solo_shelf";

/** Another tab has the house now. */
export class Taken extends Error {}

/** What a finished log says about each seat: the export `tally` of the engine. */
export interface Tally {
    game: string;
    winners: number[];
    points: number[];
    played: number[];
    caught: number[];
}

export interface RoomRow {
    bytes: Bytes;
    note: Bytes;
    /** How long its log is: the pieces of it lie beside. */
    log: number;
    /** The number of the last match that has ended there; 0: none. */
    finished: number;
    /** It came from another house, or may go to one: in which attempt, and what belongs to it (solo_move.ts). As long as
        it is held, nothing happens there. */
    moved?: { by: string; note: string; held: boolean };
}

export interface Found {
    /** 0: here it is; 1: there is no such thing. */
    found: 0 | 1;
    bytes: Bytes;
}

const OWNER = "owner";
const PERSON = "person";
export const matchKey = (room: string, number: number): string => `${room}/${number}`;
export const pieceKey = (room: string, at: number): string =>
    `${room}/${String(at).padStart(12, "0")}`;

export async function logOf(boxes: Boxes, room: string): Promise<Bytes> {
    return concat(await boxes.all<Bytes>("pieces", `${room}/`));
}

/* ---- Counting ---- */

interface Sitter {
    seat: number;
    row: StatisticsRow;
    before: Rating;
}

function compare(sitters: Sitter[], sitter: Sitter, tally: Tally): Rating {
    const won = tally.winners.includes(sitter.seat);
    const others = sitters.filter(
        (other) => other !== sitter && (won || tally.winners.includes(other.seat)),
    );
    return ratingAfter(
        sitter.before,
        others.map((other) => ({
            opponent: other.before,
            score: won ? (tally.winners.includes(other.seat) ? 0.5 : 1) : 0,
        })),
    );
}

function count(row: StatisticsRow, tally: Tally, seat: number): void {
    const won = tally.winners.includes(seat);
    row.matches++;
    row.wins += won ? 1 : 0;
    row.points += tally.points[seat] ?? 0;
    row.played += tally.played[seat] ?? 0;
    row.caught += tally.caught[seat] ?? 0;
    /* A match that nobody has won neither lengthens a streak nor ends it. */
    if (tally.winners.length > 0) row.streak = won ? row.streak + 1 : 0;
    row.best_streak = Math.max(row.best_streak, row.streak);
}

const statisticsKey = (guest: string, game: string): string => `${guest}/${game}`;

async function countMatch(boxes: Boxes, match: MatchRow, tally: Tally): Promise<void> {
    const sitters: Sitter[] = [];
    for (const [seat, { guest, name }] of match.seats.entries()) {
        /* Whoever sits twice is counted once: whose win over whom would it be? */
        if (!guest || sitters.some(({ row }) => row.guest === guest)) continue;
        const known = await boxes.get<StatisticsRow>(
            "statistics",
            statisticsKey(guest, tally.game),
        );
        const none = { matches: 0, wins: 0, points: 0, played: 0, caught: 0 };
        const row: StatisticsRow = {
            ...none,
            streak: 0,
            best_streak: 0,
            ...FIRST,
            ...known,
            guest,
            name,
            game: tally.game,
        };
        const { rating, deviation, volatility } = row;
        sitters.push({ seat, row, before: { rating, deviation, volatility } });
    }
    for (const sitter of sitters) {
        const place = match.seats[sitter.seat];
        if (place) place.rating = sitter.before.rating;
        count(sitter.row, tally, sitter.seat);
        Object.assign(sitter.row, compare(sitters, sitter, tally));
        boxes.put("statistics", statisticsKey(sitter.row.guest, tally.game), sitter.row);
    }
}

/* ---- The store ---- */

export class SoloStore {
    private number = 0;
    private person_token: string | null = null;

    constructor(
        private readonly shelf: Shelf,
        /** Null: that log does not replay, and counts nothing. */
        private readonly tally: (log: Bytes) => Tally | null,
    ) {}

    /** Takes the house: from now on nobody who had it before can store anything. */
    claim(): Promise<void> {
        return this.shelf.change(async (boxes) => {
            this.number = ((await boxes.get<number>("meta", OWNER)) ?? 0) + 1;
            boxes.put("meta", OWNER, this.number);
            this.person_token = (await boxes.get<string>("meta", PERSON)) ?? null;
        });
    }

    /** The token of whoever plays on this device; null: nobody has yet. */
    get person(): string | null {
        return this.person_token;
    }

    /** It is stored before any table that its person sits down at later. */
    keepPerson(token: string | null): Promise<void> {
        this.person_token = token;
        return this.change(async (boxes) => {
            if (token === null) boxes.remove("meta", PERSON);
            else boxes.put("meta", PERSON, token);
        });
    }

    rooms(): Promise<SavedRoom[]> {
        return this.shelf.look(async (boxes) => {
            const rooms = await boxes.all<RoomRow & { room: string }>("rooms");
            const saved: SavedRoom[] = [];
            for (const { room, bytes, note, finished } of rooms.filter(({ moved }) => !moved?.held))
                saved.push({
                    room,
                    bytes,
                    note,
                    log: await logOf(boxes, room),
                    finished: (await boxes.get<Bytes>("logs", matchKey(room, finished))) ?? EMPTY,
                });
            return saved;
        });
    }

    /** A room that the engine cannot read is kept, but not looked at again. */
    putAside(room: SavedRoom, why: string): Promise<void> {
        return this.change(async (boxes) => {
            boxes.put("aside", room.room, { ...room, why });
            boxes.remove("rooms", room.room);
            boxes.clear("pieces", `${room.room}/`);
        });
    }

    /** Stores a batch, and gives the rooms of it that could not be. If it fails, nothing was stored. */
    write(entries: Entry[]): Promise<string[]> {
        return this.change(async (boxes) => {
            const lost: string[] = [];
            for (const entry of entries)
                if (!(await this.apply(boxes, entry))) lost.push(entry.room);
            return lost;
        });
    }

    async answer(question: Question): Promise<Found> {
        const { kind, room, number, guest, game, first } = question;
        const found = (bytes: Bytes | undefined): Found =>
            bytes ? { found: 0, bytes } : { found: 1, bytes: EMPTY };
        const page = <T>(rows: T[]): T[] => rows.slice(first, first + question.count);
        switch (kind) {
            case "log":
                return found(await this.log(room, number));
            case "players": {
                const match = await this.match(room, number);
                return found(match && writePlayers(match));
            }
            case "history":
                return found(
                    concat(page(await this.history(guest)).map((m) => writeMatch(m, guest))),
                );
            case "statistics": {
                const rows = await this.shelf.look((boxes) =>
                    boxes.all<StatisticsRow>("statistics", `${guest}/`),
                );
                return found(concat(rows.slice(0, question.count).map(writeStatistics)));
            }
            case "leaders":
                return found(concat(page(await this.leaders(game)).map(writeStatistics)));
            case "forget":
                await this.forget(guest);
                return found(EMPTY);
            case undefined:
                return found(undefined);
        }
    }

    log(room: string, number: number): Promise<Bytes | undefined> {
        return this.shelf.look((boxes) => boxes.get<Bytes>("logs", matchKey(room, number)));
    }

    match(room: string, number: number): Promise<MatchRow | undefined> {
        return this.shelf.look((boxes) => boxes.get<MatchRow>("matches", matchKey(room, number)));
    }

    /** Changes something, all of it or nothing. Fails with Taken if another tab has the house. */
    change<T>(does: (boxes: Boxes) => Promise<T>): Promise<T> {
        return this.shelf.change(async (boxes) => {
            if ((await boxes.get<number>("meta", OWNER)) !== this.number) throw new Taken();
            return await does(boxes);
        });
    }

    private async apply(boxes: Boxes, entry: Entry): Promise<boolean> {
        const { room } = entry;
        const known = await boxes.get<RoomRow>("rooms", room);
        if (known?.moved?.held) return false;
        if (entry.gone) {
            boxes.remove("rooms", room);
            boxes.clear("pieces", `${room}/`);
            return true;
        }
        const row = known ?? {
            bytes: EMPTY,
            note: EMPTY,
            log: 0,
            finished: 0,
        };
        if (row.log !== entry.log_before) return false;
        if (entry.log.length > 0) boxes.put("pieces", pieceKey(room, row.log), entry.log);
        row.log += entry.log.length;
        if (entry.whole) row.bytes = entry.state;
        row.note = entry.whole ? EMPTY : entry.state;
        if (entry.result) {
            await this.finish(boxes, entry);
            row.log = 0;
            row.finished = entry.result.number;
        }
        boxes.put("rooms", room, { ...row, room });
        return true;
    }

    private async finish(boxes: Boxes, { room, result }: Entry): Promise<void> {
        if (!result) return;
        const log = await logOf(boxes, room);
        const tally = this.tally(log);
        const match: MatchRow = {
            room,
            number: result.number,
            ended_ms: result.ended_ms,
            game: tally?.game ?? "",
            seats: result.seats.map((seat) => ({ ...seat, rating: null })),
        };
        if (tally) await countMatch(boxes, match, tally);
        boxes.put("matches", matchKey(room, result.number), match);
        boxes.put("logs", matchKey(room, result.number), log);
        boxes.clear("pieces", `${room}/`);
    }

    private async history(guest: string): Promise<MatchRow[]> {
        const all = await this.shelf.look((boxes) => boxes.all<MatchRow>("matches"));
        return all
            .filter(({ seats }) => seats.some((seat) => seat.guest === guest))
            .sort((a, b) => b.ended_ms - a.ended_ms || b.number - a.number);
    }

    private async leaders(game: string): Promise<StatisticsRow[]> {
        const standing = (row: StatisticsRow): number => row.rating - 2 * row.deviation;
        const all = await this.shelf.look((boxes) => boxes.all<StatisticsRow>("statistics"));
        return all
            .filter((row) => row.game === game)
            .sort((a, b) => standing(b) - standing(a) || (a.guest < b.guest ? -1 : 1));
    }

    private forget(guest: string): Promise<void> {
        return this.change(async (boxes) => {
            boxes.clear("statistics", `${guest}/`);
            for (const match of await boxes.all<MatchRow>("matches")) {
                if (!match.seats.some((seat) => seat.guest === guest)) continue;
                for (const seat of match.seats)
                    if (seat.guest === guest) Object.assign(seat, { guest: null, name: "" });
                boxes.put("matches", matchKey(match.room, match.number), match);
            }
        });
    }
}
