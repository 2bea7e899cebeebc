// SPDX-License-Identifier: MIT
/* check.c: the invariants of shed, and positions set up by hand. */
#include "games/shed/shed.h"

void shed_open(struct hc_table *t)
{
    struct shed *s = shed_of(t);

    s->direction = 1;
    s->color = s->drawn = s->top_player = HC_NONE;
    s->color_before = HC_NONE;
    s->active = (uint16_t)((1u << t->seats) - 1);
}

/* Ranges first: nothing below may index with a number that has not been looked at. */
static const char *check_ranges(const struct hc_table *t, const struct shed *s)
{
    unsigned all = (1u << t->seats) - 1;

    if (s->phase >= SHED_PHASES || s->resume >= SHED_PHASES)
        return "there is no such phase";
    if (s->direction != 1 && s->direction != -1)
        return "the direction is neither 1 nor -1";
    if ((s->color >= COLORS && s->color != HC_NONE) ||
        (s->color_before >= COLORS && s->color_before != HC_NONE))
        return "there is no such colour";
    if ((s->called | s->vulnerable | s->gone | s->knocked_out | s->orphans | s->round_winners |
         s->match_winners) &
        ~all)
        return "a mask of seats names an empty chair";
    if (s->active != (all & ~(unsigned)(s->gone | s->knocked_out)))
        return "the active seats are not those that play";
    if (s->drawn != HC_NONE && s->drawn >= HC_CARDS_MAX)
        return "the drawn card is no card";
    if (s->top_player != HC_NONE && s->top_player >= t->seats)
        return "the top card was played from an empty chair";
    if (s->verdict > VERDICT_ILLEGAL || s->fresh > 1 || s->has_drawn > 1 || s->cancels > 1)
        return "a flag has an impossible value";
    if (t->seats ? s->turn >= t->seats || s->starter >= t->seats : s->turn | s->starter)
        return "it is an empty chair's turn";
    for (unsigned p = 0; p < t->seats; p++)
        if (hand_count(t, p) && !(s->active >> p & 1))
            return "a player who takes no part holds cards";
    return NULL;
}

static const char *check_play(const struct hc_table *t, const struct shed *s, unsigned phase)
{
    unsigned one = s->vulnerable & (s->vulnerable - 1u);

    if (!(active_seats(t) >> s->turn & 1))
        return "the current player is not active";
    if (hc_bits(active_seats(t)) < 2)
        return "a round is played by fewer than two";
    if (!t->box.pile[PILE_DISCARD].count)
        return "the discard pile is empty";
    if (s->matching != matching_bits(s->color, top_face(t)))
        return "what matches is not what lies on top";
    if ((s->pending > 0) != (phase == SHED_AWAIT_PENALTY))
        return "a penalty waits in the wrong phase, or none in its own";
    if (t->rules.byte[SHED_UNO_CHALLENGE_UNTIL] == UNTIL_NEXT_ACTION && one)
        return "two players can be caught at once";
    if (phase == SHED_PLAYER_TURN && s->color == HC_NONE && top_face(t) < FACE_WILD)
        return "a coloured card lies on top and there is no active colour";
    if (s->drawn != HC_NONE && !s->has_drawn)
        return "a card was drawn and yet nobody drew";
    if (s->verdict != VERDICT_NONE && s->top_player == HC_NONE)
        return "a card that nobody played was judged";
    return NULL;
}

const char *shed_check(const struct hc_table *t)
{
    const struct shed *s = shed_see(t);
    const char *broken = check_ranges(t, s);
    unsigned phase;

    if (broken)
        return broken;
    phase = s->phase == SHED_PAUSED ? s->resume : s->phase;
    if (phase == SHED_PAUSED || (s->phase == SHED_PAUSED && !s->orphans))
        return "the table is paused for nobody";
    if (phase >= SHED_PLAYER_TURN && phase <= SHED_AWAIT_PENALTY)
        return check_play(t, s, phase);
    return s->pending ? "a penalty waits for nobody" : NULL;
}

static bool is_given(uint64_t given, size_t offset)
{
    for (unsigned f = 0; f < hc_game_shed.fact_count; f++)
        if (hc_game_shed.facts[f].offset == offset)
            return given >> f & 1;
    return false;
}

