// SPDX-License-Identifier: MIT
// globals.d.ts: what build.mjs fills in.

/** Where the engine is, as a wasm module; empty if this server was built without it. */
declare const WASM_URL: string;
/** Where the script of the worker is that reviews a match. */
declare const REVIEW_WORKER_URL: string;
/** Where the script of the worker is that has the house of this device. */
declare const HOUSE_WORKER_URL: string;
/** Where the script of the workers is in which bots think. */
declare const THINK_WORKER_URL: string;
