// SPDX-License-Identifier: MIT
/*
 * hearts.c: Hearts, a game of tricks for four. It is no game of the engine: tests/cli/add_a_game.sh
 * adds it to a copy of the tree by the steps of docs/add-a-game.md and runs the tests there.
 *
 * A card is its face, suit by suit from the Two to the Ace, so that a suit is a mask of thirteen
 * bits. The rules are in hearts.md.
 */
#include "games/games_inside.h"

/* ---- Data: the deck -------------------------------------------------------------------------- */

enum { CLUBS, DIAMONDS, HEARTS, SPADES, SUITS };
enum { SUIT_CARDS = 13, CARD_COUNT = SUITS * SUIT_CARDS, PLAYERS = 4, PASSED_CARDS = 3 };
enum { TWO_OF_CLUBS = 0, QUEEN_OF_SPADES = SPADES * SUIT_CARDS + 10, ALL_POINTS = 26 };

#define FACE(rank, letter, word, suit, worth)                                                      \
    {                                                                                              \
        .code = rank letter, .key = word, .value = rank, .points = (worth), .color = (suit)        \
    }
#define SUIT(letter, suit, worth, queen)                                                           \
    FACE("2", letter, "two", suit, worth), FACE("3", letter, "three", suit, worth),                \
        FACE("4", letter, "four", suit, worth), FACE("5", letter, "five", suit, worth),            \
        FACE("6", letter, "six", suit, worth), FACE("7", letter, "seven", suit, worth),            \
        FACE("8", letter, "eight", suit, worth), FACE("9", letter, "nine", suit, worth),           \
        FACE("10", letter, "ten", suit, worth), FACE("J", letter, "jack", suit, worth),            \
        FACE("Q", letter, "queen", suit, queen), FACE("K", letter, "king", suit, worth),           \
        FACE("A", letter, "ace", suit, worth)
#define ONE(card)                                                                                  \
    {                                                                                              \
        {                                                                                          \
            1ull << (card), 0                                                                      \
        }                                                                                          \
    }
#define ALONE(first)                                                                               \
    ONE(first), ONE((first) + 1), ONE((first) + 2), ONE((first) + 3), ONE((first) + 4),            \
        ONE((first) + 5), ONE((first) + 6), ONE((first) + 7), ONE((first) + 8), ONE((first) + 9),  \
        ONE((first) + 10), ONE((first) + 11), ONE((first) + 12)
#define NUMBERS(first)                                                                             \
    (first), (first) + 1, (first) + 2, (first) + 3, (first) + 4, (first) + 5, (first) + 6,         \
        (first) + 7, (first) + 8, (first) + 9, (first) + 10, (first) + 11, (first) + 12

static const struct hc_face faces[] = {
    SUIT("C", CLUBS, 0, 0),
    SUIT("D", DIAMONDS, 0, 0),
    SUIT("H", HEARTS, 1, 1),
    SUIT("S", SPADES, 0, 13),
};
static const struct hc_cards copies[] = {ALONE(0), ALONE(13), ALONE(26), ALONE(39)};
static const uint8_t face_of[] = {NUMBERS(0), NUMBERS(13), NUMBERS(26), NUMBERS(39)};
static const struct hc_deck deck = {
    .cards = {{(1ull << CARD_COUNT) - 1, 0}},
    .face_of = face_of,
    .copies = copies,
    .faces = faces,
    .face_count = CARD_COUNT,
    .card_count = CARD_COUNT,
    .seats_max = PLAYERS,
};
static const struct hc_deck *const decks[] = {&deck};

static const char *const suit_symbols[] = {"♣", "♦", "♥", "♠"};
static const enum hc_paint suit_paints[] = {HC_PAINT_BLACK, HC_PAINT_RED, HC_PAINT_RED,
                                            HC_PAINT_BLACK};

/* ---- Data: options, verbs, phases, piles, facts and events ----------------------------------- */

