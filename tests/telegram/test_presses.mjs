// SPDX-License-Identifier: MIT
//
// test_presses.mjs: buttons that are pressed late, twice, by the wrong person or after the table has
// moved on get a short answer, and the table is not harmed.
import { dice } from "../../web/tests/dice.mjs";
import { check, until } from "./people.mjs";
import {
    findOffer,
    isOverIn,
    openTable,
    playAt,
    playOut,
    pressVerb,
    readButton,
} from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";

/** Ann and Bob at a table in a group, with a match that has begun. */
async function begin(world, words, { bots = 0 } = {}) {
    const emulator = await world.open();
    await world.serve();
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    for (const one of [ann, bob]) one.tells("/start");
    const group = world.group("Cards", [ann, bob]);
    const code = await openTable(group, [ann, bob], words, { bots });
    ann.says(group, `/startgame ${code}`);
    return { emulator, ann, bob, group, code };
}

/** Whose hand has something to press, and who has to wait. */
async function turn(world, people, code) {
    return await world.until(() => {
        const [first] = people.filter((one) => findOffer(one.private, code, "a"));
        return first ? { first, second: people.find((one) => one !== first) } : null;
    }, "it is somebody's turn");
}

async function twice_at_once(world) {
    const { ann, bob, code } = await begin(world, "shed lite");
    const { first } = await turn(world, [ann, bob], code);
    const { posted, buttons } = findOffer(first.private, code, "a");
    const [button] = buttons;
    const both = [first.pushes(posted, button), first.pushes(posted, button)];
    await Promise.all(both.map((query) => first.answer(query)));
    check(
        both.every(({ answer }) => answer.text.length <= 200),
        "an answer is too long",
    );
    // It was done once: the match goes on to its end.
    await playOut([ann, bob], code, ann.private, 11);
}

/** Somebody presses what was under another's hand, which is what a changed client could do. */
async function wrong_person(world) {
    const { ann, bob, code } = await begin(world, "shed lite");
    const { first, second } = await turn(world, [ann, bob], code);
    const { posted, buttons } = findOffer(first.private, code, "a");
    const versions = posted.versions.length;
    const query = second.pushes(posted, buttons[0]);
    const answer = await second.answer(query);
    check(answer.text.length > 0, "the wrong person is told nothing");
    check(posted.versions.length === versions, "the wrong person has changed a hand");
    await playOut([ann, bob], code, ann.private, 12);
}

/** A typed command out of turn: the words of document 001. */
async function wrong_turn(world) {
    const { ann, bob, code } = await begin(world, "shed lite");
    const { second } = await turn(world, [ann, bob], code);
    const asked = second.tells("/play 1");
    await second.sees(second.private, /It is another player turn/, { after: asked });
}

/** Below an old message, after the table has moved on. */
async function late_press(world) {
    const { ann, bob, code } = await begin(world, "shed lite");
    const { first } = await turn(world, [ann, bob], code);
    const { posted, buttons } = findOffer(first.private, code, "a");
    const [old] = buttons;
    const roll = dice(5);
    const moved = () => {
        const offer = findOffer(first.private, code, "a");
        return offer && readButton(offer.buttons[0]).seq > readButton(old).seq + 2;
    };
    const over = () => moved() || isOverIn(first.private, code);
    await Promise.all([ann, bob].map((one) => playAt(one, code, over, roll(1000))));
    const answer = await first.answer(first.pushes(posted, old));
    check(answer.text.length > 0, "a late press is told nothing");
}

/** After the match is over, and of a table that there never was. */
async function after_the_end(world) {
    const { ann, bob, group, code } = await begin(world, "shed lite");
    await playOut([ann, bob], code, ann.private, 13);
    await until(world.emulator, "change", () => isOverIn(group, code), "the group is told");
    const posted = ann.private.last();
    for (const data of [`a.${code}.1.play R1`, "a.ZZZZZZ.1.draw", "garbage", "a", "j.ZZZZZZ.0."]) {
        const answer = await ann.answer(ann.pushes(posted, { text: "x", callback_data: data }));
        check(answer.text.length > 0, `${data} is told nothing`);
    }
    check(group.fromBot().length > 0, "the group is silent");
}

/** Everything can be done by buttons, from choosing a game on. */
async function buttons_alone(world) {
    await world.open();
    await world.serve();
    const ann = world.person("Ann");
    ann.tells("/start");
    await pressVerb(ann, ann.private, "N");
    await pressVerb(ann, ann.private, "N", { rest: /two/ });
    await pressVerb(ann, ann.private, "N", { rest: /two \w+/ });
    const { buttons } = await world.until(
        () => findOffer(ann.private, null, "b"), // nobody can start alone
        "a table comes of it",
    );
    const { code } = readButton(buttons[0]);
    await ann.presses(ann.private, /Add a bot/);
    await world.until(
        () => ann.private.fromBot().some((one) => /🤖/u.test(one.text)),
        "a bot sits down",
    );
    await pressVerb(ann, ann.private, "s", { code });
    await playOut([ann], code, ann.private, 14);
}

/** A match is ended by a button of its host, who is asked first; and even a ping can be pressed. */
async function ended(world) {
    const { ann, bob, group, code } = await begin(world, "shed lite");
    const { posted } = await pressVerb(ann, ann.private, "e", { code, rest: /^\?$/ });
    const page = await ann.sees(ann.private, /End the match now\?/, { after: posted });
    check(!isOverIn(group, code), "nobody was asked");
    await pressVerb(ann, ann.private, "e", { code, rest: /^y$/ });
    for (const chat of [group, ann.private, bob.private])
        await world.until(() => isOverIn(chat, code), `${chat.title} is told that it is over`);
    await world.until(() => page.deleted, "the question is gone");
    check(!bob.private.posted.some((one) => /Shall/.test(one.text)), "Bob was asked");
    bob.tells("/help");
    const { answer } = await pressVerb(bob, bob.private, "i");
    check(answer.text === "pong 🏓", `the answer to a ping is ${answer.text}`);
}

trial(twice_at_once, wrong_person, wrong_turn, late_press, after_the_end, buttons_alone, ended);
