// SPDX-License-Identifier: MIT
//
// door_process.mjs: holecard with its door to Telegram, as a process that can be killed and started
// again on the same store. Its clock runs as fast as the emulator's (hurry.c).
import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { PATIENCE, until } from "./people.mjs";

const HOLECARD = process.env.HOLECARD ?? "";
const HURRY = process.env.HC_HURRY_LIBRARY ?? "";

/** No process outlives the test that has started it, however that ends. */
const running = new Set();
process.on("exit", () => {
    for (const child of running) child.kill("SIGKILL");
});

/** The ports on which a process listens. */
export function listening(pid) {
    const sockets = new Set(
        readdirSync(`/proc/${pid}/fd`).map((fd) => {
            try {
                return /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
            } catch {
                return null; // closed meanwhile
            }
        }),
    );
    const rows = readFileSync(`/proc/${pid}/net/tcp`, "utf8").trim().split("\n").slice(1);
    return rows
        .map((row) => row.trim().split(/\s+/))
        .filter(([, , , state, , , , , , inode]) => state === "0A" && sockets.has(inode))
        .map(([, address]) => Number.parseInt(address.split(":")[1], 16));
}

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
        this.port = 0;
    }
    get url() {
        return `http://127.0.0.1:${this.port}`;
    }
    /** Asks the server for a page. It closes connections on which nothing is said for a quarter of a
     * minute, which is soon over where time is hurried: as a browser does, ask again then. */
    async fetch(path, options) {
        for (let tries = 1; ; tries++)
            try {
                return await fetch(`${this.url}${path}`, options);
            } catch (error) {
                if (tries === 5 || this.status) throw error;
            }
    }
    /** A figure of its metrics, as `tables`. Its words must have `--metrics 127.0.0.1:0`. */
    async metric(name) {
        const known = [this.port, Number(this.place?.split(":")[1])];
        const port = listening(this.process.pid).find((one) => !known.includes(one));
        const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
        const [, value] =
            new RegExp(`^holecard_${name} (\\S+)$`, "m").exec(await answer.text()) ?? [];
        if (value === undefined) throw new Error(`there is no metric ${name}`);
        return Number(value);
    }
    arguments() {
        const serve = ["serve", "--telegram", "--listen", `127.0.0.1:${this.port}`];
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
        };
        if (this.emulator.speed > 1)
            Object.assign(kept, {
                LD_PRELOAD: HURRY,
                HC_HURRY: `${this.emulator.speed} ${this.emulator.base} ${this.emulator.skips.path}`,
            });
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
                const port = /listening on \w+:\/\/[^ ]*:(\d+)/.exec(this.said)?.[1];
                if (port) this.port = Number(port);
                this.emit("said");
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
        await this.ended;
        this.process = null;
    }
    async stop() {
        const child = this.process;
        this.process = null;
        if (!child || this.status) return;
        child.kill("SIGTERM");
        const timer = setTimeout(() => child.kill("SIGKILL"), PATIENCE);
        await this.ended;
        clearTimeout(timer);
    }
}
