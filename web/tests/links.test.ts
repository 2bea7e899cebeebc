// SPDX-License-Identifier: MIT
// links.test.ts: what the browsers of a table say to each other: its pieces, seals, descriptions of connections, and what
// becomes of what makes no sense. Random ones come from a seed, which is printed when they fail; HC_SEED chooses
// another. test_links.mjs has real connections.
import assert from "node:assert/strict";
import test from "node:test";
import { Awareness, encodeAwarenessUpdate } from "y-protocols/awareness";
import * as Y from "yjs";
import {
    candidateOfSdp,
    candidateToSdp,
    describe,
    readDescription,
    toSdp,
    writeDescription,
} from "../src/friends/links_describe";
import {
    ASK,
    Assembler,
    AWARE,
    Budget,
    CHUNK_MAX,
    chunks,
    HELLO,
    MESSAGE_MAX,
    message,
    PING,
    readHello,
    UPDATE,
    writeJson,
} from "../src/friends/links_frame";
import { Friend } from "../src/friends/links_friend";
import { readNote, writeNote } from "../src/friends/links_hand";
import { newRoom, placesAt, readIce, readRoom, roomText } from "../src/friends/links_places";
import { unwrap, wrap } from "../src/friends/links_relay";
import { fromText, newId, roomName, Sealer, toText } from "../src/friends/links_seal";
import { Share } from "../src/friends/links_share";
import { readSignal, type Signal, writeSignal } from "../src/friends/links_signal";
import { dice } from "./real_house";

const SEED = Number(process.env.HC_SEED ?? 1);
const seeded = (roll: (most: number) => number, size: number) =>
    Uint8Array.from({ length: size }, () => roll(256));
const bytes = (text: string) => new TextEncoder().encode(text);

/* ---- Chunks ---- */

test("messages of all sizes come together again", () => {
    const roll = dice(SEED);
    const assembler = new Assembler();
    const sizes = [1, 2, CHUNK_MAX - 2, CHUNK_MAX - 1, CHUNK_MAX, 2 * CHUNK_MAX - 2, 300_000];
    for (const size of sizes) {
        const whole = seeded(roll, size);
        const pieces = [...chunks(whole)];
        assert.ok(pieces.every((piece) => piece.length <= CHUNK_MAX));
        const came = pieces.map((piece) => assembler.add(piece));
        assert.deepEqual(came.pop(), whole, `size ${size}`);
        assert.ok(came.every((one) => one === null));
    }
});

test("a short message may come between the chunks of a long one", () => {
    const whole = seeded(dice(SEED), 3 * CHUNK_MAX);
    const assembler = new Assembler();
    const came: (Uint8Array | null)[] = [];
    for (const piece of chunks(whole)) {
        came.push(assembler.add(piece));
        assert.deepEqual(assembler.add([...chunks(message(PING))][0] ?? whole), message(PING));
    }
    assert.deepEqual(came.pop(), whole);
});

test("chunks that make no sense are forgotten", () => {
    const [first, middle, last] = [...chunks(new Uint8Array(3 * CHUNK_MAX - 10))];
    assert.ok(first && middle && last);
    const nothing: [string, Uint8Array[]][] = [
        ["nothing", [new Uint8Array()]],
        ["no piece", [Uint8Array.of(3)]],
        ["no beginning", [middle, last]],
        ["no end", [first, middle]],
        ["a chunk that is too long", [message(3, new Uint8Array(CHUNK_MAX))]],
    ];
    for (const [why, pieces] of nothing)
        for (const assembler = new Assembler(); pieces.length; pieces.shift())
            assert.equal(assembler.add(pieces[0] ?? first), null, why);
    const assembler = new Assembler();
    for (const piece of [first, middle, first, middle]) assert.equal(assembler.add(piece), null);
    assert.equal(assembler.add(last)?.length, 3 * CHUNK_MAX - 10, "it begins again");
});

test("a message has a limit", () => {
    const assembler = new Assembler();
    const piece = new Uint8Array(CHUNK_MAX - 1);
    assert.equal(assembler.add(message(1, piece)), null);
    for (let size = piece.length; size < MESSAGE_MAX + CHUNK_MAX; size += piece.length)
        assert.equal(assembler.add(message(0, piece)), null);
    assert.equal(assembler.add(message(2, piece)), null);
    assert.deepEqual(assembler.add(Uint8Array.of(3, 7)), Uint8Array.of(7));
});

