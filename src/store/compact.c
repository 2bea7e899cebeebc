// SPDX-License-Identifier: MIT
/*
 * compact.c: leaving garbage behind. journal.h says in which order, and why a crash does no harm;
 * start reading with journal_compact.
 */
#include <stdlib.h>
#include <string.h>

#include "store/journal.h"

/* What one step does at most, so that batches do not wait for long. */
enum { STEP_ROOMS = 128, STEP_BYTES = 256 << 10, STEP_ROWS = 4096 };

bool journal_is_heavy(const struct journal *journal)
{
    /* What is damaged must not be written anew as if it were not. */
    if (journal->resting || journal->damaged)
        return false;
    return journal->compaction != COMPACTION_NONE || journal->clear_soon ||
           (journal->weight > journal->weight_min && journal->weight > 3 * journal->live);
}

void journal_clear(struct journal *journal)
{
    journal->clear_soon = true;
}

/* ---- Writing live rooms anew ---------------------------------------------------------------- */

/* Finds a row. False if it is not there. */
static bool find_row(struct journal *journal, int64_t row, sqlite3_stmt **asked)
{
    int found = -1;

    if ((*asked = database_ask(journal->database, SQL_JOURNAL_ROW, "i", row)))
        found = database_next(journal->database, *asked);
    return found == 1 ||
           (found == 0 && database_complain(journal->database,
                                            "is damaged: row %lld of the journal is missing; go "
                                            "back to a backup",
                                            (long long)row));
}

/* Takes a copy of a room's note, which is in its last row. The caller frees it. */
static bool take_note(struct journal *journal, const struct room *room, uint8_t **note)
{
    int64_t row = room->row > room->log_last ? room->row : room->log_last;
    sqlite3_stmt *asked;
    bool ok;

    *note = NULL;
    if (!room->note_size)
        return true;
    if (!find_row(journal, row, &asked))
        return false;
    ok = (size_t)sqlite3_column_bytes(asked, 4) == room->note_size &&
         (*note = malloc(room->note_size));
    if (ok)
        memcpy(*note, sqlite3_column_blob(asked, 4), room->note_size);
    database_enough(asked);
    return ok || database_complain(journal->database, "cannot be used: a note is missing, or "
                                                      "there is not enough memory");
}

static bool renew_bytes(struct journal *journal, struct room *room, int64_t from, struct row *row)
{
    sqlite3_stmt *asked;
    bool ok;

    if (!find_row(journal, from, &asked))
        return false;
    row->kind = ROW_ROOM;
    row->bytes = sqlite3_column_blob(asked, 3);
    row->size = (size_t)sqlite3_column_bytes(asked, 3);
    ok = journal_put(journal, room, row);
    database_enough(asked);
    return ok;
}

static bool renew_log(struct journal *journal, struct room *room, struct row *row)
{
    uint8_t *log = journal_log(journal, room);
    bool ok;

    row->kind = ROW_WHOLE;
    row->bytes = log;
    row->size = room->log_size;
    ok = log && journal_put(journal, room, row);
    free(log);
    return ok;
}

/* The note goes with both, so it is in the last row again. */
bool journal_renew(struct journal *journal, struct room *room)
{
    struct row row = {.note_size = room->note_size};
    int64_t from = room->row && room->row < journal->boundary ? room->row : 0;
    bool has_log = room->log_last && room->log_first < journal->boundary, ok;
    uint8_t *note;

    if (journal->compaction != COMPACTION_COPY || (!from && !has_log))
        return true;
    ok = take_note(journal, room, &note);
    row.note = note;
    if (ok && has_log)
        ok = renew_log(journal, room, &row);
    if (ok && from)
        ok = renew_bytes(journal, room, from, &row);
    free(note);
    return ok;
}

static bool begin_copying(struct journal *journal)
{
    free(journal->todo);
    journal->todo_done = 0;
    if (!(journal->todo = rooms_numbers(&journal->rooms, &journal->todo_count)))
        return false;
    journal->boundary = journal->next;
    journal->weight_left = journal->weight;
    journal->compaction = COMPACTION_COPY;
    journal->clear_soon = false;
    return true;
}

static bool copy_some(struct journal *journal, size_t *done)
{
    uint64_t weight = journal->weight;

    for (size_t rooms = 0;
         *done < journal->todo_count && rooms < STEP_ROOMS && journal->weight - weight < STEP_BYTES;
         rooms++) {
        uint64_t number = journal->todo[(*done)++];
        struct room *room =
            rooms_find(&journal->rooms, number) ? journal_touch(journal, number) : NULL;

        if (room && !journal_renew(journal, room))
            return false;
    }
    return *done < journal->todo_count ||
           database_do(journal->database, SQL_META_SET, "ti", "journal_start", journal->boundary);
}

static bool copy_step(struct journal *journal)
{
    size_t done = journal->todo_done;

    if (!journal_begin(journal))
        return false;
    if (!copy_some(journal, &done)) {
        journal_rollback(journal);
        return false;
    }
    if (!journal_commit(journal))
        return false;
    journal->todo_done = done;
    if (done == journal->todo_count) {
        journal->deleted = journal->start;
        journal->start = journal->boundary;
        journal->weight -= journal->weight_left;
        journal->compaction = COMPACTION_DELETE;
        free(journal->todo);
        journal->todo = NULL;
    }
    return true;
}

/* ---- Deleting what does not count ----------------------------------------------------------- */

static bool delete_step(struct journal *journal)
{
    int64_t until = journal->boundary - journal->deleted > STEP_ROWS ? journal->deleted + STEP_ROWS
                                                                     : journal->boundary;

    if (!journal_begin(journal))
        return false;
    if (!database_do(journal->database, SQL_JOURNAL_CLEAR, "i", until)) {
        journal_rollback(journal);
        return false;
    }
    if (!journal_commit(journal))
        return false;
    journal->deleted = until;
    if (until == journal->boundary)
        journal->compaction = COMPACTION_NONE;
    return true;
}

void journal_compact(struct journal *journal)
{
    bool ok = true;

    switch (journal->compaction) {
    case COMPACTION_NONE:
        ok = begin_copying(journal);
        break;
    case COMPACTION_COPY:
        ok = copy_step(journal);
        break;
    case COMPACTION_DELETE:
        ok = delete_step(journal);
        break;
    }
    journal->resting = !ok;
}
