// SPDX-License-Identifier: MIT
// links_seal.ts: what passes through a server, or from hand to hand, is for those alone who have the secret of the room.
//
// Of that secret come the name under which a server knows the room, and a key for each way; none of them tells another,
// nor the secret. A page has an id, another one whenever it is opened. What is sealed says whose it is and has a number
// that grows, so that a server can neither make up nor repeat anything.
//
//   sealed   24 bytes of nonce; XChaCha20-Poly1305 of: id (8 bytes), number (4 bytes), body
import { xchacha20poly1305 } from "@noble/ciphers/chacha";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils";
import { derive } from "./seal";

export type Way = "signal" | "relay" | "hand";

const NONCE_SIZE = 24;
const ID_SIZE = 8;
const HEAD_SIZE = ID_SIZE + 4;
const SENDERS_MAX = 64;

export const ROOM_SIZE = 32;

/** The name of the room at a server. */
export const roomName = (room: Uint8Array): string => bytesToHex(derive(room, "links name"));

export const newId = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(ID_SIZE)));

export const isPageId = (text: unknown): text is string =>
    typeof text === "string" && /^[0-9a-f]{16}$/.test(text);

export interface Opened {
    from: string;
    body: Uint8Array;
}

export class Sealer {
    private readonly key: Uint8Array;
    private readonly id: Uint8Array;
    private count = 0;
    /** The last number of each sender; whoever spoke last is last. */
    private readonly counts = new Map<string, number>();

    constructor(
        room: Uint8Array,
        way: Way,
        private readonly self: string,
    ) {
        this.key = derive(room, `links ${way}`);
        this.id = hexToBytes(self);
    }

    seal(body: Uint8Array): Uint8Array {
        const head = new Uint8Array(HEAD_SIZE);
        head.set(this.id);
        new DataView(head.buffer).setUint32(ID_SIZE, ++this.count);
        const nonce = crypto.getRandomValues(new Uint8Array(NONCE_SIZE));
        const box = xchacha20poly1305(this.key, nonce).encrypt(concatBytes(head, body));
        return concatBytes(nonce, box);
    }

    /** Null: it was not sealed for this room and way. */
    open(sealed: Uint8Array): Opened | null {
        return this.read(sealed);
    }

    /** Null as well if this page has sealed it, or if it is not newer than what was opened before. */
    openNext(sealed: Uint8Array): Opened | null {
        const opened = this.read(sealed);
        if (!opened || opened.from === this.self) return null;
        const { from, number } = opened;
        if (number <= (this.counts.get(from) ?? 0)) return null;
        this.counts.delete(from);
        this.counts.set(from, number);
        for (const oldest of this.counts.keys()) {
            if (this.counts.size <= SENDERS_MAX) break;
            this.counts.delete(oldest);
        }
        return opened;
    }

    private read(sealed: Uint8Array): (Opened & { number: number }) | null {
        try {
            const nonce = sealed.slice(0, NONCE_SIZE);
            const plain = xchacha20poly1305(this.key, nonce).decrypt(sealed.slice(NONCE_SIZE));
            if (plain.length < HEAD_SIZE) return null;
            return {
                from: bytesToHex(plain.slice(0, ID_SIZE)),
                number: new DataView(plain.buffer, plain.byteOffset).getUint32(ID_SIZE),
                body: plain.slice(HEAD_SIZE),
            };
        } catch {
            return null;
        }
    }
}

/** Bytes as text that may stand in an address. */
export function toText(bytes: Uint8Array): string {
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Null: it is no such text, or has more bytes than it may. */
export function fromText(text: string, most: number): Uint8Array | null {
    if (!/^[-_A-Za-z0-9]*$/.test(text) || text.length > Math.ceil((most * 4) / 3)) return null;
    try {
        const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
        return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
    } catch {
        return null;
    }
}