test("a budget is spent, and grows again", () => {
    const budget = new Budget(10, 2);
    assert.ok(budget.take(10, 1000));
    assert.ok(!budget.take(1, 1000));
    assert.ok(!budget.take(3, 2000));
    assert.ok(budget.take(2, 2000));
    assert.ok(!budget.take(11, 1_000_000), "never more than at first");
    assert.ok(budget.take(10, 1_000_000));
    assert.ok(!budget.take(1, 0), "time does not run backwards");
});

test("who says too much is shut out", () => {
    const friend = new Friend(newId());
    let count = 0;
    while (friend.admits(100)) count++;
    assert.ok(count >= 4000 && count < 10_000, `${count} messages`);
    friend.shut();
    assert.ok(friend.isShut);
    for (count = 0; friend.mayAsk(); count++);
    assert.ok(count >= 30 && count < 60, `${count} questions`);
    const other = new Friend(newId());
    for (count = 0; other.admits(1 << 20); count++);
    assert.ok(count >= 32 && count < 64, `${count} megabytes`);
});

/* ---- Seals ---- */

test("what is sealed opens for those who have the room, on the same way, once and in order", () => {
    const room = newRoom();
    const [me, you] = [newId(), newId()];
    const ours = new Sealer(room, "relay", me);
    const theirs = new Sealer(room, "relay", you);
    const [first, second] = [theirs.seal(bytes("one")), theirs.seal(bytes("two"))];
    assert.deepEqual(ours.openNext(first)?.body, bytes("one"));
    assert.equal(ours.openNext(first), null, "a repeat");
    assert.deepEqual(ours.openNext(second), { from: you, number: 2, body: bytes("two") });
    assert.equal(ours.openNext(first), null, "an older one");
    assert.equal(ours.openNext(ours.seal(bytes("me"))), null, "one's own");
    assert.equal(new Sealer(room, "signal", me).openNext(first), null, "another way");
    assert.equal(new Sealer(newRoom(), "relay", me).openNext(first), null, "another room");
    assert.equal(ours.open(first)?.from, you, "by hand the order does not matter");
});

test("a sealed byte that is changed, missing or more is noticed", () => {
    const room = newRoom();
    const theirs = new Sealer(room, "hand", newId());
    const ours = new Sealer(room, "hand", newId());
    const sealed = theirs.seal(bytes("text"));
    for (let i = 0; i < sealed.length; i++) {
        const other = sealed.slice();
        other[i] = (other[i] ?? 0) ^ 1;
        assert.equal(ours.open(other), null, `byte ${i}`);
        assert.equal(ours.open(sealed.slice(0, i)), null, `${i} bytes`);
    }
    assert.equal(ours.open(Uint8Array.of(...sealed, 0)), null);
    assert.equal(ours.open(new Uint8Array()), null);
});

test("no plain byte of the room or of what is said leaves", () => {
    const room = newRoom();
    const sealed = new Sealer(room, "relay", newId()).seal(bytes("a hand of cards"));
    assert.ok(!Buffer.from(sealed).includes("hand of"));
    assert.ok(!roomName(room).includes(Buffer.from(room).toString("hex").slice(0, 16)));
    assert.match(roomName(room), /^[0-9a-f]{64}$/);
    assert.notEqual(roomName(room), roomName(newRoom()));
});

test("senders beyond all measure are forgotten, and everybody is still heard", () => {
    const room = newRoom();
    const ours = new Sealer(room, "relay", newId());
    for (let i = 0; i < 500; i++)
        assert.ok(ours.openNext(new Sealer(room, "relay", newId()).seal(bytes("x"))));
});

test("bytes as text", () => {
    const roll = dice(SEED);
    for (let size = 0; size < 50; size++) {
        const some = seeded(roll, size);
        assert.deepEqual(fromText(toText(some), 50), some);
    }
    for (const wrong of ["a b", "ä", "====", "+/", "a", "A".repeat(69)])
        assert.equal(fromText(wrong, 50), null, wrong);
    const room = newRoom();
    assert.deepEqual(readRoom(roomText(room)), room);
    for (const wrong of ["", "abc", roomText(room).slice(2), `${roomText(room)}AA`])
        assert.equal(readRoom(wrong), null, wrong);
});

/* ---- Frames of the relay ---- */

