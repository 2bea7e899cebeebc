// SPDX-License-Identifier: MIT
//
// table_play.mjs: people who play at the bot's tables by what they see in their private chats: they
// press what is offered below their hand, until the game is over. What a button does is read from its
// data ("VERB.CODE.SEQ.REST", which never changes its meaning), so this works in any language.
import { dice } from "../../web/tests/dice.mjs";
import { check, describe, until } from "./people.mjs";

const STEPS_MAX = 4000;

/** What a button carries; null if it carries nothing of ours. */
export function readButton({ callback_data }) {
    const [, verb, code, seq, rest] =
        /^(.)(?:\.([A-Z]{6})?)?(?:\.([0-9a-f]*))?(?:\.(.*))?$/.exec(callback_data ?? "") ?? [];
    return verb
        ? { verb, code: code ?? "", seq: Number.parseInt(seq || "0", 16), rest: rest ?? "" }
        : null;
}

/** The newest message of a chat that has a button of this kind for a table, and those buttons. */
export function findOffer(chat, code, verbs) {
    for (const posted of chat.fromBot().reverse()) {
        const buttons = posted.buttons.filter((button) => {
            const read = readButton(button);
            return read && verbs.includes(read.verb) && (!code || read.code === code);
        });
        if (buttons.length) return { posted, buttons };
    }
    return null;
}

/** The code of the table that a message is about. */
export function codeOf(posted) {
    const code = posted.buttons.map(readButton).find((read) => read?.code)?.code;
    return code ?? /\b[A-Z]{6}\b/.exec(posted.text)?.[0] ?? null;
}

/** Rather a card than anything else: matches of people who do anything last for ever. */
function choose(buttons, roll) {
    const acts = buttons.filter((button) => readButton(button).verb === "a");
    const plays = acts.filter((button) => readButton(button).rest.startsWith("play"));
    const from = plays.length ? plays : acts.length ? acts : buttons;
    return from[roll(from.length)];
}

/** One person plays at a table until `isOver`. Whoever gets no answer because the bot was ended looks
 * again when it is back (the emulator emits "again"), and presses again, as people do. */
export async function playAt(person, code, isOver, seed, { onPress } = {}) {
    const { emulator } = person;
    const roll = dice(seed);
    const chat = person.private;
    const tried = new Set();
    let asked = null;
    let restarts = 0;
    const again = () => {
        restarts++;
        tried.clear();
        // A message may have been lost, since none is sent twice.
        if (!chat.fromBot().some((one) => one.text.includes(code))) person.tells(`/hand ${code}`);
        emulator.emit("change");
        emulator.emit("answered");
    };
    emulator.on("again", again);
    for (let steps = 0; ; steps++) {
        check(steps < STEPS_MAX, `the match at ${code} does not end`);
        const offer = await until(
            emulator,
            "change",
            () => isOver() || fresh(chat, code, tried),
            () => `${person.name} can do anything at ${code}, after «${asked}»: ${describe(chat)}`,
        );
        if (offer === true) break;
        const button = choose(offer.buttons, roll);
        const seen = stamp(offer.posted);
        const query = person.pushes(offer.posted, button);
        asked = button.callback_data;
        onPress?.(query);
        const pressed = restarts;
        await until(
            emulator,
            "answered",
            () => query.answer || restarts > pressed,
            () => `the bot answers what ${person.name} has pressed: ${asked}`,
        );
        if (query.answer) person.answers.push(query.answer);
        // What was refused is not pressed again; what was done is seen when the message changes.
        tried.add(`${seen} ${asked}`);
        if (!query.answer?.text) tried.add(seen);
    }
    emulator.off("again", again);
}

function stamp(posted) {
    return `${posted.id}/${posted.versions.length}`;
}

/** What can be pressed in a message that has changed since something in it was done. */
function fresh(chat, code, tried) {
    const offer = findOffer(chat, code, ["a", "n"]);
    // Whoever has finished a match does not begin another one.
    if (!offer || tried.has(stamp(offer.posted)) || /🏁/u.test(offer.posted.text)) return null;
    const { posted } = offer;
    const buttons = offer.buttons.filter(
        ({ callback_data }) => !tried.has(`${stamp(posted)} ${callback_data}`),
    );
    return buttons.length ? { posted, buttons } : null;
}

/** Whether a chat is told that the game at a table is over. */
export function isOverIn(chat, code) {
    return chat.fromBot().some((one) => /🏁/u.test(one.text) && one.text.includes(code));
}

/** All of them play until a chat says that the game is over. */
export async function playOut(people, code, chat, seed, options) {
    const isOver = () => isOverIn(chat, code);
    await Promise.all(people.map((one, i) => playAt(one, code, isOver, seed + i, options)));
}

/** Waits for a button of a kind in a chat, and presses it; gives the answer and the message. */
export async function pressVerb(person, chat, verb, { code, rest } = {}) {
    const fits = (button) => !rest || rest.test(readButton(button).rest);
    const find = () => {
        const offer = findOffer(chat, code, verb);
        return offer?.buttons.some(fits) ? offer : null;
    };
    const { posted, buttons } = await until(
        person.emulator,
        "change",
        find,
        () => `${chat.title} has a button of kind ${verb} ${rest ?? ""}: ${describe(chat)}`,
    );
    const answer = await person.answer(person.pushes(posted, buttons.find(fits)));
    return { answer, posted };
}

/** The first opens a table in a chat, the others join by its button, bots fill it; gives its code. */
export async function openTable(chat, people, words, { bots = 0, topic } = {}) {
    const [host, ...others] = people;
    const before = host.says(chat, `/new ${words}`.trim(), { topic });
    const board = await host.sees(chat, (one) => findOffer(chat, null, "j")?.posted === one, {
        after: before,
    });
    const code = codeOf(board);
    for (const other of others) await pressVerb(other, chat, "j", { code });
    for (let i = 0; i < bots; i++) host.says(chat, `/addbot ${code}`, { topic });
    return code;
}
