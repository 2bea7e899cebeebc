// SPDX-License-Identifier: MIT
/*
 * store.c: the threads of a store and their queues. Whoever asks puts a job into a ring and goes
 * on. One thread writes, and takes all batches that wait together; the other answers questions, so
 * that these never stand before a batch. Start reading with serve, at the end.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/check.h"
#include "store/base.h"
#include "store/shards.h"
#include "threads/background.h"

enum { CHORE_RESTS = 9 }; /* how much longer than a step the rest after it is */

/* ---- Opening and closing -------------------------------------------------------------------- */

void queue_init(struct queue *queue)
{
    pthread_condattr_t steady;

    pthread_mutex_init(&queue->mutex, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&queue->wake, &steady);
    pthread_condattr_destroy(&steady);
}

void queue_release(struct queue *queue)
{
    pthread_cond_destroy(&queue->wake);
    pthread_mutex_destroy(&queue->mutex);
}

void queue_stop(struct queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->stopping = true;
    pthread_cond_signal(&queue->wake);
    pthread_mutex_unlock(&queue->mutex);
}

bool queue_put(struct queue *queue, const struct job *job)
{
    bool has_room;

    pthread_mutex_lock(&queue->mutex);
    has_room = queue->count < STORE_WAITING_MAX;
    if (has_room)
        queue->job[(queue->first + queue->count++) % STORE_WAITING_MAX] = *job;
    pthread_mutex_unlock(&queue->mutex);
    if (has_room)
        pthread_cond_signal(&queue->wake); /* now it can go on at once */
    return has_room;
}

/* Takes the base, and closes it if there is no store. */
static struct store *make(struct base *base, const struct store_faults *faults,
                          struct hc_problem *why)
{
    struct store *store = calloc(1, sizeof *store);
    int64_t aside = store ? base->kind->aside_count(base) : -1;

    if (aside < 0) {
        if (store)
            *why = base->why;
        else
            snprintf(why->text, sizeof why->text, "there is not enough memory for a store");
        base->kind->close(base);
        free(store);
        return NULL;
    }
    store->base = base;
    store->aside = aside;
    if (faults)
        store->faults = *faults;
    queue_init(&store->queue);
    queue_init(&store->reader.queue);
    queue_init(&store->keeper.queue);
    return store;
}

static struct store *open_postgres(const char *address, const struct store_sharing *sharing,
                                   bool is_part, struct hc_problem *why)
{
    struct base *base = postgres_base_open(address, sharing, is_part, why);
    struct store *store = base ? make(base, NULL, why) : NULL;

    if (store)
        store->is_shared = sharing;
    return store;
}

struct store *store_open_shared(const char *address, const struct store_sharing *sharing,
                                struct hc_problem *why)
{
    memset(why, 0, sizeof *why);
    if (is_postgres_address(address))
        return open_postgres(address, sharing, false, why);
    snprintf(why->text, sizeof why->text,
             "only a database of PostgreSQL can be shared by several processes");
    return NULL;
}

struct store *store_open_shards(const char *const *addresses, unsigned count,
                                const struct store_sharing *sharing, struct hc_problem *why)
{
    struct store *store = calloc(1, sizeof *store), *parts[HC_SHARDS_MAX] = {NULL};
    unsigned opened = 0;

    HC_CHECK(store && count && count <= HC_SHARDS_MAX);
    memset(why, 0, sizeof *why);
    for (unsigned i = 0; i < count; i++)
        if (!is_postgres_address(addresses[i])) {
            snprintf(why->text, sizeof why->text,
                     "%.120s: a store of several shards has only databases of PostgreSQL",
                     addresses[i]);
            free(store);
            return NULL;
        }
    while (opened < count && (parts[opened] = open_postgres(addresses[opened], sharing, true, why)))
        opened++;
    if (opened == count && (store->shards = shards_open(parts, addresses, count, why))) {
        store->is_shared = sharing;
        return store;
    }
    while (opened)
        store_close(parts[--opened]);
    free(store);
    return NULL;
}

