// SPDX-License-Identifier: MIT
/*
 * test_house_faults.c: faults that the simulated worlds of test_house_sim.c have found in the
 * house, each as a short story by itself. Freed memory is poisoned and all of it must come back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "house/house.h"

enum { LINES = 3, SAVED_MAX = 8 };
#define START_MS 3000000000000ull
#define DAY_MS   86400000ull

union block {
    size_t size;
    max_align_t align;
};

/* What one line was told. */
struct listener {
    struct house_line *line;
    bool closes; /* as soon as it is told anything */
    unsigned count;
    enum hc_refusal refusal; /* of the last answer */
    struct hc_room_view room;
};

static struct {
    struct house *house;
    struct listener listener[LINES];
    uint32_t tag;
    size_t live;       /* blocks of memory */
    unsigned fails_in; /* so many allocations; 0: never */
    uint8_t entropy;
    struct house_saved saved; /* the last entry of a room */
    uint8_t bytes[HOUSE_ROOM_BYTES_MAX];
} evening;

/* ---- The world of a house -------------------------------------------------------------------- */

static void *resize(void *context, void *old, size_t size)
{
    union block *was = old ? (union block *)old - 1 : NULL, *block = NULL;

    (void)context;
    if (size && evening.fails_in && --evening.fails_in == 0)
        return NULL;
    if (size) {
        block = malloc(sizeof *block + size);
        assert_non_null(block);
        block->size = size;
        if (was)
            memcpy(block + 1, was + 1, was->size < size ? was->size : size);
        evening.live++;
    }
    if (was) {
        memset(was + 1, 0xdd, was->size);
        free(was);
        evening.live--;
    }
    return block ? block + 1 : NULL;
}

static void draw(void *context, void *bytes, size_t size)
{
    (void)context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = evening.entropy++;
}

static void hear(void *context, const struct house_news *news)
{
    struct listener *listener = context;

    listener->count++;
    if (news->mine)
        listener->refusal = news->refusal;
    if (news->room)
        listener->room = *news->room;
    if (listener->closes && listener->line) {
        house_line_close(listener->line);
        listener->line = NULL;
    }
}

static void open_house(void)
{
    evening.house = house_open(&(struct house_plan){.resize = resize,
                                                    .entropy = draw,
                                                    .rooms_max = 8,
                                                    .batch_bytes_max = 1 << 20,
                                                    .log_bytes_max = 1 << 20});
    assert_non_null(evening.house);
    house_time(evening.house, START_MS, 1);
}

static int set_up(void **state)
{
    (void)state;
    memset(&evening, 0, sizeof evening);
    open_house();
    for (unsigned i = 0; i < LINES; i++) {
        uint8_t guest[HC_GUEST_BYTES];

        memset(guest, (int)(i + 1), sizeof guest);
        evening.listener[i].line =
            house_line_open(evening.house, guest, hear, &evening.listener[i]);
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    house_close(evening.house);
    assert_int_equal(evening.live, 0);
    return 0;
}

/* What the store says to everything that waits. */
static void store(bool works)
{
    struct house_entry entry;

    while (house_next_entry(evening.house, &entry)) {
        evening.saved =
            (struct house_saved){.room = entry.room, .bytes = evening.bytes, .size = entry.size};
        memcpy(evening.bytes, entry.bytes, entry.size);
    }
    house_stored(evening.house, &(struct house_verdict){.failed = !works});
}

static enum hc_refusal ask(unsigned who, const char *code, enum hc_room_verb verb, unsigned seat,
                           const char *text)
{
    struct hc_room_request request = {.verb = verb, .seat = (uint8_t)seat, .text = text};

    house_do(evening.listener[who].line, ++evening.tag, code, &request);
    return evening.listener[who].refusal;
}

/* Opens a room where the first guest is the host. */
static void open_room(const char *settings, char code[HC_ROOM_CODE_CHARS + 1])
{
    house_create(evening.listener[0].line, ++evening.tag,
                 &(struct house_room_plan){hc_game_find("shed"), "", settings, "A table"});
    store(true);
    memcpy(code, evening.listener[0].room.code, HC_ROOM_CODE_CHARS + 1);
    ask(0, code, HC_DO_SIT, HC_NONE, "Ann");
    store(true);
    assert_int_equal(evening.listener[0].room.taken, 1);
}

static struct hc_room_view look(const char *code)
{
    struct hc_room_view view;

    assert_true(house_look(evening.house, code, &view));
    return view;
}

/* ---- Stories --------------------------------------------------------------------------------- */

static void only_the_house_counts_connections(void **state)
{
    static const enum hc_room_verb verbs[] = {HC_DO_CONNECT, HC_DO_DISCONNECT, HC_DO_WATCH,
                                              HC_DO_BOT_MOVE};
    char code[HC_ROOM_CODE_CHARS + 1];

    (void)state;
    open_room("", code);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(ask(0, code, verbs[i], HC_NONE, ""), HC_NOT_ALLOWED);
        assert_int_equal(ask(1, code, verbs[i], HC_NONE, ""), HC_NOT_ALLOWED);
    }
    assert_true(look(code).seat[0].connected);
    assert_int_equal(look(code).watchers, 0);
}

