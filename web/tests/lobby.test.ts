// SPDX-License-Identifier: MIT
// lobby.test.ts: rules as text and back, codes that people paste, names of bots, and the page's own texts.
import assert from "node:assert/strict";
import test from "node:test";
import { changes, chosenValue, readRules, readShared, writeRules } from "../src/lobby/rules_text";
import { botName, codeIn } from "../src/lobby/sit";
import type { Options, Presets } from "../src/messages";
import { de } from "../src/words/de";
import { en } from "../src/words/en";
import { fill } from "../src/words/words";

const options: Options = [
    { name: "stacking", type: "enum", values: ["none", "same"], default: "none", sentence: "" },
    { name: "jump_in", type: "bool", default: false, sentence: "" },
    { name: "cards", type: "int", min: 1, max: 20, default: 7, sentence: "" },
];
const presets: Presets = [
    { name: "official", sentence: "", options: "" },
    { name: "party", sentence: "", options: "stacking=same jump_in=true" },
];

test("rules become the shortest text, and the text the same rules", () => {
    for (const [text, want] of [
        ["", ""],
        ["official", ""],
        ["party", "party"],
        ["party cards=5", "party cards=5"],
        ["cards=5 party", "party cards=5"],
        ["stacking=same jump_in=true", "party"],
        ["stacking=same jump_in=true cards=5", "party cards=5"],
        ["party jump_in=false", "party jump_in=false"],
        ["cards=7", ""],
        ["jump_in=true", "jump_in=true"],
    ] as const) {
        const chosen = readRules(text, presets);
        assert.equal(writeRules(chosen, options, presets), want, `"${text}"`);
    }
});

test("an option is what was chosen, else what the preset says, else its default", () => {
    const chosen = readRules("party cards=5", presets);
    assert.deepEqual(
        options.map((option) => chosenValue(option, chosen, presets)),
        ["same", "true", "5"],
    );
    assert.deepEqual(changes(chosen, options, presets), ["cards"]);
});

test("rules that somebody has sent are read, whichever game they are for", () => {
    const games = [
        { name: "shed", options, presets },
        {
            name: "two",
            options: [{ name: "tokens", type: "int", default: 4, sentence: "" }] as Options,
            presets: [{ name: "classic", sentence: "", options: "" }],
        },
    ];
    for (const [text, want] of [
        ["", "shed:"],
        ["party cards=5", "shed:party cards=5"],
        ["shed party", "shed:party"],
        ["two", "two:"],
        [" two  tokens=3 ", "two:tokens=3"],
        ["tokens=3", "two:tokens=3"],
        ["?rules=tokens%3D3", "two:tokens=3"],
        ["http://cards.example/new?rules=shed+party+cards%3D5", "shed:party cards=5"],
        ["https://cards.example/new?game=two&rules=classic", "two:classic"],
        ["two party", null],
        ["stacking", null],
        ["chess", null],
    ] as const) {
        const read = readShared(text, games, "shed");
        assert.equal(read && `${read.game}:${read.rules}`, want, `"${text}"`);
    }
});

test("a code is found in what people paste", () => {
    for (const [text, want] of [
        ["BTNHRK", "BTNHRK"],
        [" btn hrk ", "BTNHRK"],
        ["http://127.0.0.1:7777/t/BTNHRK", "BTNHRK"],
        ["https://cards.example/BTNHRK?x=1", "BTNHRK"],
        ["BTNHR", null],
        ["BTNHR1", null],
        ["", null],
    ] as const)
        assert.equal(codeIn(text), want, `"${text}"`);
});

test("no two bots at a table have the same name", () => {
    const taken: string[] = [];
    for (let i = 0; i < 9; i++) {
        const name = botName(taken, 3);
        assert.ok(name && !taken.includes(name));
        taken.push(name);
    }
});

test("texts are filled, with one form for one and another for many", () => {
    assert.equal(fill("{count?1 bot|{count} bots}", { count: 1 }), "1 bot");
    assert.equal(fill("{count?1 bot|{count} bots}", { count: 3 }), "3 bots");
    assert.equal(fill("{a} and {b}", { a: "x", b: 2 }), "x and 2");
    assert.equal(fill("{missing}!", {}), "!");
});

test("a translation has the same places as the English text", () => {
    const places = (text: string) =>
        [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1]))].sort();
    for (const key of Object.keys(en) as (keyof typeof en)[])
        assert.deepEqual(places(de[key]), places(en[key]), key);
});
