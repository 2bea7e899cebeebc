// SPDX-License-Identifier: MIT
/*
 * clock.c: clocks that a test can put forward while a server runs.
 *
 * It is preloaded (LD_PRELOAD) and stands in for clock_gettime of the C library. The file that
 * HC_CLOCK_FILE names holds two numbers of eight bytes: by how many seconds the wall clock is
 * ahead, and the steady one. The file is mapped, so that what a test writes into it counts at once.
 * All other clocks are as they are, and whoever sleeps is not woken.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const volatile struct ahead {
    int64_t wall_s, steady_s;
} * ahead;

__attribute__((constructor)) static void map_file(void)
{
    const char *path = getenv("HC_CLOCK_FILE");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *mapped = MAP_FAILED;

    if (file >= 0) {
        mapped = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
        close(file);
    }
    if (mapped == MAP_FAILED)
        abort();
    ahead = mapped;
}

static int is_steady(clockid_t clock)
{
    return clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_BOOTTIME;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int status = (int)syscall(SYS_clock_gettime, clock, now);

    if (!status && clock == CLOCK_REALTIME && ahead)
        now->tv_sec += ahead->wall_s;
    if (!status && is_steady(clock) && ahead)
        now->tv_sec += ahead->steady_s;
    return status;
}
