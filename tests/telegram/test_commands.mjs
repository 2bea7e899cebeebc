// SPDX-License-Identifier: MIT
//
// test_commands.mjs: every command, typed in a private chat and in a group, with the code of the table
// and without: each is answered, in the chat or on the table.
import { check, until } from "./people.mjs";
import { codeOf, findOffer } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";

/** All that the bot knows; those of the second list are for private chats. */
const ALL = (
    "start ping new join startgame state hand play draw pass endgame rules uno catch challenge color " +
    "addbot leave kick skip watch hint stats top language pictures help"
).split(" ");
const PRIVATE = ["mytables", "reminders", "forgetme"];

/** Types something, and waits until what the bot writes or changes because of it fits. */
async function types(person, chat, text, pattern) {
    const { emulator } = person;
    const chats = [chat, person.private];
    const all = () => chats.flatMap((one) => one.fromBot());
    const before = new Map(all().map((one) => [one, one.versions.length]));
    const told = () => all().filter((one) => before.get(one) !== one.versions.length);
    person.says(chat, text);
    return await until(
        emulator,
        "change",
        () => told().find((one) => pattern.test(one.text)),
        () => `${person.name} types ${text} and sees ${pattern}: ${told().map((one) => one.text)}`,
    );
}

/** What is said of each command where there is no table, to which nobody sits down. */
const WITHOUT_TABLE = {
    start: /Welcome/,
    ping: /^pong 🏓$/,
    join: /Which table|at no table/,
    stats: /No match of yours/,
    top: /Nobody has finished|rating/,
    language: /Which language/,
    pictures: /as pictures/,
    help: /To play:/,
    mytables: /You sit at no table/,
    reminders: /How often/,
    forgetme: /I will forget/,
};
const NEEDS_TABLE = /at no table here/;

