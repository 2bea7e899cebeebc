// SPDX-License-Identifier: MIT
//
// test_languages.mjs: whole matches of both games in every language, and every page that one can ask
// for: nothing of it is English where it should not be. What people type is understood in their
// language, in capitals and in small letters.
import { check } from "./people.mjs";
import { codeOf, findOffer, isOverIn, openTable, playOut, pressVerb } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";

/** Names of people, words of the language for an easy bot and for green, a name, the language. */
const LANGUAGES = {
    en: {
        names: ["Amy", "Ben"],
        easy: "easy",
        green: "green",
        red: "red",
        bot: "Zoe",
        own: "English",
    },
    de: {
        names: ["Jürgen", "Änne"],
        easy: "leicht",
        green: "grün",
        red: "rot",
        bot: "Jörg",
        own: "Deutsch",
    },
    es: {
        names: ["Iñaki", "Ángela"],
        easy: "fácil",
        green: "verde",
        red: "rojo",
        bot: "Íñigo",
        own: "Español",
    },
    pt: {
        names: ["João", "Conceição"],
        easy: "fácil",
        green: "verde",
        red: "vermelho",
        bot: "Lúcia",
        own: "Português (Brasil)",
    },
    ru: {
        names: ["Женя", "Фёдор"],
        easy: "лёгкий",
        green: "зелёный",
        red: "красный",
        bot: "Юля",
        own: "Русский",
    },
};

/** Words that are English and nothing else, and those of them that other languages have, too. */
const ENGLISH = new Set(
    (
        "the a and or of to you your his their they them it its is are were be been has have had who " +
        "whom whose which what that this these those with without for from by on at into out card " +
        "cards deck hand hands player players turn round rounds match plays play draws draw loses lose " +
        "wins win winner shows show hidden nobody everybody somebody other others next first last all " +
        "not cannot can must may when where how many much more less than then colour colours point " +
        "points token tokens red blue green yellow skip reverse wild number two four table tables " +
        "join leave start rules hint back yes no say press open private seat seats taken easy fair strong"
    ).split(" "),
);
const SHARED = { es: ["a", "has", "no"], pt: ["a", "for", "no"], de: ["hand", "start", "fair"] };

/** English words of a text that should be in another language. */
function englishIn(text, language) {
    const shared = SHARED[language] ?? [];
    return text
        .replace(/Do You Have A Two/g, " ") // what a game is called in every language
        .replace(/\/\w+/g, " ") // commands
        .replace(/@\w+|https?:\/\/\S+/g, " ")
        .replace(/\b\w+[=_]\w*/g, " ") // options by their names
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => ENGLISH.has(word) && !shared.includes(word));
}

/** Everything that a message ever said, with its buttons and the answers to those. */
function saidIn(posted) {
    const keys = (version) => version.reply_markup?.inline_keyboard?.flat() ?? [];
    return [
        ...posted.versions.map((one) => one.text ?? one.caption ?? ""),
        ...posted.versions.flatMap((one) => keys(one).map(({ text }) => text)),
        ...posted.answers.map(({ text }) => text),
    ];
}

function leftOver(language, texts) {
    return texts.flatMap((text) =>
        englishIn(text, language).map((word) => `"${word}" in «${text.slice(0, 200)}»`),
    );
}

/** Types something, and gives what the bot says to it in the private chat. */
async function asks(person, text) {
    const asked = person.tells(text);
    return await person.sees(person.private, () => true, { after: asked });
}

const PAGES = (
    "start help new stats top mytables language pictures reminders forgetme state rules hand hint skip " +
    "kick catch challenge uno join"
).split(" ");
const MISTAKES = ["/nonsense", "/join BCDFHJ", "/play 99", "/kick X", "/color X", "/new shed x=y"];

async function readsPages(person) {
    for (const name of PAGES) await asks(person, `/${name}`);
    for (const text of MISTAKES) await asks(person, text);
}

