// SPDX-License-Identifier: MIT
// friends_world.ts: a table between friends for tests: the host's house with the real engine, the host's own player, and
// as many documents as there are friends. How updates travel between them is for the test to say.
import assert from "node:assert/strict";
import { bytesToHex } from "@noble/hashes/utils";
import * as Y from "yjs";
import { fold, newTable, type Table } from "../src/connection/fold";
import { House, type Refused, type Request } from "../src/connection/house";
import { FriendLine } from "../src/friends/friend_line";
import { FriendsHost, type HostMemory } from "../src/friends/friends_host";
import { HostChain } from "../src/friends/host_chain";
import { type HostCopy, readCopy, writeCopy } from "../src/friends/host_copy";
import type { GuestHouse } from "../src/friends/host_guest";
import { Records } from "../src/friends/records";
import { type Keys, keysFrom, playerOfKey } from "../src/friends/seal";
import type { GameState } from "../src/friends/shared_maps";
import { type Breach, Watch } from "../src/friends/watch";
import type { Room, Server, View } from "../src/messages";
import { Engine } from "../src/replay/engine";
import type { OpenLine } from "../src/solo/device_house";
import { dice, newInstance, RealHouse, seedEntropy } from "./real_house";
import { moveToNextTimer } from "./still_clock";

type Below = (bound: number) => number;

export const stateNow = (doc: Y.Doc) => doc.getMap("gameStateMap").toJSON() as GameState;

export const randomBytes = (size: number): Uint8Array =>
    crypto.getRandomValues(new Uint8Array(size));

/** A document whose number comes from dice. */
export function newDoc(below: Below): Y.Doc {
    const doc = new Y.Doc();
    doc.clientID = 1 + below(0xffff_fffe);
    return doc;
}

type Shows = { emit(name: string, args: [unknown]): void } & {
    on(name: string, listener: (statements: unknown) => void): void;
};

/** What a page shows to all others beside its document, as in their awareness; a network brings it (`onShow`, `bring`). */
const show = (doc: Y.Doc, statements: unknown): void =>
    (doc as unknown as Shows).emit("show", [statements]);
const onShown = (doc: Y.Doc, listener: (statements: unknown) => void): void =>
    (doc as unknown as Shows).on("shown", listener);

/** Calls `listener` when the page of a document shows something. */
export const onShow = (doc: Y.Doc, listener: (statements: unknown) => void): void =>
    (doc as unknown as Shows).on("show", listener);

/** Brings what another page shows to that of a document. */
export const bring = (doc: Y.Doc, statements: unknown): void =>
    (doc as unknown as Shows).emit("shown", [statements]);

/** Joins documents so that each has at once what another writes. */
export function joinDirectly(docs: Y.Doc[]): void {
    for (const from of docs)
        for (const to of docs) Y.applyUpdate(to, Y.encodeStateAsUpdate(from), joinDirectly);
    for (const from of docs) {
        from.on("update", (update: Uint8Array, origin: unknown) => {
            if (origin === joinDirectly) return;
            for (const to of docs)
                if (to !== from) queueMicrotask(() => Y.applyUpdate(to, update, joinDirectly));
        });
        onShow(from, (statements) => {
            for (const to of docs) if (to !== from) queueMicrotask(() => bring(to, statements));
        });
    }
}

/* Whoever mostly plays a card, if there is one to play, comes to an end. */
function choose(actions: string[], below: Below): string {
    const plays = actions.filter((command) => command.startsWith("play"));
    const list = plays.length > 0 && below(10) > 0 ? plays : actions;
    return list[below(list.length)] ?? "";
}

/* One answer for each question: whoever agrees again may agree to what is asked after it. */
const momentOf = ({ match, asks }: Room, { seq, round }: View): string =>
    asks === "next" ? `${match} next after ${round}` : `${match} ${seq}`;

