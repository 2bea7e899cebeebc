// SPDX-License-Identifier: MIT
// fold.ts: what a page knows about one table, made from the messages about it. Pure: a table and a message give a table.
import type { Answer, Chat, Event, Gone, Hint, Room, Update, View, Watchers } from "../messages";

/** One line of what happened at a table. */
export interface Line {
    key: number;
    kind: "event" | "round" | "chat" | "note";
    text: string;
    seat?: number;
    name?: string;
}

/** Something that happened, with the view after it: what is moved on the table. */
export interface Moment {
    key: number;
    events: Event[];
    says: string[];
    /** Those of the sentences that say more than the table shows. */
    told: string[];
}

export interface Table {
    code: string;
    /** Whether the house has told everything about it since the line is up. */
    fresh: boolean;
    room: Room | null;
    view: View | null;
    late: View[] | null;
    seat: number | null;
    waits_for: number[];
    deadline_ms: number | null;
    commitment: string | null;
    match_id: string | null;
    gone: boolean;
    /** Why the house does not let us follow it. */
    refused: { code: string; why: string } | null;
    moment: Moment | null;
    /** What the search bot would do, at the `seq` of a view; null if it would rather wait. */
    advice: { seq: number; command: string | null } | null;
    story: Line[];
    /** Counts everything that was told, for keys. */
    told: number;
}

const STORY_MAX = 200;
/** Events with which a round begins; a separator stands before them. */
const ROUND_EVENTS = new Set(["round_started", "round_updated"]);

/** Events that have no sentence. */
const SILENT = new Set([
    "wd4_judged",
    "window_opened",
    "phase_updated",
    "player_discard_pile_cleared",
]);

/* Whose turn it is now, and that they draw for it, is seen on the table; told each time it would drown all else. */
function worthTelling(events: Event[], says: string[], seat: number | null): string[] {
    const at = events.findLastIndex((event) => event.event === "turn");
    const spoken = events.slice(at).filter((event) => !SILENT.has(event.event)).length;
    if (at < 0 || spoken >= says.length) return says;
    const before = says.slice(0, says.length - spoken);
    return events[at]?.seat === seat
        ? [...before, ...says.slice(says.length - spoken + 1)]
        : before;
}

export function newTable(code: string): Table {
    return {
        code,
        fresh: false,
        room: null,
        view: null,
        late: null,
        seat: null,
        waits_for: [],
        deadline_ms: null,
        commitment: null,
        match_id: null,
        gone: false,
        refused: null,
        moment: null,
        advice: null,
        story: [],
        told: 0,
    };
}

function tell(table: Table, lines: Omit<Line, "key">[]): Table {
    if (lines.length === 0) return table;
    const story = [...table.story];
    let told = table.told;
    for (const line of lines) story.push({ ...line, key: ++told });
    return { ...table, told, story: story.slice(-STORY_MAX) };
}

/** An answer or update about this table. */
export function fold(table: Table, message: Update | Answer): Table {
    let next: Table = { ...table, gone: false };
    if (message.op === "answer" && !message.ok && message.room === undefined) {
        /* A refusal tells nothing about the room, but a stale command brings the view. */
        if (message.view) next.view = message.view;
        if (message.deadline_ms !== undefined) next.deadline_ms = message.deadline_ms;
        return next;
    }
    next.seat = message.seat ?? null;
    if (message.room) {
        if (table.room && message.room.match !== table.room.match) next.match_id = null;
        next.room = message.room;
        next.fresh = true;
        next.refused = null;
        next.match_id = message.match_id ?? next.match_id;
        if (message.room.stage === "lobby" || message.room.stage === "opening") {
            next.view = null;
            next.late = null;
        }
    }
    if (message.commitment) next.commitment = message.commitment;
    if (message.view) next.view = message.view;
    else if (message.op === "update" && message.change && next.view)
        next.view = { ...next.view, ...message.change } as View;
    if (message.late) next.late = message.late;
    /* Whoever sits sees the table of now. */
    if (next.seat !== null) next.late = null;
    if (message.waits_for) next.waits_for = message.waits_for;
    if (message.seq !== undefined || message.waits_for)
        next.deadline_ms = message.deadline_ms ?? null;

    if (message.op === "answer") {
        /* What was told meanwhile, because we were there already, is not told again. */
        const had = table.view !== null && table.view.seq >= (message.seq ?? 0);
        if (message.missed && !had)
            next = tell(
                next,
                message.missed.map((text) => ({ kind: "event", text })),
            );
        return next;
    }
    const events = message.events ?? [];
    const says = message.says ?? [];
    if (events.length > 0) {
        const lines: Omit<Line, "key">[] = [];
        const round = events.find((event) => ROUND_EVENTS.has(event.event));
        if (round) lines.push({ kind: "round", text: String(round.value ?? "") });
        const told = worthTelling(events, says, message.seat ?? null);
        if (told.length > 0) lines.push({ kind: "event", text: told.join(" ") });
        next = tell(next, lines);
        next.moment = { key: next.told, events, says, told };
    }
    return next;
}

export function foldChat(table: Table, message: Chat): Table {
    return tell(table, [
        { kind: "chat", text: message.text, seat: message.seat, name: message.name },
    ]);
}

export function foldHint(table: Table, message: Hint, text: string): Table {
    return tell(table, [{ kind: "note", text, seat: message.seat, name: message.name }]);
}

export function foldWatchers(table: Table, message: Watchers): Table {
    if (!table.room) return table;
    const { watchers, watcher_names } = message;
    return { ...table, room: { ...table.room, watchers, watcher_names } };
}

export function foldGone(table: Table, message: Gone): Table {
    return {
        ...table,
        gone: true,
        room: message.room ?? table.room,
        waits_for: [],
        deadline_ms: null,
    };
}
