// SPDX-License-Identifier: MIT
/*
 * shed.c: the shedding game. Rules are judged in shed_decide() and nowhere else; fold.h says what
 * an event does. Commands of players are here; rounds, piles and the house's commands in round.c.
 *
 * The order of refusals is R-140: every function below is a list of early returns in that order,
 * and nothing is emitted before the last of them.
 */
#include "games/shed/shed.h"

#include "games/shed/fold.h"

void shed_apply(struct hc_table *t, const struct hc_event *event)
{
    shed_fold(t, event->kind, event->seat, event->other, event->value, event->cards, event->count);
}

/* the rest of the hand has no card of the active colour. */
bool shed_wd4_legal(const struct hc_table *t, unsigned seat)
{
    const struct shed *s = shed_see(t);

    return s->color >= COLORS || !(hand_bits(t, seat) & COLOR_BITS(s->color));
}

/* Whether the engine accepts a Wild Draw Four from this seat, lawful or bluffed. */
static bool wd4_accepted(const struct hc_table *t, unsigned seat)
{
    return t->rules.byte[SHED_WD4_RULE] != WD4_STRICT || shed_wd4_legal(t, seat);
}

/* The bits that may answer the waiting penalty. */
static NOT_INLINE uint64_t answering_bits(const struct hc_table *t)
{
    unsigned stacking = t->rules.byte[SHED_STACKING];
    bool on_two = top_face(t) != FACE_WD4;
    uint64_t twos = VALUE_BITS(VALUE_DRAW_TWO), bits = 0;

    if (stacking == STACKING_NONE)
        return 0;
    bits |= on_two ? twos : WD4_BITS;
    if (on_two && stacking >= STACKING_UPWARD)
        bits |= WD4_BITS;
    if (!on_two && stacking == STACKING_ANY && shed_see(t)->color < COLORS)
        bits |= twos & COLOR_BITS(shed_see(t)->color);
    return bits;
}

/* The bits that the rules let the turn's player play, whether held or not. */
ALWAYS_INLINE uint64_t allowed_bits(const struct hc_table *t)
{
    const struct shed *s = shed_see(t);
    uint64_t bits = s->phase == SHED_AWAIT_PENALTY ? answering_bits(t) : shed_see(t)->matching;

    if (s->has_drawn && t->rules.byte[SHED_PLAY_AFTER_DRAW] != AFTER_DRAW_ANY)
        bits &= s->drawn == HC_NONE ? 0 : face_bits(shed_cards.face_of[s->drawn]);
    if (t->rules.byte[SHED_WD4_RULE] == WD4_STRICT && !shed_wd4_legal(t, s->turn))
        bits &= ~WD4_BITS;
    return bits;
}

/* The faces that the turn's player may play now, as bits of the hand. */
ALWAYS_INLINE uint64_t playable_bits(const struct hc_table *t)
{
    return hand_bits(t, shed_see(t)->turn) & allowed_bits(t);
}

/* the drawn card is strictly legal, so it must be played. */
static bool must_play_drawn(const struct hc_table *t, unsigned seat)
{
    const struct shed *s = shed_see(t);
    unsigned face;

    if (!t->rules.byte[SHED_MUST_PLAY_DRAWN] || s->drawn == HC_NONE)
        return false;
    face = shed_cards.face_of[s->drawn];
    if (!(face_bits(face) & shed_see(t)->matching))
        return false;
    return face != FACE_WD4 || t->rules.byte[SHED_WD4_RULE] == WD4_FREE || shed_wd4_legal(t, seat);
}

static bool may_call_early(const struct hc_table *t, unsigned seat)
{
    return t->rules.byte[SHED_UNO_CALL] && t->rules.byte[SHED_UNO_CALL_AT] != CALL_POST &&
           !(shed_see(t)->called >> seat & 1) && hand_count(t, seat) == 2;
}

static bool may_call(const struct hc_table *t, unsigned seat)
{
    return may_call_early(t, seat) ||
           (t->rules.byte[SHED_UNO_CALL_AT] != CALL_PRE && is_vulnerable(t, seat));
}

