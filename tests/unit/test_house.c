// SPDX-License-Identifier: MIT
/*
 * test_house.c: log, then tell: with a store that is late, or fails, nobody hears of anything that
 * is not durable, however they ask. The store is in memory, and does on purpose what a disk does by
 * accident. Start reading at the tests, which tell a short story each.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "house/house.h"

enum { LATE_MS = 60, NEWS_MAX = 64, LINES = 4 };

/* What one line was told. */
struct heard {
    struct house_line *line;
    unsigned count;
    struct {
        enum house_kind kind;
        bool mine, repeat;
        uint32_t tag, seq, match;
        enum hc_refusal refusal;
        uint8_t stage;
        uint8_t commitment[HC_SEED_BYTES];
        char code[HC_ROOM_CODE_CHARS + 1];
    } news[NEWS_MAX];
};

struct evening {
    uv_loop_t loop;
    struct house *house;
    struct heard heard[LINES];
    char code[HC_ROOM_CODE_CHARS + 1];
    uint32_t tag;
};

static void hear(void *context, const struct house_news *news)
{
    struct heard *heard = context;
    unsigned i = heard->count++;

    assert_true(i < NEWS_MAX);
    heard->news[i].kind = news->kind;
    heard->news[i].mine = news->mine;
    heard->news[i].repeat = news->answer->repeat;
    heard->news[i].tag = news->tag;
    heard->news[i].refusal = news->answer->refusal;
    if (!news->room)
        return;
    heard->news[i].seq = hc_table_seq(&news->room->table);
    heard->news[i].match = news->room->match;
    heard->news[i].stage = news->room->stage;
    memcpy(heard->news[i].code, news->room->code, sizeof news->room->code);
    if (news->commitment)
        memcpy(heard->news[i].commitment, news->commitment, HC_SEED_BYTES);
}

static void on_timer(uv_timer_t *timer)
{
    *(bool *)timer->data = true;
}

static void on_timer_closed(uv_handle_t *handle)
{
    *(bool *)handle->data = false;
}

static void run_for(struct evening *evening, uint64_t ms)
{
    bool mark = false;
    uv_timer_t timer;

    uv_timer_init(&evening->loop, &timer);
    timer.data = &mark;
    uv_update_time(&evening->loop);
    uv_timer_start(&timer, on_timer, ms, 0);
    while (!mark)
        uv_run(&evening->loop, UV_RUN_ONCE);
    uv_close((uv_handle_t *)&timer, on_timer_closed);
    while (mark)
        uv_run(&evening->loop, UV_RUN_ONCE);
}

static uint32_t ask(struct evening *evening, unsigned line, enum hc_room_verb verb,
                    const char *text, uint32_t seq, uint32_t id)
{
    struct hc_room_request request = {
        .verb = verb, .seat = HC_NONE, .seq = seq, .id = id, .text = text};

    house_do(evening->heard[line].line, ++evening->tag, evening->code, &request);
    return evening->tag;
}

/* The answer to a tag, as an index into the news of a line; the news must have it. */
static unsigned answer_to(const struct evening *evening, unsigned line, uint32_t tag)
{
    const struct heard *heard = &evening->heard[line];

    for (unsigned i = 0; i < heard->count; i++)
        if (heard->news[i].mine && heard->news[i].tag == tag)
            return i;
    fail_msg("line %u has no answer to %u", line, tag);
    return 0;
}

static void forget_news(struct evening *evening)
{
    for (unsigned i = 0; i < LINES; i++)
        evening->heard[i].count = 0;
}

/* Two players, each with a line; line 2 is a second one of the first player, line 3 is somebody
 * else's. */
static void open_house(struct evening *evening, const struct store_faults *faults)
{
    static const uint8_t guest_of[LINES] = {1, 2, 1, 3};
    struct hc_problem why;
    struct house_plan plan = {.loop = &evening->loop, .rooms_max = 10};

    memset(evening, 0, sizeof *evening);
    uv_loop_init(&evening->loop);
    plan.store = store_open_memory(faults, &why);
    assert_non_null(plan.store);
    evening->house = house_open(&plan, &why);
    assert_non_null(evening->house);
    for (unsigned i = 0; i < LINES; i++) {
        uint8_t guest[HC_GUEST_BYTES] = {guest_of[i]};

        evening->heard[i].line = house_line(evening->house, guest, hear, &evening->heard[i]);
        assert_non_null(evening->heard[i].line);
    }
}

static void open_table(struct evening *evening)
{
    house_create(evening->heard[0].line, ++evening->tag, hc_game_find("null"), "rounds_to_win=1",
                 "", "An evening");
    run_for(evening, 4 * LATE_MS);
    memcpy(evening->code, evening->heard[0].news[0].code, sizeof evening->code);
}

/* The two play, line 3 looks on. */
static void begin(struct evening *evening, const struct store_faults *faults)
{
    open_house(evening, faults);
    open_table(evening);
    ask(evening, 0, HC_DO_SIT, "Ann", 0, 0);
    ask(evening, 1, HC_DO_SIT, "Bob", 0, 0);
    house_enter(evening->heard[2].line, ++evening->tag, evening->code);
    house_enter(evening->heard[3].line, ++evening->tag, evening->code);
    ask(evening, 0, HC_DO_START, NULL, 0, 0);
    run_for(evening, 8 * LATE_MS);
}

