// SPDX-License-Identifier: MIT
//
// test_looks.mjs: a match at three sizes and in both themes, in every state that asks something of
// somebody.
import { look } from "./looks.mjs";
import { offer, playOut, seated, TAUGHT } from "./play.mjs";
import { trial } from "./trial.mjs";

const until = (person, wanted) =>
    playOut([person], { stop: async () => (await offer(person.page)) === wanted });

async function shed(world) {
    await world.serve();
    const { person, code } = await seated(world, "shed", { bots: 3, rules: "initial_cards=4" });
    const { page } = person;
    await until(person, "card");
    await look(page, "table-shed");

    const watcher = await world.person({ kept: TAUGHT, at: `/t/${code}` });
    await watcher.page.getByText("You are watching").waitFor();
    await look(watcher.page, "table-watched");
    await watcher.page.close();

    await person.button("Menu").click();
    await page.getByRole("dialog").waitFor();
    await look(page, "table-menu");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await until(person, "answer");
    await look(page, "table-shed-asks");
    await until(person, "next");
    await look(page, "table-shed-round-end");
}

async function two(world) {
    await world.serve();
    const kept = {
        "holecard.preferences": JSON.stringify({ taught: ["two"], helper: true }),
    };
    const { person } = await seated(world, "two", { bots: 3, kept });
    await until(person, "card");
    await look(person.page, "table-two");
    await until(person, "answer");
    await look(person.page, "table-two-asks");
    await until(person, "next");
    await look(person.page, "table-two-round-end");
}

/** The first table of a game explains itself. */
async function taught(world) {
    await world.serve();
    const { person } = await seated(world, "shed", { bots: 1, kept: {} });
    await until(person, "card");
    await person.button("Got it").waitFor();
    await look(person.page, "table-taught");
}

trial(shed, two, taught);
