// SPDX-License-Identifier: MIT
// friends.test.ts: a table between friends with plain maps: clients that know nothing but the description of the maps play
// whole matches with a host; after every transaction the maps are a whole table. HC_SEED and HC_FRIENDS_COUNT
// choose other matches and more of them.
import assert from "node:assert/strict";
import test from "node:test";
import type * as Y from "yjs";
import { FriendsHost } from "../src/friends/friends_host";
import { readCopy } from "../src/friends/host_copy";
import type { Card, GameState } from "../src/friends/shared_maps";
import { DocumentClient } from "./document_client";
import { calm, joinDirectly, newDoc, openTable, randomBytes, stir, until } from "./friends_world";
import { dice, seedEntropy, WASM } from "./real_house";

const FIRST = Number(process.env.HC_SEED ?? 1);
const COUNT = Number(process.env.HC_FRIENDS_COUNT ?? 10);
const needsEngine = WASM ? {} : { skip: "there is no wasm module" };

const TABLES: [game: string, rules: string][] = [
    ["shed", "host points_to_win=80"],
    ["shed", "host initial_cards=20 points_to_win=150"],
    ["shed", "official points_to_win=60"],
    ["shed", "host public_discard=full points_to_win=60"],
    ["shed", "party match_mode=single jump_in=false"],
    ["shed", "lite"],
    ["shed", "first2shed"],
    ["shed", "brutal"],
    ["two", "two tokens_to_win=2"],
    ["two", "classic2012 tokens_to_win=2"],
];

const stateNow = (doc: Y.Doc) => doc.getMap("gameStateMap").toJSON() as GameState;
const handsNow = (doc: Y.Doc) => doc.getMap("dealtHandsMap").toJSON() as Record<string, Card[]>;

/* A new round is what the document says, whatever was before. */
function checkRound(before: GameState, after: GameState, hands: Record<string, Card[]>): void {
    assert.equal(after.currentRound, before.status === "LOBBY" ? 1 : before.currentRound + 1);
    if (before.status !== "LOBBY") {
        assert.equal(before.status, "ROUND_ENDED");
        assert.deepEqual(after.turnOrder, before.turnOrder);
        assert.deepEqual(after.lockedPlayers, before.lockedPlayers);
        assert.deepEqual(after.scores, before.scores);
    }
    assert.deepEqual(after.lockedPlayers, after.turnOrder);
    assert.deepEqual(after.orphanHands, []);
    assert.equal(after.winner, null);
    if (after.game !== "shed" || !/first_wild=none/.test(after.rules)) return;
    const dealt = Number(/initial_cards=(\d+)/.exec(after.rules)?.[1] ?? 7);
    const count = after.turnOrder.length;
    const [top] = after.discardPile;
    const at = (after.currentRound - 1) % count;
    const counts = Object.fromEntries(after.turnOrder.map((player) => [String(player), dealt]));
    assert.equal(after.discardPile.length, 1);
    assert.notEqual(top?.value, "wild-draw-four");
    const moved = { skip: 1, "draw-two": 1, reverse: count - 1 }[top?.value ?? ""] ?? 0;
    if (top?.value === "draw-two") counts[String(after.turnOrder[at])] = dealt + 2;
    if (top?.value === "wild") assert.equal(top.color, null);
    assert.equal(after.direction, top?.value === "reverse" ? -1 : 1);
    assert.equal(after.currentTurn, after.turnOrder[(at + moved) % count]);
    assert.deepEqual(after.playerCardCounts, counts);
    assert.equal(Object.keys(hands).length, count);
}

/* After every transaction of the host the maps are those of one moment of the table. */
function watch(doc: Y.Doc, seen: { rounds: number; reasons: Set<string> }): void {
    let before = stateNow(doc);
    doc.on("afterTransaction", ({ changed }: Y.Transaction) => {
        stir();
        for (const { code } of doc.getMap<{ code: string }>("rejectionsMap").values())
            seen.reasons.add(code);
        const names = ["gameStateMap", "dealtHandsMap"].map((name) => doc.getMap(name));
        if (!names.some((map) => changed.has(map as never))) return;
        const after = stateNow(doc);
        const hands = handsNow(doc);
        for (const [player, hand] of Object.entries(hands))
            assert.equal(hand.length, after.playerCardCounts[player], "a hand is as long as told");
        if (after.status === "PLAYING" || after.status === "ROUND_ENDED")
            assert.deepEqual(
                Object.keys(hands).sort(),
                after.turnOrder.map(String).sort(),
                "everybody has a hand",
            );
        if (after.status === "PLAYING") {
            assert.ok(after.turnOrder.includes(after.currentTurn ?? 0));
            if (before.status !== "PLAYING") {
                checkRound(before, after, hands);
                for (const action of doc.getMap("actionsMap").values()) assert.equal(action, null);
                seen.rounds++;
            }
        } else if (after.status === "ROUND_ENDED") assert.notEqual(after.winner, undefined);
        before = after;
    });
}

