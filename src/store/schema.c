// SPDX-License-Identifier: MIT
/*
 * schema.c: the tables of the database, version by version. A step that was ever released is never
 * changed: databases that it made are out there. docs/store.md says what is in the columns.
 */
#include "store/database.h"

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
};

/* Whose file it is, its version, and whether there is anything in it. */
static bool look(struct database *database, int *application, int *version, bool *is_empty)
{
    sqlite3_stmt *asked = database_ask(database, SQL_WHOSE, "");

    if (!asked || database_next(database, asked) != 1)
        return false;
    *application = sqlite3_column_int(asked, 0);
    *version = database->version = sqlite3_column_int(asked, 1);
    *is_empty = !sqlite3_column_int(asked, 2) && !*application && !*version;
    database_enough(asked);
    return true;
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
