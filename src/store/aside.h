// SPDX-License-Identifier: MIT
/* aside.h: rooms that could not be read when a server started, kept as they were. */
#ifndef HC_STORE_ASIDE_H
#define HC_STORE_ASIDE_H

#include "store/database.h"

struct aside {
    struct store_room room;
    uint64_t since_ms; /* when it was set aside */
    const char *reason;
};

/* The time that is written down with it. */
uint64_t aside_now_ms(void);
/* Keeps a room; in a transaction of the caller. */
bool aside_add(struct database *database, const struct store_room *room, const char *reason);
/* How many there are; -1 on failure. */
int64_t aside_count(struct database *database);
/* Gives each, the latest first; of one room only, if `room` is not NULL. */
bool aside_each(struct database *database, const uint64_t *room,
                void (*each)(void *context, const struct aside *aside), void *context);

#endif
