// SPDX-License-Identifier: MIT
//
// test_emulator.mjs: the emulator itself: what the real service refuses is refused, and a little bot
// that does everything right can live with it. A test that nobody can fail proves nothing, so most of
// this are wrong requests.
import { createHmac } from "node:crypto";
import { deflateSync } from "node:zlib";
import { Emulator } from "./emulator.mjs";
import { callHttp } from "./http_call.mjs";
import { LittleBot } from "./little_bot.mjs";
import { readMarks } from "./marked_text.mjs";
import { ownAddress } from "./own_address.mjs";
import { check, until } from "./people.mjs";
import { trial } from "./telegram_trial.mjs";

const equal = (is, wanted, what) =>
    check(
        JSON.stringify(is) === JSON.stringify(wanted),
        `${what}: ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`,
    );

function button(callback_data, text = "Go") {
    return { inline_keyboard: [[{ text, callback_data }]] };
}

/** A picture of one colour; what checksums say is not looked at. */
function png(width, height) {
    const chunk = (name, data) => {
        const size = Buffer.alloc(4);
        size.writeUInt32BE(data.length);
        return Buffer.concat([size, Buffer.from(name), data, Buffer.alloc(4)]);
    };
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head[8] = 8;
    return Buffer.concat([
        Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
        chunk("IHDR", head),
        chunk("IDAT", deflateSync(Buffer.alloc(height * (width + 1)))),
        chunk("IEND", Buffer.alloc(0)),
    ]);
}

/** Marked texts: what is wrong with each, or what people see. */
async function marks() {
    for (const [marked, wanted] of [
        ["<b>a", `Can't find end tag corresponding to start tag "b"`],
        ["a</b>", "Unexpected end tag at byte offset 1"],
        ["ä<b>a</i>", `Unmatched end tag at byte offset 6, expected "</b>", found "</i>"`],
        ["<p>a</p>", `Unsupported start tag "p" at byte offset 0`],
        ["1 < 2", "Unclosed start tag at byte offset 2"],
        ["a</b", "Unclosed end tag at byte offset 1"],
        ["<span>a</span>", `Tag "span" must have class "tg-spoiler" at byte offset 0`],
    ]) {
        let why = "nothing";
        try {
            readMarks(marked);
        } catch (error) {
            why = error.message;
        }
        equal(why, wanted, marked);
    }
    equal(
        readMarks(" <b>🂡 a <i>&lt;b&amp;</i></b> &#8364;&unknown; "),
        {
            text: "🂡 a <b& €&unknown;",
            entities: [
                { type: "bold", offset: 0, length: 8 },
                { type: "italic", offset: 5, length: 3 },
            ],
        },
        "good marks",
    );
    equal(
        readMarks('<a href="https://t.me/x?start=a&amp;b">go</a>').entities,
        [{ type: "text_link", offset: 0, length: 2, url: "https://t.me/x?start=a&b" }],
        "a link",
    );
}

