// SPDX-License-Identifier: MIT
//
// test_other_service.mjs: the bot talks to a Bot API server that others wrote (telegram-test-api),
// which knows a few methods only, answers at once when there is nothing, and fails for the rest.
import { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { DoorProcess } from "./door_process.mjs";
import { check, until } from "./people.mjs";
import { trial } from "./telegram_trial.mjs";

const TelegramServer = createRequire(import.meta.url)("telegram-test-api");
const TOKEN = "123456:Other-Service-T0ken";

/** That server, as a DoorProcess takes it. */
async function openOther() {
    const server = new TelegramServer({ host: "127.0.0.1", storeTimeout: 3600 });
    server.config.port = 0; // the constructor takes no such port
    await server.start();
    const { port } = server.server.address();
    server.config.apiURL = `http://127.0.0.1:${port}`;
    const asked = new EventEmitter();
    server.on("AddedBotMessage", () => asked.emit("change"));
    server.on("EditedMessageText", () => asked.emit("change"));
    const { getUpdates } = server;
    server.getUpdates = (token) => {
        setImmediate(() => asked.emit("poll"));
        return getUpdates.call(server, token);
    };
    return Object.assign(asked, {
        server,
        url: server.config.apiURL,
        token: TOKEN,
        speed: 1,
        base: Date.now(),
    });
}

async function smoke() {
    const other = await openOther();
    const { server } = other;
    const door = new DoorProcess(other, path.resolve("smoke.db"));
    try {
        await door.start();
        const ann = server.getClient(TOKEN, { userId: 501, chatId: 501, firstName: "Ann" });
        const says = async (text) => {
            const count = server.storage.botMessages.length;
            await ann.sendCommand(ann.makeCommand(text));
            return await until(
                other,
                "change",
                () => server.storage.botMessages[count]?.message,
                () => `${text} is answered: ${door.said}`,
            );
        };
        check((await says("/ping")).text === "pong 🏓", "no pong");
        const welcome = await says("/start");
        check(welcome.reply_markup.inline_keyboard.length > 0, "no buttons to begin with");
        const table = await says("/new shed lite");
        check(/[A-Z]{6}/.test(table.text), `no table: ${table.text}`);
        const [button] = table.reply_markup.inline_keyboard.flat();
        const edited = new Promise((done) => server.once("EditedMessageText", done));
        await ann.sendCommand(ann.makeCommand("/addbot"));
        check(button.callback_data.length <= 64, "a button carries too much");
        await edited;
    } finally {
        await door.stop();
        await server.stop();
    }
}

trial(smoke);
