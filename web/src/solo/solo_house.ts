// SPDX-License-Identifier: MIT
// solo_house.ts: a house that is the engine as a wasm module: it is told what people say and what time it is, and then
// everything that it wants is fetched: texts to lines, thoughts of bots, questions to the store, and a batch to be stored,
// before which nobody is told anything. docs/wasm.md has the rules; `settle` is the loop.
import type { EngineModule } from "./engine_module";
import { type Bytes, readBatch, readQuestion, writeRoom } from "./solo_bytes";
import type { Got, Move, Moved } from "./solo_messages";
import { SoloMover } from "./solo_move";
import { type SoloStore, Taken, type Tally } from "./solo_store";

/** A timer cannot wait longer than this, and a clock may be put right meanwhile. */
const WAIT_MAX_MS = 600_000;
/** How many games a bot may imagine for one move: as a server allows. */
const BOT_BUDGET_MAX = 5000;

export interface Surroundings {
    store: SoloStore;
    /** Another instance of the engine. */
    fresh(): Promise<EngineModule>;
    think(thought: Bytes): Promise<Bytes>;
    /** A message to a line; null: it can be told nothing any more. */
    tell(line: number, text: string | null): void;
    /** Whether the last batch was stored. */
    stored(well: boolean): void;
    /** The house is of no use any more: another one has the store, or the engine has stopped. */
    ended(why: unknown): void;
}

const json = (status: number, value: unknown): Got => ({
    status,
    type: "application/json",
    body: typeof value === "string" ? value : JSON.stringify(value),
});

export class SoloHouse {
    private timer: ReturnType<typeof setTimeout> | undefined;
    private storing = false;
    private over = false;

    private constructor(
        private readonly engine: EngineModule,
        private readonly around: Surroundings,
    ) {}

    /** What a finished log says about each seat. */
    static tallyWith(engine: EngineModule): (log: Bytes) => Tally | null {
        return (log) => {
            const length = engine.calls.tally(engine.put(log));
            return length ? (JSON.parse(engine.outText(length)) as Tally) : null;
        };
    }

    /** Opens it with the rooms of the store. `damaged` counts those that could not be read. */
    static async open(
        engine: EngineModule,
        around: Surroundings,
    ): Promise<{ house: SoloHouse; damaged: number }> {
        const house = new SoloHouse(engine, around);
        const rooms = await around.store.rooms();
        engine.put(crypto.getRandomValues(new Uint8Array(32)));
        if (!engine.calls.key() || !engine.calls.open(BOT_BUDGET_MAX))
            throw new Error("the engine opens no house");
        house.clock();
        let damaged = 0;
        for (const room of rooms) {
            try {
                if (engine.calls.load(engine.put(writeRoom(room)))) continue;
            } catch (problem) {
                /* The engine has stopped; the next one shall not try this room again. */
                await around.store.putAside(room, String(problem));
                throw problem;
            }
            damaged++;
            await around.store.putAside(room, engine.why());
        }
        house.settle();
        return { house, damaged };
    }

    /** A new line; 0 if there are too many. */
    open(): number {
        return this.does(() => this.engine.calls.line_open()) ?? 0;
    }

    say(line: number, text: string): void {
        this.does(() => this.engine.calls.say(line, this.engine.putText(text)));
    }

    close(line: number): void {
        this.does(() => this.engine.calls.line_close(line));
    }

    stop(): void {
        this.over = true;
        clearTimeout(this.timer);
    }

    /** What a server answers to GET. */
    async get(address: string): Promise<Got> {
        const { pathname, searchParams } = new URL(address, "http://house/");
        const match = /^\/api\/matches\/([0-9a-f]{16})\/(\d+)(\/players)?$/.exec(pathname);
        const game = /^\/api\/rules\/(\w+)$/.exec(pathname)?.[1];
        if (match?.[1]) return await this.getMatch(match[1], Number(match[2]), !!match[3]);
        return (
            this.does(() => this.getText(pathname, game, searchParams)) ?? json(503, { ok: false })
        );
    }

