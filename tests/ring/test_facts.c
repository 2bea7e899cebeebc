// SPDX-License-Identifier: MIT
/* test_facts.c: finding a game's facts by what people and programs call them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "table/table.h"

static void facts_have_names(void **state)
{
    static const struct {
        const char *why, *name;
        bool found;
    } rows[] = {
        {"as it is", "pending_face", true},
        {"a dash for a line", "pending-face", true},
        {"a blank is neither", "pending face", false},
        {"a line for a letter", "pend_ng_face", false},
        {"a dash for a letter", "pend-ng_face", false},
        {"a letter for a line", "pendingxface", false},
        {"only its beginning", "pending", false},
        {"more than it", "pending_faces", false},
        {"nothing", "", false},
    };
    const struct hc_game *two = hc_game_find("two");

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!hc_fact_find(two, rows[i].name) == rows[i].found)
            fail_msg("%s: %s", rows[i].why, rows[i].found ? "not found" : "found");
}

/* Every fact is found by its own name and by what it has in common with those of other games. */
static void facts_are_found(void **state)
{
    const struct hc_game *game;

    (void)state;
    for (size_t g = 0; (game = hc_game_at(g)); g++) {
        for (unsigned f = 0; f < game->fact_count; f++) {
            const struct hc_fact *fact = &game->facts[f];

            assert_ptr_equal(hc_fact_find(game, fact->name), fact);
            if (fact->common)
                assert_int_equal(hc_fact_common(game, fact->common)->common, fact->common);
        }
        assert_null(hc_fact_find(game, "no such fact"));
        assert_null(hc_fact_common(game, (enum hc_common)0));
        assert_null(hc_fact_common(game, (enum hc_common)100));
    }
}

/* A fact has one value, or one for each seat, for the table and for every view of it. */
static void facts_have_as_many_values_as_seats(void **state)
{
    const struct hc_game *game;

    (void)state;
    for (size_t g = 0; (game = hc_game_at(g)); g++) {
        uint8_t seed[HC_SEED_BYTES] = {1};
        struct hc_table table;
        struct hc_view view;
        struct hc_rules rules;
        struct hc_problem why;
        int64_t value;

        assert_true(hc_rules_parse(game, "", &rules, &why));
        assert_int_equal(hc_table_open(&table, game, &rules, 3, seed), HC_OK);
        hc_view(&table, 0, 0, &view);
        for (unsigned f = 0; f < game->fact_count; f++) {
            const char *name = game->facts[f].name;
            unsigned values = game->facts[f].per_seat ? table.seats : 1;

            assert_true(hc_table_fact(&table, name, values - 1, &value));
            assert_false(hc_table_fact(&table, name, values, &value));
            assert_true(hc_view_fact(&view, name, values - 1, &value));
            assert_false(hc_view_fact(&view, name, values, &value));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_have_names),
        cmocka_unit_test(facts_are_found),
        cmocka_unit_test(facts_have_as_many_values_as_seats),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
