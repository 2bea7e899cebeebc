// SPDX-License-Identifier: MIT
//
// trial.mjs: what a test in a browser needs: a server, people with pages of their own, patience,
// and pictures of what they saw.
//
// A file of tests calls trial() with functions; each gets a `World`, whose server and people end
// with it. All people of a file are contexts of one Chromium. Nothing waits for a fixed time: a test
// waits until something is so, and gives up after PATIENCE, which no test that passes ever takes.
//
// No page may ever complain: an error in its console, a script that fails or a report of the
// content policy fails the test, unless the test said before that it would come (`expectTrouble`).
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const HOLECARD = process.env.HOLECARD ?? "";
export const PATIENCE = Number(process.env.HC_PATIENCE ?? 60) * 1000;
const SCREENS = path.join(process.env.HC_BUILD_DIR ?? ".", "../screens/web");
const CHROMIUM = process.env.HC_CHROMIUM ?? "chromium";

/** Sizes that pages are made for. */
export const PHONE = { width: 360, height: 640 };
export const TABLET = { width: 820, height: 1180 };
export const WIDE = { width: 1440, height: 900 };

const CONTEXT = {
    viewport: WIDE,
    locale: "en-GB",
    colorScheme: "dark",
    reducedMotion: "reduce",
};

export function check(holds, what) {
    if (!holds) throw new Error(what);
}

/** Waits until something is so. */
export async function until(isSo, what) {
    const end = Date.now() + PATIENCE;
    for (;;) {
        if (await isSo()) return;
        check(Date.now() < end, `it is not so that ${what}`);
        await new Promise((done) => setTimeout(done, 10));
    }
}

function find(program) {
    if (program.includes("/")) return program;
    const folder = (process.env.PATH ?? "").split(":").find((one) => {
        try {
            return readdirSync(one).includes(program);
        } catch {
            return false;
        }
    });
    if (!folder) throw new Error(`there is no ${program}`);
    return path.join(folder, program);
}

export class Server {
    constructor(store, options = []) {
        this.store = store;
        this.options = options;
        this.port = 0;
        this.process = null;
        /** How it has ended though nobody has asked for it. */
        this.ended = null;
    }
    get url() {
        return `http://127.0.0.1:${this.port}`;
    }
    /** Starts it, on the port that it had before. */
    async start() {
        const listen = `127.0.0.1:${this.port}`;
        const child = spawn(
            HOLECARD,
            ["serve", "--listen", listen, "--store", this.store, ...this.options],
            { stdio: ["ignore", "pipe", "inherit"] },
        );
        this.process = child;
        this.port = await new Promise((found, failed) => {
            let said = "";
            child.stdout.on("data", (bytes) => {
                said += bytes;
                const port = /listening on \w+:\/\/[^ ]*:(\d+),/.exec(said)?.[1];
                if (port) found(Number(port));
            });
            child.on("exit", (code, signal) => {
                if (this.process === child) this.ended = signal ?? `status ${code}`;
                failed(new Error(`the server has ended: ${said}`));
            });
        });
    }
    /** Pages cannot reach a server that is gone; that is not what is wrong with them. */
    check() {
        check(this.ended === null, `the server has ended by itself: ${this.ended}`);
    }
    async stop(signal = "SIGTERM") {
        const child = this.process;
        this.process = null;
        if (!child || child.exitCode !== null) return;
        const ended = new Promise((done) => child.once("exit", done));
        child.kill(signal);
        await ended;
    }
    async get(path) {
        const answer = await fetch(this.url + path);
        check(answer.ok, `${path}: ${answer.status}`);
        return await answer.json();
    }
    /** Opens a table at which nobody sits; gives its code. */
    async open(game, rules = "", settings = "") {
        const answer = await fetch(`${this.url}/api/tables`, {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ game, rules, settings }),
        });
        const body = await answer.json();
        check(answer.status === 201, `no table: ${JSON.stringify(body)}`);
        return body.table;
    }
}

/** Somebody with a browser window of their own. */
export class Person {
    constructor(world, context, page) {
        this.world = world;
        this.context = context;
        this.page = page;
        this.expected = [];
        this.complaints = [];
        this.messages = [];
        this.watch(page);
    }
    watch(page) {
        page.on("console", (message) => {
            if (message.type() === "error" || message.type() === "warning")
                this.complaints.push(
                    `${message.type()}: ${message.text()} ${message.location().url}`,
                );
        });
        page.on("pageerror", (error) => this.complaints.push(`script: ${error.stack}`));
        page.on("websocket", (socket) => {
            socket.on("framesent", ({ payload }) => this.note(`> ${payload}`));
            socket.on("framereceived", ({ payload }) => this.note(`< ${payload}`));
        });
    }
    /** Keeps the last messages of the page's line, for a test that fails. */
    note(text) {
        this.messages.push(text.slice(0, 400));
        if (this.messages.length > 12) this.messages.shift();
    }
    /** What matches this is no failure from now on: a server that is away cannot be reached. */
    expectTrouble(pattern) {
        this.expected.push(pattern);
    }
    /** Another tab of the same person. */
    async tab(path) {
        const page = await this.context.newPage();
        page.setDefaultTimeout(PATIENCE);
        this.watch(page);
        await page.goto(this.world.server.url + path);
        return page;
    }
    goto(path) {
        return this.page.goto(this.world.server.url + path);
    }
    button(name, options = {}) {
        return this.page.getByRole("button", { name, ...options });
    }
    check() {
        const bad = this.complaints.filter((text) => !this.expected.some((one) => one.test(text)));
        check(bad.length === 0, `the page complains: ${bad.join("\n")}`);
    }
}

