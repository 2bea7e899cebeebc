// SPDX-License-Identifier: MIT
// identity.mjs: the wasm module and the native engine give the same bytes.
//
//   node identity.mjs HOLECARD.WASM WHOLE.WASM WASM_NATIVE
//
// Plays rooms in the module as a page would: people come, act, vanish and come back, run out of
// time, leave; bots think in this instance or in another one; the store fails, is late, and the page
// is reloaded in the middle of it. Every call of every instance is then repeated by the native
// program, which runs the same door: all that comes out must be the same. On the way the test holds
// the module to what it promises: commitments are kept, logs are honest, what was stored is enough
// to go on. HC_SEED gives one run; it is printed when something is wrong.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";

const [wasmFile, wholeFile, native] = process.argv.slice(2);
const seedText = process.env.HC_SEED ?? "1";
const module = new WebAssembly.Module(readFileSync(wasmFile));
const CODE = "table"; // what messages call the code of a room

const HANDS_BYTES = new Set(["batch", "question", "thought", "think", "log_json", "replay", "decisions", "advice", "tally", "games",
                           "rules", "qr", "why", "saved_code", "saved_pass"]);
const EMPTY = Buffer.alloc(0);
const called = new Set(["in", "out", "used", "text", "text_length"]); // the others: see Instance.call

let state = BigInt(seedText) * 0x9e3779b97f4a7c15n + 1n; // xorshift: the test's own dice
function below(bound) {
  state ^= (state << 13n) & 0xffffffffffffffffn;
  state ^= state >> 7n;
  state ^= (state << 17n) & 0xffffffffffffffffn;
  return Number((state >> 33n) % BigInt(bound));
}
const chance = (percent) => below(100) < percent;
const pick = (list) => list[below(list.length)];
const randomBytes = (size) => Buffer.from(Array.from({ length: size }, () => below(256)));

// ---- One instance of the module, and everything that was asked of it ---------------------------

class Instance {
  constructor() {
    this.hc = new WebAssembly.Instance(module, {}).exports;
    this.calls = [];
    this.results = [];
  }
  bytes(at, length) {
    return Buffer.from(new Uint8Array(this.hc.memory.buffer, at, length)); // a copy
  }
  // Calls an export; `input` goes into `in` first. Returns what it gives and the bytes it hands over.
  call(name, args = [], input = null) {
    called.add(name);
    if (input) {
      const at = this.hc.in(input.length); // first: it may move the memory
      new Uint8Array(this.hc.memory.buffer).set(input, at);
    }
    let result = this.hc[name](...args) ?? 0;
    let handed = null;
    if (name === "close") result = this.hc.used();
    if (HANDS_BYTES.has(name)) handed = this.bytes(this.hc.out(), result);
    if (name === "text_next") handed = this.bytes(this.hc.text(), this.hc.text_length());
    this.calls.push([name, ...args].join(" ") + (input ? ` =${input.toString("hex")}` : ""));
    this.results.push((result === Infinity ? "inf" : String(result)) +
                      (handed ? `=${handed.toString("hex")}` : ""));
    return { result, bytes: handed };
  }
  compare(what) {
    const run = spawnSync(native, [], { input: this.calls.join("\n") + "\n", maxBuffer: 1 << 29 });
    assert.equal(run.status, 0, `${what}: ${run.stderr} ${run.signal ?? ""}`);
    const results = run.stdout.toString().trimEnd().split("\n");
    for (let i = 0; i < this.calls.length; i++)
      assert.equal(results[i], this.results[i],
                   `${what}: call ${i} of ${this.calls.length} differs: ${this.calls[i].slice(0, 300)}`);
    assert.equal(results.length, this.results.length);
  }
}

// ---- What a page keeps in its database ---------------------------------------------------------

