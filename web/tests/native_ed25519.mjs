// SPDX-License-Identifier: MIT
//
// native_ed25519.mjs: stands in for @noble/curves/ed25519 in the tests of modules (unit.mjs). Node's
// own crypto signs and verifies, since thousands of steps are judged there; the rest is the
// library's. Browsers run the library alone.
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { ed25519 as slow } from "../node_modules/@noble/curves/esm/ed25519.js";

export { x25519 } from "../node_modules/@noble/curves/esm/ed25519.js";

/* What DER has before the 32 bytes of a key. */
const SECRET = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC = Buffer.from("302a300506032b6570032100", "hex");

function secretKey(bytes) {
    const key = Buffer.concat([SECRET, bytes]);
    return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

function publicKey(bytes) {
    const key = Buffer.concat([PUBLIC, bytes]);
    return createPublicKey({ key, format: "der", type: "spki" });
}

export const ed25519 = {
    ...slow,
    sign: (bytes, secret) => new Uint8Array(sign(null, bytes, secretKey(secret))),
    verify: (signature, bytes, id) => verify(null, bytes, publicKey(id), signature),
};
