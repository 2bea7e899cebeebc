// SPDX-License-Identifier: MIT
//
// door_process.mjs: holecard with its door to Telegram, as a process that can be killed and started
// again on the same store. It lives in the time of the world, at an address of the test's own.
import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { callHttp } from "./http_call.mjs";
import { ownAddress } from "./own_address.mjs";
import { until } from "./people.mjs";
import { PATIENCE, theTime, waitFor } from "./world_time.mjs";

const HOLECARD = process.env.HOLECARD ?? "";
const PORT = 20_001;

/** Where a process tells its metrics that gets the words `--metrics METRICS`. */
export const METRICS = `${ownAddress()}:20002`;

/** No process outlives the test that has started it, however that ends. */
const running = new Set();
process.on("exit", () => {
    for (const child of running) child.kill("SIGKILL");
});

export class DoorProcess extends EventEmitter {
    /** `command`: serve or telegram; `words`: more of its arguments; `token`: another than is right. */
    constructor(emulator, store, { command = "serve", words = [], token, hooked = false } = {}) {
        super();
        this.emulator = emulator;
        this.store = store;
        this.command = command;
        this.words = words;
        this.token = token ?? emulator.token;
        this.hooked = hooked;
        this.said = "";
        this.process = null;
        this.address = ownAddress();
        this.port = PORT;
    }
    get url() {
        return `http://${this.address}:${this.port}`;
    }
    /** Asks the server for a page. */
    async fetch(path, options) {
        return await callHttp(`${this.url}${path}`, options);
    }
    /** A figure of its metrics, as `tables`. Its words must say where they are told. */
    async metric(name) {
        const place = this.words[this.words.indexOf("--metrics") + 1];
        const answer = await callHttp(`http://${place}/metrics`);
        const [, value] =
            new RegExp(`^holecard_${name} (\\S+)$`, "m").exec(await answer.text()) ?? [];
        if (value === undefined) throw new Error(`there is no metric ${name}`);
        return Number(value);
    }
    arguments() {
        const serve = ["serve", "--telegram", "--listen", `${this.address}:${this.port}`];
        const words = this.command === "serve" ? serve : [this.command];
        return [
            ...words,
            "--store",
            this.store,
            "--telegram-api",
            this.emulator.url,
            ...this.words,
        ];
    }
    environment() {
        const { PATH, LC_ALL, ASAN_OPTIONS, LSAN_OPTIONS, UBSAN_OPTIONS } = process.env;
        const kept = {
            PATH,
            LC_ALL,
            ASAN_OPTIONS,
            LSAN_OPTIONS,
            UBSAN_OPTIONS,
            BOT_TOKEN: this.token,
            ...theTime().environment(),
        };
        return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
    }
    spawn() {
        const child = spawn(HOLECARD, this.arguments(), {
            stdio: ["ignore", "pipe", "pipe"],
            env: this.environment(),
        });
        this.process = child;
        running.add(child);
        for (const stream of [child.stdout, child.stderr])
            stream.on("data", (bytes) => {
                this.said += bytes;
                theTime().turn("said", () => this.emit("said"));
            });
        this.ended = new Promise((done) =>
            child.once("exit", (code, signal) => {
                running.delete(child);
                this.status = { code, signal };
                done(this.status);
                this.emulator.emit("poll");
                this.emit("said");
            }),
        );
        return child;
    }
    /** Starts it, and waits until it asks for updates or has said where to send them. */
    async start() {
        this.status = null;
        this.spawn();
        const event = this.hooked ? "webhook" : "poll";
        let asked = false;
        this.emulator.once(event, () => {
            asked = true;
        });
        await until(
            this.emulator,
            event,
            () => asked || this.status,
            () => `the bot begins: ${this.said}`,
        );
        if (this.status)
            throw new Error(`the bot has ended: ${JSON.stringify(this.status)} ${this.said}`);
    }
    async kill() {
        this.process.kill("SIGKILL");
        await theTime().standStill(this.ended);
        this.process = null;
    }
    async stop() {
        const child = this.process;
        this.process = null;
        if (!child || this.status) return;
        child.kill("SIGTERM");
        const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
        await waitFor(this.ended);
        clearTimeout(timer);
    }
}
