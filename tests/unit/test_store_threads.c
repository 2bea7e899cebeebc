// SPDX-License-Identifier: MIT
/*
 * test_store_threads.c: the store as a server uses it, through store.h alone: batches, conflicts,
 * reports in their order, what is there after a restart and after kill -9. The thread sanitizer
 * runs this too.
 */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "stored.h"

#include "seed.h"
#include "store/thread.h"
#include "tools/store_tools.h"

/* ---- Rooms that were found ---- */

enum { FOUND_MAX = 64 };

struct found {
    size_t count;
    struct {
        uint64_t room;
        size_t size, log_size, finished_size;
        uint32_t finished_number;
        uint8_t bytes[64], log[1 << 16], finished[1 << 16];
    } room[FOUND_MAX];
};

static void keep(void *context, const struct store_room *room)
{
    struct found *found = context;

    assert_true(found->count < FOUND_MAX && room->size <= 64 && room->log_size <= 1 << 16);
    found->room[found->count].room = room->room;
    found->room[found->count].size = room->size;
    found->room[found->count].log_size = room->log_size;
    if (room->size)
        memcpy(found->room[found->count].bytes, room->bytes, room->size);
    if (room->log_size)
        memcpy(found->room[found->count].log, room->log, room->log_size);
    assert_true(room->finished_size <= 1 << 16);
    found->room[found->count].finished_size = room->finished_size;
    found->room[found->count].finished_number = room->finished_number;
    if (room->finished)
        memcpy(found->room[found->count].finished, room->finished, room->finished_size);
    found->count++;
}

static struct store *open_at(const char *path, struct found *found)
{
    struct hc_problem why;
    struct store *store = store_open(path, &why);

    if (!store)
        fail_msg("%s", why.text);
    if (found)
        memset(found, 0, sizeof *found);
    if (!store_each_room(store, found ? keep : NULL, found, &why))
        fail_msg("%s", why.text);
    return store;
}

static size_t index_of(const struct found *found, uint64_t room)
{
    size_t i = 0;

    while (i < found->count && found->room[i].room != room)
        i++;
    assert_true(i < found->count);
    return i;
}

static struct found found;

/* ---- Tests ---- */

static void stored_is_there_after_a_restart(void **state)
{
    const char *path = stored_path("restart.db");
    struct answer *answer = answer_new();
    struct store *store = open_at(path, &found);
    struct store_batch *batch = store_batch_new();
    /* The largest number is as good as any. */
    const uint64_t large = UINT64_MAX;

    (void)state;
    assert_int_equal(found.count, 0);
    assert_true(add_room(batch, 7, 0, "\1seven", 6));
    assert_true(add_log(batch, large, 0, "xyz", 3));
    assert_int_equal(store_batch_entries(batch), 2);
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    batch = store_batch_new();
    assert_true(add_log(batch, 7, 0, "abcdefg", 7));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    assert_string_equal(answer->sentence, "");
    batch = store_batch_new();
    assert_true(add_room(batch, 7, 7, "\1again", 6));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    store_close(store);

    store = open_at(path, &found);
    assert_int_equal(found.count, 2);
    assert_memory_equal(found.room[index_of(&found, 7)].bytes, "\1again", 6);
    assert_int_equal(found.room[index_of(&found, 7)].log_size, 7);
    assert_memory_equal(found.room[index_of(&found, 7)].log, "abcdefg", 7);
    assert_int_equal(found.room[index_of(&found, large)].size, 0);
    assert_memory_equal(found.room[index_of(&found, large)].log, "xyz", 3);

    batch = store_batch_new();
    assert_true(add_gone(batch, large, 3));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    store_close(store);
    store = open_at(path, &found);
    assert_int_equal(found.count, 1);
    store_close(store);
    answer_free(answer);
}

