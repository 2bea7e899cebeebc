// SPDX-License-Identifier: MIT
//
// finished.mjs: a match that is over, played over the protocol in no time.

/* In the page of somebody who has said hello: plays a match against bots; gives its match_id. */
async function playThere({ game, rules, bots }) {
    const socket = new WebSocket(`ws://${location.host}/ws`);
    const token = localStorage.getItem("holecard.token");
    const answers = new Map();
    const table = { view: null, room: null, match: null };
    let tag = 0;
    const ask = (message) =>
        new Promise((resolve) => {
            answers.set(++tag, resolve);
            socket.send(JSON.stringify({ ...message, tag }));
        });
    const ended = new Promise((resolve) => {
        table.over = resolve;
    });

    socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.room) table.room = message.room;
        if (message.view) table.view = message.view;
        if (message.change) Object.assign(table.view, message.change);
        answers.get(message.re)?.(message);
        if (message.match_id) table.over(message.match_id);
        else if (message.op === "update") act(message.table);
    };
    function act(code) {
        const { view, room } = table;
        if (!view || room.stage !== "playing") return;
        if (room.asks === "next") ask({ op: "agree", table: code });
        const lawful = view.actions.filter((action) => !view.marked.includes(action));
        if (lawful.length === 0 || table.acted === view.seq) return;
        table.acted = view.seq;
        const [first] = lawful.filter((action) => action !== "draw");
        ask({ do: first ?? lawful[0], table: code, seq: view.seq, id: view.seq });
    }
    await new Promise((resolve) => {
        socket.onopen = resolve;
    });
    await ask({ op: "hello", token });
    const { table: code } = await ask({
        op: "create",
        game,
        rules,
        settings: "bot_delay_ms=0 next=one",
    });
    await ask({
        op: "sit",
        table: code,
        name: "Ann",
        entropy: "5".repeat(64),
    });
    for (const bot of bots) await ask({ op: "add_bot", table: code, bot });
    await ask({ op: "start", table: code });
    const match = await ended;
    await ask({ op: "leave", table: code });
    socket.close();
    return match;
}

/** Somebody who has just finished a match. */
export async function finished(
    world,
    game,
    rules,
    bots = ["random Bea", "random Cem"],
    options = {},
) {
    await world.serve();
    const person = await world.person(options);
    await person.page.waitForFunction(() => localStorage.getItem("holecard.token"));
    const match = await person.page.evaluate(playThere, { game, rules, bots });
    return { person, match };
}
