// SPDX-License-Identifier: MIT
/*
 * server.mjs: the shedding game as a Colyseus room: its state is a schema, hands are seen by their
 * owners only (StateView), and every command is broadcast as a patch at once rather than at the
 * next tick, which is the fastest way that the framework has for a game of turns. Nothing is stored.
 */
import { Room, Server } from '@colyseus/core';
import { schema, StateView, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { chosen, deal } from '../shedding.mjs';

const Player = schema({ count: t.uint8(), hand: t.array('uint8').view() }, 'Player');
const State = schema(
    { turn: t.uint8(), top: t.uint8(), drawn: t.uint8(), commands: t.uint32(), players: t.array(Player) },
    'State');

function shuffle(cards) {
    for (let i = cards.length - 1; i > 0; i--) {
        const j = Math.floor(Math.random() * (i + 1));

        [cards[i], cards[j]] = [cards[j], cards[i]];
    }
    return cards;
}

class Table extends Room {
    maxClients = 2;
    patchRate = null;
    maxMessagesPerSecond = Infinity;

    onCreate() {
        this.state = new State().assign({ turn: 0, drawn: 0, commands: 0 });
        for (let seat = 0; seat < 2; seat++)
            this.state.players.push(new Player());
        this.dealRound();
        this.onMessage('act', (client, choice) => this.act(client, choice));
    }

    onJoin(client) {
        client.seat = this.clients.indexOf(client);
        client.view = new StateView();
        client.view.add(this.state.players[client.seat]);
    }

    dealRound() {
        const { draw, hands, discard } = deal(shuffle);

        this.draw = draw;
        this.discard = discard;
        this.state.top = discard[0];
        this.state.players.forEach((player, seat) => {
            player.hand.clear();
            player.hand.push(...hands[seat]);
            player.count = hands[seat].length;
        });
    }

    drawCard(player) {
        if (!this.draw.length)
            this.draw = shuffle(this.discard.splice(0, this.discard.length - 1));
        if (this.draw.length)
            player.hand.push(this.draw.pop());
    }

    act(client, choice) {
        const { state } = this;
        const player = state.players[client.seat];

        if (client.seat !== state.turn || !Number.isInteger(choice))
            return;
        const place = chosen(player.hand, state.top, choice);
        if (place < 0) {
            this.drawCard(player);
        } else {
            state.top = player.hand[place];
            this.discard.push(state.top);
            player.hand.splice(place, 1);
        }
        player.count = player.hand.length;
        state.drawn = this.draw.length;
        state.turn = 1 - state.turn;
        state.commands++;
        if (!player.hand.length)
            this.dealRound();
        this.broadcastPatch();
    }
}

const server = new Server({ greet: false, transport: new WebSocketTransport() });
server.define('table', Table);
await server.listen(Number(process.argv[2] ?? 0), '127.0.0.1');
console.log(`colyseus: listening on http://127.0.0.1:${server.transport.server.address().port}`);