static void a_conflict_concerns_its_room_alone(void **state)
{
    const char *path = stored_path("conflict.db");
    struct answer *answer = answer_new();
    struct store *store = open_at(path, NULL);
    struct store_batch *batch = store_batch_new();

    (void)state;
    assert_true(add_log(batch, 1, 0, "one", 3));
    assert_true(add_log(batch, 2, 0, "two", 3));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);

    /* Nothing of an entry that takes the log to be longer or shorter is stored. */
    batch = store_batch_new();
    assert_true(add_log(batch, 1, 3, "ONE", 3));
    assert_true(store_batch_add(batch, &(struct store_entry){.room = 2,
                                                             .log_size = 2,
                                                             .log = (const uint8_t *)"TWO",
                                                             .log_bytes = 3,
                                                             .bytes = (const uint8_t *)"\1late",
                                                             .size = 5}));
    assert_true(add_log(batch, 3, 5, "three", 5));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_CONFLICT);
    assert_int_equal(answer->conflict_count, 2);
    assert_int_equal(answer->conflict[0].room, 2);
    assert_int_equal(answer->conflict[0].log_size, 3);
    assert_int_equal(answer->conflict[1].room, 3);
    assert_int_equal(answer->conflict[1].log_size, 0);
    store_close(store);

    store = open_at(path, &found);
    assert_int_equal(found.count, 2);
    assert_memory_equal(found.room[index_of(&found, 1)].log, "oneONE", 6);
    assert_int_equal(found.room[index_of(&found, 2)].log_size, 3);
    assert_int_equal(found.room[index_of(&found, 2)].size, 0);
    store_close(store);
    answer_free(answer);
}

static void fill_result(struct store_result *result, uint32_t number)
{
    memset(result, 0, sizeof *result);
    result->number = number;
    result->finished_ms = 1000 + number;
    result->seats = 2;
    result->seat[0].identity[0] = 10;
    snprintf(result->seat[0].name, STORE_NAME_CHARS, "Ann");
    result->seat[1].identity[0] = 11;
    snprintf(result->seat[1].name, STORE_NAME_CHARS, "Ben");
}

static void a_finished_match_is_kept(void **state)
{
    const char *path = stored_path("finished.db");
    struct played *played = play_match("two", "", 2, 5, 10000);
    struct answer *answer = answer_new();
    struct store *store = open_at(path, NULL);
    struct store_batch *batch = store_batch_new();
    struct store_result result;
    size_t at = 0;

    (void)state;
    fill_result(&result, 1);
    assert_true(add_room(batch, 9, 0, "\1r", 2));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    for (size_t i = 0; i + 1 < played->cuts; at = played->cut[i++]) {
        batch = store_batch_new();
        assert_true(add_log(batch, 9, at, played->bytes + at, played->cut[i] - at));
        assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    }
    /* The last piece comes with the result, and with the room as it is afterwards. */
    batch = store_batch_new();
    assert_true(store_batch_add(batch, &(struct store_entry){.room = 9,
                                                             .log_size = at,
                                                             .log = played->bytes + at,
                                                             .log_bytes = played->size - at,
                                                             .result = &result,
                                                             .bytes = (const uint8_t *)"\1s",
                                                             .size = 2}));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    batch = store_batch_new();
    assert_true(add_log(batch, 9, 0, played->bytes, played->cut[0]));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);

    assert_true(store_log(store, 9, 1, answer_came, answer));
    answer_wait(answer);
    assert_int_equal(answer->outcome, STORE_DURABLE);
    assert_int_equal(answer->size, played->size);
    assert_memory_equal(answer->bytes, played->bytes, played->size);
    assert_true(store_log(store, 9, 2, answer_came, answer));
    answer_wait(answer);
    assert_int_equal(answer->outcome, STORE_MISSING);

    /* The same match once more is a conflict, and the log goes on. */
    batch = store_batch_new();
    assert_true(store_batch_add(
        batch, &(struct store_entry){.room = 9, .log_size = played->cut[0], .result = &result}));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_CONFLICT);
    assert_int_equal(answer->conflict[0].log_size, played->cut[0]);

    assert_true(store_history(store, result.seat[1].identity, 0, 5, answer_came, answer));
    answer_wait(answer);
    assert_int_equal(answer->count, 1);
    assert_int_equal(answer->match[0].room, 9);
    assert_int_equal(answer->match[0].number, 1);
    assert_int_equal(answer->match[0].finished_ms, 1001);
    assert_string_equal(answer->match[0].game, "two");
    /* It can be checked while it is open. */
    assert_true(store_check(path));
    store_close(store);

    store = open_at(path, &found);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.room[0].log_size, played->cut[0]);
    assert_memory_equal(found.room[0].bytes, "\1s", 2);
    store_close(store);
    answer_free(answer);
    free(played);
}