test("frames are those that a relay passes on", () => {
    const sealed = seeded(dice(SEED), 300);
    assert.deepEqual([...wrap(sealed, false).slice(0, 4)], [0, 2, 0xac, 2]);
    assert.deepEqual([...wrap(sealed, true).slice(0, 3)], [1, 0xac, 2]);
    for (const returns of [false, true]) {
        const frame = wrap(sealed, returns);
        assert.deepEqual(unwrap(frame), sealed);
        for (let size = 0; size < frame.length; size++)
            assert.equal(unwrap(frame.slice(0, size)), null, `${size} bytes`);
    }
    for (const other of [[0, 0, 1, 0], [0, 1, 2, 0, 0], [3], [], [0, 2, 255, 255, 255, 255, 15]])
        assert.equal(unwrap(Uint8Array.from(other)), null, String(other));
    assert.equal(unwrap(wrap(new Uint8Array(CHUNK_MAX + 300), false)), null, "too long");
});

test("who says hello says it so", () => {
    const rows: [unknown, boolean][] = [
        [{ client: 7, heard: [], bye: false }, true],
        [{ client: 7, heard: ["a", "b"] }, true],
        [{ client: -1, heard: [] }, false],
        [{ client: 1.5, heard: [] }, false],
        [{ client: "7", heard: [] }, false],
        [{ client: 7 }, false],
        [{ client: 7, heard: "abc" }, false],
        [{ client: 7, heard: [1] }, false],
        [{ client: 7, heard: Array(65).fill("a") }, false],
        [{ client: 7, heard: ["a".repeat(5000)] }, false],
        [[], false],
        [null, false],
        [7, false],
    ];
    for (const [value, good] of rows)
        assert.equal(readHello(writeJson(value)) !== null, good, JSON.stringify(value));
    assert.equal(readHello(Uint8Array.of(0xff)), null);
    assert.equal(readHello(bytes("{")), null);
});

/* ---- Descriptions ---- */

const FINGERPRINT = Array.from({ length: 32 }, (_, i) => (i + 160).toString(16).toUpperCase());
const CHROMIUM = [
    "v=0",
    "o=- 4611731400430051336 2 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    "a=extmap-allow-mixed",
    "a=msid-semantic: WMS",
    "m=application 50333 UDP/DTLS/SCTP webrtc-datachannel",
    "c=IN IP4 192.0.2.7",
    "a=candidate:1467250027 1 udp 2122260223 192.0.2.7 50333 typ host generation 0 network-id 1",
    "a=candidate:842163049 1 udp 1677729535 203.0.113.9 50333 typ srflx raddr 192.0.2.7 rport 50333 generation 0",
    "a=candidate:435653019 1 tcp 1845501695 192.0.2.7 9 typ host tcptype active generation 0",
    "a=candidate:1 1 UDP 2122 0b7c2f3e-92d9-4e4c-9a39-0f9a4b9c1a11.local 50334 typ host",
    "a=candidate:2 1 udp 2122 2001:db8::7 50335 typ host",
    "a=ice-ufrag:Ab+/",
    "a=ice-pwd:0123456789abcdefghijABC/",
    "a=ice-options:trickle",
    `a=fingerprint:sha-256 ${FINGERPRINT.join(":")}`,
    "a=setup:actpass",
    "a=mid:0",
    "a=sctp-port:5000",
    "a=max-message-size:262144",
    "",
].join("\r\n");

test("one end of a connection in a few words, and back", () => {
    const end = describe(CHROMIUM);
    assert.deepEqual(end.candidates, [
        "host 192.0.2.7 50333 2122260223",
        "srflx 203.0.113.9 50333 1677729535",
        "host 0b7c2f3e-92d9-4e4c-9a39-0f9a4b9c1a11.local 50334 2122",
        "host 2001:db8::7 50335 2122",
    ]);
    assert.deepEqual(readDescription(writeDescription(end)), end);
    assert.deepEqual(describe(toSdp(end)), end);
    assert.ok(writeDescription(end).length < CHROMIUM.length / 3);
    assert.throws(() => describe("v=0\r\n"));
});

test("no line of others gets into the description for a browser", () => {
    const end = describe(CHROMIUM);
    const good = writeDescription(end);
    const wrong: unknown[] = [
        "",
        7,
        null,
        good.replace("actpass", "passive"),
        good.replace("Ab+/", "Ab"),
        good.replace("Ab+/", "Ab+/\r"),
        good.replace("Ab+/", "Ab+/\ra=x"),
        good.replace("a0a1", "A0A1"),
        good.replace("a0a1", "a0"),
        `${good}\n`,
        `${good}\nhost 192.0.2.7 1 1\r`,
        `${good}\nhost 192.0.2.7 65536 1`,
        `${good}\nhost 192.0.2.7 1 4294967296`,
        `${good}\nhost 192.0.2.7 1`,
        `${good}\nhost 192.0.2.7 1 1 typ relay`,
        `${good}\nguest 192.0.2.7 1 1`,
        good + "\nhost 192.0.2.7 1 1".repeat(24),
        good + "\nhost 192.0.2.7 1 1".repeat(4000),
    ];
    for (const text of wrong) assert.equal(readDescription(text), null, JSON.stringify(text));
    assert.equal(candidateToSdp("host 192.0.2.7 1 1\r\na=x"), null);
    assert.equal(candidateOfSdp("candidate:1 2 udp 1 192.0.2.7 1 typ host"), null);
    assert.equal(candidateOfSdp("nonsense"), null);
});

