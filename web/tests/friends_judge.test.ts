// SPDX-License-Identifier: MIT
// friends_judge.test.ts: what a friend's own device finds about a match: that an honest one is honest, and what was not
// otherwise; and invitations.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { judge, type Sight, showAll } from "../src/friends/judge";
import { keysFrom } from "../src/friends/seal";
import { Engine } from "../src/replay/engine";
import { FriendAtPage, joinDirectly, newDoc, openTable, randomBytes, until } from "./friends_world";
import { dice, seedEntropy, WASM } from "./real_house";

const needsEngine = WASM ? {} : { skip: "there is no wasm module" };

/** A match of the host and a friend, with all that the friend has seen of it. */
async function play(seed: number, game: string, rules: string) {
    const below = dice(seed);
    seedEntropy(below);
    const { house, home, host, doc } = await openTable(below, { game, rules, sealed: true });
    const own = newDoc(below);
    joinDirectly([doc, own]);
    const { code } = home.table;
    const keys = keysFrom(randomBytes(32));
    const friend = new FriendAtPage(own, keys, host.keys.id, code, below, "Friend");
    const shown = new Map<number, Sight>();
    friend.house.table(code).subscribe(() => {
        const { room, view, seat } = friend.table;
        if (room?.stage === "playing" && view && seat !== null)
            shown.set(view.seq, showAll(room.rules, view));
    });
    await until(() => friend.table.room !== null, "the table");
    const commitment = friend.table.commitment ?? "";
    friend.sit();
    await until(() => friend.table.seat !== null, "a seat");
    home.say({ op: "start", table: code });
    await until(() => friend.table.match_id !== null, "the end");
    const answer = await friend.house.get(`/api/matches/${friend.table.match_id}`);
    const log = new Uint8Array(await answer.arrayBuffer());
    friend.line.close();
    host.close();
    house.stop();
    const seat = friend.table.seat ?? 0;
    return { log, shown, seat, deal: { match: 1, commitment, entropy: friend.entropy } };
}

/** What a device keeps, without a browser. */
async function kept() {
    globalThis.addEventListener ??= () => {};
    return await import("../src/friends/kept_tables");
}

const other = (hex: string) => (hex.startsWith("0") ? "1" : "0") + hex.slice(1);

test("a friend judges a match by what was promised, given and shown", needsEngine, async () => {
    const module = new WebAssembly.Module(readFileSync(WASM));
    const engine = new Engine(new WebAssembly.Instance(module));
    const { UNPROMISED } = await kept();
    const tables = [
        ["shed", "party match_mode=single"],
        ["two", "tokens_to_win=2"],
    ] as const;
    for (const [i, [game, rules]] of tables.entries()) {
        const { log, shown, seat, deal } = await play(i + 1, game, rules);
        const what = `seed ${i + 1}: ${game} ${rules}`;
        const find = (...changed: [deal?: Partial<typeof deal>, sights?: Map<number, Sight>]) =>
            judge(engine, log, { ...deal, ...changed[0] }, seat, changed[1] ?? shown, []).then(
                ({ verdict }) => verdict,
            );
        assert.ok(shown.size > 2, what);
        assert.equal(await find(), "honest", what);
        assert.equal(await find({ commitment: other(deal.commitment) }), "not_promised", what);
        assert.equal(await find({ commitment: UNPROMISED }), "not_promised", what);
        const unseen = await judge(engine, log, null, seat, new Map(), []);
        assert.equal(unseen.verdict, "not_seen", what);
        assert.equal(await find({ entropy: other(deal.entropy) }), "not_mixed", what);
        const [seq, sight] = [...shown][1] as [number, Sight];
        const cards = sight.cards.replace(/"[^"]+"/, '"WF"').concat(" ");
        const others = { ...sight, rules: game === "two" ? "classic2012" : "brutal" };
        for (const one of [{ ...sight, cards }, others])
            assert.equal(await find({}, new Map(shown).set(seq, one)), "not_shown", what);
        const says = { ...sight, rules: rules.replace(/(\w+=\w+)/, "$1 $1") };
        assert.equal(await find({}, new Map(shown).set(seq, says)), "honest", what);
        const broken = log.slice();
        broken[broken.length - 1] = (broken[broken.length - 1] ?? 0) ^ 1;
        /* A digest has 33 bytes; the secret stands before the last one. */
        let open = log.length - 34;
        while (engine.verify(log.subarray(0, open)).verdict === "unreadable") open--;
        for (const [bytes, verdict, words] of [
            [broken, "broken", "the digest does not fit"],
            [log.subarray(0, -1), "unread", "the log is cut short"],
            [log.subarray(0, -33), "unread", "the log is cut short"],
            [log.subarray(0, open), "unrevealed", ""],
            [log.subarray(4), "unread", "not a Holecard log"],
            [new Uint8Array(), "unread", "not a Holecard log"],
        ] as const) {
            const judged = await judge(engine, bytes, deal, seat, shown, []);
            assert.equal(judged.verdict, verdict, what);
            assert.ok("why" in judged ? judged.why.includes(words) : !words, what);
        }
        const breach = { match: 1, seq: 2, wrong: "turn" as const, name: "Host" };
        const named = await judge(engine, log, deal, seat, shown, [breach]);
        assert.deepEqual(named, { verdict: "breach", breach }, what);
    }
});

test("what is promised after something was given is no promise", async () => {
    const { keepDeal, keepGift, keepTable, keptTable, UNPROMISED } = await kept();
    const host = "0a".repeat(32);
    const more = { secret: "", hosts: false, changes: [], title: "", seated: true, copy: "" };
    keepTable({ code: "BTNHRK", host, room: "", at: "", deals: [], ...more });
    const dealt = (match: number) => keptTable(host)?.deals.find((one) => one.match === match);
    keepDeal(host, 1, { commitment: "first" });
    keepGift(host, 1, "one", "first");
    keepDeal(host, 1, { commitment: "second" });
    assert.deepEqual(dealt(1), { match: 1, commitment: "first", entropy: "one" });
    keepGift(host, 2, "two", null);
    keepDeal(host, 2, { commitment: "late" });
    assert.deepEqual(dealt(2), { match: 2, commitment: UNPROMISED, entropy: "two" });
});

test("an invitation is read as it was written, and nothing else is one", async () => {
    const { readInvitation, writeInvitation } = await kept();
    const [host, room] = ["0f".repeat(32), "f9".repeat(32)];
    for (const at of ["", "wss://cards.example.org/a b"]) {
        const invited = { code: "BTNHRK", host, room, at };
        const text = writeInvitation(invited);
        assert.match(text, /^[\w@%.-]+$/);
        assert.deepEqual(readInvitation(text), invited);
        const old = text.slice(0, 92) + text.slice(100);
        assert.deepEqual(readInvitation(old), invited, "one without a sum");
        for (let i = 0; i < text.length; i++)
            for (const letter of "Aa0-.") {
                const wrong = text.slice(0, i) + letter + text.slice(i + 1);
                const read = readInvitation(wrong);
                /* "%3a" is another way to write "%3A". */
                if (wrong.replace(/%../g, (digits) => digits.toUpperCase()) !== text)
                    assert.ok(read === null || read === "mistyped", wrong);
            }
    }
    const good = writeInvitation({ code: "BTNHRK", host, room, at: "" });
    const bad = ["", "BTNHRK", good.slice(1), `${good}A`, good.toLowerCase(), `${good}@%`];
    for (const text of bad) assert.equal(readInvitation(text), null, text);
});
