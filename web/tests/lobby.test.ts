// SPDX-License-Identifier: MIT
// lobby.test.ts: rules as text and back, codes that people paste, names of bots, and the page's own texts.
import assert from "node:assert/strict";
import test from "node:test";
import { fitting } from "../src/bounded";
import {
    changes,
    chosenValue,
    readRules,
    readShared,
    titleOf,
    writeRules,
} from "../src/lobby/rules_text";
import { botName, codeIn } from "../src/lobby/sit";
import type { Options, Presets } from "../src/messages";
import { en } from "../src/words/en";
import { fill, type Key, languages } from "../src/words/words";

const options: Options = [
    {
        name: "stacking",
        type: "enum",
        values: ["none", "same"],
        titles: ["keine", "die gleiche Karte"],
        default: "none",
        sentence: "",
    },
    { name: "jump_in", type: "bool", default: false, sentence: "" },
    { name: "cards", type: "int", min: 1, max: 20, default: 7, sentence: "" },
];
const presets: Presets = [
    { name: "official", title: "official", sentence: "", options: "" },
    { name: "party", title: "party", sentence: "", options: "stacking=same jump_in=true" },
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
            presets: [{ name: "classic", title: "Classic", sentence: "", options: "" }],
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

test("a value has the title that the engine gives it", () => {
    assert.equal(titleOf(options[0], "same"), "die gleiche Karte");
    assert.equal(titleOf(options[2], "7"), "7");
    assert.equal(titleOf(undefined, "an_old_value"), "an old value");
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

test("a number takes the form that its language has for it", () => {
    const text = "{count} {count?карта|карты|карт}";
    const forms: [number, string][] = [
        [0, "карт"],
        [1, "карта"],
        [2, "карты"],
        [4, "карты"],
        [5, "карт"],
        [11, "карт"],
        [14, "карт"],
        [21, "карта"],
        [22, "карты"],
        [111, "карт"],
        [112, "карт"],
        [101, "карта"],
    ];
    for (const [count, form] of forms)
        assert.equal(fill(text, { count }, languages.ru?.counting), `${count} ${form}`);
    assert.equal(
        fill("{count?all the same}", { count: 7 }, languages.ru?.counting),
        "all the same",
    );
});

/* How many forms the numbers of a text have, and its places. */
const PLACES = /\{(\w+)(\?(?:[^{}]|\{\w+\})*)?/g;

test("a translation is complete, and has the same places as the English text", async () => {
    const places = (text: string) =>
        [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1]))].sort();
    for (const [code, { load, counting }] of Object.entries(languages)) {
        const texts = await load();
        const forms = 1 + Math.max(...[0, 1, 2, 5].map(counting));
        assert.deepEqual(Object.keys(texts).sort(), Object.keys(en).sort(), code);
        for (const key of Object.keys(en) as Key[]) {
            assert.deepEqual(places(texts[key]), places(en[key]), `${code} ${key}`);
            for (const [, , choice] of texts[key].matchAll(PLACES))
                assert.ok((choice?.split("|").length ?? 1) <= forms, `${code} ${key}`);
        }
    }
});

test("no text was left in English", async () => {
    const same = new Set([
        "people_name",
        "uno",
        "called_uno",
        "score_of",
        "people_sure",
        "bot_is",
        "opponents",
    ]);
    for (const [code, { load }] of Object.entries(languages)) {
        const texts = await load();
        for (const key of Object.keys(en) as Key[])
            if (code !== "en" && !same.has(key) && texts[key].length > 5)
                assert.notEqual(texts[key], en[key], `${code} ${key}`);
    }
});

test("texts are cut where the house would refuse them, between characters", () => {
    assert.equal(fitting("Maximiliane Mustermann", 23), "Maximiliane Mustermann");
    assert.equal(fitting("Maximiliane Großmeister", 23), "Maximiliane Großmeiste");
    assert.equal(fitting("Александра Иванова", 23), "Александра И");
    assert.equal(fitting("aaa😀", 6), "aaa");
    assert.equal(fitting("", 23), "");
});
