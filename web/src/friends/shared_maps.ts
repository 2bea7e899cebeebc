// SPDX-License-Identifier: MIT
// shared_maps.ts: the maps that friends share, and what stands in them: docs/p2p.md has every name. Pure: the room and the
// view of the host give the values, so the same table always gives the same maps.
//
// Only what everybody at the table may know goes into `gameStateMap`. Hands lie in `dealtHandsMap`, one for each player.
import type * as Y from "yjs";
import type { Room, View } from "../messages";
import { listFact, numberFact, scoresOf, textFact } from "../table/facts";

/** Whoever sits there: the number under which the maps know a player; a bot has one below zero. */
export type Player = number;

export type Status = "LOBBY" | "PLAYING" | "PAUSED_WAITING_PLAYER" | "ROUND_ENDED" | "ENDED";

export interface Card {
    color: string | null;
    value: string;
    /** The card as commands write it. */
    face: string;
}

export interface GameState {
    status: Status;
    currentTurn: Player | null;
    direction: number;
    turnOrder: Player[];
    lockedPlayers: Player[];
    scores: Record<string, number>;
    currentRound: number;
    /** What is shown of it; the top card is the last. */
    discardPile: Card[];
    playerCardCounts: Record<string, number>;
    orphanHands: { clientId: Player; cardCount: number }[];
    winner: Player | null;
    game: string;
    rules: string;
    names: Record<string, string>;
    /** The facts of the game that the document has no name for. */
    facts: Record<string, unknown>;
}

/** Why an action was not done. */
export interface Rejection {
    code: string;
    why: string;
}

export interface Maps {
    state: Y.Map<unknown>;
    hands: Y.Map<unknown>;
    actions: Y.Map<unknown>;
    rejections: Y.Map<unknown>;
    lines: Y.Map<unknown>;
    table: Y.Map<unknown>;
    hosts: Y.Map<unknown>;
}

export const mapsOf = (doc: Y.Doc): Maps => ({
    state: doc.getMap("gameStateMap"),
    hands: doc.getMap("dealtHandsMap"),
    actions: doc.getMap("actionsMap"),
    rejections: doc.getMap("rejectionsMap"),
    lines: doc.getMap("lines"),
    table: doc.getMap("table"),
    hosts: doc.getMap("hosts"),
});

/** Calls `listener` when a document has got another number: Yjs does that when somebody else writes with the same. */
export function onNewNumber(doc: Y.Doc, listener: () => void): () => void {
    let known = doc.clientID;
    const look = () => {
        if (doc.clientID === known) return;
        known = doc.clientID;
        listener();
    };
    doc.on("afterTransactionCleanup", look);
    return () => doc.off("afterTransactionCleanup", look);
}

const COLORS: Record<string, string> = { R: "red", B: "blue", G: "green", Y: "yellow" };
const VALUES: Record<string, string> = {
    S: "skip",
    R: "reverse",
    T: "draw-two",
    W: "wild",
    F: "wild-draw-four",
};
const LETTERS = new Map(Object.entries(COLORS).map(([letter, name]) => [name, letter]));
const SIGNS = new Map(Object.entries(VALUES).map(([sign, name]) => [name, sign]));

/** A card of a game by its face. A wild card has the colour that was named for it, once there is one. */
export function cardOf(game: string, face: string, named: string | null = null): Card {
    if (game !== "shed") return { color: null, value: face, face };
    const [letter = "", sign = ""] = face;
    const color = letter === "W" ? COLORS[named ?? ""] : COLORS[letter];
    return { color: color ?? null, value: VALUES[sign] ?? sign, face };
}

/** The face of a card as a player may write it: by its face, or by colour and value. Null: it is no card. */
export function faceOf(game: string, card: unknown): string | null {
    if (typeof card !== "object" || card === null) return null;
    const { color, value, face } = card as Record<string, unknown>;
    if (typeof face === "string") return face;
    if (typeof value !== "string") return null;
    if (game !== "shed") return value;
    const sign = SIGNS.get(value) ?? value;
    if (sign === "W" || sign === "F") return `W${sign}`;
    const letter = typeof color === "string" ? LETTERS.get(color) : undefined;
    return letter ? letter + sign : null;
}

export const colorLetter = (name: unknown): string | null =>
    typeof name === "string" ? (LETTERS.get(name) ?? null) : null;

export function statusOf(room: Room, view: View | null): Status {
    const phase = textFact(view, "phase");
    if (room.stage === "lobby" || room.stage === "opening" || phase === "lobby" || !view)
        return "LOBBY";
    if (phase === "game_over" || room.stage === "finished" || room.stage === "closed")
        return "ENDED";
    if (phase === "round_over") return "ROUND_ENDED";
    return phase === "paused" || room.asks === "go_on" ? "PAUSED_WAITING_PLAYER" : "PLAYING";
}

