// SPDX-License-Identifier: MIT
// friends_cheat.test.ts: hosts that do not play fair, and what the pages of honest friends find: what breaks a rule in
// public, and two truths, while it is played; what is hidden, when it is over. Friends who want to accuse an honest host
// cannot. HC_SEED and HC_FRIENDS_COUNT as in friends.test.ts.
import assert from "node:assert/strict";
import test from "node:test";
import type * as Y from "yjs";
import { FriendsHost } from "../src/friends/friends_host";
import { readCopy } from "../src/friends/host_copy";
import type { GuestHouse } from "../src/friends/host_guest";
import { judge, type Sight, showAll } from "../src/friends/judge";
import { keysFrom } from "../src/friends/seal";
import { readStatement, writeStatement } from "../src/friends/statement";
import { type Breach, type Wrong, wrongOf } from "../src/friends/watch";
import type { Change, Server, Update } from "../src/messages";
import {
    acquit,
    bring,
    FriendAtPage,
    joinDirectly,
    newDoc,
    onShow,
    openTable,
    randomBytes,
    stir,
    theFollower,
    until,
} from "./friends_world";
import { dice, seedEntropy, WASM } from "./real_house";

const FIRST = Number(process.env.HC_SEED ?? 1);
const COUNT = Number(process.env.HC_FRIENDS_COUNT ?? 1);
const needsEngine = WASM ? {} : { skip: "there is no wasm module" };

/** A step as the house tells it to somebody at the table. */
interface Told extends Update {
    change: Change;
    seq: number;
    seat: number;
}

/** Changes what is told of a step. False: this is not the step for it. */
type Lie = (told: Told) => boolean;

const isTold = (message: Server): message is Told =>
    message.op === "update" &&
    message.change !== undefined &&
    message.seq !== undefined &&
    message.seat !== undefined &&
    (message.events ?? []).length > 0;

/** A house between the host's house and those whom it tells: it lies in one step, to all of them. */
class LyingHouse implements GuestHouse {
    /** The step of the lie. */
    at: number | null = null;

    constructor(
        private readonly house: GuestHouse,
        private readonly lie: Lie,
        private readonly after: number,
    ) {}

    get(path: string): Promise<Response> {
        return this.house.get(path);
    }

    open(...[listener, token]: Parameters<GuestHouse["open"]>): ReturnType<GuestHouse["open"]> {
        const receive = (text: string) => listener.receive(this.tell(text));
        return this.house.open({ ...listener, receive }, token);
    }

    private tell(text: string): string {
        const message = JSON.parse(text) as Server;
        if (!isTold(message) || (this.at ?? this.after) > message.seq) return text;
        if (this.at !== null && this.at !== message.seq) return text;
        if (!this.lie(message)) return text;
        this.at = message.seq;
        return JSON.stringify(message);
    }
}

const OTHER: Record<string, string> = { R: "B", B: "R" };

/* Blue for red and red for blue, in faces, colours and commands. */
const paint = (text: string): string =>
    text.replace(/"(?:[RB][0-9SRT]?|[a-z_]+ [^"\\]*)"/g, (quoted) =>
        quoted.replace(/(?<=[" =])[RB](?=[0-9SRT]?[" ])/g, (letter) => OTHER[letter] ?? letter),
    );

/** A house that paints what it tells: each step is one of the rules, but of another deal. */
class PaintingHouse implements GuestHouse {
    private readonly tokens: (string | undefined)[] = [];

    /** `paints`: whom it tells so, by the order in which they came; the host is the first. */
    constructor(
        private readonly house: GuestHouse,
        private readonly paints: (guest: number) => boolean,
    ) {}

    get(path: string): Promise<Response> {
        return this.house.get(path);
    }

    open(...[listener, token]: Parameters<GuestHouse["open"]>): ReturnType<GuestHouse["open"]> {
        if (!this.tokens.includes(token)) this.tokens.push(token);
        if (!this.paints(this.tokens.indexOf(token))) return this.house.open(listener, token);
        const receive = (text: string) => listener.receive(paint(text));
        const line = this.house.open({ ...listener, receive }, token);
        return { send: (text) => line.send(paint(text)), close: () => line.close() };
    }
}

