// SPDX-License-Identifier: MIT
/* home_store.c: the files in the person's folder, and waiting for the thread of a store. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* flock */
#endif

#include "process/home_store.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/file.h"
#include "files/home.h"

/* ---- Files ---------------------------------------------------------------------------------- */

/* Whether another program has a store. */
static bool is_held(const char *path)
{
    char name[HOME_PATH_CHARS + 32];
    bool held;
    int lock;

    snprintf(name, sizeof name, "%s-lock", path);
    lock = open(name, O_RDWR | O_CLOEXEC);
    if (lock < 0)
        return false;
    held = flock(lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
    close(lock);
    return held;
}

bool home_store_path(unsigned number, char *path, size_t size)
{
    char folder[HOME_PATH_CHARS];

    return home_state(folder) &&
           snprintf(path, size, "%s/home-%u.store", folder, number) < (int)size;
}

struct store *home_store_open(unsigned number, bool make, bool *held, struct hc_problem *why)
{
    char folder[HOME_PATH_CHARS], path[HOME_PATH_CHARS + 24];
    struct store *store;
    mode_t mask;

    *held = false;
    snprintf(why->text, sizeof why->text, "there is no home folder to keep matches in");
    if (!home_state(folder) || !home_store_path(number, path, sizeof path))
        return NULL;
    snprintf(why->text, sizeof why->text, "%s: there is no such file", file_shown(path).text);
    if (!make && access(path, F_OK))
        return NULL;
    if (!home_make(folder)) {
        snprintf(why->text, sizeof why->text, "%s: %s", file_shown(folder).text, strerror(errno));
        return NULL;
    }
    *held = is_held(path);
    if (*held)
        return NULL;
    /* There are secrets in it. */
    mask = umask(077);
    store = store_open(path, why);
    umask(mask);
    *held = !store && is_held(path);
    return store;
}

/* ---- Waiting -------------------------------------------------------------------------------- */

/* A job of the store that is waited for, and what came of it. */
struct wait {
    pthread_mutex_t mutex;
    pthread_cond_t done;
    bool is_done, ok;
    struct hc_problem *why; /* may be NULL */
    void *to;               /* rows or matches */
    size_t count, count_max;
};

static void finish(struct wait *wait)
{
    pthread_mutex_lock(&wait->mutex);
    wait->is_done = true;
    pthread_cond_signal(&wait->done);
    pthread_mutex_unlock(&wait->mutex);
}

static void on_written(void *context, const struct store_report *report)
{
    struct wait *wait = context;

    wait->ok = report->outcome == STORE_DURABLE;
    if (!wait->ok)
        snprintf(wait->why->text, sizeof wait->why->text, "%.200s",
                 *report->sentence ? report->sentence : "another program has written there");
    finish(wait);
}

static void on_rows(void *context, const struct store_report *report)
{
    struct wait *wait = context;

    wait->ok = report->outcome == STORE_DURABLE;
    wait->count = !wait->ok ? 0 : report->count < wait->count_max ? report->count : wait->count_max;
    if (wait->count && report->row)
        memcpy(wait->to, report->row, wait->count * sizeof *report->row);
    else if (wait->count)
        memcpy(wait->to, report->match, wait->count * sizeof *report->match);
    finish(wait);
}

static void begin_wait(struct wait *wait)
{
    pthread_mutex_init(&wait->mutex, NULL);
    pthread_cond_init(&wait->done, NULL);
}

/* `begun`: the store has taken the job. */
static bool end_wait(struct wait *wait, bool begun)
{
    pthread_mutex_lock(&wait->mutex);
    while (begun && !wait->is_done)
        pthread_cond_wait(&wait->done, &wait->mutex);
    pthread_mutex_unlock(&wait->mutex);
    pthread_mutex_destroy(&wait->mutex);
    pthread_cond_destroy(&wait->done);
    return begun && wait->ok;
}

bool home_store_write(struct store *store, struct store_batch *batch, struct hc_problem *why)
{
    struct wait wait = {.why = why};
    bool begun;

    begin_wait(&wait);
    snprintf(why->text, sizeof why->text, "the store is busy");
    begun = store_write(store, batch, on_written, &wait);
    if (!begun)
        store_batch_free(batch);
    return end_wait(&wait, begun);
}

size_t home_store_statistics(struct store *store, const uint8_t identity[STORE_IDENTITY_BYTES],
                             struct store_row *rows)
{
    struct wait wait = {.to = rows, .count_max = STORE_ROWS_MAX};

    begin_wait(&wait);
    end_wait(&wait, store_statistics(store, identity, on_rows, &wait));
    return wait.count;
}

size_t home_store_history(struct store *store, const uint8_t identity[STORE_IDENTITY_BYTES],
                          uint32_t first, uint32_t count, struct store_match *matches)
{
    struct wait wait = {.to = matches, .count_max = count};

    begin_wait(&wait);
    end_wait(&wait, store_history(store, identity, first, count, on_rows, &wait));
    return wait.count;
}
