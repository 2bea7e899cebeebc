// SPDX-License-Identifier: MIT
/*
 * language.h: the texts of all languages, as constant tables.
 *
 * tools/words.py makes the tables from the catalogues: lang/CODE.txt, and what a game brings along
 * in its own folder (docs/translating.md). A text is found by three names: its scope (a game,
 * "room" for the settings of rooms, "" for what all share), its kind ("events", "faces") and its
 * key, which is the name that the engine has for the thing anyway. All languages have the same
 * keys, in the same order. Words that the code itself asks for have numbers: enum hc_word.
 */
#ifndef HC_CORE_LANGUAGE_H
#define HC_CORE_LANGUAGE_H

#include "holecard.h"
#include "core/word_list.h"

/* Which forms a number has: one for all; one for 1 and one for others; one for 0 and 1 and one for
 * others; the three of Slavic languages. */
enum words_plural { WORDS_PLURAL_NONE, WORDS_PLURAL_ONE, WORDS_PLURAL_ZERO, WORDS_PLURAL_SLAVIC };

struct hc_language {
    const char *code, *name;
    enum words_plural plural;
    const char *const *texts; /* by the number of the key */
};

/* The keys of one scope and kind are neighbours, and sorted. */
struct words_section {
    const char *scope, *kind;
    uint16_t first, count;
};

/* A piece of a text. */
struct words_span {
    const char *chars;
    size_t length;
};

extern const struct hc_language words_languages[];
extern const unsigned words_language_count;
extern const struct words_section words_sections[];
extern const unsigned words_section_count;
extern const char *const words_keys[];

struct words_span words_span(const char *text);
bool words_is(struct words_span span, const char *text);

/* The text of a key, or NULL if there is none. A language of NULL is English. */
const char *words_find(const struct hc_language *language, const char *scope, const char *kind,
                       const char *key);
/* The same in a form ("acc"): "key:form" if the catalogue has it, otherwise "key". */
const char *words_find_form(const struct hc_language *language, const char *scope, const char *kind,
                            const char *key, struct words_span form);
/* The text of a game, or else what all games share; never NULL: the key itself in the last resort,
 * which a test keeps from happening. */
const char *words_of_game(const struct hc_language *language, const char *scope, const char *kind,
                          const char *key);
const char *words_text(const struct hc_language *language, enum hc_word word);
const char *words_text_form(const struct hc_language *language, enum hc_word word,
                            struct words_span form);
/* Which form of a noun a number takes, from 0. */
unsigned words_plural(const struct hc_language *language, int64_t number);

#endif
