// SPDX-License-Identifier: MIT
/*
 * ask.h: what can be asked of the store: finished logs, statistics, and to be forgotten.
 *
 * A question goes to the thread of the store; what comes back is copied and handed over on the
 * loop's thread. Whoever asked may lose interest meanwhile (house_ask_cancel), and is then not
 * called. So many questions wait at most that commits always find a place in the store's queue.
 */
#ifndef HC_HOUSE_ASK_H
#define HC_HOUSE_ASK_H

#include "house/house.h"

enum { HOUSE_ASKS_MAX = 32 };
_Static_assert((int)HOUSE_ASKS_MAX < (int)STORE_WAITING_MAX, "commits must find a place");

struct ask;

enum ask_kind { ASK_LOG, ASK_STATISTICS, ASK_LEADERS, ASK_HISTORY, ASK_FORGET };

struct ask_plan {
    enum ask_kind kind;
    uint64_t room;         /* ASK_LOG: the match, by its room in the store… */
    uint32_t number;       /* …and its number there */
    const uint8_t *guest;  /* ASK_STATISTICS, ASK_HISTORY, ASK_FORGET */
    const char *game;      /* ASK_LEADERS */
    uint32_t first, count; /* ASK_LEADERS, ASK_HISTORY */
    /* Called once, on the loop's thread, never by house_ask itself. */
    store_done *done;
    void *context;
};

/*
 * NULL: too many questions wait, or there is no memory. ASK_FORGET first gives up the guest's seats
 * in lobbies, and asks the store when that is durable.
 */
struct ask *house_ask(struct house *house, const struct ask_plan *plan);
/* Nobody wants to know any more. Not after `done` was called. */
void house_ask_cancel(struct ask *ask);

#endif
