// SPDX-License-Identifier: MIT
//
// trial.mjs: what a test in a browser needs: a server, people with pages of their own, patience,
// and pictures of what they saw.
//
// A file of tests calls trial() with functions; each gets a `World`, whose server and people end
// with it. All people of a file are contexts of one Chromium. Nothing waits for a fixed time: a test
// waits until something is so, and gives up after PATIENCE, which no test that passes ever takes.
//
// Servers and pages draw their entropy from HC_SEED, the name of the test and a number. Chromium
// draws its own keys for WebRTC and WebCrypto. A worker whose file comes from the service worker of
// a server's page draws from the browser, too.
//
// No page may ever complain: an error in its console, a script that fails or a report of the
// content policy fails the test, unless the test said before that it would come (`expectTrouble`).
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { environment } from "../../tests/preload/preload.mjs";
import { ownAddress } from "../../tests/telegram/own_address.mjs";
import { SEED } from "./dice.mjs";
import { SEED_WORKER, seedEntropy } from "./entropy.mjs";

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

/** Waits until a function gives something, and returns it. Asks again and again, ever less often. */
export async function until(isSo, what) {
    const end = Date.now() + PATIENCE;
    for (let pause = 5; ; pause = Math.min(2 * pause, 80)) {
        const found = await isSo();
        if (found) return found;
        check(Date.now() < end, `it is not so that ${what}`);
        await new Promise((done) => setTimeout(done, pause));
    }
}