enum { POINTS_TO_END, PASSING_RULE, MOON_RULE, OPTION_COUNT };
enum { PASS_ROTATES, PASS_LEFT, PASS_NOBODY };
static const struct hc_option options[] = {
    [POINTS_TO_END] = HC_INT("points_to_end", 1, 200, 100),
    [PASSING_RULE] = HC_ENUM("passing", 2, PASS_ROTATES, HC_NAMES("rotate", "left", "none")),
    [MOON_RULE] = HC_BOOL("moon", 1),
};
static const struct hc_preset presets[] = {
    {"hearts", ""},
    {"short", "points_to_end=1"},
};
static const struct hc_match_length lengths[] = {
    {"round", "points_to_end=1"},
    {"few", "points_to_end=50"},
    {"official", "points_to_end=100"},
};

enum { START, NEXT, END, TIMEOUT, DROP, PASS, PLAY, VERB_COUNT };
static const struct hc_verb verbs[] = {
    [START] = HC_HOUSE_VERB("start", START),   [NEXT] = HC_HOUSE_VERB("next", NEXT),
    [END] = HC_HOUSE_VERB("end", END),         [TIMEOUT] = HC_HOUSE_SEAT_VERB("timeout", TIMEOUT),
    [DROP] = HC_HOUSE_SEAT_VERB("drop", DROP), [PASS] = HC_VERB("pass", HC_TAKES_CARD),
    [PLAY] = HC_VERB("play", HC_TAKES_CARD),
};

enum { LOBBY, PASSING, PLAYER_TURN, ROUND_OVER, GAME_OVER, PHASE_COUNT };
static const char *const phase_names[] = {"lobby", "passing", "player_turn", "round_over",
                                          "game_over"};
static const struct hc_phase phases[] = {
    [LOBBY] = {.name = "lobby", .awaits = HC_AWAITS_HOUSE},
    [PASSING] = {.name = "passing", .awaits = HC_AWAITS_TURN},
    [PLAYER_TURN] = {.name = "player_turn", .awaits = HC_AWAITS_TURN},
    [ROUND_OVER] = {.name = "round_over", .awaits = HC_AWAITS_HOUSE},
    [GAME_OVER] = {.name = "game_over", .awaits = HC_AWAITS_NOBODY},
};

enum { PILE_TRICK, PILE_DRAW, PILE_TAKEN, PILE_PASSED, PILE_COUNT = PILE_PASSED + PLAYERS };
static const struct hc_pile_kind piles[] = {
    [PILE_TRICK] = HC_OWNED_PILE("trick", ALL, "played"),
    [PILE_DRAW] = HC_PILE("draw", NONE, HC_NONE),
    [PILE_TAKEN] = HC_PILE("taken", NONE, HC_NONE),
    [PILE_PASSED] = HC_SEAT_PILE("passed", ALL, 0),
    [PILE_PASSED + 1] = HC_SEAT_PILE("passed", ALL, 1),
    [PILE_PASSED + 2] = HC_SEAT_PILE("passed", ALL, 2),
    [PILE_PASSED + 3] = HC_SEAT_PILE("passed", ALL, 3),
};

