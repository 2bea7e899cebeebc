// SPDX-License-Identifier: MIT
//
// little_bot.mjs: the least bot that plays a game, to prove the emulator with: people in a group press
// a button and it counts for them; /start and inline queries are answered. It asks for updates as a
// bot should, and can be told to make mistakes.

import { callHttp } from "./http_call.mjs";
import { sleep } from "./world_time.mjs";

export class LittleBot {
    constructor(emulator) {
        this.root = `${emulator.url}/bot${emulator.token}`;
        this.offset = 0;
        this.counts = new Map();
        this.running = true;
        this.seen = [];
    }
    /** Calls a method; gives the answer as it came, or that there was none. */
    async call(method, parameters = {}) {
        try {
            const answer = await callHttp(`${this.root}/${method}`, {
                method: "POST",
                headers: { "Content-Type": "application/json" },
                body: JSON.stringify(parameters),
            });
            return await answer.json();
        } catch {
            return { ok: false };
        }
    }
    /** The same, and when it was too fast once more after as long as it is told. */
    async patiently(method, parameters) {
        const answer = await this.call(method, parameters);
        if (answer.error_code !== 429) return answer;
        await sleep(answer.parameters.retry_after * 1000);
        return await this.patiently(method, parameters);
    }
    /** The same as a form in parts, with a picture. */
    async upload(method, parameters, bytes) {
        const form = new FormData();
        for (const [name, value] of Object.entries(parameters))
            form.set(name, typeof value === "string" ? value : JSON.stringify(value));
        form.set("photo", new Blob([bytes], { type: "image/png" }), "table.png");
        const packed = new Response(form);
        const answer = await callHttp(`${this.root}/${method}`, {
            method: "POST",
            headers: { "Content-Type": packed.headers.get("content-type") },
            body: Buffer.from(await packed.arrayBuffer()),
        });
        return await answer.json();
    }
    async run() {
        while (this.running) {
            const { ok, result } = await this.call("getUpdates", {
                offset: this.offset,
                timeout: 50,
            });
            if (!ok) continue;
            for (const update of result) {
                await this.handle(update);
                this.offset = update.update_id + 1;
            }
        }
    }
    stop() {
        this.running = false;
    }
    async handle(update) {
        this.seen.push(update);
        const { message, callback_query: pressed, inline_query: asked } = update;
        if (message?.text?.startsWith("/start")) await this.welcome(message);
        else if (message?.text?.startsWith("/count")) await this.show(message.chat.id);
        if (pressed) await this.press(pressed);
        if (asked)
            await this.call("answerInlineQuery", {
                inline_query_id: asked.id,
                cache_time: 0,
                is_personal: true,
                results: [
                    {
                        type: "article",
                        id: "one",
                        title: `For ${asked.from.first_name}`,
                        input_message_content: { message_text: "<b>one</b>", parse_mode: "HTML" },
                    },
                ],
            });
    }
    async welcome({ chat, text, from }) {
        const [, payload = "nothing"] = text.split(" ");
        await this.patiently("sendMessage", {
            chat_id: chat.id,
            text: `Hello <b>${from.first_name}</b>, you bring ${payload}`,
            parse_mode: "HTML",
        });
    }
    text(chat) {
        return `Pressed ${this.counts.get(chat) ?? 0} times`;
    }
    keyboard() {
        return { inline_keyboard: [[{ text: "Press", callback_data: "press" }]] };
    }
    async show(chat) {
        await this.patiently("sendMessage", {
            chat_id: chat,
            text: this.text(chat),
            reply_markup: this.keyboard(),
        });
    }
    async press({ id, message, from }) {
        const chat = message.chat.id;
        this.counts.set(chat, (this.counts.get(chat) ?? 0) + 1);
        await this.call("answerCallbackQuery", {
            callback_query_id: id,
            text: `Well done, ${from.first_name}`,
        });
        await this.patiently("editMessageText", {
            chat_id: chat,
            message_id: message.message_id,
            text: this.text(chat),
            reply_markup: this.keyboard(),
        });
    }
}
