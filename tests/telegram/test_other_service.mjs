// SPDX-License-Identifier: MIT
//
// test_other_service.mjs: the bot talks to a Bot API server that others wrote (telegram-test-api),
// which knows a few methods only, answers at once when there is nothing, and fails for the rest.
import { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import path from "node:path";
import { DoorProcess } from "./door_process.mjs";
import { ownAddress } from "./own_address.mjs";
import { check, until } from "./people.mjs";
import { trial } from "./telegram_trial.mjs";

const TelegramServer = createRequire(import.meta.url)("telegram-test-api");
const PORT = 20_000;
const TOKEN = "123456:Other-Service-T0ken";

/** That server, as a DoorProcess takes it. */
async function openOther() {
    const server = new TelegramServer({ host: ownAddress(), port: PORT, storeTimeout: 3600 });
    await server.start();
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
