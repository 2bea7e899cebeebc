// SPDX-License-Identifier: MIT
// games.ts: what the house plays: games, rules, cards, bots, in the language of the page. All of it is the engine's data.
import { useEffect } from "preact/hooks";
import { usePreference } from "../device";
import type { CardRow, HttpGames } from "../messages";
import { Store, useStore } from "../store";
import { language } from "../words/words";
import { type House, useHouse } from "./house";

export type Games = HttpGames;
export type Game = HttpGames["games"][number];

const games = new Store<Games | null>(null);
/** The language of what has come, and who is asked for which now. All houses say the same. */
let told = "";
let asked = "";

async function load(house: House, code: string): Promise<void> {
    const question = `${house.base} ${code}`;
    if (told === code || asked === question) return;
    asked = question;
    for (let wait = 500; told !== code && asked === question; wait = Math.min(wait * 2, 15_000)) {
        try {
            const answer = await house.ask<Games>(`/api/games?language=${code}`, "http_games");
            if (asked !== question) return;
            if ("body" in answer) {
                told = code;
                games.set(answer.body);
                return;
            }
        } catch {
            /* Tried again below: without this data no card has a name. */
        }
        await new Promise((resolve) => setTimeout(resolve, wait));
    }
}

/** All of it, or null until it has come. */
export function useGames(): Games | null {
    const house = useHouse();
    const [wanted] = usePreference("language");
    const code = wanted || language();
    useEffect(() => void load(house, code), [house, code]);
    return useStore(games);
}

export function useGame(name: string | undefined): Game | null {
    return useGames()?.games.find((game) => game.name === name) ?? null;
}

/** The row of a face in any deck of a game. */
export function cardRow(game: Game | null, face: string): CardRow | null {
    for (const deck of game?.decks ?? [])
        for (const row of deck.cards) if (row.code === face) return row;
    return null;
}

/** The short name of a game: its title up to a colon. */
export function shortTitle(game: Game | null, fallback = ""): string {
    return game?.title.split(":")[0] ?? fallback;
}

/** The title of a table: a game's name stands where nobody has given one. */
export function tableTitle(title: string, game: Game | null): string {
    return title === game?.name ? shortTitle(game) : title;
}

/** What a card does under the rules of a table, given as text. */
export function cardSentence(row: CardRow | null, rules: string): string {
    if (!row) return "";
    if (row.with && rules.split(" ").includes(`${row.with.option}=true`)) return row.with.sentence;
    return row.sentence;
}
