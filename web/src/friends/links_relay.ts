// SPDX-License-Identifier: MIT
// links_relay.ts: friends through the relay of a server, which copies what one says to all others of the room. It speaks
// the outer form of y-protocols (docs/p2p.md) and sees nothing inside.
//
//   frame    0 2, length, sealed; a hello is 1, length, sealed, since the relay returns that to its sender as well
//   sealed   links_seal.ts; its body is the id of the reader (8 bytes, zeros: everybody) and a chunk
//
// Everybody says hello from time to time, and names those who were heard. A friend is *met* once its hello names this page:
// it is there now, whatever a server may repeat.
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils";
import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import * as Y from "yjs";
import {
    Assembler,
    Budget,
    CHUNK_MAX,
    chunks,
    HELLO,
    message,
    readHello,
    UPDATE,
    writeJson,
} from "./links_frame";
import { roomName, Sealer } from "./links_seal";
import { KeptSocket, WORD_MS } from "./links_socket";

const EVERYBODY = "0000000000000000";
const ID_SIZE = 8;
const FRAME_MAX = CHUNK_MAX + 256;
const HEARD_MAX = 32;
/** Who is not heard for so long is gone. */
const GONE_MS = 3 * WORD_MS;
/** Updates that come in quick succession go together. */
const TOGETHER_MS = 40;
/** A server takes 50 messages in a second, and 250 at once. */
const FRAMES_AT_ONCE = 150;
const FRAMES_PER_S = 35;
const WAITING_MAX = 1024;
/** Answers to those who do not know yet that they are heard; otherwise they wait for the next word. */
const ANSWERS_AT_ONCE = 32;
const ANSWERS_PER_S = 2;

export interface RelayEvents {
    /** Whether so much may come from this friend now. */
    admits(id: string, size: number): boolean;
    met(id: string, client: number): void;
    lost(id: string): void;
    message(id: string, bytes: Uint8Array): void;
}

interface Heard {
    client: number;
    at: number;
    met: boolean;
    assembler: Assembler;
}

/** What goes through the relay as a frame. */
export function wrap(sealed: Uint8Array, returns: boolean): Uint8Array {
    const encoder = encoding.createEncoder();
    for (const byte of returns ? [1] : [0, 2]) encoding.writeUint8(encoder, byte);
    encoding.writeVarUint8Array(encoder, sealed);
    return encoding.toUint8Array(encoder);
}

/** What was wrapped; null: nothing of ours. */
export function unwrap(frame: Uint8Array): Uint8Array | null {
    if (frame.length > FRAME_MAX) return null;
    try {
        const decoder = decoding.createDecoder(frame);
        if (decoding.readUint8(decoder) === 0 && decoding.readUint8(decoder) !== 2) return null;
        return decoding.readVarUint8Array(decoder);
    } catch {
        return null;
    }
}

export class Relay {
    private readonly socket: KeptSocket;
    private readonly sealer: Sealer;
    private readonly heard = new Map<string, Heard>();
    private readonly pace = new Budget(FRAMES_AT_ONCE, FRAMES_PER_S);
    private readonly answers = new Budget(ANSWERS_AT_ONCE, ANSWERS_PER_S);
    private waiting: { chunk: Uint8Array; to: string }[] = [];
    private updates: Uint8Array[] = [];
    private spoke = 0;
    private draining: ReturnType<typeof setTimeout> | undefined;
    private gathering: ReturnType<typeof setTimeout> | undefined;

    constructor(
        url: string,
        room: Uint8Array,
        private readonly self: string,
        private readonly client: () => number,
        private readonly events: RelayEvents,
    ) {
        this.sealer = new Sealer(room, "relay", self);
        this.socket = new KeptSocket(`${url}/${roomName(room)}`, {
            up: () => this.hello(),
            down: () => this.end(),
            message: (data) => this.take(data),
            word: () => this.word(),
        });
    }

