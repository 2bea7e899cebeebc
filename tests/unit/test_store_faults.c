// SPDX-License-Identifier: MIT
/*
 * test_store_faults.c: a disk that fails at every seam, at every moment.
 *
 * One scenario opens a store, writes batches, compacts, sets a room aside, checkpoints, forgets,
 * closes and opens again. It is run with the first use of a seam failing, then the second, and so
 * on until no fault comes any more: once with a fault that passes, and once with one that stays
 * until the power fails. After each run the store opens again, and has everything that was reported
 * as durable; what was reported as failed is not there in the process, and whole or not at all
 * after it.
 */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "stored.h"

#include "store/aside.h"
#include "store/statistics.h"
#include "store/writer.h"
#include "unit/faulty_vfs.h"

enum { ROOMS = 6, TRIES = 3, ODD_ROOM = 4 };

struct kept_base {
    struct database database;
    struct journal journal;
    bool is_open, is_aside; /* the odd room is */
    uint64_t sizes[ROOMS];  /* of the logs, as reported durable */
};

static struct played *played; /* the match that room 0 finishes */
static char path[STORED_CHARS];

/* ---- What is there -------------------------------------------------------------------------- */

/* Everything in a store: enough to tell two states apart. */
struct picture {
    uint64_t rooms, sum, counts[5];
};

static void paint(void *context, const struct store_room *room)
{
    struct picture *picture = context;
    uint64_t hash = 0xcbf29ce484222325 ^ room->room;

    for (size_t i = 0; i < room->size; i++)
        hash = (hash ^ room->bytes[i]) * 0x100000001b3;
    for (size_t i = 0; i < room->log_size; i++)
        hash = (hash ^ room->log[i]) * 0x100000001b3 + 1;
    for (size_t i = 0; i < room->note_size; i++)
        hash = (hash ^ room->note[i]) * 0x100000001b3 + 2;
    for (size_t i = 0; i < room->finished_size; i++)
        hash = (hash ^ room->finished[i]) * 0x100000001b3 + 3;
    picture->rooms++;
    picture->sum += hash; /* in no particular order */
}

static int take_counts(void *context, int columns, char **values, char **names)
{
    struct picture *picture = context;

    (void)names;
    for (int i = 0; i < columns; i++)
        picture->counts[i] = strtoull(values[i], NULL, 10);
    return 0;
}

static int must_be_ok(void *context, int columns, char **values, char **names)
{
    (void)columns;
    (void)names;
    *(bool *)context = !strcmp(values[0], "ok");
    return 0;
}

static void close_base(struct kept_base *base)
{
    if (!base->is_open)
        return;
    journal_release(&base->journal);
    database_release(&base->database);
    base->is_open = false;
}

static bool open_base(struct kept_base *base, store_each *each, void *context)
{
    memset(&base->journal, 0, sizeof base->journal);
    base->is_open = true;
    if (database_open(&base->database, path, DATABASE_SERVE) &&
        journal_open(&base->journal, &base->database) &&
        journal_load(&base->journal, each, context)) {
        /* Checkpoints come with a few transactions already, and pages are read and written in the
         * middle of one, since few of them are kept in memory. */
        assert_int_equal(sqlite3_wal_autocheckpoint(base->database.sqlite, 8), SQLITE_OK);
        assert_int_equal(
            sqlite3_exec(base->database.sqlite, "PRAGMA cache_size = 4", NULL, NULL, NULL),
            SQLITE_OK);
        return true;
    }
    assert_true(strlen(base->database.why.text) > 0);
    close_base(base);
    return false;
}

static void count_rows(struct kept_base *base, struct picture *picture)
{
    assert_int_equal(sqlite3_exec(base->database.sqlite,
                                  "SELECT (SELECT count(*) FROM matches),"
                                  " (SELECT coalesce(sum(length(log)), 0) FROM matches),"
                                  " (SELECT count(identity) FROM results),"
                                  " (SELECT coalesce(sum(matches), 0) FROM statistics),"
                                  " (SELECT coalesce(sum(length(log)), 0) FROM aside)",
                                  take_counts, picture, NULL),
                     SQLITE_OK);
}

/* ---- The steps of the scenario: each true if it was reported as done ------------------------ */

static bool open_it(struct kept_base *base)
{
    return open_base(base, NULL, NULL);
}

