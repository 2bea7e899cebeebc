// SPDX-License-Identifier: MIT
/*
 * journal.h: what happened in every live room, in the order in which it came.
 *
 * A row is appended for each part of an entry. The rows of a room's log form a chain: each knows
 * the one before, and the room the last, so a log is found without an index. What later rows have
 * overtaken, and everything of finished matches and rooms that are gone, is garbage. When more than
 * two thirds of the journal are, it is compacted, in bounded steps: first each live room is written
 * anew at the end, its log as one row (and before anything new is appended to it, so that new rows
 * never depend on old ones); then journal_start moves past the old rows, and from that moment they
 * do not count; then they are deleted. Whenever the power fails, what counts is complete.
 *
 * Changes are made between journal_begin and journal_commit. If that fails, or journal_rollback is
 * called, the rooms are again as they were, and as they are in the database.
 */
#ifndef HC_STORE_JOURNAL_H
#define HC_STORE_JOURNAL_H

#include "store/database.h"
#include "store/names.h"
#include "store/rooms.h"

enum compaction { COMPACTION_NONE, COMPACTION_COPY, COMPACTION_DELETE };

/* What a row of the journal is. The numbers are in databases: append only. */
enum row_kind {
    ROW_ROOM = 1,   /* the room's bytes */
    ROW_LOG = 2,    /* more of its log */
    ROW_RESULT = 3, /* its log is over */
    ROW_GONE = 4,   /* the room is no more */
    ROW_WHOLE = 5,  /* the whole log so far, written when the journal is compacted */
};

/* Who is being forgotten: a pass over the journal for all who asked before it began. */
enum { SWEEP_MAX = 16 };
struct sweep {
    uint8_t identity[SWEEP_MAX][STORE_IDENTITY_BYTES];
    unsigned count, active; /* who wait, and those first of them whom this pass is for */
    int64_t next, end;      /* rows to look at */
};

struct journal {
    struct database *database;
    struct rooms rooms;
    int64_t next, start;   /* the next row, and the first that counts */
    uint64_t weight, live; /* of all rows that count, and of what they would be compacted */
    uint64_t weight_min;   /* from which compaction is worth while */
    uint64_t transaction;  /* counts them */
    struct room *undo;     /* the touched rooms as they were */
    size_t undo_count, undo_room;
    int64_t next_undo;
    uint64_t weight_undo, live_undo;

    enum compaction compaction;
    bool clear_soon;      /* compact even if there is little garbage */
    bool resting;         /* a step failed: try again after the next transaction that does not */
    int64_t boundary;     /* rows before this one are being left behind */
    int64_t deleted;      /* and those before this one are deleted */
    uint64_t weight_left; /* of the rows being left behind */
    uint64_t *todo;       /* numbers of rooms to write anew */
    size_t todo_count, todo_done;

    unsigned gaps;      /* pages of it that cannot be read */
    int64_t gap;        /* where the last one begins */
    int64_t bad_row;    /* the first that does not fit or is not as it was written, or 0 */
    uint64_t damaged;   /* rooms that are, and are not set aside */
    struct names names; /* that may be in bytes of rooms */
    struct sweep sweep;
    const struct store_room *given; /* while a room is given, that one */
};

/* Finds the journal in an open database. */
bool journal_open(struct journal *journal, struct database *database);
void journal_release(struct journal *journal);
/* Reads it once from beginning to end, and then gives every live room, and what damage says of
 * those to which a row belongs that is damaged or missing. */
bool journal_load(struct journal *journal, store_each *each, void *context);
/* Sets the room aside that is being given, in a transaction of its own. */
bool journal_set_aside(struct journal *journal, uint64_t number, const char *reason);

bool journal_begin(struct journal *journal);
/* On failure everything since journal_begin is undone. */
bool journal_commit(struct journal *journal);
void journal_rollback(struct journal *journal);

/* The room, ready to be changed in this transaction; valid until the next call. NULL without
 * memory. */
struct room *journal_touch(struct journal *journal, uint64_t number);
/* What is written into a row. */
struct row {
    enum row_kind kind;
    const void *bytes, *note;
    size_t size, note_size;
};

/* Appends a row to a room that was touched. */
bool journal_append(struct journal *journal, struct room *room, const struct row *row);
/* The same without a look at compaction. */
bool journal_put(struct journal *journal, struct room *room, const struct row *row);
/* Writes a room anew if it still has rows that are being left behind. */
bool journal_renew(struct journal *journal, struct room *room);
/* The whole log of a room; the caller frees it. NULL on failure. */
uint8_t *journal_log(struct journal *journal, const struct room *room);

/* Whether there is something to compact. */
bool journal_is_heavy(const struct journal *journal);
/* One bounded step of compaction, a transaction of its own. A failure does no harm, and the next
 * commit that succeeds makes it try again. */
void journal_compact(struct journal *journal);
/* Begins compaction soon, however little garbage there is. */
void journal_clear(struct journal *journal);

/* Clears away what old bytes of rooms say about a person, in bounded steps, if they are named in
 * any; what no later row has overtaken stays. False if too many are being forgotten. */
bool journal_forget(struct journal *journal, const uint8_t identity[STORE_IDENTITY_BYTES]);
/* Whether somebody is being forgotten. */
bool journal_is_sweeping(const struct journal *journal);
/* One bounded step; a transaction of its own if there is something to clear away. A failure does no
 * harm, and the next commit that succeeds makes it try again. */
void journal_sweep(struct journal *journal);

#endif
