// SPDX-License-Identifier: MIT
/*
 * template.h: texts with places that are filled in.
 *
 *   {who}               what it stands for
 *   {card:acc}          the same in a form that the catalogue has
 *   {who?plays|play}    one of the alternatives: for a person, for a number, for an option
 *   {target! on {who}}  what stands behind the mark if there is any; behind a | if there is none
 *
 * Alternatives may have places themselves. If there are too few of them the last one serves. What a
 * name stands for is for a source to say; docs/translating.md tells translators. The catalogues are
 * ours, and tools/words.py refuses a text that cannot be read, so a mistake here is an assertion.
 */
#ifndef HC_CORE_TEMPLATE_H
#define HC_CORE_TEMPLATE_H

#include "core/text.h"
#include "core/language.h"

struct words_work;

/* Which alternative belongs to a name now, and whether there is anything of the kind. */
struct words_pick {
    unsigned index;
    bool there;
};

struct words_source {
    /* Writes what a name stands for, in a form or plainly. */
    void (*put)(struct words_work *work, struct words_span name, struct words_span form);
    struct words_pick (*pick)(const struct words_work *work, struct words_span name);
};

/* A text that is being written. */
struct words_work {
    const struct hc_language *language;
    struct hc_text *out;
    const struct words_source *source;
    const void *context; /* of the source */
    size_t begin;        /* where a sentence begins, and with a capital letter; SIZE_MAX: nowhere */
};

void words_write(struct words_work *work, const char *text);
/* A piece of the catalogue, with a capital letter where one is due. */
void words_put(struct words_work *work, const char *word);
struct words_pick words_pick_number(const struct words_work *work, int64_t number);
/* A value for a name: a text, or a number if that is NULL. */
struct words_value {
    const char *name, *text;
    int64_t number;
};
/* Writes a text whose names have these values. */
void words_fill(const struct hc_language *language, enum hc_word word, struct hc_text *out,
                const struct words_value *values, size_t count);
#define WORDS_FILL(language, word, out, ...)                                                       \
    words_fill(language, word, out, (const struct words_value[]){__VA_ARGS__},                     \
               sizeof((const struct words_value[]){__VA_ARGS__}) / sizeof(struct words_value))
/* A text whose only name is {count}. */
void words_put_count(struct words_work *work, enum hc_word word, struct words_span form,
                     int64_t count);

/* The first letter of a text as a capital, as a text of its own; what has none is taken as it is.
 * Returns how many bytes it takes in the text. */
enum { WORDS_LETTER_CHARS = 5 };
size_t words_letter(const char *text, char letter[WORDS_LETTER_CHARS]);

/* Calls `each` with every name in a text; for tests. */
typedef void words_each_name(void *context, struct words_span name, struct words_span form);
void words_names(const char *text, words_each_name *each, void *context);

#endif