struct store *store_open(const char *path, struct hc_problem *why)
{
    struct hc_problem rescued = {0};
    struct base *base;
    struct store *store;

    memset(why, 0, sizeof *why);
    if (is_postgres_address(path))
        return open_postgres(path, NULL, false, why);
    base = sqlite_base_open(path, &rescued, why);
    store = base ? make(base, NULL, why) : NULL;
    if (store)
        store->rescued = rescued;
    return store;
}

/* The same database without a file, so that it cannot behave otherwise. */
struct store *store_open_memory(const struct store_faults *faults, struct hc_problem *why)
{
    struct hc_problem rescued = {0};
    struct base *base;

    memset(why, 0, sizeof *why);
    base = sqlite_base_open(":memory:", &rescued, why);
    return base ? make(base, faults, why) : NULL;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    if (store->shards) {
        shards_close(store->shards);
        free(store);
        return;
    }
    /* The one that reads ends first, so that the one that writes can empty the write-ahead log. */
    if (store->reader.is_running) {
        queue_stop(&store->reader.queue);
        store->reader.base->kind->interrupt(store->reader.base);
        pthread_join(store->reader.thread, NULL);
        store->reader.base->kind->close(store->reader.base);
    }
    if (store->is_running) {
        queue_stop(&store->queue);
        pthread_join(store->thread, NULL);
    }
    /* Everything is stored: others may go on with the rooms. */
    if (store->keeper.is_running) {
        queue_stop(&store->keeper.queue);
        pthread_join(store->keeper.thread, NULL);
        store->keeper.base->kind->close(store->keeper.base);
    }
    queue_release(&store->queue);
    queue_release(&store->reader.queue);
    queue_release(&store->keeper.queue);
    store->base->kind->close(store->base);
    free(store);
}

/* ---- Asking --------------------------------------------------------------------------------- */

bool store_push(struct store *store, const struct job *job)
{
    bool is_question = job->kind != JOB_WRITE && job->kind != JOB_FORGET;
    struct queue *queue = job->kind == JOB_KEEP || job->kind == JOB_ASIDE ? &store->keeper.queue
                          : is_question && store->reader.is_running       ? &store->reader.queue
                                                                          : &store->queue;

    HC_CHECK(store->is_running);
    return store->shards ? shards_push(store->shards, job) : queue_put(queue, job);
}

bool store_write(struct store *store, struct store_batch *batch, store_done *done, void *context)
{
    struct job job = {.kind = JOB_WRITE, .batch = batch, .done = done, .context = context};

    return store_push(store, &job);
}

bool store_keep(struct store *store, const struct store_wish *wish, store_each *each,
                store_done *done, void *context)
{
    struct job job = {
        .kind = JOB_KEEP, .wish = *wish, .each = each, .done = done, .context = context};

    HC_CHECK(store->is_shared);
    return store_push(store, &job);
}

bool store_put_aside(struct store *store, uint64_t room, const char *reason, store_done *done,
                     void *context)
{
    struct job job = {.kind = JOB_ASIDE, .room = room, .done = done, .context = context};

    HC_CHECK(store->is_shared);
    snprintf(job.reason, sizeof job.reason, "%s", reason);
    return store_push(store, &job);
}

bool store_where(struct store *store, const char *code, store_done *done, void *context)
{
    struct job job = {.kind = JOB_WHERE, .done = done, .context = context};

    HC_CHECK(store->is_shared);
    snprintf(job.game, sizeof job.game, "%s", code);
    return store_push(store, &job);
}

bool store_log(struct store *store, uint64_t room, uint32_t number, store_done *done, void *context)
{
    struct job job = {
        .kind = JOB_LOG, .room = room, .number = number, .done = done, .context = context};

    return store_push(store, &job);
}

bool store_players(struct store *store, uint64_t room, uint32_t number, store_done *done,
                   void *context)
{
    struct job job = {
        .kind = JOB_PLAYERS, .room = room, .number = number, .done = done, .context = context};

    return store_push(store, &job);
}

