// SPDX-License-Identifier: MIT
/*
 * test_api.c: the library as a user sees it, through holecard.h and nothing else.
 *
 * Positions are found by playing at random from one seed after the other until the wanted one comes
 * up, so nothing here needs to reach inside a table.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "holecard.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { ROOM_BYTES = 1024, JSON_BYTES = 1 << 16, LOG_BYTES = 1 << 18, TABLES = 4 };

/* Tables are opaque: storage of the size they ask for. */
static _Alignas(16) uint8_t rooms[TABLES][ROOM_BYTES];

static struct hc_table *table_at(unsigned number)
{
    assert_true(number < TABLES && hc_table_bytes() <= ROOM_BYTES);
    return (struct hc_table *)(void *)rooms[number];
}

#define table       (table_at(0))
#define other_table (table_at(1))

static struct hc_events events;
static struct hc_view view;
static char json[JSON_BYTES];

/* A generator of our own: the engine's is not public. */
static uint64_t chance;

static uint32_t below(uint32_t bound)
{
    uint64_t z = chance += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (uint32_t)((z ^ z >> 31) >> 32) % bound;
}

static void open_seats(struct hc_table *t, const char *game, const char *rules_text, unsigned seats,
                       uint64_t seed_number)
{
    uint8_t seed[HC_SEED_BYTES];
    struct hc_problem why;
    struct hc_rules rules;

    if (!hc_rules_parse(hc_game_find(game), rules_text, &rules, &why))
        fail_msg("%s: %s", rules_text, why.text);
    hc_seed_from_number(seed_number, seed);
    assert_int_equal(hc_table_open(t, hc_game_find(game), &rules, seats, seed), HC_OK);
}

static void must_do(struct hc_table *t, unsigned seat, const char *text, uint64_t now)
{
    enum hc_refusal refusal = hc_submit_text(t, seat, text, now, &events);

    if (refusal)
        fail_msg("\"%s\" of seat %u is refused: %s", text, seat, hc_refusal_name(refusal));
}

static void must_refuse(struct hc_table *t, unsigned seat, const char *text, uint64_t now,
                        enum hc_refusal want)
{
    uint8_t before[ROOM_BYTES];
    enum hc_refusal refusal;

    memcpy(before, t, hc_table_bytes());
    refusal = hc_submit_text(t, seat, text, now, &events);
    if (refusal != want)
        fail_msg("\"%s\" of seat %u: %s instead of %s", text, seat, hc_refusal_name(refusal),
                 hc_refusal_name(want));
    assert_memory_equal(before, t, hc_table_bytes());
    assert_true(events.count == 0 && events.used == 0);
    assert_null(hc_event_first(&events));
}

static int64_t fact(const struct hc_table *t, const char *name, unsigned index)
{
    int64_t value;

    if (!hc_table_fact(t, name, index, &value))
        fail_msg("there is no fact %s", name);
    return value;
}

/* One random command of whoever is awaited; false when the match is over. */
static bool step(struct hc_table *t, uint64_t now)
{
    unsigned seat = hc_table_awaits(t);
    struct hc_actions actions;
    struct hc_command command;

    if (seat == HC_NONE)
        return false;
    hc_actions(t, seat, now, &actions);
    assert_true(actions.ways > 0);
    /* The house's first choice goes on with the match; its others may end it. */
    hc_actions_at(&actions, seat == HC_HOUSE ? 0 : below(actions.ways), &command);
    assert_int_equal(hc_submit(t, seat, &command, now, &events), HC_OK);
    return true;
}

/* Plays from one seed after the other until something holds. */
static void find(struct hc_table *t, const char *game, const char *rules, unsigned seats,
                 bool (*holds)(const struct hc_table *))
{
    for (uint64_t seed = 1; seed < 500; seed++) {
        chance = seed;
        open_seats(t, game, rules, seats, seed);
        for (unsigned n = 0; n < 300; n++) {
            if (holds(t))
                return;
            if (!step(t, 0))
                break;
        }
    }
    fail_msg("%s: no such position was found", rules);
}

static bool phase_is(const struct hc_table *t, const char *name)
{
    return !strcmp(hc_table_phase(t, HC_DIALECT_OWN), name);
}

/* Whether a seat is shown to hold a card by its owner's view. */
static bool holds_card(const struct hc_table *t, unsigned seat, const char *code)
{
    hc_view(t, seat, 0, &view);
    for (unsigned i = 0; i < view.hand[seat].count; i++)
        if (!strcmp(hc_face_code(view.game, &view.rules, view.face[view.hand[seat].start + i]),
                    code))
            return true;
    return false;
}

/* ---- Games and rules ------------------------------------------------------------------------- */

