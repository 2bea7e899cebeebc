// SPDX-License-Identifier: MIT
/*
 * test_api_faces.c: the small questions of the public header: faces and what they do, which may be
 * played on which, who comes next, and what the house does, of any game. Answers are compared with
 * the published decks, and with what happens in matches that are played at random.
 */
#include <stdio.h>

#include "ring/api_table.h"

static struct hc_rules rules_of(const struct hc_game *game, const char *text)
{
    struct hc_problem why;
    struct hc_rules rules;

    if (!hc_rules_parse(game, text, &rules, &why))
        fail_msg("%s: %s", text, why.text);
    return rules;
}

static unsigned face_named(const struct hc_game *game, const struct hc_rules *rules,
                           const char *code)
{
    unsigned face = HC_NONE;

    for (size_t i = 0; (face = hc_face_at(game, rules, i)) != HC_NONE; i++)
        if (!strcmp(hc_face_code(game, rules, face), code))
            break;
    return face;
}

/* ---- Decks ----------------------------------------------------------------------------------- */

static void decks_are_whole(void **state)
{
    static const struct {
        const char *game, *rules;
        unsigned faces, cards, seats_min, seats_max;
    } rows[] = {
        {"shed", "", 54, 108, 2, 10},
        {"shed", "lite", 36, 72, 2, 2},
        {"shed", "max_players=5", 54, 108, 2, 5},
        {"two", "", 8, 16, 2, 4},
        {"two", "ed2019", 10, 21, 2, 6},
        {"null", "", 12, 24, 2, 10},
    };

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++) {
        const struct hc_game *game = hc_game_find(rows[r].game);
        struct hc_rules rules = rules_of(game, rows[r].rules);
        unsigned cards = 0, faces = 0, face;

        for (; (face = hc_face_at(game, &rules, faces)) != HC_NONE; faces++) {
            assert_in_range(hc_face_quantity(game, &rules, face), 1, 8);
            cards += hc_face_quantity(game, &rules, face);
            assert_int_equal(face_named(game, &rules, hc_face_code(game, &rules, face)), face);
            assert_true(strlen(hc_face_sentence(game, &rules, face, NULL)) > 10);
            assert_true(hc_face_color(game, &rules, face) < strlen(hc_color_codes(game)) ||
                        hc_face_color(game, &rules, face) == HC_NONE);
        }
        assert_int_equal(faces, rows[r].faces);
        assert_int_equal(cards, rows[r].cards);
        assert_int_equal(hc_seats_min(game, &rules), rows[r].seats_min);
        assert_int_equal(hc_seats_max(game, &rules), rows[r].seats_max);
    }
}