static bool in_time(const struct hc_table *t, unsigned seat, uint32_t now_ms)
{
    uint32_t limit = t->rules.wide[SHED_UNO_CHALLENGE_MS];

    return limit == 0 || now_ms - shed_see(t)->window_ms[seat] <= limit;
}

/* Seats that another one may catch with success. */
static unsigned catchable_seats(const struct hc_table *t, uint32_t now_ms)
{
    unsigned seats = 0;

    for (unsigned seat = 0; seat < t->seats; seat++)
        seats |= (unsigned)(is_vulnerable(t, seat) && in_time(t, seat, now_ms)) << seat;
    return seats;
}

/* ---- Effects of a card ---------------------------------------------------------------------- */

static NOT_INLINE void skip_players(struct hc_move *m, unsigned seat)
{
    struct hc_table *t = m->table;
    unsigned others = hc_bits(active_seats(t)) - 1, count = 1;

    if (t->rules.byte[SHED_MULTI_SKIP])
        count = shed_see(t)->skip_run;
    for (count = count < others ? count : others; count; count--) {
        seat = next_seat(t, seat);
        emit(m, SHED_SKIPPED, seat, 0);
    }
    shed_turn(m, next_seat(t, seat));
}

static NOT_INLINE void reverse(struct hc_move *m, unsigned seat)
{
    struct hc_table *t = m->table;

    if (!shed_see(t)->cancels)
        emit(m, SHED_DIRECTION, HC_NONE, -shed_see(t)->direction);
    if (t->rules.byte[SHED_REVERSE_TWO] == REVERSE_TWO_SKIP && hc_bits(active_seats(t)) == 2)
        shed_turn(m, seat);
    else
        shed_turn(m, next_seat(t, seat));
}

/* What the penalty of the card on top amounts to, with what was waiting before. */
static unsigned penalty_total(const struct hc_table *t)
{
    unsigned number = top_face(t) == FACE_WD4 ? 4 : 2, waiting = shed_see(t)->stacked;

    if (!waiting)
        return number;
    if (shed_see(t)->cancels)
        return t->rules.byte[SHED_JUMP_IN_DRAW] == JUMP_ADD ? waiting + number : waiting;
    return t->rules.byte[SHED_PROGRESSIVE_DRAW] ? waiting + number : number;
}

/* whether anything could answer the card on top. */
static bool is_answerable(const struct hc_table *t)
{
    const uint8_t *rule = t->rules.byte;

    if (rule[SHED_STACKING] != STACKING_NONE)
        return true;
    if (top_face(t) == FACE_WD4)
        return rule[SHED_WD4_RULE] == WD4_BLUFF || (rule[SHED_JUMP_IN] && rule[SHED_JUMP_IN_WILDS]);
    return rule[SHED_JUMP_IN];
}

static NOT_INLINE void penalize(struct hc_move *m, unsigned seat)
{
    struct hc_table *t = m->table;
    unsigned victim = next_seat(t, seat), total = penalty_total(t);

    if (is_answerable(t)) {
        emit(m, SHED_PENALTY_PENDING, victim, (int32_t)total);
        return;
    }
    if (!shed_give(m, victim, total, REASON_PENALTY))
        return;
    emit(m, SHED_SKIPPED, victim, 0);
    shed_turn(m, next_seat(t, victim));
}

void shed_accept_penalty(struct hc_move *m)
{
    struct hc_table *t = m->table;
    unsigned victim = shed_see(t)->turn;

    if (!shed_give(m, victim, shed_see(t)->pending, REASON_PENALTY))
        return;
    emit(m, SHED_SKIPPED, victim, 0);
    shed_turn(m, next_seat(t, victim));
}

