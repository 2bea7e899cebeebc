// SPDX-License-Identifier: MIT
//
// test_clocks.mjs: what happens because nobody does anything: live tables remind and then go on, slow
// ones remind as often as their players allow, and lobbies in which nothing happens close with a word.
// Hours are skipped (World.skip).
import { check } from "./people.mjs";
import { codeOf, findOffer, isOverIn, openTable, pressVerb, readButton } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Ann and Bob in a group, with a match at a table of this clock; and who of them is awaited. */
async function begin(world, clock) {
    const emulator = await world.open();
    const door = await world.serve();
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    for (const one of [ann, bob]) one.tells("/start");
    const group = world.group("Cards", [ann, bob]);
    const code = await openTable(group, [ann, bob], `shed lite ${clock}`);
    ann.says(group, `/startgame ${code}`);
    const first = await awaited(world, [ann, bob], code, 0);
    const second = first === ann ? bob : ann;
    return { emulator, door, group, code, first, second };
}

/** Who has something to press at a table that has got further than this. */
async function awaited(world, people, code, seq) {
    const can = (one) => {
        const offer = findOffer(one.private, code, "a");
        return offer && readButton(offer.buttons[0]).seq > seq;
    };
    return await world.until(() => people.find(can), "it is somebody's turn");
}

function seqOf(person, code) {
    return readButton(findOffer(person.private, code, "a").buttons[0]).seq;
}

/** New messages of the bot in a chat, which somebody's telephone rings for. */
function rings(emulator, chat, pattern) {
    return emulator.calls.filter(
        ({ method, parameters, answer }) =>
            method === "sendMessage" &&
            answer?.ok &&
            parameters.chat_id === chat.id &&
            pattern.test(parameters.text),
    ).length;
}

/** Half a minute for a turn: one word shortly before, then the turn is taken for whoever sleeps. */
async function live_clock(world) {
    const { emulator, group, code, first, second } = await begin(world, "live");
    check(
        group.fromBot().some((one) => /30 seconds for a turn/.test(one.text)),
        "nobody is told of the clock",
    );
    const seq = seqOf(first, code);
    await world.skip(21 * SECOND);
    await first.sees(first.private, /^⏳ \d+ seconds? left for your turn!$/);
    await world.skip(10 * SECOND);
    check((await awaited(world, [second], code, seq)) === second, "the turn did not go on");
    check(rings(emulator, first.private, /left for your turn/) === 1, "not reminded once");
    check(rings(emulator, second.private, /left for your turn/) === 0, "the other is reminded");
    // Nobody comes back: in the end nobody is waited for any more.
    for (let i = 0; i < 40 && !isOverIn(group, code); i++) await world.skip(31 * SECOND);
    await world.until(() => isOverIn(group, code), "the match of nobody ends");
    await first.sees(first.private, /nobody was playing any more/);
}

/** Who wants no reminders gets none, on a live table either. */
async function live_clock_quietly(world) {
    const { emulator, code, first, second } = await begin(world, "live");
    first.tells("/reminders");
    await pressVerb(first, first.private, "g", { rest: /^0$/ });
    await first.sees(first.private, /How often/);
    const seq = seqOf(first, code);
    await world.skip(21 * SECOND);
    await world.skip(10 * SECOND);
    await awaited(world, [second], code, seq);
    check(rings(emulator, first.private, /left for your turn/) === 0, "who said never is reminded");
}

/** A day for a turn: the hand comes again as often as its holder allows, and no more. A room is called
 * each hour, and a minute later it would take that for a clock that was set. */
async function slow_clock(world) {
    const { emulator, door, code, first, second } = await begin(world, "slow");
    const hands = () => rings(emulator, first.private, /Your hand/);
    const pong = async () => {
        const asked = first.tells("/ping");
        await first.sees(first.private, /^pong/, { after: asked });
        await world.idles();
    };
    const seq = seqOf(first, code);
    let before = hands();
    const skips = async (ms, count, why) => {
        await world.skip(ms, HOUR);
        await world.until(() => hands() >= before + count, why);
        await pong();
        check(hands() === before + count, `${why}: ${hands() - before} instead of ${count}`);
        before = hands();
    };
    await skips(5 * HOUR, 0, "before six hours nobody is reminded");
    await skips(HOUR + 2 * MINUTE, 1, "after six hours there is a reminder");
    first.tells("/reminders");
    await pressVerb(first, first.private, "g", { rest: /^1$/ });
    await skips(29 * MINUTE, 0, "not twice an hour");
    await skips(31.5 * MINUTE, 1, "every hour, if one wants that");
    // A bot that is started again has not forgotten how often it may.
    await door.kill();
    await door.start();
    await skips(29 * MINUTE, 0, "not earlier because the bot was ended");
    await skips(31.5 * MINUTE, 1, "and not never");
    first.tells("/reminders");
    await pressVerb(first, first.private, "g", { rest: /^0$/ });
    await skips(5 * HOUR, 0, "not at all, if one does not want it");
    check(rings(emulator, second.private, /Your hand/) === 1, "who is not awaited is reminded");
    // What is left of the day, and who slept through it has had the turn.
    await world.skip(10 * HOUR, HOUR);
    check(!findOffer(second.private, code, "a"), "the day is over too early");
    await world.skip(HOUR);
    check((await awaited(world, [second], code, seq)) === second, "the day is not over");
}

/** Nobody starts: who sits there loses the seat and hears it, and the table closes. */
async function idle_lobby(world) {
    const emulator = await world.open();
    await world.serve();
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    const cem = world.person("Cem");
    for (const one of [ann, bob]) one.tells("/start");
    const group = world.group("Cards", [ann, bob, cem]);
    const code = await openTable(group, [ann, bob, cem], "shed official");
    await ann.sees(group, /3 of 10 seats/);
    await world.skip(20 * MINUTE);
    let asked = ann.says(group, `/state ${code}`);
    await ann.sees(group, (one) => codeOf(one) === code, { after: asked });
    await world.skip(12 * MINUTE);
    // Bob has done nothing for half an hour, Ann has.
    await bob.sees(bob.private, new RegExp(`${code} for a long time`));
    check(rings(emulator, ann.private, /for a long time/) === 0, "Ann has lost her seat");
    await world.skip(31 * MINUTE);
    await ann.sees(ann.private, new RegExp(`${code} for a long time`));
    await world.skip(12 * MINUTE);
    await ann.sees(
        group,
        (one) => /This table is closed. Nobody began/.test(one.text) && !one.buttons.length,
    );
    check(rings(emulator, bob.private, /for a long time/) === 1, "Bob is told twice");
    asked = ann.says(group, "/state");
    await ann.sees(group, /You are at no table here/, { after: asked });
}

trial(live_clock, live_clock_quietly, slow_clock, idle_lobby);
