// SPDX-License-Identifier: MIT
// host_channel.ts: what a friend and the host say to each other, at the host: which messages were taken, and which ones the
// friend has not read yet. The records themselves are in records.ts.
import { type Action, type Down, Records, type Session, type Up } from "./records";
import type { Keys } from "./seal";

export class HostChannel {
    /** The number of the friend's document. */
    client = 0;
    /** Whether what the friend should know is not in the document yet. */
    changed = false;
    private session: Session;
    private taken = 0;
    private first = 1;
    private texts: string[] = [];
    private readonly inbox = new Map<number, string>();
    /** The command that was read last: opening it takes a while. */
    private looked: { value: Uint8Array; action: Action | null } | null = null;
    readonly records: Records;

    /** `before` is the number of the last session that the host remembers. Throws if `friend` is no key. */
    constructor(
        keys: Keys,
        table: string,
        private readonly life: string,
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
        if (text === undefined) return null;
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
        this.texts.push(text);
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
        this.taken = 0;
        this.first = 1;
        this.texts = [];
        this.inbox.clear();
        this.changed = true;
    }

    private trim(seen: number): void {
        const count = Math.min(Math.max(0, seen - this.first + 1), this.texts.length);
        if (count === 0) return;
        this.texts.splice(0, count);
        this.first += count;
        this.changed = true;
    }
}