class Store {
  constructor() {
    this.rooms = new Map(); // by number: bytes, note, log, finished
    this.matches = []; // room, number, ended, guests, log
  }
  static entries(batch) {
    const entries = [];
    for (let at = 0; at < batch.length;) {
      const room = batch.readBigUInt64LE(at), logBefore = Number(batch.readBigUInt64LE(at + 8));
      const flags = batch.readUInt32LE(at + 16);
      const lengths = [20, 24, 28].map((offset) => batch.readUInt32LE(at + offset));
      at += 32;
      const [state, log, result] = lengths.map((length) => batch.subarray(at, (at += length)));
      entries.push({ room, logBefore, gone: !!(flags & 1), whole: !!(flags & 2), state, log, result });
    }
    return entries;
  }
  apply(entry) {
    if (entry.gone) {
      this.rooms.delete(entry.room);
      return;
    }
    const room = this.rooms.get(entry.room) ??
      { bytes: EMPTY, note: EMPTY, log: EMPTY, finished: EMPTY };
    this.rooms.set(entry.room, room);
    assert.equal(room.log.length, entry.logBefore, "the log goes on where the store has it");
    room.log = Buffer.concat([room.log, entry.log]);
    if (entry.whole) room.bytes = entry.state;
    room.note = entry.whole ? EMPTY : entry.state;
    if (entry.result.length) this.finish(entry, room);
  }
  finish(entry, room) {
    const seats = entry.result.readUInt32LE(4), guests = [];
    for (let s = 0; s < seats; s++) guests.push(entry.result.subarray(16 + 40 * s, 32 + 40 * s));
    this.matches.unshift({ room: entry.room, number: entry.result.readUInt32LE(0),
                           ended: entry.result.readBigUInt64LE(8), guests, log: room.log });
    room.finished = room.log;
    room.log = EMPTY;
  }
  saved() {
    return [...this.rooms].map(([number, room]) => {
      const head = Buffer.alloc(24);
      const parts = [room.bytes, room.note, room.log, room.finished];
      head.writeBigUInt64LE(number, 0);
      parts.forEach((part, i) => head.writeUInt32LE(part.length, 8 + 4 * i));
      return Buffer.concat([head, ...parts]);
    });
  }
  answer(question) { // [found, bytes]
    const kind = question.readUInt32LE(4), room = question.readBigUInt64LE(8);
    const number = question.readUInt32LE(16), guest = question.subarray(28, 44);
    if (kind === 0) {
      const match = this.matches.find((m) => m.room === room && m.number === number);
      return match ? [0, match.log] : [1, EMPTY];
    }
    if (kind === 3) {
      const mine = this.matches.filter((m) => m.guests.some((g) => g.equals(guest)));
      return [0, Buffer.concat(mine.slice(0, 50).map((match) => {
        const row = Buffer.alloc(308);
        const seat = match.guests.findIndex((g) => g.equals(guest));
        row.writeBigUInt64LE(match.room, 0);
        row.writeBigUInt64LE(match.ended, 8);
        row.writeUInt32LE(match.number, 16);
        row.write("shed", 20);
        row.writeBigInt64LE(BigInt(match.number % 2 ? 1500 : 0), 52);
        row.writeUInt32LE(seat, 60);
        row.writeUInt32LE(match.guests.length, 64);
        match.guests.forEach((_, s) => row.write(`Guest ${s}`, 68 + 24 * s));
        return row;
      }))];
    }
    if (kind === 1) {
      const row = Buffer.alloc(184);
      guest.copy(row);
      row.write("Somebody \u00e9", 16);
      row.write("two", 80);
      for (let i = 0; i < 9; i++) row.writeBigInt64LE(BigInt(i * 1000 - 3), 112 + 8 * i);
      return [0, row];
    }
    if (kind === 5) {
      const match = this.matches.find((m) => m.room === room && m.number === number);
      if (!match) return [1, EMPTY];
      const bytes = Buffer.alloc(40 + 24 * match.guests.length);
      bytes.writeBigUInt64LE(match.ended, 0);
      bytes.write("shed", 8);
      match.guests.forEach((_, s) => bytes.write(`Guest ${s}`, 40 + 24 * s));
      return [0, bytes];
    }
    return [2, EMPTY];
  }
}

// ---- People ------------------------------------------------------------------------------------

