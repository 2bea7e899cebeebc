// SPDX-License-Identifier: MIT
//
// reach.mjs: whether a finger reaches everything on a page in low windows: phones held sideways, and a
// small phone whose keyboard or address bar takes a part of the height.
import { check, until } from "./trial.mjs";

export const LOW = [
    [740, 360],
    [667, 375],
    [844, 390],
    [932, 430],
    [640, 360],
    [360, 560],
];
/** Windows in which a table has more room, but not for a tip beside its piles. */
export const MIDDLING = [
    [390, 844],
    [820, 1180],
    [1024, 768],
];

/** So many pixels a finger needs: the smallest button of the pages on any phone has them. */
const FINGER = 36;

/** A phone held sideways, for `world.person()`. */
export const PHONE_SIDEWAYS = {
    viewport: { width: 740, height: 360 },
    hasTouch: true,
    isMobile: true,
};

/* Runs in the page. Gives a sentence for each fault. `apart`: selectors of things that may not lie over each
 * other, each of which must be there and have room. */
function faults({ finger, apart }) {
    const near = 1.5;
    const found = [];
    const [wide, high] = [document.documentElement.clientWidth, innerHeight];
    const name = (e) =>
        `${e.className || e.tagName} "${(e.getAttribute("aria-label") || e.textContent || e.value || "").trim().slice(0, 30)}"`;
    const shown = (e) =>
        e.checkVisibility({ visibilityProperty: true }) && !e.closest(".only-heard");
    const parents = (e) => (e.parentElement ? [e.parentElement, ...parents(e.parentElement)] : []);
    const box = (e) => {
        const { left, top, right, bottom } = e.getBoundingClientRect();
        return { left, top, right, bottom };
    };
    const common = (a, b) => ({
        left: Math.max(a.left, b.left),
        top: Math.max(a.top, b.top),
        right: Math.min(a.right, b.right),
        bottom: Math.min(a.bottom, b.bottom),
    });
    const width = (r) => Math.max(0, r.right - r.left);
    const height = (r) => Math.max(0, r.bottom - r.top);
    /** What is left after everything around has cut off what sticks out. */
    const unclipped = (e) =>
        parents(e)
            .filter((p) => p !== document.body && p !== document.documentElement)
            .filter((p) => getComputedStyle(p).overflow !== "visible")
            .reduce((rest, p) => common(rest, box(p)), box(e));

    const over = document.documentElement.scrollWidth - wide;
    if (over > 0) found.push(`the page is ${over} pixels too wide`);

    /* A script scrolls what no finger can: such a place does not count. */
    function bring(e) {
        e.scrollIntoView({ block: "center", inline: "center" });
        for (const p of parents(e)) {
            const { overflowX, overflowY } = getComputedStyle(p);
            if (overflowX === "hidden") p.scrollLeft = 0;
            if (overflowY === "hidden") p.scrollTop = 0;
        }
    }
    function press(e) {
        const whole = e.closest("label") ?? e;
        bring(whole);
        const full = box(whole);
        /* Cards of a hand lie over each other; the left part of each is free. */
        const next = e.matches(".hand-card") ? e.nextElementSibling : null;
        if (next) full.right = Math.min(full.right, box(next).left);
        const seen = common(
            common(unclipped(whole), { left: 0, top: 0, right: wide, bottom: high }),
            full,
        );
        if (
            width(seen) < Math.min(width(full), wide) - near ||
            height(seen) < Math.min(height(full), high) - near
        )
            return `cannot be scrolled to: ${Math.round(width(seen))}×${Math.round(height(seen))} of ${Math.round(width(full))}×${Math.round(height(full))} seen`;
        /* A link that is underlined is text, and as high as a line of text. */
        const text = e.tagName === "A" && getComputedStyle(e).textDecorationLine === "underline";
        if (!text && (width(full) < finger - near || height(full) < finger - near))
            return `is too small: ${Math.round(width(full))}×${Math.round(height(full))}`;
        const hit = document.elementFromPoint(
            (seen.left + seen.right) / 2,
            (seen.top + seen.bottom) / 2,
        );
        return whole.contains(hit) ? null : `is covered by ${hit ? name(hit) : "nothing"}`;
    }
    const root = document.querySelector("dialog[open]") ?? document.body;
    const all = [
        ...root.querySelectorAll("button:enabled, a[href], input, select, textarea, summary"),
    ];
    for (const e of all.filter((one) => shown(one) && !one.matches(".skip"))) {
        const why = press(e);
        if (why) found.push(`${name(e)} ${why}`);
    }
    /* What was scrolled aside is back. */
    for (const e of document.querySelectorAll("*")) if (e.scrollLeft) e.scrollLeft = 0;
    scrollTo(0, 0);

    const things = [];
    for (const selector of apart) {
        const here = [...root.querySelectorAll(selector)].filter(shown);
        if (here.length === 0) found.push(`there is no ${selector}`);
        for (const e of here) {
            const rest = unclipped(e);
            if (height(rest) < height(box(e)) - near || height(rest) === 0)
                found.push(
                    `${name(e)} has ${Math.round(height(rest))} pixels of ${Math.round(height(box(e)))}`,
                );
            if (width(rest) > 0) things.push({ e, rest });
        }
    }
    for (const [i, a] of things.entries())
        for (const b of things.slice(i + 1)) {
            if (a.e.contains(b.e) || b.e.contains(a.e)) continue;
            const both = common(a.rest, b.rest);
            if (width(both) > near && height(both) > near)
                found.push(`${name(a.e)} lies over ${name(b.e)}`);
        }
    return found;
}

const sessions = new WeakMap();

/** The line to a page's developer tools, by which it is turned and touched. */
async function devtoolsOf(page) {
    if (!sessions.has(page)) sessions.set(page, await page.context().newCDPSession(page));
    return sessions.get(page);
}

/** Turns the phone, or takes another; `page.setViewportSize()` does the same ten times slower. */
async function resize(page, [width, height]) {
    const devtools = await devtoolsOf(page);
    const screen = { screenWidth: width, screenHeight: height, deviceScaleFactor: 1, mobile: true };
    await devtools.send("Emulation.setDeviceMetricsOverride", { width, height, ...screen });
}

/** Looks at one state of a page in each window: everything can be reached and hit, and what is named keeps apart. */
export async function reached(page, what, { apart = [], finger = FINGER, windows = LOW } = {}) {
    const found = [];
    for (const size of windows) {
        await resize(page, size);
        /* A page may look at its own size and then lay itself out again; and what comes in moves. */
        await page.evaluate(async () => {
            for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
            await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
        });
        for (const one of await page.evaluate(faults, { finger, apart }))
            found.push(`${size.join("×")}: ${one}`);
    }
    check(found.length === 0, `${what}:\n${found.join("\n")}`);
}

/** A finger that moves up in the middle of the window moves the page. */
export async function scrolls(page) {
    const [width, height] = LOW[0];
    await resize(page, LOW[0]);
    const devtools = await devtoolsOf(page);
    const touch = (type, ...touchPoints) =>
        devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
    const x = width / 2;
    await touch("touchStart", { x, y: height / 2 });
    for (let up = 10; up < 100; up += 10) await touch("touchMove", { x, y: height / 2 - up });
    await touch("touchEnd");
    await until(() => page.evaluate(() => scrollY > 0), "a finger moves the page");
    await page.evaluate(() => scrollTo(0, 0));
}
