// SPDX-License-Identifier: MIT
/*
 * rescue.c: saving what can be read of a damaged database. Every table is read as far as it can be;
 * what is damaged is set aside. Start reading with damage_rescue.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/file.h"
#include "store/aside.h"
#include "store/damage.h"
#include "store/journal.h"
#include "store/scan.h"
#include "store/statistics.h"

enum { PATH_CHARS = 4096, KEPT_MAX = 1000 }; /* damaged files of one name */

/* All of it is one transaction of the new database. */
struct rescue {
    struct database *from, to;
    struct journal journal; /* of the new one */
    struct rescued *rescued;
    bool failed;
};

/* The new database could not be written. */
static void give_up(struct rescue *rescue)
{
    rescue->failed = true;
    rescue->from->why = rescue->to.why;
}

static void save_room(void *context, const struct store_room *room)
{
    struct rescue *rescue = context;
    struct row log = {ROW_WHOLE, room->log, room->note, room->log_size, room->note_size};
    struct row bytes = {ROW_ROOM, room->bytes, room->note, room->size, room->note_size};
    struct room *saved;

    if (rescue->failed)
        return;
    if (room->damage) {
        rescue->rescued->aside++;
        if (!aside_add(&rescue->to, room, room->damage))
            give_up(rescue);
        return;
    }
    rescue->rescued->rooms++;
    saved = journal_touch(&rescue->journal, room->room);
    if (!saved || (log.size && !journal_put(&rescue->journal, saved, &log)) ||
        (bytes.size && !journal_put(&rescue->journal, saved, &bytes)))
        give_up(rescue);
}

static bool save_rooms(struct rescue *rescue)
{
    struct journal journal = {.database = NULL};
    bool ok = journal_open(&journal, rescue->from) && journal_load(&journal, save_room, rescue);

    rescue->rescued->gaps += journal.gaps;
    journal_release(&journal);
    return ok && !rescue->failed;
}

static const uint8_t *blob(sqlite3_stmt *row, int column, size_t *size)
{
    const uint8_t *bytes = sqlite3_column_blob(row, column);

    *size = (size_t)sqlite3_column_bytes(row, column);
    return bytes;
}

static bool save_result(struct rescue *rescue, int64_t match, sqlite3_stmt *row)
{
    const char *name = (const char *)sqlite3_column_text(row, 2);
    int64_t seat = sqlite3_column_int64(row, 0);
    const uint8_t *identity;
    size_t size;

    identity = blob(row, 1, &size);
    if (sqlite3_column_type(row, 3) == SQLITE_NULL)
        return database_do(&rescue->to, SQL_RESULT_PUT_UNRATED, "iibt", match, seat, identity, size,
                           name);
    return database_do(&rescue->to, SQL_RESULT_PUT, "iibtrrr", match, seat, identity, size, name,
                       sqlite3_column_double(row, 3), sqlite3_column_double(row, 4),
                       sqlite3_column_double(row, 5));
}

/* Who sat where. What is damaged is left out: nobody can say who it was. */
static bool save_results(struct rescue *rescue, int64_t match)
{
    sqlite3_stmt *row;
    int found = -1;

    rescue->from->is_corrupt = false;
    row = database_ask(rescue->from, SQL_RESULT_ALL, "i", match);
    while (!rescue->failed && row && (found = database_next(rescue->from, row)) == 1)
        if (!sqlite3_column_int(row, 6))
            rescue->rescued->results_lost++;
        else if (!save_result(rescue, match, row))
            give_up(rescue);
    rescue->rescued->results_lost += found < 0;
    return !rescue->failed && (!found || rescue->from->is_corrupt);
}

static bool set_match_aside(struct rescue *rescue, uint64_t room, long long number,
                            const uint8_t *log, size_t size)
{
    struct store_room aside = {.room = room, .log = log, .log_size = size};
    char reason[64];

    rescue->rescued->matches_aside++;
    snprintf(reason, sizeof reason, "match %lld of it is damaged", number);
    return aside_add(&rescue->to, &aside, reason);
}

static bool save_match(struct rescue *rescue, sqlite3_stmt *row)
{
    int64_t id = sqlite3_column_int64(row, 0), room = sqlite3_column_int64(row, 1);
    int64_t number = sqlite3_column_int64(row, 2), finished = sqlite3_column_int64(row, 4);
    const char *game = (const char *)sqlite3_column_text(row, 3);
    const uint8_t *log;
    size_t size;

    log = blob(row, 5, &size);
    if (!sqlite3_column_int(row, 6)) {
        if (!set_match_aside(rescue, (uint64_t)room, number, log, size))
            give_up(rescue);
        return !rescue->failed;
    }
    rescue->rescued->matches++;
    if (!database_do(&rescue->to, SQL_MATCH_COPY, "iiitib", id, room, number, game, finished, log,
                     size)) {
        give_up(rescue);
        return false;
    }
    return save_results(rescue, id);
}

static bool save_aside(struct rescue *rescue, sqlite3_stmt *row)
{
    const char *reason = (const char *)sqlite3_column_text(row, 3);
    const uint8_t *bytes, *log, *note;
    size_t size, log_size, note_size;

    bytes = blob(row, 4, &size);
    log = blob(row, 5, &log_size);
    note = blob(row, 6, &note_size);
    if (!database_do(&rescue->to, SQL_ASIDE_ADD, "iitbbb", sqlite3_column_int64(row, 1),
                     sqlite3_column_int64(row, 2), reason ? reason : "",
                     bytes ? bytes : (const uint8_t *)"", size, log ? log : (const uint8_t *)"",
                     log_size, note ? note : (const uint8_t *)"", note_size))
        give_up(rescue);
    return !rescue->failed;
}

