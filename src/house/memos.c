// SPDX-License-Identifier: MIT
/*
 * memos.c: what doors remember.
 *
 * Memos that wait are found by their key, so that only the latest of each is stored. All of them go
 * into one batch, and only into one that leaves no room waiting: so none is durable before anything
 * that was done before it, be it in a room or in another memo. If the batch fails they wait again,
 * unless newer ones do.
 */
#include "house/house_inside.h"

enum { RETRY_US = 1000000 }; /* the disk may be full */

struct memo {
    struct memo *next, *previous; /* in the order in which they were last written */
    struct memo *next_alike;      /* in the list of their hash */
    size_t key_size, size;
    uint8_t text[]; /* key and bytes */
};

static struct memo **list_of(struct house *house, const uint8_t *key, size_t size)
{
    uint64_t hash = size;

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ key[i]) * 0x100000001b3ull;
    return &house->memos.alike[(hash ^ hash >> 32) % HOUSE_MEMO_LISTS];
}

/* Where a memo with this key is linked from, or would be. */
static struct memo **find(struct house *house, const uint8_t *key, size_t size)
{
    struct memo **link = list_of(house, key, size);

    while (*link && ((*link)->key_size != size || !hc_same((*link)->text, key, size)))
        link = &(*link)->next_alike;
    return link;
}

static void free_list(struct house *house, struct memo *memo)
{
    for (struct memo *next; memo; memo = next) {
        next = memo->next;
        house_free(house, memo);
    }
}

static void forget(struct house *house, struct memo **link)
{
    struct memo *memo = *link;

    *link = memo->next_alike;
    *(memo->previous ? &memo->previous->next : &house->memos.first) = memo->next;
    *(memo->next ? &memo->next->previous : &house->memos.last) = memo->previous;
    house_free(house, memo);
}

void house_memo(struct house *house, const uint8_t *key, size_t key_size, const uint8_t *bytes,
                size_t size)
{
    struct memo *memo, **link = find(house, key, key_size);

    HC_CHECK(key_size && key_size <= HOUSE_MEMO_KEY_MAX && size <= HOUSE_MEMO_BYTES_MAX);
    if (*link)
        forget(house, link);
    memo = house_new(house, sizeof *memo + key_size + size);
    *memo = (struct memo){.key_size = key_size, .size = size, .previous = house->memos.last};
    hc_copy(memo->text, key, key_size);
    hc_copy(memo->text + key_size, bytes, size);
    *(memo->previous ? &memo->previous->next : &house->memos.first) = memo;
    house->memos.last = memo;
    link = list_of(house, key, key_size);
    memo->next_alike = *link;
    *link = memo;
    house->memos.stamp++;
    house->memos.is_left = false;
}

uint64_t house_memos(const struct house *house)
{
    return house->memos.stamp;
}

uint64_t house_memos_durable(const struct house *house)
{
    return house->memos.durable;
}

bool house_has_memos(const struct house *house)
{
    return house->memos.first || house->memos.flying;
}

void house_leave_memos(struct house *house)
{
    house->memos.is_left = true;
}

void house_drop_memos(struct house *house)
{
    struct memos *memos = &house->memos;

    house_leave_memos(house);
    free_list(house, memos->first);
    memos->first = memos->last = NULL;
    hc_zero(memos->alike, sizeof memos->alike);
}

uint64_t memos_due(const struct house *house)
{
    const struct memos *memos = &house->memos;

    if (!memos->first || house->shard->busy || memos->retry_us <= house->steady_us)
        return HC_ROOM_NEVER; /* they go with the next batch that is closed, or there are none */
    return house->now_ms + (memos->retry_us - house->steady_us + 999) / 1000;
}

/* All that wait are in the batch now. */
static void take_off(struct house *house)
{
    struct memos *memos = &house->memos;

    memos->flying = memos->next = memos->first;
    memos->first = memos->last = NULL;
    hc_zero(memos->alike, sizeof memos->alike);
    memos->flying_stamp = memos->stamp;
    memos->last_try = house->stopping;
    house->shard->busy = true;
}

/* A batch without rooms waits for better times after a failure. */
static bool may_go(const struct house *house)
{
    /* What was done before them on other shards is durable. */
    for (unsigned i = 1; i < house->shards; i++)
        if (house->shard[i].busy || house->shard[i].dirty)
            return false;
    return house->memos.first && !house->shard->dirty &&
           (house->shard->flying || house->stopping || house->steady_us >= house->memos.retry_us);
}

bool house_next_memo(struct house *house, struct house_memo *memo)
{
    struct memos *memos = &house->memos;
    struct memo *next;

    if (memos->closing && may_go(house)) {
        if (!house->shard->flying)
            house->shard->batch_us = house->steady_us;
        take_off(house);
    }
    memos->closing = false;
    if (!(next = memos->next))
        return false;
    memos->next = next->next;
    *memo = (struct house_memo){next->text, next->size ? next->text + next->key_size : NULL,
                                next->key_size, next->size};
    return true;
}

/* They wait again, in front of what was written since. */
static void put_back(struct house *house, struct memo *flying)
{
    struct memos *memos = &house->memos;
    struct memo *last = flying;

    while (last->next)
        last = last->next;
    for (struct memo *memo = last, *previous; memo; memo = previous) {
        struct memo **link = find(house, memo->text, memo->key_size);

        previous = memo->previous;
        if (*link) {
            house_free(house, memo);
            continue;
        }
        *link = memo;
        memo->next_alike = NULL;
        memo->previous = NULL;
        memo->next = memos->first;
        *(memo->next ? &memo->next->previous : &memos->last) = memo;
        memos->first = memo;
    }
}

void memos_settle(struct house *house, bool failed)
{
    struct memos *memos = &house->memos;
    struct memo *flying = memos->flying;

    memos->flying = memos->next = NULL;
    if (!failed)
        memos->retry_us = 0;
    if (!flying)
        return;
    if (!failed) {
        memos->durable = memos->flying_stamp;
        free_list(house, flying);
    } else if (memos->last_try || memos->is_left) { /* nobody would wait for another one */
        free_list(house, flying);
        memos_close(house);
    } else {
        put_back(house, flying);
        memos->retry_us = house->steady_us + RETRY_US;
    }
}

void memos_close(struct house *house)
{
    free_list(house, house->memos.flying);
    free_list(house, house->memos.first);
    house->memos.first = house->memos.last = house->memos.flying = house->memos.next = NULL;
    hc_zero(house->memos.alike, sizeof house->memos.alike);
}
