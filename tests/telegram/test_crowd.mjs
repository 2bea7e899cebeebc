// SPDX-License-Identifier: MIT
//
// test_crowd.mjs: many tables at once stay within Telegram's limits, and nobody waits because of
// somebody else. HC_TABLES says how many (60; 1000 in `make soak`). The worst wait of a player for the
// own answer is printed, in seconds of the emulator.
import { dice, SEED } from "../../web/tests/dice.mjs";
import { check, until } from "./people.mjs";
import { codeOf, findOffer, openTable, pressVerb } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";
import { sleep } from "./world_time.mjs";

const TABLES = Number(process.env.HC_TABLES ?? 60);
const MOVES = 4;

/** One person against a bot, in the private chat: some moves, each after some thought. */
async function playAlone(person, roll) {
    const { emulator } = person;
    const chat = person.private;
    const asked = person.tells("/new shed match_mode=single");
    const board = await person.sees(chat, (one) => codeOf(one) !== null, { after: asked });
    const code = codeOf(board);
    person.tells(`/addbot ${code}`);
    await person.sees(chat, (one) => one.text.includes(code) && /🤖/u.test(one.text));
    person.tells(`/startgame ${code}`);
    const waits = [];
    for (let move = 0; move < MOVES; move++) {
        const offer = await until(
            emulator,
            "change",
            () =>
                findOffer(chat, code, "a") ??
                chat.fromBot().some((one) => /Game over/.test(one.text)),
            `${person.name} can move`,
        );
        if (offer === true) break;
        await sleep(roll(40_000) + 20_000);
        const { posted, buttons } = findOffer(chat, code, "a") ?? offer;
        const { length } = posted.versions;
        const query = person.pushes(posted, buttons[roll(buttons.length)]);
        const pressed = emulator.now();
        await person.answer(query);
        await until(
            emulator,
            "change",
            () =>
                query.answer.text ||
                posted.versions.length > length ||
                chat.fromBot().some((one) => one.id > posted.id),
            `${person.name} sees what came of it`,
        );
        waits.push({ answer: query.answer.waited, board: emulator.now() - pressed });
    }
    return waits;
}

async function many_tables(world) {
    const emulator = await world.open();
    await world.serve({ words: ["tables_per_hour=1000000", "comings_per_minute=1000000"] });
    const people = Array.from({ length: TABLES }, (_, i) => world.person(`P${i}`));
    const waits = (
        await Promise.all(people.map((one, i) => playAlone(one, dice(SEED + i))))
    ).flat();
    const worst = (name) => (Math.max(...waits.map((one) => one[name])) / 1000).toFixed(1);
    const calls = emulator.calls.filter(({ method }) => /^(send|edit)/.test(method)).length;
    console.log(
        `${TABLES} tables, ${waits.length} moves, ${calls} messages: worst wait ` +
            `${worst("answer")} s for the answer, ${worst("board")} s for the table`,
    );
    check(waits.length >= TABLES, "hardly anybody has moved");
}

/** Somebody sends hundreds of commands; the others do not notice. */
async function flood(world) {
    const emulator = await world.open();
    await world.serve();
    const eve = world.person("Eve");
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    for (const one of [eve, ann, bob]) one.tells("/start");
    const group = world.group("Cards", [ann, bob]);
    const code = await openTable(group, [ann, bob], "shed lite");
    for (let i = 0; i < 300; i++)
        eve.tells(["/ping", "/new", "/state", "/help", "/mytables"][i % 5]);
    ann.says(group, `/startgame ${code}`);
    const told = () => eve.private.fromBot().length;
    for (let i = 0; i < 4; i++) {
        const { posted } = await world.until(
            () => findOffer(ann.private, code, "a") ?? findOffer(bob.private, code, "a"),
            "somebody can move",
        );
        const person = posted.chat === ann.private ? ann : bob;
        for (let j = 0; j < 50; j++) eve.tells("/ping");
        const before = told();
        await pressVerb(person, person.private, "a", { code });
        check(told() - before <= 5, `Eve was told ${told() - before} things before ${person.name}`);
    }
    check(emulator.counts.limited === 0, "the bot was too fast");
}

trial(flood, many_tables);
