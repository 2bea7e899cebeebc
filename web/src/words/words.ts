// SPDX-License-Identifier: MIT
// words.ts: the page's own texts. What the engine says (events, refusals, rules) comes from the engine in the same language.
//
// A text has places `{name}`, and `{count?one|many}` chooses by a number, as the language counts. Another language is one more file like
// de.ts and one more row here. English is part of the page; any other language is loaded when it is spoken.
import { preference, usePreference } from "../device";
import { Store, useStore } from "../store";
import { en } from "./en";

export type Key = keyof typeof en;
export type Texts = Record<Key, string>;
export type Args = Record<string, string | number>;

/* Which form of a word a number takes, from 0: one for 1, one for all others; or the three of Slavic languages. */
type Counting = (count: number) => number;
const one: Counting = (count) => (count === 1 ? 0 : 1);
const slavic: Counting = (count) => {
    const last = count % 10;
    const teen = count % 100 > 10 && count % 100 < 20;
    if (last === 1 && !teen) return 0;
    return last >= 2 && last <= 4 && !teen ? 1 : 2;
};

interface Language {
    name: string;
    counting: Counting;
    load: () => Promise<Texts>;
}

export const languages: Record<string, Language> = {
    en: { name: "English", counting: one, load: async () => en },
    de: { name: "Deutsch", counting: one, load: async () => (await import("./de")).de },
    es: { name: "Español", counting: one, load: async () => (await import("./es")).es },
    pt: { name: "Português (Brasil)", counting: one, load: async () => (await import("./pt")).pt },
    ru: { name: "Русский", counting: slavic, load: async () => (await import("./ru")).ru },
};

/* What is here already. A language that is not is English until it comes. */
const loaded = new Store<Record<string, Texts>>({ en });

/** The language that is spoken: the chosen one, else the first of the browser's that there is, else English. */
export function language(): string {
    const wanted = [preference("language"), ...(globalThis.navigator?.languages ?? [])];
    for (const code of wanted) {
        const short = code.slice(0, 2).toLowerCase();
        if (short in languages) return short;
    }
    return "en";
}

/** Brings the texts of the language that is spoken; fails if they cannot be had now. */
export async function loadWords(): Promise<void> {
    const code = language();
    if (loaded.get()[code]) return;
    const texts = await languages[code]?.load();
    if (texts) loaded.set({ ...loaded.get(), [code]: texts });
}

/* {name}, or {name?one|many}, in which {name} may stand again. */
const PLACE = /\{(\w+)(?:\?((?:[^{}]|\{\w+\})*))?\}/g;

export function fill(text: string, args: Args, counting: Counting = one): string {
    return text.replace(PLACE, (_, name: string, forms?: string) => {
        const value = args[name] ?? "";
        if (forms === undefined) return String(value);
        const all = forms.split("|");
        return fill(all[Math.min(counting(Number(value)), all.length - 1)] ?? "", args);
    });
}

export function say(key: Key, args: Args = {}): string {
    const code = loaded.get()[language()] ? language() : "en";
    return fill((loaded.get()[code] ?? en)[key], args, languages[code]?.counting);
}

/** `say` for components: they are drawn again when another language is chosen, and when it has come. */
export function useWords(): typeof say {
    usePreference("language");
    useStore(loaded);
    return say;
}
