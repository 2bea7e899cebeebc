// SPDX-License-Identifier: MIT
/* disk.c: what it takes until a few bytes are on the disk, without any server. */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

/* A small commit of SQLite writes a page and the head of its frame. After so many the write-ahead
 * log begins anew. */
enum { COMMIT_BYTES = 4096 + 24, FILE_COMMITS = 4000 };

static void wait_until(uint64_t ns)
{
    struct timespec until = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};

    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

/* A file that already has its full size, as the store's log has: one that grows takes longer. */
static int make_file(const char *path, const char bytes[COMMIT_BYTES])
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    if (file < 0)
        fail("this file cannot be written: ", path);
    for (unsigned i = 0; i < FILE_COMMITS; i++)
        if (write(file, bytes, COMMIT_BYTES) != COMMIT_BYTES)
            fail("the disk has failed: ", path);
    if (fsync(file))
        fail("the disk has failed: ", path);
    return file;
}

void disk_sync(const char *path, double rate, uint64_t seconds, struct times *times)
{
    static const char bytes[COMMIT_BYTES];
    int file = make_file(path, bytes);
    uint64_t due = now_ns(), end = due + seconds * 1000000000, step = (uint64_t)(1e9 / rate);

    for (unsigned i = 0; due < end; i++, due += step) {
        off_t at = (off_t)(i % FILE_COMMITS) * COMMIT_BYTES;
        uint64_t start;

        wait_until(due);
        start = now_ns();
        if (pwrite(file, bytes, COMMIT_BYTES, at) != COMMIT_BYTES || fdatasync(file))
            fail("the disk has failed: ", path);
        times_add(times, now_ns() - start);
    }
    close(file);
    unlink(path);
}
