// SPDX-License-Identifier: MIT
/* check.c: what may be done at a table of two, whether it is sound, and how positions are made. */
#include "games/two/two.h"

#include "games/two/fold.h"

/* ---- Actions -------------------------------------------------------------------------------- */

/* An action can be pending only in the middle of a turn, with a card that is held. */
static const char *check_pending(const struct hc_table *table)
{
    const struct two *two = two_see(table);
    const struct two_edition *edition = edition_of(table);

    if (two->pending_face == HC_NONE)
        return two->pending_target == HC_NONE ? NULL : "a target is chosen for no card";
    if (two->phase != TWO_PLAYER_TURN)
        return "an action is pending outside a turn";
    if (two->pending_face >= edition->deck.face_count ||
        !needs_target(&edition->kind[two->pending_face]) ||
        !(hand_of(table, two->turn) & edition->deck.copies[two->pending_face].w[0]) ||
        countess_forced(hand_of(table, two->turn)))
        return "an action is pending with a card that cannot be played";
    if (two->pending_target == HC_NONE)
        return NULL;
    if (two->pending_face != edition->guard || two->pending_target >= table->seats ||
        !(targets_in(edition->kind[edition->guard].ask & choices_now(table, two->turn)) &
          bit(two->pending_target)))
        return "an action is pending with a target that cannot be chosen";
    return NULL;
}

static inline uint64_t faces_of(const struct hc_deck *deck, uint64_t cards)
{
    uint64_t faces = 0;

    for (; cards; cards &= cards - 1)
        faces |= 1ull << deck->face_of[hc_lowest_bit(cards)];
    return faces;
}

/* A row for one face. */
static inline void fill_play(struct hc_choice *row, unsigned face, two_ask ask, unsigned ways)
{
    row->verb = TWO_PLAY;
    row->colors = 0;
    row->targets = (uint16_t)targets_in(ask);
    row->ways = (uint16_t)ways;
    row->marked = ask < 0;
    row->faces = 1ull << face;
    row->guesses = guesses_in(ask);
}

/* One or two cards may be played. The second row is written in any case, since nobody foresees
 * whether it counts. */
static inline void list_plays(const struct hc_table *table, two_ask now, uint64_t cards,
                              struct hc_actions *actions)
{
    const struct two_edition *edition = edition_of(table);
    const uint8_t *face_of = edition->deck.face_of, *ways = edition->ways[hc_bits((uint16_t)now)];
    unsigned low = hc_lowest_bit(cards), high = 63 - (unsigned)__builtin_clzll(cards);
    bool apart = face_of[low] != face_of[high];

    fill_play(&actions->choice[0], face_of[low], edition->kind[face_of[low]].ask & now, ways[low]);
    fill_play(&actions->choice[1], face_of[high], edition->kind[face_of[high]].ask & now,
              ways[high]);
    actions->ways = ways[low] + ((uint32_t)hc_mask(apart) & ways[high]);
    actions->count = 1 + apart;
}

/* One row for each card that may stay, since what may go last depends on it. */
static void list_keeps(const struct hc_table *table, unsigned seat, struct hc_actions *actions)
{
    const struct hc_deck *deck = &edition_of(table)->deck;
    uint64_t hand = hand_of(table, seat), listed = 0;

    for (uint64_t left = hand; left; left &= left - 1) {
        uint64_t face = faces_of(deck, left & -left), rest = hand & ~(left & -left);

        if (face & listed)
            continue;
        listed |= face;
        hc_choose(actions, TWO_KEEP, face, 0, 0, rest & (rest - 1) ? faces_of(deck, rest) : 0);
    }
}

static void list_house(const struct hc_table *table, struct hc_actions *actions)
{
    const struct two *two = two_see(table);
    bool enough = several(all_seats(table) & ~(unsigned)two->dropped);

    if (two->phase == TWO_LOBBY && enough)
        hc_choose(actions, TWO_START, 0, 0, 0, 0);
    if (two->phase == TWO_ROUND_OVER && enough)
        hc_choose(actions, TWO_NEXT, 0, 0, 0, 0);
    if (two->phase != TWO_GAME_OVER)
        hc_choose(actions, TWO_END, 0, 0, 0, 0);
}

/* What goes on with an action that was begun: its card, and its target if that was chosen. */
static void list_pending(const struct hc_table *table, unsigned seat, struct hc_actions *actions)
{
    const struct two *two = two_see(table);
    two_ask now = choices_now(table, seat);

    if (check_pending(table))
        return;
    if (two->pending_target != HC_NONE)
        now &= ~TWO_ASK(0xffff, 0, 0xffff, 0) | bit(two->pending_target);
    list_plays(table, now,
               hand_of(table, seat) & edition_of(table)->deck.copies[two->pending_face].w[0],
               actions);
}

/* Whatever is not a turn in its ordinary course. */
static NOT_INLINE void list_other(const struct hc_table *table, unsigned seat,
                                  struct hc_actions *actions)
{
    const struct two *two = two_see(table);

    if (seat == HC_HOUSE)
        list_house(table, actions);
    if (seat != two->turn)
        return;
    if (two->phase == TWO_AWAIT_DRAW && table->box.pile[TWO_DECK].count)
        hc_choose(actions, TWO_DRAW, 0, 0, 0, 0);
    if (two->phase == TWO_AWAIT_KEEP)
        list_keeps(table, seat, actions);
    if (two->phase == TWO_PLAYER_TURN && two->pending_face != HC_NONE)
        list_pending(table, seat, actions);
}

