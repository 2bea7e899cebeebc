// SPDX-License-Identifier: MIT
// commands.test.ts: commands of the engine are asked for step by step, and nothing is asked that is not open.
import assert from "node:assert/strict";
import test from "node:test";
import {
    choose,
    nextPart,
    onButtons,
    readCommand,
    readCommands,
    withCard,
    withoutCard,
} from "../src/table/commands";

test("a command is a verb, a word and choices", () => {
    assert.deepEqual(readCommand("play 1 target=2 guess=5"), {
        text: "play 1 target=2 guess=5",
        verb: "play",
        word: "1",
        choices: { target: "2", guess: "5" },
    });
    assert.deepEqual(readCommand("color R").choices, { color: "R" });
    assert.equal(readCommand("draw").word, null);
});

test("a guard is asked for its target, then for its guess, then it is complete", () => {
    const all = readCommands([
        "play 1 target=1 guess=2",
        "play 1 target=2 guess=2",
        "play 1 target=1 guess=3",
        "play 1 target=2 guess=3",
        "play 6 target=1",
        "play 6 target=2",
    ]);
    let left = withCard(all, "1");
    assert.deepEqual(nextPart(left), { part: "target", values: ["1", "2"] });
    left = choose(left, "target", "2");
    assert.deepEqual(nextPart(left), { part: "guess", values: ["2", "3"] });
    left = choose(left, "guess", "3");
    assert.equal(nextPart(left), null);
    assert.deepEqual(
        left.map((command) => command.text),
        ["play 1 target=2 guess=3"],
    );
});

test("a choice that has one answer is not asked", () => {
    const left = withCard(
        readCommands(["play 1 target=1 guess=2", "play 1 target=1 guess=3"]),
        "1",
    );
    assert.equal(nextPart(left)?.part, "guess");
});

test("cards, open questions and buttons are told apart", () => {
    const all = readCommands([
        "play R5",
        "jump R5",
        "draw",
        "uno",
        "catch 2",
        "color R",
        "target 1",
    ]);
    assert.deepEqual(
        withCard(all, "R5").map((command) => command.verb),
        ["play", "jump"],
    );
    assert.deepEqual(
        withoutCard(all).map((command) => command.text),
        ["color R", "target 1"],
    );
    assert.deepEqual(
        onButtons(all).map((command) => command.text),
        ["draw", "uno", "catch 2"],
    );
});
