// SPDX-License-Identifier: MIT
//
// emulator.mjs: a Bot API server for tests, on an address of the test's own. It is strict: every call and
// everything that it gives itself is held to the types of the API (conforms.mjs), and what the real
// service refuses is refused in its words.
//
// Some refusals are part of life (somebody has blocked the bot, a query is too old, too many
// messages); others say that the bot does not know the API. The latter are kept in `complaints`, and
// a test fails if there are any at its end.
//
// Its time is that of the world (world_time.mjs), in which the bot lives as well. Start reading at
// Emulator.call.
import { EventEmitter } from "node:events";
import http from "node:http";
import { readAll, readParameters } from "./call_body.mjs";
import { Chat } from "./chats.mjs";
import { SentFile } from "./conforms.mjs";
import { callHttp } from "./http_call.mjs";
import { MarkError, readMarks } from "./marked_text.mjs";
import { ownAddress } from "./own_address.mjs";
import { Pace } from "./pace.mjs";
import { theTime } from "./world_time.mjs";

export const TOKEN = "7000000001:AAE3mu1at0r-Token_for-Tests-0n1y_xyz";
const PORT = 20_000;
const PUSH_AGAIN_MS = 1000;
const QUERY_LIFE_MS = 60_000;
const UPDATES_DEFAULT_WITHOUT = ["chat_member", "message_reaction", "message_reaction_count"];
const TEXT_MAX = 4096;
const CAPTION_MAX = 1024;
const PHOTO_BYTES_MAX = 10 * 1024 * 1024;

/** What a call is refused with. `life`: it may happen to a bot that does everything right. */
class Refusal extends Error {
    constructor(code, description, { life = false, parameters } = {}) {
        super(description);
        Object.assign(this, { code, description, life, parameters });
    }
}
const bad = (why) => new Refusal(400, `Bad Request: ${why}`);
const mishap = (why) => new Refusal(400, `Bad Request: ${why}`, { life: true });

export class Emulator extends EventEmitter {
    constructor(types, { username = "HolecardTestBot", privacy = true } = {}) {
        super();
        this.setMaxListeners(0);
        this.types = types;
        this.time = theTime();
        this.token = TOKEN;
        this.me = {
            id: Number(TOKEN.split(":")[0]),
            is_bot: true,
            first_name: "Holecard",
            username,
            can_join_groups: true,
            can_read_all_group_messages: !privacy,
            supports_inline_queries: true,
            can_connect_to_business: false,
            has_main_web_app: false,
            has_topics_enabled: false,
            allows_users_to_create_topics: false,
            can_manage_bots: false,
            supports_join_request_queries: false,
        };
        this.chats = new Map();
        this.calls = []; // of the bot: method, parameters, answer, at
        this.underWay = 0; // calls that are not answered
        this.complaints = [];
        this.counts = { refused: new Map(), limited: 0 };
        this.pace = new Pace();
        this.updates = [];
        this.nextUpdate = 500_000_000;
        this.allowed = null;
        this.poll = null;
        this.webhook = { url: "", secret: "", errors: [] };
        this.route = (url) => url; // where the address of a webhook leads
        this.callbackQueries = new Map();
        this.inlineQueries = new Map();
        this.inlineCache = new Map();
        this.commands = new Map();
        this.menuButtons = new Map();
        this.sharedMessages = 100;
        this.trouble = null; // a function that may answer instead: outages
        this.sockets = new Set();
    }

    // ---- Running -------------------------------------------------------------------------------

    async open() {
        this.server = http.createServer((request, response) => {
            this.serve(request, response);
        });
        this.server.keepAliveTimeout = 0;
        this.server.on("connection", (socket) => {
            this.sockets.add(socket);
            this.time.watch(socket);
            socket.once("close", () => this.sockets.delete(socket));
        });
        await this.listen();
    }
    listen() {
        return new Promise((done) => this.server.listen(PORT, ownAddress(), done));
    }
    async close() {
        this.closed = true;
        this.poll?.forget();
        for (const socket of this.sockets) socket.destroy();
        await new Promise((done) => this.server.close(done));
    }
    get url() {
        return `http://${ownAddress()}:${PORT}`;
    }
    /** Milliseconds since 1970. */
    now() {
        return this.time.now;
    }
    /** Milliseconds that have passed. Skipped time does not count: nobody may send more because time
     * was skipped. */
    steady() {
        return this.time.steady;
    }
    date() {
        return Math.floor(this.now() / 1000);
    }
    nextSharedMessage() {
        return ++this.sharedMessages;
    }
    changed(chat) {
        this.emit("change", chat);
    }

