// SPDX-License-Identifier: MIT
/* scenario.c: splitting scenario files into lines, words and scenarios. */
#include "scenario/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const keywords[] = {
#define X(code, name) #name,
    SCENARIO_STATEMENTS(X)
#undef X
};

static bool is_gap(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

struct word scenario_word(const char **next, const char *end)
{
    struct word word;

    while (*next < end && is_gap(**next))
        ++*next;
    word = (struct word){*next, 0};
    while (*next < end && !is_gap(**next))
        ++*next, word.length++;
    return word;
}

void scenario_copy(struct word word, char *out, size_t size)
{
    size_t length = word.length < size - 1 ? word.length : size - 1;

    memcpy(out, word.start, length);
    out[length] = '\0';
}

void scenario_place(const char *text, size_t at, unsigned *line, unsigned *column)
{
    const char *start = text;

    *line = 1;
    for (const char *c = text; c < text + at; c++)
        if (*c == '\n') {
            ++*line;
            start = c + 1;
        }
    *column = (unsigned)(text + at - start) + 1;
}

static bool word_is(struct word word, const char *name)
{
    return word.length == strlen(name) && !memcmp(word.start, name, word.length);
}

static bool same_word(struct word a, struct word b)
{
    return a.length == b.length && !memcmp(a.start, b.start, a.length);
}

/* Begins a scenario with this id. */
static struct scenario *begin(struct scenario_file *file, struct word id)
{
    struct scenario *scenario = &file->scenarios[file->scenario_count++];

    *scenario = (struct scenario){.id = id, .first = file->statement_count};
    return scenario;
}

/* Notes the first thing that is wrong with the last scenario. Lines before the first `scenario`
 * line are a scenario without an id. */
static void complain(struct scenario_file *file, const char *place, const char *what)
{
    struct scenario *scenario = file->scenario_count ? &file->scenarios[file->scenario_count - 1]
                                                     : begin(file, (struct word){place, 0});

    if (scenario->wrong)
        return;
    scenario->wrong = what;
    scenario->wrong_at = place;
}

static enum statement_kind kind_of(struct word name)
{
    enum statement_kind kind = STATEMENT_SCENARIO;

    while (kind < STATEMENT_PLACE && !word_is(name, keywords[kind]))
        kind++;
    return kind;
}

static bool is_taken(const struct scenario_file *file, struct word id)
{
    for (size_t i = 0; i < file->scenario_count; i++)
        if (same_word(file->scenarios[i].id, id))
            return true;
    return false;
}

static void begin_scenario(struct scenario_file *file, const struct statement *statement)
{
    const char *next = statement->next;
    struct word id = scenario_word(&next, statement->end);
    bool taken = id.length && is_taken(file, id);

    if (file->scenario_count == SCENARIO_COUNT_MAX) {
        complain(file, id.start, "a file has at most 10000 scenarios");
        return;
    }
    begin(file, id);
    if (!id.length)
        complain(file, next, "a scenario needs an id: scenario ID title");
    if (taken)
        complain(file, id.start, "there is a scenario with this id already; each needs its own");
}

/* Takes one line; lines without a word are no statements. */
static void add_line(struct scenario_file *file, unsigned line, const char *start, const char *end)
{
    struct statement statement = {.line = line, .start = start, .next = start};
    const char *zero = memchr(start, '\0', (size_t)(end - start));
    const char *comment = memchr(start, '#', (size_t)(end - start));

    if (end - start > SCENARIO_LINE_CHARS) {
        complain(file, start + SCENARIO_LINE_CHARS, "a line has at most 1000 characters");
        return;
    }
    if (zero) {
        complain(file, zero, "there is a zero byte; a scenario is text");
        return;
    }
    statement.end = comment ? comment : end;
    statement.name = scenario_word(&statement.next, statement.end);
    if (!statement.name.length)
        return;
    statement.kind = kind_of(statement.name);
    if (statement.kind == STATEMENT_SCENARIO)
        begin_scenario(file, &statement);
    else if (!file->scenario_count)
        complain(file, statement.name.start, "the first statement must be: scenario ID");
    file->statements[file->statement_count++] = statement;
    file->scenarios[file->scenario_count - 1].count++;
}

bool scenario_parse(struct scenario_file *file, const char *path, const char *text, size_t size)
{
    const char *start = text, *end = text + size;
    size_t lines = 1;

    *file = (struct scenario_file){.path = path, .text = text};
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    /* Every line may be a statement, and every statement may begin a scenario. */
    file->statements = calloc(lines, sizeof *file->statements);
    file->scenarios = calloc(lines, sizeof *file->scenarios);
    if (!file->statements || !file->scenarios) {
        scenario_release(file);
        return false;
    }
    for (unsigned line = 1; start < end; line++) {
        const char *stop = memchr(start, '\n', (size_t)(end - start));

        add_line(file, line, start, stop ? stop : end);
        start = stop ? stop + 1 : end;
    }
    if (!file->scenario_count)
        complain(file, end, "there is no scenario in it; one begins with: scenario ID");
    return true;
}

void scenario_release(struct scenario_file *file)
{
    free(file->statements);
    free(file->scenarios);
    *file = (struct scenario_file){0};
}
