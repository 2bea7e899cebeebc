// SPDX-License-Identifier: MIT
/*
 * test_store_damage.c: single bits of a store are turned over. It opens all the same, what is
 * damaged is set aside or left out, nothing is given that was never written, and `check` notices.
 *
 * HC_SEED chooses the bits.
 */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stored.h"

#include <sqlite3.h>

#include "files/file.h"
#include "seed.h"
#include "tools/store_tools.h"

enum { ROOMS = 60, TURNS = 6, FINISHED = 12, FLIPS = 300, PAGE = 4096 };

static uint64_t seed;

/* ---- What is there ---- */

static uint64_t hash_more(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;

    hash = (hash ^ size) * 0x100000001b3;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3;
    return hash;
}

/* Everything in the tables, as SQLite gives it; 0 if it cannot. */
static uint64_t content_of(const char *path)
{
    static const char *const tables[] = {
        "SELECT * FROM meta",
        "SELECT * FROM journal ORDER BY id",
        "SELECT * FROM aside",
        "SELECT * FROM matches ORDER BY id",
        "SELECT * FROM results",
        "SELECT * FROM statistics",
        "PRAGMA main.user_version",
        "PRAGMA main.application_id",
        "SELECT * FROM memos ORDER BY rowid",
    };
    uint64_t hash = 0xcbf29ce484222325;
    sqlite3 *sqlite;
    bool ok = sqlite3_open_v2(path, &sqlite, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK;

    for (unsigned i = 0; ok && i < sizeof tables / sizeof *tables; i++) {
        sqlite3_stmt *row;
        int step = SQLITE_ERROR;

        if (sqlite3_prepare_v2(sqlite, tables[i], -1, &row, NULL) == SQLITE_OK)
            while ((step = sqlite3_step(row)) == SQLITE_ROW)
                for (int c = 0; c < sqlite3_column_count(row); c++)
                    hash = hash_more(hash, sqlite3_column_blob(row, c),
                                     (size_t)sqlite3_column_bytes(row, c));
        sqlite3_finalize(row);
        ok = step == SQLITE_DONE;
    }
    sqlite3_close(sqlite);
    return ok ? hash : 0;
}

/* Each room as it is given. */
struct seen {
    struct store *store;
    uint64_t room[ROOMS];     /* a hash of what was given; 0: it was not */
    uint64_t finished[ROOMS]; /* the same for its finished match */
    unsigned sound, damaged;
};

static void see_room(void *context, const struct store_room *room)
{
    struct seen *seen = context;
    uint64_t hash = 0xcbf29ce484222325;
    struct hc_problem why;

    if (room->damage) {
        seen->damaged++;
        if (!store_set_aside(seen->store, room->room, room->damage, &why))
            fail_msg("%s", why.text);
        return;
    }
    assert_true(room->room < ROOMS);
    hash = hash_more(hash, room->bytes, room->size);
    hash = hash_more(hash, room->log, room->log_size);
    hash = hash_more(hash, room->note, room->note_size);
    seen->room[room->room] = hash;
    if (room->finished_size)
        seen->finished[room->room] = hash_more(hash, room->finished, room->finished_size);
    seen->sound++;
}

/* ---- A store of many rooms ---- */

static void write_turn(struct store *store, struct answer *answer, struct played *played,
                       size_t turn)
{
    struct store_batch *batch = store_batch_new();
    static const struct store_result result = {
        .number = 1,
        .finished_ms = 1700000000000,
        .seats = 2,
        .seat = {{{10}, "Ann"}, {{11}, "Ben"}},
    };

    assert_non_null(batch);
    for (uint64_t room = 0; room < ROOMS; room++) {
        const struct played *of = &played[room % 2];
        size_t from = turn ? of->cut[turn - 1] : 0;
        size_t to = room < FINISHED && turn == TURNS - 1 ? of->size : of->cut[turn];
        char text[100];
        int length = snprintf(text, sizeof text, "\1 room %u in turn %u, with more behind it",
                              (unsigned)room, (unsigned)turn);
        struct store_entry entry = {
            .room = room, .log_size = from, .log = of->bytes + from, .log_bytes = to - from};

        if (room % 3 == turn % 3 && turn < TURNS - 1) {
            entry.note = (const uint8_t *)text;
            entry.note_size = (size_t)length;
        } else {
            entry.bytes = (const uint8_t *)text;
            entry.size = (size_t)length;
        }
        entry.result = room < FINISHED && turn == TURNS - 1 ? &result : NULL;
        assert_true(store_batch_add(batch, &entry));
        assert_true(store_batch_memo(batch, (const uint8_t *)&room, sizeof room,
                                     (const uint8_t *)text, (size_t)length));
    }
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
}

static void make_store(const char *path)
{
    struct answer *answer = answer_new();
    struct played *played = calloc(2, sizeof *played);
    struct hc_problem why;
    struct store *store = store_open(path, &why);

    if (!store)
        fail_msg("%s", why.text);
    assert_true(store_each_room(store, NULL, NULL, &why));
    for (unsigned i = 0; i < 2; i++) {
        struct played *one = play_match("two", "", 2, i + 1, UINT32_MAX);

        played[i] = *one;
        free(one);
    }
    for (size_t turn = 0; turn < TURNS; turn++)
        write_turn(store, answer, played, turn);
    store_close(store);
    answer_free(answer);
    free(played);
}

/* ---- Flips ---- */

static bool check_quietly(const char *path)
{
    int out = dup(STDOUT_FILENO), error = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY);
    bool sound;

    fflush(stdout);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    sound = store_check(path);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    dup2(error, STDERR_FILENO);
    close(out);
    close(error);
    close(null);
    return sound;
}

