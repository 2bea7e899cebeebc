// SPDX-License-Identifier: MIT
/*
 * faces.ts: what a page knows about cards, all of it told by the server (GET /api/games): names,
 * colours, values, what each does. Nothing here knows a rule; a face that nobody described is
 * shown by its code.
 */

export interface Face {
    code: string;
    name: string;
    color: string | null;
    value: string;
    class: string;
    points: number;
    quantity: number;
    effect: string | null;
    draws: number;
    sentence: string;
    with?: { option: string; effect: string | null; draws: number; sentence: string };
}

export interface Color {
    code: string;
    name: string;
    symbol: string;
    paint: string;
}

export interface Deck {
    name?: string;
    cards: Face[];
}

/** The part of a game of /api/games that cards need. */
export interface DeckGame {
    colors: Color[];
    decks: Deck[];
}

/** A card that is not seen. */
export const HIDDEN = "?";

const nameless = (code: string): Face => ({
    code,
    name: code,
    color: null,
    value: code,
    class: "number",
    points: 0,
    quantity: 0,
    effect: null,
    draws: 0,
    sentence: "",
});

/** The row of a face, from the deck of that name if it is given. */
export function faceOf(game: DeckGame | undefined, code: string, deck?: string): Face {
    const decks = game?.decks ?? [];
    const first = decks.find((one) => one.name === deck) ?? decks[0];

    return (
        first?.cards.find((face) => face.code === code) ??
        decks.flatMap((one) => one.cards).find((face) => face.code === code) ??
        nameless(code)
    );
}

export function colorOf(game: DeckGame | undefined, code: string | null): Color | undefined {
    return game?.colors.find((color) => color.code === code);
}

/** Where a face stands when a hand is sorted: its place in the deck, which the game chose. */
export function placeOf(game: DeckGame | undefined, code: string, deck?: string): number {
    const cards = (game?.decks.find((one) => one.name === deck) ?? game?.decks[0])?.cards ?? [];
    const place = cards.findIndex((face) => face.code === code);

    return place < 0 ? cards.length : place;
}
