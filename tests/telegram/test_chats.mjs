// SPDX-License-Identifier: MIT
//
// test_chats.mjs: what happens to chats: people who have not opened theirs or have blocked the bot,
// groups that throw it out or move, topics, links, inline results, edited commands and languages.
import { check } from "./people.mjs";
import { findOffer, isOverIn, openTable, playOut, pressVerb } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";

async function group_of(world, options = {}) {
    const emulator = await world.open();
    const door = await world.serve();
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    const group = world.group("Cards", [ann, bob], options);
    return { emulator, door, ann, bob, group };
}

/** Who has not opened the private chat is given a link, and sits at the table by it. */
async function deep_link(world) {
    const { ann, bob, group } = await group_of(world);
    ann.tells("/start");
    const code = await openTable(group, [ann], "shed lite");
    const { answer } = await pressVerb(bob, group, "j", { code });
    let { url } = answer;
    if (!url) {
        const posted = await bob.sees(group, (one) =>
            one.buttons.some((button) => button.url?.includes("?start=")),
        );
        url = posted.buttons.find((button) => button.url?.includes("?start=")).url;
    }
    bob.follows(url);
    await bob.sees(bob.private, (one) => one.text.includes(code));
    ann.says(group, `/startgame ${code}`);
    await playOut([ann, bob], code, group, 21);
}

async function blocked(world) {
    const { emulator, ann, bob, group } = await group_of(world);
    for (const one of [ann, bob]) one.tells("/start");
    const code = await openTable(group, [ann, bob], "shed lite");
    bob.blocks();
    ann.says(group, `/startgame ${code}`);
    await world.until(
        () => group.fromBot().some((one) => /turn/i.test(one.text)),
        "the match begins",
    );
    // The bot does not try again and again.
    for (let i = 0; i < 3; i++) {
        const asked = ann.says(group, `/state ${code}`);
        await ann.sees(group, (one) => one.text.includes(code), { after: asked });
    }
    const refused = [...emulator.counts.refused].find(([why]) => /blocked/.test(why));
    check((refused?.[1] ?? 0) <= 2, `a blocked bot tries ${refused?.[1]} times`);
    bob.unblocks();
    const asked = bob.tells("/hand");
    await bob.sees(bob.private, (one) => one.text.includes(code), { after: asked });
    await playOut([ann, bob], code, group, 22);
}

async function kicked(world) {
    const { emulator, ann, bob, group } = await group_of(world);
    for (const one of [ann, bob]) one.tells("/start");
    const code = await openTable(group, [ann, bob], "shed lite");
    ann.says(group, `/startgame ${code}`);
    await world.until(() => findOffer(ann.private, code, "a") ?? findOffer(bob.private, code, "a"));
    bob.kicks(group);
    // The table goes on in the private chats.
    await playOut([ann, bob], code, ann.private, 23);
    const refused = [...emulator.counts.refused].find(([why]) => /kicked/.test(why));
    check((refused?.[1] ?? 0) <= 2, `a bot that was thrown out tries ${refused?.[1]} times`);
    ann.adds(group);
    const asked = ann.says(group, `/state ${code}`);
    await ann.sees(group, /Game over/, { after: asked });
}

/** A group becomes a supergroup during a match: the table moves with it. */
async function migration(world) {
    const { ann, bob, group } = await group_of(world, { supergroup: false });
    for (const one of [ann, bob]) one.tells("/start");
    const code = await openTable(group, [ann, bob], "shed lite");
    ann.says(group, `/startgame ${code}`);
    await world.until(() => findOffer(ann.private, code, "a") ?? findOffer(bob.private, code, "a"));
    const next = world.upgrade(group, ann);
    await playOut([ann, bob], code, ann.private, 24);
    await world.until(() => isOverIn(next, code), "the new group is told the end");
}

/** In a forum every answer is in the topic where it was asked. */
async function topics(world) {
    const { ann, bob, group } = await group_of(world, { forum: true });
    for (const one of [ann, bob]) one.tells("/start");
    const games = world.topic(group, "Games");
    const talk = world.topic(group, "Talk");
    const code = await openTable(group, [ann, bob], "shed lite", { topic: games });
    ann.says(group, `/startgame ${code}`, { topic: games });
    await playOut([ann, bob], code, group, 25);
    const asked = bob.says(group, "/ping", { topic: talk });
    await bob.sees(group, /^pong 🏓$/, { topic: talk, after: asked });
    // The bot says hello where nobody asked yet.
    const [, ...later] = group.fromBot();
    const elsewhere = later.filter(({ topic }) => topic !== games && topic !== talk);
    check(elsewhere.length === 0, `outside of topics: ${elsewhere.map(({ text }) => text)}`);
}

