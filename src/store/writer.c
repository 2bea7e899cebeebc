// SPDX-License-Identifier: MIT
/*
 * writer.c: one transaction for some batches. An entry that fits what is known of its room becomes
 * rows of the journal, one for each part; one that does not is a conflict and changes nothing.
 */
#include "store/writer.h"

#include <stdlib.h>

#include "store/statistics.h"

/* ---- Conflicts ------------------------------------------------------------------------------ */

static bool note_conflict(struct journal *journal, struct written *batch, struct room *room)
{
    return written_conflict(batch, room->number, room->log_size) ||
           database_complain(journal->database, "cannot be used: there is not enough memory");
}

/* Whether that match of the room was stored before. -1 on failure. */
static int has_match(struct journal *journal, const struct store_entry *entry)
{
    sqlite3_stmt *asked = database_ask(journal->database, SQL_MATCH_HAS, "ii", (int64_t)entry->room,
                                       (int64_t)entry->result->number);
    int found = asked ? database_next(journal->database, asked) : -1;

    if (found == 1)
        database_enough(asked);
    return found;
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

/* A note is in the last row of its room. */
static bool store_parts(struct journal *journal, struct room *room, const struct store_entry *entry)
{
    struct row log = {.kind = ROW_LOG, .bytes = entry->log, .size = entry->log_bytes};
    struct row bytes = {.kind = ROW_ROOM, .bytes = entry->bytes, .size = entry->size};
    struct row *last = entry->size ? &bytes : &log;

    last->note = entry->note;
    last->note_size = entry->note_size;
    if (log.size && !journal_append(journal, room, &log))
        return false;
    if (entry->result && (!store_match(journal, room, entry->result) ||
                          !journal_append(journal, room, &(struct row){.kind = ROW_RESULT})))
        return false;
    if (bytes.size && !journal_append(journal, room, &bytes))
        return false;
    return !entry->gone || journal_append(journal, room, &(struct row){.kind = ROW_GONE});
}

static bool store_entry(struct journal *journal, struct written *batch,
                        const struct store_entry *entry)
{
    struct room *room = journal_touch(journal, entry->room);
    int stored = 0;

    if (!room || (entry->result && (stored = has_match(journal, entry)) < 0))
        return false;
    return stored || entry->log_size != room->log_size ? note_conflict(journal, batch, room)
                                                       : store_parts(journal, room, entry);
}

static bool store_memos(struct database *database, const struct store_batch *batch)
{
    struct batch_memo memo;

    for (size_t offset = 0; batch_read_memo(batch, &offset, &memo);)
        if (!(memo.size ? database_do(database, SQL_MEMO_PUT, "bb", memo.key, memo.key_size,
                                      memo.bytes, memo.size)
                        : database_do(database, SQL_MEMO_REMOVE, "b", memo.key, memo.key_size)))
            return false;
    return true;
}

static bool store_batch(struct journal *journal, struct written *batch)
{
    struct store_entry entry;

    for (size_t offset = 0; batch_read(batch->batch, &offset, &entry);)
        if (!store_entry(journal, batch, &entry))
            return false;
    return store_memos(journal->database, batch->batch);
}

bool write_batches(struct journal *journal, struct written *batches, size_t count)
{
    if (!journal_begin(journal))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!store_batch(journal, &batches[i])) {
            journal_rollback(journal);
            return false;
        }
    return journal_commit(journal);
}
