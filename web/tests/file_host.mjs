// SPDX-License-Identifier: MIT
//
// file_host.mjs: a host of plain files, as anybody may have one, and the pages of `make web-static` for it.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { SEED_WORKER } from "./entropy.mjs";
import { ADDRESS, check, newPort } from "./trial.mjs";

const WEB = fileURLToPath(new URL("..", import.meta.url));
const WASM = path.join(process.env.HC_BUILD_DIR ?? ".", "holecard.wasm");

/** Builds the pages in a folder, out of these sources. */
export function buildStatic(folder, web = WEB) {
    const made = spawnSync(process.execPath, ["build.mjs", path.resolve(folder), WASM, "static"], {
        cwd: web,
        stdio: "inherit",
    });
    check(made.status === 0, "the pages cannot be built");
}

const TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
};

/** Serves a folder below /cards/, so that nothing may count on being at the root. `change` may alter a file on its way.
 *  What is called `late` is answered when the test says so. */
export class FileHost {
    constructor(folder, change = (_name, bytes) => bytes) {
        this.folder = folder;
        this.change = change;
        this.port = newPort();
        this.late = [];
    }
    get url() {
        return `http://${ADDRESS}:${this.port}/cards`;
    }
    async start() {
        this.server = createServer(({ url }, answer) => {
            const name = url.replace(/^\/cards\//, "").replace(/[?#].*$/, "") || "index.html";
            if (name === "late") {
                this.late.push(() => answer.writeHead(204).end());
                return;
            }
            try {
                const file = path.join(this.folder, path.basename(name));
                const seed = name.includes("_worker-") ? SEED_WORKER : "";
                const bytes = Buffer.from(this.change(name, readFileSync(file)));
                const type = TYPES[path.extname(name)] ?? "application/octet-stream";
                answer
                    .writeHead(200, { "Content-Type": type })
                    .end(Buffer.concat([Buffer.from(seed), bytes]));
            } catch {
                answer.writeHead(404).end();
            }
        });
        await new Promise((done) => this.server.listen(this.port, ADDRESS, done));
    }
    async stop() {
        const { server } = this;
        this.server = null;
        if (!server) return;
        const closed = new Promise((done) => server.close(done));
        server.closeAllConnections();
        await closed;
    }
}
