// SPDX-License-Identifier: MIT
// friends_hand.test.ts: the host of a table between friends hands it over, at random moments, again and again, over a bad
// network; whoever gives or takes it crashes at every step; somebody forges it. There is never more than one host, matches
// end with everybody in the same seat, everybody proves the deal, and nobody else can read what was handed over.
// HC_SEED and HC_FRIENDS_COUNT as in friends.test.ts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { bytesToHex } from "@noble/hashes/utils";
import * as Y from "yjs";
import { Taker } from "../src/friends/hand_over";
import { HostChain, signChange } from "../src/friends/host_chain";
import { readCopy, writeCopy } from "../src/friends/host_copy";
import { HostTable } from "../src/friends/host_table";
import { type Keys, keysFrom, playerOfKey } from "../src/friends/seal";
import type { GameState } from "../src/friends/shared_maps";
import { EngineModule } from "../src/solo/engine_module";
import type { Move, Moved } from "../src/solo/solo_messages";
import { MemoryShelf } from "../src/solo/solo_shelf";
import { DocumentClient } from "./document_client";
import { AtHome, FriendAtPage, newDoc, randomBytes, until } from "./friends_world";
import { dice, RealHouse, seedEntropy, WASM } from "./real_house";
import { SimNet } from "./sim_net";

const FIRST = Number(process.env.HC_SEED ?? 1);
const COUNT = Number(process.env.HC_FRIENDS_COUNT ?? 4);
const needsEngine = WASM ? {} : { skip: "there is no wasm module" };
type Below = (bound: number) => number;

const TABLES: [game: string, rules: string][] = [
    ["shed", "host points_to_win=60"],
    ["two", "two tokens_to_win=3"],
    ["shed", "party points_to_win=60"],
    ["shed", "official points_to_win=60"],
];

const stateNow = (doc: Y.Doc) => doc.getMap("gameStateMap").toJSON() as GameState;
const fromHex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));

/** What a promise brings; fails when nothing happens any more. */
async function comes<T>(promise: Promise<T>, what: string): Promise<T> {
    const result: T[] = [];
    let why: unknown;
    promise.then(
        (value) => result.push(value),
        (problem) => {
            why = problem;
        },
    );
    await until(() => result.length > 0 || why !== undefined, what);
    if (why !== undefined) throw why;
    return result[0] as T;
}

/** A table and its people, each with a device of their own. */
class World {
    readonly people: Person[] = [];
    readonly net: SimNet;
    readonly clients: Y.Doc[] = [];
    /** What went from house to house. */
    readonly moved: Moved[] = [];
    code = "";
    table = "";
    sealed = true;
    /** Whoever is away for a moment in the lobby would lose the seat without this time of grace. */
    settings = "next=one grace_ms=60000";

    constructor(
        readonly below: Below,
        readonly quiet = false,
    ) {
        this.net = new SimNet(below, { delay: below(6), repeats: below(30) });
    }

    /** Whoever shares the table. */
    get hosts(): Person[] {
        return this.people.filter(({ host }) => host);
    }

    present(): void {
        const clients = [
            ...this.people.filter(({ up }) => up).map(({ doc }) => doc),
            ...this.clients,
        ];
        const present = new Set(clients.map((doc) => doc.clientID));
        for (const { host, page, doc, up } of this.people) {
            if (!up) continue;
            const others = new Set([...present].filter((one) => one !== doc.clientID));
            host?.setPresent(others);
            if (doc.getMap("table").has("client")) page?.line.setPresent(others);
        }
    }

    get state(): GameState {
        return stateNow((this.people.find(({ up }) => up) as Person).doc);
    }

    stop(): void {
        for (const person of this.people) person.crash();
        this.net.stop();
    }
}

