// SPDX-License-Identifier: MIT
/*
 * test_house_memos.c: what doors remember is stored with what was done before it, in short stories.
 * test_house_sim.c does the same at random.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "house/house.h"
#include "house_hands.h"

enum { MEMOS_MAX = 8, TEXT_MAX = 64 };

static struct house *house;
static struct house_line *line;
static uint64_t now_ms;
static unsigned told; /* news that the line had */
static enum house_kind last_kind;
static const char *note_when_told;

/* What the last batch that was closed had. */
static struct {
    unsigned entries, memos;
    char memo[MEMOS_MAX][TEXT_MAX]; /* "key=bytes" */
} batch;

static void note(const char *key, const char *text)
{
    house_memo(house, (const uint8_t *)key, strlen(key), (const uint8_t *)text, strlen(text));
}

static void tell(void *context, const struct house_news *news)
{
    (void)context;
    last_kind = news->kind;
    told++;
    if (note_when_told)
        note("told", note_when_told);
    note_when_told = NULL;
}

static void pass_time(uint64_t ms)
{
    now_ms += ms;
    house_time(house, now_ms, now_ms * 1000);
    house_tick(house);
}

static void begin(size_t batch_bytes_max)
{
    struct house_plan plan = {.resize = resize,
                              .entropy = entropy,
                              .rooms_max = 10,
                              .batch_bytes_max = batch_bytes_max,
                              .log_bytes_max = 1 << 20};
    uint8_t guest[HC_GUEST_BYTES] = {1};

    house = house_open(&plan);
    assert_non_null(house);
    now_ms = 1000000;
    told = 0;
    note_when_told = NULL;
    pass_time(0);
    line = house_line_open(house, guest, tell, NULL);
    assert_non_null(line);
}

static void open_room(void)
{
    house_create(line, 1,
                 &(struct house_room_plan){hc_game_find("null"), "rounds_to_win=1", "public=true",
                                           "An evening"});
}

/* Closes a batch; false if there is nothing in it. */
static bool close_batch(void)
{
    struct house_entry entry;
    struct house_memo memo;

    memset(&batch, 0, sizeof batch);
    while (house_next_entry(house, &entry))
        batch.entries++;
    while (house_next_memo(house, &memo)) {
        char *text = batch.memo[batch.memos++];

        assert_true(batch.memos <= MEMOS_MAX && memo.key_size + memo.size + 2 <= TEXT_MAX);
        memcpy(text, memo.key, memo.key_size);
        text[memo.key_size] = '=';
        if (memo.size)
            memcpy(text + memo.key_size + 1, memo.bytes, memo.size);
    }
    return batch.entries || batch.memos;
}

static void give_verdict(bool failed)
{
    house_stored(house, &(struct house_verdict){.failed = failed});
}

static void a_memo_is_in_the_batch_of_what_was_done_before(void **state)
{
    uint64_t stamp;

    (void)state;
    begin(1 << 20);
    open_room();
    note("offset", "7");
    stamp = house_memos(house);
    assert_true(close_batch());
    assert_int_equal(batch.entries, 1);
    assert_int_equal(batch.memos, 1);
    assert_string_equal(batch.memo[0], "offset=7");
    assert_false(close_batch()); /* one batch at a time, memos too */
    assert_true(house_memos_durable(house) < stamp);
    assert_false(house_is_quiet(house));
    give_verdict(false);
    assert_int_equal(house_memos_durable(house), stamp);
    assert_true(house_is_quiet(house));
    assert_false(close_batch());
    house_close(house);
}

static void only_the_latest_of_a_key_is_stored(void **state)
{
    (void)state;
    begin(1 << 20);
    note("a", "1");
    note("b", "1");
    note("a", "2");
    note("c", "");
    assert_true(close_batch());
    assert_int_equal(batch.entries, 0);
    assert_int_equal(batch.memos, 3);
    assert_string_equal(batch.memo[0], "b=1");
    assert_string_equal(batch.memo[1], "a=2");
    assert_string_equal(batch.memo[2], "c="); /* to be forgotten */
    note("a", "3");                           /* while that is on its way */
    assert_false(close_batch());
    give_verdict(false);
    assert_int_equal(house_memos(house) - house_memos_durable(house), 1);
    assert_true(close_batch());
    assert_int_equal(batch.memos, 1);
    assert_string_equal(batch.memo[0], "a=3");
    give_verdict(false);
    house_close(house);
}

