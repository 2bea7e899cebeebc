// SPDX-License-Identifier: MIT
/*
 * people.c: one thread that answers what is asked about people, from all shards, and counts what
 * waits to be counted: before each answer, so that whoever asks finds what they have played, and
 * every second. Start reading at answer_people().
 */
#include "store/people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/check.h"
#include "store/postgres_statistics.h"
#include "threads/background.h"

enum { COUNT_EVERY_S = 1, ROUNDS_BEFORE_ANSWER = 4 };

static const uint64_t rest_ns = 1000000000;

/* ---- Ledgers ----------------------------------------------------------------------------------
 */

static uint64_t steady_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

struct postgres *people_reach(struct people *people, struct postgres *of, unsigned shard)
{
    if (steady_ns() < people->rest_until_ns[shard])
        return NULL;
    if (postgres_ready(&of[shard]))
        return &of[shard];
    people->why = of[shard].why;
    people->rest_until_ns[shard] = steady_ns() + rest_ns;
    return NULL;
}

/* Takes note of what a statement has failed for, if it has. */
static bool said(struct people *people, const struct postgres *ledger, bool ok)
{
    if (!ok)
        people->why = ledger->why;
    return ok;
}

static bool is_there(struct people *people, struct postgres *ledger, const uint8_t *identity,
                     bool *found)
{
    struct values values = {0};
    PGresult *result;

    values_bytes(&values, identity, STORE_IDENTITY_BYTES);
    result = postgres_ask(ledger, "SELECT FROM holecard.statistics WHERE identity = $1 LIMIT 1",
                          &values);
    *found = result && libpq.PQntuples(result);
    libpq.PQclear(result);
    return said(people, ledger, result);
}

/* Whoever was here before shards were added stays: so it is asked as far back as there were others.
 */
int people_ledger(struct people *people, const uint8_t identity[STORE_IDENTITY_BYTES])
{
    uint64_t hash = 0;
    unsigned last;

    for (unsigned i = 0; i < STORE_IDENTITY_BYTES; i++)
        hash = (hash ^ identity[i]) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 32;
    last = (unsigned)(hash % people->growth[people->growths - 1]);
    for (unsigned i = 0; i + 1 < people->growths; i++) {
        unsigned shard = (unsigned)(hash % people->growth[i]);
        struct postgres *ledger;
        bool found;

        if (shard == last)
            continue;
        if (!(ledger = people_reach(people, people->ledger, shard)) ||
            !is_there(people, ledger, identity, &found))
            return -1;
        if (found)
            return (int)shard;
    }
    return (int)last;
}

/* ---- Answers -------------------------------------------------------------------------------- */

static void answer_statistics(struct people *people, const struct job *job)
{
    struct store_row rows[STORE_ROWS_MAX];
    int shard = people_ledger(people, job->identity), count = -1;
    struct postgres *ledger =
        shard < 0 ? NULL : people_reach(people, people->ledger, (unsigned)shard);

    if (ledger)
        count = postgres_statistics(ledger, job->identity, rows, STORE_ROWS_MAX);
    if (ledger)
        said(people, ledger, count >= 0);
    if (count < 0)
        job_report_failure(job, people->why.text);
    else
        job_report(job, &(struct store_report){.row = rows, .count = (size_t)count});
}

static int by_standing(const void *a, const void *b)
{
    const struct store_row *one = a, *other = b;
    double better = one->rating - 2 * one->deviation, worse = other->rating - 2 * other->deviation;

    if (better != worse)
        return better > worse ? -1 : 1;
    return memcmp(one->identity, other->identity, sizeof one->identity);
}

static int by_time(const void *a, const void *b)
{
    const struct store_match *one = a, *other = b;

    if (one->finished_ms != other->finished_ms)
        return one->finished_ms > other->finished_ms ? -1 : 1;
    if (one->room != other->room)
        return one->room > other->room ? -1 : 1;
    return (one->number < other->number) - (one->number > other->number);
}

/* The first of all shards are among the first of each. */
static void answer_list(struct people *people, const struct job *job)
{
    bool is_history = job->kind == JOB_HISTORY;
    size_t size = is_history ? sizeof(struct store_match) : sizeof(struct store_row), found = 0;
    uint32_t most = job->first + job->count;
    char *list = malloc((size_t)people->count * most * size + 1);
    struct store_report answer = {.outcome = STORE_DURABLE};

    HC_CHECK(list);
    for (unsigned i = 0; i < people->count; i++) {
        struct postgres *ledger = people_reach(people, people->ledger, i);
        void *to = list + found * size;
        int count = !ledger      ? -1
                    : is_history ? postgres_history(ledger, job->identity, 0, to, most)
                                 : postgres_leaders(ledger, job->game, 0, to, most);

        if (ledger)
            said(people, ledger, count >= 0);
        if (count < 0) {
            job_report_failure(job, people->why.text);
            free(list);
            return;
        }
        found += (size_t)count;
    }
    qsort(list, found, size, is_history ? by_time : by_standing);
    answer.count = found > job->first ? found - job->first : 0;
    if (answer.count > job->count)
        answer.count = job->count;
    if (is_history)
        answer.match = (struct store_match *)list + job->first;
    else
        answer.row = (struct store_row *)list + job->first;
    job_report(job, &answer);
    free(list);
}