static void faces_say_what_they_are(void **state)
{
    static const struct {
        const char *game, *rules, *code, *name, *value, *color, *class;
        int points;
        unsigned quantity, draws;
        const char *effect;
    } rows[] = {
        {"shed", "", "R0", "Red 0", "0", "red", "number", 0, 1, 0, NULL},
        {"shed", "", "B7", "Blue 7", "7", "blue", "number", 7, 2, 0, NULL},
        {"shed", "seven_swap=true", "B7", "Blue 7", "7", "blue", "number", 7, 2, 0, "swap_hands"},
        {"shed", "seven_swap=true", "B0", "Blue 0", "0", "blue", "number", 0, 1, 0, NULL},
        {"shed", "party", "G0", "Green 0", "0", "green", "number", 0, 1, 0, "pass_hands"},
        {"shed", "", "YS", "Yellow Skip", "skip", "yellow", "action", 20, 2, 0, "skip"},
        {"shed", "", "RR", "Red Reverse", "reverse", "red", "action", 20, 2, 0, "reverse"},
        {"shed", "", "GT", "Green Draw Two", "draw_two", "green", "action", 20, 2, 2, "draw_two"},
        {"shed", "", "WW", "Wild", "wild", "none", "wild", 50, 4, 0, "color"},
        {"shed", "", "WF", "Wild Draw Four", "wild_draw_four", "none", "wild", 50, 4, 4,
         "color_draw_four"},
        {"two", "", "1", "Guard", "1", "none", "action", 1, 5, 0, "guess"},
        {"two", "", "6", "King", "6", "none", "action", 6, 1, 0, "trade"},
        {"two", "ed2019", "6", "Chancellor", "6", "none", "action", 6, 2, 0, "exchange"},
        {"null", "", "12", "Number 12", "12", "none", "number", 12, 2, 0, NULL},
    };

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++) {
        const struct hc_game *game = hc_game_find(rows[r].game);
        struct hc_rules rules = rules_of(game, rows[r].rules);
        unsigned face = face_named(game, &rules, rows[r].code);
        const struct hc_effect *effect = hc_face_effect(game, &rules, face);
        char name[HC_NAME_CHARS];

        assert_int_not_equal(face, HC_NONE);
        hc_face_name(game, &rules, face, NULL, name, sizeof name);
        assert_string_equal(name, rows[r].name);
        assert_string_equal(hc_face_value(game, &rules, face), rows[r].value);
        assert_string_equal(hc_color_name(game, hc_face_color(game, &rules, face), NULL),
                            rows[r].color);
        assert_string_equal(hc_face_class_name(hc_face_class(game, &rules, face)), rows[r].class);
        assert_int_equal(hc_face_points(game, &rules, face), rows[r].points);
        assert_int_equal(hc_face_quantity(game, &rules, face), rows[r].quantity);
        assert_int_equal(effect ? effect->draws : 0, rows[r].draws);
        assert_string_equal(effect ? effect->name : "", rows[r].effect ? rows[r].effect : "");
        assert_int_equal(effect == NULL, !strcmp(hc_face_sentence(game, &rules, face, NULL),
                                                 "It has no effect of its own."));
    }
}

static void no_face_is_harmless(void **state)
{
    static const unsigned none[] = {60, HC_HIDDEN, HC_NONE, HC_BAD, 1000};
    const struct hc_game *game = hc_game_find("shed");
    struct hc_rules rules = rules_of(game, "");
    char name[HC_NAME_CHARS];

    (void)state;
    for (size_t i = 0; i < COUNT(none); i++) {
        assert_string_equal(hc_face_code(game, &rules, none[i]), "?");
        hc_face_name(game, &rules, none[i], NULL, name, sizeof name);
        assert_string_equal(name, "hidden");
        assert_string_equal(hc_face_value(game, &rules, none[i]), "?");
        assert_int_equal(hc_face_color(game, &rules, none[i]), HC_NONE);
        assert_int_equal(hc_face_quantity(game, &rules, none[i]), 0);
        assert_int_equal(hc_face_points(game, &rules, none[i]), 0);
        assert_null(hc_face_effect(game, &rules, none[i]));
        assert_false(hc_face_matches(game, &rules, none[i], 0, HC_NONE));
        assert_false(hc_face_matches(game, &rules, 0, none[i], HC_NONE));
    }
    /* Lite has no action cards, though the game has faces for them. */
    rules = rules_of(game, "lite");
    assert_int_equal(face_named(game, &rules, "RS"), HC_NONE);
}

/* ---- What may be played on what -------------------------------------------------------------- */

static void faces_match(void **state)
{
    static const struct {
        const char *why, *face, *top;
        char color; /* '-': the top card's own */
        bool want;
    } rows[] = {
        {"the same colour", "R7", "R5", '-', true},
        {"the same number", "B5", "R5", '-', true},
        {"neither", "B9", "R5", '-', false},
        {"the same symbol", "BS", "GS", '-', true},
        {"another symbol", "BS", "GR", '-', false},
        {"a Wild on anything", "WW", "R5", '-', true},
        {"and so does the other", "WF", "YT", '-', true},
        {"the colour that was named", "G1", "WW", 'G', true},
        {"another colour than was named", "R1", "WF", 'G', false},
        {"a Wild without a colour takes all", "Y3", "WW", '-', true},
        {"a Wild on a Wild", "WW", "WF", 'B', true},
    };
    const struct hc_game *game = hc_game_find("shed"), *two = hc_game_find("two");
    struct hc_rules rules = rules_of(game, ""), two_rules = rules_of(two, "");

    (void)state;
    for (size_t r = 0; r < COUNT(rows); r++) {
        const char *letter = strchr(hc_color_codes(game), rows[r].color);
        unsigned color = letter ? (unsigned)(letter - hc_color_codes(game)) : (unsigned)HC_NONE;

        if (hc_face_matches(game, &rules, face_named(game, &rules, rows[r].face),
                            face_named(game, &rules, rows[r].top), color) != rows[r].want)
            fail_msg("%s: %s on %s", rows[r].why, rows[r].face, rows[r].top);
    }
    assert_true(
        hc_face_matches(two, &two_rules, 0, 7, HC_NONE)); /* nothing is played on anything */
}

