// SPDX-License-Identifier: MIT
//
// test_killed.mjs: the bot is killed (kill -9) twenty times while people play: nothing that happened
// is lost, nothing is sent twice. The moments are drawn from HC_SEED: after a call of the bot, before
// or after it is answered, or while it waits.
import { spawnSync } from "node:child_process";
import { check, until } from "./people.mjs";
import { dice, isOverIn, openTable, playAt, readButton } from "./table_play.mjs";
import { HURRIED, trial } from "./telegram_trial.mjs";

const KILLS = 20;
const PONG = "pong 🏓";
const seed = Number(process.env.HC_SEED ?? Date.now() % 1_000_000);

/** The state of the table that a version of a message shows; 0 if it shows none. */
function seqOf(version) {
    const buttons = version.reply_markup?.inline_keyboard?.flat() ?? [];
    return Math.max(0, ...buttons.map((one) => readButton(one)?.seq ?? 0));
}

/** What a bot has sent twice: the same table again, though nothing was said between. */
function sentTwice(emulator, code) {
    const last = new Map();
    const twice = [];
    let kills = 0;
    for (const { method, parameters, answer } of emulator.calls) {
        if (method === "kill") kills++;
        if (!/^send/.test(method) || !answer?.ok) continue;
        const key = parameters.chat_id;
        const { text, reply_markup } = parameters;
        if (!text.includes(code)) continue; // answers may be the same again; pongs are counted
        const same = JSON.stringify([text, reply_markup]);
        const posted = emulator.chats.get(key).byId.get(answer.result.message_id);
        const before = last.get(key);
        if (
            before?.same === same &&
            before.kills < kills &&
            !between(posted.chat, before.posted, posted)
        )
            twice.push(text);
        last.set(key, { same, posted, kills });
    }
    return twice;
}

function between(chat, first, second) {
    return chat.posted.some((one) => !one.fromBot && one.id > first.id && one.id < second.id);
}

async function killed_twenty_times(world) {
    console.log(`HC_SEED=${seed}`);
    world.mayBeSilent = true;
    world.mayBeLimited = true; // it does not remember how much it has sent
    const roll = dice(seed);
    const emulator = await world.open(HURRIED);
    const door = await world.serve();
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    for (const one of [ann, bob]) one.tells("/start");
    const group = world.group("Cards", [ann, bob]);
    const code = await openTable(group, [ann, bob], "shed official", { bots: 1 });
    ann.says(group, `/startgame ${code}`);
    let enough = false;
    const isOver = () => enough || isOverIn(group, code);
    const playing = Promise.all([ann, bob].map((one, i) => playAt(one, code, isOver, seed + i)));
    playing.catch(() => {}); // it is looked at in the end
    const lookAgain = askWhenQuiet(emulator, [ann, bob], `/hand ${code}`);
    let pings = 0;
    for (let kill = 0; kill < KILLS; kill++) {
        if (roll(3) === 0) {
            pings++;
            ann.tells("/ping");
        }
        await someMoment(emulator, roll);
        await door.kill();
        emulator.calls.push({ method: "kill", parameters: {} });
        await door.start();
        emulator.emit("again");
    }
    // They go on to the end, or for a while: what was begun must still be there.
    let changes = 0;
    await until(emulator, "change", () => ++changes > 60 || isOverIn(group, code), "they go on");
    enough = true;
    lookAgain.stop();
    emulator.emit("change");
    await playing;
    const pongs = ann.private.fromBot().filter((one) => one.text === PONG).length;
    check(pongs <= pings, `${pings} pings and ${pongs} pongs`);
    const twice = sentTwice(emulator, code);
    if (twice.length) printCalls(emulator);
    check(twice.length === 0, `sent twice: ${twice.join("\n")}`);
    for (const chat of [group, ann.private, bob.private]) {
        let seen = 0;
        for (const { parameters, answer } of emulator.calls) {
            const seq = seqOf(parameters);
            if (parameters.chat_id !== chat.id || !answer?.ok || !seq) continue;
            check(seq >= seen, `${chat.title} goes back from ${seen} to ${seq}`);
            seen = seq;
        }
        check(seen > 0, `nothing was played in ${chat.title}`);
    }
    await door.stop();
    const checked = spawnSync(process.env.HOLECARD, ["store", "check", door.store]);
    check(checked.status === 0, `the store: ${checked.stdout}${checked.stderr}`);
}

/** A message whose fate is not known is not sent again: somebody who sees nothing for long asks. */
function askWhenQuiet(emulator, people, command) {
    let polls = 0;
    const called = () => {
        polls = 0;
    };
    const polled = () => {
        if (++polls < 3) return;
        polls = 0;
        for (const one of people) one.tells(command);
    };
    emulator.on("call", called);
    emulator.on("poll", polled);
    return {
        stop: () => {
            emulator.off("call", called);
            emulator.off("poll", polled);
        },
    };
}

/** What the bot did in order, for a test that fails. */
function printCalls(emulator) {
    for (const { method, parameters, answer } of emulator.calls) {
        const { chat_id = "", message_id = "", text = "" } = parameters;
        const made = answer?.result?.message_id ?? answer?.description ?? "";
        const turn = /turn[^\n]*/.exec(text)?.[0] ?? "";
        console.log(method, chat_id, message_id, made, turn, seqOf(parameters));
    }
}

/** Waits for a moment at which to kill: the so-and-so-many-th thing that the bot does. */
async function someMoment(emulator, roll) {
    let left = 1 + roll(9);
    const event = ["call", "call", "poll"][roll(3)];
    const kind = roll(2);
    await new Promise((done) => {
        const look = () => {
            if (--left > 0) return;
            emulator.off(event, look);
            // Before the answer has left, or some time after.
            if (kind) done();
            else setImmediate(done);
        };
        emulator.on(event, look);
    });
}

trial(killed_twenty_times);
