// SPDX-License-Identifier: MIT
//
// people.mjs: people in chats, so that tests read like stories: somebody writes, presses a button,
// sees an answer. What a person does becomes an update for the bot, as far as Telegram would tell a
// bot. A person waits for what shall come, and gives up after an hour of the world's time.
import { findButton } from "./chats.mjs";
import { findEntities } from "./marked_text.mjs";
import { initData } from "./web_app.mjs";
import { theTime } from "./world_time.mjs";

export function check(holds, what) {
    if (!holds) throw new Error(what);
}

/** Waits for an event of the emulator after which `is` gives something. */
export function until(emulator, event, is, what) {
    return new Promise((done, failed) => {
        const look = () => {
            let found;
            try {
                found = is();
            } catch (error) {
                end();
                failed(error);
                return;
            }
            if (!found) return;
            end();
            done(found);
        };
        const leave = theTime().begin(() => {
            end();
            failed(new Error(`it is not so that ${typeof what === "function" ? what() : what}`));
        });
        const end = () => {
            leave();
            emulator.off(event, look);
        };
        emulator.on(event, look);
        look();
    });
}

export class Person {
    constructor(emulator, id, name, { language = "en", username } = {}) {
        this.emulator = emulator;
        this.language = language;
        this.facts = { id, is_bot: false, first_name: name, language_code: language };
        if (username) this.facts.username = username;
        const chat = { id, type: "private", first_name: name };
        if (username) chat.username = username;
        this.private = emulator.addChat(chat, [this]);
        this.answers = []; // to what was pressed
        this.offered = []; // results of inline queries
    }
    get id() {
        return this.facts.id;
    }
    get name() {
        return this.facts.first_name;
    }

    // ---- Writing -------------------------------------------------------------------------------

    /** Writes a text into a chat; gives the message. */
    says(chat, text, { topic, replyTo, viaBot = false } = {}) {
        const { emulator } = this;
        check(chat.members.has(this), `${this.name} is not in ${chat.title}`);
        const message = {
            message_id: chat.nextMessage(),
            from: this.facts,
            chat: chat.facts,
            date: emulator.date(),
            text,
        };
        if (topic !== undefined) {
            message.message_thread_id = topic;
            message.is_topic_message = true;
        }
        if (replyTo) {
            const { reply_to_message: _, ...alone } = replyTo.now;
            message.reply_to_message = alone;
        }
        if (viaBot) message.via_bot = emulator.user();
        const entities = findEntities(text);
        if (entities.length) message.entities = entities;
        if (!chat.isGroup && chat.bot === "stranger") chat.bot = "in";
        const posted = chat.post(message);
        if (chat.bot === "in" && this.botSees(chat, message)) emulator.tell("message", message);
        return posted;
    }
    /** Whether a bot in privacy mode is told of this message. */
    botSees(chat, message) {
        const { me } = this.emulator;
        if (!chat.isGroup || me.can_read_all_group_messages || chat.botIsAdmin) return true;
        if (message.via_bot?.id === me.id || message.reply_to_message?.from?.id === me.id)
            return true;
        const [, named] = /^\/\w+(?:@(\w+))?/.exec(message.text ?? "") ?? [null, null];
        if (named === null) return false;
        return named === undefined || named.toLowerCase() === me.username.toLowerCase();
    }
    /** Writes as an anonymous administrator does: in the name of the group. */
    saysAsGroup(chat, text) {
        const from = { id: 1_087_968_824, is_bot: true, first_name: "Group" };
        this.service(chat, { from, sender_chat: chat.facts, text, entities: findEntities(text) });
    }
    /** Writes to the bot alone. */
    tells(text) {
        return this.says(this.private, text);
    }
    /** Follows t.me/BOT?start=PAYLOAD. */
    follows(link) {
        const { me } = this.emulator;
        const [, payload] =
            new RegExp(`^https://t\\.me/${me.username}\\?start=([\\w-]{1,64})$`).exec(link) ?? [];
        check(payload, `no link that leads to the bot: ${link}`);
        return this.tells(`/start ${payload}`);
    }
    /** Changes what was written. */
    edits(posted, text) {
        const message = { ...posted.now, text, edit_date: this.emulator.date() };
        delete message.entities;
        const entities = findEntities(text);
        if (entities.length) message.entities = entities;
        posted.change(message);
        this.emulator.changed(posted.chat);
        if (posted.chat.bot === "in" && this.botSees(posted.chat, message))
            this.emulator.tell("edited_message", message);
    }
    blocks() {
        this.private.bot = "blocked";
        this.standing(this.private, "member", "kicked");
    }
    unblocks() {
        this.private.bot = "in";
        this.standing(this.private, "kicked", "member");
    }
    /** Tells the bot what it is in a chat, by what this person did. */
    standing(chat, before, after) {
        const user = this.emulator.user();
        const as = (status) =>
            status === "kicked" ? { status, user, until_date: 0 } : { status, user };
        this.emulator.tell("my_chat_member", {
            chat: chat.facts,
            from: this.facts,
            date: this.emulator.date(),
            old_chat_member: as(before),
            new_chat_member: as(after),
        });
    }
    adds(chat) {
        chat.bot = "in";
        this.standing(chat, "left", "member");
        this.service(chat, { new_chat_members: [this.emulator.user()] });
    }
    kicks(chat) {
        this.service(chat, { left_chat_member: this.emulator.user() });
        chat.bot = "kicked";
        this.standing(chat, "member", "kicked");
    }
    service(chat, what) {
        const message = {
            message_id: chat.nextMessage(),
            from: this.facts,
            chat: chat.facts,
            date: this.emulator.date(),
            ...what,
        };
        chat.post(message);
        this.emulator.tell("message", message);
    }

