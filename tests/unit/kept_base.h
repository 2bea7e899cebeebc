// SPDX-License-Identifier: MIT
/* kept_base.h: a database and its journal, without the store's thread: opened, written to, and
 * compared by how its rooms look. */
#ifndef HC_TESTS_UNIT_KEPT_BASE_H
#define HC_TESTS_UNIT_KEPT_BASE_H

#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "stored.h"

#include "store/aside.h"
#include "store/statistics.h"
#include "store/writer.h"
#include "files/file.h"

struct kept_base {
    struct database database;
    struct journal journal;
};

/* How the live rooms look: enough to tell two states apart. */
struct picture {
    uint64_t rooms, sum;
};

static inline void paint(void *context, const struct store_room *room)
{
    struct picture *picture = context;
    uint64_t hash = 0xcbf29ce484222325 ^ room->room;

    for (size_t i = 0; i < room->size; i++)
        hash = (hash ^ room->bytes[i]) * 0x100000001b3;
    for (size_t i = 0; i < room->log_size; i++)
        hash = (hash ^ room->log[i]) * 0x100000001b3 + 1;
    for (size_t i = 0; i < room->note_size; i++)
        hash = (hash ^ room->note[i]) * 0x100000001b3 + 2;
    picture->rooms++;
    picture->sum += hash; /* in no particular order */
}

static inline bool try_open(struct kept_base *base, const char *path, struct picture *picture)
{
    memset(picture, 0, sizeof *picture);
    memset(&base->journal, 0, sizeof base->journal);
    return database_open(&base->database, path, DATABASE_SERVE) &&
           journal_open(&base->journal, &base->database) &&
           journal_load(&base->journal, paint, picture);
}

static inline void close_base(struct kept_base *base)
{
    journal_release(&base->journal);
    database_release(&base->database);
}

static inline void open_base(struct kept_base *base, const char *path, struct picture *picture)
{
    if (!try_open(base, path, picture))
        fail_msg("%s", base->database.why.text);
}

static inline bool write_one(struct kept_base *base, struct store_batch *batch)
{
    struct written written = {.batch = batch};
    bool ok = write_batches(&base->journal, &written, 1);

    if (ok)
        assert_int_equal(written.conflict_count, 0);
    free(written.conflict);
    store_batch_free(batch);
    return ok;
}

/* One more piece of the log of some rooms, and their bytes or a note; `sizes` is how long the logs
 * are. */
static inline struct store_batch *some_more(uint64_t *sizes, unsigned rooms, unsigned turn)
{
    struct store_batch *batch = store_batch_new();
    char text[40];

    for (unsigned room = 0; room < rooms; room++) {
        int length = snprintf(text, sizeof text, "room %u turn %u;", room, turn);
        struct store_entry entry = {.room = room,
                                    .log_size = sizes[room],
                                    .log = (const uint8_t *)text,
                                    .log_bytes = (size_t)length};

        if (room % 3 == turn % 3) {
            entry.note = entry.log + 5;
            entry.note_size = (size_t)length - 5;
        } else {
            entry.bytes = entry.log;
            entry.size = (size_t)length;
        }
        assert_true(store_batch_add(batch, &entry));
        sizes[room] += (uint64_t)length;
    }
    return batch;
}

static inline int64_t rows_in(struct kept_base *base)
{
    sqlite3_stmt *asked;
    int64_t rows;

    assert_int_equal(
        sqlite3_prepare_v2(base->database.sqlite, "SELECT count(*) FROM journal", -1, &asked, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(asked), SQLITE_ROW);
    rows = sqlite3_column_int64(asked, 0);
    sqlite3_finalize(asked);
    return rows;
}

/* Writes that, and says how many rows it makes: one for the log, and one for the bytes of two rooms
 * out of three. */
static inline int64_t write_more(struct kept_base *base, uint64_t *sizes, unsigned rooms,
                                 unsigned turn)
{
    assert_true(write_one(base, some_more(sizes, rooms, turn)));
    return 2 * rooms - (rooms + 2 - turn % 3) / 3;
}

/* What somebody finds who opens the files as they are now, as after a power failure. */
static inline struct picture picture_of_copy(const char *path)
{
    static const char *const tails[] = {"", "-wal"};
    char from[200], to[200];
    struct picture picture;
    struct kept_base base;

    for (unsigned i = 0; i < 2; i++) {
        struct hc_problem why;
        uint8_t *bytes;
        size_t size;

        snprintf(from, sizeof from, "%s%s", path, tails[i]);
        snprintf(to, sizeof to, "%s-copy%s", path, tails[i]);
        assert_true(file_read(from, &bytes, &size, &why));
        assert_true(file_write(to, bytes, size, &why));
        free(bytes);
    }
    snprintf(to, sizeof to, "%s-copy", path);
    open_base(&base, to, &picture);
    close_base(&base);
    return picture;
}

static inline off_t size_of_log(const char *path)
{
    char name[200];
    struct stat found;

    snprintf(name, sizeof name, "%s-wal", path);
    assert_int_equal(stat(name, &found), 0);
    return found.st_size;
}

#endif
