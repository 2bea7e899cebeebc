// SPDX-License-Identifier: MIT
//
// test_places.mjs: somebody who sits at several tables in several chats means the last one, or that of
// the chat or of the topic in which a command is given.
import { check } from "./people.mjs";
import { codeOf, findOffer, openTable, pressVerb } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";

/** Ann sits at tables in two groups, in a topic and in private: a command means the one at hand. */
async function several_chats(world) {
    await world.open();
    await world.serve();
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    for (const one of [ann, bob]) one.tells("/start");
    const first = world.group("First", [ann, bob]);
    const second = world.group("Second", [ann, bob], { forum: true });
    const games = world.topic(second, "Games");
    const cards = world.topic(second, "Cards");
    const codes = [];
    codes.push(await openTable(first, [ann, bob], "shed lite"));
    codes.push(await openTable(second, [ann, bob], "shed lite", { topic: games }));
    codes.push(await openTable(second, [ann, bob], "two two", { topic: cards }));
    const here = async (chat, topic, code) => {
        const asked = ann.says(chat, "/state", { topic });
        const told = await ann.sees(chat, (one) => codeOf(one) === code, { topic, after: asked });
        check(told.topic === topic, "it is said elsewhere");
    };
    await here(first, undefined, codes[0]);
    await here(second, games, codes[1]);
    await here(second, cards, codes[2]);
    await here(second, games, codes[1]);
    // In private it is the one of which Ann spoke last, also after a restart.
    const mine = async (code) => {
        const asked = ann.tells("/state");
        await ann.sees(ann.private, (one) => codeOf(one) === code, { after: asked });
    };
    await mine(codes[1]);
    await here(first, undefined, codes[0]);
    await world.bots[0].kill();
    await world.bots[0].start();
    await mine(codes[0]);
    let asked = ann.tells("/mytables");
    await ann.sees(
        ann.private,
        new RegExp(`${codes[1]}[^]*${codes[0]}|${codes[0]}[^]*${codes[1]}`),
        {
            after: asked,
        },
    );
    asked = ann.tells(`/state ${codes[2]}`);
    await ann.sees(ann.private, (one) => codeOf(one) === codes[2], { after: asked });
    await mine(codes[2]);
    // Both play in two chats at once, and a move at one table is none at the other.
    for (const [chat, topic, code] of [
        [first, undefined, codes[0]],
        [second, games, codes[1]],
    ]) {
        ann.says(chat, "/startgame", { topic });
        const is = (person) => findOffer(person.private, code, "a");
        const person = await world.until(() => [ann, bob].find(is), `${code} has begun`);
        const { posted } = is(person);
        const before = posted.versions.length;
        await pressVerb(person, person.private, "a", { code });
        const moved = () => posted.versions.length > before || posted.id < person.private.last().id;
        await world.until(moved, "the move is seen");
        check(codeOf(posted) === code, "another table has taken its place");
    }
}

trial(several_chats);
