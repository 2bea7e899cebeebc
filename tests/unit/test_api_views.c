// SPDX-License-Identifier: MIT
/*
 * test_api_views.c: what a user of the library can see of a table: views, events as somebody sees
 * them, facts and phases.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "holecard.h"
#include "ring/api_table.h"

static struct hc_seen seen;
static char json[JSON_BYTES];

/* ---- Views ----------------------------------------------------------------------------------- */

static json_t *read_view(const struct hc_table *t, unsigned viewer)
{
    json_error_t problem;
    json_t *root;

    hc_view(t, viewer, 0, &view);
    assert_true(hc_view_json(&view, json, sizeof json) < sizeof json);
    root = json_loads(json, JSON_REJECT_DUPLICATES, &problem);
    if (!root)
        fail_msg("%s at %d: %s", problem.text, problem.position, json);
    return root;
}

static unsigned hidden_cards(const json_t *place)
{
    const json_t *cards = json_object_get(place, "cards"), *card;
    size_t count = (size_t)json_integer_value(json_object_get(place, "count")), i;
    unsigned hidden = (unsigned)(count - json_array_size(cards));

    assert_true(json_array_size(cards) <= count);
    json_array_foreach(cards, i, card) hidden += !strcmp(json_string_value(card), "?");
    return hidden;
}

static void check_view_json(const struct hc_table *t, unsigned viewer, unsigned deck)
{
    json_t *root = read_view(t, viewer), *item;
    unsigned seats = hc_table_seats(t), total = 0;
    size_t i;

    assert_string_equal(json_string_value(json_object_get(root, "game")),
                        hc_game_name(hc_table_game(t)));
    assert_int_equal(json_integer_value(json_object_get(root, "seq")), hc_table_seq(t));
    assert_string_equal(json_string_value(json_object_get(root, "phase")),
                        hc_table_phase(t, HC_DIALECT_OWN));
    assert_int_equal(json_integer_value(json_object_get(root, "turn")), fact(t, "turn", 0));
    if (viewer < seats)
        assert_int_equal(json_integer_value(json_object_get(root, "seat")), viewer);
    else
        assert_true(json_is_null(json_object_get(root, "seat")));
    assert_int_equal(json_array_size(json_object_get(root, "hands")), seats);
    json_array_foreach(json_object_get(root, "hands"), i, item)
    {
        unsigned hidden = hidden_cards(item);

        assert_int_equal(json_integer_value(json_object_get(item, "count")), view.hand[i].count);
        if (i == viewer)
            assert_int_equal(hidden, 0);
        total += view.hand[i].count;
    }
    json_array_foreach(json_object_get(root, "piles"), i, item) total +=
        (unsigned)json_integer_value(json_object_get(item, "count"));
    if (hc_table_seq(t))
        assert_int_equal(total, deck);
    assert_int_equal(json_array_size(json_object_get(root, "actions")), view.actions.ways);
    json_array_foreach(json_object_get(root, "actions"), i, item)
    {
        struct hc_command command;
        struct hc_problem why;

        assert_int_equal(hc_command_parse(hc_table_game(t), hc_table_rules(t),
                                          json_string_value(item), &command, &why),
                         HC_OK);
        assert_int_equal(hc_may(t, viewer, &command, 0), HC_OK);
    }
    json_decref(root);
}

static void views_are_sound_json(void **state)
{
    static const struct {
        const char *game, *rules;
        unsigned deck;
    } rows[] = {{"shed", "official", 108},
                {"shed", "lite", 72},
                {"shed", "party public_discard=full", 108},
                {"two", "two", 16},
                {"two", "ed2019", 21},
                {"null", "", 24}};

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++)
        for (uint64_t seed = 0; seed < 3; seed++) {
            chance = seed;
            open_seats(table, rows[r].game, rows[r].rules, 2, seed);
            for (unsigned n = 0; n < 60; n++) {
                for (unsigned viewer = 0; viewer < 2; viewer++)
                    check_view_json(table, viewer, rows[r].deck);
                check_view_json(table, HC_SPECTATOR, rows[r].deck);
                if (!step(table, 0))
                    break;
            }
        }
}

