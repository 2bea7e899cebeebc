// SPDX-License-Identifier: MIT
//
// test_company.mjs: more than one table, and more people than players: how tables call those who
// look elsewhere, who looks on and what they see, and the way back to a seat that was left.
import { look } from "./looks.mjs";
import { offer, playOut, seated, sit, start, story, TAUGHT } from "./play.mjs";
import { check, picture, trial, until } from "./trial.mjs";

const icon = (page) =>
    page.locator('link[rel="icon"]').evaluate((link) => new URL(link.href).pathname);

const kept = (preferences) => ({
    "holecard.preferences": JSON.stringify({ taught: ["shed", "two"], ...preferences }),
});

/** The tab says whose turn it is, and says so no more when it is not. */
async function the_tab_calls(world) {
    await world.serve();
    const code = await world.server.open("shed", "start_rule=seat0 first_action=ignore");
    const [ann, bob] = [await world.person({ kept: TAUGHT }), await world.person({ kept: TAUGHT })];
    await sit(ann, code, "Ann");
    await sit(bob, code, "Bob");
    check((await icon(ann.page)) === "/logo.svg", "it calls before anything has begun");
    await start(ann);
    await until(async () => /^● Your turn · /.test(await ann.page.title()), "Ann is called");
    check((await icon(ann.page)) === "/logo_turn.svg", "the icon does not call");
    check(!(await bob.page.title()).includes("●"), "Bob is called, too");
    await ann.page.getByRole("link", { name: "Holecard" }).click();
    await ann.page.getByRole("link", { name: "Go on" }).waitFor();
    check((await ann.page.title()) === "● Your turn · Holecard", "other pages do not call");
    await ann.page.goBack();
    await playOut([ann, bob], { stop: async () => (await bob.page.title()).includes("●") });
    await until(async () => !(await ann.page.title()).includes("●"), "Ann is called no more");
    check((await icon(ann.page)) === "/logo.svg", "the icon still calls");
}

/** Plays until that many more things were told that this person has done. */
async function act(person, times) {
    const done = async () =>
        (await story(person.page)).filter((line) => /^You (play|draw|pass)/.test(line)).length;
    const wanted = (await done()) + times;
    await playOut([person], { stop: async () => (await done()) >= wanted });
}

/** A badge on all pages says how many tables wait, and leads to one of them. */
async function several_tables(world) {
    await world.serve();
    const person = await world.person({ kept: TAUGHT, at: null });
    const codes = [];
    for (let i = 0; i < 2; i++) {
        codes.push(await world.server.open("shed", "start_rule=seat0 first_action=ignore"));
        await sit(person, codes[i], "Ann");
        await person.button("Add a bot").click();
        await person.page.getByRole("button", { name: /^Remove/ }).waitFor();
        await start(person);
    }
    const { page } = person;
    const badge = page.locator(".badge");
    await until(async () => (await badge.textContent())?.startsWith("1"), "the other one waits");
    await badge.click();
    await until(async () => page.url().endsWith(codes[0]), "it leads to the one that waits");
    await page.getByRole("link", { name: "Holecard", exact: true }).click();
    await until(async () => (await badge.textContent())?.startsWith("2"), "both wait");
    check(/^● 2 tables wait for you/.test(await page.title()), `it is ${await page.title()}`);
    const rows = page.locator(".front-mine .row.waits");
    check((await rows.count()) === 2, "the list does not say that both wait");
    /* A table that another tab has found calls here as well, as soon as this one is looked at. */
    const other = await person.tab("/");
    await other.getByRole("button", { name: "Play now" }).click();
    await other.locator(".hand-card").first().waitFor();
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await until(async () => (await page.locator(".front-mine .row").count()) === 3, "it is known");
}

/** Sounds are off until they are asked for; notices come while nobody looks, and are optional. */
async function sounds_and_notices(world) {
    await world.serve();
    const { person, code } = await seated(world, "shed", {
        rules: "match_mode=single",
        reducedMotion: "no-preference",
    });
    const { page, context } = person;
    await context.grantPermissions(["notifications"], { origin: world.server.url });
    const listen = () => {
        window.sounds = 0;
        window.notices = [];
        for (const node of [AudioBufferSourceNode, OscillatorNode]) {
            const begin = node.prototype.start;
            node.prototype.start = function (...when) {
                window.sounds++;
                return begin.apply(this, when);
            };
        }
        const Notice = window.Notification;
        window.Notification = class extends Notice {
            constructor(title, options) {
                super(title, options);
                window.notices.push(`${title}: ${options.body}`);
                window.last_notice = this;
            }
        };
    };
    await context.addInitScript(listen);
    await page.reload();
    await page.locator(".hand-card").first().waitFor();
    await act(person, 1);
    check((await page.evaluate(() => window.sounds)) === 0, "a sound, and nobody has asked for it");

    await person.button("Settings").click();
    await page.getByLabel("Sounds").click();
    await until(() => page.evaluate(() => window.sounds > 0), "a sound shows how it sounds");
    await page.getByLabel(/^Notify me when/).click();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const before = await page.evaluate(() => window.sounds);
    await act(person, 1);
    await until(() => page.evaluate((count) => window.sounds > count, before), "cards are heard");
    check((await page.evaluate(() => window.notices.length)) === 0, "a notice while she looks");

    /* She looks elsewhere. Nothing can hide a tab here, so the page is told that it is hidden. */
    await until(() => offer(page), "it is Ann's turn");
    await page.evaluate(() =>
        Object.defineProperty(document, "hidden", { configurable: true, get: () => true }),
    );
    const notices = () => page.evaluate(() => window.notices);
    await playOut([person], { stop: async () => (await notices()).length > 0 });
    const [notice] = await notices();
    if (notice) {
        check(notice.startsWith("Your turn: "), `it says "${notice}"`);
        await page.getByRole("link", { name: "Holecard", exact: true }).click();
        await page.evaluate(() => window.last_notice.onclick());
        await until(async () => page.url().endsWith(`/t/${code}`), "a notice leads to its table");
    }
}

