// SPDX-License-Identifier: MIT
// hosted.ts: the tables that this tab shares as their host, as pages see them. hosting.ts does it; friends need not load that.
import { Store } from "../store";
import type { Heir } from "./friends_host";

export interface Hosted {
    /** To whom it is being handed over. */
    readonly giving: Store<Heir | null>;
    /** The friends who could be the host. */
    heirs(): Heir[];
    /** Makes a friend the host. Whoever leaves gives up the seat as well. */
    handOver(heir: Heir, leaves: boolean): void;
    /** As long as the friend has not got it. */
    withdraw(): void;
    /** Friends who have a seat and cannot be reached; and those who are there without one. */
    away(): Heir[];
    standing(): Heir[];
    /** Gives the seat of one of the former to one of the latter, with the hand and all that belongs to it. */
    giveSeat(from: Heir, to: Heir): void;
}

/** By the keys of whoever opened them. */
export const hostedHere = new Store<ReadonlyMap<string, Hosted>>(new Map());
