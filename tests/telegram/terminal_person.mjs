// SPDX-License-Identifier: MIT
//
// terminal_person.mjs: somebody who plays a match of `shed lite` at a terminal in line mode
// (`holecard play --join`), with a token that was given out elsewhere.
import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { until } from "./people.mjs";
import { theTime } from "./world_time.mjs";

export class TerminalPerson extends EventEmitter {
    /** Sits down at a table; the token is the person's own. */
    constructor(url, code, token, folder) {
        super();
        this.said = "";
        this.read = 0;
        mkdirSync(path.join(folder, "holecard"), { recursive: true });
        writeFileSync(path.join(folder, "holecard/tokens"), `${url} ${token}\n`);
        this.process = spawn(
            process.env.HOLECARD,
            ["play", "--join", `${url}/${code}`, "--plain", "--language", "en"],
            {
                stdio: ["pipe", "pipe", "pipe"],
                env: {
                    PATH: process.env.PATH,
                    LC_ALL: "C.UTF-8",
                    XDG_STATE_HOME: folder,
                    HOME: folder,
                    ...theTime().environment(),
                },
            },
        );
        for (const stream of [this.process.stdout, this.process.stderr])
            stream.on("data", (bytes) => {
                this.said += bytes;
                theTime().turn("terminal", () => this.emit("said"));
            });
        this.process.once("exit", () => this.emit("said"));
        this.process.stdin.on("error", () => {});
    }
    type(text) {
        this.read = this.said.length;
        theTime().turn("terminal", () => this.process.stdin.write(`${text}\n`));
    }
    end() {
        this.process.kill("SIGTERM");
    }
    /** The prompt that waits for an answer; null if none does. */
    prompt() {
        const fresh = this.said.slice(this.read);
        return /(?:^|\n)([^\n]*(?:> |: |\. ))$/.exec(fresh)?.[1] ?? null;
    }
    /** Plays the first thing that is offered, until the match is over. */
    async playOut() {
        for (let steps = 0; steps < 2000; steps++) {
            const prompt = await until(
                this,
                "said",
                () => this.process.exitCode !== null || this.prompt(),
                () => `the terminal asks for something: ${this.said.slice(-600)}`,
            );
            if (prompt === true || /another match/.test(prompt)) return;
            if (!/^Your turn> $/.test(prompt)) {
                this.type("");
                continue;
            }
            const offers = [...this.said.matchAll(/You may: ([^\n]*)\.\n/g)].at(-1)[1];
            const [first] = offers.replace(/ \([^)]*\)/g, "").split(", ");
            const [verb, card = ""] = first.split(" ");
            this.type(`${verb} ${card}`.trim());
        }
        throw new Error(`the match does not end: ${this.said.slice(-600)}`);
    }
}
