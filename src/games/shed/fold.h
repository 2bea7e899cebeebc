// SPDX-License-Identifier: MIT
/*
 * fold.h: what each event of shed does to the table, and how decide emits one.
 *
 * shed_fold() is a switch that checks no rules. It stands in a header and is always inlined, so
 * that emitting an event whose kind is known costs just that event's arm.
 */
#ifndef HC_GAMES_SHED_FOLD_H
#define HC_GAMES_SHED_FOLD_H

#include "games/shed/shed.h"

/* While paused, the game goes on behind the pause. */
ALWAYS_INLINE void set_phase(struct shed *s, unsigned phase)
{
    if (s->phase == SHED_PAUSED && s->orphans)
        s->resume = (uint8_t)phase;
    else
        s->phase = (uint8_t)phase;
}

ALWAYS_INLINE void lapse_call(struct hc_table *t, struct shed *s, unsigned seat)
{
    if (hand_count(t, seat) != 1) {
        s->called &= (uint16_t) ~(1u << seat);
        s->vulnerable &= (uint16_t) ~(1u << seat);
    }
}

/* A turn action of anybody closes the window for catching and makes the top card old. */
ALWAYS_INLINE void turn_action(struct shed *s)
{
    s->vulnerable = 0;
    s->fresh = 0;
}

/* The player of a card is open to being caught if it left them one card uncalled. */
ALWAYS_INLINE void expose(struct hc_table *t, struct shed *s, unsigned seat)
{
    if (t->rules.byte[SHED_UNO_CALL] && hand_count(t, seat) == 1 && !(s->called >> seat & 1))
        s->vulnerable |= (uint16_t)(1u << seat);
}

ALWAYS_INLINE bool moves_hands(const struct hc_table *t, unsigned face)
{
    const uint8_t *rule = t->rules.byte;
    unsigned value = face_value(face);

    /* The rules first: they never change, whereas every seventh card is a Seven or a Zero. */
    return (rule[SHED_SEVEN_SWAP] && value == 7) || (rule[SHED_ZERO_PASS] && value == 0);
}

ALWAYS_INLINE void fold_card(struct hc_table *t, struct shed *s, unsigned seat, unsigned card,
                             bool cancels)
{
    unsigned face = shed_cards.face_of[card], value = face_value(face);

    turn_action(s);
    s->stacked = s->pending;
    s->pending = 0;
    s->cancels = cancels;
    hc_box_play(&t->box, (struct hc_cards){{face_bits(face), face_bits(face)}}, seat, card,
                PILE_DISCARD);
    s->stall = 0;
    s->top_player = (uint8_t)seat;
    s->fresh = 1;
    s->verdict = VERDICT_NONE;
    s->color_before = s->color;
    s->color = value < VALUES ? (uint8_t)face_color(face) : s->color;
    s->matching = matching_bits(s->color, face);
    s->skip_run = value == VALUE_SKIP ? (uint8_t)(s->skip_run + !cancels) : 0;
    if (s->called)
        lapse_call(t, s, seat);
    if (!moves_hands(t, face))
        expose(t, s, seat);
}

/* Hands were exchanged: whoever received a single card counts as having called. */
static inline void fold_received(struct hc_table *t, struct shed *s, unsigned player)
{
    unsigned active = active_seats(t);

    for (unsigned seat = 0; seat < t->seats; seat++) {
        if (!(active >> seat & 1))
            continue;
        lapse_call(t, s, seat);
        if (seat != player && hand_count(t, seat) == 1)
            s->called |= (uint16_t)(1u << seat);
    }
    expose(t, s, player);
}

static inline void fold_swap(struct hc_table *t, struct shed *s, unsigned a, unsigned b)
{
    uint8_t to[HC_SEATS_MAX] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    unsigned others = s->called & ~(1u << a | 1u << b);

    to[a] = (uint8_t)b;
    to[b] = (uint8_t)a;
    hc_box_pass(&t->box, to, t->seats);
    fold_received(t, s, a);
    s->called = (uint16_t)(others | (s->called & (1u << a | 1u << b)));
}

static inline void fold_pass_hands(struct hc_table *t, struct shed *s)
{
    uint8_t to[HC_SEATS_MAX];
    unsigned active = active_seats(t);

    for (unsigned seat = 0; seat < t->seats; seat++)
        to[seat] = (uint8_t)(active >> seat & 1 ? next_seat(t, seat) : seat);
    hc_box_pass(&t->box, to, t->seats);
    fold_received(t, s, s->top_player < t->seats ? s->top_player : s->turn);
}

