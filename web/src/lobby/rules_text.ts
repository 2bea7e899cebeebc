// SPDX-License-Identifier: MIT
// rules_text.ts: rules and settings as the engine writes them, "party points_to_win=200", taken apart and put together.
import type { Options, Presets } from "../messages";

export type Option = Options[number];
/** A preset, and what is different from it. */
export interface Chosen {
    preset: string;
    values: Record<string, string>;
}

/** `name=value` words as a record; other words are left out. */
export function valuesOf(text: string): Record<string, string> {
    const values: Record<string, string> = {};
    for (const word of text.split(/\s+/)) {
        const at = word.indexOf("=");
        if (at > 0) values[word.slice(0, at)] = word.slice(at + 1);
    }
    return values;
}

/** What people call a value of an option. */
export function titleOf(option: Option | undefined, value: string): string {
    const at = option?.values?.indexOf(value) ?? -1;
    return option?.titles?.[at] ?? value.replaceAll("_", " ");
}

/** What an option is in a preset. */
export function presetValue(option: Option, preset: Presets[number] | undefined): string {
    return valuesOf(preset?.options ?? "")[option.name] ?? String(option.default);
}

/** What an option is, given what was chosen. */
export function chosenValue(option: Option, chosen: Chosen, presets: Presets): string {
    return (
        chosen.values[option.name] ??
        presetValue(
            option,
            presets.find((preset) => preset.name === chosen.preset),
        )
    );
}

/** Reads a text that a person may have typed. Words that it does not know are left to the engine to refuse. */
export function readRules(text: string, presets: Presets): Chosen {
    const words = text.trim().split(/\s+/).filter(Boolean);
    const preset = presets.find((one) => words.includes(one.name));
    const values = valuesOf(words.join(" "));
    if (preset) return { preset: preset.name, values };
    /* Without a name it may still be a preset, written out: the one from which least is different. */
    let best: Chosen | null = null;
    for (const one of presets) {
        const of_preset = valuesOf(one.options);
        if (Object.entries(of_preset).some(([name, value]) => values[name] !== value)) continue;
        const rest = Object.fromEntries(
            Object.entries(values).filter(([name]) => !(name in of_preset)),
        );
        if (!best || Object.keys(rest).length < Object.keys(best.values).length)
            best = { preset: one.name, values: rest };
    }
    return best ?? { preset: presets[0]?.name ?? "", values };
}

interface Played {
    name: string;
    options: Options;
    presets: Presets;
}

/** Rules that somebody has sent: words, with or without the name of the game before them, or a link to a new table with
 * them. Null if no game knows all of these words; without a name that is the `current` game if it can be. */
export function readShared(
    text: string,
    games: Played[],
    current: string,
): { game: string; rules: string } | null {
    const query = /\?(?:.*&)?(?:game|rules)=/.test(text)
        ? new URLSearchParams(text.slice(text.indexOf("?") + 1).trim())
        : null;
    const said = query ? `${query.get("game") ?? ""} ${query.get("rules") ?? ""}` : text;
    const words = said.split(/\s+/).filter(Boolean);
    const named = games.find((game) => game.name === words[0]);
    if (named) words.shift();
    const knows = ({ options, presets }: Played) =>
        words.every(
            (word) =>
                presets.some((preset) => preset.name === word) ||
                options.some((option) => word.startsWith(`${option.name}=`)),
        );
    const first = games.filter((game) => game.name === current);
    const game = (named ? [named] : [...first, ...games]).find(knows);
    return game ? { game: game.name, rules: words.join(" ") } : null;
}

/** The text for the engine: shortest when nothing is chosen, the empty one. */
export function writeRules(chosen: Chosen, options: Options, presets: Presets): string {
    const preset = presets.find((one) => one.name === chosen.preset);
    const words: string[] = preset && preset.options !== "" ? [preset.name] : [];
    for (const option of options) {
        const value = chosen.values[option.name];
        if (value !== undefined && value !== presetValue(option, preset))
            words.push(`${option.name}=${value}`);
    }
    return words.join(" ");
}

/** How many options differ from the preset. */
export function changes(chosen: Chosen, options: Options, presets: Presets): string[] {
    const preset = presets.find((one) => one.name === chosen.preset);
    return options
        .filter((option) => {
            const value = chosen.values[option.name];
            return value !== undefined && value !== presetValue(option, preset);
        })
        .map((option) => option.name);
}
