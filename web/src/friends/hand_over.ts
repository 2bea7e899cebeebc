// SPDX-License-Identifier: MIT
// hand_over.ts: the host of a table makes a friend the host. Both halves are here: Giver at the host, Taker at everybody
// else. What the stores of both do is in solo_move.ts, who is believed in host_chain.ts.
//
//   1  the host takes nothing more, and what was under way ends; then its store holds the table: nothing can happen there
//   2  the host lays the whole table into the document, in parts that only the chosen friend can open, and a signed offer
//   3  the friend tries whether its engine can go on with it, stores it, held as well, and signs that it has done so
//   4  the host gives the table up: its store forgets it and keeps the signed statement that the friend is the host now,
//      in one transaction. Before this the host has the table, after it the friend has
//   5  the host lays the statement into the document; the friend's store lets the table go on, and all others follow
//
// Whoever vanishes, and when:
//   the host before 4      when it is back it goes on as if nothing had been; the offer is withdrawn
//   the friend before 3    the host goes on
//   the friend after 3     it has the table stored, and is awaited as any host is; when it is back it finds the statement
//   the host after 4       when it is back it lays the statement into the document, and can have its seat as a friend
// What was held in an attempt that was withdrawn is worth nothing: a statement names its attempt. The friend's store forgets
// it as soon as the host is heard again, which it is not while it hands over, nor ever after it has given the table up.
import { bytesToHex, hexToBytes } from "@noble/hashes/utils";
import type * as Y from "yjs";
import { isMovedRoom, type MovedRoom } from "../solo/moved_room";
import type { Move, Moved } from "../solo/solo_messages";
import type { HostMemory } from "./friends_host";
import { CHAIN, type HostChain, signChange } from "./host_chain";
import { isKey, type Keys, Pair, sign, signedBy } from "./seal";
import { mapsOf } from "./shared_maps";

/** Characters in a part, and how many there can be. */
const PART_SIZE = 48 * 1024;
const PARTS_MAX = 48;
const RECORD_MAX = 1024;

const OFFER = "offer";
const TAKEN = "taken";
const partKey = (i: number): string => `part/${i}`;

/** What of a house is wanted here: deviceHouse() is one. */
export interface MovingHouse {
    move(move: Move): Promise<Moved>;
}

/** Everything that the next host needs. */
export interface HandedOver {
    room: MovedRoom;
    sealed: boolean;
    memory: HostMemory;
}

interface Offer {
    /** How many hosts there were before the next one. */
    n: number;
    to: string;
    by: string;
    parts: number;
}

interface Answer {
    by: string;
    ok: boolean;
}

const about = (table: string, what: string): string => `${table} ${what}`;

const writeSigned = (keys: Keys, table: string, what: string, value: object): Uint8Array =>
    sign(keys, about(table, what), new TextEncoder().encode(JSON.stringify(value)));

function parse(text: string): Record<string, unknown> | null {
    try {
        const value: unknown = JSON.parse(text);
        return typeof value === "object" && value !== null ? { ...value } : null;
    } catch {
        return null;
    }
}

function readSigned(
    id: string,
    table: string,
    what: string,
    value: unknown,
): Record<string, unknown> | null {
    if (!(value instanceof Uint8Array) || value.length > RECORD_MAX) return null;
    const bytes = signedBy(id, about(table, what), value);
    return bytes && parse(new TextDecoder().decode(bytes));
}

function readOffer(host: string, table: string, value: unknown): Offer | null {
    const { n, to, by, parts } = readSigned(host, table, OFFER, value) ?? {};
    if (typeof n !== "number" || typeof to !== "string" || typeof by !== "string") return null;
    return Number.isSafeInteger(parts) && Number(parts) > 0 && Number(parts) <= PARTS_MAX
        ? { n, to, by, parts: Number(parts) }
        : null;
}

function readAnswer(id: string, table: string, value: unknown): Answer | null {
    const { by, ok } = readSigned(id, table, TAKEN, value) ?? {};
    return typeof by === "string" && typeof ok === "boolean" ? { by, ok } : null;
}

