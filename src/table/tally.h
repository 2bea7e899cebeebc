// SPDX-License-Identifier: MIT
/*
 * tally.h: what a finished log says about each seat. It knows no rules: the game's tables say which
 * facts are the winners and the points, and which events are counted.
 */
#ifndef HC_TABLE_TALLY_H
#define HC_TABLE_TALLY_H

#include "games/game.h"

struct tally {
    const struct hc_game *game;
    unsigned seats;
    unsigned winners; /* a bit for each seat; 0 if nobody has won */
    int64_t points[HC_SEATS_MAX];
    uint32_t counted[HC_COUNTED][HC_SEATS_MAX];
};

/* False, with the problem, if the log does not replay. */
bool tally_log(const uint8_t *log, size_t size, struct tally *tally, struct hc_problem *why);

#endif
