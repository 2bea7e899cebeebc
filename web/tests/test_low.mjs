// SPDX-License-Identifier: MIT
//
// test_low.mjs: phones held sideways: at a table, and on every other page, a finger reaches everything that is offered.
//
// The states of a match come from the rows of this file, in the words of the server: a match is begun, and then its page
// is told another view. So no state waits for luck with the cards, and each has as many people and cards as it may have.
import { finished } from "./finished.mjs";
import { sit, start } from "./play.mjs";
import { LOW, MIDDLING, PHONE_SIDEWAYS, reached, scrolls } from "./reach.mjs";
import { trial } from "./trial.mjs";

const words = (text) => text.split(" ");
/** A command with each of these values. */
const each = (command, values) => words(values).map((value) => `${command}${value}`);

const NAMES = words("Ann Bea Maximiliane Cem Dörte Эдуард Fritz Guð Hannah Ivo");
const SAID = "Maximiliane plays a Wild Draw Four and chooses green. Dörte draws four cards.";

/** What must have room, and lie over nothing else. */
const TURN = words(".bar .seats .middle-pile .sentence .hand-cards .acts");
const ASKED = [...TURN, ".asking"];
/** The step of the tour with this number. */
const step = (number) => `.tip[aria-label^="${number}"]`;
const END = words(".bar .seats .round-end");

const MANY = "R0 R1 R2 R3 R5 R7 RS RT G1 G2 G4 G7 G8 GR B0 B2 B3 B5 B9 Y1 Y4 Y6 Y7 WW WF";
const HAND = {
    cards: "R5 B5 G7 Y2 Y9 WW WF",
    may: ["play R5", "play B5", ...each("play WW color=", "R G B Y"), "draw"],
};
const UNO = { cards: "R5 G7", may: ["play R5", "draw", "uno"] };
const NEXT = { cards: "R5", facts: { phase: "round_over", round_winners: [0] }, asks: "next" };
const OVER = { cards: "R5", facts: { phase: "game_over", match_winners: [2] }, asks: "rematch" };

/* `players`, 4 unless given; `cards` in the hand; `open`: cards that are seen in each other hand; `may`: commands that are
 * offered, and `loses`: those of them that lose at once. `press`: a card that is pressed then, and `answer` to what is asked. */
const SHED_TOUR = [
    { why: "the tour: a turn", ...HAND, apart: [...TURN, step(1)] },
    { why: "the tour: a colour", ...HAND, press: "WW", apart: [...ASKED, step(3)] },
    { why: "the tour: UNO", ...UNO, apart: [...TURN, step(4)] },
    { why: "the tour: points", ...NEXT, apart: [...END, step(5)] },
];
const SHED = [
    { why: "a turn of two", ...HAND, players: 2, apart: TURN },
    { why: "ten people, many cards", ...HAND, cards: MANY, players: 10, apart: TURN },
    { why: "a colour to choose", ...HAND, press: "WW", apart: ASKED },
    {
        why: "a hand of ten to exchange",
        cards: MANY,
        may: each("play R7 target=", "1 2 3 4 5 6 7 8 9"),
        players: 10,
        press: "R7",
        apart: ASKED,
    },
    { why: "UNO is due", ...UNO, apart: [...TURN, ".uno.main"] },
    {
        why: "a penalty to draw or challenge, and two people to catch",
        cards: MANY,
        may: ["draw", "challenge", "catch 1", "catch 2"],
        facts: { phase: "await_penalty", pending: 4 },
        apart: TURN,
    },
    { why: "the table waits", ...HAND, asks: "go_on", away: 2, apart: [...TURN, ".notice"] },
    {
        why: "the end of a match of ten",
        ...OVER,
        open: "R1 WW GS RT Y5 B0 G7",
        players: 10,
        apart: END,
    },
];

const GUARD = {
    cards: "1 8",
    may: [
        ...["1", "2", "3"].flatMap((seat) => each(`play 1 target=${seat} guess=`, "2 3 4 5 6 7 8")),
        "play 8",
    ],
    loses: ["play 8"],
};
const TWO_TOUR = [
    { why: "the tour: a turn", ...GUARD, apart: [...TURN, step(1)] },
    { why: "the tour: somebody", ...GUARD, press: "1", apart: [...ASKED, step(2)] },
    { why: "the tour: a guess", ...GUARD, press: "1", answer: "Bea", apart: [...ASKED, step(3)] },
    { why: "the tour: tokens", ...NEXT, cards: "1", apart: [...END, step(5)] },
];
const TWO = [
    { why: "a turn", ...GUARD, apart: TURN },
    { why: "six people", ...GUARD, players: 6, apart: TURN },
    { why: "somebody to choose", ...GUARD, press: "1", apart: ASKED },
    { why: "a card to guess", ...GUARD, press: "1", answer: "Bea", apart: ASKED },
    { why: "a card that loses", ...GUARD, press: "8", apart: ASKED },
    { why: "the end of a match", ...OVER, cards: "1", open: "8", players: 6, apart: END },
];

