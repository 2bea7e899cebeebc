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

/** What a program gets besides its usual environment. Each call gives other entropy. A program that is
 * given a clock must be started. */
export function environment(clock = null) {
    starts++;
    const given = { LD_PRELOAD: LIBRARY, HC_ENTROPY: `${SEED} ${starts}` };
    if (clock) given.HC_TIME = clock.expect();
    return given;
}

/** A program that has the time of a clock. */
class Program {
    constructor(clock, socket) {
        this.socket = socket;
        this.asked = []; // promises of those who wait for the program to be idle
        const lines = createInterface(socket);
        lines.on("line", (line) => {
            const [deadlineUs, read, written] = line.split(" ").map(Number);
            this.isAnswered = true;
            for (const resolve of this.asked.splice(0)) resolve({ deadlineUs, read, written });
        });
        lines.on("error", () => {}); // the program was killed
        socket.on("close", () => {
            clock.programs.delete(this);
            for (const resolve of this.asked.splice(0)) resolve(null);
        });
    }
    tell(line) {
        this.socket.write(line);
        this.isAnswered = false;
    }
}

/** The clocks of one program, or of several that speak with each other. They go on from where they are
 * when a program is started again. `path` is a socket, best without folders, since a system takes about a
 * hundred characters. */
export class Clock {
    constructor(path) {
        this.path = path;
        this.wallUs = START_US;
        this.steadyUs = 1_000_000_000;
        this.programs = new Set();
        this.expected = 0; // programs that are starting
        this.attached = []; // promises of those who wait for them
        rmSync(path, { force: true });
        this.server = createServer((socket) => this.attach(socket));
        this.server.listen(path);
    }
    /** The wall clock in milliseconds. */
    get now() {
        return Math.floor(this.wallUs / 1000);
    }
    get line() {
        return `${this.wallUs} ${this.steadyUs}\n`;
    }
    expect() {
        this.expected++;
        return this.path;
    }
    attach(socket) {
        const program = new Program(this, socket);
        this.programs.add(program);
        this.expected--;
        program.tell(this.line);
        for (const resolve of this.attached.splice(0)) resolve();
    }
    /** Waits until all programs are idle. Gives the earliest steady time that one of them waits for (-1:
     * none waits for any), and how many bytes they have read from and written to TCP connections; null
     * if no program is there. */
    async idle() {
        while (this.expected > 0) await new Promise((resolve) => this.attached.push(resolve));
        const asked = [...this.programs].map(
            (program) =>
                new Promise((resolve) => {
                    program.asked.push(resolve);
                    if (program.isAnswered) program.tell(this.line);
                }),
        );
        const reports = (await Promise.all(asked)).filter(Boolean);
        if (reports.length === 0) return null;
        const sum = (name) => reports.reduce((all, one) => all + one[name], 0);
        const deadlines = reports.map((one) => one.deadlineUs).filter((us) => us >= 0);
        return {
            deadlineUs: deadlines.length ? Math.min(...deadlines) : -1,
            read: sum("read"),
            written: sum("written"),
        };
    }
    /** Moves both clocks forward; the wall clock by `wallUs` if that is given. All programs must be
     * idle. */
    move(us, wallUs = us) {
        this.wallUs += wallUs;
        this.steadyUs += us;
        for (const program of this.programs) program.tell(this.line);
    }
    close() {
        for (const { socket } of this.programs) socket.destroy();
        this.server.close();
    }
}
