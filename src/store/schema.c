// SPDX-License-Identifier: MIT
/*
 * schema.c: the tables of the database, version by version. A step that was ever released is never
 * changed: databases that it made are out there. docs/store.md says what is in the columns.
 */
#include "store/columns.h"
#include "store/database.h"

/* Gives a table its checksums. */
#define ADD_SUMS(table, columns)                                                                   \
    "ALTER TABLE " table " ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;"                             \
    "UPDATE " table " SET sum = checksum(" columns ");"
/* A table without checksums, for whoever only reads, as if it had them. */
#define VIEW_SUMS(table, columns)                                                                  \
    "CREATE TEMP VIEW " table " AS SELECT *, checksum(" columns ") AS sum FROM main." table ";"

const char *const schema_steps[SCHEMA_VERSION] = {
    /* The journal has no index: it is written at its end and read from its beginning. */
    "CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;"
    "INSERT INTO meta VALUES('journal_start', 1);"
    "CREATE TABLE journal(id INTEGER PRIMARY KEY, room INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " at INTEGER NOT NULL, before INTEGER NOT NULL, bytes BLOB NOT NULL, note BLOB NOT NULL);"
    "CREATE TABLE matches(id INTEGER PRIMARY KEY, room INTEGER NOT NULL, number INTEGER NOT NULL,"
    " game TEXT NOT NULL, finished INTEGER NOT NULL, log BLOB NOT NULL, UNIQUE(room, number));"
    "CREATE TABLE results(match INTEGER NOT NULL, seat INTEGER NOT NULL, identity BLOB, name TEXT,"
    " rating REAL, deviation REAL, volatility REAL, PRIMARY KEY(match, seat)) WITHOUT ROWID;"
    "CREATE INDEX results_identity ON results(identity, match) WHERE identity IS NOT NULL;"
    "CREATE TABLE statistics(identity BLOB NOT NULL, name TEXT NOT NULL, game TEXT NOT NULL,"
    " matches INTEGER NOT NULL, wins INTEGER NOT NULL, points INTEGER NOT NULL,"
    " played INTEGER NOT NULL, caught INTEGER NOT NULL, streak INTEGER NOT NULL,"
    " best_streak INTEGER NOT NULL, rating REAL NOT NULL, deviation REAL NOT NULL,"
    " volatility REAL NOT NULL, standing REAL NOT NULL, PRIMARY KEY(identity, game)) WITHOUT ROWID;"
    "CREATE INDEX statistics_standing ON statistics(game, standing);"
    "PRAGMA application_id = 0x48435354;"
    "PRAGMA user_version = 1;",
    "CREATE TABLE aside(id INTEGER PRIMARY KEY, room INTEGER NOT NULL, since INTEGER NOT NULL,"
    " reason TEXT NOT NULL, bytes BLOB NOT NULL, log BLOB NOT NULL, note BLOB NOT NULL);"
    "PRAGMA user_version = 2;",
    ADD_SUMS("meta", META_COLUMNS) ADD_SUMS("journal", JOURNAL_COLUMNS) ADD_SUMS("aside",
                                                                                 ASIDE_COLUMNS)
        ADD_SUMS("matches", MATCHES_COLUMNS) ADD_SUMS("results", RESULTS_COLUMNS)
            ADD_SUMS("statistics", STATISTICS_COLUMNS) "INSERT INTO meta VALUES('generation', 1, "
                                                       "checksum('generation', 1));"
                                                       "DROP INDEX statistics_standing;"
                                                       "CREATE INDEX statistics_best ON "
                                                       "statistics(game, standing DESC, identity);"
                                                       "PRAGMA user_version = 3;",
    /* With a rowid, so that it can be read past what is damaged. */
    ("CREATE TABLE memos(key BLOB NOT NULL PRIMARY KEY, bytes BLOB NOT NULL, sum INTEGER NOT NULL);"
     "PRAGMA user_version = 4;"),
};

static const char with_sums[] = VIEW_SUMS("meta", META_COLUMNS)
    VIEW_SUMS("journal", JOURNAL_COLUMNS) VIEW_SUMS("matches", MATCHES_COLUMNS)
        VIEW_SUMS("results", RESULTS_COLUMNS) VIEW_SUMS("statistics", STATISTICS_COLUMNS);
static const char with_aside[] = VIEW_SUMS("aside", ASIDE_COLUMNS);
static const char without_aside[] =
    "CREATE TEMP VIEW aside AS SELECT 0 AS id, 0 AS room, 0 AS since, '' AS reason, x'' AS bytes,"
    " x'' AS log, x'' AS note, 0 AS sum WHERE false;";

static const char without_memos[] =
    "CREATE TEMP VIEW memos AS SELECT 0 AS rowid, x'' AS key, x'' AS bytes, 0 AS sum WHERE false;";

static bool pretend(struct database *database, const char *sql)
{
    return sqlite3_exec(database->sqlite, sql, NULL, NULL, NULL) == SQLITE_OK ||
           database_failed(database);
}

bool schema_pretend(struct database *database)
{
    if (database->version < MEMOS_VERSION && !pretend(database, without_memos))
        return false;
    return database->version >= SUMS_VERSION ||
           (pretend(database, with_sums) &&
            pretend(database, database->version < ASIDE_VERSION ? without_aside : with_aside));
}

/* Whose file it is, its version, and whether there is anything in it. */
static bool look(struct database *database, int *application, int *version, bool *is_empty)
{
    sqlite3_stmt *asked = database_ask(database, SQL_WHOSE, "");
    bool has_sums;

    if (!asked || database_next(database, asked) != 1)
        return false;
    *application = sqlite3_column_int(asked, 0);
    *version = database->version = sqlite3_column_int(asked, 1);
    *is_empty = !sqlite3_column_int(asked, 2) && !*application && !*version;
    has_sums = sqlite3_column_int(asked, 3);
    database_enough(asked);
    return *application != SCHEMA_APPLICATION || has_sums == (*version >= SUMS_VERSION) ||
           database_complain(database,
                             "is damaged: it is not of version %d, as it says; go back to "
                             "a backup",
                             *version);
}

static bool accept(struct database *database, int application, int found, int version)
{
    if (application != SCHEMA_APPLICATION || found < 1)
        return database_complain(database, "is a database, but not one of Holecard");
    if (found > version)
        return database_complain(
            database, "has version %d, and this Holecard knows versions up to %d; use a newer one",
            found, version);
    return true;
}

bool schema_check(struct database *database, int version, bool may_be_empty)
{
    int application, found;
    bool is_empty;

    if (!look(database, &application, &found, &is_empty))
        return false;
    if (is_empty)
        return may_be_empty || database_complain(database, "is empty: there is nothing in it");
    return accept(database, application, found, version);
}

static bool step(struct database *database, const char *sql, int version)
{
    int application, reached;
    bool is_empty;

    if (!database_begin(database))
        return false;
    if (sqlite3_exec(database->sqlite, sql, NULL, NULL, NULL) != SQLITE_OK) {
        database_failed(database);
        database_rollback(database);
        return false;
    }
    if (!look(database, &application, &reached, &is_empty) || reached != version) {
        database_rollback(database);
        return database_complain(database, "could not be brought to version %d", version);
    }
    return database_commit(database);
}

bool schema_update(struct database *database, const char *const *steps, int version)
{
    int application, found;
    bool is_empty;

    if (!schema_check(database, version, true) || !look(database, &application, &found, &is_empty))
        return false;
    for (; found < version; found++)
        if (!step(database, steps[found], found + 1))
            return false;
    return true;
}