static void games_are_found_and_described(void **state)
{
    static const char *const names[] = {"shed", "two", "null"};

    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        const struct hc_game *game = hc_game_find(names[i]);

        assert_non_null(game);
        assert_string_equal(hc_game_name(game), names[i]);
        assert_true(strlen(hc_game_title(game)) > 3);
    }
    assert_null(hc_game_find("chess"));
    assert_null(hc_game_find(""));
    assert_null(hc_game_find("Shed"));
    for (size_t g = 0; hc_game_at(g); g++) {
        const struct hc_game *game = hc_game_at(g);
        const struct hc_option *option;

        assert_ptr_equal(hc_game_find(hc_game_name(game)), game);
        for (size_t i = 0; (option = hc_option_at(game, i)); i++) {
            assert_true(strlen(option->name) > 1 && strlen(option->sentence) > 5);
            assert_true(option->min <= option->preset && option->preset <= option->max);
            for (uint32_t v = 0; option->type == HC_OPTION_ENUM && v <= option->max; v++)
                assert_true(strlen(option->values[v]) > 0);
        }
        assert_null(hc_option_at(game, 1000));
        for (size_t p = 0; hc_preset_at(game, p); p++)
            assert_true(strlen(hc_preset_at(game, p)->sentence) > 5);
        assert_non_null(hc_preset_at(game, 0));
        assert_null(hc_preset_at(game, 1000));
    }
    assert_null(hc_game_at(1000));
}

/* covers L-003 R-011 R-013 (who fits at a table) */
static void tables_open_for_as_many_as_the_rules_allow(void **state)
{
    static const struct {
        const char *game, *rules;
        unsigned most;
    } rows[] = {
        {"shed", "", 10}, {"shed", "lite", 2},  {"shed", "max_players=6", 6},
        {"two", "", 4},   {"two", "ed2019", 6}, {"null", "", 10},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct hc_game *game = hc_game_find(rows[i].game);
        uint8_t seed[HC_SEED_BYTES] = {1};
        struct hc_problem why;
        struct hc_rules rules;

        assert_true(hc_rules_parse(game, rows[i].rules, &rules, &why));
        for (unsigned seats = 0; seats <= 12; seats++) {
            enum hc_refusal refusal = hc_table_open(table, game, &rules, seats, seed);

            assert_int_equal(refusal, seats <= rows[i].most ? HC_OK : HC_ROOM_FULL);
            if (refusal)
                continue;
            assert_int_equal(hc_table_seats(table), seats);
            assert_ptr_equal(hc_table_game(table), game);
            assert_memory_equal(hc_table_rules(table), &rules, sizeof rules);
            assert_int_equal(hc_table_seq(table), 0);
            assert_int_equal(hc_table_awaits(table), HC_HOUSE);
            assert_null(hc_table_check(table));
            if (seats < 2)
                must_refuse(table, HC_HOUSE, "start", 0, HC_NOT_ENOUGH_PLAYERS);
            else
                must_do(table, HC_HOUSE, "start", 0);
            if (seats >= 2)
                assert_true(hc_table_awaits(table) < seats);
        }
    }
}

static void players_join_in_the_lobby(void **state)
{
    char text[HC_COMMAND_CHARS];

    (void)state;
    for (unsigned g = 0; g < 2; g++) {
        unsigned most = g ? 4 : 10;

        open_seats(table, g ? "two" : "shed", "", 0, 1);
        for (unsigned seat = 0; seat < most; seat++) {
            snprintf(text, sizeof text, "join %u", seat);
            must_do(table, HC_HOUSE, text, 0);
            assert_int_equal(hc_table_seats(table), seat + 1);
            must_refuse(table, HC_HOUSE, text, 0, HC_DUPLICATE_PLAYER);
        }
        snprintf(text, sizeof text, "join %u", most);
        must_refuse(table, HC_HOUSE, text, 0, HC_ROOM_FULL);
        must_refuse(table, 0, "join 1", 0, HC_NOT_ALLOWED);
        must_do(table, HC_HOUSE, "start", 0);
        must_refuse(table, HC_HOUSE, text, 0, HC_BAD_PHASE);
    }
}

/* covers R-003 R-005 L-002: what is printed on a card, its name and what it counts. */
static void faces_have_names_and_points(void **state)
{
    static const struct {
        const char *game, *code, *name;
        int points;
    } rows[] = {
        {"shed", "R5", "Red 5", 5},           {"shed", "Y0", "Yellow 0", 0},
        {"shed", "BS", "Blue Skip", 20},      {"shed", "GR", "Green Reverse", 20},
        {"shed", "RT", "Red Draw Two", 20},   {"shed", "WW", "Wild", 50},
        {"shed", "WF", "Wild Draw Four", 50}, {"two", "1", "Guard", 1},
        {"two", "8", "Princess", 8},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct hc_game *game = hc_game_find(rows[i].game);
        struct hc_command command;
        struct hc_problem why;
        struct hc_rules rules;
        char text[HC_COMMAND_CHARS];

        assert_true(hc_rules_parse(game, "", &rules, &why));
        snprintf(text, sizeof text, "play %s", rows[i].code);
        assert_int_equal(hc_command_parse(game, &rules, text, &command, &why), HC_OK);
        assert_string_equal(hc_face_code(game, &rules, command.face), rows[i].code);
        assert_string_equal(hc_face_name(game, &rules, command.face), rows[i].name);
        assert_int_equal(hc_face_points(game, &rules, command.face), rows[i].points);
        assert_string_equal(hc_face_code(game, &rules, HC_HIDDEN), "?");
        assert_non_null(hc_face_name(game, &rules, HC_HIDDEN));
        assert_int_equal(hc_face_points(game, &rules, HC_HIDDEN), 0);
    }
}

