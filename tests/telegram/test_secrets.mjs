// SPDX-License-Identifier: MIT
//
// test_secrets.mjs: a look at everything that any chat was ever sent, every version of every message,
// buttons, answers and inline results: a group is never shown a card before a spectator of the server
// was, and a person never one that is in somebody else's hand.
//
// A spectator follows each table over the protocol from its beginning. What the hands were comes from
// the log, which is public when the match is over. Pictures are read as they were drawn: their cards
// are those of their captions.
import { CardNames } from "./card_names.mjs";
import { check, until } from "./people.mjs";
import { PictureReader } from "./picture_reader.mjs";
import { ProtocolGuest } from "./protocol_guest.mjs";
import { isOverIn, openTable, playOut, readButton } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";

/** Everything that one version of a message shows, and the state of the table that it is from. */
function shown(version) {
    const buttons = version.reply_markup?.inline_keyboard?.flat() ?? [];
    // What may be guessed is no secret.
    const labels = buttons.filter((one) => !readButton(one)?.rest.includes("guess="));
    const text = [version.text ?? version.caption ?? "", ...labels.map((one) => one.text)].join(
        "\n",
    );
    return { text, seq: Math.max(0, ...buttons.map((one) => readButton(one)?.seq ?? 0)) };
}

/** Messages of the bot, those that are deleted too. */
function everSent(chat) {
    return chat.posted.filter((one) => one.fromBot);
}

/** What a spectator had been told when the table was in a state; in any state, if that is 0. */
function publicCards(spectator, code, names, seq) {
    const cards = new Set();
    for (const message of spectator.told) {
        if (message.table !== code || (seq && message.seq > seq)) continue;
        const told = JSON.stringify([message.says, message.missed]);
        for (const card of names.in(told)) cards.add(card);
        const piles = message.view?.piles ?? message.change?.piles ?? [];
        for (const pile of piles) for (const card of pile.cards ?? []) cards.add(card);
        for (const event of message.events ?? [])
            for (const card of event.cards ?? []) cards.add(card);
        for (const hand of message.view?.hands ?? message.change?.hands ?? [])
            for (const card of hand.cards ?? []) cards.add(card);
    }
    return cards;
}

/** The cards that a seat has ever had to do with, from the log. */
function ownCards(log, seat) {
    const cards = new Set();
    for (const { events = [] } of log.records)
        for (const event of events) {
            const mine = event.seat === seat || event.other === seat;
            if (!mine || /round_started|shuffled|recycled/.test(event.event)) continue;
            for (const face of event.faces ?? []) cards.add(face);
        }
    return cards;
}

function secretsIn(texts, names, allowed) {
    const secrets = [];
    for (const { text, seq } of texts)
        for (const card of names.in(text))
            if (!allowed(seq).has(card)) secrets.push(`${card} in «${text.slice(0, 300)}»`);
    return secrets;
}

/** Every picture that the bot has sent to a chat, with its caption as people see it. */
function picturesIn(emulator, chat) {
    return emulator.calls
        .filter(({ parameters, answer }) => answer?.ok && parameters.chat_id === chat.id)
        .map(({ parameters: { photo, media, caption } }) => ({
            chat,
            png: (photo ?? media?.media)?.bytes,
            caption: (caption ?? media?.caption ?? "").replace(/<[^>]*>/g, ""),
        }))
        .filter(({ png }) => png);
}

/** Checks that a picture shows the cards of its caption, and no others but backs. */
function checkPicture(reader, names, { chat, png, caption }) {
    const held = [...caption.matchAll(/^[▶▫]️ (.*): (\d+) cards?/gmu)];
    const own = held.find(([, name]) => name === chat.title); // its person's, if it has one
    const counts = held.map(([, , count]) => Number(count));
    const seen = own ? reader.hand(png, Number(own[2])) : reader.table(png, counts);
    const named = (line) => [...names.in(line)].join();
    const top = named(/^Discard: .*$/m.exec(caption)?.[0] ?? "");
    check(seen.discard === top, `${seen.discard} is shown on the discards below «${caption}»`);
    check(!seen.stray, `something is shown at ${JSON.stringify(seen.stray)}: «${caption}»`);
    check(seen.draw === "back", `${seen.draw} is shown on what is drawn: «${caption}»`);
    // When all is over hands are open to everybody.
    const backs = seen.held?.every((code) => code === "back") ?? true;
    check(backs || /🏁/u.test(caption), `${seen.held} are held: «${caption}»`);
    if (!own) return;
    const [, rest = ""] = caption.split("Your hand");
    const listed = [...rest.matchAll(/^\d+\. .*$/gm)].map(([line]) => named(line));
    check(
        seen.cards.length >= listed.length && listed.every((code, i) => code === seen.cards[i]),
        `${seen.cards} are shown, and not what is listed: «${caption}»`,
    );
}

