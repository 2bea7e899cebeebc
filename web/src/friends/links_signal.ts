// SPDX-License-Identifier: MIT
// links_signal.ts: what friends say to each other at /signal before they can talk: that they are here, and how they are
// reached. The server passes texts on to all of a topic (docs/p2p.md), so each says for whom it is; all of it is sealed.
//
//   here        I am here. Of two, the one with the lower id offers; the other says `here` to it
//   offer       one end of a connection, and a number for this attempt
//   answer      the other end
//   candidate   one more address of an end
import {
    candidateToSdp,
    type Description,
    readDescription,
    writeDescription,
} from "./links_describe";
import { readJson, writeJson } from "./links_frame";
import { fromText, isPageId, roomName, Sealer, toText } from "./links_seal";
import { KeptSocket } from "./links_socket";

const SIGNAL_MAX = 8 * 1024;

export type Signal =
    | { is: "here"; to: string | null }
    | { is: "offer" | "answer"; to: string; attempt: number; end: Description }
    | { is: "candidate"; to: string; attempt: number; candidate: string };

export interface SignalEvents {
    /** Whether so much may come from this friend now. */
    admits(id: string, size: number): boolean;
    take(id: string, signal: Signal): void;
}

export function writeSignal(signal: Signal): Uint8Array {
    return writeJson("end" in signal ? { ...signal, end: writeDescription(signal.end) } : signal);
}

/** Null: it makes no sense. */
export function readSignal(bytes: Uint8Array): Signal | null {
    const { is, to, attempt, end, candidate } = readJson(bytes, SIGNAL_MAX) ?? {};
    if (is === "here") return to === null || isPageId(to) ? { is, to } : null;
    if (!isPageId(to) || !Number.isSafeInteger(attempt)) return null;
    const common = { to, attempt: Number(attempt) };
    if (is === "offer" || is === "answer") {
        const description = readDescription(end);
        return description && { is, ...common, end: description };
    }
    if (is !== "candidate" || typeof candidate !== "string" || !candidateToSdp(candidate))
        return null;
    return { is, ...common, candidate };
}

export class Signalling {
    private readonly socket: KeptSocket;
    private readonly sealer: Sealer;
    private readonly topic: string;

    constructor(
        url: string,
        room: Uint8Array,
        private readonly self: string,
        private readonly events: SignalEvents,
    ) {
        this.sealer = new Sealer(room, "signal", self);
        this.topic = roomName(room);
        this.socket = new KeptSocket(url, {
            up: () => {
                this.say({ type: "subscribe", topics: [this.topic] });
                this.send({ is: "here", to: null });
            },
            down: () => {},
            message: (data) => this.take(data),
            /* Its own words come back, which shows that the server is there. */
            word: () => this.send({ is: "here", to: null }),
        });
    }

    send(signal: Signal): void {
        const sealed = this.sealer.seal(writeSignal(signal));
        this.say({ type: "publish", topic: this.topic, sealed: toText(sealed) });
    }

    close(): void {
        this.socket.close();
    }

    private say(value: unknown): void {
        this.socket.send(JSON.stringify(value));
    }

    private take(data: unknown): void {
        if (typeof data !== "string" || data.length > 2 * SIGNAL_MAX) return;
        let said: unknown;
        try {
            said = JSON.parse(data);
        } catch {
            return;
        }
        const { type, sealed } = (said ?? {}) as Record<string, unknown>;
        if (type !== "publish" || typeof sealed !== "string") return;
        const bytes = fromText(sealed, SIGNAL_MAX);
        const opened = bytes && this.sealer.openNext(bytes);
        if (!opened || !this.events.admits(opened.from, opened.body.length)) return;
        const signal = readSignal(opened.body);
        if (signal && (signal.to === null || signal.to === this.self))
            this.events.take(opened.from, signal);
    }
}