/** Where a test listens: at an address of its own process, each time at another port. */
export const ADDRESS = ownAddress();
let ports = 8080;
export const newPort = () => ports++;

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
        this.starts = 0;
        this.port = newPort();
        this.process = null;
        /** How it has ended though nobody has asked for it. */
        this.ended = null;
    }
    get url() {
        return `http://${ADDRESS}:${this.port}`;
    }
    async start() {
        const listen = `${ADDRESS}:${this.port}`;
        const entropy = `${SEED} ${path.basename(this.store)} ${++this.starts}`;
        const child = spawn(
            HOLECARD,
            ["serve", "--listen", listen, "--store", this.store, ...this.options],
            {
                stdio: ["ignore", "pipe", "inherit"],
                env: { ...process.env, ...environment(), HC_ENTROPY: entropy },
            },
        );
        this.process = child;
        await new Promise((listens, failed) => {
            let said = "";
            child.stdout.on("data", (bytes) => {
                said += bytes;
                if (/listening on /.test(said)) listens();
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

/** The files of a page's workers begin with what seeds them. */
async function seedWorkers(devtools) {
    devtools.on(
        "Fetch.requestPaused",
        async ({ requestId, responseStatusCode, responseHeaders }) => {
            const { body, base64Encoded } = await devtools.send("Fetch.getResponseBody", {
                requestId,
            });
            const script = Buffer.from(body, base64Encoded ? "base64" : "utf8");
            await devtools.send("Fetch.fulfillRequest", {
                requestId,
                responseCode: responseStatusCode,
                responseHeaders: responseHeaders.filter(
                    ({ name }) => !/^content-(encoding|length)$/i.test(name),
                ),
                body: Buffer.concat([SEED_WORKER, script]).toString("base64"),
            });
        },
    );
    const patterns = [{ urlPattern: "*_worker-*.js", requestStage: "Response" }];
    await devtools.send("Fetch.enable", { patterns });
}

/** What moves on a page is where it goes to in the next frame. */
async function endAnimations(devtools) {
    await devtools.send("Animation.enable");
    await devtools.send("Animation.setPlaybackRate", { playbackRate: 1000 });
}

/** Somebody with a browser window of their own. `isCalm`: they have asked for less motion. */
export class Person {
    constructor(world, context, isCalm = true) {
        this.world = world;
        this.context = context;
        this.isCalm = isCalm;
        this.page = null;
        this.expected = [];
        this.complaints = [];
        this.messages = [];
        this.tabs = 0;
        this.number = world.people.push(this);
    }
    /** A page of theirs, which shows nothing yet. */
    async newPage() {
        const page = await this.context.newPage();
        page.setDefaultTimeout(PATIENCE);
        this.watch(page);
        const seed = `${SEED} ${this.world.name} ${this.number} ${++this.tabs}`;
        await page.addInitScript(seedEntropy, seed);
        const devtools = await this.context.newCDPSession(page);
        await seedWorkers(devtools);
        if (this.isCalm) await endAnimations(devtools);
        return page;
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
        const page = await this.newPage();
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
    constructor(browser, name) {
        this.browser = browser;
        this.name = name;
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
        const isCalm = options.reducedMotion !== "no-preference";
        const person = await this.welcome(context, kept, isCalm);
        if (at) await person.goto(at);
        return person;
    }
    async welcome(context, kept = {}, isCalm = true) {
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
        const person = new Person(this, context, isCalm);
        person.page = await person.newPage();
        return person;
    }
    /** Another browser process, which ends with this world. */
    async launch(more = []) {
        const browser = await launch(more);
        this.launched.push(browser);
        return browser;
    }
    async end() {
        for (const person of this.people) await person.context.close().catch(() => {});
        for (const browser of this.launched) await browser.close().catch(() => {});
        await this.server?.stop();
        await this.elsewhere?.stop();
    }
}

/** Writes what somebody sees to build/screens/web/NAME.png. */
async function keepPicture(page, name, full = false) {
    mkdirSync(SCREENS, { recursive: true });
    await page.screenshot({ path: path.join(SCREENS, `${name}.png`), fullPage: full });
}

/** Keeps a picture of what somebody sees, if HC_PICTURES is set. */
export async function picture(page, name, { full = false } = {}) {
    if (process.env.HC_PICTURES) await keepPicture(page, name, full);
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

const WHOLE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules of axe-core that depend on colours. */
export const COLOURS = ["color-contrast", "link-in-text-block"];

/** Fails if axe-core finds anything wrong for people who see, hear or point otherwise. */
export async function accessible(page, what, rules = WHOLE) {
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
    const violations = await page.evaluate(async (runOnly) => {
        const found = await window.axe.run(document, { runOnly, resultTypes: ["violations"] });
        return found.violations.map(
            ({ id, help, nodes }) =>
                `${id}: ${help}\n${nodes.map((node) => `    ${node.html}\n      ${node.failureSummary}`).join("\n")}`,
        );
    }, rules);
    check(violations.length === 0, `${what}:\n${violations.join("\n")}`);
}

const SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // Chromium shows addresses of this machine only to pages that may use camera and microphone.
    "--allow-loopback-in-peer-connection",
    "--use-fake-device-for-media-stream",
];

/** What a page that connects to others on this machine may use: see SWITCHES. */
export const PERMISSIONS = ["camera", "microphone"];

/** A browser; `more` are switches of its own. */
export async function launch(more = []) {
    return await chromium.launch({
        executablePath: find(CHROMIUM),
        args: [...SWITCHES, ...more],
    });
}

/** Tests that take long: `make soak` runs them, and sets HC_SOAK. */
export const whenSoaking = (...tests) => (process.env.HC_SOAK ? tests : []);

/** Runs the tests, or those that are named on the command line, and ends the program. */
export async function trial(...tests) {
    const named = process.env.HC_TEST?.split(" ") ?? process.argv.slice(2);
    const browser = await launch();
    let failures = 0;
    for (const test of tests) {
        if (named.length && !named.includes(test.name)) continue;
        const world = new World(browser, test.name);
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
            console.log(`HC_SEED=${SEED}`);
            console.log(error.stack);
            if (world.server?.ended) console.log(`the server has ended: ${world.server.ended}`);
            for (const [i, person] of world.people.entries()) {
                console.log(`${i}: ${person.page.url()} ${person.complaints.join("; ")}`);
                console.log(person.messages.join("\n"));
                await keepPicture(person.page, `failed-${test.name}-${i}`).catch(() => {});
            }
        }
        await world.end();
        console.log(`${verdict}  ${test.name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    }
    await browser.close();
    process.exit(failures ? 1 : 0);
}