/* A room that does not fit keeps memos waiting, since they may speak of it. */
static void no_memo_overtakes_a_room(void **state)
{
    (void)state;
    begin(1);
    open_room();
    open_room();
    note("offset", "9");
    assert_true(close_batch());
    assert_int_equal(batch.entries, 1);
    assert_int_equal(batch.memos, 0);
    give_verdict(false);
    assert_int_equal(house_memos_durable(house), 0);
    assert_true(close_batch());
    assert_int_equal(batch.entries, 1);
    assert_int_equal(batch.memos, 1);
    give_verdict(false);
    assert_int_equal(house_memos_durable(house), 1);
    house_close(house);
}

/* The room's change is undone, the memo is tried again: after a while, or with the next room. */
static void what_failed_is_tried_again(void **state)
{
    (void)state;
    begin(1 << 20);
    open_room();
    note("a", "1");
    note("b", "1");
    assert_true(close_batch());
    note("b", "2");
    give_verdict(true);
    assert_int_equal(house_memos_durable(house), 0);
    assert_false(house_is_quiet(house));
    assert_false(close_batch()); /* the disk may be full */
    assert_true(house_due(house) > now_ms && house_due(house) <= now_ms + 1000);
    pass_time(house_due(house) - now_ms);
    assert_true(close_batch());
    assert_int_equal(batch.memos, 2);
    assert_string_equal(batch.memo[0], "a=1");
    assert_string_equal(batch.memo[1], "b=2");
    give_verdict(true);
    assert_false(close_batch());
    open_room();
    assert_true(close_batch());
    assert_int_equal(batch.entries, 1);
    assert_int_equal(batch.memos, 2);
    give_verdict(false);
    assert_int_equal(house_memos_durable(house), house_memos(house));
    assert_int_equal(house_due(house) == HC_ROOM_NEVER, false); /* the lobby's */
    house_close(house);
}

/* Some rooms of the batch were lost: that does not concern memos. */
static void a_conflict_is_not_about_memos(void **state)
{
    struct house_entry entry;
    struct house_memo memo;

    (void)state;
    begin(1 << 20);
    open_room();
    note("a", "1");
    assert_true(house_next_entry(house, &entry));
    assert_false(house_next_entry(house, &(struct house_entry){0}));
    assert_true(house_next_memo(house, &memo));
    assert_false(house_next_memo(house, &memo));
    house_stored(house, &(struct house_verdict){.lost = &entry.room, .lost_count = 1});
    assert_int_equal(house_counts(house)->rooms, 0);
    assert_int_equal(house_memos_durable(house), 1);
    house_close(house);
}

/* A door remembers what it was told, while it is told. */
static void memos_are_written_while_news_are_told(void **state)
{
    (void)state;
    begin(1 << 20);
    open_room();
    note("told", "nothing");
    assert_true(close_batch());
    note_when_told = "a room";
    give_verdict(false);
    assert_int_equal(told, 1);
    assert_true(close_batch());
    assert_string_equal(batch.memo[0], "told=a room");
    give_verdict(false);
    /* And of a batch that fails, the later one stays. */
    open_room();
    note("told", "something");
    assert_true(close_batch());
    note_when_told = "no room";
    give_verdict(true);
    pass_time(1000);
    assert_true(close_batch());
    assert_int_equal(batch.memos, 1);
    assert_string_equal(batch.memo[0], "told=no room");
    house_close(house); /* with one on its way */
}

/* A house that stops tries once more, and then no longer. */
static void a_house_that_stops_does_not_wait_for_a_full_disk(void **state)
{
    (void)state;
    begin(1 << 20);
    note("a", "1");
    assert_true(close_batch());
    house_stop(house);
    give_verdict(true);
    assert_false(house_is_quiet(house));
    assert_true(close_batch()); /* at once */
    assert_string_equal(batch.memo[0], "a=1");
    give_verdict(true);
    assert_true(house_is_quiet(house));
    assert_int_equal(house_memos_durable(house), 0);
    house_close(house);
}

