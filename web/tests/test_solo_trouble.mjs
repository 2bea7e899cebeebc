// SPDX-License-Identifier: MIT
//
// test_solo_trouble.mjs: what browsers do to a house in a tab: other tabs, tabs that are asleep, stores that are full,
// damaged, newer, or not there at all.
import { doIt, offer, playOut, TAUGHT } from "./play.mjs";
import { deal, hand, host, seated } from "./solo.mjs";
import { check, picture, trial, until } from "./trial.mjs";

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

/** So does a browser in which a site may keep nothing at all: no database, no locks, no names. Another tab has tables of
 *  its own there, and takes none away. */
async function nothing_is_allowed(world) {
    await host(world);
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
    const person = await world.atHome("blocked", blocked);
    const { page } = person;
    await person.goto("/");
    await page.getByText("Your tables are gone when you close the tab").waitFor();
    await person.button("Play now").click();
    await page.locator(".hand-card").first().waitFor();
    const other = await person.tab("/");
    await other.getByRole("button", { name: "Play now" }).click();
    await other.locator(".hand-card").first().waitFor();
    const held = await hand(page);
    await playOut([person], { stop: async () => (await hand(page)) !== held });
}

/** A browser may throw away what it kept, also while a page is open: the table is gone, and another one is dealt. */
async function thrown_away(world) {
    const person = await seated(world, "shed", "", 1);
    const { page } = person;
    const devtools = await person.context.newCDPSession(page);
    const { origin } = new URL(world.server.url);
    await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    await page.getByText("Perhaps it was closed").waitFor();
    await person.goto("/#/");
    await person.button("Play now").click();
    await page.locator(".hand-card").first().waitFor();
    const held = await hand(page);
    await page.reload();
    await page.locator(".hand-card").first().waitFor();
    check((await hand(page)) === held, `it was ${held}, and is ${await hand(page)}`);
}

/** A bot whose worker stops in the middle of a thought thinks again in another one, and the table goes on. */
async function bot_breaks(world) {
    const breaks = `globalThis.postMessage = () => { throw new Error("the engine has stopped"); };`;
    let count = 0;
    await host(world, (name, bytes) =>
        name.startsWith("think_worker") && count++ === 0 ? breaks + bytes.toString() : bytes,
    );
    // Nothing may be kept on its way but what the host gives each time.
    const person = await world.person({ kept: TAUGHT, at: null, serviceWorkers: "block" });
    person.expectTrouble(/^script: |the engine has stopped|registration blocked/);
    await deal(person, "shed", "", 1);
    await playOut([person], { stop: async () => count > 1 });
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
    const said = page.getByText("could not be stored on this device");
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
    await page.getByText("A table on this device could not be read").waitFor();
    await person.button("Play now").click();
    await page.locator(".hand-card").first().waitFor();
    await meddle(person, async () => {
        await new Promise((done) => {
            const request = indexedDB.open("holecard", 99);
            request.onsuccess = () => done(request.result.close());
        });
    });
    await person.goto("/#/");
    await page.getByText("A newer version has run here").waitFor();
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
    // The first one hears of the second, and is the one that sleeps. The other one asks it again and again, each time that
    // its timer is due: the test says when that has been often enough.
    const sleeps = `const device = new BroadcastChannel("device");
        const repeat = setInterval;
        let ask = () => {};
        globalThis.setInterval = (run, ms) => {
            ask = run;
            return repeat(run, ms);
        };
        let first = false;
        device.onmessage = ({ data }) => {
            first ||= data === "here";
            if (data === "time passes" && !first) for (let i = 0; i < 6; i++) ask();
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
    const device = (is) =>
        other.evaluate((is) => new BroadcastChannel("device").postMessage(is), is);
    await device("sleep");
    await until(() => world.server.late.length === 1, "the first tab is asleep");
    await device("time passes");
    await playOut([{ page: other }], { stop: async () => (await hand(other)) !== held });
    for (const wake of world.server.late) wake();
    await until(
        async () => (await hand(first)) === (await hand(other)),
        "both tabs show the same hand",
    );
}

trial(
    two_tabs,
    without_locks,
    asleep,
    nothing_is_kept,
    nothing_is_allowed,
    thrown_away,
    bot_breaks,
    full_device,
    damaged_and_newer,
);
