// SPDX-License-Identifier: MIT
/*
 * test_two.c: what scenarios cannot show of the rules of two: the list of card types, chance, what
 * each player may do and is told at every step, and what the history of events is good for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "games/two/two.h"
#include "table/position.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { JSON_BYTES = 1 << 14, LOG_BYTES = 1 << 16, EVENTS_MAX = 2000 };

static const struct hc_game *two;
static struct hc_table table;
static struct hc_events events;
static struct hc_dice dice;

/* ---- Tables ---------------------------------------------------------------------------------- */

static void open_seats(const char *rules_text, unsigned seats, uint64_t number)
{
    uint8_t seed[HC_SEED_BYTES];
    struct hc_problem why;
    struct hc_rules rules;

    two = hc_game_find("two");
    if (!hc_rules_parse(two, rules_text, &rules, &why))
        fail_msg("%s: %s", rules_text, why.text);
    hc_seed_from_number(number, seed);
    hc_dice_open(&dice, seed, 1, 0);
    assert_int_equal(hc_table_open(&table, two, &rules, seats, seed), HC_OK);
}

static enum hc_refusal say(unsigned seat, const char *text)
{
    struct hc_table before = table;
    enum hc_refusal refusal = hc_submit_text(&table, seat, text, 0, &events);

    if (refusal)
        assert_memory_equal(&before, &table, sizeof before);
    return refusal;
}

static void must_say(unsigned seat, const char *text)
{
    enum hc_refusal refusal = say(seat, text);

    if (refusal)
        fail_msg("\"%s\" of seat %u is refused: %s", text, seat, hc_refusal_name(refusal));
}

static int64_t fact(const char *name, unsigned index)
{
    int64_t value;

    if (!hc_table_fact(&table, name, index, &value))
        fail_msg("there is no fact %s", name);
    return value;
}

/* One random command of whoever is awaited; half of them in steps. False at the end. */
static bool step(unsigned *seat, struct hc_command *command)
{
    struct hc_actions actions;

    *seat = hc_table_awaits(&table);
    if (*seat == HC_NONE)
        return false;
    hc_actions(&table, *seat, 0, &actions);
    assert_true(actions.ways > 0);
    hc_actions_at(&actions, *seat == HC_HOUSE ? 0 : hc_dice_below(&dice, actions.ways), command);
    if (command->verb == TWO_PLAY && hc_dice_below(&dice, 2)) {
        struct hc_command part = *command;

        part.guess = HC_NONE;
        if (hc_dice_below(&dice, 2))
            part.target = HC_NONE;
        if (hc_may(&table, *seat, &part, 0) == HC_OK)
            *command = part;
    }
    assert_int_equal(hc_submit(&table, *seat, command, 0, &events), HC_OK);
    return true;
}

static bool play_on(void)
{
    struct hc_command command;
    unsigned seat;

    return step(&seat, &command);
}

/* A position: the hands as digits, the deck next card first. Seat 0 is to play. */
static void place(const char *rules, const char *const *hands, unsigned seats, const char *deck,
                  const char *const facts[][2])
{
    struct hc_position position;
    const struct hc_deck *cards;
    const char *broken;

    open_seats(rules, seats, 1);
    cards = hc_deck_of(two, &table.rules);
    hc_position_begin(&position, &table);
    for (unsigned seat = 0; seat < seats; seat++)
        for (const char *c = hands[seat]; *c; c++)
            assert_true(hc_position_hand(&position, seat, hc_face_find(cards, c, 1)));
    for (; *deck; deck++)
        assert_true(hc_position_pile(&position, TWO_DECK, hc_face_find(cards, deck, 1)));
    for (; facts && (*facts)[0]; facts++)
        assert_true(
            hc_position_fact(&position, hc_fact_find(two, (*facts)[0]), 0, (*facts)[1][0] - '0'));
    broken = hc_position_end(&position);
    if (broken)
        fail_msg("%s", broken);
}

static bool is(const struct hc_event *event, const char *name)
{
    return !strcmp(two->events[event->kind].name, name);
}

static const struct hc_event *event_named(const char *name)
{
    for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e))
        if (is(e, name))
            return e;
    return NULL;
}

/* ---- Card types ------------------------------------------------------------------------------ */

static const struct type_row {
    const char *code, *name;
    int value;
    unsigned quantity;
} base_types[] =
    {
        {"1", "Guard", 1, 5},    {"2", "Priest", 2, 2},   {"3", "Baron", 3, 2},
        {"4", "Handmaid", 4, 2}, {"5", "Prince", 5, 2},   {"6", "King", 6, 1},
        {"7", "Countess", 7, 1}, {"8", "Princess", 8, 1},
},
  new_types[] = {
      {"0", "Spy", 0, 2},        {"1", "Guard", 1, 6},    {"2", "Priest", 2, 2},
      {"3", "Baron", 3, 2},      {"4", "Handmaid", 4, 2}, {"5", "Prince", 5, 2},
      {"6", "Chancellor", 6, 2}, {"7", "King", 7, 1},     {"8", "Countess", 8, 1},
      {"9", "Princess", 9, 1},
};

static const struct {
    const char *rules;
    const struct type_row *types;
    unsigned count, total;
} editions[] = {
    {"two", base_types, COUNT(base_types), 16},
    {"ed2019", new_types, COUNT(new_types), 21},
};

