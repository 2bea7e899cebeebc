// SPDX-License-Identifier: MIT
/*
 * telegram_text.h: texts as Telegram takes them: HTML, and lengths in units of UTF-16.
 *
 * What is written here is escaped; tags are written by hand around it, and never span two lines,
 * so that a text can be cut at the end of any line.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_TEXT_H
#define HC_DOORS_TELEGRAM_TELEGRAM_TEXT_H

#include "core/template.h"

/* Writes a text so that nothing in it is markup. */
void tg_put(struct hc_text *out, const char *text);
void tg_put_bold(struct hc_text *out, const char *text);
/* A text of the catalogues with values for its places, escaped. */
void tg_say_values(struct hc_text *out, const struct hc_language *language, enum hc_word word,
                   const struct words_value *values, size_t count);
#define TG_SAY(out, language, word, ...)                                                           \
    tg_say_values(out, language, word, (const struct words_value[]){__VA_ARGS__},                  \
                  sizeof((const struct words_value[]){__VA_ARGS__}) / sizeof(struct words_value))
/* One without places. */
void tg_say(struct hc_text *out, const struct hc_language *language, enum hc_word word);
/* A sentence that stands in the catalogues as part of another: with a capital letter and a full
 * stop. */
void tg_put_sentence(struct hc_text *out, const char *text);
/* What something is called, in front of it: with a capital letter and a colon. */
void tg_put_label(struct hc_text *out, const char *text);

/* Takes the markup out of HTML, in place. */
void tg_make_plain(char *html);
/* How long Telegram finds a text, without markup if it is HTML. */
size_t tg_units(const char *text, bool is_html);
/* Cuts HTML behind the last line that fits, and says so by an ellipsis. */
void tg_cut_lines(char *html, size_t size, size_t units);
/* Cuts a plain text behind the last character that fits. */
void tg_cut_plain(char *text, size_t units);
/* Copies as many whole characters as fit, without control characters and blanks at the ends. */
void tg_copy_name(char *name, size_t size, const char *text);

#endif