class Person {
  constructor(number) {
    this.name = `Guest ${number}`;
    this.token = randomBytes(16).toString("hex");
    this.ids = 0;
    this.hangUp();
  }
  hangUp() {
    this.line = 0;
    this.view = {};
    this.room = null;
    this.seat = undefined;
    this.awaited = [];
    this.code = null;
  }
  read(message) {
    if (message.op === "gone") this.room = null;
    if (message.room) this.room = message.room;
    if (message.view) this.view = {};
    Object.assign(this.view, message.view ?? message.change);
    if (message.waits_for) this.awaited = message.waits_for;
    if (message[CODE]) this.seat = message.seat;
  }
}

// ---- A page with one room ----------------------------------------------------------------------

const counts = { passed: 0, rooms: 0, instances: 0, calls: 0, matches: 0, texts: 0, reloads: 0, failed: 0,
                 thoughts: 0, hangUps: 0, away: 0, refused: 0, stored: 0,
                 decisions: 0, advice: 0, shown: 0, followed: 0, undecided: 0, caught: 0 };
const events = { timeout: 0, player_dropped: 0, player_left: 0, paused: 0 }; // as people see them

class World {
  constructor({ game, rules, settings, people, bots }, worker) {
    this.what = `${game} "${rules}" "${settings}"`;
    Object.assign(this, { game, rules, settings, bots, worker });
    this.store = new Store();
    this.now = 1700000000000 + below(1e9);
    this.steady = 5.25;
    this.people = Array.from({ length: people }, (_, i) => new Person(i));
    this.watcher = new Person(99);
    this.commitments = new Map(); // by the number of the match
    this.logs = []; // as the protocol tells them
    this.code = null;
    this.batch = null;
    this.thoughts = [];
    this.begin();
  }
  begin() { // a page is opened, with what the store has
    this.instance = new Instance();
    counts.instances++;
    assert.equal(this.call("open", [0]), 0, "no house without a key");
    this.call("key", [], randomBytes(32));
    assert.equal(this.call("key", [], Buffer.alloc(32)), 0, "zeros are no key");
    this.open();
  }
  open() {
    this.batch = null;
    this.thoughts = [];
    assert.equal(this.call("open", [60]), 1);
    this.call("time", [this.now, this.steady]);
    for (const saved of this.store.saved()) {
      const loaded = this.call("load", [saved.length], saved);
      if (!loaded) assert.fail(`${this.what}: ${this.hand("why")}`);
      assert.equal(this.call("load", [saved.length], saved), 0, "the same room twice");
      assert.equal(this.call("load", [saved.length - 1], saved), 0, "a piece is missing");
    }
    for (const { bytes } of this.store.rooms.values()) this.passOn(bytes);
    for (const person of [...this.people, this.watcher]) person.hangUp();
    for (const person of this.people) if (chance(80)) this.connect(person);
    this.fetch();
  }
  // A stored room says its code, and goes to another house, where somebody has another token.
  passOn(bytes) {
    const room = this.instance.call("saved_code", [bytes.length], bytes).bytes.toString();
    assert.match(room, /^[A-Z]{6}$/);
    if (this.code) assert.equal(room, this.code);
    const pass = (was, now, from) => {
      const input = Buffer.concat([was, now, now, from]);
      const { result, bytes: passed } = this.instance.call("saved_pass", [input.length], input);
      if (!result) this.hand("why");
      return result ? passed : null;
    };
    const was = Buffer.from(pick(this.people).token, "hex"), now = randomBytes(16);
    const stranger = randomBytes(16);
    assert.equal(pass(stranger, now, bytes), null, "a stranger has no seat to pass on");
    assert.equal(pass(was, now, bytes.subarray(0, 20)), null, "the room is cut short");
    const passed = pass(was, now, bytes);
    if (!passed) return; // that person does not sit there
    counts.passed++;
    assert.equal(passed.length, bytes.length);
    assert.notDeepEqual(passed, bytes);
    assert.equal(pass(was, stranger, passed), null, "the old token has no seat any more");
    assert.ok(pass(now, stranger, passed), "the new one has it");
  }
  end() {
    this.call("close");
    assert.equal(this.instance.hc.used(), 0, "a closed house has nothing allocated");
    this.instance.compare(this.what);
    counts.calls += this.instance.calls.length;
  }
  call(name, args, input) {
    return this.instance.call(name, args, input).result;
  }
  hand(name, args, input) {
    return this.instance.call(name, args, input).bytes;
  }
  say(person, message) {
    const text = Buffer.from(JSON.stringify({ tag: 1 + below(1000), ...message }));
    if (person.line) assert.equal(this.call("say", [person.line, text.length], text), 1);
    this.fetch();
  }
  connect(person) {
    person.line = this.call("line_open");
    assert.notEqual(person.line, 0);
    this.say(person, { op: "hello", token: person.token, language: pick(["de", "en", "xx"]) });
    if (this.code) this.say(person, { op: "enter", [CODE]: this.code });
  }
  hangUp(person) {
    if (person.line) this.call("line_close", [person.line]);
    person.hangUp();
    counts.hangUps++;
    this.fetch();
  }
  fetch() { // texts
    for (;;) {
      const { result: line, bytes } = this.instance.call("text_next");
      if (!line) return;
      const person = [...this.people, this.watcher].find((p) => p.line === line);
      assert.ok(person, "texts are for lines that are open");
      assert.ok(bytes.length, "everything can be told");
      this.read(person, JSON.parse(bytes.toString()));
      counts.texts++;
    }
  }
  // Whoever is shown a step checks it, and finds what was altered.
  follow(person, was, told) {
    const now = person.view, rules = person.room.rules;
    const judge = (shown) => {
      const text = Buffer.from([rules, was, JSON.stringify(told), JSON.stringify(shown), ""].join("\0"));
      return this.call("follow", [text.length], text);
    };
    const verdict = judge(now);
    if (verdict === 2) assert.fail(`${this.what}: ${this.hand("why")}: ${JSON.stringify(told)}`);
    counts.followed += verdict === 0;
    counts.undecided += verdict === 1;
    if (counts.followed % 10) return;
    assert.equal(judge({ ...now, turn: (now.turn + 1) % now.hands.length }), 2, "another's turn");
    assert.ok(this.hand("why").length > 0);
    assert.equal(judge({ ...now, actions: [...now.actions, "end"] }), 2, "a command of the house");
    assert.match(this.hand("why").toString(), /does not offer "end"/);
    counts.caught++;
  }
  read(person, message) {
    const was = JSON.stringify(person.view);
    person.read(message);
    if (message.events && message.change && ++counts.shown % 4 === 0)
      this.follow(person, was, message.events);
    if (message.room) {
      const { stage, match } = message.room;
      if (message[CODE]) this.code ??= message[CODE];
      const of = stage === "playing" ? match : match + 1;
      if (this.commitments.has(of))
        assert.equal(message.commitment, this.commitments.get(of), "a commitment stays");
      else this.commitments.set(of, message.commitment);
    }
    if (message.op === "gone") this.code = null;
    if (message.op === "log") this.logs.push(message.log);
    if (message.room?.seats.some((seat) => seat.away)) counts.away++;
    if (message.code === "not_stored" || message.refusal === "not_stored") counts.refused++;
    for (const { event } of message.events ?? []) if (event in events) events[event]++;
  }
  // The page's duties. Each may be done late; `all` does them now.
  storeSome(all) {
    if (!this.batch) {
      const bytes = this.hand("batch");
      if (!bytes.length) return false;
      this.batch = Store.entries(bytes);
      if (!all && chance(40)) return true;
    }
    const entries = this.batch, fails = !all && chance(8), lost = [];
    this.batch = null;
    for (const entry of entries)
      if (fails) continue;
      else if (!all && chance(4)) lost.push(entry.room);
      else this.store.apply(entry);
    if (fails) counts.failed++;
    else counts.stored += entries.length;
    const numbers = Buffer.alloc(8 * lost.length);
    lost.forEach((room, i) => numbers.writeBigUInt64LE(room, 8 * i));
    assert.equal(this.call("stored", [fails ? 1 : 0, lost.length], lost.length ? numbers : null), 1);
    this.fetch();
    return true;
  }
  think(all) {
    for (;;) {
      const bytes = this.hand("thought");
      if (!bytes.length) break;
      this.thoughts.push(bytes);
    }
    while (this.thoughts.length && (all || chance(70))) {
      const bytes = this.thoughts.splice(below(this.thoughts.length), 1)[0];
      const id = bytes.readUInt32LE(0);
      const other = chance(50) ? this.worker : this.instance;
      const command = other.call("think", [bytes.length], bytes).bytes;
      if (command.length) {
        const wrong = Buffer.from("dance");
        assert.equal(this.call("thought_done", [id, wrong.length], wrong), 0, "no command");
      }
      assert.equal(this.call("thought_done", [id, command.length], command), 1);
      assert.equal(this.call("thought_done", [id, 0]), 0, "it is not out any more");
      counts.thoughts++;
      this.fetch();
    }
  }
  answer() {
    for (;;) {
      const question = this.hand("question");
      if (!question.length) return;
      const id = question.readUInt32LE(0);
      const [found, bytes] = chance(10) ? [2, EMPTY] : this.store.answer(question);
      if (found === 0 && question.readUInt32LE(4) !== 0)
        assert.equal(this.call("answer", [id, 0, 7], Buffer.alloc(7)), 0, "that is no row");
      assert.equal(this.call("answer", [id, found, bytes.length], bytes), 1);
      assert.equal(this.call("answer", [id, 2, 0]), 0, "it is answered");
      this.fetch();
    }
  }
  pass(ms) {
    this.now += ms;
    this.steady += ms + 0.125;
    this.call("time", [this.now, this.steady]);
    this.call("tick");
    this.fetch();
  }
  settle() {
    for (let i = 0; i < 1000 && this.storeSome(true); i++);
    this.think(true);
    for (let i = 0; i < 1000 && this.storeSome(true); i++);
    this.answer();
  }
  waitForDue() {
    const due = this.call("due");
    if (due !== Infinity) this.pass(Math.max(0, Math.min(due - this.now, 4e6)) + below(3));
  }
  reload() {
    counts.reloads++;
    if (this.batch && chance(50)) for (const entry of this.batch) this.store.apply(entry);
    if (chance(50)) { // the same instance again, in good order
      assert.equal(this.call("close"), 0, "a closed house has nothing allocated");
      this.open();
    } else {
      this.end();
      this.begin();
    }
    this.pass(below(5000));
  }
  mischief(person) {
    const line = person.line || 3, table = this.code ?? "BCDFHJ";
    const texts = ["", "{", "[1]", '{"op":"dance"}', `{"op":"start","${CODE}":"${table}"}`,
                   `{"op":"sit","${CODE}":"${table}","name":""}`, "x".repeat(9000),
                   `{"do":"draw","${CODE}":"${table}","seq":0}`,
                   `{"op":"kick","${CODE}":"${table}","seat":0}`, '{"op":"list"}', '{"op":"mine"}'];
    const bytes = chance(15) ? Buffer.from([0x7b, 0xff, 0x7d]) : Buffer.from(pick(texts));
    this.call("say", [line, bytes.length], bytes);
    this.call("say", [99, 1]);
    this.call("line_close", [0]);
    this.call("stored", [0, 1000]);
    this.call("answer", [77, 0, 0]);
    this.fetch();
  }
  act(person) {
    const actions = person.view.actions ?? [], table = this.code;
    if (person.room?.asks && person.room.asks !== "nothing" && chance(60))
      this.say(person, { op: "agree", [CODE]: table, ...this.entropy(person.room.asks) });
    else if (actions.length)
      this.say(person, { do: pick(actions), [CODE]: table, seq: person.view.seq,
                         id: chance(90) ? ++person.ids : 1 + below(person.ids + 1) });
    else if (person.awaited.includes(person.seat)) this.say(person, { op: "agree", [CODE]: table });
  }
  entropy(asks) {
    return asks === "rematch" && chance(50) ? { entropy: randomBytes(32).toString("hex") } : {};
  }
  lobby() {
    const [host, ...others] = this.people, code = { [CODE]: this.code };
    if (!host.line) this.connect(host);
    if (!this.code) {
      this.commitments.clear();
      this.say(host, { op: "create", game: this.game, rules: this.rules, settings: this.settings,
                       title: "T\u00e9" });
      this.settle();
      return;
    }
    for (const person of [host, ...others])
      if (person.line && person.seat === undefined)
        this.say(person, { op: "sit", ...code, name: person.name,
                           ...(chance(60) ? { entropy: randomBytes(32).toString("hex") } : {}) });
    this.settle();
    const bots = host.room?.seats.filter((seat) => seat.who === "bot").length ?? 0;
    for (const bot of this.bots.slice(bots)) this.say(host, { op: "add_bot", ...code, bot });
    this.settle();
    this.say(this.people.find((p) => p.seat === host.room?.host) ?? host, { op: "start", ...code });
    this.settle();
  }
  ask(person) {
    const match = this.store.matches[0];
    const name = match && `${match.room.toString(16).padStart(16, "0")}/${match.number}`;
    this.say(person, pick([{ op: "statistics" }, { op: "history" }, { op: "leaders", game: "two" },
                           { op: "log", match: name ?? "0000000000000001/1" },
                           { op: "players", match: name ?? "0000000000000001/1" }]));
  }
  step() {
    const person = pick(this.people), stage = person.room?.stage;
    const code = { [CODE]: this.code };
    if (!person.line) { if (chance(40)) this.connect(person); }
    else if (!this.code || stage === "lobby") this.lobby();
    else if (chance(3)) this.hangUp(person);
    else if (chance(2)) this.say(person, { op: "leave", ...code });
    else if (chance(2)) this.say(person, { op: "sit", ...code, name: person.name });
    else if (chance(2)) this.say(person, { op: "chat", ...code, text: "Hello \u2660" });
    else if (chance(2)) this.mischief(person);
    else if (chance(2)) this.ask(person);
    else if (chance(1)) this.say(person, { op: "exit", ...code });
    else if (!this.watcher.line && chance(3)) this.connect(this.watcher);
    else for (const one of this.people) if (one.line) this.act(one);
    if (chance(70)) this.storeSome(false);
    if (chance(70)) this.think(false);
    if (chance(50)) this.answer();
    if (chance(50)) this.pass(below(900));
    else if (chance(12)) this.waitForDue();
    else if (chance(2)) this.pass(below(100000));
    if (chance(1)) this.reload();
    if (stage === "finished" && chance(10)) this.settle();
  }
  play(matches, steps) {
    for (let i = 0; i < steps && this.store.matches.length < matches; i++) this.step();
    this.settle();
    this.logsHold();
    this.end();
    counts.rooms++;
    counts.matches += this.store.matches.length;
  }
  // Decisions are commands of players in the log, and one of them is thought about.
  reviewHolds(log, json) {
    const commands = json.records.filter((record) => "do" in record);
    const decisions = JSON.parse(this.hand("decisions", [log.length], log).toString());
    const done = new Map();
    let seq = 0;
    for (const command of commands) {
      if (command.seat !== "house") done.set(seq, command);
      seq += command.events?.length ?? 0;
    }
    for (const decision of decisions) {
      assert.equal(done.get(decision.seq)?.seat, decision.seat);
      assert.equal(done.get(decision.seq)?.do, decision.do);
      assert.ok(decision.round > 0, "it was in a round");
    }
    counts.decisions += decisions.length;
    if (!decisions.length) return;
    const one = decisions[below(decisions.length)];
    const names = Array.from({ length: json.seats }, (_, seat) => `Name ${seat}`);
    assert.equal(this.call("names", [names.join("\0").length + 1], Buffer.from(`${names.join("\0")}\0`)), 1);
    const moment = JSON.parse(this.hand("replay", [log.length, one.seq, 251], log).toString());
    assert.ok(!moment.says.some((text) => /[Ss]eat \d|[Pp]layer \d/.test(text)), `${moment.says}`);
    const advice = JSON.parse(this.hand("advice", [log.length, one.seq], log).toString());
    assert.equal(advice.do, one.do);
    if ("permille" in advice) {
      counts.advice++;
      assert.ok(advice.permille <= advice.best_permille && advice.best_permille <= 1000);
      assert.ok(!advice.same || advice.permille === advice.best_permille);
    }
    assert.equal(this.call("advice", [log.length, 0], log), 0, "the house begins, nobody else");
    this.hand("why");
    assert.equal(this.call("names", [3], Buffer.from("Ann")), 0, "a name without an end");
    assert.equal(this.call("names", [0]), 1);
  }
  // Finished logs are honest, keep what was promised, and can be read and wound.
  logsHold() {
    const texts = new Set();
    for (const { log, number, room } of this.store.matches) {
      assert.equal(this.call("verify", [log.length], log), 0, `${this.what}: ${this.hand("why")}`);
      const json = JSON.parse(this.hand("log_json", [log.length], log).toString());
      texts.add(JSON.stringify(json));
      if (this.store.rooms.has(room) && this.commitments.has(number))
        assert.equal(json.commitment, this.commitments.get(number), "the promised deal");
      const reveal = JSON.stringify(json).match(/"seed":"([0-9a-f]{64})","salt":"([0-9a-f]{64})"/);
      assert.ok(reveal, "the secret is revealed");
      assert.equal(createHash("sha256").update(Buffer.from(reveal[1] + reveal[2], "hex")).digest("hex"),
                   json.commitment, "seed and salt are those of the commitment");
      assert.notEqual(reveal[2], "0".repeat(64), "there is salt");
      const last = JSON.parse(this.hand("replay", [log.length, 0xffffffff, 251], log).toString());
      const seq = below(last.seq + 1), viewer = below(3);
      const moment = JSON.parse(this.hand("replay", [log.length, seq, viewer], log).toString());
      assert.equal(moment.seq, seq);
      assert.equal(moment.view.seq, seq);
      assert.equal(moment.events.length > 0, seq > 0, "something had just happened");
      this.call("language", [2], Buffer.from("de"));
      const german = JSON.parse(this.hand("replay", [log.length, seq, viewer], log).toString());
      assert.deepEqual(german.events, moment.events);
      assert.equal(german.says.some((text) => moment.says.includes(text)), false, "it is said in German");
      assert.equal(german.says.length, moment.says.length);
      this.call("language", [2], Buffer.from("xx"));
      this.reviewHolds(log, json);
      const tally = JSON.parse(this.hand("tally", [log.length], log).toString());
      assert.equal(tally.game, json.game);
      for (const counts of [tally.points, tally.played, tally.caught])
        assert.equal(counts.length, json.seats);
      assert.ok(tally.winners.every((seat) => seat < json.seats));
      const changed = Buffer.from(log);
      changed[below(log.length)] ^= 1 << below(8);
      assert.ok(this.call("verify", [log.length], changed) >= 2, "a byte was changed");
      this.hand("why");
      this.hand("log_json", [log.length], changed);
      this.hand("replay", [log.length, 0xffffffff, 0], changed);
      this.hand("tally", [log.length], changed);
      this.hand("decisions", [log.length], changed);
      this.hand("advice", [log.length, below(last.seq + 1)], changed);
    }
    assert.ok(this.logs.every((log) => texts.has(JSON.stringify(log))), "people get these logs");
  }
}