struct hearts {
    uint8_t phase, turn;
    uint8_t leader, suit; /* of this trick; suit is HC_NONE until a card lies */
    uint8_t trick_number, broken;
    uint8_t played[HC_SEATS_MAX]; /* the card of each seat in this trick, or HC_NONE */
    uint8_t points[HC_SEATS_MAX], scores[HC_SEATS_MAX]; /* of this round, and of the match */
    uint16_t round, dropped, round_winners, match_winners;
};
HC_STATE(hearts);
enum {
    FACT_PHASE,
    FACT_TURN,
    FACT_LEADER,
    FACT_SUIT,
    FACT_TRICK,
    FACT_BROKEN,
    FACT_ROUND,
    FACT_PLAYED
};
static const struct hc_fact facts[] = {
    [FACT_PHASE] = HC_FACT(hearts, phase, NAME, .names = phase_names, .name_count = PHASE_COUNT),
    [FACT_TURN] = HC_FACT(hearts, turn, SEAT, .sight = HC_FOR_ALL),
    [FACT_LEADER] = HC_FACT(hearts, leader, SEAT, .sight = HC_FOR_ALL),
    [FACT_SUIT] = HC_FACT(hearts, suit, COLOR, .headline = 1),
    [FACT_TRICK] = HC_FACT(hearts, trick_number, NUMBER, .sight = HC_FOR_ALL),
    [FACT_BROKEN] = HC_FACT(hearts, broken, BOOL, .sight = HC_FOR_ALL, .headline = 1),
    [FACT_ROUND] = HC_FACT(hearts, round, NUMBER, .common = HC_COMMON_ROUND),
    [FACT_PLAYED] = HC_FACT_EACH(hearts, played, FACE, .sight = HC_FOR_ALL),
    HC_FACT_EACH(hearts, points, NUMBER, .sight = HC_FOR_ALL),
    HC_FACT_EACH(hearts, scores, NUMBER, .common = HC_COMMON_POINTS),
    HC_FACT(hearts, dropped, SEATS, .common = HC_COMMON_OUT),
    HC_FACT(hearts, round_winners, SEATS, .common = HC_COMMON_ROUND_WINNERS),
    HC_FACT(hearts, match_winners, SEATS, .common = HC_COMMON_MATCH_WINNERS),
};

static const char *const neighbours[] = {"left", "right", "across", NULL};

#define EVENTS(X)                                                                                  \
    X(ROUND_STARTED, "round_started", "v")                                                         \
    X(HAND_DEALT, "hand_dealt", "sn")                                                              \
    X(PASSING_BEGUN, "passing", "r")                                                               \
    X(TURN, "turn", "s")                                                                           \
    X(CARD_PASSED, "card_passed", "s")                                                             \
    X(CARDS_TAKEN, "cards_taken", "so")                                                            \
    X(TRICK_BEGUN, "trick_begun", "s")                                                             \
    X(CARD_PLAYED, "card_played", "sc")                                                            \
    X(TRICK_TAKEN, "trick_taken", "sv")                                                            \
    X(MOON, "moon", "s")                                                                           \
    X(SCORED, "scored", "sv")                                                                      \
    X(TIMED_OUT, "timeout", "s")                                                                   \
    X(PLAYER_DROPPED, "player_dropped", "s")                                                       \
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
#define X(kind, word, letters)                                                                     \
    [kind] = {.name = word,                                                                        \
              .args = letters,                                                                     \
              .names = (kind) == PASSING_BEGUN ? neighbours : NULL,                                \
              .is_set = (kind) == HAND_DEALT || (kind) == CARDS_TAKEN},
    EVENTS(X)
#undef X
};

/* Why Hearts says no, beside what all games say. */
#define MUST_FOLLOW     ((enum hc_refusal)64)
#define MUST_LEAD_TWO   ((enum hc_refusal)65)
#define NOT_BROKEN      ((enum hc_refusal)66)
#define NO_POINTS_FIRST ((enum hc_refusal)67)
static const struct hc_refusal_row refusals[] = {
    {MUST_FOLLOW, "must_follow"},
    {MUST_LEAD_TWO, "must_lead_two"},
    {NOT_BROKEN, "not_broken"},
    {NO_POINTS_FIRST, "no_points_first"},
};

/* ---- Sets of cards --------------------------------------------------------------------------- */

static uint64_t suit_cards(unsigned suit)
{
    return ((1ull << SUIT_CARDS) - 1) << suit * SUIT_CARDS;
}

static uint64_t point_cards(void)
{
    return suit_cards(HEARTS) | 1ull << QUEEN_OF_SPADES;
}

static uint64_t hand_of(const struct hc_table *table, unsigned seat)
{
    return table->box.hand[seat].w[0];
}

