// SPDX-License-Identifier: MIT
//
// test_play.mjs: people play whole matches in their browsers: by clicks, by keys, by dragging, by
// touch. What the page tells them is what the server said, each sentence once and in order.
import {
    keepsStill,
    offer,
    overhear,
    playOut,
    seated,
    sit,
    start,
    story,
    TAUGHT,
    tellsTheTruth,
} from "./play.mjs";
import { check, PHONE, picture, trial, until } from "./trial.mjs";

async function people_at_table(world, game, rules, names, bots) {
    const code = await world.server.open(game, rules, "bot_delay_ms=0");
    const people = [];
    for (const name of names) {
        const person = await world.person({ kept: TAUGHT, at: null });
        person.heard = overhear(person);
        await sit(person, code, name);
        people.push(person);
    }
    for (let i = 0; i < bots; i++) {
        await people[0].button("Add a bot").click();
        await people[0].page.getByText(`${names.length + i + 1} of`).waitFor();
    }
    await start(people[0]);
    return { people, code };
}

async function shed_by_clicks(world) {
    await world.serve();
    const { people } = await people_at_table(world, "shed", "match_mode=single", ["Ann", "Bob"], 1);
    await picture(people[0].page, "shed-begin");
    await playOut(people, { how: "click" });
    for (const person of people) {
        await tellsTheTruth(person);
        await keepsStill(person);
    }
    await picture(people[0].page, "shed-end");
    const link = people[0].page.getByRole("link", { name: "Replay" });
    check(/^\/r\/[0-9a-f]{16}\/1$/.test((await link.getAttribute("href")) ?? ""), "no replay");
}

async function two_by_clicks(world) {
    await world.serve();
    const names = ["Ann", "Bob", "Cal"];
    const { people } = await people_at_table(world, "two", "tokens_to_win=1", names, 1);
    await picture(people[0].page, "two-begin");
    await playOut(people, { how: "click" });
    for (const person of people) {
        await tellsTheTruth(person);
        await keepsStill(person);
    }
    await picture(people[0].page, "two-end");
}

/** A newcomer presses one button and holds cards. */
async function one_button(world) {
    await world.serve();
    const ann = await world.person();
    await ann.button("Play now").click();
    /* Seven cards, or more: the first card may be one that makes her draw. */
    await until(async () => (await ann.page.locator(".hand-card").count()) >= 7, "there is a hand");
    check(/\/t\/[A-Z]{6}$/.test(ann.page.url()), `the page is ${ann.page.url()}`);
}

/** Nothing but keys, from the front page to a table, and to the end of a match. */
async function keys_alone(world) {
    await world.serve();
    const newcomer = await world.person({ kept: TAUGHT });
    await newcomer.button("Play now").waitFor();
    await until(async () => {
        await newcomer.page.keyboard.press("Tab");
        return await newcomer.page.evaluate(() =>
            document.activeElement?.classList.contains("play-button"),
        );
    }, "Tab leads to the button");
    await newcomer.page.keyboard.press("Enter");
    await newcomer.page.locator(".hand-card").first().waitFor();

    const { person } = await seated(world, "shed", { rules: "match_mode=single" });
    const { page } = person;
    const focused = (selector) =>
        page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector);
    const keys = {
        answer: async () => "Enter", // the first answer has the focus
        card: async () => {
            for (let i = 0; i < 40 && !(await focused(".hand-card.yes")); i++)
                await page.keyboard.press("ArrowRight");
            return "Enter";
        },
        button: () =>
            page
                .locator(".acts .act:not(:disabled):not(.hint-button, .sort-button) kbd")
                .first()
                .textContent(),
    };
    for (let presses = 0; ; presses++) {
        const what = await until(() => offer(page), "something can be done");
        if (what === "over") break;
        check(presses < 400, `so many keys, and it is not over: ${what}`);
        await page.keyboard.press(await keys[what]());
    }
    await until(() => focused(".match-end button"), "the focus is on what comes next");
}

async function cards(page) {
    return await page.locator(".hand-card").count();
}

/** Plays until a card can be played that needs no further answer. */
async function until_plain_card(person) {
    const { page } = person;
    await playOut([person], {
        stop: async () =>
            (await offer(page)) === "card" &&
            /^[RBGY]\d$/.test(
                (await page.locator(".hand-card.yes").first().getAttribute("data-face")) ?? "",
            ) &&
            (await cards(page)) > 3,
    });
    return page.locator(".hand-card.yes").first();
}

