// SPDX-License-Identifier: MIT
/*
 * life.h: the life of a process that serves: one loop, a host (the house with its hands), the doors
 * that were asked for, and signals.
 *
 * On the first signal to end nothing new is begun, what is on its way is stored and told, and then
 * everybody is told good-bye. A second one ends it at once.
 */
#ifndef HC_PROCESS_LIFE_H
#define HC_PROCESS_LIFE_H

#include "doors/server/server.h"
#include "process/mini_app.h"
#include "process/telegram_hands.h"

struct life {
    const char *name; /* of the command, for what is said */
    uv_loop_t *loop;
    struct background *background;
    struct host *host;
    struct server *server;        /* NULL: that door is not open */
    struct telegram_hands *hands; /* the same */
    struct mini_app mini_app;
    struct server_post posts[2]; /* what the server asks the other door */
    uv_signal_t interrupt, terminate;
    unsigned signals;
    bool is_shared; /* with other processes */
    int status;     /* how it ends */
};

struct life_plan {
    const char *name;
    const char *const *stores; /* a file, or databases, each a shard */
    unsigned store_count;      /* 0: nothing is kept */
    const char *cluster;       /* where others reach this process that share the store; NULL: nobody
                                  does */
    unsigned lease_ms;         /* how long a process that falls silent keeps its rooms then */
    unsigned rooms_max;
    uint32_t bot_budget_max;
};

/* What has to be done before there are threads. */
void life_prepare(void);
/* Opens everything but doors. False, and it has said why. */
bool life_open(struct life *life, const struct life_plan *plan);

struct life_telegram {
    const char *api, *token;
    const char *public_url; /* of the server, where the Mini App is; NULL: there is none */
    const char *webhook;    /* NULL: updates are fetched */
};
/* Opens the door to Telegram. False, and it has said why. */
bool life_open_telegram(struct life *life, const struct life_telegram *plan);
/* What the plan of a server needs for what others in the process do. After the other doors. */
void life_add_others(struct life *life, struct server_plan *plan, const char *webhook);

/* Heeds signals from now on: before anybody is told that it is there. */
void life_begin(struct life *life);
/* Runs until it is told to stop, and frees everything. Returns the exit status. */
int life_run(struct life *life);
/* Frees everything before it has run, because something could not be opened. */
int life_fail(struct life *life);

__attribute__((format(printf, 2, 3))) void life_say(const struct life *life, const char *format,
                                                    ...);

#endif