/* At the start nobody knows more than the own hand, the top card and what is public. */
static void views_hide_what_is_not_known(void **state)
{
    json_t *root, *hands, *piles;

    (void)state;
    open_seats(table, "shed", "first_action=ignore first_wild=none", 3, 7);
    must_do(table, HC_HOUSE, "start", 0);
    for (unsigned viewer = 0; viewer <= 3; viewer++) {
        root = read_view(table, viewer < 3 ? viewer : (unsigned)HC_SPECTATOR);
        hands = json_object_get(root, "hands");
        piles = json_object_get(root, "piles");
        for (unsigned seat = 0; seat < 3; seat++)
            assert_int_equal(hidden_cards(json_array_get(hands, seat)), seat == viewer ? 0 : 7);
        assert_int_equal(json_integer_value(json_object_get(json_array_get(piles, 0), "count")),
                         108 - 21 - 1);
        assert_null(json_object_get(json_array_get(piles, 0), "cards"));
        assert_int_equal(hidden_cards(json_array_get(piles, 1)), 0);
        assert_null(json_object_get(root, "vulnerable"));
        assert_null(json_object_get(root, "verdict"));
        if (viewer == 3)
            assert_int_equal(json_array_size(json_object_get(root, "actions")), 0);
        json_decref(root);
    }
    hc_view(table, 99, 0, &view); /* a seat that is not there is nobody */
    assert_int_equal(view.viewer, HC_SPECTATOR);
}

/* Writes with every size and compares with the whole text. */
static void must_be_bounded(size_t (*print)(char *out, size_t size))
{
    static char whole[JSON_BYTES], part[JSON_BYTES];
    size_t length = print(whole, sizeof whole);

    assert_true(length > 0 && length < sizeof whole - 4);
    assert_int_equal(strlen(whole), length);
    for (size_t size = 0; size <= length + 2; size++) {
        size_t fits = size > length ? length : size - 1;

        memset(part, '#', length + 8);
        assert_int_equal(print(part, size), length);
        assert_int_equal(part[size], '#');
        if (!size)
            continue;
        assert_int_equal(part[fits], '\0');
        assert_memory_equal(part, whole, fits);
    }
}

static size_t print_view(char *out, size_t size)
{
    return hc_view_json(&view, out, size);
}

static size_t print_rules(char *out, size_t size)
{
    return hc_rules_print(hc_table_game(table), hc_table_rules(table), out, size);
}

static size_t print_seen(char *out, size_t size)
{
    return hc_seen_print(hc_table_game(table), hc_table_rules(table), &seen, out, size);
}

static size_t print_seen_json(char *out, size_t size)
{
    return hc_seen_json(hc_table_game(table), hc_table_rules(table), &seen, out, size);
}

static size_t print_seen_words(char *out, size_t size)
{
    return hc_seen_say(hc_table_game(table), hc_table_rules(table), &seen, 1, NULL, NULL, out,
                       size);
}

static void printing_is_bounded(void **state)
{
    (void)state;
    open_seats(table, "shed", "party", 2, 3);
    must_do(table, HC_HOUSE, "start", 0);
    hc_view(table, 0, 0, &view);
    must_be_bounded(print_view);
    must_be_bounded(print_rules);
    for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e)) {
        hc_event_see(table, e, 0, &seen);
        must_be_bounded(print_seen);
        must_be_bounded(print_seen_json);
        if (hc_seen_say(hc_table_game(table), hc_table_rules(table), &seen, 1, NULL, NULL, json,
                        sizeof json))
            must_be_bounded(print_seen_words);
    }
}

/* ---- Seen events ----------------------------------------------------------------------------- */

/* The first event of the last command whose name is this one; NULL if there is none. */
static const struct hc_event *event_named(const struct hc_table *t, const char *name)
{
    for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e)) {
        hc_event_see(t, e, HC_SPECTATOR, &seen);
        hc_seen_print(hc_table_game(t), hc_table_rules(t), &seen, json, sizeof json);
        if (!strncmp(json, name, strlen(name)) && strchr(" ", json[strlen(name)]))
            return e;
    }
    return NULL;
}

static void must_see(const struct hc_table *t, const struct hc_event *event, unsigned viewer,
                     const char *printed, const char *as_json, const char *said)
{
    hc_event_see(t, event, viewer, &seen);
    hc_seen_print(hc_table_game(t), hc_table_rules(t), &seen, json, sizeof json);
    assert_string_equal(json, printed);
    hc_seen_json(hc_table_game(t), hc_table_rules(t), &seen, json, sizeof json);
    assert_string_equal(json, as_json);
    hc_seen_say(hc_table_game(t), hc_table_rules(t), &seen, viewer, NULL, NULL, json, sizeof json);
    assert_memory_equal(json, said, strlen(said));
}

/* covers R-137 (the cards in drew are for the drawer): one sees the card, the others that there was
 * one. */
