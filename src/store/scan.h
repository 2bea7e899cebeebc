// SPDX-License-Identifier: MIT
/*
 * scan.h: reads a table from beginning to end, past what cannot be read.
 *
 * The statement takes the first id and gives rows by it, the id in its first column. A page that
 * SQLite cannot make sense of is a gap: reading goes on with the first row behind it.
 */
#ifndef HC_STORE_SCAN_H
#define HC_STORE_SCAN_H

#include "store/database.h"

struct scan {
    struct database *database;
    enum statement statement;
    int64_t next;        /* the id to go on from: begin with the first */
    unsigned gaps;       /* so far */
    int64_t gap;         /* where the last one began */
    sqlite3_stmt *asked; /* begin with NULL */
};

/* 1 and a row, 0 at the end, -1 on a failure that is none of the file's. */
int scan_next(struct scan *scan, sqlite3_stmt **row);

#endif
