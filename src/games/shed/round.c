// SPDX-License-Identifier: MIT
/*
 * round.c: what a round and a match of shed are made of: the deal and the first card, drawing and
 * reshuffling, the end of a round and its points, and what the house does (start, next, time-outs,
 * players who leave and return).
 */
#include "games/shed/shed.h"

#include "games/shed/fold.h"

/* After so many rejected first cards the next one is drawn from the acceptable ones: the outcome is
 * as likely as with more patience, and the events of one command stay bounded. */
enum { REJECTIONS_MAX = 16 };

/* ---- Piles ---------------------------------------------------------------------------------- */

/* the discards below the top become the bottom of the draw pile, in a new order. */
static void reshuffle(struct hc_move *m)
{
    struct hc_table *t = m->table;
    uint8_t cards[HC_CARDS_MAX];
    unsigned count = hc_box_list(&t->box, PILE_DISCARD, cards);
    struct hc_dice dice;

    hc_stream_open(t, &dice);
    hc_dice_shuffle(&dice, cards + 1, count - 1);
    emit_cards(m, SHED_RESHUFFLED, HC_NONE, HC_NONE, 0, cards + 1, count - 1);
}

static bool can_reshuffle(const struct hc_table *t)
{
    return t->box.pile[PILE_DISCARD].count > 1 &&
           t->rules.byte[SHED_ON_EXHAUST] == EXHAUST_RESHUFFLE;
}

static int32_t hand_points(const struct hc_table *t, unsigned seat)
{
    int32_t points = 0;

    for (unsigned w = 0; w < 2; w++) {
        uint64_t hand = t->box.hand[seat].w[w];
        uint64_t actions =
            VALUE_BITS(VALUE_SKIP) | VALUE_BITS(VALUE_REVERSE) | VALUE_BITS(VALUE_DRAW_TWO);

        for (unsigned v = 1; v < VALUE_SKIP; v++)
            points += (int32_t)(hc_bits(hand & VALUE_BITS(v)) * v);
        points += (int32_t)(hc_bits(hand & actions) * 20);
        points += (int32_t)(hc_bits(hand & (WILD_BITS | WD4_BITS)) * 50);
    }
    return points;
}

/* The only active seat with the fewest points in hand; HC_NONE if several share it. */
static unsigned lowest_hand(const struct hc_table *t)
{
    unsigned lowest = HC_NONE;
    int32_t least = INT32_MAX;

    for (unsigned p = 0; p < t->seats; p++) {
        int32_t points = hand_points(t, p);

        if (!(active_seats(t) >> p & 1) || points > least)
            continue;
        lowest = points == least ? HC_NONE : p;
        least = points;
    }
    return lowest;
}

void shed_end_in_stalemate(struct hc_move *m)
{
    struct hc_table *t = m->table;
    unsigned winner = HC_NONE;

    if (t->rules.byte[SHED_STALEMATE] == STALEMATE_LOWEST_HAND)
        winner = lowest_hand(t);
    emit(m, SHED_STALEMATED, HC_NONE, 0);
    if (winner != HC_NONE && t->rules.byte[SHED_MATCH_MODE] != MATCH_SINGLE) {
        shed_end_round(m, winner, false);
        return;
    }
    emit(m, SHED_ROUND_DRAWN, HC_NONE, 0);
    if (t->rules.byte[SHED_MATCH_MODE] == MATCH_SINGLE)
        emit(m, SHED_GAME_ENDED, HC_NONE, 0);
}

/* Draws, and looks at what that means: the piles may be exhausted, the hand too large. */
static bool draw_and_judge(struct hc_move *m, unsigned seat, unsigned count, bool exhausted,
                           enum shed_reason reason)
{
    struct hc_table *t = m->table;

    draw_top(t, m->events, seat, count, reason);
    if (exhausted && t->rules.byte[SHED_ON_EXHAUST] == EXHAUST_END_LOWEST) {
        shed_end_in_stalemate(m);
        return false;
    }
    return !t->rules.byte[SHED_MERCY_LIMIT] || shed_mercy(m);
}

