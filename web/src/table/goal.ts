// SPDX-License-Identifier: MIT
// goal.ts: what wins a match, as far as the page shows it.
import type { Game } from "../connection/games";
import { valuesOf } from "../lobby/rules_text";
import type { View } from "../messages";
import { numberFact } from "./facts";

/** What wins the match; null if one round does. */
export function goalOf(game: Game | null, view: View, rules: string): number | null {
    const tokens = numberFact(view, "tokens_to_win");
    if (tokens) return tokens;
    const values = valuesOf(rules);
    if (values.match_mode === "single") return null;
    const option = game?.options.find((one) => one.name === "points_to_win");
    return option ? Number(values.points_to_win ?? option.default) : null;
}
