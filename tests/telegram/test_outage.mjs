// SPDX-License-Identifier: MIT
//
// test_outage.mjs: Telegram is not always well: it cannot be reached, answers with a page of HTML or
// not at all, says "too many" though it was not. The bot goes on when it is well again, and sends
// nothing twice.
import { check } from "./people.mjs";
import { openTable, playOut } from "./table_play.mjs";
import { trial } from "./telegram_trial.mjs";
import { waitFor } from "./world_time.mjs";

const TROUBLES = {
    cut: (response) => response.destroy(),
    html: (response) => {
        response.writeHead(502, { "Content-Type": "text/html" });
        response.end("<html><h1>502 Bad Gateway</h1></html>");
    },
    half: (response) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end('{"ok":true,"result":');
    },
    nonsense: (response) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end("[1,2,3]");
    },
    internal: (response) => {
        response.writeHead(500, { "Content-Type": "application/json" });
        response.end('{"ok":false,"error_code":500,"description":"Internal Server Error"}');
    },
    many: (response) => {
        response.writeHead(429, { "Content-Type": "application/json" });
        response.end(
            '{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 3","parameters":{"retry_after":3}}',
        );
    },
};

async function every_trouble(world) {
    const emulator = await world.open();
    await world.serve();
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    for (const one of [ann, bob]) one.tells("/start");
    const group = world.group("Cards", [ann, bob]);
    for (const make of Object.values(TROUBLES)) {
        let left = 6;
        const isOver = new Promise((done) => {
            emulator.trouble = (_name, _request, response) => {
                if (left-- <= 0) {
                    emulator.trouble = null;
                    done();
                    return false;
                }
                make(response);
                return true;
            };
        });
        // Answers get lost meanwhile, the updates do not.
        ann.tells("/state");
        await waitFor(isOver);
    }
    const asked = ann.tells("/ping");
    await ann.sees(ann.private, /^pong 🏓$/, { after: asked });
    const code = await openTable(group, [ann, bob], "shed lite");
    ann.says(group, `/startgame ${code}`);
    await playOut([ann, bob], code, group, 41);
    const pongs = ann.private.fromBot().filter((one) => one.text === "pong 🏓");
    check(pongs.length === 1, `one ping and ${pongs.length} pongs`);
}

/** After a week without updates Telegram counts anew, from anywhere: what comes then is taken, once. */
async function counted_anew(world) {
    const emulator = await world.open();
    const door = await world.serve();
    const ann = world.person("Ann");
    for (const [i, first] of [900_000_000, 1000, 400_000_000].entries()) {
        emulator.nextUpdate = first;
        ann.tells("/ping");
        await world.until(() => ann.private.fromBot().length > i, "there is a pong");
        await door.kill();
        await door.start();
    }
    await world.idles();
    const { length } = ann.private.fromBot();
    check(length === 3, `three pings and ${length} pongs`);
}

/** An answer is lost after the message was taken: it is not sent again. */
async function lost_answers(world) {
    const emulator = await world.open();
    await world.serve();
    const ann = world.person("Ann");
    const { call } = emulator;
    let lost = 0;
    emulator.trouble = (name, request, response) => {
        if (!/^send/.test(name) || lost >= 5) return false;
        lost++;
        // It is done, and nobody says so.
        readAgain(emulator, call, name, request, response);
        return true;
    };
    for (let i = 0; i < 5; i++) {
        ann.tells("/ping");
        await world.until(() => ann.private.fromBot().length > i, "there is a pong");
    }
    ann.tells("/help");
    await world.until(() => ann.private.fromBot().length > 5, "there is help");
    const pongs = ann.private.fromBot().filter((one) => one.text === "pong 🏓");
    check(pongs.length === 5, `five pings and ${pongs.length} pongs`);
}

function readAgain(emulator, call, name, request, response) {
    const url = new URL(request.url, emulator.url);
    const { body } = request;
    call.call(emulator, name, url, request.headers["content-type"], body).then(() =>
        response.destroy(),
    );
}

trial(every_trouble, counted_anew, lost_answers);
