// SPDX-License-Identifier: MIT
/*
 * bench_store.c: how fast the store is, with a real file and every batch durable.
 *
 * bench_store [FOLDER] makes its database in FOLDER (the current one), and removes it. It prints
 * entries a second at several sizes of a batch; how long it takes to load 10,000 rooms of 50
 * commands; and how long to compact a journal of which nine tenths are garbage. An entry is a piece
 * of a log as a command makes it, with its digest. The speed of the disk is in every number, so it
 * is measured too, each time before, and the same work is also done with a store in memory.
 */
#define _POSIX_C_SOURCE 200809L

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/journal.h"
#include "store/store.h"

enum { ENTRY_BYTES = 46, ROOMS = 10000, COMMANDS = 50, WAITING = 2 };

static const double seconds_each = 2;

static void fail(const char *what)
{
    fprintf(stderr, "bench_store: %s\n", what);
    exit(1);
}

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- A loop that always has two batches under way, as a busy server would ---- */

struct loop {
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    unsigned waiting;
};

static void came_back(void *context, const struct store_report *report)
{
    struct loop *loop = context;

    if (report->outcome != STORE_DURABLE)
        fail(*report->sentence ? report->sentence : "there was a conflict");
    pthread_mutex_lock(&loop->mutex);
    loop->waiting--;
    pthread_cond_signal(&loop->wake);
    pthread_mutex_unlock(&loop->mutex);
}

static void wait_until(struct loop *loop, unsigned waiting)
{
    pthread_mutex_lock(&loop->mutex);
    while (loop->waiting > waiting)
        pthread_cond_wait(&loop->wake, &loop->mutex);
    pthread_mutex_unlock(&loop->mutex);
}

static void send(struct loop *loop, struct store *store, struct store_batch *batch)
{
    wait_until(loop, WAITING - 1);
    pthread_mutex_lock(&loop->mutex);
    loop->waiting++;
    pthread_mutex_unlock(&loop->mutex);
    if (!store_write(store, batch, came_back, loop))
        fail("the queue is full");
}

/* One more command in each of `count` rooms from `first` on, and the room itself if it is asked
 * for.
 */
static void append(struct store_batch *batch, unsigned first, unsigned count, uint64_t *sizes,
                   bool with_room)
{
    static const uint8_t bytes[1000] = {1};

    for (unsigned i = 0; i < count; i++) {
        unsigned room = (first + i) % ROOMS;

        if (!store_batch_add(batch,
                             &(struct store_entry){.room = room,
                                                   .log_size = sizes[room],
                                                   .log = bytes,
                                                   .log_bytes = ENTRY_BYTES,
                                                   .bytes = bytes,
                                                   .size = with_room ? room % 100 + 200 : 0}))
            fail("a batch is full");
        sizes[room] += ENTRY_BYTES;
    }
}

static struct store *begin(struct store *store, struct hc_problem *why)
{
    if (!store || !store_each_room(store, NULL, NULL, why))
        fail(why->text);
    return store;
}

/* What the disk can do at this moment: one page after the other, in a file that does not grow, each
 * on the disk before the next. */
static void bench_disk(const char *path)
{
    enum { PAGES = 256 };
    static const uint8_t page[4096];
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    double start = 0, seconds = 0;
    off_t syncs = -PAGES;

    while (file >= 0 && seconds < seconds_each / 4) {
        off_t at = (syncs + PAGES) % PAGES * (off_t)sizeof page;

        if (pwrite(file, page, sizeof page, at) < 0 || (syncs >= 0 && fdatasync(file)))
            fail("the disk cannot be written to");
        if (!syncs++)
            start = seconds_now();
        seconds = syncs > 0 ? seconds_now() - start : 0;
    }
    if (file < 0 || close(file) || unlink(path))
        fail("the folder cannot be written to");
    printf("the disk itself: %.0f syncs/s\n", (double)syncs / seconds);
}