static bool write_entries(struct kept_base *base, const struct store_entry *entries, unsigned count)
{
    struct store_batch *batch = store_batch_new();
    struct written written = {.batch = batch};
    bool ok;

    for (unsigned i = 0; i < count; i++)
        assert_true(store_batch_add(batch, &entries[i]));
    ok = write_batches(&base->journal, &written, 1);
    if (!ok)
        assert_true(strlen(base->database.why.text) > 0);
    /* A conflict would mean that a batch that failed is there after all. */
    assert_int_equal(written.conflict_count, 0);
    for (unsigned i = 0; ok && i < count; i++)
        base->sizes[entries[i].room] =
            entries[i].result || entries[i].gone ? 0 : entries[i].log_size + entries[i].log_bytes;
    free(written.conflict);
    store_batch_free(batch);
    return ok;
}

/* More of all rooms but the first, with bytes or with a note. */
static bool write_some(struct kept_base *base, bool with_bytes)
{
    static const uint8_t text[3000] = "\1 some of the log, some of the bytes, and a note";
    struct store_entry entries[ROOMS];
    unsigned count = 0;

    for (unsigned room = 1; room < ROOMS; room++)
        if (room != ODD_ROOM || !base->is_aside)
            entries[count++] = (struct store_entry){.room = room,
                                                    .log_size = base->sizes[room],
                                                    .log = text,
                                                    .log_bytes = 40 + room,
                                                    .bytes = text,
                                                    .size = with_bytes ? 500 * room + 1 : 0,
                                                    .note = text,
                                                    .note_size = with_bytes ? 0 : 20 + room};
    return write_entries(base, entries, count);
}

static bool write_bytes(struct kept_base *base)
{
    return write_some(base, true);
}

static bool write_notes(struct kept_base *base)
{
    return write_some(base, false);
}

static bool finish_match(struct kept_base *base)
{
    struct store_result result = {.number = 1, .finished_ms = 1000, .seats = 2};

    for (unsigned seat = 0; seat < 2; seat++) {
        result.seat[seat].identity[0] = (uint8_t)(seat + 1);
        snprintf(result.seat[seat].name, STORE_NAME_CHARS, "Person %u", seat);
    }
    return write_entries(base,
                         &(struct store_entry){.room = 0,
                                               .log = played->bytes,
                                               .log_bytes = played->size,
                                               .result = &result,
                                               .bytes = (const uint8_t *)"\1over",
                                               .size = 5},
                         1);
}

static bool close_room(struct kept_base *base)
{
    return write_entries(
        base, &(struct store_entry){.room = 1, .log_size = base->sizes[1], .gone = true}, 1);
}

/* It changes nothing that can be seen, so whatever comes of it is right. */
static bool compact(struct kept_base *base)
{
    journal_clear(&base->journal);
    while (journal_is_heavy(&base->journal))
        journal_compact(&base->journal);
    return true;
}

struct setting_aside {
    struct kept_base *base;
    bool failed;
};

static void refuse_odd(void *context, const struct store_room *room)
{
    struct setting_aside *setting = context;

    if (room->room == ODD_ROOM)
        setting->failed = !journal_set_aside(&setting->base->journal, ODD_ROOM, "it is odd");
}

static bool reopen_and_set_aside(struct kept_base *base)
{
    struct setting_aside setting = {.base = base, .failed = false};

    close_base(base);
    if (!open_base(base, refuse_odd, &setting) || setting.failed)
        return false;
    return base->is_aside = true;
}

static bool forget_somebody(struct kept_base *base)
{
    return statistics_forget(&base->database, (const uint8_t[STORE_IDENTITY_BYTES]){1});
}

static bool (*const steps[])(struct kept_base *base) = {
    open_it,     write_bytes, write_notes,          finish_match, close_room,      compact,
    write_notes, write_bytes, reopen_and_set_aside, write_bytes,  forget_somebody, write_notes,
};
enum { STEPS = sizeof steps / sizeof *steps };

/* ---- Looking at it -------------------------------------------------------------------------- */

/* What somebody finds who opens the store on a disk without faults: it is sound, and goes on. */
static struct picture look(const char *after)
{
    struct picture picture = {0, 0, {0}};
    struct kept_base base = {.is_open = false};
    const struct room *room;
    bool is_sound = false;

    if (!open_base(&base, paint, &picture))
        fail_msg("%s: %s", after, base.database.why.text);
    count_rows(&base, &picture);
    assert_int_equal(
        sqlite3_exec(base.database.sqlite, "PRAGMA integrity_check", must_be_ok, &is_sound, NULL),
        SQLITE_OK);
    if (!is_sound)
        fail_msg("%s: the database is damaged", after);
    room = rooms_find(&base.journal.rooms, ROOMS - 1);
    assert_true(write_entries(&base,
                              &(struct store_entry){.room = ROOMS - 1,
                                                    .log_size = room ? room->log_size : 0,
                                                    .log = (const uint8_t *)"more",
                                                    .log_bytes = 4},
                              1));
    close_base(&base);
    return picture;
}

