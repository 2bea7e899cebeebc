// SPDX-License-Identifier: MIT
//
// test_solo.mjs: tables that a page deals by itself: whole matches without a server, without a network, through reloads,
// crashes and newer pages.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildStatic } from "./file_host.mjs";
import { offer, playOut, story, TAUGHT } from "./play.mjs";
import { hand, host, seated } from "./solo.mjs";
import { accessible, check, picture, trial, until } from "./trial.mjs";

const LOST = /WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

/** Until something is asked that a click on a card does not settle. */
async function untilAsked(person) {
    await playOut([person], { stop: async () => (await offer(person.page)) === "answer" });
}

/** The match that is over is replayed, and its deal verified, with nothing but this page. */
async function verified({ page }) {
    await page.getByRole("link", { name: "Replay" }).click();
    await page.getByRole("tab", { name: /deal/i }).click();
    await page.getByRole("button", { name: "Verify the deal" }).click();
    await page.getByText("Nothing was altered after the deal").waitFor();
}

/** Whole matches from a folder of files; hints, replay, verification and figures, all without a server. */
async function shed_alone(world) {
    const person = await seated(world, "shed", "match_mode=single", 2);
    const { page } = person;
    // A first card that is wild asks for its colour before.
    await playOut([person], {
        stop: async () => ["card", "button"].includes(await offer(page)),
    });
    await person.button(/Hint/).click();
    await page.getByText(/^Hint: /).waitFor();
    await playOut([person]);
    await verified(person);
    await picture(page, "solo-verified");
    await accessible(page, "a replay without a server");
    await person.goto("/#/home/me");
    await page.locator(".match-row").first().waitFor();
    check((await page.locator(".match-row").count()) === 1, "one match was played");
}

async function two_alone(world) {
    const person = await seated(world, "two", "tokens_to_win=2", 3);
    await playOut([person]);
    await verified(person);
}

/** A page that is loaded again in the middle of a choice has the same cards, and the choice is still to be made. */
async function reload_in_mid_choice(world) {
    const person = await seated(world, "two", "tokens_to_win=4", 2);
    const { page } = person;
    await untilAsked(person);
    const held = await hand(page);
    await page.reload();
    await page.locator(".hand-card").first().waitFor();
    check((await hand(page)) === held, `it was ${held}, and is ${await hand(page)}`);
    await until(async () => (await offer(page)) !== null, "it is still her turn");
    await playOut([person], { stop: async () => (await story(page)).length > 0 });
}

/** A tab that dies takes nothing with it. */
async function crash(world) {
    const person = await seated(world, "shed", "", 1);
    const { page } = person;
    await playOut([person], { stop: async () => (await story(page)).length > 3 });
    await until(async () => (await offer(page)) !== null, "it is her turn");
    const held = await hand(page);
    const address = page.url().slice(world.server.url.length);
    const devtools = await person.context.newCDPSession(page);
    const dead = page.waitForEvent("crash");
    devtools.send("Page.crash").catch(() => {});
    await dead;
    const again = await person.tab(address);
    await again.locator(".hand-card").first().waitFor();
    check((await hand(again)) === held, `it was ${held}, and is ${await hand(again)}`);
    await page.close();
    person.page = again;
    await playOut([person], { stop: async () => (await hand(again)) !== held });
}

/** The page can be installed. A browser that dies, all of it and at once, takes nothing with it: whoever comes back has
 *  their cards. */
async function browser_dies(world) {
    await host(world);
    const person = await world.atHome("died");
    const { page } = person;
    await person.goto("/");
    await person.button("Play now").click();
    await page.locator(".hand-card").first().waitFor();
    const held = await hand(page);
    const address = page.url().slice(world.server.url.length);
    const devtools = await person.context.newCDPSession(page);
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    check(installabilityErrors.length === 0, JSON.stringify(installabilityErrors));
    const dead = new Promise((done) => person.context.once("close", done));
    devtools.send("Browser.crash").catch(() => {});
    await dead;
    const again = await world.atHome("died");
    // What is beside the database is written whenever the browser likes.
    await again.goto("/logo.svg");
    again.expectTrouble(/404/); // a picture has no icon
    await again.page.evaluate(() => localStorage.clear());
    await again.goto(address);
    await again.page.locator(".hand-card").first().waitFor();
    check((await hand(again.page)) === held, `it was ${held}, and is ${await hand(again.page)}`);
}

