// SPDX-License-Identifier: MIT
// solo_move.ts: a table that goes from the house of one device to that of another. Who may have it is agreed upon
// elsewhere (friends/hand_over.ts); here is what the two stores do, so that at no time two houses go on with it:
//
//   hold   nothing happens there any more, until it is decided; gives what another house needs to go on
//   take   another house has that now, and stored; nothing happens there yet
//   give   the first one has it no longer, and a note as the proof. This is the moment of truth
//   drop   the second house forgets what it has taken, since the first one goes on
//   keep   it is this house's, and goes on: in the second house after `give`, or in the first one instead of it
//
// Each may be asked again, with the same answer. The engine is never told: a house is opened anew with the rooms that it
// has now (`null`), and whoever asked asks that one.
import type { EngineModule } from "./engine_module";
import { fromText, MATCHES_MAX, type MovedMatch, type MovedRoom, toText } from "./moved_room";
import { type Bytes, EMPTY, type MatchRow, type SavedRoom, writeRoom } from "./solo_bytes";
import type { Move, Moved } from "./solo_messages";
import type { Boxes } from "./solo_shelf";
import { logOf, matchKey, pieceKey, type RoomRow, type SoloStore, Taken } from "./solo_store";

/** Bytes of a room with all its logs that go to another house; older matches stay behind. */
const MOVED_MAX = 1 << 20;

type Row = RoomRow & { room: string };

const NO: Moved = { ok: false, note: "", room: null };
const yes = (note = "", room: MovedRoom | null = null): Moved => ({ ok: true, note, room });
const givenKey = (code: string): string => `given/${code}`;

export class SoloMover {
    constructor(
        private readonly store: SoloStore,
        private readonly engine: EngineModule,
        /** Another instance of the engine, to try something. */
        private readonly fresh: () => Promise<EngineModule>,
    ) {}

    /** Null: the house is to be opened anew, and asked again. */
    move(move: Move): Promise<Moved | null> {
        switch (move.how) {
            case "hold":
                return this.hold(move);
            case "take":
                /* It comes from somebody else, so whatever is wrong with it is no trouble of this house. */
                return this.take(move).catch((why) =>
                    why instanceof Taken ? Promise.reject(why) : NO,
                );
            case "give":
                return this.give(move);
            case "keep":
                return this.keep(move);
            case "drop":
                return this.drop(move);
        }
    }

    private async find(boxes: Boxes, code: string): Promise<Row | null> {
        for (const row of await boxes.all<Row>("rooms"))
            if (this.codeOf(row.bytes) === code) return row;
        return null;
    }

    private codeOf(bytes: Bytes): string {
        return this.engine.outText(this.engine.calls.saved_code(this.engine.put(bytes)));
    }

    private hold(move: Move & { how: "hold" }): Promise<Moved | null> {
        const { code, by } = move;
        return this.store.change(async (boxes) => {
            const row = await this.find(boxes, code);
            if (!row) return NO;
            if (row.moved?.held)
                return row.moved.by === by ? await this.export(boxes, row, move) : NO;
            boxes.put("rooms", row.room, { ...row, moved: { by, note: "", held: true } });
            return null;
        });
    }

    private async export(
        boxes: Boxes,
        row: Row,
        { was, now, host }: Move & { how: "hold" },
    ): Promise<Moved> {
        const tokens = [was, now, host].flatMap((token) => token.match(/../g) ?? []);
        const head = Uint8Array.from(tokens, (digits) => Number.parseInt(digits, 16));
        const both = new Uint8Array(head.length + row.bytes.length);
        both.set(head);
        both.set(row.bytes, head.length);
        const length = this.engine.calls.saved_pass(this.engine.put(both));
        if (!length) return NO;
        const bytes = this.engine.out(length);
        const log = await logOf(boxes, row.room);
        const all = await boxes.all<MatchRow>("matches", `${row.room}/`);
        const matches: MovedMatch[] = [];
        let left = MOVED_MAX - log.length;
        for (const match of all.sort((a, b) => b.number - a.number).slice(0, MATCHES_MAX)) {
            const { number, ended_ms, game, seats } = match;
            const old = (await boxes.get<Bytes>("logs", matchKey(row.room, number))) ?? EMPTY;
            left -= old.length;
            if (left < 0) break;
            /* Who they are in this house is nobody else's business. */
            const names = seats.map(({ name }) => name);
            matches.push({ number, ended_ms, game, names, log: toText(old) });
        }
        const { room, note, finished } = row;
        const state = { bytes: toText(bytes), note: toText(note), log: toText(log) };
        return yes("", { room, ...state, finished, matches });
    }

