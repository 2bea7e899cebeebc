// SPDX-License-Identifier: MIT
/* times.c: many durations, kept one by one so that every percentile is exact. */
#include <stdlib.h>

#include "bench.h"

void times_add(struct times *times, uint64_t ns)
{
    if (times->count == times->size) {
        times->size = times->size ? 2 * times->size : 4096;
        times->us10 = realloc(times->us10, times->size * sizeof *times->us10);
        if (!times->us10)
            fail("there is not enough memory", "");
    }
    times->us10[times->count++] = ns / 100 < UINT32_MAX ? (uint32_t)(ns / 100) : UINT32_MAX;
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

double times_at(struct times *times, double percent)
{
    if (!times->count)
        return 0;
    qsort(times->us10, times->count, sizeof *times->us10, compare);
    return times->us10[(size_t)((double)(times->count - 1) * percent / 100)] / 10.0;
}

void times_forget(struct times *times)
{
    times->count = 0;
}