async function playMatch(seed: number): Promise<string> {
    const below = dice(seed);
    seedEntropy(below);
    const [game, rules] = TABLES[seed % TABLES.length] ?? ["", ""];
    const { house, home, host, doc } = await openTable(below, { game, rules });
    const most = rules.startsWith("lite") ? 1 : rules.includes("initial_cards") ? 4 : 3;
    const friends = 1 + below(most);
    const docs = Array.from({ length: friends }, () => newDoc(below));
    joinDirectly([doc, ...docs]);
    const seen = { rounds: 0, reasons: new Set<string>() };
    watch(doc, seen);
    const clients = docs.map((one) => new DocumentClient(one, below));
    for (const [i, client] of clients.entries()) client.join(`Friend ${i}`);
    await until(() => stateNow(doc).turnOrder.length === friends + 1, "friends");
    home.say({ op: "start", table: home.table.code });
    await until(() => stateNow(doc).status === "ENDED", "the end");
    const { winner, turnOrder } = stateNow(doc);
    if (winner !== null) assert.ok(turnOrder.includes(winner));
    await until(
        () => [...doc.getMap("actionsMap").values()].every((one) => one === null),
        "answers",
    );
    for (const one of docs)
        assert.deepEqual(one.getMap("gameStateMap").toJSON(), doc.getMap("gameStateMap").toJSON());
    const done = clients.reduce((sum, client) => sum + client.done, 0);
    const rejected = clients.reduce((sum, client) => sum + client.rejected, 0);
    assert.ok(seen.rounds > 0);
    host.close();
    house.stop();
    return `${game} ${rules}: ${seen.rounds} rounds, ${done} done, ${rejected} rejected ${[...seen.reasons]}`;
}

test("clients of the document play whole matches", needsEngine, async (t) => {
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
        try {
            t.diagnostic(`seed ${seed}: ${await playMatch(seed)}`);
        } catch (problem) {
            const why = problem instanceof Error ? problem.stack : problem;
            assert.fail(`seed ${seed}: ${TABLES[seed % TABLES.length]}: ${why}`);
        }
    }
});

/* A table of the preset `host` with one friend, whose document the test writes into itself. */
async function withFriend(seed: number, settings = "next=one") {
    const below = dice(seed);
    seedEntropy(below);
    const opened = await openTable(below, { game: "shed", rules: "host", settings, quiet: true });
    const friend = newDoc(below);
    const actions = friend.getMap<unknown>("actionsMap");
    const me = String(friend.clientID);
    const rejections = friend.getMap<{ code: string }>("rejectionsMap");
    const ask = async (action: unknown) => {
        actions.set(me, action);
        await until(() => actions.get(me) === null, `an answer to ${JSON.stringify(action)}`);
        return rejections.get(me)?.code;
    };
    opened.doc.on("update", stir);
    return { ...opened, below, friend, me, ask, actions };
}

test("what was waiting when the host began is taken", needsEngine, async () => {
    const { house, home, host, doc, friend, me } = await withFriend(1);
    host.close();
    joinDirectly([doc, friend]);
    friend.getMap("actionsMap").set(me, { type: "JOIN", name: "Early" });
    const again = new FriendsHost({
        doc,
        house,
        code: home.table.code,
        token: home.token,
        secret: randomBytes(32),
        sealed: false,
    });
    await until(() => stateNow(doc).turnOrder.length === 2, "the friend");
    assert.equal(stateNow(doc).names[me], "Early");
    assert.equal(doc.getMap("actionsMap").get(me), null);
    again.close();
    house.stop();
});

test(
    "what was waiting in the middle of a round is taken by a host that comes back",
    needsEngine,
    async () => {
        const { house, home, host, doc, friend, me, ask, kept } = await withFriend(4);
        joinDirectly([doc, friend]);
        await ask({ type: "JOIN", name: "Friend" });
        home.say({ op: "start", table: home.table.code });
        await until(() => stateNow(friend).status === "PLAYING", "a match");
        host.close();
        friend.getMap("actionsMap").set(me, { type: "SHUFFLE" });
        const copy = readCopy(kept.key, kept.bytes);
        assert.ok(copy);
        const again = new FriendsHost({ doc, house, ...copy });
        await until(() => friend.getMap("actionsMap").get(me) === null, "an answer");
        const rejections = friend.getMap<{ code: string }>("rejectionsMap");
        assert.equal(rejections.get(me)?.code, "malformed");
        again.close();
        house.stop();
    },
);

