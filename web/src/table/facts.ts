// SPDX-License-Identifier: MIT
// facts.ts: facts of a view by name, with the type that a page expects of them. A game that has no such fact gives nothing.
import type { View } from "../messages";

export function numberFact(view: View | null, name: string): number | null {
    const value = view?.[name];
    return typeof value === "number" ? value : null;
}

export function textFact(view: View | null, name: string): string | null {
    const value = view?.[name];
    return typeof value === "string" ? value : null;
}

export function listFact(view: View | null, name: string): number[] {
    const value = view?.[name];
    return Array.isArray(value)
        ? value.filter((one): one is number => typeof one === "number")
        : [];
}

/** What each seat has won so far, whatever the game calls it. */
export function scoresOf(
    view: View | null,
): { kind: "points" | "tokens"; values: number[] } | null {
    for (const kind of ["points", "tokens"] as const) {
        const values = listFact(view, kind === "points" ? "scores" : "tokens");
        if (values.length > 0) return { kind, values };
    }
    return null;
}

export const over = (view: View | null): "round" | "match" | null => {
    const phase = textFact(view, "phase");
    return phase === "round_over" ? "round" : phase === "game_over" ? "match" : null;
};
