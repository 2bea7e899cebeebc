// SPDX-License-Identifier: MIT
/* aside.c: rooms that are set aside are written once, and read by people. */
#include "store/aside.h"

#include <time.h>

uint64_t aside_now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

bool aside_add(struct database *database, const struct store_room *room, const char *reason)
{
    return database_do(database, SQL_ASIDE_ADD, "iitbbb", (int64_t)room->room,
                       (int64_t)aside_now_ms(), reason,
                       room->size ? room->bytes : (const uint8_t *)"", room->size,
                       room->log_size ? room->log : (const uint8_t *)"", room->log_size,
                       room->note_size ? room->note : (const uint8_t *)"", room->note_size);
}

int64_t aside_count(struct database *database)
{
    sqlite3_stmt *asked = database_ask(database, SQL_ASIDE_COUNT, "");
    int64_t count;

    if (!asked || database_next(database, asked) != 1)
        return -1;
    count = sqlite3_column_int64(asked, 0);
    database_enough(asked);
    return count;
}

static const uint8_t *column(sqlite3_stmt *asked, int number, size_t *size)
{
    const uint8_t *bytes = sqlite3_column_blob(asked, number);

    *size = (size_t)sqlite3_column_bytes(asked, number);
    return bytes;
}

bool aside_each(struct database *database, const uint64_t *room,
                void (*each)(void *context, const struct aside *aside), void *context)
{
    sqlite3_stmt *asked = room ? database_ask(database, SQL_ASIDE_OF, "i", (int64_t)*room)
                               : database_ask(database, SQL_ASIDE_ALL, "");
    int found = -1;

    while (asked && (found = database_next(database, asked)) == 1) {
        struct aside aside = {.room.room = (uint64_t)sqlite3_column_int64(asked, 0),
                              .since_ms = (uint64_t)sqlite3_column_int64(asked, 1),
                              .reason = (const char *)sqlite3_column_text(asked, 2)};

        aside.room.bytes = column(asked, 3, &aside.room.size);
        aside.room.log = column(asked, 4, &aside.room.log_size);
        aside.room.note = column(asked, 5, &aside.room.note_size);
        each(context, &aside);
    }
    return !found;
}
