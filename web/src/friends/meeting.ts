// SPDX-License-Identifier: MIT
// meeting.ts: where the browsers of a table meet: the document that they share, who is the host by what it says, and the
// link that carries it. Host and friends have one each for a table, as long as the page is open; whoever becomes host, or
// is it no longer, goes on with the same one.
import { Awareness } from "y-protocols/awareness";
import * as Y from "yjs";
import { preference } from "../device";
import { Store } from "../store";
import { HostChain } from "./host_chain";
import { changeTable, fromHex, type KeptTable, toHex } from "./kept_tables";
import type { Link, Places, Reached } from "./link";
import { connect } from "./links";
import { placesAt, placesHere } from "./links_places";
import type { PlainWay } from "./plain_way";

const NOBODY: Reached = { direct: [], relay: [] };

/* An address that this device, or the invitation, names comes before what the server of the page offers. */
async function findPlaces(at: string): Promise<Places> {
    const named = at || preference("friends_address");
    const ice = preference("friends_ice");
    if (named) return placesAt(named, ice) ?? { signal: null, relay: null, ice: [] };
    const here = await placesHere();
    const own = placesAt("", ice)?.ice ?? [];
    return own.length > 0 ? { ...here, ice: own } : here;
}

/** The meetings of this page, by the keys of the hosts. */
export const meetings = new Store<ReadonlyMap<string, Meeting>>(new Map());

export class Meeting {
    readonly doc = new Y.Doc();
    readonly reached = new Store<Reached>(NOBODY);
    /** Whether there is a place where friends can find each other; null: that is not known yet. */
    readonly has_place = new Store<boolean | null>(null);
    readonly link: Promise<Link>;
    /** At a plain table of this device, the way for other programs. */
    readonly plain_way = new Store<PlainWay | null>(null);
    readonly chain: HostChain;
    private readonly awareness = new Awareness(this.doc);
    private readonly host: string;
    private readonly room: Uint8Array;
    private relay: string | null = null;
    private closed = false;

    constructor({ host, room, at, changes }: KeptTable) {
        this.host = host;
        this.room = fromHex(room);
        this.chain = new HostChain(this.doc, host, changes.map(fromHex));
        this.chain.subscribe(() => changeTable(host, { changes: this.chain.known.map(toHex) }));
        meetings.set(new Map(meetings.get()).set(host, this));
        this.link = findPlaces(at).then((places) => {
            this.has_place.set(places.signal !== null || places.relay !== null);
            this.relay = places.relay;
            const link = connect(this.doc, this.awareness, this.room, places);
            if (this.closed) link.close();
            link.subscribe((reached) => this.reached.set(reached));
            this.reached.set(link.reached);
            return link;
        });
        addEventListener("pagehide", this.leave);
        addEventListener("pageshow", this.comeBack);
    }

    /** Shows all others what the host has stated to this page. It goes beside the document, so that a host who tells
     *  different things by it cannot keep friends from comparing them. */
    show(statements: string[]): void {
        this.awareness.setLocalStateField("said", statements);
    }

    /** Calls `listener` with what others show. */
    onShown(listener: (statements: unknown) => void): void {
        this.awareness.on("change", ({ added, updated }: Record<string, number[]>) => {
            for (const client of [...(added ?? []), ...(updated ?? [])])
                if (client !== this.awareness.clientID)
                    listener(this.awareness.getStates().get(client)?.said);
        });
    }

    /** The numbers of the documents that are reached now. */
    present(): Set<number> {
        const { direct, relay } = this.reached.get();
        return new Set([...direct, ...relay, ...(this.plain_way.get()?.present() ?? [])]);
    }

    /** Opens a way for other programs, if there is a relay: for the host of a plain table. */
    async admitPrograms(): Promise<void> {
        const [{ openPlainWay }] = await Promise.all([import("./plain_way"), this.link]);
        if (this.closed || !this.relay || this.plain_way.get()) return;
        const changed = () => this.reached.set({ ...this.reached.get() });
        this.plain_way.set(openPlainWay(this.doc, this.relay, this.room, changed));
    }

    /** For who is the host no longer. */
    dismissPrograms(): void {
        this.plain_way.get()?.close();
        this.plain_way.set(null);
    }

    close(): void {
        this.closed = true;
        this.chain.close();
        removeEventListener("pagehide", this.leave);
        removeEventListener("pageshow", this.comeBack);
        this.leave();
        this.awareness.destroy();
        const others = [...meetings.get()].filter(([host]) => host !== this.host);
        meetings.set(new Map(others));
    }

    /* A page that the browser has kept while others were shown has said good-bye. */
    private readonly comeBack = ({ persisted }: PageTransitionEvent): void => {
        if (persisted) location.reload();
    };

    private readonly leave = (): void => {
        this.dismissPrograms();
        void this.link.then((link) => link.close());
    };
}

/** That of a table; the first call opens it. */
export const meetingOf = (table: KeptTable): Meeting =>
    meetings.get().get(table.host) ?? new Meeting(table);
