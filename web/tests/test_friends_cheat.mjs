// SPDX-License-Identifier: MIT
//
// test_friends_cheat.mjs: hosts that do not play fair, and what their friends see, each in a profile of their own. Between
// the host's house and its page stands something that changes what the house says.
import { friend, join, open, SHORT, start } from "./friends.mjs";
import { playOut } from "./play.mjs";
import { accessible, check, PHONE, picture, trial, until, whenSoaking } from "./trial.mjs";

/** A table whose host's page runs `cheat` before all else. */
async function gatherAround(world, cheat, count) {
    await world.serve();
    const before = ({ context }) => context.addInitScript(cheat);
    const people = [await friend(world, { before })];
    const invitation = await open(people[0], "shed", SHORT.shed);
    for (let i = 1; i < count; i++) {
        people.push(await friend(world));
        await join(people[i], invitation, `Friend ${i}`);
    }
    await people[0].page
        .locator(".seat-row")
        .nth(count - 1)
        .waitFor();
    await start(people);
    return people;
}

/** In the page: in one step all friends are told that the host has a card less. */
function hideCard() {
    const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
    let at = null;
    const lie = (text) => {
        const message = JSON.parse(text);
        const hand = message.seat > 0 && message.op === "update" && message.change?.hands?.[0];
        if (!hand || !message.events?.length || (at ?? message.seq) !== message.seq) return text;
        at = message.seq;
        hand.count--;
        return JSON.stringify(message);
    };
    Object.defineProperty(MessageEvent.prototype, "data", {
        get() {
            const data = get.call(this);
            return data?.op === "text" ? { ...data, text: lie(data.text) } : data;
        },
    });
}

/** In the page: whoever has the third seat is told red for blue, and blue for red. */
function paintForOne() {
    const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
    const { postMessage } = Worker.prototype;
    const painted = new Set();
    const other = { R: "B", B: "R" };
    const paint = (text) =>
        text.replace(/"(?:[RB][0-9SRT]?|[a-z_]+ [^"\\]*)"/g, (quoted) =>
            quoted.replace(/(?<=[" =])[RB](?=[0-9SRT]?[" ])/g, (letter) => other[letter]),
        );
    Object.defineProperty(MessageEvent.prototype, "data", {
        get() {
            const data = get.call(this);
            if (data?.op !== "text") return data;
            if (JSON.parse(data.text).seat === 2) painted.add(data.line);
            return painted.has(data.line) ? { ...data, text: paint(data.text) } : data;
        },
    });
    Worker.prototype.postMessage = function (data, ...more) {
        const said = data?.op === "say" && painted.has(data.line);
        postMessage.call(this, said ? { ...data, text: paint(data.text) } : data, ...more);
    };
}

const alertOf = ({ page }) => page.locator(".friends-breach");

/** Who breaks a rule in public is named at once, by name and step; it stays there, and is the judgement in the end. */
async function host_hides_a_card(world) {
    const people = await gatherAround(world, hideCard, 2);
    const [host, guest] = people;
    const named = async () => (await alertOf(guest).count()) > 0;
    await playOut(people, { stop: named });
    const text = await alertOf(guest).textContent();
    check(/Host, the host, .* at step \d+\. The number of cards is wrong\./.test(text), text);
    check((await alertOf(host).count()) === 0, "the host accuses itself");
    await accessible(guest.page, "a host that was named");
    await picture(guest.page, "friends-breach");
    await guest.page.setViewportSize(PHONE);
    await picture(guest.page, "friends-breach-phone");
    await guest.page.reload();
    await alertOf(guest).waitFor();
    check((await alertOf(guest).textContent()) === text, "it says something else");
    await playOut(people);
    await guest.page.getByText("Not honest: Your device has noticed").waitFor();
}

/** Two who are told different truths both find it, though each of them could be true. */
async function host_tells_two_truths(world) {
    const people = await gatherAround(world, paintForOne, 3);
    const [, ...guests] = people;
    const named = async () => {
        for (const guest of guests) if (!(await alertOf(guest).count())) return false;
        return true;
    };
    await playOut(people, { stop: named });
    await until(named, "both name the host");
    for (const guest of guests) {
        const text = await alertOf(guest).textContent();
        check(/Host, the host, .* Somebody else was shown something else\./.test(text), text);
    }
}

trial(host_hides_a_card, ...whenSoaking(host_tells_two_truths));
