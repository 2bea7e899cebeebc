// SPDX-License-Identifier: MIT
/* test_commands.c: the one grammar for commands, and the reasons for which one is refused. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/games_inside.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Commands -------------------------------------------------------------------------------- */

static enum hc_refusal parse(const char *game, const char *text, struct hc_command *command,
                             struct hc_problem *why)
{
    struct hc_rules rules;

    assert_true(hc_rules_parse(hc_game_find(game), "", &rules, why));
    return hc_command_parse(hc_game_find(game), &rules, text, command, why);
}

enum { NO = HC_NONE, BAD = HC_BAD };

/* How a command reads, and how it is printed. A face is given by its code. */
static const struct {
    const char *game, *text, *verb, *face, *guess;
    uint8_t color, target, flag;
    const char *printed;
} readings[] = {
    {"shed", "play R5", "play", "R5", NULL, NO, NO, 0, "play R5"},
    {"shed", "PLAY r5", "play", "R5", NULL, NO, NO, 0, "play R5"},
    {"shed", " \tplay\t b0 ", "play", "B0", NULL, NO, NO, 0, "play B0"},
    {"shed", "play yt", "play", "YT", NULL, NO, NO, 0, "play YT"},
    {"shed", "play rr", "play", "RR", NULL, NO, NO, 0, "play RR"},
    {"shed", "play ww color=r", "play", "WW", NULL, 0, NO, 0, "play WW color=R"},
    {"shed", "play WF COLOR=y", "play", "WF", NULL, 3, NO, 0, "play WF color=Y"},
    {"shed", "play WF color=B uno", "play", "WF", NULL, 1, NO, 1, "play WF color=B uno"},
    {"shed", "play G7 UNO target=3", "play", "G7", NULL, NO, 3, 1, "play G7 target=3 uno"},
    {"shed", "play G7 target=03", "play", "G7", NULL, NO, 3, 0, "play G7 target=3"},
    {"shed", "play WW color=W", "play", "WW", NULL, BAD, NO, 0, "play WW color=?"},
    {"shed", "play WW color=red", "play", "WW", NULL, BAD, NO, 0, "play WW color=?"},
    {"shed", "play G7 target=10", "play", "G7", NULL, NO, BAD, 0, "play G7 target=99"},
    {"shed", "color G", NULL, NULL, NULL, 2, NO, 0, "color G"},
    {"shed", "color W", "color", NULL, NULL, BAD, NO, 0, "color ?"},
    {"shed", "color purple", "color", NULL, NULL, BAD, NO, 0, "color ?"},
    {"shed", "catch 9", "catch", NULL, NULL, NO, 9, 0, "catch 9"},
    {"shed", "catch 12", "catch", NULL, NULL, NO, BAD, 0, "catch 99"},
    {"shed", "target 2", "target", NULL, NULL, NO, 2, 0, "target 2"},
    {"shed", "jump R5 color=R", "jump", "R5", NULL, 0, NO, 0, "jump R5 color=R"},
    {"shed", "Draw", "draw", NULL, NULL, NO, NO, 0, "draw"},
    {"shed", "pass  ", "pass", NULL, NULL, NO, NO, 0, "pass"},
    {"shed", "challenge", "challenge", NULL, NULL, NO, NO, 0, "challenge"},
    {"shed", "uno", "uno", NULL, NULL, NO, NO, 0, "uno"},
    {"shed", "timeout 1", "timeout", NULL, NULL, NO, 1, 0, "timeout 1"},
    {"two", "play 1", "play", "1", NULL, NO, NO, 0, "play 1"},
    {"two", "play 1 target=2 guess=5", "play", "1", "5", NO, 2, 0, "play 1 target=2 guess=5"},
    {"two", "play 1 GUESS=8 target=0", "play", "1", "8", NO, 0, 0, "play 1 target=0 guess=8"},
    {"two", "play 1 target=2 guess=9", "play", "1", "?", NO, 2, 0, "play 1 target=2 guess=?"},
    {"two", "keep 3 last=2", "keep", "3", "2", NO, NO, 0, "keep 3 last=2"},
    {"null", "keep", "keep", NULL, NULL, NO, NO, 0, "keep"},
};

