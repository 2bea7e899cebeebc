// SPDX-License-Identifier: MIT
/* scenario_check.h: running scenarios, apart from files and arguments, so that a fuzzer can do it
 * too. */
#ifndef HC_SCENARIO_SCENARIO_CHECK_H
#define HC_SCENARIO_SCENARIO_CHECK_H

#include <stdio.h>

#include "scenario/scenario.h"

struct check_counts {
    unsigned passed, failed; /* scenarios */
    unsigned unclear;        /* how many of those that failed could not be understood */
};

/*
 * Runs a scenario of a file and counts it. A failure is one line on `out`; a scenario that cannot
 * be understood is not run, and is one line on `complaints`.
 */
void check_scenario(const struct scenario_file *file, const struct scenario *scenario, FILE *out,
                    FILE *complaints, struct check_counts *counts);
/* Does this with every scenario of a file. */
void check_scenarios(const struct scenario_file *file, FILE *out, FILE *complaints,
                     struct check_counts *counts);

#endif
