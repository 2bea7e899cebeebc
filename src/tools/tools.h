// SPDX-License-Identifier: MIT
/*
 * tools.h: the subcommands that are not doors. Each takes its own arguments (argv[0] is its name)
 * and returns the exit status of the process.
 */
#ifndef HC_TOOLS_TOOLS_H
#define HC_TOOLS_TOOLS_H

#include "args/args.h"

int tool_check(int argc, char **argv);
int tool_rules(int argc, char **argv);
int tool_sim(int argc, char **argv);
int tool_hint(int argc, char **argv);
int tool_export(int argc, char **argv);
int tool_verify(int argc, char **argv);
int tool_store(int argc, char **argv);
int tool_bot(int argc, char **argv);

#endif