const isMemory = (value: unknown): value is HostMemory => {
    const { friends, players } = (value ?? {}) as Record<string, unknown>;
    const isOne = (one: unknown, names: string[]): boolean =>
        names.every((name) => typeof (one as Record<string, unknown>)?.[name] === "string");
    return (
        Array.isArray(friends) &&
        Array.isArray(players) &&
        friends.every(
            (one) =>
                isOne(one, ["key", "ticket", "name"]) &&
                isKey(one.key) &&
                Number.isSafeInteger(one.session),
        ) &&
        players.every((one) => isOne(one, ["ticket", "name"]) && Number.isSafeInteger(one.player))
    );
};

function readHandedOver(text: string): HandedOver | null {
    const { room, sealed, memory } = parse(text) ?? {};
    return isMovedRoom(room) && typeof sealed === "boolean" && isMemory(memory)
        ? { room, sealed, memory }
        : null;
}

export interface GiverOptions {
    doc: Y.Doc;
    house: MovingHouse;
    code: string;
    keys: Keys;
    chain: HostChain;
    sealed: boolean;
}

/** What is to be told to the next host's house about people. */
export interface People {
    /** The token of the host's own seat now, and in the next house. */
    was: string;
    now: string;
    /** The token of the next host's seat there. */
    heir: string;
    memory: HostMemory;
}

/** The host's half: one attempt. */
export class Giver {
    private readonly by = bytesToHex(crypto.getRandomValues(new Uint8Array(8)));
    private readonly hosts: Y.Map<unknown>;
    private over = false;
    private decided: ((taken: boolean) => void) | null = null;

    constructor(
        private readonly options: GiverOptions,
        /** The key of the next host. */
        readonly to: string,
    ) {
        this.hosts = mapsOf(options.doc).hosts;
    }

    /** From step 1, when nothing is under way any more, to step 5. False: it was withdrawn, and the host goes on. */
    async give({ was, now, heir, memory }: People): Promise<boolean> {
        const { house, code, chain, keys } = this.options;
        const { by, to } = this;
        const { room } = await house.move({ how: "hold", code, by, was, now, host: heir });
        const taken = room && !this.over && (await this.offer(room, memory));
        /* From here on nobody can withdraw it. */
        const statement = signChange(keys, chain.table, chain.length + 1, { to, by });
        const note = bytesToHex(statement);
        const given = taken && (await house.move({ how: "give", code, by, note })).ok;
        if (!given) await house.move({ how: "keep", code, by });
        if (given) chain.add(statement);
        clearOffer(this.options.doc);
        return !!given;
    }

    /** As long as the friend has not said that it has the table. */
    withdraw(): void {
        this.over = true;
        this.decided?.(false);
    }

