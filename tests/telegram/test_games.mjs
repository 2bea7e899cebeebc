// SPDX-License-Identifier: MIT
//
// test_games.mjs: whole games by people in chats, to the end: both games with every preset in groups,
// all at once, and in private chats by typed commands as well as by buttons.
import { check } from "./people.mjs";
import { codeOf, isOverIn, openTable, playOut } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";

/** Short matches of every preset: words for /new, people, bots. */
const TABLES = [
    ["shed official", 2, 1],
    ["shed first2shed", 2, 1],
    ["shed lite", 2, 0],
    ["shed host", 2, 0],
    ["shed party", 2, 1],
    ["shed brutal", 2, 1],
    ["two two", 2, 1],
    ["two classic2012", 2, 0],
    ["two ed2019", 2, 2],
];
const SHORT = { shed: "match_mode=single", two: "tokens_to_win=1" };

async function every_preset(world) {
    await world.open();
    await world.serve();
    const plays = TABLES.map(async ([words, count, bots], i) => {
        const people = Array.from({ length: count }, (_, j) =>
            world.person(`${["Ann", "Bob"][j]}${i}`),
        );
        for (const one of people) one.tells("/start");
        const group = world.group(words.replace(" ", "-"), people);
        const [game] = words.split(" ");
        const code = await openTable(group, people, `${words} ${SHORT[game]}`, { bots });
        const [{ text }] = group.fromBot().find((one) => codeOf(one) === code).versions;
        check(text.includes("1. Ann"), `the table was shown before anybody sat there: ${text}`);
        people[0].says(group, `/startgame ${code}`);
        await playOut(people, code, group, 100 * i);
        // Both are told in their own chats as well.
        for (const one of people) await one.sees(one.private, () => isOverIn(one.private, code));
    });
    await Promise.all(plays);
}

/** Document 001: two people, each in the own chat with the bot, by what they type. */
async function typed_commands(world) {
    await world.open();
    await world.serve();
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    ann.tells("/ping");
    await ann.sees(ann.private, /^pong 🏓$/);
    ann.tells("/start");
    await ann.sees(ann.private, (one) => one.buttons.length > 0);
    const asked = ann.tells("/new shed lite");
    const table = await ann.sees(ann.private, (one) => codeOf(one) !== null, { after: asked });
    const code = codeOf(table);
    bob.tells(`/join ${code}`);
    await bob.sees(bob.private, (one) => one.text.includes(code));
    ann.tells("/startgame");
    await ann.sees(ann.private, (one) => one.text.includes(code) && /turn/i.test(one.text));
    const state = ann.tells("/state");
    await ann.sees(ann.private, (one) => one.text.includes(code), { after: state });
    const hand = bob.tells("/hand");
    await bob.sees(bob.private, (one) => one.buttons.length > 0, { after: hand });
    await playOut([ann, bob], code, ann.private, 7);
    await bob.sees(bob.private, () => isOverIn(bob.private, code));
    const after = bob.tells("/state");
    await bob.sees(bob.private, /Game over/, { after });
}

trial(every_preset, typed_commands);
