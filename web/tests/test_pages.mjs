// SPDX-License-Identifier: MIT
//
// test_pages.mjs: every page that is not a match, at three sizes and in both themes: it can be used
// by everybody (axe-core), nothing sticks out, and a picture of it is kept to be looked at.
import { accessible, check, PHONE, picture, TABLET, trial, WIDE } from "./trial.mjs";

const LOOKS = [
    ["wide", WIDE, "dark"],
    ["wide", WIDE, "light"],
    ["tablet", TABLET, "dark"],
    ["tablet", TABLET, "light"],
    ["phone", PHONE, "dark"],
    ["phone", PHONE, "light"],
];

/** A page that can be moved sideways is too wide for its window. */
async function fits(page, what) {
    const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    check(over <= 0, `${what} is ${over} pixels too wide`);
}

/** Looks at one state of a page in every size and theme. */
async function look(person, name) {
    for (const [size, viewport, theme] of LOOKS) {
        await person.page.setViewportSize(viewport);
        await person.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        await fits(person.page, `${name} (${size})`);
        await accessible(person.page, `${name} (${size}, ${theme})`);
        await picture(person.page, `${name}-${size}-${theme}`, { full: true });
    }
}

async function front(world) {
    await world.serve();
    const ann = await world.person();
    await ann.page.getByRole("radio").first().waitFor();
    await look(ann, "front");
}

async function new_table(world) {
    await world.serve();
    const ann = await world.person({ at: "/new" });
    await ann.button("Open the table").waitFor();
    await look(ann, "new-table");
}

async function waiting_room(world) {
    await world.serve();
    const code = await world.server.open("shed");
    const ann = await world.person({ at: `/t/${code}` });
    await ann.page.getByRole("heading").first().waitFor();
    await look(ann, "waiting-stranger");
}

trial(front, new_table, waiting_room);
