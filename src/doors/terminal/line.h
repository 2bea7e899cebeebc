// SPDX-License-Identifier: MIT
/*
 * line.h: what a person types, a line at a time, and the command that is meant by it.
 *
 * A line may be a full command ("play WF color=G") or short: a card's code plays that card, and in
 * games whose cards are not called so, 1 draws, 2 passes and 3 names a colour.
 */
#ifndef HC_DOORS_TERMINAL_LINE_H
#define HC_DOORS_TERMINAL_LINE_H

#include "doors/terminal/match.h"

enum { LINE_CHARS = 256 };

enum line_result {
    LINE_GIVEN,
    LINE_CANCELLED, /* questions: an empty line takes the command back */
    LINE_TOO_LONG,
    LINE_END, /* of the input */
};

struct input {
    char kept[LINE_CHARS]; /* a line that was typed too early */
    bool has_kept;
    bool echo; /* the input is not a terminal, so nobody sees what was typed */
};

/* Prints the prompt and reads a line without its end and the blanks around it. */
enum line_result line_read(struct input *input, const char *prompt, char line[LINE_CHARS]);
/* Gives a line back, to be read again. */
void line_keep(struct input *input, const char *line);

/* The number that stands for a verb in this game, or NULL. */
const char *line_shortcut(const struct hc_view *view, const char *verb);
/* HC_OK and a command, or HC_MALFORMED and why. */
enum hc_refusal line_command(const struct hc_view *view, const char *line,
                             struct hc_command *command, struct hc_problem *why);
/* Asks for what a command leaves open and must be chosen. The command is unchanged unless the
 * result is LINE_GIVEN. */
enum line_result line_complete(struct input *input, const struct match *match,
                               const struct hc_view *view, struct hc_command *command);

#endif
