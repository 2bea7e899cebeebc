// SPDX-License-Identifier: MIT
/* process.h: subcommands that put a house, its store and a door together. */
#ifndef HC_PROCESS_PROCESS_H
#define HC_PROCESS_PROCESS_H

/* `holecard play`, `history`, `replay`, `statistics`, `serve` and `telegram`: argv[0] is the
 * command's name; return the exit status. */
int process_play(int argc, char **argv);
int process_history(int argc, char **argv);
int process_replay(int argc, char **argv);
int process_statistics(int argc, char **argv);
int process_serve(int argc, char **argv);
int process_telegram(int argc, char **argv);

#endif