static int64_t seen_fact(const char *name)
{
    int64_t value = 0;

    assert_true(hc_view_fact(&view, name, 0, &value));
    return value;
}

/* In a plain turn of a game with free Wild Draw Fours, what matches is what may be played. */
static unsigned compare_with_actions(void)
{
    uint64_t listed = 0, match = 0;
    unsigned top;

    hc_view(table, hc_table_awaits(table), 0, &view);
    if (seen_fact("pending") || seen_fact("has_drawn") || !view.pile[1].count)
        return 0;
    top = view.face[view.pile[1].start];
    for (unsigned c = 0; c < view.actions.count; c++)
        if (view.actions.choice[c].verb == 0) /* play */
            listed |= view.actions.choice[c].faces;
    for (unsigned i = 0; i < view.hand[view.viewer].count; i++) {
        unsigned face = view.face[view.hand[view.viewer].start + i];

        if (hc_face_matches(view.game, &view.rules, face, top, (unsigned)seen_fact("color")))
            match |= 1ull << face;
    }
    assert_true(listed == match);
    return 1;
}

/* ---- Who comes next -------------------------------------------------------------------------- */

static void go_on(const struct hc_game *game, struct hc_command *command)
{
    unsigned seat = hc_table_awaits(table);
    struct hc_actions actions;

    hc_actions(table, seat, 0, &actions);
    assert_true(actions.ways > 0);
    hc_actions_at(&actions, seat == HC_HOUSE ? 0 : below(actions.ways), command);
    if (seat == HC_HOUSE)
        assert_int_not_equal(hc_house_role(game, command), HC_HOUSE_NO_ROLE);
    assert_int_equal(hc_submit(table, seat, command, 0, &events), HC_OK);
}

/* Seat after seat round the table, both ways, by the facts of the table. */
static void check_neighbours(unsigned in)
{
    for (unsigned s = 0; s < view.seats; s++) {
        unsigned next = hc_view_next(&view, s), previous = hc_view_previous(&view, s);

        assert_true(in >> next & 1 && in >> previous & 1);
        if (in >> s & 1) {
            assert_int_equal(hc_view_previous(&view, next), s);
            assert_int_equal(hc_view_next(&view, previous), s);
        }
    }
    assert_int_equal(hc_view_next(&view, view.seats), HC_NONE);
}

static void seats_follow_in_shed(void **state)
{
    const struct hc_game *game = hc_game_find("shed");
    unsigned compared = 0, passed = 0, reversed = 0;

    (void)state;
    chance = 11;
    open_seats(table, "shed", "first2shed match_mode=points", 4, 5);
    for (unsigned i = 0; i < 4000 && hc_table_awaits(table) != HC_NONE; i++) {
        unsigned seat = hc_table_awaits(table);
        struct hc_command command;

        for (unsigned viewer = 0; viewer < 5; viewer++) {
            hc_view(table, viewer < 4 ? viewer : (unsigned)HC_SPECTATOR, 0, &view);
            assert_int_equal(hc_view_awaits(&view), seat);
        }
        if (i == 500)
            must_do(table, HC_HOUSE, "drop 2", 0);
        seat = hc_table_awaits(table);
        if (seat < 4)
            compared += compare_with_actions();
        go_on(game, &command);
        hc_view(table, HC_SPECTATOR, 0, &view);
        check_neighbours((unsigned)seen_fact("active"));
        if (command.verb == 2 && hc_table_awaits(table) < 4) { /* pass */
            assert_int_equal(hc_table_awaits(table), hc_view_next(&view, seat));
            passed++;
            reversed += seen_fact("direction") < 0;
        }
    }
    assert_true(compared > 300 && passed > 100 && reversed > 20);
}