/** Somebody at the house itself, who does anything that is allowed: the host, in a page of its own. */
export class AtHome {
    table: Table = newTable("");
    quiet = false;
    private readonly line: OpenLine;
    private asked = "";
    private tag = 0;

    constructor(
        readonly house: RealHouse,
        private readonly below: Below,
        private readonly came: (home: AtHome) => void,
        readonly token = bytesToHex(randomBytes(16)),
    ) {
        this.line = house.open(
            {
                up: () => this.say({ op: "hello" }),
                down: () => {
                    this.asked = "";
                },
                receive: (text) => this.hear(JSON.parse(text) as Server),
            },
            this.token,
        );
    }

    say(message: Record<string, unknown>): void {
        this.line.send(JSON.stringify({ ...message, tag: ++this.tag }));
    }

    private hear(message: Server): void {
        if (message.op === "welcome") {
            /* The house may have been opened anew. */
            if (this.table.code) this.say({ op: "enter", table: this.table.code });
            this.came(this);
        }
        if (message.op !== "update" && message.op !== "answer") return;
        if (!this.table.code && message.table) this.table = newTable(message.table);
        this.table = fold(this.table, message);
        this.play();
    }

    private play(): void {
        const { code: table, room, view, seat } = this.table;
        const actions = (view?.actions ?? []) as string[];
        if (this.quiet || !view || !room || seat === null || room.stage !== "playing") return;
        const moment = momentOf(room, view);
        if (moment === this.asked) return;
        this.asked = moment;
        if (room.asks === "next") this.say({ op: "agree", table });
        else if (actions.length > 0) {
            const command = choose(actions, this.below);
            this.say({ op: "do", do: command, table, seq: view.seq });
        }
    }
}

let follower: Engine | null = null;

/** The engine that judges steps, for all pages. */
export function theFollower(): Engine {
    follower ??= new Engine(newInstance());
    return follower;
}

/** A friend with a page: the house as the pages have it, behind a line through the document. */
export class FriendAtPage {
    readonly line: FriendLine;
    readonly house: House;
    /** Codes of refusals. */
    readonly refused: string[] = [];
    readonly watch: Watch;
    /** What this page has found against the host. */
    readonly breaches: Breach[] = [];
    /** How many steps were judged. */
    judged = 0;
    private asked = "";
    /** What this friend and a host can read. */
    private records?: { host: string; of: Records };

    constructor(
        readonly doc: Y.Doc,
        readonly keys: Keys,
        readonly host: string,
        readonly code: string,
        private readonly below: Below,
        private readonly name: string,
        private readonly quiet = false,
        readonly chain = new HostChain(doc, host, []),
        /** What this friend gives to the deal. */
        readonly entropy = bytesToHex(randomBytes(32)),
    ) {
        this.watch = new Watch({
            chain,
            code,
            follow: async (step) => {
                this.judged++;
                return theFollower().follow(step);
            },
            show: (statements) => show(doc, statements),
            found: (breach) => this.breaches.push(breach),
        });
        this.line = new FriendLine({ doc, keys, chain, stated: (said) => this.watch.state(said) });
        this.line.subscribe((news) => this.watch.hear(news));
        onShown(doc, (statements) => this.watch.compare(statements));
        this.house = new House(this.line, {
            language: () => "en",
            token: () => null,
            keepToken: () => {},
            offline: () => "offline",
            hinted: () => "",
            base: "",
            get: async (path) => (await this.line.get(path)) ?? new Response(null, { status: 503 }),
        });
        this.house.follow(code);
        this.house.table(code).subscribe(() => this.play());
        /* A command is given again by the page, an agreement is not. */
        this.house.status.subscribe(() => {
            if (this.house.status.get() === "down" && this.asked.includes("next")) this.asked = "";
        });
    }

    get table(): Table {
        return this.house.table(this.code).get();
    }

    sit(): void {
        const { code: table, name, entropy } = this;
        this.asks({ op: "sit", table, name, entropy });
    }

