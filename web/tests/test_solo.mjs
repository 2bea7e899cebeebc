// SPDX-License-Identifier: MIT
//
// test_solo.mjs: tables that a page deals by itself: without a server, without a network, through reloads, crashes,
// other tabs and newer pages; and what is said where nothing can be kept.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildStatic, FileHost } from "./file_host.mjs";
import { doIt, offer, playOut, story, TAUGHT, until } from "./play.mjs";
import { accessible, check, picture, trial } from "./trial.mjs";

const LOST = /WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_INTERNET_DISCONNECTED|ERR_FAILED/;

const hand = (page) =>
    page.evaluate(() =>
        [...document.querySelectorAll(".hand-card")]
            .map((card) => card.dataset.face)
            .sort()
            .join(" "),
    );

/** The pages on a host of plain files. */
async function host(world, change) {
    buildStatic("pages");
    world.server = new FileHost(path.resolve("pages"), change);
    await world.server.start();
}

/** Opens a table on this device by clicks, with bots that answer at once, and starts. */
async function deal(person, game, rules, bots = 1) {
    const { page } = person;
    await person.goto(`/#/home/new?game=${game}&rules=${rules}`);
    await page.getByText("All settings of the table").click();
    await page.getByLabel(/bot.delay.ms/i).fill("0");
    await person.button("Open the table").click();
    for (let i = 0; i < bots; i++) {
        await person.button("Add a bot").click();
        await page
            .getByRole("button", { name: /^Remove/ })
            .nth(i)
            .waitFor();
    }
    await person.button("Start").click();
    await page.locator(".hand-card").first().waitFor();
}

async function seated(world, game, rules, bots) {
    await host(world);
    const person = await world.person({ kept: TAUGHT, at: null });
    await deal(person, game, rules, bots);
    return person;
}

/** Until something is asked that a click on a card does not settle. */
async function untilAsked(person) {
    await playOut([person], { stop: async () => (await offer(person.page)) === "answer" });
}

/** The match that is over is replayed, and its deal verified, with nothing but this page. */
async function verified({ page }) {
    await page.getByRole("link", { name: "Replay" }).click();
    await page.getByRole("tab", { name: /deal/i }).click();
    await page.getByRole("button", { name: "Verify the deal" }).click();
    await page.getByText("The deal was honest").waitFor();
}

/** Whole matches from a folder of files; hints, replay, verification and figures, all without a server. */
async function shed_alone(world) {
    const person = await seated(world, "shed", "match_mode=single", 2);
    const { page } = person;
    await until(
        async () => (await offer(page)) === "card" || (await offer(page)) === "button",
        "it is her turn",
    );
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

/** Two tabs have one house. Either may act, and when the one that has the house is closed, the other takes it over. */
async function two_tabs(world) {
    await inTwoTabs(world, await seated(world, "shed", "", 1));
}

async function inTwoTabs(world, person) {
    const first = person.page;
    const other = await person.tab(first.url().slice(world.server.url.length));
    await other.locator(".hand-card").first().waitFor();
    const tabs = [{ page: first }, { page: other }];
    const move = async (tab) => {
        const before = await hand(tab.page);
        await playOut([tab], { stop: async () => (await hand(tab.page)) !== before });
    };
    for (let turn = 0; turn < 4; turn++) {
        await move(tabs[turn % 2]);
        await until(
            async () => (await hand(first)) === (await hand(other)),
            "both tabs show the same hand",
        );
    }
    await until(async () => (await offer(first)) !== null, "it is her turn");
    const held = await hand(first);
    await first.close();
    check((await hand(other)) === held, "the hand is another one");
    person.page = other;
    await move(person);
    const third = await person.tab(other.url().slice(world.server.url.length));
    await until(async () => (await hand(third)) === (await hand(other)), "a third tab sees it too");
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
    newerPages("pages");
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
                return names.length === 2 && pages.every((count) => count > 0);
            }),
        "both versions are kept",
    );
    await world.server.stop();
    await person.goto("/");
    await tab.getByText("The newer page").waitFor();
}

/** A browser that keeps nothing plays all the same, and says what that means. */
async function nothing_is_kept(world) {
    const blocked = `Object.defineProperty(globalThis, "indexedDB", { value: { open() {
        throw new DOMException("not here", "SecurityError"); } } });`;
    await host(world, (name, bytes) =>
        name.startsWith("house_worker") ? blocked + bytes.toString() : bytes,
    );
    const person = await world.person({ kept: TAUGHT });
    const { page } = person;
    await page.getByText("Your tables are gone when you close the tab").waitFor();
    await person.button("Play now").click();
    await page.locator(".hand-card").first().waitFor();
    await picture(page, "solo-not-kept");
}

/** Changes what the device has stored, while no page has the house. */
async function meddle(person, how) {
    person.expectTrouble(/404/); // a picture has no icon
    await person.goto("/logo.svg");
    await person.page.evaluate(how);
}