/** Somebody's device: what it has stored, and the page that is open there, as hosting.ts and friend_house.ts have it. */
class Person {
    readonly keys: Keys;
    doc: Y.Doc;
    chain: HostChain;
    house: RealHouse;
    page: FriendAtPage | null = null;
    home: AtHome | null = null;
    host: HostTable | null = null;
    up = true;
    /** At which move of its house the device crashes, as "before give". */
    crashes = "";
    moves: string[] = [];
    private taker: Taker | null = null;
    private readonly shelf = new MemoryShelf();
    private readonly entropy = bytesToHex(randomBytes(32));
    private readonly kept = {
        hosts: false,
        changes: [] as Uint8Array[],
        copy: new Uint8Array() as Uint8Array,
    };
    private token = "";

    constructor(
        readonly world: World,
        readonly name: string,
        readonly secret = randomBytes(32),
    ) {
        this.keys = keysFrom(secret);
        this.house = new RealHouse(this.shelf);
        this.doc = newDoc(world.below);
        this.chain = this.newChain(world.table || this.keys.id);
        world.people.push(this);
    }

    /** Opens a table, sits down there, and shares it. */
    async openTable(game: string, rules: string): Promise<void> {
        const { world } = this;
        const home = await new Promise<AtHome>(
            (came) => void new AtHome(this.house, world.below, came),
        );
        home.quiet = world.quiet;
        this.home = home;
        this.token = home.token;
        home.say({ op: "create", settings: world.settings, game, rules });
        await until(() => home.table.code !== "", "a table");
        world.code = home.table.code;
        world.table = this.keys.id;
        home.say({ op: "sit", table: world.code, name: this.name, entropy: this.entropy });
        await until(() => home.table.seat !== null, "a seat");
        this.kept.hosts = true;
        world.net.add(this.doc);
        await this.share();
    }

    /** Opens the page of the table. */
    join(): void {
        this.world.net.add(this.doc);
        this.beFriend();
    }

    /** The page is gone, and nobody has said goodbye. */
    crash(): void {
        if (!this.up) return;
        this.up = false;
        this.house.stop();
        this.world.net.leave(this.doc);
        this.page?.line.close();
        this.taker?.close();
        this.host?.close();
        this.chain.close();
        this.page = this.home = this.host = this.taker = null;
        this.world.present();
    }

    /** The page is opened again, with what the device has stored. */
    async comeBack(): Promise<void> {
        this.up = true;
        this.crashes = "";
        this.house = new RealHouse(this.shelf);
        this.doc = newDoc(this.world.below);
        this.chain = this.newChain(this.world.table);
        if (!this.kept.hosts) this.join();
        else {
            if (this.chain.length === 0) await this.goHome();
            this.world.net.add(this.doc);
            if (this.chain.length > 0) this.beFriend();
            await this.share();
        }
        this.world.present();
    }

    /** What the house of the device is asked, and the crash that may come before or after it. */
    move = async (move: Move): Promise<Moved> => {
        const never = new Promise<Moved>(() => {});
        if (!this.up) return await never;
        this.moves.push(move.how);
        if (this.crashes === `before ${move.how}`) {
            this.crash();
            return await never;
        }
        const moved = await this.house.move(move);
        if (!this.up) return await never;
        if (move.how === "hold") this.world.moved.push(moved);
        if (this.crashes === `after ${move.how}`) {
            this.crash();
            return await never;
        }
        return moved;
    };

    private newChain(table: string): HostChain {
        const chain = new HostChain(this.doc, table, this.kept.changes);
        chain.subscribe(() => {
            this.kept.changes = [...chain.known];
        });
        return chain;
    }

    private async goHome(): Promise<void> {
        const { house, token, world } = this;
        const home = await new Promise<AtHome>(
            (came) => void new AtHome(house, world.below, came, token),
        );
        home.quiet = world.quiet;
        home.say({ op: "enter", table: world.code });
        this.home = home;
    }

    private async share(): Promise<void> {
        const { doc, chain, house, secret, token, world, kept } = this;
        const { code } = world;
        const copy = readCopy(secret, kept.copy);
        const sealed = copy?.sealed ?? world.sealed;
        const given = () => {
            kept.hosts = false;
            this.host = null;
            this.home = null;
            if (!this.page) this.beFriend();
        };
        const host = await HostTable.open({
            doc,
            chain,
            house: {
                move: this.move,
                open: (...one) => house.open(...one),
                get: (path) => house.get(path),
            },
            code,
            token,
            secret,
            sealed,
            memory: copy?.memory,
            remember: (memory) => {
                kept.copy = writeCopy(secret, { code, token, secret, sealed, room: "", memory });
            },
            given,
        });
        if (doc !== this.doc || !this.up) host?.close();
        else if (host) {
            this.host = host;
            assert.deepEqual(world.hosts, [this], "there is one host");
        } else given();
        world.present();
    }

