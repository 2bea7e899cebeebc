// SPDX-License-Identifier: MIT
/* setup.h: the arguments of `holecard play`: which game, by which rules, and who sits where. */
#ifndef HC_DOORS_TERMINAL_SETUP_H
#define HC_DOORS_TERMINAL_SETUP_H

#include "bots/bots.h"
#include "holecard.h"

/* Exit statuses of the door. */
enum { PLAY_OK = 0, PLAY_FAILED = 1, PLAY_USAGE = 2 };

struct setup {
    const struct hc_game *game;
    struct hc_rules rules;
    unsigned seats;
    const struct hc_bot *bot[HC_SEATS_MAX]; /* NULL: a person sits there */
    uint32_t budget[HC_SEATS_MAX];          /* of the bots */
    uint8_t seed[HC_SEED_BYTES], salt[HC_SEED_BYTES];
    const char *log; /* where the match is saved when it ends; may be NULL */
};

/* Reads the arguments and draws the seed. True: play. False: *status is the exit status, and what
 * there was to say has been said. */
bool setup_read(int argc, char **argv, struct setup *setup, int *status);

#endif
