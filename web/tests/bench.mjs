// SPDX-License-Identifier: MIT
//
// bench.mjs HOLECARD OUT: measures the pages in Chromium, prints what it finds and writes it to OUT
// as JSON. A server on the loopback is started for it, with bots that answer at once. `aim` is what
// docs/web.md aims at; nothing fails here.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";

const [holecard, out] = process.argv.slice(2);
process.env.HOLECARD = path.resolve(holecard);
process.env.HC_BUILD_DIR = path.dirname(path.resolve(holecard));
const { launch, PERMISSIONS, PHONE, Server, until, WIDE } = await import("./trial.mjs");
const { buildStatic, FileHost } = await import("./file_host.mjs");
const { open: openFriends } = await import("./friends.mjs");
const { offer, playOut, sit, start, TAUGHT } = await import("./play.mjs");

const folder = path.join(tmpdir(), `holecard-bench-web-${process.pid}`);
mkdirSync(folder);
const server = new Server(path.join(folder, "bench.db"), ["tables_per_hour=1000"]);
await server.start();
const browser = await launch();
const results = {};

function note(name, value, unit, aim) {
    results[name] = { value: Math.round(value * 10) / 10, unit, ...(aim ? { aim } : {}) };
    console.log(`${name.padEnd(44)} ${String(results[name].value).padStart(10)} ${unit}`);
}

function middle(numbers) {
    const sorted = [...numbers].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)];
}

async function visitor(options = {}, from = browser) {
    const context = await from.newContext({ viewport: WIDE, locale: "en-GB", ...options });
    await context.addInitScript((kept) => {
        for (const [key, value] of Object.entries(kept))
            if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    }, TAUGHT);
    const page = await context.newPage();
    return {
        context,
        page,
        button: (name) => page.getByRole("button", { name }),
        goto: (where) => page.goto(server.url + where),
    };
}

async function table(person, rules = "", settings = "bot_delay_ms=0") {
    await sit(person, await server.open("shed", rules, settings), "Ann");
    await person.button("Add a bot").click();
    await person.page.getByRole("button", { name: /^Remove/ }).waitFor();
    await start(person);
}

/** The files that a page has fetched, as it goes on. */
function fetched(page) {
    const names = new Set();
    page.on("response", (response) => {
        const { pathname } = new URL(response.url());
        if (/\.(js|css|html|svg|webmanifest)$|^\/$/.test(pathname)) names.add(pathname);
    });
    return names;
}

async function zipped(names) {
    let sum = 0;
    for (const name of names) {
        const answer = await fetch(server.url + name);
        sum += gzipSync(Buffer.from(await answer.arrayBuffer()), { level: 9 }).length;
    }
    return sum / 1000;
}

/** What the first page takes over the wire, compressed; gives its files. */
async function bytes() {
    const { context, page, goto } = await visitor({ serviceWorkers: "block" });
    const names = fetched(page);
    await goto("/");
    await page.getByRole("button", { name: "Play now" }).waitFor();
    await page.waitForLoadState("networkidle");
    note("first page, gzip", await zipped(names), "kB", 80);
    await context.close();
    return names;
}

/** A table between friends: what it takes besides, and how soon somebody who was invited sits there. */
async function betweenFriends(first) {
    const browsers = [await launch(), await launch()];
    const options = { permissions: PERMISSIONS, serviceWorkers: "block" };
    const host = await visitor(options, browsers[0]);
    const link = await openFriends(host, "shed", "");
    const times = [];
    let names = new Set();
    for (let i = 0; i < 7; i++) {
        const guest = await visitor(options, browsers[1]);
        names = fetched(guest.page);
        const begun = Date.now();
        await guest.page.goto(link);
        await guest.button("Take a seat").click();
        await guest.button("Leave the table").waitFor();
        times.push(Date.now() - begun);
        await guest.button("Leave the table").click();
        await guest.button("Take a seat").waitFor();
        await guest.context.close();
    }
    const more = [...names].filter((name) => name.endsWith(".js") && !first.has(name));
    note("the part for friends, gzip", await zipped(more), "kB");
    note("from an invitation to a seat", middle(times), "ms", 1500);
    for (const one of browsers) await one.close();
}

/** From nothing to something worth looking at, and to a hand of cards. */
async function comingIn() {
    const paints = [];
    const ready = [];
    const seats = [];
    for (let i = 0; i < 7; i++) {
        const { context, page, goto, button } = await visitor();
        await goto("/");
        await button("Play now").waitFor();
        const times = await page.evaluate(() => ({
            paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
            now: performance.now(),
        }));
        paints.push(times.paint);
        ready.push(times.now);
        const begun = Date.now();
        await button("Play now").click();
        await page.locator(".hand-card").first().waitFor();
        seats.push(Date.now() - begun);
        await context.close();
    }
    note("first contentful paint", middle(paints), "ms", 1000);
    note("front page ready", middle(ready), "ms", 1000);
    note("from the button to a hand of cards", middle(seats), "ms", 2000);
}