void two_actions(const struct hc_table *table, unsigned seat, uint32_t now_ms,
                 struct hc_actions *actions)
{
    const struct two *two = two_see(table);
    uint64_t hand;

    (void)now_ms;
    if (seat != two->turn || two->phase != TWO_PLAYER_TURN || two->pending_face != HC_NONE) {
        list_other(table, seat, actions);
        return;
    }
    hand = hand_of(table, seat);
    if (countess_forced(hand))
        hand = TWO_COUNTESS_CARDS;
    if (hand)
        list_plays(table, choices_now(table, seat), hand, actions);
}

/* ---- Soundness, positions ------------------------------------------------------------------- */

/*
 * Holds after every event, so in the middle of a command as well: a hand may be empty for a moment
 * while the Prince is at work, and the player whose turn it is may just have gone out.
 */
const char *two_check(const struct hc_table *table)
{
    const struct two *two = two_see(table);
    const struct hc_box *box = &table->box;
    unsigned all = all_seats(table);
    unsigned masks = (unsigned)two->out | two->protected | two->dropped | two->away |
                     two->round_winners | two->match_winners;
    unsigned turn_most = two->phase == TWO_AWAIT_DRAW ? 1 : two->phase == TWO_PLAYER_TURN ? 2 : 3;

    if (table->rules.byte[TWO_EDITION] >= TWO_EDITION_COUNT)
        return "there is no such edition";
    if (table->seats > edition_of(table)->deck.seats_max)
        return "there are more players than the edition has room for";
    if (two->phase >= TWO_PHASE_COUNT)
        return "there is no such phase";
    if (table->seats < 2 && two->phase != TWO_LOBBY && two->phase != TWO_GAME_OVER)
        return "a round is played by fewer than two";
    if ((two->turn >= table->seats && two->turn) || (two->starter >= table->seats && two->starter))
        return "it is the turn of a seat that does not exist";
    if (masks & ~all)
        return "a flag is set for a seat that does not exist";
    if (two->protected & two->out & ~two->dropped)
        return "a player who is out is protected";
    if (in_round(two) && two->out & ~two->dropped & bit(two->turn) &&
        (two->phase != TWO_PLAYER_TURN || several((unsigned)hand_of(table, two->turn))))
        return "a player who is out is to play";
    if (two->match_winners && two->phase != TWO_GAME_OVER)
        return "the match is won but not over";
    if (in_round(two) && !seats_in(table))
        return "nobody is left in the round";
    for (unsigned seat = 0; seat < HC_SEATS_MAX; seat++) {
        unsigned held = hc_count(box->hand[seat]);
        unsigned most = two->out & bit(seat) ? 3 : seat == two->turn ? turn_most : 1;

        if (seat >= table->seats && two->tokens[seat])
            return "an empty chair has tokens";
        if (seat >= table->seats && seat < TWO_SEATS_MAX && box->pile[TWO_DISCARDS + seat].count)
            return "an empty chair has discarded cards";
        if (held > most)
            return "a hand has too many cards";
        if (box->lacks[seat] & faces_of(&edition_of(table)->deck, box->hand[seat].w[0]))
            return "a hand holds a card that everybody knows it lacks";
    }
    if (box->pile[TWO_SET_ASIDE].count > 1)
        return "more than one card is set aside";
    return check_pending(table);
}

/* A position: what was not given follows from the cards in hand. */
void two_settle(struct hc_table *table, uint64_t given)
{
    struct two *two = two_of(table);
    unsigned tokens = table->rules.byte[TWO_TOKENS_TO_WIN], held;

    if (!(given >> TWO_FACT_TURN & 1))
        two->turn = two->starter;
    if (!(given >> TWO_FACT_ROUND & 1))
        two->round = 1;
    if (!(given >> TWO_FACT_TOKENS_TO_WIN & 1) && table->seats <= TWO_SEATS_MAX)
        two->tokens_to_win = (uint8_t)(tokens ? tokens : edition_of(table)->tokens[table->seats]);
    if (!(given >> TWO_FACT_PENDING_FACE & 1))
        two->pending_face = HC_NONE;
    if (!(given >> TWO_FACT_PENDING_TARGET & 1))
        two->pending_target = HC_NONE;
    two->out = (uint16_t)(two->out | two->dropped);
    if (given >> TWO_FACT_PHASE & 1)
        return;
    held = two->turn < HC_SEATS_MAX ? hc_count(table->box.hand[two->turn]) : 0;
    two->phase = TWO_PLAYER_TURN;
    if (held == 3)
        two->phase = TWO_AWAIT_KEEP;
    else if (held == 1 && !table->rules.byte[TWO_AUTO_DRAW])
        two->phase = TWO_AWAIT_DRAW;
}

/* An action that the turn's player may have begun: none, one with the card that was played then,
 * and that on somebody. */
bool two_recall(struct hc_table *table, unsigned viewer, unsigned face, unsigned nth)
{
    struct two *two = two_of(table);

    if (viewer == two->turn || two->phase != TWO_PLAYER_TURN)
        return nth == 0;
    two->pending_face = two->pending_target = HC_NONE;
    if (nth == 0)
        return true;
    if (face >= edition_of(table)->deck.face_count || nth > 1u + table->seats)
        return false;
    two->pending_face = (uint8_t)face;
    if (nth > 1)
        two->pending_target = (uint8_t)(nth - 2);
    return !check_pending(table);
}

const char *two_advise(const struct hc_rules *rules, uint64_t given)
{
    if (rules->byte[TWO_TIE] == TWO_DISCARD_THEN_NONE && given >> TWO_TIE_START & 1)
        return "tie_start";
    return NULL;
}