    /** The hand that the document has for this friend; null if it cannot be read. */
    hand(): unknown {
        const value = this.doc.getMap("dealtHandsMap").get(String(playerOfKey(this.keys.id)));
        if (!(value instanceof Uint8Array)) return value ?? null;
        const host = this.chain.host;
        if (this.records?.host !== host)
            this.records = { host, of: new Records(this.keys, this.host, host, this.keys.id) };
        return this.records.of.readHand(value);
    }

    asks(request: Request): void {
        this.house.request(request).catch((why: Refused) => this.refused.push(why.code));
    }

    do(command: string): void {
        this.house.act(this.code, command).catch((why: Refused) => this.refused.push(why.code));
    }

    private play(): void {
        const { room, view, seat } = this.table;
        const actions = (view?.actions ?? []) as string[];
        if (this.quiet || !room || !view || seat === null || room.stage !== "playing") return;
        const moment = momentOf(room, view);
        if (moment === this.asked) return;
        this.asked = moment;
        if (room.asks === "next") this.asks({ op: "agree", table: this.code });
        else if (actions.length > 0) this.do(choose(actions, this.below));
    }
}

/** Pages have judged what they were shown, and found nothing against an honest host. */
export function acquit(pages: FriendAtPage[]): number {
    for (const { breaches } of pages) assert.deepEqual(breaches, []);
    return pages.reduce((sum, { judged }) => sum + judged, 0);
}

export interface Opened {
    house: RealHouse;
    home: AtHome;
    host: FriendsHost;
    doc: Y.Doc;
    /** The copy that the host has made last, and the key of its device. */
    kept: { key: Uint8Array; bytes: Uint8Array };
}

type Kept = Opened["kept"];

function hostTable(
    house: GuestHouse,
    doc: Y.Doc,
    kept: Kept,
    copy: Omit<HostCopy, "memory" | "room">,
    before?: HostMemory,
): FriendsHost {
    const remember = (memory: HostMemory) => {
        kept.bytes = writeCopy(kept.key, { ...copy, room: "room", memory });
    };
    return new FriendsHost({ ...copy, house, doc, memory: before, remember });
}

/** The device of a host that has crashed is there again, with what it has stored and nothing else. */
export async function comeBack(below: Below, { house, kept }: Opened): Promise<Opened> {
    const copy = readCopy(kept.key, kept.bytes);
    if (!copy) throw new Error("there is no copy");
    const again = new RealHouse(house.shelf);
    const home = await new Promise<AtHome>(
        (came) => void new AtHome(again, below, came, copy.token),
    );
    home.say({ op: "enter", table: copy.code });
    await until(() => home.table.room !== null, "the table");
    const doc = newDoc(below);
    return { house: again, home, doc, kept, host: hostTable(again, doc, kept, copy, copy.memory) };
}

/** Opens a table in a house of its own, at which the host sits, and hosts it. A quiet host does nothing by itself. */
export async function openTable(
    below: Below,
    {
        quiet = false,
        sealed = false,
        through = (house) => house,
        ...wanted
    }: {
        game: string;
        rules: string;
        settings?: string;
        quiet?: boolean;
        sealed?: boolean;
        /** What stands between the house and those who are told by the host. */
        through?: (house: GuestHouse) => GuestHouse;
    },
): Promise<Opened> {
    const house = new RealHouse();
    const home = await new Promise<AtHome>((came) => void new AtHome(house, below, came));
    home.quiet = quiet;
    home.say({ op: "create", settings: "next=one", ...wanted });
    await until(() => home.table.code !== "", "a table");
    home.say({ op: "sit", table: home.table.code, name: "Host", entropy: "ab".repeat(32) });
    await until(() => home.table.seat !== null, "a seat");
    const doc = newDoc(below);
    const copy = { code: home.table.code, token: home.token, secret: randomBytes(32), sealed };
    const kept: Kept = { key: randomBytes(32), bytes: new Uint8Array() };
    const host = hostTable(through(house), doc, kept, copy);
    await until(() => host.maps.state.get("status") === "LOBBY", "a lobby");
    return { house, home, host, doc, kept };
}

