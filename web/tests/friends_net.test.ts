// SPDX-License-Identifier: MIT
// friends_net.test.ts: a table between friends over a network that delays, reorders, repeats and parts (sim_net.ts): all
// documents become the same, matches end, and whoever was away goes on. HC_SEED and HC_FRIENDS_COUNT as in
// friends.test.ts.
import assert from "node:assert/strict";
import test from "node:test";
import type * as Y from "yjs";
import { keysFrom } from "../src/friends/seal";
import type { GameState } from "../src/friends/shared_maps";
import { DocumentClient } from "./document_client";
import { acquit, FriendAtPage, newDoc, openTable, randomBytes, until } from "./friends_world";
import { dice, seedEntropy, WASM } from "./real_house";
import { SimNet } from "./sim_net";

const FIRST = Number(process.env.HC_SEED ?? 1);
const COUNT = Number(process.env.HC_FRIENDS_COUNT ?? 4);
const needsEngine = WASM ? {} : { skip: "there is no wasm module" };

const TABLES: [game: string, rules: string][] = [
    ["shed", "host match_mode=single"],
    ["shed", "party match_mode=single"],
    ["two", "two tokens_to_win=2"],
    ["shed", "official points_to_win=40"],
];
const NAMES = ["gameStateMap", "dealtHandsMap", "actionsMap", "rejectionsMap", "lines", "table"];

const stateNow = (doc: Y.Doc) => doc.getMap("gameStateMap").toJSON() as GameState;
const everything = (doc: Y.Doc) => NAMES.map((name) => doc.getMap(name).toJSON());

async function playMatch(seed: number): Promise<string> {
    const below = dice(seed);
    seedEntropy(below);
    const [game, rules] = TABLES[seed % TABLES.length] ?? ["", ""];
    const sealed = below(3) > 0;
    const net = new SimNet(below, { delay: below(12), repeats: below(30) });
    const settings = "next=one grace_ms=0";
    const { house, home, host, doc } = await openTable(below, { game, rules, settings, sealed });
    const { code } = home.table;
    net.add(doc);
    const docs = Array.from({ length: 1 + below(3) }, () => newDoc(below));
    const pages: FriendAtPage[] = [];
    for (const [i, one] of docs.entries()) {
        net.add(one);
        if (!sealed && below(2) === 0) new DocumentClient(one, below).join(`Client ${i}`);
        else {
            const keys = keysFrom(randomBytes(32));
            pages.push(new FriendAtPage(one, keys, host.keys.id, code, below, `Friend ${i}`));
        }
    }
    await until(() => pages.every(({ table }) => table.room), "a lobby");
    for (const page of pages) page.sit();
    await until(() => stateNow(doc).turnOrder.length === docs.length + 1, "friends");
    home.say({ op: "start", table: code });
    const present = () =>
        host.setPresent(new Set(docs.filter((one) => net.reaches(one)).map((one) => one.clientID)));
    let parted = 0;
    for (let i = 0; i < 4; i++) {
        const some = docs.filter(() => below(2) === 0);
        const brought = net.brought + below(60);
        await until(() => net.brought >= brought || stateNow(doc).status === "ENDED", "traffic");
        for (const one of some) net.part(one);
        present();
        for (let turns = below(40); turns > 0; turns--)
            await new Promise((next) => setImmediate(next));
        for (const one of some) net.heal(one);
        present();
        parted += some.length;
    }
    await until(() => stateNow(doc).status === "ENDED", "the end");
    await until(
        () => net.quiet && pages.every(({ table }) => table.room?.stage === "finished"),
        "the end at every page",
    );
    await until(() => net.quiet, "silence");
    for (const one of docs) assert.deepEqual(everything(one), everything(doc));
    const judged = acquit(pages);
    const result = `${game} ${rules}: ${docs.length} friends, ${pages.length} with keys, ${judged} steps judged, parted ${parted} times, ${net.brought} updates, ${net.lost} lost`;
    net.stop();
    for (const page of pages) page.line.close();
    host.close();
    house.stop();
    return result;
}

test("matches end over a bad network, the same for everybody", needsEngine, async (t) => {
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
        try {
            t.diagnostic(`seed ${seed}: ${await playMatch(seed)}`);
        } catch (problem) {
            const why = problem instanceof Error ? problem.stack : problem;
            assert.fail(`seed ${seed}: ${TABLES[seed % TABLES.length]}: ${why}`);
        }
    }
});

test("two act in the same instant, and one after the other is judged", needsEngine, async () => {
    const below = dice(9);
    seedEntropy(below);
    const rules = "start_rule=seat0 first_action=ignore first_wild=none play_after_draw=none";
    const wanted = { game: "shed", rules, sealed: true, quiet: true };
    const { house, home, host, doc } = await openTable(below, wanted);
    const net = new SimNet(below, { delay: 3, repeats: 50 });
    const docs = [newDoc(below), newDoc(below)];
    for (const one of [doc, ...docs]) net.add(one);
    const { code } = home.table;
    const pages = docs.map((one, i) => {
        const keys = keysFrom(randomBytes(32));
        return new FriendAtPage(one, keys, host.keys.id, code, below, `Friend ${i}`, true);
    });
    await until(() => pages.every(({ table }) => table.room), "a lobby");
    for (const page of pages) page.sit();
    await until(() => pages.every(({ table }) => table.seat !== null), "seats");
    home.say({ op: "start", table: code });
    await until(() => pages.every(({ table }) => table.view?.phase === "player_turn"), "hands");
    const first = pages.find(({ table }) => table.seat === 1);
    const second = pages.find(({ table }) => table.seat === 2);
    home.say({ op: "do", do: "draw", table: code, seq: home.table.view?.seq });
    await until(() => pages.every(({ table }) => table.view?.turn === 1), "the turn of seat 1");
    net.hold();
    second?.do("draw");
    first?.do("draw");
    await new Promise((next) => setImmediate(next));
    net.release();
    await until(() => pages.every(({ table }) => table.view?.turn === 2), "the turn of seat 2");
    await until(() => second?.refused.length === 1, "a refusal");
    assert.deepEqual(first?.refused, []);
    const counts = stateNow(doc).turnOrder.map(
        (one) => stateNow(doc).playerCardCounts[String(one)],
    );
    assert.deepEqual(counts, [8, 8, 7]);
    acquit(pages);
    await until(() => net.quiet, "silence");
    for (const one of docs) assert.deepEqual(everything(one), everything(doc));
    net.stop();
    for (const page of pages) page.line.close();
    host.close();
    house.stop();
});