static void a_drawn_card_is_seen_by_the_drawer(void **state)
{
    const char *names[HC_SEATS_MAX] = {"Ann", "Bob", "Cat"};
    char code[4], name[HC_NAME_CHARS], with_code[128], said[128];
    const struct hc_event *drew;
    uint8_t face;

    (void)state;
    open_seats(table, "shed", "first_action=ignore first_wild=none start_rule=seat0", 3, 2);
    must_do(table, HC_HOUSE, "start", 0);
    must_do(table, 0, "draw", 0);
    drew = event_named(table, "drew");
    assert_non_null(drew);
    assert_int_equal(drew->count, 1);
    hc_event_see(table, drew, 0, &seen);
    face = seen.face[0];
    assert_int_not_equal(face, HC_HIDDEN);
    snprintf(code, sizeof code, "%s",
             hc_face_code(hc_table_game(table), hc_table_rules(table), face));
    assert_true(holds_card(table, 0, code));
    snprintf(with_code, sizeof with_code,
             "{\"event\":\"drew\",\"seat\":0,\"count\":1,\"reason\":\"turn\",\"cards\":[\"%s\"]}",
             code);
    hc_face_name(hc_table_game(table), hc_table_rules(table), face, NULL, name, sizeof name);
    snprintf(said, sizeof said, "You draw a %s.", name);
    must_see(table, drew, 0, "drew 0 1 turn", with_code, said);
    for (unsigned viewer = 1; viewer <= 3; viewer++) {
        unsigned who = viewer < 3 ? viewer : (unsigned)HC_SPECTATOR;

        must_see(table, drew, who, "drew 0 1 turn",
                 "{\"event\":\"drew\",\"seat\":0,\"count\":1,\"reason\":\"turn\"}",
                 "Seat 0 draws a card.");
        assert_int_equal(seen.face[0], HC_HIDDEN);
        hc_seen_say(hc_table_game(table), hc_table_rules(table), &seen, who, names, NULL, json,
                    sizeof json);
        assert_string_equal(json, "Ann draws a card.");
    }
}

/* One token wins, two tokens win. */
static void a_sentence_counts(void **state)
{
    (void)state;
    open_seats(table, "two", "tokens_to_win=1", 3, 2);
    must_do(table, HC_HOUSE, "start", 0);
    must_see(table, event_named(table, "game_started"), 0, "game_started",
             "{\"event\":\"game_started\"}", "The match begins: 1 token wins it.");
    open_seats(table, "two", "tokens_to_win=2", 3, 2);
    must_do(table, HC_HOUSE, "start", 0);
    must_see(table, event_named(table, "game_started"), 0, "game_started",
             "{\"event\":\"game_started\"}", "The match begins: 2 tokens win it.");
}

/* An action that is begun and not complete is its player's alone: others see that something
 * happened. covers L-091 L-090 */
static void a_pending_action_is_private(void **state)
{
    const struct hc_event *begun;
    unsigned seat;
    int64_t value;

    (void)state;
    find(table, "two", "", 3, guard_to_play);
    seat = hc_table_awaits(table);
    must_do(table, seat, "play 1", 0);
    begun = hc_event_first(&events);
    assert_int_equal(events.count, 1);
    hc_event_see(table, begun, seat, &seen);
    assert_int_equal(seen.hidden, 0);
    for (unsigned viewer = 0; viewer <= 3; viewer++) {
        unsigned who = viewer < 3 ? viewer : (unsigned)HC_SPECTATOR;
        json_t *root;

        if (viewer == seat)
            continue;
        hc_event_see(table, begun, who, &seen);
        assert_int_equal(seen.hidden, 1);
        assert_true(seen.value == 0 && seen.count == 0 && seen.other == HC_NONE);
        root = read_view(table, who);
        assert_true(json_is_null(json_object_get(root, "pending_face")));
        assert_int_equal(json_array_size(json_object_get(root, "actions")), 0);
        json_decref(root);
        assert_true(hc_view_fact(&view, "pending_face", 0, &value));
        assert_int_equal(value, HC_HIDDEN);
    }
    hc_view(table, seat, 0, &view);
    assert_true(hc_view_fact(&view, "pending_face", 0, &value));
    assert_string_equal(hc_face_code(view.game, &view.rules, (unsigned)value), "1");
    assert_true(hc_table_fact(table, "pending_face", 0, &value));
    assert_int_not_equal(value, HC_HIDDEN);
}

/* ---- Facts ----------------------------------------------------------------------------------- */

