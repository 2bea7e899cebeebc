// SPDX-License-Identifier: MIT
/* writer.h: making batches durable. */
#ifndef HC_STORE_WRITER_H
#define HC_STORE_WRITER_H

#include "store/batch.h"
#include "store/journal.h"

/* One of the batches of a transaction, and the rooms of it that are in conflict; those are the
 * caller's to free, whatever the result. */
struct written {
    const struct store_batch *batch;
    struct store_conflict *conflict;
    size_t conflict_count;
};

/* Stores batches in their order, all in one transaction: true, or nothing was stored and the
 * database says why. */
bool write_batches(struct journal *journal, struct written *batches, size_t count);

#endif
