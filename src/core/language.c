// SPDX-License-Identifier: MIT
/* language.c: finding texts in the tables of all languages. */
#include "core/language.h"

#include "core/check.h"
#include "core/memory.h"
#include "core/text.h"

static const struct hc_language *or_english(const struct hc_language *language)
{
    return language ? language : &words_languages[0];
}

const struct hc_language *hc_language_at(size_t index)
{
    return index < words_language_count ? &words_languages[index] : NULL;
}

const struct hc_language *hc_language_find(const char *code)
{
    size_t length = 0;

    while (code[length] && code[length] != '_' && code[length] != '-' && code[length] != '.' &&
           code[length] != '@')
        length++;
    for (unsigned i = 0; i < words_language_count; i++)
        if (hc_word_is(code, length, words_languages[i].code))
            return &words_languages[i];
    return NULL;
}

const char *hc_language_code(const struct hc_language *language)
{
    return or_english(language)->code;
}

const char *hc_language_name(const struct hc_language *language)
{
    return or_english(language)->name;
}

struct words_span words_span(const char *text)
{
    return (struct words_span){text, hc_length(text)};
}

bool words_is(struct words_span span, const char *text)
{
    return hc_length(text) == span.length && hc_same(span.chars, text, span.length);
}

/* How the order of two texts begins: below 0, 0 or above 0. */
static int compare(const char *one, const char *other)
{
    while (*one && *one == *other)
        one++, other++;
    return (unsigned char)*one - (unsigned char)*other;
}

/* The same for "key:form", which is put together nowhere. */
static int compare_form(const char *one, const char *key, struct words_span form)
{
    size_t length = hc_length(key);

    for (size_t i = 0;; i++) {
        size_t past = i > length ? i - length - 1 : 0;
        char other = i < length           ? key[i]
                     : !form.length       ? '\0'
                     : i == length        ? ':'
                     : past < form.length ? form.chars[past]
                                          : '\0';

        if (one[i] != other || !other)
            return (unsigned char)one[i] - (unsigned char)other;
    }
}

static const struct words_section *find_section(const char *scope, const char *kind)
{
    unsigned low = 0, high = words_section_count;

    while (low < high) {
        unsigned middle = (low + high) / 2;
        const struct words_section *section = &words_sections[middle];
        int order = compare(section->scope, scope);

        if (!order)
            order = compare(section->kind, kind);
        if (!order)
            return section;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* The number of a key, or -1. */
static int find_key(const struct words_section *section, const char *key, struct words_span form)
{
    unsigned low = section->first, high = low + section->count;

    while (low < high) {
        unsigned middle = (low + high) / 2;
        int order = compare_form(words_keys[middle], key, form);

        if (!order)
            return (int)middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

const char *words_find_form(const struct hc_language *language, const char *scope, const char *kind,
                            const char *key, struct words_span form)
{
    const struct words_section *section = find_section(scope, kind);
    int number = section ? find_key(section, key, form) : -1;

    if (number < 0 && section && form.length)
        number = find_key(section, key, words_span(""));
    return number < 0 ? NULL : or_english(language)->texts[number];
}

const char *words_find(const struct hc_language *language, const char *scope, const char *kind,
                       const char *key)
{
    return words_find_form(language, scope, kind, key, words_span(""));
}

const char *words_of_game(const struct hc_language *language, const char *scope, const char *kind,
                          const char *key)
{
    const char *text = words_find(language, scope, kind, key);

    if (!text)
        text = words_find(language, "", kind, key);
    return text ? text : key;
}

const char *words_text(const struct hc_language *language, enum hc_word word)
{
    return or_english(language)->texts[word];
}

const char *words_text_form(const struct hc_language *language, enum hc_word word,
                            struct words_span form)
{
    const char *text = words_find_form(language, "", "words", words_keys[word], form);

    HC_CHECK(text);
    return text;
}

unsigned words_plural(const struct hc_language *language, int64_t number)
{
    switch (or_english(language)->plural) {
    case WORDS_PLURAL_NONE:
        return 0;
    case WORDS_PLURAL_ONE:
        return number != 1;
    case WORDS_PLURAL_ZERO:
        return number > 1;
    case WORDS_PLURAL_SLAVIC:
        break;
    }
    if (number % 10 == 1 && number % 100 != 11)
        return 0;
    return number % 10 >= 2 && number % 10 <= 4 && (number % 100 < 12 || number % 100 > 14) ? 1 : 2;
}