ALWAYS_INLINE void fold_draw(struct hc_table *t, struct shed *s, unsigned seat, unsigned reason,
                             const uint8_t *cards, unsigned count)
{
    bool accepted = reason == REASON_PENALTY && s->phase == SHED_AWAIT_PENALTY;

    for (unsigned i = 0; i < count; i++)
        hc_box_draw(&t->box, PILE_DRAW, seat);
    if (count) {
        s->stall = 0;
        if (s->called | s->vulnerable)
            lapse_call(t, s, seat);
    }
    if (reason == REASON_TURN || reason == REASON_TIMEOUT) {
        s->has_drawn = 1;
        s->drawn = count ? cards[count - 1] : HC_NONE;
    }
    if (reason == REASON_TURN || reason == REASON_TIMEOUT || accepted)
        turn_action(s);
}

static inline void fold_round(struct hc_table *t, struct shed *s, unsigned starter, unsigned round,
                              const uint8_t *cards, unsigned count)
{
    hc_stream_used(t);
    hc_box_fill(&t->box, PILE_DRAW, cards, count);
    s->round = (uint16_t)round;
    s->starter = s->turn = (uint8_t)starter;
    s->direction = 1;
    s->color = s->drawn = s->top_player = HC_NONE;
    s->color_before = HC_NONE;
    s->pending = s->stacked = s->cancels = 0;
    s->has_drawn = s->skip_run = s->stall = s->fresh = 0;
    s->verdict = VERDICT_NONE;
    s->called = s->vulnerable = s->knocked_out = s->round_winners = 0;
    s->active = (uint16_t)(((1u << t->seats) - 1) & ~(unsigned)s->gone);
    s->matching = 0;
    s->phase = SHED_DEALING;
}

static inline void fold_deal(struct hc_table *t, struct shed *s, unsigned count)
{
    unsigned seat = s->starter;

    for (unsigned i = 0; i < count; i++, seat = next_seat(t, seat))
        hc_box_draw(&t->box, PILE_DRAW, seat);
    for (unsigned p = 0; p < t->seats; p++)
        if (hand_count(t, p) == 1)
            s->called |= (uint16_t)(1u << p); /* a dealt single card was nobody's fault */
    s->phase = SHED_INITIAL_CARD;
}

static inline void fold_initial(struct hc_table *t, struct shed *s)
{
    unsigned face;

    hc_box_turn(&t->box, PILE_DRAW, PILE_DISCARD, true);
    face = top_face(t);
    s->color = (uint8_t)face_color(face);
    s->matching = matching_bits(s->color, face);
    s->skip_run =
        face_value(face) == VALUE_SKIP && t->rules.byte[SHED_FIRST_ACTION] == FIRST_ACTION_APPLY;
    s->phase = SHED_RESOLVING;
}

/* The draw pile in a new order, with the discarded first card or a dropped hand put back. */
static inline void fold_shuffle(struct hc_table *t, struct shed *s, const uint8_t *cards,
                                unsigned count)
{
    hc_stream_used(t);
    if (s->phase == SHED_INITIAL_CARD && t->box.pile[PILE_DISCARD].count)
        hc_box_turn(&t->box, PILE_DISCARD, PILE_DRAW, false);
    hc_box_stack(&t->box, PILE_DRAW, cards, count);
}

/* The hands lie open, so that everybody can count them. */
static inline void fold_round_over(struct hc_table *t, struct shed *s, uint16_t winners)
{
    for (unsigned seat = 0; seat < t->seats; seat++)
        hc_box_look(&t->box, seat, HC_NONE);
    s->round_winners = winners;
    s->vulnerable = 0;
    s->pending = s->stacked = 0;
    set_phase(s, SHED_ROUND_OVER);
}

static inline void fold_leave(struct hc_table *t, struct shed *s, unsigned seat)
{
    uint16_t bit = (uint16_t)(1u << seat);

    hc_box_lay_down(&t->box, seat, PILE_DRAW);
    s->gone |= bit;
    s->active &= (uint16_t)~bit;
    s->called &= (uint16_t)~bit;
    s->vulnerable &= (uint16_t)~bit;
    s->orphans &= (uint16_t)~bit;
    if (s->phase == SHED_PAUSED && !s->orphans)
        s->phase = s->resume;
}

