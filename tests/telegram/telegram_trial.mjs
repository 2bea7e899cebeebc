// SPDX-License-Identifier: MIT
//
// telegram_trial.mjs: what a test in chats needs: an emulator, people and groups there, a bot, and the
// chats as pages afterwards (build/chats/).
//
// A file of tests calls trial() with functions; each gets a `World` of its own, which ends with it. A
// test fails if the bot has sent anything that the Bot API does not take, or too much of it.
import path from "node:path";
import { writePages } from "./chat_pages.mjs";
import { BotTypes } from "./conforms.mjs";
import { DoorProcess } from "./door_process.mjs";
import { Emulator } from "./emulator.mjs";
import { check, describe, Person, until } from "./people.mjs";
import { MovedTime, sleep, theTime, useTime } from "./world_time.mjs";

const DUE_MS = 10; // in which the bot does what is due
const PAGES = path.join(process.env.HC_BUILD_DIR ?? ".", "../chats");
const types = new BotTypes(process.env.HC_BOT_TYPES ?? "bot_types.json");

export class World {
    constructor(name) {
        this.name = name;
        this.people = [];
        this.bots = [];
        this.mayBeLimited = false;
        this.mayBeSilent = false; // to a press, because the bot was ended
        this.expected = []; // patterns of complaints that a test provokes
    }
    /** `isReal`: time passes as it does for everybody. */
    async open({ isReal = false, ...options } = {}) {
        this.isReal = isReal;
        if (!isReal) useTime(new MovedTime(`${this.name}.time`));
        this.emulator = new Emulator(types, options);
        await this.emulator.open();
        return this.emulator;
    }
    person(name, options) {
        const person = new Person(this.emulator, 10_001 + this.people.length, name, options);
        this.people.push(person);
        return person;
    }
    /** A group of these people, which has the bot already unless it shall not. */
    group(title, members, { supergroup = true, forum = false, bot = true, admin = false } = {}) {
        const number = this.emulator.chats.size;
        const facts = supergroup
            ? { id: -1_001_000_000_000 - number, type: "supergroup", title }
            : { id: -5_000_000 - number, type: "group", title };
        if (forum) facts.is_forum = true;
        const chat = this.emulator.addChat(facts, members);
        chat.botIsAdmin = admin;
        if (bot) members[0].adds(chat);
        return chat;
    }
    topic(group, name) {
        const id = group.nextMessage();
        group.topics.set(id, name);
        return id;
    }
    /** The group becomes a supergroup, as it does when somebody changes its rights. */
    upgrade(group, by) {
        const { emulator } = this;
        const facts = {
            id: -1_002_000_000_000 - emulator.chats.size,
            type: "supergroup",
            title: group.title,
        };
        const next = emulator.addChat(facts, [...group.members]);
        next.bot = "in";
        by.service(group, { migrate_to_chat_id: next.id });
        group.movedTo = next;
        by.service(next, { migrate_from_chat_id: group.id });
        return next;
    }
    /** Starts holecard with its door to Telegram, and waits until it asks for updates. */
    async serve(options = {}) {
        const door = new DoorProcess(this.emulator, path.resolve(`${this.name}.db`), options);
        this.bots.push(door);
        await door.start();
        return door;
    }
    async until(is, what) {
        return await until(this.emulator, "change", is, what);
    }
    /** Waits until the bot has done what it would do by itself, unless it has to wait with it. */
    async idles() {
        if (this.isReal) await this.pollsTwice();
        else await theTime().quiet();
    }
    /** Waits until the bot has asked for updates twice, and has no call under way then. */
    async pollsTwice() {
        const { emulator } = this;
        let left = 2;
        const asked = () => left--;
        emulator.on("poll", asked);
        emulator.givePolled(true);
        await until(
            emulator,
            "poll",
            () => {
                const idle = left <= 0 && emulator.updates.length === 0 && emulator.underWay === 0;
                if (!idle) setImmediate(() => emulator.givePolled(true));
                return idle;
            },
            "the bot has nothing to do",
        );
        emulator.off("poll", asked);
    }
    /** Time passes that nobody wants to wait for: the wall clock is put forward, in steps, and the
     * bot is woken by an answer to its poll. A room that is called more than a minute after it was due
     * takes that for a clock that was set, and lets nobody lose a turn by it; so between two steps the
     * bot does what is due. */
    async skip(ms, step = 40_000) {
        await this.idles();
        for (let left = ms; left > 0; left -= step) {
            await theTime().skip(Math.min(step, left));
            this.emulator.givePolled(true);
            await sleep(DUE_MS);
        }
    }
    async end() {
        for (const bot of this.bots) await bot.stop();
        await this.emulator?.close();
        theTime().close();
        useTime(null);
    }
    check() {
        const { emulator } = this;
        const bad = emulator.complaints.filter(
            (text) => !this.expected.some((pattern) => pattern.test(text)),
        );
        check(bad.length === 0, `the service complains:\n${bad.slice(0, 8).join("\n")}`);
        check(
            this.mayBeLimited || emulator.counts.limited === 0,
            `the bot was too fast ${emulator.counts.limited} times`,
        );
        const silent = [...emulator.callbackQueries.values()].filter(({ answer }) => !answer);
        check(
            this.mayBeSilent || silent.length === 0,
            `${silent.length} presses were not answered`,
        );
    }
    pages() {
        if (this.emulator) writePages(path.join(PAGES, this.name), this.emulator.chats.values());
    }
}

/** Runs the tests, or those that are named on the command line, and ends the program. */
export async function trial(...tests) {
    const named = process.env.HC_TEST?.split(" ") ?? process.argv.slice(2);
    let failures = 0;
    for (const test of tests) {
        if (named.length && !named.includes(test.name)) continue;
        const world = new World(test.name);
        let verdict = "ok  ";
        try {
            await test(world);
            if (world.emulator) world.check();
        } catch (error) {
            verdict = "FAIL";
            failures++;
            console.log(error.stack);
            for (const chat of world.emulator?.chats.values() ?? [])
                if (chat.posted.length) console.log(`${chat.title}:${describe(chat)}`);
            for (const text of world.emulator?.complaints.slice(0, 5) ?? []) console.log(text);
            for (const { method, parameters, answer } of world.emulator?.calls.slice(-8) ?? [])
                console.log(
                    method,
                    JSON.stringify(parameters).slice(0, 300),
                    answer?.description ?? "",
                );
            if (world.emulator)
                console.log(
                    `${world.emulator.updates.length} updates are not confirmed, the bot ` +
                        `${world.emulator.poll ? "waits for more" : "does not ask"}`,
                );
            for (const bot of world.bots) console.log(bot.said.slice(-3000));
        }
        world.pages();
        await world.end();
        console.log(`${verdict}  ${test.name}`);
    }
    process.exit(failures ? 1 : 0);
}