    // ---- Buttons -------------------------------------------------------------------------------

    /** Presses a button below a message, as somebody's telephone would; gives the query at once. */
    pushes(posted, button) {
        const { emulator } = this;
        check(button.callback_data !== undefined, `"${button.text}" is not answered by the bot`);
        const id = `${4_000_000_000 + emulator.callbackQueries.size}`;
        const query = { id, from: this.facts, at: emulator.now(), answer: null, posted };
        emulator.callbackQueries.set(id, query);
        emulator.tell("callback_query", {
            id,
            from: this.facts,
            message: posted.now,
            chat_instance: `${posted.chat.id * 7}`,
            data: button.callback_data,
        });
        return query;
    }
    /** Waits for a button of this text in a chat, presses it, and gives the answer to that. */
    async presses(chat, label, { topic } = {}) {
        const posted = await until(
            this.emulator,
            "change",
            () => chat.withButton(label, topic),
            () => `${chat.title} has a button ${label}: ${describe(chat)}`,
        );
        return await this.answer(this.pushes(posted, findButton(posted, label)));
    }
    /** What the bot answers to what was pressed. */
    async answer(query) {
        await until(
            this.emulator,
            "answered",
            () => query.answer,
            () => `the bot answers what ${this.name} has pressed`,
        );
        this.answers.push(query.answer);
        return query.answer;
    }

    // ---- Inline queries and Mini Apps ----------------------------------------------------------

    /** Types @BOT and a text in a chat; gives what is offered. */
    async looks(chat, query = "") {
        const { emulator } = this;
        const known = [this.id, "all"]
            .map((who) => emulator.inlineCache.get(JSON.stringify([who, query])))
            .find((one) => one && one.until > emulator.now());
        if (known) {
            this.offered.push(...known.results);
            return known;
        }
        const id = `${6_000_000_000 + emulator.inlineQueries.size}`;
        const asked = { id, from: this.facts, query, at: emulator.now(), results: null };
        emulator.inlineQueries.set(id, asked);
        const type = chat.isGroup ? chat.facts.type : "sender";
        emulator.tell("inline_query", { id, from: this.facts, query, offset: "", chat_type: type });
        await until(emulator, "inline", () => asked.results, "the bot answers an inline query");
        this.offered.push(...asked.results);
        return asked;
    }
    /** Sends one of the results that were offered. */
    picks(chat, query, result) {
        const text = result.input_message_content?.message_text;
        check(text, `the result "${result.title}" sends nothing`);
        const posted = this.says(chat, text.replace(/<[^>]*>/g, ""), { viaBot: true });
        this.emulator.tell("chosen_inline_result", {
            result_id: result.id,
            from: this.facts,
            query,
        });
        return posted;
    }
    /** What Telegram hands to a Mini App that this person opens. */
    initData(more = {}) {
        return initData(this.emulator.token, {
            query_id: "AAE1",
            user: this.facts,
            auth_date: `${this.emulator.date()}`,
            ...more,
        });
    }

    // ---- Seeing --------------------------------------------------------------------------------

    /** Waits until the bot has written something in a chat that fits; gives the message. */
    async sees(chat, pattern, { topic, after } = {}) {
        const fits = (one) =>
            (typeof pattern === "function" ? pattern(one) : pattern.test(one.text)) &&
            (!after || one.id > after.id);
        return await until(
            this.emulator,
            "change",
            () => chat.fromBot(topic).reverse().find(fits),
            () => `${this.name} sees ${pattern} in ${chat.title}: ${describe(chat)}`,
        );
    }
}

/** The last messages of a chat, for a test that fails. */
export function describe(chat) {
    return chat
        .messages()
        .slice(-6)
        .map((one) => {
            const buttons = one.rows.map((row) => row.map(({ text }) => `[${text}]`).join(" "));
            return `\n  ${one.now.from?.first_name}: ${one.text}${buttons.map((row) => `\n    ${row}`).join("")}`;
        })
        .join("");
}