static unsigned face_named(const char *game, const char *code)
{
    const struct hc_deck *deck = hc_game_find(game)->decks[0];

    if (!code)
        return HC_NONE;
    return code[0] == '?' ? HC_BAD : hc_face_find(deck, code, strlen(code));
}

static void commands_read_and_print(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(readings); i++) {
        const struct hc_game *game = hc_game_find(readings[i].game);
        struct hc_command command, again;
        struct hc_problem why;
        struct hc_rules rules;
        char text[HC_COMMAND_CHARS];

        if (parse(readings[i].game, readings[i].text, &command, &why) != HC_OK)
            fail_msg("\"%s\": %s", readings[i].text, why.text);
        if (readings[i].verb)
            assert_string_equal(game->grammar.verbs[command.verb].name, readings[i].verb);
        assert_int_equal(command.face, face_named(readings[i].game, readings[i].face));
        assert_int_equal(command.guess, face_named(readings[i].game, readings[i].guess));
        assert_int_equal(command.color, readings[i].color);
        assert_int_equal(command.target, readings[i].target);
        assert_int_equal(command.flag, readings[i].flag);
        assert_true(hc_rules_parse(game, "", &rules, &why));
        assert_int_equal(hc_command_print(game, &rules, &command, text, sizeof text),
                         strlen(readings[i].printed));
        assert_string_equal(text, readings[i].printed);
        assert_int_equal(parse(readings[i].game, text, &again, &why), HC_OK);
        assert_memory_equal(&command, &again, sizeof command);
    }
}

/* What is wrong, where, and what the explanation must contain. covers R-003 (what is no card) */
static const struct {
    const char *game, *text;
    size_t at;
    const char *part;
} malformed[] = {
    {"shed", "", 0, "is not a command of this game"},
    {"shed", "   ", 3, "is not a command of this game"},
    {"shed", "fly", 0, "\"fly\" is not a command of this game"},
    {"shed", "dra", 0, "\"dra\" is not a command"},
    {"shed", "draws", 0, "\"draws\" is not a command"},
    {"shed", "play", 4, "card"},
    {"shed", "play  ", 6, "card"},
    {"shed", "play RX", 5, "\"RX\" is not a card"},
    {"shed", "play R", 5, "\"R\" is not a card"},
    {"shed", "play R55", 5, "\"R55\" is not a card"},
    {"shed", "play 5", 5, "\"5\" is not a card"},
    {"shed", "play 5R", 5, "\"5R\" is not a card"},
    {"shed", "play W5", 5, "\"W5\" is not a card"},
    {"shed", "play WS", 5, "\"WS\" is not a card"},
    {"shed", "play RW", 5, "\"RW\" is not a card"},
    {"shed", "play RF", 5, "\"RF\" is not a card"},
    {"shed", "play W", 5, "\"W\" is not a card"},
    {"shed", "play ?", 5, "\"?\" is not a card"},
    {"shed", "play color=R", 5, "\"color=R\" is not a card"},
    {"shed", "play R5 R6", 8, "\"R6\" is not part of this command"},
    {"shed", "play R5 color", 8, "\"color\" is not part of this command"},
    {"shed", "play R5 colour=R", 8, "is not part of this command"},
    {"shed", "play R5 guess=R6", 8, "is not part of this command"},
    {"shed", "play R5 =R", 8, "is not part of this command"},
    {"shed", "play R5 color=", 8, "cannot be read"},
    {"shed", "play R7 target=", 8, "cannot be read"},
    {"shed", "play R7 target=x", 8, "cannot be read"},
    {"shed", "play R7 target=-1", 8, "cannot be read"},
    {"shed", "play R7 target=100", 8, "cannot be read"},
    {"shed", "play WW color=R color=R", 16, "\"color=R\" is given twice"},
    {"shed", "play WW color=W color=R", 16, "\"color=R\" is given twice"},
    {"shed", "play R7 target=1 TARGET=2", 17, "is given twice"},
    {"shed", "play R7 uno uno", 12, "\"uno\" is given twice"},
    {"shed", "draw R5", 5, "\"R5\" is not part of this command"},
    {"shed", "draw uno", 5, "is not part of this command"},
    {"shed", "uno uno", 4, "is not part of this command"},
    {"shed", "color", 5, "colour"},
    {"shed", "catch", 5, "seat"},
    {"shed", "catch x", 6, "\"x\" is not a seat"},
    {"shed", "catch -1", 6, "is not a seat"},
    {"shed", "catch 1x", 6, "is not a seat"},
    {"shed", "catch 100", 6, "is not a seat"},
    {"shed", "catch 1 2", 8, "\"2\" is not part of this command"},
    {"shed", "pl\001y R5", 0, "\"pl?y\" is not a command"},
    {"two", "play 9", 5, "\"9\" is not a card"},
    {"two", "play 1 guess=", 7, "cannot be read"},
    {"two", "play 1 color=R", 7, "is not part of this command"},
    {"two", "play 1 guess=5 guess=6", 15, "is given twice"},
    {"two", "keep 1 guess=5", 7, "is not part of this command"},
    {"null", "keep 5", 5, "is not part of this command"},
};

