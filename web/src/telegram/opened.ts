// SPDX-License-Identifier: MIT
// opened.ts: what stands in the address of a page that Telegram has opened: words behind its `#`.

export interface Opened {
    /** What Telegram has signed. */
    data: string;
    /** The number of the person at Telegram, as text; empty: the signed words have none. */
    person: string;
    /** The code of a table; empty: none is meant. */
    table: string;
    language: string;
    theme: "dark" | "light" | "system";
}

/** A text of JSON as an object; empty if it is none. */
export function parsed(text: string | null): Record<string, unknown> {
    try {
        const value: unknown = JSON.parse(text ?? "{}");
        return typeof value === "object" && value !== null
            ? (value as Record<string, unknown>)
            : {};
    } catch {
        return {};
    }
}

/* A background that is rather dark than light. */
function themeOf(color: unknown): Opened["theme"] {
    const hex = /^#([0-9a-f]{6})$/i.exec(String(color))?.[1];
    if (!hex) return "system";
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((i) =>
        Number.parseInt(hex.slice(i, i + 2), 16),
    );
    return red * 0.3 + green * 0.59 + blue * 0.11 < 128 ? "dark" : "light";
}

/** Reads what stands in the address of a page that Telegram has opened. Null: Telegram has not opened it, or a bot has put
    signed words of its own before those of Telegram. */
export function readOpened(hash: string): Opened | null {
    const words = new URLSearchParams(hash.replace(/^#/, ""));
    const [data, ...more] = words.getAll("tgWebAppData");
    if (!data || more.length > 0) return null;
    const fields = new URLSearchParams(data);
    const code = /^[a-z]{6}$/i.exec(fields.get("start_param") ?? "")?.[0] ?? "";
    const { id, language_code: language } = parsed(fields.get("user"));
    return {
        data,
        person: typeof id === "number" ? String(id) : "",
        table: code.toUpperCase(),
        language: typeof language === "string" ? language : "",
        theme: themeOf(parsed(words.get("tgWebAppThemeParams")).bg_color),
    };
}

/** Where an address of the Mini App leads: /telegram/BCDFHJ is the table /BCDFHJ. */
export function placeOf(path: string): string | null {
    const found = /^\/telegram(?:\/([a-z]{6}))?\/?$/i.exec(path);
    return found && `/${(found[1] ?? "").toUpperCase()}`;
}
