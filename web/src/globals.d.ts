// SPDX-License-Identifier: MIT
// globals.d.ts: what build.mjs fills in.

/** Whether any host that serves files serves these pages, and there is no server of ours. */
declare const STATIC: boolean;
/** Where the engine is, as a wasm module; empty if this server was built without it. */
declare const WASM_URL: string;
/** Where the script of the worker is that reviews a match. */
declare const REVIEW_WORKER_URL: string;
/** Where the script of the worker is that judges the steps of a friend's table. */
declare const FOLLOW_WORKER_URL: string;
/** Where the script of the worker is that has the house of this device. */
declare const HOUSE_WORKER_URL: string;
/** Where the script of the workers is in which bots think. */
declare const THINK_WORKER_URL: string;
/** Where the script of the service worker is. */
declare const SERVICE_WORKER_URL: string;
/** For the service worker: a name for these files together, the files, and the script of the page. */
declare const VERSION: string;
declare const FILES: string[];
declare const MAIN: string;
