// SPDX-License-Identifier: MIT
// engine_module.ts: an instance of the engine as a wasm module, for a house and for bots: docs/wasm.md. Bytes cross in
// two buffers, and any call may move the memory.
import type { Bytes } from "./solo_bytes";

interface Exports {
    memory: WebAssembly.Memory;
    in(size: number): number;
    out(): number;
    why(): number;
    key(): number;
    open(bot_budget_max: number): number;
    load(length: number): number;
    saved_code(length: number): number;
    saved_pass(length: number): number;
    time(now_ms: number, steady_ms: number): void;
    tick(): void;
    due(): number;
    line_open(): number;
    line_close(line: number): void;
    say(line: number, length: number): number;
    text_next(): number;
    text(): number;
    text_length(): number;
    batch(): number;
    stored(failed: number, lost_count: number): number;
    question(): number;
    answer(id: number, found: number, length: number): number;
    thought(): number;
    think(length: number): number;
    thought_done(id: number, length: number): number;
    language(length: number): number;
    games(): number;
    rules(length: number): number;
    qr(length: number): number;
    tally(length: number): number;
}

/** Fetches and compiles the engine. Not every host of files says of what type a module is. */
export async function compileEngine(url: string): Promise<WebAssembly.Module> {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    return answer.headers.get("Content-Type") === "application/wasm"
        ? await WebAssembly.compileStreaming(answer)
        : await WebAssembly.compile(await answer.arrayBuffer());
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class EngineModule {
    readonly calls: Exports;

    constructor(instance: WebAssembly.Instance) {
        this.calls = instance.exports as unknown as Exports;
    }

    /** Lays bytes where the next call looks for them; gives their length. */
    put(bytes: Uint8Array): number {
        const at = this.calls.in(bytes.length);
        if (!at) throw new Error("there is not enough memory");
        new Uint8Array(this.calls.memory.buffer).set(bytes, at);
        return bytes.length;
    }

    putText(text: string): number {
        return this.put(encoder.encode(text));
    }

    /** The bytes of the last call, which has given their length. */
    out(length: number): Bytes {
        return this.read(this.calls.out(), length);
    }

    outText(length: number): string {
        return decoder.decode(this.out(length));
    }

    /** Why the last call that says why has done nothing. */
    why(): string {
        return this.outText(this.calls.why());
    }

    read(at: number, length: number): Bytes {
        return new Uint8Array(this.calls.memory.buffer as ArrayBuffer, at, length).slice();
    }

    readText(at: number, length: number): string {
        return decoder.decode(this.read(at, length));
    }
}
