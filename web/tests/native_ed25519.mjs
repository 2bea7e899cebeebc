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

/* Keys as Node wants them, by their bytes: making one costs more than signing. */
const made = new Map();

function keyOf(prefix, bytes, make) {
    const der = Buffer.concat([prefix, bytes]);
    const name = der.toString("latin1");
    const key = made.get(name) ?? make(der);
    made.set(name, key);
    return key;
}

const secretKey = (bytes) =>
    keyOf(SECRET, bytes, (key) => createPrivateKey({ key, format: "der", type: "pkcs8" }));
const publicKey = (bytes) =>
    keyOf(PUBLIC, bytes, (key) => createPublicKey({ key, format: "der", type: "spki" }));

export const ed25519 = {
    ...slow,
    sign: (bytes, secret) => new Uint8Array(sign(null, bytes, secretKey(secret))),
    verify: (signature, bytes, id) => verify(null, bytes, publicKey(id), signature),
};