test("signals are read, or make no sense", () => {
    const to = newId();
    const end = { ...describe(CHROMIUM), candidates: [] };
    const good: Signal[] = [
        { is: "here", to: null },
        { is: "here", to },
        { is: "offer", to, attempt: 1, end },
        { is: "answer", to, attempt: 1, end: { ...end, setup: "active" } },
        { is: "candidate", to, attempt: 2, candidate: "host 192.0.2.7 1 1" },
    ];
    for (const signal of good) assert.deepEqual(readSignal(writeSignal(signal)), signal);
    const wrong: unknown[] = [
        {},
        [],
        "here",
        { is: "here" },
        { is: "here", to: "everybody" },
        { is: "offer", to, attempt: 1 },
        { is: "offer", to: null, attempt: 1, end: writeDescription(end) },
        { is: "offer", to, attempt: "1", end: writeDescription(end) },
        { is: "candidate", to, attempt: 1, candidate: "x" },
        { is: "candidate", to, attempt: 1, candidate: 7 },
        { is: "bye", to, attempt: 1 },
        { is: "here", to: null, more: "x".repeat(9000) },
    ];
    for (const value of wrong)
        assert.equal(readSignal(writeJson(value)), null, JSON.stringify(value).slice(0, 80));
});

test("notes from hand to hand", () => {
    const room = newRoom();
    const [host, guest] = [newId(), newId()];
    const [hosts, guests] = [new Sealer(room, "hand", host), new Sealer(room, "hand", guest)];
    const end = describe(CHROMIUM);
    const invitation = writeNote(hosts, { to: null, number: 3, end });
    assert.match(invitation, /^[-_A-Za-z0-9]+$/);
    assert.ok(invitation.length < 700, `${invitation.length} characters`);
    const read = readNote(guests, ` ${invitation}\n`, null);
    assert.deepEqual(read, { from: host, to: null, number: 3, end });
    assert.deepEqual(readNote(guests, invitation, null), read, "it may be pasted twice");
    const answer = writeNote(guests, { to: host, number: 3, end });
    assert.equal(readNote(hosts, answer, host).from, guest);
    const wrong: [Sealer, string, string | null][] = [
        [hosts, answer, null],
        [hosts, invitation, host],
        [hosts, answer, guest],
        [hosts, "", host],
        [hosts, "hello", host],
        [hosts, "A".repeat(100_000), host],
        [new Sealer(newRoom(), "hand", guest), invitation, null],
    ];
    for (const [sealer, text, self] of wrong) assert.throws(() => readNote(sealer, text, self));
});

/* ---- Places ---- */

test("addresses of servers", () => {
    assert.deepEqual(placesAt("https://cards.example.org/", " "), {
        signal: "wss://cards.example.org/signal",
        relay: "wss://cards.example.org/yws",
        ice: [],
    });
    assert.equal(placesAt("ws://127.0.0.1:7777", "")?.signal, "ws://127.0.0.1:7777/signal");
    assert.equal(placesAt("http://a/cards", "")?.relay, "ws://a/cards/yws");
    assert.deepEqual(placesAt("", "stun:a"), {
        signal: null,
        relay: null,
        ice: [{ urls: "stun:a" }],
    });
    for (const [address, ice] of [
        ["cards.example.org", ""],
        ["ftp://a", ""],
        ["https://a?b", ""],
        ["https://a#b", ""],
        ["https://a", "b"],
    ])
        assert.equal(placesAt(address ?? "", ice ?? ""), null, `${address} ${ice}`);
    assert.deepEqual(readIce("turn:ada:love/lace@[2001:db8::1]:3478?transport=udp, stun:b:1"), [
        {
            urls: "turn:[2001:db8::1]:3478?transport=udp",
            username: "ada",
            credential: "love/lace",
        },
        { urls: "stun:b:1" },
    ]);
    for (const wrong of [
        "stun:",
        "stun.example.org",
        "stun://a",
        "stun:u:p@a",
        "turn:a",
        "turn:u@a",
        "turn:u:p:q@a",
        "turn:u:p@a@b",
        "stun:a b",
        "stun:a:1?transport=sctp",
        "stun:[]",
        Array(9).fill("stun:a").join(","),
    ])
        assert.equal(readIce(wrong), null, wrong);
});

