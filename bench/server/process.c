// SPDX-License-Identifier: MIT
/* process.c: what a process has cost so far, from /proc: the time of all its threads, and memory.
 */
#include <dirent.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

/* The first numbers of a file of /proc. */
static unsigned read_numbers(const char *path, uint64_t numbers[2])
{
    FILE *file = fopen(path, "r");
    unsigned long long a = 0, b = 0;
    int count = file ? fscanf(file, "%llu %llu", &a, &b) : 0;

    if (file)
        fclose(file);
    numbers[0] = a;
    numbers[1] = b;
    return count > 0 ? (unsigned)count : 0;
}

struct cost cost_of(unsigned process)
{
    struct cost cost = {.time_ns = now_ns(), .load_ns = (uint64_t)clock() * 1000};
    char path[400];
    uint64_t numbers[2];
    DIR *threads;

    _Static_assert(CLOCKS_PER_SEC == 1000000, "POSIX counts in microseconds");

    if (!process)
        return cost;
    snprintf(path, sizeof path, "/proc/%u/statm", process);
    if (read_numbers(path, numbers) != 2)
        fail("the server has ended: there is no ", path);
    cost.resident_bytes = numbers[1] * (uint64_t)sysconf(_SC_PAGESIZE);
    snprintf(path, sizeof path, "/proc/%u/task", process);
    threads = opendir(path);
    for (struct dirent *entry; threads && (entry = readdir(threads));) {
        snprintf(path, sizeof path, "/proc/%u/task/%.40s/schedstat", process, entry->d_name);
        if (entry->d_name[0] != '.' && read_numbers(path, numbers))
            cost.processor_ns += numbers[0];
    }
    if (threads)
        closedir(threads);
    return cost;
}
