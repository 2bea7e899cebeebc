// SPDX-License-Identifier: MIT
/*
 * shedding.mjs: the game that the other servers play in bench_server: two seats, hidden hands, one
 * discard pile.
 *
 * It is Shed without what would cost the peers time: 80 numbered cards, no actions, no calls, no
 * scores. A seat plays a card of the same colour or number, or draws one, and then it is the
 * other's turn; who has no cards left has won, and the next round is dealt within the same command.
 * A command is a number that chooses among what is allowed, so that a client need not look at what
 * it is told, and the load stays light.
 */
const HAND = 7;
const COPIES = 2, COLORS = 4, NUMBERS = 10;
const DECK = Array.from({ length: COPIES * COLORS * NUMBERS }, (_, i) => i % (COLORS * NUMBERS));

const colorOf = (card) => Math.floor(card / NUMBERS);
const numberOf = (card) => card % NUMBERS;

/* shuffle takes an array and returns it in another order. */
export function deal(shuffle) {
    const draw = shuffle([...DECK]);
    const hands = [draw.splice(0, HAND), draw.splice(0, HAND)];

    return { draw, hands, discard: [draw.pop()] };
}

/* Where in the hand the cards are that match. */
export function matching(hand, top) {
    const places = [];

    for (let i = 0; i < hand.length; i++)
        if (colorOf(hand[i]) === colorOf(top) || numberOf(hand[i]) === numberOf(top))
            places.push(i);
    return places;
}

/*
 * What the number `choice` means at this table: the place of a card in the hand, or -1 to draw.
 */
export function chosen(hand, top, choice) {
    const places = matching(hand, top);

    return places[choice % (places.length + 1)] ?? -1;
}
