// SPDX-License-Identifier: MIT
/* columns.h: the columns of each table that its checksum is made of, in that order: for statements
 * and for schema.c. docs/store.md says what is in them. */
#ifndef HC_STORE_COLUMNS_H
#define HC_STORE_COLUMNS_H

#define META_COLUMNS    "name, value"
#define JOURNAL_COLUMNS "id, room, kind, at, before, bytes, note"
#define ASIDE_COLUMNS   "id, room, since, reason, bytes, log, note"
#define MATCHES_COLUMNS "id, room, number, game, finished, log"
#define RESULTS_COLUMNS "match, seat, identity, name, rating, deviation, volatility"
#define STATISTICS_COLUMNS                                                                         \
    "identity, name, game, matches, wins, points, played, caught, streak, best_streak, rating,"    \
    " deviation, volatility, standing"
#define MEMOS_COLUMNS "key, bytes"

/* Whether a row is as it was written. */
#define IS_SOUND(columns) "sum IS checksum(" columns ")"

#endif
