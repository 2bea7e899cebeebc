// SPDX-License-Identifier: MIT
// think_pool.ts: a few workers in which bots think, so that neither the page nor the house waits for them. A worker has
// one thought at a time. One that breaks, or cannot be loaded, is replaced after a moment, and thinks the same again:
// without its bot the table would wait for ever.
import type { Bytes } from "./solo_bytes";

const AGAIN_MS = 1000;

interface Wanted {
    thought: Bytes;
    done(command: Bytes): void;
}

export class ThinkPool {
    private readonly idle: Worker[] = [];
    private readonly all = new Set<Worker>();
    private readonly wanted: Wanted[] = [];

    constructor(
        private readonly module: WebAssembly.Module,
        private readonly start: () => Worker,
        private readonly most: number,
        private readonly again_ms = AGAIN_MS,
    ) {}

    think(thought: Bytes): Promise<Bytes> {
        return new Promise((done) => {
            this.wanted.push({ thought, done });
            this.next();
        });
    }

    stop(): void {
        for (const worker of this.all) worker.terminate();
        this.all.clear();
        this.idle.length = 0;
        this.wanted.length = 0;
    }

    private next(): void {
        if (this.wanted.length === 0) return;
        const worker = this.idle.pop() ?? (this.all.size < this.most ? this.begin() : null);
        const wanted = worker && this.wanted.shift();
        if (!wanted) return;
        worker.onmessage = ({ data }: MessageEvent<Bytes>) => {
            this.idle.push(worker);
            wanted.done(data);
            this.next();
        };
        worker.onerror = () => {
            worker.terminate();
            setTimeout(() => {
                if (!this.all.delete(worker)) return; /* It was stopped meanwhile. */
                this.wanted.unshift(wanted);
                this.next();
            }, this.again_ms);
        };
        worker.postMessage(wanted.thought);
    }

    private begin(): Worker {
        const worker = this.start();
        worker.postMessage(this.module);
        this.all.add(worker);
        return worker;
    }
}