static void finish(struct store *store, const struct played *played, uint32_t number, bool gone)
{
    struct answer *answer = answer_new();
    struct store_batch *batch = store_batch_new();
    struct store_result result;

    fill_result(&result, number);
    assert_true(store_batch_add(batch, &(struct store_entry){.room = 9,
                                                             .log = played->bytes,
                                                             .log_bytes = played->size,
                                                             .result = &result,
                                                             .bytes = (const uint8_t *)"\1over",
                                                             .size = 5,
                                                             .gone = gone}));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    answer_free(answer);
}

static void the_last_finished_log_comes_with_its_room(void **state)
{
    const char *path = stored_path("last.db");
    struct played *first = play_match("two", "", 2, 5, 10000);
    struct played *second = play_match("two", "", 2, 6, 10000);
    struct store *store = open_at(path, NULL);
    struct answer *answer = answer_new();
    struct store_batch *batch = store_batch_new();

    (void)state;
    finish(store, first, 1, false);
    finish(store, second, 2, false);
    assert_true(add_room(batch, 10, 0, "\1lobby", 6));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    store_close(store);

    store = open_at(path, &found);
    assert_int_equal(found.count, 2);
    assert_int_equal(found.room[index_of(&found, 9)].finished_number, 2);
    assert_int_equal(found.room[index_of(&found, 9)].finished_size, second->size);
    assert_memory_equal(found.room[index_of(&found, 9)].finished, second->bytes, second->size);
    assert_int_equal(found.room[index_of(&found, 10)].finished_size, 0);
    /* Not while the next one is played. */
    batch = store_batch_new();
    assert_true(add_log(batch, 9, 0, first->bytes, first->cut[0]));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    store_close(store);

    store = open_at(path, &found);
    assert_int_equal(found.room[index_of(&found, 9)].log_size, first->cut[0]);
    assert_int_equal(found.room[index_of(&found, 9)].finished_size, 0);
    store_close(store);
    answer_free(answer);
    free(first);
    free(second);
}

/* A match may end as its room does: it is counted, and the room is gone. */
static void a_room_may_go_with_its_match(void **state)
{
    const char *path = stored_path("goes.db");
    struct played *played = play_match("two", "", 2, 5, 10000);
    struct store *store = open_at(path, NULL);
    struct answer *answer = answer_new();

    (void)state;
    finish(store, played, 1, true);
    assert_true(store_log(store, 9, 1, answer_came, answer));
    answer_wait(answer);
    assert_int_equal(answer->size, played->size);
    store_close(store);
    store_close(open_at(path, &found));
    assert_int_equal(found.count, 0);
    answer_free(answer);
    free(played);
}

struct refusing {
    struct store *store;
    unsigned given;
};

static void refuse_room_8(void *context, const struct store_room *room)
{
    struct refusing *refusing = context;
    struct hc_problem why;

    refusing->given++;
    if (room->room == 8)
        assert_true(store_set_aside(refusing->store, 8, "nobody can read this", &why));
}

