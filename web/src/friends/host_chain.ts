// SPDX-License-Identifier: MIT
// host_chain.ts: who is the host of a table, after it was handed over once or several times. An invitation has the key of
// whoever opened the table. Each host names the next one in a signed statement; all of them, one after the other, lie in
// the document, where everybody finds them who comes later. So nobody can make himself host.
import type * as Y from "yjs";
import { isKey, type Keys, sign, signedBy } from "./seal";
import { mapsOf } from "./shared_maps";

export interface Change {
    /** The key of the next host. */
    to: string;
    /** The attempt in which the state was handed over, so that no other state can be meant. */
    by: string;
}

/** Where the statements lie in `hosts`. */
export const CHAIN = "chain";
const CHAIN_MAX = 200;
const STATEMENT_MAX = 512;

const aboutChange = (table: string, n: number): string => `${table} host ${n}`;

/** The statement that ends the time of the `n`-th host, from 1. */
export const signChange = (keys: Keys, table: string, n: number, { to, by }: Change): Uint8Array =>
    sign(keys, aboutChange(table, n), new TextEncoder().encode(JSON.stringify({ to, by })));

function readChange(host: string, table: string, n: number, value: unknown): Change | null {
    if (!(value instanceof Uint8Array) || value.length > STATEMENT_MAX) return null;
    const bytes = signedBy(host, aboutChange(table, n), value);
    if (!bytes) return null;
    try {
        const { to, by } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
        return typeof to === "string" && isKey(to) && typeof by === "string" ? { to, by } : null;
    } catch {
        return null;
    }
}

/** The longest beginning of some statements that holds. */
export function readChain(table: string, value: unknown): Change[] {
    const changes: Change[] = [];
    if (!Array.isArray(value)) return changes;
    for (const [i, one] of value.slice(0, CHAIN_MAX).entries()) {
        const change = readChange(changes.at(-1)?.to ?? table, table, i + 1, one);
        if (!change) break;
        changes.push(change);
    }
    return changes;
}

const same = (one: Uint8Array, other: unknown): boolean =>
    other instanceof Uint8Array &&
    one.length === other.length &&
    one.every((byte, i) => byte === other[i]);

/** Follows who is the host. What is known once is not forgotten, and whoever knows more than the document puts it right. */
export class HostChain {
    private statements: Uint8Array[] = [];
    private changes: Change[] = [];
    private readonly hosts: Y.Map<unknown>;
    private readonly listeners = new Set<() => void>();
    private readonly stop: () => void;

    /** `table` is the key of whoever opened it; `known` are the statements that this device has seen. */
    constructor(
        private readonly doc: Y.Doc,
        readonly table: string,
        known: Uint8Array[],
    ) {
        this.hosts = mapsOf(doc).hosts;
        this.adopt(known);
        const look = () => this.look();
        this.hosts.observe(look);
        this.stop = () => this.hosts.unobserve(look);
        this.look();
    }

    /** The key of the host now. */
    get host(): string {
        return this.last?.to ?? this.table;
    }

    get last(): Change | undefined {
        return this.changes.at(-1);
    }

    /** Of how many hosts the time is over. */
    get length(): number {
        return this.changes.length;
    }

    get known(): readonly Uint8Array[] {
        return this.statements;
    }

    /** The host has signed this. False: it does not follow. */
    add(statement: Uint8Array): boolean {
        if (!this.adopt([...this.statements, statement])) return false;
        this.repair();
        this.tell();
        return true;
    }

    /** Is called whenever there is another host, until the function that it returns is called. */
    subscribe(listener: () => void): () => void {
        this.listeners.add(listener);
        return () => {
            this.listeners.delete(listener);
        };
    }

    close(): void {
        this.stop();
        this.listeners.clear();
    }

    private tell(): void {
        for (const listener of [...this.listeners]) listener();
    }

    /* Whether somebody knows at least what is known here. */
    private begins(statements: unknown): statements is unknown[] {
        return (
            Array.isArray(statements) && this.statements.every((one, i) => same(one, statements[i]))
        );
    }

    /* What leads on from what is known. Whoever signs two truths is believed the one that came first. */
    private adopt(statements: unknown): boolean {
        if (!this.begins(statements) || statements.length === this.statements.length) return false;
        const changes = readChain(this.table, statements);
        if (changes.length <= this.changes.length) return false;
        this.changes = changes;
        this.statements = statements.slice(0, changes.length) as Uint8Array[];
        return true;
    }

    private look(): void {
        if (this.adopt(this.hosts.get(CHAIN))) this.tell();
        else this.repair();
    }

    private repair(): void {
        const there = this.hosts.get(CHAIN);
        if (this.statements.length === 0 || this.begins(there)) return;
        if (readChain(this.table, there).length >= this.changes.length) return;
        this.doc.transact(() => this.hosts.set(CHAIN, this.statements), this);
    }
}
