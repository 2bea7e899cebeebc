// SPDX-License-Identifier: MIT
/*
 * round.c: rounds and the match: how they begin, how they end, and the commands of the house.
 *
 * All dice are rolled in begin_round(): one stream for each round, which tells first who starts,
 * where chance decides that, and then the order of the deck.
 */
#include "games/two/two.h"

#include "games/two/fold.h"

/* ---- The end of a round and of the match ---------------------------------------------------- */

static void end_match(struct out out, unsigned winners)
{
    enter_phase(out, TWO_GAME_OVER);
    emit_value(out, TWO_GAME_WON, winners);
}

int two_hand_worth(const struct hc_table *table, unsigned seat)
{
    uint64_t hand = hand_of(table, seat);

    return hand ? edition_of(table)->deck.face_of[63 - __builtin_clzll(hand)] : -1;
}

static int discards_worth(const struct hc_table *table, unsigned seat)
{
    const struct hc_deck *deck = &edition_of(table)->deck;
    struct hc_cards cards = hc_box_pile_cards(&table->box, TWO_DISCARDS + seat);
    int sum = 0;

    while (hc_any(cards))
        sum += deck->faces[deck->face_of[hc_take_lowest(&cards)]].points;
    return sum;
}

/* Those of `mask` whose worth is the highest. */
static unsigned best_of(const struct hc_table *table, unsigned mask,
                        int (*worth)(const struct hc_table *, unsigned))
{
    unsigned best = 0;
    int most = -2;

    for (; mask; mask &= mask - 1) {
        unsigned seat = hc_lowest_bit(mask);
        int is = worth(table, seat);

        if (is > most)
            best = 0, most = is;
        if (is == most)
            best |= bit(seat);
    }
    return best;
}

/* Hands are shown and compared; the option `tie` decides between equals. */
static unsigned compare_hands(struct out out, unsigned in)
{
    struct hc_table *table = out.table;
    unsigned tie = table->rules.byte[TWO_TIE], best;

    for (unsigned mask = in; mask; mask &= mask - 1) {
        unsigned seat = hc_lowest_bit(mask);

        if (hand_of(table, seat))
            emit_card(out, TWO_HAND_SHOWN, seat, hc_lowest_bit(hand_of(table, seat)));
    }
    best = best_of(table, in, two_hand_worth);
    if (tie == TWO_ALL_WIN || !several(best))
        return best;
    best = best_of(table, best, discards_worth);
    return several(best) && tie == TWO_DISCARD_THEN_NONE ? 0 : best;
}

/* The only one still in with a Spy among the discards gains a token. */
static void reward_spy(struct out out, unsigned in)
{
    unsigned spies = 0;

    for (; in; in &= in - 1) {
        unsigned pile = TWO_DISCARDS + hc_lowest_bit(in);

        if (hc_box_pile_cards(&out.table->box, pile).w[0] & TWO_SPY_CARDS)
            spies |= in & -in;
    }
    if (spies && !several(spies))
        emit_seat(out, TWO_SPY_REWARDED, hc_lowest_bit(spies));
}

void two_end_round(struct out out)
{
    struct hc_table *table = out.table;
    const struct two *two = two_see(table);
    unsigned in = seats_in(table), winners = several(in) ? compare_hands(out, in) : in;
    unsigned reached = 0;

    emit_value(out, TWO_ROUND_WON, winners);
    for (; winners; winners &= winners - 1)
        emit_seat(out, TWO_TOKEN_AWARDED, hc_lowest_bit(winners));
    if (table->rules.byte[TWO_EDITION] == TWO_ED2019)
        reward_spy(out, in);
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (two->tokens[seat] >= two->tokens_to_win)
            reached |= bit(seat);
    reached &= ~(unsigned)two->dropped;
    if (reached)
        end_match(out, reached);
    else
        enter_phase(out, TWO_ROUND_OVER);
}

/* ---- Commands of the house ------------------------------------------------------------------ */

/* Who starts: the winner of the last round; after one without a winner, the next seat. */
static unsigned choose_starter(const struct hc_table *table, unsigned players, struct hc_dice *dice)
{
    const struct two *two = two_see(table);
    unsigned among = two->round_winners & players, option = TWO_TIE_START;

    if (two->phase == TWO_LOBBY)
        among = players, option = TWO_FIRST_START;
    else if (!among)
        return next_of(players, two->starter);
    if (several(among) && table->rules.byte[option] == TWO_START_RANDOM)
        return hc_nth_bit(among, hc_dice_below(dice, hc_bits(among)));
    return hc_lowest_bit(among);
}

/* Takes back what the last round left behind; only what changes is told. */
static void clear_round(struct out out)
{
    const struct hc_table *table = out.table;
    const struct two *two = two_see(table);

    for (unsigned mask = two->out & ~(unsigned)two->dropped; mask; mask &= mask - 1)
        emit_seat(out, TWO_PLAYER_RESTORED, hc_lowest_bit(mask));
    for (unsigned mask = two->protected; mask; mask &= mask - 1)
        emit_seat(out, TWO_PLAYER_PROTECTION_CLEARED, hc_lowest_bit(mask));
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (table->box.pile[TWO_DISCARDS + seat].count)
            emit_seat(out, TWO_PLAYER_DISCARD_PILE_CLEARED, seat);
}

