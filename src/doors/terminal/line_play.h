// SPDX-License-Identifier: MIT
/* line_play.h: a match in line mode. */
#ifndef HC_DOORS_TERMINAL_LINE_PLAY_H
#define HC_DOORS_TERMINAL_LINE_PLAY_H

#include "doors/terminal/match.h"

enum line_end {
    LINE_PLAY_OVER,    /* the match is over, or was ended */
    LINE_PLAY_LEFT,    /* the person left a match that is kept */
    LINE_PLAY_STOPPED, /* Ctrl-C; the match is kept */
};

/* Plays until the match is over or the person leaves. A match that is not kept ends when the
 * person leaves it. `terminal`: input and output are a terminal. */
enum line_end line_play(struct match *match, bool terminal);

#endif