bool shed_give(struct hc_move *m, unsigned seat, unsigned count, enum shed_reason reason)
{
    struct hc_table *t = m->table;
    unsigned there;

    if (t->box.pile[PILE_DRAW].count < count && can_reshuffle(t))
        reshuffle(m);
    there = t->box.pile[PILE_DRAW].count;
    return draw_and_judge(m, seat, there < count ? there : count, there < count, reason);
}

/* How many cards until_playable takes from the top, and whether it ran out. */
static unsigned count_until_playable(struct hc_move *m, unsigned seat, bool *exhausted)
{
    struct hc_table *t = m->table;
    uint64_t matching = shed_see(t)->matching, hand = hand_bits(t, seat);
    unsigned color = shed_see(t)->color, count = 0, card = 0;

    for (;;) {
        unsigned face;

        if (count == t->box.pile[PILE_DRAW].count) {
            if (!can_reshuffle(t))
                return *exhausted = true, count;
            reshuffle(m);
        }
        card = count ? t->box.next[card] : hc_box_top(&t->box, PILE_DRAW);
        count++;
        face = shed_cards.face_of[card];
        if (face_bits(face) & matching &&
            !(face == FACE_WD4 && t->rules.byte[SHED_WD4_RULE] == WD4_STRICT && color < COLORS &&
              hand & COLOR_BITS(color)))
            return count;
        hand |= face_bits(face);
    }
}

bool shed_turn_draw(struct hc_move *m, unsigned seat)
{
    bool exhausted = false;
    unsigned count;

    if (m->table->rules.byte[SHED_DRAW_MODE] == DRAW_ONE)
        return shed_give(m, seat, 1, REASON_TURN);
    count = count_until_playable(m, seat, &exhausted);
    return draw_and_judge(m, seat, count, exhausted, REASON_TURN);
}

bool shed_mercy(struct hc_move *m)
{
    struct hc_table *t = m->table;
    unsigned limit = t->rules.byte[SHED_MERCY_LIMIT];

    for (unsigned p = 0; limit && p < t->seats; p++) {
        unsigned active = active_seats(t);

        if (!(active >> p & 1) || hand_count(t, p) < limit)
            continue;
        emit(m, SHED_KNOCKED_OUT, p, 0);
        active &= ~(1u << p);
        if (!(active & (active - 1))) {
            shed_end_round(m, hc_lowest_bit(active), false);
            return false;
        }
    }
    return true;
}

/* ---- The end of a round -----------------------------------------------------------------------
 */

static void score(struct hc_move *m, unsigned seat, int32_t points)
{
    if (points)
        emit(m, SHED_SCORED, seat, shed_see(m->table)->scores[seat] + points);
}

/* when somebody has reached the limit, the lowest totals win. */
static unsigned lowest_scores(const struct hc_table *t)
{
    const struct shed *s = shed_see(t);
    int32_t least = INT32_MAX, most = INT32_MIN;
    unsigned winners = 0;

    for (unsigned p = 0; p < t->seats; p++) {
        if (s->gone >> p & 1)
            continue;
        if (s->scores[p] < least)
            winners = 0;
        least = s->scores[p] < least ? s->scores[p] : least;
        most = s->scores[p] > most ? s->scores[p] : most;
        winners |= s->scores[p] == least ? 1u << p : 0;
    }
    return most >= (int32_t)t->rules.wide[SHED_POINTS_TO_WIN] ? winners : 0;
}