async function wantsPictures(person, chat) {
    const asked = person.says(chat, "/pictures");
    await person.sees(chat, /as pictures/, { after: asked });
    await person.presses(chat, /^yes$/);
}

async function peek(world, words, { bots, pictures = false }) {
    const door = world.bots[0];
    const people = ["Ann", "Bob"].map((name) => world.person(`${name}${world.people.length}`));
    for (const one of people) one.tells("/start");
    const group = world.group(words.split(" ")[1], people);
    for (const one of pictures ? people : []) await wantsPictures(one, one.private);
    if (pictures) await wantsPictures(people[0], group);
    const code = await openTable(group, people, words, { bots });
    const spectator = new ProtocolGuest(door);
    await spectator.open();
    await spectator.must("enter", { table: code, seq: 0 });
    people[0].says(group, `/startgame ${code}`);
    const looks = people[0].looks(group);
    await playOut(people, code, group, 31);
    await looks;
    for (const one of people) await one.sees(one.private, () => isOverIn(one.private, code));
    const end = await until(
        spectator,
        "told",
        () => spectator.told.find((one) => one.table === code && one.match_id),
        "the match has a log",
    );
    const { match_id, room } = end;
    const [game] = words.split(" ");
    const rules = await door.fetch(
        `/api/rules/${game}?language=en&rules=${encodeURIComponent(room.rules)}`,
    );
    const names = new CardNames((await rules.json()).cards);
    const log = await (await door.fetch(`/api/matches/${match_id}.json`)).json();
    check(log.records, `no log of ${match_id}: ${JSON.stringify(log).slice(0, 300)}`);
    spectator.close();

    const texts = everSent(group).flatMap((one) => one.versions.map(shown));
    const chats = [group, ...people.map((one) => one.private)];
    const answers = chats.flatMap(everSent).flatMap((one) => one.answers);
    check(texts.length > 1, "nothing to see"); // edits are put together where a match is quick
    const known = (seq) => publicCards(spectator, code, names, seq);
    const inGroup = secretsIn(texts, names, known);
    check(inGroup.length === 0, `the group was shown ${inGroup[0]}`);
    for (const [i, person] of people.entries()) {
        const seat = room.seats.findIndex(({ name }) => name === person.name);
        check(seat >= 0, `${person.name} has no seat`);
        const own = new Set([...ownCards(log, seat), ...known(0)]);
        const told = everSent(person.private).flatMap((one) => one.versions.map(shown));
        for (const { from, text } of answers)
            if (from.id === person.id) told.push({ text, seq: 0 });
        for (const { title = "", description = "" } of person.offered)
            told.push({ text: `${title}\n${description}`.replace(/, guessing .*/, ""), seq: 0 });
        const secrets = secretsIn(told, names, () => own);
        check(secrets.length === 0, `${person.name} (seat ${seat}, ${i}) was shown ${secrets[0]}`);
    }
    return { names, texts, known, chats, reader: new PictureReader(game, room.rules) };
}

/** Looks at every picture that these chats were sent. That takes a while, in which nobody else is
 * heard: so it is done when nobody plays any more. */
function readPictures(emulator, { names, chats, reader }) {
    for (const chat of chats) {
        const sent = picturesIn(emulator, chat);
        check(sent.length > 1, `${chat.title} was sent ${sent.length} pictures`);
        for (const one of sent) checkPicture(reader, names, one);
    }
    // A picture of a hand under another caption, and the test complains.
    const [hand] = picturesIn(emulator, chats[1]);
    const other = hand.caption.replace(/^1\. .*$/m, "1. 🔴1️⃣ Red 1").replace(/^2\. /m, "2. 🔵1️⃣ ");
    let noticed = false;
    try {
        checkPicture(reader, names, { ...hand, caption: other });
    } catch {
        noticed = true;
    }
    check(noticed, "a card that is drawn is not noticed");
}

async function groups_see_nothing(world) {
    const emulator = await world.open();
    await world.serve();
    const [shed, , , pictured] = await Promise.all([
        peek(world, "shed official match_mode=single", { bots: 1 }),
        peek(world, "shed lite", { bots: 0 }),
        peek(world, "two two tokens_to_win=1", { bots: 1 }),
        peek(world, "shed official match_mode=single initial_cards=3", { bots: 1, pictures: true }),
    ]);
    readPictures(emulator, pictured);
    // One card of a hand in an early message, and the test complains.
    const { names, known } = shed;
    const early = shed.texts.find(({ seq }) => seq > 0);
    const hidden = ["R1", "B2", "G3", "Y4", "R5", "B6"].find((code) => !known(early.seq).has(code));
    const emoji = { R: "🔴", B: "🔵", G: "🟢", Y: "🟡" }[hidden[0]];
    const leak = { ...early, text: `${early.text} ${emoji}${hidden[1]}\uFE0F\u20E3` };
    check(secretsIn([leak], names, known).length === 1, "a card that is shown is not noticed");
}

trial(groups_see_nothing);