static void facts_have_names_and_bounds(void **state)
{
    int64_t value = 77;

    (void)state;
    open_seats(table, "shed", "start_rule=seat0", 3, 1);
    must_do(table, HC_HOUSE, "start", 0);
    assert_int_equal(fact(table, "round", 0), 1);
    assert_int_equal(fact(table, "starter", 0), 0);
    assert_int_equal(fact(table, "match_winners", 0), 0);
    assert_int_equal(fact(table, "match-winners", 0), 0); /* the spelling of scenarios */
    for (unsigned seat = 0; seat < 3; seat++)
        assert_int_equal(fact(table, "scores", seat), 0);
    value = 77;
    assert_false(hc_table_fact(table, "scores", 3, &value));
    assert_false(hc_table_fact(table, "turn", 1, &value));
    assert_false(hc_table_fact(table, "no_such_fact", 0, &value));
    assert_false(hc_table_fact(table, "", 0, &value));
    hc_view(table, 1, 0, &view);
    assert_false(hc_view_fact(&view, "scores", 3, &value));
    assert_false(hc_view_fact(&view, "no_such_fact", 0, &value));
    assert_int_equal(value, 77);
    assert_true(hc_view_fact(&view, "round", 0, &value));
    assert_int_equal(value, 1);
    assert_true(hc_view_fact(&view, "vulnerable", 0, &value));
    assert_int_equal(value, HC_HIDDEN);
}

static bool has_drawn(const struct hc_table *t)
{
    return fact(t, "has_drawn", 0) && fact(t, "drawn", 0) != HC_NONE;
}

/* The card drawn this turn is a fact for its drawer and hidden from everybody else. */
static void a_card_fact_is_hidden_one_by_one(void **state)
{
    unsigned seat;
    int64_t value;

    (void)state;
    find(table, "shed", "auto_pass=false", 3, has_drawn);
    seat = hc_table_awaits(table);
    for (unsigned viewer = 0; viewer < 3; viewer++) {
        hc_view(table, viewer, 0, &view);
        assert_true(hc_view_fact(&view, "drawn", 0, &value));
        if (viewer != seat)
            assert_int_equal(value, HC_HIDDEN);
        else
            assert_true(
                holds_card(table, seat, hc_face_code(view.game, &view.rules, (unsigned)value)));
    }
}

/* covers R-122: the limit of a turn is published, and keeping it is the caller's business. */
static void the_turn_limit_is_published(void **state)
{
    size_t i = 0;

    (void)state;
    open_seats(table, "shed", "turn_ms=30000 start_rule=seat0 first_action=ignore first_wild=none",
               2, 1);
    must_do(table, HC_HOUSE, "start", 1000);
    hc_view(table, HC_SPECTATOR, 1000, &view);
    while (strcmp(hc_option_at(view.game, i)->name, "turn_ms") != 0)
        i++;
    assert_int_equal(hc_rules_value(view.game, &view.rules, i), 30000);
    assert_int_equal(hc_rules_value(hc_table_game(table), hc_table_rules(table), i), 30000);
    must_do(table, 0, "draw", 99999999); /* late, but nobody has said so */
    open_seats(table, "shed", "turn_ms=30000 start_rule=seat0 first_action=ignore first_wild=none",
               2, 1);
    must_do(table, HC_HOUSE, "start", 1000);
    must_do(table, HC_HOUSE, "timeout 0", 1001); /* early, but the caller has said so */
    assert_int_equal(hc_table_awaits(table), 1);
}

/* ---- Phases ---------------------------------------------------------------------------------- */

/* The table of phases in the rules of shed; "" where a variant has no such moment. */
static const struct phase_row {
    const char *own, *first2shed, *lite, *host;
} phase_rows[] = {
    {"lobby", "StateLobby", "ready_to_start", ""},
    {"player_turn", "StatePlayerTurn", "in_progress", "PLAYING"},
    {"await_color", "StateAwaitingColorChoice", "in_progress", "PLAYING"},
    {"await_target", "StateResolvingCard", "in_progress", "PLAYING"},
    {"await_penalty", "StateResolvingCard", "in_progress", "PLAYING"},
    {"paused", "", "in_progress", "PAUSED_WAITING_PLAYER"},
    {"round_over", "", "in_progress", "ROUND_ENDED"},
    {"game_over", "StateGameOver", "finished", "ENDED"},
};

static void must_be_called(const char *name, const char *want, const char *phase)
{
    if (strcmp(name ? name : "", want) != 0)
        fail_msg("%s is called \"%s\" instead of \"%s\"", phase, name ? name : "", want);
}