// ---- What can be chosen ------------------------------------------------------------------------

function catalogueHolds() {
  const instance = new Instance();
  const rules = (game, words) => {
    const text = Buffer.from(`${game}\0${words}\0`);
    return instance.call("rules", [text.length], text).bytes.toString();
  };
  for (const language of ["en", "de", "xx"]) {
    instance.call("language", [2], Buffer.from(language));
    const { games, bots } = JSON.parse(instance.call("games").bytes.toString());
    assert.ok(bots.length > 0);
    for (const { name, presets } of games)
      for (const preset of presets)
        assert.equal(JSON.parse(rules(name, preset.name)).game, name);
  }
  assert.equal(rules("shed", "no such words"), "");
  assert.match(instance.call("why").bytes.toString(), /no/);
  assert.equal(rules("none", ""), "");
  assert.equal(instance.call("rules", [4], Buffer.from("shed")).result, 0, "a name without an end");
  assert.equal(instance.call("tally", [4], Buffer.from("shed")).result, 0, "that is no log");
  for (const length of [1, 60, 199, 2300, 2953]) {
    const text = Buffer.alloc(length, "https://cards.example.org/");
    assert.match(instance.call("qr", [length], text).bytes.toString(), /^<svg .*<\/svg>$/);
  }
  assert.equal(instance.call("qr", [2954], Buffer.alloc(2954, "a")).result, 0, "it is too long");
  assert.equal(instance.call("qr", [0]).result, 0, "it says nothing");
  for (const [text, verdict] of [["", 1], ["\0\0\0", 1], ["\0\0\0\0", 2], ["\0{}\0[]\0{}\0", 2],
                                 ["no such words\0\0[]\0{\"game\":\"shed\"}\0", 2],
                                 ["\0\0[]\0{\"game\":\"shed\",\"hands\":[[[[[[\0", 2]]) {
    assert.equal(instance.call("follow", [text.length], Buffer.from(text)).result, verdict, text);
    assert.ok(instance.call("why").bytes.length > 0);
  }
  instance.call("close");
  instance.compare("what can be chosen");
}