void shed_end_round(struct hc_move *m, unsigned winner, bool by_zero)
{
    struct hc_table *t = m->table;
    const uint8_t *rule = t->rules.byte;
    const struct shed *s = shed_see(t);
    int32_t points = 0;
    unsigned winners = 0;

    for (unsigned left = active_seats(t) & ~(1u << winner); left; left &= left - 1)
        points += hand_points(t, hc_lowest_bit(left));
    if (by_zero && rule[SHED_ZERO_RESETS_SCORE] == ZERO_ROUND)
        points = 0;
    if (rule[SHED_SCORE_MODE] == SCORE_PENALTY)
        points = 0;
    emit(m, SHED_ROUND_WON, winner, points);
    if (rule[SHED_MATCH_MODE] == MATCH_SINGLE) {
        emit(m, SHED_GAME_WON, HC_NONE, (int32_t)(1u << winner));
        return;
    }
    if (rule[SHED_SCORE_MODE] == SCORE_PENALTY) {
        for (unsigned left = active_seats(t); left; left &= left - 1)
            score(m, hc_lowest_bit(left), hand_points(t, hc_lowest_bit(left)));
        winners = lowest_scores(t);
    } else {
        score(m, winner, points);
        if (s->scores[winner] >= (int32_t)t->rules.wide[SHED_POINTS_TO_WIN])
            winners = 1u << winner;
    }
    if (winners)
        emit(m, SHED_GAME_WON, HC_NONE, (int32_t)winners);
}

/* ---- The start of a round ---------------------------------------------------------------------
 */

/* Whether the first-card rule puts this face back. */
static bool is_put_back(const struct hc_rules *rules, unsigned face)
{
    if (face == FACE_WD4)
        return true;
    if (rules->byte[SHED_FIRST_ACTION] == FIRST_ACTION_REDRAW)
        return face_value(face) >= VALUE_SKIP;
    return face == FACE_WILD && rules->byte[SHED_FIRST_WILD] == FIRST_WILD_RESHUFFLE;
}

static bool some_card_starts(const struct hc_table *t, const uint8_t *cards, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!is_put_back(&t->rules, shed_cards.face_of[cards[i]]))
            return true;
    return false;
}

unsigned shed_needs(const struct hc_rules *rules, unsigned players)
{
    struct hc_cards cards = hc_deck_of(&hc_game_shed, rules)->cards;
    unsigned back = 0;

    while (hc_any(cards))
        back += is_put_back(rules, shed_cards.face_of[hc_take_lowest(&cards)]);
    return rules->byte[SHED_INITIAL_CARDS] * players + back + 1;
}

bool shed_can_start(const struct hc_table *t)
{
    return t->seats >= t->rules.byte[SHED_MIN_PLAYERS] &&
           hc_deck_of(&hc_game_shed, &t->rules)->card_count >= shed_needs(&t->rules, t->seats);
}

/* The rejected card goes back and the pile gets a new order. */
static void shuffle_back(struct hc_move *m, bool patient)
{
    struct hc_table *t = m->table;
    uint8_t cards[HC_CARDS_MAX];
    struct hc_dice dice;
    unsigned count, first = 0;

    cards[0] = (uint8_t)hc_box_top(&t->box, PILE_DISCARD);
    count = 1 + hc_box_list(&t->box, PILE_DRAW, cards + 1);
    hc_stream_open(t, &dice);
    if (!patient) {
        unsigned good = 0, nth;

        for (unsigned i = 0; i < count; i++)
            good += !is_put_back(&t->rules, shed_cards.face_of[cards[i]]);
        nth = hc_dice_below(&dice, good);
        while (is_put_back(&t->rules, shed_cards.face_of[cards[first]]) || nth--)
            first++;
        good = cards[first];
        cards[first] = cards[0];
        cards[0] = (uint8_t)good;
        hc_dice_shuffle(&dice, cards + 1, count - 1);
    } else {
        hc_dice_shuffle(&dice, cards, count);
    }
    emit_cards(m, SHED_PILE_SHUFFLED, HC_NONE, HC_NONE, 0, cards, count);
}

/* an action card as the first card. */
static void resolve_initial(struct hc_move *m, unsigned starter, unsigned value)
{
    struct hc_table *t = m->table;

    if (t->rules.byte[SHED_FIRST_ACTION] == FIRST_ACTION_IGNORE || value < VALUE_SKIP) {
        shed_turn(m, starter);
        return;
    }
    if (value == VALUE_REVERSE) {
        emit(m, SHED_DIRECTION, HC_NONE, -1);
    } else {
        if (value == VALUE_DRAW_TWO && !shed_give(m, starter, 2, REASON_INITIAL))
            return;
        emit(m, SHED_SKIPPED, starter, 0);
    }
    shed_turn(m, next_seat(t, starter));
}