/* Of a door that another house has by now. */
static void what_is_dropped_is_not_stored(void **state)
{
    uint64_t stamp;

    (void)state;
    begin(1 << 20);
    note("on its way", "1");
    assert_true(close_batch());
    note("waits", "2");
    house_drop_memos(house);
    assert_true(house_has_memos(house)); /* what is on its way may still be stored */
    give_verdict(true);
    assert_false(house_has_memos(house));
    pass_time(5000);
    assert_false(close_batch());
    /* The next door begins anew. */
    note("offset", "3");
    stamp = house_memos(house);
    assert_true(close_batch());
    assert_int_equal(batch.memos, 1);
    assert_string_equal(batch.memo[0], "offset=3");
    give_verdict(false);
    assert_true(house_memos_durable(house) >= stamp);
    house_close(house);
}

/* Of a door that will open here again: it finds them stored with what was done, or does it again.
 */
static void what_is_left_is_stored_or_undone(void **state)
{
    (void)state;
    begin(1 << 20);
    note("a", "1");
    house_leave_memos(house);
    assert_true(close_batch());
    assert_string_equal(batch.memo[0], "a=1");
    give_verdict(false);
    assert_int_equal(house_memos_durable(house), 1);
    note("a", "2");
    assert_true(close_batch());
    house_leave_memos(house);
    give_verdict(true);
    assert_false(house_has_memos(house));
    note("a", "3");
    assert_true(close_batch());
    give_verdict(true);
    assert_true(house_has_memos(house)); /* those of an open door are tried again */
    house_close(house);
}

/* By its number here; people know it by its code. */
static void a_room_is_given_away_once_all_of_it_is_durable(void **state)
{
    struct house_room_plan wished = {hc_game_find("null"), "", "", "An evening"};
    uint64_t number = 0;

    (void)state;
    begin(1 << 20);
    house_create_once(line, 1, 77, &wished);
    assert_true(house_has(house, "#77"));
    assert_false(house_give(house, "#77", &number));
    assert_true(close_batch());
    assert_false(house_give(house, "#77", &number));
    give_verdict(false);
    assert_int_equal(told, 1);
    assert_false(house_give(house, "#78", &number));
    assert_true(house_give(house, "#77", &number));
    assert_int_equal(number, 77);
    assert_int_equal(last_kind, HOUSE_MOVED);
    assert_false(house_has(house, "#77"));
    assert_false(close_batch()); /* nothing of it is stored by this house any more */
    house_close(house);
}

/* Whoever comes twice with one wish gets one room: while it waits for the store, when it is stored,
 * and as long as it is there. */
static void one_wish_makes_one_room(void **state)
{
    static const struct house_room_plan plan = {.rules = "", .settings = "", .title = "An evening"};
    struct house_room_plan wished = plan;

    (void)state;
    begin(1);
    wished.game = hc_game_find("null");
    house_create_once(line, 1, 77, &wished);
    house_create_once(line, 2, 77, &wished);
    assert_int_equal(told, 0);
    assert_int_equal(house_counts(house)->rooms, 1);
    assert_true(close_batch());
    give_verdict(false);
    assert_int_equal(told, 2);
    house_create_once(line, 3, 77, &wished);
    assert_int_equal(told, 3);
    assert_int_equal(house_counts(house)->rooms, 1);
    house_create_once(line, 4, 78, &wished);
    assert_int_equal(house_counts(house)->rooms, 2);
    assert_true(close_batch());
    give_verdict(true); /* that one is not there: it can be wished for again */
    assert_int_equal(house_counts(house)->rooms, 1);
    house_create_once(line, 5, 78, &wished);
    assert_int_equal(house_counts(house)->rooms, 2);
    house_close(house);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_memo_is_in_the_batch_of_what_was_done_before),
        cmocka_unit_test(only_the_latest_of_a_key_is_stored),
        cmocka_unit_test(no_memo_overtakes_a_room),
        cmocka_unit_test(what_failed_is_tried_again),
        cmocka_unit_test(a_conflict_is_not_about_memos),
        cmocka_unit_test(what_is_dropped_is_not_stored),
        cmocka_unit_test(what_is_left_is_stored_or_undone),
        cmocka_unit_test(a_room_is_given_away_once_all_of_it_is_durable),
        cmocka_unit_test(one_wish_makes_one_room),
        cmocka_unit_test(memos_are_written_while_news_are_told),
        cmocka_unit_test(a_house_that_stops_does_not_wait_for_a_full_disk),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
