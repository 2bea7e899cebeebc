// SPDX-License-Identifier: MIT
/*
 * null.c: the smallest game. It is built and tested like any other, and it is the template for a
 * new one: copy the folder, rename, add a line to games.def (docs/add-a-game.md).
 *
 * Rules: everybody is dealt one card face down. In turn each player keeps it, or discards it and
 * draws another. Then all hands are shown; the highest card wins the round, equals share it.
 */
#include "games/games_inside.h"

/* ---- Data: the deck, twelve faces with two cards each ---------------------------------------- */

#define FACE(n)                                                                                    \
    {                                                                                              \
        .code = #n, .key = "number", .value = #n, .points = (n), .color = HC_NONE                  \
    }
#define PAIR(n)                                                                                    \
    {                                                                                              \
        {                                                                                          \
            3ull << (2 * (n)-2), 0                                                                 \
        }                                                                                          \
    }

static const struct hc_face faces[] = {
    FACE(1), FACE(2), FACE(3), FACE(4),  FACE(5),  FACE(6),
    FACE(7), FACE(8), FACE(9), FACE(10), FACE(11), FACE(12),
};
static const struct hc_cards copies[] = {
    PAIR(1), PAIR(2), PAIR(3), PAIR(4),  PAIR(5),  PAIR(6),
    PAIR(7), PAIR(8), PAIR(9), PAIR(10), PAIR(11), PAIR(12),
};
static const uint8_t face_of[] = {
    0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11,
};
enum { CARD_COUNT = sizeof face_of };
static const struct hc_deck deck = {
    .cards = {{(1ull << CARD_COUNT) - 1, 0}},
    .face_of = face_of,
    .copies = copies,
    .faces = faces,
    .face_count = CARD_COUNT / 2,
    .card_count = CARD_COUNT,
    .seats_max = HC_SEATS_MAX, /* nobody takes more than two cards: 20 of 24 */
};
static const struct hc_deck *const decks[] = {&deck};

/* ---- Data: options, verbs, phases, piles, facts and events ----------------------------------- */

enum { ROUNDS_TO_WIN, OPTION_COUNT };
static const struct hc_option options[] = {
    [ROUNDS_TO_WIN] = HC_INT("rounds_to_win", 1, 9, 3),
};
static const struct hc_preset presets[] = {
    {"null", ""},
    {"short", "rounds_to_win=1"},
};

static const struct hc_match_length lengths[] = {
    {"round", "rounds_to_win=1"},
    {"few", "rounds_to_win=3"},
    {"official", "rounds_to_win=5"},
};

enum { START, NEXT, END, TIMEOUT, DROP, KEEP, DRAW, VERB_COUNT };
static const struct hc_verb verbs[] = {
    [START] = HC_HOUSE_VERB("start", START),
    [NEXT] = HC_HOUSE_VERB("next", NEXT),
    [END] = HC_HOUSE_VERB("end", END),
    [TIMEOUT] = HC_HOUSE_SEAT_VERB("timeout", TIMEOUT),
    [DROP] = HC_HOUSE_SEAT_VERB("drop", DROP),
    [KEEP] = HC_VERB("keep", 0),
    [DRAW] = HC_VERB("draw", 0),
};

enum { LOBBY, PLAYER_TURN, ROUND_OVER, GAME_OVER, PHASE_COUNT };
static const char *const phase_names[] = {"lobby", "player_turn", "round_over", "game_over"};
static const struct hc_phase phases[] = {
    [LOBBY] = {.name = "lobby", .awaits = HC_AWAITS_HOUSE},
    [PLAYER_TURN] = {.name = "player_turn", .awaits = HC_AWAITS_TURN},
    [ROUND_OVER] = {.name = "round_over", .awaits = HC_AWAITS_HOUSE},
    [GAME_OVER] = {.name = "game_over", .awaits = HC_AWAITS_NOBODY},
};

enum { PILE_DRAW, PILE_DISCARD, PILE_COUNT };
static const struct hc_pile_kind piles[] = {
    [PILE_DRAW] = HC_PILE("draw", NONE, HC_NONE),
    [PILE_DISCARD] = HC_PILE("discard", ALL, HC_NONE),
};