    send(bytes: Uint8Array, to = EVERYBODY): void {
        for (const chunk of chunks(bytes)) this.waiting.push({ chunk, to });
        this.drain();
    }

    /** An update for everybody. */
    update(bytes: Uint8Array): void {
        this.updates.push(bytes);
        if (this.gathering === undefined) this.gather();
    }

    /** Counts a friend as gone, until its next hello. */
    forget(id: string): void {
        const { met } = this.heard.get(id) ?? {};
        this.heard.delete(id);
        if (met) this.events.lost(id);
    }

    close(): void {
        clearTimeout(this.gathering);
        this.gather();
        clearTimeout(this.gathering);
        clearTimeout(this.draining);
        this.hello(true);
        this.socket.close();
    }

    private frame(chunk: Uint8Array, to: string, returns: boolean): Uint8Array {
        return wrap(this.sealer.seal(concatBytes(hexToBytes(to), chunk)), returns);
    }

    /** Says that this page is there, and whom it hears. */
    hello(bye = false): void {
        const heard = [...this.heard.keys()];
        const body = message(HELLO, writeJson({ client: this.client(), heard, bye }));
        this.spoke = performance.now();
        for (const chunk of chunks(body)) this.socket.send(this.frame(chunk, EVERYBODY, true));
    }

    private gather(): void {
        this.gathering = undefined;
        if (!this.updates.length) return;
        this.send(message(UPDATE, Y.mergeUpdates(this.updates.splice(0))));
        this.gathering = setTimeout(() => this.gather(), TOGETHER_MS);
    }

    /* Chunks are sealed when they leave, since the numbers of frames must grow. */
    private drain(): void {
        clearTimeout(this.draining);
        this.draining = undefined;
        if (!this.socket.isUp) this.waiting = [];
        if (this.waiting.length > WAITING_MAX) {
            this.socket.drop();
            return;
        }
        while (this.waiting.length && this.pace.take(1)) {
            const next = this.waiting.shift();
            if (next) this.socket.send(this.frame(next.chunk, next.to, false));
        }
        if (this.waiting.length) this.draining = setTimeout(() => this.drain(), 100);
    }

    private end(): void {
        this.waiting = [];
        for (const id of [...this.heard.keys()]) this.forget(id);
    }

    private word(): void {
        for (const [id, { at }] of [...this.heard])
            if (performance.now() - at > GONE_MS) this.forget(id);
        this.hello();
    }

    private take(data: unknown): void {
        const sealed = data instanceof ArrayBuffer ? unwrap(new Uint8Array(data)) : null;
        const opened = sealed && this.sealer.openNext(sealed);
        if (!opened || !this.events.admits(opened.from, opened.body.length)) return;
        const to = bytesToHex(opened.body.slice(0, ID_SIZE));
        if (to !== EVERYBODY && to !== this.self) return;
        const friend = this.heard.get(opened.from);
        const assembler = friend?.assembler ?? new Assembler();
        const whole = assembler.add(opened.body.subarray(ID_SIZE));
        if (friend) friend.at = performance.now();
        if (whole?.[0] === HELLO) this.takeHello(opened.from, whole.subarray(1));
        else if (whole && friend) this.events.message(opened.from, whole);
        /* A page in the background has slow timers, but it hears. */
        if (performance.now() - this.spoke > WORD_MS) this.hello();
    }

    private takeHello(id: string, bytes: Uint8Array): void {
        const hello = readHello(bytes);
        if (!hello) return;
        const { client, heard, bye } = hello;
        const friend = this.heard.get(id);
        if (bye) {
            this.forget(id);
            return;
        }
        const met = heard.includes(this.self);
        if (!friend && this.heard.size >= HEARD_MAX) return;
        if (friend?.met && !met) this.events.lost(id);
        const assembler = friend?.assembler ?? new Assembler();
        this.heard.set(id, { client, at: performance.now(), met, assembler });
        if ((!friend || !met) && this.answers.take(1)) this.hello();
        if (met && (!friend?.met || friend.client !== client)) this.events.met(id, client);
    }
}