/* covers L-002: a type has a value, a name, a description and a quantity, and they ascend. */
static void types_are_listed(void **state)
{
    (void)state;
    for (size_t e = 0; e < COUNT(editions); e++) {
        const struct hc_deck *deck;
        unsigned total = 0;

        open_seats(editions[e].rules, 2, 1);
        deck = hc_deck_of(two, &table.rules);
        assert_int_equal(deck->face_count, editions[e].count);
        assert_int_equal(deck->card_count, editions[e].total);
        for (unsigned f = 0; f < deck->face_count; f++) {
            const struct type_row *row = &editions[e].types[f];
            char name[HC_NAME_CHARS];
            const char *text = hc_face_sentence(two, &table.rules, f, NULL);

            assert_string_equal(deck->faces[f].code, row->code);
            hc_face_name(two, &table.rules, f, NULL, name, sizeof name);
            assert_string_equal(name, row->name);
            assert_int_equal(deck->faces[f].points, row->value);
            assert_int_equal(hc_count(hc_and(deck->copies[f], deck->cards)), row->quantity);
            assert_true(f == 0 || deck->faces[f - 1].points < deck->faces[f].points);
            assert_true(strlen(text) > 20 && text[strlen(text) - 1] == '.');
            total += row->quantity;
        }
        assert_int_equal(total, editions[e].total);
    }
}

/* covers L-001 L-110 L-010 L-016: the deck of every round, counted. */
static void decks_are_complete(void **state)
{
    (void)state;
    for (size_t e = 0; e < COUNT(editions); e++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            const struct hc_deck *deck;
            unsigned counts[TWO_ROLE_COUNT] = {0}, laid_open;
            unsigned seats = 2 + (unsigned)seed % (e ? 5 : 3);
            struct hc_cards all = {{0, 0}};

            open_seats(editions[e].rules, seats, seed);
            deck = hc_deck_of(two, &table.rules);
            must_say(HC_HOUSE, "start");
            for (unsigned seat = 0; seat < seats; seat++)
                all = hc_or(all, table.box.hand[seat]);
            for (unsigned pile = 0; pile < TWO_PILE_COUNT; pile++)
                all = hc_or(all, hc_box_pile_cards(&table.box, pile));
            while (hc_any(all))
                counts[deck->face_of[hc_take_lowest(&all)]]++;
            for (unsigned f = 0; f < deck->face_count; f++)
                assert_int_equal(counts[f], editions[e].types[f].quantity);
            laid_open = e && seats == 2 ? 3 : 0;
            assert_int_equal(table.box.pile[TWO_FACE_UP].count, laid_open);
            assert_int_equal(table.box.pile[TWO_SET_ASIDE].count, 1);
            assert_int_equal(table.box.pile[TWO_DECK].count,
                             editions[e].total - 1 - laid_open - seats - 1);
        }
}

/* ---- Chance ---------------------------------------------------------------------------------- */

/* covers L-003: so many fit at a table, and one more does not. */
static void seats_are_limited(void **state)
{
    static const struct {
        const char *rules;
        unsigned most;
    } rows[] = {{"two", 4}, {"classic2012", 4}, {"ed2019", 6}};

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++) {
        uint8_t seed[HC_SEED_BYTES] = {0};
        char text[HC_COMMAND_CHARS];

        open_seats(rows[r].rules, 1, 1);
        assert_int_equal(say(HC_HOUSE, "start"), HC_NOT_ENOUGH_PLAYERS);
        for (unsigned seat = 1; seat < rows[r].most; seat++) {
            snprintf(text, sizeof text, "join %u", seat);
            must_say(HC_HOUSE, text);
        }
        snprintf(text, sizeof text, "join %u", rows[r].most);
        assert_int_equal(say(HC_HOUSE, text), HC_ROOM_FULL);
        assert_int_equal(hc_table_open(&table, two, &table.rules, rows[r].most + 1, seed),
                         HC_ROOM_FULL);
    }
}

/* The seats that start, over many seeds, as a mask; each at least a seventh of the times. */
static unsigned starters(const char *rules, unsigned seats, const char *const facts[][2])
{
    enum { TIMES = 400 };
    static const char *const hands[] = {"1", "2", "3", "4"};
    unsigned seen[4] = {0}, mask = 0;

    for (uint64_t number = 0; number < TIMES; number++) {
        if (facts) {
            uint8_t seed[HC_SEED_BYTES];

            place(rules, hands, seats, "", facts);
            hc_seed_from_number(number, seed);
            hc_deal_key(seed, table.key);
            must_say(HC_HOUSE, "next");
        } else {
            open_seats(rules, seats, number);
            must_say(HC_HOUSE, "start");
        }
        assert_int_equal(fact("starter", 0), hc_table_awaits(&table));
        seen[fact("starter", 0)]++;
    }
    for (unsigned seat = 0; seat < 4; seat++) {
        if (seen[seat])
            assert_true(seen[seat] > TIMES / 7);
        mask |= (unsigned)(seen[seat] > 0) << seat;
    }
    return mask;
}