    private beFriend(): void {
        const { doc, keys, chain, world, secret, kept } = this;
        const { code, below, table, quiet } = world;
        const { name, entropy } = this;
        this.page = new FriendAtPage(doc, keys, table, code, below, name, quiet, chain, entropy);
        this.taker = new Taker({
            doc,
            chain,
            code,
            keys,
            house: this,
            note: ({ sealed, memory }) =>
                bytesToHex(
                    writeCopy(secret, { code, token: "", secret, sealed, room: "", memory }),
                ),
            become: (note) => {
                if (kept.hosts || doc !== this.doc || !this.up) return;
                kept.hosts = true;
                kept.copy = fromHex(note);
                void this.share();
            },
        });
        const { taker } = this;
        this.page.line.subscribe(({ op }) => {
            if (op === "up") void taker.hostGoesOn();
        });
        doc.getMap("table").observe(() => world.present());
        world.present();
    }
}

async function gather(
    below: Below,
    wanted: {
        game: string;
        rules: string;
        settings?: string;
        friends: number;
        clients?: number;
        quiet?: boolean;
    },
): Promise<World> {
    const world = new World(below, wanted.quiet);
    world.settings = wanted.settings ?? world.settings;
    world.sealed = !wanted.clients;
    const first = new Person(world, "Host");
    await comes(first.openTable(wanted.game, wanted.rules), "a table");
    await until(() => stateNow(first.doc).status === "LOBBY", "a lobby");
    for (let i = 0; i < wanted.friends; i++) new Person(world, `Friend ${i}`).join();
    const friends = world.people.slice(1);
    await until(() => friends.every(({ page }) => page?.table.room), "a lobby");
    for (const { page } of friends) page?.sit();
    for (let i = 0; i < (wanted.clients ?? 0); i++) {
        const doc = newDoc(below);
        world.clients.push(doc);
        world.net.add(doc);
        world.present();
        new DocumentClient(doc, below).join(`Client ${i}`);
    }
    const count = 1 + wanted.friends + (wanted.clients ?? 0);
    await until(() => stateNow(first.doc).turnOrder.length === count, "everybody");
    return world;
}

/** Everybody fetches the log of the match, and finds the deal honest, with what they gave to it. */
async function prove(world: World): Promise<void> {
    const pages = world.people.flatMap(({ page }) => page ?? []);
    await until(() => pages.every(({ table }) => table.match_id), "a log");
    for (const page of pages) {
        let answer: Response | null = null;
        /* Whoever hands over now cannot answer. */
        while (answer?.status !== 200) {
            await until(() => page.house.status.get() === "up", "a line");
            answer = await comes(page.house.get(`/api/matches/${page.table.match_id}`), "a log");
        }
        const bytes = new Uint8Array(await answer.arrayBuffer());
        const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(WASM)));
        const engine = new EngineModule(instance);
        const calls = instance.exports as Record<string, (length: number) => number>;
        assert.equal(calls.verify?.(engine.put(bytes)), 0, "honest");
        const log = engine.outText(calls.log_json?.(engine.put(bytes)) ?? 0);
        assert.ok(log.includes(page.entropy), "the deal has what this friend gave");
    }
}

const seatsOf = ({ turnOrder, names }: GameState) => JSON.stringify([turnOrder, names]);

/** Somebody who could be the host is made it. */
async function handOver(world: World): Promise<boolean> {
    const [giver] = world.hosts;
    const heirs = giver?.host?.heirs() ?? [];
    const heir = heirs[world.below(heirs.length || 1)];
    if (!giver?.host || !heir) return false;
    const attempt = giver.host.handOver(heir);
    if (world.below(5) === 0) giver.host.withdraw();
    return await comes(attempt, "a decision");
}