/** Turns of the loop in which everything happens that follows from what was done. */
const TURNS = 300;
/** When nothing has happened for so long, nothing will: a house tells who comes and goes once a second. */
const QUIET_MS = 20_000;
let happened = 0;

/** Something has happened, so whoever waits has not waited in vain. */
export const stir = (): void => {
    happened++;
};

/** Waits until something is so. Time passes when nothing else can happen. Fails when nothing happens any more. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
    let last = -1;
    let end = 0;
    for (let turns = 0; !isSo(); turns++) {
        if (happened !== last) {
            last = happened;
            turns = 0;
            end = performance.now() + QUIET_MS;
        }
        if (turns >= TURNS) {
            turns = 0;
            if (!moveToNextTimer(end)) throw new Error(`nothing happens any more; wanted: ${what}`);
        }
        await new Promise((next) => setImmediate(next));
    }
}

/** Lets everything happen that follows from what has been written. */
export async function calm(): Promise<void> {
    for (let i = 0; i < TURNS; i++) await new Promise((next) => setImmediate(next));
}

export interface Sealed {
    game: string;
    rules: string;
    sealed?: boolean;
    settings?: string;
    quiet?: boolean;
    friends: number;
    bots?: number;
}

/** Friends who sit at a table of a host, with bots if any are wanted. */
export async function seat(below: Below, wanted: Sealed) {
    const { friends: count, bots = 0, quiet, ...rest } = wanted;
    const opened = await openTable(below, { sealed: true, quiet, ...rest });
    const { doc, host, home } = opened;
    const docs = Array.from({ length: count }, () => newDoc(below));
    joinDirectly([doc, ...docs]);
    doc.on("update", stir);
    const { code } = home.table;
    const friends = docs.map((one, i) => {
        const keys = keysFrom(randomBytes(32));
        return new FriendAtPage(one, keys, host.keys.id, code, below, `Friend ${i}`, quiet);
    });
    await until(() => friends.every(({ table }) => table.room), "a lobby");
    for (const friend of friends) friend.sit();
    await until(() => friends.every(({ table }) => table.seat !== null), "seats");
    for (let i = 0; i < bots; i++) home.say({ op: "add_bot", table: code, bot: "random" });
    await until(() => stateNow(doc).turnOrder.length === 1 + count + bots, "everybody");
    return { ...opened, friends, docs, code };
}

/* Rules by which a draw is a whole turn, and seat 0 begins. */
const DRAWS =
    "start_rule=seat0 first_action=ignore first_wild=none play_after_draw=none uno_call=false wd4_rule=free";

/** A match that has begun, in which everybody draws when a test says so; nobody may have found anything against the host. */
export async function begun(seed: number, friends: number, wanted: Partial<Sealed> = {}) {
    const below = dice(seed);
    seedEntropy(below);
    const table = await seat(below, {
        game: "shed",
        rules: DRAWS,
        quiet: true,
        friends,
        settings: "grace_ms=0",
        ...wanted,
    });
    table.home.say({ op: "start", table: table.code });
    await until(() => table.friends.every(({ hand }) => hand), "hands");
    await until(() => stateNow(table.doc).status === "PLAYING", "a match");
    const turn = (at: number) =>
        stateNow(table.doc).turnOrder[at] === stateNow(table.doc).currentTurn;
    const draw = async (at: number) => {
        await until(() => turn(at), `the turn of ${at}`);
        const { view } = table.home.table;
        if (at > 0) table.friends[at - 1]?.do("draw");
        else table.home.say({ op: "do", do: "draw", table: table.code, seq: view?.seq });
        await until(() => !turn(at), `a draw of ${at}`);
    };
    const end = () => {
        assert.ok(acquit(table.friends) > 0);
        for (const friend of table.friends) friend.line.close();
        table.host.close();
        table.house.stop();
    };
    return { ...table, below, draw, end };
}