/* covers L-014: who begins. Chance comes from the seed and leaves nobody out. */
static void starters_are_chosen(void **state)
{
    static const char *const tie[][2] = {
        {"phase", "4"}, {"round_winners", "5"}, {"round", "1"}, {NULL, NULL}};
    static const char *const one[][2] = {
        {"phase", "4"}, {"round_winners", "2"}, {"round", "1"}, {NULL, NULL}};
    static const char *const none[][2] = {
        {"phase", "4"}, {"starter", "2"}, {"round", "1"}, {NULL, NULL}};

    (void)state;
    assert_int_equal(TWO_ROUND_OVER, 4);
    assert_int_equal(starters("", 2, NULL), 3);
    assert_int_equal(starters("", 4, NULL), 15);
    assert_int_equal(starters("first_start=seat0", 4, NULL), 1);
    assert_int_equal(starters("", 4, tie), 1 | 4); /* seats 0 and 2 have won */
    assert_int_equal(starters("tie_start=lowest_seat", 4, tie), 1);
    assert_int_equal(starters("", 4, one), 2);
    assert_int_equal(starters("tie=discard_then_none", 4, none), 8); /* the seat after the last */
}

/* ---- What a seat may do ---------------------------------------------------------------------- */

/* All commands on offer, "; " between them. */
static const char *list_actions(unsigned seat, char *out, size_t size)
{
    struct hc_actions actions;
    struct hc_command command;
    struct hc_text text;

    hc_text_init(&text, out, size);
    hc_actions(&table, seat, 0, &actions);
    for (uint32_t i = 0; i < actions.ways; i++) {
        char one[HC_COMMAND_CHARS];

        hc_actions_at(&actions, i, &command);
        hc_command_print(two, &table.rules, &command, one, sizeof one);
        hc_put(&text, i ? "; " : "");
        hc_put(&text, one);
    }
    assert_true(text.length < size);
    return out;
}

/* Seats 1 and 2 hold something; what seat 0 may do, step by step. */
static const struct {
    const char *why, *rules, *hand, *first, *then;
    const char *actions;
} lists[] = {
    {"a card that needs nobody", "", "47", NULL, NULL, "play 4; play 7"},
    {"a card for each other player", "", "42", NULL, NULL,
     "play 2 target=1; play 2 target=2; play 4"},
    {"the Prince may be played on oneself", "", "45", NULL, NULL,
     "play 5 target=0; play 5 target=1; play 5 target=2; play 4"},
    {"the Princess is on the list, too", "", "84", NULL, NULL, "play 4; play 8"},
    {"the Countess beside the King stands alone", "", "76", NULL, NULL, "play 7"},
    {"the Countess beside the Prince stands alone", "", "75", NULL, NULL, "play 7"},
    {"the Countess beside the Princess does not", "", "78", NULL, NULL, "play 7; play 8"},
    {"a Guard: every target with every type but Guard", "", "14", NULL, NULL,
     "play 1 target=1 guess=2; play 1 target=2 guess=2; play 1 target=1 guess=3; "
     "play 1 target=2 guess=3; play 1 target=1 guess=4; play 1 target=2 guess=4; "
     "play 1 target=1 guess=5; play 1 target=2 guess=5; play 1 target=1 guess=6; "
     "play 1 target=2 guess=6; play 1 target=1 guess=7; play 1 target=2 guess=7; "
     "play 1 target=1 guess=8; play 1 target=2 guess=8; play 4"},
    {"a Guard that was begun: its targets and guesses, and no other card", "", "14", "play 1", NULL,
     "play 1 target=1 guess=2; play 1 target=2 guess=2; play 1 target=1 guess=3; "
     "play 1 target=2 guess=3; play 1 target=1 guess=4; play 1 target=2 guess=4; "
     "play 1 target=1 guess=5; play 1 target=2 guess=5; play 1 target=1 guess=6; "
     "play 1 target=2 guess=6; play 1 target=1 guess=7; play 1 target=2 guess=7; "
     "play 1 target=1 guess=8; play 1 target=2 guess=8"},
    {"a Guard with its target: the guesses", "", "14", "play 1", "play 1 target=2",
     "play 1 target=2 guess=2; play 1 target=2 guess=3; play 1 target=2 guess=4; "
     "play 1 target=2 guess=5; play 1 target=2 guess=6; play 1 target=2 guess=7; "
     "play 1 target=2 guess=8"},
    {"a Priest that was begun", "", "24", "play 2", NULL, "play 2 target=1; play 2 target=2"},
    {"a King that was begun", "", "64", "play 6", NULL, "play 6 target=1; play 6 target=2"},
    {"the card of the turn is still to be drawn", "auto_draw=false", "1", NULL, NULL, "draw"},
    {"the Chancellor: each card with each of the others last", "ed2019", "134", NULL, NULL,
     "keep 1 last=3; keep 1 last=4; keep 3 last=1; keep 3 last=4; keep 4 last=1; keep 4 last=3"},
    {"in the later edition a Guard may name the Spy", "ed2019", "14", "play 1", "play 1 target=1",
     "play 1 target=1 guess=0; play 1 target=1 guess=2; play 1 target=1 guess=3; "
     "play 1 target=1 guess=4; play 1 target=1 guess=5; play 1 target=1 guess=6; "
     "play 1 target=1 guess=7; play 1 target=1 guess=8; play 1 target=1 guess=9"},
};

