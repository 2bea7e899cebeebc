// SPDX-License-Identifier: MIT
// still_clock.ts: time stands still for the modules under test until their test moves it. Importing this module puts both
// clocks and setTimeout under its control; a timer of no length runs in the next turn of the loop.

const START_MS = Date.UTC(2026, 0, 1);

interface Timer {
    due: number;
    run(): void;
}

let now = 0;
/* In the order in which they were set. */
const timers = new Set<Timer>();

function fire(timer: Timer): void {
    if (timers.delete(timer)) timer.run();
}

function setTimer(run: () => void, ms = 0): Timer {
    const timer = { due: now + Math.max(0, ms), run };
    timers.add(timer);
    if (timer.due === now) setImmediate(() => fire(timer));
    return timer;
}

Date.now = () => START_MS + now;
performance.now = () => now;
globalThis.setTimeout = setTimer as unknown as typeof setTimeout;
globalThis.clearTimeout = ((timer: Timer) =>
    void timers.delete(timer)) as unknown as typeof clearTimeout;

/** Moves both clocks to the next timer and runs it. False: there is none until `end`, a time of performance.now(). */
export function moveToNextTimer(end: number): boolean {
    let next: Timer | null = null;
    for (const timer of timers) if (timer.due < (next?.due ?? end)) next = timer;
    if (!next) return false;
    now = Math.max(now, next.due);
    fire(next);
    return true;
}

/** Moves both clocks by `ms`; timers run when they are due. */
export function passTime(ms: number): void {
    const end = now + ms;
    while (moveToNextTimer(end));
    now = end;
}