static void bench_entries(struct store *store, struct loop *loop, const char *where, unsigned count)
{
    uint64_t *sizes = calloc(ROOMS, sizeof *sizes);
    double start = seconds_now(), seconds;
    unsigned long batches = 0;

    if (!sizes)
        fail("there is not enough memory");
    do {
        struct store_batch *batch = store_batch_new();

        append(batch, (unsigned)(batches++ * count % ROOMS), count, sizes, false);
        send(loop, store, batch);
        seconds = seconds_now() - start;
    } while (seconds < seconds_each);
    wait_until(loop, 0);
    seconds = seconds_now() - start;
    printf("%-6s  %5u entries a batch: %9.0f entries/s, %6.0f batches/s\n", where, count,
           (double)(batches * count) / seconds, (double)batches / seconds);
    store_close(store);
    free(sizes);
}

static void remove_files(const char *path)
{
    static const char *const tails[] = {"", "-wal", "-shm", "-lock"};
    char name[4200];

    for (unsigned i = 0; i < sizeof tails / sizeof *tails; i++) {
        snprintf(name, sizeof name, "%s%s", path, tails[i]);
        unlink(name);
    }
}

/* ---- Loading and compacting ---- */

static void fill(const char *path, struct loop *loop)
{
    struct hc_problem why;
    struct store *store = begin(store_open(path, &why), &why);
    uint64_t *sizes = calloc(ROOMS, sizeof *sizes);

    if (!sizes)
        fail("there is not enough memory");
    for (unsigned turn = 0; turn < COMMANDS; turn++) {
        struct store_batch *batch = store_batch_new();

        append(batch, 0, ROOMS, sizes, turn % 25 == 0);
        send(loop, store, batch);
    }
    store_close(store);
    free(sizes);
}

static void count_room(void *context, const struct store_room *room)
{
    unsigned *rooms = context;

    *rooms += room->log_size == (size_t)COMMANDS * ENTRY_BYTES;
}

static void bench_load(const char *path)
{
    struct hc_problem why;
    double start = seconds_now();
    struct store *store = store_open(path, &why);
    unsigned rooms = 0;

    if (!store || !store_each_room(store, count_room, &rooms, &why))
        fail(why.text);
    printf("load: %u rooms of %d commands in %.3f s\n", rooms, COMMANDS, seconds_now() - start);
    store_close(store);
}

/* Without the thread, so that each step can be timed. */
static void bench_compaction(const char *path)
{
    struct database database;
    struct journal journal;
    double start, longest = 0, seconds;
    unsigned steps = 0;
    int64_t rows;

    if (!database_open(&database, path, DATABASE_SERVE) || !journal_open(&journal, &database) ||
        !journal_load(&journal, NULL, NULL))
        fail(database.why.text);
    rows = journal.next - journal.start;
    journal_clear(&journal);
    start = seconds_now();
    for (; journal_is_heavy(&journal); steps++) {
        double begun = seconds_now();

        journal_compact(&journal);
        seconds = seconds_now() - begun;
        longest = seconds > longest ? seconds : longest;
    }
    if (journal.resting)
        fail(database.why.text);
    printf("compaction: %lld rows to %lld in %.3f s, %u steps, the longest %.1f ms\n",
           (long long)rows, (long long)(journal.next - journal.start), seconds_now() - start, steps,
           1000 * longest);
    journal_release(&journal);
    database_release(&database);
}

int main(int argc, char **argv)
{
    static const unsigned counts[] = {1, 10, 100, 1000};
    struct loop loop = {.mutex = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER};
    struct hc_problem why;
    char path[4096];

    snprintf(path, sizeof path, "%s/bench_store-%ld.db", argc > 1 ? argv[1] : ".", (long)getpid());
    for (unsigned i = 0; i < 4; i++) {
        remove_files(path);
        bench_disk(path);
        bench_entries(begin(store_open(path, &why), &why), &loop, "disk", counts[i]);
        bench_entries(begin(store_open_memory(NULL, &why), &why), &loop, "memory", counts[i]);
    }
    remove_files(path);
    fill(path, &loop);
    bench_load(path);
    bench_compaction(path);
    bench_load(path);
    remove_files(path);
    return 0;
}