/** Every request here is wrong in one way; the words are those of the service. */
async function wrong_requests(world) {
    const emulator = await world.open();
    world.expected.push(/./);
    const ann = world.person("Ann");
    const bob = world.person("Bob");
    const group = world.group("Cards", [ann, bob]);
    ann.tells("hello");
    const bot = new LittleBot(emulator);
    const sent = await bot.call("sendMessage", { chat_id: ann.id, text: "one" });
    const said = { chat_id: ann.id, message_id: sent.result.message_id };
    const typed = ann.tells("mine").id;
    const many = Array.from({ length: 13 }, () =>
        Array.from({ length: 8 }, () => ({ text: "x", callback_data: "y" })),
    );
    const query = "query is too old and response timeout expired or query ID is invalid";
    for (const [method, parameters, why] of [
        ["sendMessage", { chat_id: ann.id }, "it is against the types: sendMessage.text: missing"],
        [
            "sendMessage",
            { chat_id: ann.id, text: 5 },
            "it is against the types: sendMessage.text: no string",
        ],
        [
            "sendMessage",
            { chat_id: ann.id, text: "a", silent: true },
            "it is against the types: sendMessage.silent: nobody knows it",
        ],
        [
            "sendMessage",
            { chat_id: ann.id, text: "a", parse_mode: "html" },
            /^it is against the types: sendMessage.parse_mode: not/,
        ],
        ["sendMessage", { chat_id: ann.id, text: " " }, "message text is empty"],
        ["sendMessage", { chat_id: ann.id, text: "🂡".repeat(2049) }, "message is too long"],
        [
            "sendMessage",
            { chat_id: ann.id, text: "<b>a", parse_mode: "HTML" },
            `can't parse entities: Can't find end tag corresponding to start tag "b"`,
        ],
        ["sendMessage", { chat_id: 99, text: "a" }, "chat not found"],
        [
            "sendMessage",
            { chat_id: ann.id, text: "a", reply_markup: button("ä".repeat(33)) },
            "BUTTON_DATA_INVALID",
        ],
        [
            "sendMessage",
            { chat_id: ann.id, text: "a", reply_markup: button("") },
            "BUTTON_DATA_INVALID",
        ],
        [
            "sendMessage",
            { chat_id: ann.id, text: "a", reply_markup: { inline_keyboard: many } },
            "too many buttons",
        ],
        [
            "sendMessage",
            { chat_id: ann.id, text: "a", reply_markup: { inline_keyboard: [[{ text: "x" }]] } },
            /^it is against the types: sendMessage.reply_markup/,
        ],
        [
            "sendMessage",
            {
                chat_id: ann.id,
                text: "a",
                reply_markup: {
                    inline_keyboard: [
                        [{ text: "x", callback_data: "y", url: "https://example.org" }],
                    ],
                },
            },
            /^it is against the types: sendMessage.reply_markup/,
        ],
        [
            "sendMessage",
            {
                chat_id: group.id,
                text: "a",
                reply_markup: {
                    inline_keyboard: [[{ text: "x", web_app: { url: "https://example.org" } }]],
                },
            },
            "BUTTON_TYPE_INVALID",
        ],
        [
            "sendMessage",
            {
                chat_id: ann.id,
                text: "a",
                reply_markup: {
                    inline_keyboard: [[{ text: "x", web_app: { url: "http://example.org" } }]],
                },
            },
            "inline keyboard button Web App URL 'http://example.org' is invalid: Only HTTPS links are allowed",
        ],
        [
            "sendMessage",
            { chat_id: group.id, text: "a", message_thread_id: 7 },
            "message thread not found",
        ],
        [
            "sendMessage",
            { chat_id: ann.id, text: "a", reply_parameters: { message_id: 9 } },
            "message to be replied not found",
        ],
        [
            "editMessageText",
            { ...said, text: "one" },
            "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
        ],
        ["editMessageText", { ...said, message_id: 9, text: "b" }, "message to edit not found"],
        ["editMessageText", { ...said, message_id: typed, text: "b" }, "message can't be edited"],
        [
            "editMessageCaption",
            { ...said, caption: "b" },
            "there is no caption in the message to edit",
        ],
        ["deleteMessage", { ...said, message_id: 9 }, "message to delete not found"],
        ["answerCallbackQuery", { callback_query_id: "9" }, query],
        ["answerInlineQuery", { inline_query_id: "9", results: [] }, query],
        [
            "setMyCommands",
            { commands: [{ command: "Play", description: "a" }] },
            "BOT_COMMAND_INVALID",
        ],
        [
            "setMyCommands",
            { commands: [{ command: "play", description: "" }] },
            "BOT_COMMAND_DESCRIPTION_INVALID",
        ],
        [
            "setWebhook",
            { url: "http://example.org" },
            "bad webhook: An HTTPS URL must be provided for webhook",
        ],
        ["sendPhoto", { chat_id: ann.id, photo: "AgAC" }, "there is no photo in the request"],
    ]) {
        const answer = await bot.call(method, parameters);
        const is = answer.description?.replace("Bad Request: ", "");
        check(
            answer.error_code === 400 && (why instanceof RegExp ? why.test(is) : is === why),
            `${method} ${JSON.stringify(parameters).slice(0, 200)}: ${JSON.stringify(answer)}, not ${why}`,
        );
    }
    const stranger = await bot.call("sendMessage", { chat_id: bob.id, text: "a" });
    equal(
        stranger,
        {
            ok: false,
            error_code: 403,
            description: "Forbidden: bot can't initiate conversation with a user",
        },
        "a stranger",
    );
    const nothing = await callHttp(`${emulator.url}/bot1:wrong/getMe`);
    equal([nothing.status, (await nothing.json()).description], [401, "Unauthorized"], "token");
    check((await bot.call("sendNothing")).error_code === 404, "a method that there is not");
    // What may happen to any bot is no complaint; what only a wrong bot does is one.
    const complaints = emulator.complaints.join("\n");
    check(!/not modified|too old|not found: |initiate/.test(complaints), complaints);
    check(/message is too long/.test(complaints), "a text that is too long is no complaint");
}

