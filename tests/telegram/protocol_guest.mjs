// SPDX-License-Identifier: MIT
//
// protocol_guest.mjs: somebody who plays over the server's WebSocket (docs/protocol.md), as the
// browser does, beside those in chats. Just enough of RFC 6455 for it.
import { EventEmitter } from "node:events";
import net from "node:net";
import { check, until } from "./people.mjs";
import { theTime, waitFor } from "./world_time.mjs";

const KEY = Buffer.alloc(16).toString("base64");
const MASK = Buffer.alloc(4);

let guests = 0;

export class ProtocolGuest extends EventEmitter {
    constructor({ address, port }) {
        super();
        this.name = `guest ${++guests}`;
        this.address = address;
        this.port = port;
        this.rest = Buffer.alloc(0);
        this.tags = 0;
        this.answers = new Map();
        this.views = new Map(); // by table
        this.rooms = new Map();
        this.told = []; // every message
    }
    async open(token) {
        const { address, port } = this;
        this.socket = net.connect(port, address);
        theTime().watch(this.socket);
        await new Promise((done, failed) => {
            this.socket.once("connect", done);
            this.socket.once("error", failed);
        });
        this.socket.on("error", () => {});
        this.socket.write(
            `GET /ws HTTP/1.1\r\nHost: ${address}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
                `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY}\r\n\r\n`,
        );
        let head = Buffer.alloc(0);
        await waitFor(
            new Promise((done) => {
                const read = (bytes) => {
                    head = Buffer.concat([head, bytes]);
                    const end = head.indexOf("\r\n\r\n");
                    if (end < 0) return;
                    this.socket.off("data", read);
                    this.rest = head.slice(end + 4);
                    done();
                };
                this.socket.on("data", read);
            }),
        );
        check(/^HTTP\/1\.1 101 /.test(head.toString()), `no WebSocket: ${head}`);
        this.socket.on("data", (bytes) => this.read(bytes));
        this.read(Buffer.alloc(0));
        return await this.ask("hello", { version: 1, ...(token ? { token } : {}) });
    }
    /** Reads what is under way, until the server has closed the connection. */
    close() {
        this.socket?.end();
    }
    read(bytes) {
        this.rest = Buffer.concat([this.rest, bytes]);
        for (;;) {
            const { rest } = this;
            if (rest.length < 2) return;
            let size = rest[1] & 127;
            let head = 2;
            if (size === 126) {
                if (rest.length < 4) return;
                size = rest.readUInt16BE(2);
                head = 4;
            } else if (size === 127) {
                if (rest.length < 10) return;
                size = Number(rest.readBigUInt64BE(2));
                head = 10;
            }
            if (rest.length < head + size) return;
            const body = rest.slice(head, head + size);
            this.rest = rest.slice(head + size);
            const kind = rest[0] & 15;
            if (kind === 1) theTime().turn(this.name, () => this.hear(JSON.parse(`${body}`)));
            else if (kind === 9) this.write(10, body);
        }
    }
    write(kind, body) {
        const long = body.length > 125;
        const head = Buffer.alloc(long ? 4 : 2);
        head[0] = 128 | kind;
        head[1] = 128 | (long ? 126 : body.length);
        if (long) head.writeUInt16BE(body.length, 2);
        const frame = Buffer.concat([head, MASK, body]); // a mask of zeros changes nothing
        theTime().turn(this.name, () => this.socket.write(frame));
    }
    hear(message) {
        this.told.push(message);
        const { table } = message;
        if (message.room) this.rooms.set(table, message.room);
        if (message.view) this.views.set(table, message.view);
        if (message.change) Object.assign(this.views.get(table), message.change);
        if (message.re) this.answers.set(message.re, message);
        this.emit("told", message);
    }
    /** Asks for something; gives the answer. */
    async ask(op, members = {}) {
        const tag = ++this.tags;
        const { do: command, ...others } = members;
        const message = command ? { do: command, ...others, tag } : { op, ...others, tag };
        this.write(1, Buffer.from(JSON.stringify(message)));
        return await until(this, "told", () => this.answers.get(tag), `${op} is answered`);
    }
    async must(op, members) {
        const answer = await this.ask(op, members);
        check(answer.ok !== false, `${op} ${JSON.stringify(members)}: ${JSON.stringify(answer)}`);
        return answer;
    }
    /** Plays by itself at a table until the match is over there. */
    async playOut(table, roll) {
        for (let steps = 0; steps < 4000; steps++) {
            const next = await until(
                this,
                "told",
                () => this.next(table),
                () => `something can be done: ${JSON.stringify(this.told.at(-1)).slice(0, 300)}`,
            );
            if (next === "over") return;
            const { view, agree } = next;
            if (agree) {
                await this.ask("agree", { table });
                continue;
            }
            const safe = view.actions.filter((one) => !view.marked.includes(one));
            const plays = safe.filter((one) => one.startsWith("play"));
            const from = plays.length ? plays : safe.length ? safe : view.actions;
            const { seq } = view;
            await this.ask("do", { do: from[roll(from.length)], table, seq });
        }
        check(false, "the match does not end");
    }
    next(table) {
        const room = this.rooms.get(table);
        const view = this.views.get(table);
        if (room?.stage === "finished") return "over";
        if (!view || room?.stage !== "playing" || view.seat === null) return null;
        if (view.actions.length) return { view };
        const mine = room.seats[view.seat];
        return ["next", "go_on"].includes(room.asks) && !mine.agreed ? { agree: true } : null;
    }
}