static void who_was_sent_away_in_vain_is_there(void **state)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    (void)state;
    open_room("watch=none", code);
    ask(1, code, HC_DO_SIT, HC_NONE, "Bob");
    store(true);
    ask(0, code, HC_DO_KICK, 1, NULL);
    assert_int_equal(look(code).taken, 1);
    store(false);
    assert_int_equal(look(code).taken, 2);
    assert_true(look(code).seat[1].connected);
}

static void who_sat_down_in_vain_watches(void **state)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    (void)state;
    open_room("", code);
    ask(0, code, HC_DO_TITLE, HC_NONE, "Ours");
    house_enter(evening.listener[1].line, ++evening.tag, code);
    ask(1, code, HC_DO_SIT, HC_NONE, "Bob");
    store(false);
    assert_int_equal(look(code).taken, 1);
    assert_int_equal(look(code).watchers, 1);
    house_exit(evening.listener[1].line, ++evening.tag, code);
    assert_int_equal(look(code).watchers, 0);
}

/* Nobody may watch a match by having come in while the settings that were never stored let them. */
static void who_could_watch_in_vain_does_not(void **state)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    (void)state;
    open_room("watch=none", code);
    house_enter(evening.listener[1].line, ++evening.tag, code);
    ask(0, code, HC_DO_SETTINGS, HC_NONE, "watch=public");
    assert_int_equal(look(code).watchers, 1);
    store(false);
    assert_int_equal(look(code).watchers, 0);
}

static void what_is_lost_is_told_to_everybody(void **state)
{
    char code[HC_ROOM_CODE_CHARS + 1];

    (void)state;
    open_room("", code);
    house_enter(evening.listener[2].line, ++evening.tag, code);
    ask(0, code, HC_DO_TITLE, HC_NONE, "Ours");
    house_enter(evening.listener[1].line, ++evening.tag, code);
    store(false);
    assert_int_equal(evening.listener[0].refusal, HC_NOT_STORED);
    assert_int_equal(evening.listener[2].room.watchers, 2);
    assert_int_equal(evening.listener[2].room.mark, look(code).mark);
}

static void enter(struct house_line *line, const char *code)
{
    house_enter(line, ++evening.tag, code);
}

static void speak(struct house_line *line, const char *code)
{
    struct hc_room_request request = {.verb = HC_DO_CHAT, .seat = HC_NONE, .text = "hello"};

    house_do(line, ++evening.tag, code, &request);
}

static void be_refused(struct house_line *line, const char *code)
{
    struct hc_room_request request = {.verb = HC_DO_START, .seat = HC_NONE};

    house_do(line, ++evening.tag, code, &request);
}

/* Until whoever comes and goes next is told of at once. */
static void be_patient(void)
{
    house_time(evening.house, START_MS + HOUSE_PRESENCE_MS, 1);
    house_tick(evening.house);
    house_time(evening.house, START_MS + 2 * HOUSE_PRESENCE_MS, 1);
}

