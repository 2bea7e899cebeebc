// SPDX-License-Identifier: MIT
//
// looks.mjs: looking at one state of a page at three sizes and in both themes.
import { accessible, COLOURS, check, PHONE, picture, TABLET, WIDE } from "./trial.mjs";

/* A theme has its colours at any size, and a size its order in any theme. */
const LOOKS = [
    ["wide", WIDE, "light", COLOURS],
    ["tablet", TABLET, "dark", null],
    ["phone", PHONE, "dark", undefined],
    ["wide", WIDE, "dark", undefined],
];

/** A page that can be moved sideways is too wide for its window. */
async function isNarrow(page, what) {
    const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    check(over <= 0, `${what} is ${over} pixels too wide`);
}

/** A page is narrow enough; a button says all that it says, and so do points. */
export async function fits(page, what) {
    await isNarrow(page, what);
    const cut = await page.evaluate(() =>
        [...document.querySelectorAll("button, .button, h1, h2, legend, select, .round-end, .tip")]
            .filter((one) => !one.matches(".only-heard") && one.clientWidth)
            .filter((one) => one.scrollWidth > one.clientWidth + 1)
            .map((one) => `${one.className}: ${one.textContent}`),
    );
    check(cut.length === 0, `${what} has words that stick out: ${cut.join("; ")}`);
}

/**
 * Looks at one state of a page in every size and theme: it can be used by everybody (axe-core), and
 * nothing sticks out. `shortens`: titles of this page may be cut short.
 */
export async function look(page, name, { full = false, shortens = false } = {}) {
    for (const [size, viewport, theme, rules] of LOOKS) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        await (shortens ? isNarrow : fits)(page, `${name} (${size})`);
        if (rules !== null) await accessible(page, `${name} (${size}, ${theme})`, rules);
        await picture(page, `${name}-${size}-${theme}`, { full });
    }
}