/* Whether both lists have the same parts, in any order. No part is the beginning of another. */
static bool same_list(const char *a, const char *b)
{
    if (strlen(a) != strlen(b))
        return false;
    while (*a) {
        char part[HC_COMMAND_CHARS];
        size_t length = strcspn(a, ";");

        snprintf(part, sizeof part, "%.*s", (int)length, a);
        if (!strstr(b, part))
            return false;
        a += length + strspn(a + length, "; ");
    }
    return true;
}

/* covers L-093: what is on offer at each step, and nothing for anybody else. */
static void actions_follow_the_steps(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(lists); i++) {
        const char *const hands[] = {lists[i].hand, "5", "3"};
        char list[2048];

        place(lists[i].rules, hands, 3, "111", NULL);
        if (lists[i].first)
            must_say(0, lists[i].first);
        if (lists[i].then)
            must_say(0, lists[i].then);
        if (!same_list(list_actions(0, list, sizeof list), lists[i].actions))
            fail_msg("%s:\n%s\ninstead of\n%s", lists[i].why, list, lists[i].actions);
        assert_string_equal(list_actions(1, list, sizeof list), "");
        assert_string_equal(list_actions(2, list, sizeof list), "");
        assert_string_equal(list_actions(HC_SPECTATOR, list, sizeof list), "");
    }
}

/* covers L-093 L-068: the Princess may be played, and is marked because that loses. */
static void the_princess_is_marked(void **state)
{
    static const char *const hands[] = {"84", "5", "3"};
    struct hc_actions actions;
    uint64_t marked = 0, plain = 0;

    (void)state;
    place("", hands, 3, "2211", NULL);
    hc_actions(&table, 0, 0, &actions);
    for (unsigned c = 0; c < actions.count; c++)
        *(actions.choice[c].marked ? &marked : &plain) |= actions.choice[c].faces;
    assert_int_equal(marked, 1ull << hc_face_find(hc_deck_of(two, &table.rules), "8", 1));
    assert_int_equal(plain, 1ull << hc_face_find(hc_deck_of(two, &table.rules), "4", 1));
}

/* covers L-042: with nobody to choose a Guard has no effect, and there is nothing to guess. */
static void a_guard_without_a_target_guesses_nothing(void **state)
{
    static const char *const hands[] = {"14", "5", "3"};
    static const char *const protected[][2] = {{"protected", "6"}, {NULL, NULL}};
    char list[256];

    (void)state;
    place("", hands, 3, "2211", protected);
    assert_true(same_list(list_actions(0, list, sizeof list), "play 1; play 4"));
    assert_int_equal(say(0, "play 1 guess=5"), HC_BAD_GUESS);
    assert_int_equal(say(0, "play 1 target=1 guess=5"), HC_TARGET_PROTECTED);
    must_say(0, "play 1");
    assert_non_null(event_named("no_effect"));
    assert_null(event_named("guess_right"));
    assert_null(event_named("guess_wrong"));
    assert_null(event_named("player_action_started"));
    assert_int_equal(fact("out", 0), 0);
    assert_int_equal(hc_table_awaits(&table), 1);
}

/* covers L-043: everybody hears whom a Guard was played on, what was guessed, and the result. */
static void a_guess_is_public(void **state)
{
    static const char *const hands[] = {"14", "5", "3", "2"};
    static const struct {
        const char *command, *event;
    } rows[] = {{"play 1 target=1 guess=5", "guess_right 0 1 5"},
                {"play 1 target=1 guess=8", "guess_wrong 0 1 8"},
                {"play 1 target=2 guess=3", "guess_right 0 2 3"}};

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++)
        for (unsigned viewer = 0; viewer <= 4; viewer++) {
            const struct hc_event *guess;
            struct hc_seen seen;
            char text[64];

            place("", hands, 4, "211", NULL);
            must_say(0, rows[r].command);
            guess = event_named(rows[r].event[6] == 'r' ? "guess_right" : "guess_wrong");
            assert_non_null(guess);
            hc_event_see(&table, guess, viewer < 4 ? viewer : (unsigned)HC_SPECTATOR, &seen);
            hc_seen_print(hc_table_game(&table), hc_table_rules(&table), &seen, text, sizeof text);
            assert_string_equal(text, rows[r].event);
        }
}

/* ---- Inputs and events ----------------------------------------------------------------------- */

/* What a viewer is told of the last command's first event, as JSON. */
static const char *told(unsigned viewer)
{
    static char text[256];
    struct hc_seen seen;

    hc_event_see(&table, hc_event_first(&events), viewer, &seen);
    assert_true(hc_seen_json(hc_game_of(&table), &table.rules, &seen, text, sizeof text) <
                sizeof text);
    return text;
}