static void leave(struct house_line *line, const char *code)
{
    house_exit(line, ++evening.tag, code);
}

static void a_line_may_close_when_it_is_told(void **state)
{
    static void (*const does[])(struct house_line * line, const char *code) = {enter, speak,
                                                                               be_refused, leave};
    char code[HC_ROOM_CODE_CHARS + 1], other[HC_ROOM_CODE_CHARS + 1];

    for (unsigned i = 0; i < 4; i++)
        for (unsigned pending = 0; pending < 2; pending++) {
            if (i || pending)
                set_up(state);
            /* Without grace, a seat in the lobby is free as soon as its line is gone. */
            open_room("grace_ms=0", code);
            open_room("grace_ms=0", other);
            if (does[i] == be_refused) {
                ask(1, code, HC_DO_SIT, HC_NONE, "Bob");
                store(true);
            }
            if (does[i] == leave) {
                enter(evening.listener[1].line, code);
                enter(evening.listener[1].line, other);
                enter(evening.listener[2].line, code);
                enter(evening.listener[2].line, other);
                be_patient();
                evening.listener[2].closes = true;
            }
            if (pending)
                ask(0, code, HC_DO_TITLE, HC_NONE, "Ours");
            evening.listener[1].closes = true;
            does[i](evening.listener[1].line, code);
            store(true);
            assert_null(evening.listener[1].line);
            assert_int_equal(look(code).watchers, 0);
            if (i < 3 || !pending)
                tear_down(state);
        }
}

/* Whoever closes because another does must not be the way round by which that one is told. */
static void nothing_is_told_to_a_closed_line(void **state)
{
    char code[HC_ROOM_CODE_CHARS + 1], other[HC_ROOM_CODE_CHARS + 1];
    unsigned count;

    (void)state;
    open_room("", code);
    open_room("", other);
    enter(evening.listener[1].line, code);
    enter(evening.listener[1].line, other);
    be_patient();
    evening.listener[1].closes = true;
    count = evening.listener[0].count;
    house_line_close(evening.listener[0].line);
    assert_int_equal(evening.listener[0].count, count);
    assert_null(evening.listener[1].line);
}

static void a_clock_that_is_put_back_is_noticed(void **state)
{
    char code[HC_ROOM_CODE_CHARS + 1];
    uint64_t now_ms = START_MS - DAY_MS;

    (void)state;
    open_room("grace_ms=30000", code);
    house_line_close(evening.listener[0].line);
    assert_true(house_due(evening.house) == START_MS + 30000);
    house_time(evening.house, now_ms, 2);
    house_tick(evening.house);
    assert_true(house_due(evening.house) == now_ms + 30000);
}

static void a_room_is_loaded_or_not(void **state)
{
    char code[HC_ROOM_CODE_CHARS + 1];
    struct hc_problem why;
    bool loaded = false;

    open_room("", code);
    for (unsigned fails_in = 1; !loaded; fails_in++) {
        tear_down(state);
        open_house();
        evening.fails_in = fails_in;
        loaded = house_load(evening.house, &evening.saved, &why);
        evening.fails_in = 0;
        assert_int_equal(house_counts(evening.house)->rooms, loaded);
        if (!loaded)
            assert_true(house_load(evening.house, &evening.saved, &why));
        assert_int_equal(look(code).taken, 1);
        assert_in_range(fails_in, 1, SAVED_MAX);
    }
}

static void an_old_thought_is_not_counted(void **state)
{
    struct house_thought thought = {.code = "BCDFHJ"};
    struct hc_command command = {.verb = HC_NONE};

    (void)state;
    house_thought_done(evening.house, &thought, &command);
    assert_int_equal(house_counts(evening.house)->thinking, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_the_house_counts_connections, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_was_sent_away_in_vain_is_there, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_sat_down_in_vain_watches, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_could_watch_in_vain_does_not, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_lost_is_told_to_everybody, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_line_may_close_when_it_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_is_told_to_a_closed_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_clock_that_is_put_back_is_noticed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_room_is_loaded_or_not, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_old_thought_is_not_counted, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
