// SPDX-License-Identifier: MIT
/*
 * utf8.h: reading UTF-8 in its one right form.
 *
 * A character that is written longer than need be, half of a surrogate pair, or beyond U+10FFFF is
 * none: two texts that read the same are then the same bytes.
 */
#ifndef HC_CORE_UTF8_H
#define HC_CORE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the character at the start of `size` bytes, of which there is at least one. Returns how
 * many bytes it takes, 0 if they are no character. */
unsigned hc_utf8_read(const uint8_t *bytes, size_t size, uint32_t *character);
/* Whether a text is UTF-8 without any fault. */
bool hc_utf8_ok(const char *text, size_t size);

#endif
