// SPDX-License-Identifier: MIT
// read.test.ts: what a server says is read as a message only if it is one: recorded sessions are, and each of their
// messages with any member of another type is not.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { House } from "../src/connection/house";
import type { News } from "../src/connection/line";
import { readBody, readNews } from "../src/connection/read";
import type { Server } from "../src/messages";

declare const SOURCE: string;

const told = ["shed", "two"].flatMap((game): Server[] => {
    const session = JSON.parse(readFileSync(`${SOURCE}/web/tests/sessions/${game}.json`, "utf8"));
    return [...session.told, session.end];
});
const read = (message: unknown) => readNews(JSON.stringify(message));
const UNREADABLE = { op: "unreadable" };

test("everything that a server has said is read as it was said", () => {
    for (const message of told) assert.deepEqual(read(message), message);
});

type Tree = { [name: string]: unknown };
const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;

/** Every place in a message: the object or list, and the name there. */
function* places(tree: Tree, path = ""): Generator<{ tree: Tree; name: string; path: string }> {
    for (const [name, value] of Object.entries(tree)) {
        yield { tree, name, path: `${path}/${name}` };
        if (isTree(value)) yield* places(value, `${path}/${name}`);
    }
}

/* The facts of a game are named by the game, and have any type. */
const OF_VIEW = new Set(["game", "seq", "seat", "hands", "piles", "actions", "marked"]);
const isFact = (path: string) => {
    const [, name] = /\/(?:view|change|late\/\d+)\/(\w+)/.exec(path) ?? [];
    return name !== undefined && !OF_VIEW.has(name);
};

/** One message of each kind, with as many members as any has. */
function kinds(): Server[] {
    const found = new Map<string, Server>();
    for (const message of told) {
        const names = Object.keys(message).sort().join(" ");
        if (!found.has(names)) found.set(names, message);
    }
    return [...found.values()];
}

test("a message with a member of another type is not read", () => {
    let tried = 0;
    for (const message of kinds()) {
        const copy = structuredClone(message) as Tree;
        for (const { tree, name, path } of places(copy)) {
            if (isFact(path)) continue;
            const was = tree[name];
            const others = [{}, [[]], typeof was === "string" ? 7 : "text", 1.5, true, null];
            for (const other of others) {
                /* Null stands for no colour, and for nobody. */
                if (typeof other === typeof was && !isTree(other) && other !== 1.5) continue;
                if (other === null && /\/(color|other|target|owners\/\d+|view\/seat)$/.test(path))
                    continue;
                if (/events\/\d+\/value$/.test(path) && typeof other === "boolean") continue;
                if (isTree(other) && isTree(was) && Array.isArray(other) === Array.isArray(was))
                    continue;
                tree[name] = other;
                assert.deepEqual(read(copy), UNREADABLE, `${path}: ${JSON.stringify(other)}`);
                tried++;
            }
            tree[name] = was;
        }
        assert.deepEqual(copy, message);
    }
    assert.ok(tried > 1000, `only ${tried} were tried`);
});

