// SPDX-License-Identifier: MIT
// solo.test.ts: what the house of a device stores, and what it answers from that: batches as the engine hands them over,
// logs that go on where they were, statistics, and a house that another tab has taken.
import assert from "node:assert/strict";
import test from "node:test";
import { DeviceHouse } from "../src/solo/device_house";
import {
    type Bytes,
    EMPTY,
    type Entry,
    type Question,
    readBatch,
    readQuestion,
    type SavedRoom,
    writeRoom,
} from "../src/solo/solo_bytes";
import type { FromHouse, ToHouse } from "../src/solo/solo_messages";
import { ratingAfter } from "../src/solo/solo_rating";
import { MemoryShelf } from "../src/solo/solo_shelf";
import { SoloStore, Taken, type Tally } from "../src/solo/solo_store";
import { ThinkPool } from "../src/solo/think_pool";

const ROOM = "00000000000000ab";
const ANN = "0a".repeat(16);
const BOB = "0b".repeat(16);

const bytes = (...values: number[]): Bytes => Uint8Array.from(values);

function entry(change: Partial<Entry>): Entry {
    return {
        room: ROOM,
        log_before: 0,
        gone: false,
        whole: true,
        state: EMPTY,
        log: EMPTY,
        result: null,
        ...change,
    };
}

function question(kind: Question["kind"], change: Partial<Question> = {}): Question {
    return {
        id: 1,
        kind,
        room: ROOM,
        number: 1,
        first: 0,
        count: 50,
        guest: ANN,
        game: "shed",
        ...change,
    };
}

const TALLY: Tally = {
    game: "shed",
    winners: [0],
    points: [30, 0],
    played: [7, 5],
    caught: [1, 0],
};

async function open(shelf = new MemoryShelf(), tally: Tally | null = TALLY) {
    const counted: Bytes[] = [];
    const store = new SoloStore(shelf, (log) => {
        counted.push(log);
        return tally;
    });
    await store.claim();
    return { store, shelf, counted };
}

/** A match of Ann and Bob that is over. */
const finish = (number: number, log_before: number): Entry =>
    entry({
        log_before,
        log: bytes(9),
        result: {
            number,
            ended_ms: 1000 * number,
            seats: [
                { guest: ANN, name: "Ann" },
                { guest: BOB, name: "Bob" },
                { guest: null, name: "Bea" },
            ],
        },
    });

test("Glicko-2 gives the figures of its publication", () => {
    const after = ratingAfter({ rating: 1500, deviation: 200, volatility: 0.06 }, [
        { opponent: { rating: 1400, deviation: 30, volatility: 0.06 }, score: 1 },
        { opponent: { rating: 1550, deviation: 100, volatility: 0.06 }, score: 0 },
        { opponent: { rating: 1700, deviation: 300, volatility: 0.06 }, score: 0 },
    ]);
    assert.equal(after.rating.toFixed(2), "1464.05");
    assert.equal(after.deviation.toFixed(2), "151.52");
    assert.ok(Math.abs(after.volatility - 0.05999) < 1e-5);
});

test("a batch is read as docs/wasm.md has it", () => {
    const batch = Buffer.alloc(32 + 2 + 3 + 16 + 40);
    batch.writeBigUInt64LE(0xabn, 0);
    batch.writeBigUInt64LE(5n, 8);
    batch.writeUInt32LE(2, 16);
    [2, 3, 56].forEach((length, i) => {
        batch.writeUInt32LE(length, 20 + 4 * i);
    });
    batch.set([1, 2, 3, 4, 5], 32);
    batch.writeUInt32LE(7, 37);
    batch.writeUInt32LE(1, 41);
    batch.writeBigUInt64LE(99n, 45);
    batch.fill(0x0a, 53, 69);
    batch.write("Ann", 69);
    const [read, none] = readBatch(Uint8Array.from(batch));
    assert.deepEqual(
        read,
        entry({
            log_before: 5,
            state: bytes(1, 2),
            log: bytes(3, 4, 5),
            result: { number: 7, ended_ms: 99, seats: [{ guest: ANN, name: "Ann" }] },
        }),
    );
    assert.equal(none, undefined);
});

test("a question is read, and a room is written", () => {
    const asked = Buffer.alloc(76);
    asked.writeUInt32LE(3, 0);
    asked.writeUInt32LE(2, 4);
    asked.writeBigUInt64LE(0xabn, 8);
    [1, 0, 50].forEach((number, i) => {
        asked.writeUInt32LE(number, 16 + 4 * i);
    });
    asked.fill(0x0a, 28, 44);
    asked.write("shed", 44);
    assert.deepEqual(readQuestion(Uint8Array.from(asked)), question("leaders", { id: 3 }));

    const saved: SavedRoom = {
        room: ROOM,
        bytes: bytes(1),
        note: EMPTY,
        log: bytes(2, 3),
        finished: bytes(4),
    };
    const head = [0xab, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0];
    assert.deepEqual(writeRoom(saved), bytes(...head, 1, 2, 3, 4));
});

