// SPDX-License-Identifier: MIT
//
// pace.mjs: how fast a bot may talk, as Telegram's documents say: about one message a second in a
// chat with short bursts, 20 a minute in a group, 30 a second in all. Each is a bucket that fills
// again with time; whoever finds one empty is told when to come again.

const SLACK = 1.1; // what was sent at its time may arrive a little closer together

class Bucket {
    constructor(size, perSecond) {
        this.size = size;
        this.perMs = perSecond / 1000;
        this.left = size;
        this.at = null;
    }
    /** Milliseconds until there is one to take. */
    wait(now) {
        if (this.at !== null)
            this.left = Math.min(this.size, this.left + (now - this.at) * this.perMs);
        this.at = now;
        return this.left >= 1 ? 0 : (1 - this.left) / this.perMs;
    }
    take() {
        this.left -= 1;
    }
}

export class Pace {
    constructor() {
        this.all = new Bucket(30 * SLACK, 30 * SLACK);
        this.chats = new Map();
    }
    /** Takes one for a chat; gives 0, or in how many seconds to try again. */
    take(chat, isGroup, now) {
        let buckets = this.chats.get(chat);
        if (!buckets) {
            buckets = [new Bucket(4, SLACK)];
            if (isGroup) buckets.push(new Bucket(20 * SLACK, (20 / 60) * SLACK));
            this.chats.set(chat, buckets);
        }
        const all = [this.all, ...buckets];
        const wait = Math.max(...all.map((bucket) => bucket.wait(now)));
        if (wait > 0) return Math.max(1, Math.ceil(wait / 1000));
        for (const bucket of all) bucket.take();
        return 0;
    }
}