interface Cheated {
    game: string;
    rules: string;
    friends: number;
    through(house: GuestHouse): GuestHouse;
}

/** Plays a match to its end and gives the friends, with what each judges in the end. */
async function play(seed: number, { friends: count, ...wanted }: Cheated) {
    const below = dice(seed);
    seedEntropy(below);
    const settings = "next=one";
    const { house, home, host, doc } = await openTable(below, {
        ...wanted,
        settings,
        sealed: true,
    });
    const docs = Array.from({ length: count }, () => newDoc(below));
    joinDirectly([doc, ...docs]);
    doc.on("update", stir);
    const { code } = home.table;
    const friends = docs.map((one, i) => {
        const keys = keysFrom(randomBytes(32));
        return new FriendAtPage(one, keys, host.keys.id, code, below, `Friend ${i}`);
    });
    const shown = friends.map((friend) => {
        const moments = new Map<number, Sight>();
        friend.house.table(code).subscribe(() => {
            const { room, view, seat } = friend.table;
            if (room?.stage === "playing" && view && seat !== null)
                moments.set(view.seq, showAll(room.rules, view));
        });
        return moments;
    });
    await until(() => friends.every(({ table }) => table.room), "a lobby");
    for (const friend of friends) friend.sit();
    await until(() => friends.every(({ table }) => table.seat !== null), "seats");
    home.say({ op: "start", table: code });
    await until(() => friends.every(({ table }) => table.match_id), "the end");
    const verdicts: string[] = [];
    for (const [i, friend] of friends.entries()) {
        const answer = await friend.house.get(`/api/matches/${friend.table.match_id}`);
        const log = new Uint8Array(await answer.arrayBuffer());
        const [seat, moments] = [friend.table.seat ?? 0, shown[i] ?? new Map()];
        const { verdict } = await judge(theFollower(), log, undefined, seat, moments, []);
        verdicts.push(verdict);
        friend.line.close();
    }
    host.close();
    house.stop();
    return { friends, verdicts };
}

/* The same with several seeds; a seed that fails is named. */
async function eachSeed(run: (seed: number) => Promise<void>): Promise<void> {
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
        try {
            await run(seed);
        } catch (problem) {
            assert.fail(`seed ${seed}: ${problem instanceof Error ? problem.stack : problem}`);
        }
    }
}

const LIES: [what: string, game: string, rules: string, lie: Lie, wrong: Wrong[]][] = [
    [
        "it is another one's turn",
        "shed",
        "host match_mode=single",
        ({ change, events = [] }) => {
            const event = events.findLast(({ event }) => event === "turn");
            if (!event || typeof change.turn !== "number") return false;
            event.seat = change.turn = (change.turn + 1) % 3;
            return true;
        },
        /* What somebody else draws may change whose turn it is; then the next move is the one that cannot be. */
        ["turn", "move"],
    ],
    [
        "somebody has more points",
        "shed",
        "official match_mode=single",
        ({ change }) => {
            change.scores = [10, 0, 0];
            return true;
        },
        ["points"],
    ],
    [
        "somebody has more tokens",
        "two",
        "two tokens_to_win=1",
        ({ change }) => {
            change.tokens = [1, 0, 0];
            return true;
        },
        ["points"],
    ],
    [
        "a card lies on the pile that nobody has played",
        "shed",
        "host match_mode=single",
        ({ change, events = [] }) => {
            const pile = change.piles?.find(({ name }) => name === "discard");
            if (!pile?.cards?.[0] || !events.some(({ event }) => event === "card_played"))
                return false;
            pile.cards[0] = pile.cards[0] === "G7" ? "Y3" : "G7";
            return true;
        },
        ["card"],
    ],
    [
        "somebody has a card less",
        "shed",
        "first2shed",
        ({ change, seat }) => {
            const hand = change.hands?.[0];
            if (!hand || seat === 0 || hand.count < 2) return false;
            hand.count--;
            return true;
        },
        ["count", "sight"],
    ],
];

const isAbout = (wrong: Wrong) => (breach: Breach) => breach.wrong === wrong;

