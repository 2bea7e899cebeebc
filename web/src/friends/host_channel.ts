// SPDX-License-Identifier: MIT
// host_channel.ts: what a friend and the host say to each other, at the host: which messages were taken, and which ones the
// friend has not read yet. The records themselves are in records.ts.
import { bytesToHex } from "@noble/hashes/utils";
import { type Action, type Down, Records, type Session, type Up } from "./records";
import type { Keys } from "./seal";

/** So much waits for a friend who reads; more is kept for nobody. */
const UNREAD_MAX = 1 << 19;

const newLife = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(8)));

export class HostChannel {
    /** The number of the friend's document. */
    client = 0;
    /** Whether what the friend should know is not in the document yet. */
    changed = false;
    private session: Session;
    private taken = 0;
    private first = 1;
    private texts: string[] = [];
    private unread = 0;
    /** Whether this session is over because the friend does not read, or says too much. */
    private deaf = false;
    private life = newLife();
    private readonly inbox = new Map<number, string>();
    /** The command that was read last: opening it takes a while. */
    private looked: { value: Uint8Array; action: Action | null } | null = null;
    readonly records: Records;

    /** `before` is the number of the last session that the host remembers. Throws if `friend` is no key. */
    constructor(
        keys: Keys,
        table: string,
        readonly friend: string,
        before = 0,
    ) {
        this.session = { number: before, page: "" };
        this.records = new Records(keys, table, keys.id, friend);
    }

    get number(): number {
        return this.session.number;
    }

    /** Takes a record of the friend. `fresh`: it begins a session; false: there is nothing new in it. */
    read(value: unknown): "fresh" | boolean {
        const up = this.records.readUp(value);
        if (!up || up.session.number < this.session.number) return false;
        const fresh = up.session.number > this.session.number;
        if (fresh) this.begin(up);
        if (up.session.page !== this.session.page) return false;
        this.client = up.client;
        this.trim(up.seen);
        for (const [n, text] of up.texts) if (n > this.taken) this.inbox.set(n, text);
        return fresh ? "fresh" : true;
    }

    /** The next message that is no command; null: there is none yet. */
    next(): string | null {
        const text = this.inbox.get(this.taken + 1);
        if (text === undefined || this.deaf) return null;
        this.inbox.delete(++this.taken);
        this.changed = true;
        return text;
    }

    /** Whether a command can be taken. `early`: others come before it. False: forged, replayed, or of another page. */
    look(value: unknown): "early" | boolean {
        const action = this.readAction(value);
        if (!action || action.session.page !== this.session.page) return false;
        if (action.session.number !== this.session.number || action.n <= this.taken) return false;
        return action.n > this.taken + 1 ? "early" : true;
    }

    /** The text of a command that can be taken; otherwise null. */
    takeAction(value: unknown): string | null {
        if (this.look(value) !== true) return null;
        this.taken++;
        this.changed = true;
        return this.readAction(value)?.text ?? null;
    }

    tell(text: string): void {
        if (this.deaf) return;
        this.texts.push(text);
        this.unread += text.length;
        this.changed = true;
        if (this.texts.length > 1 && this.unread > UNREAD_MAX) this.lose();
    }

    /** Nothing more is said or heard in this session. In another life, a page that can read begins the next one. */
    lose(): void {
        this.deaf = true;
        this.life = newLife();
        this.texts = [];
        this.unread = 0;
        this.changed = true;
    }

    /** `said`: what the host states of the step that the friend sees then. */
    record(said: string | undefined): Uint8Array {
        this.changed = false;
        const { session, life, taken, first, texts } = this;
        return this.records.writeDown({ session, life, taken, first, texts, said } satisfies Down);
    }

    private readAction(value: unknown): Action | null {
        if (!(value instanceof Uint8Array)) return null;
        if (this.looked?.value !== value)
            this.looked = { value, action: this.records.readAction(value) };
        return this.looked.action;
    }

    private begin(up: Up): void {
        this.session = up.session;
        this.deaf = false;
        this.taken = 0;
        this.first = 1;
        this.texts = [];
        this.unread = 0;
        this.inbox.clear();
        this.changed = true;
    }

    private trim(seen: number): void {
        const count = Math.min(Math.max(0, seen - this.first + 1), this.texts.length);
        if (count === 0) return;
        for (const text of this.texts.splice(0, count)) this.unread -= text.length;
        this.first += count;
        this.changed = true;
    }
}
