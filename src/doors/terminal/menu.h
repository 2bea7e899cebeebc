// SPDX-License-Identifier: MIT
/*
 * menu.h: the start menu: what shall be played, when nobody has said so.
 *
 * There is one model of it, rows with values, and two presentations: numbered questions in line
 * mode, and a page on the full screen. The first rows are to continue the match that was left last
 * and to play what was remembered, so that Enter is enough.
 */
#ifndef HC_DOORS_TERMINAL_MENU_H
#define HC_DOORS_TERMINAL_MENU_H

#include "doors/terminal/unfinished.h"

/* True: play the setup, or continue the match `id` if that is not empty. What was changed is
 * remembered. False: the person left, and *status is the exit status. */
bool menu_run(struct setup *setup, bool full, char id[UNFINISHED_ID_CHARS], int *status);

#endif
