// SPDX-License-Identifier: MIT
/* shards.c: which shard a question is for. */
#include "store/shards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "store/people.h"

struct shards *shards_open(struct store *const *parts, const char *const *addresses, unsigned count,
                           struct hc_problem *why)
{
    struct shards *shards = calloc(1, sizeof *shards);

    HC_CHECK(shards);
    shards->count = count;
    memcpy(shards->part, parts, count * sizeof(struct store *));
    if ((shards->people = people_open(addresses, count, why)))
        return shards;
    free(shards);
    return NULL;
}

void shards_close(struct shards *shards)
{
    people_close(shards->people);
    for (unsigned i = 0; i < shards->count; i++)
        store_close(shards->part[i]);
    free(shards);
}

bool shards_each_room(struct shards *shards, store_each *each, void *context,
                      struct hc_problem *why)
{
    for (unsigned i = 0; i < shards->count; i++)
        if (!store_each_room(shards->part[i], each, context, why))
            return false;
    return people_start(shards->people, why);
}

/* Whoever made up a number or a code is told by the first that there is none. */
static struct store *part(const struct shards *shards, unsigned shard)
{
    return shards->part[shard < shards->count ? shard : 0];
}

struct store *shards_of_room(const struct shards *shards, uint64_t room)
{
    return part(shards, hc_shard_of_number(room));
}

bool shards_push(struct shards *shards, const struct job *job)
{
    switch (job->kind) {
    case JOB_LOG:
    case JOB_PLAYERS:
    case JOB_ASIDE:
        return store_push(shards_of_room(shards, job->room), job);
    case JOB_WHERE:
        return store_push(part(shards, hc_shard_of_code(job->game)), job);
    case JOB_STATISTICS:
    case JOB_LEADERS:
    case JOB_HISTORY:
    case JOB_FORGET:
        return queue_put(&shards->people->queue, job);
    case JOB_WRITE:
    case JOB_KEEP:
        break; /* batches and leases are of one shard */
    }
    HC_CHECK(false);
    return false;
}
