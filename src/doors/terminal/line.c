// SPDX-License-Identifier: MIT
/* line.c: reading lines, and asking for what a command leaves open. */
#include "doors/terminal/line.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "doors/terminal/ask.h"
#include "doors/terminal/phrase.h"
#include "doors/terminal/request.h"

enum {
    PROMPT_CHARS = 2000, /* a question with all its answers */
    SAY_CHARS = 2000,
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static void trim(char *line)
{
    size_t start = 0, end = strlen(line);

    while (is_blank(line[start]))
        start++;
    while (end > start && is_blank(line[end - 1]))
        end--;
    memmove(line, line + start, end - start);
    line[end - start] = '\0';
}

enum line_result line_read(struct input *input, const char *prompt, char line[TYPED_CHARS])
{
    size_t length = 0;
    int c;

    fputs(prompt, stdout);
    fflush(stdout);
    if (input->has_kept) {
        input->has_kept = false;
        memcpy(line, input->kept, TYPED_CHARS);
        if (input->echo)
            puts(line);
        return LINE_GIVEN;
    }
    if (input->wait && !input->wait(input->context)) {
        if (*prompt)
            putchar('\n');
        return LINE_NEWS;
    }
    while ((c = getchar()) != EOF && c != '\n') {
        if (length < TYPED_CHARS - 1)
            line[length] = c ? (char)c : '?';
        length++;
    }
    if (c == EOF && !length) {
        putchar('\n');
        return LINE_END;
    }
    line[length < TYPED_CHARS ? length : TYPED_CHARS - 1] = '\0';
    if (input->echo)
        printf("%.*s%s\n", 60, line, length > 60 ? "…" : "");
    if (length >= TYPED_CHARS)
        return LINE_TOO_LONG;
    trim(line);
    return LINE_GIVEN;
}

void line_say(enum hc_word word, const struct words_value *values, size_t count)
{
    char line[SAY_CHARS];
    struct hc_text out;

    hc_text_init(&out, line, sizeof line);
    words_fill(phrase_language(), word, &out, values, count);
    puts(line);
}

void line_refuse(const char *why)
{
    LINE_SAY(TERMINAL_REFUSED, {"why", why, 0});
}

void line_keep(struct input *input, const char *line)
{
    snprintf(input->kept, sizeof input->kept, "%s", line);
    input->has_kept = true;
}

/* The last word of an answer: "G", "color=G" and "color G" all mean the same. */
static const char *last_word(const char *answer)
{
    const char *word = answer;

    for (const char *c = answer; *c; c++)
        if (*c == ' ' || *c == '\t' || *c == '=')
            word = c + 1;
    return word;
}

/* Returns the row that an answer names; `count` or more if it names none. */
static unsigned find_row(const struct question *question, const char *answer)
{
    const char *word = last_word(answer);
    unsigned row = 0;

    if (question->is_numbered && *word >= '1' && *word <= '9' && !word[1])
        return (unsigned)(*word - '1');
    while (row < question->count && !hc_word_is(word, strlen(word), question->code[row]) &&
           !hc_word_is(word, strlen(word), question->name[row]))
        row++;
    return *word ? row : question->count;
}

/* "Which colour? 1 R (red), 2 B (blue), 3 G (green) or 4 Y (yellow): ". */
static void put_question(const struct question *question, struct hc_text *out)
{
    hc_put(out, question->title);
    for (unsigned i = 0; i < question->count; i++) {
        const char *name = question->name[i];

        hc_put(out, !i                        ? " "
                    : i + 1 < question->count ? words_text(phrase_language(), WORDS_COMMA)
                                              : words_text(phrase_language(), WORDS_OR));
        if (question->is_numbered) {
            hc_put_number(out, i + 1);
            hc_put_char(out, ' ');
        }
        hc_put(out, question->code[i]);
        if (!*name || !strcmp(name, question->code[i]))
            continue;
        hc_put(out, " (");
        hc_put(out, name);
        hc_put_char(out, ')');
    }
    hc_put(out, ": ");
}

static enum line_result ask(struct input *input, struct question *question)
{
    char prompt[PROMPT_CHARS], answer[TYPED_CHARS];
    struct hc_text out;

    hc_text_init(&out, prompt, sizeof prompt);
    put_question(question, &out);
    for (;;) {
        enum line_result result = line_read(input, prompt, answer);
        const char *rest;

        if (result == LINE_END)
            return result;
        if (result == LINE_NEWS)
            return LINE_CANCELLED;
        if (result == LINE_GIVEN && !*answer)
            return LINE_CANCELLED;
        /* Who wants to leave has no answer; whoever reads the next line will understand. */
        if (result == LINE_GIVEN && request_leaves(request_of(answer, &rest))) {
            line_keep(input, answer);
            return LINE_CANCELLED;
        }
        if (result == LINE_GIVEN && find_row(question, answer) < question->count) {
            ask_answer(question, find_row(question, answer));
            return LINE_GIVEN;
        }
        puts(phrase_word(TERMINAL_NONE_OF_THESE));
    }
}

enum line_result line_complete(struct input *input, const char *const names[HC_SEATS_MAX],
                               const struct hc_view *view, struct hc_command *command)
{
    struct question question = {.command = *command};

    while (ask_next(view, names, &question)) {
        enum line_result result = ask(input, &question);

        if (result != LINE_GIVEN)
            return result;
    }
    *command = question.command;
    return LINE_GIVEN;
}
