// SPDX-License-Identifier: MIT
//
// preload.mjs: gives a program under test its entropy and its time (preload.c).
//
// Entropy follows from HC_SEED and the number of the start. With a Clock, time stands still for the
// program until the test moves it; passTime() moves it to the next thing that is waited for, and only
// when nothing else can happen.
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";

const SEED = process.env.HC_SEED ?? "1";
const LIBRARY = process.env.HC_PRELOAD ?? "";
const START_US = 1_767_225_600_000_000; // 2026-01-01 00:00:00 UTC, where every clock begins

let starts = 0;

/** What a program gets besides its usual environment. Each call gives other entropy. */
export function environment(clock = null) {
    starts++;
    const given = { LD_PRELOAD: LIBRARY, HC_ENTROPY: `${SEED} ${starts}` };
    if (clock) given.HC_TIME = clock.path;
    return given;
}

/** The clocks of one program. They go on from where they are when the program is started again. `path`
 * is a socket, best without folders, since a system takes about a hundred characters. */
export class Clock {
    constructor(path) {
        this.path = path;
        this.wallUs = START_US;
        this.steadyUs = 1_000_000_000;
        this.program = null;
        this.answers = []; // promises of those who wait for the program to be idle
        rmSync(path, { force: true });
        this.server = createServer((socket) => this.attach(socket));
        this.server.listen(path);
    }
    /** The wall clock in milliseconds. */
    get now() {
        return Math.floor(this.wallUs / 1000);
    }
    attach(socket) {
        this.program = socket;
        this.isAnswered = true;
        createInterface(socket).on("line", (line) => this.take(line));
        socket.on("error", () => {});
        socket.on("close", () => {
            if (this.program !== socket) return;
            this.program = null;
            for (const { resolve } of this.answers.splice(0)) resolve(null);
        });
        this.tell();
    }
    take(line) {
        const [deadlineUs, read, written] = line.split(" ").map(Number);
        this.isAnswered = true;
        for (const { resolve } of this.answers.splice(0)) resolve({ deadlineUs, read, written });
    }
    tell() {
        this.program?.write(`${this.wallUs} ${this.steadyUs}\n`);
        this.isAnswered = false;
    }
    /** Waits until the program is idle. Gives the steady time that it waits for (-1: it waits for
     * none), and how many bytes it has read from and written to TCP connections; null if it is gone. */
    idle() {
        if (!this.program) return Promise.resolve(null);
        return new Promise((resolve) => {
            this.answers.push({ resolve });
            if (this.isAnswered) this.tell();
        });
    }
    /** Moves both clocks forward. The program must be idle. */
    move(us) {
        this.wallUs += us;
        this.steadyUs += us;
        this.tell();
    }
    close() {
        this.program?.destroy();
        this.server.close();
    }
}
