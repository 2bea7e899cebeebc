// SPDX-License-Identifier: MIT
/*
 * postgres_statistics.h: finished matches in PostgreSQL, what is counted of them, and questions.
 * What follows from a match is worked out by counting.h; this reads and stores it.
 */
#ifndef HC_STORE_POSTGRES_STATISTICS_H
#define HC_STORE_POSTGRES_STATISTICS_H

#include "store/base.h"
#include "store/counting.h"
#include "store/postgres.h"

#define POSTGRES_ROW_COLUMNS                                                                       \
    "identity, name, game, matches, wins, points, played, caught, streak, best_streak, rating,"    \
    " deviation, volatility"
#define POSTGRES_RESULT_UNRATED                                                                    \
    "INSERT INTO holecard.results(match, seat, identity, name) VALUES($1, $2, $3, $4)"
#define POSTGRES_RESULT_RATED                                                                      \
    "INSERT INTO holecard.results(match, seat, identity, name, rating, deviation, volatility)"     \
    " VALUES($1, $2, $3, $4, $5, $6, $7)"

/* A row of POSTGRES_ROW_COLUMNS, and putting one into the table. */
void postgres_row(struct store_row *row, const PGresult *result, int at);
bool postgres_put_row(struct postgres *postgres, const struct store_row *row);

/* Nobody else counts matches of the people in these batches until the transaction ends. */
bool postgres_lock_people(struct postgres *postgres, struct written *batches, size_t count);
/* The same for one person. */
bool postgres_lock_person(struct postgres *postgres, const uint8_t identity[STORE_IDENTITY_BYTES]);
/* Keeps a match that is over and counts it, now or later (outbox.c); in the transaction of its
 * entry. */
bool postgres_add_match(struct postgres *postgres, uint64_t room, const struct store_result *result,
                        const uint8_t *log, size_t size, bool later);
/* Adds a row of seat, identity, name, rating, deviation and volatility; rows come seat by seat. */
void postgres_read_sitter(struct sitters *sitters, const PGresult *result, int row);
/* Forgets a person: what was counted, and who sat where. */
bool postgres_forget(struct postgres *postgres, const uint8_t identity[STORE_IDENTITY_BYTES]);
/* Counts everything anew from the logs, in a transaction of the caller. `each` is told how many
 * matches are done and how many there are; it may be NULL. */
bool postgres_rebuild(struct postgres *postgres, void (*each)(int64_t done, int64_t all));
/* What was counted of a sitter in this game so far. */
bool postgres_recall(struct postgres *postgres, struct sitter *sitter, const char *game);

/* Questions. All fill at most `count` places and return how many; -1 on failure. */
int postgres_statistics(struct postgres *postgres, const uint8_t identity[STORE_IDENTITY_BYTES],
                        struct store_row *rows, uint32_t count);
int postgres_leaders(struct postgres *postgres, const char *game, uint32_t first,
                     struct store_row *rows, uint32_t count);
int postgres_history(struct postgres *postgres, const uint8_t identity[STORE_IDENTITY_BYTES],
                     uint32_t first, struct store_match *matches, uint32_t count);
int postgres_players(struct postgres *postgres, uint64_t room, uint32_t number,
                     struct store_match *match);

#endif
