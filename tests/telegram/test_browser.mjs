// SPDX-License-Identifier: MIT
//
// test_browser.mjs: a match that begins in a chat is finished by one player in a real browser, which
// opens the pages as Telegram opens a Mini App, and by the other at a terminal. And a link with the
// words that Telegram has signed for its author makes nobody else play as the author.
import path from "node:path";
import { offer, playOut as playPages } from "../../web/tests/play.mjs";
import { launch } from "../../web/tests/trial.mjs";
import { check } from "./people.mjs";
import { findOffer, isOverIn, openTable, playAt } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";
import { TerminalPerson } from "./terminal_person.mjs";
import { logIn } from "./web_app.mjs";
import { theTime } from "./world_time.mjs";

/** The address that Telegram opens for a person at a table. */
function miniApp(door, code, person) {
    const words = new URLSearchParams({
        tgWebAppData: person.initData(),
        tgWebAppVersion: "8.0",
        tgWebAppPlatform: "weba",
    });
    return `${door.url}/telegram/${code}#${words}`;
}

async function finished_elsewhere(world) {
    await world.open();
    const door = await world.serve();
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    for (const one of [ann, bob]) one.tells("/start");
    const group = world.group("Cards", [ann, bob]);
    const code = await openTable(group, [ann, bob], "shed lite");
    ann.says(group, `/startgame ${code}`);
    let moves = 0;
    const onPress = () => moves++;
    await Promise.all(
        [ann, bob].map((one, i) => playAt(one, code, () => moves >= 4, 60 + i, { onPress })),
    );
    check(!isOverIn(group, code), "the match was over at once");
    const hand = findOffer(ann.private, code, "a") ?? { posted: ann.private.last() };
    check(hand.posted.text.includes(code), "Ann has lost sight of the table");

    theTime().passReally(true);
    const browser = await launch();
    try {
        const page = await browser.newPage({ locale: "en-GB" });
        page.setDefaultTimeout(60_000);
        const complaints = [];
        page.on("pageerror", (error) => complaints.push(error.stack));
        await page.addInitScript(() => {
            window.TelegramWebviewProxy = { postEvent() {} };
        });
        await page.goto(miniApp(door, code, ann));
        await page.locator(".hand-card").first().waitFor();
        check(
            !page.url().includes("tgWebAppData"),
            "what Telegram has signed stays in the address",
        );
        const { token } = await logIn(door, bob.initData());
        const terminal = new TerminalPerson(door.url, code, token, path.resolve("terminal"));
        await Promise.all([playPages([{ page }]), terminal.playOut()]);
        terminal.end();
        check((await offer(page)) === "over", "the page does not show the end");
        check(complaints.length === 0, complaints.join("\n"));
    } finally {
        await browser.close();
    }
    theTime().passReally(false);
    await world.until(() => isOverIn(group, code), "the group is told the end");
}

/** Eve sits at a table in a chat and sends a link to it. In a browser it leads there, not to her seat. */
async function link_of_another(world) {
    await world.open();
    const door = await world.serve();
    const eve = world.person("Eve");
    const bob = world.person("Bob");
    for (const one of [eve, bob]) one.tells("/start");
    const group = world.group("Cards", [eve, bob]);
    const code = await openTable(group, [eve, bob], "shed");
    eve.says(group, `/startgame ${code}`);
    const { token } = await logIn(door, eve.initData());

    theTime().passReally(true);
    const browser = await launch();
    try {
        const page = await browser.newPage({ locale: "en-GB" });
        page.setDefaultTimeout(60_000);
        const said = [];
        page.on("websocket", (socket) =>
            socket.on("framesent", ({ payload }) => said.push(JSON.parse(payload))),
        );
        await page.goto(miniApp(door, code, eve));
        await page.waitForURL(`${door.url}/${code}`);
        await page.getByText("You are watching.").first().waitFor();
        check(!JSON.stringify(said).includes(token), "the link makes Bob play as Eve");
        check((await page.locator(".hand-card").count()) === 0, "the link shows Eve's hand");
    } finally {
        await browser.close();
    }
}

trial(finished_elsewhere, link_of_another);