/* What of a hand may be played now, and why the rest may not. */
static uint64_t playable(const struct hc_table *table, unsigned seat, enum hc_refusal *why)
{
    const struct hearts *hearts = hearts_see(table);
    uint64_t hand = hand_of(table, seat), some;

    *why = HC_OK;
    if (hearts->suit == HC_NONE) {
        if (hearts->trick_number == 1 && hand & 1ull << TWO_OF_CLUBS) {
            *why = MUST_LEAD_TWO;
            return 1ull << TWO_OF_CLUBS;
        }
        some = hearts->broken ? hand : hand & ~suit_cards(HEARTS);
        *why = NOT_BROKEN;
        return some ? some : hand;
    }
    some = hand & suit_cards(hearts->suit);
    *why = MUST_FOLLOW;
    if (!some)
        some = hand;
    if (hearts->trick_number == 1 && some & ~point_cards()) {
        if (some == hand)
            *why = NO_POINTS_FIRST;
        some &= ~point_cards();
    }
    return some;
}

/* ---- Events: apply folds what was decided and checks no rules -------------------------------- */

static void hearts_apply(struct hc_table *table, const struct hc_event *event)
{
    struct hearts *hearts = hearts_of(table);

    switch ((enum event)event->kind) {
    case ROUND_STARTED:
        hc_box_fill(&table->box, PILE_DRAW, event->cards, event->count);
        hc_stream_used(table);
        hearts->round = (uint16_t)event->value;
        hearts->round_winners = 0;
        hearts->trick_number = hearts->broken = 0;
        hc_zero(hearts->points, sizeof hearts->points);
        break;
    case HAND_DEALT:
        for (unsigned i = 0; i < event->count; i++)
            hc_box_draw(&table->box, PILE_DRAW, event->seat);
        break;
    case PASSING_BEGUN:
        hearts->phase = PASSING;
        break;
    case TURN:
        hearts->turn = event->seat;
        break;
    case CARD_PASSED:
        hc_box_bury(&table->box, event->seat, event->cards[0], PILE_PASSED + event->seat);
        break;
    case CARDS_TAKEN:
        for (unsigned i = 0; i < event->count; i++)
            hc_box_draw(&table->box, PILE_PASSED + event->other, event->seat);
        break;
    case TRICK_BEGUN:
        hearts->phase = PLAYER_TURN;
        hearts->turn = hearts->leader = event->seat;
        hearts->suit = HC_NONE;
        hearts->trick_number++;
        break;
    case CARD_PLAYED:
        hc_box_play(&table->box, copies[event->cards[0]], event->seat, event->cards[0], PILE_TRICK);
        hearts->played[event->seat] = event->cards[0];
        if (hearts->suit == HC_NONE)
            hearts->suit = faces[event->cards[0]].color;
        if (faces[event->cards[0]].color != hearts->suit)
            hc_box_lack(&table->box, event->seat, suit_cards(hearts->suit));
        hearts->broken |= faces[event->cards[0]].color == HEARTS;
        break;
    case TRICK_TAKEN:
        while (table->box.pile[PILE_TRICK].count)
            hc_box_turn(&table->box, PILE_TRICK, PILE_TAKEN, true);
        hearts->points[event->seat] = (uint8_t)(hearts->points[event->seat] + event->value);
        hearts->suit = HC_NONE;
        hc_fill(hearts->played, HC_NONE, sizeof hearts->played);
        break;
    case SCORED:
        hearts->scores[event->seat] = (uint8_t)event->value;
        break;
    case PLAYER_DROPPED:
        hearts->dropped = (uint16_t)(hearts->dropped | 1u << event->seat);
        break;
    case ROUND_WON:
        hearts->phase = ROUND_OVER;
        hearts->round_winners = (uint16_t)event->value;
        break;
    case GAME_WON:
    case GAME_ENDED:
        hearts->phase = GAME_OVER;
        hearts->match_winners = (uint16_t)event->value;
        break;
    case MOON:
    case TIMED_OUT:
    case EVENT_COUNT:
        break;
    }
}

/* Writes an event down and applies it: nothing else changes a table. */
static void emit(struct hc_move *move, enum event kind, unsigned seat, unsigned other,
                 unsigned value, const uint8_t *cards, unsigned count)
{
    struct hc_event *event =
        hc_event_add(move->events, (unsigned)kind, seat, other, (int32_t)value, count);

    for (unsigned i = 0; i < count; i++)
        event->cards[i] = cards[i];
    hearts_apply(move->table, event);
}

