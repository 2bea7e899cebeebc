// SPDX-License-Identifier: MIT
/*
 * entropy.h: the entropy of a test that has parts of the program in its own process. getrandom()
 * gives bytes that follow from HC_SEED. Call entropy_begin() in main().
 */
#ifndef HC_TESTS_ENTROPY_H
#define HC_TESTS_ENTROPY_H

#include <sys/random.h>

#include "seed.h"

static uint64_t entropy_state;

static inline void entropy_begin(void)
{
    entropy_state = test_seed();
}

/* Takes the place of the function of the C library. SplitMix64. */
ssize_t getrandom(void *to, size_t size, unsigned flags)
{
    uint8_t *bytes = to;

    (void)flags;
    for (size_t i = 0; i < size; i++) {
        uint64_t mixed = entropy_state += 0x9e3779b97f4a7c15;

        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
        bytes[i] = (uint8_t)(mixed ^ mixed >> 31);
    }
    return (ssize_t)size;
}

#endif