test("whoever is gone before sitting down keeps nobody waiting", needsEngine, async () => {
    const { house, host, doc, friend, me, below } = await withFriend(5);
    const other = newDoc(below);
    joinDirectly([doc, friend, other]);
    friend.getMap("actionsMap").set(me, { type: "JOIN", name: "Gone" });
    doc.once("afterAllTransactions", () => host.setPresent(new Set()));
    other.getMap("actionsMap").set(String(other.clientID), { type: "JOIN", name: "Here" });
    await until(() => Object.values(stateNow(doc).names).includes("Here"), "the other");
    assert.equal(friend.getMap("actionsMap").get(me), null);
    host.close();
    house.stop();
});

test("what is no action is rejected, cleared, and changes nothing", needsEngine, async () => {
    const { house, home, host, doc, friend, ask, me } = await withFriend(2);
    joinDirectly([doc, friend]);
    assert.equal(await ask({ type: "DRAW_CARD" }), "no_seat");
    assert.equal(await ask({ type: "JOIN", name: "x".repeat(24) }), "malformed");
    assert.equal(await ask({ type: "JOIN", name: "Host" }), "duplicate_player");
    assert.equal(await ask({ type: "JOIN", name: "Friend" }), undefined);
    assert.equal(await ask({ type: "JOIN", name: "Friend" }), "duplicate_player");
    assert.equal(await ask({ type: "DRAW_CARD" }), "bad_phase");
    home.say({ op: "start", table: home.table.code });
    await until(() => stateNow(doc).status === "PLAYING", "a match");
    const before = [stateNow(doc), handsNow(doc)];
    const others = String(doc.clientID);
    const turn = String(stateNow(doc).currentTurn) === me;
    const garbage: [unknown, string][] = [
        [7, "malformed"],
        ["DRAW_CARD", "malformed"],
        [[], "malformed"],
        [new Uint8Array(3), "malformed"],
        [{}, "malformed"],
        [{ type: "SHUFFLE" }, "malformed"],
        [{ type: "PLAY_CARD" }, "malformed"],
        [{ type: "PLAY_CARD", card: { color: "pink", value: "5" } }, "malformed"],
        [{ type: "PLAY_CARD", card: { face: "R5\n" } }, "malformed"],
        [{ type: "PLAY_CARD", card: { face: "x".repeat(5000) } }, "malformed"],
        [{ type: "PLAY_CARD", card: { face: "ZZ" } }, "malformed"],
        [{ type: "CHALLENGE_UNO", targetId: 5 }, "malformed"],
        [{ type: "DO", do: "end" }, "not_allowed"],
        [{ type: "PASS" }, turn ? "draw_first" : "not_your_turn"],
    ];
    for (const [action, code] of garbage)
        assert.equal(await ask(action), code, JSON.stringify(action));
    const friendsActions = friend.getMap<unknown>("actionsMap");
    friend.transact(() => {
        for (const key of ["", "x", "-1", "1.5", "01", "__proto__", "9".repeat(30)])
            friendsActions.set(key, { type: "DRAW_CARD" });
        friendsActions.set("123456", { type: "DRAW_CARD" });
        friend.getMap("gameStateMap").set("scores", { [me]: 9999 });
        friend.getMap("gameStateMap").set("more", 1);
        friend.getMap("gameStateMap").delete("turnOrder");
        friend.getMap("dealtHandsMap").set(me, []);
        friend.getMap("dealtHandsMap").set("5", [{ face: "WW" }]);
        friend.getMap("dealtHandsMap").delete(others);
    });
    await calm();
    const keys = [...doc.getMap("actionsMap").keys()].sort();
    assert.deepEqual(keys, ["123456", me].sort(), "keys that are nobody's are gone");
    assert.deepEqual([stateNow(doc), handsNow(doc)], before);
    assert.deepEqual([stateNow(friend), handsNow(friend)], before);
    host.close();
    house.stop();
});

test("the table waits for whoever is gone, and goes on", needsEngine, async () => {
    const { house, home, host, doc, friend, ask, me } = await withFriend(3, "grace_ms=0 next=one");
    joinDirectly([doc, friend]);
    await ask({ type: "JOIN", name: "Friend" });
    home.say({ op: "start", table: home.table.code });
    await until(() => stateNow(doc).status === "PLAYING", "a match");
    const hands = handsNow(doc);
    host.setPresent(new Set());
    await until(() => stateNow(doc).status === "PAUSED_WAITING_PLAYER", "a pause");
    assert.deepEqual(stateNow(doc).orphanHands, [{ clientId: Number(me), cardCount: 7 }]);
    assert.deepEqual(handsNow(doc), hands);
    friend.getMap("actionsMap").set(me, { type: "DRAW_CARD" });
    host.setPresent(new Set([Number(me)]));
    await until(() => stateNow(doc).status === "PLAYING", "the friend");
    assert.deepEqual(stateNow(doc).orphanHands, []);
    assert.deepEqual(handsNow(doc), hands);
    await until(() => friend.getMap("actionsMap").get(me) === null, "an answer");
    host.close();
    house.stop();
});