    async serve(request, response) {
        const bytes = await readAll(request).catch(() => null);
        if (!bytes) return; // whoever called is gone before it was said
        request.body = bytes;
        // The first line of a form is drawn by lot.
        const key = `${request.url} ${bytes.toString("latin1", bytes.indexOf("\r\n") + 1)}`;
        this.time.turn(key, () =>
            this.handle(request, response).catch((error) => {
                this.complaints.push(`the emulator fails: ${error.stack}`);
                response.destroy();
            }),
        );
    }
    async handle(request, response) {
        const url = new URL(request.url, this.url);
        const [, root, token, name] =
            /^(?:\/(\w+))?\/bot([^/]*)\/([^/]*)$/.exec(url.pathname) ?? [];
        const answer = (code, body) => {
            if (response.destroyed) return;
            response.writeHead(code, { "Content-Type": "application/json" });
            response.end(JSON.stringify(body));
        };
        if (!token || !/^\d+:[\w-]+$/.test(token))
            return answer(404, { ok: false, error_code: 404, description: "Not Found" });
        if (token !== this.token)
            return answer(401, { ok: false, error_code: 401, description: "Unauthorized" });
        if (this.trouble?.(name, request, response)) return;
        if (name.toLowerCase() === "getupdates")
            return this.getUpdates(url, request, request.body, response, answer, root);
        this.underWay++;
        response.once("close", () => {
            this.underWay--;
        });
        const { code, body } = await this.call(
            name,
            url,
            request.headers["content-type"],
            request.body,
            root,
        );
        await new Promise(setImmediate); // somebody may kill the bot before it is answered
        answer(code, body);
    }

    /** Does one call; gives the status and the body of its answer. Processes of one bot may each have
     * a root of their own below the address, by which a test tells them apart. */
    async call(name, url, type, bytes, root = "") {
        const method = this.types.method(name);
        const entry = {
            method: method ?? name,
            parameters: {},
            at: this.now(),
            answer: null,
            root,
        };
        this.calls.push(entry);
        let code = 200;
        try {
            if (!method) throw new Refusal(404, "Not Found");
            entry.parameters = this.read(method, url, type, bytes);
            if (!this[method]) throw new Refusal(404, `Not Found: the emulator has no ${method}`);
            const result = await this[method](entry.parameters);
            const wrong = this.types.wrongResult(method, result);
            if (wrong) this.complaints.push(`the emulator gives what no type knows: ${wrong}`);
            entry.answer = { ok: true, result };
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            code = error.code;
            entry.answer = { ok: false, error_code: code, description: error.description };
            if (error.parameters) entry.answer.parameters = error.parameters;
            this.counts.refused.set(
                error.description,
                (this.counts.refused.get(error.description) ?? 0) + 1,
            );
            if (!error.life)
                this.complaints.push(
                    `${entry.method} ${JSON.stringify(entry.parameters).slice(0, 700)}: ${error.description}`,
                );
        }
        this.emit("call", entry);
        return { code, body: entry.answer };
    }
    read(method, url, type, bytes) {
        let parameters;
        try {
            parameters = readParameters(this.types, method, url, type ?? "", bytes);
        } catch (error) {
            throw bad(`can't parse the request: ${error.message}`);
        }
        const wrong = this.types.wrongCall(method, parameters);
        if (wrong) throw bad(`it is against the types: ${wrong}`);
        return parameters;
    }

    // ---- Updates -------------------------------------------------------------------------------

