// SPDX-License-Identifier: MIT
// friends_host.test.ts: the host of a table between friends crashes in the middle of matches and comes back with what its
// device has stored, again and again: the match goes on with everybody in the same seat and ends honestly.
// HC_SEED and HC_FRIENDS_COUNT as in friends.test.ts.
import assert from "node:assert/strict";
import test from "node:test";
import type * as Y from "yjs";
import { upKey } from "../src/friends/records";
import { keysFrom } from "../src/friends/seal";
import type { GameState } from "../src/friends/shared_maps";
import { DocumentClient } from "./document_client";
import {
    acquit,
    comeBack,
    FriendAtPage,
    joinDirectly,
    newDoc,
    type Opened,
    openTable,
    randomBytes,
    stir,
    until,
} from "./friends_world";
import { dice, seedEntropy, WASM } from "./real_house";

const FIRST = Number(process.env.HC_SEED ?? 1);
const COUNT = Number(process.env.HC_FRIENDS_COUNT ?? 3);
const needsEngine = WASM ? {} : { skip: "there is no wasm module" };

const TABLES: [game: string, rules: string][] = [
    ["shed", "host points_to_win=40"],
    ["two", "two tokens_to_win=3"],
    ["shed", "party match_mode=single"],
];

const stateNow = (doc: Y.Doc) => doc.getMap("gameStateMap").toJSON() as GameState;

/* After so many updates the tab is gone in the middle of one; nobody has said goodbye. False: the match was over first. */
async function crashed({ doc, host, house }: Opened, updates: number): Promise<boolean> {
    let left = updates;
    let crash: boolean | null = null;
    const count = () => {
        const ended = stateNow(doc).status === "ENDED";
        if (left-- > 0 && !ended) return;
        doc.off("update", count);
        crash = !ended;
        if (ended) return;
        house.stop();
        host.close();
    };
    doc.on("update", count);
    await until(() => crash !== null, "a crash");
    return crash ?? false;
}

async function playMatch(seed: number): Promise<string> {
    const below = dice(seed);
    seedEntropy(below);
    const [game, rules] = TABLES[seed % TABLES.length] ?? ["", ""];
    const sealed = below(3) > 0;
    const settings = "next=one grace_ms=0";
    let opened = await openTable(below, { game, rules, settings, sealed });
    const { code } = opened.home.table;
    const host = opened.host.keys.id;
    const docs = Array.from({ length: 1 + below(3) }, () => newDoc(below));
    joinDirectly([opened.doc, ...docs]);
    opened.doc.on("update", stir);
    const pages: FriendAtPage[] = [];
    for (const [i, one] of docs.entries())
        if (!sealed && below(2) === 0) new DocumentClient(one, below).join(`Client ${i}`);
        else {
            const keys = keysFrom(randomBytes(32));
            pages.push(new FriendAtPage(one, keys, host, code, below, `Friend ${i}`));
        }
    await until(() => pages.every(({ table }) => table.room), "a lobby");
    for (const page of pages) page.sit();
    await until(() => stateNow(opened.doc).turnOrder.length === docs.length + 1, "friends");
    const records = docs.map((one) => one.getMap("lines").toJSON());
    const { turnOrder, names } = stateNow(opened.doc);
    const seats = JSON.stringify([turnOrder, names]);
    let written = 0;
    let moved = 0;
    let crashes = 0;
    let gone = crashed(opened, below(60));
    opened.host.ask({ op: "start" });
    while (await gone) {
        opened = await comeBack(below, opened);
        crashes++;
        gone = crashes < 3 ? crashed(opened, 1 + below(60)) : Promise.resolve(false);
        joinDirectly([opened.doc, ...docs]);
        opened.doc.on("update", stir);
        /* What was said in a session before is worth nothing to the host that has come back. */
        for (const page of pages) {
            const old = records[docs.indexOf(page.doc)]?.[upKey(page.keys.id)];
            if (old && below(3) === 0) opened.doc.getMap("lines").set(upKey(page.keys.id), old);
        }
        const { doc, host } = opened;
        doc.on("afterTransaction", ({ origin }: Y.Transaction) => {
            if (origin !== host) return;
            const after = stateNow(doc);
            written++;
            if (JSON.stringify([after.turnOrder, after.names]) !== seats) moved++;
        });
    }
    const { doc } = opened;
    await until(() => stateNow(doc).status === "ENDED", "the end");
    await until(() => pages.every(({ table }) => table.match_id), "a log");
    for (const page of pages) {
        const answer = await page.house.get(`/api/matches/${page.table.match_id}`);
        assert.equal(answer.status, 200);
        page.line.close();
    }
    assert.ok(written > 0 || crashes === 0);
    const judged = acquit(pages);
    assert.equal(moved, 0, "everybody has the same seat after every transaction");
    for (const one of docs)
        assert.deepEqual(one.getMap("gameStateMap").toJSON(), doc.getMap("gameStateMap").toJSON());
    opened.host.close();
    opened.house.stop();
    return `${game} ${rules}: ${docs.length} friends, ${pages.length} with keys, ${judged} steps judged, ${crashes} crashes`;
}

test("a host that crashes goes on where it was", needsEngine, async (t) => {
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
        try {
            t.diagnostic(`seed ${seed}: ${await playMatch(seed)}`);
        } catch (problem) {
            const why = problem instanceof Error ? problem.stack : problem;
            assert.fail(`seed ${seed}: ${TABLES[seed % TABLES.length]}: ${why}`);
        }
    }
});
