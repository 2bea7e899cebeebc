// SPDX-License-Identifier: MIT
// friend_line.ts: the line of a friend's page to the host's house, through the document that they share: what socket.ts is
// to a server. The pages do not know the difference.
//
// Commands go into `actionsMap`, one at a time; everything else into `lines`. If somebody else writes over what has not
// been taken yet, it is written again. The host's answers are proved by being sealed, so nobody else can make them up.
import { bytesToHex } from "@noble/hashes/utils";
import type * as Y from "yjs";
import type { Line, News } from "../connection/line";
import { readNews } from "../connection/read";
import type { Client } from "../messages";
import type { HostChain } from "./host_chain";
import { type Down, downKey, Records, type Session, upKey } from "./records";
import { type Keys, playerOfKey } from "./seal";
import { type Maps, mapsOf, onNewNumber } from "./shared_maps";

/** So many messages are read before the host is told, unless there is something else to tell it. */
const UNTOLD_MAX = 4;

/** The tags of a page are below these. */
const LOOK_TAGS = 0x8000_0000;

interface Got {
    op: "got";
    re: number;
    status: number;
    type: string;
    /** The bytes, in base 64. */
    body: string;
}

/** What the host says to a friend besides messages of the protocol. */
const OF_HOST = { up: {}, down: {}, got: { re: "n", status: "n", type: "s", body: "s" } };
type OfHost = { op: "up" } | { op: "down" } | Got;

/* Null: it is no answer. */
function responseOf({ status, type, body }: Got): Response | null {
    try {
        const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
        return new Response(bytes, { status, headers: { "Content-Type": type } });
    } catch {
        return null;
    }
}

interface Sent {
    n: number;
    text: string;
    is_action: boolean;
}

export interface FriendOptions {
    doc: Y.Doc;
    keys: Keys;
    /** Who is the host. */
    chain: HostChain;
    /** Is called when everything was told that the host wrote at once, with what it states of the step after it. */
    stated?(said: string | undefined): void;
}

export class FriendLine implements Line {
    private readonly maps: Maps;
    private records: Records;
    private readonly listeners = new Set<(news: News) => void>();
    private session: Session;
    /** Whether the host knows this page. */
    private known = false;
    private life = "";
    private up = false;
    private is_lost = false;
    private sent: Sent[] = [];
    private count = 0;
    private seen = 0;
    private taken = 0;
    private told = 0;
    private missing = false;
    private writing = false;
    private looks = 0;
    private readonly looking = new Map<number, (answer: Response | null) => void>();
    /** What the host wrote last. */
    private down: { value: unknown; down: Down | null } = { value: undefined, down: null };
    /** What was written last, and of what it was made. */
    private record: Uint8Array | null = null;
    private recorded = "";
    private action: { n: number; bytes: Uint8Array } | null = null;
    private readonly stop: () => void;

    constructor(private readonly options: FriendOptions) {
        const { doc, chain } = options;
        this.maps = mapsOf(doc);
        this.records = this.newRecords();
        this.session = this.newSession(this.readDown()?.session.number ?? 0);
        const look = (transaction: Y.Transaction) => {
            if (transaction.origin !== this) this.look();
        };
        doc.on("afterTransaction", look);
        const stopLooking = onNewNumber(doc, () => this.writeSoon());
        const unfollow = chain.subscribe(() => {
            this.records = this.newRecords();
            this.down = { value: undefined, down: null };
            this.reconnect();
        });
        this.stop = () => {
            doc.off("afterTransaction", look);
            stopLooking();
            unfollow();
        };
        this.write();
    }

    /** Whether a newer page of this friend has the seat; this one never speaks again. */
    get lost(): boolean {
        return this.is_lost;
    }

    send(message: Client): void {
        if (!this.up) return;
        this.sent.push({
            n: ++this.count,
            text: JSON.stringify(message),
            is_action: "do" in message,
        });
        this.writeSoon();
    }

    subscribe(listener: (news: News) => void): () => void {
        this.listeners.add(listener);
        return () => {
            this.listeners.delete(listener);
        };
    }

    /** What a server answers to GET: finished matches and who played them. Null: it cannot be asked now. */
    get(path: string): Promise<Response | null> {
        if (!this.up) return Promise.resolve(null);
        return new Promise((resolve) => {
            const tag = ++this.looks + LOOK_TAGS;
            this.looking.set(tag, resolve);
            const text = JSON.stringify({ get: path, tag });
            this.sent.push({ n: ++this.count, text, is_action: false });
            this.writeSoon();
        });
    }

    /** Who can be reached now, by the numbers of their documents. Without the host the line is down. */
    setPresent(present: Set<number>): void {
        const client = this.maps.table.get("client");
        if (typeof client !== "number") return;
        const missing = client !== this.options.doc.clientID && !present.has(client);
        if (missing === this.missing) return;
        this.missing = missing;
        if (!missing) this.reconnect();
        else if (this.up) this.hear({ op: "down" });
    }

    /** Whatever was lost is said anew: the page begins another session. */
    reconnect(): void {
        this.begin(this.session.number);
    }

