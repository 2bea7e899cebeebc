// SPDX-License-Identifier: MIT
// house_worker.ts: the worker that each tab has for the house of this device. One of them has the house; the others pass
// on what their pages say, and one of them takes over when that tab is closed. Start reading at `begin`.
//
// Which one it is, a lock of the browser decides. Where there are none (plain http from another machine) the newest tab
// takes the house. A tab that had it and was only asleep finds out when it wants to store something (solo_store.ts).
// A browser that lets a site keep nothing at all refuses locks as well: then each tab has a house of its own.
import { compileEngine, EngineModule } from "./engine_module";
import { SoloHouse } from "./solo_house";
import type { BetweenTabs, FromHouse, ToHouse, Trouble } from "./solo_messages";
import { MemoryShelf, openShelf, type Shelf, TooNew } from "./solo_shelf";
import { SoloStore, Taken } from "./solo_store";
import { ThinkPool } from "./think_pool";

const LOCK = "holecard-house";
/** Tabs of another version that say other things to each other have another number. */
const CHANNEL = "holecard-house-1";
const PING_MS = 2000;
/** After so many pings without an answer, the tab that has the house is asleep or broken. */
const PINGS_MAX = 5;
/** A tab that says nothing for so long is gone; it says hello again if it is not. */
const SILENCE_MS = 60_000;
const AGAIN_MS = 1000;
const THINKERS_MAX = 3;

const self = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
).join("");
let channel = new BroadcastChannel(CHANNEL);
let locks: LockManager | undefined = navigator.locks;

/** The lines of this tab's page, and which of them were told that they are up. */
const lines = new Map<number, { up: boolean }>();
/** Questions of this tab's page that have no answer yet. */
const asked = new Map<number, ToHouse>();

let trouble: Trouble = null;

const tellPage = (message: FromHouse): void => postMessage(message);

function setTrouble(now: Trouble): void {
    if (trouble === now) return;
    trouble = now;
    tellPage({ op: "trouble", trouble });
}

function setUp(message: FromHouse & { op: "up" | "down" }): void {
    const known = lines.get(message.line);
    const up = message.op === "up";
    if (!known || known.up === up) return;
    known.up = up;
    tellPage(message);
}

/* ---- The tab that has the house ---- */

let module: Promise<WebAssembly.Module> | null = null;

async function loadModule(): Promise<WebAssembly.Module> {
    module ??= compileEngine(WASM_URL);
    try {
        return await module;
    } catch (problem) {
        module = null;
        throw problem;
    }
}

async function findShelf(onReplaced: () => void): Promise<Shelf> {
    try {
        return await openShelf(onReplaced);
    } catch (problem) {
        if (problem instanceof TooNew) throw problem;
        return new MemoryShelf();
    }
}

/** The rooms of the house are others now: it is opened anew. */
class Again extends Error {}

interface Seat {
    tab: string;
    line: number;
}

/** The house while this tab has it. */
class Owner {
    private readonly numbers = new Map<string, number>();
    private readonly seats = new Map<number, Seat>();
    private readonly seen = new Map<string, number>();
    private full = false;

    private constructor(
        private readonly pool: ThinkPool,
        private readonly store: SoloStore,
        private readonly lasts: boolean,
        private readonly onEnd: (why: unknown) => void,
    ) {}

    private house: SoloHouse | null = null;
    private damaged = 0;

    static async open(onEnd: (why: unknown) => void): Promise<Owner> {
        const shelf = await findShelf(() => onEnd(new Taken()));
        const compiled = await loadModule();
        const engine = new EngineModule(await WebAssembly.instantiate(compiled));
        const most = Math.min(Math.max(1, (navigator.hardwareConcurrency || 2) - 1), THINKERS_MAX);
        const pool = new ThinkPool(
            compiled,
            () => new Worker(THINK_WORKER_URL, { type: "module" }),
            most,
        );
        const store = new SoloStore(shelf, SoloHouse.tallyWith(engine));
        const owner = new Owner(pool, store, shelf.lasts, onEnd);
        await store.claim();
        const { house, damaged } = await SoloHouse.open(engine, {
            store,
            fresh: async () => new EngineModule(await WebAssembly.instantiate(compiled)),
            think: (thought) => pool.think(thought),
            tell: (line, text) => owner.tell(line, text),
            stored: (well) => owner.stored(well),
            ended: onEnd,
        });
        owner.house = house;
        owner.damaged = damaged;
        owner.stored(true);
        return owner;
    }

