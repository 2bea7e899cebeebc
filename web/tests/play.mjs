// SPDX-License-Identifier: MIT
//
// play.mjs: how people in a browser test come to a table and play there, by what is on the page and
// nothing else.
import { check, until } from "./trial.mjs";

/** A device that needs no explanations any more. */
export const TAUGHT = {
    "holecard.preferences": JSON.stringify({ taught: ["shed", "two"] }),
};

export async function sit(person, code, name) {
    const { page } = person;
    await person.goto(`/t/${code}`);
    await page.getByLabel("What shall we call you?").fill(name);
    await person.button("Take a seat").click();
    await person.button("Leave the table").waitFor();
}

export async function start(person) {
    await person.button("Start").click();
    await person.page.locator(".hand-card").first().waitFor();
}

/** Somebody with a quick table of their own, against bots that answer at once. */
export async function seated(world, game, { rules = "", bots = 1, listen, ...options } = {}) {
    const code = await world.server.open(game, rules, "bot_delay_ms=0");
    const person = await world.person({ kept: TAUGHT, at: null, ...options });
    listen?.(person);
    await sit(person, code, "Ann");
    for (let i = 0; i < bots; i++) {
        await person.button("Add a bot").click();
        await person.page
            .getByRole("button", { name: /^Remove/ })
            .nth(i)
            .waitFor();
    }
    await start(person);
    return { person, code };
}

/** Follows what a page is told over its line. */
export function overhear(person) {
    const heard = { says: [], closed: 0 };
    person.page.on("websocket", (socket) => {
        socket.on("framereceived", ({ payload }) => {
            const message = JSON.parse(String(payload));
            if (message.op !== "update") return;
            if (message.says?.length) heard.says.push(message.says);
        });
        socket.on("close", () => heard.closed++);
    });
    return heard;
}

/** What a page offers to its person now: one of the keys of DO, "over", or nothing. */
export function offer(page) {
    return page.evaluate(() => {
        const has = (selector) => document.querySelector(selector) !== null;
        if (has(".match-end")) return "over";
        if (has(".round-end .button.main:not(:disabled)")) return "next";
        if (has(".asking .answer:not(:disabled)")) return "answer";
        if (!has(".hand.active") || has(".hand-card.sent")) return null;
        if (has(".hand-card.yes")) return "card";
        return has(".acts .act:not(:disabled):not(.hint-button, .sort-button)") ? "button" : null;
    });
}

const DO = {
    // The match may be over by the time it is hit, and then the button asks for another one.
    next: ".round-end:not(.match-end) .button.main:not(:disabled)",
    answer: ".asking .answer:not(:disabled)", // the last one
    card: ".hand-card.yes",
    button: ".acts .act:not(:disabled):not(.hint-button, .sort-button)",
};

/* In the page: hits the first or the last of these things where a finger would, unless something lies over it. Says
 * whether it was hit, or is gone. */
function hit([selector, which, { x, y }]) {
    const thing = [...document.querySelectorAll(selector)].at(which);
    if (!thing) return true;
    thing.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, width, height } = thing.getBoundingClientRect();
    const place = document.elementFromPoint(left + (x ?? width / 2), top + (y ?? height / 2));
    if (!thing.contains(place)) return false;
    thing.click();
    return true;
}

/** Does what a page offers: by a `press` in the page, which is quick, or by a `click` or `tap` of the browser. */
export async function doIt(page, what, how = "press") {
    const position = what === "card" ? { x: 14, y: 24 } : undefined;
    const which = what === "answer" ? -1 : 0;
    if (how === "press") {
        const pressed = () => page.evaluate(hit, [DO[what], which, position ?? {}]);
        await until(pressed, `a ${what} can be hit`);
        return;
    }
    // It may be gone before it is hit: a bot was quicker, or the round is over.
    await page
        .locator(DO[what])
        .nth(which)
        [how]({ position, timeout: 3000 })
        .catch((error) => {
            if (error.name !== "TimeoutError") throw error;
        });
}

/** All of them play until somebody sees the end of the match, or `stop` says so. */
export async function playOut(people, { how = "press", stop = () => false } = {}) {
    for (let step = 0; step < 3000; step++) {
        let over = 0;
        const acts = await until(async () => {
            const offers = await Promise.all(people.map(({ page }) => offer(page)));
            over = offers.filter((one) => one === "over").length;
            return over === people.length || offers.some((one) => one && one !== "over")
                ? offers
                : null;
        }, "anybody can do anything");
        if (over === people.length || (await stop())) return;
        for (const [i, what] of acts.entries())
            if (what && what !== "over") await doIt(people[i].page, what, how);
    }
    check(false, "the match does not end");
}

/** What the page has told its person, line by line. */
export function story(page) {
    return page.evaluate(() =>
        [...document.querySelectorAll(".side ol > li:not([class])")].map(
            (line) => line.textContent,
        ),
    );
}

/** Whether a line is made of some of these sentences, in their order. */
function isOf(line, sentences) {
    let rest = line;
    for (const one of sentences)
        if (rest === one) return true;
        else if (rest.startsWith(`${one} `)) rest = rest.slice(one.length + 1);
    return false;
}

/** How many lines of the story a page keeps (fold.ts). */
const STORY_MAX = 200;

/** The page has told what the server said: in order, nothing twice, and every card that was played since its first line. */
export async function tellsTheTruth({ page, heard }) {
    const last = heard.says
        .flat()
        .filter((one) => / plays? /.test(one))
        .at(-1);
    await until(
        async () => (await story(page)).some((line) => line.includes(last)),
        `it is told that "${last}"`,
    );
    const told = await story(page);
    let at = heard.says.length;
    for (const line of [...told].reverse()) {
        at = heard.says.slice(0, at).findLastIndex((sentences) => isOf(line, sentences));
        check(at >= 0, `"${line}" is told twice, or out of order, or was never said`);
    }
    const played = (lines) => lines.join(" ").split(/ plays? a /).length - 1;
    const first = told.length < STORY_MAX ? 0 : at;
    check(
        played(told) === played(heard.says.slice(first).flat()),
        `not everything is told: ${JSON.stringify(told)}; ${JSON.stringify(heard.says)}`,
    );
}

/** Nothing on the page has jumped but cards of a hand, which close ranks. */
export async function keepsStill({ page }) {
    const jumps = await page.evaluate(() => window.shifts.filter(({ value }) => value > 0.05));
    check(jumps.length === 0, `the page has jumped: ${JSON.stringify(jumps)}`);
}
