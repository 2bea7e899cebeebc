// SPDX-License-Identifier: MIT
/* load.mjs: clients of the Colyseus room, which speak its protocol without decoding the state. */
import WebSocket from 'ws';
import { argumentsOf, measure } from '../load.mjs';

const JOIN_ROOM = 10, ROOM_DATA = 13, ROOM_STATE = 14, ROOM_STATE_PATCH = 15;
const given = argumentsOf(process.argv.slice(2));
const rooms = [];

async function reserve(table, seat) {
    const path = seat ? `joinById/${rooms[table]}` : 'create/table';
    const answer = await fetch(`http://127.0.0.1:${given.port}/matchmake/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
    });
    const seatReservation = await answer.json();

    if (!answer.ok)
        throw new Error(JSON.stringify(seatReservation));
    rooms[table] = seatReservation.roomId ?? seatReservation.room.roomId;
    return seatReservation;
}

/* A number in MessagePack, as an unsigned number of 16 bits. */
function say(socket, choice) {
    socket.send(Buffer.from([ROOM_DATA, 0xa3, 0x61, 0x63, 0x74, 0xcd, choice >> 8, choice & 255]));
}

async function open(table, seat, told) {
    const { sessionId, processId, room } = await reserve(table, seat);
    const where = `${processId ?? room.processId}/${rooms[table]}?sessionId=${sessionId}`;
    const socket = new WebSocket(`ws://127.0.0.1:${given.port}/${where}`, { perMessageDeflate: false });

    await new Promise((resolve, reject) => {
        socket.on('error', reject);
        socket.on('close', (code, why) => reject(new Error(`closed: ${code} ${why}`)));
        socket.on('message', (frame) => {
            if (frame[0] === JOIN_ROOM)
                socket.send(Buffer.from([JOIN_ROOM]));
            else if (frame[0] === ROOM_STATE)
                resolve();
            else if (frame[0] === ROOM_STATE_PATCH)
                told();
        });
    });
    return (choice) => say(socket, choice);
}

await measure(given, open);
