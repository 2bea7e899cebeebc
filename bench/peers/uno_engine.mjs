// SPDX-License-Identifier: MIT
/*
 * uno_engine.mjs: plays whole one-round games of the npm package uno-engine and times them.
 *
 * Two seats, both random, by the same policy as ours: every command is equally likely. On its turn a
 * seat may play a face it holds that matches (two copies of a face are one command, a wild card is
 * one for each colour) or draw, which is allowed at any time. After a draw only the drawn card may
 * be played, if it matches, or kept. UNO calls are left out: this engine punishes a missing call
 * only when another player asks for it, so nobody calls, nobody is caught, and the peer is spared
 * that work.
 *
 * The package has rules of its own that we leave as they are: the first card is never an action
 * card, a Wild Draw Four is always legal, and an empty draw pile becomes a fresh deck.
 *
 * Usage: node uno_engine.mjs [--games N] [--seconds S] [--seed N]
 * Stops at whichever bound comes first and prints one JSON object. A turn is one seat's go, up
 * to the moment the next one is to act; a command is one call of play, draw or pass.
 */
import { parseArgs } from 'node:util';
import uno from 'uno-engine';

const { Game, colors } = uno;

const WARM_UP_GAMES = 300; // enough for the compiler of the runtime to settle
const BATCH_SECONDS = 0.5; // as long as ours
const TURNS_MAX = 1_000_000; // a game this long means that something is wrong

/* sfc32, after 12 steps of mixing: small, fast, and the same on every machine. */
function dice(seed) {
    let a = 0x9e3779b9, b = 0x243f6a88, c = seed | 0, d = 1;
    const next = () => {
        const t = (((a + b) | 0) + d) | 0;
        d = (d + 1) | 0;
        a = b ^ (b >>> 9);
        b = (c + (c << 3)) | 0;
        c = (((c << 21) | (c >>> 11)) + t) | 0;
        return (t >>> 0) / 4294967296;
    };
    for (let i = 0; i < 12; i++)
        next();
    return next;
}

/* One card of each face that matches. There are few, so that a list serves best. */
function matchingFaces(hand, top) {
    const faces = [];

    for (const card of hand)
        if (card.matches(top) && !faces.some((f) => f.value === card.value && f.color === card.color))
            faces.push(card);
    return faces;
}

/* The package shuffles with Math.random, so replacing it makes a whole run repeatable. */
function playOneGame(random, count) {
    const game = new Game(['north', 'south']);

    const below = (n) => Math.floor(random() * n);
    const ways = (card) => (card.isWildCard() ? colors.length : 1);
    const play = (card, way) => {
        if (card.isWildCard())
            card.color = colors[way];
        game.play(card);
        count.commands++;
    };

    for (let turn = 0; turn < TURNS_MAX; turn++) {
        const seat = game.currentPlayer;
        const playable = matchingFaces(seat.hand, game.discardedCard);
        let all = 1;
        for (const card of playable)
            all += ways(card);
        let way = below(all);
        let at = 0;
        for (; at < playable.length && way >= ways(playable[at]); at++)
            way -= ways(playable[at]);

        count.turns++;
        if (at < playable.length) {
            play(playable[at], way);
            if (seat.hand.length === 0)
                return;
            continue;
        }
        game.draw();
        count.commands++;
        const drawn = seat.hand[seat.hand.length - 1];
        way = drawn.matches(game.discardedCard) ? below(ways(drawn) + 1) : ways(drawn);
        if (way < ways(drawn)) {
            play(drawn, way);
        } else {
            game.pass();
            count.commands++;
        }
    }
    throw new Error(`a game did not end within ${TURNS_MAX} turns`);
}

function boundOf(text, name) {
    const n = Number(text);
    if (!Number.isFinite(n) || n < 0) {
        console.error(`uno_engine.mjs: --${name} must be a number that is not negative`);
        process.exit(2);
    }
    return n;
}

const { values } = parseArgs({
    options: {
        games: { type: 'string', default: '20000' },
        seconds: { type: 'string', default: '5' },
        seed: { type: 'string', default: '1' },
    },
});
const gamesMax = boundOf(values.games, 'games');
const secondsMax = boundOf(values.seconds, 'seconds');
const random = dice(boundOf(values.seed, 'seed'));
Math.random = random;

for (let i = 0; i < WARM_UP_GAMES; i++)
    playOneGame(random, { turns: 0, commands: 0 });

const count = { turns: 0, commands: 0 };
let games = 0;
let seconds = 0;
let best = 0; // turns a second in the batch that the machine disturbed least
let batch = { turns: 0, seconds: 0 };
const start = performance.now();
while (games < gamesMax && seconds < secondsMax) {
    playOneGame(random, count);
    games++;
    seconds = (performance.now() - start) / 1000;
    if (seconds - batch.seconds >= BATCH_SECONDS) {
        best = Math.max(best, (count.turns - batch.turns) / (seconds - batch.seconds));
        batch = { turns: count.turns, seconds };
    }
}

console.log(JSON.stringify({
    games,
    turns: count.turns,
    commands: count.commands,
    seconds,
    games_per_s: seconds > 0 ? games / seconds : 0,
    turns_per_s: seconds > 0 ? count.turns / seconds : 0,
    games_per_s_best: games ? (best * games) / count.turns : 0, // games differ much in length
    commands_per_s: seconds > 0 ? count.commands / seconds : 0,
}));
