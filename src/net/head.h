// SPDX-License-Identifier: MIT
/*
 * head.h: the head of an answer in HTTP/1.1: where it ends, its status, and the headers in it.
 *
 * Nothing is copied: what is found stands in the bytes that were given.
 */
#ifndef HC_NET_HEAD_H
#define HC_NET_HEAD_H

#include <stddef.h>
#include <stdint.h>

enum { HEAD_MAX = 8192 }; /* a longer one is refused */

/* Where the head ends, and what follows it begins; 0 if it has not come yet. */
size_t head_end(const uint8_t *bytes, size_t count);
/* The status of a head that is terminated as a text; 0 if it is none. */
unsigned head_status(const char *head);
/* The value of a header, in place; NULL if it is not there. */
const char *head_value(const char *head, const char *name, size_t *length);

#endif