/* ---- Commands and events --------------------------------------------------------------------- */

static void events_can_be_walked(void **state)
{
    uint32_t total = 0;

    (void)state;
    chance = 5;
    for (size_t g = 0; hc_game_at(g); g++) {
        open_seats(table, hc_game_name(hc_game_at(g)), "", 3, g);
        assert_int_equal(hc_table_seq(table), 0);
        total = 0;
        for (unsigned n = 0; n < 200 && step(table, 0); n++) {
            uint32_t count = 0;

            for (const struct hc_event *e = hc_event_first(&events); e;
                 e = hc_event_next(&events, e)) {
                size_t at = (size_t)((const uint8_t *)e - events.bytes);

                assert_true(at % 4 == 0 && at + sizeof *e + e->count <= events.used);
                count++;
            }
            assert_int_equal(count, events.count);
            assert_true(count > 0 && events.used <= HC_EVENT_BYTES);
            total += count;
            assert_int_equal(hc_table_seq(table), total);
        }
        assert_true(total > 30);
    }
}

static void wrong_speakers_are_refused(void **state)
{
    (void)state;
    open_seats(table, "shed", "", 3, 1);
    must_refuse(table, 0, "start", 0, HC_NOT_ALLOWED);
    must_refuse(table, 0, "draw", 0, HC_BAD_PHASE);
    must_refuse(table, 3, "draw", 0, HC_NO_SEAT);
    must_do(table, HC_HOUSE, "start", 0);
    must_refuse(table, 3, "draw", 0, HC_NO_SEAT);
    must_refuse(table, 200, "draw", 0, HC_NO_SEAT);
    must_refuse(table, HC_SPECTATOR, "draw", 0, HC_NO_SEAT);
    must_refuse(table, HC_NONE, "draw", 0, HC_NO_SEAT);
    must_refuse(table, HC_HOUSE, "draw", 0, HC_NOT_ALLOWED);
    must_refuse(table, HC_HOUSE, "", 0, HC_MALFORMED);
    must_refuse(table, 0, "draw nothing", 0, HC_MALFORMED);
    must_refuse(table, hc_table_awaits(table) == 0, "draw", 0, HC_NOT_YOUR_TURN);
}

static struct hc_command any_command(void)
{
    static const uint8_t odd[] = {0, 1, 2, 3, 7, 53, 54, 99, 128, 250, 251, 252, 253, 254, 255};
    uint8_t bytes[6];

    for (unsigned i = 0; i < 6; i++)
        bytes[i] = below(2) ? odd[below(sizeof odd)] : (uint8_t)below(20);
    return (struct hc_command){bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5]};
}

/* covers R-139 R-057 L-097: what may be done can be asked; the answer is what happens then, asking
 * changes nothing, and neither does a refusal. The bytes of a command may be anything. */
static void asking_is_free_and_true(void **state)
{
    uint8_t before[ROOM_BYTES];
    unsigned accepted = 0, refused = 0;

    (void)state;
    for (size_t g = 0; hc_game_at(g); g++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            chance = seed;
            open_seats(table, hc_game_name(hc_game_at(g)), "", 2 + (unsigned)seed % 3, seed);
            for (unsigned n = 0; n < 150 && step(table, n); n++)
                for (unsigned i = 0; i < 40; i++) {
                    unsigned seat = below(5) ? below(4) : (unsigned)HC_HOUSE;
                    struct hc_command command = any_command();
                    enum hc_refusal may, does;
                    struct hc_actions actions;

                    hc_actions(table, seat, n, &actions);
                    if (actions.ways && below(3) == 0)
                        hc_actions_at(&actions, below(actions.ways), &command);
                    memcpy(before, table, hc_table_bytes());
                    may = hc_may(table, seat, &command, n);
                    assert_memory_equal(before, table, hc_table_bytes());
                    memcpy(other_table, table, hc_table_bytes());
                    does = hc_submit(other_table, seat, &command, n, &events);
                    assert_int_equal(may, does);
                    assert_int_equal(hc_submit(table, seat, &command, n, &events), does);
                    if (does != HC_OK)
                        assert_memory_equal(before, table, hc_table_bytes());
                    memcpy(table, before, hc_table_bytes());
                    (does ? &refused : &accepted)[0]++;
                }
        }
    assert_true(accepted > 1000 && refused > 1000);
}

