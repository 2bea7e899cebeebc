// SPDX-License-Identifier: MIT
//
// cluster_process.mjs: one of several processes of holecard that share a PostgreSQL database, each with
// --telegram; one at a time has the door. HC_POSTGRES is the address of the database.
import { spawnSync } from "node:child_process";
import { DoorProcess } from "./door_process.mjs";
import { check, until } from "./people.mjs";

const POSTGRES = process.env.HC_POSTGRES ?? "";
const SECRET = "a secret that only this test knows";
const TRIES = 20;

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
        super(emulator, POSTGRES, { words: ["--metrics", "127.0.0.1:0"] });
        this.name = name;
        this.place = "";
    }
    arguments() {
        const words = super.arguments();
        words[words.indexOf(this.emulator.url)] = `${this.emulator.url}/${this.name}`;
        return [...words, "--cluster", this.place];
    }
    environment() {
        return { ...super.environment(), CLUSTER_SECRET: SECRET };
    }
    /** Starts it, at a place that nobody else has. It need not have the door. */
    async start() {
        for (let tries = 0; tries < TRIES; tries++) {
            const port = 12_000 + Math.floor(Math.random() * 20_000); // no system gives out those
            this.place = `127.0.0.1:${port}`;
            this.status = null;
            this.said = "";
            this.spawn();
            await until(
                this,
                "said",
                () => this.status || /listening on/.test(this.said),
                () => `the process begins: ${this.said}`,
            );
            if (!this.status) return;
            this.port = 0;
            check(/cannot listen/.test(this.said), `the process has ended: ${this.said}`);
        }
        throw new Error(`the process cannot begin: ${this.said}`);
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
