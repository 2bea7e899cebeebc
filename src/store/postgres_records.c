// SPDX-License-Identifier: MIT
/* postgres_records.c: all that is in a database of PostgreSQL, and putting records into one. */
#include <string.h>

#include "store/postgres_statistics.h"
#include "store/records.h"

/* ---- Reading -------------------------------------------------------------------------------- */

struct text {
    char text[512];
};

/* What stands in a column, NULL if nothing does; `kept` holds it. */
static const char *read_text(const PGresult *result, int row, int column, struct text *kept)
{
    result_text(result, row, column, kept->text, sizeof kept->text);
    return libpq.PQgetisnull(result, row, column) ? NULL : kept->text;
}

static void read_room(const PGresult *result, int row, struct record *record, struct text *kept)
{
    (void)kept;
    record->room = (uint64_t)result_integer(result, row, 0);
    record->bytes = result_bytes(result, row, 1, &record->size);
    record->note = result_bytes(result, row, 2, &record->note_size);
    record->log = result_bytes(result, row, 3, &record->log_size);
}

static void read_aside(const PGresult *result, int row, struct record *record, struct text *kept)
{
    record->room = (uint64_t)result_integer(result, row, 0);
    record->ms = result_integer(result, row, 1);
    record->text = read_text(result, row, 2, kept);
    record->bytes = result_bytes(result, row, 3, &record->size);
    record->log = result_bytes(result, row, 4, &record->log_size);
    record->note = result_bytes(result, row, 5, &record->note_size);
}

static void read_match(const PGresult *result, int row, struct record *record, struct text *kept)
{
    record->match = result_integer(result, row, 0);
    record->room = (uint64_t)result_integer(result, row, 1);
    record->number = result_integer(result, row, 2);
    record->text = read_text(result, row, 3, kept);
    record->ms = result_integer(result, row, 4);
    record->log = result_bytes(result, row, 5, &record->log_size);
}

static void read_result(const PGresult *result, int row, struct record *record, struct text *kept)
{
    record->match = result_integer(result, row, 0);
    record->seat = result_integer(result, row, 1);
    record->key = result_bytes(result, row, 2, &record->key_size);
    record->text = read_text(result, row, 3, kept);
    record->is_rated = !libpq.PQgetisnull(result, row, 4);
    record->rating = result_real(result, row, 4);
    record->deviation = result_real(result, row, 5);
    record->volatility = result_real(result, row, 6);
}

static void read_statistics(const PGresult *result, int row, struct record *record,
                            struct text *kept)
{
    (void)kept;
    postgres_row(&record->row, result, row);
}

static void read_memo(const PGresult *result, int row, struct record *record, struct text *kept)
{
    (void)kept;
    record->key = result_bytes(result, row, 0, &record->key_size);
    record->bytes = result_bytes(result, row, 1, &record->size);
}

/* In the order in which they are given; a cursor each, so that memory is not a matter. */
static const struct {
    const char *declare;
    void (*read)(const PGresult *result, int row, struct record *record, struct text *kept);
} tables[RECORD_KINDS] = {
    [RECORD_ROOM] = {"DECLARE all_of_it CURSOR FOR SELECT room, bytes, note,"
                     " (SELECT string_agg(p.bytes, ''::bytea ORDER BY p.at) FROM holecard.pieces p"
                     " WHERE p.room = r.room) FROM holecard.rooms r ORDER BY room",
                     read_room},
    [RECORD_ASIDE] = {"DECLARE all_of_it CURSOR FOR SELECT room, since, reason, bytes, log, note"
                      " FROM holecard.aside ORDER BY id",
                      read_aside},
    [RECORD_MATCH] = {"DECLARE all_of_it CURSOR FOR SELECT id, room, number, game, finished, log"
                      " FROM holecard.matches ORDER BY id",
                      read_match},
    [RECORD_RESULT] = {"DECLARE all_of_it CURSOR FOR SELECT match, seat, identity, name, rating,"
                       " deviation, volatility FROM holecard.results ORDER BY match, seat",
                       read_result},
    [RECORD_STATISTICS] = {"DECLARE all_of_it CURSOR FOR SELECT " POSTGRES_ROW_COLUMNS
                           " FROM holecard.statistics ORDER BY identity, game",
                           read_statistics},
    [RECORD_MEMO] = {"DECLARE all_of_it CURSOR FOR SELECT key, bytes FROM holecard.memos"
                     " ORDER BY key",
                     read_memo},
};

