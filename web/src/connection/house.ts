// SPDX-License-Identifier: MIT
// house.ts: the house as the pages see it, on top of a line: who we are, our requests and their answers, and the tables
// that we follow. It comes back by itself: after a lost line it says hello with the same token, enters the tables again,
// and repeats the commands that had no answer, which the house does at most once because they have an id.
import { createContext } from "preact";
import { useContext, useEffect, useMemo } from "preact/hooks";
import type {
    Answer,
    Client,
    Forgotten,
    Gone,
    History,
    HttpWrong,
    Leaders,
    Log,
    Mine,
    MyTable,
    Possible,
    SayDo,
    Server,
    Statistics,
    Tables,
    Update,
    Welcome,
} from "../messages";
import { Store, useStore } from "../store";
import { fold, foldChat, foldGone, foldHint, foldWatchers, newTable, type Table } from "./fold";
import type { Line, News } from "./line";
import { readBody } from "./read";

export type Status = "connecting" | "up" | "down";

/** The house said no, or could not be asked. */
export class Refused extends Error {
    constructor(
        readonly code: string,
        why: string,
    ) {
        super(why);
    }
}

type WithoutTag<T> = T extends unknown ? Omit<T, "tag"> : never;
export type Request = WithoutTag<Client>;

type Reply<T extends Request> = T extends { op: "list" }
    ? Tables
    : T extends { op: "mine" }
      ? Mine
      : T extends { op: "statistics" }
        ? Statistics
        : T extends { op: "leaders" }
          ? Leaders
          : T extends { op: "history" }
            ? History
            : T extends { op: "log" }
              ? Log
              : T extends { op: "forget" }
                ? Forgotten
                : T extends { op: "hello" }
                  ? Welcome
                  : T extends { op: "possible" }
                    ? Possible
                    : Answer | Update | Gone;

/** What answers a request, if it is not what happened at a table. */
const REPLIES: Partial<Record<string, Server["op"]>> = {
    hello: "welcome",
    list: "tables",
    mine: "mine",
    statistics: "statistics",
    leaders: "leaders",
    history: "history",
    log: "log",
    forget: "forgotten",
    possible: "possible",
};

interface Waiting {
    message: Client;
    resolve(reply: Server): void;
    reject(why: Refused): void;
}

export type Between = "host" | "friend" | null;

export interface HouseOptions {
    language(): string;
    token(): string | null;
    keepToken(token: string | null): void;
    /** Under which name this person is listed where they look on; empty: under none. */
    name?(): string;
    /** The texts of the page for what the house itself cannot say. */
    offline(): string;
    hinted(name: string): string;
    /** What its pages' addresses begin with. */
    base: string;
    /** Asks for what can be looked at without a seat: `/api/games` and the like. */
    get(path: string): Promise<Response>;
    /** What the page says while it cannot be reached; without it, that the server cannot. */
    waits?(): string;
    /** Where others find a table, on a site whose pages begin with `site`; null: nobody else can come. Without it the
        welcome says. */
    invitation?(code: string, site: string): string | null;
    /** Whether a table is one between friends, and what this person is there. */
    between?(code: string): Between;
}

export class House {
    readonly status = new Store<Status>("connecting");
    readonly welcome = new Store<Welcome | null>(null);
    readonly mine = new Store<MyTable[]>([]);
    /** Whether the house has said something that cannot be read. Then pages show nothing of what it says. */
    readonly unreadable = new Store(false);

    private readonly tables = new Map<string, Store<Table>>();
    private readonly followers = new Map<string, number>();
    private readonly waiting = new Map<number, Waiting>();
    private queue: Waiting[] = [];
    private tag = 0;
    private id = Math.floor(Math.random() * 0x7fff_ffff) + 1;
    private wants_mine = false;
    /** The name that was said with the last hello. */
    private said = "";

    constructor(
        private readonly line: Line,
        private readonly options: HouseOptions,
    ) {
        line.subscribe((news) => this.hear(news));
    }

    get base(): string {
        return this.options.base;
    }

    get(path: string): Promise<Response> {
        return this.options.get(path);
    }

    /** Asks for what the schema of the protocol calls `name`; gives why the house refuses it otherwise. Fails if the house
        cannot be asked, or if the answer cannot be read. */
    async ask<T>(path: string, name: string): Promise<{ body: T } | { wrong: string }> {
        const answer = await this.options.get(path);
        if (!answer.ok) {
            const refusal = await readBody<HttpWrong>(answer, "http_wrong");
            /* A proxy has answered, since the house is away. */
            if (!refusal) throw new TypeError(`${path} gives ${answer.status}`);
            return { wrong: refusal.why };
        }
        const body = await readBody<T>(answer, name);
        if (body !== null) return { body };
        this.unreadable.set(true);
        throw new TypeError(`${path} gives no ${name}`);
    }