/* The last card's player has gone out; a draw card is still drawn. */
static NOT_INLINE void go_out(struct hc_move *m, unsigned seat, unsigned face)
{
    struct hc_table *t = m->table;
    bool draws = face == FACE_WD4 || face_value(face) == VALUE_DRAW_TWO;

    if (draws && t->rules.byte[SHED_DRAW_ON_OUT] &&
        !shed_give(m, next_seat(t, seat), penalty_total(t), REASON_OUT))
        return;
    shed_end_round(m, seat, face_value(face) == 0);
}

/* Hands have moved: the round may be over, else the turn goes on. */
static void after_hands_moved(struct hc_move *m, unsigned seat)
{
    struct hc_table *t = m->table;

    for (unsigned p = 0, active = active_seats(t); p < t->seats; p++)
        if (active >> p & 1 && hand_count(t, p) == 0) {
            shed_end_round(m, p, false);
            return;
        }
    if (shed_mercy(m))
        shed_turn(m, next_seat(t, seat));
}

void shed_after_target(struct hc_move *m, unsigned seat, unsigned target)
{
    emit_cards(m, SHED_HANDS_SWAPPED, seat, target, 0, NULL, 0);
    after_hands_moved(m, seat);
}

void shed_name_color(struct hc_move *m, unsigned seat, unsigned color)
{
    struct hc_table *t = m->table;

    emit(m, SHED_COLOR_CHOSEN, seat, (int32_t)color);
    if (shed_see(t)->top_player == HC_NONE)
        shed_turn(m, seat); /* the initial card: its colour is named before the first turn */
    else if (top_face(t) == FACE_WD4)
        penalize(m, seat);
    else
        shed_turn(m, next_seat(t, seat));
}

/* A Seven or a Zero that moves hands. */
static NOT_INLINE void move_hands(struct hc_move *m, unsigned seat, unsigned face)
{
    struct hc_table *t = m->table;
    unsigned others = active_seats(t) & ~(1u << seat);

    if (face_value(face) == 0) {
        emit(m, SHED_HANDS_PASSED, HC_NONE, shed_see(t)->direction);
        after_hands_moved(m, seat);
    } else if (!(others & (others - 1))) {
        shed_after_target(m, seat, hc_lowest_bit(others));
    } else if (m->command->target == HC_NONE) {
        emit(m, SHED_AWAITING_TARGET, seat, 0);
    } else {
        shed_after_target(m, seat, m->command->target);
    }
}

/* The card on top has been played; what it does. */
ALWAYS_INLINE void resolve(struct hc_move *m, struct hc_table *t, struct hc_events *events,
                           unsigned seat, unsigned face)
{
    bool moves = moves_hands(t, face);

    if (!hc_any(t->box.hand[seat]) &&
        !(moves && t->rules.byte[SHED_SEVEN_ZERO_LAST] == LAST_EFFECT)) {
        go_out(m, seat, face);
        return;
    }
    if (moves) {
        move_hands(m, seat, face);
        return;
    }
    switch (face_value(face)) {
    case VALUE_SKIP:
        skip_players(m, seat);
        break;
    case VALUE_REVERSE:
        reverse(m, seat);
        break;
    case VALUE_DRAW_TWO:
        penalize(m, seat);
        break;
    case VALUE_WILD:
    case VALUE_WD4:
        if (m->command->color == HC_NONE)
            emit(m, SHED_AWAITING_COLOR, seat, 0);
        else
            shed_name_color(m, seat, m->command->color);
        break;
    default:
        turn_to(t, events, next_seat(t, seat));
        break;
    }
}

/* ---- Commands ------------------------------------------------------------------------------- */

static bool is_target(const struct hc_table *t, unsigned seat, unsigned target)
{
    return target < t->seats && target != seat && active_seats(t) >> target & 1;
}

/* A partner given with a card that asks for none is ignored. */
static NOT_INLINE bool may_name_partner(const struct hc_move *m, unsigned face)
{
    const struct hc_table *t = m->table;
    bool wins = hand_count(t, m->seat) == 1 && t->rules.byte[SHED_SEVEN_ZERO_LAST] == LAST_WINS;

    return face_value(face) != 7 || !moves_hands(t, face) || wins ||
           is_target(t, m->seat, m->command->target);
}

