// SPDX-License-Identifier: MIT
/* check.c: `holecard check`, which runs the scenarios of files. */
#include <stdio.h>
#include <stdlib.h>

#include "files/file.h"
#include "scenario/scenario_check.h"
#include "tools/tools.h"

static void check_file(const char *path, struct check_counts *counts)
{
    struct scenario_file file;
    struct hc_problem problem;
    uint8_t *bytes = NULL;
    size_t size;
    bool is_read = file_read(path, &bytes, &size, &problem);

    if (is_read && scenario_parse(&file, path, (const char *)bytes, size)) {
        check_scenarios(&file, stdout, stderr, counts);
        scenario_release(&file);
    } else {
        fflush(stdout);
        fprintf(stderr, "holecard check: %s\n",
                is_read ? "there is not enough memory" : problem.text);
        counts->failed++;
        counts->unclear++;
    }
    free(bytes);
}

int tool_check(int argc, char **argv)
{
    struct args_words files;
    const struct arg args[] = {{.value = "FILE", .words = &files, .needed = true}};
    const struct args_command command = {
        "check",
        "Runs scenario files (- is standard input). Each scenario puts a position on a table, "
        "gives commands and says what must hold. Failures are printed as FILE:LINE with the "
        "difference; the last line is \"N passed, N failed\". The exit status is 0 if all passed, "
        "1 if one failed, and 2 if a file or a scenario cannot be read or understood; that counts "
        "as "
        "failed, and the other scenarios are run.",
        .args = args, .count = sizeof args / sizeof *args};
    struct check_counts counts = {0};
    int status;

    if (!args_read(&command, argc, argv, &status))
        return status;
    for (unsigned i = 0; i < files.count; i++)
        check_file(files.word[i], &counts);
    printf("%u passed, %u failed\n", counts.passed, counts.failed);
    if (counts.unclear)
        return STATUS_USAGE;
    return counts.failed ? STATUS_FAILED : STATUS_OK;
}