/** A table that the page deals by itself, from a folder of files: what it takes besides, and how soon there are cards. */
async function atHome() {
    const pages = path.join(folder, "pages");
    buildStatic(pages);
    const size = (pattern) =>
        readdirSync(pages)
            .filter((name) => pattern.test(name))
            .reduce(
                (sum, name) =>
                    sum + gzipSync(readFileSync(path.join(pages, name)), { level: 9 }).length,
                0,
            );
    note("workers of a house in the page, gzip", size(/_worker.*js$/) / 1000, "kB");
    note("the engine as wasm, gzip", size(/wasm$/) / 1000, "kB");
    const host = new FileHost(pages);
    await host.start();
    const first = [];
    const again = [];
    for (let i = 0; i < 7; i++) {
        const { context, page, button } = await visitor();
        for (const times of [first, again]) {
            await page.goto(`${host.url}/`);
            const begun = Date.now();
            await button("Play now").click();
            await page.locator(".hand-card").first().waitFor();
            times.push(Date.now() - begun);
        }
        await context.close();
    }
    await host.stop();
    note("at home, from the button to a hand: first visit", middle(first), "ms", 2000);
    note("the same on the second visit", middle(again), "ms", 2000);
}

/** From a click on a card to another picture: the hand has one card less, and that was painted. */
async function clicks(name, slowdown, aim) {
    const person = await visitor({ reducedMotion: "no-preference" });
    const { context, page } = person;
    await table(person);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const times = [];
    for (let i = 0; i < 400 && times.length < 15; i++) {
        const what = await until(() => offer(page), "something can be done");
        const plain =
            what === "card" &&
            /^[RBGY]\d$/.test(
                (await page.locator(".hand-card.yes").first().getAttribute("data-face")) ?? "",
            );
        if (!plain) {
            await playOut([person], { stop: once() });
            continue;
        }
        times.push(
            await page.evaluate(
                () =>
                    new Promise((done) => {
                        const card = document.querySelector(".hand-card.yes");
                        const begun = performance.now();
                        const watch = new MutationObserver(() => {
                            watch.disconnect();
                            requestAnimationFrame(() =>
                                setTimeout(() => done(performance.now() - begun)),
                            );
                        });
                        watch.observe(document.querySelector(".hand-cards"), {
                            childList: true,
                            subtree: true,
                            attributes: true,
                        });
                        card.click();
                    }),
            ),
        );
    }
    note(name, middle(times), "ms", aim);
    await context.close();
}

/** Lets playOut do one thing. */
function once() {
    let asked = 0;
    return () => ++asked > 1;
}

/** What the page holds on to after many rounds. */
async function memory(rounds) {
    const person = await visitor({ reducedMotion: "reduce", viewport: PHONE });
    const { context, page } = person;
    await table(person, "initial_cards=1 points_to_win=5000", "bot_delay_ms=0 next_ms=0");
    const devtools = await context.newCDPSession(page);
    const used = async () => {
        await devtools.send("HeapProfiler.collectGarbage");
        return (await devtools.send("Runtime.getHeapUsage")).usedSize / 1e6;
    };
    let round = 0;
    let first = 0;
    await playOut([person], {
        stop: async () => {
            if ((await offer(page)) === "next") round++;
            if (round === 10 && !first) first = await used();
            return round >= rounds;
        },
    });
    note("memory after 10 rounds", first, "MB");
    note(`memory after ${round} rounds`, await used(), "MB");
    await context.close();
}

/** Frames that were late while four cards move. */
async function frames() {
    const person = await visitor({ reducedMotion: "no-preference" });
    const { context, page } = person;
    await page.addInitScript(() => {
        window.frames_ = [];
        let last = performance.now();
        const tick = (now) => {
            if (document.querySelector(".flights > *")) window.frames_.push(now - last);
            last = now;
            requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
    });
    await table(person, "initial_cards=4");
    await until(
        () =>
            page.evaluate(
                () => window.frames_.length > 5 && !document.querySelector(".flights > *"),
            ),
        "the cards have come to rest",
    );
    const gaps = await page.evaluate(() => window.frames_);
    note("frames while cards are dealt", gaps.length, "frames");
    note("of these late (more than 25 ms)", gaps.filter((gap) => gap > 25).length, "frames", 0);
    await context.close();
}

const first = await bytes();
await comingIn();
await atHome();
await betweenFriends(first);
await clicks("click on a card to changed screen", 1, 100);
await clicks("the same at a quarter of the speed", 4, 200);
await frames();
await memory(100);
await browser.close();
await server.stop();
rmSync(folder, { recursive: true });
writeFileSync(out, `${JSON.stringify(results, null, 2)}\n`);
process.exit(0);
