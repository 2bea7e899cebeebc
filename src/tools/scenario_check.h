// SPDX-License-Identifier: MIT
/* scenario_check.h: running scenarios, apart from files and arguments, so that a fuzzer can do it
 * too. */
#ifndef HC_TOOLS_SCENARIO_CHECK_H
#define HC_TOOLS_SCENARIO_CHECK_H

#include <stdio.h>

#include "tools/scenario.h"

struct check_counts {
    unsigned passed, failed;
};

/*
 * Runs every scenario of a file. Each failure is one line on `out`. Returns false, and runs none
 * of them, if a statement of any scenario cannot be understood.
 */
bool check_scenarios(const struct scenario_file *file, FILE *out, struct check_counts *counts,
                     struct mistake *why);

#endif