/** With all hands some turns late, or the table of now; then a seat, and the table of now again. */
async function looking_on(world) {
    await world.serve();
    const code = await world.server.open(
        "shed",
        "",
        "bot_delay_ms=0 watch=late late_turns=2 away=bot",
    );
    const ann = await world.person({ kept: TAUGHT });
    await sit(ann, code, "Ann");
    await ann.button("Add a bot").click();
    await ann.page.getByRole("button", { name: /^Remove/ }).waitFor();
    const cat = await world.person({ kept: kept({ name: "Cat" }), at: `/t/${code}` });
    const eve = await world.person({ kept: TAUGHT, at: `/t/${code}` });
    await start(ann);

    const list = ann.page.locator(".side .watchers");
    await until(
        async () => (await list.textContent())?.replace(/\s/g, "") === "Catand1more",
        "who looks on is listed",
    );
    const { page } = cat;
    const known = () =>
        page.evaluate(() => document.querySelectorAll(".seats .held .card:not(.card-back)").length);
    await page.getByText("After 2 turns you see all hands").waitFor();
    check((await known()) === 0, "hands are seen at once");
    await playOut([ann], { stop: async () => (await known()) > 0 });
    const open = page.getByLabel("All hands, as they were 2 turns ago");
    check(await open.isChecked(), "it is not said what is shown");
    await look(page, "table-watched-late");
    await open.uncheck();
    await until(async () => (await known()) === 0, "the table of now shows no hands");
    await open.check();
    await until(async () => (await known()) > 0, "all hands are shown again");

    /* Another name, said while she looks on. */
    await cat.button("Settings").click();
    await page.getByLabel("Your name").fill("Kate");
    await page.keyboard.press("Escape");
    await until(async () => (await list.textContent())?.includes("Kate"), "the new name is listed");
    await eve.page.close();
    await until(
        async () => (await list.textContent())?.replace(/\s/g, "") === "Kate",
        "who has gone is not listed",
    );
}

/** Whoever leaves a match sees it from outside, and can take the seat back. */
async function seat_taken_back(world) {
    await world.serve();
    const code = await world.server.open("shed", "", "bot_delay_ms=0 away=bot");
    const [ann, bob] = [await world.person({ kept: TAUGHT }), await world.person({ kept: TAUGHT })];
    await sit(ann, code, "Ann");
    await sit(bob, code, "Bob");
    await start(ann);
    await bob.page.locator(".hand-card").first().waitFor();
    await bob.button("Menu").click();
    await bob.button("Leave the table").click();
    await bob.page.getByRole("dialog").getByRole("button", { name: "Leave the table" }).click();
    await bob.button("Play now").waitFor();
    await bob.page.goBack();
    await bob.button("Take your seat back").waitFor();
    await bob.page.reload();
    await bob.button("Take your seat back").waitFor();
    await picture(bob.page, "seat-left");
    /* A bot plays for Bob meanwhile: Ann need not wait for him. */
    await act(ann, 2);
    await bob.button("Take your seat back").click();
    await bob.button("Take your seat back").waitFor({ state: "detached" });
    await playOut([ann, bob], { stop: async () => (await offer(bob.page)) !== null });
}

/** Cards fly, unless somebody has asked for less motion: then nothing flies. */
async function motion(world) {
    await world.serve();
    for (const reducedMotion of ["no-preference", "reduce"]) {
        const { person } = await seated(world, "shed", { reducedMotion, bots: 2 });
        const { page } = person;
        await page.evaluate(() => {
            window.flown = 0;
            new MutationObserver((changes) => {
                for (const { addedNodes } of changes) window.flown += addedNodes.length;
            }).observe(document.querySelector(".flights"), { childList: true });
        });
        await act(person, 2);
        const flown = await page.evaluate(() => window.flown);
        check(flown > 0 === (reducedMotion !== "reduce"), `${reducedMotion}: ${flown} cards flew`);
        if (reducedMotion === "reduce") continue;
        /* All of it has landed in the end: nothing stays hidden or in the air. */
        await until(
            () =>
                page.evaluate(
                    () =>
                        !document.querySelector('.flights > *, .table [style*="hidden"]') &&
                        document.getAnimations().every(({ playState }) => playState !== "pending"),
                ),
            "everything has landed",
        );
    }
}

trial(the_tab_calls, several_tables, sounds_and_notices, looking_on, seat_taken_back, motion);