/* The arguments of a play or a jump: colour, partner, call (the end of R-140's list). */
static NOT_INLINE enum hc_refusal judge_arguments(const struct hc_move *m, unsigned face)
{
    const struct hc_table *t = m->table;
    const struct hc_command *command = m->command;

    if (face_is_wild(face) && command->color != HC_NONE && command->color >= COLORS)
        return HC_BAD_COLOR;
    if (command->target != HC_NONE && !may_name_partner(m, face))
        return HC_BAD_TARGET;
    if (command->flag && !may_call_early(t, m->seat))
        return HC_UNO_NOT_ALLOWED;
    return HC_OK;
}

/* Whether anything but a card was given; most commands are just a card. */
ALWAYS_INLINE bool has_arguments(const struct hc_command *command)
{
    static const struct hc_command bare = {0, 0, HC_NONE, HC_NONE, HC_NONE, 0};

    return !hc_same(&command->color, &bare.color, sizeof bare - offsetof(struct hc_command, color));
}

/* What a Wild Draw Four would be judged as, if this seat played it now. */
static unsigned judge_wd4(const struct hc_table *t, unsigned seat)
{
    if (t->rules.byte[SHED_WD4_RULE] != WD4_BLUFF)
        return VERDICT_NONE;
    return shed_wd4_legal(t, seat) ? VERDICT_LEGAL : VERDICT_ILLEGAL;
}

/* Puts the card on the pile and lets it work. `jumps`: out of turn. */
ALWAYS_INLINE void put_card(struct hc_move *m, unsigned face, bool jumps)
{
    struct hc_table *t = m->table;
    struct hc_events *events = m->events;
    unsigned seat = m->seat, verdict = VERDICT_NONE;
    uint64_t bits = face_bits(face);
    bool second = !(t->box.hand[seat].w[0] & bits), cancels = jumps && shed_see(t)->fresh;
    uint8_t card = (uint8_t)(64 * second + hc_lowest_bit(t->box.hand[seat].w[second] & bits));

    if (face == FACE_WD4)
        verdict = judge_wd4(t, seat);
    if (m->command->flag)
        emit(m, SHED_UNO_CALLED, seat, 0);
    emit_to(t, events, SHED_CARD_PLAYED, seat, HC_NONE, cancels, &card, 1);
    if (jumps)
        emit_to(t, events, SHED_JUMPED_IN, seat, HC_NONE, 0, &card, 1);
    if (verdict)
        emit(m, SHED_WD4_JUDGED, seat, (int32_t)verdict);
    if (t->rules.wide[SHED_UNO_CHALLENGE_MS])
        emit(m, SHED_WINDOW_OPENED, seat, (int32_t)m->now_ms);
    if (t->rules.byte[SHED_ZERO_RESETS_SCORE] == ZERO_TOTAL && face_value(face) == 0 &&
        shed_see(t)->scores[seat])
        emit(m, SHED_SCORED, seat, 0);
    resolve(m, t, events, seat, face);
}

/* What a play and a jump have in common: a card that is held and fits. */
ALWAYS_INLINE enum hc_refusal put_if_lawful(struct hc_move *m, unsigned face, bool jumps)
{
    enum hc_refusal refusal = HC_OK;

    if (face == FACE_WD4 && !wd4_accepted(m->table, m->seat))
        return HC_WD4_ILLEGAL;
    if (has_arguments(m->command))
        refusal = judge_arguments(m, face);
    if (refusal == HC_OK)
        put_card(m, face, jumps);
    return refusal;
}

static enum hc_refusal play(struct hc_move *m)
{
    struct hc_table *t = m->table;
    const struct shed *s = shed_see(t);
    unsigned face = m->command->face;
    uint64_t bits = face_bits(face);

