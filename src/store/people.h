// SPDX-License-Identifier: MIT
/*
 * people.h: what is known of people, where a store has several shards.
 *
 * What is counted of a person is on one shard, in the person's ledger, wherever the matches were. A
 * match that is over is kept on the shard of its room, in the transaction of its entry, with a row
 * in `outbox`; from there it is counted for each who sat there, once, in their ledgers. Processes
 * may be killed meanwhile, and several may be at it: see outbox.c.
 */
#ifndef HC_STORE_PEOPLE_H
#define HC_STORE_PEOPLE_H

#include "core/shard.h"
#include "store/postgres.h"
#include "store/thread.h"

enum { PEOPLE_GROWTHS_MAX = HC_SHARDS_MAX };

struct people {
    unsigned count; /* of shards */
    /* Two connections to each: to the ledgers that are there, and to what waits to be counted. */
    struct postgres ledger[HC_SHARDS_MAX], outbox[HC_SHARDS_MAX];
    uint64_t rest_until_ns[HC_SHARDS_MAX]; /* it was away; until then it is not tried again */
    struct hc_problem why;                 /* the last one that failed */
    /* How many shards there were at first, and after each time that some were added. */
    unsigned growth[PEOPLE_GROWTHS_MAX], growths;
    struct queue queue;
    pthread_t thread;
    bool is_running;
};

/* NULL, and the reason. Sees to it that these databases belong together, in this order: new ones
 * are added to those that there were. Their tables are up to date, and this process serves them. */
struct people *people_open(const char *const *addresses, unsigned count, struct hc_problem *why);
/* Starts the thread that answers and counts. */
bool people_start(struct people *people, struct hc_problem *why);
void people_close(struct people *people);

/* shard_set.c: the same as people_open says. */
bool shard_set_claim(struct people *people, struct hc_problem *why);

/* The shard with a person's ledger, or where it would be; -1 if that cannot be found out. */
int people_ledger(struct people *people, const uint8_t identity[STORE_IDENTITY_BYTES]);
/* The connection to a shard that can be reached, of ledger[] or outbox[]; NULL: it cannot. */
struct postgres *people_reach(struct people *people, struct postgres *of, unsigned shard);

/* outbox.c: counts matches that wait, the oldest first, some of each shard; true if there may be
 * more that can be counted now. */
bool outbox_count(struct people *people);

#endif
