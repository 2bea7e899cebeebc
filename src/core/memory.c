// SPDX-License-Identifier: MIT
/*
 * memory.c: memcpy and friends for targets without a libc. Compilers call them by these names even
 * in freestanding code. Built empty where the system has its own.
 */
#include "core/memory.h"

#if !__STDC_HOSTED__
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *bytes, int value, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    uint8_t *t = to;
    const uint8_t *f = from;

    while (size--)
        *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    uint8_t *t = to;
    const uint8_t *f = from;

    if (t < f)
        return memcpy(to, from, size);
    while (size--)
        t[size] = f[size];
    return to;
}

void *memset(void *bytes, int value, size_t size)
{
    uint8_t *a = bytes;

    while (size--)
        *a++ = (uint8_t)value;
    return bytes;
}

int memcmp(const void *a, const void *b, size_t size)
{
    const uint8_t *x = a, *y = b;

    for (; size--; x++, y++)
        if (*x != *y)
            return *x < *y ? -1 : 1;
    return 0;
}

size_t strlen(const char *text)
{
    size_t length = 0;

    while (text[length])
        length++;
    return length;
}

int strcmp(const char *a, const char *b)
{
    for (; *a && *a == *b; a++, b++)
        continue;
    return (uint8_t)*a - (uint8_t)*b;
}
#else
typedef int hc_memory_is_libcs; /* a translation unit may not be empty */
#endif