    /** Tells the bot something, if it wants to know. */
    tell(kind, what) {
        const wants = this.allowed?.length
            ? this.allowed.includes(kind)
            : !UPDATES_DEFAULT_WITHOUT.includes(kind);
        if (!wants) return null;
        const update = { update_id: this.nextUpdate++, [kind]: structuredClone(what) };
        const wrong = this.types.wrongUpdate(update);
        if (wrong) this.complaints.push(`the emulator tells what no type knows: ${wrong}`);
        this.updates.push(update);
        if (this.webhook.url) this.push();
        else this.time.turn("updates", () => this.givePolled());
        return update;
    }
    getUpdates(url, _request, bytes, response, answer, root = "") {
        const fail = (code, description) =>
            answer(code, { ok: false, error_code: code, description });
        let asked;
        try {
            asked = this.read("getUpdates", url, _request.headers["content-type"], bytes);
        } catch (error) {
            this.complaints.push(`getUpdates: ${error.description ?? error.stack}`);
            return fail(400, error.description ?? "Bad Request");
        }
        if (this.webhook.url)
            return fail(
                409,
                "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
            );
        if (this.poll) {
            const { fail: refuse, forget } = this.poll;
            forget();
            this.poll = null;
            refuse(
                409,
                "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
            );
        }
        if (asked.allowed_updates) this.allowed = asked.allowed_updates;
        const { offset = 0, timeout = 0 } = asked;
        if (offset < 0) this.updates = this.updates.slice(offset);
        // An offset that no update can have means nothing.
        else if (offset <= this.nextUpdate + 10)
            this.updates = this.updates.filter(({ update_id }) => update_id >= offset);
        const limit = Math.min(Math.max(asked.limit ?? 100, 1), 100);
        const forget = this.time.alarm(Math.min(timeout, 50) * 1000, () => this.givePolled(true));
        const poll = { answer, fail, limit, forget };
        this.poll = poll;
        this.emit("poll", asked, root);
        response.once("close", () => {
            if (this.poll !== poll) return;
            poll.forget();
            this.poll = null;
        });
        this.time.turn("updates", () => this.givePolled(timeout === 0));
    }
    givePolled(anyway = false) {
        const { poll } = this;
        if (!poll || (this.updates.length === 0 && !anyway)) return;
        this.poll = null;
        poll.forget();
        // As it is: delivered again until a higher offset confirms it.
        poll.answer(200, { ok: true, result: this.updates.slice(0, poll.limit) });
    }
    /** Sends what waits to the webhook, one after the other, until each is taken. */
    async push() {
        if (this.pushing) return;
        this.pushing = true;
        while (this.webhook.url && this.updates.length && !this.closed) {
            const [update] = this.updates;
            const { url, secret } = this.webhook;
            try {
                const answer = await callHttp(this.route(url), {
                    method: "POST",
                    headers: {
                        "Content-Type": "application/json",
                        ...(secret ? { "X-Telegram-Bot-Api-Secret-Token": secret } : {}),
                    },
                    body: JSON.stringify(update),
                });
                if (answer.ok) {
                    this.updates.shift();
                    this.emit("pushed", update);
                    continue;
                }
                this.webhook.errors.push(`Wrong response from the webhook: ${answer.status}`);
            } catch (error) {
                this.webhook.errors.push(String(error));
            }
            await new Promise((done) => this.time.alarm(PUSH_AGAIN_MS, done));
        }
        this.pushing = false;
    }
    setWebhook({ url, secret_token = "", allowed_updates, drop_pending_updates }) {
        if (url && !url.startsWith("https://"))
            throw bad("bad webhook: An HTTPS URL must be provided for webhook");
        if (secret_token && !/^[\w-]{1,256}$/.test(secret_token))
            throw bad("secret token contains unallowed characters");
        this.webhook = { url, secret: secret_token, errors: [] };
        if (allowed_updates) this.allowed = allowed_updates;
        if (drop_pending_updates) this.updates = [];
        if (url) this.push();
        this.emit("webhook", url);
        return true;
    }
    deleteWebhook({ drop_pending_updates }) {
        this.webhook = { url: "", secret: "", errors: [] };
        if (drop_pending_updates) this.updates = [];
        return true;
    }
    getWebhookInfo() {
        return {
            url: this.webhook.url,
            has_custom_certificate: false,
            pending_update_count: this.updates.length,
        };
    }

    // ---- The bot itself ------------------------------------------------------------------------