static void a_room_set_aside_stays_aside(void **state)
{
    const char *path = stored_path("set-aside.db");
    struct store *store = open_at(path, NULL);
    struct store_batch *batch = store_batch_new();
    struct answer *answer = answer_new();
    struct refusing refusing = {.given = 0};
    struct hc_problem why;

    (void)state;
    assert_true(add_room(batch, 7, 0, "\1seven", 6));
    assert_true(add_room(batch, 8, 0, "\1eight", 6));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    store_close(store);

    refusing.store = store_open(path, &why);
    assert_non_null(refusing.store);
    assert_true(store_each_room(refusing.store, refuse_room_8, &refusing, &why));
    assert_int_equal(refusing.given, 2);
    assert_int_equal(store_aside_count(refusing.store), 1);
    batch = store_batch_new();
    assert_true(add_log(batch, 7, 0, "x", 1));
    assert_int_equal(write_and_wait(refusing.store, batch, answer), STORE_DURABLE);
    store_close(refusing.store);

    store = open_at(path, &found);
    assert_int_equal(found.count, 1);
    assert_int_equal(found.room[0].room, 7);
    assert_int_equal(store_aside_count(store), 1);
    store_close(store);
    answer_free(answer);
}

/* Each report compares its number with the one that is expected. */
struct order {
    struct answer *answer;
    unsigned expected, wrong;
};
struct ticket {
    struct order *order;
    unsigned number;
};

static void in_order(void *context, const struct store_report *report)
{
    struct ticket *ticket = context;

    ticket->order->wrong +=
        ticket->number != ticket->order->expected++ || report->outcome != STORE_DURABLE;
    answer_came(ticket->order->answer, report);
}

static void reports_come_in_order(void **state)
{
    enum { BATCHES = 2000 };
    const char *path = stored_path("order.db");
    struct store *store = open_at(path, NULL);
    struct order order = {answer_new(), 0, 0};
    struct ticket *tickets = calloc(BATCHES, sizeof *tickets);

    (void)state;
    assert_non_null(tickets);
    for (unsigned i = 0; i < BATCHES; i++) {
        struct store_batch *batch = store_batch_new();

        tickets[i] = (struct ticket){&order, i};
        assert_true(add_log(batch, 1, i, "x", 1));
        assert_true(add_log(batch, 100 + i % 10, i / 10, "y", 1));
        if (i >= STORE_WAITING_MAX)
            answer_wait(order.answer);
        assert_true(store_write(store, batch, in_order, &tickets[i]));
    }
    store_close(store);
    assert_int_equal(order.expected, BATCHES);
    assert_int_equal(order.wrong, 0);

    store = open_at(path, &found);
    assert_int_equal(found.room[index_of(&found, 1)].log_size, BATCHES);
    assert_int_equal(found.room[index_of(&found, 109)].log_size, BATCHES / 10);
    store_close(store);
    answer_free(order.answer);
    free(tickets);
}

/* Keeps the thread of the store from all other work until the test lets it go on. */
struct gate {
    sem_t is_reached, may_go_on;
};

static void wait_at_gate(void *context, const struct store_report *report)
{
    struct gate *gate = context;

    (void)report;
    sem_post(&gate->is_reached);
    while (sem_wait(&gate->may_go_on))
        continue;
}

static void a_full_queue_says_so(void **state)
{
    struct answer *answer = answer_new();
    struct hc_problem why;
    struct store *store = store_open_memory(NULL, &why);
    struct store_batch *batch = store_batch_new();
    struct gate gate;

    (void)state;
    assert_non_null(store);
    assert_true(store_each_room(store, NULL, NULL, &why));
    sem_init(&gate.is_reached, 0, 0);
    sem_init(&gate.may_go_on, 0, 0);
    assert_true(add_log(batch, 1, 0, "x", 1));
    assert_true(store_write(store, batch, wait_at_gate, &gate));
    while (sem_wait(&gate.is_reached))
        continue;
    for (unsigned i = 0; i < STORE_WAITING_MAX; i++) {
        batch = store_batch_new();
        assert_true(add_log(batch, 1, 1 + i, "x", 1));
        assert_true(store_write(store, batch, answer_came, answer));
    }
    batch = store_batch_new();
    assert_true(add_log(batch, 1, 1 + STORE_WAITING_MAX, "x", 1));
    assert_false(store_write(store, batch, answer_came, answer));
    sem_post(&gate.may_go_on);
    for (unsigned i = 0; i < STORE_WAITING_MAX; i++)
        answer_wait(answer);
    assert_int_equal(answer->outcome, STORE_DURABLE);
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    store_close(store);
    sem_destroy(&gate.is_reached);
    sem_destroy(&gate.may_go_on);
    answer_free(answer);
}

