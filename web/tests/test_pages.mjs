// SPDX-License-Identifier: MIT
//
// test_pages.mjs: how people come to a table, at three sizes and in both themes.
import { look } from "./looks.mjs";
import { sit, TAUGHT } from "./play.mjs";
import { check, trial, until } from "./trial.mjs";

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

/** Rules travel as a short code, and as a link. */
async function rules_as_code(world) {
    await world.serve();
    const ann = await world.person({ at: "/new?rules=two+tokens_to_win%3D2" });
    const { page } = ann;
    const code = page.getByLabel("Rules as a code");
    const radio = (name) => page.getByRole("radio", { name, exact: true });
    const is = (text) => until(async () => (await code.inputValue()) === text, `it is "${text}"`);
    await code.waitFor();
    check(/^two .*tokens_to_win=2$/.test(await code.inputValue()), `${await code.inputValue()}`);
    check(await radio("Do You Have A Two").isChecked(), "it is another game");

    await code.fill("shed party points_to_win=200");
    await code.press("Tab");
    await is("shed party points_to_win=200");
    check(await radio("Shed").isChecked(), "the code does not choose its game");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const copied = async (name) => {
        await page.evaluate(() => navigator.clipboard.writeText(""));
        await page.getByRole("button", { name, exact: true }).click();
        return await until(
            () => page.evaluate(() => navigator.clipboard.readText()),
            "something was copied",
        );
    };
    const link = await copied("Copy the link");
    check((await copied("Copy")) === "shed party points_to_win=200", "the code is not copied");

    await code.fill("chess");
    await code.press("Tab");
    await page.getByText("This is not a rules code").waitFor();
    await code.fill(link);
    await code.press("Tab");
    await is("shed party points_to_win=200");
    await page.goto(link);
    await is("shed party points_to_win=200");
    await ann.button("Open the table").click();
    await page.getByText("points to win: 200").waitFor();
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

trial(front, front_with_tables, settings, new_table, rules_as_code, waiting_room, missing);