static void malformed_commands_say_where(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(malformed); i++) {
        struct hc_command command;
        struct hc_problem why;

        if (parse(malformed[i].game, malformed[i].text, &command, &why) != HC_MALFORMED)
            fail_msg("\"%s\" is accepted", malformed[i].text);
        if (why.at != malformed[i].at || !strstr(why.text, malformed[i].part))
            fail_msg("\"%s\": \"%s\" at %zu", malformed[i].text, why.text, why.at);
    }
}

/* A message about something that is missing must say so: it has no word to point at. */
static void what_is_missing_is_said(void **state)
{
    static const char *const texts[][2] = {{"play", "a card is missing"},
                                           {"catch ", "a seat is missing"},
                                           {"color", "a colour is missing"}};
    struct hc_command command;
    struct hc_problem why;

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        assert_int_equal(parse("shed", texts[i][0], &command, &why), HC_MALFORMED);
        assert_string_equal(why.text, texts[i][1]);
    }
}

static void commands_have_a_longest_text(void **state)
{
    char text[80];
    struct hc_command command;
    struct hc_problem why;

    (void)state;
    for (size_t length = 60; length < sizeof text; length++) {
        memset(text, ' ', sizeof text);
        memcpy(text, "draw", 4);
        text[length] = '\0';
        assert_int_equal(parse("shed", text, &command, &why), length <= 64 ? HC_OK : HC_MALFORMED);
    }
    memset(text, 'x', 64); /* the longest word there can be */
    text[64] = '\0';
    assert_int_equal(parse("shed", text, &command, &why), HC_MALFORMED);
    assert_true(strlen(why.text) < sizeof why.text - 1);
}

static void must_read_back(const struct hc_table *table, const struct hc_command *command)
{
    const struct hc_game *game = hc_table_game(table);
    char text[HC_COMMAND_CHARS], loud[HC_COMMAND_CHARS + 2];
    struct hc_command again;
    struct hc_problem why;
    size_t length = hc_command_print(game, hc_table_rules(table), command, text, sizeof text);

    assert_true(length < sizeof text);
    assert_int_equal(strlen(text), length);
    assert_int_equal(hc_command_parse(game, hc_table_rules(table), text, &again, &why), HC_OK);
    assert_memory_equal(command, &again, sizeof again);
    loud[0] = ' ';
    for (size_t i = 0; i <= length; i++)
        loud[1 + i] = (char)toupper((unsigned char)text[i]);
    assert_int_equal(hc_command_parse(game, hc_table_rules(table), loud, &again, &why), HC_OK);
    assert_memory_equal(command, &again, sizeof again);
}