    private async take({ code, by, note, room }: Move & { how: "take" }): Promise<Moved> {
        const saved: SavedRoom = {
            room: room.room,
            bytes: fromText(room.bytes),
            note: fromText(room.note),
            log: fromText(room.log),
            finished: fromText(
                room.matches.find(({ number }) => number === room.finished)?.log ?? "",
            ),
        };
        if (this.codeOf(saved.bytes) !== code || !(await this.loads(saved))) return NO;
        return await this.store.change(async (boxes) => {
            const before = await this.find(boxes, code);
            const same = await boxes.get<Row>("rooms", room.room);
            if ((before && !before.moved?.held) || (same && !same.moved?.held)) return NO;
            if (before) boxes.remove("rooms", before.room);
            boxes.clear("pieces", `${room.room}/`);
            if (saved.log.length > 0) boxes.put("pieces", pieceKey(room.room, 0), saved.log);
            boxes.put("rooms", room.room, {
                room: room.room,
                bytes: saved.bytes,
                note: saved.note,
                log: saved.log.length,
                finished: room.finished,
                moved: { by, note, held: true },
            } satisfies Row);
            for (const match of room.matches) await this.takeMatch(boxes, room.room, match);
            boxes.remove("meta", givenKey(code));
            return yes();
        });
    }

    private async takeMatch(boxes: Boxes, room: string, match: MovedMatch): Promise<void> {
        const { number, ended_ms, game, names, log } = match;
        const key = matchKey(room, number);
        if (await boxes.get("matches", key)) return;
        const seats = names.map((name) => ({ guest: null, name, rating: null }));
        boxes.put("matches", key, { room, number, ended_ms, game, seats } satisfies MatchRow);
        boxes.put("logs", key, fromText(log));
    }

    /* Whether the engine can go on with it: found out before anybody relies on it. */
    private async loads(saved: SavedRoom): Promise<boolean> {
        const engine = await this.fresh();
        engine.put(crypto.getRandomValues(new Uint8Array(32)));
        if (!engine.calls.key() || !engine.calls.open(1)) return false;
        engine.calls.time(Date.now(), performance.now());
        try {
            return engine.calls.load(engine.put(writeRoom(saved))) !== 0;
        } catch {
            return false;
        }
    }

    private give({ code, by, note }: Move & { how: "give" }): Promise<Moved> {
        return this.store.change(async (boxes) => {
            const row = await this.find(boxes, code);
            if (!row) return (await boxes.get("meta", givenKey(code))) === note ? yes() : NO;
            if (!row.moved?.held || row.moved.by !== by) return NO;
            boxes.remove("rooms", row.room);
            boxes.clear("pieces", `${row.room}/`);
            boxes.put("meta", givenKey(code), note);
            return yes();
        });
    }

    private drop({ code, by }: Move & { how: "drop" }): Promise<Moved> {
        return this.store.change(async (boxes) => {
            const row = await this.find(boxes, code);
            if (!row?.moved?.held || row.moved.by !== by) return NO;
            boxes.remove("rooms", row.room);
            boxes.clear("pieces", `${row.room}/`);
            return yes();
        });
    }

    private keep({ code, by }: Move & { how: "keep" }): Promise<Moved | null> {
        return this.store.change(async (boxes) => {
            const row = await this.find(boxes, code);
            if (!row) {
                const note = await boxes.get<string>("meta", givenKey(code));
                return { ...NO, note: note ?? "" };
            }
            const { moved } = row;
            if (by && moved?.by !== by) return NO;
            if (!moved?.held) return yes(moved?.note);
            boxes.put("rooms", row.room, { ...row, moved: { ...moved, held: false } });
            return null;
        });
    }
}
