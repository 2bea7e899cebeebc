// SPDX-License-Identifier: MIT
/*
 * review.ts: the review of a finished match, as it grows while a worker thinks: for each decision
 * what the player did, what the bot would have done, and how often each wins the round. Judged by
 * what that player could see then, so nothing that was hidden speaks against anybody.
 */
import { useEffect, useMemo, useState } from "preact/hooks";
import { language } from "../words/words";
import type { Film } from "./film";

export interface Decision {
    seq: number;
    seat: number;
    round: number;
    do: string;
}

export interface Advice {
    do: string;
    says: string;
    same?: boolean;
    best?: string;
    best_says?: string;
    best_permille?: number;
    permille?: number;
}

export interface ReviewOrder {
    wasm: string;
    log: Uint8Array;
    names: (string | null)[];
    language: string;
    first: number;
}

export type ReviewNews =
    | { decisions: Decision[] }
    | { index: number; advice: Advice }
    | { done: true };

export interface Judged extends Decision {
    advice: Advice | null;
}

export interface Review {
    decisions: Judged[];
    judged: number;
    done: boolean;
}

/** What a decision has cost, in percent; what is less than half of one is luck. */
export function costOf({ advice }: Judged): number {
    return Math.floor(((advice?.best_permille ?? 0) - (advice?.permille ?? 0) + 5) / 10);
}

export const MARKS = 3;

/** The decisions of a seat that cost most, the worst first. */
export function worstOf(review: Review, seat: number): Judged[] {
    return review.decisions
        .filter((decision) => decision.seat === seat && costOf(decision) > 0)
        .sort((a, b) => costOf(b) - costOf(a) || a.seq - b.seq)
        .slice(0, MARKS);
}

/** How the chances of a seat to win the round moved: after each of its decisions. */
export function chancesOf(
    review: Review,
    seat: number,
): { seq: number; round: number; permille: number }[] {
    return review.decisions.flatMap(({ seat: whose, seq, round, advice }) =>
        whose === seat && advice?.permille !== undefined
            ? [{ seq, round, permille: advice.permille }]
            : [],
    );
}

export function foldReview(review: Review, news: ReviewNews): Review {
    if ("decisions" in news)
        return {
            ...review,
            decisions: news.decisions.map((decision) => ({ ...decision, advice: null })),
        };
    if ("done" in news) return { ...review, done: true };
    return {
        ...review,
        judged: review.judged + 1,
        decisions: review.decisions.map((decision, index) =>
            index === news.index ? { ...decision, advice: news.advice } : decision,
        ),
    };
}

const NOTHING: Review = { decisions: [], judged: 0, done: false };

/** Reviews a film while `wanted`, and begins with a seat. */
export function useReview(film: Film | null, wanted: boolean, first: number): Review {
    const [review, setReview] = useState(NOTHING);
    const spoken = language();
    const order = useMemo(() => ({ first }), [film, wanted, spoken]);

    useEffect(() => {
        if (!film || !wanted || !WASM_URL) return;
        const worker = new Worker(REVIEW_WORKER_URL, { type: "module" });
        let held = NOTHING;
        let frame = 0;
        worker.onmessage = ({ data }: MessageEvent<ReviewNews>) => {
            held = foldReview(held, data);
            frame ||= requestAnimationFrame(() => {
                frame = 0;
                setReview(held);
            });
        };
        const message: ReviewOrder = {
            wasm: WASM_URL,
            log: film.log,
            names: film.names,
            language: spoken,
            first: order.first,
        };
        worker.postMessage(message);
        return () => {
            cancelAnimationFrame(frame);
            worker.terminate();
            setReview(NOTHING);
        };
    }, [film, wanted, spoken, order]);
    return review;
}
