// SPDX-License-Identifier: MIT
// host_copy.ts: what the host's device keeps of a table for friends, sealed with a key of the device, so that the host can
// go on after a reload or a crash. The match itself is kept by the house (solo_store.ts).
import { bytesToHex, hexToBytes } from "@noble/hashes/utils";
import type { HostMemory } from "./friends_host";
import { openWith, sealWith } from "./seal";

export interface HostCopy {
    /** The table, the token of the host's own seat, and what the host's key is made of. */
    code: string;
    token: string;
    secret: Uint8Array;
    sealed: boolean;
    /** The document that all share: its room at a relay, or wherever friends find each other. */
    room: string;
    memory: HostMemory;
}

const ABOUT = "copy of a host";

export const writeCopy = (key: Uint8Array, copy: HostCopy): Uint8Array =>
    sealWith(key, ABOUT, JSON.stringify({ ...copy, secret: bytesToHex(copy.secret) }));

/** Null: it is none of this device, or damaged. */
export function readCopy(key: Uint8Array, bytes: Uint8Array): HostCopy | null {
    const text = openWith(key, ABOUT, bytes);
    if (text === null) return null;
    const copy = JSON.parse(text) as Omit<HostCopy, "secret"> & { secret: string };
    return { ...copy, secret: hexToBytes(copy.secret) };
}
