// SPDX-License-Identifier: MIT
//
// cluster_process.mjs: one of several processes of holecard that share a PostgreSQL database, each with
// --telegram; one at a time has the door. HC_POSTGRES is the address of the database.
//
// Time is real, and no lease runs out by chance: it holds for as long as a test is patient. A test says
// when the lease of a process has run out: lapse().
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { environment } from "../preload/preload.mjs";
import { DoorProcess } from "./door_process.mjs";
import { ownAddress } from "./own_address.mjs";
import { check, until } from "./people.mjs";

const POSTGRES = process.env.HC_POSTGRES ?? "";
const SECRET = "a secret that only this test knows";
const LEASE_S = 60; // the longest that the program allows

let ports = 21_000;

/** One answer of the database, as text. */
export function ask(sql) {
    const words = ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, POSTGRES];
    const done = spawnSync("psql", words, { encoding: "utf8" });
    check(done.status === 0, `${sql}: ${done.stderr}`);
    return done.stdout.trim();
}

export function emptyDatabase() {
    ask("SET client_min_messages = warning; DROP SCHEMA IF EXISTS holecard CASCADE");
}

export class ClusterProcess extends DoorProcess {
    constructor(emulator, name) {
        super(emulator, `${POSTGRES}&application_name=${name}`);
        this.name = name;
        this.address = ownAddress();
        this.port = ports++;
        this.place = `${this.address}:${ports++}`;
        this.metrics = `${this.address}:${ports++}`;
        this.aheadPath = path.resolve(`${name}.ahead`);
        this.aheadS = 0;
        this.putForward(0);
    }
    get url() {
        return `http://${this.address}:${this.port}`;
    }
    arguments() {
        const { host } = new URL(this.url);
        const words = ["serve", "--telegram", "--listen", host, "--store", this.store];
        words.push("--telegram-api", `${this.emulator.url}/${this.name}`);
        return [...words, "--metrics", this.metrics, "--cluster", this.place, `lease_s=${LEASE_S}`];
    }
    environment() {
        return {
            ...super.environment(),
            ...environment(),
            HC_AHEAD: this.aheadPath,
            CLUSTER_SECRET: SECRET,
        };
    }
    /** A figure of its metrics, as `tables`. */
    async metric(name) {
        const text = await (await fetch(`http://${this.metrics}/metrics`)).text();
        const [, value] = new RegExp(`^holecard_${name} (\\S+)$`, "m").exec(text) ?? [];
        check(value !== undefined, `there is no metric ${name}`);
        return Number(value);
    }
    /** Starts it, and waits until it listens. It need not have the door. */
    async start() {
        this.status = null;
        this.said = "";
        this.spawn();
        await until(
            this,
            "said",
            () => this.status || /listening on/.test(this.said),
            () => `the process begins: ${this.said}`,
        );
        check(!this.status, `the process has ended: ${this.said}`);
    }
    /** Puts its steady clock forward. The file is mapped, so it is never cut short. */
    putForward(seconds) {
        this.aheadS += seconds;
        const bytes = Buffer.alloc(8);
        bytes.writeBigInt64LE(BigInt(this.aheadS));
        writeFileSync(this.aheadPath, bytes, { flag: this.aheadS ? "r+" : "w" });
    }
    /** Its lease has run out, for the database and by its own clock, after what it has sent was done. It
     * must not be able to renew it: it was killed, or is stopped. */
    lapse() {
        const mine = `FROM pg_stat_activity WHERE application_name = '${this.name}'`;
        while (ask(`SELECT count(*) ${mine} AND state = 'active'`) !== "0");
        ask(
            "UPDATE holecard.leases SET expires = clock_timestamp() - interval '1 s'" +
                ` WHERE place = '${this.place}'`,
        );
        this.putForward(LEASE_S + 1);
    }
    pause() {
        this.process.kill("SIGSTOP");
    }
    goOn() {
        this.process.kill("SIGCONT");
    }
    /** The lease that it has in the database; 0: none. */
    lease() {
        return Number(ask(`SELECT server FROM holecard.leases WHERE place = '${this.place}'`));
    }
}

/** Which of them has the door now; undefined if none has. */
export function holder(processes) {
    const place = ask(
        "SELECT l.place FROM holecard.doors d JOIN holecard.leases l ON l.server = d.server",
    );
    return processes.find((one) => one.place === place);
}

/** Waits until another one than `before` asks for updates. */
export async function takesOver(emulator, before) {
    let next = null;
    const asked = (_, root) => {
        if (root !== before?.name) next = root;
    };
    emulator.on("poll", asked);
    try {
        await until(emulator, "poll", () => next, "another process takes over the door");
    } finally {
        emulator.off("poll", asked);
    }
}
