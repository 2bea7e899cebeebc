// SPDX-License-Identifier: MIT
//
// test_friends_links.mjs: links to tables between friends that are wrong: whatever somebody opens, the page says what is
// the matter, and no table that the device knows is lost.
import { friend, join, open } from "./friends.mjs";
import { accessible, check, picture, trial, until } from "./trial.mjs";

const MISTYPED = "This link to a table has a mistake in it.";
const NO_INVITATION = "This is not an invitation to a table";
const OTHER = "Your device knows this table under another link.";

const heading = ({ page }, text) => page.getByRole("heading", { name: text }).waitFor();

/** Each letter of a link in turn is another one. */
async function every_letter_mistyped(world) {
    await world.serve();
    const host = await friend(world);
    const [address, text] = (await open(host, "shed", "")).split("#");
    const guest = await world.person({ at: null });
    await guest.page.goto(`${address}#${text.slice(1)}`);
    await heading(guest, NO_INVITATION);
    await accessible(guest.page, "a link that is no invitation");
    const blank = await guest.page.evaluate(async (text) => {
        const blank = [];
        for (let i = 0; i < text.length; i++) {
            const letter = text[i] === "A" ? "B" : "A";
            const title = document.querySelector("h1");
            title.textContent = "";
            location.hash = text.slice(0, i) + letter + text.slice(i + 1);
            for (let frame = 0; frame < 100 && !document.querySelector("h1")?.textContent; frame++)
                await new Promise((drawn) => requestAnimationFrame(drawn));
            if (!document.querySelector("h1")?.textContent) blank.push(i);
        }
        return blank;
    }, text);
    check(blank.length === 0, `nothing is said where these letters are wrong: ${blank}`);
    await heading(guest, MISTYPED);
    await picture(guest.page, "friends-mistyped");
    await guest.page.reload();
    await heading(guest, MISTYPED);
}

/** A link without a sum, whose host's key is none; and such a table as an older page has kept it. */
async function no_key(world) {
    await world.serve();
    const room = "0".repeat(64);
    const host = "02".padEnd(64, "0");
    const bytes = Buffer.from(host + room, "hex").toString("base64url");
    const guest = await world.person({ at: `/friends#BTNHRK${bytes}` });
    await heading(guest, MISTYPED);
    const table = { code: "BTNHRK", host, room, at: "", secret: room, hosts: false, changes: [] };
    const kept = [{ ...table, title: "", seated: true, deals: [], copy: "" }];
    const other = await world.person({
        kept: { "holecard.friends": JSON.stringify(kept) },
        at: `/friends/${host.slice(0, 12)}/t/BTNHRK`,
    });
    await heading(other, MISTYPED);
    await other.page.reload();
    await heading(other, MISTYPED);
}

/** Links of others leave the tables of a device as they are, however many there are. */
async function links_of_others(world) {
    await world.serve();
    const host = await friend(world);
    const invitation = await open(host, "shed", "");
    const guest = await friend(world);
    await join(guest, invitation, "Bea");
    const [address, text] = invitation.split("#");
    const known = () =>
        host.page.evaluate(() => JSON.parse(localStorage.getItem("holecard.friends")));
    const [before] = await known();
    /* The same key with another room, as links had no sum before. */
    for (const { page } of [host, guest]) {
        await page.goto(`${address}#${text.slice(0, 60)}${"A".repeat(31)}A`);
        await page.getByRole("heading", { name: OTHER }).waitFor();
    }
    await host.page.evaluate((base) => {
        const tables = JSON.parse(localStorage.getItem("holecard.friends"));
        const others = Array.from({ length: 60 }, (_, i) => ({
            ...base,
            host: i.toString(16).padStart(64, "0"),
            hosts: false,
            seated: false,
        }));
        localStorage.setItem("holecard.friends", JSON.stringify([...others, ...tables]));
    }, before);
    await host.goto("/");
    await until(
        async () => (await known()).some((one) => one.secret === before.secret),
        "the table of this device is known",
    );
    await guest.goto("/");
    await guest.page.getByRole("link", { name: "Go on" }).click();
    await guest.button("Leave the table").waitFor();
    check(
        (await known()).some((one) => one.room === before.room),
        "the room is another one",
    );
}

trial(every_letter_mistyped, no_key, links_of_others);
