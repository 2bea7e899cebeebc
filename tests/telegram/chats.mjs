// SPDX-License-Identifier: MIT
//
// chats.mjs: the chats of the emulator as Telegram keeps them: people, groups, topics, messages with
// all their versions. Everything that anybody was ever shown stays in `shown`, for those who look for
// secrets and for the pages that people read.

/** One message and what became of it. `now` is the Bot API's object, `versions` are all of them. */
class Posted {
    constructor(chat, message, picture) {
        this.chat = chat;
        this.now = message;
        this.picture = picture;
        this.deleted = false;
        this.versions = [message];
        this.pictures = picture ? [picture] : [];
        this.answers = [];
    }
    get id() {
        return this.now.message_id;
    }
    get text() {
        return this.now.text ?? this.now.caption ?? "";
    }
    get fromBot() {
        return this.now.from?.is_bot === true;
    }
    get topic() {
        return this.now.message_thread_id;
    }
    /** Rows of buttons below it. */
    get rows() {
        return this.now.reply_markup?.inline_keyboard ?? [];
    }
    get buttons() {
        return this.rows.flat();
    }
    change(message, picture) {
        this.now = message;
        this.versions.push(message);
        if (picture) {
            this.picture = picture;
            this.pictures.push(picture);
        }
    }
}

export class Chat {
    constructor(world, facts, members = []) {
        this.world = world;
        this.facts = facts; // as the API gives it
        this.members = new Set(members);
        this.posted = [];
        this.byId = new Map();
        this.topics = new Map(); // number to name
        this.replyKeyboard = null;
        this.bot = facts.type === "private" ? "stranger" : "out"; // stranger, in, blocked, kicked, out
        this.botIsAdmin = false;
        this.movedTo = null;
        this.lastMessage = 0;
    }
    get id() {
        return this.facts.id;
    }
    get isGroup() {
        return this.facts.type !== "private";
    }
    get title() {
        return this.facts.title ?? this.facts.first_name;
    }
    nextMessage() {
        // Supergroups count for themselves, all other chats of an account together.
        return this.facts.type === "supergroup"
            ? ++this.lastMessage
            : this.world.nextSharedMessage();
    }
    /** Why the bot may not write here, as { code, description, parameters }; null if it may. */
    forbids() {
        const kind = this.facts.type === "supergroup" ? "supergroup" : "group";
        if (this.movedTo)
            return {
                code: 400,
                description: "Bad Request: group chat was upgraded to a supergroup chat",
                parameters: { migrate_to_chat_id: this.movedTo.id },
            };
        const why = {
            stranger: "bot can't initiate conversation with a user",
            blocked: "bot was blocked by the user",
            kicked: `bot was kicked from the ${kind} chat`,
            out: `bot is not a member of the ${kind} chat`,
        }[this.bot];
        return why ? { code: 403, description: `Forbidden: ${why}` } : null;
    }
    post(message, picture = null) {
        const posted = new Posted(this, message, picture);
        this.posted.push(posted);
        this.byId.set(message.message_id, posted);
        this.world.changed(this);
        return posted;
    }
    find(id) {
        const posted = this.byId.get(id);
        return posted && !posted.deleted ? posted : null;
    }
    /** What is there to see, oldest first; in a topic, if one is named. */
    messages(topic) {
        return this.posted.filter(
            (one) => !one.deleted && (topic === undefined || one.topic === topic),
        );
    }
    fromBot(topic) {
        return this.messages(topic).filter((one) => one.fromBot);
    }
    last(topic) {
        return this.fromBot(topic).at(-1) ?? null;
    }
    /** The newest message of the bot that has a button of this text (a string, or a pattern). */
    withButton(label, topic) {
        return (
            this.fromBot(topic)
                .reverse()
                .find((one) => findButton(one, label)) ?? null
        );
    }
}

export function findButton(posted, label) {
    return posted.buttons.find(({ text }) =>
        label instanceof RegExp ? label.test(text) : text === label,
    );
}
