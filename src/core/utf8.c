// SPDX-License-Identifier: MIT
/* utf8.c: reading UTF-8. */
#include "core/utf8.h"

#include "core/memory.h"

/* The least number that may be written with so many bytes. */
static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};

static unsigned width_of(uint8_t first)
{
    return first < 0x80   ? 1
           : first < 0xc0 ? 0
           : first < 0xe0 ? 2
           : first < 0xf0 ? 3
           : first < 0xf8 ? 4
                          : 0;
}

unsigned hc_utf8_read(const uint8_t *bytes, size_t size, uint32_t *character)
{
    unsigned width = width_of(bytes[0]);
    uint32_t number = width == 1 ? bytes[0] : bytes[0] & (0x7fu >> width);

    if (!width || size < width)
        return 0;
    for (unsigned i = 1; i < width; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        number = number << 6 | (bytes[i] & 0x3fu);
    }
    if (number < least[width] || number > 0x10ffff || (number >= 0xd800 && number < 0xe000))
        return 0;
    *character = number;
    return width;
}

bool hc_utf8_ok(const char *text, size_t size)
{
    const uint8_t *bytes = (const uint8_t *)text;
    uint32_t character;

    for (size_t at = 0; at < size;) {
        unsigned width;

        /* Nearly all text is ASCII: eight bytes at a time. */
        if (size - at >= 8 && !(hc_load64(bytes + at) & 0x8080808080808080u)) {
            at += 8;
            continue;
        }
        width = hc_utf8_read(bytes + at, size - at, &character);
        if (!width)
            return false;
        at += width;
    }
    return true;
}