/* Some card of the draw pile can start. */
static void flip(struct hc_move *m)
{
    struct hc_table *t = m->table;
    unsigned starter = shed_see(t)->starter;
    uint8_t card = (uint8_t)hc_box_top(&t->box, PILE_DRAW);

    if (!(active_seats(t) >> starter & 1))
        starter = next_seat(t, starter);
    for (unsigned i = 1; is_put_back(&t->rules, shed_cards.face_of[card]); i++) {
        emit_cards(m, SHED_INITIAL_REJECTED, HC_NONE, HC_NONE, 0, &card, 1);
        shuffle_back(m, i < REJECTIONS_MAX);
        card = (uint8_t)hc_box_top(&t->box, PILE_DRAW);
    }
    emit_cards(m, SHED_INITIAL, HC_NONE, HC_NONE, 0, &card, 1);
    if (!face_is_wild(shed_cards.face_of[card]))
        resolve_initial(m, starter, face_value(shed_cards.face_of[card]));
    else if (t->rules.byte[SHED_FIRST_WILD] == FIRST_WILD_CHOOSE)
        emit(m, SHED_AWAITING_COLOR, starter, 0);
    else
        shed_turn(m, starter);
}

/* `dice` is the stream of this round's shuffle. */
static unsigned choose_starter(const struct hc_table *t, unsigned round, struct hc_dice *dice)
{
    const struct shed *s = shed_see(t);
    unsigned seats = ((1u << t->seats) - 1) & ~(unsigned)s->gone, starter = 0;

    switch (t->rules.byte[SHED_START_RULE]) {
    case START_ROTATE:
        starter = (round - 1) % t->seats;
        break;
    case START_WINNER:
        if (round > 1)
            starter = s->round_winners ? hc_lowest_bit(s->round_winners) : s->starter;
        break;
    case START_RANDOM:
        starter = hc_nth_bit(seats, hc_dice_below(dice, hc_bits(seats)));
        break;
    default:
        break;
    }
    while (!(seats >> starter & 1))
        starter = starter + 1u == t->seats ? 0 : starter + 1;
    return starter;
}

static enum hc_refusal begin_round(struct hc_move *m, unsigned round)
{
    struct hc_table *t = m->table;
    struct hc_cards deck = hc_deck_of(&hc_game_shed, &t->rules)->cards;
    unsigned players = t->seats - hc_bits(shed_see(t)->gone), starter, count = 0;
    unsigned dealt = players * t->rules.byte[SHED_INITIAL_CARDS];
    uint8_t cards[HC_CARDS_MAX];
    struct hc_dice dice;

    hc_stream_open(t, &dice);
    starter = choose_starter(t, round, &dice);
    if (m->rigged_count) {
        count = m->rigged_count;
        hc_copy(cards, m->rigged, count);
        if (count <= dealt || !some_card_starts(t, cards + dealt, count - dealt))
            return HC_BAD_CONFIG;
    } else {
        while (hc_any(deck))
            cards[count++] = (uint8_t)hc_take_lowest(&deck);
        hc_dice_shuffle(&dice, cards, count);
    }
    if (round == 1)
        emit(m, SHED_GAME_STARTED, HC_NONE, 0);
    emit_cards(m, SHED_ROUND_STARTED, starter, HC_NONE, (int32_t)round, cards, count);
    emit_cards(m, SHED_DEALT, HC_NONE, HC_NONE, 0, cards, dealt);
    flip(m);
    return HC_OK;
}

/* ---- Players who do not answer, leave and return ----------------------------------------------
 */

/* the colour held most, in the order R B G Y. */
static unsigned favourite_color(const struct hc_table *t, unsigned seat)
{
    unsigned best = 0, most = 0;

    for (unsigned c = 0; c < COLORS; c++) {
        unsigned held = hc_bits(t->box.hand[seat].w[0] & COLOR_BITS(c)) +
                        hc_bits(t->box.hand[seat].w[1] & COLOR_BITS(c));

        if (held > most) {
            most = held;
            best = c;
        }
    }
    return best;
}

