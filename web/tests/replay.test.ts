// SPDX-License-Identifier: MIT
/*
 * replay.test.ts: what the replay and statistics pages count by themselves: the stops of a film, the
 * proof in a log, a review that grows, scales and days of plots. The engine stands aside.
 */
import assert from "node:assert/strict";
import test from "node:test";
import type { Engine } from "../src/replay/engine";
import { Film } from "../src/replay/film";
import {
    chancesOf,
    costOf,
    foldReview,
    type Review,
    type ReviewNews,
    worstOf,
} from "../src/replay/review";
import { daysOf, placeOn, ratingsOf, scaleOf, ticksOf } from "../src/statistics/plots";
import { fill } from "../src/words/words";

const event = (name: string, value?: number) => ({
    event: name,
    ...(value === undefined ? {} : { value }),
});

const LOG = {
    format: "holecard-log",
    version: 1,
    game: "null",
    rules: "rounds_to_win=1",
    seats: 2,
    commitment: "c0",
    records: [
        { seat: 1, contribution: "aa" },
        {
            at: 5,
            seat: "house",
            do: "start",
            events: [event("round_started", 1), event("card_dealt"), event("turn")],
        },
        { digest: "d0" },
        { at: 6, seat: 0, do: "keep", events: [event("kept"), event("turn")] },
        { at: 8, seat: "house", do: "next", events: [event("round_started", 2)] },
        { reveal: { seed: "5e", salt: "5a" } },
        { digest: "d1" },
    ],
};

/* An engine that knows one log, and says who asked for what. */
class Hearsay {
    asked: string[] = [];
    spoken = "";

    speak(code: string) {
        this.spoken = code;
    }
    call() {}
    json() {
        return LOG;
    }
    replay(_: Uint8Array, seq: number, viewer: number) {
        this.asked.push(`${seq} ${viewer}`);
        return {
            seq,
            time_ms: 0,
            events: [],
            says: [`${this.spoken} ${seq} ${viewer}`],
            view: {
                game: "null",
                seq,
                hands: [0, 1].map((seat) => ({
                    count: 1,
                    cards: seat === viewer ? [`of ${seat}`] : [],
                })),
            },
        };
    }
}

function film(): { film: Film; engine: Hearsay } {
    const engine = new Hearsay();
    return { engine, film: new Film(engine as unknown as Engine, new Uint8Array(3), []) };
}

test("a film stops after each command", () => {
    const { stops } = film().film;
    assert.deepEqual(
        stops.map(({ seq, seat, command, round }) => [seq, seat, command, round]),
        [
            [3, null, "start", 1],
            [5, 0, "keep", 1],
            [6, null, "next", 2],
        ],
    );
});

test("an event leads to the stop at it, or to the one before", () => {
    const { film: one } = film();
    assert.deepEqual(
        [0, 3, 4, 5, 6, 99].map((seq) => one.at(seq)),
        [0, 0, 0, 1, 2, 2],
    );
});

test("the proof is counted from the log", () => {
    assert.deepEqual(film().film.proof, {
        commitment: "c0",
        seed: "5e",
        salt: "5a",
        contributions: 1,
        digests: 2,
        commands: 3,
        rounds: 2,
    });
});

test("all hands are put together from what each seat knew", () => {
    const { film: one, engine } = film();
    const open = one.moment(1, "open", "en");
    assert.deepEqual(
        open.view.hands.map((hand) => hand.cards),
        [["of 0"], ["of 1"]],
    );
    assert.deepEqual(open.says, ["en 5 251"]);
    assert.deepEqual(engine.asked, ["5 251", "5 0", "5 1"]);
});

test("a moment is asked for once, and again in another language", () => {
    const { film: one, engine } = film();
    one.moment(0, 1, "en");
    one.moment(0, 1, "en");
    assert.deepEqual(engine.asked, ["3 1"]);
    assert.deepEqual(one.moment(0, 1, "de").says, ["de 3 1"]);
});

const NOTHING: Review = { decisions: [], judged: 0, done: false };
const advice = (permille: number, best_permille: number) => ({
    do: "a",
    says: "A",
    same: permille === best_permille,
    permille,
    best_permille,
});
const NEWS: ReviewNews[] = [
    {
        decisions: [0, 1, 0, 0, 0, 0].map((seat, i) => ({
            seq: i * 10,
            seat,
            round: i < 3 ? 1 : 2,
            do: "a",
        })),
    },
    { index: 0, advice: advice(500, 504) },
    { index: 2, advice: advice(300, 420) },
    { index: 1, advice: advice(0, 900) },
    { index: 3, advice: advice(200, 260) },
    { index: 4, advice: advice(100, 400) },
    { index: 5, advice: { do: "a", says: "A" } },
];

test("a review grows, and marks what cost a player most", () => {
    const review = NEWS.reduce(foldReview, NOTHING);
    assert.equal(review.judged, 6);
    assert.equal(review.done, false);
    assert.equal(foldReview(review, { done: true }).done, true);
    assert.deepEqual(
        review.decisions.map(costOf),
        [0, 90, 12, 6, 30, 0],
        "less than half a percent is luck, and what is not known costs nothing",
    );
    assert.deepEqual(
        worstOf(review, 0).map(({ seq }) => seq),
        [40, 20, 30],
    );
    assert.deepEqual(
        chancesOf(review, 0).map(({ permille }) => permille),
        [500, 300, 200, 100],
    );
});

test("a scale has round ends and few numbers", () => {
    const scale = scaleOf([
        { rating: 1530, deviation: 90 },
        { rating: 1210, deviation: 20 },
    ]);
    assert.deepEqual(scale, { low: 1100, high: 1800 });
    assert.deepEqual(ticksOf(scale), [1200, 1400, 1600, 1800]);
    assert.equal(placeOn(scale, 1450), 50);
    assert.deepEqual(scaleOf([]), { low: 1000, high: 2000 });
});

test("days are counted where the person is, also when the clocks change", () => {
    const now = new Date(2026, 2, 30, 12);
    const days = daysOf(
        [
            new Date(2026, 2, 30, 0).getTime(),
            new Date(2026, 2, 29, 23, 59).getTime(),
            new Date(2026, 2, 28, 0).getTime(),
            new Date(2026, 2, 27, 23, 59).getTime(),
        ],
        3,
        now,
    );
    assert.deepEqual(
        days.map(({ count }) => count),
        [1, 1, 1],
    );
});

test("a curve has the rating before each match of the game, and that of now", () => {
    const row = { game: "shed", rating: 1600 } as Parameters<typeof ratingsOf>[1];
    const match = (game: string, rating?: number) => ({
        match: "0000000000000000/1",
        game,
        finished_ms: 0,
        ...(rating === undefined ? {} : { rating }),
    });
    assert.deepEqual(
        ratingsOf([match("shed", 1550), match("two", 1), match("shed"), match("shed", 1500)], row),
        [1500, 1550, 1600],
    );
});

test("a text chooses by a number, and says it", () => {
    const text = "{count?one card|{count} cards} of {name}";
    assert.equal(fill(text, { count: 1, name: "Ann" }), "one card of Ann");
    assert.equal(fill(text, { count: 3, name: "Ann" }), "3 cards of Ann");
});
