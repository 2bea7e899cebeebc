// SPDX-License-Identifier: MIT
//
// test_killed.mjs: the bot is killed (kill -9) twenty times while people play: nothing that happened
// is lost, nothing is sent twice. The moments are drawn from HC_SEED: after a call of the bot, before
// or after it is answered, or while it waits.

import { spawnSync } from "node:child_process";
import { dice, SEED } from "../../web/tests/dice.mjs";
import { askWhenQuiet, checkOnce, someMoment } from "./once.mjs";
import { check, until } from "./people.mjs";
import { isOverIn, openTable, playAt } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";

const KILLS = 20;
const PONG = "pong 🏓";

async function killed_twenty_times(world) {
    console.log(`HC_SEED=${SEED}`);
    world.mayBeSilent = true;
    const roll = dice(SEED);
    const emulator = await world.open();
    const door = await world.serve();
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    for (const one of [ann, bob]) one.tells("/start");
    const group = world.group("Cards", [ann, bob]);
    const code = await openTable(group, [ann, bob], "shed official", { bots: 1 });
    ann.says(group, `/startgame ${code}`);
    let enough = false;
    const isOver = () => enough || isOverIn(group, code);
    const playing = Promise.all([ann, bob].map((one, i) => playAt(one, code, isOver, SEED + i)));
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
    checkOnce(emulator, [group, ann.private, bob.private], code);
    await door.stop();
    const checked = spawnSync(process.env.HOLECARD, ["store", "check", door.store]);
    check(checked.status === 0, `the store: ${checked.stdout}${checked.stderr}`);
}

trial(killed_twenty_times);
