// SPDX-License-Identifier: MIT
/*
 * sweep.c: forgetting a person in the journal. Bytes of a room have a person's identity beside the
 * name. Those that a later row has overtaken are overwritten with zeros, and nothing else is
 * touched. Start reading with journal_sweep.
 */
#include <string.h>

#include "store/journal.h"

enum { STEP_ROWS = 256 }; /* what one step looks at, so that batches do not wait for long */

bool journal_forget(struct journal *journal, const uint8_t identity[STORE_IDENTITY_BYTES])
{
    struct sweep *sweep = &journal->sweep;

    if (!names_may_have(&journal->names, identity))
        return true;
    for (unsigned i = sweep->active; i < sweep->count; i++)
        if (!memcmp(sweep->identity[i], identity, STORE_IDENTITY_BYTES))
            return true; /* it waits already */
    if (sweep->count == SWEEP_MAX)
        return database_complain(journal->database,
                                 "forgets others already; try again in a moment");
    memcpy(sweep->identity[sweep->count++], identity, STORE_IDENTITY_BYTES);
    return true;
}

bool journal_is_sweeping(const struct journal *journal)
{
    return journal->sweep.count && !journal->resting;
}

static bool names(const uint8_t *identity, const uint8_t *bytes, size_t size)
{
    const uint8_t *end = bytes + size, *found = bytes;

    while ((size_t)(end - found) >= STORE_IDENTITY_BYTES &&
           (found = memchr(found, identity[0], (size_t)(end - found) - STORE_IDENTITY_BYTES + 1)))
        if (!memcmp(found++, identity, STORE_IDENTITY_BYTES))
            return true;
    return false;
}

static bool names_somebody(const struct sweep *sweep, const uint8_t *bytes, size_t size)
{
    for (unsigned i = 0; i < sweep->active; i++)
        if (names(sweep->identity[i], bytes, size))
            return true;
    return false;
}

/* Finds rows to clear away before row `end`. How many, or -1. */
static int find_rows(struct journal *journal, int64_t end, int64_t rows[STEP_ROWS])
{
    sqlite3_stmt *asked =
        database_ask(journal->database, SQL_JOURNAL_ROOMS, "ii", journal->sweep.next, end);
    int found = -1, count = 0;

    while (asked && (found = database_next(journal->database, asked)) == 1) {
        int64_t row = sqlite3_column_int64(asked, 0);
        const struct room *room =
            rooms_find(&journal->rooms, (uint64_t)sqlite3_column_int64(asked, 1));

        if ((!room || room->row != row) &&
            names_somebody(&journal->sweep, sqlite3_column_blob(asked, 2),
                           (size_t)sqlite3_column_bytes(asked, 2)))
            rows[count++] = row;
    }
    return found < 0 ? -1 : count;
}

static bool clear_rows(struct journal *journal, const int64_t *rows, int count)
{
    if (!journal_begin(journal))
        return false;
    for (int i = 0; i < count; i++)
        if (!database_do(journal->database, SQL_JOURNAL_BLANK, "i", rows[i])) {
            journal_rollback(journal);
            return false;
        }
    return journal_commit(journal);
}

void journal_sweep(struct journal *journal)
{
    struct sweep *sweep = &journal->sweep;
    int64_t rows[STEP_ROWS], end;
    int count;

    if (!sweep->active) {
        sweep->active = sweep->count;
        sweep->next = journal->start;
        sweep->end = journal->next;
    }
    end = sweep->end - sweep->next > STEP_ROWS ? sweep->next + STEP_ROWS : sweep->end;
    count = find_rows(journal, end, rows);
    journal->resting = count < 0 || (count && !clear_rows(journal, rows, count));
    if (journal->resting)
        return;
    sweep->next = end;
    if (end < sweep->end)
        return;
    sweep->count -= sweep->active;
    memmove(sweep->identity, sweep->identity + sweep->active,
            sweep->count * sizeof *sweep->identity);
    sweep->active = 0;
}