// ---- All of it ---------------------------------------------------------------------------------

const header = readFileSync(new URL("../../src/doors/wasm/wasm.h", import.meta.url), "utf8");
const declared = [...header.matchAll(/^EXPORT\("(\w+)"\)/gm)].map((match) => match[1]).sort();
assert.deepEqual(WebAssembly.Module.exports(module).map(({ name }) => name).sort(),
                 [...declared, "memory"].sort(), "wasm.h declares every export");
for (const file of [wasmFile, wholeFile])
  assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(file))), [],
                   "the module imports nothing");

const live = "clock=live turn_ms=5000 grace_ms=3000 next_ms=4000 bot_delay_ms=500";
const rooms = [
  { game: "null", rules: "", settings: `${live} away=drop`, people: 3, bots: ["random"] },
  { game: "shed", rules: "official", settings: `${live} away=bot`, people: 2, bots: ["greedy"] },
  { game: "shed", rules: "first2shed", settings: `${live} away=drop`, people: 2, bots: [] },
  { game: "shed", rules: "lite", settings: `${live} away=wait`, people: 2, bots: [] },
  { game: "shed", rules: "host", settings: `${live} away=bot away_bot=random`, people: 3, bots: ["greedy", "random"] },
  { game: "shed", rules: "party", settings: `${live} away=pause`, people: 3, bots: ["search:40"] },
  { game: "shed", rules: "brutal", settings: "away=bot grace_ms=2000 bot_forget=50", people: 4, bots: ["random"] },
  { game: "shed", rules: "official stacking=any jump_in=true", settings: `${live} away=bot watch=late late_turns=2 public=true`, people: 4, bots: ["greedy", "random"] },
  { game: "two", rules: "two", settings: `${live} away=drop`, people: 2, bots: ["greedy", "search:30"] },
  { game: "two", rules: "classic2012", settings: `${live} away=bot`, people: 2, bots: [] },
  { game: "two", rules: "ed2019", settings: `${live} away=wait next=one watch=none`, people: 4, bots: ["random", "search:20"] },
];

try {
  catalogueHolds();
  const worker = new Instance();
  for (let round = 0; round < 3; round++)
    for (const room of rooms) new World(room, worker).play(2, 2500);
  worker.compare("the worker");
  counts.calls += worker.calls.length;
} catch (error) {
  console.error(`HC_SEED=${seedText}`);
  throw error;
}
assert.deepEqual([...called].sort(), declared, "every export is used");
Object.assign(counts, events);
for (const [what, least] of Object.entries({ matches: 33, reloads: 33, passed: 20, failed: 33, thoughts: 100,
                                             hangUps: 33, away: 33, refused: 33, timeout: 33,
                                             player_dropped: 10, player_left: 10, paused: 1,
                                             decisions: 100, advice: 10, followed: 500,
                                             caught: 50 }))
  assert.ok(counts[what] >= least, `only ${counts[what]} ${what}: ${JSON.stringify(counts)}`);
console.log("native and wasm are identical:", Object.entries(counts)
  .map(([what, count]) => `${count} ${what}`).join(", "));
