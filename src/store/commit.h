// SPDX-License-Identifier: MIT
/* commit.h: making batches durable. */
#ifndef HC_STORE_COMMIT_H
#define HC_STORE_COMMIT_H

#include "store/journal.h"

/* One of the batches of a transaction, and the rooms of it that are in conflict; those are the
 * caller's to free, whatever the result. */
struct commit {
    const struct store_batch *batch;
    struct store_conflict *conflict;
    size_t conflict_count;
};

/* Stores batches in their order, all in one transaction: true, or nothing was stored and the
 * database says why. */
bool commit_all(struct journal *journal, struct commit *commits, size_t count);

#endif
