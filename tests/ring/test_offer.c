// SPDX-License-Identifier: MIT
/* test_offer.c: what people are offered tells them nothing that they have to notice themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/dice.h"
#include "games/game.h"
#include "table/offer.h"

enum { SEATS = 4, MATCHES = 30, STEPS = 600 };

/* The seats that may be caught by this list, and where it says so. */
static unsigned caught(const struct hc_view *view, unsigned verb)
{
    for (uint32_t c = 0; c < view->actions.count; c++)
        if (view->actions.choice[c].verb == verb)
            return view->actions.choice[c].targets;
    return 0;
}

static unsigned with_one_card(const struct hc_view *view)
{
    unsigned seats = 0;

    for (unsigned s = 0; s < view->seats; s++)
        seats |= (unsigned)(s != view->viewer && view->hand[s].count == 1) << s;
    return seats;
}

/* Every way of a list is a command of its own, and the other verbs are as they were. */
static void check_ways(const struct hc_view *exact, const struct hc_view *offered, unsigned verb)
{
    uint32_t ways = 0;

    for (uint32_t c = 0; c < offered->actions.count; c++)
        ways += offered->actions.choice[c].ways;
    assert_int_equal(ways, offered->actions.ways);
    for (uint32_t i = 0; i < ways; i++) {
        struct hc_command command;

        hc_actions_at(&offered->actions, i, &command);
        if (command.verb == verb)
            assert_true(command.target < offered->seats && command.face == HC_NONE &&
                        command.color == HC_NONE && command.guess == HC_NONE);
    }
    for (uint32_t c = 0; c < exact->actions.count; c++)
        if (exact->actions.choice[c].verb != verb)
            assert_memory_equal(&exact->actions.choice[c], &offered->actions.choice[c],
                                sizeof *exact->actions.choice);
}

static struct hc_table *open_table(const char *rules, uint64_t number)
{
    const struct hc_game *game = hc_game_find("shed");
    struct hc_table *table = malloc(hc_table_bytes());
    uint8_t seed[HC_SEED_BYTES];
    struct hc_problem why;
    struct hc_rules parsed;

    assert_true(table && hc_rules_parse(game, rules, &parsed, &why));
    hc_seed_from_number(number, seed);
    assert_int_equal(hc_table_open(table, game, &parsed, SEATS, seed), HC_OK);
    return table;
}

/* Somebody does one of the things that are possible. False: nothing is. */
static bool step(struct hc_table *table, struct hc_dice *dice)
{
    unsigned seat = hc_table_awaits(table);
    struct hc_actions actions;
    struct hc_command command;
    struct hc_events events;

    if (seat == HC_NONE)
        return false;
    hc_actions(table, seat, 0, &actions);
    hc_actions_at(&actions, hc_dice_below(dice, actions.ways), &command);
    return hc_submit(table, seat, &command, 0, &events) == HC_OK;
}

static const struct hc_tried *tried(void)
{
    const struct hc_tried *row = hc_game_find("shed")->tried;

    assert_non_null(row);
    return row;
}

/* Whether somebody can be caught does not matter to what people are offered; the list of programs
 * is exact, and differs from it at times in both ways. */
static void offers_go_by_what_everybody_sees(void **state)
{
    unsigned vain = 0, real = 0, none = 0;

    (void)state;
    for (uint32_t m = 0; m < MATCHES; m++) {
        struct hc_table *table = open_table("points_to_win=1", m);
        struct hc_dice dice;

        hc_dice_open(&dice, (uint8_t[HC_SEED_BYTES]){9}, 0, m);
        for (unsigned i = 0; i < STEPS && step(table, &dice); i++)
            for (unsigned s = 0; s < SEATS; s++) {
                struct hc_view exact, offered;

                hc_view(table, s, 0, &exact);
                offered = exact;
                hc_offer(&offered);
                check_ways(&exact, &offered, tried()->verb);
                if (hc_view_awaits(&exact) >= SEATS || !exact.hand[s].count) {
                    assert_int_equal(caught(&offered, tried()->verb),
                                     caught(&exact, tried()->verb));
                    continue;
                }
                assert_int_equal(caught(&offered, tried()->verb), with_one_card(&exact));
                real += caught(&exact, tried()->verb) != 0;
                vain += caught(&offered, tried()->verb) != caught(&exact, tried()->verb);
                none += !caught(&offered, tried()->verb);
            }
        free(table);
    }
    assert_true(real > 20 && vain > 20 && none > 20);
}

/* Where nobody has to call there is nothing to try, and who looks on is offered nothing. */
static void nothing_is_offered_in_vain(void **state)
{
    (void)state;
    for (uint32_t m = 0; m < MATCHES; m++) {
        struct hc_table *table = open_table("points_to_win=1 uno_call=false", m);
        struct hc_dice dice;

        hc_dice_open(&dice, (uint8_t[HC_SEED_BYTES]){9}, 0, m);
        for (unsigned i = 0; i < STEPS && step(table, &dice); i++)
            for (unsigned s = 0; s <= SEATS; s++) {
                struct hc_view exact, offered;

                hc_view(table, s < SEATS ? s : HC_SPECTATOR, 0, &exact);
                offered = exact;
                hc_offer(&offered);
                assert_memory_equal(&exact.actions, &offered.actions, sizeof exact.actions);
            }
        free(table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offers_go_by_what_everybody_sees),
        cmocka_unit_test(nothing_is_offered_in_vain),
    };

    return cmocka_run_group_tests_name("offer", tests, NULL, NULL);
}
