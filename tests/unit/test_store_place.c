// SPDX-License-Identifier: MIT
/*
 * test_store_place.c: a store belongs to one server, whatever its file is called; and a server
 * whose file was taken away stores nothing more and says so.
 */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "stored.h"

#include <sqlite3.h>

#include "files/file.h"

extern char **environ;

struct place {
    char path[STORED_CHARS], other[STORED_CHARS], log[STORED_CHARS];
};

static void name_place(struct place *place, const char *name)
{
    snprintf(place->path, sizeof place->path, "%s", stored_path(name));
    snprintf(place->other, sizeof place->other, "%.150s-other", place->path);
    snprintf(place->log, sizeof place->log, "%.150s-wal", place->path);
}

static struct store *open_it(const char *path)
{
    struct hc_problem why;
    struct store *store = store_open(path, &why);

    if (!store || !store_each_room(store, NULL, NULL, &why))
        fail_msg("%s", why.text);
    return store;
}

static enum store_outcome write_log(struct store *store, uint64_t room, struct answer *answer)
{
    struct store_batch *batch = store_batch_new();

    assert_true(add_log(batch, room, 0, "x", 1));
    return write_and_wait(store, batch, answer);
}

/* ---- One server ---- */

/* In another process, since locks of this one are its own; and in a program of its own, since the
 * child of a process with threads may not even ask for memory. */
static bool can_another_open(const char *path, const char *says)
{
    char *const words[] = {"test_store_place", "open", (char *)path, (char *)says, NULL};
    pid_t child;
    int status;

    assert_int_equal(posix_spawn(&child, "/proc/self/exe", NULL, NULL, words, environ), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 2);
    return WEXITSTATUS(status);
}

/* What that other program does: 1 if it could open the store, 0 if it was told why not, otherwise
 * 2. */
static int try_to_open(const char *path, const char *says)
{
    struct hc_problem why;
    struct store *store = store_open(path, &why);

    if (!store)
        return strstr(why.text, says) ? 0 : 2;
    store_close(store);
    return 1;
}

static void a_file_has_one_server_by_any_name(void **state)
{
    struct answer *answer = answer_new();
    struct place place;
    struct store *store;
    char link_path[STORED_CHARS + 10];

    (void)state;
    name_place(&place, "names.db");
    store = open_it(place.path);
    snprintf(link_path, sizeof link_path, "%s-soft", place.path);
    assert_int_equal(symlink(place.path, link_path), 0);
    assert_int_equal(link(place.path, place.other), 0);
    assert_false(can_another_open(place.path, "is served by another process, number "));
    assert_false(can_another_open(link_path, "is served by another process"));
    assert_false(can_another_open(place.other, "is served by another process"));
    assert_int_equal(write_log(store, 1, answer), STORE_DURABLE);
    store_close(store);
    assert_true(can_another_open(link_path, ""));
    answer_free(answer);
}

/* ---- A file that is taken away ---- */

static void delete_file(const struct place *place)
{
    assert_int_equal(unlink(place->path), 0);
}

static void move_file(const struct place *place)
{
    assert_int_equal(rename(place->path, place->other), 0);
}

static void replace_file(const struct place *place)
{
    struct hc_problem why;
    uint8_t *bytes;
    size_t size;

    assert_true(file_read(place->path, &bytes, &size, &why));
    assert_true(file_write(place->path, bytes, size, &why));
    free(bytes);
}

static void delete_log(const struct place *place)
{
    assert_int_equal(unlink(place->log), 0);
}

static void replace_log(const struct place *place)
{
    struct hc_problem why;

    assert_true(file_write(place->log, "", 0, &why));
}

/* As a server does that got past the locks. */
static void serve_elsewhere(const struct place *place)
{
    sqlite3 *sqlite;

    assert_int_equal(sqlite3_open(place->path, &sqlite), SQLITE_OK);
    assert_int_equal(sqlite3_exec(sqlite,
                                  "UPDATE meta SET value = value + 1 WHERE name = "
                                  "'generation'",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(sqlite);
}

static const struct {
    const char *name, *says;
    void (*take)(const struct place *place);
} takings[] = {
    {"deleted.db", "was deleted, moved or replaced", delete_file},
    {"moved.db", "was deleted, moved or replaced", move_file},
    {"replaced.db", "was deleted, moved or replaced", replace_file},
    {"no-log.db", "has lost its write-ahead log", delete_log},
    {"new-log.db", "has another write-ahead log", replace_log},
    {"shared.db", "was changed by another process", serve_elsewhere},
};

static void a_file_that_is_taken_away_is_noticed(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof takings / sizeof *takings; i++) {
        struct answer *answer = answer_new();
        struct place place;
        struct store *store;

        name_place(&place, takings[i].name);
        store = open_it(place.path);
        assert_int_equal(write_log(store, 1, answer), STORE_DURABLE);
        takings[i].take(&place);
        /* From the first batch on, and for good. */
        for (uint64_t room = 2; room < 5; room++) {
            if (write_log(store, room, answer) != STORE_FAILED)
                fail_msg("%s: not noticed", takings[i].name);
            if (!strstr(answer->sentence, takings[i].says))
                fail_msg("%s: \"%s\"", takings[i].name, answer->sentence);
        }
        if (takings[i].take == move_file) {
            assert_int_equal(rename(place.other, place.path), 0);
            assert_int_equal(write_log(store, 5, answer), STORE_FAILED);
        }
        store_close(store);
        answer_free(answer);
    }
}

/* ---- A file with nothing in it ---- */

static void an_empty_file_is_not_a_new_one(void **state)
{
    struct answer *answer = answer_new();
    struct place place;
    struct hc_problem why;
    struct store *store;

    (void)state;
    name_place(&place, "cut.db");
    store = open_it(place.path);
    assert_int_equal(write_log(store, 1, answer), STORE_DURABLE);
    store_close(store);
    assert_int_equal(truncate(place.path, 0), 0);
    assert_null(store_open(place.path, &why));
    assert_non_null(strstr(why.text, "cut.db is empty: there is nothing in it"));
    assert_int_equal(unlink(place.path), 0);
    store_close(open_it(place.path));
    answer_free(answer);
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_has_one_server_by_any_name),
        cmocka_unit_test(a_file_that_is_taken_away_is_noticed),
        cmocka_unit_test(an_empty_file_is_not_a_new_one),
    };

    if (count == 4 && strcmp(words[1], "open") == 0)
        return try_to_open(words[2], words[3]);
    return cmocka_run_group_tests(tests, NULL, stored_clean);
}