/** The hand as inline results, for whoever holds it and nobody else. */
async function inline_hand(world) {
    const { ann, bob, group } = await group_of(world);
    for (const one of [ann, bob]) one.tells("/start");
    const code = await openTable(group, [ann, bob], "shed lite");
    ann.says(group, `/startgame ${code}`);
    const { posted } = await world.until(
        () => findOffer(ann.private, code, "a") ?? findOffer(bob.private, code, "a"),
        "it is somebody's turn",
    );
    const first = posted.chat === ann.private ? ann : bob;
    const second = first === ann ? bob : ann;
    const mine = await first.looks(group);
    const theirs = await second.looks(group);
    check(mine.results.length > 1, "no cards are offered");
    check(/Your hand/.test(mine.results.at(-1).title), "the hand is not offered");
    check(theirs.results.length === 1, "who has to wait is offered a move");
    const titles = ({ results }) => results.map(({ title, description }) => [title, description]);
    check(
        JSON.stringify(titles(mine)) !== JSON.stringify(titles(theirs)),
        "two people are offered the same hand",
    );
    const before = posted.versions.length;
    const [card] = mine.results;
    first.picks(group, "", card);
    await world.until(
        () => posted.versions.length > before || first.private.last().id > posted.id,
        "the chosen card was played",
    );
    await playOut([ann, bob], code, group, 26);
}

/** A command that is corrected after it was sent counts once it is right. */
async function edited_command(world) {
    const { ann } = await group_of(world);
    const typed = ann.tells("/pnig");
    await ann.sees(ann.private, () => true);
    ann.edits(typed, "/ping");
    await ann.sees(ann.private, /^pong 🏓$/);
}

/** Nobody knows whose hand it would be: who writes in the name of the group is told so. */
async function anonymous(world) {
    const { emulator, ann, group } = await group_of(world);
    await ann.sees(group, /Hello!/);
    ann.saysAsGroup(group, "Let us play");
    ann.saysAsGroup(group, "/new@other_bot");
    ann.saysAsGroup(group, "/new shed");
    await ann.sees(group, /anonymous administrator/);
    await world.idles();
    const sent = emulator.calls.filter(({ method }) => /^send/.test(method));
    check(sent.length === 2, `the bot says ${sent.map(({ parameters }) => parameters.text)}`);
}

async function languages(world) {
    const { emulator, ann, bob } = await group_of(world);
    const otto = world.person("Otto", { language: "de" });
    otto.tells("/start");
    ann.tells("/start");
    const german = await otto.sees(otto.private, () => true);
    const english = await ann.sees(ann.private, () => true);
    check(german.text !== english.text, `both are welcomed alike: ${german.text}`);
    const commands = (person) => JSON.stringify(emulator.commandsFor(person, person.private));
    check(commands(otto) !== commands(ann), "commands are the same in German");
    check(emulator.commandsFor(ann, ann.private).length >= 11, "hardly a command is registered");
    bob.tells("/language de");
    await bob.sees(bob.private, () => true);
    const asked = bob.tells("/start");
    const now = await bob.sees(bob.private, () => true, { after: asked });
    check(now.text.replace(/Bob/g, "Otto") === german.text, `not in German: ${now.text}`);
}

/** A name can be anything, and is text and nothing else. */
async function names(world) {
    const emulator = await world.open();
    await world.serve();
    const people = ["<b>&amp;\"'</i>", "🂡".repeat(30), "\u202eevil", " "].map((name) =>
        world.person(name),
    );
    for (const one of people) one.tells("/start");
    const group = world.group("<Cards> & more", people);
    const code = await openTable(group, people, "shed official match_mode=single");
    people[0].says(group, `/startgame ${code}`);
    await playOut(people, code, group, 27);
    check(emulator.complaints.length === 0, "a name is taken for marks");
}

trial(
    deep_link,
    blocked,
    kicked,
    migration,
    topics,
    inline_hand,
    edited_command,
    anonymous,
    languages,
    names,
);
