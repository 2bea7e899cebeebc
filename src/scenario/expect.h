// SPDX-License-Identifier: MIT
/*
 * expect.h: what a scenario expects of a table.
 *
 * What is wanted and what is there are both written in one canonical way and compared as text, so
 * that the difference can be shown as it is. Keys are few words of the format, and else the names
 * of the game's piles and facts.
 */
#ifndef HC_SCENARIO_EXPECT_H
#define HC_SCENARIO_EXPECT_H

#include "scenario/values.h"

enum expectation_kind {
    EXPECT_HAND,
    EXPECT_HOLDS,
    EXPECT_SEES,
    EXPECT_TOP,
    EXPECT_PHASE,
    EXPECT_EVENTS,
    EXPECT_PILE,
    EXPECT_PILE_COUNT,
    EXPECT_FACT,
};

struct expectation {
    enum expectation_kind kind;
    unsigned seat, viewer; /* HC_NONE if the key takes none */
    unsigned pile;
    const struct hc_fact *fact;
    struct reader reader;           /* events: they are what is left to read */
    char want[SCENARIO_LINE_CHARS]; /* in the canonical way */
};

/* The events of a scenario in their printed form, in the order they happened. */
struct history {
    char **line;
    size_t count, size;
};

void history_add(struct history *history, const char *line);
void history_clear(struct history *history);

/* Reads what follows `expect`. On failure false, and the reader's mistake says what is allowed. */
bool expect_read(struct reader *reader, struct expectation *expectation);
/* Whether it holds; if not, `got` says what there is instead. */
bool expect_met(const struct expectation *expectation, const struct hc_table *table,
                const struct history *history, char *got, size_t size);
/* Adds the names of a game's piles and facts, each after a blank. */
void put_places(const struct hc_game *game, struct hc_text *out);

#endif