/* What only the engine remembers of a table that was imagined in the middle of a round. */
static void settle_memory(struct hc_table *t, struct shed *s, uint64_t given)
{
    unsigned player = s->top_player, before = s->color_before;

    if (!is_given(given, offsetof(struct shed, drawn)))
        s->drawn =
            (uint8_t)(s->has_drawn && hand_count(t, s->turn) ? hc_lowest(t->box.hand[s->turn])
                                                             : HC_NONE);
    if (s->phase == SHED_AWAIT_PENALTY && t->rules.byte[SHED_WD4_RULE] == WD4_BLUFF &&
        top_face(t) == FACE_WD4 && player < t->seats)
        s->verdict = before < COLORS && hand_bits(t, player) & COLOR_BITS(before) ? VERDICT_ILLEGAL
                                                                                  : VERDICT_LEGAL;
}

void shed_settle(struct hc_table *t, uint64_t given)
{
    struct shed *s = shed_of(t);
    bool empty = !t->box.pile[PILE_DISCARD].count;

    if (!s->round)
        s->round = 1;
    if (!is_given(given, offsetof(struct shed, turn)))
        s->turn = s->starter;
    if (!is_given(given, offsetof(struct shed, phase)))
        s->phase = empty ? SHED_INITIAL_CARD : SHED_PLAYER_TURN;
    else if (!empty)
        settle_memory(t, s, given);
    if (empty)
        return;
    if (!is_given(given, offsetof(struct shed, color)) || top_face(t) < FACE_WILD)
        s->color = (uint8_t)face_color(top_face(t));
    s->matching = matching_bits(s->color, top_face(t));
}

/* Which of its cards the turn's player may have drawn: the one that was played then, one that does
 * not match, if there is such a card, or none. */
static unsigned recall_drawn(const struct hc_table *t, unsigned face, unsigned nth)
{
    const struct shed *s = shed_see(t);
    struct hc_cards held = t->box.hand[s->turn], wanted;

    if (nth == 0 && face < FACES)
        wanted = hc_and(held, (struct hc_cards){{face_bits(face), face_bits(face)}});
    else
        wanted = hc_but(held, (struct hc_cards){{s->matching, s->matching}});
    if (!hc_any(wanted))
        wanted = held;
    return nth < 2 && hc_any(wanted) ? hc_lowest(wanted) : HC_NONE;
}

/* Who can be caught, what the card on top was judged as, and what was drawn. A Wild Draw Four that
 * was lawful may look like a bluff by cards that its player has drawn since; never the reverse,
 * unless the player has left. */
bool shed_recall(struct hc_table *t, unsigned viewer, unsigned face, unsigned nth)
{
    struct shed *s = shed_of(t);
    unsigned phase = s->phase == SHED_PAUSED ? s->resume : s->phase;
    bool judged = phase == SHED_AWAIT_PENALTY && t->rules.byte[SHED_WD4_RULE] == WD4_BLUFF &&
                  top_face(t) == FACE_WD4 && s->top_player < t->seats;
    bool drew = phase == SHED_PLAYER_TURN && s->has_drawn && viewer != s->turn;
    unsigned way = nth;

    s->vulnerable = 0;
    if (t->rules.byte[SHED_UNO_CALL]) {
        for (unsigned p = 0; way % 2 && p < t->seats; p++)
            if (hand_count(t, p) == 1 && !(s->called >> p & 1))
                s->vulnerable |= (uint16_t)(1u << p);
        way /= 2;
    }
    if (judged) {
        bool guilty =
            s->color_before < COLORS && (!(s->active >> s->top_player & 1) ||
                                         hand_bits(t, s->top_player) & COLOR_BITS(s->color_before));

        s->verdict = guilty && way % 2 == 0 ? VERDICT_ILLEGAL : VERDICT_LEGAL;
        way /= 2;
    }
    if (drew) {
        s->drawn = (uint8_t)recall_drawn(t, face, way % 3);
        way /= 3;
    }
    return way == 0;
}

const char *shed_advise(const struct hc_rules *rules, uint64_t given)
{
    if (given >> SHED_PROGRESSIVE_DRAW & 1 && rules->byte[SHED_STACKING] == STACKING_NONE)
        return "progressive_draw";
    if (given >> SHED_JUMP_IN_WILDS & 1 && !rules->byte[SHED_JUMP_IN])
        return "jump_in_wilds";
    return NULL;
}