    end(): void {
        this.house?.stop();
        this.pool.stop();
    }

    /** Something that a page says, of this tab or another. */
    take(tab: string, message: ToHouse): void {
        this.seen.set(tab, Date.now());
        if (message.op === "get") {
            void this.house
                ?.get(message.path)
                .then((got) => this.send(tab, { op: "got", id: message.id, got }));
            return;
        }
        if (message.op === "person") {
            /* If it cannot be stored, nothing can, and that is said when it matters. */
            this.store.keepPerson(message.token).catch(() => {});
            return;
        }
        if (message.op === "move") {
            this.house?.move(message.move).then((moved) => {
                if (moved) this.send(tab, { op: "moved", id: message.id, moved });
                else this.onEnd(new Again());
            }, this.onEnd);
            return;
        }
        const name = `${tab}/${message.line}`;
        const number = this.numbers.get(name);
        if (message.op === "open") {
            /* A tab that opens a line again has lost what it was told on it. */
            if (number) this.close(number);
            this.connect(tab, message.line);
        } else if (number && message.op === "say") this.house?.say(number, message.text);
        else if (number) this.close(number);
    }

    /** A tab is there; whether it has lines that are not known here. */
    misses(tab: string, wanted: number[]): boolean {
        this.seen.set(tab, Date.now());
        return wanted.some((line) => !this.numbers.has(`${tab}/${line}`));
    }

    /** Closes the lines of tabs that have gone without a word. */
    sweep(): void {
        for (const [number, { tab }] of this.seats)
            if (tab !== self && Date.now() - (this.seen.get(tab) ?? 0) > SILENCE_MS)
                this.close(number);
    }

    private connect(tab: string, line: number): void {
        const number = this.house?.open() ?? 0;
        if (!number) return;
        this.numbers.set(`${tab}/${line}`, number);
        this.seats.set(number, { tab, line });
        this.send(tab, { op: "up", line, person: this.store.person });
    }

    private close(number: number): void {
        const seat = this.seats.get(number);
        if (!seat) return;
        this.seats.delete(number);
        this.numbers.delete(`${seat.tab}/${seat.line}`);
        this.house?.close(number);
    }

    private tell(number: number, text: string | null): void {
        const seat = this.seats.get(number);
        if (!seat) return;
        if (text !== null) {
            this.send(seat.tab, { op: "text", line: seat.line, text });
            return;
        }
        this.close(number);
        this.send(seat.tab, { op: "down", line: seat.line });
    }

    private stored(well: boolean): void {
        this.full = !well;
        setTrouble(
            this.full ? "full" : !this.lasts ? "not_kept" : this.damaged > 0 ? "damaged" : null,
        );
    }

    private send(tab: string, message: FromHouse): void {
        if (tab === self) takeFromHouse(message);
        else channel.postMessage({ op: "tell", to: tab, message } satisfies BetweenTabs);
    }
}

/* ---- This tab ---- */

let owner: Owner | null = null;
/** The tab that has the house; null: not known. */
let where: string | null = null;
let pings = 0;
let giveUp: (() => void) | null = null;

function takeFromHouse(message: FromHouse): void {
    if (message.op === "up" || message.op === "down") setUp(message);
    else if (message.op === "got" || message.op === "moved") {
        if (asked.delete(message.id)) tellPage(message);
    } else tellPage(message);
}

function pass(message: ToHouse): void {
    if (owner) owner.take(self, message);
    else if (where) channel.postMessage({ op: "ask", from: self, message } satisfies BetweenTabs);
}