async function pictures(world) {
    const emulator = await world.open();
    const ann = world.person("Ann");
    ann.tells("hello");
    const bot = new LittleBot(emulator);
    const to = { chat_id: ann.id, caption: "<b>A table</b>", parse_mode: "HTML" };
    const { ok, result } = await bot.upload("sendPhoto", to, png(40, 30));
    check(ok && result.photo[0].width === 40 && result.caption === "A table", "a picture");
    const same = { chat_id: ann.id, message_id: result.message_id };
    equal(
        (await bot.call("editMessageCaption", { ...same, caption: "Later" })).ok,
        true,
        "a caption is edited",
    );
    world.expected.push(/PHOTO_INVALID|IMAGE_PROCESS|no text in|caption is too long/);
    for (const [bytes, caption, why] of [
        [png(2100, 100), "a", "Bad Request: PHOTO_INVALID_DIMENSIONS"],
        [Buffer.from("no picture"), "a", "Bad Request: IMAGE_PROCESS_FAILED"],
        [png(4, 4), "a".repeat(1025), "Bad Request: message caption is too long"],
    ])
        equal(
            (await bot.upload("sendPhoto", { chat_id: ann.id, caption }, bytes)).description,
            why,
            why,
        );
    equal(
        (await bot.call("editMessageText", { ...same, text: "a" })).description,
        "Bad Request: there is no text in the message to edit",
        "a picture has no text",
    );
}

/** Updates come again until they are confirmed, and to one who asks. */
async function polling(world) {
    const emulator = await world.open();
    const ann = world.person("Ann");
    const bot = new LittleBot(emulator);
    const ask = (parameters) => bot.call("getUpdates", parameters);
    ann.tells("one");
    ann.tells("two");
    const ids = ({ result }) => result.map(({ update_id }) => update_id);
    const [first, second] = ids(await ask({}));
    equal(second, first + 1, "they are counted");
    equal(ids(await ask({})), [first, second], "they come again");
    equal(ids(await ask({ limit: 1 })), [first], "one at most");
    equal(ids(await ask({ offset: second })), [second], "the first is confirmed");
    equal(ids(await ask({ offset: first })), [second], "it does not come back");
    ann.tells("three");
    equal(ids(await ask({ offset: -1 })), [second + 1], "the last one alone");
    equal(ids(await ask({ offset: second + 2 })), [], "nothing is left");
    // Somebody who waits is given what comes.
    const waiting = ask({ offset: second + 2, timeout: 50 });
    await until(emulator, "poll", () => emulator.poll, "somebody waits");
    ann.tells("four");
    equal(ids(await waiting), [second + 2], "it was waited for");
    // Two who wait are one too many.
    const left = ask({ offset: second + 3, timeout: 50 });
    await until(emulator, "poll", () => emulator.poll, "somebody waits");
    const right = ask({ offset: second + 3, timeout: 50, allowed_updates: ["callback_query"] });
    equal(
        (await left).description,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
        "the first is sent away",
    );
    ann.tells("five");
    check(emulator.updates.length === 0, "a message is told to one who wants no messages");
    await bot.call("setWebhook", { url: "https://example.org/hook", secret_token: "se-cret_1" });
    emulator.route = () => `http://${ownAddress()}:1/`;
    equal(
        (await ask({})).description,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
        "with a webhook nobody asks",
    );
    equal((await bot.call("getWebhookInfo")).result.url, "https://example.org/hook", "webhook");
    equal((await bot.call("deleteWebhook")).result, true, "the webhook is deleted");
    emulator.givePolled(true);
    equal(ids(await right), [], "nothing for the second");
}