ALWAYS_INLINE void shed_fold(struct hc_table *t, unsigned kind, unsigned seat, unsigned other,
                             int32_t value, const uint8_t *cards, unsigned count)
{
    struct shed *s = shed_of(t);

    switch ((enum shed_event)kind) {
    case SHED_PLAYER_JOINED:
        if (t->seats < HC_SEATS_MAX)
            s->active |= (uint16_t)(1u << t->seats++);
        break;
    case SHED_GAME_STARTED:
        break;
    case SHED_ROUND_STARTED:
        fold_round(t, s, seat, (unsigned)value, cards, count);
        break;
    case SHED_DEALT:
        fold_deal(t, s, count);
        break;
    case SHED_INITIAL_REJECTED:
        hc_box_turn(&t->box, PILE_DRAW, PILE_DISCARD, true);
        break;
    case SHED_PILE_SHUFFLED:
        fold_shuffle(t, s, cards, count);
        break;
    case SHED_INITIAL:
        fold_initial(t, s);
        break;
    case SHED_JUMPED_IN:
        s->turn = (uint8_t)seat;
        break;
    case SHED_CARD_PLAYED:
        fold_card(t, s, seat, cards[0], value != 0);
        break;
    case SHED_WD4_JUDGED:
        s->verdict = (uint8_t)value;
        break;
    case SHED_WINDOW_OPENED:
        s->window_ms[seat] = (uint32_t)value;
        break;
    case SHED_AWAITING_COLOR:
        s->turn = (uint8_t)seat;
        set_phase(s, SHED_AWAIT_COLOR);
        break;
    case SHED_AWAITING_TARGET:
        s->turn = (uint8_t)seat;
        set_phase(s, SHED_AWAIT_TARGET);
        break;
    case SHED_COLOR_CHOSEN:
        s->color = (uint8_t)(value >= 0 && value < COLORS ? value : HC_NONE);
        if (t->box.pile[PILE_DISCARD].count)
            s->matching = matching_bits(s->color, top_face(t));
        break;
    case SHED_DIRECTION:
        s->direction = (int8_t)value;
        break;
    case SHED_SKIPPED:
        break;
    case SHED_DREW:
        fold_draw(t, s, seat, (unsigned)value, cards, count);
        break;
    case SHED_PASSED:
        turn_action(s);
        /* Who draws and passes is taken to hold nothing that matches; a Wild may have been kept. */
        if (s->has_drawn)
            hc_box_lack(&t->box, seat, s->matching & COLORED_BITS);
        if (s->has_drawn && s->drawn == HC_NONE)
            s->stall++;
        break;
    case SHED_PENALTY_PENDING:
        s->turn = (uint8_t)seat;
        s->pending = (uint8_t)value;
        s->stacked = 0;
        s->has_drawn = 0;
        s->drawn = HC_NONE;
        set_phase(s, SHED_AWAIT_PENALTY);
        break;
    case SHED_HAND_REVEALED:
        hc_box_look(&t->box, seat, other);
        break;
    case SHED_CHALLENGED:
        turn_action(s);
        s->verdict = VERDICT_NONE;
        break;
    case SHED_UNO_CALLED:
        s->called |= (uint16_t)(1u << seat);
        s->vulnerable &= (uint16_t) ~(1u << seat);
        break;
    case SHED_UNO_CAUGHT:
        /* Counts as called, so that nobody is caught twice if there is no card to draw. */
        s->called |= (uint16_t)(1u << other);
        s->vulnerable &= (uint16_t) ~(1u << other);
        break;
    case SHED_UNO_CATCH_FAILED:
        break;
    case SHED_HANDS_SWAPPED:
        fold_swap(t, s, seat, other);
        break;
    case SHED_HANDS_PASSED:
        fold_pass_hands(t, s);
        break;
    case SHED_RESHUFFLED:
        hc_stream_used(t);
        hc_box_recycle(&t->box, PILE_DISCARD, PILE_DRAW, cards, count);
        break;
    case SHED_KNOCKED_OUT:
        hc_box_lay_down(&t->box, seat, PILE_DISCARD);
        s->knocked_out |= (uint16_t)(1u << seat);
        s->active &= (uint16_t) ~(1u << seat);
        s->called &= (uint16_t) ~(1u << seat);
        s->vulnerable &= (uint16_t) ~(1u << seat);
        break;
    case SHED_TIMED_OUT:
        turn_action(s);
        break;
    case SHED_STALEMATED:
        break;
    case SHED_ROUND_WON:
        fold_round_over(t, s, (uint16_t)(1u << seat));
        break;
    case SHED_ROUND_DRAWN:
        fold_round_over(t, s, 0);
        break;
    case SHED_SCORED:
        s->scores[seat] = (int16_t)value;
        break;
    case SHED_GAME_WON:
        s->match_winners = (uint16_t)value;
        s->vulnerable = 0;
        s->pending = s->stacked = 0;
        s->phase = SHED_GAME_OVER;
        break;
    case SHED_GAME_ENDED:
        s->match_winners = 0;
        s->vulnerable = 0;
        s->pending = s->stacked = 0;
        s->phase = SHED_GAME_OVER;
        break;
    case SHED_PAUSE_BEGAN:
        if (s->phase != SHED_PAUSED)
            s->resume = s->phase;
        s->phase = SHED_PAUSED;
        s->orphans |= (uint16_t)(1u << seat);
        break;
    case SHED_PAUSE_ENDED:
        s->orphans &= (uint16_t) ~(1u << seat);
        if (!s->orphans)
            s->phase = s->resume;
        break;
    case SHED_PLAYER_AWAY:
        s->orphans |= (uint16_t)(1u << seat);
        break;
    case SHED_PLAYER_BACK:
        s->orphans &= (uint16_t) ~(1u << seat);
        break;
    case SHED_PLAYER_LEFT:
        fold_leave(t, s, seat);
        break;
    case SHED_TURN:
        s->turn = (uint8_t)seat;
        s->pending = s->stacked = s->has_drawn = s->verdict = 0;
        s->drawn = HC_NONE;
        set_phase(s, SHED_PLAYER_TURN);
        break;
    case SHED_EVENTS:
        break;
    }
}