/* The house is somewhere else now: all lines begin anew, and questions are asked again. */
function moveTo(tab: string | null): void {
    where = tab;
    pings = 0;
    for (const line of lines.keys()) setUp({ op: "down", line });
    if (!tab) return;
    for (const line of lines.keys()) pass({ op: "open", line });
    for (const message of asked.values()) pass(message);
}

/** Has the house until it is taken away or breaks. */
async function own(): Promise<void> {
    while (await ownOnce());
}

/* True: it is to be opened anew. */
async function ownOnce(): Promise<boolean> {
    let over = false;
    const ended = new Promise<unknown>((resolve) => {
        giveUp = () => resolve(new Taken());
        Owner.open(resolve).then((opened) => {
            if (over) {
                opened.end();
                return;
            }
            owner = opened;
            channel.postMessage({ op: "owner", tab: self, trouble } satisfies BetweenTabs);
            moveTo(self);
        }, resolve);
    });
    const why = await ended;
    over = true;
    owner?.end();
    owner = null;
    giveUp = null;
    if (where === self) moveTo(null);
    if (why instanceof Again) return true;
    if (why instanceof TooNew) setTrouble("too_old");
    else if (!(why instanceof Taken)) {
        const full = why instanceof DOMException && why.name === "QuotaExceededError";
        setTrouble(full ? "full" : "no_engine");
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    return false;
}

/* Waits for its turn, and then has the house; again and again. */
async function queue(manager: LockManager): Promise<void> {
    for (;;) {
        try {
            await manager.request(LOCK, own);
        } catch {
            /* The lock was taken away: this tab was asleep. */
            giveUp?.();
        }
        if (trouble === "too_old") return;
    }
}

async function seize(): Promise<void> {
    if (owner) return;
    if (!locks) {
        await own();
        return;
    }
    try {
        await locks.request(LOCK, { steal: true }, own);
    } catch {
        giveUp?.();
    }
}

function takeFromTabs(message: BetweenTabs): void {
    switch (message.op) {
        case "owner":
            if (owner) giveUp?.();
            setTrouble(message.trouble);
            moveTo(message.tab);
            return;
        case "ping":
            if (owner) {
                const missing = owner.misses(message.from, message.lines);
                channel.postMessage({
                    op: "pong",
                    to: message.from,
                    tab: self,
                    missing,
                    trouble,
                } satisfies BetweenTabs);
            }
            return;
        case "pong":
            if (message.to !== self) return;
            pings = 0;
            setTrouble(message.trouble);
            if (message.tab !== where || message.missing) moveTo(message.tab);
            return;
        case "ask":
            owner?.take(message.from, message.message);
            return;
        case "tell":
            if (message.to === self && !owner) takeFromHouse(message.message);
            return;
    }
}

function takeFromPage(message: ToHouse): void {
    if (message.op === "open") lines.set(message.line, { up: false });
    if (message.op === "close") lines.delete(message.line);
    if (message.op === "get" || message.op === "move") asked.set(message.id, message);
    pass(message);
}

function ping(): void {
    if (owner) {
        owner.sweep();
        return;
    }
    channel.postMessage({ op: "ping", from: self, lines: [...lines.keys()] } satisfies BetweenTabs);
    /* It is about to have the house itself, or cannot read what a newer page has stored. */
    if (giveUp || trouble === "too_old") return;
    if (++pings > PINGS_MAX) {
        pings = 0;
        void seize();
    }
}

async function begin(): Promise<void> {
    addEventListener("message", ({ data }: MessageEvent<ToHouse>) => takeFromPage(data));
    try {
        await locks?.query();
    } catch {
        locks = undefined;
        channel.close();
        channel = new BroadcastChannel(self);
    }
    channel.onmessage = ({ data }: MessageEvent<BetweenTabs>) => takeFromTabs(data);
    setInterval(ping, PING_MS);
    if (!locks) await own();
    else {
        ping();
        await queue(locks);
    }
}

void begin();
