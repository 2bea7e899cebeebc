// SPDX-License-Identifier: MIT
/*
 * records.h: everything that a database has in it, one record after the other, so that it can be
 * put into another one, of whichever kind.
 */
#ifndef HC_STORE_RECORDS_H
#define HC_STORE_RECORDS_H

#include "store/journal.h"
#include "store/postgres.h"

enum record_kind {
    RECORD_ROOM,
    RECORD_ASIDE,
    RECORD_MATCH,
    RECORD_RESULT, /* right after its match */
    RECORD_STATISTICS,
    RECORD_MEMO,
    RECORD_KINDS
};

struct record {
    enum record_kind kind;
    uint64_t room;
    int64_t match, number, seat; /* match: by which results find theirs */
    int64_t ms;                  /* when a match was over, or a room was set aside */
    const char *text;            /* the game, the name, or the reason; NULL: forgotten */
    const uint8_t *bytes, *log, *note, *key;
    size_t size, log_size, note_size, key_size;
    bool is_rated;
    double rating, deviation, volatility;
    struct store_row row;
};

/* Is given records one by one; false ends reading. */
typedef bool record_take(void *context, const struct record *record);

/* ---- SQLite ---- */

/* What was wrong with a database that was read. */
struct records_damage {
    uint64_t aside, matches_aside; /* rooms and matches that are damaged: given as set aside */
    uint64_t results_lost, memos_lost, gaps;
    bool statistics; /* some are damaged: none are given from there on */
};

/* Gives all of it. What is damaged is set aside or left out. */
bool sqlite_records(struct database *from, record_take *take, void *context,
                    struct records_damage *damage);
/* Puts a record into a new database, in a transaction of its journal. */
bool sqlite_take(struct journal *to, const struct record *record);

/* ---- PostgreSQL ---- */

/* Gives all of it as it is at one moment. */
bool postgres_records(struct postgres *from, record_take *take, void *context);
/* Puts a record into a new database, in a transaction of the caller. */
bool postgres_take(struct postgres *to, const struct record *record);

#endif