/** Facts that everybody may know; those with names of their own in the document are left out. */
const FACTS = [
    "phase",
    "color",
    "pending",
    "called",
    "knocked_out",
    "protected",
    "out",
    "tokens_to_win",
    "round_winners",
    "match_winners",
];

function discardsOf(view: View): Card[] {
    const named = textFact(view, "color");
    const pile: Card[] = [];
    for (const { name, cards } of view.piles) {
        if (name !== "discard" && name !== "discards") continue;
        const shown = [...(cards ?? [])].reverse();
        for (const [i, face] of shown.entries())
            pile.push(cardOf(view.game, face, i === shown.length - 1 ? named : null));
    }
    return pile;
}

function byPlayer<T>(players: Player[], value: (seat: number) => T): Record<string, T> {
    return Object.fromEntries(players.map((player, seat) => [String(player), value(seat)]));
}

/** Facts of a step that have names of their own in the document. */
const NAMED_FACTS = ["turn", "direction", "scores", "tokens", "round", "orphans", "away"];

/** What everybody sees at a step, whoever looks: a list in the same order for all of them. */
export const openOf = (view: View): unknown[] => [
    view.seq,
    view.hands.map(({ count }) => count),
    view.piles.map(({ name, seat, count }) => [name, seat ?? null, count]),
    discardsOf(view),
    [...FACTS, ...NAMED_FACTS].map((name) => view[name] ?? null),
];

/** `players` by their seats; in the lobby empty ones have none. */
export function stateOf(room: Room, view: View | null, players: (Player | null)[]): GameState {
    const status = statusOf(room, view);
    const order = players.filter((player): player is Player => player !== null);
    const shown = status === "LOBBY" ? null : view;
    const winners = listFact(shown, status === "ENDED" ? "match_winners" : "round_winners");
    const over = status === "ENDED" || status === "ROUND_ENDED";
    const turn = numberFact(shown, "turn");
    const counts = (seat: number) => shown?.hands[seat]?.count ?? 0;
    const scores = scoresOf(shown)?.values ?? [];
    const orphans = [...listFact(shown, "orphans"), ...listFact(shown, "away")];
    const names = players.flatMap((player, seat) =>
        player === null ? [] : [[String(player), room.seats[seat]?.name ?? ""]],
    );
    return {
        status,
        currentTurn: shown && !over && turn !== null ? (players[turn] ?? null) : null,
        direction: numberFact(shown, "direction") ?? 1,
        turnOrder: order,
        lockedPlayers: shown ? order : [],
        scores: shown ? byPlayer(order, (seat) => scores[seat] ?? 0) : {},
        currentRound: numberFact(shown, "round") ?? 0,
        discardPile: shown ? discardsOf(shown) : [],
        playerCardCounts: shown ? byPlayer(order, counts) : {},
        orphanHands: orphans.flatMap((seat) => {
            const clientId = players[seat] ?? null;
            return clientId === null ? [] : [{ clientId, cardCount: counts(seat) }];
        }),
        winner: over ? (players[winners[0] ?? -1] ?? null) : null,
        game: room.game,
        rules: room.rules,
        names: Object.fromEntries(names),
        facts: Object.fromEntries(
            FACTS.flatMap((name) => (shown && name in shown ? [[name, shown[name]]] : [])),
        ),
    };
}

/** The hand that a view shows to whoever sits there; null: not all of it is known. */
export function handOf(view: View, seat: number): Card[] | null {
    const { count, cards = [] } = view.hands[seat] ?? {};
    if (cards.length !== count || cards.includes("?")) return null;
    return cards.map((face) => cardOf(view.game, face));
}

/** A map that one alone writes. What others have put there is never looked at: it may be anything that Yjs can carry. */
export class OwnMap {
    /** What was written last: as long as it is there, it is this very value. */
    private readonly last = new Map<string, { text: string; value: unknown }>();

    constructor(private readonly map: Y.Map<unknown>) {}

    /** Writes what has changed, and removes what does not belong there. To be called within a transaction. */
    put(values: Record<string, unknown>): void {
        const { map, last } = this;
        for (const key of [...map.keys()]) if (!Object.hasOwn(values, key)) map.delete(key);
        for (const key of [...last.keys()]) if (!Object.hasOwn(values, key)) last.delete(key);
        for (const [key, value] of Object.entries(values)) {
            const text = JSON.stringify(value);
            const before = last.get(key);
            const kept = before?.text === text ? before : { text, value };
            last.set(key, kept);
            if (map.get(key) !== kept.value) map.set(key, kept.value);
        }
    }
}
