// SPDX-License-Identifier: MIT
/* finished.h: the finished matches in a database, one by one: listed, read, removed. */
#ifndef HC_STORE_FINISHED_H
#define HC_STORE_FINISHED_H

#include "store/database.h"

/* A match and who sat where. */
struct finished {
    int64_t id; /* of its row */
    uint64_t finished_ms;
    char game[STORE_GAME_CHARS];
    unsigned seats;
    struct store_seat seat[HC_SEATS_MAX];
};

/* The match after the one with that id, in the order in which they ended. 1; 0 if there is none; -1
 * on failure. */
int finished_next(struct database *database, int64_t id, struct finished *match);
/* The match with exactly this log. 1, 0 or -1. */
int finished_find(struct database *database, const uint8_t *log, size_t size,
                  struct finished *match);
/* The log of a match, which the caller frees. NULL on failure, and if it is gone or damaged. */
uint8_t *finished_log(struct database *database, int64_t id, size_t *size);
/* Removes a match and who sat there. What was counted of it stays counted. */
bool finished_remove(struct database *database, int64_t id);

#endif
