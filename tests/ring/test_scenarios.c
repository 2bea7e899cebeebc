// SPDX-License-Identifier: MIT
/*
 * test_scenarios.c: every scenario of the files that are its arguments, as a test with the id and
 * the title of the scenario as its name.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "scenario/scenario_check.h"

enum { FILES_MAX = 100, FILE_BYTES = 1 << 20, TESTS_MAX = 5000 };

struct case_of_file {
    const struct scenario_file *file;
    const struct scenario *scenario;
    char name[SCENARIO_LINE_CHARS];
};

static struct scenario_file files[FILES_MAX];
static struct case_of_file cases[TESTS_MAX];
static struct CMUnitTest tests[TESTS_MAX];
static size_t test_count;

static void runs_as_written(void **state)
{
    const struct case_of_file *one = *state;
    struct check_counts counts = {0};

    check_scenario(one->file, one->scenario, stderr, stderr, &counts);
    assert_int_equal(counts.passed, 1);
}

static void add_test(const struct scenario_file *file, const struct scenario *scenario)
{
    struct case_of_file *one = &cases[test_count];
    const char *end = file->statements[scenario->first].end;
    struct word title = {scenario->id.start, (size_t)(end - scenario->id.start)};

    *one = (struct case_of_file){.file = file, .scenario = scenario};
    scenario_copy(scenario->id.length ? title : (struct word){"no id", 5}, one->name,
                  sizeof one->name);
    tests[test_count++] = (struct CMUnitTest){one->name, runs_as_written, NULL, NULL, one};
}

static bool read_file(struct scenario_file *scenarios, const char *path)
{
    char *text = malloc(FILE_BYTES);
    FILE *file = fopen(path, "rb");
    size_t size = text && file ? fread(text, 1, FILE_BYTES, file) : FILE_BYTES;

    if (file)
        fclose(file);
    return size < FILE_BYTES && scenario_parse(scenarios, path, text, size);
}

int main(int argc, char **argv)
{
    for (int f = 1; f < argc; f++) {
        struct scenario_file *file = &files[f - 1];

        if (f > FILES_MAX || !read_file(file, argv[f]) ||
            test_count + file->scenario_count > TESTS_MAX) {
            fprintf(stderr, "%s: cannot be read, or is too long\n", argv[f]);
            return 1;
        }
        for (size_t i = 0; i < file->scenario_count; i++)
            add_test(file, &file->scenarios[i]);
    }
    return _cmocka_run_group_tests("scenarios", tests, test_count, NULL, NULL);
}