    getMe() {
        return this.me;
    }
    setMyCommands({ commands, scope = { type: "default" }, language_code = "" }) {
        if (commands.length > 100) throw bad("BOT_COMMANDS_TOO_MUCH");
        for (const { command, description } of commands) {
            if (!/^[a-z0-9_]{1,32}$/.test(command)) throw bad("BOT_COMMAND_INVALID");
            if (description.length < 1 || description.length > 256)
                throw bad("BOT_COMMAND_DESCRIPTION_INVALID");
        }
        if (language_code && !/^[a-z]{2}$/.test(language_code)) throw bad("LANG_CODE_INVALID");
        this.commands.set(`${scope.type}/${language_code}`, commands);
        return true;
    }
    /** The list of commands that somebody is offered in a chat. */
    commandsFor(person, chat) {
        const scopes = chat.isGroup
            ? ["all_group_chats", "default"]
            : ["all_private_chats", "default"];
        for (const scope of scopes)
            for (const language of [person.language, ""]) {
                const found = this.commands.get(`${scope}/${language}`);
                if (found) return found;
            }
        return [];
    }
    deleteMyCommands({ scope = { type: "default" }, language_code = "" }) {
        this.commands.delete(`${scope.type}/${language_code}`);
        return true;
    }
    setMyDescription() {
        return true;
    }
    setMyShortDescription() {
        return true;
    }
    setChatMenuButton({ chat_id = 0, menu_button }) {
        if (menu_button?.type === "web_app" && !menu_button.web_app.url.startsWith("https://"))
            throw bad("menu button Web App URL is invalid: Only HTTPS links are allowed");
        this.menuButtons.set(chat_id, menu_button);
        return true;
    }
    getChat({ chat_id }) {
        const { facts } = this.chat(chat_id);
        return { ...facts, accent_color_id: 0, max_reaction_count: 11 };
    }
    getChatMember({ chat_id, user_id }) {
        const chat = this.chat(chat_id);
        const member = [...chat.members].find((one) => one.id === user_id);
        if (!member) throw mishap("user not found");
        return { status: "member", user: member.facts };
    }
    sendChatAction({ chat_id }) {
        this.writable(chat_id);
        return true;
    }

    // ---- Chats ---------------------------------------------------------------------------------

