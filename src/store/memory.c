// SPDX-License-Identifier: MIT
/*
 * memory.c: a store that is nowhere, for tests and for servers that keep nothing. It is the same
 * database without a file, so that it cannot behave otherwise; and it can fail on purpose.
 */
#include "store/thread.h"

struct store *store_open_memory(const struct store_faults *faults, struct hc_problem *why)
{
    return store_make(":memory:", faults, why);
}
