// SPDX-License-Identifier: MIT
//
// test_pictures.mjs: hands and tables as pictures, in the chats that want them: they come as PNG, with
// the text as their caption.
import { check } from "./people.mjs";
import { trial } from "./telegram_trial.mjs";

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/* The last picture that the bot has put into a chat. */
const pictureIn = (chat) => chat.posted.findLast(({ now }) => now.from?.is_bot && now.photo);

function isTable(posted, pattern) {
    check(posted.picture.subarray(0, 4).equals(PNG), "it is no PNG");
    check(posted.now.photo[0].width === 1080, "it is not as wide as it should be");
    check(pattern.test(posted.now.caption ?? ""), `its caption is ${posted.now.caption}`);
}

async function wantsPictures(person, chat) {
    person.says(chat, "/pictures");
    await person.sees(chat, /pictures/);
    await person.presses(chat, /^yes$/);
}

async function hands_and_tables(world) {
    await world.open();
    await world.serve();
    const ann = world.person("Ann");
    ann.tells("/start");
    await wantsPictures(ann, ann.private);
    const group = world.group("Cards", [ann]);
    await wantsPictures(ann, group);
    ann.says(group, "/new shed");
    await ann.sees(group, /1 of 10 seats/);
    ann.says(group, "/addbot easy");
    await ann.sees(group, /2 of 10 seats/);
    ann.says(group, "/startgame");
    const table = await world.until(() => pictureIn(group), "the group is sent the table");
    isTable(table, /Shed[\s\S]*Ann/);
    ann.says(group, "/hand");
    const hand = await world.until(() => pictureIn(ann.private), "Ann is sent her hand");
    isTable(hand, /Your hand \(/);
    check(!/Your hand/.test(table.now.caption), "the group is told about a hand");
}

trial(hands_and_tables);
