// SPDX-License-Identifier: MIT
//
// test_replay.mjs: a finished match is looked at again: step by step, with other eyes, by its
// address, verified and reviewed by the engine in the page; and the pages about rules and people.
import { finished } from "./finished.mjs";
import { look } from "./looks.mjs";
import { check, PHONE, picture, trial, until, WIDE } from "./trial.mjs";

/* Longer than a step of the film, and shorter than two. */
const STEP_MS = 1000;

const slider = (page) => page.getByRole("slider", { name: "Moment of the match" });
const place = async (page) => Number(await slider(page).inputValue());
const at = (page, index) =>
    until(async () => (await place(page)) === index, `the film stands at ${index}`);
const sentence = (page) => page.locator(".replay-say").textContent();

/** The hand in front is seen without scrolling, above the knobs. */
async function showsTheHand(page) {
    await page.setViewportSize(PHONE);
    const ends = await page.evaluate(() => ({
        hand: document.querySelector(".replay-seat.own").getBoundingClientRect().bottom,
        knobs: document.querySelector(".winder").getBoundingClientRect().top,
    }));
    check(ends.hand <= ends.knobs, `of the hand something is hidden: ${JSON.stringify(ends)}`);
    await page.setViewportSize(WIDE);
}

async function winds(world) {
    const { person, match } = await finished(world, "shed", "match_mode=single");
    const { page } = person;
    await person.goto(`/r/${match}?seat=0`);
    await slider(page).waitFor();
    await at(page, 0);
    await showsTheHand(page);

    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await at(page, 2);
    const second = await sentence(page);
    await page.keyboard.press("ArrowLeft");
    await at(page, 1);
    check((await sentence(page)) !== second, "the sentence stays");
    await page.getByRole("button", { name: /^One step on/ }).click();
    await at(page, 2);
    check((await sentence(page)) === second, "back and forth is not the same");
    check((await page.locator(".film-line").count()) <= 3, "the story runs ahead");

    await page.keyboard.press("End");
    await until(async () => /wins? the match/.test(await sentence(page)), "the end is shown");
    await page.keyboard.press("Home");
    await at(page, 0);
    await page.clock.pauseAt(await page.evaluate(() => Date.now()));
    await page.getByRole("button", { name: /^Play/ }).click();
    await page.clock.runFor(STEP_MS);
    await at(page, 1);
    await page.clock.runFor(STEP_MS);
    await at(page, 2);
    await page.getByRole("button", { name: /^Pause/ }).click();
    await page.clock.runFor(STEP_MS);
    await at(page, 2);
    await page.clock.resume();
    await look(person.page, "replay", { shortens: true });
}

async function leads_to_a_moment(world) {
    const { person, match } = await finished(world, "shed", "match_mode=single");
    const { page } = person;
    await person.goto(`/r/${match}?seat=0`);
    await slider(page).waitFor();
    /* The address follows a little later than the page. */
    const moment = () => new URL(page.url()).hash;
    for (let i = 1; i <= 3; i++) {
        await until(moment, "the address says the moment");
        const before = moment();
        await page.keyboard.press("ArrowRight");
        await at(page, i);
        await until(() => moment() !== before, "the address says the next moment");
    }
    const told = await sentence(page);
    const other = await person.tab(`/r/${match}?seat=0${moment()}`);
    await slider(other).waitFor();
    await until(async () => (await sentence(other)) === told, "the link leads to the same moment");
}

async function has_other_eyes(world) {
    const { person, match } = await finished(world, "shed", "match_mode=single");
    const { page } = person;
    const backs = () => page.locator(".open-hand .card-back").count();
    await person.goto(`/r/${match}?seat=0#5`);
    await slider(page).waitFor();
    const mine = await backs();
    check(mine >= 7, `only ${mine} cards are hidden from a player`);
    await page.getByLabel("Through whose eyes").selectOption("everybody");
    await until(async () => (await backs()) > mine, "everybody sees less than a player");
    await page.getByLabel("Through whose eyes").selectOption("open");
    await until(async () => (await backs()) === 0, "nothing is hidden with all hands open");
    check(page.url().includes("?open"), "the address does not say so");
    await look(person.page, "replay-open", { shortens: true });
}

async function verifies(world) {
    const { person, match } = await finished(world, "two", "tokens_to_win=1");
    const { page } = person;
    await person.goto(`/r/${match}`);
    await page.getByRole("tab", { name: "Deal" }).click();
    await page.getByRole("button", { name: "Verify the deal" }).click();
    await page.getByRole("heading", { name: "Nothing was altered after the deal" }).waitFor();
    await page.getByText("One player added random numbers.").waitFor();
    await look(person.page, "replay-deal", { shortens: true });
}

