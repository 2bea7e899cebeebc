// SPDX-License-Identifier: MIT
// movement.test.ts: which cards fly where, in the order of the events, and no face that the viewer does not know.
import assert from "node:assert/strict";
import test from "node:test";
import type { Event, View } from "../src/messages";
import { movement } from "../src/table/movement";

const shed = {
    game: "shed",
    seq: 9,
    seat: 0,
    direction: -1,
    active: [0, 1, 2],
    hands: [{ count: 2, cards: ["R5", "B7"] }, { count: 2, cards: [] }, { count: 1 }],
    piles: [
        { name: "draw", count: 80 },
        { name: "discard", count: 3, cards: ["G1"] },
    ],
    actions: [],
    marked: [],
} as unknown as View;

const two = {
    ...shed,
    piles: [
        { name: "draw", count: 8 },
        { name: "set_aside", count: 1 },
        { name: "discards", seat: 0, count: 1, cards: ["1"] },
        { name: "discards", seat: 1, count: 0, cards: [] },
    ],
} as unknown as View;

const ways = (events: Event[], view: View) =>
    movement(events, view).map(({ from, to, face }) => `${from} ${to} ${face ?? "?"}`);

const ROWS: { why: string; view: View; events: Event[]; want: string[] }[] = [
    {
        why: "a card that is played goes to the pile of the table",
        view: shed,
        events: [{ event: "card_played", seat: 1, cards: ["G1"] }],
        want: ["hand:1 pile:discard G1"],
    },
    {
        why: "where each has a pile, it goes to the player's own",
        view: two,
        events: [{ event: "card_played", seat: 0, cards: ["1"] }],
        want: ["hand:0 pile:discards:0 1"],
    },
    {
        why: "a penalty is dealt card by card, and stays hidden",
        view: shed,
        events: [{ event: "drew", seat: 2, count: 2, reason: "penalty" }],
        want: ["pile:draw hand:2 ?", "pile:draw hand:2 ?"],
    },
    {
        why: "events keep their order",
        view: shed,
        events: [
            { event: "card_played", seat: 2, cards: ["G1"] },
            { event: "turn", seat: 0 },
            { event: "drew", seat: 0, cards: ["?"] },
        ],
        want: ["hand:2 pile:discard G1", "pile:draw hand:0 ?"],
    },
    {
        why: "hands that are passed on go the way of play",
        view: { ...shed, active: [0, 2] } as unknown as View,
        events: [{ event: "hands_passed" }],
        want: [...Array(3).fill("hand:0 hand:2 ?"), ...Array(3).fill("hand:2 hand:0 ?")],
    },
    { why: "a turn moves nothing", view: shed, events: [{ event: "turn", seat: 1 }], want: [] },
];

for (const { why, view, events, want } of ROWS)
    test(why, () => assert.deepEqual(ways(events, view), want));

test("a deal shows the own faces and no others", () => {
    const steps = movement([{ event: "dealt", count: 5 }], shed);
    assert.deepEqual(
        steps.filter((step) => step.to === "hand:0").map((step) => step.face),
        ["R5", "B7"],
    );
    assert.ok(steps.filter((step) => step.to !== "hand:0").every((step) => step.face === null));
    assert.equal(steps.length, 5);
});
