// SPDX-License-Identifier: MIT
/*
 * test_store_memos.c: what doors of a server remember: stored with the rooms of its batch or not at
 * all, found again, checked, saved from damaged files, and part of every copy.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stored.h"

#include "store/thread.h"
#include "tools/store_tools.h"

/* "key=bytes " of every memo, in their order. */
static char found[1000];

static void find(void *context, const uint8_t *key, size_t key_size, const uint8_t *bytes,
                 size_t size)
{
    size_t used = strlen(found);

    (void)context;
    snprintf(found + used, sizeof found - used, "%.*s=%.*s ", (int)key_size, (const char *)key,
             (int)size, (const char *)bytes);
}

static struct store *start(struct store *store, struct hc_problem *why)
{
    if (!store)
        fail_msg("%s", why->text);
    *found = '\0';
    assert_true(store_each_memo(store, find, NULL, why));
    assert_true(store_each_room(store, NULL, NULL, why));
    return store;
}

static struct store *open_again(const char *path)
{
    struct hc_problem why;

    return start(store_open(path, &why), &why);
}

static void add_memo(struct store_batch *batch, const char *key, const char *text)
{
    assert_true(store_batch_memo(batch, (const uint8_t *)key, strlen(key), (const uint8_t *)text,
                                 strlen(text)));
}

static void run_sql(const char *path, const char *sql)
{
    sqlite3 *sqlite;

    assert_int_equal(sqlite3_open(path, &sqlite), SQLITE_OK);
    assert_int_equal(sqlite3_exec(sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(sqlite);
}

/* A file with memos and a room. */
static void make_file(const char *path)
{
    struct answer *answer = answer_new();
    struct store *store = open_again(path);
    struct store_batch *batch = store_batch_new();

    assert_true(add_room(batch, 1, 0, "\1 room", 6));
    add_memo(batch, "b", "two");
    add_memo(batch, "a", "one");
    add_memo(batch, "c", "three");
    assert_int_equal(store_batch_memos(batch), 3);
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    store_close(store);
    answer_free(answer);
}

static void memos_are_found_again(void **state)
{
    struct answer *answer = answer_new();
    struct store_batch *batch = store_batch_new();
    struct store *store;
    char path[STORED_CHARS];

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("again.db"));
    make_file(path);
    store = open_again(path);
    assert_string_equal(found, "a=one b=two c=three ");
    add_memo(batch, "a", "four");
    add_memo(batch, "b", "");
    add_memo(batch, "d", "five");
    add_memo(batch, "d", "six");
    add_memo(batch, "never there", "");
    assert_int_equal(store_batch_entries(batch), 0);
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    store_close(store);
    store_close(open_again(path));
    assert_string_equal(found, "a=four c=three d=six ");
    answer_free(answer);
}

static void limits_hold(void **state)
{
    static const uint8_t bytes[STORE_MEMO_BYTES_MAX + 1] = {1};
    struct store_batch *batch = store_batch_new();

    (void)state;
    assert_false(store_batch_memo(batch, bytes, 0, bytes, 1));
    assert_false(store_batch_memo(batch, bytes, STORE_MEMO_KEY_MAX + 1, bytes, 1));
    assert_false(store_batch_memo(batch, bytes, 1, bytes, STORE_MEMO_BYTES_MAX + 1));
    assert_int_equal(store_batch_memos(batch), 0);
    assert_true(store_batch_memo(batch, bytes, STORE_MEMO_KEY_MAX, bytes, STORE_MEMO_BYTES_MAX));
    while (store_batch_memo(batch, bytes, 1, bytes, STORE_MEMO_BYTES_MAX))
        assert_true(store_batch_memos(batch) <= STORE_MEMOS_BYTES_MAX / STORE_MEMO_BYTES_MAX);
    assert_true(store_batch_memos(batch) > STORE_MEMOS_BYTES_MAX / STORE_MEMO_BYTES_MAX / 2);
    store_batch_free(batch);
}

/* All of a batch that fails is undone; and a conflict is about its room alone. */
static void a_batch_and_its_memos_share_their_fate(void **state)
{
    static const enum store_outcome want[] = {STORE_DURABLE, STORE_FAILED, STORE_CONFLICT};
    static const char *const left[] = {"a=0 ", "a=0 ", "a=2 "};
    struct store_faults faults = {.fail_batch = 2};
    struct answer *answer = answer_new();
    struct hc_problem why;
    struct store *store = store_open_memory(&faults, &why);

    (void)state;
    start(store, &why);
    assert_string_equal(found, "");
    for (unsigned i = 0; i < 3; i++) {
        struct store_batch *batch = store_batch_new();
        char text[] = {(char)('0' + i), '\0'};

        assert_true(add_log(batch, 1, i, "x", 1));
        add_memo(batch, "a", text);
        assert_int_equal(write_and_wait(store, batch, answer), want[i]);
        *found = '\0';
        /* The thread waits for the next job meanwhile. */
        assert_true(store->base->kind->memos(store->base, find, NULL));
        assert_string_equal(found, left[i]);
    }
    store_close(store);
    answer_free(answer);
}

/* A memo that is not as it was written is noticed, and is not given to anybody. */
static void damage_is_noticed(void **state)
{
    char path[STORED_CHARS], saved[STORED_CHARS];
    struct store *store;

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("damaged.db"));
    snprintf(saved, sizeof saved, "%s", stored_path("rescued.db"));
    make_file(path);
    assert_true(store_check(path));
    run_sql(path, "UPDATE memos SET bytes = 'tWo' WHERE key = x'62'");
    assert_false(store_check(path));
    assert_true(store_rescue(path, saved));
    assert_true(store_check(saved));
    store_close(open_again(saved));
    assert_string_equal(found, "a=one c=three ");
    /* A server does the same by itself. */
    store = open_again(path);
    assert_true(*store_rescued(store));
    assert_string_equal(found, "a=one c=three ");
    store_close(store);
    assert_true(store_check(path));
}

static void copies_have_them(void **state)
{
    char path[STORED_CHARS], to[STORED_CHARS];

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("copied.db"));
    snprintf(to, sizeof to, "%s", stored_path("copy.db"));
    make_file(path);
    assert_true(store_backup(path, to));
    store_close(open_again(to));
    assert_string_equal(found, "a=one b=two c=three ");
}

/* What only reads finds no memos in an older file, and does not change it. */
static void an_older_file_has_none(void **state)
{
    char path[STORED_CHARS], saved[STORED_CHARS];

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("older.db"));
    snprintf(saved, sizeof saved, "%s", stored_path("newer.db"));
    make_file(path);
    run_sql(path, "DROP TABLE memos; PRAGMA user_version = 3");
    assert_true(store_check(path));
    assert_true(store_rescue(path, saved));
    store_close(open_again(saved));
    assert_string_equal(found, "");
    store_close(open_again(path));
    assert_string_equal(found, "");
    assert_true(store_check(path));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memos_are_found_again),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(a_batch_and_its_memos_share_their_fate),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(copies_have_them),
        cmocka_unit_test(an_older_file_has_none),
    };

    return cmocka_run_group_tests(tests, NULL, stored_clean);
}
