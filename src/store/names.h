// SPDX-License-Identifier: MIT
/*
 * names.h: who may be named in the journal.
 *
 * A filter: some bits for each identity that was ever seen in the bytes of a room. Whose bits are
 * not all set was never here, and nothing has to be searched to forget them. It only grows, and is
 * made anew when the journal is loaded. Without a reader of the bytes everybody may be named, and
 * so it is if some bytes cannot be read.
 */
#ifndef HC_STORE_NAMES_H
#define HC_STORE_NAMES_H

#include "store/store.h"

struct names {
    store_names *read; /* NULL: everybody may be named */
    uint64_t *bits;
};

/* From now on `read` says whom bytes name. Without memory everybody may be named. */
void names_open(struct names *names, store_names *read);
void names_release(struct names *names);
/* Takes note of the bytes of a room. */
void names_add(struct names *names, const void *bytes, size_t size);
/* Whether somebody may be named in any that were added. */
bool names_may_have(const struct names *names, const uint8_t identity[STORE_IDENTITY_BYTES]);

#endif
