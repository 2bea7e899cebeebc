// SPDX-License-Identifier: MIT
/* full.h: a match on the full screen. */
#ifndef HC_DOORS_TERMINAL_FULL_H
#define HC_DOORS_TERMINAL_FULL_H

#include "doors/terminal/match.h"

enum full_end {
    FULL_OVER,    /* the match is over, or was ended */
    FULL_LEFT,    /* the person left */
    FULL_STOPPED, /* Ctrl-C, a signal, or the terminal is gone */
};

/* Takes the terminal, plays until the match is over or the person leaves, and gives it back. The
 * screen must be possible (screen_possible). */
enum full_end full_play(struct match *match);

#endif
