// SPDX-License-Identifier: MIT
/* disk.c: what it takes until a few bytes are on the disk, without any server. */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

/* What a small commit of SQLite appends: a page, and the head of its frame. */
enum { COMMIT_BYTES = 4096 + 24 };

static void wait_until(uint64_t ns)
{
    struct timespec until = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};

    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

void disk_sync(const char *path, double rate, uint64_t seconds, struct times *times)
{
    static const char bytes[COMMIT_BYTES];
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    uint64_t due = now_ns(), end = due + seconds * 1000000000, step = (uint64_t)(1e9 / rate);

    if (file < 0)
        fail("this file cannot be written: ", path);
    for (; due < end; due += step) {
        uint64_t start;

        wait_until(due);
        start = now_ns();
        if (write(file, bytes, sizeof bytes) != (ssize_t)sizeof bytes || fdatasync(file))
            fail("the disk has failed: ", path);
        times_add(times, now_ns() - start);
    }
    close(file);
    unlink(path);
}
