// SPDX-License-Identifier: MIT
/*
 * fuzz_scenario.c: any text as a scenario file. The answer is a count of the scenarios that passed,
 * failed, and could not be understood.
 */
#include <stdlib.h>
#include <string.h>

#include "scenario/scenario_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static FILE *nowhere;
    struct check_counts counts = {0};
    struct scenario_file file;

    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    if (!nowhere || !scenario_parse(&file, "fuzz", (const char *)bytes, size))
        abort();
    check_scenarios(&file, nowhere, nowhere, &counts);
    if (counts.passed + counts.failed != file.scenario_count || counts.unclear > counts.failed)
        abort();
    scenario_release(&file);
    return 0;
}