async function playMatch(seed: number): Promise<string> {
    const below = dice(seed);
    seedEntropy(below);
    const [game, rules] = TABLES[seed % TABLES.length] ?? ["", ""];
    const clients = seed % 2;
    const friends = 1 + below(3 - clients);
    const began = below(2) === 0;
    const settings = began ? "next=one grace_ms=0" : undefined;
    const world = await gather(below, { game, rules, settings, friends, clients });
    const { net } = world;
    const seats = seatsOf(world.state);
    const start = () => world.hosts[0]?.host?.ask({ op: "start" });
    let [given, withdrawn, back] = [0, 0, 0];
    if (began) start();
    const first = world.people[0];
    while (given < 6 && (world.state.status !== "ENDED" || given < 1)) {
        const brought = net.brought + below(80);
        await until(() => net.brought >= brought || net.quiet, "traffic");
        await until(() => (world.hosts[0]?.host?.heirs().length ?? 0) > 0, "an heir");
        if (await handOver(world)) {
            given++;
            await until(() => world.hosts.length === 1, "a host");
            if (world.hosts[0] === first) back++;
        } else withdrawn++;
        await until(() => world.hosts.length === 1, "a host");
        assert.equal(seatsOf(world.state), seats, "everybody has the same seat");
        if (!began && given === 1) {
            await until(() => world.hosts[0]?.host?.heirs().length === friends, "everybody");
            start();
        }
    }
    await until(() => world.state.status === "ENDED", "the end");
    await prove(world);
    await until(() => net.quiet, "silence");
    const [one, ...others] = [...world.people.map(({ doc }) => doc), ...world.clients];
    for (const other of others) assert.deepEqual(stateNow(other), stateNow(one as Y.Doc));
    world.stop();
    return `${game} ${rules}: ${friends} friends, ${clients} clients, handed over ${given} times, ${back} back, ${withdrawn} not`;
}

test("a table is handed over again and again, and matches end", needsEngine, async (t) => {
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
        try {
            t.diagnostic(`seed ${seed}: ${await playMatch(seed)}`);
        } catch (problem) {
            const why = problem instanceof Error ? problem.stack : problem;
            assert.fail(`seed ${seed}: ${TABLES[seed % TABLES.length]}: ${why}`);
        }
    }
});

/* Who crashes at which move, and who has the table when everybody is back. */
const CRASHES: [who: "giver" | "taker", when: string, host: "giver" | "taker"][] = [
    ["giver", "before hold", "giver"],
    ["giver", "after hold", "giver"],
    ["taker", "before take", "giver"],
    ["taker", "after take", "giver"],
    ["giver", "before give", "giver"],
    ["giver", "after give", "taker"],
    ["taker", "before keep", "taker"],
    ["taker", "after keep", "taker"],
];

async function crashAt(index: number): Promise<void> {
    const [who, when, last] = CRASHES[index] ?? ["giver", "", "giver"];
    const below = dice(100 + index);
    seedEntropy(below);
    const [game, rules] =
        index % 2 ? ["two", "two tokens_to_win=2"] : ["shed", "host match_mode=single"];
    const world = await gather(below, { game, rules, friends: 2 });
    const seats = seatsOf(world.state);
    world.hosts[0]?.host?.ask({ op: "start" });
    await until(() => world.state.status === "PLAYING", "a match");
    /* The first host plays at home, others with the pages of a friend: both give. */
    for (let round = 0; round < 2; round++) {
        const [giver] = world.hosts as [Person];
        const heir = giver.host?.heirs()[0];
        const taker = world.people.find(({ keys }) => keys.id === heir?.key);
        const person = who === "giver" ? giver : taker;
        if (!person || !heir || !taker) return assert.fail("nobody is there");
        const before = giver.chain.length;
        person.crashes = when;
        void giver.host?.handOver(heir);
        await until(() => !person.up, `a crash ${when}`);
        if (last === "giver" && who === "taker")
            await until(() => giver.host?.giving.get() === null, "the host goes on");
        await comes(person.comeBack(), "a return");
        await until(() => world.hosts.length === 1, "a host");
        assert.equal(world.hosts[0], last === "giver" ? giver : taker);
        for (const { chain } of world.people)
            await until(() => chain.length === before + (last === "giver" ? 0 : 1), "one truth");
        await until(() => (world.hosts[0]?.host?.heirs().length ?? 0) === 2, "everybody");
        assert.equal(seatsOf(world.state), seats, "everybody has the same seat");
        if (round === 0 && last === "giver") assert.ok(await handOverSurely(world));
    }
    await until(() => world.state.status === "ENDED", "the end");
    await prove(world);
    world.stop();
}