/** In the emulator's time a fast bot is told to wait, and when it has waited it may go on. */
async function limits(world) {
    const emulator = await world.open();
    let now = 1_700_000_000_000;
    emulator.steady = () => now;
    const ann = world.person("Ann");
    const group = world.group("Cards", [ann]);
    ann.tells("hello");
    const bot = new LittleBot(emulator);
    const send = (chat_id) => bot.call("sendMessage", { chat_id, text: "a" });
    const burst = async (chat, tries) => {
        let sent = 0;
        for (let i = 0; i < tries; i++) if ((await send(chat)).ok) sent++;
        return sent;
    };
    world.mayBeLimited = true;
    equal(await burst(ann.id, 10), 4, "some at once");
    const refused = await send(ann.id);
    equal(
        [refused.error_code, refused.description, refused.parameters],
        [429, "Too Many Requests: retry after 1", { retry_after: 1 }],
        "too fast",
    );
    now += 1000;
    equal(await burst(ann.id, 3), 1, "one a second");
    let sent = 0;
    for (let second = 0; second < 60; second++) {
        now += 1000;
        sent += await burst(group.id, 1);
    }
    check(sent > 20 && sent < 45, `${sent} in a minute in a group that had been silent`);
    sent = 0;
    for (let second = 0; second < 60; second++) {
        now += 1000;
        sent += await burst(group.id, 1);
    }
    check(sent >= 20 && sent <= 23, `${sent} in the next minute in a group`);
    now += 60_000;
    const people = Array.from({ length: 50 }, (_, i) => world.person(`P${i}`));
    for (const one of people) one.tells("hello");
    sent = 0;
    for (const one of people) sent += await burst(one.id, 1);
    check(sent >= 30 && sent <= 34, `${sent} in one moment in all`);
}

/** Groups: what a bot is told in privacy mode, topics, moving, being thrown out, being blocked. */
async function groups(world) {
    const emulator = await world.open();
    const ann = world.person("Ann");
    const bob = world.person("Bob", { language: "de" });
    const bot = new LittleBot(emulator);
    const group = world.group("Cards", [ann, bob], { supergroup: false });
    const texts = () => emulator.updates.map(({ message }) => message?.text).filter(Boolean);
    ann.says(group, "just talk");
    ann.says(group, "/count@HolecardTestBot");
    ann.says(group, "/count@OtherBot");
    const { result } = await bot.call("sendMessage", { chat_id: group.id, text: "I am here" });
    bob.says(group, "hi bot", { replyTo: group.find(result.message_id) });
    equal(texts(), ["/count@HolecardTestBot", "hi bot"], "privacy");
    const next = world.upgrade(group, ann);
    equal(
        await bot.call("sendMessage", { chat_id: group.id, text: "a" }),
        {
            ok: false,
            error_code: 400,
            description: "Bad Request: group chat was upgraded to a supergroup chat",
            parameters: { migrate_to_chat_id: next.id },
        },
        "the group has moved",
    );
    check((await bot.call("sendMessage", { chat_id: next.id, text: "a" })).ok, "the new group");
    bob.kicks(next);
    equal(
        (await bot.call("sendMessage", { chat_id: next.id, text: "a" })).description,
        "Forbidden: bot was kicked from the supergroup chat",
        "thrown out",
    );
    const forum = world.group("Forum", [ann, bob], { forum: true });
    const topic = world.topic(forum, "Games");
    const there = await bot.call("sendMessage", {
        chat_id: forum.id,
        text: "a",
        message_thread_id: topic,
    });
    equal(there.result.message_thread_id, topic, "in the topic");
    bob.tells("/start");
    bob.blocks();
    equal(
        (await bot.call("sendMessage", { chat_id: bob.id, text: "a" })).description,
        "Forbidden: bot was blocked by the user",
        "blocked",
    );
    await bot.call("setMyCommands", {
        commands: [{ command: "new", description: "Neuer Tisch" }],
        scope: { type: "all_group_chats" },
        language_code: "de",
    });
    equal(emulator.commandsFor(bob, forum)[0].description, "Neuer Tisch", "commands for Bob");
    equal(emulator.commandsFor(ann, forum), [], "commands for Ann");
}

