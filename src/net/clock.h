// SPDX-License-Identifier: MIT
/* clock.h: the clocks of the system, for those who have hands. */
#ifndef HC_NET_CLOCK_H
#define HC_NET_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Milliseconds since 1970; it may be set. */
static inline uint64_t clock_wall_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* The one of Linux that goes on while the machine sleeps; elsewhere the usual one does. */
#ifdef CLOCK_BOOTTIME
#define CLOCK_STEADY CLOCK_BOOTTIME
#else
#define CLOCK_STEADY CLOCK_MONOTONIC
#endif

/* Microseconds that only ever go forward, also while the machine sleeps: whoever wakes must not
 * take a lease that others have ended for one that still holds. */
static inline uint64_t clock_steady_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_STEADY, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* The same in milliseconds. */
static inline uint64_t clock_steady_ms(void)
{
    return clock_steady_us() / 1000;
}

/* Milliseconds from now to a steady time; 0 if it is past. */
static inline int clock_left_ms(uint64_t end_ms)
{
    uint64_t now = clock_steady_ms();

    return now < end_ms ? (int)(end_ms - now) : 0;
}

#endif
