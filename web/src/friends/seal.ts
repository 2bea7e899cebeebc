// SPDX-License-Identifier: MIT
// seal.ts: keys of people at a table, signatures, and texts that only two of them can read. Ed25519 signs; for sealing
// the same key is used in its other form, X25519, as libsodium does, and XChaCha20-Poly1305 with what two keys have in
// common. So a seat is one key.
//
// Whatever is signed or sealed is *about* something: a text that says which table, which way and whose. It is part of the
// proof, so that what was said at one place is worth nothing at another.
import { xchacha20poly1305 } from "@noble/ciphers/chacha";
import { ed25519, x25519 } from "@noble/curves/ed25519";
import { hkdf } from "@noble/hashes/hkdf";
import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils";
import type { Player } from "./shared_maps";

const NONCE_SIZE = 24;
const SIGNATURE_SIZE = 64;
const decoder = new TextDecoder("utf-8", { fatal: true });

export interface Keys {
    secret: Uint8Array;
    /** The public half, 64 hexadecimal digits: who somebody is. */
    id: string;
}

export const keysFrom = (secret: Uint8Array): Keys => ({
    secret,
    id: bytesToHex(ed25519.getPublicKey(secret)),
});

/** 32 bytes that belong to a secret and a purpose, and tell nothing about others of it. */
export const derive = (secret: Uint8Array, purpose: string): Uint8Array =>
    hkdf(sha256, secret, undefined, utf8ToBytes(`holecard ${purpose}`), 32);

export const isId = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** Whether somebody can have this key: most texts of 64 digits are no point of the curve, or one of the few weak ones. */
export function isKey(text: string): boolean {
    try {
        return isId(text) && !ed25519.Point.fromHex(text).isSmallOrder();
    } catch {
        return false;
    }
}

/** The number under which the maps know whoever has this key. */
export const playerOfKey = (id: string): Player =>
    Number.parseInt(bytesToHex(sha256(hexToBytes(id))).slice(0, 12), 16) + 1;

const asBytes = (about: string): Uint8Array => utf8ToBytes(`holecard friends 1 ${about}\n`);

/** The bytes with a signature before them. */
export function sign(keys: Keys, about: string, bytes: Uint8Array): Uint8Array {
    const signature = ed25519.sign(concatBytes(asBytes(about), bytes), keys.secret);
    return concatBytes(signature, bytes);
}

/** What was signed; null: it was not. */
export function signedBy(id: string, about: string, signed: Uint8Array): Uint8Array | null {
    if (signed.length < SIGNATURE_SIZE) return null;
    const bytes = signed.slice(SIGNATURE_SIZE);
    try {
        const signature = signed.slice(0, SIGNATURE_SIZE);
        const good = ed25519.verify(signature, concatBytes(asBytes(about), bytes), hexToBytes(id), {
            zip215: false,
        });
        return good ? bytes : null;
    } catch {
        return null;
    }
}

/** A text that only those can read who have the key of 32 bytes. */
export function sealWith(key: Uint8Array, about: string, text: string, size = 0): Uint8Array {
    const plain = utf8ToBytes(text);
    const filled = new Uint8Array(Math.max(size, plain.length)).fill(0x20);
    filled.set(plain);
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_SIZE));
    return concatBytes(nonce, xchacha20poly1305(key, nonce, asBytes(about)).encrypt(filled));
}

/** Null: it was not sealed with this key, or about something else. */
export function openWith(key: Uint8Array, about: string, sealed: Uint8Array): string | null {
    try {
        const nonce = sealed.slice(0, NONCE_SIZE);
        const box = sealed.slice(NONCE_SIZE);
        return decoder.decode(xchacha20poly1305(key, nonce, asBytes(about)).decrypt(box));
    } catch {
        return null;
    }
}

/** Two people, one of whom is here: what they alone can read. */
export class Pair {
    private readonly key: Uint8Array;

    /** Throws if the other key is none (`isKey`). */
    constructor(keys: Keys, other: string) {
        const shared = x25519.getSharedSecret(
            ed25519.utils.toMontgomerySecret(keys.secret),
            ed25519.utils.toMontgomery(hexToBytes(other)),
        );
        const both = [keys.id, other].sort().join(" ");
        this.key = hkdf(sha256, shared, undefined, utf8ToBytes(`holecard pair ${both}`), 32);
    }

    /** Blanks at the end fill it up to `size` bytes, so that its length tells nothing; the reader must not mind them. */
    seal(about: string, text: string, size: number): Uint8Array {
        return sealWith(this.key, about, text, size);
    }

    /** Null: it was not sealed by one of the two, or about something else. */
    open(about: string, sealed: Uint8Array): string | null {
        return openWith(this.key, about, sealed);
    }
}