    private getText(pathname: string, game: string | undefined, query: URLSearchParams): Got {
        const { calls } = this.engine;
        calls.language(this.engine.putText(query.get("language") ?? ""));
        if (pathname === "/api/qr") {
            const length = calls.qr(this.engine.putText(query.get("text") ?? ""));
            if (!length) return json(400, { ok: false, why: "there is no code for this text" });
            return { status: 200, type: "image/svg+xml", body: this.engine.outText(length) };
        }
        if (pathname === "/api/games") return json(200, this.engine.outText(calls.games()));
        if (game) {
            const text = `${game}\0${query.get("rules") ?? ""}\0`;
            const length = calls.rules(this.engine.putText(text));
            if (length) return json(200, this.engine.outText(length));
            return json(400, { ok: false, why: this.engine.why() });
        }
        return json(404, { ok: false, why: "there is nothing here" });
    }

    private async getMatch(room: string, number: number, players: boolean): Promise<Got> {
        const { store } = this.around;
        const match = await store.match(room, number);
        const log = await store.log(room, number);
        if (!match || !log) return json(404, { ok: false, why: "there is no such match" });
        if (!players) return { status: 200, type: "application/octet-stream", body: log };
        return json(200, {
            op: "players",
            match: `${room}/${number}`,
            game: match.game,
            finished_ms: match.ended_ms,
            names: match.seats.map(({ name }) => name || null),
        });
    }

    /** A table that goes to another house or comes from one. Null: this house is to be opened anew, and asked again. */
    move(move: Move): Promise<Moved | null> {
        const { store, fresh } = this.around;
        return new SoloMover(store, this.engine, fresh).move(move);
    }

    private clock(): void {
        this.engine.calls.time(Date.now(), performance.now());
    }

    /* Does something in the engine and then whatever follows from it. An engine that traps is useless from then on. */
    private does<T>(what: () => T): T | null {
        if (this.over) return null;
        try {
            this.clock();
            const result = what();
            this.settle();
            return result;
        } catch (problem) {
            this.end(problem);
            return null;
        }
    }

    private end(why: unknown): void {
        if (this.over) return;
        this.stop();
        this.around.ended(why);
    }

    private settle(): void {
        const { calls } = this.engine;
        for (let line = calls.text_next(); line; line = calls.text_next()) {
            const length = calls.text_length();
            this.around.tell(line, length ? this.engine.readText(calls.text(), length) : null);
        }
        for (let n = calls.thought(); n; n = calls.thought()) this.think(this.engine.out(n));
        for (let n = calls.question(); n; n = calls.question()) this.answer(this.engine.out(n));
        if (!this.storing) {
            const length = calls.batch();
            if (length) void this.store(this.engine.out(length));
        }
        clearTimeout(this.timer);
        const due = calls.due();
        if (due !== Number.POSITIVE_INFINITY)
            this.timer = setTimeout(
                () => this.does(() => calls.tick()),
                Math.min(Math.max(0, due - Date.now()), WAIT_MAX_MS),
            );
    }

    private think(thought: Bytes): void {
        const id = new DataView(thought.buffer).getUint32(0, true);
        void this.around.think(thought).then((command) => {
            this.does(() => this.engine.calls.thought_done(id, this.engine.put(command)));
        });
    }

    private answer(bytes: Bytes): void {
        const question = readQuestion(bytes);
        this.around.store.answer(question).then(
            ({ found, bytes }) =>
                this.does(() =>
                    this.engine.calls.answer(question.id, found, this.engine.put(bytes)),
                ),
            () => this.does(() => this.engine.calls.answer(question.id, 2, 0)),
        );
    }

    private async store(batch: Bytes): Promise<void> {
        this.storing = true;
        let failed = 0;
        let lost: string[] = [];
        try {
            lost = await this.around.store.write(readBatch(batch));
        } catch (problem) {
            if (problem instanceof Taken) {
                this.end(problem);
                return;
            }
            failed = 1;
        }
        this.around.stored(!failed);
        this.storing = false;
        this.does(() => {
            const numbers = new BigUint64Array(lost.map((room) => BigInt(`0x${room}`)));
            this.engine.put(new Uint8Array(numbers.buffer));
            this.engine.calls.stored(failed, lost.length);
        });
    }
}
