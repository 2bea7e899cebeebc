// SPDX-License-Identifier: MIT
/*
 * rescue.c: saving what can be read of a damaged database into a new one, and putting that in its
 * place. Start reading with damage_rescue.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/file.h"
#include "store/damage.h"
#include "store/statistics.h"

enum { PATH_CHARS = 4096, KEPT_MAX = 1000 }; /* damaged files of one name */

/* All of it is one transaction of the new database. */
struct rescue {
    struct database *from, to;
    struct journal journal; /* of the new one */
    struct rescued *rescued;
};

/* The new database could not be written. */
static bool give_up(struct rescue *rescue)
{
    rescue->from->why = rescue->to.why;
    return false;
}

static bool save(void *context, const struct record *record)
{
    struct rescue *rescue = context;

    rescue->rescued->rooms += record->kind == RECORD_ROOM;
    rescue->rescued->matches += record->kind == RECORD_MATCH;
    return sqlite_take(&rescue->journal, record) || give_up(rescue);
}

static bool save_everything(struct rescue *rescue)
{
    struct journal *journal = &rescue->journal;
    struct records_damage *damage = &rescue->rescued->damage;

    if (!journal_open(journal, &rescue->to) || !journal_begin(journal))
        return give_up(rescue);
    if (!sqlite_records(rescue->from, save, rescue, damage)) {
        journal_rollback(journal);
        return false;
    }
    return (journal_commit(journal) &&
            (!damage->statistics || statistics_rebuild(&rescue->to, NULL))) ||
           give_up(rescue);
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
             (unsigned long long)(rescued.damage.aside + rescued.damage.matches_aside));
    return true;
}