/** In a lobby, with a table or without its code: what a row says, or that there is no match. */
const IN_LOBBY = [
    ["state", /seats? (is|are) taken/],
    ["hand", /seats? (is|are) taken/],
    ["play", /seats? (is|are) taken/],
    ["play 1", /not begun/],
    ["draw", /not begun/],
    ["pass", /not begun/],
    ["uno", /not begun/],
    ["catch", /not begun/],
    ["challenge", /not begun/],
    ["color red", /not begun/],
    ["hint", /not begun/],
    ["rules", /108 cards/],
    ["addbot fair Zoe", /🤖 Zoe/],
    ["kick Zoe", /2 of 10 seats/],
    ["kick", /Whom\?/],
    ["skip", /\./],
    ["endgame", /\./],
    ["watch", /seats? (is|are) taken/],
];
/** In a match, by whoever is not awaited. */
const IN_MATCH = [
    ["state", /'s turn\./],
    ["hand", /Your hand/],
    ["play 1", /^It is another player turn$/],
    ["draw", /^It is another player turn$/],
    ["pass", /^It is another player turn$/],
    ["color red", /^It is another player turn$/],
    ["uno", /\./],
    ["catch", /Whom\?/],
    ["catch Nobody", /Whom\?/],
    ["challenge", /^It is another player turn$/],
    ["hint", /💡|\./],
    ["rules", /rules/],
    ["startgame", /\./],
    ["addbot", /\./],
    ["kick", /Whom\?/],
    ["skip", /\./],
    ["watch", /'s turn\./],
];

function withCode(words, code) {
    const [name, ...rest] = words.split(" ");
    return [`/${name}`, code, ...rest].filter(Boolean).join(" ");
}

async function withoutTable(world) {
    const { emulator } = world;
    const ann = world.person("Ann");
    ann.tells("/start");
    await ann.sees(ann.private, /Welcome/);
    const group = world.group("Cards", [ann]);
    const names = (chat) => emulator.commandsFor(ann, chat).map(({ command }) => command);
    const missing = (list, wanted) => wanted.filter((name) => !list.includes(name));
    check(!missing(names(ann.private), [...ALL, ...PRIVATE]).length, "not all in private");
    check(!missing(names(group), ALL).length, "not all in groups");
    const answers = (name) => WITHOUT_TABLE[name] ?? NEEDS_TABLE;
    const typed = (list) => list.filter((name) => name !== "new");
    await Promise.all([
        (async () => {
            for (const name of typed([...ALL, ...PRIVATE]))
                await types(ann, ann.private, `/${name}`, answers(name));
        })(),
        (async () => {
            const dan = world.person("Dan");
            const other = world.group("Others", [dan]);
            for (const name of typed(ALL).slice(0, 14))
                await types(dan, other, `/${name}@${emulator.me.username}`, answers(name));
        })(),
        (async () => {
            const eve = world.person("Eve");
            const other = world.group("Thirds", [eve]);
            for (const name of typed(ALL).slice(14))
                await types(eve, other, `/${name.toUpperCase()}`, answers(name));
        })(),
    ]);
    // A table that there is not.
    for (const name of ["join", "state", "hand", "startgame", "draw", "watch", "rules", "leave"])
        await types(ann, ann.private, `/${name} BCDFHJ`, /no such table|There is no/i);
}

/** Ann and Bob at a table in a group, or each in the own chat with the bot. */
async function sit(world, number, inGroup) {
    const ann = world.person(`Ann${number}`);
    const bob = world.person(`Bob${number}`);
    for (const one of [ann, bob]) one.tells("/start");
    for (const one of [ann, bob]) await one.sees(one.private, /Welcome/);
    const group = inGroup ? world.group(`Group${number}`, [ann, bob]) : null;
    const of = (person) => group ?? person.private;
    const board = await types(ann, of(ann), "/new shed official", /1 of 10 seats/);
    const code = codeOf(board);
    await types(bob, of(bob), `/join ${code}`, /2 of 10 seats/);
    return { ann, bob, group, of, code };
}

async function inLobby(world, number, { inGroup, coded }) {
    const { ann, of, code } = await sit(world, number, inGroup);
    const say = (words) => withCode(words, coded ? code : "");
    for (const [words, pattern] of IN_LOBBY) await types(ann, of(ann), say(words), pattern);
}

async function comesAndGoes(world, number, { inGroup, coded }) {
    const { ann, bob, group, of, code } = await sit(world, number, inGroup);
    const say = (words) => withCode(words, coded ? code : "");
    const again = group && !coded ? "/join" : `/join ${code}`;
    await types(bob, of(bob), again, /You sit at this table already/);
    await types(bob, of(bob), say("leave"), /left/);
    await ann.sees(of(ann), /1 of 10 seats/);
    await types(bob, of(bob), again, /2 of 10 seats/);
    await types(ann, of(ann), say("startgame"), /turn/);
}

async function inMatch(world, number, { inGroup, coded }) {
    const { ann, bob, of, code } = await sit(world, number, inGroup);
    const say = (words) => withCode(words, coded ? code : "");
    await types(ann, of(ann), say("startgame"), /turn/);
    const { posted } = await world.until(
        () => findOffer(ann.private, code, "a") ?? findOffer(bob.private, code, "a"),
        "it is somebody's turn",
    );
    const [first, second] = posted.chat === ann.private ? [ann, bob] : [bob, ann];
    for (const [words, pattern] of IN_MATCH) await types(second, of(second), say(words), pattern);
    await types(first, of(first), say("play"), /Your hand/);
    await types(first, of(first), say("play 99"), /\./);
    await types(first, of(first), say("hint"), /💡/);
    // What the hand says by its numbers is what /play takes.
    const hand = first.private.fromBot().findLast((one) => /Your hand/.test(one.text));
    const [, index] = /(\d+)\. [^\n]*✅/.exec(hand.text) ?? [];
    if (index) await types(first, of(first), say(`play ${index}`), /Choose|play/);
    else await types(first, of(first), say("draw"), /draw|cannot/i); // a colour may be missing
    await types(ann, of(ann), say("endgame"), /Game over/);
    await types(ann, of(ann), say("state"), /Game over/);
    await types(bob, of(bob), say("leave"), /left/);
}

/** Everything at once, each in chats of their own: with the code of the table and without. */
async function every_command(world) {
    await world.open();
    await world.serve();
    const rows = [inLobby, comesAndGoes, inMatch].flatMap((go) =>
        [false, true].flatMap((inGroup) => [false, true].map((coded) => ({ go, inGroup, coded }))),
    );
    await Promise.all([
        withoutTable(world),
        ...rows.map(({ go, inGroup, coded }, i) => go(world, i, { inGroup, coded })),
    ]);
}

trial(every_command);
