// SPDX-License-Identifier: MIT
// host_guest.ts: a guest of the host's house: one line, on which the host speaks for a player or passes on what the player
// says, and what the house has told there, folded as a page folds it.
import { fold, newTable, type Table } from "../connection/fold";
import type { Answer, Server, Update } from "../messages";
import type { LineListener, OpenLine } from "../solo/device_house";
import type { Player, Rejection } from "./shared_maps";

/** What of a house is wanted here: deviceHouse() is one. */
export interface GuestHouse {
    get(path: string): Promise<Response>;
    open(listener: LineListener, token?: string): OpenLine;
}

/** Null: it was done. */
export type Outcome = Rejection | null;

export const OFFLINE: Rejection = { code: "offline", why: "the table cannot be reached" };

export interface GuestListener {
    /** The line can be used, for the first time or again. */
    up(guest: HostGuest): void;
    down(guest: HostGuest): void;
    /** A message of the house, after it was folded. */
    heard(guest: HostGuest, text: string): void;
}

export class HostGuest {
    table: Table;
    /** The name under which the player sits there; empty: not seated. Names are different at one table. */
    name = "";
    private line: OpenLine | null = null;
    private readonly asked = new Map<number, (outcome: Outcome) => void>();
    private tag = 0;
    private ready = false;

    constructor(
        readonly player: Player,
        private readonly token: string,
        private readonly code: string,
        private readonly house: GuestHouse,
        private readonly listener: GuestListener,
    ) {
        this.table = newTable(code);
    }

    /** Whether the house knows that this player is there. */
    get connected(): boolean {
        return this.line !== null;
    }

    connect(): void {
        if (this.line) return;
        this.line = this.house.open(
            {
                up: () => {
                    this.ready = true;
                    this.listener.up(this);
                },
                down: () => {
                    this.forget();
                    this.listener.down(this);
                },
                receive: (text) => this.hear(text),
            },
            this.token,
        );
    }

    disconnect(): void {
        const line = this.line;
        this.line = null;
        line?.close();
        this.forget();
    }

    /** Says what the player said, as it is. */
    say(text: string): void {
        this.line?.send(text);
    }

    /** The same for a message with a tag, whose outcome matters. */
    pass(text: string, tag: number, done: (outcome: Outcome) => void): void {
        if (!this.line || !this.ready) {
            done(OFFLINE);
            return;
        }
        this.asked.set(tag, done);
        this.line.send(text);
    }

    /** Asks for the player. `done` is called before anybody hears of what came of it. */
    ask(message: Record<string, unknown>, done: (outcome: Outcome) => void = () => {}): void {
        const tag = ++this.tag;
        this.pass(JSON.stringify({ ...message, tag }), tag, done);
    }

    private forget(): void {
        this.ready = false;
        this.table = { ...this.table, fresh: false };
        const asked = [...this.asked.values()];
        this.asked.clear();
        for (const done of asked) done(OFFLINE);
    }

    private fold(message: Update | Answer): void {
        this.table = fold(this.table, message);
        const { room, seat, fresh } = this.table;
        if (fresh && room) this.name = seat === null ? "" : (room.seats[seat]?.name ?? "");
    }

    private hear(text: string): void {
        const message = JSON.parse(text) as Server;
        if ((message.op === "update" || message.op === "answer") && message.table === this.code)
            this.fold(message);
        else if (message.op === "gone" && message.table === this.code)
            this.table = { ...this.table, gone: true };
        const re = "re" in message ? message.re : undefined;
        const done = re ? this.asked.get(re) : undefined;
        if (re) this.asked.delete(re);
        const refused = message.op === "answer" && !message.ok;
        done?.(refused ? { code: message.code ?? "", why: message.why ?? "" } : null);
        this.listener.heard(this, text);
    }
}
