// SPDX-License-Identifier: MIT
/*
 * test_house_shards.c: a house whose store has several shards, in the hands of the test. Each has a
 * batch of its own on its way; what becomes of it, and of the lease, concerns its rooms alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/shard.h"
#include "house/house.h"
#include "house_hands.h"

enum { SHARDS = 3, ROOMS = 60, NOW_MS = 1000000 };

/* A room that was asked for, and what was said of it. */
struct asked {
    bool is_told;
    enum hc_refusal refusal;
    char code[HC_ROOM_CODE_CHARS + 1];
};

static struct evening {
    struct house *house;
    struct house_line *line;
    struct asked asked[ROOMS + 1]; /* by tag */
    uint32_t tag;
    uint64_t now_ms;
    unsigned sent_away; /* how often it was said that a room has moved */
} evening;

static void tell(void *context, const struct house_news *news)
{
    (void)context;
    evening.sent_away += news->kind == HOUSE_MOVED;
    if (!news->mine)
        return;
    evening.asked[news->tag].is_told = true;
    evening.asked[news->tag].refusal = news->refusal;
    if (news->room)
        memcpy(evening.asked[news->tag].code, news->room->code, sizeof news->room->code);
}

static void pass_time(uint64_t ms)
{
    evening.now_ms += ms;
    house_time(evening.house, evening.now_ms, evening.now_ms * 1000);
    house_tick(evening.house);
}

static void open_house(bool shared)
{
    const struct house_plan plan = {.resize = resize,
                                    .entropy = entropy,
                                    .rooms_max = ROOMS,
                                    .batch_bytes_max = 1 << 20,
                                    .log_bytes_max = 1 << 20,
                                    .shared = shared,
                                    .shards = SHARDS};
    const uint8_t guest[HC_GUEST_BYTES] = {1};

    memset(&evening, 0, sizeof evening);
    evening.now_ms = NOW_MS;
    assert_non_null(evening.house = house_open(&plan));
    pass_time(0);
    for (unsigned i = 0; i < SHARDS && shared; i++)
        house_sure(evening.house, i, (evening.now_ms + 1000) * 1000);
    assert_non_null(evening.line = house_line_open(evening.house, guest, tell, NULL));
}

static struct asked *create(void)
{
    const struct house_room_plan plan = {hc_game_find("null"), "", "", "An evening"};

    house_create(evening.line, ++evening.tag, &plan);
    return &evening.asked[evening.tag];
}

/* Closes a batch, and says of which shard; -1 if there is none. Every room in it says the same. */
static int close_batch(void)
{
    struct house_entry entry;
    int shard = -1;

    while (house_next_entry(evening.house, &entry)) {
        assert_true(shard < 0 || (unsigned)shard == entry.shard);
        assert_int_equal(hc_shard_of_number(entry.room), entry.shard);
        shard = (int)entry.shard;
    }
    return shard;
}

/* Closes all that can be, and says which shards have one on its way, as bits. */
static unsigned close_all(void)
{
    unsigned flying = 0;
    int shard;

    while ((shard = close_batch()) >= 0) {
        assert_false(flying >> shard & 1);
        flying |= 1u << shard;
    }
    return flying;
}

static void give_verdict(unsigned shard, bool failed)
{
    house_stored(evening.house, &(struct house_verdict){.shard = shard, .failed = failed});
}

/* ---- Tests ---- */

static void numbers_and_codes_say_the_shard(void **state)
{
    (void)state;
    for (unsigned shard = 0; shard < HC_SHARDS_MAX; shard++)
        for (unsigned i = 0; i < 1000; i++) {
            uint64_t number;
            uint8_t bytes[4];
            char code[HC_ROOM_CODE_CHARS + 1];

            entropy(NULL, &number, sizeof number);
            entropy(NULL, bytes, sizeof bytes);
            assert_int_equal(hc_shard_of_number(hc_shard_number(shard, number)), shard);
            hc_room_code(shard, bytes, code);
            assert_true(hc_room_is_code(code));
            assert_int_equal(hc_shard_of_code(code), shard);
        }
    assert_int_equal(hc_shard_of_number(INT64_MAX), 0); /* as numbers were before there were any */
    assert_int_equal(hc_shard_of_code("BCDFHJ"), 0);
    assert_true(hc_room_is_code("BCGFHJ"));
    assert_false(hc_room_is_code("BCGFHZ"));
    assert_false(hc_room_is_code("GGDFHJ"));
    assert_false(hc_room_is_code("BCAFHJ"));
}

static void rooms_are_spread_and_each_shard_has_its_batch(void **state)
{
    unsigned count[SHARDS] = {0};

    (void)state;
    open_house(false);
    for (unsigned i = 0; i < ROOMS; i++)
        create();
    assert_int_equal(close_all(), (1u << SHARDS) - 1);
    for (unsigned shard = SHARDS; shard--;) {
        give_verdict(shard, false);
        give_verdict(shard, true); /* said twice: the first time counts */
    }
    for (uint32_t tag = 1; tag <= ROOMS; tag++) {
        assert_true(evening.asked[tag].is_told);
        assert_int_equal(evening.asked[tag].refusal, HC_OK);
        count[hc_shard_of_code(evening.asked[tag].code)]++;
    }
    for (unsigned shard = 0; shard < SHARDS; shard++)
        assert_in_range(count[shard], ROOMS / 10, ROOMS / 2);
    assert_true(house_is_quiet(evening.house));
    house_close(evening.house);
}

