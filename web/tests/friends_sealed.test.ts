// SPDX-License-Identifier: MIT
// friends_sealed.test.ts: a table between friends who have keys: pages behind lines through the document play whole matches
// of every preset; lines and maps never disagree; nobody can read, forge, replay or reorder what is another's; everybody
// has a part in the deal and proves it in the end. HC_SEED and HC_FRIENDS_COUNT as in friends.test.ts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import * as encoding from "lib0/encoding";
import * as Y from "yjs";
import { Records, upKey } from "../src/friends/records";
import { keysFrom, playerOfKey } from "../src/friends/seal";
import { handOf, stateOf } from "../src/friends/shared_maps";
import { EngineModule } from "../src/solo/engine_module";
import {
    acquit,
    begun,
    calm,
    FriendAtPage,
    joinDirectly,
    newDoc,
    randomBytes,
    seat,
    stateNow,
    until,
} from "./friends_world";
import { dice, seedEntropy, WASM } from "./real_house";

const FIRST = Number(process.env.HC_SEED ?? 1);
const COUNT = Number(process.env.HC_FRIENDS_COUNT ?? 10);
const needsEngine = WASM ? {} : { skip: "there is no wasm module" };

const TABLES: [game: string, rules: string][] = [
    ["shed", "host points_to_win=60"],
    ["shed", "official initial_cards=4 points_to_win=30"],
    ["shed", "party initial_cards=4 match_mode=single"],
    ["shed", "lite"],
    ["shed", "first2shed"],
    ["shed", "brutal"],
    ["two", "two tokens_to_win=2"],
    ["two", "classic2012 tokens_to_win=2"],
    ["two", "ed2019 tokens_to_win=2"],
    ["two", "auto_draw=false tokens_to_win=1"],
];

/* What the maps say is what the friend was told, after every transaction. */
function compare(friend: FriendAtPage): void {
    const { room, view, seat, fresh } = friend.table;
    if (!room || !fresh || seat === null) return;
    const state = stateNow(friend.doc);
    const order = [...state.turnOrder];
    const players = room.seats.map(({ who }) => (who === "empty" ? null : (order.shift() ?? null)));
    assert.deepEqual(state, JSON.parse(JSON.stringify(stateOf(room, view, players))));
    assert.deepEqual(order, []);
    assert.equal(players[seat], playerOfKey(friend.keys.id));
    if (view && state.status !== "LOBBY") assert.deepEqual(friend.hand(), handOf(view, seat));
}

/* Every friend fetches the log, proves the deal, and finds its own contribution there. */
async function prove(friend: FriendAtPage, commitment: string | null): Promise<void> {
    const { match_id, seat } = friend.table;
    const answer = await friend.house.get(`/api/matches/${match_id}`);
    assert.equal(answer.status, 200);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(WASM)));
    const engine = new EngineModule(instance);
    const calls = instance.exports as Record<string, (length: number) => number>;
    assert.equal(calls.verify?.(engine.put(bytes)), 0, "honest");
    const log = JSON.parse(engine.outText(calls.log_json?.(engine.put(bytes)) ?? 0));
    assert.equal(log.commitment, commitment);
    const mine = log.records.find(
        (one: Record<string, unknown>) => one.seat === seat && one.contribution,
    );
    assert.ok(mine.contribution.includes(friend.entropy), "the deal has what this friend gave");
}

async function playMatch(seed: number): Promise<string> {
    const below = dice(seed);
    seedEntropy(below);
    const [game, rules] = TABLES[seed % TABLES.length] ?? ["", ""];
    const sealed = below(4) > 0;
    const count = rules === "lite" ? 1 : 1 + below(3);
    const bots = game === "shed" && rules !== "lite" ? below(2) : 0;
    const settings = `next=one bot_delay_ms=0 watch=${below(2) ? "public" : "late"}`;
    const wanted = { game, rules, sealed, settings, friends: count, bots };
    const { house, home, host, doc, friends } = await seat(below, wanted);
    const commitments = friends.map(({ table }) => table.commitment);
    let compared = 0;
    for (const friend of friends)
        friend.doc.on("afterTransaction", ({ origin }: Y.Transaction) => {
            if (origin !== joinDirectly) return;
            compare(friend);
            compared++;
        });
    /* Somebody looks on. */
    const { doc: own, code } = friends[0] as FriendAtPage;
    const eve = new FriendAtPage(
        own,
        keysFrom(randomBytes(32)),
        host.keys.id,
        code,
        below,
        "",
        true,
    );
    await until(() => eve.table.room !== null, "somebody who looks on");
    home.say({ op: "start", table: code });
    await until(() => friends.every(({ table }) => table.room?.stage === "finished"), "the end");
    await until(() => friends.every(({ table }) => table.match_id), "a log");
    for (const [i, friend] of friends.entries()) await prove(friend, commitments[i] ?? null);
    const refused = friends.flatMap((friend) => friend.refused);
    const judged = acquit([...friends, eve]);
    eve.line.close();
    const bytes = Y.encodeStateAsUpdate(doc).length;
    for (const friend of friends) friend.line.close();
    host.close();
    house.stop();
    return `${game} ${rules}: ${count} friends, ${bots} bots, ${compared} compared, ${judged} judged, ${bytes} bytes, refused ${refused}`;
}

