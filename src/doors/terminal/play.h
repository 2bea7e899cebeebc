// SPDX-License-Identifier: MIT
/* play.h: the two ways to play a match at this terminal. */
#ifndef HC_DOORS_TERMINAL_PLAY_H
#define HC_DOORS_TERMINAL_PLAY_H

#include "doors/terminal/match.h"

enum play_end {
    PLAY_OVER,    /* the match is over, or was ended */
    PLAY_LEFT,    /* the person left */
    PLAY_STOPPED, /* Ctrl-C, a signal, or the terminal is gone */
};

/* Both play until the match is over or the person leaves. */

/* In line mode. A match that is not kept ends when the person leaves it. `terminal`: input and
 * output are a terminal. */
enum play_end line_play(struct match *match, bool terminal);
/* On the full screen, which must be possible (screen_possible); it is taken and given back. */
enum play_end full_play(struct match *match);

#endif
