// SPDX-License-Identifier: MIT
// friends_links.test.ts: what a device does with links to tables between friends that others have written: with a letter
// that is wrong, for a table that it knows, and with more of them than it keeps.
import assert from "node:assert/strict";
import test from "node:test";
import type { KeptTable } from "../src/friends/kept_tables";
import { isKey, keysFrom, Pair } from "../src/friends/seal";
import { dice, seedEntropy } from "./real_house";

const below = dice(Number(process.env.HC_SEED ?? 1));
seedEntropy(below);
const bytes = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32));

/* What a device keeps, without a browser. */
globalThis.addEventListener ??= () => {};
const { keepTable, keptTable, keptTables, randomHex, writeInvitation } = await import(
    "../src/friends/kept_tables"
);
const { takeInvitation } = await import("../src/friends/invited");

/** Somebody's table and the link to it. */
function newTable(more: Partial<KeptTable> = {}): KeptTable {
    return {
        code: "BTNHRK",
        host: keysFrom(bytes()).id,
        room: randomHex(),
        at: "",
        secret: randomHex(),
        hosts: false,
        changes: [],
        title: "",
        seated: false,
        deals: [],
        copy: "",
        ...more,
    };
}

const open = (table: KeptTable) => takeInvitation(writeInvitation(table));

test("a key is one with which texts can be sealed", () => {
    const keys = keysFrom(bytes());
    let count = 0;
    const weak = [0, 1].map((byte) => `0${byte}`.padEnd(64, "0"));
    for (const id of [...weak, "", "x".repeat(64), ...Array.from({ length: 60 }, randomHex)]) {
        let seals = true;
        try {
            new Pair(keys, id);
        } catch {
            seals = false;
        }
        assert.equal(isKey(id), seals, id);
        if (seals) count++;
    }
    assert.ok(count > 10 && count < 50, `${count} of 60 random ones are keys`);
    assert.ok(isKey(keys.id));
});

test("a wrong letter in the key of the host is found, also in a link without a sum", () => {
    const table = newTable();
    const text = writeInvitation(table).slice(0, 92);
    const known = keptTables.get().length;
    let wrong = 0;
    for (let i = 6; i < 48; i++) {
        const found = takeInvitation(
            text.slice(0, i) + (text[i] === "A" ? "B" : "A") + text.slice(i + 1),
        );
        if (found === "friends_mistyped") wrong++;
        else assert.ok(typeof found !== "string" && isKey(found.host), `letter ${i}: ${found}`);
    }
    assert.ok(wrong > 5, `${wrong} of 42 are no key`);
    assert.ok(keptTables.get().length <= known + 42 - wrong, "a table without a key is kept");
});

test("a link to a table that the device knows changes nothing about it", () => {
    const own = newTable({ hosts: true, seated: true, at: "wss://cards.example.org" });
    const joined = newTable({ seated: true, title: "Tea" });
    for (const table of [own, joined]) {
        keepTable(table);
        for (const other of [
            { room: randomHex() },
            { code: "BCDFGH" },
            { at: "wss://evil.example" },
        ])
            assert.equal(open({ ...table, ...other }), "friends_other_link", JSON.stringify(other));
        assert.deepEqual(keptTable(table.host), table);
        assert.deepEqual(open(table), table, "its own link leads to it");
        assert.deepEqual(keptTable(table.host), table);
    }
});

test("links of others make the device forget neither its own tables nor its seats", () => {
    const own = Array.from({ length: 45 }, () => newTable({ hosts: true, seated: true }));
    const seats = Array.from({ length: 5 }, () => newTable({ seated: true }));
    for (const table of [...own, ...seats]) keepTable(table);
    for (let i = 0; i < 100; i++) {
        const table = newTable();
        open(table);
        assert.ok(keptTable(table.host), "the table of the last link is known");
    }
    for (const table of [...own, ...seats]) assert.deepEqual(keptTable(table.host), table);
    assert.ok(keptTables.get().length <= own.length + 41, `${keptTables.get().length} are kept`);
});
