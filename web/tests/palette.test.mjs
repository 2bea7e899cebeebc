// SPDX-License-Identifier: MIT
/*
 * palette.test.mjs: computes from style/tokens.css that the colours of cards stay apart for
 * colour-blind eyes, and that text has the contrast of WCAG AA on everything it stands on, in both
 * themes. Eyes are simulated by the matrices of Machado, Oliveira and Fernandes (2009) at full
 * severity; distances are those of OKLab, times 100.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const css = readFileSync(new URL("../src/style/tokens.css", import.meta.url), "utf8");

/* The custom properties of all blocks whose selector is exactly that. */
function tokens(selector) {
    const found = {};
    for (const [, head, body] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
        if (head.replace(/\/\*[\s\S]*?\*\//g, "").trim() !== selector) continue;
        for (const [, name, value] of body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g))
            found[name] = value;
    }
    return found;
}

const dark = tokens(":root");
const light = { ...dark, ...tokens(':root[data-theme="light"]') };
const system = { ...dark, ...tokens(':root:not([data-theme="dark"])') };

const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const rgb = (hex) => [1, 3, 5].map((i) => linear(Number.parseInt(hex.slice(i, i + 2), 16) / 255));
const times = (matrix, v) =>
    matrix.map(([a, b, c]) => Math.min(1, Math.max(0, a * v[0] + b * v[1] + c * v[2])));

function oklab(color) {
    const cones = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ];
    const [l, m, s] = times(cones, color).map(Math.cbrt);
    return [
        0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ];
}

const EYES = {
    usual: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
    ],
    protanopia: [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    deuteranopia: [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.01182, 0.04294, 0.968881],
    ],
    tritanopia: [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.3039],
    ],
};

function contrast(one, other) {
    const [a, b] = [one, other]
        .map((hex) => rgb(hex))
        .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
        .sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
}

const PAINTS = ["red", "blue", "green", "yellow"];

for (const [eyes, matrix] of Object.entries(EYES))
    test(`the four colours stay apart: ${eyes}`, () => {
        const seen = PAINTS.map((paint) => oklab(times(matrix, rgb(dark[paint]))));
        for (let i = 0; i < seen.length; i++)
            for (let j = i + 1; j < seen.length; j++) {
                const apart = 100 * Math.hypot(...seen[i].map((part, k) => part - seen[j][k]));
                assert.ok(apart >= 10, `${PAINTS[i]} and ${PAINTS[j]}: ${apart.toFixed(1)}`);
            }
    });

/* What stands on what, and the least contrast: 4.5 for text, 3 for shapes and large values. */
const ON_PAPER = [
    ...PAINTS.map((paint) => [`${paint}-ink`, "paper", 4.5]),
    ["ink", "paper", 4.5],
    ["ink-dim", "paper", 4.5],
    ["wine", "paper", 4.5],
    ["ink", "yellow", 4.5],
    ["back-light", "back", 4.5],
];
const ON_SURFACES = ["felt", "felt-edge", "panel", "panel-high"].flatMap((surface) => [
    ["text", surface, 4.5],
    ["dim", surface, 4.5],
    ["accent", surface, 4.5],
    ["good", surface, 4.5],
    ["bad", surface, 4.5],
    ["line-strong", surface, 3],
    ...PAINTS.map((paint) => [`plot-${paint}`, surface, 3]),
]);
const ON_ACCENT = [
    ["on-accent", "accent", 4.5],
    ["on-accent-dim", "accent", 4.5],
];

test("a card can be read", () => {
    for (const [front, back, least] of ON_PAPER)
        assert.ok(contrast(dark[front], dark[back]) >= least, `${front} on ${back}`);
    for (const paint of ["red", "blue", "green"])
        assert.ok(contrast("#ffffff", dark[paint]) >= 4.5, `white on ${paint}`);
});

for (const [name, theme] of Object.entries({ dark, light, system }))
    test(`text can be read: ${name}`, () => {
        for (const [front, back, least] of [...ON_SURFACES, ...ON_ACCENT]) {
            const found = contrast(theme[front], theme[back]);
            assert.ok(found >= least, `${front} on ${back}: ${found.toFixed(2)}`);
        }
    });

test("the light theme is one, whoever asks for it", () => {
    assert.deepEqual(system, light);
    assert.notDeepEqual(light, dark);
});