test("logs go on where they were, and a match takes its log along", async () => {
    const { store, counted } = await open();
    assert.deepEqual(await store.write([entry({ state: bytes(1), log: bytes(1, 2) })]), []);
    const note = entry({ whole: false, state: bytes(8), log_before: 2, log: bytes(3) });
    assert.deepEqual(await store.write([note]), []);
    const saved = { room: ROOM, bytes: bytes(1), note: bytes(8), log: bytes(1, 2, 3) };
    assert.deepEqual(await store.rooms(), [{ ...saved, finished: EMPTY }]);

    assert.deepEqual(await store.write([note]), [ROOM], "the store is ahead of this");
    assert.deepEqual(await store.rooms(), [{ ...saved, finished: EMPTY }]);

    assert.deepEqual(await store.write([finish(1, 3)]), []);
    assert.deepEqual(counted, [bytes(1, 2, 3, 9)]);
    assert.deepEqual(await store.log(ROOM, 1), bytes(1, 2, 3, 9));
    const [after] = await store.rooms();
    assert.deepEqual(after?.log, EMPTY);
    assert.deepEqual(after?.finished, bytes(1, 2, 3, 9));

    assert.deepEqual(await store.write([entry({ gone: true })]), []);
    assert.deepEqual(await store.rooms(), []);
    assert.deepEqual((await store.answer(question("log"))).bytes, bytes(1, 2, 3, 9));
    assert.equal((await store.answer(question("log", { number: 2 }))).found, 1);
});

test("matches are counted, rated and listed, and whoever wants it is forgotten", async () => {
    const { store } = await open();
    for (const number of [1, 2]) await store.write([finish(number, 0)]);
    const row = (await store.answer(question("statistics"))).bytes;
    assert.equal(row.length, 184);
    const number = (at: number) => Number(Buffer.from(row).readBigInt64LE(112 + 8 * at));
    assert.deepEqual(
        [0, 1, 2, 3, 4, 5, 6].map(number),
        [2, 2, 60, 14, 2, 2, 2],
        "matches, wins, points, played, caught, streaks",
    );
    assert.ok(number(7) > 1600, "who wins is rated higher");

    const leaders = (await store.answer(question("leaders"))).bytes;
    assert.equal(leaders.length, 2 * 184, "bots are not rated");
    assert.equal(Buffer.from(leaders.slice(0, 16)).toString("hex"), ANN, "the best comes first");
    const second = await store.answer(question("leaders", { first: 1, count: 1 }));
    assert.deepEqual(second.bytes, leaders.slice(184));

    const history = (await store.answer(question("history"))).bytes;
    assert.equal(history.length, 2 * 308);
    assert.equal(Buffer.from(history).readUInt32LE(16), 2, "the latest comes first");
    assert.equal((await store.answer(question("players"))).bytes.length, 40 + 3 * 24);

    await store.answer(question("forget"));
    assert.equal((await store.answer(question("history"))).bytes.length, 0);
    assert.equal((await store.answer(question("statistics"))).bytes.length, 0);
    assert.equal((await store.answer(question("history", { guest: BOB }))).bytes.length, 2 * 308);
    assert.deepEqual(
        (await store.match(ROOM, 1))?.seats.map(({ name }) => name),
        ["", "Bob", "Bea"],
    );
});

test("a log that does not replay is kept, and counts nothing", async () => {
    const { store } = await open(new MemoryShelf(), null);
    assert.deepEqual(await store.write([finish(1, 0)]), []);
    assert.deepEqual(await store.log(ROOM, 1), bytes(9));
    assert.equal((await store.answer(question("statistics"))).bytes.length, 0);
});

test("whoever had the house before can store nothing any more", async () => {
    const { store, shelf } = await open();
    await store.write([entry({ log: bytes(1) })]);
    const { store: other } = await open(shelf);
    await assert.rejects(store.write([entry({ log_before: 1, log: bytes(2) })]), Taken);
    assert.deepEqual(await other.write([entry({ log_before: 1, log: bytes(3) })]), []);
    assert.deepEqual((await other.rooms())[0]?.log, bytes(1, 3));
});

test("who plays here is stored beside the tables, until it is to be forgotten", async () => {
    const { store, shelf } = await open();
    assert.equal(store.person, null);
    await store.keepPerson("11");
    const { store: later } = await open(shelf);
    assert.equal(later.person, "11");
    await assert.rejects(store.keepPerson("22"), Taken);
    await later.keepPerson(null);
    assert.equal((await open(shelf)).store.person, null);
});

test("a room that cannot be read is put aside, and not looked at again", async () => {
    const { store, shelf } = await open();
    await store.write([entry({ state: bytes(1), log: bytes(1) })]);
    const [room] = await store.rooms();
    assert.ok(room);
    await store.putAside(room, "it is damaged");
    assert.deepEqual(await store.rooms(), []);
    const kept = await shelf.look((boxes) => boxes.get<{ why: string }>("aside", ROOM));
    assert.equal(kept?.why, "it is damaged");
});

/** A worker that writes down what it is told. */
class FakeWorker {
    readonly told: ToHouse[] = [];
    onmessage: ((event: { data: FromHouse }) => void) | null = null;
    postMessage(message: ToHouse): void {
        this.told.push(message);
    }
    say(message: FromHouse): void {
        this.onmessage?.({ data: message });
    }
}