/* A job about a person. */
static bool push_about(struct store *store, struct job *job, const uint8_t *identity)
{
    memcpy(job->identity, identity, STORE_IDENTITY_BYTES);
    return store_push(store, job);
}

bool store_statistics(struct store *store, const uint8_t identity[STORE_IDENTITY_BYTES],
                      store_done *done, void *context)
{
    struct job job = {.kind = JOB_STATISTICS, .done = done, .context = context};

    return push_about(store, &job, identity);
}

static uint32_t rows_at_most(uint32_t count)
{
    return count < STORE_ROWS_MAX ? count : STORE_ROWS_MAX;
}

bool store_leaders(struct store *store, const char *game, uint32_t first, uint32_t count,
                   store_done *done, void *context)
{
    struct job job = {.kind = JOB_LEADERS,
                      .first = first,
                      .count = rows_at_most(count),
                      .done = done,
                      .context = context};

    snprintf(job.game, sizeof job.game, "%s", game);
    return store_push(store, &job);
}

bool store_history(struct store *store, const uint8_t identity[STORE_IDENTITY_BYTES],
                   uint32_t first, uint32_t count, store_done *done, void *context)
{
    struct job job = {.kind = JOB_HISTORY,
                      .first = first,
                      .count = rows_at_most(count),
                      .done = done,
                      .context = context};

    return push_about(store, &job, identity);
}

bool store_forget(struct store *store, const uint8_t identity[STORE_IDENTITY_BYTES],
                  store_done *done, void *context)
{
    struct job job = {.kind = JOB_FORGET, .done = done, .context = context};

    return push_about(store, &job, identity);
}

/* ---- Answering, on a thread --------------------------------------------------------------- */

void job_report(const struct job *job, struct store_report *answer)
{
    if (!answer->sentence)
        answer->sentence = "";
    if (job->done)
        job->done(job->context, answer);
}

void job_report_failure(const struct job *job, const char *sentence)
{
    struct store_report answer = {.outcome = STORE_FAILED, .sentence = sentence};

    job_report(job, &answer);
}

static void answer_log(struct base *base, const struct job *job)
{
    uint8_t *log = NULL;
    size_t size = 0;
    int found = base->kind->log(base, job->room, job->number, &log, &size);
    struct store_report answer = {
        .outcome = found ? STORE_DURABLE : STORE_MISSING, .bytes = log, .size = size};

    if (found < 0)
        job_report_failure(job, base->why.text);
    else
        job_report(job, &answer);
    free(log);
}

static void answer_rows(struct store *store, struct base *base, const struct job *job)
{
    struct store_report answer = {.outcome = STORE_DURABLE};
    struct store_row *row = store->reader.answer.row;
    struct store_match *match = store->reader.answer.match;
    const struct base_kind *kind = base->kind;
    int count;

    if (job->kind == JOB_HISTORY) {
        count = kind->history(base, job->identity, job->first, match, job->count);
        answer.match = match;
    } else if (job->kind == JOB_PLAYERS) {
        count = kind->players(base, job->room, job->number, match);
        answer.match = match;
        if (!count)
            answer.outcome = STORE_MISSING;
    } else {
        count = job->kind == JOB_LEADERS
                    ? kind->leaders(base, job->game, job->first, row, job->count)
                    : kind->statistics(base, job->identity, row, STORE_ROWS_MAX);
        answer.row = row;
    }
    if (count < 0) {
        job_report_failure(job, base->why.text);
        return;
    }
    answer.count = (size_t)count;
    job_report(job, &answer);
}

static void answer_where(struct base *base, const struct job *job)
{
    char place[STORE_PLACE_CHARS] = "";
    struct store_report answer = {.place = place};
    int found = base->kind->where(base, job->game, &answer.lease, place);

    answer.outcome = found ? STORE_DURABLE : STORE_MISSING;
    if (found < 0)
        job_report_failure(job, base->why.text);
    else
        job_report(job, &answer);
}

