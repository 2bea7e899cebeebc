// SPDX-License-Identifier: MIT
// words.ts: the page's own texts. What the engine says (events, refusals, rules) comes from the engine in the same language.
//
// A text has places `{name}`, and `{count?one|many}` chooses by a number. Another language is one more file like de.ts.
import { preference, usePreference } from "../device";
import { de } from "./de";
import { en } from "./en";

export type Key = keyof typeof en;
export type Texts = Record<Key, string>;
export type Args = Record<string, string | number>;

export const languages: Record<string, { name: string; texts: Texts }> = {
    en: { name: "English", texts: en },
    de: { name: "Deutsch", texts: de },
};

/** The language that is spoken: the chosen one, else the first of the browser's that there is, else English. */
export function language(): string {
    const wanted = [preference("language"), ...(globalThis.navigator?.languages ?? [])];
    for (const code of wanted) {
        const short = code.slice(0, 2).toLowerCase();
        if (short in languages) return short;
    }
    return "en";
}

/* {name}, or {name?one|many}, in which {name} may stand again. */
const PLACE = /\{(\w+)(?:\?((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*))?\}/g;

export function fill(text: string, args: Args): string {
    return text.replace(PLACE, (_, name: string, one?: string, many?: string) => {
        const value = args[name] ?? "";
        if (one === undefined) return String(value);
        return fill((Number(value) === 1 ? one : many) ?? "", args);
    });
}

export function say(key: Key, args: Args = {}): string {
    return fill((languages[language()]?.texts ?? en)[key], args);
}

/** `say` for components: they are drawn again when another language is chosen. */
export function useWords(): typeof say {
    usePreference("language");
    return say;
}
