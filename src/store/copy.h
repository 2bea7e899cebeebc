// SPDX-License-Identifier: MIT
/* copy.h: all that one database has in it, copied into another one of whichever kind. */
#ifndef HC_STORE_COPY_H
#define HC_STORE_COPY_H

#include "store/records.h"

struct copied {
    uint64_t count[RECORD_KINDS];
};

/*
 * Copies the database `from` as it is at one moment to `to`, which must be new, or empty and not
 * served. Each is a file or an address of PostgreSQL. On failure nothing is copied, and `why`
 * says why. `each` is told after every hundred records; it may be NULL.
 */
bool store_copy(const char *from, const char *to, void (*each)(const struct copied *copied),
                struct copied *copied, struct hc_problem *why);

#endif
