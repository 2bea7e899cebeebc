// SPDX-License-Identifier: MIT
/*
 * review.h: a match that is over, looked through again: each decision of one player beside what
 * the bot `search` would have done there, and what the difference has cost.
 *
 * A decision is judged by a view of that moment as that player had it, so nothing that was hidden
 * then speaks against anybody now. Thinking takes a while: review_step judges one decision, and
 * whoever shows the review calls it until it says that all are judged, or gives up.
 *
 * Nothing here knows a screen.
 */
#ifndef HC_DOORS_TERMINAL_REVIEW_H
#define HC_DOORS_TERMINAL_REVIEW_H

#include "bots/advice.h"
#include "doors/terminal/film.h"
#include "doors/terminal/sheet.h"

enum {
    REVIEW_MARKS = 3, /* the decisions that cost most are marked */
    REVIEW_CHARS = 160,
};

struct decision {
    uint32_t seq; /* of the last event before it, where a film can be wound to */
    uint64_t time_ms;
    int64_t round;
    struct hc_command done;
    struct hc_advice advice;
    char done_words[REVIEW_CHARS], best_words[REVIEW_CHARS];
    char done_code[HC_COMMAND_CHARS], best_code[HC_COMMAND_CHARS];
    unsigned mark; /* 1 cost most; 0: it is not marked */
};

struct review {
    struct film film;
    unsigned seat;
    const char *const *names; /* of the players; may be NULL */
    struct decision *decision;
    size_t count, room;
    size_t next; /* the first that is not judged yet */
    void *scratch;
};

/* Finds the decisions of a seat in a log, whose bytes and names must outlive the review: moments at
 * which there was a choice. False: why says what is wrong. The caller ends with review_release,
 * whatever the result. */
bool review_open(struct review *review, const uint8_t *bytes, size_t size, unsigned seat,
                 const char *const *names, struct hc_problem *why);
void review_release(struct review *review);
/* Judges the next decision; false when all are. Then those that cost most are marked. */
bool review_step(struct review *review);

/* "!1  2 Play a Red 5             41 % Play a Blue 5             58 %   17": a decision as a row of
 * so many columns; and what stands above such rows. */
void review_put_row(const struct review *review, size_t index, int columns, struct hc_text *out);
void review_put_heads(int columns, struct hc_text *out);
/* The same as a sentence, with what one types. */
void review_put(const struct review *review, size_t index, struct hc_text *out);
/* What is to be said about the whole of it. */
void review_put_sum(const struct review *review, struct hc_text *out);

#endif