/* Every way is a command of its own, and all of them are accepted. */
static void actions_are_counted_out(void **state)
{
    enum { WAYS_MAX = 400 };
    static struct hc_command commands[WAYS_MAX];

    (void)state;
    for (size_t g = 0; hc_game_at(g); g++) {
        chance = g;
        open_seats(table, hc_game_name(hc_game_at(g)), hc_preset_at(hc_game_at(g), 0)->name, 4, g);
        for (unsigned n = 0; n < 120 && step(table, 0); n++)
            for (unsigned seat = 0; seat < 4; seat++) {
                struct hc_actions actions;
                uint32_t ways = 0;

                hc_actions(table, seat, 0, &actions);
                assert_true(actions.count <= HC_CHOICES_MAX && actions.ways <= WAYS_MAX);
                for (unsigned c = 0; c < actions.count; c++)
                    ways += actions.choice[c].ways;
                assert_int_equal(ways, actions.ways);
                for (uint32_t i = 0; i < ways; i++) {
                    hc_actions_at(&actions, i, &commands[i]);
                    assert_int_equal(hc_may(table, seat, &commands[i], 0), HC_OK);
                    for (uint32_t j = 0; j < i; j++)
                        assert_memory_not_equal(&commands[i], &commands[j], sizeof *commands);
                }
                if (!ways && seat == hc_table_awaits(table))
                    fail_msg("the awaited seat can do nothing");
            }
    }
}

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

static struct hc_seen seen;

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
    return hc_seen_print(table, &seen, out, size);
}

static size_t print_seen_json(char *out, size_t size)
{
    return hc_seen_json(table, &seen, out, size);
}

static size_t print_seen_words(char *out, size_t size)
{
    return hc_seen_say(table, &seen, 1, NULL, out, size);
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
        if (hc_seen_say(table, &seen, 1, NULL, json, sizeof json))
            must_be_bounded(print_seen_words);
    }
}

/* ---- Seen events ----------------------------------------------------------------------------- */

/* The first event of the last command whose name is this one; NULL if there is none. */
static const struct hc_event *event_named(const struct hc_table *t, const char *name)
{
    for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e)) {
        hc_event_see(t, e, HC_SPECTATOR, &seen);
        hc_seen_print(t, &seen, json, sizeof json);
        if (!strncmp(json, name, strlen(name)) && strchr(" ", json[strlen(name)]))
            return e;
    }
    return NULL;
}

static void must_see(const struct hc_table *t, const struct hc_event *event, unsigned viewer,
                     const char *printed, const char *as_json, const char *said)
{
    hc_event_see(t, event, viewer, &seen);
    hc_seen_print(t, &seen, json, sizeof json);
    assert_string_equal(json, printed);
    hc_seen_json(t, &seen, json, sizeof json);
    assert_string_equal(json, as_json);
    hc_seen_say(t, &seen, viewer, NULL, json, sizeof json);
    assert_memory_equal(json, said, strlen(said));
}

/* covers R-137 (the cards in drew are for the drawer): one sees the card, the others that there was
 * one. */
static void a_drawn_card_is_seen_by_the_drawer(void **state)
{
    const char *names[HC_SEATS_MAX] = {"Ann", "Bob", "Cat"};
    char code[4], with_code[128], said[128];
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
    snprintf(said, sizeof said, "You draw %s", code);
    must_see(table, drew, 0, "drew 0 1 turn", with_code, said);
    for (unsigned viewer = 1; viewer <= 3; viewer++) {
        unsigned who = viewer < 3 ? viewer : (unsigned)HC_SPECTATOR;

        must_see(table, drew, who, "drew 0 1 turn",
                 "{\"event\":\"drew\",\"seat\":0,\"count\":1,\"reason\":\"turn\"}",
                 "Seat 0 draws ");
        assert_int_equal(seen.face[0], HC_HIDDEN);
        hc_seen_say(table, &seen, who, names, json, sizeof json);
        assert_memory_equal(json, "Ann draws ", 10);
        assert_null(strstr(json, code));
    }
}

