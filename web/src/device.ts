// SPDX-License-Identifier: MIT
// device.ts: what this browser remembers of its person: name, language, looks, and the token that owns the seats.
import { Store, useStore } from "./store";

export interface Preferences {
    name: string;
    language: string;
    theme: "system" | "dark" | "light";
    card_size: "small" | "medium" | "large";
    sort: "color" | "value" | "arrival";
    sound: boolean;
    notify: boolean;
    /** The list of cards that are still possible, in games where it says something. */
    helper: boolean;
    /** Which games have explained themselves already: their names. */
    taught: string[];
    /** What the last table was, offered again on the front page. */
    game: string;
    bot: string;
    opponents: number;
    length: string;
    /** Where browsers of friends find each other, if not where the page comes from; and what helps them to connect. */
    friends_address: string;
    friends_ice: string;
}

const DEFAULTS: Preferences = {
    name: "",
    language: "",
    theme: "system",
    card_size: "medium",
    sort: "color",
    sound: false,
    notify: false,
    helper: false,
    taught: [],
    game: "shed",
    bot: "fair",
    opponents: 2,
    length: "few",
    friends_address: "",
    friends_ice: "",
};

const PREFERENCES = "holecard.preferences";
const TOKEN = "holecard.token";
/** The number at Telegram of the person who came from there last. */
const TELEGRAM = "holecard.telegram.person";
/** The same as TOKEN for the house of this device, whose tables no server knows. */
const HOME_TOKEN = "holecard.home.token";
/** Whether this device has tables of its own. */
const HOME_TABLES = "holecard.home.tables";

/* A browser may refuse to store anything (private windows do). Then the person is remembered until the tab closes. */
const fallback = new Map<string, string>();

function read(key: string): string | null {
    try {
        return localStorage.getItem(key) ?? fallback.get(key) ?? null;
    } catch {
        return fallback.get(key) ?? null;
    }
}

function write(key: string, value: string | null): void {
    try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
        fallback.delete(key);
    } catch {
        if (value === null) fallback.delete(key);
        else fallback.set(key, value);
    }
}

/* What is proposed by whoever shows the page: it holds where the person has not chosen, and is not kept. */
let proposed: Partial<Preferences> = {};

function load(): Preferences {
    const kept: Partial<Record<keyof Preferences, unknown>> = parse(read(PREFERENCES));
    const preferences: Preferences = { ...DEFAULTS, ...proposed };
    for (const key of Object.keys(DEFAULTS) as (keyof Preferences)[])
        if (
            typeof kept[key] === typeof DEFAULTS[key] &&
            Array.isArray(kept[key]) === Array.isArray(DEFAULTS[key]) &&
            kept[key] !== DEFAULTS[key]
        )
            Object.assign(preferences, { [key]: kept[key] });
    return preferences;
}

function parse(text: string | null): Record<string, unknown> {
    try {
        const value: unknown = JSON.parse(text ?? "{}");
        return typeof value === "object" && value !== null
            ? (value as Record<string, unknown>)
            : {};
    } catch {
        return {};
    }
}

const preferences = new Store<Preferences>(load());

export function preference<K extends keyof Preferences>(name: K): Preferences[K] {
    return preferences.get()[name];
}

export function prefer<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
    write(PREFERENCES, JSON.stringify({ ...parse(read(PREFERENCES)), [name]: value }));
    preferences.set({ ...load(), [name]: value });
}

export function propose(values: Partial<Preferences>): void {
    proposed = values;
    preferences.set(load());
}

/** A preference and how to change it, for components. */
export function usePreference<K extends keyof Preferences>(
    name: K,
): [Preferences[K], (value: Preferences[K]) => void] {
    return [useStore(preferences)[name], (value) => prefer(name, value)];
}

export function onPreference(listener: () => void): () => void {
    return preferences.subscribe(listener);
}

/* The token of somebody whom another service has named, for as long as this page is shown. */
let lent: string | null = null;

export function lendToken(value: string): void {
    lent = value;
}

export function token(): string | null {
    return lent ?? read(TOKEN);
}

/** Keeps it, unless one is lent: the browser's own guest stays who it was. */
export function keepToken(value: string | null): void {
    if (lent === null) write(TOKEN, value);
}

export function telegramPerson(): string | null {
    return read(TELEGRAM);
}

export function keepTelegramPerson(number: string): void {
    write(TELEGRAM, number);
}

export function homeToken(): string | null {
    return read(HOME_TOKEN);
}

export function keepHomeToken(value: string | null): void {
    write(HOME_TOKEN, value);
}

/** Whether this device had tables of its own when it was looked at last. */
export function hasHomeTables(): boolean {
    return read(HOME_TABLES) !== null;
}

export function keepHomeTables(has: boolean): void {
    write(HOME_TABLES, has ? "1" : null);
}

/** Puts theme and size of cards where the style sheet sees them. */
export function dress(root: HTMLElement): void {
    const put = () => {
        const { theme, card_size } = preferences.get();
        if (theme === "system") delete root.dataset.theme;
        else root.dataset.theme = theme;
        root.dataset.cards = card_size;
    };
    put();
    preferences.subscribe(put);
    /* Another tab of the same person: what is chosen there holds here. */
    addEventListener("storage", (event) => {
        if (event.key === PREFERENCES) preferences.set(load());
    });
}
