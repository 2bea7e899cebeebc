// SPDX-License-Identifier: MIT
//
// test_metrics.mjs: every metric that a server with --telegram has besides is seen to move.
// tests/server/test_metrics.py reads from the document which there are.

import { METRICS } from "./door_process.mjs";
import { check } from "./people.mjs";
import { trial } from "./telegram_trial.mjs";
import { sleep } from "./world_time.mjs";

/** The next call that sends something gets this answer instead, after so many milliseconds. */
function troubled(emulator, status, text, after = 0) {
    emulator.trouble = (name, _request, response) => {
        if (!/^send/.test(name)) return false;
        emulator.trouble = null;
        emulator.time.alarm(after, () => {
            response.writeHead(status, { "Content-Type": "application/json" });
            response.end(text);
        });
        return true;
    };
}

/** Between two looks: the address of metrics answers 50 requests a second. */
const LOOK_MS = 25;

const INTERNAL = '{"ok":false,"error_code":500,"description":"Internal Server Error"}';
const MANY =
    '{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 1","parameters":{"retry_after":1}}';

/** What makes each of them more; what is returned ends it. The last row leaves a call that waits. */
const ROWS = [
    ["telegram_updates_total", (_, ann) => void ann.tells("/ping")],
    ["telegram_calls_total", (_, ann) => void ann.tells("/ping")],
    [
        "telegram_call_milliseconds_total",
        (emulator, ann) => {
            troubled(emulator, 500, INTERNAL, 5); // an answer at once may take no whole millisecond
            ann.tells("/ping");
        },
    ],
    [
        "telegram_calls_waiting",
        (emulator, ann) => {
            const held = [];
            emulator.trouble = (name, _request, response) => {
                if (/^send/.test(name)) held.push(response);
                return /^send/.test(name);
            };
            ann.tells("/ping");
            return () => {
                emulator.trouble = null;
                for (const response of held) response.destroy();
            };
        },
    ],
    [
        "telegram_failed_total",
        (emulator, ann) => {
            troubled(emulator, 500, INTERNAL);
            ann.tells("/ping");
        },
    ],
    [
        "telegram_limited_total",
        (emulator, ann) => {
            troubled(emulator, 429, MANY);
            ann.tells("/ping");
        },
    ],
    [
        "telegram_calls_queued",
        (_, ann) => {
            for (let i = 0; i < 8; i++) ann.tells("/ping");
        },
    ],
    [
        "telegram_queue_milliseconds_total",
        (_, ann) => {
            for (let i = 0; i < 8; i++) ann.tells("/ping");
        },
    ],
    [
        "telegram_repeats_total",
        (emulator, ann) => {
            const { server } = emulator;
            // Some of the answers wait for the limits of Telegram, which is away by then.
            for (let i = 0; i < 8; i++) ann.tells("/ping");
            emulator.once("call", () => {
                server.close();
                server.closeAllConnections();
            });
            return () => emulator.listen();
        },
    ],
];

async function all_of_them_move(world) {
    const emulator = await world.open();
    const door = await world.serve({ words: ["--metrics", METRICS] });
    const ann = world.person("Ann");
    ann.tells("/start");
    for (const [name, act] of ROWS) {
        await world.idles();
        const before = await door.metric(name);
        const end = act(emulator, ann);
        let now = before;
        for (let tries = 0; now <= before && tries < 2400; tries++) {
            await sleep(LOOK_MS);
            now = await door.metric(name);
        }
        await end?.();
        check(now > before, `${name} stays ${now}`);
    }
}

trial(all_of_them_move);
