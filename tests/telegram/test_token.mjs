// SPDX-License-Identifier: MIT
//
// test_token.mjs: the bot's token is a secret: a wrong one is said plainly, and the right one is
// nowhere to be seen: not in what is printed, not in the list of processes, not in metrics, not in
// the store. And the other ways to run it: without a server, and with a webhook behind a proxy.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { DoorProcess, METRICS } from "./door_process.mjs";
import { callHttp } from "./http_call.mjs";
import { check, until } from "./people.mjs";
import { openTable, playOut } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";

/** The bot alone ends; a server goes on for browsers. Both say what is wrong. */
async function wrong_token(world) {
    const emulator = await world.open();
    for (const [token, command, ends] of [
        ["7000000001:not-the-right-one", "telegram", true],
        ["7000000001:not-the-right-one", "serve", false],
        ["nonsense", "telegram", true],
        ["nonsense", "serve", true],
        ["", "telegram", true],
        ["", "serve", true],
    ]) {
        const door = new DoorProcess(emulator, path.resolve("wrong.db"), { token, command });
        world.bots.push(door);
        door.spawn();
        const why = `${command} with the token "${token}": ${door.said}`;
        await until(door, "said", () => /BOT_TOKEN/.test(door.said) && (!ends || door.status), why);
        check(!ends || door.status.code > 0, `${why} ends with ${door.status?.code}`);
        check(!token || !door.said.includes(token), `${why} says the token`);
        if (ends) continue;
        check((await door.fetch("/healthz")).ok, `${why} does not serve browsers`);
        await door.stop();
    }
}

/** The ports on which a process listens. */
function listening(pid) {
    const sockets = new Set(
        readdirSync(`/proc/${pid}/fd`).map((fd) => {
            try {
                return /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
            } catch {
                return null; // closed meanwhile
            }
        }),
    );
    const rows = readFileSync(`/proc/${pid}/net/tcp`, "utf8").trim().split("\n").slice(1);
    return rows
        .map((row) => row.trim().split(/\s+/))
        .filter(([, , , state, , , , , , inode]) => state === "0A" && sockets.has(inode))
        .map(([, address]) => Number.parseInt(address.split(":")[1], 16));
}

/** The bot without a server: people play, it is killed and goes on, and nobody can connect to it. */
async function alone(world) {
    await world.open();
    const door = await world.serve({ command: "telegram" });
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    for (const one of [ann, bob]) one.tells("/start");
    const group = world.group("Cards", [ann, bob]);
    const code = await openTable(group, [ann, bob], "shed lite initial_cards=3");
    check(listening(door.process.pid).length === 0, "it listens to somebody");
    await door.kill();
    await door.start();
    ann.says(group, "/startgame");
    await playOut([ann, bob], code, group, 61);
}

async function nowhere(world) {
    const emulator = await world.open();
    const door = await world.serve({ words: ["--metrics", METRICS] });
    const ann = world.person("Ann");
    ann.tells("/ping");
    await ann.sees(ann.private, /^pong 🏓$/);
    const { pid } = door.process;
    const secret = emulator.token.split(":")[1];
    const places = {
        "the command line": readFileSync(`/proc/${pid}/cmdline`, "latin1"),
        "the environment": readFileSync(`/proc/${pid}/environ`, "latin1"),
        log: door.said,
    };
    // What was written last is beside the store itself.
    for (const file of readdirSync(path.dirname(door.store)))
        if (file.startsWith(path.basename(door.store)))
            places[file] = readFileSync(path.join(path.dirname(door.store), file), "latin1");
    check(Object.keys(places).length > 4, `what was written last is not looked at: ${door.store}`);
    places.metrics = await (await callHttp(`http://${METRICS}/metrics`)).text();
    check(/holecard/.test(places.metrics), `these are no metrics: ${places.metrics}`);
    for (const [name, text] of Object.entries(places))
        check(!text.includes(secret), `the token is in ${name}`);
    // Nor when everything fails.
    emulator.trouble = (_name, _request, response) => {
        response.destroy();
        return true;
    };
    ann.tells("/ping");
    const failed = () => /cannot be reached/.test(door.said);
    await until(door, "said", failed, "the bot says that Telegram is away");
    const health = await (await door.fetch("/healthz")).text();
    check(/cannot be reached/.test(health), `the server says it is well: ${health}`);
    await door.stop();
    check(!health.includes(secret), `the token is in ${health}`);
    check(!door.said.includes(secret), `the token is in the log: ${door.said}`);
}

async function webhook(world) {
    const emulator = await world.open();
    const address = "https://cards.example.org/telegram";
    emulator.route = () => `${door.url}/telegram`;
    const door = await world.serve({ words: ["--webhook", address], hooked: true });
    check(emulator.webhook.url === address, `the webhook is ${emulator.webhook.url}`);
    check(emulator.webhook.secret.length >= 16, "the webhook has no secret");
    const ann = world.person("Ann");
    ann.tells("/ping");
    await ann.sees(ann.private, /^pong 🏓$/);
    // Whoever does not know the secret is sent away.
    const forged = { update_id: emulator.nextUpdate + 5, message: emulator.updates[0]?.message };
    for (const secret of ["", "wrong", emulator.webhook.secret.slice(1)]) {
        const answer = await callHttp(emulator.route(), {
            method: "POST",
            headers: {
                "Content-Type": "application/json",
                "X-Telegram-Bot-Api-Secret-Token": secret,
            },
            body: JSON.stringify(forged),
        });
        check(answer.status >= 400, `the secret "${secret}" is taken: ${answer.status}`);
    }
    // What the bot could not take comes again.
    await door.kill();
    ann.tells("/ping");
    await door.start();
    const pongs = () => ann.private.fromBot().filter((one) => /pong/.test(one.text)).length;
    await world.until(() => pongs() === 2, "what came meanwhile is answered");
}

trial(wrong_token, alone, nowhere, webhook);
