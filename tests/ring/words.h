// SPDX-License-Identifier: MIT
/* words.h: cuts the texts of tables of tests into words. */
#ifndef HC_TESTS_RING_WORDS_H
#define HC_TESTS_RING_WORDS_H

#include <string.h>

/* The words of a text one after the other; each is cut out in place. */
static inline char *next_word(char **text, const char *separators)
{
    char *word = *text + strspn(*text, separators);

    if (!*word)
        return NULL;
    *text = word + strcspn(word, separators);
    if (**text)
        *(*text)++ = '\0';
    return word;
}

#endif