static void tell(struct hc_move *move, enum event kind, unsigned seat, unsigned value)
{
    emit(move, kind, seat, HC_NONE, value, NULL, 0);
}

/* ---- Rules: first whatever can be refused, then emit ----------------------------------------- */

/* The seats with the fewest points, of those that are still there. */
static unsigned lowest_of(const struct hc_table *table, const uint8_t points[HC_SEATS_MAX])
{
    unsigned least = UINT8_MAX, seats = 0;

    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (hearts_see(table)->dropped >> seat & 1 || points[seat] > least)
            continue;
        seats = points[seat] < least ? 0 : seats;
        least = points[seat];
        seats |= 1u << seat;
    }
    return seats;
}

static void end_round(struct hc_move *move)
{
    const struct hc_table *table = move->table;
    const struct hearts *hearts = hearts_see(table);
    uint8_t gains[HC_SEATS_MAX] = {0};
    bool over = false;

    for (unsigned seat = 0; seat < table->seats; seat++)
        gains[seat] = hearts->points[seat];
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (hearts->points[seat] == ALL_POINTS && table->rules.byte[MOON_RULE]) {
            tell(move, MOON, seat, 0);
            for (unsigned other = 0; other < table->seats; other++)
                gains[other] = other == seat ? 0 : ALL_POINTS;
        }
    for (unsigned seat = 0; seat < table->seats; seat++) {
        unsigned total = (unsigned)hearts->scores[seat] + gains[seat];

        tell(move, SCORED, seat, total);
        over |= total >= table->rules.byte[POINTS_TO_END];
    }
    tell(move, ROUND_WON, HC_NONE, lowest_of(table, gains));
    if (over)
        tell(move, GAME_WON, HC_NONE, lowest_of(table, hearts->scores));
}

/* The trick goes to the highest card of the suit that was led; who played it leads the next. */
static void end_trick(struct hc_move *move)
{
    const struct hc_table *table = move->table;
    const struct hearts *hearts = hearts_see(table);
    unsigned taker = hearts->leader, points = 0;

    for (unsigned seat = 0; seat < PLAYERS; seat++) {
        const struct hc_face *face = &faces[hearts->played[seat]];

        points += (unsigned)face->points;
        if (face->color == hearts->suit && hearts->played[seat] > hearts->played[taker])
            taker = seat;
    }
    tell(move, TRICK_TAKEN, taker, points);
    if (hand_of(table, taker))
        tell(move, TRICK_BEGUN, taker, 0);
    else
        end_round(move);
}

/* The holder of the Two of Clubs opens; where a scenario left that card out, seat 0. */
static void begin_tricks(struct hc_move *move)
{
    unsigned opener = 0;

    for (unsigned seat = 1; seat < PLAYERS; seat++)
        if (hand_of(move->table, seat) & 1ull << TWO_OF_CLUBS)
            opener = seat;
    tell(move, TRICK_BEGUN, opener, 0);
}

/* How many seats further a round's cards go; 0 if none are passed. */
static unsigned passes_by(const struct hc_table *table)
{
    static const uint8_t by_round[] = {0, 1, 3, 2}; /* left, right, across; none in every fourth */

    switch (table->rules.byte[PASSING_RULE]) {
    case PASS_ROTATES:
        return by_round[hearts_see(table)->round % 4];
    case PASS_LEFT:
        return 1;
    default:
        return 0;
    }
}

static enum hc_refusal begin_round(struct hc_move *move)
{
    const struct hc_table *table = move->table;
    unsigned count = move->rigged_count ? move->rigged_count : CARD_COUNT, each = count / PLAYERS;
    uint8_t cards[CARD_COUNT];
    struct hc_dice dice;