static void seats_follow_in_two(void **state)
{
    const struct hc_game *game = hc_game_find("two");
    unsigned turns = 0;

    (void)state;
    chance = 12;
    open_seats(table, "two", "tokens_to_win=20", 4, 6);
    for (unsigned i = 0; i < 2000 && hc_table_awaits(table) != HC_NONE; i++) {
        unsigned seat = hc_table_awaits(table), in = 15;
        struct hc_command command;

        go_on(game, &command);
        hc_view(table, HC_SPECTATOR, 0, &view);
        in &= ~(unsigned)seen_fact("out");
        check_neighbours(in);
        if (seat < 4 && hc_table_awaits(table) < 4 && hc_table_awaits(table) != seat) {
            assert_int_equal(hc_table_awaits(table), hc_view_next(&view, seat));
            turns++;
        }
    }
    assert_true(turns > 300);
}

/* ---- The house, and what most games have ----------------------------------------------------- */

static void every_game_can_be_run(void **state)
{
    const struct hc_game *game;

    (void)state;
    chance = 13;
    for (size_t g = 0; (game = hc_game_at(g)); g++) {
        struct hc_command start, command;
        int64_t value, others, everybody, points = 0;

        assert_true(hc_house_command(game, HC_HOUSE_START, HC_NONE, &start));
        assert_int_equal(hc_house_role(game, &start), HC_HOUSE_START);
        assert_true(hc_house_command(game, HC_HOUSE_DROP, 1, &command));
        assert_int_equal(command.target, 1);
        assert_false(hc_house_command(game, HC_HOUSE_NO_ROLE, HC_NONE, &command));
        command.verb = HC_NONE;
        assert_int_equal(hc_house_role(game, &command), HC_HOUSE_NO_ROLE);
        assert_string_equal(hc_phase_name(game, 0), "lobby");
        assert_null(hc_phase_name(game, 64));
        open_any(table, game, 2, 7);
        everybody = (1 << hc_table_seats(table)) - 1;
        assert_int_equal(hc_submit(table, HC_HOUSE, &start, 0, &events), HC_OK);
        assert_true(hc_table_common(table, HC_COMMON_ROUND, 0, &value));
        assert_int_equal(value, 1);
        while (hc_table_awaits(table) < hc_table_seats(table))
            go_on(game, &command);
        assert_true(hc_table_common(table, HC_COMMON_ROUND_WINNERS, 0, &value));
        assert_in_range(value, 1, everybody);
        hc_view(table, HC_SPECTATOR, 0, &view);
        assert_true(hc_view_common(&view, HC_COMMON_ROUND_WINNERS, 0, &others));
        assert_int_equal(value, others);
        for (unsigned seat = 0; seat < hc_table_seats(table); seat++) {
            assert_true(hc_view_common(&view, HC_COMMON_POINTS, seat, &others));
            points += others;
        }
        assert_true(points > 0);
        assert_false(hc_view_common(&view, HC_COMMON_POINTS, hc_table_seats(table), &others));
        assert_false(hc_view_common(&view, HC_COMMON_NONE, 0, &others));
        while (hc_table_awaits(table) != HC_NONE)
            go_on(game, &command);
        assert_true(hc_table_common(table, HC_COMMON_MATCH_WINNERS, 0, &value));
        assert_in_range(value, 1, everybody);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decks_are_whole),       cmocka_unit_test(faces_say_what_they_are),
        cmocka_unit_test(no_face_is_harmless),   cmocka_unit_test(faces_match),
        cmocka_unit_test(seats_follow_in_shed),  cmocka_unit_test(seats_follow_in_two),
        cmocka_unit_test(every_game_can_be_run),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