static size_t check_phase(const struct hc_table *t)
{
    const char *own = hc_table_phase(t, HC_DIALECT_OWN);

    for (size_t i = 0; i < COUNT(phase_rows); i++)
        if (!strcmp(phase_rows[i].own, own)) {
            must_be_called(hc_table_phase(t, HC_DIALECT_FIRST2SHED), phase_rows[i].first2shed, own);
            must_be_called(hc_table_phase(t, HC_DIALECT_LITE), phase_rows[i].lite, own);
            must_be_called(hc_table_phase(t, HC_DIALECT_HOST), phase_rows[i].host, own);
            return i;
        }
    fail_msg("%s may not be visible between commands", own);
    return 0;
}

/* covers R-037 R-038 R-026: every phase of shed in the words of every variant. Those that are
 * passed through inside a command are never seen between two. */
static void phases_have_names_in_all_dialects(void **state)
{
    unsigned visits[COUNT(phase_rows)] = {0};

    (void)state;
    open_seats(table, "shed", "", 1, 1);
    assert_string_equal(hc_table_phase(table, HC_DIALECT_OWN), "lobby");
    assert_string_equal(hc_table_phase(table, HC_DIALECT_LITE), "waiting_for_players");
    must_do(table, HC_HOUSE, "join 1", 0);
    assert_string_equal(hc_table_phase(table, HC_DIALECT_LITE), "ready_to_start");
    open_seats(table, "shed", "min_players=4", 3, 1);
    assert_string_equal(hc_table_phase(table, HC_DIALECT_LITE), "waiting_for_players");
    for (uint64_t seed = 0; seed < 40; seed++) {
        chance = seed;
        open_seats(table, "shed", seed % 2 ? "party points_to_win=1500" : "party points_to_win=1",
                   3, seed);
        do {
            visits[check_phase(table)]++;
            if (below(8) == 0 && hc_submit_text(table, HC_HOUSE, "leave 1", 0, &events) == HC_OK) {
                visits[check_phase(table)]++;
                must_refuse(table, 0, "draw", 0, HC_PAUSED);
                must_do(table, HC_HOUSE, "return 1", 0);
                visits[check_phase(table)]++;
            }
            if (hc_table_awaits(table) < 3 && below(4) == 0) {
                static const char *const parts[] = {"play WW", "play R7", "play G7", "play B7"};

                /* In two steps, so that a colour or a partner is awaited. */
                hc_submit_text(table, hc_table_awaits(table), parts[below(4)], 0, &events);
                visits[check_phase(table)]++;
            }
        } while (step(table, 0));
        visits[check_phase(table)]++;
    }
    for (size_t i = 0; i < COUNT(phase_rows); i++)
        if (!visits[i])
            fail_msg("%s was never seen", phase_rows[i].own);
}

/* The other games share the words of the Lite variant, or have none but their own. */
static void other_games_have_fewer_names(void **state)
{
    (void)state;
    open_seats(table, "two", "", 1, 1);
    must_be_called(hc_table_phase(table, HC_DIALECT_LITE), "waiting_for_players", "two");
    must_do(table, HC_HOUSE, "join 1", 0);
    must_be_called(hc_table_phase(table, HC_DIALECT_LITE), "ready_to_start", "two");
    must_do(table, HC_HOUSE, "start", 0);
    must_be_called(hc_table_phase(table, HC_DIALECT_OWN), "player_turn", "two");
    must_be_called(hc_table_phase(table, HC_DIALECT_LITE), "in_progress", "two");
    assert_null(hc_table_phase(table, HC_DIALECT_FIRST2SHED));
    assert_null(hc_table_phase(table, HC_DIALECT_HOST));
    must_do(table, HC_HOUSE, "end", 0);
    must_be_called(hc_table_phase(table, HC_DIALECT_OWN), "game_over", "two");
    must_be_called(hc_table_phase(table, HC_DIALECT_LITE), "finished", "two");
    open_seats(table, "null", "", 2, 1);
    must_be_called(hc_table_phase(table, HC_DIALECT_OWN), "lobby", "null");
    for (unsigned dialect = HC_DIALECT_FIRST2SHED; dialect <= HC_DIALECT_HOST; dialect++)
        assert_null(hc_table_phase(table, (enum hc_dialect)dialect));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_are_sound_json),
        cmocka_unit_test(views_hide_what_is_not_known),
        cmocka_unit_test(printing_is_bounded),
        cmocka_unit_test(a_drawn_card_is_seen_by_the_drawer),
        cmocka_unit_test(a_sentence_counts),
        cmocka_unit_test(a_pending_action_is_private),
        cmocka_unit_test(facts_have_names_and_bounds),
        cmocka_unit_test(a_card_fact_is_hidden_one_by_one),
        cmocka_unit_test(the_turn_limit_is_published),
        cmocka_unit_test(phases_have_names_in_all_dialects),
        cmocka_unit_test(other_games_have_fewer_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
