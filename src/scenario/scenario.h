// SPDX-License-Identifier: MIT
/*
 * scenario.h: the text of scenario files as statements.
 *
 * One statement a line, `#` starts a comment, a scenario runs from its `scenario` line to the next
 * one. This layer knows words and places, not what they mean: statements that are no keyword
 * (`draw R5`, `tokens 1 2`) name a pile or a fact of the game and are judged by scenario_check.c.
 */
#ifndef HC_SCENARIO_SCENARIO_H
#define HC_SCENARIO_SCENARIO_H

#include "holecard.h"

enum {
    SCENARIO_LINE_CHARS = 1000, /* a whole deck of 128 cards takes less than half of this */
    SCENARIO_COUNT_MAX = 10000, /* of one file: ids are compared each with each */
};

#define SCENARIO_STATEMENTS(X)                                                                     \
    X(SCENARIO, scenario)                                                                          \
    X(COVERS, covers)                                                                              \
    X(GAME, game)                                                                                  \
    X(HAND, hand)                                                                                  \
    X(SEATS, seats)                                                                                \
    X(DO, do)                                                                                      \
    X(REFUSE, refuse)                                                                              \
    X(EXPECT, expect)                                                                              \
    X(NOTE, note)

enum statement_kind {
#define X(code, name) STATEMENT_##code,
    SCENARIO_STATEMENTS(X)
#undef X
        STATEMENT_PLACE, /* any other word: it must name a pile or a fact */
};

/* What is wrong with a file, and at which byte. It has room for lists of what is allowed. */
struct mistake {
    size_t at;
    char text[1000];
};

/* A word in the text of a file; not terminated. Its length is 0 behind the last one. */
struct word {
    const char *start;
    size_t length;
};

/* A line without its comment; the words are read with scenario_word. */
struct statement {
    enum statement_kind kind;
    unsigned line;
    const char *start; /* of the line */
    struct word name;
    const char *next, *end; /* what follows the name */
};

struct scenario {
    struct word id;       /* empty if the `scenario` line is missing or has none */
    size_t first, count;  /* statements, the `scenario` line among them */
    const char *wrong;    /* what is wrong with its lines, or NULL … */
    const char *wrong_at; /* … and where */
};

/* The words point into the text, which must outlive this. */
struct scenario_file {
    const char *path;
    const char *text;
    struct statement *statements;
    struct scenario *scenarios;
    size_t statement_count, scenario_count;
};

/*
 * Splits a text of `size` bytes into at least one scenario; a bad line belongs to the scenario in
 * which it stands. Returns false if memory is short; otherwise scenario_release frees it.
 */
bool scenario_parse(struct scenario_file *file, const char *path, const char *text, size_t size);
void scenario_release(struct scenario_file *file);

/* Takes the next word from `*next`, which moves on. */
struct word scenario_word(const char **next, const char *end);
/* Copies a word with a terminating zero; what does not fit is cut off. */
void scenario_copy(struct word word, char *out, size_t size);
/* Line and column of an offset, both from 1. */
void scenario_place(const char *text, size_t at, unsigned *line, unsigned *column);

#endif