/* One byte of the log is another on its way. Where it breaks the form of the log it cannot be shown at
 * all; in the secret, it can be shown and is found. */
async function finds_a_changed_byte(world) {
    const { person, match } = await finished(world, "two", "tokens_to_win=1");
    const { page } = person;
    let changed = (bytes) => bytes.length - 90;
    await page.route(`**/api/matches/${match}`, async (route) => {
        const answer = await route.fetch();
        const bytes = Buffer.from(await answer.body());
        bytes[changed(bytes)] ^= 1;
        await route.fulfill({ response: answer, body: bytes });
    });
    await person.goto(`/r/${match}`);
    await page.getByRole("tab", { name: "Deal" }).click();
    await page.getByRole("button", { name: "Verify the deal" }).click();
    await page.getByRole("heading", { name: "This log fails the check" }).waitFor();
    await picture(page, "replay-tampered");
    changed = () => 0;
    await page.reload();
    await page.getByRole("alert").getByText("This match cannot be shown").waitFor();
    await look(person.page, "replay-unreadable", { shortens: true });
}

async function reviews(world) {
    const { person, match } = await finished(world, "two", "tokens_to_win=1", ["random Bea"]);
    const { page } = person;
    await person.goto(`/r/${match}?seat=0`);
    await page.getByRole("tab", { name: "Review" }).click();
    await page.getByRole("button", { name: "Review the match" }).click();
    await page.getByRole("img", { name: "How the chances of Ann moved" }).waitFor();
    await page.getByText(/decisions? (was|were) as good as the bot|nothing to decide/).waitFor();
    await page.locator(".strip-word").waitFor({ state: "detached" });
    const swings = page.locator(".strip .swing");
    if (await swings.count()) {
        await page.keyboard.press("End");
        const end = Number(await slider(page).getAttribute("max"));
        await at(page, end);
        await swings.first().click();
        await until(async () => (await place(page)) < end, "a swing leads to its moment");
    }
    await look(person.page, "replay-review", { shortens: true });
}

async function tells_the_rules(world) {
    await world.serve();
    const ann = await world.person({ at: "/rules/shed" });
    await ann.page.getByRole("heading", { name: "How to play Shed" }).waitFor();
    await ann.page.getByText("These are the usual rules.").waitFor();
    await look(ann.page, "rules-shed");
    await ann.page.getByRole("link", { name: /^party/i }).click();
    await ann.page.getByText("5 options differ").waitFor();
    check((await ann.page.locator(".option.differs").count()) === 5, "they are not marked");
    await ann.page.getByRole("searchbox").fill("seven hands");
    await until(async () => (await ann.page.locator(".option").count()) < 5, "it searches");
    await look(ann.page, "rules-shed-party");
    await ann.page.getByRole("link", { name: "Do You Have A Two" }).click();
    await ann.page.getByRole("heading", { name: "Princess" }).waitFor();
    await look(ann.page, "rules-two");
    ann.expectTrouble(/400/);
    await ann.goto("/rules/shed?rules=nonsense");
    await ann.page.getByRole("alert").waitFor();
}

async function counts_people(world) {
    const { person: ann, match } = await finished(world, "shed", "match_mode=single");
    await ann.goto("/me");
    await ann.page.locator(`a[href^="/r/${match}"]`).waitFor();
    await ann.page.getByText("1 match").first().waitFor();
    await look(ann.page, "me");
    const bob = await world.person({ at: "/me" });
    await bob.page.getByText("You have not finished a match yet").waitFor();
    await look(bob.page, "me-empty");
    await bob.goto("/people?game=two");
    await bob.page.getByText("Nobody has finished a match").waitFor();
    await bob.goto("/people");
    await bob.page.getByRole("button", { name: "Ann" }).click();
    await bob.page.getByRole("dialog", { name: "Ann" }).getByText("1 match").waitFor();
    await look(bob.page, "person");
    await bob.page.keyboard.press("Escape");
    await look(bob.page, "people");
    await ann.button("Forget me").click();
    await ann.button("Delete everything about me").click();
    await ann.page.getByText(/deleted/i).waitFor();
}

trial(
    winds,
    leads_to_a_moment,
    has_other_eyes,
    verifies,
    finds_a_changed_byte,
    reviews,
    tells_the_rules,
    counts_people,
);