static void after_a_failure_nothing_half_done_is_there(void **state)
{
    struct store_faults faults = {.fail_batch = 2};
    struct answer *answer = answer_new();
    struct hc_problem why;
    struct store *store = store_open_memory(&faults, &why);
    static const enum store_outcome want[] = {STORE_DURABLE, STORE_FAILED, STORE_CONFLICT,
                                              STORE_DURABLE};
    static const unsigned at[] = {0, 1, 2, 1};

    (void)state;
    assert_non_null(store);
    assert_true(store_each_room(store, NULL, NULL, &why));
    /* The second fails; the third was made before that was known; the fourth tries again. */
    for (unsigned i = 0; i < 4; i++) {
        struct store_batch *batch = store_batch_new();

        assert_true(add_log(batch, 1, at[i], "x", 1));
        assert_int_equal(write_and_wait(store, batch, answer), want[i]);
        if (want[i] == STORE_FAILED)
            assert_non_null(strstr(answer->sentence, "on purpose"));
    }
    store_close(store);
    answer_free(answer);
}

static void limits_hold(void **state)
{
    static uint8_t many[STORE_BATCH_BYTES_MAX + 1] = {1};
    const uint8_t *const no_version = (const uint8_t *)"\0no version";
    struct store_result good, seats, name;
    const struct {
        const char *why;
        struct store_entry entry;
    } rows[] = {
        {"nothing at all", {.room = 1}},
        {"no version", {.room = 1, .bytes = no_version, .size = 11}},
        {"a large room", {.room = 1, .bytes = many, .size = STORE_ROOM_BYTES_MAX + 1}},
        {"more than a batch", {.room = 1, .log = many, .log_bytes = sizeof many}},
        {"a full log", {.room = 1, .log_size = STORE_LOG_BYTES_MAX, .log = many, .log_bytes = 1}},
        {"no such log", {.room = 1, .log_size = UINT64_MAX, .log = many, .log_bytes = 1}},
        {"a note alone", {.room = 1, .note = many, .note_size = 1}},
        {"a long note",
         {.room = 1,
          .log = many,
          .log_bytes = 1,
          .note = many,
          .note_size = STORE_NOTE_BYTES_MAX + 1}},
        {"a note to no log",
         {.room = 1, .log = many, .log_bytes = 1, .result = &good, .note = many, .note_size = 1}},
        {"a result of no log", {.room = 1, .result = &good}},
        {"too many seats", {.room = 1, .log_size = 1, .result = &seats}},
        {"an endless name", {.room = 1, .log_size = 1, .result = &name}},
    };
    struct store_batch *batch = store_batch_new();
    size_t entries = 0;

    (void)state;
    fill_result(&good, 1);
    seats = name = good;
    seats.seats = HC_SEATS_MAX + 1;
    memset(name.seat[1].name, 'x', STORE_NAME_CHARS);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (store_batch_add(batch, &rows[i].entry))
            fail_msg("taken: %s", rows[i].why);
    assert_int_equal(store_batch_entries(batch), 0);
    while (add_room(batch, entries, 0, many, STORE_ROOM_BYTES_MAX))
        entries++;
    assert_in_range(entries, 100, 128);
    /* What did not fit has left nothing behind: a smaller entry of that room does. */
    assert_true(add_room(batch, entries, 0, many, 1));
    assert_int_equal(store_batch_entries(batch), entries + 1);
    store_batch_free(batch);
}

