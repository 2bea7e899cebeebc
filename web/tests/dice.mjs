// SPDX-License-Identifier: MIT
//
// dice.mjs: the seed of a test, and numbers from a seed. `make test` leaves HC_SEED unset, so that each run is the
// same; `make soak` sets a fresh one.

export const SEED = Number(process.env.HC_SEED ?? 1);

/** A function that returns numbers below `sides`: the same ones for the same seed. */
export function dice(seed) {
    let state = seed >>> 0;
    return (sides) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * sides);
    };
}