/* The phase of the game, also behind a pause. */
static unsigned phase_behind(const struct shed *s)
{
    return s->phase == SHED_PAUSED ? s->resume : s->phase;
}

static void make_choice(struct hc_move *m, unsigned seat)
{
    struct hc_table *t = m->table;

    if (phase_behind(shed_see(t)) == SHED_AWAIT_COLOR)
        shed_name_color(m, seat, favourite_color(t, seat));
    else
        shed_after_target(m, seat, next_seat(t, seat));
}

static void time_out(struct hc_move *m, unsigned seat)
{
    struct hc_table *t = m->table;
    const struct shed *s = shed_see(t);

    emit(m, SHED_TIMED_OUT, seat, 0);
    if (s->phase == SHED_AWAIT_PENALTY) {
        shed_accept_penalty(m);
    } else if (s->phase != SHED_PLAYER_TURN) {
        make_choice(m, seat);
    } else if (s->has_drawn || shed_give(m, seat, 1, REASON_TIMEOUT)) {
        if (active_seats(t) >> seat & 1)
            pass_on(m, t, m->events, seat);
        else
            shed_turn(m, next_seat(t, seat));
    }
}

void shed_play_for_absent(struct hc_move *m)
{
    struct hc_table *t = m->table;
    const struct shed *s = shed_see(t);

    if (t->rules.byte[SHED_ON_DISCONNECT] != DISCONNECT_SKIP)
        return;
    for (unsigned i = 0; i < t->seats && in_play(s) && s->orphans >> s->turn & 1; i++)
        time_out(m, s->turn);
}

/* the match goes on without this player, if it can. */
static void drop(struct hc_move *m, unsigned seat)
{
    struct hc_table *t = m->table;
    const struct shed *s = shed_see(t);
    uint8_t cards[HC_CARDS_MAX];
    unsigned count, phase = phase_behind(s), left;
    struct hc_dice dice;

    if (s->turn == seat && (phase == SHED_AWAIT_COLOR || phase == SHED_AWAIT_TARGET))
        make_choice(m, seat);
    emit(m, SHED_PLAYER_LEFT, seat, 0);
    count = hc_box_list(&t->box, PILE_DRAW, cards);
    hc_stream_open(t, &dice);
    hc_dice_shuffle(&dice, cards, count);
    emit_cards(m, SHED_PILE_SHUFFLED, HC_NONE, HC_NONE, 0, cards, count);
    left = ((1u << t->seats) - 1) & ~(unsigned)s->gone;
    if (phase_behind(s) == SHED_GAME_OVER)
        return;
    if (hc_bits(left) < t->rules.byte[SHED_MIN_PLAYERS]) {
        if (hc_bits(left) == 1)
            emit(m, SHED_GAME_WON, HC_NONE, (int32_t)left);
        else
            emit(m, SHED_GAME_ENDED, HC_NONE, 0);
        return;
    }
    phase = phase_behind(s);
    if (phase < SHED_PLAYER_TURN || phase > SHED_AWAIT_PENALTY)
        return;
    left = active_seats(t);
    if (!(left & (left - 1)))
        shed_end_round(m, hc_lowest_bit(left), false);
    else if (s->turn == seat)
        shed_turn(m, next_seat(t, seat));
}

static enum hc_refusal leave(struct hc_move *m, unsigned seat)
{
    const struct shed *s = shed_see(m->table);

    if (s->orphans >> seat & 1)
        return HC_BAD_TARGET;
    switch (m->table->rules.byte[SHED_ON_DISCONNECT]) {
    case DISCONNECT_PAUSE:
        emit(m, SHED_PAUSE_BEGAN, seat, 0);
        break;
    case DISCONNECT_SKIP:
        emit(m, SHED_PLAYER_AWAY, seat, 0);
        break;
    default:
        drop(m, seat);
        break;
    }
    return HC_OK;
}

static enum hc_refusal come_back(struct hc_move *m, unsigned seat)
{
    const struct shed *s = shed_see(m->table);

