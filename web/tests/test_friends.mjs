// SPDX-License-Identifier: MIT
//
// test_friends.mjs: tables between friends: how they come there, and whole matches of
// both games by clicks.
import { friend, gather, honest, join, SHORT, start } from "./friends.mjs";
import { playOut } from "./play.mjs";
import { accessible, check, picture, trial, whenSoaking } from "./trial.mjs";

/** Friends, each with a browser process of their own, play a match to its end, by clicks. */
async function match(world, game, count) {
    await world.serve();
    const { people } = await gather(world, game, SHORT[game], count, { apart: true });
    await start(people);
    await playOut(people, { how: "click" });
    await honest(people);
    return people;
}

async function shed_of_two(world) {
    const [, guest] = await match(world, "shed", 2);
    await picture(guest.page, "friends-honest");
    await accessible(guest.page, "the end of a match between friends");
}

const shed_of_three = (world) => match(world, "shed", 3);
const shed_of_four = (world) => match(world, "shed", 4);
const two_of_two = (world) => match(world, "two", 2);
const two_of_three = (world) => match(world, "two", 3);
const two_of_four = (world) => match(world, "two", 4);

/** What friends are told before they sit down; the front page leads there and back; a bad link says so. */
async function coming_in(world) {
    await world.serve();
    const host = await friend(world, { at: "/" });
    await host.page.getByRole("link", { name: "Play with friends" }).click();
    await host.page.getByText("knows all hands").waitFor();
    await accessible(host.page, "a new table between friends");
    await host.button("Open the table").click();
    const link = host.page.getByLabel("Invite", { exact: true });
    await link.waitFor();
    await accessible(host.page, "the room of a table between friends");
    await picture(host.page, "friends-host");

    const guest = await friend(world);
    await join(guest, await link.inputValue(), "Bea");
    check(!guest.page.url().includes("#"), "the secret stays in the address");
    await accessible(guest.page, "the room of a friend");
    await picture(guest.page, "friends-guest");
    await host.page.getByText("1 friend is connected.").waitFor();

    /* The seat is kept while another page is shown, and after all pages were closed. */
    await guest.page.getByRole("link", { name: "Holecard" }).click();
    await guest.page.getByRole("link", { name: "Go on" }).click();
    await guest.button("Leave the table").waitFor();
    const again = await guest.tab("/");
    await guest.page.close();
    guest.page = again;
    await again.getByRole("link", { name: "Go on" }).click();
    await guest.button("Leave the table").waitFor();

    const lost = await friend(world, { at: "/friends#nothing" });
    await lost.page.getByText("This is not an invitation").waitFor();
}

trial(
    coming_in,
    shed_of_two,
    ...whenSoaking(shed_of_three, shed_of_four, two_of_two, two_of_three, two_of_four),
);
