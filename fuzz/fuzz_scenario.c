// SPDX-License-Identifier: MIT
/*
 * fuzz_scenario.c: any text as a scenario file. Whatever stands in it, the answer is a count of
 * scenarios that passed and failed, or a mistake with its place.
 */
#include <stdlib.h>
#include <string.h>

#include "tools/scenario_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static FILE *nowhere;
    struct check_counts counts = {0, 0};
    struct scenario_file file;
    struct mistake why = {0};
    unsigned line, column;

    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    if (!nowhere)
        abort();
    if (scenario_parse(&file, "fuzz", (const char *)bytes, size, &why)) {
        size_t scenarios = file.scenario_count;
        bool understood = check_scenarios(&file, nowhere, &counts, &why);

        scenario_release(&file);
        if (understood) {
            if (counts.passed + counts.failed != scenarios)
                abort();
            return 0;
        }
    }
    if (!why.text[0] || why.at > size)
        abort();
    scenario_place((const char *)bytes, why.at, &line, &column);
    return 0;
}
