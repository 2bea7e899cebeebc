// SPDX-License-Identifier: MIT
/*
 * fold.h: what each event of two does to the table, and how decide emits one.
 *
 * fold() is a switch that checks no rules. It is always inlined, so that emitting an event whose
 * kind is known to the compiler leaves a handful of instructions.
 */
#ifndef HC_GAMES_TWO_FOLD_H
#define HC_GAMES_TWO_FOLD_H

#include "games/two/two.h"

/* The hand that won a comparison holds nothing up to the card that lost it. */
static inline void fold_comparison(struct hc_table *table, unsigned one, unsigned other)
{
    const uint8_t *face_of = edition_of(table)->deck.face_of;
    uint64_t mine = hand_of(table, one), theirs = hand_of(table, other);
    unsigned my_face, their_face;

    if (!mine || !theirs)
        return;
    my_face = face_of[hc_lowest_bit(mine)];
    their_face = face_of[hc_lowest_bit(theirs)];
    if (my_face > their_face)
        hc_box_lack(&table->box, one, (2ull << their_face) - 1);
    else if (my_face < their_face)
        hc_box_lack(&table->box, other, (2ull << my_face) - 1);
}

/* A forged log may name nobody where there must be somebody: that breaks the law of the box. */
ALWAYS_INLINE void fold(struct hc_table *table, enum two_event kind, unsigned seat, unsigned other,
                        int32_t value, const uint8_t *cards, unsigned count)
{
    struct two *two = two_of(table);
    struct hc_box *box = &table->box;

    switch (kind) {
    case TWO_GAME_STARTED:
        two->tokens_to_win = (uint8_t)value;
        break;
    case TWO_PLAYER_JOINED:
        if (hc_box_lawful(box, table->seats < TWO_SEATS_MAX))
            table->seats++;
        break;
    case TWO_PLAYER_LEFT:
        two->away = (uint16_t)(two->away | bit(seat));
        break;
    case TWO_PLAYER_RETURNED:
        two->away = (uint16_t)(two->away & ~bit(seat));
        break;
    case TWO_PLAYER_DROPPED:
        two->dropped = (uint16_t)(two->dropped | bit(seat));
        two->away = (uint16_t)(two->away & ~bit(seat));
        /* Whom somebody has begun to play a card on is their secret, so no event of its own may
         * tell that the target must be chosen anew. */
        if (seat == two->turn)
            two->pending_face = HC_NONE;
        if (seat == two->turn || seat == two->pending_target)
            two->pending_target = HC_NONE;
        break;
    case TWO_PLAYER_RESTORED:
        two->out = (uint16_t)(two->out & ~bit(seat));
        break;
    case TWO_PLAYER_PROTECTION_CLEARED:
        two->protected = (uint16_t)(two->protected & ~bit(seat));
        break;
    case TWO_PLAYER_DISCARD_PILE_CLEARED:
        hc_box_remove(box, TWO_DISCARDS + seat); /* until the deck is made anew */
        break;
    case TWO_ROUND_UPDATED:
        two->round = (uint16_t)value;
        two->round_winners = 0;
        break;
    case TWO_DECK_UPDATED:
        hc_box_fill(box, TWO_DECK, cards, count);
        hc_stream_used(table);
        break;
    case TWO_FIRST_PLAYER:
        two->starter = (uint8_t)seat;
        break;
    case TWO_CARD_REMOVED:
        hc_box_turn(box, TWO_DECK, TWO_SET_ASIDE, false);
        break;
    case TWO_CARD_LAID_OPEN:
        hc_box_turn(box, TWO_DECK, TWO_FACE_UP, true);
        break;
    case TWO_CARD_DEALT:
        hc_box_draw(box, TWO_DECK, seat);
        break;
    case TWO_PHASE_UPDATED:
        two->phase = (uint8_t)value;
        two->pending_face = two->pending_target = HC_NONE;
        break;
    case TWO_TURN:
        two->turn = (uint8_t)seat;
        break;
    case TWO_PLAYER_ACTION_STARTED:
    case TWO_PLAYER_ACTION_UPDATED:
        /* Logs of before have no card here: face and target are packed into the value. */
        two->pending_face = count ? edition_of(table)->deck.face_of[cards[0]] : (uint8_t)value;
        two->pending_target = count ? (uint8_t)other : (uint8_t)(value >> 8);
        break;
    case TWO_PLAYER_ACTION_COMPLETED:
        two->pending_face = two->pending_target = HC_NONE;
        break;
    case TWO_CARD_PLAYED:
    case TWO_CARD_DISCARDED:
        hc_box_play(box, (struct hc_cards){{two_copies[cards[0]], 0}}, seat, cards[0],
                    TWO_DISCARDS + seat);
        break;
    case TWO_HAND_REVEALED:
        hc_box_look(box, seat, other);
        break;
    case TWO_CARDS_COMPARED:
        if (!hc_box_lawful(box, other < TWO_SEATS_MAX))
            break;
        hc_box_look(box, seat, other);
        hc_box_look(box, other, seat);
        /* The lower card is laid down, so everybody learns what the other one is above. */
        if (table->rules.byte[TWO_REVEAL_ELIMINATED] == TWO_DISCARD_HAND)
            fold_comparison(table, seat, other);
        break;
    case TWO_GUESS_WRONG:
        if (hc_box_lawful(box, other < TWO_SEATS_MAX))
            hc_box_lack(box, other, 1ull << (value & 63));
        break;
    case TWO_PLAYER_PROTECTED:
        two->protected = (uint16_t)(two->protected | bit(seat));
        break;
    case TWO_SET_ASIDE_DEALT:
        hc_box_draw(box, TWO_SET_ASIDE, seat);
        break;
    case TWO_HANDS_SWAPPED: {
        uint8_t to[TWO_SEATS_MAX] = {0, 1, 2, 3, 4, 5};

        if (!hc_box_lawful(box, other < TWO_SEATS_MAX))
            break;
        to[seat] = (uint8_t)other;
        to[other] = (uint8_t)seat;
        hc_box_pass(box, to, TWO_SEATS_MAX);
        break;
    }
    case TWO_CARDS_BURIED:
        for (unsigned i = 0; i < count; i++)
            hc_box_bury(box, seat, cards[i], TWO_DECK);
        break;
    case TWO_PLAYER_ELIMINATED:
        two->out = (uint16_t)(two->out | bit(seat));
        two->protected = (uint16_t)(two->protected & ~bit(seat));
        break;
    case TWO_HAND_SHOWN:
        hc_box_look(box, seat, HC_NONE);
        break;
    case TWO_ROUND_WON:
        two->round_winners = (uint16_t)value;
        break;
    case TWO_TOKEN_AWARDED:
    case TWO_SPY_REWARDED:
        two->tokens[seat]++;
        break;
    case TWO_GAME_WON:
        two->match_winners = (uint16_t)value;
        break;
    case TWO_TIMED_OUT:
    case TWO_NO_EFFECT:
    case TWO_GUESS_RIGHT:
    case TWO_GAME_ENDED:
    case TWO_EVENT_COUNT:
        break;
    }
}

