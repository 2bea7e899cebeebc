// SPDX-License-Identifier: MIT
/*
 * ahead.c: a steady clock that a test can put forward while a process of a cluster runs.
 *
 * It is preloaded (LD_PRELOAD) and stands in for clock_gettime of the C library. The file that
 * HC_AHEAD_FILE names holds eight bytes: by how many seconds the steady clock is ahead. The file is
 * mapped, so that what a test writes into it counts at once. All other clocks are as they are, and
 * a thread that sleeps is not woken.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *ahead_s;

__attribute__((constructor)) static void map_file(void)
{
    const char *path = getenv("HC_AHEAD_FILE");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *mapped = mmap(NULL, sizeof *ahead_s, PROT_READ, MAP_SHARED, file, 0);

    if (mapped == MAP_FAILED)
        abort();
    close(file);
    ahead_s = mapped;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int status = (int)syscall(SYS_clock_gettime, clock, now);

    if (!status && ahead_s &&
        (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME))
        now->tv_sec += *ahead_s;
    return status;
}
