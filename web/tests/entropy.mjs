// SPDX-License-Identifier: MIT
//
// entropy.mjs: gives pages and their workers the entropy that follows from a text, so that a test
// can repeat what they draw.

/** Runs in a page or a worker before all else. Each time that a tab loads a page it draws
 * something else; the name of the window counts. Workers have their seed as a name. Bytes follow
 * also from how many are drawn at once: how often a page needs a nonce changes no deal. */
export function seedEntropy(seed) {
    let text = seed;
    if (globalThis.window) {
        window.name = Number(window.name) + 1;
        text += ` ${window.name}`;
    }
    let start = 2166136261;
    for (const letter of text) start = Math.imul(start ^ letter.charCodeAt(0), 16777619);
    const states = new Map();
    const next = (kind) => {
        const state = ((states.get(kind) ?? Math.imul(start, 2 * kind + 1)) + 0x6d2b79f5) | 0;
        states.set(kind, state);
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return (mixed ^ (mixed >>> 14)) >>> 0;
    };
    Math.random = () => next(0) / 2 ** 32;
    crypto.getRandomValues = (array) => {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        for (let i = 0; i < bytes.length; i++) bytes[i] = next(bytes.length);
        return array;
    };
    let workers = 0;
    globalThis.Worker = class extends Worker {
        constructor(file, options) {
            super(file, { ...options, name: `${text} ${++workers}` });
        }
    };
}

/** What the file of a worker begins with. */
export const SEED_WORKER = Buffer.from(`(${seedEntropy})(self.name);\n`);
