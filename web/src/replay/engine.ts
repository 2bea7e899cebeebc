// SPDX-License-Identifier: MIT
/*
 * engine.ts: the engine as a wasm module, for what a page does with finished logs. Bytes cross in
 * two buffers, and any call may move the memory: docs/wasm.md.
 */

import type { Event, View } from "../messages";
import { compileEngine } from "../solo/engine_module";

interface Exports {
    memory: WebAssembly.Memory;
    in(size: number): number;
    out(): number;
    why(): number;
    language(length: number): number;
    names(length: number): number;
    verify(length: number): number;
    log_json(length: number): number;
    replay(length: number, seq: number, viewer: number): number;
    decisions(length: number): number;
    advice(length: number, seq: number): number;
    follow(length: number): number;
    rules(length: number): number;
}

/** The engine could not do it; the message is its sentence. */
export class EngineProblem extends Error {}

const VERDICTS = ["honest", "unrevealed", "dishonest", "unreadable"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A step as somebody was shown it. */
export interface ShownStep {
    rules: string;
    /** Null: it is not known what was shown right before. */
    was: View | null;
    events: Event[];
    now: View;
}

/** Whoever has no seat. */
export const SPECTATOR = 251;

/** What the engine answers if a step cannot have been honest. */
const BROKEN = 2;

export class Engine {
    private readonly exports: Exports;
    /* The log that lies in the module's buffer. */
    private given: Uint8Array | null = null;

    constructor(instance: WebAssembly.Instance) {
        this.exports = instance.exports as unknown as Exports;
    }

    /** The language of what is said; without the right one it is English. */
    speak(code: string): void {
        this.exports.language(this.put(new TextEncoder().encode(code)));
    }

    /** What players are called, seat by seat; null: by the number of the seat. */
    call(names: (string | null)[]): void {
        const text = names.map((name) => `${name ?? ""}\0`).join("");
        this.exports.names(this.put(new TextEncoder().encode(text)));
    }

    verify(log: Uint8Array): { verdict: Verdict; why: string } {
        const found = this.exports.verify(this.give(log));
        return {
            verdict: VERDICTS[found] ?? "unreadable",
            why: this.text(this.exports.why()),
        };
    }

    json(log: Uint8Array): unknown {
        return this.parse(this.exports.log_json(this.give(log)));
    }

    replay(log: Uint8Array, seq: number, viewer: number): unknown {
        return this.parse(this.exports.replay(this.give(log), seq, viewer));
    }

    decisions(log: Uint8Array): unknown {
        return this.parse(this.exports.decisions(this.give(log)));
    }

    advice(log: Uint8Array, seq: number): unknown {
        return this.parse(this.exports.advice(this.give(log), seq));
    }

    /** Why no lawful command leads to what was shown; null: it can have been an honest step. */
    follow({ rules, was, events, now }: ShownStep): string | null {
        const texts = [rules, was ? JSON.stringify(was) : "", JSON.stringify(events)];
        const text = [...texts, JSON.stringify(now), ""].join("\0");
        const found = this.exports.follow(this.put(new TextEncoder().encode(text)));
        return found === BROKEN ? this.text(this.exports.why()) : null;
    }

    /** All that rules mean, whatever words say them. */
    rules(game: string, words: string): string {
        const length = this.exports.rules(
            this.put(new TextEncoder().encode(`${game}\0${words}\0`)),
        );
        return this.text(length || this.exports.why());
    }

    private put(bytes: Uint8Array): number {
        const at = this.exports.in(bytes.length);
        if (!at) throw new EngineProblem("there is not enough memory");
        this.given = null;
        new Uint8Array(this.exports.memory.buffer).set(bytes, at);
        return bytes.length;
    }

    private give(log: Uint8Array): number {
        if (this.given !== log) {
            this.put(log);
            this.given = log;
        }
        return log.length;
    }

    private text(length: number): string {
        const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.out(), length);
        return new TextDecoder().decode(bytes);
    }

    private parse(length: number): unknown {
        if (!length) throw new EngineProblem(this.text(this.exports.why()));
        return JSON.parse(this.text(length));
    }
}

let loading: Promise<WebAssembly.Module> | null = null;

/** Fetches the module once; each call makes an instance of its own. */
export async function loadEngine(url: string): Promise<Engine> {
    loading ??= compileEngine(url);
    try {
        return new Engine(await WebAssembly.instantiate(await loading));
    } catch (problem) {
        loading = null;
        throw problem;
    }
}
