// SPDX-License-Identifier: MIT
// friends_hostile.test.ts: somebody has an invitation, or is the host, and means ill: writes what no program of ours would
// write, and much of it. The others go on playing. What is forged and what is merely wrong is in friends_sealed.test.ts.
import assert from "node:assert/strict";
import test from "node:test";
import * as Y from "yjs";
import { FriendLine } from "../src/friends/friend_line";
import { HostChain } from "../src/friends/host_chain";
import { downKey, Records, upKey } from "../src/friends/records";
import { keysFrom, playerOfKey } from "../src/friends/seal";
import type { Client } from "../src/messages";
import { DocumentClient } from "./document_client";
import {
    begun,
    calm,
    FriendAtPage,
    joinDirectly,
    newDoc,
    openTable,
    randomBytes,
    stateNow,
    stir,
    until,
} from "./friends_world";
import { dice, seedEntropy, WASM } from "./real_house";
import { passTime } from "./still_clock";

const needsEngine = WASM ? {} : { skip: "there is no wasm module" };

test("what a host says that is no message is called that, and nothing else happens", async () => {
    const below = dice(47);
    seedEntropy(below);
    const doc = newDoc(below);
    const [host, friend] = [keysFrom(randomBytes(32)), keysFrom(randomBytes(32))];
    const records = new Records(host, host.id, host.id, friend.id);
    const heard: string[] = [];
    const line = new FriendLine({ doc, keys: friend, chain: new HostChain(doc, host.id, []) });
    line.subscribe(({ op }) => heard.push(op));
    const lines = doc.getMap("lines");
    const session = records.readUp(lines.get(upKey(friend.id)))?.session;
    assert.ok(session);
    const texts: string[] = [];
    const say = (text: string) => {
        texts.push(text);
        const down = { session, life: "one", taken: 0, first: 1, texts };
        lines.set(downKey(friend.id), records.writeDown(down));
        return heard.splice(0).join();
    };
    assert.equal(say('{"op":"up"}'), "up");
    const rows: [why: string, text: string, op: string][] = [
        ["no JSON", "{", "unreadable"],
        ["nothing", "null", "unreadable"],
        [
            "an update with a room that is none",
            '{"op":"update","table":"BTNHRK","room":7}',
            "unreadable",
        ],
        [
            "an answer to GET that has no status",
            '{"op":"got","re":1,"type":"x","body":""}',
            "unreadable",
        ],
        ["an operation that nobody knows", '{"op":"fireworks"}', ""],
        ["a message", '{"op":"mine","mine":[]}', "mine"],
    ];
    for (const [why, text, op] of rows) assert.equal(say(text), op, why);
    for (const [why, more] of [
        ["a body that is not base 64", { status: 200, type: "x", body: "*" }],
        ["a status that there is not", { status: 7, type: "x", body: "" }],
        ["a type that no header can have", { status: 200, type: "ж", body: "" }],
    ] as const) {
        const answer = line.get("/api/matches/1");
        await new Promise((next) => setImmediate(next));
        const up = records.readUp(lines.get(upKey(friend.id)));
        const tag = JSON.parse(up?.texts.at(-1)?.[1] ?? "{}").tag;
        assert.equal(say(JSON.stringify({ op: "got", re: tag, ...more })), "", why);
        assert.equal(await answer, null, why);
    }
    line.close();
});

test("a command that the house cannot answer keeps nobody waiting", needsEngine, async () => {
    const { friends, draw, code, end } = await begun(41, 2);
    const [ann, bob] = friends as [FriendAtPage, FriendAtPage];
    const slot = String(playerOfKey(bob.keys.id));
    const good = { do: "draw", table: code, seq: 0 };
    const odd: unknown[] = [
        { ...good, tag: 0 },
        { ...good, tag: -1 },
        { ...good, tag: 1.5 },
        { ...good, tag: 2 ** 33 },
        { ...good, tag: 7, do: "x".repeat(5000) },
        { ...good, tag: 7, do: "\ud800" },
        { ...good, tag: 7, do: "draw\u0000" },
        { ...good, tag: 7, op: "forget" },
        { ...good, tag: 7, seq: "x", id: [] },
        { ...good, tag: 7, more: [[[{}]]] },
        { ...good, tag: 7, ...Object.fromEntries(Array.from({ length: 99 }, (_, i) => [i, i])) },
    ];
    for (const message of odd) {
        bob.line.send(message as Client);
        await new Promise((next) => setImmediate(next));
        const what = JSON.stringify(message).slice(0, 80);
        await until(() => !bob.doc.getMap("actionsMap").get(slot), `an answer to ${what}`);
    }
    for (const at of [0, 1, 2, 0]) await draw(at);
    assert.equal(ann.table.fresh && bob.table.fresh, true);
    end();
});

