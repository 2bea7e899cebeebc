// SPDX-License-Identifier: MIT
/*
 * rooms.h: what the journal remembers of every live room, by the room's number.
 *
 * An open-addressing table with linear probing. A pointer to a room is valid until the next call of
 * rooms_get or rooms_remove.
 */
#ifndef HC_STORE_ROOMS_H
#define HC_STORE_ROOMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Rows are numbers in the journal; 0 means that there is none. */
struct room {
    uint64_t number, log_size;
    int64_t log_first, log_last; /* rows of its log: the first, and the last, which leads back */
    int64_t row;                 /* of its bytes */
    uint32_t size;               /* of its bytes */
    uint32_t note_size;          /* of the note in its last row */
    uint32_t used;               /* of this place in the table */
    /* Rows that show that its log or its bytes are damaged; only from loading to setting aside. */
    int64_t log_damage, bytes_damage;
    uint64_t touched;            /* the transaction that last touched it */
    uint8_t *bytes, *log, *note; /* only while the journal is loaded */
    size_t log_room;
};

struct rooms {
    struct room *place;
    size_t size, count; /* size is a power of two */
};

void rooms_release(struct rooms *rooms);
/* The room, or NULL. */
struct room *rooms_find(const struct rooms *rooms, uint64_t number);
/* The room, blank if it was not there; NULL without memory. */
struct room *rooms_get(struct rooms *rooms, uint64_t number);
void rooms_remove(struct rooms *rooms, uint64_t number);
/* The numbers of all rooms, in no particular order; the caller frees them. NULL without memory. */
uint64_t *rooms_numbers(const struct rooms *rooms, size_t *count);
/* Whether nothing is known of a room, so that it need not be there. */
bool room_is_blank(const struct room *room);

#endif
