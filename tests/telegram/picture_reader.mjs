// SPDX-License-Identifier: MIT
//
// picture_reader.mjs: which cards a picture shows, read from the PNG that a chat was sent. Each place
// where a card may lie is compared with all cards of the game as the same code draws them
// (tests/picture_sheet.c); outside of these places there must be nothing of the colour of their paper.
import { spawnSync } from "node:child_process";
import { inflateSync } from "node:zlib";

const PAPER = [0xfc, 0xf9, 0xf2];
const WIDTH = 1080;
const MARGIN = 36;
const GAP = 18;
const PILE = 168; // how wide the cards in the middle are
const SEAT = 168;
const FAR = 14; // from a card; the same one, half a pixel aside, is at most half as far
const HELD = 46; // how wide the cards of a seat are
const HELD_MAX = 10;
const COLUMNS = [1, 1, 2, 3, 2, 3, 3, 4, 4, 5, 5]; // of so many seats
const heightOf = (width) => (width * 176) / 120;
const MIDDLE = heightOf(PILE) + 2 * GAP + 44;

/** A PNG of eight bits for each of red, green and blue, perhaps with alpha, as cairo writes it. */
export class Picture {
    constructor(png) {
        this.width = png.readUInt32BE(16);
        this.height = png.readUInt32BE(20);
        const channels = { 2: 3, 6: 4 }[png[25]];
        if (png[24] !== 8 || !channels || png[28]) throw new Error("another kind of PNG");
        const parts = [];
        for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
            if (png.toString("latin1", at + 4, at + 8) === "IDAT")
                parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
        this.channels = channels;
        this.bytes = unfilter(inflateSync(Buffer.concat(parts)), this.width * channels, channels);
    }
    at(x, y) {
        return (y * this.width + x) * this.channels;
    }
    isPaper(x, y) {
        const at = this.at(x, y);
        return PAPER.every((value, i) => Math.abs(this.bytes[at + i] - value) < 3);
    }
}

