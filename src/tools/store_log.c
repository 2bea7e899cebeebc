// SPDX-License-Identifier: MIT
/*
 * store_log.c: `holecard store check FILE --write-log ROOM TO` writes what can be read of the log
 * of one room: of one that was set aside, or else of the match that is played there, or else of the
 * last one that was finished. What follows the first record that is wrong is left out, so the file
 * can be replayed and exported.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files/file.h"
#include "store/aside.h"
#include "store/journal.h"
#include "tools/store_tools.h"

struct found {
    uint8_t *log;
    size_t size;
    bool failed; /* there is not enough memory */
    bool broken; /* a row of the journal does not fit, and nothing after it was read */
};

/* Puts bytes at an offset into the log, which ends behind them then. */
static void keep(struct found *found, size_t offset, const void *bytes, size_t size)
{
    uint8_t *log = found->failed ? NULL : realloc(found->log, offset + size + 1);

    if (!log) {
        found->failed = true;
        return;
    }
    if (size)
        memcpy(log + offset, bytes, size);
    found->log = log;
    found->size = offset + size;
}

/* ---- Where logs are ------------------------------------------------------------------------- */

/* The latest comes first. */
static void take_aside(void *context, const struct aside *aside)
{
    struct found *found = context;

    if (!found->size)
        keep(found, 0, aside->room.log, aside->room.log_size);
}

/* A row that does not fit ends what can be read, but for one that begins anew. */
static void take_row(struct found *found, sqlite3_stmt *asked)
{
    enum row_kind kind = (enum row_kind)sqlite3_column_int(asked, 0);
    uint64_t offset = (uint64_t)sqlite3_column_int64(asked, 1);
    size_t size = (size_t)sqlite3_column_bytes(asked, 2);

    if (kind == ROW_RESULT || kind == ROW_GONE || kind == ROW_WHOLE) {
        found->size = 0;
        found->broken = false;
    }
    if (kind == ROW_LOG && offset != found->size)
        found->broken = true;
    if ((kind == ROW_LOG || kind == ROW_WHOLE) && !found->broken)
        keep(found, found->size, sqlite3_column_blob(asked, 2), size);
}

/* Row by row, since a journal that is damaged elsewhere cannot be loaded. */
static bool take_running(struct database *database, uint64_t room, struct found *found)
{
    sqlite3_stmt *asked;
    int64_t start = 0;
    int more;

    if (database_meta(database, "journal_start", &start) < 0)
        return false;
    if (!(asked = database_ask(database, SQL_JOURNAL_OF, "ii", start, (int64_t)room)))
        return false;
    while ((more = database_next(database, asked)) == 1)
        take_row(found, asked);
    return !more;
}

static bool take_finished(struct database *database, uint64_t room, struct found *found)
{
    sqlite3_stmt *asked = database_ask(database, SQL_MATCH_LAST, "i", (int64_t)room);
    int more = asked ? database_next(database, asked) : -1;

    if (more == 1) {
        keep(found, 0, sqlite3_column_blob(asked, 1), (size_t)sqlite3_column_bytes(asked, 1));
        database_enough(asked);
    }
    return more >= 0;
}

static bool find(struct database *database, uint64_t room, struct found *found)
{
    return aside_each(database, &room, take_aside, found) &&
           (found->size || take_running(database, room, found)) &&
           (found->size || take_finished(database, room, found));
}

/* ---- What can be read ----------------------------------------------------------------------- */

/* Where a record begins, counted from 1. */
static size_t start_of(const struct found *found, uint32_t record)
{
    struct hc_log_reader reader;
    struct hc_record read;

    if (!record || !hc_log_open(&reader, found->log, found->size))
        return 0;
    while (reader.records + 1 < record && hc_log_next(&reader, &read) == 1)
        continue;
    return reader.at;
}

/* Shortens a log to what replays, which may be nothing. `why` is the first thing that is wrong. */
static void shorten(struct found *found, struct hc_table *table, struct hc_problem *why)
{
    struct hc_problem now;

    while (found->size &&
           !hc_log_replay(found->log, found->size, UINT32_MAX, table, NULL, NULL, &now)) {
        size_t size = start_of(found, now.record);

        if (!*why->text)
            *why = now;
        found->size = size < found->size ? size : 0;
    }
}

/* Puts a digest behind what can be read, so that nobody takes it for a log that is cut short. False
 * if there is not enough memory. */
static bool seal(struct found *found)
{
    size_t room = found->size + hc_log_record_bytes();
    uint8_t *storage = malloc(room);
    struct hc_log log;
    bool sealed =
        storage && hc_log_resume(&log, storage, room, found->log, found->size) && hc_log_seal(&log);

    if (!sealed) {
        free(storage);
        return false;
    }
    free(found->log);
    found->log = storage;
    found->size = log.used;
    return true;
}

static bool complain(const char *path, uint64_t room, const char *what)
{
    fprintf(stderr, "holecard store: %s: room %llu: %s\n", path, (unsigned long long)room, what);
    return false;
}

static bool write_readable(const char *path, uint64_t room, struct found *found, const char *to)
{
    struct hc_table *table = malloc(hc_table_bytes());
    struct hc_problem why = {.at = 0}, trouble;
    size_t size = found->size, readable;

    if (!table || found->failed) {
        free(table);
        return complain(path, room, "there is not enough memory");
    }
    shorten(found, table, &why);
    free(table);
    if (found->broken && !*why.text)
        snprintf(why.text, sizeof why.text, "a row of the journal does not fit");
    if (!size)
        return complain(path, room, "there is no log of it");
    if (!found->size)
        return complain(path, room, why.text);
    readable = found->size;
    if (!seal(found))
        return complain(path, room, "there is not enough memory");
    if (!file_write(to, found->log, found->size, &trouble)) {
        fprintf(stderr, "holecard store: %s\n", trouble.text);
        return false;
    }
    printf("%s: %zu of %zu bytes of the log of room %llu%s%s\n", to, readable, size,
           (unsigned long long)room, *why.text ? "; what follows cannot be read: " : "", why.text);
    return true;
}

bool store_write_log(const char *path, uint64_t room, const char *to)
{
    struct found found = {.size = 0};
    struct database database;
    bool ok = database_open(&database, path, DATABASE_READ) &&
              database_do(&database, SQL_BEGIN_READING, "") && find(&database, room, &found);

    if (!ok)
        store_say_why(&database);
    ok = ok && write_readable(path, room, &found, to);
    database_release(&database);
    free(found.log);
    return ok;
}