static bool guard_to_play(const struct hc_table *t)
{
    unsigned seat = hc_table_awaits(t);

    return seat < hc_table_seats(t) && holds_card(t, seat, "1") && !holds_card(t, seat, "7") &&
           !fact(t, "protected", 0);
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

/* ---- The window for catching ----------------------------------------------------------------- */

/* Whether the awaited seat can play a number and keep one card, and the next one holds more. */
static bool about_to_have_one_card(const struct hc_table *t)
{
    unsigned seat = hc_table_awaits(t);

    if (!phase_is(t, "player_turn"))
        return false;
    hc_view(t, seat, 0, &view);
    return view.hand[seat].count == 2 && view.actions.count && view.actions.choice[0].verb == 0 &&
           !view.actions.choice[0].colors;
}

/* covers R-105: a catch is in time up to the very millisecond of the limit. */
static void a_catch_may_come_too_late(void **state)
{
    static const struct {
        const char *why, *limit;
        uint64_t played, caught;
        enum hc_refusal want;
    } rows[] = {
        {"at once", "5000", 1000, 1000, HC_OK},
        {"at the last moment", "5000", 1000, 6000, HC_OK},
        {"a millisecond too late", "5000", 1000, 6001, HC_CHALLENGE_INVALID},
        {"a day too late", "5000", 1000, 86401000, HC_CHALLENGE_INVALID},
        {"the clock is a real one, far above 32 bits", "5000", 1700000000000, 1700000005000, HC_OK},
        {"and too late by that clock", "5000", 1700000000000, 1700000005001, HC_CHALLENGE_INVALID},
        {"the low 32 bits of the clock turn over in between", "5000", 0xfffffff0, 0x100000100,
         HC_OK},
        {"without a limit it is never too late", "0", 1000, 86401000, HC_OK},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char rules[128], text[HC_COMMAND_CHARS];
        struct hc_actions actions;
        struct hc_command command;
        unsigned seat, catcher, listed = 0;

        snprintf(rules, sizeof rules, "initial_cards=2 first_action=ignore uno_challenge_ms=%s",
                 rows[i].limit);
        find(table, "shed", rules, 3, about_to_have_one_card);
        seat = hc_table_awaits(table);
        catcher = (seat + 1) % 3;
        hc_actions(table, seat, rows[i].played, &actions);
        hc_actions_at(&actions, 0, &command);
        assert_int_equal(hc_submit(table, seat, &command, rows[i].played, &events), HC_OK);
        assert_true(holds_card(table, seat, "R1") || view.hand[seat].count == 1);
        snprintf(text, sizeof text, "catch %u", seat);
        hc_actions(table, catcher, rows[i].caught, &actions);
        for (uint32_t n = 0; n < actions.ways; n++) {
            hc_actions_at(&actions, n, &command);
            hc_command_print(hc_table_game(table), hc_table_rules(table), &command, json, 64);
            listed += !strcmp(json, text);
        }
        if (rows[i].want == HC_OK)
            must_do(table, catcher, text, rows[i].caught);
        else
            must_refuse(table, catcher, text, rows[i].caught, rows[i].want);
        if (listed != (rows[i].want == HC_OK))
            fail_msg("%s: the list of actions says otherwise", rows[i].why);
    }
}

/* ---- Saving and loading ---------------------------------------------------------------------- */

static size_t save(const struct hc_table *t, uint8_t *bytes)
{
    size_t size = hc_table_save(t, bytes, ROOM_BYTES);

    assert_true(hc_table_save_bytes() <= ROOM_BYTES && size <= hc_table_save_bytes());
    return size;
}

static void must_be_the_same(const struct hc_table *a, const struct hc_table *b)
{
    uint8_t one[ROOM_BYTES], other[ROOM_BYTES];
    size_t size = save(a, one);

    assert_int_equal(save(b, other), size);
    assert_memory_equal(one, other, size);
}

/* Plays both tables on with the same commands: they must stay the same in every byte and event. */
static void must_stay_the_same(struct hc_table *a, struct hc_table *b, unsigned commands)
{
    static struct hc_events first;

    for (unsigned n = 0; n < commands; n++) {
        uint64_t before = chance;
        bool more = step(a, n);

        first = events;
        chance = before;
        assert_int_equal(step(b, n), more);
        if (!more)
            break;
        assert_int_equal(first.count, events.count);
        assert_int_equal(first.used, events.used);
        for (const struct hc_event *x = hc_event_first(&first), *y = hc_event_first(&events); x;
             x = hc_event_next(&first, x), y = hc_event_next(&events, y))
            assert_memory_equal(x, y, sizeof *x + x->count);
        must_be_the_same(a, b);
    }
}

static bool color_is_awaited(const struct hc_table *t)
{
    return phase_is(t, "await_color");
}

/* covers R-133 L-091: a table goes out and comes back in the middle of a pending choice. */
static void tables_survive_in_the_middle_of_a_choice(void **state)
{
    static const struct {
        const char *why, *game, *rules;
        bool (*holds)(const struct hc_table *);
        const char *first, *then;
    } rows[] = {
        {"a Guard without a target", "two", "", guard_to_play, "play 1", NULL},
        {"a Guard without a guess", "two", "", guard_to_play, "play 1 target=%u", "play 1 guess=8"},
        {"a colour to be named", "shed", "", color_is_awaited, NULL, "color G"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint8_t bytes[ROOM_BYTES];
        char text[HC_COMMAND_CHARS];
        struct hc_problem why;
        unsigned seat;
        size_t size;

        find(table, rows[i].game, rows[i].rules, 2, rows[i].holds);
        seat = hc_table_awaits(table);
        if (rows[i].first) {
            snprintf(text, sizeof text, rows[i].first, seat ^ 1);
            must_do(table, seat, text, 0);
        }
        size = save(table, bytes);
        if (!hc_table_load(other_table, bytes, size, &why))
            fail_msg("%s: %s", rows[i].why, why.text);
        must_be_the_same(table, other_table);
        assert_int_equal(hc_table_awaits(other_table), seat);
        assert_int_equal(hc_table_seq(other_table), hc_table_seq(table));
        if (rows[i].then) {
            must_do(table, seat, rows[i].then, 0);
            must_do(other_table, seat, rows[i].then, 0);
            must_be_the_same(table, other_table);
        }
        must_stay_the_same(table, other_table, 300);
    }
}

static void a_small_buffer_gets_a_part(void **state)
{
    uint8_t whole[ROOM_BYTES], part[ROOM_BYTES + 1];
    size_t size;

    (void)state;
    open_seats(table, "two", "", 2, 1);
    size = save(table, whole);
    for (size_t room = 0; room <= size; room++) {
        memset(part, 0xee, sizeof part);
        assert_int_equal(hc_table_save(table, part, room), size);
        assert_memory_equal(part, whole, room);
        assert_int_equal(part[room], 0xee);
    }
}

/* A table that was believed must bear everything that is asked of a table. */
static void use_up(struct hc_table *t)
{
    for (unsigned n = 0; n < 12; n++) {
        unsigned seats = hc_table_seats(t), seat = below(seats + 1);
        struct hc_command command = any_command();
        struct hc_actions actions;

        assert_null(hc_table_check(t));
        hc_view(t, seat, 0, &view);
        hc_view_json(&view, json, sizeof json);
        hc_table_phase(t, HC_DIALECT_LITE);
        hc_submit(t, seat < seats ? seat : (unsigned)HC_HOUSE, &command, 0, &events);
        seat = hc_table_awaits(t);
        if (seat == HC_NONE)
            return;
        hc_actions(t, seat, 0, &actions);
        if (!actions.ways)
            return;
        hc_actions_at(&actions, below(actions.ways), &command);
        assert_int_equal(hc_submit(t, seat, &command, 0, &events), HC_OK);
        for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e)) {
            hc_event_see(t, e, HC_SPECTATOR, &seen);
            hc_seen_json(t, &seen, json, sizeof json);
            hc_seen_say(t, &seen, 0, NULL, json, sizeof json);
        }
    }
}

