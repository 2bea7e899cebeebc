// SPDX-License-Identifier: MIT
//
// skipped_time.mjs: the time that was skipped in a world where nobody wants to wait for hours. It is
// in a file, which the clock of the bot's process looks at (hurry.c).
import { closeSync, openSync, writeSync } from "node:fs";

export class SkippedTime {
    constructor(path) {
        this.path = path;
        this.ms = 0;
        this.file = openSync(path, "w");
        this.write();
    }
    write() {
        const bytes = Buffer.alloc(8);
        bytes.writeBigInt64LE(BigInt(this.ms));
        writeSync(this.file, bytes, 0, bytes.length, 0);
    }
    add(ms) {
        this.ms += ms;
        this.write();
    }
    close() {
        closeSync(this.file);
    }
}
