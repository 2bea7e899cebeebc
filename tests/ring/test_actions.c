// SPDX-License-Identifier: MIT
/*
 * test_actions.c: what is offered can be done, and is what it says: every action on every list, of
 * players and of the house, is accepted, and is the same command when it is written and read.
 */
#include <stdio.h>

#include "covering_rules.h"
#include "ring/logged_match.h"

enum { COMMANDS = 60, WAYS_MAX = 400 };

static void check_action(const struct hc_table *table, unsigned seat,
                         const struct hc_command *command)
{
    const struct hc_game *game = hc_game_of(table);
    char text[HC_COMMAND_CHARS];
    struct hc_command again;
    struct hc_problem why;

    hc_command_print(game, &table->rules, command, text, sizeof text);
    if (hc_may(table, seat, command, 0))
        fail_msg("%s: seat %u is offered %s, which is refused", game->name, seat, text);
    if (hc_command_parse(game, &table->rules, text, &again, &why))
        fail_msg("%s: %s is offered and cannot be read", game->name, text);
    if (memcmp(&again, command, sizeof again))
        fail_msg("%s: %s is offered and means something else", game->name, text);
}

static void check_table(const struct hc_table *table)
{
    struct hc_actions actions;
    struct hc_command command;

    for (unsigned s = 0; s <= table->seats; s++) {
        unsigned seat = s < table->seats ? s : HC_HOUSE;

        hc_actions(table, seat, 0, &actions);
        for (uint32_t way = 0; way < actions.ways && way < WAYS_MAX; way++) {
            hc_actions_at(&actions, way, &command);
            check_action(table, seat, &command);
        }
    }
}

static void what_is_offered_can_be_done(void **state)
{
    static struct covering_rules rules;
    const struct hc_game *game;
    uint64_t seed = 1;

    (void)state;
    for (size_t g = 0; (game = hc_game_at(g)); g++)
        for (unsigned deck = 0; deck < covering_decks(game); deck++) {
            struct plan plan = {.game = game->name, .commands = COMMANDS, .commit_each = true};

            covering_rules_begin(&rules, game, deck, seed);
            while (covering_rules_next(&rules, &plan.seats)) {
                plan.rules = rules.rows.text;
                open_match(&match, &plan, seed);
                check_table(&match.table);
                play(&match, &plan, seed++);
                for (unsigned i = 0; i < match.commands; i++)
                    check_table(&match.after[i]);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_offered_can_be_done),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