class World {
    /** `peers`: browsers that all worlds of a file have, besides the one. */
    constructor(browser, name, peers) {
        this.browser = browser;
        this.name = name;
        this.peers = peers;
        this.people = [];
        this.launched = [];
        this.server = null;
        /** Another one that pages speak to: as the first, it lasts until they are closed. */
        this.elsewhere = null;
    }
    async serve(...options) {
        this.server = new Server(path.resolve(`${this.name}.db`), options);
        await this.server.start();
    }
    /** A newcomer with a browser process of their own; `more` are its switches. */
    async apart(more, options = {}) {
        const browser = await launch(more);
        this.launched.push(browser);
        return await this.person({ browser, ...options });
    }
    /** Somebody whose browser keeps things in a folder, as at home: `choices` are what they have set there. */
    async atHome(folder, choices = null) {
        if (choices) {
            mkdirSync(path.join(folder, "Default"), { recursive: true });
            writeFileSync(path.join(folder, "Default/Preferences"), JSON.stringify(choices));
        }
        const context = await chromium.launchPersistentContext(path.resolve(folder), {
            executablePath: find(CHROMIUM),
            args: SWITCHES,
            ...CONTEXT,
        });
        return await this.welcome(context);
    }
    /** A newcomer. `kept`: what their device remembers, as device.ts keeps it. */
    async person({ kept = {}, at = "/", browser = this.browser, ...options } = {}) {
        const context = await browser.newContext({ ...CONTEXT, ...options });
        const person = await this.welcome(context, kept);
        if (at) await person.goto(at);
        return person;
    }
    async welcome(context, kept = {}) {
        await context.addInitScript((values) => {
            addEventListener("securitypolicyviolation", (event) =>
                console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
            );
            window.shifts = [];
            new PerformanceObserver((list) => {
                for (const entry of list.getEntries())
                    window.shifts.push({
                        value: entry.value,
                        what: entry.sources.map(
                            ({ node, previousRect: from, currentRect: to }) =>
                                `${node?.className ?? ""} ${from.y}+${from.height} → ${to.y}+${to.height}`,
                        ),
                    });
            }).observe({ type: "layout-shift", buffered: true });
            for (const [key, value] of Object.entries(values))
                if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
        }, kept);
        const page = await context.newPage();
        page.setDefaultTimeout(PATIENCE);
        const person = new Person(this, context, page);
        this.people.push(person);
        return person;
    }
    /** So many browsers, each a process of its own, that can connect to each other on this machine. */
    async browsers(count) {
        const missing = Math.max(0, count - this.peers.length);
        const more = await Promise.all(Array.from({ length: missing }, () => launch(LOOPBACK)));
        this.peers.push(...more);
        return this.peers.slice(0, count);
    }
    async end() {
        for (const person of this.people) await person.context.close().catch(() => {});
        for (const browser of this.launched) await browser.close().catch(() => {});
        await this.server?.stop();
        await this.elsewhere?.stop();
    }
}

/** Writes what somebody sees to build/screens/web/NAME.png. */
export async function picture(page, name, { full = false } = {}) {
    mkdirSync(SCREENS, { recursive: true });
    await page.screenshot({ path: path.join(SCREENS, `${name}.png`), fullPage: full });
}

/** Pictures of an earlier failure are not about this run. */
function forgetFailure(name) {
    for (let i = 0; i < 10; i++)
        rmSync(path.join(SCREENS, `failed-${name}-${i}.png`), { force: true });
}

const AXE = readFileSync(
    fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url)),
    "utf8",
);

/** Fails if axe-core finds anything wrong for people who see, hear or point otherwise. */
export async function accessible(page, what) {
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => {
        const found = await window.axe.run(document, {
            runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        });
        return found.violations.map(
            ({ id, help, nodes }) =>
                `${id}: ${help}\n${nodes.map((node) => `    ${node.html}\n      ${node.failureSummary}`).join("\n")}`,
        );
    });
    check(violations.length === 0, `${what}:\n${violations.join("\n")}`);
}

/** Chromium shows addresses of this machine only to pages that may use camera and microphone. */
export const LOOPBACK = [
    "--allow-loopback-in-peer-connection",
    "--use-fake-device-for-media-stream",
];

const SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/** A browser; `more` are switches of its own. */
export async function launch(more = []) {
    return await chromium.launch({
        executablePath: find(CHROMIUM),
        args: [...SWITCHES, ...more],
    });
}

/** Runs the tests, or those that are named on the command line, and ends the program. */
export async function trial(...tests) {
    const named = process.env.HC_TEST?.split(" ") ?? process.argv.slice(2);
    const browser = await launch();
    const peers = [];
    let failures = 0;
    for (const test of tests) {
        if (named.length && !named.includes(test.name)) continue;
        const world = new World(browser, test.name, peers);
        const start = Date.now();
        let verdict = "ok  ";
        try {
            rmSync(`${test.name}.db`, { force: true });
            forgetFailure(test.name);
            await test(world);
            world.server?.check?.();
            for (const person of world.people) person.check();
        } catch (error) {
            verdict = "FAIL";
            failures++;
            console.log(error.stack);
            if (world.server?.ended) console.log(`the server has ended: ${world.server.ended}`);
            for (const [i, person] of world.people.entries()) {
                console.log(`${i}: ${person.page.url()} ${person.complaints.join("; ")}`);
                console.log(person.messages.join("\n"));
                await picture(person.page, `failed-${test.name}-${i}`).catch(() => {});
            }
        }
        await world.end();
        console.log(`${verdict}  ${test.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    }
    await Promise.all([browser, ...peers].map((one) => one.close()));
    process.exit(failures ? 1 : 0);
}