static void remove_all(const char *path)
{
    static const char *const tails[] = {"", "-wal", "-shm", "-lock", "-saved", ".damaged"};
    char name[200];

    for (unsigned i = 0; i < sizeof tails / sizeof *tails; i++) {
        snprintf(name, sizeof name, "%s%s", path, tails[i]);
        unlink(name);
    }
}

struct tally {
    unsigned refused, rescued, aside, harmless, fewest;
};

/* Opens the store and uses it. False if it was refused. */
static bool open_and_use(const char *path, const struct seen *expected, struct tally *tally,
                         size_t offset)
{
    struct answer *answer;
    struct store_batch *batch;
    struct hc_problem why;
    unsigned same = 0;
    struct seen seen = {.store = store_open(path, &why)};

    if (!seen.store || !store_each_room(seen.store, see_room, &seen, &why)) {
        if (!strstr(why.text, path) || !*why.text)
            fail_msg("byte %zu: \"%s\" does not name the file", offset, why.text);
        store_close(seen.store);
        return false;
    }
    /* Where a page cannot be read, rows are lost, and with them the last things that happened. */
    for (unsigned room = 0; room < ROOMS; room++) {
        bool is_same = seen.room[room] == expected->room[room];

        if ((seen.room[room] && !is_same && !*store_rescued(seen.store)) ||
            (is_same && seen.finished[room] && seen.finished[room] != expected->finished[room]))
            fail_msg("byte %zu: room %u is given as it never was", offset, room);
        same += is_same;
    }
    tally->rescued += *store_rescued(seen.store) != 0;
    tally->aside += seen.damaged > 0;
    if (same < tally->fewest)
        tally->fewest = same;
    answer = answer_new();
    batch = store_batch_new();
    assert_true(add_log(batch, ROOMS + 1, 0, "more", 4));
    if (write_and_wait(seen.store, batch, answer) != STORE_DURABLE)
        fail_msg("byte %zu: %s", offset, answer->sentence);
    store_close(seen.store);
    answer_free(answer);
    return true;
}

static void one_bit_concerns_few_rooms(void **state)
{
    char path[STORED_CHARS];
    struct seen expected = {.store = NULL};
    struct tally tally = {.fewest = ROOMS};
    struct hc_problem why;
    uint64_t dice = seed * 0x9e3779b97f4a7c15 | 1, content;
    uint8_t *bytes;
    size_t size;

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("flip.db"));
    make_store(path);
    assert_true(check_quietly(path));
    assert_non_null(expected.store = store_open(path, &why));
    assert_true(store_each_room(expected.store, see_room, &expected, &why));
    assert_int_equal(expected.sound, ROOMS);
    store_close(expected.store);
    content = content_of(path);
    assert_true(file_read(path, &bytes, &size, &why));

    for (unsigned flip = 0; flip < FLIPS; flip++) {
        size_t offset = stored_below(&dice, (uint32_t)size);
        uint8_t bit = (uint8_t)(1 << stored_below(&dice, 8));
        bool is_harmless, is_sound;

        remove_all(path);
        bytes[offset] ^= bit;
        assert_true(file_write(path, bytes, size, &why));
        bytes[offset] ^= bit;
        is_harmless = content_of(path) == content;
        is_sound = check_quietly(path);
        if (is_sound && !is_harmless)
            fail_msg("seed %llu, byte %zu, bit %u: check does not notice", (unsigned long long)seed,
                     offset, bit);
        tally.harmless += is_sound;
        if (!open_and_use(path, &expected, &tally, offset)) {
            /* Only if SQLite cannot say what tables there are, which is in the first page. */
            if (offset >= PAGE)
                fail_msg("seed %llu, byte %zu, bit %u: it is refused", (unsigned long long)seed,
                         offset, bit);
            tally.refused++;
        }
    }
    remove_all(path);
    free(bytes);
    print_message("seed %llu: %u bits of %zu bytes: %u harmless, %u refused, %u rescued, %u with "
                  "rooms set aside; at least %u of %u rooms opened\n",
                  (unsigned long long)seed, (unsigned)FLIPS, size, tally.harmless, tally.refused,
                  tally.rescued, tally.aside, tally.fewest, (unsigned)ROOMS);
    assert_true(tally.rescued > FLIPS / 10);
    assert_true(tally.aside > FLIPS / 10);
    assert_true(tally.fewest >= ROOMS * 3 / 4); /* a page has rows of a few */
}

/* A file that was cut short opens with what is left, or is refused by name. */
static void a_file_cut_short_is_no_disaster(void **state)
{
    char path[STORED_CHARS];
    struct seen expected = {.store = NULL};
    struct tally tally = {.fewest = ROOMS};
    struct hc_problem why;
    unsigned opened = 0;
    uint8_t *bytes;
    size_t size;

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("short.db"));
    make_store(path);
    assert_true(file_read(path, &bytes, &size, &why));
    for (size_t cut = size - PAGE; cut > PAGE; cut = cut * 3 / 4) {
        remove_all(path);
        assert_true(file_write(path, bytes, cut, &why));
        assert_false(check_quietly(path));
        opened += open_and_use(path, &expected, &tally, cut);
    }
    assert_true(opened > 3);
    for (size_t cut = 0; cut <= PAGE; cut += PAGE / 8) {
        remove_all(path);
        assert_true(file_write(path, bytes, cut, &why));
        assert_false(check_quietly(path));
        open_and_use(path, &expected, &tally, cut);
    }
    remove_all(path);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_bit_concerns_few_rooms),
        cmocka_unit_test(a_file_cut_short_is_no_disaster),
    };

    seed = test_seed();
    return cmocka_run_group_tests(tests, NULL, stored_clean);
}
