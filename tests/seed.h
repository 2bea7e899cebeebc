// SPDX-License-Identifier: MIT
/*
 * seed.h: the seed of a test. One seed gives one run.
 *
 * `make test` leaves HC_SEED unset, so that each run is the same; `make soak` sets a fresh one.
 */
#ifndef HC_TESTS_SEED_H
#define HC_TESTS_SEED_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Prints and returns the number in HC_SEED, or 1. */
static inline uint64_t test_seed(void)
{
    const char *text = getenv("HC_SEED");
    uint64_t seed = text ? strtoull(text, NULL, 10) : 1;

    printf("HC_SEED=%llu\n", (unsigned long long)seed);
    return seed;
}

/* How many worlds a simulation makes, one for each seed from HC_SEED on: the number in HC_WORLDS,
 * or the usual one. */
static inline uint64_t test_worlds(uint64_t usual)
{
    const char *text = getenv("HC_WORLDS");

    return text ? strtoull(text, NULL, 10) : usual;
}

#endif