    if (table->seats != PLAYERS)
        return HC_NOT_ENOUGH_PLAYERS;
    if (count > CARD_COUNT || count % PLAYERS || each < PASSED_CARDS)
        return HC_BAD_CONFIG;
    for (unsigned i = 0; i < count; i++)
        cards[i] = move->rigged_count ? move->rigged[i] : (uint8_t)i;
    hc_stream_open(table, &dice);
    if (!move->rigged_count)
        hc_dice_shuffle(&dice, cards, count);
    emit(move, ROUND_STARTED, HC_NONE, HC_NONE, hearts_see(table)->round + 1u, cards, count);
    for (unsigned seat = 0; seat < PLAYERS; seat++)
        emit(move, HAND_DEALT, seat, HC_NONE, 0, &cards[seat * each], each);
    if (passes_by(table)) {
        static const uint8_t name_of[] = {0, 0, 2, 1};

        tell(move, PASSING_BEGUN, HC_NONE, name_of[passes_by(table)]);
        tell(move, TURN, 0, 0);
    } else {
        begin_tricks(move);
    }
    return HC_OK;
}

static void pass_card(struct hc_move *move, unsigned seat, uint8_t card)
{
    const struct hc_table *table = move->table;

    emit(move, CARD_PASSED, seat, HC_NONE, 0, &card, 1);
    if (table->box.pile[PILE_PASSED + seat].count < PASSED_CARDS)
        return;
    if (seat + 1 < PLAYERS) {
        tell(move, TURN, seat + 1, 0);
        return;
    }
    for (unsigned from = 0; from < PLAYERS; from++) {
        uint8_t cards[CARD_COUNT];
        unsigned count = hc_box_list(&table->box, PILE_PASSED + from, cards);

        emit(move, CARDS_TAKEN, (from + passes_by(table)) % PLAYERS, from, 0, cards, count);
    }
    begin_tricks(move);
}

static void play_card(struct hc_move *move, unsigned seat, uint8_t card)
{
    emit(move, CARD_PLAYED, seat, HC_NONE, 0, &card, 1);
    if (move->table->box.pile[PILE_TRICK].count < PLAYERS)
        tell(move, TURN, (seat + 1) % PLAYERS, 0);
    else
        end_trick(move);
}

static enum hc_refusal judge_turn(const struct hc_table *table, unsigned seat, unsigned phase)
{
    if (hearts_see(table)->phase != phase)
        return HC_BAD_PHASE;
    return seat == hearts_see(table)->turn ? HC_OK : HC_NOT_YOUR_TURN;
}

static enum hc_refusal pass(struct hc_move *move)
{
    enum hc_refusal refusal = judge_turn(move->table, move->seat, PASSING);

    if (refusal)
        return refusal;
    if (!(hand_of(move->table, move->seat) >> move->command->face & 1))
        return HC_NO_CARD;
    pass_card(move, move->seat, move->command->face);
    return HC_OK;
}

static enum hc_refusal play(struct hc_move *move)
{
    enum hc_refusal refusal = judge_turn(move->table, move->seat, PLAYER_TURN), why;

    if (refusal)
        return refusal;
    if (!(hand_of(move->table, move->seat) >> move->command->face & 1))
        return HC_NO_CARD;
    if (!(playable(move->table, move->seat, &why) >> move->command->face & 1))
        return why;
    play_card(move, move->seat, move->command->face);
    return HC_OK;
}

/* The house takes the lowest card that will do of whoever is out of time. */
static enum hc_refusal time_out(struct hc_move *move, unsigned seat)
{
    bool passing = hearts_see(move->table)->phase == PASSING;
    enum hc_refusal refusal = judge_turn(move->table, seat, passing ? PASSING : PLAYER_TURN), why;

    if (refusal)
        return refusal;
    tell(move, TIMED_OUT, seat, 0);
    if (passing)
        pass_card(move, seat, (uint8_t)hc_lowest_bit(hand_of(move->table, seat)));
    else
        play_card(move, seat, (uint8_t)hc_lowest_bit(playable(move->table, seat, &why)));
    return HC_OK;
}

/* There is no Hearts for three: the match ends, and the best of those who are left win it. */
static enum hc_refusal drop(struct hc_move *move, unsigned seat)
{
    const struct hc_table *table = move->table;

