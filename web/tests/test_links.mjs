// SPDX-License-Identifier: MIT
//
// test_links.mjs: pages that share one document, by every way that there is between them: directly over WebRTC, through the
// relay, from one to the other when a way is lost, and by hand without any server. They share nothing else.
import esbuild from "esbuild";
import { host } from "./solo.mjs";
import { check, PERMISSIONS, Person, trial, until } from "./trial.mjs";

/** What a page runs: it joins a room with a document. WebRTC can be taken from it, and its connections can be cut. */
const PAGE = `
    import { Awareness } from "y-protocols/awareness";
    import * as Y from "yjs";
    import { connect } from "./src/friends/links";
    import { placesAt, placesHere, readRoom } from "./src/friends/links_places";
    const Real = window.RTCPeerConnection;
    const connections = [];
    let blocked = false;
    window.block = (value) => {
        blocked = value;
        if (blocked) for (const one of connections.splice(0)) one.close();
    };
    window.RTCPeerConnection = class extends Real {
        constructor(...values) {
            if (blocked) throw new Error("blocked");
            super(...values);
            connections.push(this);
        }
    };
    window.doc = new Y.Doc();
    window.map = doc.getMap("m");
    window.awareness = new Awareness(doc);
    window.join = async (room, name, address) => {
        awareness.setLocalState({ name });
        const places = address === undefined ? await placesHere() : placesAt(address, "");
        window.link = connect(doc, awareness, readRoom(room), places);
    };
    window.forge = (number) => {
        const other = new Y.Doc();
        Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
        other.clientID = number;
        other.getMap("m").set("forged", number);
        Y.applyUpdate(doc, Y.encodeStateAsUpdate(other));
    };
    window.content = () => JSON.stringify([...map].sort());
    window.names = () => [...awareness.getStates().values()].map(({ name }) => name).sort().join(" ");
`;

const ROOM = "SxvJ0yqcCsmZ2zQf0wD3pW5ZfXe0B7n8kq2hUo1AbcE";

const built = await esbuild.build({
    stdin: { contents: PAGE, resolveDir: new URL("..", import.meta.url).pathname, loader: "ts" },
    bundle: true,
    write: false,
    format: "iife",
    define: { STATIC: "false" },
    logLevel: "warning",
});

class Friend extends Person {
    frames = [];
    watch(page) {
        super.watch(page);
        page.on("websocket", (socket) => {
            for (const event of ["framesent", "framereceived"])
                socket.on(event, ({ payload }) => this.frames.push(Buffer.from(payload)));
        });
    }
    /** `address`: of a server, or "" without one; that of the page unless given. */
    join(name, address) {
        this.name = name;
        return this.page.evaluate((args) => window.join(...args), [ROOM, name, address]);
    }
    set(key, value) {
        return this.page.evaluate((pair) => window.map.set(...pair), [key, value]);
    }
    /** How many others are reached directly, and by the relay. */
    reached(direct, relay) {
        return until(
            () =>
                this.page.evaluate(
                    ([direct, relay]) =>
                        window.link.reached.direct.length === direct &&
                        window.link.reached.relay.length === relay,
                    [direct, relay],
                ),
            `${this.name} reaches ${direct} directly and ${relay} by relay`,
        );
    }
    content() {
        return this.page.evaluate(() => window.content());
    }
    sees(names) {
        return until(
            () => this.page.evaluate((names) => window.names() === names, names),
            `${this.name} sees ${names}`,
        );
    }
    block(value = true) {
        return this.page.evaluate((value) => window.block(value), value);
    }
}

/** So many pages, each in a profile of its own, of something that the server has. */
async function friends(world, count, path = "/icon.svg") {
    return await Promise.all(
        Array.from({ length: count }, async () => {
            const context = await world.browser.newContext({ permissions: PERMISSIONS });
            const friend = new Friend(world, context);
            const page = await friend.newPage();
            friend.page = page;
            // A picture runs nothing by itself; but it names no icon.
            friend.expectTrouble(/favicon/);
            await friend.goto(path);
            await page.evaluate(() =>
                navigator.mediaDevices.getUserMedia({ audio: true, video: true }),
            );
            await page.evaluate(built.outputFiles[0].text);
            return friend;
        }),
    );
}

/** Everybody writes, something small and something that takes many pieces; all must have it all. */
async function converge(word, ...all) {
    for (const friend of all) await friend.set(`${word} ${friend.name}`, friend.name);
    await all[0].set(`${word} large`, `${word} `.repeat(40000));
    await until(async () => {
        const contents = await Promise.all(all.map((friend) => friend.content()));
        return (
            new Set(contents).size === 1 &&
            all.every(({ name }) => contents[0].includes(`${word} ${name}`)) &&
            contents[0].includes(`${word} large`)
        );
    }, `all have the same, after "${word}"`);
}

/** Nothing of it can be read where it passed. */
function checkSealed(word, friend) {
    check(friend.frames.length > 0, `${friend.name} has said nothing`);
    for (const frame of friend.frames)
        for (const form of [word, Buffer.from(word).toString("base64"), ROOM.slice(4, 20)])
            check(!frame.includes(form), `"${form}" can be read: ${frame.subarray(0, 200)}`);
}