/* ---- The document ---- */

/** A document and who is there, and all that it would tell. */
function page(name: string) {
    const doc = new Y.Doc();
    const awareness = new Awareness(doc);
    awareness.setLocalState({ name });
    const told: Uint8Array[] = [];
    const share = new Share(doc, awareness, {
        update: (update) => told.push(message(UPDATE, update)),
        aware: (update) => told.push(message(AWARE, update)),
    });
    return { doc, awareness, share, told, end: () => awareness.destroy() };
}

test("two who greet each other have the same, and know each other", () => {
    const [ada, bob] = [page("ada"), page("bob")];
    ada.doc.getMap("m").set("a", 1);
    bob.doc.getMap("m").set("b", 2);
    const sayTo = (to: typeof ada, from: typeof ada) => (words: Uint8Array) =>
        assert.ok(to.share.take(words, from, (reply) => from.share.take(reply, to, () => {})));
    ada.share.greeting().forEach(sayTo(bob, ada));
    bob.share.greeting().forEach(sayTo(ada, bob));
    assert.deepEqual(ada.doc.getMap("m").toJSON(), { a: 1, b: 2 });
    assert.deepEqual(bob.doc.getMap("m").toJSON(), { a: 1, b: 2 });
    assert.equal(ada.awareness.getStates().size, 2);
    // Who was counted as gone is there again after the next greeting.
    bob.share.leave(ada.doc.clientID);
    assert.equal(bob.awareness.getStates().size, 1);
    ada.share.greeting().forEach(sayTo(bob, ada));
    assert.equal(bob.awareness.getStates().size, 2);
    for (const one of [ada, bob]) one.end();
});

test("what makes no sense is said to be so, and changes nothing", () => {
    const ada = page("ada");
    ada.doc.getMap("m").set("a", 1);
    const before = Y.encodeStateAsUpdate(ada.doc);
    const people = Array.from({ length: 100 }, (_, i) => i + 1);
    const crowd = {
        states: new Map(people.map((one) => [one, {}])),
        meta: new Map(people.map((one) => [one, { clock: 1, lastUpdated: 0 }])),
    } as unknown as Awareness;
    const wrong: [string, Uint8Array][] = [
        ["nothing", new Uint8Array()],
        ["an unknown kind", message(99)],
        ["a hello where none is", message(HELLO, bytes("{}"))],
        ["no update", message(UPDATE, Uint8Array.of(1, 2, 3))],
        ["an empty update", message(UPDATE)],
        ["no state vector", message(ASK, Uint8Array.of(255, 255))],
        ["nobody's state", message(AWARE, Uint8Array.of(1, 1, 1, 3, 123))],
        ["too many people", message(AWARE, encodeAwarenessUpdate(crowd, people))],
        ["a state that is too long", message(AWARE, new Uint8Array(70_000))],
    ];
    for (const [why, words] of wrong)
        assert.equal(
            ada.share.take(words, "x", () => assert.fail(why)),
            false,
            why,
        );
    assert.deepEqual(Y.encodeStateAsUpdate(ada.doc), before);
    ada.end();
});

test("random bytes do no harm, and what is honest still comes in", () => {
    const roll = dice(SEED);
    const [ada, bob] = [page("ada"), page("bob")];
    for (let i = 0; i < 20; i++) bob.doc.getMap("m").set(`k${i}`, i);
    const honest = [...bob.told];
    for (let i = 0; i < 3000; i++) {
        const words = honest[roll(honest.length)]?.slice() ?? new Uint8Array();
        const damage = roll(3);
        if (damage === 0) words[roll(words.length)] = roll(256);
        else if (damage === 1) words.set(seeded(roll, Math.min(8, words.length - 1)), 1);
        const some = damage === 2 ? message(roll(5), seeded(roll, roll(60))) : words;
        try {
            ada.share.take(some, "x", () => {});
        } catch (error) {
            assert.fail(`seed ${SEED}, ${i}: ${error}`);
        }
    }
    const carol = page("carol");
    for (const words of honest) assert.ok(carol.share.take(words, "x", () => {}));
    assert.deepEqual(carol.doc.getMap("m").toJSON(), bob.doc.getMap("m").toJSON());
    for (const one of [ada, bob, carol]) one.end();
});
