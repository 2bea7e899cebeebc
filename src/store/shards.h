// SPDX-License-Identifier: MIT
/* shards.h: the inside of a store that has several shards: a store for each, and what is known of
 * people besides. */
#ifndef HC_STORE_SHARDS_H
#define HC_STORE_SHARDS_H

#include "core/shard.h"
#include "store/thread.h"

struct people;

struct shards {
    unsigned count;
    struct store *part[HC_SHARDS_MAX];
    struct people *people;
};

/* Takes the parts; NULL, and the reason, and they are the caller's. */
struct shards *shards_open(struct store *const *parts, const char *const *addresses, unsigned count,
                           struct hc_problem *why);
void shards_close(struct shards *shards);
bool shards_each_room(struct shards *shards, store_each *each, void *context,
                      struct hc_problem *why);
/* The part that a room is on. */
struct store *shards_of_room(const struct shards *shards, uint64_t room);
/* A question, to whoever can answer it. */
bool shards_push(struct shards *shards, const struct job *job);

#endif
