// SPDX-License-Identifier: MIT
//
// world_time.mjs: the time in which a test and the programs under test live. In a RealTime the clocks
// are those of the system, for processes that share a database. In a MovedTime all clocks stand still,
// and the test and the programs take turns:
//
// - What arrives from a program waits for a turn of its own, and so does what is sent to one. A turn
//   begins when all programs are idle and no bytes are under way. What has arrived meanwhile is taken
//   in the order of its keys, so the order does not depend on which socket is read first.
// - When there is no turn left and somebody waits for something, the clocks are moved to what comes next:
//   an alarm of the test, or the time that a program waits for.
//
// Start reading at MovedTime.run.
import { Clock, environment } from "../preload/preload.mjs";

export const PATIENCE = Number(process.env.HC_PATIENCE ?? 60) * 1000; // in which something must happen
const GIVE_UP_US = 3_600_000_000; // of moved time
const LOST_MS = 250; // bytes that are not read for so long were sent to somebody who has gone

let current = null;

/** The time of the world that is open. */
export function theTime() {
    current ??= new RealTime();
    return current;
}

/** Begins another time; null: the real one. */
export function useTime(time) {
    current = time;
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Everything that is there to be read was read after that. */
async function turnLoop() {
    for (let i = 0; i < 3; i++) await new Promise(setImmediate);
}

export class RealTime {
    /** Milliseconds since 1970. */
    get now() {
        return Date.now();
    }
    /** Milliseconds that have passed. */
    get steady() {
        return Date.now();
    }
    /** What a program gets besides its usual environment. */
    environment() {
        return environment();
    }
    /** Calls a function after some time, unless the function that is returned is called before. */
    alarm(ms, ring) {
        const timer = setTimeout(ring, ms);
        return () => clearTimeout(timer);
    }
    /** Takes what has arrived, or sends something, when its turn comes. */
    turn(_key, act) {
        act();
    }
    /** Somebody waits, until the function that is returned is called. `fail` is called if it takes too
     * long. */
    begin(fail) {
        const timer = setTimeout(fail, PATIENCE);
        return () => clearTimeout(timer);
    }
    /** Waits until the programs have done what they would do at once. */
    quiet() {
        return new Promise(setImmediate);
    }
    /** Waits for a program to end. */
    standStill(ended) {
        return ended;
    }
    /** Counts the bytes of a connection to a program. */
    watch() {}
    close() {}
}

export class MovedTime {
    constructor(path) {
        this.clock = new Clock(path);
        this.alarms = []; // the earliest first
        this.arrived = []; // turns since all was quiet
        this.turns = []; // in order
        this.waits = new Set();
        this.hopes = []; // promises of those who wait until all is quiet
        this.sockets = new Set();
        this.closed = { read: 0, written: 0 }; // by sockets that are closed
        this.lost = 0; // bytes that nobody has read
        this.ending = 0; // programs that end
        this.isReal = false;
        this.go = () => {};
        this.watchdog = setTimeout(() => this.giveUp(() => true), PATIENCE);
        this.run();
    }
    get now() {
        return this.clock.now;
    }
    get steady() {
        return Math.floor(this.clock.steadyUs / 1000);
    }
    environment() {
        // Whatever was under way to the last program is lost.
        if (this.clock.programs.size === 0)
            this.clock.attached.push(() => {
                const { read, written } = this.traffic();
                this.lost = written - read;
            });
        return environment(this.clock);
    }
    alarm(ms, ring) {
        const alarm = { at: this.clock.steadyUs + ms * 1000, ring };
        const later = this.alarms.findIndex(({ at }) => at > alarm.at);
        this.alarms.splice(later < 0 ? this.alarms.length : later, 0, alarm);
        return () => {
            this.alarms = this.alarms.filter((one) => one !== alarm);
        };
    }
    turn(key, act) {
        this.arrived.push({ key, act });
        this.go();
    }
    begin(fail) {
        const wait = { since: this.clock.steadyUs, fail };
        this.waits.add(wait);
        this.go();
        return () => this.waits.delete(wait);
    }
    quiet() {
        return new Promise((done) => {
            this.hopes.push(done);
            this.go();
        });
    }
    async standStill(ended) {
        this.ending++;
        await ended;
        this.ending--;
    }
    watch(socket) {
        this.sockets.add(socket);
        socket.once("close", () => {
            this.sockets.delete(socket);
            this.closed.read += socket.bytesRead;
            this.closed.written += socket.bytesWritten;
        });
    }
    /** Moves the wall clock alone, as somebody does who sets it. All must be quiet. */
    skip(ms) {
        this.clock.move(0, ms * 1000);
        return this.quiet();
    }
    /** From now on time passes as it does for everybody, and nobody counts what is under way: for
     * pages in a browser. */
    passReally(isReal) {
        this.isReal = isReal;
        this.passedAt = performance.now();
        this.go();
    }
    close() {
        this.isClosed = true;
        clearTimeout(this.watchdog);
        this.clock.close();
        this.go();
    }

    // ---- Taking turns --------------------------------------------------------------------------

    async run() {
        while (!this.isClosed) {
            const { turns, arrived, waits, hopes } = this;
            if (!turns.length && !arrived.length && !waits.size && !hopes.length && !this.isReal)
                await new Promise((go) => {
                    this.go = go;
                });
            const deadlineUs = await this.settle();
            if (this.isClosed) return;
            this.watchdog.refresh();
            await this.step(deadlineUs);
        }
    }
    /** What the test has exchanged with programs, or with itself. */
    traffic() {
        let { read, written } = this.closed;
        for (const socket of this.sockets) {
            read += socket.bytesRead;
            written += socket.bytesWritten;
        }
        return { read, written };
    }
    /** Waits until all programs are idle and what was written was read; gives the steady time that they
     * wait for (-1: none). */
    async settle() {
        let open = null;
        let since = 0;
        while (!this.isClosed) {
            await turnLoop();
            const before = this.traffic();
            const idle = await this.clock.idle();
            // Several programs are asked one after the other, and speak with each other meanwhile.
            const again = this.clock.programs.size > 1 ? await this.clock.idle() : idle;
            await turnLoop();
            const { read, written } = this.traffic();
            if (this.isReal) return idle?.deadlineUs ?? -1;
            const isSame = before.read === read && before.written === written;
            if (!isSame || idle?.read !== again?.read || idle?.written !== again?.written) continue;
            const left = written + (idle?.written ?? 0) - read - (idle?.read ?? 0) - this.lost;
            if (left === 0 && !this.ending) return idle?.deadlineUs ?? -1;
            if (left !== open) since = performance.now();
            open = left;
            if (performance.now() - since > LOST_MS) this.lost += left;
            await pause(1);
        }
        return -1;
    }
    /** One thing happens. */
    async step(deadlineUs) {
        const order = (one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0);
        this.turns.push(...this.arrived.splice(0).sort(order));
        if (this.turns.length) await this.turns.shift().act();
        else if (this.hopes.length) for (const done of this.hopes.splice(0)) done();
        else if (this.isReal) await this.passRealTime();
        else if (this.waits.size) await this.moveOn(deadlineUs);
    }
    async moveOn(deadlineUs) {
        const { clock, alarms } = this;
        const alarmUs = alarms[0]?.at ?? -1;
        if (deadlineUs < 0 && alarmUs < 0) return await pause(1); // a program ends
        const nextUs =
            deadlineUs < 0 || (alarmUs >= 0 && alarmUs < deadlineUs) ? alarmUs : deadlineUs;
        clock.move(Math.max(0, nextUs - clock.steadyUs));
        this.ringAlarms();
        this.giveUp((wait) => clock.steadyUs - wait.since > GIVE_UP_US);
    }
    /** Programs come first, where something is due at the same time. */
    ringAlarms() {
        while (this.alarms.length && this.alarms[0].at <= this.clock.steadyUs)
            this.turns.push({ act: this.alarms.shift().ring });
    }
    giveUp(is) {
        this.watchdog.refresh();
        for (const wait of [...this.waits].filter(is)) wait.fail();
    }
    async passRealTime() {
        await pause(2);
        const now = performance.now();
        this.clock.move(Math.round((now - this.passedAt) * 1000));
        this.passedAt = now;
        this.ringAlarms();
    }
}

/** Waits for a promise that a program keeps. */
export async function waitFor(promise) {
    const end = theTime().begin(() => {});
    try {
        return await promise;
    } finally {
        end();
    }
}

/** Waits for a time to pass. */
export async function sleep(ms) {
    await waitFor(new Promise((done) => theTime().alarm(ms, done)));
}
