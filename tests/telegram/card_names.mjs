// SPDX-License-Identifier: MIT
//
// card_names.mjs: which cards a text names, in words or in emoji, so that a test can ask whether
// somebody was shown a card that they may not know.

const COLORS = { "🔴": "R", "🔵": "B", "🟢": "G", "🟡": "Y" };

export class CardNames {
    /** `cards` as /api/rules/GAME lists them. */
    constructor(cards) {
        this.codes = new Map(cards.map(({ name, code }) => [name.toLowerCase(), code]));
        const names = [...this.codes.keys()].sort((a, b) => b.length - a.length);
        this.words = new RegExp(`(?<!\\w)(?:${names.join("|")})(?!\\w)`, "giu");
        this.signs = new Map();
        for (const { code, value } of cards) if (/^[RBGY]/.test(code)) this.signs.set(code, value);
    }
    /** The codes of the cards that a text names. */
    in(text) {
        const found = new Set();
        for (const [name] of text.matchAll(this.words))
            found.add(this.codes.get(name.toLowerCase()));
        for (const [, color, sign] of text.matchAll(
            /(🔴|🔵|🟢|🟡)(\d(?=\uFE0F\u20E3)|🚫|🔄|\+2)/gu,
        )) {
            const value = { "🚫": "S", "🔄": "R", "+2": "T" }[sign] ?? sign;
            found.add(COLORS[color] + value);
        }
        return found;
    }
}
