// SPDX-License-Identifier: MIT
/*
 * clock.c: a wall clock that a test can put forward while a server runs.
 *
 * It is preloaded (LD_PRELOAD) and stands in for clock_gettime of the C library. The file that
 * HC_CLOCK_FILE names holds one number of eight bytes: by how many seconds the wall clock is ahead.
 * The file is mapped, so that what a test writes into it counts at once. All other clocks are as
 * they are.
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
    const char *path = getenv("HC_CLOCK_FILE");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *mapped = MAP_FAILED;

    if (file >= 0) {
        mapped = mmap(NULL, sizeof *ahead_s, PROT_READ, MAP_SHARED, file, 0);
        close(file);
    }
    if (mapped == MAP_FAILED)
        abort();
    ahead_s = mapped;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int status = (int)syscall(SYS_clock_gettime, clock, now);

    if (!status && clock == CLOCK_REALTIME && ahead_s)
        now->tv_sec += *ahead_s;
    return status;
}
