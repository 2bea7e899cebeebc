// SPDX-License-Identifier: MIT
//
// test_meeting.mjs: /signal and /yws with the real clients of Yjs, as npm has them. Documents that
// two or three of them share must become the same: through the relay (y-websocket, in Node), and
// between two pages that find each other by the signalling (y-webrtc, in Chromium).
import esbuild from "esbuild";
import WebSocket from "ws";
import { WebsocketProvider } from "y-websocket";
import * as Y from "yjs";
import { check, PERMISSIONS, trial, until } from "./trial.mjs";

const content = (doc) => JSON.stringify([...doc.getMap("m")].sort());
const same = (...docs) => new Set(docs.map(content)).size === 1;

async function relay_carries_documents(world) {
    await world.serve();
    const providers = [];
    const join = (doc, room = "table") => {
        const provider = new WebsocketProvider(
            `${world.server.url.replace("http", "ws")}/yws`,
            room,
            doc,
            {
                WebSocketPolyfill: WebSocket,
                disableBc: true,
            },
        );
        provider.awareness.setLocalState({ name: `peer ${providers.push(provider)}` });
        return provider;
    };
    try {
        const [a, b, c] = [new Y.Doc(), new Y.Doc(), new Y.Doc()];
        a.getMap("m").set("a", 1);
        const first = join(a);
        await until(() => first.synced, "the first is in sync by itself");
        // The second brings something along, and gets what is there.
        b.getMap("m").set("b", 2);
        const second = join(b);
        await until(() => second.synced && b.getMap("m").get("a") === 1, "the second has it all");
        await until(() => a.getMap("m").get("b") === 2, "the first has what the second brought");
        await until(() => first.awareness.getStates().size === 2, "the first sees the second");
        await until(() => second.awareness.getStates().size === 2, "the second sees the first");
        // Both write at once, a lot.
        for (let i = 0; i < 200; i++) (i % 2 ? a : b).getMap("m").set(`k${i % 50}`, i);
        a.getMap("m").set("large", "x".repeat(300000));
        join(c);
        await until(() => same(a, b, c) && c.getMap("m").size === 53, "three are the same");
        // One is away, both go on, and it comes back.
        second.disconnect();
        b.getMap("m").set("alone", true);
        a.getMap("m").delete("k0");
        second.connect();
        await until(() => same(a, b, c) && a.getMap("m").get("alone") === true, "they are again");
        check(b.getMap("m").get("k0") === undefined, "what was deleted is gone");
        // The server forgets everything, and its peers bring it back to each other.
        await world.server.stop();
        a.getMap("m").set("meanwhile", 1);
        b.getMap("m").set("also", 1);
        await world.server.start();
        await until(
            () =>
                same(a, b, c) &&
                c.getMap("m").get("also") === 1 &&
                c.getMap("m").get("meanwhile") === 1,
            "a new server brings them together",
        );
        const elsewhere = new Y.Doc();
        const other = join(elsewhere, "another");
        await until(() => other.synced, "another room is in sync");
        check(elsewhere.getMap("m").size === 0, "a room is its own");
    } finally {
        for (const provider of providers) provider.destroy();
    }
}

/** What a page runs: joins a room and shares a map. */
const PAGE = `
    import { WebrtcProvider } from "y-webrtc";
    import * as Y from "yjs";
    const doc = new Y.Doc();
    window.map = doc.getMap("m");
    window.meet = (signaling) => {
        window.provider = new WebrtcProvider("a room", doc, {
            signaling: [signaling], password: "the words of the link", peerOpts: { config: { iceServers: [] } },
        });
    };
`;

async function signalling_brings_browsers_together(world) {
    await world.serve();
    const built = await esbuild.build({
        stdin: { contents: PAGE, resolveDir: new URL("..", import.meta.url).pathname },
        bundle: true,
        write: false,
        format: "iife",
        define: { global: "window" },
        logLevel: "warning",
    });
    const pages = [];
    for (let i = 0; i < 2; i++) {
        const person = await world.person({ permissions: PERMISSIONS });
        const { page } = person;
        person.expectTrouble(/WebSocket connection/); // the server goes, and they stay
        await page.evaluate(() =>
            navigator.mediaDevices.getUserMedia({ audio: true, video: true }),
        );
        await page.evaluate(built.outputFiles[0].text);
        await page.evaluate(
            (url) => window.meet(url),
            `${world.server.url.replace("http", "ws")}/signal`,
        );
        pages.push(page);
    }
    await pages[0].evaluate(() => window.map.set("from", "one"));
    await until(
        () => pages[1].evaluate(() => window.map.get("from") === "one"),
        "the second has it",
    );
    check(
        (await pages[1].evaluate(() => window.provider.room.webrtcConns.size)) === 1,
        "they are connected",
    );
    // From now on they need nobody.
    await world.server.stop();
    await pages[1].evaluate(() => window.map.set("to", "two"));
    await until(() => pages[0].evaluate(() => window.map.get("to") === "two"), "the first has it");
}

await trial(relay_carries_documents, signalling_brings_browsers_together);