async function handOverSurely(world: World): Promise<boolean> {
    const [giver] = world.hosts;
    const [heir] = giver?.host?.heirs() ?? [];
    const done = !!heir && !!giver?.host && (await comes(giver.host.handOver(heir), "a host"));
    await until(() => world.hosts.length === 1 && world.hosts[0] !== giver, "another host");
    await until(() => (world.hosts[0]?.host?.heirs().length ?? 0) === 2, "everybody");
    return done;
}

test("whoever crashes while a table is handed over, it has one host", needsEngine, async (t) => {
    for (const [index, [who, when]] of CRASHES.entries())
        await t.test(`${who} ${when}`, () => crashAt(index));
});

test("what was taken in an attempt that was withdrawn is forgotten", needsEngine, async () => {
    for (const when of ["before take", "after take"]) {
        const below = dice(55);
        seedEntropy(below);
        const rules = "host match_mode=single";
        const world = await gather(below, { game: "shed", rules, friends: 2, quiet: true });
        const giver = world.hosts[0] as Person;
        giver.host?.ask({ op: "start" });
        await until(() => world.state.status === "PLAYING", "a match");
        const heir = giver.host?.heirs()[0];
        const taker = world.people.find(({ keys }) => keys.id === heir?.key);
        if (!taker || !heir) return assert.fail("nobody is there");
        const { move } = taker;
        let attempts = 0;
        taker.move = async (wanted) => {
            const first = wanted.how === "take" && attempts++ === 0;
            if (first && when === "before take") giver.host?.withdraw();
            /* The host goes on while the friend still stores what was offered. */
            if (first && when === "before take")
                await until(() => (giver.host?.heirs().length ?? 0) === 2, "the host goes on");
            const moved = await move(wanted);
            if (first && when === "after take") giver.host?.withdraw();
            return moved;
        };
        assert.equal(await comes(giver.host?.handOver(heir) ?? Promise.reject(), when), false);
        await until(() => taker.moves.includes("drop"), "it is forgotten");
        const kept = () => taker.house.shelf.change((boxes) => boxes.all("rooms"));
        await comes(
            (async () => {
                while ((await kept()).length > 0) await new Promise((next) => setTimeout(next));
            })(),
            "nothing is left",
        );
        await until(() => (giver.host?.heirs().length ?? 0) === 2, "everybody");
        assert.ok(await handOverSurely(world));
        world.stop();
    }
});

