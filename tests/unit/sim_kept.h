// SPDX-License-Identifier: MIT
/*
 * sim_kept.h: what the imagined store keeps of the memos of a real door, to be given back to the
 * next one.
 */
#ifndef HC_TESTS_UNIT_SIM_KEPT_H
#define HC_TESTS_UNIT_SIM_KEPT_H

#include "ring/sim_store.h"

enum { KEPT_MAX = 1024 };

struct kept_memo {
    uint8_t key[HOUSE_MEMO_KEY_MAX];
    size_t key_size;
    struct bytes bytes; /* empty: it is to be forgotten */
};

struct kept_memos {
    struct kept_memo memo[KEPT_MAX];
    unsigned count;
};

static struct {
    struct kept_memos stored, flying; /* flying: in the batch on its way */
} door_memos;

static struct kept_memo *kept_add(struct kept_memos *list, const uint8_t *key, size_t key_size)
{
    struct kept_memo *memo = list->memo;

    while (memo < list->memo + list->count &&
           (memo->key_size != key_size || memcmp(memo->key, key, key_size) != 0))
        memo++;
    if (memo == list->memo + list->count) {
        must(list->count++ < KEPT_MAX, "too many memos for this test");
        *memo = (struct kept_memo){.key_size = key_size};
        memcpy(memo->key, key, key_size);
    }
    bytes_clear(&memo->bytes);
    return memo;
}

static void kept_clear(struct kept_memos *list)
{
    while (list->count)
        bytes_clear(&list->memo[--list->count].bytes);
}

static bool memos_take(bool rooms)
{
    struct house_memo memo;

    (void)rooms;
    kept_clear(&door_memos.flying);
    while (house_next_memo(house, &memo))
        bytes_add(&kept_add(&door_memos.flying, memo.key, memo.key_size)->bytes, memo.bytes,
                  memo.size);
    return door_memos.flying.count != 0;
}

static void memos_apply(void)
{
    for (unsigned i = 0; i < door_memos.flying.count; i++) {
        const struct kept_memo *from = &door_memos.flying.memo[i];
        struct kept_memo *to = kept_add(&door_memos.stored, from->key, from->key_size);

        bytes_add(&to->bytes, from->bytes.start, from->bytes.size);
        if (!to->bytes.size)
            *to = door_memos.stored.memo[--door_memos.stored.count];
    }
}

static void memos_settled(bool failed)
{
    (void)failed;
    kept_clear(&door_memos.flying);
}

#endif