    if (!(hand_bits(t, m->seat) & bits))
        return HC_NO_CARD;
    if (s->phase == SHED_AWAIT_PENALTY) {
        if (!(bits & answering_bits(t)))
            return HC_PENALTY_PENDING;
    } else {
        if (s->has_drawn && t->rules.byte[SHED_PLAY_AFTER_DRAW] != AFTER_DRAW_ANY &&
            (s->drawn == HC_NONE || face != shed_cards.face_of[s->drawn]))
            return HC_ONLY_DRAWN;
        if (!(bits & s->matching))
            return HC_NOT_PLAYABLE;
    }
    return put_if_lawful(m, face, false);
}

static NOT_INLINE enum hc_refusal jump(struct hc_move *m)
{
    struct hc_table *t = m->table;
    const struct shed *s = shed_see(t);
    unsigned face = m->command->face;

    if (!t->rules.byte[SHED_JUMP_IN] || s->has_drawn ||
        (s->phase != SHED_PLAYER_TURN && s->phase != SHED_AWAIT_PENALTY))
        return HC_JUMP_INVALID;
    if (!(hand_bits(t, m->seat) & face_bits(face)))
        return HC_NO_CARD;
    if (face != top_face(t) || (face_is_wild(face) && !t->rules.byte[SHED_JUMP_IN_WILDS]))
        return HC_JUMP_INVALID;
    return put_if_lawful(m, face, true);
}

/* After the draw, the turn may be over by itself. */
ALWAYS_INLINE void after_draw(struct hc_move *m, struct hc_table *t, struct hc_events *events,
                              unsigned seat)
{
    const uint8_t *rule = t->rules.byte;

    if (rule[SHED_PLAY_AFTER_DRAW] == AFTER_DRAW_NONE ||
        (rule[SHED_AUTO_PASS] && !playable_bits(t)))
        pass_on(m, t, events, seat);
}

/* A draw that is more than one card from the pile: many, or a reshuffle, or a hand too large. */
static NOT_INLINE void draw_at_length(struct hc_move *m)
{
    struct hc_table *t = m->table;

    if (!shed_turn_draw(m, m->seat))
        return;
    if (active_seats(t) >> m->seat & 1)
        after_draw(m, t, m->events, m->seat);
    else
        shed_turn(m, next_seat(t, m->seat)); /* knocked out by what was drawn */
}

static enum hc_refusal draw(struct hc_move *m)
{
    struct hc_table *t = m->table;
    struct hc_events *events = m->events;
    const struct shed *s = shed_see(t);
    unsigned seat = m->seat;

    if (s->phase == SHED_AWAIT_PENALTY) {
        shed_accept_penalty(m);
        return HC_OK;
    }
    if (s->has_drawn)
        return HC_ALREADY_DREW;
    /* If a Wild Draw Four is all that matches, it is legal: so one mask is enough. */
    if (t->rules.byte[SHED_MUST_PLAY] && hand_bits(t, seat) & s->matching)
        return HC_MUST_PLAY;
    if (t->rules.byte[SHED_DRAW_MODE] == DRAW_ONE && t->box.pile[PILE_DRAW].count &&
        !t->rules.byte[SHED_MERCY_LIMIT]) {
        draw_top(t, events, seat, 1, REASON_TURN);
        after_draw(m, t, events, seat);
    } else {
        draw_at_length(m);
    }
    return HC_OK;
}

static enum hc_refusal pass(struct hc_move *m)
{
    const struct shed *s = shed_see(m->table);

    if (s->phase == SHED_AWAIT_PENALTY)
        return HC_PENALTY_PENDING;
    if (!s->has_drawn)
        return HC_DRAW_FIRST;
    if (must_play_drawn(m->table, m->seat))
        return HC_MUST_PLAY_DRAWN;
    pass_on(m, m->table, m->events, m->seat);
    return HC_OK;
}

static NOT_INLINE enum hc_refusal choose_color(struct hc_move *m)
{
    if (m->command->color >= COLORS)
        return HC_BAD_COLOR;
    shed_name_color(m, m->seat, m->command->color);
    return HC_OK;
}

static NOT_INLINE enum hc_refusal choose_target(struct hc_move *m)
{
    if (!is_target(m->table, m->seat, m->command->target))
        return HC_BAD_TARGET;
    shed_after_target(m, m->seat, m->command->target);
    return HC_OK;
}

