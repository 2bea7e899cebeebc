// SPDX-License-Identifier: MIT
/*
 * test_api_deal.c: how cards are dealt, as a user of the library sees it: from a seed and from what
 * the seats contribute, and proved by the log in the end.
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
#include "ring/api_table.h"

enum { LOG_BYTES = 1 << 18 };

/* ---- Seeds and contributions ----------------------------------------------------------------- */

/* covers R-020 R-132: another seed is another deal, the same one the same. */
static void seeds_make_the_deal(void **state)
{
    (void)state;
    for (size_t g = 0; hc_game_at(g); g++) {
        const struct hc_game *game = hc_game_at(g);
        unsigned differ = 0;

        for (uint64_t seed = 0; seed < 20; seed++) {
            uint8_t one[ROOM_BYTES], other[ROOM_BYTES];
            size_t size;

            open_any(table, game, 2, seed);
            open_any(other_table, game, 2, seed);
            chance = seed;
            must_stay_the_same(table, other_table, 40);
            open_any(table, game, 2, seed);
            open_any(other_table, game, 2, seed + 1);
            must_start(table);
            must_start(other_table);
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
        open_any(table, hc_game_at(g), 2, 1);
        assert_int_equal(hc_table_contribute(table, hc_table_seats(table), entropy), HC_NO_SEAT);
        assert_int_equal(hc_table_contribute(table, HC_HOUSE, entropy), HC_NO_SEAT);
        assert_int_equal(hc_table_contribute(table, 1, entropy), HC_OK);
        must_start(table);
        memcpy(before, table, hc_table_bytes());
        assert_int_equal(hc_table_contribute(table, 1, entropy), HC_BAD_PHASE);
        assert_memory_equal(before, table, hc_table_bytes());
    }
}

/* ---- The proof ------------------------------------------------------------------------------- */

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
    hc_commitment(deal.seed, deal.salt, commitment);
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
        assert_true(hc_log_seal(&deal.log));
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
        assert_true(hc_log_seal(&deal.log));
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
    assert_true(hc_log_reveal(&deal.log, wrong, deal.salt) && hc_log_seal(&deal.log));
    assert_int_equal(hc_log_verify(deal.bytes, deal.log.used, &why), HC_DISHONEST);
    deal.log = before;
    assert_true(hc_log_reveal(&deal.log, deal.seed, deal.salt) && hc_log_seal(&deal.log));
    assert_int_equal(hc_log_verify(deal.bytes, deal.log.used, &why), HC_HONEST);
    for (size_t at = 0; at < deal.log.used; at++) {
        deal.bytes[at] ^= (uint8_t)(1u << at % 8);
        why.text[0] = '\0';
        if (hc_log_verify(deal.bytes, deal.log.used, &why) < HC_DISHONEST)
            fail_msg("a changed byte at %zu is not noticed", at);
        assert_true(strlen(why.text) > 5);
        deal.bytes[at] ^= (uint8_t)(1u << at % 8);
    }
    for (size_t cut = 0; cut < deal.log.used; cut++)
        if (hc_log_verify(deal.bytes, cut, &why) == HC_HONEST)
            fail_msg("a log that ends at byte %zu is called honest", cut);
    assert_int_equal(hc_log_verify(deal.bytes, deal.log.used, &why), HC_HONEST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seeds_make_the_deal),
        cmocka_unit_test(contributions_change_the_deal),
        cmocka_unit_test(contributions_come_before_the_start),
        cmocka_unit_test(an_honest_deal_is_proved),
        cmocka_unit_test(tampering_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