/* What Yjs can carry and JSON cannot, or what is no number when it is asked for one. */
const ODD: unknown[] = [5n, [[1n]], { toString: 1, valueOf: 1 }, undefined, Number.NaN, ""];

test("whatever is written over the host's maps is put right", needsEngine, async () => {
    const { doc, friends, draw, end } = await begun(42, 2);
    const [ann, bob] = friends as [FriendAtPage, FriendAtPage];
    const names = ["gameStateMap", "dealtHandsMap", "table", "rejectionsMap"];
    const all = (one: Y.Doc) => names.map((name) => one.getMap(name).toJSON());
    const before = all(doc);
    for (const odd of ODD) {
        bob.doc.transact(() => {
            for (const name of names) {
                const map = bob.doc.getMap(name);
                for (const key of [...map.keys(), "7", "x"]) map.set(key, odd);
            }
            for (const key of ["chain", "offer", "taken", "part/0"])
                bob.doc.getMap("hosts").set(key, odd);
            bob.doc.getMap("actionsMap").set(String(playerOfKey(ann.keys.id)), odd);
            bob.doc.getMap("lines").set(upKey(ann.keys.id), odd);
        });
        await calm();
        assert.deepEqual(all(ann.doc).slice(0, 3), before.slice(0, 3));
        const left = Object.entries(doc.getMap("rejectionsMap").toJSON());
        assert.ok(left.every(([, { code }]) => code === "not_signed"));
    }
    for (const at of [0, 1, 2, 0]) await draw(at);
    end();
});

test("at a plain table no action stops the host", needsEngine, async () => {
    const below = dice(43);
    seedEntropy(below);
    const { house, home, host, doc } = await openTable(below, { game: "shed", rules: "host" });
    const [own, eve] = [newDoc(below), newDoc(below)];
    joinDirectly([doc, own, eve]);
    doc.on("update", stir);
    const actions = eve.getMap<unknown>("actionsMap");
    const friend = new DocumentClient(own, below);
    friend.join("Friend");
    actions.set(String(eve.clientID), { type: "JOIN", name: "Eve" });
    await until(() => stateNow(doc).turnOrder.length === 3, "friends");
    home.say({ op: "start", table: home.table.code });
    await until(() => stateNow(eve).status === "PLAYING", "a match");
    for (const odd of ODD)
        for (const action of [
            odd,
            { type: odd },
            { type: "JOIN", name: odd, entropy: odd },
            { type: "PLAY_CARD", card: odd },
            { type: "PLAY_CARD", card: { face: odd, color: odd, value: odd } },
            { type: "PLAY_CARD", card: { face: "R5" }, declaredColor: odd, targetId: odd },
            { type: "CHOOSE_TARGET", targetId: odd },
            { type: "CHALLENGE_UNO", targetId: odd },
            { type: "CHOOSE_COLOR", declaredColor: odd },
            { type: "DO", do: odd },
        ]) {
            actions.set(String(eve.clientID), action);
            await until(
                () => !actions.get(String(eve.clientID)),
                JSON.stringify(Object.keys(Object(action))),
            );
        }
    host.close();
    house.stop();
});

test(
    "whoever writes with the number of another's document drives nobody away",
    needsEngine,
    async () => {
        const { doc, host, friends, draw, end } = await begun(47, 2);
        const [ann, bob] = friends as [FriendAtPage, FriendAtPage];
        for (const victim of [doc, ann.doc]) {
            const number = victim.clientID;
            const forged = new Y.Doc();
            Y.applyUpdate(forged, Y.encodeStateAsUpdate(bob.doc));
            forged.clientID = number;
            forged.getMap("more").set("x", 1);
            Y.applyUpdate(bob.doc, Y.encodeStateAsUpdate(forged));
            await until(() => victim.clientID !== number, "another number");
            await calm();
        }
        const present = new Set([doc, ann.doc, bob.doc].map(({ clientID }) => clientID));
        host.setPresent(present);
        for (const friend of friends) friend.line.setPresent(present);
        await calm();
        assert.deepEqual(stateNow(doc).orphanHands, []);
        for (const friend of friends) assert.equal(friend.house.status.get(), "up");
        for (const at of [0, 1, 2, 0]) await draw(at);
        end();
    },
);