    chat(id) {
        const chat = this.chats.get(id);
        if (!chat) throw bad("chat not found");
        return chat;
    }
    writable(id) {
        const chat = this.chat(id);
        const why = chat.forbids();
        if (why)
            throw new Refusal(why.code, why.description, {
                life: true,
                parameters: why.parameters,
            });
        return chat;
    }
    addChat(facts, members) {
        const chat = new Chat(this, facts, members);
        this.chats.set(chat.id, chat);
        return chat;
    }
    /** A message may go out to this chat now, or else this is too many. */
    checkPace(chat) {
        const wait = this.pace.take(chat.id, chat.isGroup, this.steady());
        if (!wait) return;
        this.counts.limited++;
        throw new Refusal(429, `Too Many Requests: retry after ${wait}`, {
            life: true,
            parameters: { retry_after: wait },
        });
    }
    marked(text, mode, entities, max, tooLong) {
        if (mode !== undefined && mode !== "HTML") throw bad(`unsupported parse_mode ${mode}`);
        let read;
        try {
            read = mode === "HTML" ? readMarks(text) : { text: text.trim(), entities: [] };
        } catch (error) {
            if (error instanceof MarkError) throw bad(`can't parse entities: ${error.message}`);
            throw error;
        }
        if (entities) read.entities = entities;
        if (read.text.length > max) throw bad(tooLong);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
        if (/[\u0000-\u0008\u000b-\u001f]/.test(read.text))
            throw bad("there are control characters");
        return read;
    }
    textOf({ text, parse_mode, entities }) {
        const read = this.marked(text, parse_mode, entities, TEXT_MAX, "message is too long");
        if (!read.text) throw bad("message text is empty");
        return { text: read.text, ...(read.entities.length ? { entities: read.entities } : {}) };
    }
    captionOf({ caption, parse_mode, caption_entities }) {
        if (!caption) return {};
        const read = this.marked(
            caption,
            parse_mode,
            caption_entities,
            CAPTION_MAX,
            "message caption is too long",
        );
        return {
            caption: read.text,
            ...(read.entities.length ? { caption_entities: read.entities } : {}),
        };
    }
    checkKeyboard(chat, markup) {
        const rows = markup?.inline_keyboard ?? markup?.keyboard;
        if (!rows) return;
        const buttons = rows.flat();
        if (buttons.length > 100) throw bad("too many buttons");
        if (rows.some((row) => row.length > 8)) throw bad("too many buttons in a row");
        if (rows.some((row) => row.length === 0)) throw bad("a row without buttons");
        for (const button of buttons) this.checkButton(chat, button);
        if (Buffer.byteLength(JSON.stringify(markup)) > 10_000)
            throw bad("reply markup is too long");
    }
    checkButton(chat, button) {
        if (typeof button === "string") return;
        if (!button.text.trim()) throw bad("BUTTON_TEXT_INVALID");
        if (button.callback_data !== undefined) {
            const size = Buffer.byteLength(button.callback_data);
            if (size < 1 || size > 64) throw bad("BUTTON_DATA_INVALID");
        }
        if (button.url !== undefined && !/^(https?|tg):\/\/\S+$/.test(button.url))
            throw bad(`inline keyboard button URL '${button.url}' is invalid: URL host is empty`);
        if (button.web_app) {
            if (chat?.isGroup) throw bad("BUTTON_TYPE_INVALID");
            if (!button.web_app.url.startsWith("https://"))
                throw bad(
                    `inline keyboard button Web App URL '${button.web_app.url}' is invalid: Only HTTPS links are allowed`,
                );
        }
    }
    /** What messages have in common: where it goes, and what it answers. */
    frame(chat, { message_thread_id, reply_parameters, reply_to_message_id, reply_markup }) {
        this.checkKeyboard(chat, reply_markup);
        const frame = {
            message_id: 0,
            from: this.user(),
            chat: chat.facts,
            date: this.date(),
        };
        if (message_thread_id !== undefined) {
            if (!chat.topics.has(message_thread_id)) throw mishap("message thread not found");
            frame.message_thread_id = message_thread_id;
            frame.is_topic_message = true;
        }
        const answered = reply_parameters?.message_id ?? reply_to_message_id;
        if (answered !== undefined) {
            const message = chat.find(answered);
            if (message) {
                const { reply_to_message: _, ...alone } = message.now;
                frame.reply_to_message = alone;
            } else if (!reply_parameters?.allow_sending_without_reply)
                throw mishap("message to be replied not found");
        }
        if (reply_markup?.inline_keyboard) frame.reply_markup = reply_markup;
        return frame;
    }
    user() {
        const { id, is_bot, first_name, username } = this.me;
        return { id, is_bot, first_name, username };
    }
    keepReplyKeyboard(chat, markup) {
        if (markup?.keyboard) chat.replyKeyboard = markup.keyboard;
        if (markup?.remove_keyboard) chat.replyKeyboard = null;
    }
    sendMessage(parameters) {
        const chat = this.writable(parameters.chat_id);
        const content = this.textOf(parameters);
        const frame = this.frame(chat, parameters);
        this.checkPace(chat);
        this.keepReplyKeyboard(chat, parameters.reply_markup);
        return chat.post({ ...frame, message_id: chat.nextMessage(), ...content }).now;
    }
    photoOf(photo) {
        if (!(photo instanceof SentFile)) throw bad("there is no photo in the request");
        const { bytes } = photo;
        if (bytes.length > PHOTO_BYTES_MAX) throw bad("file is too big");
        if (bytes.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n")
            throw bad("IMAGE_PROCESS_FAILED");
        const width = bytes.readUInt32BE(16);
        const height = bytes.readUInt32BE(20);
        if (width + height > 10_000 || width > 20 * height || height > 20 * width)
            throw bad("PHOTO_INVALID_DIMENSIONS");
        const id = `photo-${this.calls.length}`;
        return [{ file_id: id, file_unique_id: `u-${id}`, width, height, file_size: bytes.length }];
    }
    sendPhoto(parameters) {
        const chat = this.writable(parameters.chat_id);
        const photo = this.photoOf(parameters.photo);
        const caption = this.captionOf(parameters);
        const frame = this.frame(chat, parameters);
        this.checkPace(chat);
        this.keepReplyKeyboard(chat, parameters.reply_markup);
        const message = { ...frame, message_id: chat.nextMessage(), photo, ...caption };
        return chat.post(message, parameters.photo.bytes).now;
    }

    // ---- Editing -------------------------------------------------------------------------------

    editable({ chat_id, message_id, inline_message_id }) {
        if (inline_message_id !== undefined) {
            const posted = this.inlineMessages?.get(inline_message_id);
            if (!posted) throw mishap("MESSAGE_ID_INVALID");
            return { chat: posted.chat, posted, inline: true };
        }
        const chat = this.writable(chat_id);
        const posted = chat.find(message_id);
        if (!posted) throw mishap("message to edit not found");
        if (!posted.fromBot) throw bad("message can't be edited");
        return { chat, posted, inline: false };
    }
    edit(parameters, content, without, picture = null) {
        const { chat, posted, inline } = this.editable(parameters);
        this.checkKeyboard(chat, parameters.reply_markup);
        const kept = { ...posted.now };
        for (const name of [...without, "reply_markup", "edit_date"]) delete kept[name];
        const next = { ...kept, ...content };
        if (parameters.reply_markup?.inline_keyboard?.length)
            next.reply_markup = parameters.reply_markup;
        const { edit_date: _, ...before } = posted.now;
        if (!picture && sameJson(before, next))
            throw mishap(
                "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
            );
        this.checkPace(chat);
        posted.change({ ...next, edit_date: this.date() }, picture);
        this.changed(chat);
        return inline ? true : posted.now;
    }
    editMessageText(parameters) {
        if (parameters.text === undefined) throw bad("message text is empty");
        const { posted } = this.editable(parameters);
        if (posted.now.photo) throw bad("there is no text in the message to edit");
        return this.edit(parameters, this.textOf(parameters), ["text", "entities"]);
    }
    editMessageCaption(parameters) {
        const { posted } = this.editable(parameters);
        if (!posted.now.photo) throw bad("there is no caption in the message to edit");
        return this.edit(parameters, this.captionOf(parameters), ["caption", "caption_entities"]);
    }
    editMessageMedia(parameters) {
        const { media } = parameters;
        if (media.type !== "photo") throw bad(`the emulator has no media of type ${media.type}`);
        const content = { photo: this.photoOf(media.media), ...this.captionOf(media) };
        const without = ["text", "entities", "photo", "caption", "caption_entities"];
        return this.edit(parameters, content, without, media.media.bytes);
    }
    editMessageReplyMarkup(parameters) {
        return this.edit(parameters, {}, []);
    }
    deleteMessage({ chat_id, message_id }) {
        const chat = this.writable(chat_id);
        const posted = chat.find(message_id);
        if (!posted) throw mishap("message to delete not found");
        if (chat.isGroup && !posted.fromBot && !chat.botIsAdmin)
            throw bad("message can't be deleted");
        posted.deleted = true;
        this.changed(chat);
        return true;
    }
    pinChatMessage({ chat_id, message_id }) {
        const chat = this.writable(chat_id);
        if (chat.isGroup && !chat.botIsAdmin)
            throw mishap("not enough rights to manage pinned messages in the chat");
        if (!chat.find(message_id)) throw mishap("message to pin not found");
        return true;
    }

    // ---- Queries -------------------------------------------------------------------------------

    answerCallbackQuery({ callback_query_id, text = "", url, show_alert = false }) {
        const query = this.callbackQueries.get(callback_query_id);
        if (!query || query.answer || this.now() > query.at + QUERY_LIFE_MS)
            throw mishap("query is too old and response timeout expired or query ID is invalid");
        if (text.length > 200) throw bad("MESSAGE_TOO_LONG");
        if (url !== undefined && !url.startsWith(`https://t.me/${this.me.username}?start=`))
            throw bad("URL_INVALID");
        query.answer = { text, show_alert, url, at: this.now(), waited: this.now() - query.at };
        query.posted?.answers.push({ from: query.from, text, show_alert });
        this.emit("answered", query);
        return true;
    }
    answerInlineQuery({ inline_query_id, results, cache_time = 300, is_personal = false, button }) {
        const query = this.inlineQueries.get(inline_query_id);
        if (!query || query.results || this.now() > query.at + QUERY_LIFE_MS)
            throw mishap("query is too old and response timeout expired or query ID is invalid");
        if (results.length > 50) throw bad("RESULTS_TOO_MUCH");
        const ids = results.map(({ id }) => id);
        if (ids.some((id) => Buffer.byteLength(id) < 1 || Buffer.byteLength(id) > 64))
            throw bad("RESULT_ID_INVALID");
        if (new Set(ids).size < ids.length) throw bad("RESULT_ID_DUPLICATE");
        for (const result of results) {
            this.checkKeyboard(null, result.reply_markup);
            const content = result.input_message_content;
            if (content?.message_text !== undefined)
                this.textOf({ text: content.message_text, parse_mode: content.parse_mode });
        }
        if (button?.start_parameter !== undefined && !/^[\w-]{1,64}$/.test(button.start_parameter))
            throw bad("START_PARAM_INVALID");
        query.results = results;
        query.button = button;
        if (cache_time > 0) {
            // Whoever asks the same gets the same, unless it was said to be personal.
            const key = JSON.stringify([is_personal ? query.from.id : "all", query.query]);
            this.inlineCache.set(key, { results, button, until: this.now() + cache_time * 1000 });
        }
        this.emit("inline", query);
        return true;
    }
}

function sameJson(one, other) {
    const sorted = (value) =>
        Array.isArray(value)
            ? value.map(sorted)
            : value && typeof value === "object"
              ? Object.fromEntries(
                    Object.keys(value)
                        .sort()
                        .map((key) => [key, sorted(value[key])]),
                )
              : value;
    return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}