static void on_stopped(void *context)
{
    struct evening *evening = context;

    house_close(evening->house);
    evening->house = NULL;
}

static void end(struct evening *evening)
{
    house_stop(evening->house, on_stopped, evening);
    run_for(evening, 1);
    while (evening->house)
        run_for(evening, 1);
    uv_run(&evening->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&evening->loop), 0);
}

static uint32_t seq_now(const struct evening *evening)
{
    return hc_table_seq(&house_find(evening->house, evening->code)->table);
}

static void assert_nobody_heard_of(const struct evening *evening, uint32_t seq)
{
    for (unsigned l = 0; l < LINES; l++)
        for (unsigned i = 0; i < evening->heard[l].count; i++)
            assert_true(evening->heard[l].news[i].seq <= seq);
}

/* ---- Tests ---- */

/* While a move is on its way to the disk, others ask for all sorts of things. */
static void nobody_hears_of_it_before_it_is_durable(void **state)
{
    static struct evening evening;
    struct store_faults faults = {.late_ms = LATE_MS};
    uint32_t seq, move, repeat, wrong, back;

    (void)state;
    begin(&evening, &faults);
    seq = seq_now(&evening);
    forget_news(&evening);
    move = ask(&evening, 0, HC_DO_ACT, "keep", seq, 7);
    assert_true(seq_now(&evening) > seq);
    repeat = ask(&evening, 2, HC_DO_ACT, "keep", seq, 7);
    wrong = ask(&evening, 1, HC_DO_ACT, "nonsense", seq, 8);
    back = ++evening.tag;
    house_exit(evening.heard[3].line, back, evening.code);
    house_enter(evening.heard[3].line, ++evening.tag, evening.code);
    assert_nobody_heard_of(&evening, seq);
    run_for(&evening, LATE_MS / 3);
    repeat = ask(&evening, 2, HC_DO_ACT, "keep", seq, 7);
    assert_nobody_heard_of(&evening, seq);
    run_for(&evening, 6 * LATE_MS);
    assert_int_equal(evening.heard[0].news[answer_to(&evening, 0, move)].refusal, HC_OK);
    assert_true(evening.heard[2].news[answer_to(&evening, 2, repeat)].repeat);
    assert_int_equal(evening.heard[2].news[answer_to(&evening, 2, repeat)].refusal, HC_OK);
    assert_int_not_equal(evening.heard[1].news[answer_to(&evening, 1, wrong)].refusal, HC_OK);
    assert_int_equal(evening.heard[3].news[answer_to(&evening, 3, back)].refusal, HC_OK);
    end(&evening);
}

/* The move, and its repeat from elsewhere: neither was stored, and both are told so. */
static void what_is_not_stored_is_taken_back(void **state)
{
    static struct evening evening;
    struct store_faults faults = {.late_ms = LATE_MS};
    uint32_t seq, move, repeat;

    (void)state;
    begin(&evening, &faults);
    faults.fail_batch = (uint32_t)house_counts(evening.house)->commits + 1;
    end(&evening);
    begin(&evening, &faults);
    if (house_counts(evening.house)->failed_commits)
        skip(); /* this machine needed more commits to begin */
    seq = seq_now(&evening);
    forget_news(&evening);
    move = ask(&evening, 0, HC_DO_ACT, "keep", seq, 7);
    repeat = ask(&evening, 2, HC_DO_ACT, "keep", seq, 7);
    run_for(&evening, 6 * LATE_MS);
    assert_int_equal(evening.heard[0].news[answer_to(&evening, 0, move)].refusal, HC_NOT_STORED);
    assert_int_equal(evening.heard[2].news[answer_to(&evening, 2, repeat)].refusal, HC_NOT_STORED);
    assert_nobody_heard_of(&evening, seq);
    assert_int_equal(seq_now(&evening), seq);
    move = ask(&evening, 0, HC_DO_ACT, "keep", seq, 7);
    run_for(&evening, 6 * LATE_MS);
    assert_int_equal(evening.heard[0].news[answer_to(&evening, 0, move)].refusal, HC_OK);
    end(&evening);
}

/* Whoever opened it hears that there is none, and there is none. */
static void a_table_that_is_not_stored_is_none(void **state)
{
    static struct evening evening;
    struct store_faults faults = {.late_ms = LATE_MS, .fail_batch = 1};

    (void)state;
    open_house(&evening, &faults);
    open_table(&evening);
    assert_int_equal(evening.heard[0].news[answer_to(&evening, 0, evening.tag)].refusal,
                     HC_NOT_STORED);
    assert_null(house_find(evening.house, evening.code));
    assert_int_equal(house_counts(evening.house)->rooms, 0);
    forget_news(&evening);
    open_table(&evening);
    assert_int_equal(evening.heard[0].news[answer_to(&evening, 0, evening.tag)].refusal, HC_OK);
    assert_non_null(house_find(evening.house, evening.code));
    end(&evening);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_hears_of_it_before_it_is_durable),
        cmocka_unit_test(what_is_not_stored_is_taken_back),
        cmocka_unit_test(a_table_that_is_not_stored_is_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
