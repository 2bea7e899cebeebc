// SPDX-License-Identifier: MIT
//
// friends.mjs: how people in a browser test come to a table between friends. Each has a profile of a browser that shares
// nothing with the others, so nothing but the network is between them.
import { TAUGHT } from "./play.mjs";
import { PERMISSIONS } from "./trial.mjs";

/** Somebody with a device of their own. `before` is called before it shows anything. */
export async function friend(world, { at = null, before, ...options } = {}) {
    const person = await world.person({
        kept: TAUGHT,
        at: null,
        permissions: PERMISSIONS,
        ...options,
    });
    // Workers of a page that a service worker answers would draw their own entropy.
    await person.context.addInitScript(() => {
        delete Navigator.prototype.serviceWorker;
    });
    await before?.(person);
    if (at) await person.goto(at);
    return person;
}

/** Opens a table by clicks and becomes its host; gives the invitation. `before`: what addresses of pages begin with. */
export async function open(person, game, rules, { before = "", plain = false } = {}) {
    const { page } = person;
    await person.goto(`${before}/home/new?friends&game=${game}&rules=${rules}`);
    await page.getByText("knows all hands").waitFor();
    await page.getByLabel("Your name").fill("Host");
    if (plain) {
        await page.getByText("All settings").click();
        await page.getByLabel("Open hands, for other programs").check({ force: true });
    }
    await person.button("Open the table").click();
    const link = page.getByLabel("Invite", { exact: true });
    await link.waitFor();
    return await link.inputValue();
}

/** Follows an invitation and sits down. */
export async function join(person, invitation, name) {
    await person.page.goto(invitation);
    await sit(person, name);
}

/** Sits down, after it was said what a host can do. */
export async function sit(person, name) {
    const { page } = person;
    await page.getByLabel("What shall we call you?").fill(name);
    await page.getByText("knows all hands").waitFor();
    await person.button("Take a seat").click();
    await person.button("Leave the table").waitFor();
}

/** A table between so many friends, who all sit there; the first one is the host. `apart`: each has a
 * browser process of their own. */
export async function gather(world, game, rules, count, { apart = false, ...options } = {}) {
    const come = async () =>
        await friend(world, apart ? { browser: await world.launch(), ...options } : options);
    const people = [await come()];
    const invitation = await open(people[0], game, rules);
    for (let i = 1; i < count; i++) {
        people.push(await come());
        await join(people[i], invitation, `Friend ${i}`);
    }
    await people[0].page
        .locator(".seat-row")
        .nth(count - 1)
        .waitFor();
    return { people, invitation };
}

/** One short round of a game is a match. */
export const SHORT = { shed: "match_mode=single initial_cards=4", two: "tokens_to_win=1" };

/** Everybody's own device has checked the deal. */
export async function honest(people) {
    for (const { page } of people)
        await page.getByText("Nothing was altered after the deal: your device").waitFor();
}

/** The host starts, and everybody has cards. */
export async function start(people) {
    await people[0].button("Start").click();
    for (const { page } of people) await page.locator(".hand-card").first().waitFor();
}

/** Collects all that somebody's page says to servers, and hears from them, over WebSockets. */
export function listen({ page }, heard) {
    page.on("websocket", (socket) => {
        if (new URL(socket.url()).pathname === "/ws") return;
        for (const event of ["framesent", "framereceived"])
            socket.on(event, ({ payload }) => heard.push(Buffer.from(payload)));
    });
}

/** What people at a table would not want a server to know: secrets, names, and what the shared document is made of. */
export async function secretsOf(people) {
    const words = [
        "gameStateMap",
        "dealtHandsMap",
        "actionsMap",
        "turnOrder",
        "discardPile",
        '"op"',
    ];
    for (const [i, { page }] of people.entries()) {
        words.push(i ? `Friend ${i}` : "Host");
        const kept = await page.evaluate(() => localStorage.getItem("holecard.friends"));
        for (const { secret, room, host } of JSON.parse(kept)) words.push(secret, room, host);
    }
    return words;
}

/** The first of some texts that is found in bytes: as it is, as the bytes that it says, or in base 64. */
export function reveals(heard, texts) {
    const all = Buffer.concat(heard);
    const forms = (text) => {
        const bytes = /^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, "hex") : Buffer.from(text);
        /* In base 64 a text looks different at each of three places. */
        const shifted = [0, 1, 2].map((pad) =>
            Buffer.concat([Buffer.alloc(pad), bytes])
                .toString("base64")
                .slice(pad ? pad + 1 : 0)
                .replace(/=+$/, "")
                .slice(0, -1),
        );
        const url = shifted.map((one) => one.replaceAll("+", "-").replaceAll("/", "_"));
        return [Buffer.from(text), bytes, ...[...shifted, ...url].map((one) => Buffer.from(one))];
    };
    return texts.find((text) => forms(text).some((form) => all.includes(form)));
}
