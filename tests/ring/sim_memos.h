// SPDX-License-Identifier: MIT
/*
 * sim_memos.h: a door that writes memos all the time, and what the imagined store has of them.
 *
 * A memo's bytes are its version, which counts up over the whole world; every fifth forgets its
 * key. Whatever is stored must be what the door remembered at one moment, and at one after which
 * nothing was left to store in any room. The worlds whose signature is written down have no such
 * door.
 */
#ifndef HC_TESTS_RING_SIM_MEMOS_H
#define HC_TESTS_RING_SIM_MEMOS_H

#include "ring/sim_store.h"

enum { MEMO_KEYS = 12 };

struct versions {
    uint64_t of[MEMO_KEYS];
};

static struct {
    bool any; /* whether this world has such a door */
    struct hc_dice dice;
    uint64_t version;
    struct versions written, stored, promised; /* promised: said to be durable */
    struct versions flying;                    /* what the store has with the batch on its way */
    unsigned in_batch;
    uint64_t stamp; /* when that was closed */
} memos;

static bool is_forgotten(uint64_t version)
{
    return version % 5 == 0;
}

static void memos_begin(bool any)
{
    uint8_t bytes[HC_SEED_BYTES];

    memset(&memos, 0, sizeof memos);
    memos.any = any;
    hc_seed_from_number(seed, bytes);
    hc_dice_open(&memos.dice, bytes, 9, 0);
}

/* Keys of different lengths, of which some begin alike. */
static size_t memo_key(unsigned number, uint8_t key[HOUSE_MEMO_KEY_MAX])
{
    memset(key, 'k', HOUSE_MEMO_KEY_MAX);
    key[number % 3] = (uint8_t)number;
    return number % 3 + 1 + (number % 4 ? 0 : HOUSE_MEMO_KEY_MAX - number % 3 - 1);
}

static unsigned memo_number(const struct house_memo *memo)
{
    uint8_t key[HOUSE_MEMO_KEY_MAX];

    for (unsigned i = 0; i < MEMO_KEYS; i++)
        if (memo_key(i, key) == memo->key_size && !memcmp(key, memo->key, memo->key_size))
            return i;
    must(false, "a memo has a key that nobody used");
    return 0;
}

static void memos_write(void)
{
    uint8_t key[HOUSE_MEMO_KEY_MAX], bytes[200];

    if (!memos.any || house->stopping)
        return;
    for (unsigned i = hc_dice_below(&memos.dice, 4); i-- > 0;) {
        unsigned number = hc_dice_below(&memos.dice, MEMO_KEYS);
        uint64_t version = ++memos.version;
        size_t size =
            sizeof version + hc_dice_below(&memos.dice, (uint32_t)(sizeof bytes - sizeof version));

        memset(bytes, (int)number, sizeof bytes);
        memcpy(bytes, &version, sizeof version);
        house_memo(house, key, memo_key(number, key), bytes, is_forgotten(version) ? 0 : size);
        memos.written.of[number] = version;
    }
}

static bool memos_take(bool rooms)
{
    struct house_memo memo;

    memos.in_batch = 0;
    memos.flying = memos.stored;
    while (house_next_memo(house, &memo)) {
        unsigned number = memo_number(&memo);
        uint64_t version = memos.written.of[number];

        must(memo.size ? !is_forgotten(version) && !memcmp(memo.bytes, &version, sizeof version)
                       : is_forgotten(version),
             "a memo is not the latest of its key");
        memos.flying.of[number] = version;
        memos.in_batch++;
    }
    memos.stamp = house_memos(house);
    if (memos.in_batch) {
        seen.memos += memos.in_batch;
        must(!house->shard->dirty, "a memo is stored before something that was done before it");
        must(!memcmp(&memos.flying, &memos.written, sizeof memos.flying),
             "some memos are stored without others");
    } else if (!house->shard->dirty && (rooms || steady_us >= house->memos.retry_us)) {
        must(!memcmp(&memos.stored, &memos.written, sizeof memos.stored),
             "memos wait, and nobody knows for what");
    }
    return memos.in_batch != 0;
}

static void memos_apply(void)
{
    if (memos.in_batch)
        memos.stored = memos.flying;
}

static void memos_check_durable(void)
{
    for (unsigned i = 0; i < MEMO_KEYS; i++)
        must(memos.stored.of[i] >= memos.promised.of[i], "a memo that was durable is not stored");
}

/* After a verdict. */
static void memos_settled(bool failed)
{
    if (!failed && memos.in_batch) {
        must(house_memos_durable(house) == memos.stamp, "durable memos are not said to be");
        memos.promised = memos.flying;
    }
    must(house_memos_durable(house) <= house_memos(house), "more memos are durable than there are");
    memos_check_durable();
}

/* A new house begins with what is stored. */
static void memos_reopened(void)
{
    memos_check_durable();
    memos.written = memos.promised = memos.stored;
}

static void memos_check_all_stored(void)
{
    must(!memcmp(&memos.stored, &memos.written, sizeof memos.stored), "a memo was never stored");
}

#endif