/** Two people and the little bot: a link, buttons, late and double presses, inline results. */
async function little_game(world) {
    const emulator = await world.open();
    const ann = world.person("Ann");
    const bob = world.person("Bob <b>");
    const group = world.group("Cards", [ann, bob]);
    const bot = new LittleBot(emulator);
    const running = bot.run();
    world.mayBeLimited = true; // it does not count, and waits when it is told to
    ann.follows("https://t.me/HolecardTestBot?start=table-7");
    await ann.sees(ann.private, /^Hello Ann, you bring table-7$/);
    ann.says(group, "/count");
    for (let i = 1; i <= 5; i++) {
        const answer = await ann.presses(group, "Press");
        equal(answer.text, "Well done, Ann", "an answer");
        await ann.sees(group, new RegExp(`^Pressed ${i} times$`));
    }
    const live = group.withButton("Press");
    equal(live.versions.length, 6, "one message, edited in place");
    const query = bob.pushes(live, live.buttons[0]);
    await bob.answer(query);
    const again = await bot.call("answerCallbackQuery", { callback_query_id: query.id });
    check(/query is too old/.test(again.description), "a query is answered twice");
    const offered = await bob.looks(group, "a");
    equal(offered.results[0].title, "For Bob <b>", "inline");
    bob.picks(group, "a", offered.results[0]);
    await until(
        emulator,
        "poll",
        () => bot.seen.some((update) => update.chosen_inline_result),
        "the bot is told what was chosen",
    );
    world.expected.push(/Unsupported start tag|Can't find end tag/);
    bob.tells("/start"); // his name has a mark in it, which the little bot forgets to escape
    await until(emulator, "call", () => emulator.complaints.length, "a complaint");
    bot.stop();
    await emulator.close();
    await running;
}

/** What a Mini App is handed can be checked as the documentation says. */
async function mini_app(world) {
    const emulator = await world.open();
    const ann = world.person("Änn & Co");
    const fields = new URLSearchParams(ann.initData({ start_param: "x" }));
    const hash = fields.get("hash");
    fields.delete("hash");
    const lines = [...fields].map(([name, value]) => `${name}=${value}`).sort();
    const key = createHmac("sha256", "WebAppData").update(emulator.token).digest();
    equal(createHmac("sha256", key).update(lines.join("\n")).digest("hex"), hash, "the hash");
    equal(JSON.parse(fields.get("user")).id, ann.id, "the user");
}

/** The emulator complains of itself if it tells or gives what no type knows. */
async function own_mistakes(world) {
    const emulator = await world.open();
    world.expected.push(/no type knows/);
    const ann = world.person("Ann");
    emulator.tell("message", { message_id: 1, chat: ann.private.facts, text: "a" });
    emulator.me.nickname = "x";
    await new LittleBot(emulator).call("getMe");
    equal(emulator.complaints.length, 2, "complaints");
    check(emulator instanceof Emulator, "it is one");
}

trial(
    marks,
    wrong_requests,
    pictures,
    polling,
    limits,
    groups,
    little_game,
    mini_app,
    own_mistakes,
);