    close(): void {
        this.stop();
        this.listeners.clear();
    }

    private newRecords(): Records {
        const { keys, chain } = this.options;
        return new Records(keys, chain.table, chain.host, keys.id);
    }

    private newSession(before: number): Session {
        const page = bytesToHex(crypto.getRandomValues(new Uint8Array(8)));
        return { number: before + 1, page };
    }

    private begin(before: number): void {
        const was_up = this.up;
        this.session = this.newSession(before);
        this.known = false;
        this.up = false;
        this.sent = [];
        this.count = 0;
        this.seen = 0;
        this.taken = 0;
        this.told = 0;
        this.action = null;
        this.lookNoMore();
        if (was_up) this.tell({ op: "down" });
        this.writeSoon();
    }

    private lookNoMore(): void {
        const looking = [...this.looking.values()];
        this.looking.clear();
        for (const resolve of looking) resolve(null);
    }

    private readDown(): Down | null {
        const value = this.maps.lines.get(downKey(this.options.keys.id));
        if (value !== this.down.value) this.down = { value, down: this.records.readDown(value) };
        return this.down.down;
    }

    /* What the document has now: news of the host, and whether what was written is still there. */
    private look(): void {
        const down = this.readDown();
        if (down && this.known && down.life !== this.life) {
            /* The host was opened again, and does not remember what was said. */
            this.begin(Math.max(down.session.number, this.session.number));
            return;
        }
        if (down && down.session.page !== this.session.page) {
            /* Another page of this friend was here: before this one, which did not know yet, or after it. */
            if (down.session.number < this.session.number) return;
            if (!this.known) this.begin(down.session.number);
            else this.lose();
            return;
        }
        if (down) this.read(down);
        this.repair();
    }

    private read(down: Down): void {
        const last = down.first + down.texts.length - 1;
        /* Somebody has put back what the host said before. */
        if (last < this.seen || down.taken < this.taken) return;
        this.known = true;
        this.life = down.life;
        this.taken = down.taken;
        this.sent = this.sent.filter(({ n }) => n > down.taken);
        if (this.action && this.action.n <= down.taken) this.action = null;
        if (last > this.seen) {
            const fresh = down.texts.slice(Math.max(0, this.seen + 1 - down.first));
            this.seen = last;
            if (this.seen - this.told >= UNTOLD_MAX) this.writeSoon();
            for (const text of fresh) {
                const news = readNews<OfHost>(text, OF_HOST);
                if (news) this.hear(news);
            }
            this.options.stated?.(down.said);
        }
        if (!this.action && this.sent[0]?.is_action) this.writeSoon();
    }

    private hear(news: News | Got): void {
        if (news.op === "got") {
            this.looking.get(news.re)?.(responseOf(news));
            this.looking.delete(news.re);
            return;
        }
        if (news.op === "up" || news.op === "down") this.up = news.op === "up";
        if (news.op === "down") this.lookNoMore();
        this.tell(news);
    }

    private tell(news: News): void {
        for (const listener of [...this.listeners]) listener(news);
    }

    private lose(): void {
        this.stop();
        this.is_lost = true;
        this.up = false;
        this.lookNoMore();
        this.tell({ op: "down" });
    }

    private repair(): void {
        const { actions, lines } = this.maps;
        const { id } = this.options.keys;
        const open = this.sent.some(({ is_action }) => !is_action) || !this.known;
        if (open && lines.get(upKey(id)) !== this.record) this.writeSoon();
        if (this.action && actions.get(String(playerOfKey(id))) !== this.action.bytes)
            this.writeSoon();
    }

    private writeSoon(): void {
        if (this.writing) return;
        this.writing = true;
        queueMicrotask(() => {
            this.writing = false;
            this.write();
        });
    }

    private write(): void {
        const { doc, keys } = this.options;
        const { actions, lines } = this.maps;
        const player = String(playerOfKey(keys.id));
        const { session } = this;
        const next = this.sent.find(({ is_action }) => is_action);
        if (next && this.action?.n !== next.n) {
            const { n, text } = next;
            this.action = { n, bytes: this.records.writeAction({ session, n, text }) };
        }
        doc.transact(() => {
            this.record = this.newRecord();
            if (lines.get(upKey(keys.id)) !== this.record) lines.set(upKey(keys.id), this.record);
            if (this.action && actions.get(player) !== this.action.bytes)
                actions.set(player, this.action.bytes);
        }, this);
    }

    /* The same as before, unless there is something to tell. */
    private newRecord(): Uint8Array {
        const { session, seen } = this;
        const client = this.options.doc.clientID;
        const texts = this.sent.flatMap(({ n, text, is_action }): [number, string][] =>
            is_action ? [] : [[n, text]],
        );
        const recorded = JSON.stringify([session, client, texts]);
        if (this.record && recorded === this.recorded && seen - this.told < UNTOLD_MAX)
            return this.record;
        this.recorded = recorded;
        this.told = seen;
        return this.records.writeUp({ session, client, seen, texts });
    }
}