/*
 * Emits an event: written to the caller's buffer, numbered and applied. Table and buffer are passed
 * by value, because a byte stored through either could otherwise be a byte of the move itself, and
 * the compiler would load them again for every event. Cards of the event may already stand in the
 * buffer (cards == NULL).
 */
ALWAYS_INLINE void emit_to(struct hc_table *t, struct hc_events *events, enum shed_event kind,
                           unsigned seat, unsigned other, int32_t value, const uint8_t *cards,
                           unsigned count)
{
    struct hc_event *event = hc_event_add(events, kind, seat, other, value, count);

    for (unsigned i = 0; cards && i < count; i++)
        event->cards[i] = cards[i];
    shed_fold(t, kind, seat, other, value, cards ? cards : event->cards, count);
}

ALWAYS_INLINE void emit_cards(struct hc_move *m, enum shed_event kind, unsigned seat,
                              unsigned other, int32_t value, const uint8_t *cards, unsigned count)
{
    emit_to(m->table, m->events, kind, seat, other, value, cards, count);
}

ALWAYS_INLINE void emit(struct hc_move *m, enum shed_event kind, unsigned seat, int32_t value)
{
    emit_cards(m, kind, seat, HC_NONE, value, NULL, 0);
}

ALWAYS_INLINE void turn_to(struct hc_table *t, struct hc_events *events, unsigned seat)
{
    emit_to(t, events, SHED_TURN, seat, HC_NONE, 0, NULL, 0);
}

static inline void shed_turn(struct hc_move *m, unsigned seat)
{
    turn_to(m->table, m->events, seat);
}

/* Emits a draw of the top `count` cards of the pile, which has them. */
ALWAYS_INLINE void draw_top(struct hc_table *t, struct hc_events *events, unsigned seat,
                            unsigned count, enum shed_reason reason)
{
    struct hc_event *event = hc_event_begin(events, count);
    unsigned card = hc_box_top(&t->box, PILE_DRAW);

    for (unsigned i = 0; i < count; i++, card = t->box.next[card])
        event->cards[i] = (uint8_t)card;
    emit_to(t, events, SHED_DREW, seat, HC_NONE, (int32_t)reason, NULL, count);
}

/* The turn passes on, and if nobody could draw all round the table, the round is over. */
ALWAYS_INLINE void pass_on(struct hc_move *m, struct hc_table *t, struct hc_events *events,
                           unsigned seat)
{
    emit_to(t, events, SHED_PASSED, seat, HC_NONE, 0, NULL, 0);
    if (shed_see(t)->stall && shed_see(t)->stall >= hc_bits(active_seats(t)))
        shed_end_in_stalemate(m);
    else
        turn_to(t, events, next_seat(t, seat));
}

#endif
