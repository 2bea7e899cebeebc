// SPDX-License-Identifier: MIT
/* damage.h: whether a database is as it was written, and saving what can be read if it is not. */
#ifndef HC_STORE_DAMAGE_H
#define HC_STORE_DAMAGE_H

#include "store/records.h"

/* Rows that are not as they were written. Those of the journal are found when it is loaded. */
struct damage {
    int64_t meta, aside, results, statistics, matches, memos;
    char structure[HC_PROBLEM_CHARS]; /* what SQLite says of its pages; empty if they are sound */
};

/* False if the damage cannot be found out. */
bool damage_find(struct database *database, struct damage *damage);
/* Whether it can be served as it is. If it is because of damage that it cannot, is_damaged says so.
 * Damaged rooms do no harm here: they are set aside one by one. */
bool damage_look(struct database *database);

/* What was saved, and what was not. */
struct rescued {
    uint64_t rooms, matches; /* saved */
    struct records_damage damage;
};

/* Copies all that can be read to a new file, which must not be there yet, and sets aside what is
 * damaged. On failure there is no new file, and the sentence is in from->why. */
bool damage_rescue(struct database *from, const char *to, struct rescued *rescued);
/*
 * Does that for the file of a server that damage_look refused: the damaged one is kept as
 * FILE.damaged, or with a number behind it, and what was saved takes its place; open that. The
 * sentence says what was done; what could not be done is in the database.
 */
bool damage_heal(struct database *database, struct hc_problem *sentence);

#endif