static void must_not_load(const uint8_t *bytes, size_t size)
{
    struct hc_problem why;

    memset(&why, 0, sizeof why);
    if (hc_table_load(other_table, bytes, size, &why))
        fail_msg("%zu bytes that are no table were loaded", size);
    assert_true(strlen(why.text) > 5);
}

static bool a_few_commands_later(const struct hc_table *t)
{
    return hc_table_seq(t) > 40 && hc_table_awaits(t) < hc_table_seats(t);
}

/* Truncated, lengthened and with any bit turned: refused, or a table that is sound. */
static void forged_tables_do_no_harm(void **state)
{
    static const struct {
        const char *game, *rules;
        bool (*holds)(const struct hc_table *);
    } rows[] = {{"shed", "", color_is_awaited},
                {"shed", "party mercy_limit=20 score_mode=penalty", a_few_commands_later},
                {"two", "", guard_to_play},
                {"two", "ed2019", a_few_commands_later},
                {"null", "", a_few_commands_later}};
    unsigned believed = 0;

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++) {
        uint8_t bytes[ROOM_BYTES];
        struct hc_problem why;
        size_t size;

        find(table, rows[r].game, rows[r].rules, 2, rows[r].holds);
        if (rows[r].holds == guard_to_play)
            must_do(table, hc_table_awaits(table), "play 1", 0);
        size = save(table, bytes);
        for (size_t cut = 0; cut < size; cut++)
            must_not_load(bytes, cut);
        bytes[size] = 0;
        must_not_load(bytes, size + 1);
        for (size_t at = 0; at < size; at++)
            for (unsigned turned = 0; turned < 8; turned++) {
                bytes[at] ^= (uint8_t)(1u << turned);
                if (hc_table_load(other_table, bytes, size, &why)) {
                    believed++;
                    use_up(other_table);
                } else {
                    assert_true(strlen(why.text) > 5);
                }
                bytes[at] ^= (uint8_t)(1u << turned);
            }
    }
    assert_true(believed > 0); /* another key or score is another sound table */
}

/* ---- The deal -------------------------------------------------------------------------------- */

/* covers R-020 R-132: another seed is another deal, the same one the same. */
static void seeds_make_the_deal(void **state)
{
    (void)state;
    for (size_t g = 0; hc_game_at(g); g++) {
        const char *game = hc_game_name(hc_game_at(g));
        unsigned differ = 0;

        for (uint64_t seed = 0; seed < 20; seed++) {
            uint8_t one[ROOM_BYTES], other[ROOM_BYTES];
            size_t size;

            open_seats(table, game, "", 2, seed);
            open_seats(other_table, game, "", 2, seed);
            chance = seed;
            must_stay_the_same(table, other_table, 40);
            open_seats(table, game, "", 2, seed);
            open_seats(other_table, game, "", 2, seed + 1);
            must_do(table, HC_HOUSE, "start", 0);
            must_do(other_table, HC_HOUSE, "start", 0);
            size = save(table, one);
            differ += save(other_table, other) != size || memcmp(one, other, size) != 0;
        }
        assert_int_equal(differ, 20);
    }
}

/* The hands as a text, from the views of their owners. */
static void write_hands(const struct hc_table *t, char *out, size_t size)
{
    size_t used = 0;

    for (unsigned seat = 0; seat < hc_table_seats(t); seat++) {
        hc_view(t, seat, 0, &view);
        for (unsigned i = 0; i < view.hand[seat].count; i++)
            used += (size_t)snprintf(
                out + used, size - used, "%s ",
                hc_face_code(view.game, &view.rules, view.face[view.hand[seat].start + i]));
    }
}