    /** The address with which others come to a table; null: nobody can. Undefined: as the welcome says. */
    invitation(code: string, site = ""): string | null | undefined {
        return this.options.invitation?.(code, site);
    }

    between(code: string): Between {
        return this.options.between?.(code) ?? null;
    }

    /** What the page says while it cannot be reached. Undefined: that the server cannot. */
    waits(): string | undefined {
        return this.options.waits?.();
    }

    /** Whoever comes next from this device is somebody new. */
    forgetToken(): void {
        this.options.keepToken(null);
    }

    /** Asks the house for something. Fails with `Refused` if it says no, or while it cannot be reached. */
    request<T extends Request>(message: T): Promise<Reply<T>> {
        return new Promise((resolve, reject) => {
            const waiting: Waiting = {
                message: { ...message, tag: ++this.tag } as Client,
                resolve: resolve as (reply: Server) => void,
                reject,
            };
            if (this.status.get() === "up") this.put(waiting);
            else if (this.status.get() === "connecting") this.queue.push(waiting);
            else reject(new Refused("offline", this.options.offline()));
        });
    }

    /** Gives a command of the game, against the view that is shown now. */
    act(code: string, command: string): Promise<Answer | Update | Gone> {
        const seq = this.table(code).get().view?.seq ?? 0;
        this.id = (this.id % 0xffff_fffe) + 1;
        const message: Omit<SayDo, "tag"> = {
            op: "do",
            do: command,
            table: code,
            seq,
            id: this.id,
        };
        return this.request(message as Request) as Promise<Answer | Update | Gone>;
    }

    /** What is known about a table; empty until it is followed. */
    table(code: string): Store<Table> {
        let store = this.tables.get(code);
        if (!store) {
            store = new Store(newTable(code));
            this.tables.set(code, store);
        }
        return store;
    }

    /** Follows a table until the function that it returns is called. */
    follow(code: string): () => void {
        const count = this.followers.get(code) ?? 0;
        this.followers.set(code, count + 1);
        /* Whoever opened a table or sat down is following it already. */
        if (count === 0 && !this.table(code).get().fresh) {
            this.introduce();
            this.enter(code);
        }
        let following = true;
        return () => {
            if (!following) return;
            following = false;
            const left = (this.followers.get(code) ?? 1) - 1;
            if (left > 0) this.followers.set(code, left);
            else this.followers.delete(code);
            /* Seats are kept connected: whoever looks at another page is still at the table. Spectators leave. */
            const table = this.table(code).get();
            if (left === 0 && table.seat === null) {
                this.tables.delete(code);
                if (this.status.get() === "up" && table.fresh)
                    this.request({ op: "exit", table: code }).catch(() => {});
            }
        };
    }

    /** Says the name of this person if it is another than the house knows. */
    introduce(): void {
        if (this.status.get() === "up" && this.name() !== this.said) this.hello(this.name());
    }

    /** Asks anew where we sit. */
    async refresh(): Promise<void> {
        if (this.wants_mine) return;
        this.wants_mine = true;
        try {
            this.mine.set((await this.request({ op: "mine" })).mine);
        } catch {
            /* The line is down: `welcome` brings it. */
        } finally {
            this.wants_mine = false;
        }
    }

    private put(waiting: Waiting): void {
        this.waiting.set(waiting.message.tag ?? 0, waiting);
        this.line.send(waiting.message);
    }

    private enter(code: string): void {
        if (this.status.get() !== "up") return;
        const table = this.table(code).get();
        const seq = table.view?.seq ?? (table.seat !== null ? 0 : undefined);
        this.request({ op: "enter", table: code, ...(seq === undefined ? {} : { seq }) }).then(
            () => {
                const store = this.table(code);
                store.set({ ...store.get(), fresh: true, refused: null });
            },
            (why: Refused) => {
                if (why.code === "offline") return;
                const store = this.table(code);
                store.set({
                    ...store.get(),
                    fresh: true,
                    refused: { code: why.code, why: why.message },
                });
            },
        );
    }

    private hear(news: News): void {
        if (news.op === "up") {
            this.hello(this.name());
            return;
        }
        if (news.op === "down") {
            this.down();
            return;
        }
        if (news.op === "unreadable") {
            this.unreadable.set(true);
            return;
        }
        this.read(news);
        const re = "re" in news ? news.re : undefined;
        const waiting = re ? this.waiting.get(re) : undefined;
        if (!re || !waiting) return;
        this.waiting.delete(re);
        if (news.op === "answer" && !news.ok)
            waiting.reject(new Refused(news.code ?? "", news.why ?? ""));
        else if (news.op === (REPLIES[waiting.message.op ?? ""] ?? news.op)) waiting.resolve(news);
        else this.unreadable.set(true);
    }

