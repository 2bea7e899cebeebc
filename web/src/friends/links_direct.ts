// SPDX-License-Identifier: MIT
// links_direct.ts: one connection to one friend over WebRTC, with one data channel, which both ends open by agreement.
//
// A connection is *open* once its channel is, and *doubtful* while the browser has lost the other end or nothing was heard
// of it for a while. Then others must be reached another way, but it may come back by itself.
import {
    CANDIDATES_MAX,
    candidateOfSdp,
    candidateToSdp,
    type Description,
    describe,
    toSdp,
} from "./links_describe";
import { Assembler, chunks, message, PING } from "./links_frame";

/** Whoever is silent for longer than PING_MS says something; who is not heard for so long is doubtful, or gone. */
const PING_MS = 3_000;
const DOUBTFUL_MS = 9_000;
const GONE_MS = 30_000;
/** By hand there is one text, so all candidates must be in it. */
const GATHER_MS = 3_000;
/** A friend who takes nothing is not waited for. */
const WAITING_MAX = 16 * 1024 * 1024;
/** What was said last may still leave. */
const LAST_WORDS_MS = 500;

export interface DirectEvents {
    /** It is open, doubtful, or neither any longer. */
    changed(): void;
    message(bytes: Uint8Array): void;
    closed(): void;
    /** One more candidate, for the other end. */
    candidate?(text: string): void;
}

export class Direct {
    open = false;
    doubtful = false;
    private readonly connection: RTCPeerConnection;
    private readonly channel: RTCDataChannel;
    private readonly assembler = new Assembler();
    private readonly early: string[] = [];
    private candidates = 0;
    private heard = performance.now();
    private spoke = performance.now();
    private over = false;
    private timer: ReturnType<typeof setInterval> | undefined;

    /** Throws if this browser has no WebRTC. */
    constructor(
        ice: RTCIceServer[],
        private readonly events: DirectEvents,
    ) {
        this.connection = new RTCPeerConnection({ iceServers: ice });
        this.channel = this.connection.createDataChannel("links", { negotiated: true, id: 0 });
        this.channel.binaryType = "arraybuffer";
        this.channel.onopen = () => this.begin();
        this.channel.onclose = () => this.close();
        this.channel.onmessage = ({ data }) => this.hear(data);
        this.connection.onconnectionstatechange = () => this.look();
        this.connection.onicecandidate = ({ candidate }) => {
            const text = candidate?.candidate ? candidateOfSdp(candidate.candidate) : null;
            if (text) events.candidate?.(text);
        };
    }

    async offer(): Promise<Description> {
        return this.describeSelf(await this.connection.createOffer());
    }

    async answer(offer: Description): Promise<Description> {
        await this.describeOther("offer", offer);
        return this.describeSelf(await this.connection.createAnswer());
    }

    async complete(answer: Description): Promise<void> {
        await this.describeOther("answer", answer);
    }

    /** This end with all its candidates, after `offer` or `answer`. */
    async whole(): Promise<Description> {
        const { connection } = this;
        if (connection.iceGatheringState !== "complete")
            await new Promise<void>((done) => {
                const timer = setTimeout(done, GATHER_MS);
                connection.addEventListener("icegatheringstatechange", () => {
                    if (connection.iceGatheringState !== "complete") return;
                    clearTimeout(timer);
                    done();
                });
            });
        return describe(connection.localDescription?.sdp ?? "");
    }

    /** A candidate of the other end. */
    add(candidate: string): void {
        if (++this.candidates > CANDIDATES_MAX) return;
        if (this.connection.remoteDescription) this.addNow(candidate);
        else this.early.push(candidate);
    }

    send(bytes: Uint8Array): void {
        if (!this.open) return;
        if (this.channel.bufferedAmount > WAITING_MAX) {
            this.close();
            return;
        }
        this.spoke = performance.now();
        try {
            for (const chunk of chunks(bytes)) this.channel.send(chunk as Uint8Array<ArrayBuffer>);
        } catch {
            this.close();
        }
    }

    close(): void {
        if (this.over) return;
        this.over = true;
        this.open = false;
        clearInterval(this.timer);
        this.channel.close();
        setTimeout(() => this.connection.close(), LAST_WORDS_MS);
        this.events.closed();
    }

    private async describeSelf(own: RTCSessionDescriptionInit): Promise<Description> {
        await this.connection.setLocalDescription(own);
        return { ...describe(own.sdp ?? ""), candidates: [] };
    }

    private async describeOther(type: RTCSdpType, other: Description): Promise<void> {
        await this.connection.setRemoteDescription({ type, sdp: toSdp(other) });
        for (const candidate of this.early.splice(0)) this.addNow(candidate);
    }

    private addNow(text: string): void {
        const candidate = candidateToSdp(text);
        if (!candidate || this.over) return;
        this.connection.addIceCandidate({ candidate, sdpMid: "0", sdpMLineIndex: 0 }).catch(() => {
            /* An address that this browser cannot use; others may do. */
        });
    }

    private begin(): void {
        if (this.over) return;
        this.open = true;
        this.heard = performance.now();
        this.timer = setInterval(() => this.tick(), PING_MS);
        this.events.changed();
    }

    private hear(data: unknown): void {
        if (this.over) return;
        this.heard = performance.now();
        this.look();
        const whole = data instanceof ArrayBuffer ? this.assembler.add(new Uint8Array(data)) : null;
        if (whole && whole[0] !== PING) this.events.message(whole);
        /* A page in the background has slow timers, but it hears. */
        if (performance.now() - this.spoke > PING_MS) this.send(message(PING));
    }

    private tick(): void {
        if (performance.now() - this.heard > GONE_MS) {
            this.close();
            return;
        }
        this.send(message(PING));
        this.look();
    }

    private look(): void {
        if (this.over) return;
        const state = this.connection.connectionState;
        /* Before it was open, a failure may end when the other end begins: by hand that takes a while. */
        if (state === "closed" || (state === "failed" && this.open)) {
            this.close();
            return;
        }
        const doubtful = state === "disconnected" || performance.now() - this.heard > DOUBTFUL_MS;
        if (doubtful === this.doubtful) return;
        this.doubtful = doubtful;
        this.events.changed();
    }
}
