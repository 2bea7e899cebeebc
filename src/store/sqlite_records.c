// SPDX-License-Identifier: MIT
/*
 * sqlite_records.c: all that is in a database of SQLite. Every table is read as far as it can be;
 * what is damaged is set aside.
 */
#include <stdio.h>
#include <string.h>

#include "store/aside.h"
#include "store/records.h"
#include "store/scan.h"
#include "store/statistics.h"

/* ---- Reading -------------------------------------------------------------------------------- */

struct reading {
    struct database *from;
    record_take *take;
    void *context;
    struct records_damage *damage;
    bool ended; /* by whoever takes the records */
};

static bool give(struct reading *reading, const struct record *record)
{
    reading->ended = reading->ended || !reading->take(reading->context, record);
    return !reading->ended;
}

static void read_room(void *context, const struct store_room *room)
{
    struct reading *reading = context;
    struct record record = {.kind = room->damage ? RECORD_ASIDE : RECORD_ROOM,
                            .room = room->room,
                            .text = room->damage,
                            .bytes = room->bytes,
                            .size = room->size,
                            .log = room->log,
                            .log_size = room->log_size,
                            .note = room->note,
                            .note_size = room->note_size};

    if (reading->ended)
        return;
    reading->damage->aside += room->damage != NULL;
    if (room->damage)
        record.ms = (int64_t)aside_now_ms();
    give(reading, &record);
}

static bool read_rooms(struct reading *reading)
{
    struct journal journal = {.database = NULL};
    bool ok = journal_open(&journal, reading->from) && journal_load(&journal, read_room, reading);

    reading->damage->gaps += journal.gaps;
    journal_release(&journal);
    return ok && !reading->ended;
}

static const uint8_t *blob(sqlite3_stmt *row, int column, size_t *size)
{
    const uint8_t *bytes = sqlite3_column_blob(row, column);

    *size = (size_t)sqlite3_column_bytes(row, column);
    return bytes;
}

/* Who sat where. What is damaged is left out: nobody can say who it was. */
static bool read_results(struct reading *reading, int64_t match)
{
    sqlite3_stmt *row;
    int found = -1;

    reading->from->is_corrupt = false;
    row = database_ask(reading->from, SQL_RESULT_ALL, "i", match);
    while (!reading->ended && row && (found = database_next(reading->from, row)) == 1) {
        struct record record = {.kind = RECORD_RESULT,
                                .match = match,
                                .seat = sqlite3_column_int64(row, 0),
                                .text = (const char *)sqlite3_column_text(row, 2),
                                .is_rated = sqlite3_column_type(row, 3) != SQLITE_NULL,
                                .rating = sqlite3_column_double(row, 3),
                                .deviation = sqlite3_column_double(row, 4),
                                .volatility = sqlite3_column_double(row, 5)};

        record.key = blob(row, 1, &record.key_size);
        if (sqlite3_column_int(row, 6))
            give(reading, &record);
        else
            reading->damage->results_lost++;
    }
    reading->damage->results_lost += found < 0;
    return !reading->ended && (!found || reading->from->is_corrupt);
}

static bool read_match(struct reading *reading, sqlite3_stmt *row)
{
    struct record record = {.kind = RECORD_MATCH,
                            .match = sqlite3_column_int64(row, 0),
                            .room = (uint64_t)sqlite3_column_int64(row, 1),
                            .number = sqlite3_column_int64(row, 2),
                            .text = (const char *)sqlite3_column_text(row, 3),
                            .ms = sqlite3_column_int64(row, 4)};
    char reason[64];

    record.log = blob(row, 5, &record.log_size);
    if (sqlite3_column_int(row, 6))
        return give(reading, &record) && read_results(reading, record.match);
    reading->damage->matches_aside++;
    snprintf(reason, sizeof reason, "match %lld of it is damaged", (long long)record.number);
    record.kind = RECORD_ASIDE;
    record.text = reason;
    record.ms = (int64_t)aside_now_ms();
    return give(reading, &record);
}

static bool read_aside(struct reading *reading, sqlite3_stmt *row)
{
    const char *reason = (const char *)sqlite3_column_text(row, 3);
    struct record record = {.kind = RECORD_ASIDE,
                            .room = (uint64_t)sqlite3_column_int64(row, 1),
                            .ms = sqlite3_column_int64(row, 2),
                            .text = reason ? reason : ""};

    record.bytes = blob(row, 4, &record.size);
    record.log = blob(row, 5, &record.log_size);
    record.note = blob(row, 6, &record.note_size);
    return give(reading, &record);
}

