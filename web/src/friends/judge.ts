// SPDX-License-Identifier: MIT
// judge.ts: whether a match between friends was altered after the deal, as one of them can tell from its log: that the log itself holds, that
// it is the deal that was promised before anybody gave anything to it, that what was given here is part of it, and that
// what was shown here is what the log says. What was found while it was played (watch.ts) counts as well.
import type { HttpLog, View } from "../messages";
import type { Engine } from "../replay/engine";
import type { Dealt } from "./kept_tables";
import { openOf } from "./shared_maps";
import type { Breach } from "./watch";

export type Judgement =
    | { verdict: "honest" }
    | { verdict: "breach"; breach: Breach }
    | { verdict: "broken" | "unread"; why: string }
    | { verdict: "unrevealed" }
    | { verdict: "not_promised" | "not_mixed" | "not_shown" | "not_seen" };

/** What this page was shown: the rules, the hands as the seat saw them, and what lay open, at moments of the match. */
export type Shown = ReadonlyMap<number, Sight>;

export interface Sight {
    rules: string;
    cards: string;
}

/** So many moments are compared at most, spread over the match; and so many at once, so that the page stays awake. */
const MOMENTS_MAX = 1000;
const MOMENTS_AT_ONCE = 8;

export const showAll = (rules: string, view: View): Sight => ({
    rules,
    cards: JSON.stringify([view.hands.map(({ cards }) => [...(cards ?? [])].sort()), openOf(view)]),
});

/** `deal`: what is remembered about it; null: nothing was told of it before, so nobody here can tell; undefined: whoever
 *  deals has nothing to doubt. */
export async function judge(
    engine: Engine,
    log: Uint8Array,
    deal: Dealt | null | undefined,
    seat: number,
    shown: Shown,
    breaches: Breach[],
): Promise<Judgement> {
    const [breach] = breaches;
    if (breach) return { verdict: "breach", breach };
    const { verdict, why } = engine.verify(log);
    if (verdict === "unrevealed") return { verdict };
    if (verdict !== "honest")
        return { verdict: verdict === "dishonest" ? "broken" : "unread", why };
    const { commitment, records, game, rules } = engine.json(log) as HttpLog;
    if (deal?.commitment && deal.commitment !== commitment) return { verdict: "not_promised" };
    if (deal === null) return { verdict: "not_seen" };
    const given = records.some(({ contribution }) => String(contribution) === deal?.entropy);
    if (deal?.entropy && !given) return { verdict: "not_mixed" };
    const step = Math.ceil(shown.size / MOMENTS_MAX);
    const moments = [...shown].filter((_, i) => i % step === 0 || i === shown.size - 1);
    /* The same rules may have been said in other words. */
    const said = new Set(moments.map(([, sight]) => sight.rules));
    if ([...said].some((one) => engine.rules(game, one) !== engine.rules(game, rules)))
        return { verdict: "not_shown" };
    for (const [i, [seq, sight]] of moments.entries()) {
        if (i % MOMENTS_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
        const { view } = engine.replay(log, seq, seat) as { view: View };
        if (showAll(rules, view).cards !== sight.cards) return { verdict: "not_shown" };
    }
    return { verdict: "honest" };
}