/* The offender's hand, for the challenger to see. */
static void show_offender(struct hc_move *m, unsigned offender)
{
    uint8_t hand[HC_CARDS_MAX];
    unsigned count = 0;

    for (struct hc_cards left = m->table->box.hand[offender]; hc_any(left);)
        hand[count++] = (uint8_t)hc_take_lowest(&left);
    emit_cards(m, SHED_HAND_REVEALED, offender, m->seat, 0, hand, count);
}

/* Whoever played the card may have left since, or been knocked out. */
static NOT_INLINE enum hc_refusal challenge(struct hc_move *m)
{
    struct hc_table *t = m->table;
    const struct shed *s = shed_see(t);
    unsigned total = s->pending, offender = s->top_player;
    bool guilty = s->verdict == VERDICT_ILLEGAL, there;

    if (s->phase != SHED_AWAIT_PENALTY || s->verdict == VERDICT_NONE)
        return HC_NO_CHALLENGE;
    there = active_seats(t) >> offender & 1;
    if (there)
        show_offender(m, offender);
    emit(m, SHED_CHALLENGED, m->seat, guilty);
    if (guilty) {
        if (!there || shed_give(m, offender, total, REASON_CHALLENGE))
            shed_turn(m, active_seats(t) >> m->seat & 1 ? m->seat : next_seat(t, m->seat));
    } else if (shed_give(m, m->seat, total + t->rules.byte[SHED_WD4_FAIL_EXTRA],
                         REASON_CHALLENGE)) {
        emit(m, SHED_SKIPPED, m->seat, 0);
        shed_turn(m, next_seat(t, m->seat));
    }
    return HC_OK;
}

static NOT_INLINE enum hc_refusal call_uno(struct hc_move *m)
{
    if (!may_call(m->table, m->seat))
        return HC_UNO_NOT_ALLOWED;
    emit(m, SHED_UNO_CALLED, m->seat, 0);
    return HC_OK;
}

/* A side draw may knock out the very player whose turn it is. */
static void punish(struct hc_move *m, unsigned seat, unsigned count, enum shed_reason reason)
{
    struct hc_table *t = m->table;

    if (shed_give(m, seat, count, reason) && !(active_seats(t) >> shed_see(t)->turn & 1))
        shed_turn(m, next_seat(t, shed_see(t)->turn));
}

static NOT_INLINE enum hc_refusal catch_player(struct hc_move *m)
{
    struct hc_table *t = m->table;
    const uint8_t *rule = t->rules.byte;
    unsigned target = m->command->target;

    if (target >= t->seats || target == m->seat)
        return HC_BAD_TARGET;
    if (catchable_seats(t, m->now_ms) >> target & 1) {
        emit_cards(m, SHED_UNO_CAUGHT, m->seat, target, 0, NULL, 0);
        punish(m, target, rule[SHED_UNO_PENALTY], REASON_UNO);
        return HC_OK;
    }
    if (!rule[SHED_UNO_CALL] || !rule[SHED_UNO_BAD_CHALLENGE_PENALTY] ||
        !(active_seats(t) >> target & 1))
        return HC_CHALLENGE_INVALID;
    emit_cards(m, SHED_UNO_CATCH_FAILED, m->seat, target, 0, NULL, 0);
    punish(m, m->seat, rule[SHED_UNO_BAD_CHALLENGE_PENALTY], REASON_BAD_CATCH);
    return HC_OK;
}

/* While a colour or a partner is awaited, nothing else is accepted. */
static NOT_INLINE enum hc_refusal complete(struct hc_move *m, unsigned phase)
{
    if (phase == SHED_AWAIT_COLOR)
        return m->command->verb == SHED_COLOR ? choose_color(m) : HC_BAD_PHASE;
    return m->command->verb == SHED_TARGET ? choose_target(m) : HC_BAD_PHASE;
}

