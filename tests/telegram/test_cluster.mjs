// SPDX-License-Identifier: MIT
//
// test_cluster.mjs: several processes share a database, and each was started with --telegram. One at a
// time has the door. It is killed, and stopped for longer than its lease, while people play: another
// one goes on, nothing is lost, nothing is done or sent twice, and a process that was stopped says
// nothing when it wakes. The moments are drawn from HC_SEED.

import { spawnSync } from "node:child_process";
import path from "node:path";
import { dice, SEED } from "../../web/tests/dice.mjs";
import { ask, ClusterProcess, emptyDatabase, holder, takesOver } from "./cluster_process.mjs";
import { askWhenQuiet, checkOnce, someMoment } from "./once.mjs";
import { check, until } from "./people.mjs";
import { ProtocolGuest } from "./protocol_guest.mjs";
import { findOffer, isOverIn, openTable, playAt, playOut } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";

const REAL = { isReal: true };
const PONG = "pong 🏓";

async function begin(world, count) {
    console.log(`HC_SEED=${SEED}`);
    emptyDatabase();
    world.mayBeSilent = true;
    const emulator = await world.open(REAL);
    emulator.on("call", ({ method }) => {
        if (method === "getMe") emulator.emit("again"); // the door has opened anew
    });
    const processes = [];
    for (let i = 0; i < count; i++) {
        const one = new ClusterProcess(emulator, `p${i}`);
        world.bots.push(one);
        processes.push(one);
        await one.start();
    }
    return { emulator, processes };
}

async function killHolder(emulator, processes) {
    const had = holder(processes);
    const gone = takesOver(emulator, had);
    await had.kill();
    had.lapse();
    emulator.calls.push({ method: "kill", parameters: {} });
    await gone;
    await had.start();
}

/** Longer than its lease: another one takes over. Then it wakes, and notices before it says anything. */
async function pauseHolder(emulator, processes) {
    const had = holder(processes);
    const lease = had.lease();
    const gone = takesOver(emulator, had);
    had.pause();
    had.lapse();
    emulator.calls.push({ method: "kill", parameters: {} });
    await gone;
    const said = emulator.calls.length; // what it had sent has come by now
    had.goOn();
    while (had.lease() <= lease) await new Promise(setImmediate);
    const later = emulator.calls.slice(said).filter(({ root }) => root === had.name);
    check(
        holder(processes) === had || later.length === 0,
        `${had.name} was stopped, and says: ${JSON.stringify(later[0])}`,
    );
}

/** Bots at a table as the database has it, by the process that has it. */
async function botsAt(processes, code) {
    const at = holder(processes);
    const answer = await fetch(`${at.url}/api/tables/${code}`);
    const { room } = await answer.json();
    return room.seats.filter((seat) => seat.who === "bot").length;
}

async function one_holds_the_door(world) {
    const { emulator, processes } = await begin(world, 3);
    const roll = dice(SEED);
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    for (const one of [ann, bob]) one.tells("/start");
    const lobby = world.group("Lobby", [ann]);
    const waiting = await openTable(lobby, [ann], "shed official");
    let pings = 0;
    let bots = 0;
    let tables = 1;
    for (const words of ["shed official", "two two"]) {
        const group = world.group(words, [ann, bob]);
        const code = await openTable(group, [ann, bob], words, { bots: 1 });
        tables++;
        ann.says(group, `/startgame ${code}`);
        let enough = false;
        const isOver = () => enough || isOverIn(group, code);
        const playing = Promise.all(
            [ann, bob].map((one, i) => playAt(one, code, isOver, SEED + i)),
        );
        playing.catch(() => {}); // it is looked at in the end
        const lookAgain = askWhenQuiet(emulator, [ann, bob], `/hand ${code}`);
        for (const end of [killHolder, pauseHolder, killHolder]) {
            ann.tells("/ping");
            pings++;
            if (bots < 5) {
                ann.says(lobby, `/addbot ${waiting}`);
                bots++;
            }
            if (roll(2)) {
                ann.tells("/new two");
                tables++;
            }
            await someMoment(emulator, roll);
            await end(emulator, processes);
            emulator.emit("again");
        }
        let changes = 0;
        await until(
            emulator,
            "change",
            () => ++changes > 40 || isOverIn(group, code),
            "they go on",
        );
        enough = true;
        lookAgain.stop();
        emulator.emit("change");
        await playing;
        checkOnce(emulator, [group, ann.private, bob.private], code);
    }
    // What was told was done, and once: the bot does it in order.
    const last = ann.tells("/ping");
    pings++;
    await ann.sees(ann.private, (one) => one.text === PONG, { after: last });
    const pongs = ann.private.fromBot().filter((one) => one.text === PONG).length;
    check(pongs <= pings, `${pings} pings and ${pongs} pongs`);
    const found = await botsAt(processes, waiting);
    check(found === bots, `${bots} bots were asked for, and ${found} sit there`);
    const rooms = Number(ask("SELECT count(*) FROM holecard.rooms"));
    check(rooms === tables, `${tables} tables were asked for, and there are ${rooms}`);
    for (const one of processes) await one.stop();
    checkStore();
}

/** A table of a browser that is in another process comes to the one that has the door when somebody
 * joins it in a chat; the browser comes back by itself, to any process. */
async function from_another_process_to_chat(world) {
    const { emulator, processes } = await begin(world, 3);
    const roll = dice(SEED);
    const at = await until(emulator, "poll", () => holder(processes), "somebody has the door");
    const [other, third] = processes.filter((one) => one !== at);
    let page = new ProtocolGuest(other);
    const { token } = await page.open();
    const { table: code } = await page.must("create", { game: "shed", rules: "lite" });
    await page.must("sit", { table: code, name: "Web" });
    const closed = new Promise((done) => page.socket.once("close", done));
    const ann = world.person("Ann");
    ann.tells(`/join ${code}`);
    await ann.sees(ann.private, (one) => one.text.includes(code));
    await closed;
    // A process may take back what nobody has taken yet, and is asked for it again.
    const figure = async (name) => (await other.metric(name)) + (await third.metric(name));
    const given = (await figure("tables_given_total")) - (await figure("tables_taken_over_total"));
    check(given === 1, `one table was given away, and ${given} are counted`);
    for (const one of processes) {
        const here = await one.metric("telegram_is_here");
        check(here === (one === at ? 1 : 0), `${one.name} has the door: ${here}`);
    }
    page = new ProtocolGuest(third);
    await page.open(token);
    await page.must("enter", { table: code });
    await page.must("start", { table: code });
    await world.until(() => findOffer(ann.private, code, "a") ?? page.next(code), "it begins");
    await Promise.all([page.playOut(code, roll), playOut([ann], code, ann.private, SEED)]);
    page.close();
}

/** Everything is in the database, and whole. */
function checkStore() {
    const file = path.resolve("copy.db");
    for (const words of [
        ["store", "copy", process.env.HC_POSTGRES, file],
        ["store", "check", file],
    ]) {
        const done = spawnSync(process.env.HOLECARD, words, { encoding: "utf8" });
        check(done.status === 0, `${words.join(" ")}: ${done.stdout}${done.stderr}`);
    }
}

trial(one_holds_the_door, from_another_process_to_chat);
