// SPDX-License-Identifier: MIT
/*
 * stop.h: Ctrl-C while lines are read.
 *
 * The full screen sees to that itself (screen.h).
 */
#ifndef HC_DOORS_TERMINAL_STOP_H
#define HC_DOORS_TERMINAL_STOP_H

#include <stdbool.h>

/* From now on Ctrl-C is noticed; a second one ends the program as it would end any other. */
void stop_watch(void);
/* Whether it was typed. Then the input has ended as well, so nobody waits for it any more. */
bool stop_came(void);

#endif