/* Turn actions and completions, when it is this seat's turn. */
ALWAYS_INLINE enum hc_refusal take_turn(struct hc_move *m)
{
    unsigned phase = shed_see(m->table)->phase;

    if (phase == SHED_AWAIT_COLOR || phase == SHED_AWAIT_TARGET)
        return complete(m, phase);
    switch (m->command->verb) {
    case SHED_PLAY:
        return play(m);
    case SHED_DRAW:
        return draw(m);
    case SHED_PASS:
        return pass(m);
    case SHED_CHALLENGE:
        return challenge(m);
    default:
        return HC_BAD_PHASE;
    }
}

enum hc_refusal shed_decide(struct hc_move *m)
{
    const struct shed *s = shed_see(m->table);
    enum hc_refusal refusal;

    if (m->seat == HC_HOUSE)
        return shed_house(m);
    if (!in_play(s))
        return s->phase == SHED_GAME_OVER ? HC_GAME_OVER
               : s->phase == SHED_PAUSED  ? HC_PAUSED
                                          : HC_BAD_PHASE;
    if (m->command->verb >= SHED_UNO && m->command->verb <= SHED_JUMP) {
        if (!(active_seats(m->table) >> m->seat & 1))
            return HC_NOT_YOUR_TURN;
        refusal = m->command->verb == SHED_UNO     ? call_uno(m)
                  : m->command->verb == SHED_CATCH ? catch_player(m)
                                                   : jump(m);
    } else {
        refusal = m->seat == s->turn ? take_turn(m) : HC_NOT_YOUR_TURN;
    }
    if (refusal == HC_OK && s->orphans)
        shed_play_for_absent(m);
    return refusal;
}

/* ---- What a seat may do --------------------------------------------------------------------- */

/* Choices on their way into a list: the counts stay in registers until the list is done. */
struct choosing {
    struct hc_choice *next;
    uint32_t ways;
};

ALWAYS_INLINE struct choosing choose(struct choosing so_far, unsigned verb, uint64_t faces,
                                     unsigned colors, unsigned targets)
{
    so_far.ways += hc_fill_choice(so_far.next, verb, faces, colors, targets, 0);
    so_far.next++;
    return so_far;
}

/* One choice for plain cards, one for wild ones with their colours, one for Sevens with partners.
 */
ALWAYS_INLINE struct choosing choose_cards(struct choosing so_far, const struct hc_table *t,
                                           unsigned seat, unsigned verb, uint64_t bits)
{
    uint64_t faces = bits & COLORED_BITS, wild = bits & ~COLORED_BITS, sevens = 0;

    if (t->rules.byte[SHED_SEVEN_SWAP]) {
        sevens = faces & VALUE_BITS(7);
        faces ^= sevens;
    }
    if (faces)
        so_far = choose(so_far, verb, faces, 0, 0);
    if (wild)
        so_far = choose(so_far, verb, wild_faces(wild), (1 << COLORS) - 1, 0);
    if (sevens)
        so_far = choose(so_far, verb, sevens, 0, active_seats(t) & ~(1u << seat));
    return so_far;
}

static NOT_INLINE void choose_completion(const struct hc_table *t, unsigned seat,
                                         struct hc_actions *actions)
{
    if (shed_see(t)->phase == SHED_AWAIT_COLOR)
        hc_choose(actions, SHED_COLOR, 0, (1 << COLORS) - 1, 0, 0);
    else
        hc_choose(actions, SHED_TARGET, 0, 0, active_seats(t) & ~(1u << seat), 0);
}

