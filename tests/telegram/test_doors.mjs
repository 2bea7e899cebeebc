// SPDX-License-Identifier: MIT
//
// test_doors.mjs: one house, several doors: a match that begins in a chat is finished by one player
// over the server's protocol, as the Mini App does it, and by the other at a terminal. Both are the
// same guests there as in the chat, because Telegram says who they are.

import path from "node:path";
import { dice } from "../../web/tests/dice.mjs";
import { check } from "./people.mjs";
import { ProtocolGuest } from "./protocol_guest.mjs";
import { findOffer, isOverIn, openTable, playAt, playOut } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";
import { TerminalPerson } from "./terminal_person.mjs";
import { logIn } from "./web_app.mjs";

async function from_chat_to_elsewhere(world) {
    const emulator = await world.open();
    const door = await world.serve();
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    for (const one of [ann, bob]) one.tells("/start");
    const group = world.group("Cards", [ann, bob]);
    const code = await openTable(group, [ann, bob], "shed lite");
    ann.says(group, `/startgame ${code}`);
    let moves = 0;
    const enough = () => moves >= 6;
    const onPress = () => moves++;
    await Promise.all([ann, bob].map((one, i) => playAt(one, code, enough, 50 + i, { onPress })));
    check(!isOverIn(group, code), "the match was over at once");

    const page = new ProtocolGuest(door);
    const { token } = await logIn(door, ann.initData());
    await page.open(token);
    const { seat } = await page.must("enter", { table: code });
    check(seat === 0, `Ann has seat ${seat} in the browser`);
    const other = await logIn(door, bob.initData());
    check(other.ok && other.token !== token, "Bob is Ann");
    const terminal = new TerminalPerson(door.url, code, other.token, path.resolve("terminal"));
    await Promise.all([page.playOut(code, dice(51)), terminal.playOut()]);
    terminal.end();
    await world.until(() => isOverIn(group, code), "the group is told the end");
    page.close();
    check(/At the table: Ann, you\./.test(terminal.said), `who is that? ${terminal.said}`);
    emulator.emit("change");
}

/** A table of a browser is joined in a chat. */
async function from_elsewhere_to_chat(world) {
    await world.open();
    const door = await world.serve();
    const page = new ProtocolGuest(door);
    await page.open();
    const { table: code } = await page.must("create", { game: "shed", rules: "lite" });
    await page.must("sit", { table: code, name: "Web" });
    const ann = world.person("Ann");
    ann.tells(`/join ${code}`);
    await ann.sees(ann.private, (one) => one.text.includes(code));
    await page.must("start", { table: code });
    await world.until(() => findOffer(ann.private, code, "a") ?? page.next(code), "it begins");
    await Promise.all([page.playOut(code, dice(52)), playOut([ann], code, ann.private, 53)]);
    page.close();
}

/** Only what Telegram has signed just now says who somebody is. */
async function forged_data(world) {
    const emulator = await world.open();
    const door = await world.serve();
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    const good = ann.initData();
    check((await logIn(door, good)).ok, "good data is refused");
    for (const [why, data] of [
        ["another person", good.replace(/%22id%22%3A\d+/, `%22id%22%3A${bob.id}`)],
        ["no hash", good.replace(/&hash=.*/, "")],
        [
            "another hash",
            good.replace(/hash=./, (one) => (one.endsWith("0") ? "hash=1" : "hash=0")),
        ],
        ["old", ann.initData({ auth_date: `${emulator.date() - 7 * 86400}` })],
        ["nothing", ""],
        ["nonsense", "%%%&&&==="],
    ]) {
        const { status, ok, token } = await logIn(door, data);
        check(status >= 400 && !ok && !token, `${why}: ${status}`);
    }
}

trial(from_chat_to_elsewhere, from_elsewhere_to_chat, forged_data);
