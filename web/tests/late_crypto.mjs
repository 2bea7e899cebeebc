// SPDX-License-Identifier: MIT
//
// late_crypto.mjs: stands in for lib0/webcrypto in the tests of modules (unit.mjs). Yjs asks the global
// `crypto` each time, so its numbers come from the dice of a test, too (real_house.ts).
import { webcrypto } from "node:crypto";

export const { subtle } = webcrypto;
export const getRandomValues = (array) => globalThis.crypto.getRandomValues(array);
