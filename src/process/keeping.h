// SPDX-License-Identifier: MIT
/*
 * keeping.h: keeps the lease of a host that shares its store, and takes over rooms that nobody has.
 *
 * The lease is renewed every second. The house is sure of it for five sixths of its time, counted
 * from before the renewal was sent, so that it never believes for longer than the database does:
 * the clock of a standby that takes the place of its primary may be ahead. When the lease may have
 * run out, guests are sent away: others may have their tables. If it was ended, the house loses its
 * rooms, and a new lease is taken.
 */
#ifndef HC_PROCESS_KEEPING_H
#define HC_PROCESS_KEEPING_H

#include "doors/server/server.h"
#include "store/store.h"
#include "threads/mailbox.h"

struct keeping;

struct keeping_plan {
    uv_loop_t *loop;
    struct store *store; /* shared, one shard, and its rooms were asked for: … */
    uint64_t asked_us;   /* … then, or a little later */
    struct house *house;
    unsigned shard;    /* whose lease it is */
    unsigned lease_ms; /* how long it holds */
    /* Is told of every room that was put aside because it cannot be read; may be NULL. */
    void (*set_aside)(uint64_t room, const char *code, const char *why);
};

/* Who wants to know where all other processes are: their places, with blanks between. It is told
 * again and again, as far as they share that shard. */
typedef void keeping_fellows(void *context, unsigned shard, const char *places);

/*
 * Who holds open the door that one process has at a time: it belongs to a lease, as rooms do. What
 * the door remembers is read from the store, since another process may have had it before.
 */
struct keeping_door {
    /* Whether that is to be read with the next renewal; `is_ours`: the door is, as far as is known.
     */
    bool (*wants_memos)(void *context, bool is_ours);
    /* All of it, and then whether the door is ours. */
    store_memo *memo;
    void (*read)(void *context, bool is_ours);
    /* The door is not ours any more, or may not be. */
    void (*lost)(void *context);
    void *context;
};

struct keeping_counts {
    uint64_t taken, lost; /* rooms taken over; leases lost */
    uint64_t given;       /* rooms given away to who wanted them */
    bool has_door;
};

struct keeping *keeping_open(const struct keeping_plan *plan);
/* The lease for a batch that is handed over now. */
uint64_t keeping_lease(struct keeping *keeping);
/* The batch has its verdict. */
void keeping_judged(struct keeping *keeping);
void keeping_tell_fellows(struct keeping *keeping, keeping_fellows *tell, void *context);
/* Finds out where a table is: see struct server_plan. */
bool keeping_where(struct keeping *keeping, const char *code, server_found *found, void *of);
/* The door is wanted from now on; NULL: no longer. */
void keeping_want_door(struct keeping *keeping, const struct keeping_door *door);
/* Gives a room away that another process wants, known by its code or by '#' and its number, if
 * everything of it is durable. */
void keeping_give(struct keeping *keeping, const char *key);
/* Renews at once, since there is something to take over. */
void keeping_hurry(struct keeping *keeping);
/* Why the lease could not be renewed; empty if it was. */
const char *keeping_trouble(const struct keeping *keeping);
struct keeping_counts keeping_counts(const struct keeping *keeping);
/* When the store is closed; the loop must run once more for it. */
void keeping_close(struct keeping *keeping);

#endif