/* ---- Running it ----------------------------------------------------------------------------- */

static void remove_files(void)
{
    static const char *const tails[] = {"", "-wal", "-shm", "-journal"};
    char name[200];

    for (unsigned i = 0; i < sizeof tails / sizeof *tails; i++) {
        snprintf(name, sizeof name, "%s%s", path, tails[i]);
        unlink(name);
    }
    faulty_power_on(); /* what was not synced is not there any more */
}

/* Goes through the first steps, each tried again if it fails. Returns how many were done. */
static unsigned run(struct kept_base *base, unsigned until)
{
    unsigned done = 0;

    memset(base, 0, sizeof *base);
    for (unsigned tries = 0; done < until && tries < TRIES; tries++) {
        /* A step that failed to open it again may have left it closed. */
        if (done && !base->is_open && steps[done] != reopen_and_set_aside)
            fail_msg("step %u left the store closed", done);
        if (steps[done](base)) {
            done++;
            tries = UINT32_MAX; /* counts from 0 again */
        }
    }
    return done;
}

/* What is there after each number of steps, found out without faults. */
static struct picture expected[STEPS + 1];

static void find_expected(void)
{
    struct kept_base base;

    for (unsigned steps_done = 1; steps_done <= STEPS; steps_done++) {
        remove_files();
        assert_int_equal(run(&base, steps_done), steps_done);
        close_base(&base);
        expected[steps_done] = look("without a fault");
    }
    expected[0] = expected[1]; /* whoever looks opens it */
}

static void check_what_is_there(const char *name, unsigned done)
{
    struct picture now = look(name);
    unsigned next = done < STEPS ? done + 1 : done;

    if (memcmp(&now, &expected[done], sizeof now) && memcmp(&now, &expected[next], sizeof now))
        fail_msg("%s: after %u steps there are %llu rooms and %llu matches, or something is half "
                 "there",
                 name, done, (unsigned long long)now.rooms, (unsigned long long)now.counts[0]);
}

/* False if no fault came. */
static bool run_with_fault(enum seam seam, unsigned nth, bool stays)
{
    struct kept_base base;
    char name[80];
    unsigned done;
    bool came;

    snprintf(name, sizeof name, "%s number %u%s", seams[seam].name, nth,
             stays ? " and all after it" : "");
    remove_files();
    faulty_arm(seam, nth, stays);
    done = run(&base, STEPS);
    if (stays)
        faulty_power_off();
    close_base(&base);
    came = faulty.faults > 0;
    faulty_disarm();
    if (stays)
        faulty_power_on();
    check_what_is_there(name, done);
    return came;
}

/* A seam at which nothing fails is not one. */
static void try_seam(enum seam seam)
{
    for (unsigned lasts = PASSES; lasts <= STAYS; lasts++) {
        unsigned nth = 1;

        if (!(seams[seam].lasts & lasts))
            continue;
        while (run_with_fault(seam, nth, lasts == STAYS))
            nth++;
        assert_true(nth > 1);
    }
}

#define X(name, code, reason, lasts)                                                               \
    static void fault_at_##name(void **state)                                                      \
    {                                                                                              \
        (void)state;                                                                               \
        try_seam(SEAM_##name);                                                                     \
    }
SEAMS(X)
#undef X

/* The disk of this test does lose what was not synced. */
static void without_a_sync_it_is_lost(void **state)
{
    struct picture now;
    struct kept_base base;

    (void)state;
    for (unsigned with_sync = 0; with_sync < 2; with_sync++) {
        remove_files();
        memset(&base, 0, sizeof base);
        assert_true(open_it(&base));
        if (!with_sync)
            assert_int_equal(
                sqlite3_exec(base.database.sqlite, "PRAGMA synchronous = OFF", NULL, NULL, NULL),
                SQLITE_OK);
        assert_true(write_bytes(&base));
        faulty_power_off();
        close_base(&base);
        faulty_power_on();
        now = look("a power failure");
        assert_memory_equal(&now, &expected[with_sync ? 2 : 1], sizeof now);
    }
}

static int begin(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("faults.db"));
    played = play_match("null", "", 2, 5, 10000);
    faulty_begin();
    find_expected();
    return 0;
}

static int end(void **state)
{
    remove_files();
    faulty_end();
    free(played);
    return stored_clean(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_sync_it_is_lost),
#define X(name, code, reason, lasts) cmocka_unit_test(fault_at_##name),
        SEAMS(X)
#undef X
    };

    return cmocka_run_group_tests(tests, begin, end);
}