/** What the server would say if a row held: `last` is what it said last. */
function update({ room, view }, row) {
    const { players = 4, open = "", asks = room.asks } = row;
    const names = NAMES.slice(0, players);
    const cards = words(row.cards);
    const shown = open ? words(open) : [];
    const hands = names.map(() => ({ count: shown.length || 5, cards: shown }));
    const seats = names.map((name, seat) => ({
        ...room.seats[0],
        name,
        away: seat === row.away,
    }));
    const common = view.piles.filter((pile) => pile.seat === undefined);
    const own = view.piles.some((pile) => pile.name === "discards")
        ? names.map((_, seat) => ({ name: "discards", seat, count: 3, cards: words("1 4 2") }))
        : [];
    const won = view.scores ? "scores" : "tokens";
    return {
        op: "update",
        table: room.table,
        seq: ++view.seq,
        seat: 0,
        events: [{ event: "turn", seat: 0 }],
        says: [SAID],
        waits_for: [0],
        match_id: "0123456789abcdef/1",
        room: { ...room, seats, asks },
        view: {
            ...view,
            [won]: names.map((_, seat) => seat % 3),
            hands: [{ count: cards.length, cards }, ...hands.slice(1)],
            piles: [...common, ...own],
            actions: row.may ?? [],
            marked: row.loses ?? [],
            ...row.facts,
        },
    };
}

/** Sits down at a table, looks at its waiting room and at all states of a match there. */
async function table(world, game, rules, tour, rows) {
    await world.serve();
    const person = await world.person({ ...PHONE_SIDEWAYS, at: null });
    const { page } = person;
    const last = { room: null, view: {} };
    let tell = null;
    await page.routeWebSocket(/\/ws$/, (socket) => {
        const server = socket.connectToServer();
        tell = (message) => socket.send(JSON.stringify(message));
        socket.onMessage((text) => server.send(text));
        server.onMessage((text) => {
            const { room, view, change } = JSON.parse(text);
            last.room = room ?? last.room;
            Object.assign(last.view, view, change);
            socket.send(text);
        });
    });
    await sit(person, await world.server.open(game, rules), "Ann");
    await person.button("Add a bot").click();
    await page.getByRole("button", { name: /^Remove/ }).waitFor();
    await reached(page, `${game}: the waiting room`);
    await start(person);
    await page.locator(".hand.active").waitFor();

    const look = async (row, windows) => {
        const first = (selector) => page.locator(selector).first();
        tell(update(last, row));
        /* Cards lie over each other: the left edge of each is free. */
        if (row.press)
            await first(`.hand-card[data-own="${row.press}"]`).click({
                position: { x: 14, y: 24 },
            });
        if (row.answer) await page.getByRole("dialog").getByText(row.answer).click();
        for (const selector of row.apart) await first(selector).waitFor();
        await reached(page, `${game}: ${row.why}`, { apart: row.apart, windows });
        if (row.press) await page.keyboard.press("Escape");
    };
    for (const row of tour) await look(row, [...LOW, ...MIDDLING]);
    await person.button("No more tips").click();
    tell(update(last, rows[0]));
    await page.locator(".middle-pile").first().waitFor();
    await scrolls(page);
    for (const row of rows) await look(row, LOW);
    return person;
}

async function shed(world) {
    const rules = "start_rule=seat0 first_action=ignore first_wild=none";
    const person = await table(world, "shed", rules, SHED_TOUR, SHED);
    const sheet = person.page.locator("dialog[open]");
    for (const name of ["Story", "Menu", "Settings"]) {
        await person.button(name).click();
        await sheet.waitFor();
        await reached(person.page, name);
        await person.page.keyboard.press("Escape");
        await sheet.waitFor({ state: "detached" });
    }
}

async function two(world) {
    await table(world, "two", "first_start=seat0", TWO_TOUR, TWO);
}

/** The marks of a review are smaller than a finger, on every phone; below them each has a row of its own. */
const FILM = { apart: words(".bar .replay-seat .winder"), finger: 26 };

async function other_pages(world) {
    const { person, match } = await finished(
        world,
        "two",
        "tokens_to_win=1",
        ["random Bea"],
        PHONE_SIDEWAYS,
    );
    const { page } = person;
    await person.button("Play now").waitFor();
    await reached(page, "the front page");
    await person.goto("/new");
    await page.getByText("All options").click();
    await reached(page, "the rules of a new table");
    await person.goto("/rules/shed");
    await page.getByRole("heading", { name: "How to play Shed" }).waitFor();
    await reached(page, "the rules");
    await person.goto("/people?game=two");
    await person.button("Ann").waitFor();
    await reached(page, "the people");
    await person.goto("/me");
    await page.locator(`a[href^="/r/${match}"]`).waitFor();
    await reached(page, "her own page");
    await person.goto(`/r/${match}?seat=0`);
    await page.getByRole("slider", { name: "Moment of the match" }).waitFor();
    await reached(page, "a replay", FILM);
    await page.getByRole("tab", { name: "Review" }).click();
    await person.button("Review the match").click();
    await page.getByRole("img", { name: "How the chances of Ann moved" }).waitFor();
    await page.locator(".strip-word").waitFor({ state: "detached" });
    await reached(page, "a review", FILM);
}

trial(shed, two, other_pages);
