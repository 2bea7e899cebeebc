// SPDX-License-Identifier: MIT
//
// once.mjs: whether a bot that was killed at any moment has sent nothing twice and shown nothing that
// was over, and the moments at which to kill it.
import { check } from "./people.mjs";
import { readButton } from "./table_play.mjs";
import { theTime, waitFor } from "./world_time.mjs";

/** The state of the table that a version of a message shows; 0 if it shows none. */
function seqOf(version, code) {
    const buttons = version.reply_markup?.inline_keyboard?.flat() ?? [];
    const read = buttons.map(readButton).filter((one) => one && (!code || one.code === code));
    return Math.max(0, ...read.map(({ seq }) => seq));
}

/** What a bot has sent twice: the same table again, though nobody has asked for it between, by a word or
 * by pressing a button of an older message, as people do who see nothing happen. */
function sentTwice(emulator, code) {
    const last = new Map();
    const twice = [];
    let kills = 0;
    for (const { method, parameters, answer, at } of emulator.calls) {
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
            !between(emulator, before, { posted, at })
        )
            twice.push(text);
        last.set(key, { same, posted, kills, at });
    }
    return twice;
}

function between(emulator, first, second) {
    const { chat } = second.posted;
    const presses = [...emulator.callbackQueries.values()];
    return (
        chat.posted.some(
            (one) => !one.fromBot && one.id > first.posted.id && one.id < second.posted.id,
        ) ||
        presses.some(
            ({ posted, at }) =>
                posted.chat === chat && posted !== first.posted && at > first.at && at < second.at,
        )
    );
}

/** A message whose fate is not known is not sent again: somebody who sees nothing for long asks. */
export function askWhenQuiet(emulator, people, command) {
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
export async function someMoment(emulator, roll) {
    const event = ["call", "call", "poll"][roll(3)];
    let left = 1 + roll(event === "poll" ? 2 : 9); // polls are long
    const kind = roll(2);
    const moment = new Promise((done) => {
        const look = () => {
            if (--left > 0) return;
            emulator.off(event, look);
            // Before the answer has left, or after the bot has taken it.
            if (kind) done();
            else theTime().quiet().then(done);
        };
        emulator.on(event, look);
    });
    await waitFor(moment);
}

/** No chat was sent the same table twice, nor an older one after a newer one. */
export function checkOnce(emulator, chats, code) {
    const twice = sentTwice(emulator, code);
    if (twice.length) printCalls(emulator);
    check(twice.length === 0, `sent twice: ${twice.join("\n")}`);
    for (const chat of chats) {
        let seen = 0;
        for (const { parameters, answer } of emulator.calls) {
            const seq = seqOf(parameters, code);
            if (parameters.chat_id !== chat.id || !answer?.ok || !seq) continue;
            check(seq >= seen, `${chat.title} goes back from ${seen} to ${seq}`);
            seen = seq;
        }
        check(seen > 0, `nothing was played in ${chat.title}`);
    }
}
