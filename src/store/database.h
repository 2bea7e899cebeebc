// SPDX-License-Identifier: MIT
/*
 * database.h: one SQLite database and the statements that are used on it.
 *
 * Every statement is prepared once, and its values are bound: nothing from outside becomes SQL. A
 * function that fails returns false (or NULL, or -1) and leaves a sentence in database->why. The
 * statements stand in statements.def; schema.c has the tables.
 */
#ifndef HC_STORE_DATABASE_H
#define HC_STORE_DATABASE_H

#include <sqlite3.h>
#include <sys/types.h>

#include "store/store.h"

enum statement {
#define STATEMENT(name, sql) SQL_##name,
#include "store/statements.def"
#undef STATEMENT
    STATEMENT_COUNT
};

struct database {
    sqlite3 *sqlite;
    int lock;    /* the descriptor of FILE-lock, and… */
    int file;    /* …of the file itself, which keep other servers out, or -1 */
    int version; /* of its tables; whoever only reads may find an older one */
    char *path;
    bool is_corrupt;    /* SQLite could not make sense of a page */
    bool is_short;      /* it has fewer pages than it says, and is only read */
    bool is_damaged;    /* it was not opened, because not all of it is as it was written */
    bool is_lost;       /* it is no longer where it was, or somebody else writes to it */
    int64_t generation; /* that of this server, or 0 if it is not served */
    ino_t log;          /* the write-ahead log, once it was seen */
    sqlite3_stmt *prepared[STATEMENT_COUNT];
    struct hc_problem why;
};

enum database_use {
    DATABASE_SERVE,  /* to write; made if it is not there, and locked */
    DATABASE_CHANGE, /* the same, but it must be there */
    DATABASE_READ,   /* only to read, also while somebody serves it */
};

/* A path of ":memory:" is a database that is nowhere. Release it, whatever the result. */
bool database_open(struct database *database, const char *path, enum database_use use);
/* Makes a new one, which must not be there yet. Release it, whatever the result. */
bool database_make(struct database *database, const char *path);
void database_release(struct database *database);

/*
 * Binds values and gives the statement, ready for database_next. A letter of `format` for each
 * value: i int64_t, r double, t text (NULL if the pointer is), b bytes: a pointer and a size_t
 * (NULL if the pointer is). The values must stay until the last row was read.
 */
sqlite3_stmt *database_ask(struct database *database, enum statement statement, const char *format,
                           ...);
/* 1: a row; 0: no more rows, or all is done; -1: it failed. */
int database_next(struct database *database, sqlite3_stmt *asked);
/* A statement without rows, from beginning to end. */
bool database_do(struct database *database, enum statement statement, const char *format, ...);
/* Ends reading before the last row. */
void database_enough(sqlite3_stmt *asked);

/* Whether a process serves or changes the file of that name. */
bool database_is_served(const char *path);
/* A number of the table `meta`. 1; 0 if it is not there, or damaged; -1 on failure. */
int database_meta(struct database *database, const char *name, int64_t *value);

/* While it is served, both notice that it is no longer ours, and fail from then on. */
bool database_begin(struct database *database);
/* After a failure everything since database_begin is undone. */
bool database_commit(struct database *database);
void database_rollback(struct database *database);

/* Says what SQLite's last failure means; returns false. */
bool database_failed(struct database *database);
/* Says in our own words what is wrong; returns false. */
__attribute__((format(printf, 2, 3))) bool database_complain(struct database *database,
                                                             const char *format, ...);

/* ---- The schema ----------------------------------------------------------------------------- */
enum {
    SCHEMA_APPLICATION = 0x48435354, /* "HCST": whose file it is */
    SCHEMA_VERSION = 4,
    ASIDE_VERSION = 2, /* the first with rooms set aside… */
    SUMS_VERSION = 3,  /* …with checksums… */
    MEMOS_VERSION = 4, /* …and with memos */
};

/* What makes each version out of the one before; the first out of nothing. The last thing that a
 * step does is to set user_version. */
extern const char *const schema_steps[SCHEMA_VERSION];

/* Refuses a database that is not ours, is newer than `version`, or is empty if it may not be. */
bool schema_check(struct database *database, int version, bool may_be_empty);
/* Lets an older one look like the newest to this connection, which only reads. */
bool schema_pretend(struct database *database);
/* Brings it to `version`, each step in a transaction of its own. */
bool schema_update(struct database *database, const char *const *steps, int version);

#endif