for (const [what, game, rules, lie, wrong] of LIES)
    test(`the host is named: ${what}`, needsEngine, () =>
        eachSeed(async (seed) => {
            const liars: LyingHouse[] = [];
            const through = (house: GuestHouse) => {
                const liar = new LyingHouse(house, lie, 4 + (seed % 5));
                liars.push(liar);
                return liar;
            };
            const { friends, verdicts } = await play(seed, { game, rules, friends: 2, through });
            const at = liars[0]?.at;
            assert.ok(typeof at === "number", "it has lied");
            for (const [i, { breaches }] of friends.entries()) {
                const found = breaches.find((breach) => wrong.includes(breach.wrong));
                assert.ok(found, `one has found only ${JSON.stringify(breaches)}`);
                if (found.wrong !== "move") assert.equal(found.seq, at);
                else assert.ok(found.seq >= at);
                /* Whoever asked for something too late was told the truth about the same step, too. */
                if (!breaches.some(isAbout("two_truths"))) assert.equal(verdicts[i], "not_shown");
            }
        }),
    );

test("a deck that is not the one of the log is found in the end", needsEngine, () =>
    eachSeed(async (seed) => {
        const through = (house: GuestHouse) => new PaintingHouse(house, () => true);
        const wanted = { game: "shed", rules: "host match_mode=single", friends: 2, through };
        const { friends, verdicts } = await play(seed, wanted);
        acquit(friends);
        assert.deepEqual(verdicts, ["not_shown", "not_shown"]);
    }),
);

test("two who are told different truths name the host, both", needsEngine, () =>
    eachSeed(async (seed) => {
        const through = (house: GuestHouse) => new PaintingHouse(house, (guest) => guest === 2);
        const wanted = { game: "shed", rules: "host match_mode=single", friends: 2, through };
        const { friends, verdicts } = await play(seed, wanted);
        for (const { breaches } of friends) {
            assert.ok(breaches.length > 0);
            assert.ok(breaches.every(isAbout("two_truths")), JSON.stringify(breaches));
        }
        assert.deepEqual(verdicts.sort(), ["honest", "not_shown"]);
    }),
);

/* What the page of one document shows comes to that of another one. */
const showTo = (from: Y.Doc, to: Y.Doc): void =>
    onShow(from, (statements) => queueMicrotask(() => bring(to, statements)));

test("a host with two documents of the same number is named", needsEngine, async () => {
    const below = dice(21);
    seedEntropy(below);
    const wanted = { game: "shed", rules: "host match_mode=single", settings: "next=one" };
    const opened = await openTable(below, { ...wanted, sealed: true });
    const { house, home, host, doc, kept } = opened;
    const copy = readCopy(kept.key, kept.bytes);
    if (!copy) throw new Error("there is no copy");
    const other_doc = newDoc(below);
    other_doc.clientID = doc.clientID;
    const painted = new PaintingHouse(house, () => true);
    const other = new FriendsHost({ ...copy, house: painted, doc: other_doc, memory: undefined });
    const friends = [doc, other_doc].map((at, i) => {
        const own = newDoc(below);
        joinDirectly([at, own]);
        at.on("update", stir);
        const keys = keysFrom(randomBytes(32));
        const { code } = home.table;
        return new FriendAtPage(own, keys, host.keys.id, code, below, `Friend ${i}`);
    });
    const [ann, bob] = friends as [FriendAtPage, FriendAtPage];
    showTo(ann.doc, bob.doc);
    showTo(bob.doc, ann.doc);
    await until(() => friends.every(({ table }) => table.room), "a lobby");
    for (const friend of friends) friend.sit();
    await until(() => friends.every(({ table }) => table.seat !== null), "seats");
    home.say({ op: "start", table: home.table.code });
    const named = () => friends.every(({ breaches }) => breaches.some(isAbout("two_truths")));
    await until(named, "both name the host");
    for (const friend of friends) friend.line.close();
    for (const one of [host, other]) one.close();
    house.stop();
});

