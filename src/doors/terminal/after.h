// SPDX-License-Identifier: MIT
/*
 * after.h: when a match at home is over: again, the film, a review, or leave.
 *
 * What is offered is one list. The full screen has it in the panel of the end, line mode asks; what
 * was chosen is visit->after, and is done when the page of the match is closed.
 */
#ifndef HC_DOORS_TERMINAL_AFTER_H
#define HC_DOORS_TERMINAL_AFTER_H

#include "doors/terminal/prompt.h"
#include "doors/terminal/visit.h"

enum { AFTER_ROWS_MAX = HC_SEATS_MAX + 3, AFTER_CHARS = 160 };

struct after_row {
    enum after_wish wish;
    unsigned seat; /* whose review */
    char text[AFTER_CHARS];
};

struct after_list {
    struct after_row row[AFTER_ROWS_MAX];
    char code[AFTER_ROWS_MAX][PROMPT_CODE_CHARS]; /* what may be typed for each */
    unsigned count;
};

/* What is offered now; nothing at a server, where the table itself goes on. */
void after_offer(const struct visit *visit, struct after_list *list);
void after_choose(struct visit *visit, const struct after_row *row);
/* Asks in line mode. */
void after_ask(struct visit *visit);
/* Shows the film or the review that was chosen, while a server is listened to. False, and why. */
bool after_show(struct visit *visit, struct hc_problem *why);

#endif