/* L-090, L-091: the player is told the card and the target by name, everybody else nothing. */
static void a_pending_action_is_told_by_name(void **state)
{
    static const char *const hands[] = {"14", "5", "2"};
    static const struct {
        const char *command, *own, *others;
    } rows[] = {
        {"play 1",
         "{\"event\":\"player_action_started\",\"seat\":0,\"face\":\"1\",\"target\":null}",
         "{\"event\":\"player_action_started\",\"seat\":0}"},
        {"play 1 target=2",
         "{\"event\":\"player_action_updated\",\"seat\":0,\"face\":\"1\",\"target\":2}",
         "{\"event\":\"player_action_updated\",\"seat\":0}"},
    };
    static const char *const names[HC_SEATS_MAX] = {"Ann", "Ben", "Cem"};
    struct hc_seen seen;
    char line[128];

    (void)state;
    place("two", hands, 3, "316", NULL);
    for (size_t r = 0; r < COUNT(rows); r++) {
        must_say(0, rows[r].command);
        assert_string_equal(told(0), rows[r].own);
        assert_string_equal(told(1), rows[r].others);
        assert_string_equal(told(HC_SPECTATOR), rows[r].others);
    }
    hc_event_see(&table, hc_event_first(&events), 0, &seen);
    hc_seen_say(hc_game_of(&table), &table.rules, &seen, 0, names, NULL, line, sizeof line);
    assert_string_equal(line, "You choose Cem.");
    hc_seen_print(hc_game_of(&table), &table.rules, &seen, line, sizeof line);
    assert_string_equal(line, "player_action_updated 0");
    place("two", hands, 3, "316", NULL);
    must_say(0, "play 1 target=2");
    assert_string_equal(
        told(0), "{\"event\":\"player_action_started\",\"seat\":0,\"face\":\"1\",\"target\":2}");
}

/* Whoever is to play holds two cards at most; three are for whoever chooses which to keep. */
static void hands_are_as_large_as_the_phase_says(void **state)
{
    static const char *const two_each[] = {"12", "3", "4"}, *const three[] = {"125", "3", "4"};
    static const char *const to_play[][2] = {{"phase", "2"}, {NULL, NULL}};

    (void)state;
    place("two", two_each, 3, "316", to_play);
    assert_int_equal(two_see(&table)->phase, TWO_PLAYER_TURN);
    assert_null(two->check(&table));
    place("two", three, 3, "316", NULL);
    assert_int_equal(two_see(&table)->phase, TWO_AWAIT_KEEP);
    assert_null(two->check(&table));
    two_of(&table)->phase = TWO_PLAYER_TURN;
    assert_non_null(two->check(&table));
}

/* Only a Guard waits for its guess with a target, who must be one that could be chosen. */
static void a_pending_target_can_be_chosen(void **state)
{
    static const char *const hands[] = {"12", "3", "4"};
    static const struct {
        const char *why;
        uint8_t face, target;
        uint16_t protected;
        bool good;
    } rows[] = {
        {"another", 0, 1, 0, true},
        {"nobody yet", 0, HC_NONE, 0, true},
        {"oneself", 0, 0, 0, false},
        {"nobody there", 0, 3, 0, false},
        {"one who is protected", 0, 1, 2, false},
        {"one beside them", 0, 2, 2, true},
        {"a Priest's", 1, 1, 0, false},
        {"no card's", HC_NONE, 1, 0, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        place("two", hands, 3, "316", NULL);
        two_of(&table)->pending_face = rows[i].face;
        two_of(&table)->pending_target = rows[i].target;
        two_of(&table)->protected = rows[i].protected;
        if (!two->check(&table) != rows[i].good)
            fail_msg("%s: %s", rows[i].why, rows[i].good ? two->check(&table) : "believed");
    }
}

/* Logs of before hold face and target packed into the value; they still replay. */
static void a_packed_pending_action_is_read(void **state)
{
    static const char *const hands[] = {"14", "5", "2"};
    static const struct {
        const char *command;
        int32_t packed;
    } rows[] = {{"play 1", 0 | HC_NONE << 8}, {"play 1 target=2", 0 | 2 << 8}};

    (void)state;
    place("two", hands, 3, "316", NULL);
    for (size_t r = 0; r < COUNT(rows); r++) {
        struct hc_table old = table;
        struct hc_event event;

        must_say(0, rows[r].command);
        event = *hc_event_first(&events);
        event.value = rows[r].packed;
        event.other = HC_NONE;
        event.count = 0;
        assert_true(hc_event_plausible(&old, &event));
        hc_table_apply(&old, &event);
        assert_memory_equal(&old, &table, sizeof old);
    }
}

/* Whom a card was begun on is secret, also when that player is dropped. */
static void a_dropped_target_stays_secret(void **state)
{
    static const char *const hands[] = {"14", "5", "2", "3"};

    (void)state;
    place("two", hands, 4, "316", NULL);
    must_say(0, "play 1 target=2");
    must_say(HC_HOUSE, "drop 2");
    assert_null(event_named("player_action_updated"));
    assert_int_equal(fact("pending_face", 0), 0);
    assert_int_equal(fact("pending_target", 0), HC_NONE);
}

/* covers L-082: the events that the rules name. */
static void events_have_the_names_of_the_rules(void **state)
{
    static const char *const names[] = {
        "deck_updated",
        "card_dealt",
        "card_removed",
        "player_eliminated",
        "player_restored",
        "player_protection_cleared",
        "player_discard_pile_cleared",
        "round_updated",
        "phase_updated",
        "player_action_started",
        "player_action_updated",
        "player_action_completed",
        "card_played",
        "card_discarded",
        "player_protected",
        "hands_swapped",
        "hand_revealed",
        "token_awarded",
        "round_won",
        "game_won",
    };

    (void)state;
    two = hc_game_find("two");
    for (size_t i = 0; i < COUNT(names); i++) {
        unsigned found = 0;

        for (unsigned k = 0; k < two->event_count; k++)
            found += !strcmp(two->events[k].name, names[i]);
        if (found != 1)
            fail_msg("there are %u events called %s", found, names[i]);
    }
}

/*
 * covers L-081 L-082 L-083: inputs judge and produce events; events carry no rule. Folding them
 * gives the same table without asking any rule, even at a table whose rules would forbid the
 * command; and an event is as it was after it has been applied: none of its fields is filled in
 * later.
 */
static void events_are_all_that_changes_a_table(void **state)
{
    static struct hc_events before;
    unsigned inputs[TWO_VERB_COUNT] = {0}, types[TWO_ROLE_COUNT] = {0};
    struct hc_table shadow;

    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct hc_command command;
        unsigned seat;

        open_seats(seed % 2 ? "two auto_draw=false" : "ed2019", 3, seed);
        shadow = table;
        while (step(&seat, &command)) {
            inputs[command.verb]++;
            if (command.verb == TWO_PLAY)
                types[edition_of(&table)->kind[command.face].role]++;
            before = events;
            assert_true(events.count > 0);
            for (const struct hc_event *e = hc_event_first(&events); e;
                 e = hc_event_next(&events, e))
                hc_table_apply(&shadow, e);
            assert_memory_equal(&before, &events, offsetof(struct hc_events, bytes) + events.used);
            assert_memory_equal(&shadow, &table, sizeof table);
        }
    }
    for (unsigned role = 0; role < TWO_ROLE_COUNT; role++)
        assert_true(types[role] > 0);
    assert_true(inputs[TWO_START] && inputs[TWO_NEXT] && inputs[TWO_DRAW] && inputs[TWO_KEEP]);
}

