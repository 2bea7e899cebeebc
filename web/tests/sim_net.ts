// SPDX-License-Identifier: MIT
// sim_net.ts: a network between documents, from dice: it delays updates and what pages show beside them, brings them in
// another order, brings some twice, and is parted for a while. Whoever can reach each other again exchanges what the other lacks, as links of Yjs do.
import * as Y from "yjs";
import { bring, onShow, stir } from "./friends_world";

type Below = (bound: number) => number;

interface Parcel {
    from: Y.Doc;
    to: Y.Doc;
    arrive(): void;
    /** After so many turns it may arrive. */
    wait: number;
}

export interface Weather {
    /** An update takes up to so many turns. */
    delay: number;
    /** How many of a hundred come twice. */
    repeats: number;
}

export class SimNet {
    /** How many updates have arrived, and how many were lost. */
    brought = 0;
    lost = 0;
    private readonly docs: Y.Doc[] = [];
    /** What the page of a document shows to all others. */
    private readonly shown = new Map<Y.Doc, unknown>();
    private readonly away = new Set<Y.Doc>();
    private parcels: Parcel[] = [];
    private over = false;
    private held = false;

    constructor(
        private readonly below: Below,
        private readonly weather: Weather,
    ) {
        this.turn();
    }

    add(doc: Y.Doc): void {
        for (const other of this.docs) this.meet(doc, other);
        this.docs.push(doc);
        doc.on("update", (update: Uint8Array, origin: unknown) => {
            if (origin === this) return;
            for (const to of this.docs) if (to !== doc) this.sendUpdate(doc, to, update);
        });
        onShow(doc, (statements) => {
            this.shown.set(doc, statements);
            for (const to of this.docs) if (to !== doc) this.sendShown(doc, to);
        });
    }

    /** Nobody reaches this document, nor it anybody; what was on the way is lost. */
    part(doc: Y.Doc): void {
        this.away.add(doc);
        const before = this.parcels.length;
        this.parcels = this.parcels.filter(({ from, to }) => this.joins(from, to));
        this.lost += before - this.parcels.length;
    }

    /** A document is gone for good. The others pass on to each other what they have heard of it. */
    leave(doc: Y.Doc): void {
        this.part(doc);
        this.docs.splice(this.docs.indexOf(doc), 1);
        for (const [i, one] of this.docs.entries())
            for (const other of this.docs.slice(i + 1)) this.meet(one, other);
    }

    heal(doc: Y.Doc): void {
        if (!this.away.delete(doc)) return;
        for (const other of this.docs) if (other !== doc) this.meet(doc, other);
    }

    /** Whether a document can be reached. */
    reaches(doc: Y.Doc): boolean {
        return !this.away.has(doc);
    }

    /** Nothing arrives any more until `release`. */
    hold(): void {
        this.held = true;
    }

    release(): void {
        this.held = false;
    }

    get quiet(): boolean {
        return this.parcels.length === 0;
    }

    stop(): void {
        this.over = true;
    }

    private joins(one: Y.Doc, other: Y.Doc): boolean {
        return !this.away.has(one) && !this.away.has(other);
    }

    private meet(one: Y.Doc, other: Y.Doc): void {
        for (const [from, to] of [
            [one, other],
            [other, one],
        ] as const) {
            this.sendUpdate(from, to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)));
            this.sendShown(from, to);
        }
    }

    private sendUpdate(from: Y.Doc, to: Y.Doc, update: Uint8Array): void {
        this.send(from, to, () => Y.applyUpdate(to, update, this));
    }

    private sendShown(from: Y.Doc, to: Y.Doc): void {
        const statements = this.shown.get(from);
        if (statements) this.send(from, to, () => bring(to, statements));
    }

    private send(from: Y.Doc, to: Y.Doc, arrive: () => void): void {
        if (!this.joins(from, to)) {
            this.lost++;
            return;
        }
        const times = this.below(100) < this.weather.repeats ? 2 : 1;
        for (let i = 0; i < times; i++)
            this.parcels.push({ from, to, arrive, wait: this.below(this.weather.delay + 1) });
    }

    private turn(): void {
        if (this.over) return;
        if (!this.held) {
            const due = this.parcels.filter((parcel) => parcel.wait-- <= 0);
            this.parcels = this.parcels.filter((parcel) => !due.includes(parcel));
            while (due.length > 0) {
                const [parcel] = due.splice(this.below(due.length), 1);
                if (!parcel || !this.joins(parcel.from, parcel.to)) continue;
                this.brought++;
                stir();
                parcel.arrive();
            }
        }
        setImmediate(() => this.turn()).unref();
    }
}