    /* Steps 2 and 3. */
    private async offer(room: MovedRoom, memory: HostMemory): Promise<boolean> {
        const { doc, keys, chain, sealed } = this.options;
        const { table } = chain;
        const { by, to, hosts } = this;
        const text = JSON.stringify({ room, sealed, memory } satisfies HandedOver).replace(
            /[^\0-\x7f]/g,
            (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
        const parts = Math.ceil(text.length / PART_SIZE);
        if (parts > PARTS_MAX) return false;
        const pair = new Pair(keys, to);
        const pieces = Array.from({ length: parts }, (_, i) => {
            const piece = text.slice(i * PART_SIZE, (i + 1) * PART_SIZE);
            return pair.seal(about(table, `part ${by} ${i}`), piece, PART_SIZE);
        });
        const offer: Offer = { n: chain.length + 1, to, by, parts };
        const signed = writeSigned(keys, table, OFFER, offer);
        /* Each by itself: a connection carries only so much at once. */
        const write = () => {
            for (const [i, piece] of pieces.entries())
                if (hosts.get(partKey(i)) !== piece) hosts.set(partKey(i), piece);
            if (hosts.get(OFFER) !== signed) hosts.set(OFFER, signed);
        };
        const decision = new Promise<boolean>((resolve) => {
            this.decided = resolve;
        });
        const look = () => {
            const answer = readAnswer(to, table, hosts.get(TAKEN));
            if (answer?.by === by) this.decided?.(answer.ok);
            else write();
        };
        write();
        const soon = (transaction: Y.Transaction) => {
            /* Whatever others write over it is put right. */
            if (transaction.changed.has(hosts as never)) queueMicrotask(look);
        };
        doc.on("afterTransaction", soon);
        look();
        const taken = await decision;
        doc.off("afterTransaction", soon);
        return taken;
    }
}

/** Nothing is offered any more. */
export function clearOffer(doc: Y.Doc): void {
    const { hosts } = mapsOf(doc);
    const useless = [...hosts.keys()].filter((key) => key !== CHAIN);
    if (useless.length > 0)
        doc.transact(() => {
            for (const key of useless) hosts.delete(key);
        });
}

export interface TakerOptions {
    doc: Y.Doc;
    house: MovingHouse;
    code: string;
    keys: Keys;
    chain: HostChain;
    /** What is to be noted beside the table: it is given back to `become`. */
    note(handed: HandedOver): string;
    /** This device is the host from now on. */
    become(note: string): void;
}

/** A friend's half: takes what is offered, and is the host when the host says so. */
export class Taker {
    private readonly hosts: Y.Map<unknown>;
    private readonly stop: () => void;
    /** The attempt that was looked at last, and what was said about it. */
    private tried = "";
    private answer: Uint8Array | null = null;
    private becoming = "";
    /** The attempt that was withdrawn last. */
    private withdrawn = "";

    constructor(private readonly options: TakerOptions) {
        const { doc, chain } = options;
        this.hosts = mapsOf(doc).hosts;
        const look = () => queueMicrotask(() => this.look());
        this.hosts.observe(look);
        const unfollow = chain.subscribe(() => void this.become());
        this.stop = () => {
            this.hosts.unobserve(look);
            unfollow();
        };
        this.look();
        void this.become();
    }

    close(): void {
        this.stop();
    }

    /** The host, whoever it was when something was offered, has begun to speak with this page again. */
    async hostGoesOn(): Promise<void> {
        const { house, code } = this.options;
        const by = this.tried;
        if (!by || this.withdrawn === by || by === this.becoming) return;
        this.withdrawn = by;
        if (this.answer) await house.move({ how: "drop", code, by });
    }

    private look(): void {
        const { keys, chain } = this.options;
        if (chain.host === keys.id) return;
        const offer = readOffer(chain.host, chain.table, this.hosts.get(OFFER));
        if (!offer || offer.to !== keys.id || offer.n !== chain.length + 1) return;
        const answered = this.answer && this.tried === offer.by;
        if (answered && this.hosts.get(TAKEN) !== this.answer) this.hosts.set(TAKEN, this.answer);
        if (this.tried === offer.by) return;
        const text = this.open(offer);
        if (text === null) return;
        this.tried = offer.by;
        this.answer = null;
        void this.take(offer, text);
    }

    /* Null: not all of it has come. */
    private open({ by, parts }: Offer): string | null {
        const { keys, chain } = this.options;
        const pair = new Pair(keys, chain.host);
        let text = "";
        for (let i = 0; i < parts; i++) {
            const piece = this.hosts.get(partKey(i));
            if (!(piece instanceof Uint8Array) || piece.length > 2 * PART_SIZE) return null;
            const opened = pair.open(about(chain.table, `part ${by} ${i}`), piece);
            if (opened === null) return null;
            text += i < parts - 1 ? opened : opened.trimEnd();
        }
        return text;
    }

    private async take({ by }: Offer, text: string): Promise<void> {
        const { house, code, keys, chain, note } = this.options;
        const handed = readHandedOver(text);
        const { ok } = handed
            ? await house.move({ how: "take", code, by, note: note(handed), room: handed.room })
            : { ok: false };
        if (this.withdrawn === by) await house.move({ how: "drop", code, by });
        if (this.tried !== by || this.withdrawn === by) return;
        this.answer = writeSigned(keys, chain.table, TAKEN, { by, ok } satisfies Answer);
        this.hosts.set(TAKEN, this.answer);
    }

    private async become(): Promise<void> {
        const { house, code, keys, chain, become } = this.options;
        const { last } = chain;
        if (!last || last.to !== keys.id || this.becoming === last.by) return;
        this.becoming = last.by;
        const { ok, note } = await house.move({ how: "keep", code, by: last.by });
        if (ok && chain.host === keys.id) become(note);
    }
}

/** A statement as a store has noted it. */
export const readNote = (note: string): Uint8Array => hexToBytes(note);
