// SPDX-License-Identifier: MIT
// watch.ts: what a friend's page keeps an eye on while a match is played: that every step which the host shows can be one
// of the rules, that the host stands by it, and that others were shown the same. Start reading at `hear`.
//
// Nobody is accused of what may have happened on the way: a step is judged only if what was shown right before it is
// known; after a line that was down, or with another host, it begins anew with what is shown then. What this page was not shown it cannot
// judge: that is found when the match is over (judge.ts).
import { fold, newTable, type Table } from "../connection/fold";
import type { News } from "../connection/line";
import type { ShownStep } from "../replay/engine";
import type { HostChain } from "./host_chain";
import { isStatedBy, readStatement, type Statement, type Step, stateOfPlay } from "./statement";

/** What is wrong with a step: of the rules, or of what the host says of it. */
export type Wrong =
    | "turn"
    | "points"
    | "count"
    | "card"
    | "move"
    | "sight"
    | "not_stated"
    | "two_truths";

export interface Breach extends Step {
    wrong: Wrong;
    /** Who was the host then. */
    name: string;
}

export interface WatchOptions {
    /** Who is the host. */
    chain: Pick<HostChain, "host" | "subscribe">;
    code: string;
    /** What the engine says against a step, as Engine.follow; null also if it could not be asked. */
    follow(step: ShownStep): Promise<string | null>;
    /** Shows others what the host has stated, the last one last. */
    show(statements: string[]): void;
    found(breach: Breach): void;
}

/** So many statements are shown to others. */
const STATED_MAX = 4;
/** So many steps of a match are remembered, the last ones. */
const STEPS_MAX = 4096;
/** So many statements to others are kept for steps that this page was not shown. */
const EARLY_MAX = 64;
/** Of a host who has broken so many rules in a match, more need not be told. */
const BREACHES_MAX = 32;
/** So many steps wait for the engine at most; what comes faster is not judged. */
const WAITING_MAX = 64;

/* The engine says in English what is wrong, with the names of events and facts; people want to know what it is about. */
const WRONGS: [RegExp, Wrong][] = [
    [/^what happened does not lead to this: turn$|want "turn\b/, "turn"],
    [/^what happened does not lead to this: (scores|tokens)$|want "(score|token|points)/, "points"],
    [/so many cards|number of cards/, "count"],
    [/^a card /, "card"],
    [/^no lawful command|^the rules want|^events are missing/, "move"],
];

const isSame = (one: Statement, other: Statement): boolean =>
    one.match === other.match && one.seq === other.seq && one.digest === other.digest;

export const wrongOf = (why: string): Wrong =>
    WRONGS.find(([words]) => words.test(why))?.[1] ?? "sight";

export class Watch {
    private table: Table;
    private match = 0;
    /** What this page was shown at steps of the match. */
    private readonly shown = new Map<number, string>();
    private stated: string[] = [];
    /** What the host has stated to others of steps that this page was not shown, or not yet. */
    private early: Statement[] = [];
    private waiting = 0;
    private breaches = 0;

    constructor(private readonly options: WatchOptions) {
        this.table = newTable(options.code);
        options.chain.subscribe(() => this.changeHost());
    }

    /** News of the line, in the order in which they came. */
    hear(news: News): void {
        if (news.op === "down") this.table = { ...this.table, fresh: false };
        if (news.op !== "update" && news.op !== "answer") return;
        if (news.table !== this.options.code) return;
        const before = this.table;
        this.table = fold(before, news);
        const { room, view } = this.table;
        if (!room || !view || view === before.view) return;
        this.remember();
        /* A change is one of the view right before it; a whole view is where one begins anew. */
        const follows = news.op === "update" && news.change && before.fresh;
        const was = follows ? before.view : null;
        const events = news.op === "update" ? (news.events ?? []) : [];
        void this.judge(room.match, { rules: room.rules, was, events, now: view });
    }

    /** What the host states of what it has told until now. */
    state(said: string | undefined): void {
        const own = this.table.fresh ? stateOfPlay(this.table) : null;
        if (!own) return;
        const statement = readStatement(said);
        const fits = said && statement && isSame(statement, own);
        const known = said && said === this.stated.at(-1);
        if (!fits || !(known || isStatedBy(this.options.chain.host, said)))
            this.accuse(own, "not_stated");
        else if (!known) {
            this.stated = [...this.stated, said].slice(-STATED_MAX);
            this.options.show(this.stated);
        }
    }

    /** What somebody else shows of what the host has stated to them. Only what the host has signed counts. */
    compare(shown: unknown): void {
        if (!Array.isArray(shown)) return;
        for (const said of shown.slice(-STATED_MAX)) {
            const statement = readStatement(said);
            if (!statement || statement.match < this.match) continue;
            const own = statement.match === this.match && this.shown.get(statement.seq);
            if (own === statement.digest || this.early.some((one) => isSame(one, statement)))
                continue;
            /* Friends show what they have proved, so whoever shows something else is not worth more time. */
            if (!isStatedBy(this.options.chain.host, said)) return;
            if (own) this.accuse(statement, "two_truths");
            else this.early = [...this.early, statement].slice(-EARLY_MAX);
        }
    }

    private async judge(match: number, step: ShownStep): Promise<void> {
        if (this.waiting >= WAITING_MAX) return;
        this.waiting++;
        const name = this.hostName();
        const why = await this.options.follow(step);
        this.waiting--;
        if (why !== null) this.accuse({ match, seq: step.now.seq }, wrongOf(why), name);
    }

    /* Another host stands by what happens from now on, and is not accused of what was shown before. */
    private changeHost(): void {
        this.table = { ...this.table, fresh: false };
        this.shown.clear();
        this.stated = [];
        this.early = [];
        this.breaches = 0;
    }

    private hostName(): string {
        const { room } = this.table;
        return room?.seats[room.host ?? -1]?.name ?? "";
    }

    private remember(): void {
        const own = stateOfPlay(this.table);
        if (!own) return;
        if (own.match !== this.match) {
            this.match = own.match;
            this.shown.clear();
            this.breaches = 0;
        }
        const before = this.shown.get(own.seq);
        if (before !== undefined && before !== own.digest) this.accuse(own, "two_truths");
        this.shown.set(own.seq, own.digest);
        const [oldest = 0] = this.shown.keys();
        if (this.shown.size > STEPS_MAX) this.shown.delete(oldest);
        const others = this.early.filter(
            ({ match, seq }) => match === own.match && seq === own.seq,
        );
        if (others.some(({ digest }) => digest !== own.digest)) this.accuse(own, "two_truths");
        if (others.length > 0) this.early = this.early.filter((one) => !others.includes(one));
    }

    private accuse({ match, seq }: Step, wrong: Wrong, name = this.hostName()): void {
        if (this.breaches++ < BREACHES_MAX) this.options.found({ match, seq, wrong, name });
    }
}
