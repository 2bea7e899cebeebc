// SPDX-License-Identifier: MIT
/* edit.c: adding and removing characters. */
#include "doors/terminal/edit.h"

#include <stdint.h>
#include <string.h>

#include "doors/terminal/screen.h"

void edit_add(char *text, size_t size, int key)
{
    size_t length = strlen(text);
    uint32_t c = (uint32_t)key;
    unsigned bytes = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

    if (key < ' ' || key >= SCREEN_UP || length + bytes >= size)
        return;
    for (unsigned i = bytes; i-- > 1; c >>= 6)
        text[length + i] = (char)(0x80 | (c & 0x3f));
    text[length] = (char)(bytes == 1 ? c : (0xf00u >> bytes & 0xff) | c);
    text[length + bytes] = '\0';
}

void edit_remove(char *text)
{
    size_t length = strlen(text);

    while (length && ((unsigned char)text[length - 1] & 0xc0) == 0x80)
        length--;
    text[length ? length - 1 : 0] = '\0';
}
