// SPDX-License-Identifier: MIT
/* scenario.c: splitting scenario files into lines, words and scenarios. */
#include "tools/scenario.h"

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

static bool complain(struct mistake *why, const struct scenario_file *file, const char *place,
                     const char *what)
{
    why->at = (size_t)(place - file->text);
    snprintf(why->text, sizeof why->text, "%s", what);
    return false;
}

static enum statement_kind kind_of(struct word name)
{
    enum statement_kind kind = STATEMENT_SCENARIO;

    while (kind < STATEMENT_PLACE && !word_is(name, keywords[kind]))
        kind++;
    return kind;
}

static bool begin_scenario(struct scenario_file *file, const struct statement *statement,
                           struct mistake *why)
{
    const char *next = statement->next;
    struct word id = scenario_word(&next, statement->end);

    if (!id.length)
        return complain(why, file, next, "a scenario needs an id: scenario ID title");
    if (file->scenario_count == SCENARIO_COUNT_MAX)
        return complain(why, file, id.start, "a file has at most 10000 scenarios");
    for (size_t i = 0; i < file->scenario_count; i++)
        if (same_word(file->scenarios[i].id, id))
            return complain(why, file, id.start,
                            "there is a scenario with this id already; each needs its own");
    file->scenarios[file->scenario_count++] =
        (struct scenario){.id = id, .first = file->statement_count};
    return true;
}

/* Takes one line; lines without a word are no statements. */
static bool add_line(struct scenario_file *file, unsigned line, const char *start, const char *end,
                     struct mistake *why)
{
    struct statement statement = {.line = line, .start = start, .next = start};
    const char *comment;

    if (end - start > SCENARIO_LINE_CHARS)
        return complain(why, file, start + SCENARIO_LINE_CHARS,
                        "a line has at most 1000 characters");
    comment = memchr(start, '\0', (size_t)(end - start));
    if (comment)
        return complain(why, file, comment, "there is a zero byte; a scenario is text");
    comment = memchr(start, '#', (size_t)(end - start));
    statement.end = comment ? comment : end;
    statement.name = scenario_word(&statement.next, statement.end);
    if (!statement.name.length)
        return true;
    statement.kind = kind_of(statement.name);
    if (statement.kind == STATEMENT_SCENARIO && !begin_scenario(file, &statement, why))
        return false;
    if (!file->scenario_count)
        return complain(why, file, statement.name.start,
                        "the first statement must be: scenario ID");
    file->statements[file->statement_count++] = statement;
    file->scenarios[file->scenario_count - 1].count++;
    return true;
}

static bool add_lines(struct scenario_file *file, size_t size, struct mistake *why)
{
    const char *start = file->text, *end = file->text + size;

    for (unsigned line = 1; start < end; line++) {
        const char *stop = memchr(start, '\n', (size_t)(end - start));

        if (!add_line(file, line, start, stop ? stop : end, why))
            return false;
        start = stop ? stop + 1 : end;
    }
    return file->scenario_count ||
           complain(why, file, end, "there is no scenario in it; one begins with: scenario ID");
}

bool scenario_parse(struct scenario_file *file, const char *path, const char *text, size_t size,
                    struct mistake *why)
{
    size_t lines = 1;

    *file = (struct scenario_file){.path = path, .text = text};
    *why = (struct mistake){0};
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    /* Every line may be a statement, and every statement may begin a scenario. */
    file->statements = calloc(lines, sizeof *file->statements);
    file->scenarios = calloc(lines, sizeof *file->scenarios);
    if (!file->statements || !file->scenarios)
        complain(why, file, text, "there is not enough memory for it");
    else if (add_lines(file, size, why))
        return true;
    scenario_release(file);
    return false;
}

void scenario_release(struct scenario_file *file)
{
    free(file->statements);
    free(file->scenarios);
    *file = (struct scenario_file){0};
}
