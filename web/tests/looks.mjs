// SPDX-License-Identifier: MIT
//
// looks.mjs: looking at one state of a page at three sizes and in both themes.
import { accessible, check, PHONE, picture, TABLET, WIDE } from "./trial.mjs";

const LOOKS = [
    ["wide", WIDE, "dark"],
    ["wide", WIDE, "light"],
    ["tablet", TABLET, "dark"],
    ["tablet", TABLET, "light"],
    ["phone", PHONE, "dark"],
    ["phone", PHONE, "light"],
];

/** A page that can be moved sideways is too wide for its window; a button says all that it says, and so do points. */
export async function fits(page, what) {
    const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    check(over <= 0, `${what} is ${over} pixels too wide`);
    const cut = await page.evaluate(() =>
        [...document.querySelectorAll("button, .button, h1, h2, legend, select, .round-end, .tip")]
            .filter((one) => !one.matches(".only-heard") && one.clientWidth)
            .filter((one) => one.scrollWidth > one.clientWidth + 1)
            .map((one) => `${one.className}: ${one.textContent}`),
    );
    check(cut.length === 0, `${what} has words that stick out: ${cut.join("; ")}`);
}

/**
 * Looks at one state of a page in every size and theme: it can be used by everybody (axe-core),
 * nothing sticks out, and a picture of it is kept to be looked at.
 */
export async function look(page, name, { full = false } = {}) {
    for (const [size, viewport, theme] of LOOKS) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        await fits(page, `${name} (${size})`);
        /* A theme has its colours at any size, and a size its order in any theme. */
        if (size === "wide" || (size === "phone" && theme === "dark"))
            await accessible(page, `${name} (${size}, ${theme})`);
        await picture(page, `${name}-${size}-${theme}`, { full });
    }
}
