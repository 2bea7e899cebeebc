// SPDX-License-Identifier: MIT
// links_friend.ts: one friend, as a page with the secret of the room is called here: the ways to it, what it may say in a
// while, and attempts to reach it directly.
import type { Direct } from "./links_direct";
import { Budget } from "./links_frame";

/** What one friend may say: bytes and messages. */
const BYTES_MAX = 32 * 1024 * 1024;
const BYTES_PER_S = 2 * 1024 * 1024;
const MESSAGES_MAX = 4000;
const MESSAGES_PER_S = 200;
/** How often it may ask for all that it lacks, which is answered with the whole document. */
const ASKS_MAX = 30;
const ASKS_PER_S = 0.5;
/** Who says too much, or what makes no sense, is not heard for so long. */
const SHUT_MS = 60_000;
/** After an attempt that failed the next one waits, longer each time. */
const WAIT_MS = 4_000;
const WAIT_MAX_MS = 120_000;

export interface Attempt {
    number: number;
    direct: Direct;
    timer: ReturnType<typeof setTimeout>;
}

export class Friend {
    /** The number of its document, once it is known. */
    client: number | null = null;
    direct: Direct | null = null;
    /** The relay brings what it says, and it hears this page there. */
    relayed = false;
    /** The way that is in use. */
    way: "direct" | "relay" | null = null;
    attempt: Attempt | null = null;
    private failures = 0;
    private nextAttempt = 0;
    private shutUntil = 0;
    private readonly bytes = new Budget(BYTES_MAX, BYTES_PER_S);
    private readonly messages = new Budget(MESSAGES_MAX, MESSAGES_PER_S);
    private readonly asks = new Budget(ASKS_MAX, ASKS_PER_S);

    constructor(readonly id: string) {}

    /** The best way now. */
    get best(): "direct" | "relay" | null {
        if (this.direct?.open && !this.direct.doubtful) return "direct";
        return this.relayed ? "relay" : null;
    }

    /** Whether nothing would be lost if it were forgotten. */
    get isIdle(): boolean {
        return !this.direct && !this.relayed && !this.attempt && !this.isShut;
    }

    get isShut(): boolean {
        return performance.now() < this.shutUntil;
    }

    get mayTry(): boolean {
        return !this.attempt && performance.now() >= this.nextAttempt;
    }

    /** Whether so much may come from it now. */
    admits(size: number): boolean {
        return this.bytes.take(size) && this.messages.take(1);
    }

    /** Whether it may ask now. */
    mayAsk(): boolean {
        return this.asks.take(1);
    }

    shut(): void {
        this.shutUntil = performance.now() + SHUT_MS;
        this.end();
    }

    succeeded(): void {
        this.failures = 0;
        this.nextAttempt = 0;
    }

    failed(): void {
        const wait = Math.min(WAIT_MAX_MS, WAIT_MS * 2 ** this.failures++);
        this.nextAttempt = performance.now() + wait;
    }

    /** Ends all that is direct. */
    end(): void {
        clearTimeout(this.attempt?.timer);
        this.attempt?.direct.close();
        this.direct?.close();
    }
}