async function playIn(world, language, words, seed) {
    const { names, easy, bot } = LANGUAGES[language];
    const people = names.map((name) => world.person(name, { language }));
    for (const one of people) one.tells("/start");
    const group = world.group(`${language}-${words.split(" ")[0]}`, people);
    const code = await openTable(group, people, words);
    const [host, other] = people;
    // A bot by what people call it, and sent away by its name.
    const capital = (word) => word.toLocaleUpperCase(language);
    host.says(group, `/addbot ${capital(easy)} ${bot}`);
    await host.sees(group, (one) => one.text.includes(`🤖 ${bot} (${easy})`));
    host.says(group, `/kick ${capital(bot)}`);
    await host.sees(group, (one) => codeOf(one) === code && !one.text.includes(bot));
    host.says(group, `/startgame ${code}`);
    await Promise.all([
        playOut(people, code, group, seed),
        readsPages(world.person("X", { language })),
    ]);
    for (const one of people) await one.sees(one.private, () => isOverIn(one.private, code));
    for (const chat of [group, other.private, host.private]) {
        const texts = chat.posted.filter((one) => one.fromBot).flatMap(saidIn);
        const english = language === "en" ? [] : leftOver(language, texts);
        check(english.length === 0, `${chat.title} (${language}) reads ${english[0]}`);
    }
}

async function whole_matches(world) {
    const emulator = await world.open();
    await world.serve();
    const codes = Object.keys(LANGUAGES);
    await Promise.all([
        ...codes.map((code, i) =>
            playIn(world, code, "shed official match_mode=single initial_cards=4", 70 + i),
        ),
        ...codes.map((code, i) => playIn(world, code, "two two tokens_to_win=1", 80 + i)),
    ]);
    for (const person of world.people) {
        const { language } = person;
        const texts = person.private.posted.filter((one) => one.fromBot).flatMap(saidIn);
        for (const chat of [person.private, { isGroup: true }])
            texts.push(...emulator.commandsFor(person, chat).map(({ description }) => description));
        const english = language === "en" ? [] : leftOver(language, texts);
        check(english.length === 0, `${person.name} (${language}) reads ${english[0]}`);
    }
    // What the test looks for is there where it should be.
    const amy = world.people.find(({ name }) => name === "Amy");
    const read = amy.private.posted.filter((one) => one.fromBot).flatMap(saidIn);
    check(leftOver("de", read).length > 20, "English is not noticed");
}

/** Plays on until somebody can play a Wild; gives who, and its number in the hand. */
async function findWild(world, people, code, group) {
    for (;;) {
        const can = (one) => findOffer(one.private, code, "a");
        const person = await world.until(() => people.find(can), "it is somebody's turn");
        const { posted } = can(person);
        const [, index] = /^(\d+)\. 🌈[^\n]*✅$/mu.exec(posted.text) ?? [];
        if (index) return { person, index };
        check(!isOverIn(group, code), "there was no Wild");
        const before = posted.versions.length;
        await pressVerb(person, person.private, "a", { code });
        // In the same message, or in a new one.
        const moved = () => posted.versions.length > before || posted.id < person.private.last().id;
        await world.until(moved, "the table goes on");
    }
}

/** Colours, languages and names in capitals and in small letters. */
async function in_any_case(world) {
    await world.open();
    await world.serve();
    await Promise.all(
        Object.entries(LANGUAGES).map(async ([language, { names, green, red, own }]) => {
            const people = names.map((name) => world.person(name, { language }));
            for (const one of people) one.tells("/start");
            for (const one of people) await one.sees(one.private, () => true);
            const group = world.group(language, people);
            const code = await openTable(group, people, "shed official initial_cards=20");
            people[0].says(group, `/startgame ${code}`);
            const { person, index } = await findWild(world, people, code, group);
            const isGreen = /: 🟢 /u.test(findOffer(person.private, code, "a").posted.text);
            const [word, sign] = isGreen ? [red, "🔴"] : [green, "🟢"];
            person.tells(`/play ${index} ${word.toLocaleUpperCase(language)}`);
            await person.sees(group, (one) => one.text.includes(`: ${sign} `));
            const english = await asks(person, "/language ENGLISH");
            check(/I speak English now/.test(english.text), `English is ${english.text}`);
            const back = await asks(person, `/LANGUAGE ${own.toLocaleUpperCase(language)}`);
            check(language === "en" || !/I speak/.test(back.text), `${own} is ${back.text}`);
        }),
    );
}

trial(whole_matches, in_any_case);