static inline struct out out_of(const struct hc_move *move)
{
    return (struct out){move->table, move->events};
}

ALWAYS_INLINE void emit_cards(struct out out, enum two_event kind, unsigned seat, unsigned other,
                              int32_t value, const uint8_t *cards, unsigned count)
{
    struct hc_event *event = hc_event_add(out.events, kind, seat, other, value, count);

    if (count)
        hc_copy(event->cards, cards, count);
    fold(out.table, kind, seat, other, value, cards, count);
}

ALWAYS_INLINE void emit(struct out out, enum two_event kind, unsigned seat, unsigned other,
                        int32_t value)
{
    emit_cards(out, kind, seat, other, value, NULL, 0);
}

ALWAYS_INLINE void emit_seat(struct out out, enum two_event kind, unsigned seat)
{
    emit_cards(out, kind, seat, HC_NONE, 0, NULL, 0);
}

ALWAYS_INLINE void emit_value(struct out out, enum two_event kind, unsigned value)
{
    emit_cards(out, kind, HC_NONE, HC_NONE, (int32_t)value, NULL, 0);
}

ALWAYS_INLINE void emit_card(struct out out, enum two_event kind, unsigned seat, unsigned card)
{
    uint8_t one = (uint8_t)card;

    emit_cards(out, kind, seat, HC_NONE, 0, &one, 1);
}

static inline void enter_phase(struct out out, enum two_phase phase)
{
    emit_value(out, TWO_PHASE_UPDATED, phase);
}

/* The top card of the deck, which must not be empty, goes to a hand. */
ALWAYS_INLINE void deal(struct out out, unsigned seat)
{
    emit_card(out, TWO_CARD_DEALT, seat, hc_box_top(&out.table->box, TWO_DECK));
}

#endif
