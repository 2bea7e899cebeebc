// SPDX-License-Identifier: MIT
/* gzip.c: one call of zlib for each answer. */
#include "doors/server/gzip.h"

#include <stdlib.h>
#include <zlib.h>

enum { WINDOW_BITS = 15 + 16, MEMORY_LEVEL = 8 }; /* 16: with the head and tail of gzip */

uint8_t *gzip_make(const void *bytes, size_t size, int level, size_t *length)
{
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)size};
    uint8_t *small = size ? malloc(size) : NULL;
    int result;

    if (!small || deflateInit2(&stream, level, Z_DEFLATED, WINDOW_BITS, MEMORY_LEVEL,
                               Z_DEFAULT_STRATEGY) != Z_OK) {
        free(small);
        return NULL;
    }
    stream.next_out = small;
    stream.avail_out = (uInt)size - 1;
    result = deflate(&stream, Z_FINISH);
    *length = stream.total_out;
    deflateEnd(&stream);
    if (result == Z_STREAM_END)
        return small;
    free(small);
    return NULL;
}