/* Starts the match from the lobby, or the next round. Everybody who was not dropped plays. */
static enum hc_refusal begin_round(struct hc_move *move)
{
    struct out out = out_of(move);
    const struct hc_table *table = move->table;
    const struct two *two = two_see(table);
    const struct two_edition *edition = edition_of(table);
    const struct hc_box *box = &table->box;
    unsigned players = all_seats(table) & ~(unsigned)two->dropped, many = hc_bits(players);
    unsigned count = move->rigged_count ? move->rigged_count : edition->deck.card_count;
    unsigned open = table->rules.byte[TWO_TWO_PLAYER_FACEUP] && many == 2 ? 3 : 0, starter, seat;
    uint8_t cards[TWO_CARDS_END];
    struct hc_dice dice;

    if (many < 2)
        return HC_NOT_ENOUGH_PLAYERS;
    /* One is set aside, one is dealt to each player, one is drawn by the first. */
    if (count > edition->deck.card_count || count < 1 + open + many + 1)
        return HC_BAD_CONFIG;
    hc_stream_open(table, &dice);
    starter = choose_starter(table, players, &dice);
    if (move->rigged_count) {
        hc_copy(cards, move->rigged, count);
    } else {
        hc_copy(cards, edition->cards, sizeof cards);
        hc_dice_shuffle(&dice, cards, count);
    }

    if (two->phase == TWO_LOBBY) {
        unsigned tokens = table->rules.byte[TWO_TOKENS_TO_WIN];

        emit_value(out, TWO_GAME_STARTED, tokens ? tokens : edition->tokens[table->seats]);
    }
    clear_round(out);
    emit_value(out, TWO_ROUND_UPDATED, two->round + 1u);
    emit_cards(out, TWO_DECK_UPDATED, HC_NONE, HC_NONE, 0, cards, count);
    emit_seat(out, TWO_FIRST_PLAYER, starter);
    emit_card(out, TWO_CARD_REMOVED, HC_NONE, hc_box_top(box, TWO_DECK));
    for (; open; open--)
        emit_card(out, TWO_CARD_LAID_OPEN, HC_NONE, hc_box_top(box, TWO_DECK));
    seat = starter;
    do {
        deal(out, seat);
        seat = next_of(players, seat);
    } while (seat != starter);
    two_begin_turn(out, starter);
    return HC_OK;
}

static enum hc_refusal decide_end(struct hc_move *move)
{
    struct out out = out_of(move);

    enter_phase(out, TWO_GAME_OVER);
    emit_seat(out, TWO_GAME_ENDED, HC_NONE);
    return HC_OK;
}

static enum hc_refusal decide_leave(struct hc_move *move)
{
    struct out out = out_of(move);
    const struct two *two = two_see(move->table);
    unsigned seat = move->command->target;

    if (seat >= move->table->seats)
        return HC_NO_SEAT;
    if ((two->away | two->dropped) & bit(seat))
        return HC_BAD_TARGET;
    emit_seat(out, TWO_PLAYER_LEFT, seat);
    return HC_OK;
}

static enum hc_refusal decide_return(struct hc_move *move)
{
    struct out out = out_of(move);
    unsigned seat = move->command->target;

    if (seat >= move->table->seats)
        return HC_NO_SEAT;
    if (!(two_see(move->table)->away & bit(seat)))
        return HC_BAD_TARGET;
    emit_seat(out, TWO_PLAYER_RETURNED, seat);
    return HC_OK;
}

static enum hc_refusal decide_drop(struct hc_move *move)
{
    struct out out = out_of(move);
    const struct hc_table *table = move->table;
    const struct two *two = two_see(table);
    unsigned seat = move->command->target, left;

    if (two->phase == TWO_LOBBY)
        return HC_BAD_PHASE;
    if (seat >= table->seats)
        return HC_NO_SEAT;
    if (two->dropped & bit(seat))
        return HC_BAD_TARGET;
    emit_seat(out, TWO_PLAYER_DROPPED, seat);
    if (!(two->out & bit(seat))) {
        if (in_round(two))
            two_eliminate(out, seat);
        else
            emit_seat(out, TWO_PLAYER_ELIMINATED, seat);
    }
    left = all_seats(table) & ~(unsigned)two->dropped;
    if (!several(left))
        end_match(out, left);
    else if (in_round(two) && (seat == two->turn || !several(seats_in(table))))
        two_finish_turn(out);
    return HC_OK;
}

static enum hc_refusal decide_join(struct hc_move *move)
{
    struct out out = out_of(move);
    const struct hc_table *table = move->table;
    unsigned seat = move->command->target;

    if (two_see(table)->phase != TWO_LOBBY)
        return HC_BAD_PHASE;
    if (seat < table->seats)
        return HC_DUPLICATE_PLAYER;
    if (table->seats >= edition_of(table)->deck.seats_max)
        return HC_ROOM_FULL;
    if (seat != table->seats)
        return HC_BAD_TARGET;
    emit_value(out, TWO_PLAYER_JOINED, seat);
    return HC_OK;
}

enum hc_refusal two_house(struct hc_move *move)
{
    unsigned phase = two_see(move->table)->phase;

    switch (move->command->verb) {
    case TWO_START:
        return phase == TWO_LOBBY ? begin_round(move) : HC_BAD_PHASE;
    case TWO_NEXT:
        return phase == TWO_ROUND_OVER ? begin_round(move) : HC_BAD_PHASE;
    case TWO_END:
        return decide_end(move);
    case TWO_LEAVE:
        return decide_leave(move);
    case TWO_RETURN:
        return decide_return(move);
    case TWO_DROP:
        return decide_drop(move);
    case TWO_JOIN:
        return decide_join(move);
    default:
        return HC_MALFORMED;
    }
}
