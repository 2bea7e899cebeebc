// SPDX-License-Identifier: MIT
/*
 * server.mjs: the shedding game for boardgame.io: hands and the draw pile are hidden by playerView,
 * one move is a turn. Undo is off, since it would keep every state; matches are kept in memory.
 */
import { createRequire } from 'node:module';
import { chosen, deal } from '../shedding.mjs';

const { Server, Origins } = createRequire(import.meta.url)('boardgame.io/server');

function drawCard({ G, random }, hand) {
    if (!G.draw.length)
        G.draw = random.Shuffle(G.discard.splice(0, G.discard.length - 1));
    if (G.draw.length)
        hand.push(G.draw.pop());
}

function act({ G, ctx, random }, choice) {
    const hand = G.hands[ctx.currentPlayer];
    const place = chosen(hand, G.discard.at(-1), choice);

    if (place < 0)
        drawCard({ G, random }, hand);
    else
        G.discard.push(hand.splice(place, 1)[0]);
    if (!hand.length)
        Object.assign(G, deal((cards) => random.Shuffle(cards)));
}

const shedding = {
    name: 'shedding',
    minPlayers: 2,
    maxPlayers: 2,
    disableUndo: true,
    setup: ({ random }) => deal((cards) => random.Shuffle(cards)),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: { act: { move: act, client: false, redact: false } },
    playerView: ({ G, playerID }) => ({
        top: G.discard.at(-1),
        drawn: G.draw.length,
        hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
    }),
};

const server = Server({ games: [shedding], origins: [Origins.LOCALHOST] });
const running = await server.run({ port: Number(process.argv[2] ?? 0), callback: () => {} });
console.log(`boardgame: listening on http://127.0.0.1:${running.appServer.address().port}`);
