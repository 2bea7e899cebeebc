// SPDX-License-Identifier: MIT
/* terminal.h: the door for people at a terminal. */
#ifndef HC_DOORS_TERMINAL_TERMINAL_H
#define HC_DOORS_TERMINAL_TERMINAL_H

/* `holecard play` and `holecard replay`: argv[0] is the command's name; return the exit status. */
int terminal_play(int argc, char **argv);
int terminal_replay(int argc, char **argv);

#endif