static void answer_question(struct store *store, struct base *base, const struct job *job)
{
    if (job->first > STORE_DEPTH_MAX)
        job_report_failure(job, "the store is not read as deep as that");
    else if (job->kind == JOB_LOG)
        answer_log(base, job);
    else if (job->kind == JOB_WHERE)
        answer_where(base, job);
    else
        answer_rows(store, base, job);
}

static void answer_forget(struct store *store, const struct job *job)
{
    struct store_report answer = {.outcome = STORE_DURABLE};

    if (store->base->kind->forget(store->base, job->identity))
        job_report(job, &answer);
    else
        job_report_failure(job, store->base->why.text);
}

static bool write_or_fail(struct store *store, struct written *batches, size_t count)
{
    struct base *base = store->base;

    if (!store->faults.fail_batch || ++store->batches != store->faults.fail_batch)
        return base->kind->write(base, batches, count);
    snprintf(base->why.text, sizeof base->why.text, "the store fails on purpose");
    return false;
}

static void answer_batches(struct store *store, const struct job *jobs, size_t count)
{
    struct written batches[STORE_WAITING_MAX];
    bool ok;

    for (size_t i = 0; i < count; i++)
        batches[i] = (struct written){.batch = jobs[i].batch};
    ok = write_or_fail(store, batches, count);
    for (size_t i = 0; i < count; i++) {
        struct store_report answer = {.conflict = batches[i].conflict,
                                      .conflict_count = batches[i].conflict_count};

        answer.outcome = answer.conflict_count ? STORE_CONFLICT : STORE_DURABLE;
        if (ok)
            job_report(&jobs[i], &answer);
        else
            job_report_failure(&jobs[i], store->base->why.text);
        free(batches[i].conflict);
        store_batch_free(jobs[i].batch);
    }
}

static void answer_keep(struct store *store, const struct job *job)
{
    struct keeper *keeper = &store->keeper;
    char places[STORE_FELLOWS_CHARS] = "";
    struct store_report answer = {.lease = job->wish.lease, .place = places};
    int kept = keeper->base->kind->keep(keeper->base, &job->wish, &answer.lease, &answer.has_door,
                                        job->each, job->context);

    answer.outcome = kept ? STORE_DURABLE : STORE_MISSING;
    if (kept > 0)
        keeper->lease = answer.lease;
    if (kept > 0) /* what was taken over is given, whether this is known or not */
        (void)keeper->base->kind->fellows(keeper->base, answer.lease, places);
    if (kept < 0)
        job_report_failure(job, keeper->base->why.text);
    else
        job_report(job, &answer);
}

static void answer_aside(struct store *store, const struct job *job)
{
    struct store_report answer = {.outcome = STORE_DURABLE};
    struct base *base = store->keeper.base;

    if (base->kind->set_aside(base, job->room, job->reason)) {
        store->aside++;
        job_report(job, &answer);
    } else {
        job_report_failure(job, base->why.text);
    }
}

static void answer(struct store *store, const struct job *jobs, size_t count)
{
    switch (jobs->kind) {
    case JOB_WRITE:
        answer_batches(store, jobs, count);
        break;
    case JOB_LOG:
    case JOB_STATISTICS:
    case JOB_LEADERS:
    case JOB_HISTORY:
    case JOB_PLAYERS:
    case JOB_WHERE:
        answer_question(store, store->base, jobs);
        break;
    case JOB_FORGET:
        answer_forget(store, jobs);
        break;
    case JOB_KEEP:
        answer_keep(store, jobs);
        break;
    case JOB_ASIDE:
        answer_aside(store, jobs);
        break;
    }
}

/* Takes one job, or at most so many batches that wait in a row. The mutex is held. */
static size_t take(struct queue *queue, struct job *jobs, size_t most)
{
    size_t count = 0;

    while (queue->count && count < most) {
        const struct job *next = &queue->job[queue->first];

        if (count && (jobs->kind != JOB_WRITE || next->kind != JOB_WRITE ||
                      jobs->batch->lease != next->batch->lease))
            break;
        jobs[count++] = *next;
        queue->first = (queue->first + 1) % STORE_WAITING_MAX;
        queue->count--;
    }
    return count;
}