    if (!(s->orphans >> seat & 1))
        return HC_BAD_TARGET;
    emit(m, s->phase == SHED_PAUSED ? SHED_PAUSE_ENDED : SHED_PLAYER_BACK, seat, 0);
    return HC_OK;
}

/* leave, return and drop: a seat that is still in the match. */
static enum hc_refusal move_player(struct hc_move *m)
{
    const struct shed *s = shed_see(m->table);
    unsigned seat = m->command->target;

    if (s->phase == SHED_LOBBY)
        return HC_BAD_PHASE;
    if (seat >= m->table->seats || s->gone >> seat & 1)
        return HC_BAD_TARGET;
    if (m->command->verb == SHED_LEAVE)
        return leave(m, seat);
    if (m->command->verb == SHED_RETURN)
        return come_back(m, seat);
    drop(m, seat);
    return HC_OK;
}

/* ---- The house --------------------------------------------------------------------------------
 */

static enum hc_refusal join(struct hc_move *m)
{
    struct hc_table *t = m->table;
    unsigned seat = m->command->target;

    if (shed_see(t)->phase != SHED_LOBBY)
        return HC_BAD_PHASE;
    if (seat < t->seats)
        return HC_DUPLICATE_PLAYER;
    if (t->seats >= hc_seats_max(&hc_game_shed, &t->rules))
        return HC_ROOM_FULL;
    if (seat != t->seats)
        return HC_BAD_TARGET;
    emit(m, SHED_PLAYER_JOINED, HC_NONE, (int32_t)seat);
    return HC_OK;
}

static enum hc_refusal start(struct hc_move *m)
{
    struct hc_table *t = m->table;

    if (shed_see(t)->phase != SHED_LOBBY)
        return HC_BAD_PHASE;
    if (t->seats < t->rules.byte[SHED_MIN_PLAYERS])
        return HC_NOT_ENOUGH_PLAYERS;
    if (!m->rigged_count && !shed_can_start(t))
        return HC_BAD_CONFIG;
    return begin_round(m, 1);
}

static enum hc_refusal flip_placed(struct hc_move *m)
{
    struct hc_table *t = m->table;
    uint8_t cards[HC_CARDS_MAX];
    unsigned count = hc_box_list(&t->box, PILE_DRAW, cards);

    if (shed_see(t)->phase != SHED_INITIAL_CARD)
        return HC_BAD_PHASE;
    if (!some_card_starts(t, cards, count))
        return HC_BAD_CONFIG;
    flip(m);
    return HC_OK;
}

static enum hc_refusal report_timeout(struct hc_move *m)
{
    const struct shed *s = shed_see(m->table);

    if (!in_play(s))
        return HC_BAD_PHASE;
    if (m->command->target != s->turn)
        return HC_NOT_YOUR_TURN;
    time_out(m, s->turn);
    return HC_OK;
}

static enum hc_refusal decide_for_house(struct hc_move *m)
{
    const struct shed *s = shed_see(m->table);
    unsigned verb = m->command->verb;
    bool roster = verb == SHED_LEAVE || verb == SHED_RETURN || verb == SHED_DROP;

    if (s->phase == SHED_GAME_OVER)
        return HC_GAME_OVER;
    if (s->phase == SHED_PAUSED && !roster && verb != SHED_END)
        return HC_PAUSED;
    if (roster)
        return move_player(m);
    switch (verb) {
    case SHED_JOIN:
        return join(m);
    case SHED_START:
        return start(m);
    case SHED_NEXT:
        return s->phase == SHED_ROUND_OVER ? begin_round(m, s->round + 1u) : HC_BAD_PHASE;
    case SHED_FLIP:
        return flip_placed(m);
    case SHED_TIMEOUT:
        return report_timeout(m);
    default:
        if (s->phase == SHED_LOBBY)
            return HC_BAD_PHASE;
        emit(m, SHED_GAME_ENDED, HC_NONE, 0);
        return HC_OK;
    }
}

enum hc_refusal shed_house(struct hc_move *m)
{
    enum hc_refusal refusal = decide_for_house(m);

    if (refusal == HC_OK && shed_see(m->table)->orphans)
        shed_play_for_absent(m);
    return refusal;
}