static struct {
    struct hc_table after[EVENTS_MAX]; /* each event */
    uint8_t log[LOG_BYTES];
    size_t used;
    uint32_t count;
} history;

/* A whole match and its history, with the table as it was after each event. */
static void record_match(uint64_t seed)
{
    uint8_t commitment[HC_SEED_BYTES] = {0};
    struct hc_command command;
    struct hc_log log;
    unsigned seat;

    open_seats("tokens_to_win=2", 3, seed);
    history.after[0] = table;
    history.count = 0;
    assert_true(hc_log_begin(&log, history.log, sizeof history.log, &table, commitment));
    while (step(&seat, &command)) {
        assert_true(hc_log_add(&log, 0, seat, &command, &events));
        for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e)) {
            assert_true(history.count + 1 < EVENTS_MAX);
            history.after[history.count + 1] = history.after[history.count];
            hc_table_apply(&history.after[++history.count], e);
        }
    }
    assert_true(hc_log_seal(&log));
    history.used = log.used;
}

/*
 * covers L-084 L-085 L-091: replaying the first so many events gives the table as it was then,
 * pending actions included, and needs no generator: the replayed table has another key and is the
 * same in everything else.
 */
static void history_gives_every_moment(void **state)
{
    unsigned pending = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        record_match(seed);
        for (uint32_t seq = 0; seq <= history.count; seq++) {
            struct hc_table then = history.after[seq], replayed;
            struct hc_problem why;

            if (!hc_log_replay(history.log, history.used, seq, &replayed, NULL, NULL, &why))
                fail_msg("event %u: %s", seq, why.text);
            assert_memory_not_equal(replayed.key, then.key, sizeof then.key);
            memcpy(replayed.key, then.key, sizeof then.key);
            assert_memory_equal(&replayed, &then, sizeof then);
            pending += two_see(&then)->pending_face != HC_NONE;
        }
    }
    assert_true(pending > 20);
}

/* Chance shows in the history only as the order of the deck and as who begins: with these two
 * events the rest of a round's start follows. covers L-085 */
static void chance_is_in_two_events(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        uint8_t deck[TWO_CARDS_END];
        unsigned next = 0, count = 0, seat = 0;

        open_seats("", 4, seed);
        must_say(HC_HOUSE, "start");
        for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e)) {
            if (is(e, "deck_updated")) {
                count = e->count;
                memcpy(deck, e->cards, count);
            } else if (is(e, "first_player")) {
                seat = e->seat;
            } else if (e->count) {
                assert_int_equal(e->count, 1);
                assert_int_equal(e->cards[0], deck[next++]);
                if (is(e, "card_dealt"))
                    assert_int_equal(e->seat, (seat + next - 2) % 4);
            }
        }
        assert_int_equal(count, 16);
        assert_int_equal(next, 1 + 4 + 1);
    }
}

/* ---- Updates --------------------------------------------------------------------------------- */

static json_t *read_view(const struct hc_table *t, unsigned viewer)
{
    static char text[JSON_BYTES];
    static struct hc_view view;
    json_t *root;

    hc_view(t, viewer, 0, &view);
    assert_true(hc_view_json(&view, text, sizeof text) < sizeof text);
    root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    return root;
}

static json_t *read_seen(const struct hc_table *t, const struct hc_event *event, unsigned viewer)
{
    struct hc_seen seen;
    char text[1024];
    json_t *root;

    hc_event_see(t, event, viewer, &seen);
    assert_true(hc_seen_json(hc_table_game(t), hc_table_rules(t), &seen, text, sizeof text) <
                sizeof text);
    root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    return root;
}