static bool read_table(struct postgres *from, enum record_kind kind, record_take *take,
                       void *context)
{
    bool goes_on = postgres_do(from, tables[kind].declare, NULL);
    int count = 1;

    while (goes_on && count) {
        PGresult *result = postgres_ask(from, "FETCH 100 FROM all_of_it", NULL);

        goes_on = result;
        count = result ? libpq.PQntuples(result) : 0;
        for (int row = 0; goes_on && row < count; row++) {
            struct record record = {.kind = kind};
            struct text kept;

            tables[kind].read(result, row, &record, &kept);
            goes_on = take(context, &record);
        }
        libpq.PQclear(result);
    }
    return goes_on && postgres_do(from, "CLOSE all_of_it", NULL);
}

bool postgres_records(struct postgres *from, record_take *take, void *context)
{
    bool ok = postgres_do(from, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", NULL);

    for (unsigned kind = 0; ok && kind < RECORD_KINDS; kind++)
        ok = read_table(from, (enum record_kind)kind, take, context);
    return ok && postgres_do(from, "COMMIT", NULL);
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void add_bytes(struct values *values, const uint8_t *bytes, size_t size)
{
    values_bytes(values, size ? bytes : (const uint8_t *)"", size);
}

static bool take_room(struct postgres *to, const struct record *record)
{
    struct values values = {0};

    values_integer(&values, (int64_t)record->room);
    values_integer(&values, (int64_t)record->log_size);
    add_bytes(&values, record->bytes, record->size);
    add_bytes(&values, record->note, record->note_size);
    add_bytes(&values, record->log, record->log_size);
    return postgres_do(to,
                       "WITH made AS (INSERT INTO holecard.rooms(room, log_size, bytes, note)"
                       " VALUES($1, $2, $3, $4))"
                       "INSERT INTO holecard.pieces(room, at, bytes) SELECT $1, 0, $5 WHERE $2 > 0",
                       &values);
}

static bool take_aside(struct postgres *to, const struct record *record)
{
    struct values values = {0};

    values_integer(&values, (int64_t)record->room);
    values_integer(&values, record->ms);
    values_text(&values, record->text);
    add_bytes(&values, record->bytes, record->size);
    add_bytes(&values, record->log, record->log_size);
    add_bytes(&values, record->note, record->note_size);
    return postgres_do(to,
                       "INSERT INTO holecard.aside(room, since, reason, bytes, log, note)"
                       " VALUES($1, $2, $3, $4, $5, $6)",
                       &values);
}

static bool take_match(struct postgres *to, const struct record *record)
{
    struct values values = {0};

    values_integer(&values, record->match);
    values_integer(&values, (int64_t)record->room);
    values_integer(&values, record->number);
    values_text(&values, record->text);
    values_integer(&values, record->ms);
    add_bytes(&values, record->log, record->log_size);
    return postgres_do(to,
                       "INSERT INTO holecard.matches(id, room, number, game, finished, log)"
                       " VALUES($1, $2, $3, $4, $5, $6)",
                       &values);
}

static bool take_result(struct postgres *to, const struct record *record)
{
    struct values values = {0};

    values_integer(&values, record->match);
    values_integer(&values, record->seat);
    values_bytes(&values, record->key, record->key_size);
    values_text(&values, record->text);
    if (!record->is_rated)
        return postgres_do(to, POSTGRES_RESULT_UNRATED, &values);
    values_real(&values, record->rating);
    values_real(&values, record->deviation);
    values_real(&values, record->volatility);
    return postgres_do(to, POSTGRES_RESULT_RATED, &values);
}

static bool take_memo(struct postgres *to, const struct record *record)
{
    struct values values = {0};

    add_bytes(&values, record->key, record->key_size);
    add_bytes(&values, record->bytes, record->size);
    return postgres_do(to, "INSERT INTO holecard.memos(key, bytes) VALUES($1, $2)", &values);
}

bool postgres_take(struct postgres *to, const struct record *record)
{
    switch (record->kind) {
    case RECORD_ROOM:
        return take_room(to, record);
    case RECORD_ASIDE:
        return take_aside(to, record);
    case RECORD_MATCH:
        return take_match(to, record);
    case RECORD_RESULT:
        return take_result(to, record);
    case RECORD_STATISTICS:
        return postgres_put_row(to, &record->row);
    case RECORD_MEMO:
        return take_memo(to, record);
    case RECORD_KINDS:
        break;
    }
    return false;
}
