// SPDX-License-Identifier: MIT
// connection.test.ts: the connection against sessions that were recorded at a server (record.py), and against a line
// that breaks at the worst moments.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { House } from "../src/connection/house";
import type { Line, News } from "../src/connection/line";
import type { Answer, Client, Server, View } from "../src/messages";

declare const SOURCE: string;

interface Session {
    table: string;
    /** The welcome, the answer to `enter`, and then everything that happened. */
    told: Server[];
    /** What `enter` shows to somebody who comes at the end. */
    end: Answer;
}

function session(game: string): Session {
    return JSON.parse(readFileSync(`${SOURCE}/web/tests/sessions/${game}.json`, "utf8"));
}

/** Whether a line tells an update: its sentences in order, perhaps without some that are seen anyway. */
function tells(line: string, says: string[]): boolean {
    let rest = line;
    for (const sentence of says)
        if (rest.startsWith(sentence)) rest = rest.slice(sentence.length).trimStart();
    return line !== "" && rest === "";
}

/** A line in the hands of a test. */
class HandLine implements Line {
    sent: Client[] = [];
    private listener: (news: News) => void = () => {};
    private isUp = false;

    send(message: Client): void {
        if (this.isUp) this.sent.push(message);
    }
    subscribe(listener: (news: News) => void): () => void {
        this.listener = listener;
        return () => {};
    }
    say(news: News): void {
        if (news.op === "up" || news.op === "down") this.isUp = news.op === "up";
        this.listener(news);
    }
    /** Answers the last message that was sent with this operation. */
    answer(op: string, message: object): void {
        const asked = this.sent.filter((one) => ("op" in one ? one.op : "do") === op).at(-1);
        assert.ok(asked, `nobody has asked for ${op}`);
        this.say({ ...message, re: asked.tag } as Server);
    }
}

function open(
    kept: string[] = [],
    name = () => "",
): { line: HandLine; house: House; tokens: (string | null)[] } {
    const line = new HandLine();
    const tokens: (string | null)[] = kept;
    const house = new House(line, {
        language: () => "en",
        token: () => tokens.at(-1) ?? null,
        keepToken: (token) => tokens.push(token),
        name,
        offline: () => "no connection",
        hinted: (name) => `${name} looks at a hint.`,
        base: "",
        get: () => Promise.reject(new Error("nothing is asked for")),
    });
    return { line, house, tokens };
}

/** Follows the session's table up to the answer to `enter`. */
function begin(recorded: Session) {
    const world = open();
    const [welcome, entered] = recorded.told;
    world.house.follow(recorded.table);
    world.line.say({ op: "up" });
    world.line.answer("hello", welcome as Server);
    world.line.answer("enter", entered as Server);
    return world;
}

const ops = (line: HandLine) => line.sent.map((one) => ("op" in one ? one.op : "do"));

for (const game of ["shed", "two"])
    test(`a match of ${game} is followed to its end`, async () => {
        const recorded = session(game);
        const { line, house } = begin(recorded);
        const store = house.table(recorded.table);
        const said: string[][] = [];
        for (const message of recorded.told.slice(2)) {
            line.say(message);
            if (message.op === "update" && message.says?.length) said.push(message.says);
            const { view } = store.get();
            if (message.op === "update" && message.seq !== undefined)
                assert.equal(view?.seq, message.seq, "the view is of another moment");
        }
        await Promise.resolve();
        const table = store.get();
        assert.deepEqual(table.view, recorded.end.view);
        assert.deepEqual(table.room, recorded.end.room);
        assert.equal(table.match_id, recorded.end.match_id);
        assert.equal(table.seat, recorded.end.seat ?? null);
        assert.ok(said.length > 10, "nothing was said");
        const told = table.story.filter((one) => one.kind === "event").map((one) => one.text);
        assert.ok(told.length > 10);
        for (const [i, says] of said.slice(-told.length).entries())
            assert.ok(tells(told[i] ?? "", says), `"${told[i]}" does not tell "${says.join(" ")}"`);
        assert.equal(table.story.filter((one) => one.kind === "chat").length, 1);
        assert.ok(
            ops(line).every((op) => op === "hello" || op === "enter" || op === "mine"),
            `it has asked for ${ops(line)}`,
        );
    });