static void a_room_has_one_entry_in_a_batch(void **state)
{
    enum { ROOMS_MANY = 5000 };
    struct answer *answer = answer_new();
    struct store_batch *batch = store_batch_new();
    struct hc_problem why;
    struct store *store = store_open_memory(NULL, &why);

    (void)state;
    assert_non_null(store);
    assert_true(store_each_room(store, NULL, NULL, &why));
    for (uint64_t room = 0; room < ROOMS_MANY; room++)
        assert_true(add_log(batch, room << 40, 0, "x", 1));
    for (uint64_t room = 0; room < ROOMS_MANY; room++) {
        assert_false(add_log(batch, room << 40, 1, "y", 1));
        assert_false(add_gone(batch, room << 40, 1));
    }
    assert_int_equal(store_batch_entries(batch), ROOMS_MANY);
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    batch = store_batch_new();
    assert_true(add_log(batch, 1ull << 40, 1, "y", 1));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    store_close(store);
    answer_free(answer);
}

static void a_file_has_one_server(void **state)
{
    const char *path = stored_path("locked.db");
    struct store *store = open_at(path, NULL);
    struct hc_problem why;
    char number[32];

    (void)state;
    snprintf(number, sizeof number, "number %ld;", (long)getpid());
    assert_null(store_open(path, &why));
    assert_non_null(strstr(why.text, "is served by another process"));
    assert_non_null(strstr(why.text, number));
    store_close(store);
    store_close(open_at(path, NULL));
}

/* ---- A backup of a busy store ---- */

static void append_to_all(struct store *store, unsigned turn, struct answer *answer)
{
    struct store_batch *batch = store_batch_new();

    for (unsigned room = 0; room < 20; room++)
        assert_true(add_log(batch, room, turn, "x", 1));
    if (turn >= STORE_WAITING_MAX)
        answer_wait(answer);
    assert_true(store_write(store, batch, answer_came, answer));
}

static void a_backup_is_of_one_moment(void **state)
{
    char path[STORED_CHARS], to[STORED_CHARS];
    struct answer *answer = answer_new();
    struct store *store;
    unsigned turn = 0;
    size_t last = 0;

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("busy.db"));
    snprintf(to, sizeof to, "%s", stored_path("backup.db"));
    store = open_at(path, NULL);
    for (unsigned backups = 0; backups < 5; backups++) {
        while (turn < 150 * (backups + 1))
            append_to_all(store, turn++, answer);
        /* As many as can wait are still being written. */
        assert_true(store_backup(path, to));
        store_close(open_at(to, &found));
        assert_int_equal(found.count, 20);
        for (unsigned room = 0; room < 20; room++)
            assert_int_equal(found.room[room].log_size, found.room[0].log_size);
        assert_true(found.room[0].log_size > last);
        last = found.room[0].log_size;
    }
    store_close(store);
    answer_free(answer);
}

/* ---- kill -9 ---- */

enum { ROOMS = 10, KILLS = 5, BATCHES_KNOWN = 500 };

struct acknowledged {
    int to;
    sem_t *room_left;
    unsigned sizes[ROOMS];
};

/* Says over a pipe how long each log is, once that is durable. */
static void acknowledge(void *context, const struct store_report *report)
{
    const struct acknowledged *known = context;

    if (report->outcome != STORE_DURABLE || write(known->to, known->sizes, sizeof known->sizes) < 0)
        _exit(1);
    sem_post(known->room_left);
    free(context);
}

