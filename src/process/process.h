// SPDX-License-Identifier: MIT
/* process.h: the subcommands that put a house, its hands and doors together. argv[0] is the name of
 * the subcommand; each returns the exit status. */
#ifndef HC_PROCESS_PROCESS_H
#define HC_PROCESS_PROCESS_H

/* `holecard serve` */
int process_serve(int argc, char **argv);

#endif