ALWAYS_INLINE void choose_turn(const struct hc_table *t, unsigned seat, struct hc_actions *actions)
{
    const struct shed *s = shed_see(t);
    struct choosing so_far = {actions->choice, 0};

    if (s->phase == SHED_AWAIT_COLOR || s->phase == SHED_AWAIT_TARGET) {
        choose_completion(t, seat, actions);
        return;
    }
    so_far = choose_cards(so_far, t, seat, SHED_PLAY, playable_bits(t));
    if (s->phase == SHED_AWAIT_PENALTY) {
        so_far = choose(so_far, SHED_DRAW, 0, 0, 0);
        if (s->verdict != VERDICT_NONE)
            so_far = choose(so_far, SHED_CHALLENGE, 0, 0, 0);
    } else if (!s->has_drawn) {
        if (!t->rules.byte[SHED_MUST_PLAY] || !(hand_bits(t, seat) & shed_see(t)->matching))
            so_far = choose(so_far, SHED_DRAW, 0, 0, 0);
    } else if (!must_play_drawn(t, seat)) {
        so_far = choose(so_far, SHED_PASS, 0, 0, 0);
    }
    actions->count = (uint32_t)(so_far.next - actions->choice);
    actions->ways = so_far.ways;
}

static NOT_INLINE void choose_jump(const struct hc_table *t, unsigned seat,
                                   struct hc_actions *actions)
{
    const struct shed *s = shed_see(t);
    unsigned face = top_face(t);
    uint64_t bits = hand_bits(t, seat) & face_bits(face);

    if (s->has_drawn || (s->phase != SHED_PLAYER_TURN && s->phase != SHED_AWAIT_PENALTY))
        return;
    if (face_is_wild(face) && !t->rules.byte[SHED_JUMP_IN_WILDS])
        return;
    if (face != FACE_WD4 || wd4_accepted(t, seat)) {
        struct choosing so_far = {actions->choice + actions->count, actions->ways};

        so_far = choose_cards(so_far, t, seat, SHED_JUMP, bits);
        actions->count = (uint32_t)(so_far.next - actions->choice);
        actions->ways = so_far.ways;
    }
}

static NOT_INLINE void choose_for_house(const struct hc_table *t, struct hc_actions *actions)
{
    const struct shed *s = shed_see(t);

    if (s->phase == SHED_LOBBY && shed_can_start(t))
        hc_choose(actions, SHED_START, 0, 0, 0, 0);
    if (s->phase == SHED_ROUND_OVER)
        hc_choose(actions, SHED_NEXT, 0, 0, 0, 0);
    if (s->phase == SHED_INITIAL_CARD)
        hc_choose(actions, SHED_FLIP, 0, 0, 0, 0);
    if (s->phase != SHED_LOBBY && s->phase != SHED_GAME_OVER)
        hc_choose(actions, SHED_END, 0, 0, 0, 0);
}

/* Calling UNO and catching. */
static NOT_INLINE void choose_call(const struct hc_table *t, unsigned seat, uint32_t now_ms,
                                   struct hc_actions *actions)
{
    unsigned targets = t->rules.byte[SHED_UNO_BAD_CHALLENGE_PENALTY] ? active_seats(t)
                                                                     : catchable_seats(t, now_ms);

    if (may_call(t, seat))
        hc_choose(actions, SHED_UNO, 0, 0, 0, 0);
    if (targets & ~(1u << seat))
        hc_choose(actions, SHED_CATCH, 0, 0, targets & ~(1u << seat), 0);
}

void shed_actions(const struct hc_table *t, unsigned seat, uint32_t now_ms,
                  struct hc_actions *actions)
{
    const struct shed *s = shed_see(t);
    const uint8_t *rule = t->rules.byte;

    if (seat == HC_HOUSE) {
        choose_for_house(t, actions);
        return;
    }
    if (!in_play(s))
        return;
    if (seat == s->turn)
        choose_turn(t, seat, actions);
    else if (!(active_seats(t) >> seat & 1))
        return;
    if (rule[SHED_JUMP_IN])
        choose_jump(t, seat, actions);
    /* Nearly always there is nothing to call and nobody to catch, and this finds it out. */
    if (rule[SHED_UNO_CALL] && (s->vulnerable || rule[SHED_UNO_CHALLENGE_UNTIL] == UNTIL_CLEARED ||
                                rule[SHED_UNO_BAD_CHALLENGE_PENALTY] || hand_count(t, seat) == 2))
        choose_call(t, seat, now_ms, actions);
}
