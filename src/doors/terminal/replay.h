// SPDX-License-Identifier: MIT
/*
 * replay.h: `holecard replay`, which shows a saved match again: a line at a time, or as a film on
 * the full screen.
 *
 * What is hidden is hidden by the same views that players get. Every card is shown only when the
 * match is over: a saved game must not be a way to look into other hands.
 */
#ifndef HC_DOORS_TERMINAL_REPLAY_H
#define HC_DOORS_TERMINAL_REPLAY_H

#include "files/logfile.h"

/* What was asked for. */
struct wish {
    const char *path;
    unsigned viewer; /* a seat, or HC_SPECTATOR */
    uint32_t seq;    /* UINT32_MAX if none was named */
    bool all, plain;
};

/* Whether a match of so many seats may be shown like that; otherwise false, and why. `over`:
 * nothing needs to be hidden any more. */
bool replay_may_show(const struct wish *wish, unsigned seats, bool over, struct hc_problem *why);

/* Both return false with why if the log is broken or the wish cannot be granted. */
bool replay_lines(const struct wish *wish, const struct logfile *file, struct hc_problem *why);
/* The screen is taken only when all is well. */
bool replay_full(const struct wish *wish, const struct logfile *file, struct hc_problem *why);

#endif