/* Writes to ten rooms until it is killed; now and then a room ends, so that there is garbage. */
static void write_for_ever(const char *path, int to, const unsigned start[ROOMS])
{
    struct hc_problem why;
    struct store *store = store_open(path, &why);
    static uint8_t bytes[2000];
    static const uint8_t saved[50] = {1};
    unsigned sizes[ROOMS];
    sem_t room_left; /* in the queue of the store */

    if (sem_init(&room_left, 0, STORE_WAITING_MAX) || !store ||
        !store_each_room(store, NULL, NULL, &why))
        _exit(1);
    memcpy(sizes, start, sizeof sizes);
    for (uint64_t turn = 0;; turn++) {
        struct store_batch *batch = store_batch_new();
        struct acknowledged *known = malloc(sizeof *known);

        for (unsigned room = 0; room < ROOMS; room++) {
            memset(bytes, 'a' + (int)room, sizeof bytes);
            if (!store_batch_add(batch, &(struct store_entry){.room = room,
                                                              .log_size = sizes[room],
                                                              .log = bytes,
                                                              .log_bytes = 10 + room,
                                                              .bytes = saved,
                                                              .size = sizeof saved}))
                _exit(1);
            sizes[room] += 10 + room;
        }
        store_batch_add(
            batch, &(struct store_entry){
                       .room = 1000 + turn, .log = bytes, .log_bytes = sizeof bytes, .gone = true});
        known->to = to;
        known->room_left = &room_left;
        memcpy(known->sizes, sizes, sizeof sizes);
        if (sem_wait(&room_left) || !store_write(store, batch, acknowledge, known))
            _exit(1);
    }
}

struct survivors {
    unsigned sizes[ROOMS], rooms, wrong;
};

static void survive(void *context, const struct store_room *room)
{
    struct survivors *survivors = context;

    survivors->rooms++;
    if (room->room >= ROOMS) {
        survivors->wrong++;
        return;
    }
    survivors->sizes[room->room] = (unsigned)room->log_size;
    for (size_t i = 0; i < room->log_size; i++)
        survivors->wrong += room->log[i] != 'a' + (uint8_t)room->room;
    survivors->wrong += room->size != 50 || room->bytes[0] != 1;
}

/* Kills a writer that has acknowledged so many batches, and gives the sizes that it last said. */
static void kill_a_writer(const char *path, const unsigned start[ROOMS], unsigned batches,
                          unsigned known[ROOMS])
{
    unsigned sizes[ROOMS];
    int ends[2], status;
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (!child) {
        close(ends[0]);
        write_for_ever(path, ends[1], start);
    }
    close(ends[1]);
    /* What was in the pipe when the writer died was acknowledged too. */
    while (read(ends[0], sizes, sizeof sizes) == sizeof sizes) {
        memcpy(known, sizes, sizeof sizes);
        if (batches && !--batches)
            kill(child, SIGKILL);
    }
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void what_was_acknowledged_survives_kill(void **state)
{
    char path[STORED_CHARS];
    unsigned known[ROOMS] = {0}, start[ROOMS] = {0};
    uint64_t dice = test_seed() * 0x9e3779b97f4a7c15 | 1;
    struct survivors survivors;
    struct hc_problem why;

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("kill.db"));
    for (unsigned kills = 0; kills < KILLS; kills++) {
        struct store *store;

        kill_a_writer(path, start, 1 + stored_below(&dice, BATCHES_KNOWN), known);
        memset(&survivors, 0, sizeof survivors);
        store = store_open(path, &why);
        assert_non_null(store);
        assert_true(store_each_room(store, survive, &survivors, &why));
        store_close(store);
        assert_int_equal(survivors.rooms, ROOMS);
        assert_int_equal(survivors.wrong, 0);
        for (unsigned room = 0; room < ROOMS; room++)
            assert_true(survivors.sizes[room] >= known[room]);
        memcpy(start, survivors.sizes, sizeof start);
    }
}

/* ---- Questions ---- */

/* Ends when the batch is reported. */
static void wait_for_batch(void *context, const struct store_report *report)
{
    struct answer *batch = context;

    (void)report;
    answer_wait(batch);
}

