// SPDX-License-Identifier: MIT
// follower.ts: the worker that judges steps, as the page sees it. It begins with the first step, so nobody waits for it
// before there are cards. Without it steps are not judged; the log is, in the end.
import type { ShownStep } from "../replay/engine";

export class Follower {
    private worker: Worker | null = null;
    private readonly asked: ((why: string | null) => void)[] = [];

    /** Why a step cannot have been honest; null: it can, or nobody could tell. */
    follow(step: ShownStep): Promise<string | null> {
        if (!WASM_URL) return Promise.resolve(null);
        this.worker ??= this.begin();
        this.worker.postMessage(step);
        return new Promise((resolve) => this.asked.push(resolve));
    }

    private begin(): Worker {
        const worker = new Worker(FOLLOW_WORKER_URL, { type: "module" });
        worker.onmessage = ({ data }: MessageEvent<string | null>) => this.asked.shift()?.(data);
        /* It could not be started: the next step begins with another one. */
        worker.onerror = () => {
            worker.terminate();
            this.worker = null;
            for (const resolve of this.asked.splice(0)) resolve(null);
        };
        return worker;
    }
}