/* Every byte is named by a fact: views, saved tables and scenarios are made from that list. */
struct null {
    uint8_t phase, turn;
    uint8_t wins[HC_SEATS_MAX];
    uint16_t round, dropped, round_winners, match_winners; /* but for round: a bit for each seat */
};
HC_STATE(null);
static const struct hc_fact facts[] = {
    HC_FACT(null, phase, NAME, .names = phase_names, .name_count = PHASE_COUNT),
    HC_FACT(null, turn, SEAT, .sight = HC_FOR_ALL),
    HC_FACT(null, round, NUMBER, .common = HC_COMMON_ROUND),
    HC_FACT_EACH(null, wins, NUMBER, .common = HC_COMMON_POINTS),
    HC_FACT(null, dropped, SEATS, .common = HC_COMMON_OUT),
    HC_FACT(null, round_winners, SEATS, .common = HC_COMMON_ROUND_WINNERS),
    HC_FACT(null, match_winners, SEATS, .common = HC_COMMON_MATCH_WINNERS),
};

/* Numbers go into logs: append only. Core hides the cards from whoever does not know them. */
#define EVENTS(X)                                                                                  \
    X(ROUND_STARTED, "round_started", "v")                                                         \
    X(CARD_DEALT, "card_dealt", "s")                                                               \
    X(TURN, "turn", "s")                                                                           \
    X(KEPT, "kept", "s")                                                                           \
    X(CARD_EXCHANGED, "card_exchanged", "sc")                                                      \
    X(TIMED_OUT, "timeout", "s")                                                                   \
    X(PLAYER_DROPPED, "player_dropped", "s")                                                       \
    X(HAND_SHOWN, "hand_shown", "sc")                                                              \
    X(ROUND_WON, "round_won", "m")                                                                 \
    X(GAME_WON, "game_won", "m")                                                                   \
    X(GAME_ENDED, "game_ended", "")

enum event {
#define X(kind, name, args) kind,
    EVENTS(X)
#undef X
        EVENT_COUNT
};
static const struct hc_event_kind events[] = {
#define X(kind, name, args) [kind] = HC_EVENT(name, args),
    EVENTS(X)
#undef X
};

/* ---- Events: apply folds what was decided and checks no rules -------------------------------- */

static void null_apply(struct hc_table *table, const struct hc_event *event)
{
    struct null *null = null_of(table);

    switch ((enum event)event->kind) {
    case ROUND_STARTED:
        hc_box_fill(&table->box, PILE_DRAW, event->cards, event->count);
        hc_stream_used(table);
        null->round = (uint16_t)event->value;
        null->round_winners = 0;
        break;
    case CARD_DEALT:
        hc_box_draw(&table->box, PILE_DRAW, event->seat);
        break;
    case TURN:
        null->phase = PLAYER_TURN;
        null->turn = event->seat;
        break;
    case CARD_EXCHANGED:
        hc_box_play(&table->box, copies[face_of[event->cards[0]]], event->seat, event->cards[0],
                    PILE_DISCARD);
        hc_box_draw(&table->box, PILE_DRAW, event->seat);
        break;
    case PLAYER_DROPPED:
        null->dropped = (uint16_t)(null->dropped | 1u << event->seat);
        break;
    case HAND_SHOWN:
        hc_box_look(&table->box, event->seat, HC_NONE);
        break;
    case ROUND_WON:
        null->phase = ROUND_OVER;
        null->round_winners = (uint16_t)event->value;
        for (unsigned seat = 0; seat < table->seats; seat++)
            null->wins[seat] = (uint8_t)(null->wins[seat] + (null->round_winners >> seat & 1));
        break;
    case GAME_WON:
    case GAME_ENDED:
        null->phase = GAME_OVER;
        null->match_winners = (uint16_t)event->value;
        break;
    case KEPT:
    case TIMED_OUT:
    case EVENT_COUNT:
        break;
    }
}

/* Writes an event down and applies it: nothing else changes a table. */
static void emit(struct hc_move *move, enum event kind, unsigned seat, unsigned value,
                 const uint8_t *cards, unsigned count)
{
    struct hc_event *event = hc_event_begin(move->events, count);

    event->kind = (uint8_t)kind;
    event->seat = (uint8_t)seat;
    event->other = HC_NONE;
    event->count = (uint8_t)count;
    event->value = (int32_t)value;
    for (unsigned i = 0; i < count; i++)
        event->cards[i] = cards[i];
    hc_event_done(move->events, event);
    null_apply(move->table, event);
}

/* ---- Rules: first whatever can be refused, then emit ----------------------------------------- */