async function dragging(world) {
    await world.serve();
    const { person } = await seated(world, "shed");
    const { page } = person;
    const card = await until_plain_card(person);
    const face = await card.getAttribute("data-face");
    const from = await card.boundingBox();
    const to = await page.locator("[data-drop]").boundingBox();
    const count = await cards(page);
    const x = from.x + 14;
    const y = from.y + 24;
    // Back to the hand first: nothing may happen.
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y - 15, { steps: 4 });
    await page.mouse.move(x, y + 20, { steps: 4 });
    await page.mouse.up();
    check((await cards(page)) === count, "a card that was put back is gone");
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
    await picture(page, "shed-drag");
    await page.mouse.up();
    await until(
        async () => (await story(page)).some((line) => line.startsWith("You play")),
        `${face} was played`,
    );
}

/** A phone held upright: taps alone, to the end of a round. */
async function touch(world) {
    await world.serve();
    const { person } = await seated(world, "shed", {
        rules: "match_mode=single",
        viewport: PHONE,
        hasTouch: true,
        isMobile: true,
    });
    await picture(person.page, "shed-phone-begin");
    await playOut([person], { how: "tap" });
    await picture(person.page, "shed-phone-end");
}

/** Two clicks where one was meant do one thing. */
async function double_clicks(world) {
    await world.serve();
    const { person } = await seated(world, "shed");
    const { page } = person;
    const sent = [];
    for (let i = 0; i < 5; i++) {
        const card = await until_plain_card(person);
        const face = await card.getAttribute("data-face");
        const lines = (await story(page)).length;
        await card.dblclick({ position: { x: 14, y: 24 }, delay: 5 });
        await until(async () => (await story(page)).length > lines, "it is played");
        const plays = (await story(page))
            .slice(lines)
            .filter((line) => line.startsWith("You play"));
        sent.push(`${face}: ${plays.length}`);
        check(plays.length <= 1, `a double click has played twice: ${plays}`);
        check(
            (await page.locator(".refusal-word").count()) === 0,
            "it was refused the second time",
        );
    }
}

/** A card that cannot be played says why, and what can be done. */
async function refusals(world) {
    await world.serve();
    const { person } = await seated(world, "shed");
    const { page } = person;
    await playOut([person], {
        stop: async () =>
            ["card", "button"].includes(await offer(page)) &&
            (await page.locator(".hand.active .hand-card.no").count()) > 0,
    });
    const count = await cards(page);
    await page
        .locator(".hand-card.no")
        .first()
        .click({ position: { x: 14, y: 24 } });
    const refusal = page.locator(".refusal-word");
    await refusal.waitFor();
    const words = (await refusal.textContent()) ?? "";
    check(/^.+ Possible now: .+/.test(words), `it does not say why, and what else: ${words}`);
    check((await cards(page)) === count, "the card is gone");
    await picture(page, "shed-refused");
}

/** What helps: a hint of a strong player, which cards are possible, and a title that calls. */
async function helpers(world) {
    await world.serve();
    const kept = { "holecard.preferences": JSON.stringify({ taught: ["two"], helper: true }) };
    let asked = 0;
    let most = 0;
    const listen = ({ page }) =>
        page.on("websocket", (socket) => {
            const is = ({ payload }) => JSON.parse(String(payload)).op === "possible";
            socket.on("framesent", (frame) => {
                asked += is(frame);
                most = Math.max(most, asked);
            });
            socket.on("framereceived", (frame) => {
                asked -= is(frame);
            });
        });
    const { person } = await seated(world, "two", { bots: 2, kept, listen });
    const { page } = person;
    await playOut([person], { stop: async () => (await offer(page)) === "card" });
    await until(async () => /turn/i.test(await page.title()), "the title says whose turn it is");
    /* Of those who are still in. */
    await until(
        async () =>
            (await page.locator(".seat-known").allTextContents()).some((text) =>
                /[1-8]( [1-8])+/.test(text),
            ),
        "the cards that are possible are listed",
    );
    check(most === 1, `so many questions about possible cards wait for an answer: ${most}`);
    await page.keyboard.press("h");
    await page.getByText(/^Hint: /).waitFor();
    const hinted = page.locator(".hand-card.hinted");
    check((await hinted.count()) >= 1, "the card of the hint is not marked");
    await picture(page, "two-hint");
}

trial(
    shed_by_clicks,
    two_by_clicks,
    one_button,
    keys_alone,
    dragging,
    touch,
    double_clicks,
    refusals,
    helpers,
);
