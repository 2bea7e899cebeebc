// SPDX-License-Identifier: MIT
/* batch.h: the inside of a batch, for the thread that stores it: entries one after the other. */
#ifndef HC_STORE_BATCH_H
#define HC_STORE_BATCH_H

#include "store/store.h"

/* What an entry, and a row of the journal, is. The numbers are in databases: append only. */
enum entry_kind {
    ENTRY_ROOM = 1,   /* the room's bytes */
    ENTRY_LOG = 2,    /* more of its log */
    ENTRY_RESULT = 3, /* its log is over; in a batch the bytes are a struct store_result */
    ENTRY_GONE = 4,   /* the room is no more */
    ENTRY_WHOLE = 5,  /* the whole log so far; only in the journal, written when it is compacted */
};

struct entry {
    uint64_t room, log_size;
    uint32_t size, note_size;
    enum entry_kind kind;
    _Alignas(8) uint8_t bytes[]; /* and then the note */
};

struct store_batch {
    uint8_t *bytes;
    size_t used, size, entries;
};

/* The first entry, and the one after `entry`; NULL at the end. */
const struct entry *batch_first(const struct store_batch *batch);
const struct entry *batch_next(const struct store_batch *batch, const struct entry *entry);

#endif
