// SPDX-License-Identifier: MIT
/*
 * test_fold.c: folding events that no rules have decided. Logs are read before they are judged, so
 * an event may say anything; what it says must not leave a number in the table that indexes past
 * the end of something.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "table/table.h"

static unsigned event_kind(const struct hc_game *game, const char *name)
{
    unsigned kind = 0;

    while (strcmp(game->events[kind].name, name) != 0)
        kind++;
    return kind;
}

static void colours_that_do_not_exist_are_none(void **state)
{
    static const struct {
        int32_t value;
        int64_t color;
    } rows[] = {
        {INT32_MIN, HC_NONE}, {-1, HC_NONE}, {0, 0},         {1, 1},         {3, 3},
        {4, HC_NONE},         {5, HC_NONE},  {254, HC_NONE}, {256, HC_NONE}, {INT32_MAX, HC_NONE},
    };
    const struct hc_game *shed = hc_game_find("shed");
    uint8_t seed[HC_SEED_BYTES] = {1};
    struct hc_event event = {.seat = 0, .other = HC_NONE};
    struct hc_rules rules;
    struct hc_problem why;

    (void)state;
    assert_true(hc_rules_parse(shed, "", &rules, &why));
    event.kind = (uint8_t)event_kind(shed, "color_chosen");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hc_table table;

        assert_int_equal(hc_table_open(&table, shed, &rules, 3, seed), HC_OK);
        event.value = rows[i].value;
        hc_table_apply(&table, &event);
        assert_int_equal(hc_fact_get(hc_fact_find(shed, "color"), table.state, 0), rows[i].color);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colours_that_do_not_exist_are_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