static unsigned players_of(const struct hc_table *table)
{
    return ((1u << table->seats) - 1) & ~(unsigned)null_see(table)->dropped;
}

static void end_round(struct hc_move *move)
{
    const struct hc_table *table = move->table;
    unsigned best = 0, winners = 0, reached = 0;

    for (unsigned left = players_of(table); left; left &= left - 1) {
        unsigned seat = hc_lowest_bit(left);
        uint8_t card = (uint8_t)hc_lowest(table->box.hand[seat]);

        emit(move, HAND_SHOWN, seat, 0, &card, 1);
        if (face_of[card] > best)
            winners = 0, best = face_of[card];
        winners |= face_of[card] == best ? 1u << seat : 0;
    }
    emit(move, ROUND_WON, HC_NONE, winners, NULL, 0);
    for (; winners; winners &= winners - 1)
        if (null_see(table)->wins[hc_lowest_bit(winners)] >= table->rules.byte[ROUNDS_TO_WIN])
            reached |= winners & -winners;
    if (reached)
        emit(move, GAME_WON, HC_NONE, reached, NULL, 0);
}

/* The next player after `seat`, seat by seat; after the last one the round ends. */
static void turn_after(struct hc_move *move, unsigned seat)
{
    unsigned above = players_of(move->table) & ~((2u << seat) - 1);

    if (above)
        emit(move, TURN, hc_lowest_bit(above), 0, NULL, 0);
    else
        end_round(move);
}

static enum hc_refusal begin_round(struct hc_move *move)
{
    const struct hc_table *table = move->table;
    unsigned players = players_of(table);
    unsigned count = move->rigged_count ? move->rigged_count : CARD_COUNT;
    uint8_t cards[CARD_COUNT];
    struct hc_dice dice;

    if (hc_bits(players) < 2)
        return HC_NOT_ENOUGH_PLAYERS;
    if (count > CARD_COUNT || count < 2 * hc_bits(players))
        return HC_BAD_CONFIG;
    for (unsigned i = 0; i < count; i++)
        cards[i] = move->rigged_count ? move->rigged[i] : (uint8_t)i;
    hc_stream_open(table, &dice);
    if (!move->rigged_count)
        hc_dice_shuffle(&dice, cards, count);
    emit(move, ROUND_STARTED, HC_NONE, null_see(table)->round + 1u, cards, count);
    for (unsigned left = players, next = 0; left; left &= left - 1, next++)
        emit(move, CARD_DEALT, hc_lowest_bit(left), 0, &cards[next], 1);
    emit(move, TURN, hc_lowest_bit(players), 0, NULL, 0);
    return HC_OK;
}

static enum hc_refusal drop(struct hc_move *move, unsigned seat)
{
    const struct hc_table *table = move->table;
    const struct null *null = null_see(table);

    if (null->phase == LOBBY)
        return HC_BAD_PHASE;
    if (seat >= table->seats)
        return HC_NO_SEAT;
    if (null->dropped >> seat & 1)
        return HC_BAD_TARGET;
    emit(move, PLAYER_DROPPED, seat, 0, NULL, 0);
    if (hc_bits(players_of(table)) == 1)
        emit(move, GAME_WON, HC_NONE, players_of(table), NULL, 0);
    else if (null->phase == PLAYER_TURN && null->turn == seat)
        turn_after(move, seat);
    return HC_OK;
}

static enum hc_refusal play(struct hc_move *move, unsigned seat, enum event how)
{
    const struct hc_table *table = move->table;
    uint8_t cards[2] = {0, 0};

    if (null_see(table)->phase != PLAYER_TURN)
        return HC_BAD_PHASE;
    if (seat != null_see(table)->turn)
        return HC_NOT_YOUR_TURN;
    if (how == CARD_EXCHANGED) {
        if (!table->box.pile[PILE_DRAW].count)
            return HC_BAD_PHASE;
        cards[0] = (uint8_t)hc_lowest(table->box.hand[seat]);
        cards[1] = (uint8_t)hc_box_top(&table->box, PILE_DRAW);
    }
    emit(move, how, seat, 0, cards, how == CARD_EXCHANGED ? 2 : 0);
    turn_after(move, seat);
    return HC_OK;
}

/* The table has already refused players who speak for the house. */
static enum hc_refusal null_decide(struct hc_move *move)
{
    unsigned phase = null_see(move->table)->phase;

