// SPDX-License-Identifier: MIT
/*
 * dial.c: a thread that connects.
 *
 * The dial belongs to both sides until one of them is through with it: the last one to say so, by
 * an exchange of `state`, frees it.
 */
#include "net/dial.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { TRYING, DONE, ABANDONED };

struct dial {
    struct url url;
    const char *ca;
    int timeout_ms;
    struct net_client client;
    bool connected;
    struct hc_problem why;
    int end[2]; /* a pipe: closed at its other end when the thread is through */
    atomic_int state;
};

static void release(struct dial *dial)
{
    net_close(&dial->client);
    close(dial->end[0]);
    free(dial);
}

static void *run(void *context)
{
    struct dial *dial = context;
    int end = dial->end[1];

    dial->connected = net_open(&dial->client, &dial->url, dial->ca, dial->timeout_ms, &dial->why);
    if (atomic_exchange(&dial->state, DONE) == ABANDONED)
        release(dial);
    close(end);
    return NULL;
}

/* Signals are for those who handle them, so the thread gets none. */
static bool start(struct dial *dial)
{
    pthread_attr_t detached;
    sigset_t all, before;
    pthread_t thread;
    bool started;

    if (pthread_attr_init(&detached))
        return false;
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    started = !pthread_create(&thread, &detached, run, dial);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&detached);
    return started;
}

struct dial *dial_begin(const struct url *url, const char *ca, int timeout_ms)
{
    struct dial *dial = calloc(1, sizeof *dial);

    if (!dial)
        return NULL;
    dial->url = *url;
    dial->ca = ca;
    dial->timeout_ms = timeout_ms;
    dial->client.stream.descriptor = -1;
    if (pipe(dial->end)) {
        free(dial);
        return NULL;
    }
    if (start(dial))
        return dial;
    close(dial->end[1]);
    release(dial);
    return NULL;
}

int dial_descriptor(const struct dial *dial)
{
    return dial->end[0];
}

bool dial_is_through(const struct dial *dial)
{
    return atomic_load(&dial->state) == DONE;
}

bool dial_end(struct dial *dial, struct net_client *client, struct hc_problem *why)
{
    bool connected;
    char none;

    /* Nothing is ever written: the read ends when the other end is closed. */
    while (read(dial->end[0], &none, 1) < 0 || atomic_load(&dial->state) != DONE)
        continue;
    connected = dial->connected;
    *client = dial->client;
    *why = dial->why;
    dial->client = (struct net_client){.stream = {.descriptor = -1}};
    release(dial);
    return connected;
}

void dial_abandon(struct dial *dial)
{
    if (dial && atomic_exchange(&dial->state, ABANDONED) == DONE)
        release(dial);
}