async function directly(world) {
    await world.serve("relay_rooms=0");
    const all = await friends(world, 3);
    const [ada, bob, cy] = all;
    await ada.set("before", "ada alone");
    for (const [i, friend] of all.entries()) await friend.join(["ada", "bob", "cy"][i]);
    for (const friend of all) await friend.reached(2, 0);
    await converge("together", ...all);
    for (const friend of all) await friend.sees("ada bob cy");
    for (const friend of all) checkSealed("together", friend);
    // From now on they need nobody.
    for (const friend of all) friend.expectTrouble(/WebSocket connection/);
    await world.server.stop();
    await converge("without", ...all);
    // Who says good-bye is gone at once.
    await cy.page.evaluate(() => window.link.close());
    for (const friend of [ada, bob]) {
        await friend.reached(1, 0);
        await friend.sees("ada bob");
    }
}

async function by_relay(world) {
    await world.serve();
    const all = await friends(world, 3);
    const [ada, bob, cy] = all;
    await cy.block();
    await ada.join("ada");
    await bob.join("bob");
    await cy.join("cy");
    await ada.reached(1, 1);
    await bob.reached(1, 1);
    await cy.reached(0, 2);
    await converge("relayed", ...all);
    for (const friend of all) {
        await friend.sees("ada bob cy");
        checkSealed("relayed", friend);
    }
    // The server forgets everything, and they find each other again.
    for (const friend of all) friend.expectTrouble(/WebSocket connection/);
    await world.server.stop();
    await cy.reached(0, 0);
    await cy.set("alone", "cy");
    await ada.set("meanwhile", "ada");
    await world.server.start();
    await cy.reached(0, 2);
    await converge("again", ...all);
    await cy.page.evaluate(() => window.link.close());
    await ada.reached(1, 0);
    await ada.sees("ada bob");
}

/** Somebody writes with the number of another's document: that gets another one, and is reached by it. */
async function number_of_another(world) {
    await world.serve();
    const all = await friends(world, 3);
    const [ada, bob, cy] = all;
    await cy.block();
    for (const [i, friend] of all.entries()) await friend.join(["ada", "bob", "cy"][i]);
    await bob.reached(1, 1);
    await cy.reached(0, 2);
    await converge("before", ...all);
    const numberOf = ({ page }) => page.evaluate(() => window.doc.clientID);
    const number = await numberOf(ada);
    await cy.page.evaluate((number) => window.forge(number), number);
    await until(async () => (await numberOf(ada)) !== number, "ada has another number");
    const reaches = ({ page }, way, number) =>
        page.evaluate(([way, number]) => window.link.reached[way].includes(number), [way, number]);
    const now = await numberOf(ada);
    await until(() => reaches(bob, "direct", now), "bob reaches ada by her number");
    await until(() => reaches(cy, "relay", now), "cy reaches ada by her number");
    await converge("after", ...all);
    for (const friend of all) await friend.sees("ada bob cy");
}

async function lost_and_found(world) {
    await world.serve();
    const [ada, bob] = await friends(world, 2);
    await ada.join("ada");
    await bob.join("bob");
    for (const friend of [ada, bob]) await friend.reached(1, 0);
    await converge("direct", ada, bob);
    await bob.block();
    await converge("lost", ada, bob);
    for (const friend of [ada, bob]) await friend.reached(0, 1);
    await converge("relayed", ada, bob);
    await bob.block(false);
    for (const friend of [ada, bob]) await friend.reached(1, 0);
    await converge("found", ada, bob);
}

async function by_hand(world) {
    await world.serve();
    const all = await friends(world, 3);
    const [ada, bob, cy] = all;
    for (const [i, friend] of all.entries()) await friend.join(["ada", "bob", "cy"][i], "");
    for (const guest of [bob, cy]) {
        const invitation = await ada.page.evaluate(() => window.link.invite());
        const answer = await guest.page.evaluate((text) => window.link.accept(text), invitation);
        await ada.page.evaluate((text) => window.link.complete(text), answer);
        await guest.reached(1, 0);
        check(invitation.length < 1500, `an invitation has ${invitation.length} characters`);
        const other = await ada.page.evaluate(
            (text) => window.link.complete(text).then(() => "taken", String),
            answer,
        );
        check(/invitation/.test(other), `an answer counts once: ${other}`);
    }
    await ada.reached(2, 0);
    // Two who are not connected with each other have it from the third.
    await converge("by hand", ...all);
    for (const friend of all) await friend.sees("ada bob cy");
    for (const friend of all)
        check(friend.frames.length === 0, `${friend.name} has spoken to the server`);
}

async function from_a_plain_host(world) {
    await host(world);
    const files = world.server;
    await world.serve("--origin", new URL(files.url).origin);
    world.elsewhere = world.server;
    world.server = files;
    const [ada, bob] = await friends(world, 2, "/");
    const address = world.elsewhere.url;
    await ada.join("ada", address);
    await bob.join("bob", address);
    for (const friend of [ada, bob]) await friend.reached(1, 0);
    await converge("elsewhere", ada, bob);
    for (const friend of [ada, bob]) checkSealed("elsewhere", friend);
}

await trial(directly, by_relay, number_of_another, lost_and_found, by_hand, from_a_plain_host);