    if (hearts_see(table)->phase == LOBBY)
        return HC_BAD_PHASE;
    if (seat >= table->seats)
        return HC_NO_SEAT;
    tell(move, PLAYER_DROPPED, seat, 0);
    tell(move, GAME_WON, HC_NONE, lowest_of(table, hearts_see(table)->scores));
    return HC_OK;
}

static enum hc_refusal hearts_decide(struct hc_move *move)
{
    unsigned phase = hearts_see(move->table)->phase;

    if (phase == GAME_OVER)
        return HC_GAME_OVER;
    switch (move->command->verb) {
    case START:
        return phase == LOBBY ? begin_round(move) : HC_BAD_PHASE;
    case NEXT:
        return phase == ROUND_OVER ? begin_round(move) : HC_BAD_PHASE;
    case END:
        tell(move, GAME_ENDED, HC_NONE, 0);
        return HC_OK;
    case TIMEOUT:
        return time_out(move, move->command->target);
    case DROP:
        return drop(move, move->command->target);
    case PASS:
        return pass(move);
    case PLAY:
        return play(move);
    default:
        return HC_MALFORMED;
    }
}

/* ---- The rest of the hooks ------------------------------------------------------------------- */

static void hearts_open(struct hc_table *table)
{
    hearts_of(table)->suit = HC_NONE;
    hc_fill(hearts_of(table)->played, HC_NONE, HC_SEATS_MAX);
}

static void hearts_actions(const struct hc_table *table, unsigned seat, uint32_t now_ms,
                           struct hc_actions *actions)
{
    const struct hearts *hearts = hearts_see(table);
    enum hc_refusal why;

    (void)now_ms;
    if (seat == HC_HOUSE && hearts->phase == LOBBY && table->seats == PLAYERS)
        hc_choose(actions, START, 0, 0, 0, 0);
    if (seat == HC_HOUSE && hearts->phase == ROUND_OVER)
        hc_choose(actions, NEXT, 0, 0, 0, 0);
    if (seat == HC_HOUSE && hearts->phase != GAME_OVER)
        hc_choose(actions, END, 0, 0, 0, 0);
    if (seat == hearts->turn && hearts->phase == PASSING)
        hc_choose(actions, PASS, hand_of(table, seat), 0, 0, 0);
    if (seat == hearts->turn && hearts->phase == PLAYER_TURN)
        hc_choose(actions, PLAY, playable(table, seat, &why), 0, 0, 0);
}

/* Everybody has as many cards as the one whose turn it is, what was passed or played included. */
static const char *check_hands(const struct hc_table *table)
{
    const struct hearts *hearts = hearts_see(table);
    bool passing = hearts->phase == PASSING;
    unsigned trick = table->box.pile[PILE_TRICK].count;
    unsigned passed = table->box.pile[PILE_PASSED + hearts->turn].count;
    unsigned each = hc_bits(hand_of(table, hearts->turn)) + passed;
    struct hc_cards lying = hc_box_pile_cards(&table->box, PILE_TRICK);

    if (each < (passing ? (unsigned)PASSED_CARDS : 1))
        return "the player to act holds too few cards";
    if (passing ? trick : passed)
        return "cards lie where none may lie now";
    if (passing && passed >= PASSED_CARDS)
        return "the player to act has passed enough cards";
    if (!passing && (trick + hearts->leader) % PLAYERS != hearts->turn)
        return "it is the turn of somebody else";
    if (trick >= PLAYERS || (trick != 0) == (hearts->suit == HC_NONE))
        return "the trick and its suit do not agree";
    for (unsigned seat = 0; seat < PLAYERS; seat++) {
        unsigned played = !passing && (seat + PLAYERS - hearts->leader) % PLAYERS < trick;
        unsigned gone = table->box.pile[PILE_PASSED + seat].count;

        if (played != (hearts->played[seat] != HC_NONE) ||
            (played && !hc_has(lying, hearts->played[seat])))
            return "the trick is not what the players played";
        if (seat != hearts->turn &&
            gone != (passing && seat < hearts->turn ? (unsigned)PASSED_CARDS : 0))
            return "the cards that were passed do not agree with the turn";
        if (hc_bits(hand_of(table, seat)) + gone + played != each)
            return "the hands are not of one size";
    }
    return NULL;
}