/* The thread that answers questions. What waits when the store is closed is given up. */
static void *answer_questions(void *context)
{
    struct store *store = context;
    struct reader *reader = &store->reader;
    struct queue *queue = &reader->queue;
    struct job job;
    bool stopping = false;
    size_t count;

    background_begin();
    do {
        pthread_mutex_lock(&queue->mutex);
        while (!queue->count && !queue->stopping)
            pthread_cond_wait(&queue->wake, &queue->mutex);
        count = take(queue, &job, 1);
        stopping = queue->stopping;
        pthread_mutex_unlock(&queue->mutex);
        if (count && !stopping) {
            answer_question(store, reader->base, &job);
        } else if (count) {
            job_report_failure(&job, "the store is being closed");
        }
    } while (count || !stopping);
    return NULL;
}

/* The thread that keeps leases. In the end it gives the last one back. */
static void *keep_leases(void *context)
{
    struct store *store = context;
    struct keeper *keeper = &store->keeper;
    struct queue *queue = &keeper->queue;
    struct job job;
    size_t count;

    do {
        pthread_mutex_lock(&queue->mutex);
        while (!queue->count && !queue->stopping)
            pthread_cond_wait(&queue->wake, &queue->mutex);
        count = take(queue, &job, 1);
        pthread_mutex_unlock(&queue->mutex);
        if (count)
            answer(store, &job, 1);
    } while (count);
    if (keeper->lease)
        (void)keeper->base->kind->release(keeper->base, keeper->lease);
    return NULL;
}

static uint64_t steady_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Until there is a job, or a chore; one with a rest before it waits until then. The mutex is held.
 */
static void wait_for_work(struct store *store, uint64_t rest_ns)
{
    struct timespec until = {(time_t)(rest_ns / 1000000000), (long)(rest_ns % 1000000000)};
    enum base_chore chore = store->base->kind->chore(store->base);
    struct queue *queue = &store->queue;

    while (!queue->count && !queue->stopping && chore != CHORE_NOW) {
        if (chore == CHORE_NONE)
            pthread_cond_wait(&queue->wake, &queue->mutex);
        else if (pthread_cond_timedwait(&queue->wake, &queue->mutex, &until))
            return;
    }
}

/* One step, so that whoever waits does not wait for long. Forgetting people takes a tenth of the
 * time, however often it is asked for. Returns when the rest is over. */
static uint64_t do_chore(struct base *base, uint64_t rest_ns)
{
    enum base_chore chore = base->kind->chore(base);
    uint64_t began_ns = steady_ns(), ended_ns;

    if (chore == CHORE_NONE || (chore == CHORE_REST && began_ns < rest_ns))
        return rest_ns;
    base->kind->do_chore(base, chore);
    ended_ns = steady_ns();
    return chore == CHORE_REST ? ended_ns + CHORE_RESTS * (ended_ns - began_ns) : rest_ns;
}

/* The thread that writes. */
static void *serve(void *context)
{
    struct store *store = context;
    struct queue *queue = &store->queue;
    struct job jobs[STORE_WAITING_MAX];
    /* Faults are counted by batches, so each is a transaction of its own. */
    size_t most = store->faults.fail_batch ? 1 : STORE_WAITING_MAX;
    bool stopping = false;
    uint64_t rest_ns = 0;

    while (!stopping) {
        size_t count;

        pthread_mutex_lock(&queue->mutex);
        wait_for_work(store, rest_ns);
        count = take(queue, jobs, most);
        stopping = queue->stopping && !count;
        pthread_mutex_unlock(&queue->mutex);
        if (count)
            answer(store, jobs, count);
        if (!stopping)
            rest_ns = do_chore(store->base, rest_ns);
    }
    return NULL;
}