/* One does not answer, another one fails: neither is any business of the third. */
static void what_becomes_of_a_batch_concerns_its_shard(void **state)
{
    (void)state;
    for (unsigned slow = 0; slow < SHARDS; slow++) {
        unsigned bad = (slow + 1) % SHARDS, good = (slow + 2) % SHARDS;
        struct asked *later;
        unsigned told = 0;

        open_house(false);
        for (unsigned i = 0; i < ROOMS / 2; i++)
            create();
        assert_int_equal(close_all(), (1u << SHARDS) - 1);
        give_verdict(bad, true);
        give_verdict(good, false);
        for (uint32_t tag = 1; tag <= ROOMS / 2; tag++) {
            const struct asked *asked = &evening.asked[tag];

            told += asked->is_told;
            if (asked->is_told)
                assert_int_equal(hc_shard_of_code(asked->code),
                                 asked->refusal == HC_NOT_STORED ? bad : good);
        }
        assert_in_range(told, 2, ROOMS / 2 - 1);
        /* What is opened now is opened where it will be stored. */
        pass_time(1500);
        for (unsigned i = 0; i < 8; i++) {
            later = create();
            assert_int_equal(close_all(), 1u << good);
            give_verdict(good, false);
            assert_true(later->is_told && hc_shard_of_code(later->code) == good);
        }
        assert_false(house_is_quiet(evening.house));
        give_verdict(slow, false);
        for (uint32_t tag = 1; tag <= evening.tag; tag++)
            assert_true(evening.asked[tag].is_told);
        assert_true(house_is_quiet(evening.house));
        house_close(evening.house);
    }
}

/* Of one shard it is not sure any more, another one is lost: their rooms, and no others, are told.
 */
static void a_lease_is_of_one_shard(void **state)
{
    const char *code[SHARDS]; /* of a room on each */
    unsigned count[SHARDS] = {0};
    struct hc_room_view view;

    (void)state;
    open_house(true);
    for (unsigned i = 0; i < ROOMS / 2; i++)
        create();
    close_all();
    for (unsigned shard = 0; shard < SHARDS; shard++)
        give_verdict(shard, false);
    for (uint32_t tag = 1; tag <= evening.tag; tag++) {
        unsigned shard = hc_shard_of_code(evening.asked[tag].code);

        code[shard] = evening.asked[tag].code;
        count[shard]++;
    }
    pass_time(900);
    house_sure(evening.house, 0, (evening.now_ms + 5000) * 1000);
    pass_time(200); /* now it is sure of the first one alone */
    assert_int_equal(evening.sent_away, 0);
    assert_true(house_look_surely(evening.house, code[0], &view));
    assert_false(house_look_surely(evening.house, code[1], &view));
    assert_true(house_look(evening.house, code[1], &view));
    house_doubt(evening.house, 1);
    assert_int_equal(evening.sent_away, count[1]);
    house_lose(evening.house, 2);
    assert_int_equal(evening.sent_away, count[1] + count[2]);
    assert_true(house_has(evening.house, code[0]) && house_has(evening.house, code[1]));
    assert_false(house_has(evening.house, code[2]));
    for (unsigned i = 0; i < 8; i++)
        create();
    assert_int_equal(close_all(), 1u << 0);
    give_verdict(0, false);
    house_close(evening.house);
}

/* A memo is durable after everything that was done before it, wherever that was. */
static void memos_wait_for_all_shards(void **state)
{
    struct house_memo memo;

    (void)state;
    open_house(false);
    for (unsigned i = 0; i < ROOMS / 2; i++)
        create();
    house_memo(evening.house, (const uint8_t *)"key", 3, (const uint8_t *)"text", 4);
    assert_int_equal(close_all(), (1u << SHARDS) - 1);
    assert_false(house_next_memo(evening.house, &memo));
    give_verdict(0, false);
    give_verdict(1, false);
    assert_int_equal(close_batch(), -1);
    assert_false(house_next_memo(evening.house, &memo));
    give_verdict(2, false);
    assert_int_equal(close_batch(), -1);
    assert_true(house_next_memo(evening.house, &memo));
    assert_int_equal(memo.size, 4);
    assert_false(house_next_memo(evening.house, &memo));
    give_verdict(0, false);
    assert_int_equal(house_memos_durable(evening.house), house_memos(evening.house));
    house_close(evening.house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_codes_say_the_shard),
        cmocka_unit_test(rooms_are_spread_and_each_shard_has_its_batch),
        cmocka_unit_test(what_becomes_of_a_batch_concerns_its_shard),
        cmocka_unit_test(a_lease_is_of_one_shard),
        cmocka_unit_test(memos_wait_for_all_shards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
