// SPDX-License-Identifier: MIT
/* thread.h: the inside of a store: its threads, the jobs that wait for them, and what they work on.
 */
#ifndef HC_STORE_THREAD_H
#define HC_STORE_THREAD_H

#include <pthread.h>

#include "store/base.h"

enum job_kind {
    JOB_WRITE,
    JOB_LOG,
    JOB_STATISTICS,
    JOB_LEADERS,
    JOB_HISTORY,
    JOB_FORGET,
    JOB_PLAYERS
};

struct job {
    enum job_kind kind;
    struct store_batch *batch;
    uint64_t room;
    uint32_t number, first, count;
    uint8_t identity[STORE_IDENTITY_BYTES];
    char game[STORE_GAME_CHARS];
    store_done *done;
    void *context;
};

/* A ring of jobs that wait for a thread. */
struct queue {
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t wake;
    struct job job[STORE_WAITING_MAX];
    unsigned first, count;
    bool stopping;
};

/* Whoever answers questions: a base that only reads, and a thread of its own. A store in memory has
 * none; there the writer answers. */
struct reader {
    struct base *base;
    struct queue queue;
    pthread_t thread;
    bool is_running;
    union {
        struct store_row row[STORE_ROWS_MAX];
        struct store_match match[STORE_ROWS_MAX];
    } answer;
};

struct store {
    /* Of the thread that writes alone, once it runs. */
    struct base *base;
    struct store_faults faults;
    uint32_t batches;          /* counted for the faults */
    struct hc_problem rescued; /* what was done to open a damaged file */
    int64_t aside;             /* rooms set aside; changes only before the thread runs */

    pthread_t thread;
    bool is_running;
    struct queue queue;
    struct reader reader;
};

#endif
