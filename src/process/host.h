// SPDX-License-Identifier: MIT
/*
 * host.h: gives a house its hands: a loop, clocks, entropy, a store, and threads that think.
 *
 * Everything happens on the thread of one libuv loop. Once a turn, before the loop waits, the host
 * hands over what the house wants stored, asked and thought, and sets its timer; answers of the
 * store's thread and of the pool come back through the loop. Doors are opened on host_house() by
 * whoever puts a process together.
 */
#ifndef HC_PROCESS_HOST_H
#define HC_PROCESS_HOST_H

#include <uv.h>

#include "process/keeping.h"
#include "threads/background.h"

struct host;

struct host_plan {
    uv_loop_t *loop;
    struct background *background; /* where bots think */
    struct store *store; /* opened; the host reads its rooms and closes it, also if it fails */
    unsigned lease_ms;   /* of a store that is shared: rooms come and go by a lease; 0: it is not */
    unsigned rooms_max;
    uint32_t bot_budget_max; /* 0: any */
    const uint8_t *seed;     /* see struct house_plan */
    /* Is told of every room that was set aside because it cannot be read, with its code, which is
     * empty if that cannot either; may be NULL. */
    void (*set_aside)(uint64_t room, const char *code, const char *why);
};

/* NULL, and why->text says what is wrong. Rooms come back as they were stored. */
struct host *host_open(const struct host_plan *plan, struct hc_problem *why);
struct house *host_house(struct host *host);
/* Gives the memos that were stored, in no particular order, to the door that wrote them, once and
 * before the loop runs. NULL: nobody wants them now; they stay stored. If the store is shared there
 * are none yet: see host_want_door. */
void host_give_memos(struct host *host, store_memo *each, void *context);
/* What a door does in every turn of the loop, before what it wants stored is handed over. NULL:
 * nothing. */
void host_each_turn(struct host *host, void (*turn)(void *context), void *context);
/* Takes no more requests, stores what there is and calls `done` when everything is told. */
void host_stop(struct host *host, void (*done)(void *context), void *context);
/*
 * Frees it, after host_stop is done or when nothing was asked of it; the loop must run once more
 * for it. A bot that still thinks cannot be interrupted: then it is false, and the process must end
 * without running the loop again.
 */
bool host_close(struct host *host);

/* Why the last batch was not stored, or the lease of a shared store not renewed; empty if it was.
 * Of a store that has several shards: if that is so of all of them. */
const char *host_trouble(const struct host *host);
/* The same, if it is so of some shards, and how many of them. */
const char *host_shard_trouble(const struct host *host, unsigned *shards);
/* Finds out where a table is, if the store is shared: see struct server_plan. */
bool host_where(struct host *host, const char *code, server_found *found, void *of);
/* If the store is shared: wants the door that one process has at a time; gives a room away; takes
 * over what nobody has. Only where the store has one shard. See keeping.h. */
void host_want_door(struct host *host, const struct keeping_door *door);
void host_give(struct host *host, const char *key);
void host_hurry(struct host *host);
/* Tells somebody where all other processes are, with blanks between, if the store is shared; NULL:
 * nobody. */
typedef void host_fellows(void *context, const char *places);
void host_tell_fellows(struct host *host, host_fellows *tell, void *context);
/* Whether it has a lease, what it has taken over and lost; nothing if its store is not shared. */
struct keeping_counts host_keeping(const struct host *host);
/* How many rooms were set aside. */
uint64_t host_aside(const struct host *host);

/* What houses and protocols are given: realloc and free, and the system's entropy. */
void *host_resize(void *context, void *memory, size_t size);
void host_entropy(void *context, void *bytes, size_t size);

#endif