/* Every row of a table by its id. */
static bool save_all(struct rescue *rescue, enum statement statement,
                     bool (*save)(struct rescue *rescue, sqlite3_stmt *row))
{
    struct scan scan = {.database = rescue->from, .statement = statement, .next = 0};
    sqlite3_stmt *row;
    int found;

    while ((found = scan_next(&scan, &row)) == 1)
        if (!save(rescue, row)) {
            database_enough(row);
            return false;
        }
    rescue->rescued->gaps += scan.gaps;
    return !found;
}

/* They follow from the rest, so they are copied only if all of them are sound. */
static bool save_statistics(struct rescue *rescue)
{
    bool is_sound = true;
    sqlite3_stmt *row;
    int found = -1;

    rescue->from->is_corrupt = false;
    row = database_ask(rescue->from, SQL_STATISTICS_ALL, "");
    while (is_sound && row && (found = database_next(rescue->from, row)) == 1) {
        is_sound = sqlite3_column_int(row, 14);
        if (is_sound && !statistics_copy(&rescue->to, row))
            give_up(rescue);
    }
    database_enough(row);
    if (found < 0 && !rescue->from->is_corrupt)
        return false;
    rescue->rescued->recounted = !is_sound || found < 0;
    return !rescue->failed;
}

/* What is damaged is lost: a door does better without it than with something else. */
static bool save_memo(struct rescue *rescue, sqlite3_stmt *row)
{
    const uint8_t *key, *bytes;
    size_t key_size, size;

    key = blob(row, 1, &key_size);
    bytes = blob(row, 2, &size);
    if (!sqlite3_column_int(row, 3))
        rescue->rescued->memos_lost++;
    else if (!database_do(&rescue->to, SQL_MEMO_PUT, "bb", key, key_size, bytes, size))
        give_up(rescue);
    return !rescue->failed;
}

static bool save_everything(struct rescue *rescue)
{
    struct journal *journal = &rescue->journal;
    bool ok;

    if (!journal_open(journal, &rescue->to) || !journal_begin(journal)) {
        give_up(rescue);
        return false;
    }
    ok = save_all(rescue, SQL_ASIDE_FROM, save_aside) && save_rooms(rescue) &&
         save_all(rescue, SQL_MATCH_ALL, save_match) &&
         save_all(rescue, SQL_MEMO_SCAN, save_memo) && save_statistics(rescue);
    if (!ok) {
        journal_rollback(journal);
        return false;
    }
    ok = journal_commit(journal) &&
         (!rescue->rescued->recounted || statistics_rebuild(&rescue->to, NULL));
    if (!ok)
        give_up(rescue);
    return ok;
}

bool damage_rescue(struct database *from, const char *to, struct rescued *rescued)
{
    struct rescue rescue = {.from = from, .rescued = rescued};
    bool ok = database_make(&rescue.to, to);
    bool made = ok;

    memset(rescued, 0, sizeof *rescued);
    if (!ok)
        give_up(&rescue);
    ok = ok && save_everything(&rescue);
    journal_release(&rescue.journal);
    database_release(&rescue.to);
    if (!ok && made)
        unlink(to);
    return ok;
}

/* ---- A server's own file --------------------------------------------------------------------- */

/* The damaged file gets a second name that nothing has yet. */
static bool keep_damaged(const char *path, char *kept, size_t size)
{
    for (unsigned number = 1; number < KEPT_MAX; number++) {
        int length = number == 1 ? snprintf(kept, size, "%s.damaged", path)
                                 : snprintf(kept, size, "%s.damaged-%u", path, number);

        if (length >= (int)size)
            return false;
        if (!link(path, kept))
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* Writes the write-ahead log back, since it must not be found beside another file. */
static bool empty_log(struct database *database)
{
    return sqlite3_wal_checkpoint_v2(database->sqlite, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL,
                                     NULL) == SQLITE_OK ||
           database_failed(database);
}

static bool put_in_place(struct database *database, const char *saved, char *kept, size_t size)
{
    const char *path = database->path;

    if (!keep_damaged(path, kept, size) || rename(saved, path)) {
        database_complain(database, "is damaged, and what was saved cannot take its place: %s",
                          strerror(errno));
        unlink(saved);
        return false;
    }
    file_flush_folder(path);
    return true;
}

bool damage_heal(struct database *database, struct hc_problem *sentence)
{
    char saved[PATH_CHARS], kept[PATH_CHARS];
    struct rescued rescued;

    if (snprintf(saved, sizeof saved, "%s-saved", database->path) >= (int)sizeof saved)
        return database_complain(database, "has too long a name");
    unlink(saved);
    if (!schema_pretend(database) || !empty_log(database) ||
        !damage_rescue(database, saved, &rescued) ||
        !put_in_place(database, saved, kept, sizeof kept))
        return false;
    memset(sentence, 0, sizeof *sentence);
    snprintf(sentence->text, sizeof sentence->text,
             "%s was damaged and is kept beside it as %.50s; rooms saved: %llu, matches: %llu, set "
             "aside: "
             "%llu",
             file_shown(database->path).text, strrchr(kept, '/') ? strrchr(kept, '/') + 1 : kept,
             (unsigned long long)rescued.rooms, (unsigned long long)rescued.matches,
             (unsigned long long)(rescued.aside + rescued.matches_aside));
    return true;
}
