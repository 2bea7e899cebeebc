// SPDX-License-Identifier: MIT
/* writer.h: making batches durable. */
#ifndef HC_STORE_WRITER_H
#define HC_STORE_WRITER_H

#include "store/base.h"
#include "store/journal.h"

/* Stores batches in their order, all in one transaction: true, or nothing was stored and the
 * database says why. */
bool write_batches(struct journal *journal, struct written *batches, size_t count);

#endif
