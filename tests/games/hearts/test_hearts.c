// SPDX-License-Identifier: MIT
/* test_hearts.c: what a trick shows: every card, and who played it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "doors/terminal/phrase.h"
#include "table/table.h"
#include "ring/place.h"

enum { TRICK = 0 }; /* which pile it is */

static const char *const names[HC_SEATS_MAX] = {"Ann", "Bob", "Cal", "You"};

/* Three cards lie: those of the seats 2, 3 and 0, in this order. */
static void open_trick(struct hc_table *table)
{
    place(table, "hearts", "", 4, "hand 0 9C AS; hand 1 KC QS; hand 2 5C 2D; hand 3 7C 3H; turn 2");
    for (unsigned i = 0; i < 3; i++) {
        static const char *const plays[] = {"play 5C", "play 7C", "play 9C"};
        static struct hc_events events;

        assert_int_equal(hc_submit_text(table, (2 + i) % 4, plays[i], 0, &events), HC_OK);
    }
}

static void every_card_has_its_owner(void **state)
{
    struct hc_table table;
    struct hc_view view;
    char text[1 << 16];

    (void)state;
    open_trick(&table);
    for (unsigned viewer = 0; viewer < 5; viewer++) {
        hc_view(&table, viewer < 4 ? viewer : HC_SPECTATOR, 0, &view);
        assert_int_equal(view.pile[TRICK].count, 3);
        assert_int_equal(hc_view_owner(&view, TRICK, 0), 0); /* the top card was played last */
        assert_int_equal(hc_view_owner(&view, TRICK, 1), 3);
        assert_int_equal(hc_view_owner(&view, TRICK, 2), 2);
        assert_int_equal(hc_view_owner(&view, TRICK, 3), HC_NONE);
        assert_int_equal(hc_view_owner(&view, TRICK + 1, 0), HC_NONE);
        assert_int_equal(hc_view_owner(&view, HC_PILES_MAX, 0), HC_NONE);
        assert_true(hc_view_json(&view, text, sizeof text) < sizeof text);
        assert_non_null(strstr(text, "{\"name\":\"trick\",\"count\":3,\"cards\":[\"9C\",\"7C\","
                                     "\"5C\"],\"owners\":[0,3,2]}"));
    }
}

static void people_read_who_played_what(void **state)
{
    struct hc_table table;
    struct hc_view view;
    struct hc_text out;
    char text[256];

    (void)state;
    open_trick(&table);
    hc_view(&table, 3, 0, &view);
    hc_text_init(&out, text, sizeof text);
    phrase_put_laid(&view, names, TRICK, &out);
    assert_string_equal(text, " 5C (Cal), 7C (You), 9C (Ann)");
    hc_view(&table, 1, 0, &view);
    assert_string_equal(hc_color_symbol(view.game, hc_face_color(view.game, &view.rules, 0)), "♣");
    assert_int_equal(hc_color_paint(view.game, 2), HC_PAINT_RED);
}

/* The one who passed a card knows where it is; the one who got it knows where it came from. */
static void passed_cards_are_known_to_two(void **state)
{
    static struct hc_events events;
    uint8_t seed[HC_SEED_BYTES];
    struct hc_table table;
    struct hc_rules rules;
    struct hc_problem why;
    struct hc_view view;

    (void)state;
    hc_seed_from_number(5, seed);
    assert_true(hc_rules_parse(hc_game_find("hearts"), "", &rules, &why));
    assert_int_equal(hc_table_open(&table, hc_game_find("hearts"), &rules, 4, seed), HC_OK);
    assert_int_equal(hc_submit_text(&table, HC_HOUSE, "start", 0, &events), HC_OK);
    for (unsigned i = 0; i < 12; i++) {
        struct hc_command command;
        struct hc_actions actions;

        hc_actions(&table, i / 3, 0, &actions);
        hc_actions_at(&actions, 0, &command);
        assert_int_equal(hc_submit(&table, i / 3, &command, 0, &events), HC_OK);
    }
    for (unsigned viewer = 0; viewer < 4; viewer++) {
        hc_view(&table, viewer, 0, &view);
        for (unsigned seat = 0; seat < 4; seat++) {
            unsigned known = 0;

            for (unsigned i = 0; i < view.hand[seat].count; i++)
                known += view.face[view.hand[seat].start + i] != HC_HIDDEN;
            assert_int_equal(known, seat == viewer ? 13 : seat == (viewer + 1) % 4 ? 3 : 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_card_has_its_owner),
        cmocka_unit_test(people_read_who_played_what),
        cmocka_unit_test(passed_cards_are_known_to_two),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