    private name(): string {
        return this.options.name?.().trim() ?? "";
    }

    private hello(name: string): void {
        const token = this.options.token();
        const again = this.status.get() === "up";
        this.said = this.name();
        this.put({
            message: {
                op: "hello",
                version: 1,
                language: this.options.language(),
                tag: ++this.tag,
                ...(token ? { token } : {}),
                ...(name || again ? { name } : {}),
            },
            resolve: () => {
                if (!again) this.up();
            },
            reject: (why) => {
                /* A name that cannot be listed: they look on without one. */
                if (why.code === "bad_text" && name) this.hello("");
                /* A token that is none of this house: somebody new comes in. */
                if (why.code !== "malformed" || !token) return;
                this.options.keepToken(null);
                this.hello(name);
            },
        });
    }

    private up(): void {
        this.status.set("up");
        const codes = new Set(this.followers.keys());
        for (const row of this.mine.get()) codes.add(row.table);
        for (const code of codes) this.enter(code);
        const queue = this.queue;
        this.queue = [];
        for (const waiting of queue) this.put(waiting);
    }

    private down(): void {
        const waiting = [...this.waiting.values(), ...this.queue];
        this.waiting.clear();
        this.queue = [];
        this.status.set("down");
        for (const store of this.tables.values()) store.set({ ...store.get(), fresh: false });
        for (const one of waiting) {
            /* A command has an id: it is given again, and done once. */
            if ("do" in one.message) this.queue.push(one);
            else if (one.message.op !== "hello")
                one.reject(new Refused("offline", this.options.offline()));
        }
    }

    private read(message: Server): void {
        switch (message.op) {
            case "welcome":
                this.options.keepToken(message.token);
                this.welcome.set(message);
                this.mine.set(message.mine);
                return;
            case "mine":
                this.mine.set(message.mine);
                /* A table that another tab has found is followed here as well. */
                for (const row of message.mine)
                    if (!this.table(row.table).get().fresh) this.enter(row.table);
                return;
            case "update":
            case "answer":
                if (!message.table) return;
                this.change(message.table, (table) => fold(table, message));
                this.count(message);
                return;
            case "chat":
                this.change(message.table, (table) => foldChat(table, message));
                return;
            case "hint":
                this.change(message.table, (table) =>
                    foldHint(table, message, this.options.hinted(message.name)),
                );
                return;
            case "advice":
                this.change(message.table, (table) => ({
                    ...table,
                    advice: { seq: message.seq, command: message.do ?? null },
                }));
                return;
            case "watchers":
                this.change(message.table, (table) => foldWatchers(table, message));
                return;
            case "gone":
                this.change(message.table, (table) => foldGone(table, message));
                this.mine.set(this.mine.get().filter((row) => row.table !== message.table));
                return;
        }
    }

    private change(code: string, how: (table: Table) => Table): void {
        const store = this.table(code);
        store.set(how(store.get()));
    }

    /* Keeps the rows of `mine` true for the tables that are followed, so that a badge needs no asking. */
    private count(message: Update | Answer): void {
        const table = this.table(message.table ?? "").get();
        const rows = this.mine.get();
        const row = rows.find((one) => one.table === table.code);
        if (!table.room) return;
        if ((row === undefined) !== (table.seat === null)) {
            void this.refresh();
            return;
        }
        if (!row || table.seat === null) return;
        const seat = table.seat;
        const next: MyTable = {
            ...row,
            stage: table.room.stage,
            asks: table.room.asks,
            seat,
            title: table.room.title,
            waits_for: table.waits_for,
            my_turn: table.waits_for.includes(seat),
            taken: table.room.seats.filter((sitter) => sitter.who !== "empty").length,
            seats: table.room.seats.length,
        };
        if (JSON.stringify(next) !== JSON.stringify(row))
            this.mine.set(rows.map((one) => (one === row ? next : one)));
    }
}

/** Whether a match waits for us there. A table that has not begun waits for its host, but does not call. */
export const calls = (row: MyTable): boolean => row.my_turn && row.stage !== "lobby";

export const HouseContext = createContext<House | null>(null);

export function useHouse(): House {
    const house = useContext(HouseContext);
    if (!house) throw new Error("no house");
    return house;
}

/** Follows a table while the component is shown. */
export function useTable(code: string): Table {
    const house = useHouse();
    const store = useMemo(() => house.table(code), [house, code]);
    useEffect(() => house.follow(code), [house, code]);
    return useStore(store);
}
