// SPDX-License-Identifier: MIT
//
// test_pages.mjs: how people come to a table, at three sizes and in both themes.
import { look } from "./looks.mjs";
import { sit, TAUGHT } from "./play.mjs";
import { check, trial } from "./trial.mjs";

const WHOLE = { full: true };

async function front(world) {
    await world.serve();
    const ann = await world.person();
    await ann.page.getByText("Nobody waits at a public table").waitFor();
    await look(ann.page, "front", WHOLE);
}

/** With tables of one's own, one of which waits, and public ones. */
async function front_with_tables(world) {
    await world.serve();
    const code = await world.server.open("shed", "", "public=true");
    await world.server.open("two", "", "public=true");
    const ann = await world.person({ kept: TAUGHT, at: null });
    await sit(ann, code, "Ann");
    await ann.goto("/");
    await ann.page.getByRole("link", { name: "Go on" }).waitFor();
    await look(ann.page, "front-tables", WHOLE);
}

async function settings(world) {
    await world.serve();
    const ann = await world.person();
    await ann.button("Play now").waitFor();
    await ann.button("Settings").click();
    await ann.page.getByRole("dialog").waitFor();
    await look(ann.page, "settings");
}

async function new_table(world) {
    await world.serve();
    const ann = await world.person({ at: "/new" });
    await ann.button("Open the table").waitFor();
    await look(ann.page, "new-table", WHOLE);
    await ann.page.getByText("All options").click();
    await look(ann.page, "new-table-options", WHOLE);
}

async function waiting_room(world) {
    await world.serve();
    const code = await world.server.open("shed", "stacking=any");
    const ann = await world.person({ kept: TAUGHT, at: `/t/${code}` });
    await ann.button("Take a seat").waitFor();
    await look(ann.page, "waiting-stranger", WHOLE);
    await sit(ann, code, "Ann");
    await ann.button("Add a bot").click();
    await ann.page.getByRole("button", { name: /^Remove/ }).waitFor();
    check(
        await ann.page.locator("img.qr").evaluate((image) => image.naturalWidth > 0),
        "the picture of the invitation is not there",
    );
    await look(ann.page, "waiting-host", WHOLE);
}

async function missing(world) {
    await world.serve();
    const ann = await world.person({ at: "/t/BCDFGH" });
    await ann.page.getByText("There is no table BCDFGH").waitFor();
    await look(ann.page, "no-table");
}

trial(front, front_with_tables, settings, new_table, waiting_room, missing);