static bool forget_results(struct postgres *shard, const uint8_t identity[STORE_IDENTITY_BYTES])
{
    struct values values = {0};

    values_bytes(&values, identity, STORE_IDENTITY_BYTES);
    return postgres_do(shard,
                       "UPDATE holecard.results SET identity = NULL, name = NULL"
                       " WHERE identity = $1",
                       &values);
}

/* Whoever counts this person at the moment is waited for. */
static bool forget_counted(struct postgres *ledger, const uint8_t identity[STORE_IDENTITY_BYTES])
{
    struct values values = {0};

    values_bytes(&values, identity, STORE_IDENTITY_BYTES);
    if (!postgres_do(ledger, "BEGIN", NULL))
        return false;
    if (postgres_lock_person(ledger, identity) &&
        postgres_do(ledger, "DELETE FROM holecard.statistics WHERE identity = $1", &values))
        return postgres_do(ledger, "COMMIT", NULL);
    postgres_roll_back(ledger);
    return false;
}

/* First where the matches are, so that nothing is counted any more; only then what was. */
static bool forget(struct people *people, const uint8_t identity[STORE_IDENTITY_BYTES])
{
    static bool (*const steps[])(struct postgres * shard,
                                 const uint8_t *identity) = {forget_results, forget_counted};

    for (unsigned i = 0; i < 2; i++)
        for (unsigned shard = 0; shard < people->count; shard++) {
            struct postgres *ledger = people_reach(people, people->ledger, shard);

            if (!ledger || !said(people, ledger, steps[i](ledger, identity)))
                return false;
        }
    return true;
}

static void answer_job(struct people *people, const struct job *job)
{
    if (job->first > STORE_DEPTH_MAX) {
        job_report_failure(job, "the store is not read as deep as that");
    } else if (job->kind == JOB_STATISTICS) {
        answer_statistics(people, job);
    } else if (job->kind != JOB_FORGET) {
        answer_list(people, job);
    } else if (forget(people, job->identity)) {
        job_report(job, &(struct store_report){.outcome = STORE_DURABLE});
    } else {
        job_report_failure(job, people->why.text);
    }
}

/* ---- The thread ----------------------------------------------------------------------------- */

/* Waits for a job, or until it is time to count; false if it is to end. */
static bool wait_for_job(struct queue *queue, struct job *job, bool *has_job, bool more)
{
    struct timespec until;
    bool goes_on;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += COUNT_EVERY_S;
    pthread_mutex_lock(&queue->mutex);
    while (!queue->count && !queue->stopping && !more)
        if (pthread_cond_timedwait(&queue->wake, &queue->mutex, &until))
            break;
    if ((*has_job = queue->count > 0)) {
        *job = queue->job[queue->first];
        queue->first = (queue->first + 1) % STORE_WAITING_MAX;
        queue->count--;
    }
    goes_on = *has_job || !queue->stopping;
    pthread_mutex_unlock(&queue->mutex);
    return goes_on;
}

static void *answer_people(void *context)
{
    struct people *people = context;
    struct job job;
    bool has_job, more = true;

    background_begin();
    while (wait_for_job(&people->queue, &job, &has_job, more)) {
        unsigned rounds = 1;

        while ((more = outbox_count(people)) && has_job && rounds < ROUNDS_BEFORE_ANSWER)
            rounds++;
        if (has_job)
            answer_job(people, &job);
    }
    return NULL;
}

/* ---- Opening and closing -------------------------------------------------------------------- */

struct people *people_open(const char *const *addresses, unsigned count, struct hc_problem *why)
{
    struct people *people = calloc(1, sizeof *people);

    HC_CHECK(people);
    people->count = count;
    queue_init(&people->queue);
    for (unsigned i = 0; i < count; i++) {
        struct postgres *bad = !postgres_open(&people->ledger[i], addresses[i]) ? &people->ledger[i]
                               : !postgres_open(&people->outbox[i], addresses[i])
                                   ? &people->outbox[i]
                                   : NULL;

        if (bad) {
            *why = bad->why;
            people_close(people);
            return NULL;
        }
    }
    if (shard_set_claim(people, why))
        return people;
    people_close(people);
    return NULL;
}

bool people_start(struct people *people, struct hc_problem *why)
{
    people->is_running = !pthread_create(&people->thread, NULL, answer_people, people);
    if (!people->is_running)
        snprintf(why->text, sizeof why->text, "a thread for the store cannot be started");
    return people->is_running;
}

void people_close(struct people *people)
{
    if (people->is_running) {
        queue_stop(&people->queue);
        pthread_join(people->thread, NULL);
    }
    queue_release(&people->queue);
    for (unsigned i = 0; i < people->count; i++) {
        postgres_close(&people->ledger[i]);
        postgres_close(&people->outbox[i]);
    }
    free(people);
}
