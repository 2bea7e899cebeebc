// SPDX-License-Identifier: MIT
// review_worker.ts: thinks about a finished match beside the page.
export {};