test("nobody makes himself host", needsEngine, async () => {
    const below = dice(77);
    seedEntropy(below);
    const world = await gather(below, { game: "shed", rules: "host", friends: 2, quiet: true });
    const [first, ann, bob] = world.people as [Person, Person, Person];
    const change = { to: bob.keys.id, by: "0123456789abcdef" };
    const elsewhere = signChange(first.keys, bob.keys.id, 1, change);
    const later = signChange(first.keys, world.table, 2, change);
    const forgeries: unknown[] = [
        [signChange(bob.keys, world.table, 1, change)],
        [elsewhere],
        [later],
        [
            signChange(first.keys, world.table, 1, change).map((byte, i) =>
                i === 70 ? byte ^ 1 : byte,
            ),
        ],
        [new Uint8Array(10)],
        ["text"],
        "text",
        7,
    ];
    for (const forged of forgeries) {
        bob.doc.transact(() => {
            bob.doc.getMap<unknown>("hosts").set("chain", forged);
            bob.doc.getMap<unknown>("hosts").set("offer", new Uint8Array(90));
            bob.doc.getMap<unknown>("table").set("host", bob.keys.id);
        });
        await until(
            () => world.net.quiet && ann.doc.getMap("table").get("host") === world.table,
            "truth",
        );
        for (const { chain } of world.people) assert.equal(chain.host, world.table);
        assert.equal(ann.page?.house.status.get(), "up");
    }
    assert.deepEqual(world.hosts, [first]);
    /* After a true change the one who was the host can say nothing else, and what is taken away is put back. */
    await handOverTo(world, ann);
    const truth = ann.chain.known.map(bytesToHex);
    const other = signChange(first.keys, world.table, 1, change);
    for (const value of [
        [other],
        [other, signChange(bob.keys, world.table, 2, { ...change, to: bob.keys.id })],
        null,
    ]) {
        bob.doc.getMap<unknown>("hosts").set("chain", value);
        await until(() => world.net.quiet, "silence");
        assert.equal(ann.chain.host, ann.keys.id);
        assert.deepEqual(ann.chain.known.map(bytesToHex), truth);
        assert.equal(first.chain.host, ann.keys.id);
    }
    /* Whoever comes later finds the same. */
    bob.doc.getMap<unknown>("hosts").delete("chain");
    await until(() => world.net.quiet, "silence");
    const late = new Person(world, "Late");
    late.join();
    await until(() => late.chain.host === ann.keys.id && !!late.page?.table.room, "the table");
    world.stop();
});

async function handOverTo(world: World, person: Person): Promise<void> {
    const heir = { key: person.keys.id, name: person.name };
    const attempt = world.hosts[0]?.host?.handOver(heir) ?? Promise.resolve(false);
    assert.ok(await comes(attempt, "a decision"));
    await until(() => world.hosts[0] === person, "another host");
    const others = world.people.filter((one) => one !== person);
    await until(() => others.every(({ page }) => page?.table.fresh && page.table.room), "lines");
}

test("what is handed over is for the next host alone", needsEngine, async () => {
    const below = dice(78);
    seedEntropy(below);
    const world = await gather(below, { game: "shed", rules: "host", friends: 2, quiet: true });
    const [first, ann, bob] = world.people as [Person, Person, Person];
    const updates: Uint8Array[] = [];
    for (const { doc } of world.people) {
        updates.push(Y.encodeStateAsUpdate(doc));
        doc.on("update", (update: Uint8Array) => updates.push(update));
    }
    const homeToken = first.home?.token ?? "";
    first.host?.ask({ op: "start" });
    await until(() => world.state.status === "PLAYING", "a match");
    await handOverTo(world, ann);
    await handOverTo(world, bob);
    await handOverTo(world, first);
    const all = Buffer.concat([
        ...updates,
        ...world.people.map(({ doc }) => Y.encodeStateAsUpdate(doc)),
    ]);
    assert.equal(world.moved.length, 3);
    let searched = 0;
    for (const { room } of world.moved) {
        assert.ok(room);
        const bytes = Buffer.from(room.bytes, "base64");
        /* The secrets of this deal and the next. */
        for (let at = 1; at < 129; at += 32) {
            const secret = bytes.subarray(at, at + 32);
            if (secret.every((byte) => byte === 0)) continue;
            searched++;
            for (const form of [
                secret,
                secret.toString("hex"),
                secret.toString("base64").slice(0, 42),
            ])
                assert.ok(!all.includes(form), "the secret of the deal is in the document");
        }
        assert.ok(!all.includes(room.bytes.slice(0, 60)));
        assert.ok(!bytes.includes(Buffer.from(homeToken, "hex")));
    }
    assert.ok(searched >= 12);
    /* Nobody learns under which token a person is at home. */
    assert.ok(!all.includes(homeToken) && !all.includes(Buffer.from(homeToken, "hex")));
    /* Nothing of it stays in the document. */
    await until(() => world.net.quiet, "silence");
    for (const { doc } of world.people)
        assert.deepEqual([...doc.getMap("hosts").keys()], ["chain"]);
    assert.equal(world.state.names[String(playerOfKey(first.keys.id))], "Host");
    world.stop();
});
