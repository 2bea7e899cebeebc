// SPDX-License-Identifier: MIT
/* thread.h: the inside of a store: its threads, the jobs that wait for them, and what they work on.
 */
#ifndef HC_STORE_THREAD_H
#define HC_STORE_THREAD_H

#include <pthread.h>
#include <stdatomic.h>

#include "store/base.h"

enum job_kind {
    JOB_WRITE,
    JOB_LOG,
    JOB_STATISTICS,
    JOB_LEADERS,
    JOB_HISTORY,
    JOB_FORGET,
    JOB_PLAYERS,
    JOB_WHERE,
    JOB_KEEP,
    JOB_ASIDE
};

struct job {
    enum job_kind kind;
    struct store_batch *batch;
    uint64_t room;
    uint32_t number, first, count;
    uint8_t identity[STORE_IDENTITY_BYTES];
    char game[STORE_GAME_CHARS]; /* or a code */
    char reason[HC_PROBLEM_CHARS];
    struct store_wish wish;
    store_each *each;
    store_done *done;
    void *context;
};

/* Answers a job. */
void job_report(const struct job *job, struct store_report *answer);
void job_report_failure(const struct job *job, const char *sentence);

/* A ring of jobs that wait for a thread. */
struct queue {
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t wake;
    struct job job[STORE_WAITING_MAX];
    unsigned first, count;
    bool stopping;
};

void queue_init(struct queue *queue);
void queue_release(struct queue *queue);
/* Whoever works on it ends when it is empty. */
void queue_stop(struct queue *queue);
/* Puts a job into it; false if it is full. */
bool queue_put(struct queue *queue, const struct job *job);

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

/* Whoever keeps the lease of a shared store, so that it never waits for a batch. */
struct keeper {
    struct base *base;
    struct queue queue;
    pthread_t thread;
    bool is_running;
    uint64_t first_lease;
    uint64_t lease; /* the last one that was given; of its thread alone */
};

struct shards;

struct store {
    struct shards *shards; /* it has several, and nothing of what follows; NULL: it is one */
    /* Of the thread that writes alone, once it runs. */
    struct base *base;
    struct store_faults faults;
    uint32_t batches;           /* counted for the faults */
    struct hc_problem rescued;  /* what was done to open a damaged file */
    atomic_int_least64_t aside; /* rooms set aside */
    bool is_shared;

    pthread_t thread;
    bool is_running;
    struct queue queue;
    struct reader reader;
    struct keeper keeper; /* of a shared store */
};

/* Hands a job to the thread that it is for. */
bool store_push(struct store *store, const struct job *job);

#endif