/* An update for one player: the numbers agree, no hand but the own is open without a reason, and
 * only whose turn it is may do anything. */
static void check_update(const struct hc_table *t, const struct hc_event *event, unsigned viewer)
{
    json_t *view = read_view(t, viewer), *hands = json_object_get(view, "hands");

    assert_int_equal(json_integer_value(json_object_get(view, "seq")), t->seq);
    for (unsigned seat = 0; seat < t->seats; seat++) {
        json_t *cards = json_object_get(json_array_get(hands, seat), "cards"), *card;
        struct hc_cards known = hc_box_known(&t->box, viewer);
        unsigned shown = 0;
        size_t i;

        assert_true(json_array_size(cards) <= hc_count(t->box.hand[seat]));
        json_array_foreach(cards, i, card) shown += strcmp(json_string_value(card), "?") != 0;
        assert_int_equal(shown, hc_count(hc_and(t->box.hand[seat], known)));
    }
    if (viewer != two_see(t)->turn)
        assert_int_equal(json_array_size(json_object_get(view, "actions")), 0);
    if (event) {
        json_t *seen = read_seen(t, event, viewer);

        assert_string_equal(json_string_value(json_object_get(seen, "event")),
                            two->events[event->kind].name);
        json_decref(seen);
    }
    json_decref(view);
}

/* covers L-095: after every event each player gets the state, the event and the own actions, each
 * as that player may know it. The first update comes before any event. */
static void every_event_can_be_told_to_everybody(void **state)
{
    struct hc_table shadow;

    (void)state;
    for (uint64_t seed = 0; seed < 10; seed++) {
        open_seats(seed % 2 ? "ed2019 tokens_to_win=1" : "tokens_to_win=1", 4, seed);
        shadow = table;
        for (unsigned viewer = 0; viewer < 4; viewer++)
            check_update(&shadow, NULL, viewer);
        while (play_on())
            for (const struct hc_event *e = hc_event_first(&events); e;
                 e = hc_event_next(&events, e)) {
                hc_table_apply(&shadow, e);
                for (unsigned viewer = 0; viewer < 4; viewer++)
                    check_update(&shadow, e, viewer);
            }
    }
}

/* covers L-096: a client without rules, on one shared screen. It reads nothing but the JSON of
 * views: it shows the player whose turn it is, takes one of the listed actions and sends it as
 * text. */
static void a_client_needs_no_rules(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        unsigned viewer = HC_SPECTATOR, turns = 0;
        bool over = false;

        open_seats(seed % 2 ? "ed2019" : "", 3, seed);
        while (!over) {
            json_t *view = read_view(&table, viewer), *actions = json_object_get(view, "actions");
            const char *phase = json_string_value(json_object_get(view, "phase"));
            unsigned turn = (unsigned)json_integer_value(json_object_get(view, "turn"));

            over = !strcmp(phase, "game_over");
            if (!strcmp(phase, "lobby")) {
                must_say(HC_HOUSE, "start");
            } else if (!strcmp(phase, "round_over")) {
                must_say(HC_HOUSE, "next");
            } else if (!over && viewer != turn) {
                assert_int_equal(json_array_size(actions), 0);
                viewer = turn; /* hand over the screen */
            } else if (!over) {
                size_t count = json_array_size(actions);

                assert_true(count > 0);
                must_say(viewer, json_string_value(json_array_get(
                                     actions, hc_dice_below(&dice, (uint32_t)count))));
                turns++;
            }
            json_decref(view);
        }
        assert_true(turns > 5);
    }
}

/* Switching the viewer switches what is shown: the own hand is open, the others are not. */
static void each_viewer_sees_another_table(void **state)
{
    static const char *const hands[] = {"14", "5", "3"};

    (void)state;
    place("", hands, 3, "2211", NULL);
    for (unsigned viewer = 0; viewer <= 3; viewer++) {
        json_t *view = read_view(&table, viewer < 3 ? viewer : (unsigned)HC_SPECTATOR);

        for (unsigned seat = 0; seat < 3; seat++) {
            json_t *cards =
                json_object_get(json_array_get(json_object_get(view, "hands"), seat), "cards");

            assert_int_equal(json_array_size(cards), seat == viewer ? strlen(hands[seat]) : 0);
            for (size_t i = 0; i < json_array_size(cards); i++)
                assert_int_equal(json_string_value(json_array_get(cards, i))[0], hands[seat][i]);
        }
        json_decref(view);
    }
}

/* covers L-097: an invalid move gets a refusal of its own and changes nothing. That calls of
 * several threads are put in sequence is shown in test_threads.c. */
