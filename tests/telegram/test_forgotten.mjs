// SPDX-License-Identifier: MIT
//
// test_forgotten.mjs: who wants to be forgotten is forgotten: in the end the files of the store have
// neither the name nor the number of that person in Telegram, wherever they were before.
import { readdirSync, readFileSync } from "node:fs";
import { check, Person } from "./people.mjs";
import { isOverIn, openTable, playOut, pressVerb } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";

const NAME = "Quetzalcoatlus";
const USERNAME = "quetzal_northropi";
const NUMBER = 7_654_321_987;

/** What of the person is in the files of a store: its name, its username, its number. */
function tracesIn(store) {
    const number = Buffer.alloc(8);
    number.writeBigUInt64LE(BigInt(NUMBER));
    const looked = { NAME, USERNAME, digits: `${NUMBER}`, number };
    return readdirSync(".")
        .filter((file) => file.startsWith(store.replace(/.*\//, "")))
        .flatMap((file) => {
            const bytes = readFileSync(file);
            return Object.entries(looked)
                .filter(([, what]) => bytes.includes(what))
                .map(([what]) => `${what} in ${file}`);
        });
}

async function meet(world) {
    const emulator = await world.open();
    const door = await world.serve();
    const ann = world.person("Ann");
    const que = new Person(emulator, NUMBER, NAME, { username: USERNAME });
    world.people.push(que);
    for (const one of [ann, que]) one.tells("/start");
    const group = world.group("Cards", [ann, que]);
    return { emulator, door, ann, que, group };
}

/** Says /forgetme and means it; gives what the bot says. */
async function forgets(person) {
    const asked = person.tells("/forgetme");
    await person.sees(person.private, /cannot be undone/, { after: asked });
    await pressVerb(person, person.private, "X");
    return await person.sees(person.private, /Your data has been deleted/, { after: asked });
}

async function after_a_match(world) {
    const { door, ann, que, group } = await meet(world);
    const code = await openTable(group, [ann, que], "shed lite initial_cards=2");
    ann.says(group, `/startgame ${code}`);
    await playOut([ann, que], code, group, 28);
    let asked = que.tells("/stats");
    await que.sees(que.private, /of 1 match won/, { after: asked });
    que.tells("/reminders");
    await pressVerb(que, que.private, "g", { rest: /^1$/ });
    // The table where somebody sits who is forgotten is not touched by that.
    const lobby = await openTable(group, [que, ann], "shed lite");
    await world.idles();
    await door.stop();
    check(tracesIn(door.store).length > 2, "what the test looks for was never there");
    await door.start();
    const told = await forgets(que);
    check(told.text.includes(code), `it is not said who knows the name: ${told.text}`);
    asked = ann.says(group, `/state ${lobby}`);
    const board = await ann.sees(group, (one) => one.text.includes(lobby), { after: asked });
    check(!board.text.includes(NAME), `the table still says ${board.text}`);
    // The table of the match closes an hour after it.
    await world.skip(62 * 60_000);
    await forgets(que);
    await world.idles();
    await door.stop();
    const traces = tracesIn(door.store);
    check(traces.length === 0, `not forgotten: ${traces}`);
    // Whoever comes back is somebody new.
    await door.start();
    asked = que.tells("/stats");
    await que.sees(que.private, /No match of yours/, { after: asked });
}

/** A match that is on is finished first: who is forgotten is told where, and others play on. */
async function during_a_match(world) {
    const { door, ann, que, group } = await meet(world);
    const code = await openTable(group, [ann, que], "shed lite initial_cards=2");
    ann.says(group, `/startgame ${code}`);
    await ann.sees(group, /'s turn\./);
    const told = await forgets(que);
    check(told.text.includes(code), `it is not said that the match is on: ${told.text}`);
    que.tells(`/hand ${code}`);
    await playOut([ann, que], code, group, 29);
    check(isOverIn(group, code), "the match is not over");
    await world.skip(62 * 60_000);
    await forgets(que);
    await world.idles();
    await door.stop();
    const traces = tracesIn(door.store);
    check(traces.length === 0, `not forgotten: ${traces}`);
}

trial(after_a_match, during_a_match);
