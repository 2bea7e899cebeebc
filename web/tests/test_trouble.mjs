// SPDX-License-Identifier: MIT
//
// test_trouble.mjs: what people's networks and servers do to a table, and what they do themselves:
// nothing is lost, shown twice or shown out of order, and whoever comes back sits where they sat.
import { doIt, offer, playOut, seated, sit, start, story, TAUGHT, tellsTheTruth } from "./play.mjs";
import { check, picture, trial, until } from "./trial.mjs";

const LOST = /WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED/;

const hand = (page) =>
    page.evaluate(() =>
        [...document.querySelectorAll(".hand-card")]
            .map((card) => card.dataset.face)
            .sort()
            .join(" "),
    );

async function says_that_it_is_lost({ page }) {
    await page.getByText("The server cannot be reached").waitFor();
}

async function is_back({ page }) {
    await page.getByText("The server cannot be reached").waitFor({ state: "detached" });
}

async function until_asked(person) {
    await playOut([person], { stop: async () => (await offer(person.page)) === "answer" });
}

/** The server is killed while somebody chooses whom, or what; it comes back, and the choice holds. */
async function killed_in_mid_choice(world) {
    await world.serve();
    const { person } = await seated(world, "two", { bots: 2 });
    person.expectTrouble(LOST);
    const { page } = person;
    await until_asked(person);
    const held = await hand(page);
    const asked = await page.locator(".asking").getAttribute("aria-label");
    await world.server.stop("SIGKILL");
    await says_that_it_is_lost(person);
    await picture(page, "server-lost");
    check((await hand(page)) === held, "the hand is gone with the server");
    await world.server.start();
    await is_back(person);
    check((await hand(page)) === held, `it was ${held}, and is ${await hand(page)}`);
    const now = await page.locator(".asking").getAttribute("aria-label");
    check(now === asked, `it asks for "${now}" instead of "${asked}"`);
    const before = (await story(page)).length;
    while ((await offer(page)) === "answer") await doIt(page, "answer");
    await until(async () => (await story(page)).length > before, "it goes on");
}

/** A page that is loaded again, or closed and opened, is at the same seat with the same cards. */
async function closed_and_opened(world) {
    await world.serve();
    const { person, code } = await seated(world, "two", { bots: 2 });
    const { page } = person;
    await until_asked(person);
    const held = await hand(page);
    await page.reload();
    await page.locator(".hand-card").first().waitFor();
    check((await hand(page)) === held, `it was ${held}, and is ${await hand(page)}`);
    await page.close();
    const again = await person.tab("/");
    await again.getByRole("link", { name: "Go on" }).click();
    await again.locator(".hand-card").first().waitFor();
    check(again.url().endsWith(`/t/${code}`), `the page is ${again.url()}`);
    check((await hand(again)) === held, `it was ${held}, and is ${await hand(again)}`);
    person.page = again;
    await playOut([person], { stop: async () => (await hand(again)) !== held });
}

/** Two tabs of one person show the same, and either may act. */
async function two_tabs(world) {
    await world.serve();
    const { person, code } = await seated(world, "shed", { rules: "match_mode=single" });
    const other = await person.tab(`/t/${code}`);
    await other.locator(".hand-card").first().waitFor();
    const tabs = [{ page: person.page }, { page: other }];
    for (let turn = 0; turn < 4; turn++) {
        const tab = tabs[turn % 2];
        const before = await hand(tab.page);
        await playOut([tab], { stop: async () => (await hand(tab.page)) !== before });
        await until(
            async () => (await hand(person.page)) === (await hand(other)),
            "both tabs show the same hand",
        );
    }
}

/** A page without a network says so, and comes back by itself. */
async function offline(world) {
    await world.serve();
    const { person } = await seated(world, "shed");
    person.expectTrouble(LOST);
    const held = await hand(person.page);
    await person.context.setOffline(true);
    await says_that_it_is_lost(person);
    await person.context.setOffline(false);
    await is_back(person);
    check((await hand(person.page)) === held, "the hand is another one");
    await playOut([person], { stop: async () => (await hand(person.page)) !== held });

    const other = await world.person();
    other.expectTrouble(LOST);
    await other.button("Play now").waitFor();
    await world.server.stop();
    await says_that_it_is_lost(other);
    await world.server.start();
    await is_back(other);
}

/** Delivers messages in order, each some frames of the page after it was sent, never as many. */
function slowly(page, deliver) {
    let last = Promise.resolve();
    let count = 0;
    return (message) => {
        const frames = 3 + (++count % 5);
        last = last
            .then(() =>
                page.evaluate(async (frames) => {
                    for (let i = 0; i < frames; i++) await new Promise(requestAnimationFrame);
                }, frames),
            )
            .then(() => deliver(message));
    };
}

/** A far-away server. Nothing is told twice or out of order, and nobody acts twice. */
async function slow_network(world) {
    await world.serve();
    const code = await world.server.open("shed", "match_mode=single", "bot_delay_ms=0");
    const ann = await world.person({ kept: TAUGHT, at: null });
    const { page } = ann;
    const devtools = await ann.context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 400,
        downloadThroughput: 200_000,
        uploadThroughput: 200_000,
    });
    // Chromium slows down requests, but not the messages of a WebSocket that is open.
    ann.heard = { says: [] };
    const refused = [];
    await page.routeWebSocket(/\/ws$/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage(slowly(page, (text) => server.send(text)));
        server.onMessage(
            slowly(page, (text) => {
                const message = JSON.parse(text);
                if (message.op === "update" && message.says?.length)
                    ann.heard.says.push(message.says);
                // A bot may catch her while her move is on its way; that is told as stale.
                if (message.op === "answer" && message.ok === false && message.code !== "stale")
                    refused.push(text);
                socket.send(text);
            }),
        );
    });
    await sit(ann, code, "Ann");
    await ann.button("Add a bot").click();
    await page.getByRole("button", { name: /^Remove/ }).waitFor();
    await start(ann);
    let moves = 0;
    await playOut([ann], { stop: async () => ++moves > 8 });
    await tellsTheTruth(ann);
    check(refused.length === 0, `a move was refused: ${refused}`);
}

trial(killed_in_mid_choice, closed_and_opened, two_tabs, offline, slow_network);
