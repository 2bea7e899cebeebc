// SPDX-License-Identifier: MIT
/* copy.c: one transaction of reading here, and one of writing there. */
#include "store/copy.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/base.h"
#include "store/damage.h"
#include "store/postgres_inside.h"

enum { SHOWN_EVERY = 100 };

#define HAS_SOMETHING "has something in it already"

struct copying {
    struct copied *copied;
    void (*each)(const struct copied *copied);
    uint64_t records;
    struct hc_problem *why;
    /* Where to: one of these. */
    bool to_postgres;
    struct database database;
    struct journal journal;
    struct postgres postgres;
    struct hc_problem *failed; /* whose sentence it is that ended it; NULL: of who reads */
};

/* ---- Where to ---------------------------------------------------------------------------------
 */

static bool note_record(void *context, const struct record *record)
{
    (void)record;
    *(bool *)context = true;
    return false;
}

/* Removes a file that has nothing in it, or a database without a record that nobody serves. */
static bool remove_empty(struct copying *copying, const char *to)
{
    struct records_damage damage;
    struct database database;
    bool has_record = false, ok;
    struct stat about;

    if (stat(to, &about))
        return true; /* that it cannot be made is found out when it is */
    if (S_ISREG(about.st_mode) && !about.st_size)
        return !unlink(to) || errno == ENOENT;
    ok = database_open(&database, to, DATABASE_CHANGE) &&
         database_do(&database, SQL_BEGIN_READING, "") &&
         sqlite_records(&database, note_record, &has_record, &damage);
    if (has_record)
        database_complain(&database, HAS_SOMETHING);
    if (!ok)
        *copying->why = database.why;
    database_release(&database);
    return ok && !unlink(to);
}

static bool open_file(struct copying *copying, const char *to)
{
    if (!remove_empty(copying, to))
        return false;
    if (database_make(&copying->database, to) &&
        journal_open(&copying->journal, &copying->database) && journal_begin(&copying->journal))
        return true;
    *copying->why = copying->database.why;
    return false;
}

static bool is_empty(struct postgres *postgres)
{
    PGresult *result = postgres_ask(postgres,
                                    "SELECT (SELECT count(*) FROM holecard.rooms)"
                                    " + (SELECT count(*) FROM holecard.matches)"
                                    " + (SELECT count(*) FROM holecard.aside)"
                                    " + (SELECT count(*) FROM holecard.memos)",
                                    NULL);
    bool empty = result && !result_integer(result, 0, 0);

    libpq.PQclear(result);
    return empty || (result && postgres_complain(postgres, HAS_SOMETHING));
}

static bool open_postgres(struct copying *copying, const char *to)
{
    struct postgres *postgres = &copying->postgres;

    if (postgres_open(postgres, to) && postgres_update_schema(postgres) &&
        postgres_stands_alone(postgres) && postgres_begin_alone(postgres) && is_empty(postgres))
        return true;
    *copying->why = postgres->why;
    return false;
}

static bool take(void *context, const struct record *record)
{
    struct copying *copying = context;
    bool ok = copying->to_postgres ? postgres_take(&copying->postgres, record)
                                   : sqlite_take(&copying->journal, record);

    if (!ok) {
        copying->failed = copying->to_postgres ? &copying->postgres.why : &copying->database.why;
        return false;
    }
    copying->copied->count[record->kind]++;
    if (!(++copying->records % SHOWN_EVERY) && copying->each)
        copying->each(copying->copied);
    return true;
}

/* Numbers that the database gives by itself go on behind those that were copied. */
static bool finish(struct copying *copying)
{
    bool ok = copying->to_postgres
                  ? postgres_do(&copying->postgres,
                                "SELECT setval(pg_get_serial_sequence('holecard.matches', 'id'),"
                                " (SELECT coalesce(max(id), 0) + 1 FROM holecard.matches), false)",
                                NULL) &&
                        postgres_do(&copying->postgres, "COMMIT", NULL)
                  : journal_commit(&copying->journal);

    if (!ok)
        *copying->why = copying->to_postgres ? copying->postgres.why : copying->database.why;
    return ok;
}

/* ---- Where from -------------------------------------------------------------------------------
 */

static bool copy_file(struct copying *copying, const char *from)
{
    struct records_damage damage, none = {0};
    struct database database;
    bool ok = database_open(&database, from, DATABASE_READ) &&
              database_do(&database, SQL_BEGIN_READING, "") &&
              sqlite_records(&database, take, copying, &damage);

    if (!ok)
        *copying->why = copying->failed ? *copying->failed : database.why;
    else if (memcmp(&damage, &none, sizeof none) != 0) {
        database_complain(&database, "is damaged; see holecard store rescue");
        *copying->why = database.why;
        ok = false;
    }
    database_release(&database);
    return ok;
}

static bool copy_postgres(struct copying *copying, const char *from)
{
    struct postgres postgres;
    bool ok = postgres_open(&postgres, from) && postgres_stands_alone(&postgres) &&
              postgres_records(&postgres, take, copying);

    if (!ok)
        *copying->why = copying->failed ? *copying->failed : postgres.why;
    postgres_close(&postgres);
    return ok;
}

bool store_copy(const char *from, const char *to, void (*each)(const struct copied *copied),
                struct copied *copied, struct hc_problem *why)
{
    struct copying copying = {.copied = copied,
                              .each = each,
                              .why = why,
                              .to_postgres = is_postgres_address(to),
                              .database = {.lock = -1, .file = -1}};
    bool made, ok;

    memset(copied, 0, sizeof *copied);
    memset(why, 0, sizeof *why);
    made = ok = copying.to_postgres ? open_postgres(&copying, to) : open_file(&copying, to);
    ok = ok &&
         (is_postgres_address(from) ? copy_postgres(&copying, from) : copy_file(&copying, from)) &&
         finish(&copying);
    journal_release(&copying.journal);
    database_release(&copying.database);
    postgres_close(&copying.postgres);
    if (made && !ok && !copying.to_postgres)
        unlink(to);
    return ok;
}
