// SPDX-License-Identifier: MIT
// think_worker.ts: where a bot thinks: an instance of the engine that gets a thought and gives the command that came of
// it; empty if the bot would rather wait. The first message is the module.
import { EngineModule } from "./engine_module";
import { type Bytes, EMPTY } from "./solo_bytes";

let engine: Promise<EngineModule> | null = null;

addEventListener("message", async ({ data }: MessageEvent<WebAssembly.Module | Bytes>) => {
    if (data instanceof WebAssembly.Module) {
        engine = WebAssembly.instantiate(data).then((instance) => new EngineModule(instance));
        return;
    }
    try {
        const mind = await engine;
        if (!mind) return;
        const length = mind.calls.think(mind.put(data));
        postMessage(length ? mind.out(length) : EMPTY);
    } catch (problem) {
        /* Nobody outside hears of a promise that fails, and the bot would be waited for. */
        reportError(problem);
    }
});
