// SPDX-License-Identifier: MIT
/*
 * statistics.h: what is counted of each person in each game.
 *
 * It is a projection: everything follows from the logs of finished matches, in the order in which
 * they were stored, and from who sat where. So it can be made anew at any time with the same
 * result. With each seat of a result the rating from before that match is kept; when a person is
 * forgotten, it stands for them, so that nobody else's rating changes.
 */
#ifndef HC_STORE_STATISTICS_H
#define HC_STORE_STATISTICS_H

#include "store/database.h"

/* Counts a match that was just stored as row `match`; in the transaction that stored it. */
bool statistics_add(struct database *database, int64_t match, const struct store_result *result,
                    const uint8_t *log, size_t size);
/* Makes everything anew from the logs, in a transaction of its own. `each` is told how many matches
 * are done and how many there are; it may be NULL. */
bool statistics_rebuild(struct database *database, void (*each)(int64_t done, int64_t all));
/* A row as SQL_STATISTICS_ALL gives it, and putting one into a database. */
void statistics_row(struct store_row *row, sqlite3_stmt *asked);
bool statistics_put(struct database *database, const struct store_row *row);
/* Forgets a person, in a transaction of its own. */
bool statistics_forget(struct database *database, const uint8_t identity[STORE_IDENTITY_BYTES]);

/* These fill at most `count` places and return how many; -1 on failure. */
int statistics_of(struct database *database, const uint8_t identity[STORE_IDENTITY_BYTES],
                  struct store_row *rows, uint32_t count);
int statistics_best(struct database *database, const char *game, uint32_t first,
                    struct store_row *rows, uint32_t count);
int statistics_history(struct database *database, const uint8_t identity[STORE_IDENTITY_BYTES],
                       uint32_t first, struct store_match *matches, uint32_t count);
int statistics_players(struct database *database, uint64_t room, uint32_t number,
                       struct store_match *match);

#endif