test("a lost line comes back by itself, as the same guest, at the same tables", async () => {
    const recorded = session("shed");
    const { line, house, tokens } = begin(recorded);
    const half = Math.floor(recorded.told.length / 2);
    for (const message of recorded.told.slice(2, half)) line.say(message);
    await Promise.resolve();
    const seq = house.table(recorded.table).get().view?.seq;
    line.say({ op: "down" });
    assert.equal(house.status.get(), "down");
    assert.equal(house.table(recorded.table).get().fresh, false);
    await assert.rejects(house.request({ op: "mine" }), /no connection/);

    line.sent = [];
    line.say({ op: "up" });
    const hello = line.sent[0];
    assert.ok(hello && "op" in hello && hello.op === "hello");
    assert.equal("token" in hello ? hello.token : "", tokens[0]);
    line.answer("hello", recorded.told[0] as Server);
    assert.equal(house.status.get(), "up");
    const enter = line.sent.find((one) => "op" in one && one.op === "enter");
    assert.ok(enter && "seq" in enter);
    assert.equal(enter.seq, seq, "it does not say what it has seen already");
    line.answer("enter", { ...recorded.end, missed: ["Bob draws a card."] });
    await Promise.resolve();
    const table = house.table(recorded.table).get();
    assert.deepEqual(table.view, recorded.end.view);
    assert.equal(table.story.at(-1)?.text, "Bob draws a card.");
});

test("a command whose answer was lost is given once more, with the same id", async () => {
    const recorded = session("shed");
    const { line, house } = begin(recorded);
    for (const message of recorded.told.slice(2, 8)) line.say(message);
    const done = house.act(recorded.table, "draw");
    const first = line.sent.at(-1);
    assert.ok(first && "do" in first && first.do === "draw" && first.id);
    line.say({ op: "down" });
    line.sent = [];
    line.say({ op: "up" });
    line.answer("hello", recorded.told[0] as Server);
    const again = line.sent.find((one) => "do" in one);
    assert.ok(again && "do" in again);
    assert.deepEqual([again.do, again.id, again.seq], ["draw", first.id, first.seq]);
    line.answer("do", { op: "answer", ok: true, repeat: true });
    await done;

    const next = house.act(recorded.table, "draw");
    const other = line.sent.at(-1);
    assert.ok(other && "do" in other && other.id !== first.id, "an id is used twice");
    line.answer("do", { op: "answer", ok: false, code: "stale", why: "look again" });
    await assert.rejects(next, /look again/);
});

test("a token that the house does not take is thrown away, and a new guest comes in", () => {
    const { line, house, tokens } = open(["broken"]);
    line.say({ op: "up" });
    assert.equal((line.sent.at(-1) as { token?: string }).token, "broken");
    line.answer("hello", { op: "answer", ok: false, code: "malformed", why: "" });
    assert.equal(tokens.at(-1), null);
    assert.deepEqual(
        line.sent.map((one) => "token" in one),
        [true, false],
    );
    assert.equal(house.status.get(), "connecting");
});

test("the name of whoever looks on is said with hello, and again when it is another", () => {
    const recorded = session("shed");
    let name = "Ann";
    const { line, house } = open([], () => name);
    const said = () =>
        line.sent.flatMap((one) => ("op" in one && one.op === "hello" ? [one.name] : []));
    line.say({ op: "up" });
    assert.deepEqual(said(), ["Ann"]);
    line.answer("hello", recorded.told[0] as Server);
    house.introduce();
    assert.deepEqual(said(), ["Ann"], "it says what the house knows");
    name = "Annabel with a name that is far too long";
    house.follow(recorded.table);
    assert.deepEqual(said(), ["Ann", name]);
    assert.equal(ops(line).at(-1), "enter");
    line.answer("hello", { op: "answer", ok: false, code: "bad_text", why: "too long" });
    assert.deepEqual(said(), ["Ann", name, ""], "a name that cannot be listed is taken back");
    const asked = line.sent.length;
    line.answer("hello", recorded.told[0] as Server);
    assert.equal(line.sent.length, asked, "it comes in once more");
});

test("whoever looks on late and takes a seat sees the table of now", () => {
    const recorded = session("shed");
    const { line, house } = begin(recorded);
    const view = recorded.end.view as View;
    const told = { op: "update", table: recorded.table, seq: view.seq, waits_for: [] };
    line.say({ ...told, late: [view, view] } as Server);
    assert.equal(house.table(recorded.table).get().late?.length, 2);
    line.say({ ...told, seat: 0, view } as Server);
    assert.equal(house.table(recorded.table).get().late, null);
});