/** A table that cannot be read is put aside, and others are dealt; the store of a newer page is left alone. */
async function damaged_and_newer(world) {
    const person = await seated(world, "shed", "", 1);
    const { page } = person;
    await meddle(person, async () => {
        const database = await new Promise((done) => {
            const request = indexedDB.open("holecard");
            request.onsuccess = () => done(request.result);
        });
        const transaction = database.transaction("rooms", "readwrite");
        const rooms = transaction.objectStore("rooms");
        rooms.getAll().onsuccess = ({ target }) => {
            for (const room of target.result) {
                room.bytes[20] ^= 1;
                room.note = new Uint8Array(3);
                rooms.put(room, room.room);
            }
        };
        await new Promise((done) => {
            transaction.oncomplete = done;
        });
        database.close();
    });
    await person.goto("/#/");
    await page.getByText("A table of this device could not be read").waitFor();
    await person.button("Play now").click();
    await page.locator(".hand-card").first().waitFor();
    await meddle(person, async () => {
        await new Promise((done) => {
            const request = indexedDB.open("holecard", 99);
            request.onsuccess = () => done(request.result.close());
        });
    });
    await person.goto("/#/");
    await page.getByText("A newer page has been here").waitFor();
}

/** Without locks (plain http from another machine) the newest tab has the house, and the older ones pass on. */
async function without_locks(world) {
    const none = `Object.defineProperty(Object.getPrototypeOf(navigator), "locks", { value: undefined });`;
    await host(world, (name, bytes) =>
        name.startsWith("house_worker") ? none + bytes.toString() : bytes,
    );
    const person = await world.person({ kept: TAUGHT, at: null });
    await deal(person, "shed", "", 1);
    await inTwoTabs(world, person);
}

/** A tab that has the house and falls asleep is not waited for; when it wakes up, it passes on. */
async function asleep(world) {
    // The first one hears of the second, and is the one that sleeps.
    const sleeps = `const device = new BroadcastChannel("device");
        let first = false;
        device.onmessage = ({ data }) => {
            first ||= data === "here";
            if (data !== "sleep" || !first) return;
            const request = new XMLHttpRequest();
            request.open("GET", "late", false);
            request.send();
        };
        device.postMessage("here");`;
    await host(world, (name, bytes) =>
        name.startsWith("house_worker") ? sleeps + bytes.toString() : bytes,
    );
    const person = await world.person({ kept: TAUGHT, at: null });
    await deal(person, "shed", "", 1);
    const first = person.page;
    const other = await person.tab(first.url().slice(world.server.url.length));
    await other.locator(".hand-card").first().waitFor();
    await until(async () => (await offer(other)) !== null, "it is her turn");
    const held = await hand(other);
    await other.evaluate(() => new BroadcastChannel("device").postMessage("sleep"));
    await until(() => world.server.late.length === 1, "the first tab is asleep");
    await playOut([{ page: other }], { stop: async () => (await hand(other)) !== held });
    for (const wake of world.server.late) wake();
    await until(
        async () => (await hand(first)) === (await hand(other)),
        "both tabs show the same hand",
    );
}

/** A device without space says so; nothing has happened, and it goes on when there is space again. The browser gives up
 *  what cannot be stored; the test says when. */
async function full_device(world) {
    const full = `const puts = IDBObjectStore.prototype.put;
        let full = false;
        new BroadcastChannel("device").onmessage = ({ data }) => { full = data === "full"; };
        IDBObjectStore.prototype.put = function (...values) {
            const request = puts.apply(this, values);
            if (full) this.transaction.abort();
            return request;
        };`;
    await host(world, (name, bytes) =>
        name.startsWith("house_worker") ? full + bytes.toString() : bytes,
    );
    const person = await world.person({ kept: TAUGHT, at: null });
    const { page } = person;
    const device = (is) =>
        page.evaluate((is) => new BroadcastChannel("device").postMessage(is), is);
    await deal(person, "shed", "", 1);
    await until(async () => (await offer(page)) !== null, "it is her turn");
    const held = await hand(page);
    await device("full");
    const said = page.getByText("could not store what happened last");
    await until(async () => {
        const what = await offer(page);
        if (what && what !== "over") await doIt(page, what);
        return (await said.count()) > 0;
    }, "it is said");
    check((await hand(page)) === held, "something has happened");
    await device("has space");
    await playOut([person], { stop: async () => (await hand(page)) !== held });
    await said.waitFor({ state: "detached" });
}

trial(
    shed_alone,
    two_alone,
    reload_in_mid_choice,
    crash,
    two_tabs,
    without_a_network,
    newer_page,
    nothing_is_kept,
    full_device,
    damaged_and_newer,
    without_locks,
    asleep,
);