/* A match that waits for somebody, at the second step or later. */
async function waiting(seed: number) {
    const below = dice(seed);
    seedEntropy(below);
    const rules = "start_rule=seat0 first_action=ignore first_wild=none play_after_draw=none";
    const wanted = { game: "shed", rules, sealed: true, quiet: true };
    const { house, home, host, doc } = await openTable(below, wanted);
    const docs = [newDoc(below), newDoc(below)];
    const shown: string[] = [];
    for (const one of docs) onShow(one, (statements) => shown.push(...(statements as string[])));
    joinDirectly([doc, ...docs]);
    const { code } = home.table;
    const friends = docs.map((one, i) => {
        const keys = keysFrom(randomBytes(32));
        return new FriendAtPage(one, keys, host.keys.id, code, below, `Friend ${i}`, true);
    });
    await until(() => friends.every(({ table }) => table.room), "a lobby");
    for (const friend of friends) friend.sit();
    await until(() => friends.every(({ table }) => table.seat !== null), "seats");
    home.say({ op: "start", table: code });
    await until(() => friends.every(({ table }) => table.view?.turn === 0), "hands");
    home.say({ op: "do", do: "draw", table: code, seq: home.table.view?.seq });
    await until(() => friends.every(({ table }) => table.view?.turn === 1), "the next turn");
    const end = () => {
        for (const friend of friends) friend.line.close();
        host.close();
        house.stop();
    };
    return { host, docs, friends, shown, end };
}

test("nobody makes friends accuse an honest host", needsEngine, async () => {
    const { docs, friends, shown, end } = await waiting(31);
    const [ann, bob] = friends as [FriendAtPage, FriendAtPage];
    const last = shown.at(-1) ?? "";
    const statement = readStatement(last);
    if (!statement) throw new Error("nothing was stated");
    const otherwise = { ...statement, digest: "0".repeat(32) };
    const own = writeStatement(bob.keys, otherwise);
    const forgeries: unknown[] = [
        [own],
        [last.slice(0, 128) + own.slice(128)],
        [`${last.slice(0, -8)}22305d00`],
        [last.slice(0, 100), `${last}00`, "", "zz", "0".repeat(100_000)],
        [1, null, {}, [last]],
        "text",
        null,
        { length: 3 },
        Array.from({ length: 10_000 }, () => own),
    ];
    for (const forgery of forgeries) bring(docs[0] as Y.Doc, forgery);
    /* What the host has said may be said again, at any time. */
    for (const said of shown) bring(docs[0] as Y.Doc, [said]);
    assert.deepEqual(ann.breaches, []);
    end();
});

test("a host must stand by what it tells", needsEngine, async () => {
    const { host, friends, shown, end } = await waiting(32);
    const [ann, bob] = friends as [FriendAtPage, FriendAtPage];
    const last = shown.at(-1) ?? "";
    const statement = readStatement(last);
    if (!statement) throw new Error("nothing was stated");
    ann.watch.state(last);
    assert.deepEqual(ann.breaches, []);
    const bad: [what: string, said: string | undefined][] = [
        ["nothing", undefined],
        ["nothing that can be read", "text"],
        ["the step before", shown[0]],
        ["another sight", writeStatement(host.keys, { ...statement, digest: "0".repeat(32) })],
        ["what somebody else has signed", writeStatement(bob.keys, statement)],
    ];
    const { match, seq } = statement;
    for (const [what, said] of bad) {
        ann.watch.state(said);
        const [{ name: _, ...breach }] = ann.breaches.splice(0) as unknown as [Breach];
        assert.deepEqual(breach, { match, seq, wrong: "not_stated" }, what);
    }
    end();
});

test("what the engine says is about something that people know", () => {
    const rows: [why: string, wrong: Wrong][] = [
        ["what happened does not lead to this: turn", "turn"],
        ['the rules want "turn seat=1", and "turn seat=2" was told', "turn"],
        ["what happened does not lead to this: scores", "points"],
        ["what happened does not lead to this: tokens", "points"],
        ["what happened does not lead to so many cards, or players", "count"],
        ["the number of cards is not that of the deck", "count"],
        ["a card is there twice", "card"],
        ["a card is shown that cannot be there", "card"],
        ['a card cannot have been there: "card_played seat=1 face=R5"', "card"],
        ['no lawful command begins with "card_played seat=1 face=R5"', "move"],
        ['the rules want "cards_drawn seat=1", and "turn seat=2" was told', "move"],
        ["events are missing, or there are too many", "move"],
        ["what happened does not lead to this: color", "sight"],
        ["what was shown cannot be read: hands", "sight"],
    ];
    for (const [why, wrong] of rows) assert.equal(wrongOf(why), wrong, why);
});