    if (phase == GAME_OVER)
        return HC_GAME_OVER;
    switch (move->command->verb) {
    case START:
        return phase == LOBBY ? begin_round(move) : HC_BAD_PHASE;
    case NEXT:
        return phase == ROUND_OVER ? begin_round(move) : HC_BAD_PHASE;
    case END:
        emit(move, GAME_ENDED, HC_NONE, 0, NULL, 0);
        return HC_OK;
    case TIMEOUT:
        return play(move, move->command->target, TIMED_OUT);
    case DROP:
        return drop(move, move->command->target);
    case KEEP:
        return play(move, move->seat, KEPT);
    case DRAW:
        return play(move, move->seat, CARD_EXCHANGED);
    default:
        return HC_MALFORMED;
    }
}

/* ---- The rest of the hooks ------------------------------------------------------------------- */

static void null_open(struct hc_table *table)
{
    (void)table; /* all zero is right: the lobby, before the first round */
}

/* Everything that null_decide would accept from this seat now, and nothing else. */
static void null_actions(const struct hc_table *table, unsigned seat, uint32_t now_ms,
                         struct hc_actions *actions)
{
    const struct null *null = null_see(table);
    bool enough = hc_bits(players_of(table)) >= 2;

    (void)now_ms;
    if (seat == HC_HOUSE && null->phase == LOBBY && enough)
        hc_choose(actions, START, 0, 0, 0, 0);
    if (seat == HC_HOUSE && null->phase == ROUND_OVER && enough)
        hc_choose(actions, NEXT, 0, 0, 0, 0);
    if (seat == HC_HOUSE && null->phase != GAME_OVER)
        hc_choose(actions, END, 0, 0, 0, 0);
    if (seat == null->turn && null->phase == PLAYER_TURN) {
        hc_choose(actions, KEEP, 0, 0, 0, 0);
        if (table->box.pile[PILE_DRAW].count)
            hc_choose(actions, DRAW, 0, 0, 0, 0);
    }
}

/* Holds after every event. It also judges saved tables from anywhere, so no bytes may trip it, and
 * whatever passes may not trip decide. */
static const char *null_check(const struct hc_table *table)
{
    const struct null *null = null_see(table);
    unsigned masks = (unsigned)null->dropped | null->round_winners | null->match_winners;
    unsigned holders = 0;

    if (null->phase >= PHASE_COUNT)
        return "there is no such phase";
    if (null->turn >= table->seats && null->turn)
        return "it is the turn of a seat that does not exist";
    if (masks >> table->seats)
        return "a flag is set for a seat that does not exist";
    if (null->phase == PLAYER_TURN)
        holders = players_of(table) | 1u << null->turn;
    for (; holders; holders &= holders - 1)
        if (hc_count(table->box.hand[hc_lowest_bit(holders)]) != 1)
            return "a player does not hold one card";
    return NULL;
}

/* A position of a scenario: whatever was not given by hand. */
static void null_settle(struct hc_table *table, uint64_t given)
{
    if (!(given & 1))
        null_of(table)->phase = PLAYER_TURN;
    if (!(given >> 2 & 1))
        null_of(table)->round = 1;
}

static unsigned null_goal(const struct hc_rules *rules, unsigned players)
{
    (void)players;
    return rules->byte[ROUNDS_TO_WIN];
}

const struct hc_game hc_game_null = {
    .name = "null",
    .is_template = true,
    .options = {.narrow = options,
                .narrow_count = OPTION_COUNT,
                .presets = presets,
                .preset_count = HC_COUNT(presets)},
    .deck_option = HC_NONE,
    .seats_min_option = HC_NONE,
    .seats_max_option = HC_NONE,
    .seats_min = 2,
    .decks = decks,
    .grammar = {.verbs = verbs, .verb_count = VERB_COUNT, .colors = ""},
    .phases = phases,
    .facts = facts,
    .events = events,
    .piles = piles,
    .phase_count = PHASE_COUNT,
    .fact_count = HC_COUNT(facts),
    .event_count = EVENT_COUNT,
    .pile_count = PILE_COUNT,
    .lengths = lengths,
    .length_count = HC_COUNT(lengths),
    .counted = {[HC_COUNTED_PLAYED] = "card_exchanged"},
    .open = null_open,
    .decide = null_decide,
    .apply = null_apply,
    .actions = null_actions,
    .check = null_check,
    .settle = null_settle,
    .goal = null_goal,
};