test("what is no message, and what a later version may add", () => {
    const table = "BTNHRK";
    const view = { game: "shed", seq: 3, seat: 0, hands: [], piles: [], actions: [], marked: [] };
    const update = (more: object) => ({ op: "update", table, ...more });
    const rows: [why: string, message: unknown, want: "same" | "ignored" | "unreadable"][] = [
        ["no JSON is no message", undefined, "unreadable"],
        ["nothing is no message", null, "unreadable"],
        ["a number is no message", 7, "unreadable"],
        ["a list is no message", [], "unreadable"],
        ["a message has an op", { table }, "unreadable"],
        ["an op is a text", { op: 7 }, "unreadable"],
        ["an op of a later version is ignored", { op: "fireworks", table: 7 }, "ignored"],
        ["a member of every object is no op", { op: "toString" }, "ignored"],
        ["up is for the line to say", { op: "up" }, "ignored"],
        ["unreadable is for the page to say", { op: "unreadable" }, "ignored"],
        ["an update has a table", { op: "update" }, "unreadable"],
        ["a view is whole", update({ view }), "same"],
        ["a view has hands", update({ view: { ...view, hands: undefined } }), "unreadable"],
        ["hands are a list", update({ view: { ...view, hands: 2 } }), "unreadable"],
        ["a hand is an object", update({ view: { ...view, hands: [null] } }), "unreadable"],
        [
            "a hand has no more cards than a deck",
            update({ view: { ...view, hands: [{ count: 1e9 }] } }),
            "unreadable",
        ],
        [
            "a hand has no less than none",
            update({ view: { ...view, hands: [{ count: -1 }] } }),
            "unreadable",
        ],
        ["a seat is one of ten", update({ seat: 10 }), "unreadable"],
        ["seats are numbers", update({ waits_for: ["0"] }), "unreadable"],
        [
            "a game may have new facts",
            update({ view: { ...view, weather: [[1, "x"], null] } }),
            "same",
        ],
        ["facts are not objects", update({ view: { ...view, weather: {} } }), "unreadable"],
        [
            "a change does not change the game",
            update({ change: { seq: 4, game: "two" } }),
            "unreadable",
        ],
        ["a later version may have new stages", { op: "mine", mine: [] }, "same"],
        ["a later version may add members", update({ mood: { sky: "blue" } }), "same"],
    ];
    for (const [why, message, want] of rows) {
        const text = message === undefined ? "<html>" : JSON.stringify(message);
        const wanted = { same: message, ignored: null, unreadable: UNREADABLE }[want];
        assert.deepEqual(readNews(text), wanted, why);
    }
});

test("a body is read as what was asked for", async () => {
    const rules = {
        game: "shed",
        seats_min: 2,
        seats_max: 10,
        how_to_play: [],
        options: [],
        cards: [],
    };
    for (const [why, body, good] of [
        ["the rules of a game", JSON.stringify(rules), true],
        ["a list that is none", JSON.stringify({ ...rules, cards: {} }), false],
        ["something that is missing", JSON.stringify({ ...rules, options: undefined }), false],
        ["a page of a proxy", "<html></html>", false],
        ["nothing", "", false],
    ] as const)
        assert.deepEqual(
            await readBody(new Response(body), "http_rules"),
            good ? rules : null,
            why,
        );
});

test("a house that says something else than it was asked is not relied on", async () => {
    const sent: { op?: string; tag?: number }[] = [];
    let body = new Response('{"games":7}');
    let hear: (news: News) => void = () => {};
    const house = new House(
        {
            send: (message) => sent.push(message as { op?: string; tag?: number }),
            subscribe: (listener) => {
                hear = listener;
                return () => {};
            },
        },
        {
            language: () => "en",
            token: () => null,
            keepToken: () => {},
            offline: () => "",
            hinted: () => "",
            base: "",
            get: async () => body,
        },
    );
    hear({ op: "up" });
    hear({ ...(told[0] as Server), re: sent.at(-1)?.tag } as Server);
    assert.equal(house.unreadable.get(), false);
    void house.request({ op: "list" });
    hear({ op: "answer", ok: true, re: sent.at(-1)?.tag });
    assert.equal(house.unreadable.get(), true, "an answer to a list");
    house.unreadable.set(false);
    await assert.rejects(house.ask("/api/games", "http_games"));
    assert.equal(house.unreadable.get(), true, "games that are no list");
    house.unreadable.set(false);
    body = new Response("<html>", { status: 502 });
    await assert.rejects(house.ask("/api/games", "http_games"));
    body = new Response('{"ok":false,"code":"malformed","why":"no"}', { status: 400 });
    assert.deepEqual(await house.ask("/api/games", "http_games"), { wrong: "no" });
    assert.equal(house.unreadable.get(), false, "a proxy, and a refusal");
    hear({ op: "unreadable" });
    assert.equal(house.unreadable.get(), true, "a message that is none");
});