test("pages play whole matches through the document", needsEngine, async (t) => {
    for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
        try {
            t.diagnostic(`seed ${seed}: ${await playMatch(seed)}`);
        } catch (problem) {
            const why = problem instanceof Error ? problem.stack : problem;
            assert.fail(`seed ${seed}: ${TABLES[seed % TABLES.length]}: ${why}`);
        }
    }
});

test("nobody acts for another, again, or in another order", needsEngine, async () => {
    const { doc, docs, friends, draw, end } = await begun(5, 2);
    const [ann, bob] = friends as [FriendAtPage, FriendAtPage];
    const slot = String(playerOfKey(ann.keys.id));
    const said: Uint8Array[] = [];
    const recorded: Uint8Array[] = [];
    docs[1]?.on("afterTransaction", () => {
        const action = bob.doc.getMap("actionsMap").get(slot);
        const up = bob.doc.getMap("lines").get(upKey(ann.keys.id));
        if (action instanceof Uint8Array && said.at(-1) !== action) said.push(action);
        if (up instanceof Uint8Array && recorded.at(-1) !== up) recorded.push(up);
    });
    recorded.push(bob.doc.getMap("lines").get(upKey(ann.keys.id)) as Uint8Array);
    await draw(0);
    await draw(1);
    await draw(2);
    await draw(0);
    assert.ok(said.length > 0);
    const before = stateNow(doc);
    assert.equal(before.currentTurn, before.turnOrder[1], "it is Ann's turn");
    const host = ann.host;
    const text = JSON.stringify({ op: "do", do: "draw", table: ann.code, seq: 0, tag: 1 });
    const session = { number: 1, page: "x" };
    const command = { session, n: 1, text };
    const forgeries: [string, unknown][] = [
        ["said before", said[0]],
        ["signed by Bob", new Records(bob.keys, host, host, bob.keys.id).writeAction(command)],
        [
            "of another table",
            new Records(ann.keys, bob.keys.id, host, ann.keys.id).writeAction(command),
        ],
        ["of another page", new Records(ann.keys, host, host, ann.keys.id).writeAction(command)],
        ["a record as a command", recorded[0]],
        ["cut off", said[0]?.slice(0, 70)],
        ["changed", said[0]?.map((byte, i) => (i === 100 ? byte ^ 1 : byte))],
        ["short", new Uint8Array(3)],
        ["large", new Uint8Array(200_000)],
        ["plain", { type: "DRAW_CARD" }],
        ["a text", "draw"],
    ];
    for (const [what, value] of forgeries) {
        doc.getMap("rejectionsMap").delete(slot);
        bob.doc.getMap("actionsMap").set(slot, value);
        await until(() => bob.doc.getMap("actionsMap").get(slot) === null, `an answer: ${what}`);
        const code = doc.getMap<{ code: string }>("rejectionsMap").get(slot)?.code;
        assert.equal(code, "not_signed", what);
        assert.deepEqual(stateNow(doc), before, what);
    }
    for (const record of [...recorded]) {
        bob.doc.getMap("lines").set(upKey(ann.keys.id), record);
        await calm();
        assert.deepEqual(stateNow(doc), before);
    }
    assert.equal(ann.table.fresh, true, "Ann's page has noticed nothing");
    await draw(1);
    end();
});

test("garbage in the document changes nothing for anybody", needsEngine, async () => {
    const { doc, friends, draw, end } = await begun(6, 2);
    const [ann, bob] = friends as [FriendAtPage, FriendAtPage];
    const before = [stateNow(doc), doc.getMap("table").toJSON()];
    bob.doc.transact(() => {
        const lines = bob.doc.getMap<unknown>("lines");
        for (const key of ["", "x", "up/", "up/zz", "down/zz", "up/a/b", `up/${"0".repeat(64)}`])
            lines.set(key, new Uint8Array(80));
        lines.set(`up/${"f".repeat(64)}`, "text");
        lines.set(upKey(ann.keys.id), new Uint8Array(500));
        lines.set(`down/${ann.keys.id}`, new Uint8Array(500));
        for (const name of ["gameStateMap", "dealtHandsMap", "table"])
            for (const key of bob.doc.getMap(name).keys()) bob.doc.getMap(name).set(key, [1, 2]);
        bob.doc.getMap("dealtHandsMap").set("7", "text");
        bob.doc.getMap("table").set("more", 1);
    });
    await calm();
    assert.deepEqual([stateNow(doc), doc.getMap("table").toJSON()], before);
    assert.deepEqual([stateNow(ann.doc), ann.doc.getMap("table").toJSON()], before);
    const keys = [...doc.getMap("lines").keys()].map((key) => key.split("/")[1]);
    assert.ok(keys.every((id) => id === ann.keys.id || id === bob.keys.id));
    for (const at of [0, 1, 2, 0]) await draw(at);
    compare(ann);
    compare(bob);
    end();
});

