// SPDX-License-Identifier: MIT
/* load.mjs: clients of boardgame.io, which speak socket.io by hand and read of a state its number. */
import WebSocket from 'ws';
import { argumentsOf, measure } from '../load.mjs';

const GAME = '/shedding,';
const given = argumentsOf(process.argv.slice(2));

function open(table, seat, told) {
    const socket = new WebSocket(`ws://127.0.0.1:${given.port}/socket.io/?EIO=4&transport=websocket`,
        { perMessageDeflate: false });
    const match = `m${table}`, player = String(seat);
    const emit = (...words) => socket.send(`42${GAME}${JSON.stringify(words)}`);
    let state = 0;

    const act = (choice) => emit('update',
        { type: 'MAKE_MOVE', payload: { type: 'act', args: [choice], playerID: player } },
        state, match, player);
    const heard = (text, resolve) => {
        if (text[0] === '0') {
            socket.send(`40${GAME}`);
        } else if (text[0] === '2') {
            socket.send('3');
        } else if (text.startsWith(`40${GAME}`)) {
            emit('sync', match, player, null, 2);
        } else {
            const kind = /^42\/shedding,\["(\w+)"/.exec(text)?.[1];

            if (kind === 'sync' || kind === 'update')
                state = Number(/"_stateID":(\d+)/.exec(text)[1]);
            if (kind === 'sync')
                resolve(act);
            if (kind === 'update')
                told();
        }
    };

    return new Promise((resolve, reject) => {
        socket.on('error', reject);
        socket.on('close', (code, why) => reject(new Error(`closed: ${code} ${why}`)));
        socket.on('message', (frame) => heard(frame.toString(), resolve));
    });
}

await measure(given, open);
