// SPDX-License-Identifier: MIT
/* batch.h: the inside of a batch, for the thread that stores it: entries one after the other. */
#ifndef HC_STORE_BATCH_H
#define HC_STORE_BATCH_H

#include "store/store.h"

struct store_batch {
    uint8_t *bytes;
    size_t used, size, entries;
    /* Where the entry of each room begins, plus 1: open addressing, a power of two. */
    uint32_t *place;
    size_t places;
    uint8_t *memo;
    size_t memo_used, memo_size, memos;
    uint64_t lease;
};

/* Reads the entry at an offset, which it moves on; begin with 0. What the entry points to is in the
 * batch. False at the end. */
bool batch_read(const struct store_batch *batch, size_t *offset, struct store_entry *entry);

/* The same for memos, which come after all entries. */
struct batch_memo {
    const uint8_t *key, *bytes;
    size_t key_size, size;
};
bool batch_read_memo(const struct store_batch *batch, size_t *offset, struct batch_memo *memo);

#endif