/* Every command that is ever offered, printed and read, in random matches of every preset. */
static void offered_commands_read_back(void **state)
{
    uint8_t seed[HC_SEED_BYTES];
    struct hc_dice dice;

    (void)state;
    hc_seed_from_number(4, seed);
    hc_dice_open(&dice, seed, 0, 0);
    for (size_t g = 0; hc_game_at(g); g++)
        for (size_t p = 0; hc_preset_at(hc_game_at(g), p); p++) {
            const struct hc_game *game = hc_game_at(g);
            struct hc_actions actions;
            struct hc_command command;
            struct hc_events events;
            struct hc_problem why;
            struct hc_rules rules;
            struct hc_table table;

            assert_true(hc_rules_parse(game, hc_preset_at(game, p)->name, &rules, &why));
            assert_int_equal(hc_table_open(&table, game, &rules, hc_seats_max(game, &rules), seed),
                             HC_OK);
            for (unsigned n = 0; n < 500 && hc_table_awaits(&table) != HC_NONE; n++) {
                unsigned seat = hc_table_awaits(&table);

                for (unsigned s = 0; s < table.seats; s++) {
                    hc_actions(&table, s, 0, &actions);
                    for (uint32_t i = 0; i < actions.ways; i++) {
                        hc_actions_at(&actions, i, &command);
                        must_read_back(&table, &command);
                    }
                }
                hc_actions(&table, seat, 0, &actions);
                assert_true(actions.ways > 0);
                hc_actions_at(&actions, seat == HC_HOUSE ? 0 : hc_dice_below(&dice, actions.ways),
                              &command);
                must_read_back(&table, &command);
                assert_int_equal(hc_submit(&table, seat, &command, 0, &events), HC_OK);
            }
        }
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static void check_refusal(enum hc_refusal refusal, const char *constant)
{
    const char *name = hc_refusal_name(refusal),
               *sentence = hc_refusal_sentence(NULL, refusal, NULL);

    assert_non_null(name);
    for (size_t i = 0; constant[i] || name[i]; i++)
        assert_int_equal(tolower((unsigned char)constant[i]), name[i]);
    assert_int_equal(hc_refusal_find(name), refusal);
    assert_true(strlen(sentence) > 5);
    assert_int_not_equal(sentence[strlen(sentence) - 1], '.');
}

/* Numbers are kept in stores, so they stay; no two refusals have the same name or number. */
static void refusals_have_stable_names(void **state)
{
    unsigned known = 0, named = 0;

    (void)state;
#define X(number, code, name) check_refusal(HC_##code, #code), known++;
    HC_REFUSALS(X)
#undef X
    for (unsigned g = 0; g < hc_games_count; g++)
        for (unsigned r = 0; r < hc_games[g]->refusal_count; r++, known++)
            check_refusal(hc_games[g]->refusals[r].refusal, hc_games[g]->refusals[r].name);
    for (unsigned r = 0; r < HC_REFUSALS_MAX; r++)
        named += hc_refusal_name((enum hc_refusal)r) != NULL;
    assert_int_equal(named, known);
    assert_int_equal(HC_OK, 0);
    assert_int_equal(HC_TOO_LONG, 38);
    assert_int_equal(hc_refusal_find("bad_guess"), 31);
    assert_null(hc_refusal_name((enum hc_refusal)(HC_REFUSALS_MAX - 1)));
    assert_null(hc_refusal_sentence(NULL, HC_REFUSALS_MAX, NULL));
    assert_int_equal(hc_refusal_find(""), HC_REFUSALS_MAX);
    assert_int_equal(hc_refusal_find("NO_CARD"), HC_REFUSALS_MAX);
    assert_int_equal(hc_refusal_find("no_such_code"), HC_REFUSALS_MAX);
}

/* covers R-141 */
static void refusals_of_the_rules_exist(void **state)
{
    static const char *const codes[] = {
        "bad_phase",
        "game_over",
        "paused",
        "not_your_turn",
        "no_card",
        "not_playable",
        "only_drawn",
        "already_drew",
        "draw_first",
        "must_play",
        "must_play_drawn",
        "penalty_pending",
        "wd4_illegal",
        "no_challenge",
        "bad_color",
        "bad_target",
        "uno_not_allowed",
        "challenge_invalid",
        "jump_invalid",
        "not_enough_players",
        "room_full",
        "duplicate_player",
        "bad_config",
        "action_pending",
        "must_play_countess",
        "target_protected",
        "bad_guess",
        "bad_text",
        "bad_setting",
        "too_fast",
        "not_stored",
        "no_room",
        "closing",
        "too_long",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(codes); i++)
        if (hc_refusal_find(codes[i]) == HC_REFUSALS_MAX)
            fail_msg("%s is no refusal", codes[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_read_and_print),
        cmocka_unit_test(malformed_commands_say_where),
        cmocka_unit_test(what_is_missing_is_said),
        cmocka_unit_test(commands_have_a_longest_text),
        cmocka_unit_test(offered_commands_read_back),
        cmocka_unit_test(refusals_have_stable_names),
        cmocka_unit_test(refusals_of_the_rules_exist),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
