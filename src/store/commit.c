// SPDX-License-Identifier: MIT
/*
 * commit.c: one transaction for some batches. Each batch is gone through twice: first it is found
 * out which rooms are in conflict, then the entries of the others are stored.
 */
#include "store/commit.h"

#include <stdlib.h>

#include "store/statistics.h"

/* ---- Conflicts ------------------------------------------------------------------------------ */

static bool note_conflict(struct journal *journal, struct commit *commit, struct room *room)
{
    size_t count = commit->conflict_count;
    struct store_conflict *larger;

    room->conflict = true;
    /* Room for twice as many whenever the count is a power of two. */
    if (!(count & (count - 1))) {
        larger = realloc(commit->conflict, (count ? 2 * count : 1) * sizeof *larger);
        if (!larger)
            return database_complain(journal->database,
                                     "cannot be used: there is not enough memory");
        commit->conflict = larger;
    }
    commit->conflict[commit->conflict_count++] =
        (struct store_conflict){room->number, room->log_size};
    return true;
}

/* Whether that match of the room was stored before. -1 on failure. */
static int has_match(struct journal *journal, const struct entry *entry)
{
    const struct store_result *result = (const void *)entry->bytes;
    sqlite3_stmt *asked = database_ask(journal->database, SQL_MATCH_HAS, "ii", (int64_t)entry->room,
                                       (int64_t)result->number);
    int found = asked ? database_next(journal->database, asked) : -1;

    if (found == 1)
        database_enough(asked);
    return found;
}

static bool claim(struct journal *journal, struct commit *commit, const struct entry *entry)
{
    struct room *room = journal_touch(journal, entry->room);
    int stored = 0;

    if (!room)
        return false;
    if (room->batch != journal->batches) {
        room->batch = journal->batches;
        room->claimed = room->log_size;
        room->conflict = false;
    }
    if (room->conflict)
        return true;
    if (entry->kind == ENTRY_RESULT && (stored = has_match(journal, entry)) < 0)
        return false;
    if (stored || entry->log_size != room->claimed)
        return note_conflict(journal, commit, room);
    if (entry->kind == ENTRY_LOG)
        room->claimed += entry->size;
    if (entry->kind == ENTRY_RESULT || entry->kind == ENTRY_GONE)
        room->claimed = 0;
    return true;
}

/* ---- Storing -------------------------------------------------------------------------------- */

static bool store_match(struct journal *journal, struct room *room,
                        const struct store_result *result)
{
    struct database *database = journal->database;
    uint8_t *log = journal_log(journal, room);
    struct hc_log_reader reader;
    const char *game;
    bool ok;

    if (!log)
        return false;
    game = hc_log_open(&reader, log, room->log_size) ? hc_game_name(reader.game) : "";
    ok = database_do(database, SQL_MATCH_ADD, "iitib", (int64_t)room->number,
                     (int64_t)result->number, game, (int64_t)result->finished_ms, log,
                     (size_t)room->log_size) &&
         statistics_add(database, sqlite3_last_insert_rowid(database->sqlite), result, log,
                        (size_t)room->log_size);
    free(log);
    return ok;
}

static bool store_entry(struct journal *journal, const struct entry *entry)
{
    struct room *room = journal_touch(journal, entry->room);

    if (!room)
        return false;
    if (room->conflict)
        return true;
    if (entry->kind == ENTRY_RESULT)
        return store_match(journal, room, (const void *)entry->bytes) &&
               journal_append(journal, room, &(struct row){.kind = ENTRY_RESULT});
    return journal_append(journal, room,
                          &(struct row){.kind = entry->kind,
                                        .bytes = entry->bytes,
                                        .size = entry->size,
                                        .note = entry->bytes + entry->size,
                                        .note_size = entry->note_size});
}

static bool store_batch(struct journal *journal, struct commit *commit)
{
    const struct store_batch *batch = commit->batch;
    const struct entry *entry;

    journal->batches++;
    for (entry = batch_first(batch); entry; entry = batch_next(batch, entry))
        if (!claim(journal, commit, entry))
            return false;
    for (entry = batch_first(batch); entry; entry = batch_next(batch, entry))
        if (!store_entry(journal, entry))
            return false;
    return true;
}

bool commit_all(struct journal *journal, struct commit *commits, size_t count)
{
    if (!journal_begin(journal))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!store_batch(journal, &commits[i])) {
            journal_rollback(journal);
            return false;
        }
    return journal_commit(journal);
}
