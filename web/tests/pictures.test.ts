// SPDX-License-Identifier: MIT
/*
 * pictures.test.ts: cards are drawn twice, by the pages and, for pictures in chats, by the server
 * (src/doors/telegram/picture_card.c). Both must be the same: element by element, attribute by
 * attribute, and class by class in the style. HC_PICTURE_CARDS names the program that prints those
 * of the server; ctest sets it.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Fragment, type VNode } from "preact";
import { Back, CardFace } from "../src/cards/cards";
import { type DeckGame, faceOf } from "../src/cards/faces";

declare const SOURCE: string;

interface Printed {
    style: string;
    back: string;
    games: (DeckGame & { name: string; deck?: string; drawn: Record<string, string> })[];
}

const program = process.env.HC_PICTURE_CARDS;
const skip = program ? false : "HC_PICTURE_CARDS is not set";
const printed: Printed = program
    ? JSON.parse(execFileSync(program, { encoding: "utf8", maxBuffer: 1 << 24 }))
    : { style: "", back: "", games: [] };

/* Numbers are written in more than one way. */
const same = (value: string) =>
    value.replace(/-?(\d+\.?\d*|\.\d+)/g, (number) => ` ${Number(Number(number).toFixed(3))} `);
const row = (depth: number, tag: string, attributes: [string, string][]) =>
    [
        "  ".repeat(depth) + tag,
        ...attributes
            .map(([name, value]) =>
                name === "class" ? `class=${value}` : `${name}=${same(value)}`,
            )
            .sort(),
    ].join(" ");

/* What a component draws, one line for each element and each text. */
function rowsOfPage(node: unknown, depth = 0): string[] {
    if (node === null || node === undefined || typeof node === "boolean") return [];
    if (Array.isArray(node)) return node.flatMap((one) => rowsOfPage(one, depth));
    if (typeof node !== "object") return ["  ".repeat(depth) + String(node)];
    const { type, props } = node as VNode<Record<string, unknown>>;
    const { children, ...rest } = props;
    if (typeof type === "function") {
        const component = type as (props: unknown) => unknown;
        return rowsOfPage(component === Fragment ? children : component(props), depth);
    }
    const attributes = Object.entries(rest)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]): [string, string] => [name, String(value)]);
    return [row(depth, String(type), attributes), ...rowsOfPage(children, depth + 1)];
}

/* The same of a text in SVG. */
function rowsOfText(text: string): string[] {
    const rows: string[] = [];
    let depth = 0;
    for (const [, close, tag, inside, single, words] of text.matchAll(
        /<(\/?)(\w+)((?:\s+[\w-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g,
    )) {
        if (words !== undefined) {
            rows.push("  ".repeat(depth) + words);
        } else if (close) {
            depth--;
        } else {
            const attributes = [...(inside ?? "").matchAll(/([\w-]+)="([^"]*)"/g)].map(
                ([, name, value]): [string, string] => [name ?? "", value ?? ""],
            );
            rows.push(row(depth, tag ?? "", attributes));
            if (!single) depth++;
        }
    }
    return rows;
}

/* The rows inside of the one <svg> of a card. */
function drawing(node: unknown): string[] {
    const rows = rowsOfPage(node);
    const from = rows.findIndex((one) => one.startsWith("  svg ")) + 1;
    const after = rows.findIndex((one, i) => i >= from && !one.startsWith("    "));
    assert.ok(from > 0);
    return rows.slice(from, after < 0 ? rows.length : after).map((one) => one.slice(4));
}

test("every card of every game is the same in pictures as on the pages", { skip }, () => {
    assert.ok(printed.games.length >= 2);
    for (const game of printed.games)
        for (const [code, text] of Object.entries(game.drawn)) {
            const face = faceOf(game, code, game.deck);
            const rows = drawing(CardFace({ face, game }));
            assert.deepEqual(rowsOfText(text), rows, `${game.name} ${code}`);
        }
});

test("the back is the same", { skip }, () => {
    assert.deepEqual(rowsOfText(printed.back), drawing(new Back({}).render()));
});

/* ---- The style ------------------------------------------------------------------------------ */

const styleFile = (name: string) =>
    readFileSync(`${SOURCE}/web/src/style/${name}.css`, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
const tokens = new Map(
    [
        ...(styleFile("tokens").match(/^:root \{([^}]*)\}/)?.[1] ?? styleFile("tokens")).matchAll(
            /--([\w-]+):\s*(#[0-9a-f]+);/g,
        ),
    ].map(([, name, value]): [string, string] => [name ?? "", value ?? ""]),
);

const COMPARED = new Set([
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "opacity",
    "font-weight",
    "font-size",
    "letter-spacing",
    "text-anchor",
]);

const parts = (hex: string) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));

/* A value as a browser would compute it. */
function computed(value: string): string {
    const plain = value.replace(/var\(--([\w-]+)\)/g, (_, name) => tokens.get(name) ?? "?");
    const mix = /^color-mix\(in srgb, (#\w{6}) (\d+)%, (#\w{6})\)$/.exec(plain);
    if (!mix) return plain.startsWith("#") ? plain : same(plain).replace(/ /g, "");
    const [, one = "", percent = "", other = ""] = mix;
    const share = Number(percent) / 100;
    const mixed = parts(one).map((part, i) =>
        Math.round(part * share + (parts(other)[i] ?? 0) * (1 - share)),
    );
    return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/* What each selector says of drawings. */
function readStyle(css: string): Map<string, Map<string, string>> {
    const style = new Map<string, Map<string, string>>();
    for (const [, selectors = "", body = ""] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g))
        for (const selector of selectors.split(",")) {
            const found = style.get(selector.trim()) ?? new Map<string, string>();
            for (const [, name = "", value = ""] of body.matchAll(/([\w-]+):\s*([^;]+)/g))
                if (COMPARED.has(name)) found.set(name, computed(value.trim()));
            style.set(selector.trim(), found);
        }
    return style;
}

test("the style of cards is the same", { skip }, () => {
    const page = readStyle(
        styleFile("cards").replace(/@container[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/, ""),
    );
    const picture = readStyle(printed.style);
    const all = [
        printed.back,
        ...printed.games.flatMap((game) => Object.values(game.drawn)),
    ].join();
    const used = new Set([...all.matchAll(/class="([^"]*)"/g)].flatMap(([, c]) => c?.split(" ")));

    for (const [selector, says] of picture)
        assert.deepEqual(says, page.get(selector), `${selector} of the picture`);
    for (const [selector, says] of page) {
        const first = /^(?:\w+)?\.([\w-]+)/.exec(selector)?.[1] ?? "";
        if (says.size && (used.has(first) || first === "card-face"))
            assert.deepEqual(picture.get(selector), says, `${selector} of the page`);
    }
});