static void contributions_change_the_deal(void **state)
{
    static const struct {
        const char *why;
        int seats[2]; /* who contributes, in order; -1: nobody */
        uint8_t entropy;
    } rows[] = {{"nobody", {-1, -1}, 0}, {"seat 0", {0, -1}, 1},
                {"seat 1", {1, -1}, 1},  {"seat 0, other bytes", {0, -1}, 2},
                {"both", {0, 1}, 1},     {"the other order", {1, 0}, 1}};
    char hands[COUNT(rows)][256], again[256];

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        for (unsigned round = 0; round < 2; round++) {
            open_seats(table, "shed", "first_action=redraw", 2, 9);
            for (unsigned c = 0; c < 2; c++) {
                uint8_t entropy[HC_SEED_BYTES];

                memset(entropy, rows[i].entropy, sizeof entropy);
                if (rows[i].seats[c] >= 0)
                    assert_int_equal(
                        hc_table_contribute(table, (unsigned)rows[i].seats[c], entropy), HC_OK);
            }
            must_do(table, HC_HOUSE, "start", 0);
            write_hands(table, round ? again : hands[i], sizeof again);
            if (round)
                assert_string_equal(again, hands[i]); /* the same contributions, the same deal */
        }
    for (size_t i = 0; i < COUNT(rows); i++)
        for (size_t j = 0; j < i; j++)
            if (!strcmp(hands[i], hands[j]))
                fail_msg("\"%s\" and \"%s\" give the same deal", rows[i].why, rows[j].why);
}

static void contributions_come_before_the_start(void **state)
{
    uint8_t entropy[HC_SEED_BYTES] = {1}, before[ROOM_BYTES];

    (void)state;
    for (size_t g = 0; hc_game_at(g); g++) {
        open_seats(table, hc_game_name(hc_game_at(g)), "", 2, 1);
        assert_int_equal(hc_table_contribute(table, 2, entropy), HC_NO_SEAT);
        assert_int_equal(hc_table_contribute(table, HC_HOUSE, entropy), HC_NO_SEAT);
        assert_int_equal(hc_table_contribute(table, 1, entropy), HC_OK);
        must_do(table, HC_HOUSE, "start", 0);
        memcpy(before, table, hc_table_bytes());
        assert_int_equal(hc_table_contribute(table, 1, entropy), HC_BAD_PHASE);
        assert_memory_equal(before, table, hc_table_bytes());
    }
}

struct dealt {
    uint8_t seed[HC_SEED_BYTES], salt[HC_SEED_BYTES];
    struct hc_log log;
    uint8_t bytes[LOG_BYTES];
};

static struct dealt deal;

/* A whole match with its log; both seats contribute. The secret is not revealed yet. */
static void play_logged(const char *game, const char *rules, uint64_t seed)
{
    uint8_t commitment[HC_SEED_BYTES];
    struct hc_actions actions;
    struct hc_command command;
    struct hc_problem why;
    struct hc_rules parsed;
    unsigned seat;
    uint64_t now = 1700000000000;

    chance = seed;
    hc_seed_from_number(seed, deal.seed);
    hc_seed_from_number(seed + 1000, deal.salt);
    hc_commit(deal.seed, deal.salt, commitment);
    assert_true(hc_rules_parse(hc_game_find(game), rules, &parsed, &why));
    assert_int_equal(hc_table_open(table, hc_game_find(game), &parsed, 2, deal.seed), HC_OK);
    assert_true(hc_log_begin(&deal.log, deal.bytes, sizeof deal.bytes, table, commitment));
    for (seat = 0; seat < 2; seat++) {
        uint8_t entropy[HC_SEED_BYTES];

        memset(entropy, (int)seat + 5, sizeof entropy);
        assert_int_equal(hc_table_contribute(table, seat, entropy), HC_OK);
        assert_true(hc_log_contribution(&deal.log, seat, entropy));
    }
    while ((seat = hc_table_awaits(table)) != HC_NONE) {
        hc_actions(table, seat, now, &actions);
        hc_actions_at(&actions, seat == HC_HOUSE ? 0 : below(actions.ways), &command);
        assert_int_equal(hc_submit(table, seat, &command, now, &events), HC_OK);
        assert_true(hc_log_add(&deal.log, now, seat, &command, &events));
        assert_true(hc_log_commit(&deal.log));
        now += below(3000);
    }
}

