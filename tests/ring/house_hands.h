// SPDX-License-Identifier: MIT
/* house_hands.h: what a house in a test takes its memory and its numbers from. */
#ifndef HC_TESTS_HOUSE_HANDS_H
#define HC_TESTS_HOUSE_HANDS_H

#include <stdint.h>
#include <stdlib.h>

static void *resize(void *context, void *memory, size_t size)
{
    (void)context;
    if (size)
        return realloc(memory, size);
    free(memory);
    return NULL;
}

static void entropy(void *context, void *bytes, size_t size)
{
    static uint64_t count;

    (void)context;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)(++count * 0x9e3779b97f4a7c15ull >> 56);
}

#endif