static void wrong_moves_are_told_apart(void **state)
{
    static const char *const hands[] = {"14", "5", "3"};
    static const char *const facts[][2] = {{"protected", "4"}, {NULL, NULL}};
    static const struct {
        unsigned seat;
        const char *command;
        enum hc_refusal want;
    } rows[] = {
        {1, "play 5 target=0", HC_NOT_YOUR_TURN},
        {0, "play 2 target=1", HC_NO_CARD},
        {0, "play 1 target=0 guess=5", HC_BAD_TARGET},
        {0, "play 1 target=2 guess=5", HC_TARGET_PROTECTED},
        {0, "play 1 target=1 guess=1", HC_BAD_GUESS},
        {0, "play 4 target=1", HC_BAD_TARGET},
        {0, "draw", HC_BAD_PHASE},
        {0, "keep 1", HC_BAD_PHASE},
        {0, "play", HC_MALFORMED},
        {3, "play 1", HC_NO_SEAT},
        {0, "start", HC_NOT_ALLOWED},
    };

    (void)state;
    place("", hands, 3, "2211", facts);
    for (size_t r = 0; r < COUNT(rows); r++) {
        enum hc_refusal refusal = say(rows[r].seat, rows[r].command);

        if (refusal != rows[r].want)
            fail_msg("%s: %s", rows[r].command, hc_refusal_name(refusal));
    }
}

/* For a player who is out of time the house makes a move that the player could have made. */
static void a_timeout_is_a_lawful_move(void **state)
{
    unsigned guards = 0, kept = 0;

    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        open_seats(seed % 2 ? "ed2019" : "auto_draw=false", 4, seed);
        while (play_on()) {
            struct hc_table before = table;
            unsigned seat = hc_table_awaits(&table);
            char text[HC_COMMAND_CHARS];
            two_ask ask;

            if (seat >= table.seats)
                continue;
            snprintf(text, sizeof text, "timeout %u", seat);
            must_say(HC_HOUSE, text);
            assert_int_equal(hc_event_first(&events)->seat, seat);
            assert_null(hc_table_check(&table));
            for (const struct hc_event *e = hc_event_first(&events); e;
                 e = hc_event_next(&events, e)) {
                if (!is(e, "guess_right") && !is(e, "guess_wrong"))
                    continue;
                guards++;
                assert_int_equal(e->seat, seat);
                ask = edition_of(&table)->kind[edition_of(&table)->guard].ask &
                      choices_now(&before, seat);
                assert_true(guesses_in(ask) >> e->value & 1);
                assert_true(targets_in(ask) >> e->other & 1);
            }
            kept += event_named("cards_buried") != NULL;
            assert_int_not_equal(hc_table_awaits(&table), seat);
            table = before;
        }
    }
    assert_true(guards > 100 && kept > 10);
}

/* ---- The end --------------------------------------------------------------------------------- */

/* covers L-078 L-079 L-080: a match ends with its winners named, everybody's tokens can be read,
 * the end is reported once, and nothing more is accepted. */
static void the_end_is_final(void **state)
{
    static const unsigned base_tokens[] = {0, 0, 7, 5, 4}, new_tokens[] = {0, 0, 6, 5, 4, 3, 3};

    (void)state;
    for (unsigned seats = 2; seats <= 6; seats++)
        for (uint64_t seed = 0; seed < 8; seed++) {
            unsigned tokens = seats > 4 || seed % 2 ? new_tokens[seats] : base_tokens[seats];
            unsigned ends = 0, winners = 0;

            open_seats(seats > 4 || seed % 2 ? "ed2019" : "", seats, seed);
            while (play_on())
                ends += event_named("game_won") != NULL;
            assert_int_equal(ends, 1);
            assert_int_equal(fact("tokens_to_win", 0), tokens);
            for (unsigned seat = 0; seat < seats; seat++)
                winners |= (unsigned)(fact("tokens", seat) >= tokens) << seat;
            assert_true(winners);
            assert_int_equal(fact("match_winners", 0), winners);
            for (unsigned seat = 0; seat < seats; seat++) {
                assert_int_equal(say(seat, "play 1"), HC_GAME_OVER);
                assert_int_equal(say(seat, "draw"), HC_GAME_OVER);
            }
            assert_int_equal(say(HC_HOUSE, "next"), HC_GAME_OVER);
            assert_int_equal(say(HC_HOUSE, "end"), HC_GAME_OVER);
            assert_int_equal(hc_table_awaits(&table), HC_NONE);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_listed),
        cmocka_unit_test(decks_are_complete),
        cmocka_unit_test(seats_are_limited),
        cmocka_unit_test(starters_are_chosen),
        cmocka_unit_test(actions_follow_the_steps),
        cmocka_unit_test(the_princess_is_marked),
        cmocka_unit_test(a_guard_without_a_target_guesses_nothing),
        cmocka_unit_test(a_guess_is_public),
        cmocka_unit_test(a_pending_action_is_told_by_name),
        cmocka_unit_test(hands_are_as_large_as_the_phase_says),
        cmocka_unit_test(a_pending_target_can_be_chosen),
        cmocka_unit_test(a_packed_pending_action_is_read),
        cmocka_unit_test(a_dropped_target_stays_secret),
        cmocka_unit_test(events_have_the_names_of_the_rules),
        cmocka_unit_test(events_are_all_that_changes_a_table),
        cmocka_unit_test(history_gives_every_moment),
        cmocka_unit_test(chance_is_in_two_events),
        cmocka_unit_test(every_event_can_be_told_to_everybody),
        cmocka_unit_test(a_client_needs_no_rules),
        cmocka_unit_test(each_viewer_sees_another_table),
        cmocka_unit_test(wrong_moves_are_told_apart),
        cmocka_unit_test(a_timeout_is_a_lawful_move),
        cmocka_unit_test(the_end_is_final),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