function device() {
    const worker = new FakeWorker();
    const house = new DeviceHouse(() => worker as unknown as Worker);
    const listen = () => {
        const heard: string[] = [];
        return {
            heard,
            up: () => heard.push("up"),
            down: () => heard.push("down"),
            receive: (text: string) => heard.push(text),
        };
    };
    return { worker, house, listen };
}

test("each guest has a line, and speaks only while it is up", () => {
    const { worker, house, listen } = device();
    const ann = listen();
    const bob = listen();
    const one = house.open(ann);
    const two = house.open(bob);
    one.send("too early");
    worker.say({ op: "up", line: 1, person: null });
    one.send('{"op":"mine"}');
    two.send("not yet");
    worker.say({ op: "text", line: 1, text: "hers" });
    worker.say({ op: "up", line: 2, person: null });
    worker.say({ op: "text", line: 2, text: "his" });
    worker.say({ op: "down", line: 1 });
    one.send("lost");
    two.close();
    worker.say({ op: "text", line: 2, text: "too late" });
    assert.deepEqual(worker.told, [
        { op: "open", line: 1 },
        { op: "open", line: 2 },
        { op: "say", line: 1, text: '{"op":"mine"}' },
        { op: "close", line: 2 },
    ]);
    assert.deepEqual(ann.heard, ["up", "hers", "down"]);
    assert.deepEqual(bob.heard, ["up", "his"]);
});

test("on a line with a token nobody is anybody else", () => {
    const { worker, house, listen } = device();
    const line = house.open(listen(), "11");
    worker.say({ op: "up", line: 1, person: null });
    for (const text of [
        '{"op":"hello","tag":1}',
        '{"op":"hello","token":"22"}',
        '{"op":"mine","op":"hello","token":"22"}',
        '{"op":"hello","op":"mine"}',
        "[1]",
        "garbage",
    ])
        line.send(text);
    assert.deepEqual(
        worker.told.flatMap((message) => (message.op === "say" ? [message.text] : [])),
        [
            '{"op":"hello","tag":1,"token":"11"}',
            '{"op":"hello","token":"11"}',
            '{"op":"hello","token":"11"}',
            '{"op":"mine"}',
            "[1]",
            "garbage",
        ],
    );
});

test("a page learns from the house who plays here, and tells it", () => {
    const { worker, house, listen } = device();
    house.open(listen());
    worker.say({ op: "up", line: 1, person: "11" });
    assert.equal(house.person, "11");
    house.keepPerson("11");
    house.keepPerson("22");
    house.keepPerson(null);
    assert.deepEqual(worker.told.slice(1), [
        { op: "person", token: "22" },
        { op: "person", token: null },
    ]);
});

test("what a server answers to GET comes from the house", async () => {
    const { worker, house } = device();
    const answer = house.get("/api/games");
    assert.deepEqual(worker.told, [{ op: "get", id: 1, path: "/api/games" }]);
    const got = { status: 404, type: "application/json", body: '{"ok":false}' };
    worker.say({ op: "got", id: 1, got });
    assert.equal((await answer).status, 404);
    assert.deepEqual(await (await answer).json(), { ok: false });
    worker.say({ op: "trouble", trouble: "full" });
    assert.equal(house.trouble.get(), "full");
});

/** A worker in which bots think when the test says so. */
class FakeThinker {
    readonly told: unknown[] = [];
    ended = false;
    onmessage: ((event: { data: Bytes }) => void) | null = null;
    onerror: (() => void) | null = null;
    postMessage(message: unknown): void {
        this.told.push(message);
    }
    terminate(): void {
        this.ended = true;
    }
}

test("a thought whose worker breaks is thought again by another one", async () => {
    const aMoment = () => new Promise((done) => setTimeout(done, 0));
    const thinkers: FakeThinker[] = [];
    const module = {} as WebAssembly.Module;
    const pool = new ThinkPool(
        module,
        () => {
            const thinker = new FakeThinker();
            thinkers.push(thinker);
            return thinker as unknown as Worker;
        },
        1,
        0,
    );
    const first = pool.think(bytes(1));
    const second = pool.think(bytes(2));
    thinkers[0]?.onerror?.();
    assert.equal(thinkers[0]?.ended, true);
    assert.equal(thinkers.length, 1, "what cannot be loaded is not asked for all the time");
    await aMoment();
    assert.deepEqual(thinkers[1]?.told, [module, bytes(1)]);
    thinkers[1]?.onmessage?.({ data: bytes(7) });
    assert.deepEqual(await first, bytes(7));
    assert.deepEqual(thinkers[1]?.told, [module, bytes(1), bytes(2)]);
    thinkers[1]?.onmessage?.({ data: bytes(8) });
    assert.deepEqual(await second, bytes(8));

    void pool.think(bytes(3));
    thinkers[1]?.onerror?.();
    pool.stop();
    await aMoment();
    assert.equal(thinkers.length, 2, "nobody thinks any more");
});
