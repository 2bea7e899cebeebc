// SPDX-License-Identifier: MIT
/* finished.c: statements about single matches that are over. */
#include "store/finished.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row of SQL_MATCH_BEHIND or SQL_MATCH_WITH. */
static void copy_match(struct finished *match, sqlite3_stmt *asked)
{
    const unsigned char *game = sqlite3_column_text(asked, 1);

    memset(match, 0, sizeof *match);
    match->id = sqlite3_column_int64(asked, 0);
    snprintf(match->game, sizeof match->game, "%s", game ? (const char *)game : "");
    match->finished_ms = (uint64_t)sqlite3_column_int64(asked, 2);
    database_enough(asked);
}

static void copy_seat(struct finished *match, sqlite3_stmt *asked)
{
    int seat = sqlite3_column_int(asked, 0);
    const unsigned char *name = sqlite3_column_text(asked, 2);
    const void *identity = sqlite3_column_blob(asked, 1);

    if (seat < 0 || seat >= HC_SEATS_MAX)
        return;
    match->seats = (unsigned)seat + 1;
    snprintf(match->seat[seat].name, STORE_NAME_CHARS, "%s", name ? (const char *)name : "");
    if (identity && sqlite3_column_bytes(asked, 1) == STORE_IDENTITY_BYTES)
        memcpy(match->seat[seat].identity, identity, STORE_IDENTITY_BYTES);
}

/* The match of a statement's only row, and who sat there. */
static int take(struct database *database, sqlite3_stmt *asked, struct finished *match)
{
    int more = asked ? database_next(database, asked) : -1;

    if (more != 1)
        return more;
    copy_match(match, asked);
    asked = database_ask(database, SQL_RESULT_ALL, "i", match->id);
    while ((more = asked ? database_next(database, asked) : -1) == 1)
        copy_seat(match, asked);
    return more < 0 ? -1 : 1;
}

int finished_next(struct database *database, int64_t id, struct finished *match)
{
    return take(database, database_ask(database, SQL_MATCH_BEHIND, "i", id), match);
}

int finished_find(struct database *database, const uint8_t *log, size_t size,
                  struct finished *match)
{
    return take(database, database_ask(database, SQL_MATCH_WITH, "b", log, size), match);
}

uint8_t *finished_log(struct database *database, int64_t id, size_t *size)
{
    sqlite3_stmt *asked = database_ask(database, SQL_MATCH_ROW, "i", id);
    int more = asked ? database_next(database, asked) : -1;
    uint8_t *log = NULL;

    if (!more)
        database_complain(database, "has no such match any more");
    if (more != 1)
        return NULL;
    *size = (size_t)sqlite3_column_bytes(asked, 0);
    if (!sqlite3_column_int(asked, 1))
        database_complain(database, "is damaged: this match is not as it was written");
    else if (!(log = malloc(*size + 1)))
        database_complain(database, "cannot be used: there is not enough memory");
    else if (*size)
        memcpy(log, sqlite3_column_blob(asked, 0), *size);
    database_enough(asked);
    return log;
}

bool finished_remove(struct database *database, int64_t id)
{
    if (!database_begin(database))
        return false;
    if (database_do(database, SQL_RESULT_REMOVE, "i", id) &&
        database_do(database, SQL_MATCH_REMOVE, "i", id))
        return database_commit(database);
    database_rollback(database);
    return false;
}
