// SPDX-License-Identifier: MIT
/*
 * load.mjs: two clients at each of many tables of another server, and what is measured.
 *
 * An action is one command that both clients have been told about; only then does the other one
 * act. A protocol gives `open(table, seat, told)`, which connects one client, calls `told` for every
 * update and resolves to a function that sends a command. Frames are looked at as little as
 * possible, so that the load on its own core is never what limits the server.
 */
import { readFileSync, readdirSync } from 'node:fs';

/* What a process has cost so far, in nanoseconds of its threads. */
function processorTime(process) {
    let sum = 0;

    for (const thread of readdirSync(`/proc/${process}/task`))
        sum += Number(readFileSync(`/proc/${process}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    return sum;
}

const at = (sorted, percent) => sorted[Math.floor(((sorted.length - 1) * percent) / 100)] ?? 0;

export function argumentsOf(words) {
    const given = { port: 0, process: 0, tables: 200, seconds: 5, warm: 2 };

    for (const word of words) {
        const [name, value] = word.split('=');

        if (!(name in given) || !/^\d+$/.test(value ?? '')) {
            console.error(`load: this cannot be understood: ${word}`);
            process.exit(2);
        }
        given[name] = Number(value);
    }
    return given;
}

async function openTable(number, open, done) {
    const table = { heard: 0, turn: 0, sent: 0, say: [] };
    const told = () => {
        if (++table.heard < 2)
            return;
        table.heard = 0;
        table.turn ^= 1;
        done(table);
    };

    for (const seat of [0, 1])
        table.say.push(await open(number, seat, told));
    table.act = () => {
        table.sent = performance.now();
        table.say[table.turn](Math.floor(Math.random() * 1000));
    };
    return table;
}

export async function measure(given, open) {
    const count = { actions: 0, times: [] };
    let measuring = false;
    const tables = [];
    const done = (table) => {
        if (measuring) {
            count.actions++;
            count.times.push(performance.now() - table.sent);
        }
        table.act();
    };

    for (let i = 0; i < given.tables; i++)
        tables.push(await openTable(i, open, done));
    for (const table of tables)
        table.act();
    await new Promise((resolve) => setTimeout(resolve, given.warm * 1000));

    const before = processorTime(given.process), mine = process.cpuUsage(), start = performance.now();
    measuring = true;
    await new Promise((resolve) => setTimeout(resolve, given.seconds * 1000));
    measuring = false;
    const seconds = (performance.now() - start) / 1000;
    const spent = processorTime(given.process) - before;
    const { user, system } = process.cpuUsage(mine);
    const sorted = count.times.sort((a, b) => a - b);

    console.log(JSON.stringify({
        actions: count.actions,
        seconds,
        actions_per_s: count.actions / seconds,
        p50_us: at(sorted, 50) * 1000,
        p99_us: at(sorted, 99) * 1000,
        server_us_per_action: spent / 1000 / Math.max(1, count.actions),
        server_busy: spent / 1e9 / seconds,
        load_busy: (user + system) / 1e6 / seconds,
    }));
    process.exit(count.actions ? 0 : 1);
}
