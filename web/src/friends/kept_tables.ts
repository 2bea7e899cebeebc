// SPDX-License-Identifier: MIT
// kept_tables.ts: the tables between friends that this device knows, with the secret that is its own part in them; and
// the invitations to them. Small, because every page asks whether there are any; all else of this folder is loaded
// when a table is.
import { Store } from "../store";
import type { Breach } from "./watch";

export interface KeptTable {
    /** The table in the host's house. */
    code: string;
    /** The key of whoever opened it, 64 hexadecimal digits: whom friends believe, and who the next host is. */
    host: string;
    /** What all friends of the table know and nobody else, 64 hexadecimal digits. */
    room: string;
    /** Where friends find each other, if that is not where the page comes from; otherwise empty. */
    at: string;
    /** 64 hexadecimal digits. The host's: all secrets of the table are made of it. A friend's: the seat is its key. */
    secret: string;
    /** Whether this device is the host now. */
    hosts: boolean;
    /** The statements of all hosts who have handed it over (host_chain.ts), in hexadecimal digits. */
    changes: string[];
    /** What it is called, as far as it is known; whether this person sat there when it was looked at last. */
    title: string;
    seated: boolean;
    /** What was promised here about deals, and given to them. */
    deals: Dealt[];
    /** What the host must know to go on after a crash (host_copy.ts), sealed, in hexadecimal digits; otherwise empty. */
    copy: string;
    /** What this friend's device has found against the host while it was played. */
    breaches?: Breach[];
}

export interface Dealt {
    match: number;
    /** What the host has committed itself to before it knew anything that friends gave; UNPROMISED: to nothing. */
    commitment: string;
    /** What this friend has given; empty: nothing. */
    entropy: string;
}

/** What was promised only after something was given is no promise: the host may have looked for it. */
export const UNPROMISED = "nothing";

/** What an invitation says. */
export type Invited = Pick<KeptTable, "code" | "host" | "room" | "at">;

export const FRIENDS = "/friends";
const KEY = "holecard.friends";
/** So many tables of others are known; older ones are forgotten. */
const TABLES_MAX = 40;
const DEALS_MAX = 4;
const BREACHES_MAX = 8;
const ADDRESS_MAX = 200;

const isHex = (value: unknown, digits: number): value is string =>
    typeof value === "string" && value.length === digits && /^[0-9a-f]*$/.test(value);

function isTable(value: unknown): value is KeptTable {
    const { code, host, room, at, secret, hosts, changes, title, seated, deals, copy, breaches } =
        (value ?? {}) as Record<string, unknown>;
    return (
        typeof code === "string" &&
        /^[A-Z]{6}$/.test(code) &&
        isHex(host, 64) &&
        isHex(room, 64) &&
        typeof at === "string" &&
        isHex(secret, 64) &&
        typeof hosts === "boolean" &&
        Array.isArray(changes) &&
        typeof title === "string" &&
        typeof seated === "boolean" &&
        Array.isArray(deals) &&
        typeof copy === "string" &&
        (breaches === undefined || Array.isArray(breaches))
    );
}

function load(): KeptTable[] {
    try {
        const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
        if (!Array.isArray(kept)) return [];
        /* Older pages knew of no changes. */
        const tables: unknown[] = kept.map((one) => ({ changes: [], ...one }));
        return tables.filter(isTable);
    } catch {
        return [];
    }
}

/** The last one that was opened or joined is the first. */
export const keptTables = new Store<KeptTable[]>(load());

addEventListener("storage", ({ key }) => {
    if (key === KEY) keptTables.set(load());
});

/* What another tab has written a moment ago holds, too. */
function latest(): KeptTable[] {
    try {
        return localStorage.getItem(KEY) === null ? keptTables.get() : load();
    } catch {
        return keptTables.get();
    }
}

/* The tables without those of others that are too many: first go the oldest ones at which this person does not sit. A table
   of which this device is the host always stays, since nobody else has it. */
function trimmed(tables: KeptTable[]): KeptTable[] {
    const others = tables.filter(({ hosts }) => !hosts);
    const seats = others.filter(({ seated }) => seated);
    const staying = new Set([...others.slice(0, 1), ...seats, ...others]);
    const known = new Set([...staying].slice(0, TABLES_MAX));
    return tables.filter((one) => one.hosts || known.has(one));
}

function write(tables: KeptTable[]): void {
    keptTables.set(trimmed(tables));
    try {
        localStorage.setItem(KEY, JSON.stringify(keptTables.get()));
    } catch {
        /* It is known until the tab closes. */
    }
}

