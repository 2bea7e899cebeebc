// SPDX-License-Identifier: MIT
/* join.h: playing at a table of a server, as `holecard play --join` does. */
#ifndef HC_DOORS_TERMINAL_JOIN_H
#define HC_DOORS_TERMINAL_JOIN_H

#include "doors/terminal/setup.h"

/* Goes to the server and the table that were given and plays there; returns the exit status. */
int join_play(const struct arguments *given);

#endif
