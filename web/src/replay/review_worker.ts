// SPDX-License-Identifier: MIT
/*
 * review_worker.ts: thinks about the decisions of a finished match beside the page, one after the
 * other, and tells what came of each. The page ends it by ending the worker.
 */
import { loadEngine } from "./engine";
import type { Advice, Decision, ReviewNews, ReviewOrder } from "./review";

const tell = (news: ReviewNews) => postMessage(news);

addEventListener("message", async ({ data }: MessageEvent<ReviewOrder>) => {
    const engine = await loadEngine(data.wasm);
    engine.speak(data.language);
    engine.call(data.names);
    const decisions = engine.decisions(data.log) as Decision[];
    /* The player who is looked at comes first. */
    const order = decisions
        .map((_, index) => index)
        .sort(
            (a, b) =>
                Number(decisions[b]?.seat === data.first) -
                Number(decisions[a]?.seat === data.first),
        );
    tell({ decisions });
    for (const index of order)
        tell({ index, advice: engine.advice(data.log, decisions[index]?.seq ?? 0) as Advice });
    tell({ done: true });
});