static bool start_reader(struct store *store, struct hc_problem *why)
{
    struct reader *reader = &store->reader;

    if (!(reader->base = store->base->kind->open_reader(store->base))) {
        *why = store->base->why;
        return !*why->text;
    }
    reader->is_running = !pthread_create(&reader->thread, NULL, answer_questions, store);
    if (!reader->is_running) {
        reader->base->kind->close(reader->base);
        snprintf(why->text, sizeof why->text, "a thread for the store cannot be started");
    }
    return reader->is_running;
}

static bool start_keeper(struct store *store, struct hc_problem *why)
{
    struct keeper *keeper = &store->keeper;
    const struct store_wish wish = {0};
    bool has_door;

    if (!store->is_shared)
        return true;
    if (!(keeper->base = store->base->kind->open_keeper(store->base))) {
        *why = store->base->why;
        return false;
    }
    if (keeper->base->kind->keep(keeper->base, &wish, &keeper->first_lease, &has_door, NULL,
                                 NULL) <= 0) {
        *why = keeper->base->why;
        keeper->base->kind->close(keeper->base);
        return false;
    }
    keeper->lease = keeper->first_lease;
    keeper->is_running = !pthread_create(&keeper->thread, NULL, keep_leases, store);
    if (!keeper->is_running) {
        keeper->base->kind->close(keeper->base);
        snprintf(why->text, sizeof why->text, "a thread for the store cannot be started");
    }
    return keeper->is_running;
}

uint64_t store_first_lease(const struct store *store)
{
    return store->keeper.first_lease;
}

unsigned store_shards(const struct store *store)
{
    return store->shards ? store->shards->count : 1;
}

struct store *store_shard(struct store *store, unsigned shard)
{
    HC_CHECK(shard < store_shards(store));
    return store->shards ? store->shards->part[shard] : store;
}

void store_read_codes(struct store *store, store_code *read)
{
    HC_CHECK(!store->is_running);
    for (unsigned i = 0; store->shards && i < store->shards->count; i++)
        store_read_codes(store->shards->part[i], read);
    if (!store->shards)
        store->base->read_code = read;
}

void store_read_names(struct store *store, store_names *read)
{
    HC_CHECK(!store->is_running);
    for (unsigned i = 0; store->shards && i < store->shards->count; i++)
        store_read_names(store->shards->part[i], read);
    if (!store->shards)
        store->base->kind->read_names(store->base, read);
}

bool store_each_memo(struct store *store, store_memo *each, void *context, struct hc_problem *why)
{
    bool ok;

    HC_CHECK(!store->is_running);
    memset(why, 0, sizeof *why);
    if (store->shards)
        return store_each_memo(store->shards->part[0], each, context, why);
    if (!(ok = store->base->kind->memos(store->base, each, context)))
        *why = store->base->why;
    return ok;
}

bool store_each_room(struct store *store, store_each *each, void *context, struct hc_problem *why)
{
    HC_CHECK(!store->is_running);
    memset(why, 0, sizeof *why);
    if (store->shards)
        return store->is_running = shards_each_room(store->shards, each, context, why);
    if (!store->is_shared && !store->base->kind->load(store->base, each, context)) {
        *why = store->base->why;
        return false;
    }
    if (!start_reader(store, why) || !start_keeper(store, why))
        return false;
    store->is_running = !pthread_create(&store->thread, NULL, serve, store);
    if (!store->is_running)
        snprintf(why->text, sizeof why->text, "a thread for the store cannot be started");
    return store->is_running;
}

bool store_set_aside(struct store *store, uint64_t room, const char *reason, struct hc_problem *why)
{
    memset(why, 0, sizeof *why);
    if (store->shards)
        return store_set_aside(shards_of_room(store->shards, room), room, reason, why);
    if (!store->base->kind->set_aside(store->base, room, reason)) {
        *why = store->base->why;
        return false;
    }
    store->aside++;
    return true;
}

const char *store_rescued(const struct store *store)
{
    return store->rescued.text;
}

uint64_t store_aside_count(const struct store *store)
{
    uint64_t count = (uint64_t)store->aside;

    for (unsigned i = 0; store->shards && i < store->shards->count; i++)
        count += store_aside_count(store->shards->part[i]);
    return count;
}
