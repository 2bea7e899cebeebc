// SPDX-License-Identifier: MIT
/* clock.h: the clock of this door, in milliseconds from any beginning. It never goes back. */
#ifndef HC_DOORS_TERMINAL_CLOCK_H
#define HC_DOORS_TERMINAL_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t clock_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

#endif