export function keepTable(table: KeptTable): void {
    write([table, ...latest().filter(({ host }) => host !== table.host)]);
}

/** Something else is known about a table now; it stays where it is in the list. */
export function changeTable(host: string, change: Partial<KeptTable>): void {
    write(latest().map((one) => (one.host === host ? { ...one, ...change } : one)));
}

/** Keeps what was given for a match, and what had been promised until then. */
export const keepGift = (host: string, match: number, entropy: string, promised: string | null) =>
    keepDeal(host, match, { entropy, commitment: promised ?? UNPROMISED });

/** Keeps what was promised and given for a match: what was promised first, and given last. */
export function keepDeal(host: string, match: number, deal: Partial<Dealt>): void {
    const table = latest().find((one) => one.host === host);
    if (!table) return;
    const before = table.deals.find((one) => one.match === match);
    const next: Dealt = {
        match,
        commitment: before?.commitment || deal.commitment || "",
        entropy: deal.entropy || before?.entropy || "",
    };
    if (JSON.stringify(next) === JSON.stringify(before)) return;
    const others = table.deals.filter((one) => one.match !== match);
    changeTable(host, { deals: [next, ...others].slice(0, DEALS_MAX) });
}

/** Keeps what was found against the host: of each match the first ones, since others may follow from them. */
export function keepBreach(host: string, breach: Breach): void {
    const breaches = latest().find((one) => one.host === host)?.breaches ?? [];
    const kept = breaches.filter(({ match }) => match === breach.match);
    if (kept.length < BREACHES_MAX) changeTable(host, { breaches: [...kept, breach] });
}

export function forgetTable(host: string): void {
    write(latest().filter((one) => one.host !== host));
}

/** Whether it was opened here, and is still this device's: then its person plays at home. After it was handed over
    once, every host is one of the friends. */
export const isHome = ({ hosts, changes }: KeptTable): boolean => hosts && changes.length === 0;

export const hostedTable = (code: string): KeptTable | undefined =>
    keptTables.get().find((one) => isHome(one) && one.code === code);

export const keptTable = (host: string): KeptTable | undefined =>
    keptTables.get().find((one) => one.host === host);

/** What stands in the addresses of a friend's pages for the table. */
export const idOf = ({ host }: Pick<KeptTable, "host">): string => host.slice(0, 12);

/** The page of a table for a friend. */
export const tableAddress = (table: Invited): string => `${FRIENDS}/${idOf(table)}/t/${table.code}`;

export const joinedTable = (id: string): KeptTable | undefined =>
    keptTables.get().find((one) => !isHome(one) && idOf(one) === id);

/** 32 bytes that nobody can guess. */
export const randomHex = (): string => toHex(crypto.getRandomValues(new Uint8Array(32)));

export const toHex = (bytes: Uint8Array): string =>
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const fromHex = (text: string): Uint8Array =>
    Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

/* FNV-1a, 32 bits in 8 hexadecimal digits: one letter that is another one always changes it. */
function sumOf(text: string): string {
    let sum = 0x811c9dc5;
    for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193);
    return (sum >>> 0).toString(16).padStart(8, "0");
}

/** What stands behind the `#` of an invitation. Servers are never told that part of an address. */
export function writeInvitation({ code, host, room, at }: Invited): string {
    const bytes = String.fromCharCode(...fromHex(host + room));
    const text = btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    return code + text + sumOf(code + text + at) + (at ? `@${encodeURIComponent(at)}` : "");
}

/** Reads an invitation, also an old one without a sum. Null: the text has not the form of one. "mistyped": the sum is that
    of another one. */
export function readInvitation(text: string): Invited | "mistyped" | null {
    const [, code = "", rest = "", sum, place = ""] =
        /^([A-Z]{6})([\w-]{86})([\w-]{8})?(?:@(\S+))?$/.exec(text) ?? [];
    if (!code || place.length > 3 * ADDRESS_MAX) return null;
    try {
        const bytes = atob(rest.replaceAll("-", "+").replaceAll("_", "/"));
        const hex = toHex(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
        const at = decodeURIComponent(place);
        if (sum !== undefined && sum !== sumOf(code + rest + at)) return "mistyped";
        return { code, host: hex.slice(0, 64), room: hex.slice(64), at };
    } catch {
        return null;
    }
}

/** The link to a table for friends, on the site whose pages begin with `base`. */
export const invitationLink = (base: string, table: Invited): string =>
    `${base}${FRIENDS}#${writeInvitation(table)}`;