/** Waits until the browser has kept the page. */
const kept = (page) =>
    page.evaluate(async () => {
        await navigator.serviceWorker.ready;
    });

/** With a server once, then without anything: the page opens, deals, and says so; the server comes back, and both
 *  kinds of table are there. */
async function without_a_network(world) {
    await world.serve();
    const person = await world.person({ kept: TAUGHT });
    const { page } = person;
    person.expectTrouble(LOST);
    await person.button("Play now").click();
    await page.locator(".hand-card").first().waitFor();
    await kept(page);
    await world.server.stop();
    await person.context.setOffline(true);

    await person.goto("/");
    await page.getByText("tables are dealt on this device").waitFor();
    await page.getByRole("radio", { name: "One round" }).check();
    await person.button("Play now").click();
    await page.locator(".hand-card").first().waitFor();
    check(/\/home\/t\/[A-Z]{6}$/.test(page.url()), `the page is ${page.url()}`);
    const held = await hand(page);
    await page.reload();
    await page.locator(".hand-card").first().waitFor();
    check((await hand(page)) === held, `it was ${held}, and is ${await hand(page)}`);
    await person.goto("/rules/two");
    await page.locator(".lesson .panel").first().waitFor();

    await world.server.start();
    await person.context.setOffline(false);
    await person.goto("/");
    await page.getByText("on this device", { exact: true }).waitFor();
    await until(
        async () => (await page.locator(".front-mine .row").count()) === 2,
        "tables of both are listed",
    );
    await picture(page, "solo-both");
    await accessible(page, "tables of the server and of this device");
    await page.locator(".front-mine .row", { hasText: "on this device" }).getByRole("link").click();
    await page.locator(".hand-card").first().waitFor();
    check((await hand(page)) === held, `it was ${held}, and is ${await hand(page)}`);
}

/** The pages as they will be: the same sources, and another word on the front page. */
function newerPages(folder) {
    const web = path.resolve("newer");
    mkdirSync(web, { recursive: true });
    const from = fileURLToPath(new URL("..", import.meta.url));
    cpSync(from, web, {
        recursive: true,
        filter: (file) => !/node_modules|tests$/.test(file.slice(from.length)),
    });
    symlinkSync(path.join(from, "node_modules"), path.join(web, "node_modules"));
    const words = path.join(web, "src/words/en.ts");
    const text = readFileSync(words, "utf8");
    writeFileSync(words, text.replace(/tagline: ".*"/, 'tagline: "The newer page"'));
    buildStatic(folder, web);
}

/** A newer page comes between visits, while a tab is still open with the older one: neither loses the table. */
async function newer_page(world) {
    const person = await seated(world, "shed", "", 1);
    const { page } = person;
    person.expectTrouble(LOST);
    await kept(page);
    await playOut([person], { stop: async () => (await story(page)).length > 3 });
    await until(async () => (await offer(page)) !== null, "it is her turn");
    const held = await hand(page);
    newerPages("newer-pages");
    world.server.folder = path.resolve("newer-pages");
    const tab = await person.tab("/");
    await tab.getByText("The newer page").waitFor();
    // The older tab has the house, and files of the older page are still to be had there.
    await page.getByRole("link", { name: "Holecard" }).click();
    await page.goto(`${world.server.url}/#/home/rules/two`);
    await tab.getByRole("link", { name: "Go on" }).click();
    await tab.locator(".hand-card").first().waitFor();
    check((await hand(tab)) === held, `it was ${held}, and is ${await hand(tab)}`);
    await page.close();
    person.page = tab;
    await playOut([person], { stop: async () => (await hand(tab)) !== held });
    // And it is the newer one that was kept.
    await until(
        () =>
            tab.evaluate(async () => {
                const names = await caches.keys();
                const pages = await Promise.all(
                    names.map(async (name) => (await (await caches.open(name)).keys()).length),
                );
                const worker = await navigator.serviceWorker.getRegistration();
                const settled = !worker.installing && !worker.waiting;
                return (
                    names.length === 2 &&
                    pages.every((count) => count > 0) &&
                    settled &&
                    worker.active.state === "activated"
                );
            }),
        "both versions are kept, and the newer one answers",
    );
    await world.server.stop();
    await person.goto("/");
    await tab.getByText("The newer page").waitFor();
}

trial(
    shed_alone,
    two_alone,
    reload_in_mid_choice,
    crash,
    browser_dies,
    without_a_network,
    newer_page,
);