test("whoever comes back has the seat by the key", needsEngine, async () => {
    const { doc, host, below, friends, docs, draw, code, end } = await begun(7, 2);
    const [ann, bob] = friends as [FriendAtPage, FriendAtPage];
    await draw(0);
    const hand = ann.hand();
    const player = playerOfKey(ann.keys.id);
    /* Her page is closed, and the table waits. */
    ann.line.close();
    host.setPresent(new Set([bob.doc.clientID]));
    await until(() => stateNow(doc).status === "PAUSED_WAITING_PLAYER", "a pause");
    assert.deepEqual(stateNow(doc).orphanHands, [{ clientId: player, cardCount: 7 }]);
    /* Somebody else with her name gets nothing. */
    const other = keysFrom(randomBytes(32));
    const eve = new FriendAtPage(bob.doc, other, ann.host, code, below, "Friend 0", true);
    await until(() => !!eve.table.room, "a look");
    eve.sit();
    await until(() => eve.refused.length > 0, "a refusal");
    assert.equal(eve.table.seat, null);
    assert.equal(eve.hand(), null);
    /* Another page, with another document and the same key. */
    const again = newDoc(below);
    joinDirectly([doc, ...docs, again]);
    const back = new FriendAtPage(again, ann.keys, ann.host, code, below, "Friend 0", true);
    await until(() => stateNow(doc).status === "PLAYING", "her return");
    assert.equal(back.table.seat, 1);
    assert.deepEqual(back.hand(), hand);
    host.setPresent(new Set([bob.doc.clientID, again.clientID]));
    back.do("draw");
    await until(() => stateNow(doc).currentTurn === playerOfKey(bob.keys.id), "her turn is over");
    compare(back);
    /* A page that was left open notices that a newer one has the seat. */
    const third = new FriendAtPage(again, ann.keys, ann.host, code, below, "Friend 0", true);
    await until(() => third.table.seat === 1, "the third page");
    assert.equal(back.house.status.get(), "down");
    acquit([eve, back, third]);
    for (const one of [eve, back, third]) one.line.close();
    end();
});

test("a seat that is waited for goes to another only as the host says", needsEngine, async () => {
    const { doc, host, below, friends, docs, draw, code, end } = await begun(11, 2);
    const [ann, bob] = friends as [FriendAtPage, FriendAtPage];
    const [player, another] = [playerOfKey(ann.keys.id), playerOfKey(bob.keys.id)];
    await draw(0);
    const hand = ann.hand();
    const keys = keysFrom(randomBytes(32));
    const eve = new FriendAtPage(bob.doc, keys, ann.host, code, below, "Eve", true);
    const heir = playerOfKey(keys.id);
    await until(() => !!eve.table.room, "a look");
    assert.equal(host.giveSeat(player, heir), false, "Ann is there");
    assert.equal(host.giveSeat(stateNow(doc).turnOrder[0] ?? 0, heir), false, "the host's own");
    ann.line.close();
    host.setPresent(new Set([bob.doc.clientID]));
    await until(() => stateNow(doc).status === "PAUSED_WAITING_PLAYER", "a pause");
    assert.equal(host.giveSeat(player, another), false, "Bob has one");
    assert.equal(host.giveSeat(player, 5), false, "nobody has this number");
    assert.equal(host.giveSeat(player, heir), true);
    await until(() => stateNow(doc).status === "PLAYING" && eve.table.seat === 1, "Eve");
    assert.deepEqual(eve.hand(), hand);
    const order = [stateNow(doc).turnOrder[0], heir, another];
    assert.deepEqual(stateNow(doc).turnOrder, order);
    /* Ann comes too late, and sees what everybody sees. */
    const again = newDoc(below);
    joinDirectly([doc, ...docs, again]);
    const back = new FriendAtPage(again, ann.keys, ann.host, code, below, "Friend 0", true);
    await until(() => back.table.fresh, "Ann");
    assert.equal(back.table.seat, null);
    assert.equal(back.hand(), null);
    eve.do("draw");
    await until(() => stateNow(doc).currentTurn === another, "Eve's turn is over");
    compare(eve);
    acquit([eve, back]);
    for (const one of [eve, back]) one.line.close();
    end();
});

