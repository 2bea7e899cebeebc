// SPDX-License-Identifier: MIT
//
// test_tampered.mjs: a server, or something before it, whose messages have wrong types: the page says that it cannot read
// them, and shows the table again when they are right.
import { sit, TAUGHT } from "./play.mjs";
import { accessible, check, picture, trial, until } from "./trial.mjs";

/* What is done to the messages of the server, by what is wrong with them then. */
const WRONG = [
    ["a room without seats", "room", (room) => delete room.seats],
    ["seats that are no list", "room", (room) => Object.assign(room, { seats: 2 })],
    ["a seat that is nothing", "room", (room) => Object.assign(room, { seats: [null] })],
    ["a title that is a number", "room", (room) => Object.assign(room, { title: 7 })],
    [
        "a list of tables that is null",
        "mine",
        (_, message) => Object.assign(message, { mine: null }),
    ],
    ["a token that is a list", "token", (_, message) => Object.assign(message, { token: [] })],
];

/* Whoever is between page and server changes each message that has the member. */
async function between(person, state) {
    await person.page.routeWebSocket(/\/ws$/, (line) => {
        const server = line.connectToServer();
        line.onMessage((text) => server.send(text));
        server.onMessage((text) => {
            const message = JSON.parse(text);
            const [, member, tamper] = state.wrong ?? [];
            if (member in message) tamper(message[member], message);
            line.send(state.text ?? JSON.stringify(message));
        });
    });
}

const says = ({ page }) =>
    page.getByRole("heading", { name: "An answer cannot be read" }).waitFor();

async function wrong_messages(world) {
    await world.serve();
    const code = await world.server.open("shed");
    const ann = await world.person({ kept: TAUGHT, at: null });
    const state = {};
    await between(ann, state);
    for (const wrong of WRONG) {
        state.wrong = wrong;
        await ann.goto(`/t/${code}`);
        await says(ann);
        const name = await ann.page.evaluate(() => localStorage.getItem("holecard.token"));
        check(name === null || /^[0-9a-f]{32}$/.test(name), `${wrong[0]}: the token is ${name}`);
    }
    state.wrong = null;
    state.text = "this is no JSON";
    await ann.goto(`/t/${code}`);
    await says(ann);
    await accessible(ann.page, "a message that cannot be read");
    await picture(ann.page, "unreadable");
    state.text = null;
    await ann.button("Load again").click();
    await ann.button("Take a seat").waitFor();
}

/** In the middle of a match, where the hand is shown. */
async function wrong_view(world) {
    await world.serve();
    const code = await world.server.open("shed", "", "bot_delay_ms=0");
    const ann = await world.person({ kept: TAUGHT, at: null });
    const state = {};
    await between(ann, state);
    await sit(ann, code, "Ann");
    await ann.button("Add a bot").click();
    await ann.button("Start").click();
    await ann.page.locator(".hand-card").first().waitFor();
    for (const [what, tamper] of [
        ["a view without hands", (view) => delete view.hands],
        ["hands that are no list", (view) => Object.assign(view, { hands: 3 })],
        ["a view that has no cards", (view) => Object.assign(view, { hands: [{}, {}] })],
        ["actions that are null", (view) => Object.assign(view, { actions: null })],
    ]) {
        state.wrong = [what, "view", tamper];
        await ann.page.reload();
        await says(ann);
        state.wrong = null;
        await ann.button("Load again").click();
        await ann.page.locator(".hand-card").first().waitFor();
    }
}

/** What is asked for besides the messages: the games, and the rules of one. */
async function wrong_bodies(world) {
    await world.serve();
    for (const [path, body] of [
        ["/api/games", { games: 7, settings: [], settings_presets: [], bots: [] }],
        ["/api/games", []],
        ["/api/rules/shed", { game: "shed", cards: null }],
    ]) {
        const ann = await world.person({ kept: TAUGHT, at: null });
        await ann.page.route(`**${path}?*`, (route) => route.fulfill({ json: body }));
        await ann.goto("/rules/shed");
        await says(ann);
        await ann.page.unrouteAll();
        await ann.button("Load again").click();
        await until(() => ann.page.locator(".lesson").count(), "the rules are shown");
    }
}

trial(wrong_messages, wrong_view, wrong_bodies);
