// SPDX-License-Identifier: MIT
/*
 * test_api.c: a table as a user of the library has it: games and rules, commands and their events,
 * saving and loading. What is seen of a table is in test_api_views.c, how cards are dealt in
 * test_api_deal.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "holecard.h"
#include "ring/api_table.h"

static char json[JSON_BYTES];

static bool phase_is(const struct hc_table *t, const char *name)
{
    return !strcmp(hc_table_phase(t, HC_DIALECT_OWN), name);
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
        assert_true(strlen(hc_game_title(game, NULL)) > 3);
    }
    assert_null(hc_game_find("chess"));
    assert_null(hc_game_find(""));
    assert_null(hc_game_find("Shed"));
    for (size_t g = 0; hc_game_at(g); g++) {
        const struct hc_game *game = hc_game_at(g);
        const struct hc_option *option;

        assert_ptr_equal(hc_game_find(hc_game_name(game)), game);
        for (size_t i = 0; (option = hc_option_at(game, i)); i++) {
            assert_true(strlen(option->name) > 1);
            assert_true(strlen(hc_option_sentence(game, option, NULL)) > 5);
            assert_true(option->min <= option->preset && option->preset <= option->max);
            for (uint32_t v = 0; option->type == HC_OPTION_ENUM && v <= option->max; v++)
                assert_true(strlen(option->values[v]) > 0);
        }
        assert_null(hc_option_at(game, 1000));
        for (size_t p = 0; hc_preset_at(game, p); p++)
            assert_true(strlen(hc_preset_sentence(game, hc_preset_at(game, p), NULL)) > 5);
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
        char text[HC_COMMAND_CHARS], name[HC_NAME_CHARS];

        assert_true(hc_rules_parse(game, "", &rules, &why));
        snprintf(text, sizeof text, "play %s", rows[i].code);
        assert_int_equal(hc_command_parse(game, &rules, text, &command, &why), HC_OK);
        assert_string_equal(hc_face_code(game, &rules, command.face), rows[i].code);
        assert_int_equal(hc_face_name(game, &rules, command.face, NULL, name, sizeof name),
                         strlen(rows[i].name));
        assert_string_equal(name, rows[i].name);
        assert_int_equal(hc_face_points(game, &rules, command.face), rows[i].points);
        assert_string_equal(hc_face_code(game, &rules, HC_HIDDEN), "?");
        hc_face_name(game, &rules, HC_HIDDEN, NULL, name, sizeof name);
        assert_string_equal(name, "hidden");
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
        open_any(table, hc_game_at(g), 3, g);
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
            open_any(table, hc_game_at(g), 2 + (unsigned)seed % 3, seed);
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
        open_any(table, hc_game_at(g), 4, g);
        for (unsigned n = 0; n < 120 && step(table, 0); n++)
            for (unsigned seat = 0; seat < hc_table_seats(table); seat++) {
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
        hc_view(table, seat, rows[i].played, &view);
        assert_int_equal(view.hand[seat].count, 1);
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
        struct hc_seen seen;

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
            hc_seen_json(hc_table_game(t), hc_table_rules(t), &seen, json, sizeof json);
            hc_seen_say(hc_table_game(t), hc_table_rules(t), &seen, 0, NULL, NULL, json,
                        sizeof json);
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

/* ---- One table, several threads -------------------------------------------------------------- */

/* covers R-134 R-135: whoever holds the gate sees a table between two commands, never inside one.
 * That it holds between threads is shown under the thread sanitizer in test_threads.c. */
static void a_gate_opens_again(void **state)
{
    struct hc_gate gate = {0};

    (void)state;
    open_seats(table, "two", "", 2, 1);
    for (unsigned i = 0; i < 3; i++) {
        hc_gate_enter(&gate);
        assert_true(gate.busy); /* it is shut */
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
        cmocka_unit_test(a_catch_may_come_too_late),
        cmocka_unit_test(tables_survive_in_the_middle_of_a_choice),
        cmocka_unit_test(a_small_buffer_gets_a_part),
        cmocka_unit_test(forged_tables_do_no_harm),
        cmocka_unit_test(a_gate_opens_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
