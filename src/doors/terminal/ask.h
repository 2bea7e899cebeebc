// SPDX-License-Identifier: MIT
/*
 * ask.h: what a command leaves open and must be chosen, as a list to choose from.
 *
 * An argument with one possible value needs no question and is filled in.
 */
#ifndef HC_DOORS_TERMINAL_ASK_H
#define HC_DOORS_TERMINAL_ASK_H

#include "holecard.h"

enum { ASK_ROWS_MAX = 64, ASK_CHARS = 64, ASK_CODE_CHARS = 8 };

struct question {
    struct hc_command command; /* as far as it is known */
    char title[ASK_CHARS];
    char row[ASK_ROWS_MAX][ASK_CHARS];       /* for a list: "3 G ■  green" */
    char code[ASK_ROWS_MAX][ASK_CODE_CHARS]; /* what may be typed for it: "G" … */
    char name[ASK_ROWS_MAX][ASK_CHARS];      /* … or its name: "green"; may be empty */
    uint8_t member[ASK_ROWS_MAX];
    unsigned count;
    bool is_numbered; /* a row may be answered by its number, from 1, too */
    size_t slot;      /* which byte of the command is asked for */
};

/* Whether a command leaves open which card is meant. To ask, to fill it in, or to say that there is
 * none, would show something of the hand, which is for its owner alone. */
bool ask_for_card(const struct hc_view *view, const struct hc_command *command);
/* True: `question` asks for the next thing that is open. False: the command is complete. */
bool ask_next(const struct hc_view *view, const char *const *names, struct question *question);
/* Answers with row `row`. */
void ask_answer(struct question *question, unsigned row);

#endif
