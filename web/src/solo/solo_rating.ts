// SPDX-License-Identifier: MIT
// solo_rating.ts: Glicko-2, as src/store/rating.c has it for servers, step by step: mu and phi are rating and deviation
// on the inner scale of the publication, sigma is the volatility, tau the system constant.

export interface Rating {
    rating: number;
    deviation: number;
    volatility: number;
}

/** One comparison: with whom, and 1 for a win, 0.5 for a draw, 0 for a loss. */
export interface Comparison {
    opponent: Rating;
    score: number;
}

/** Of somebody who has not played yet. */
export const FIRST: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };

const SCALE = 173.7178;
const MIDDLE = 1500;
const TAU = 0.5;
const EPSILON = 1e-6;

const weigh = (phi: number): number => 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));

/* Step 5: the new volatility, by the Illinois way of regula falsi. */
function volatilityAfter(sigma: number, delta: number, phi: number, v: number): number {
    const a = Math.log(sigma * sigma);
    const f = (x: number): number => {
        const e = Math.exp(x);
        const sum = phi * phi + v + e;
        return (e * (delta * delta - sum)) / (2 * sum * sum) - (x - a) / (TAU * TAU);
    };
    let low = a;
    let high = a - TAU;
    if (delta * delta > phi * phi + v) high = Math.log(delta * delta - phi * phi - v);
    else while (f(high) < 0) high -= TAU;
    let f_low = f(low);
    let f_high = f(high);
    /* It closes in within a dozen turns; the bound is for values that were tampered with. */
    for (let turn = 0; Math.abs(high - low) > EPSILON && turn < 100; turn++) {
        const next = low + ((low - high) * f_low) / (f_high - f_low);
        const f_next = f(next);
        if (f_next * f_high <= 0) {
            low = high;
            f_low = f_high;
        } else f_low /= 2;
        high = next;
        f_high = f_next;
    }
    return Math.exp(low / 2);
}

/** The rating after a match; without comparisons it stays. */
export function ratingAfter(before: Rating, games: Comparison[]): Rating {
    if (games.length === 0) return before;
    const mu = (before.rating - MIDDLE) / SCALE;
    let phi = before.deviation / SCALE;
    let information = 0;
    let gain = 0;
    for (const { opponent, score } of games) {
        const weight = weigh(opponent.deviation / SCALE);
        const e = 1 / (1 + Math.exp(-weight * (mu - (opponent.rating - MIDDLE) / SCALE)));
        information += weight * weight * e * (1 - e);
        gain += weight * (score - e);
    }
    const sigma = volatilityAfter(before.volatility, gain / information, phi, 1 / information);
    phi = Math.sqrt(phi * phi + sigma * sigma);
    phi = 1 / Math.sqrt(1 / (phi * phi) + information);
    return {
        rating: SCALE * (mu + phi * phi * gain) + MIDDLE,
        deviation: Math.min(SCALE * phi, FIRST.deviation),
        volatility: sigma,
    };
}
