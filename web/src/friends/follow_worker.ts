// SPDX-License-Identifier: MIT
// follow_worker.ts: judges the steps that a friend's page is shown, beside the page, one after the other: a step that cannot
// be explained takes the engine a while. Each step gets one answer, in order.
import { type Engine, loadEngine, type ShownStep } from "../replay/engine";

let engine: Engine | null = null;
let last = Promise.resolve();

async function judge(step: ShownStep): Promise<void> {
    let why: string | null = null;
    try {
        engine ??= await loadEngine(WASM_URL);
        why = engine.follow(step);
    } catch {
        /* It could not be loaded, or has stopped: this step is not judged, and the next one by another. */
        engine = null;
    }
    postMessage(why);
}

addEventListener("message", ({ data }: MessageEvent<ShownStep>) => {
    last = last.then(() => judge(data));
});