test("a flood of actions is nobody's, and leaves nothing behind", needsEngine, async () => {
    for (const sealed of [true, false]) {
        const { doc, friends, draw, end } = await begun(44, 2, { sealed });
        const bob = friends[1] as FriendAtPage;
        bob.doc.transact(() => {
            for (let i = 1; i <= 5000; i++)
                bob.doc.getMap("actionsMap").set(String(i), { type: "DRAW_CARD" });
        });
        await until(
            () => [...doc.getMap("actionsMap").values()].every((value) => value === null),
            "answers",
        );
        for (const name of ["actionsMap", "rejectionsMap"])
            assert.ok(doc.getMap(name).size < 100, `${doc.getMap(name).size} in ${name}`);
        for (const at of [0, 1, 2, 0]) await draw(at);
        end();
    }
});

test("a flood of newcomers costs little", needsEngine, async () => {
    const { doc, friends, draw, code, below, docs, end } = await begun(45, 2);
    const bob = friends[1] as FriendAtPage;
    const { host } = bob;
    bob.doc.transact(() => {
        const lines = bob.doc.getMap("lines");
        for (let i = 0; i < 500; i++)
            lines.set(upKey(Buffer.from(randomBytes(32)).toString("hex")), randomBytes(100));
    });
    await until(() => doc.getMap("lines").size < 100, "an empty map");
    for (const at of [0, 1, 2, 0]) await draw(at);
    /* Many who have keys come, and go; whoever finds no place neither writes nor reads any more. */
    passTime(60_000);
    const own = newDoc(below);
    joinDirectly([doc, ...docs, own]);
    const lines = own.getMap<unknown>("lines");
    for (let i = 0; i < 40; i++) {
        const keys = keysFrom(randomBytes(32));
        const up = { session: { number: 1, page: "x" }, client: 1, seen: 0, texts: [] };
        lines.set(upKey(keys.id), new Records(keys, host, host, keys.id).writeUp(up));
    }
    await calm();
    const late = new FriendAtPage(own, keysFrom(randomBytes(32)), host, code, below, "Late", true);
    await calm();
    let written = 0;
    doc.on("update", () => written++);
    await calm();
    assert.equal(written, 0, "nobody writes any more");
    late.line.close();
    for (const at of [1, 2, 0]) await draw(at);
    end();
});

test(
    "whoever says too much, or reads nothing, is not heard for a session",
    needsEngine,
    async () => {
        const { doc, friends, docs, draw, code, below, end } = await begun(46, 2);
        const [ann, bob] = friends as [FriendAtPage, FriendAtPage];
        const { host } = bob;
        const keys = keysFrom(randomBytes(32));
        const records = new Records(keys, host, host, keys.id);
        const own = newDoc(below);
        joinDirectly([doc, ...docs, own]);
        const session = { number: 1, page: "x" };
        const client = own.clientID;
        let n = 0;
        for (let i = 0; i < 10; i++) {
            const texts = Array.from({ length: 100 }, (): [number, string] => {
                const message = { op: "possible", table: code, tag: ++n };
                return [n, JSON.stringify(message)];
            });
            const up = records.writeUp({ session, client, seen: 0, texts });
            own.getMap("lines").set(upKey(keys.id), up);
            await calm();
        }
        const size = Y.encodeStateAsUpdate(doc).length;
        assert.ok(size < 300_000, `the document has ${size} bytes`);
        for (const at of [0, 1, 2, 0]) await draw(at);
        /* A page that reads begins anew by itself. */
        let lost = 0;
        ann.house.status.subscribe(() => lost++);
        for (let i = 1; i <= 300; i++) {
            ann.line.send({ op: "possible", table: code, tag: 1e6 + i });
            if (i % 100 === 0) await calm();
        }
        await until(() => lost > 0, "too much");
        await until(() => ann.house.status.get() === "up" && ann.table.fresh, "the next session");
        for (const at of [1, 2, 0]) await draw(at);
        end();
    },
);
