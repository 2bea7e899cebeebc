// SPDX-License-Identifier: MIT
//
// solo.mjs: how people in a browser test come to a table of their own device.
import path from "node:path";
import { buildStatic, FileHost } from "./file_host.mjs";
import { TAUGHT } from "./play.mjs";

/** The cards in somebody's hand. */
export const hand = (page) =>
    page.evaluate(() =>
        [...document.querySelectorAll(".hand-card")]
            .map((card) => card.dataset.face)
            .sort()
            .join(" "),
    );

let built = false;

/** The pages on a host of plain files. */
export async function host(world, change) {
    if (!built) buildStatic("pages");
    built = true;
    world.server = new FileHost(path.resolve("pages"), change);
    await world.server.start();
}

/** Opens a table on this device by clicks, with bots that answer at once, and starts. */
export async function deal(person, game, rules, bots = 1) {
    const { page } = person;
    await person.goto(`/#/home/new?game=${game}&rules=${rules}`);
    await page.getByText("All settings of the table").click();
    await page.getByLabel(/bot.delay.ms/i).fill("0");
    await person.button("Open the table").click();
    for (let i = 0; i < bots; i++) {
        await person.button("Add a bot").click();
        await page
            .getByRole("button", { name: /^Remove/ })
            .nth(i)
            .waitFor();
    }
    await person.button("Start").click();
    await page.locator(".hand-card").first().waitFor();
}

/** Somebody who plays on a host of plain files. */
export async function seated(world, game, rules, bots) {
    await host(world);
    const person = await world.person({ kept: TAUGHT, at: null });
    await deal(person, game, rules, bots);
    return person;
}