/* What is damaged is lost: a door does better without it than with something else. */
static bool read_memo(struct reading *reading, sqlite3_stmt *row)
{
    struct record record = {.kind = RECORD_MEMO};

    record.key = blob(row, 1, &record.key_size);
    record.bytes = blob(row, 2, &record.size);
    if (sqlite3_column_int(row, 3))
        return give(reading, &record);
    reading->damage->memos_lost++;
    return true;
}

/* Every row of a table by its id. */
static bool read_all(struct reading *reading, enum statement statement,
                     bool (*read)(struct reading *reading, sqlite3_stmt *row))
{
    struct scan scan = {.database = reading->from, .statement = statement, .next = 0};
    sqlite3_stmt *row;
    int found;

    while ((found = scan_next(&scan, &row)) == 1)
        if (!read(reading, row)) {
            database_enough(row);
            return false;
        }
    reading->damage->gaps += scan.gaps;
    return !found;
}

/* They follow from the rest, so they are given only as long as all of them are sound. */
static bool read_statistics(struct reading *reading)
{
    struct record record = {.kind = RECORD_STATISTICS};
    bool is_sound = true;
    sqlite3_stmt *row;
    int found = -1;

    reading->from->is_corrupt = false;
    row = database_ask(reading->from, SQL_STATISTICS_ALL, "");
    while (is_sound && !reading->ended && row && (found = database_next(reading->from, row)) == 1) {
        is_sound = sqlite3_column_int(row, 14);
        statistics_row(&record.row, row);
        if (is_sound)
            give(reading, &record);
    }
    database_enough(row);
    if (found < 0 && !reading->from->is_corrupt)
        return false;
    reading->damage->statistics = !is_sound || found < 0;
    return !reading->ended;
}

bool sqlite_records(struct database *from, record_take *take, void *context,
                    struct records_damage *damage)
{
    struct reading reading = {.from = from, .take = take, .context = context, .damage = damage};

    memset(damage, 0, sizeof *damage);
    return read_all(&reading, SQL_ASIDE_FROM, read_aside) && read_rooms(&reading) &&
           read_all(&reading, SQL_MATCH_ALL, read_match) &&
           read_all(&reading, SQL_MEMO_SCAN, read_memo) && read_statistics(&reading);
}

/* ---- Writing -------------------------------------------------------------------------------- */

static const void *or_empty(const uint8_t *bytes)
{
    return bytes ? (const void *)bytes : "";
}

static bool take_room(struct journal *to, const struct record *record)
{
    struct row log = {ROW_WHOLE, record->log, record->note, record->log_size, record->note_size};
    struct row bytes = {ROW_ROOM, record->bytes, record->note, record->size, record->note_size};
    struct room *room = journal_touch(to, record->room);

    return room && (!log.size || journal_put(to, room, &log)) &&
           (!bytes.size || journal_put(to, room, &bytes));
}

static bool take_result(struct database *to, const struct record *record)
{
    if (!record->is_rated)
        return database_do(to, SQL_RESULT_PUT_UNRATED, "iibt", record->match, record->seat,
                           record->key, record->key_size, record->text);
    return database_do(to, SQL_RESULT_PUT, "iibtrrr", record->match, record->seat, record->key,
                       record->key_size, record->text, record->rating, record->deviation,
                       record->volatility);
}

bool sqlite_take(struct journal *to, const struct record *record)
{
    struct database *database = to->database;

    switch (record->kind) {
    case RECORD_ROOM:
        return take_room(to, record);
    case RECORD_ASIDE:
        return database_do(database, SQL_ASIDE_ADD, "iitbbb", (int64_t)record->room, record->ms,
                           record->text, or_empty(record->bytes), record->size,
                           or_empty(record->log), record->log_size, or_empty(record->note),
                           record->note_size);
    case RECORD_MATCH:
        return database_do(database, SQL_MATCH_COPY, "iiitib", record->match, (int64_t)record->room,
                           record->number, record->text, record->ms, or_empty(record->log),
                           record->log_size);
    case RECORD_RESULT:
        return take_result(database, record);
    case RECORD_STATISTICS:
        return statistics_put(database, &record->row);
    case RECORD_MEMO:
        return database_do(database, SQL_MEMO_PUT, "bb", record->key, record->key_size,
                           or_empty(record->bytes), record->size);
    case RECORD_KINDS:
        break;
    }
    return false;
}
