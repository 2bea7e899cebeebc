// SPDX-License-Identifier: MIT
/* sqlite_base.c: a database of SQLite as what a store stands on; the journal does the work. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/aside.h"
#include "store/base.h"
#include "store/damage.h"
#include "store/journal.h"
#include "store/statistics.h"
#include "store/writer.h"

struct sqlite_base {
    struct base base;
    struct database database;
    struct journal journal; /* of the one that writes */
    bool writes;
};

static const struct base_kind sqlite_kind;

static struct sqlite_base *of(struct base *base)
{
    return (struct sqlite_base *)base;
}

/* What the database says becomes what the base says. */
static bool said(struct sqlite_base *sqlite, bool ok)
{
    if (!ok)
        sqlite->base.why = sqlite->database.why;
    return ok;
}

/* ---- Opening and closing -------------------------------------------------------------------- */

/* A damaged file is not served: what can be saved of it is. */
static bool open_sound(struct database *database, const char *path, struct hc_problem *rescued)
{
    bool ok = database_open(database, path, DATABASE_SERVE);

    if (ok || !database->is_damaged || !damage_heal(database, rescued))
        return ok;
    database_release(database);
    return database_open(database, path, DATABASE_SERVE);
}

struct base *sqlite_base_open(const char *path, struct hc_problem *rescued, struct hc_problem *why)
{
    struct sqlite_base *sqlite = calloc(1, sizeof *sqlite);

    if (!sqlite) {
        snprintf(why->text, sizeof why->text, "there is not enough memory for a store");
        return NULL;
    }
    sqlite->base.kind = &sqlite_kind;
    sqlite->writes = true;
    if (open_sound(&sqlite->database, path, rescued) &&
        journal_open(&sqlite->journal, &sqlite->database))
        return &sqlite->base;
    *why = sqlite->database.why;
    database_release(&sqlite->database);
    free(sqlite);
    return NULL;
}

static struct base *open_reader(struct base *base)
{
    struct sqlite_base *reader;

    memset(&base->why, 0, sizeof base->why);
    /* Nobody else can see what is in memory. */
    if (!strcmp(of(base)->database.path, ":memory:"))
        return NULL;
    if (!(reader = calloc(1, sizeof *reader))) {
        snprintf(base->why.text, sizeof base->why.text, "there is not enough memory for a store");
        return NULL;
    }
    reader->base.kind = &sqlite_kind;
    if (database_open(&reader->database, of(base)->database.path, DATABASE_READ))
        return &reader->base;
    base->why = reader->database.why;
    database_release(&reader->database);
    free(reader);
    return NULL;
}

static void close_base(struct base *base)
{
    if (of(base)->writes)
        journal_release(&of(base)->journal);
    database_release(&of(base)->database);
    free(base);
}

static void interrupt(struct base *base)
{
    sqlite3_interrupt(of(base)->database.sqlite);
}

/* ---- Rooms ---------------------------------------------------------------------------------- */

static void read_names(struct base *base, store_names *read)
{
    names_open(&of(base)->journal.names, read);
}

static bool load(struct base *base, store_each *each, void *context)
{
    return said(of(base), journal_load(&of(base)->journal, each, context));
}

static bool each_memo(struct base *base, store_memo *each, void *context)
{
    struct database *database = &of(base)->database;
    sqlite3_stmt *asked = database_ask(database, SQL_MEMO_ALL, "");
    int found = -1;

    while (asked && (found = database_next(database, asked)) == 1) {
        const uint8_t *key = sqlite3_column_blob(asked, 0), *bytes = sqlite3_column_blob(asked, 1);

        each(context, key, (size_t)sqlite3_column_bytes(asked, 0), bytes,
             (size_t)sqlite3_column_bytes(asked, 1));
    }
    return said(of(base), !found);
}

static bool set_aside(struct base *base, uint64_t room, const char *reason)
{
    return said(of(base), journal_set_aside(&of(base)->journal, room, reason));
}

static int64_t count_aside(struct base *base)
{
    int64_t count = aside_count(&of(base)->database);

    said(of(base), count >= 0);
    return count;
}

static bool write_all(struct base *base, struct written *batches, size_t count)
{
    return said(of(base), write_batches(&of(base)->journal, batches, count));
}

/* Old bytes of rooms are swept afterwards, beside the batches. */
static bool forget(struct base *base, const uint8_t identity[STORE_IDENTITY_BYTES])
{
    return said(of(base), journal_forget(&of(base)->journal, identity) &&
                              statistics_forget(&of(base)->database, identity));
}

static enum base_chore chore(const struct base *base)
{
    const struct journal *journal = &((const struct sqlite_base *)base)->journal;

    if (journal_is_heavy(journal))
        return CHORE_NOW;
    return journal_is_sweeping(journal) ? CHORE_REST : CHORE_NONE;
}

static void do_chore(struct base *base, enum base_chore chore)
{
    if (chore == CHORE_NOW)
        journal_compact(&of(base)->journal);
    else
        journal_sweep(&of(base)->journal);
}

/* ---- Questions ------------------------------------------------------------------------------ */

static int find_log(struct base *base, uint64_t room, uint32_t number, uint8_t **log, size_t *size)
{
    struct database *database = &of(base)->database;
    sqlite3_stmt *asked =
        database_ask(database, SQL_MATCH_LOG, "ii", (int64_t)room, (int64_t)number);
    int found = asked ? database_next(database, asked) : -1;

    if (found == 1 && !sqlite3_column_int(asked, 1)) {
        database_complain(database,
                          "is damaged: match %u of room %llu is not as it was written; start the "
                          "server anew",
                          number, (unsigned long long)room);
        found = -1;
    } else if (found == 1) {
        *size = (size_t)sqlite3_column_bytes(asked, 0);
        if ((*log = malloc(*size + 1)) && *size)
            memcpy(*log, sqlite3_column_blob(asked, 0), *size);
        if (!*log) {
            database_complain(database, "needs more memory than there is");
            found = -1;
        }
    }
    if (asked)
        database_enough(asked);
    said(of(base), found >= 0);
    return found;
}

static int find_statistics(struct base *base, const uint8_t identity[STORE_IDENTITY_BYTES],
                           struct store_row *rows, uint32_t count)
{
    int found = statistics_of(&of(base)->database, identity, rows, count);

    said(of(base), found >= 0);
    return found;
}

static int find_leaders(struct base *base, const char *game, uint32_t first, struct store_row *rows,
                        uint32_t count)
{
    int found = statistics_best(&of(base)->database, game, first, rows, count);

    said(of(base), found >= 0);
    return found;
}

static int find_history(struct base *base, const uint8_t identity[STORE_IDENTITY_BYTES],
                        uint32_t first, struct store_match *matches, uint32_t count)
{
    int found = statistics_history(&of(base)->database, identity, first, matches, count);

    said(of(base), found >= 0);
    return found;
}

static int find_players(struct base *base, uint64_t room, uint32_t number,
                        struct store_match *match)
{
    int found = statistics_players(&of(base)->database, room, number, match);

    said(of(base), found >= 0);
    return found;
}

static const struct base_kind sqlite_kind = {
    .open_reader = open_reader,
    .close = close_base,
    .interrupt = interrupt,
    .read_names = read_names,
    .load = load,
    .memos = each_memo,
    .set_aside = set_aside,
    .aside_count = count_aside,
    .write = write_all,
    .forget = forget,
    .chore = chore,
    .do_chore = do_chore,
    .log = find_log,
    .statistics = find_statistics,
    .leaders = find_leaders,
    .history = find_history,
    .players = find_players,
};
