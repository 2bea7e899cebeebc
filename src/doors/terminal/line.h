// SPDX-License-Identifier: MIT
/* line.h: reading from a person, a line at a time. */
#ifndef HC_DOORS_TERMINAL_LINE_H
#define HC_DOORS_TERMINAL_LINE_H

#include "core/template.h"
#include "doors/terminal/typed.h"

enum line_result {
    LINE_GIVEN,
    LINE_CANCELLED, /* questions: an empty line takes the command back */
    LINE_TOO_LONG,
    LINE_END,  /* of the input */
    LINE_NEWS, /* something happened at the table, and nothing was typed */
};

struct input {
    char kept[TYPED_CHARS]; /* a line that was typed too early */
    bool has_kept;
    bool echo; /* the input is not a terminal, so nobody sees what was typed */
    /* Waits until something was typed; false if something happened meanwhile. NULL: reading waits
     * by itself. */
    bool (*wait)(void *context);
    void *context;
};

/* Prints the prompt and reads a line without its end and the blanks around it. */
enum line_result line_read(struct input *input, const char *prompt, char line[TYPED_CHARS]);
/* Prints a line: a text of this door; "No: " and why. */
void line_say(enum hc_word word, const struct words_value *values, size_t count);
#define LINE_SAY(word, ...)                                                                        \
    line_say(word, (const struct words_value[]){__VA_ARGS__},                                      \
             sizeof((const struct words_value[]){__VA_ARGS__}) / sizeof(struct words_value))
void line_refuse(const char *why);
/* Gives a line back, to be read again. */
void line_keep(struct input *input, const char *line);

/* Asks for what a command leaves open and must be chosen. The command is unchanged unless the
 * result is LINE_GIVEN. */
enum line_result line_complete(struct input *input, const char *const names[HC_SEATS_MAX],
                               const struct hc_view *view, struct hc_command *command);

#endif
