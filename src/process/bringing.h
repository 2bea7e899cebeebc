// SPDX-License-Identifier: MIT
/*
 * bringing.h: brings tables to this process that others of its cluster have.
 *
 * The store says who has a table. That process is asked to part with it, again and again, since it
 * does so only while everything of it is durable; then nobody has it, and it is taken over here as
 * any other. A table that there is none of, or that does not come for a minute, is not waited for
 * any longer.
 */
#ifndef HC_PROCESS_BRINGING_H
#define HC_PROCESS_BRINGING_H

#include "process/host.h"

struct bringing;

struct bringing_plan {
    uv_loop_t *loop;
    struct host *host;
    /* Asks the process at that place for a table. */
    void (*ask)(void *context, const char *place, const char *key);
    /* All that were wanted are here, or do not come. From the loop. */
    void (*done)(void *context);
    void *context;
};

struct bringing *bringing_open(const struct bringing_plan *plan);
/* The loop must run once more for it. */
void bringing_close(struct bringing *bringing);
/* A table by its code, or by '#' and its number, unless it is here. */
void bringing_want(struct bringing *bringing, const char *key);
/* Whether any is waited for. */
bool bringing_waits(const struct bringing *bringing);
/* None is wanted any more; `done` is not called. */
void bringing_stop(struct bringing *bringing);

#endif