static const char *hearts_check(const struct hc_table *table)
{
    const struct hearts *hearts = hearts_see(table);
    unsigned masks = (unsigned)hearts->dropped | hearts->round_winners | hearts->match_winners;

    if (hearts->phase >= PHASE_COUNT)
        return "there is no such phase";
    if (table->seats != PLAYERS && hearts->phase != LOBBY && hearts->phase != GAME_OVER)
        return "there are not four players";
    if ((hearts->turn >= table->seats && hearts->turn) ||
        (hearts->leader >= table->seats && hearts->leader))
        return "it is the turn of a seat that does not exist";
    if (hearts->suit >= SUITS && hearts->suit != HC_NONE)
        return "there is no such suit";
    if (hearts->broken > 1 || hearts->trick_number > SUIT_CARDS)
        return "a number is too large";
    if (masks >> table->seats)
        return "a flag is set for a seat that does not exist";
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (hearts->played[seat] >= CARD_COUNT && hearts->played[seat] != HC_NONE)
            return "there is no such card";
    for (unsigned seat = 0; seat < table->seats; seat++)
        if (hearts->points[seat] > ALL_POINTS || hearts->scores[seat] > UINT8_MAX - ALL_POINTS)
            return "somebody has too many points";
    if (hearts->phase == PASSING || hearts->phase == PLAYER_TURN)
        return check_hands(table);
    return NULL;
}

/* A position of a scenario is in the middle of a round; the trick has the suit of its first card.
 */
static void hearts_settle(struct hc_table *table, uint64_t given)
{
    struct hearts *hearts = hearts_of(table);
    uint8_t cards[CARD_COUNT];
    unsigned count = hc_box_list(&table->box, PILE_TRICK, cards);

    if (!(given >> FACT_PHASE & 1))
        hearts->phase = PLAYER_TURN;
    if (!(given >> FACT_LEADER & 1))
        hearts->leader = (uint8_t)((hearts->turn + PLAYERS - count) % PLAYERS);
    if (!(given >> FACT_SUIT & 1) && count)
        hearts->suit = faces[cards[count - 1]].color;
    for (unsigned i = 0; i < count && !(given >> FACT_PLAYED & 1); i++)
        hearts->played[(hearts->leader + count - 1 - i) % PLAYERS] = cards[i];
    if (!(given >> FACT_TRICK & 1))
        hearts->trick_number = 2;
    if (!(given >> FACT_ROUND & 1))
        hearts->round = 1;
}

static unsigned hearts_goal(const struct hc_rules *rules, unsigned players)
{
    (void)players;
    return rules->byte[POINTS_TO_END];
}

const struct hc_game hc_game_hearts = {
    .name = "hearts",
    .options = {.narrow = options,
                .narrow_count = OPTION_COUNT,
                .presets = presets,
                .preset_count = HC_COUNT(presets)},
    .deck_option = HC_NONE,
    .seats_min_option = HC_NONE,
    .seats_max_option = HC_NONE,
    .seats_min = PLAYERS,
    .decks = decks,
    .grammar = {.verbs = verbs,
                .verb_count = VERB_COUNT,
                .colors = "CDHS",
                .color_symbols = suit_symbols,
                .color_paints = suit_paints},
    .phases = phases,
    .facts = facts,
    .events = events,
    .piles = piles,
    .refusals = refusals,
    .phase_count = PHASE_COUNT,
    .fact_count = HC_COUNT(facts),
    .event_count = EVENT_COUNT,
    .pile_count = PILE_COUNT,
    .refusal_count = HC_COUNT(refusals),
    .lengths = lengths,
    .length_count = HC_COUNT(lengths),
    .counted = {[HC_COUNTED_PLAYED] = "card_played"},
    .open = hearts_open,
    .decide = hearts_decide,
    .apply = hearts_apply,
    .actions = hearts_actions,
    .check = hearts_check,
    .settle = hearts_settle,
    .goal = hearts_goal,
};