/* Ends when the store is being closed. Only this thread is ever woken by the queue. */
static void wait_for_close(void *context, const struct store_report *report)
{
    struct store *store = context;
    struct queue *queue = &store->reader.queue;

    (void)report;
    pthread_mutex_lock(&queue->mutex);
    while (!queue->stopping)
        pthread_cond_wait(&queue->wake, &queue->mutex);
    pthread_mutex_unlock(&queue->mutex);
}

static void questions_do_not_stand_before_batches(void **state)
{
    struct answer *answer = answer_new();
    struct store *store = open_at(stored_path("beside.db"), NULL);
    struct store_batch *batch = store_batch_new();

    (void)state;
    /* If the batch had to wait for the question before it, both would wait for ever. */
    assert_true(store_leaders(store, "two", 0, 10, wait_for_batch, answer));
    assert_true(add_log(batch, 1, 0, "x", 1));
    assert_true(store_write(store, batch, answer_came, answer));
    store_close(store);
    assert_int_equal(answer->outcome, STORE_DURABLE);
    answer_free(answer);
}

static void count_failures(void *context, const struct store_report *report)
{
    unsigned *failures = context;

    *failures += report->outcome == STORE_FAILED && strstr(report->sentence, "is being closed");
}

static void closing_gives_up_questions(void **state)
{
    struct answer *answer = answer_new();
    struct store *store = open_at(stored_path("given-up.db"), NULL);
    struct store_batch *batch = store_batch_new();
    unsigned failures = 0;

    (void)state;
    assert_true(store_leaders(store, "two", 0, 10, wait_for_close, store));
    for (unsigned i = 0; i < 32; i++)
        assert_true(store_leaders(store, "two", 0, 10, count_failures, &failures));
    assert_true(add_log(batch, 1, 0, "x", 1));
    assert_true(store_write(store, batch, answer_came, answer));
    store_close(store);
    assert_int_equal(failures, 32);
    assert_int_equal(answer->outcome, STORE_DURABLE);
    answer_free(answer);
}

static void questions_have_a_depth(void **state)
{
    struct answer *answer = answer_new();
    struct store *store = open_at(stored_path("deep.db"), NULL);
    const uint8_t identity[STORE_IDENTITY_BYTES] = {1};

    (void)state;
    for (uint32_t deeper = 0; deeper < 2; deeper++) {
        assert_true(store_leaders(store, "two", STORE_DEPTH_MAX + deeper, 10, answer_came, answer));
        answer_wait(answer);
        assert_int_equal(answer->outcome, deeper ? STORE_FAILED : STORE_DURABLE);
        assert_true(
            store_history(store, identity, STORE_DEPTH_MAX + deeper, 10, answer_came, answer));
        answer_wait(answer);
        assert_int_equal(answer->outcome, deeper ? STORE_FAILED : STORE_DURABLE);
    }
    store_close(store);
    answer_free(answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stored_is_there_after_a_restart),
        cmocka_unit_test(a_conflict_concerns_its_room_alone),
        cmocka_unit_test(a_finished_match_is_kept),
        cmocka_unit_test(the_last_finished_log_comes_with_its_room),
        cmocka_unit_test(a_room_may_go_with_its_match),
        cmocka_unit_test(a_room_set_aside_stays_aside),
        cmocka_unit_test(reports_come_in_order),
        cmocka_unit_test(a_full_queue_says_so),
        cmocka_unit_test(after_a_failure_nothing_half_done_is_there),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(a_room_has_one_entry_in_a_batch),
        cmocka_unit_test(a_file_has_one_server),
        cmocka_unit_test(a_backup_is_of_one_moment),
        cmocka_unit_test(what_was_acknowledged_survives_kill),
        cmocka_unit_test(questions_do_not_stand_before_batches),
        cmocka_unit_test(closing_gives_up_questions),
        cmocka_unit_test(questions_have_a_depth),
    };

    return cmocka_run_group_tests(tests, NULL, stored_clean);
}