function paeth(a, b, c) {
    const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/** What is added to a byte of a row, from those to the left, above, and between both. */
const GUESSES = [
    () => 0,
    (left) => left,
    (_left, up) => up,
    (left, up) => (left + up) >> 1,
    (left, up, corner) => paeth(left, up, corner),
];

function unfilter(raw, row, step) {
    const out = Buffer.alloc((raw.length / (row + 1)) * row);
    for (let y = 0; y * (row + 1) < raw.length; y++) {
        const guess = GUESSES[raw[y * (row + 1)]];
        for (let x = 0; x < row; x++) {
            const to = y * row + x;
            const left = x >= step ? out[to - step] : 0;
            const up = y ? out[to - row] : 0;
            const corner = x >= step && y ? out[to - row - step] : 0;
            out[to] = raw[y * (row + 1) + 1 + x] + guess(left, up, corner);
        }
    }
    return out;
}

/** All cards of a game, drawn at one size, so far to the right and down in their pixels. */
class Sheet {
    constructor(game, rules, width, ...how) {
        const words = [game, rules, width, ...how].map(String);
        const made = spawnSync(process.env.HC_PICTURE_SHEET, words, { maxBuffer: 64 << 20 });
        if (made.status !== 0) throw new Error(`no sheet of ${words}: ${made.stderr}`);
        const end = made.stdout.indexOf("\n");
        Object.assign(this, JSON.parse(made.stdout.toString("utf8", 0, end)));
        this.picture = new Picture(made.stdout.subarray(end + 1));
        this.width = width;
    }
    /** How far a card is from what lies at a place and can be seen so far from the left: the mean of
     * all colours, at every other pixel. What is too far to be that card is infinitely far. */
    difference(index, picture, left, top, visible) {
        const x0 = (index % this.columns) * this.wide;
        const y0 = Math.floor(index / this.columns) * this.high;
        const right = visible - 3;
        const bottom = heightOf(this.width) - 3;
        const count = 3 * Math.ceil((right - 3) / 2) * Math.ceil((bottom - 3) / 2);
        const { bytes } = picture;
        const own = this.picture.bytes;
        let sum = 0;
        for (let y = 3; y < bottom; y += 2) {
            for (let x = 3; x < right; x += 2) {
                const one = picture.at(left + x, top + y);
                const other = this.picture.at(x0 + x, y0 + y);
                for (let i = 0; i < 3; i++) sum += Math.abs(bytes[one + i] - own[other + i]);
            }
            if (sum > FAR * count) return Infinity;
        }
        return sum / count;
    }
}

export class PictureReader {
    constructor(game, rules) {
        this.game = game;
        this.rules = rules;
        this.sheets = new Map();
    }
    sheet(width, ...how) {
        const key = `${width.toFixed(4)} ${how}`;
        if (!this.sheets.has(key))
            this.sheets.set(key, new Sheet(this.game, this.rules, width, ...how));
        return this.sheets.get(key);
    }
    /** The card of a sheet that is nearest to what lies at a place, how far it is from it, and how much
     * farther the next one is. */
    nearest(sheet, picture, left, top, visible) {
        const [best, second] = sheet.codes
            .map((code, i) => ({ code, far: sheet.difference(i, picture, left, top, visible) }))
            .sort((a, b) => a.far - b.far);
        return { ...best, lead: second.far - best.far };
    }
    /** The card at a place; null if none of the game is there, or if it could be several. */
    cardAt(picture, x, y, width, { opacity = 1, visible = width } = {}) {
        const rough = this.sheet(width, opacity, 0, 0); // for all places
        const near = this.nearest(rough, picture, Math.round(x), Math.round(y), visible);
        if (!(near.far < FAR / 2)) return null;
        if (near.lead > 1) return near.code;
        // Cards that are much alike are compared where this one lies in its pixel.
        const [left, top] = [Math.floor(x + 0.001), Math.floor(y + 0.001)];
        const parts = [x - left, y - top].map((part) => Math.abs(part).toFixed(2));
        const exact = this.sheet(width, opacity, ...parts);
        const same = this.nearest(exact, picture, left, top, visible);
        return same.far < 0.5 && same.lead > 0.5 ? same.code : null;
    }
    /** Whether there is paper outside of the places of these cards, and of the words below the piles. */
    paperOutside(picture, places, below) {
        for (let y = 0; y < picture.height; y++)
            for (let x = 0; x < picture.width; x++) {
                if (!picture.isPaper(x, y) || (y > below && y < below + 64)) continue;
                const inside = places.some(
                    (one) =>
                        x >= one.x - 1 &&
                        x <= one.x + one.width + 1 &&
                        y >= one.y - 1 &&
                        y <= one.y + heightOf(one.width) + 1,
                );
                if (!inside) return { x, y };
            }
        return null;
    }
    /** The two piles in the middle: what is drawn from, and the discards. */
    middle(picture, y) {
        const places = [WIDTH / 2 - GAP - PILE, WIDTH / 2 + GAP].map((x) => ({
            x,
            y,
            width: PILE,
        }));
        const [draw, discard] = places.map((one) => this.cardAt(picture, one.x, y, PILE));
        return { places, draw, discard, below: y + heightOf(PILE) };
    }
    /** What a picture of a table shows where seats hold so many cards: what lies in the middle, what
     * each seat holds, and where else there is paper. */
    table(png, counts) {
        const picture = new Picture(png);
        const columns = COLUMNS[counts.length];
        const rows = Math.ceil(counts.length / columns);
        const wide = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns;
        const { places, ...middle } = this.middle(picture, 2 * MARGIN + rows * (SEAT + GAP));
        const held = counts.flatMap((all, seat) => {
            const count = Math.min(all, HELD_MAX);
            const left = MARGIN + (seat % columns) * (wide + GAP) + GAP;
            const y = MARGIN + Math.floor(seat / columns) * (SEAT + GAP) + 58;
            const step = Math.min(HELD * 0.62, (wide - 2 * GAP - 62 - HELD) / (count - 1 || 1));
            return Array.from({ length: count }, (_, i) => {
                const x = left + i * step;
                places.push({ x, y, width: HELD });
                const visible = i + 1 < count ? Math.min(step, HELD) : HELD;
                return this.cardAt(picture, x, y, HELD, { visible });
            });
        });
        return { ...middle, held, stray: this.paperOutside(picture, places, middle.below) };
    }
    /** What a picture of a hand of so many cards shows: what lies in the middle, the hand, and where
     * else there is paper. */
    hand(png, count) {
        const picture = new Picture(png);
        const { places, ...middle } = this.middle(picture, MARGIN);
        const columns = count <= 5 ? 5 : count <= 21 ? 7 : count <= 40 ? 10 : 14;
        const pitch = (WIDTH - 2 * MARGIN) / columns;
        const width = pitch * 0.9;
        const raise = width * 0.12;
        const rows = Math.ceil(count / columns);
        const cards = [];
        for (let i = 0; i < count; i++) {
            const row = Math.floor(i / columns);
            const inRow = row + 1 < rows ? columns : count - row * columns;
            const x = MARGIN + ((columns - inRow) * pitch) / 2 + ((i % columns) + 0.05) * pitch;
            const y = MARGIN + MIDDLE + 2 * GAP + row * (heightOf(width) + raise + 44);
            places.push({ x, y, width }, { x, y: y + raise, width });
            cards.push(
                this.cardAt(picture, x, y, width) ??
                    this.cardAt(picture, x, y + raise, width, { opacity: 0.68 }) ??
                    this.cardAt(picture, x, y + raise, width),
            );
        }
        return { ...middle, cards, stray: this.paperOutside(picture, places, middle.below) };
    }
}