/* The deal from end to end: committed, played, revealed, verified, replayed and exported. */
static void an_honest_deal_is_proved(void **state)
{
    static const char *const rows[][2] = {{"two", "tokens_to_win=1"},
                                          {"shed", "match_mode=single initial_cards=3"},
                                          {"null", "short"}};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct hc_problem why;
        size_t length;
        json_t *root;
        char *text;

        play_logged(rows[i][0], rows[i][1], i + 1);
        assert_int_equal(hc_log_verify(deal.bytes, deal.log.used, &why), HC_UNREVEALED);
        assert_true(hc_log_reveal(&deal.log, deal.seed, deal.salt));
        assert_true(hc_log_commit(&deal.log));
        if (hc_log_verify(deal.bytes, deal.log.used, &why) != HC_HONEST)
            fail_msg("%s: %s", rows[i][0], why.text);
        assert_true(
            hc_log_replay(deal.bytes, deal.log.used, UINT32_MAX, other_table, NULL, NULL, &why));
        assert_int_equal(hc_table_seq(other_table), hc_table_seq(table));
        assert_string_equal(hc_table_phase(other_table, HC_DIALECT_OWN), "game_over");
        length = hc_log_json(deal.bytes, deal.log.used, NULL, 0, &why); /* measured first */
        text = malloc(length + 1);
        assert_non_null(text);
        assert_int_equal(hc_log_json(deal.bytes, deal.log.used, text, length + 1, &why), length);
        assert_int_equal(strlen(text), length);
        root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
        free(text);
        assert_non_null(root);
        assert_string_equal(json_string_value(json_object_get(root, "game")), rows[i][0]);
        json_decref(root);
    }
}

/* Any byte changed anywhere, any end cut off, or another secret: never called honest. */
static void tampering_is_found(void **state)
{
    uint8_t wrong[HC_SEED_BYTES] = {0};
    struct hc_problem why;
    struct hc_log before;

    (void)state;
    play_logged("two", "tokens_to_win=1", 4);
    before = deal.log;
    assert_true(hc_log_reveal(&deal.log, wrong, deal.salt) && hc_log_commit(&deal.log));
    assert_int_equal(hc_log_verify(deal.bytes, deal.log.used, &why), HC_DISHONEST);
    deal.log = before;
    assert_true(hc_log_reveal(&deal.log, deal.seed, deal.salt) && hc_log_commit(&deal.log));
    assert_int_equal(hc_log_verify(deal.bytes, deal.log.used, &why), HC_HONEST);
    for (size_t at = 0; at < deal.log.used; at++) {
        deal.bytes[at] ^= (uint8_t)(1u << at % 8);
        why.text[0] = '\0';
        if (hc_log_verify(deal.bytes, deal.log.used, &why) != HC_DISHONEST)
            fail_msg("a changed byte at %zu is not noticed", at);
        assert_true(strlen(why.text) > 5);
        deal.bytes[at] ^= (uint8_t)(1u << at % 8);
    }
    for (size_t cut = 0; cut < deal.log.used; cut++)
        if (hc_log_verify(deal.bytes, cut, &why) == HC_HONEST)
            fail_msg("a log that ends at byte %zu is called honest", cut);
    assert_int_equal(hc_log_verify(deal.bytes, deal.log.used, &why), HC_HONEST);
}

/* ---- One table, several threads -------------------------------------------------------------- */

/* covers R-134 R-135: whoever holds the gate sees a table between two commands, never inside one.
 * That it holds between threads is shown under the thread sanitizer in test_threads.c. */
static void a_gate_opens_again(void **state)
{
    struct hc_gate gate = {ATOMIC_FLAG_INIT};

    (void)state;
    open_seats(table, "two", "", 2, 1);
    for (unsigned i = 0; i < 3; i++) {
        hc_gate_enter(&gate);
        assert_true(atomic_flag_test_and_set(&gate.busy)); /* it is shut */
        assert_null(hc_table_check(table));
        hc_gate_leave(&gate);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_found_and_described),
        cmocka_unit_test(tables_open_for_as_many_as_the_rules_allow),
        cmocka_unit_test(players_join_in_the_lobby),
        cmocka_unit_test(faces_have_names_and_points),
        cmocka_unit_test(events_can_be_walked),
        cmocka_unit_test(wrong_speakers_are_refused),
        cmocka_unit_test(asking_is_free_and_true),
        cmocka_unit_test(actions_are_counted_out),
        cmocka_unit_test(views_are_sound_json),
        cmocka_unit_test(views_hide_what_is_not_known),
        cmocka_unit_test(printing_is_bounded),
        cmocka_unit_test(a_drawn_card_is_seen_by_the_drawer),
        cmocka_unit_test(a_pending_action_is_private),
        cmocka_unit_test(facts_have_names_and_bounds),
        cmocka_unit_test(a_card_fact_is_hidden_one_by_one),
        cmocka_unit_test(the_turn_limit_is_published),
        cmocka_unit_test(phases_have_names_in_all_dialects),
        cmocka_unit_test(other_games_have_fewer_names),
        cmocka_unit_test(a_catch_may_come_too_late),
        cmocka_unit_test(tables_survive_in_the_middle_of_a_choice),
        cmocka_unit_test(a_small_buffer_gets_a_part),
        cmocka_unit_test(forged_tables_do_no_harm),
        cmocka_unit_test(seeds_make_the_deal),
        cmocka_unit_test(contributions_change_the_deal),
        cmocka_unit_test(contributions_come_before_the_start),
        cmocka_unit_test(an_honest_deal_is_proved),
        cmocka_unit_test(tampering_is_found),
        cmocka_unit_test(a_gate_opens_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
