// SPDX-License-Identifier: MIT
/*
 * gzip.h: compressing answers that are made while the server runs.
 *
 * The length of a compressed answer tells whether a text that its reader chose stands in it twice
 * (BREACH), so no compressed answer may hold a secret. Only answers to GET are compressed. None of
 * them depends on who asks: there are no cookies, and tokens come over the WebSocket and from
 * POST /api/telegram alone. So an answer to GET says nothing that an adversary cannot ask for.
 */
#ifndef HC_DOORS_SERVER_GZIP_H
#define HC_DOORS_SERVER_GZIP_H

#include <stddef.h>
#include <stdint.h>

enum {
    GZIP_MIN = 1024, /* bytes: with its head, a shorter answer fits into one packet anyway */
    GZIP_FAST = 1,   /* the level for answers that are sent once: 2 us for each KiB, a third of the
                        bytes; the usual level takes up to six times as long for a sixth less */
};

/* Compresses bytes; free() the result, which has *length bytes. NULL if it is not shorter, or
 * without memory. */
uint8_t *gzip_make(const void *bytes, size_t size, int level, size_t *length);

#endif
