// SPDX-License-Identifier: MIT
/*
 * test_two.c: what scenarios cannot show of the rules of two: the list of card types, chance, and
 * what each player may do. What comes of it is in test_two_events.c.
 */
#include "ring/two_steps.h"

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
        cmocka_unit_test(the_end_is_final),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
