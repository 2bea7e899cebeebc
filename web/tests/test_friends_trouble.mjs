// SPDX-License-Identifier: MIT
//
// test_friends_trouble.mjs: what may happen to people and connections at a table between friends: pages that are loaded anew,
// closed or die, two who act in the same instant, and ways to each other that are not there.
import {
    friend,
    gather,
    honest,
    listen,
    open,
    reveals,
    SHORT,
    secretsOf,
    sit,
    start,
} from "./friends.mjs";
import { doIt, offer, playOut, story } from "./play.mjs";
import { host as files, hand } from "./solo.mjs";
import { check, picture, trial, until } from "./trial.mjs";

/** A page that is loaded anew in the middle of a choice has the same choice. */
async function guest_reloads(world) {
    await world.serve();
    const { people } = await gather(world, "shed", "", 2);
    const [, guest] = people;
    await start(people);
    await playOut(people, { stop: async () => (await offer(guest.page)) === "answer" });
    const held = await hand(guest.page);
    await guest.page.reload();
    await until(async () => (await hand(guest.page)) === held, "the hand is the same");
    await until(async () => (await offer(guest.page)) !== null, "it can be chosen again");
    await playOut(people, { stop: async () => (await hand(guest.page)) !== held });
}

/** The host's page is closed. Friends see who is awaited, and all goes on by itself when it is opened again. */
async function host_comes_back(world) {
    await world.serve();
    const { people } = await gather(world, "shed", SHORT.shed, 2);
    const [host, guest] = people;
    await start(people);
    await playOut(people, { stop: async () => (await story(guest.page)).length > 3 });
    const held = await hand(guest.page);
    const address = host.page.url().slice(world.server.url.length);
    await host.page.close();
    await guest.page.getByText("Waiting for the host.").waitFor();
    await picture(guest.page, "friends-awaited");
    host.page = await host.tab(address);
    await guest.page.getByText("Waiting for the host.").waitFor({ state: "detached" });
    check((await hand(guest.page)) === held, "the hand is another one");
    await playOut(people);
    await honest(people);
}

/** The host's tab dies and is opened again, before anybody has noticed. */
async function host_crashes(world) {
    await world.serve();
    const { people } = await gather(world, "shed", SHORT.shed, 2);
    const [host, guest] = people;
    await start(people);
    await playOut(people, { stop: async () => (await story(guest.page)).length > 3 });
    const address = host.page.url().slice(world.server.url.length);
    const devtools = await host.context.newCDPSession(host.page);
    const dead = host.page.waitForEvent("crash");
    devtools.send("Page.crash").catch(() => {});
    await dead;
    const again = await host.tab(address);
    await host.page.close();
    host.page = again;
    await playOut(people);
    await honest(people);
}

/** Two want the same thing in the same instant: one gets it, and both go on. */
async function same_instant(world) {
    await world.serve();
    const { people } = await gather(world, "two", "tokens_to_win=2", 2);
    await start(people);
    /* Whoever has nothing to do says something, in the instant in which the other one plays. */
    for (let step = 0; step < 60; step++) {
        const offers = await Promise.all(people.map(({ page }) => offer(page)));
        if (offers.includes("over")) break;
        if (!offers.some(Boolean)) continue;
        const acts = people.map(({ page }, i) => {
            if (offers[i]) return doIt(page, offers[i]);
            return page.locator(".side").getByRole("button", { name: "Nice!" }).click();
        });
        await Promise.all(acts);
    }
    await playOut(people);
    await honest(people);
    /* Both have heard the same, each from their own side. */
    const heard = ({ page }) => page.locator(".telling-chat").count();
    await until(async () => {
        const [hers, his] = await Promise.all(people.map(heard));
        return hers > 0 && hers === his;
    }, "both have heard as much");
}

/** No direct way: the server passes on what it cannot read, and nobody finds a hand in it. */
async function through_the_relay(world) {
    await world.serve();
    const heard = [];
    const { people } = await gather(world, "shed", SHORT.shed, 2, {
        before: async (person) => {
            listen(person, heard);
            await person.context.addInitScript(() => {
                delete window.RTCPeerConnection;
            });
        },
    });
    await start(people);
    await playOut(people);
    await honest(people);
    check(heard.length > 50, `only ${heard.length} messages have passed the server`);
    const secrets = await secretsOf(people);
    for (const one of secrets) check(reveals([Buffer.from(`a${one}z`)], [one]), "nothing is found");
    const found = reveals(heard, secrets);
    check(!found, `this has passed the server: ${found}`);
}

/** Somebody does not come back. The host gives the seat to a friend who looks on, and the match goes on. */
async function seat_is_given(world) {
    await world.serve();
    const { people, invitation } = await gather(world, "two", SHORT.two, 2);
    const [host, lost] = people;
    await start(people);
    const late = await friend(world);
    await late.page.goto(invitation);
    await late.page.locator(".seat, .chip").first().waitFor();
    await lost.context.close();
    /* The menu is open while the loss is noticed. */
    await host.button("Menu").click();
    await host.button(/^Friend 1’s seat for /).click();
    await late.page.locator(".hand-card").first().waitFor();
    await playOut([host, late]);
    await late.page.getByText(/Nothing was altered after the deal: |Not honest/).waitFor();
}

/** A text is on the screen as a picture, too. */
const drawn = ({ page }, name) =>
    until(
        () => page.getByRole("img", { name }).evaluate((image) => image.naturalWidth > 0),
        `${name} can be taken from the screen`,
    );

/** A host of plain files, and no server at all: two texts make the connection. */
async function by_hand(world) {
    await files(world);
    const [ann, bob] = [await friend(world), await friend(world)];
    const invitation = await open(ann, "two", SHORT.two, { before: "/#" });
    await ann.page.getByText("Connect by hand").click();
    await ann.button("Create a text").click();
    const offered = ann.page.getByLabel("Text of the host");
    await until(async () => (await offered.inputValue()) !== "", "there is a text");
    await drawn(ann, "Text of the host");

    await bob.page.goto(invitation);
    await bob.page.getByText("so you connect by hand").waitFor();
    await bob.page.getByLabel("Text of the host").fill("something else");
    await bob.button("Create the answer").click();
    await bob.page.getByText("does not belong to this table").waitFor();
    await bob.page.getByLabel("Text of the host").fill(await offered.inputValue());
    await bob.button("Create the answer").click();
    const answer = bob.page.getByLabel("Answer of the friend");
    await until(async () => (await answer.inputValue()) !== "", "there is an answer");
    await drawn(bob, "Answer of the friend");
    await picture(bob.page, "friends-by-hand");
    await ann.page.getByLabel("Answer of the friend").fill(await answer.inputValue());
    await ann.button("Connect", { exact: true }).click();

    await sit(bob, "Bob");
    await ann.page.locator(".seat-row").nth(1).waitFor();
    await start([ann, bob]);
    await playOut([ann, bob]);
    await honest([ann, bob]);
}

trial(
    guest_reloads,
    host_comes_back,
    host_crashes,
    same_instant,
    through_the_relay,
    seat_is_given,
    by_hand,
);
