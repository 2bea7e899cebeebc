// SPDX-License-Identifier: MIT
//
// test_friends_plain.mjs: a plain table between friends. A program that knows the shared maps by their description alone, and
// the document through an unmodified client of y-websocket, plays a match with somebody in a browser, and with a friend.

import esbuild from "esbuild";
import WebSocket from "ws";
import { WebsocketProvider } from "y-websocket";
import * as Y from "yjs";
import { dice, SEED } from "./dice.mjs";
import { friend, honest, join, open, SHORT, start } from "./friends.mjs";
import { playOut } from "./play.mjs";
import { accessible, picture, trial, whenSoaking } from "./trial.mjs";

/** The program, which is written in TypeScript. */
async function program(doc) {
    const { outputFiles } = await esbuild.build({
        entryPoints: [new URL("document_client.ts", import.meta.url).pathname],
        format: "esm",
        write: false,
    });
    const source = Buffer.from(outputFiles[0].contents).toString("base64");
    const { DocumentClient } = await import(`data:text/javascript;base64,${source}`);
    return new DocumentClient(doc, dice(SEED));
}

/** It comes by what the page of the host says to programs, and has what the others share. */
async function come(host) {
    const { page } = host;
    await page.getByText("For programs").click();
    const url = await page.getByLabel("Address", { exact: true }).inputValue();
    const room = await page.getByLabel("Room", { exact: true }).inputValue();
    const doc = new Y.Doc();
    const provider = new WebsocketProvider(url, room, doc, { WebSocketPolyfill: WebSocket });
    const state = doc.getMap("gameStateMap");
    await new Promise((resolve) => {
        const look = () => state.get("status") === "LOBBY" && resolve();
        state.observe(look);
        look();
    });
    return { doc, provider };
}

async function match(world, game, friends) {
    await world.serve();
    const host = await friend(world);
    const invitation = await open(host, game, SHORT[game], { plain: true });
    await host.page.getByText("Hands lie open at this table").waitFor();
    const { doc, provider } = await come(host);
    try {
        const one = await program(doc);
        one.join("Program");
        await host.page.locator(".seat-row").nth(1).waitFor();
        await picture(host.page, `friends-plain-${game}`);
        await accessible(host.page, "the room of a plain table");
        const people = [host];
        for (let i = 1; i <= friends; i++) {
            people.push(await friend(world));
            await join(people[i], invitation, `Friend ${i}`);
            await people[i].page.getByText("Hands lie open at this table").waitFor();
        }
        await start(people);
        await playOut(people);
        await honest(people);
    } finally {
        provider.destroy();
        doc.destroy();
    }
}

const shed_with_a_program = (world) => match(world, "shed", 0);
const two_with_a_program_and_a_friend = (world) => match(world, "two", 1);

trial(shed_with_a_program, ...whenSoaking(two_with_a_program_and_a_friend));
