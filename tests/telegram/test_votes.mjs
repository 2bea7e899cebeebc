// SPDX-License-Identifier: MIT
//
// test_votes.mjs: the host changes the rules of a table by buttons, and what others press is put to the
// vote of those who sit there. A vote outlives the end of the bot's process (kill -9).
import { check } from "./people.mjs";
import { findOffer, openTable, pressVerb } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";

/** Ann, Bob and Cem at a table of Ann's in a group; Eve is in the group and looks on. */
async function lobby(world) {
    const emulator = await world.open();
    const door = await world.serve();
    const [ann, bob, cem, eve] = ["Ann", "Bob", "Cem", "Eve"].map((name) => world.person(name));
    for (const one of [ann, bob, cem, eve]) one.tells("/start");
    const group = world.group("Cards", [ann, bob, cem, eve]);
    const code = await openTable(group, [ann, bob, cem], "shed official");
    await ann.sees(group, /3 of 10 seats/);
    return { emulator, door, ann, bob, cem, eve, group, code };
}

/** Opens the rules, and presses a preset there. */
async function wants(person, group, code, preset) {
    const asked = person.says(group, `/rules ${code}`);
    await person.sees(group, () => findOffer(group, code, "p")?.posted.id > asked.id);
    return await pressVerb(person, group, "p", { code, rest: new RegExp(`^${preset}$`) });
}

const votes = (group, code) =>
    findOffer(group, code, "V")
        ?.buttons.map(({ text }) => text)
        .join(" ");

async function votesFor(person, group, code, answer) {
    const { answer: told } = await pressVerb(person, group, "V", { code, rest: answer });
    check(/Your vote is counted/.test(told.text), `${person.name} is told ${told.text}`);
}

async function most_want_it(world) {
    const { ann, bob, cem, eve, group, code } = await lobby(world);
    const { answer } = await wants(bob, group, code, "brutal");
    check(/put to the vote/.test(answer.text), `Bob is told ${answer.text}`);
    await ann.sees(group, /Proposed: brutal/);
    check(votes(group, code) === "👍 1 👎 0", `it begins with ${votes(group, code)}`);
    // Who does not sit there has no vote; who votes again has one.
    const outside = await pressVerb(eve, group, "V", { code, rest: /y/ });
    check(/do not sit/.test(outside.answer.text), `Eve is told ${outside.answer.text}`);
    await votesFor(bob, group, code, /y/);
    await votesFor(ann, group, code, /n/);
    await world.until(() => votes(group, code) === "👍 1 👎 1", "two votes");
    await votesFor(cem, group, code, /y/);
    await ann.sees(group, (one) => /brutal rules/.test(one.text) && !/Proposed/.test(one.text));
    check(!votes(group, code), "there is still a vote");
}

async function most_do_not(world) {
    const { ann, bob, cem, group, code } = await lobby(world);
    await wants(cem, group, code, "brutal");
    const board = await ann.sees(group, /Proposed: brutal/);
    await votesFor(bob, group, code, /n/);
    await votesFor(ann, group, code, /n/);
    await world.until(() => !votes(group, code), "the vote is over");
    check(/official rules/.test(board.text), `the rules are ${board.text}`);
    const late = await cem.answer(
        cem.pushes(board, { text: "👍", callback_data: `V.${code}.0.y` }),
    );
    check(/Nothing is being voted on/.test(late.text), `who comes late is told ${late.text}`);
}

/** One option of many, by its buttons; the host needs nobody. */
async function options(world) {
    const { ann, bob, group, code } = await lobby(world);
    const asked = ann.says(group, `/rules ${code}`);
    const page = await ann.sees(group, () => findOffer(group, code, "o")?.posted.id > asked.id);
    check(page, "no page of rules");
    await pressVerb(ann, group, "o", { code, rest: /^0$/ });
    const before = findOffer(group, code, "v");
    check(!before || before.buttons.length > 1, "nothing to choose");
    const { buttons } = await world.until(() => findOffer(group, code, "v"), "values to choose");
    const other = buttons.find(({ text }) => !text.startsWith("✓"));
    await ann.answer(ann.pushes(findOffer(group, code, "v").posted, other));
    await ann.sees(group, /house rules/);
    // A match that is on has its rules.
    ann.says(group, `/startgame ${code}`);
    await ann.sees(group, /'s turn\./);
    const seen = bob.says(group, `/rules ${code}`);
    const told = await bob.sees(group, /house rules/, { after: seen });
    check(!told.buttons.some(({ text }) => /brutal/.test(text)), "rules can change in a match");
}

async function killed_while_voting(world) {
    const { emulator, door, ann, bob, cem, group, code } = await lobby(world);
    await wants(bob, group, code, "brutal");
    await ann.sees(group, /Proposed: brutal/);
    await votesFor(ann, group, code, /n/);
    await world.until(() => votes(group, code) === "👍 1 👎 1", "two votes");
    const messages = () =>
        emulator.calls.filter(({ method, answer }) => /^send/.test(method) && answer?.ok).length;
    const before = messages();
    await door.kill();
    await door.start();
    await votesFor(cem, group, code, /y/);
    await ann.sees(group, (one) => /brutal rules/.test(one.text) && !/Proposed/.test(one.text));
    check(messages() === before, `${messages() - before} messages because of a restart`);
    await wants(cem, group, code, "lite");
    await world.until(() => votes(group, code) === "👍 1 👎 0", "another vote");
    await door.kill();
    await door.start();
    await votesFor(ann, group, code, /n/);
    await votesFor(bob, group, code, /n/);
    await world.until(() => !votes(group, code), "the vote is over");
    // What is over stays over.
    await door.kill();
    await door.start();
    const late = await cem.answer(
        cem.pushes(group.last(), { text: "👍", callback_data: `V.${code}.0.y` }),
    );
    check(/Nothing is being voted on/.test(late.text), `after that Cem is told ${late.text}`);
}

trial(most_want_it, most_do_not, options, killed_while_voting);
