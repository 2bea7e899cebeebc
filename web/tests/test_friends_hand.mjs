// SPDX-License-Identifier: MIT
//
// test_friends_hand.mjs: the host of a table between friends makes a friend the host, by clicks, and goes; it comes back to its
// seat if it has kept it. Each has a profile of their own.
import { friend, gather, honest, SHORT, start } from "./friends.mjs";
import { playOut, story } from "./play.mjs";
import { hand } from "./solo.mjs";
import { accessible, check, PHONE, picture, trial, until, WIDE, whenSoaking } from "./trial.mjs";

/** In the middle of a match, when so much has been told to somebody. */
const wellBegun = (page) => ({ stop: async () => (await story(page)).length > 3 });

/** What is said of a new host hides nobody's seat. */
function coversNoSeat(page) {
    return page.evaluate(() => {
        const box = document.querySelector(".friends-change-word").getBoundingClientRect();
        const seats = [...document.querySelectorAll(".seat, .chip")];
        return seats.every((seat) => {
            const { left, right, top, bottom } = seat.getBoundingClientRect();
            return right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom;
        });
    });
}

/** Another tab of somebody that is told of nothing that tabs keep: it may come late. */
async function deafTab(person, path) {
    await person.context.addInitScript(() => {
        if (sessionStorage.getItem("deaf"))
            addEventListener("storage", (event) => event.stopImmediatePropagation());
    });
    const page = await person.tab("/");
    await page.evaluate(() => sessionStorage.setItem("deaf", "yes"));
    await page.goto(new URL(path, page.url()).href);
    return page;
}

/** The host opens the menu of the table and makes somebody the host. */
async function handOver(host, name, others) {
    await host.button("Menu").click();
    await host.page.getByText("You keep your seat").waitFor();
    await host.button(`Make ${name} the host`).click();
    for (const [page, word] of others) await page.getByText(word).waitFor();
}

/** The host hands over and closes the browser; all wait for the seat, not for the table; the former host comes back. */
async function keeps_the_seat(world) {
    await world.serve();
    const { people, invitation } = await gather(world, "shed", SHORT.shed, 3);
    const [host, heir, third] = people;
    await start(people);
    await playOut(people, wellBegun(heir.page));
    const held = await Promise.all(people.map(({ page }) => hand(page)));
    const here = new URL(host.page.url()).pathname;
    const second = await host.tab(here);
    const deaf = await deafTab(host, here);
    for (const page of [second, deaf]) await page.locator(".hand-card").first().waitFor();
    await handOver(host, "Friend 1", [
        [heir.page, "You are the host now"],
        [third.page, "Friend 1 is the host now. The host’s device deals, and knows all hands."],
    ]);
    await accessible(third.page, "a table that was handed over");
    await picture(heir.page, "friends-new-host");
    await picture(third.page, "friends-other-host");
    for (const { page } of [heir, third]) check(await coversNoSeat(page), "it covers a seat");
    await third.page.setViewportSize(PHONE);
    await picture(third.page, "friends-other-host-phone");
    check(await coversNoSeat(third.page), "it covers a seat on a phone");
    await third.page.setViewportSize(WIDE);
    for (const page of [second, deaf])
        await page.getByText("This table has another host now").waitFor();
    await deaf.close();
    await accessible(second, "another tab of the former host");
    await host.page.waitForURL(/\/friends\/[0-9a-f]{12}\/t\//);
    for (const [i, { page }] of people.entries())
        await until(async () => (await hand(page)) === held[i], `hand ${i} is the same`);
    await playOut(people, { stop: async () => (await hand(host.page)) !== held[0] });

    /* From the former host's other tab it goes on with the same seat. */
    const kept = await hand(host.page);
    await second.getByRole("link", { name: "Go on" }).click();
    await until(async () => (await hand(second)) === kept, "the hand is the same there");
    await host.page.getByText("This table is open in another tab").first().waitFor();
    await picture(host.page, "friends-elsewhere");
    await host.page.close();
    host.page = second;
    /* All windows of the former host are closed. The old invitation leads back to the seat. */
    host.page = await host.tab("/");
    await second.close();
    await host.page.goto(invitation);
    await until(async () => (await hand(host.page)) === kept, "the hand is the same again");
    /* Whoever comes later finds the new host with the old invitation. */
    const late = await friend(world);
    await late.page.goto(invitation);
    await late.page.locator(".seat, .chip").first().waitFor();
    /* The new host's page is loaded anew, and goes on as the host. */
    await heir.page.reload();
    await playOut(people);
    await honest(people);
}

/** The host leaves in the middle of a match, and says who goes on; its browser is gone for good. */
async function leaves_the_table(world) {
    await world.serve();
    const { people } = await gather(world, "shed", SHORT.shed, 3);
    const [host, heir, third] = people;
    await start(people);
    await playOut(people, wellBegun(heir.page));
    await host.button("Menu").click();
    await host.button("Leave the table").click();
    await host.page.getByText("without you it ends for everybody").waitFor();
    await picture(host.page, "friends-leave-to");
    await host.button("Hand over to Friend 2 and leave").click();
    await third.page.getByText("You are the host now").waitFor();
    await heir.page.getByText("Friend 2 is the host now").waitFor();
    await until(
        async () => (await story(heir.page)).some((line) => /Host has left/.test(line)),
        "it is told that the host leaves",
    );
    await host.context.close();
    await playOut([heir, third]);
    await honest([heir, third]);
}

/** In the waiting room; the new host starts, and hands back in the middle of the match. */
async function there_and_back(world) {
    await world.serve();
    const { people } = await gather(world, "two", "tokens_to_win=2", 2);
    const [host, heir] = people;
    await picture(host.page, "friends-hand-over");
    await accessible(host.page, "the room of a host who can hand over");
    await host.button("Make Friend 1 the host").click();
    await heir.page.getByText("You are the host now").waitFor();
    await heir.button("Start").click();
    for (const { page } of people) await page.locator(".hand-card").first().waitFor();
    await playOut(people, wellBegun(heir.page));
    await handOver(heir, "Host", [[host.page, "You are the host now"]]);
    /* The one whose turn as host is over may go, and the other's page may be loaded anew. */
    await host.page.reload();
    await playOut(people);
    await honest(people);
}

/** A friend whose page is closed while it gets the table: the host goes on. */
async function nobody_takes_it(world) {
    await world.serve();
    const { people, invitation } = await gather(world, "shed", SHORT.shed, 2);
    const [host, heir] = people;
    await start(people);
    const held = await hand(host.page);
    await host.button("Menu").click();
    /* Nothing of what comes to the friend's page is looked at any more. */
    const devtools = await heir.context.newCDPSession(heir.page);
    await devtools.send("Debugger.enable");
    await devtools.send("Debugger.pause");
    await host.button("Make Friend 1 the host").click();
    await host.page.getByText("Handing over to Friend 1").waitFor();
    await picture(host.page, "friends-handing");
    /* If it takes long, the friend counts as gone, and there is nothing to cancel any more. */
    host.button("Cancel")
        .click()
        .catch(() => {});
    await until(async () => (await hand(host.page)) === held, "the table is there again");
    await devtools.detach();
    const again = await heir.tab("/");
    await heir.page.close();
    heir.page = again;
    await heir.page.goto(invitation);
    await playOut(people);
    await honest(people);
    check(host.page.url().includes("/home/t/"), "the host is the host still");
}

trial(keeps_the_seat, there_and_back, nobody_takes_it, ...whenSoaking(leaves_the_table));
