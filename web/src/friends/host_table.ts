// SPDX-License-Identifier: MIT
// host_table.ts: a table of which this device is the host: until it is handed over to a friend, or nobody shares it any more.
import type * as Y from "yjs";
import { Store } from "../store";
import { FriendsHost, type Heir, type HostMemory } from "./friends_host";
import { Giver, type MovingHouse, readNote } from "./hand_over";
import type { HostChain } from "./host_chain";
import type { GuestHouse } from "./host_guest";
import { keysFrom, playerOfKey } from "./seal";

export interface HostTableOptions {
    doc: Y.Doc;
    chain: HostChain;
    house: GuestHouse & MovingHouse;
    code: string;
    token: string;
    secret: Uint8Array;
    sealed: boolean;
    memory?: HostMemory;
    remember(memory: HostMemory): void;
    /** Somebody else is the host from now on. */
    given(): void;
}

export class HostTable {
    /** To whom it is being handed over. */
    readonly giving = new Store<Heir | null>(null);
    private host: FriendsHost | null = null;
    private giver: Giver | null = null;
    private heir: number | undefined;
    private memory: HostMemory | undefined;
    private present: Set<number> = new Set();
    private over = false;
    private readonly unfollow: () => void;

    private constructor(private readonly options: HostTableOptions) {
        this.memory = options.memory;
        this.unfollow = options.chain.subscribe(() => {
            this.close();
            options.given();
        });
        this.begin();
    }

    /** Goes on with a table, unless it was given to somebody else before this device came back: then null. */
    static async open(options: HostTableOptions): Promise<HostTable | null> {
        const { house, code, chain, secret } = options;
        const { ok, note } = await house.move({ how: "keep", code, by: "" });
        if (!ok && note) chain.add(readNote(note));
        return chain.host === keysFrom(secret).id ? new HostTable(options) : null;
    }

    /** The friends who could be the host. */
    heirs(): Heir[] {
        return this.host?.heirs() ?? [];
    }

    away(): Heir[] {
        return this.host?.away() ?? [];
    }

    standing(): Heir[] {
        return this.host?.standing() ?? [];
    }

    giveSeat(from: Heir, to: Heir): void {
        this.host?.giveSeat(playerOfKey(from.key), playerOfKey(to.key));
    }

    /** Asks for something from the host's own seat. */
    ask(message: Record<string, unknown>): void {
        this.host?.ask(message);
    }

    /** Makes a friend the host. False: that was not possible, or was withdrawn, and this device is the host still. */
    async handOver(heir: Heir): Promise<boolean> {
        const { host, options } = this;
        if (!host || this.giver || !host.people(heir.key)) return false;
        const { secret } = options;
        const giver = new Giver({ ...options, keys: keysFrom(secret) }, heir.key);
        this.giver = giver;
        this.heir = host.clientOf(heir.key);
        this.giving.set(heir);
        await host.rest();
        const people = host.people(heir.key);
        host.close();
        this.host = null;
        const given = !!people && (await giver.give(people));
        this.giver = null;
        this.giving.set(null);
        if (!given && !this.over) this.begin();
        return given;
    }

    /** As long as the friend has not got it. */
    withdraw(): void {
        this.giver?.withdraw();
    }

    /** Who can be reached now, by the numbers of their documents. */
    setPresent(present: Set<number>): void {
        this.present = present;
        this.host?.setPresent(present);
        if (this.heir !== undefined && !present.has(this.heir)) this.giver?.withdraw();
    }

    close(): void {
        this.over = true;
        this.unfollow();
        this.host?.close();
        this.host = null;
    }

    private begin(): void {
        const { chain, remember } = this.options;
        this.host = new FriendsHost({
            ...this.options,
            table: chain.table,
            memory: this.memory,
            remember: (memory) => {
                this.memory = memory;
                remember(memory);
            },
        });
        if (this.present.size > 0) this.host.setPresent(this.present);
    }
}
