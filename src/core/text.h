// SPDX-License-Identifier: MIT
/*
 * text.h: the bounded writer for text and JSON.
 *
 * Writes into the caller's buffer, never past it, and counts what it would have written, so that a
 * caller can measure first. The text is always terminated. JSON is written by appending; commas
 * are the writer's business: json_* functions put one before a member where one is due.
 */
#ifndef HC_CORE_TEXT_H
#define HC_CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hc_text {
    char *chars;
    size_t size, length;
    bool comma; /* the next JSON member needs one */
};

void hc_text_init(struct hc_text *text, char *chars, size_t size);
void hc_put(struct hc_text *text, const char *string);
void hc_put_char(struct hc_text *text, char c);
void hc_put_number(struct hc_text *text, int64_t number);
void hc_put_hex(struct hc_text *text, const uint8_t *bytes, size_t size);

/* JSON. A key of NULL writes an element of an array. */
void hc_json_open(struct hc_text *text, const char *key, char bracket);
void hc_json_close(struct hc_text *text, char bracket);
void hc_json_string(struct hc_text *text, const char *key, const char *string);
/* A string of the program's own, like every key: nothing in it needs to be escaped. */
void hc_json_word(struct hc_text *text, const char *key, const char *word);
void hc_json_number(struct hc_text *text, const char *key, int64_t number);
void hc_json_bool(struct hc_text *text, const char *key, bool value);
void hc_json_null(struct hc_text *text, const char *key);
void hc_json_hex(struct hc_text *text, const char *key, const uint8_t *bytes, size_t size);

/* Reads a decimal number of at most `max`; returns the first character after it, NULL if none. */
const char *hc_read_number(const char *text, uint64_t max, uint64_t *number);
/* Whether `word` of `length` bytes is `name`, ignoring case, be it Latin, Greek or Cyrillic; ё is
 * the same as е. */
bool hc_word_is(const char *word, size_t length, const char *name);

#endif