test("a seat on which a bot plays on is given to nobody", needsEngine, async () => {
    const { host, below, friends, code, doc, end } = await begun(12, 2, {
        settings: "grace_ms=0 away=bot",
    });
    const [ann, bob] = friends as [FriendAtPage, FriendAtPage];
    const keys = keysFrom(randomBytes(32));
    const eve = new FriendAtPage(bob.doc, keys, ann.host, code, below, "Eve", true);
    await until(() => !!eve.table.room, "a look");
    ann.line.close();
    host.setPresent(new Set([bob.doc.clientID]));
    await until(() => eve.table.room?.seats[1]?.connected === false, "Ann is away");
    assert.deepEqual(host.away(), []);
    assert.equal(host.giveSeat(playerOfKey(ann.keys.id), playerOfKey(keys.id)), false);
    assert.equal(stateNow(doc).status, "PLAYING");
    eve.line.close();
    end();
});

test("a page is offline while the host is away", needsEngine, async () => {
    const { doc, friends, draw, end } = await begun(10, 1);
    const [ann] = friends as [FriendAtPage];
    ann.line.setPresent(new Set());
    assert.equal(ann.house.status.get(), "down");
    ann.do("draw");
    await until(() => ann.refused.length > 0, "a refusal");
    assert.deepEqual(ann.refused, ["offline"]);
    ann.line.setPresent(new Set([doc.clientID]));
    await until(() => ann.house.status.get() === "up" && ann.table.fresh, "the host");
    for (const at of [0, 1, 0]) await draw(at);
    compare(ann);
    end();
});

/* A text in the encodings in which bytes may carry it. */
function encodings(text: string): Buffer[] {
    const bases = [0, 1, 2].map((shift) => {
        const encoded = Buffer.from(" ".repeat(shift) + text).toString("base64");
        return Buffer.from(
            encoded.slice(shift ? 4 : 0, Math.floor(((shift + text.length) * 4) / 3)),
        );
    });
    const hex = Buffer.from(Buffer.from(text).toString("hex"));
    return [Buffer.from(text), Buffer.from(text, "utf16le"), hex, ...bases];
}

/* The bytes of values in an update, one after the other. */
function asYjsHas(values: unknown[]): string {
    const encoder = encoding.createEncoder();
    for (const value of values) encoding.writeAny(encoder, value as never);
    return Buffer.from(encoding.toUint8Array(encoder)).toString("latin1");
}

/* Everything that the document ever said, and what in it would give a hand or a secret away. */
async function listen(sealed: boolean): Promise<string[]> {
    const below = dice(8);
    seedEntropy(below);
    const rules = "host initial_cards=9 match_mode=single public_discard=top";
    const table = await seat(below, { game: "shed", rules, friends: 2, sealed });
    const { doc, friends, home, host, house } = table;
    const updates: Uint8Array[] = [Y.encodeStateAsUpdate(doc)];
    const secrets = new Set<string>([home.token]);
    for (const { keys, entropy } of friends) {
        secrets.add(entropy);
        secrets.add(Buffer.from(keys.secret).toString("latin1"));
    }
    doc.on("update", (update: Uint8Array) => updates.push(update));
    doc.on("afterTransaction", () => {
        for (const { view, seat } of [home.table, ...friends.map((friend) => friend.table)]) {
            const cards = view && seat !== null ? (view.hands[seat]?.cards ?? []) : [];
            for (const [i, face] of cards.entries())
                if (i > 0) secrets.add(`"${cards[i - 1]}","${face}"`);
            const hand = view && seat !== null ? handOf(view, seat) : null;
            for (const [i, card] of (hand ?? []).entries()) {
                secrets.add(`face":"${card.face}`);
                if (i > 0) secrets.add(asYjsHas([hand?.[i - 1], card]));
            }
            for (const action of (view?.actions ?? []) as string[])
                if (action.startsWith("play ")) secrets.add(action);
        }
    });
    home.say({ op: "start", table: home.table.code });
    await until(() => friends.every(({ table }) => table.room?.stage === "finished"), "the end");
    for (const one of [doc, ...table.docs])
        updates.push(Y.encodeStateAsUpdate(one), Y.encodeStateAsUpdateV2(one));
    const all = Buffer.concat(updates);
    const found = [...secrets].filter((secret) =>
        encodings(secret).some((one) => all.includes(one)),
    );
    for (const friend of friends) friend.line.close();
    host.close();
    house.stop();
    assert.ok(secrets.size > 100);
    return found;
}

test("the document and its history give nothing away", needsEngine, async () => {
    assert.deepEqual(await listen(true), []);
    assert.ok((await listen(false)).length > 0, "the search can find something");
});
