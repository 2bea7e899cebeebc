// SPDX-License-Identifier: MIT
/* rooms.c: a table of rooms by their numbers, at most three quarters full. */
#include "store/rooms.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_PLACES = 64 };

/* Numbers may be random or count up; both must spread. The constants are those of splitmix64. */
static size_t home_of(const struct rooms *rooms, uint64_t number)
{
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
    number = (number ^ number >> 27) * 0x94d049bb133111eb;
    return (size_t)(number ^ number >> 31) & (rooms->size - 1);
}

void rooms_release(struct rooms *rooms)
{
    for (size_t i = 0; i < rooms->size; i++) {
        free(rooms->place[i].bytes);
        free(rooms->place[i].log);
        free(rooms->place[i].note);
    }
    free(rooms->place);
    memset(rooms, 0, sizeof *rooms);
}

/* The place where the room is or would be. There is always a free one. */
static struct room *place_of(const struct rooms *rooms, uint64_t number)
{
    size_t at = home_of(rooms, number);

    while (rooms->place[at].used && rooms->place[at].number != number)
        at = (at + 1) & (rooms->size - 1);
    return &rooms->place[at];
}

struct room *rooms_find(const struct rooms *rooms, uint64_t number)
{
    struct room *room = rooms->size ? place_of(rooms, number) : NULL;

    return room && room->used ? room : NULL;
}

static bool grow(struct rooms *rooms)
{
    struct rooms larger = {.size = rooms->size ? 2 * rooms->size : FIRST_PLACES};

    if (!(larger.place = calloc(larger.size, sizeof *larger.place)))
        return false;
    for (size_t i = 0; i < rooms->size; i++)
        if (rooms->place[i].used)
            *place_of(&larger, rooms->place[i].number) = rooms->place[i];
    larger.count = rooms->count;
    free(rooms->place);
    *rooms = larger;
    return true;
}

struct room *rooms_get(struct rooms *rooms, uint64_t number)
{
    struct room *room = rooms_find(rooms, number);

    if (room)
        return room;
    if (4 * (rooms->count + 1) > 3 * rooms->size && !grow(rooms))
        return NULL;
    room = place_of(rooms, number);
    room->number = number;
    room->used = 1;
    rooms->count++;
    return room;
}

void rooms_remove(struct rooms *rooms, uint64_t number)
{
    struct room *gone = rooms_find(rooms, number);
    size_t mask = rooms->size - 1, hole, at;

    if (!gone)
        return;
    free(gone->bytes);
    free(gone->log);
    free(gone->note);
    hole = at = (size_t)(gone - rooms->place);
    /* Whoever was pushed past the hole moves into it, or could not be found any more. */
    while (rooms->place[at = (at + 1) & mask].used) {
        size_t home = home_of(rooms, rooms->place[at].number);

        if (((at - home) & mask) >= ((at - hole) & mask)) {
            rooms->place[hole] = rooms->place[at];
            hole = at;
        }
    }
    memset(&rooms->place[hole], 0, sizeof rooms->place[hole]);
    rooms->count--;
}

uint64_t *rooms_numbers(const struct rooms *rooms, size_t *count)
{
    uint64_t *numbers = malloc((rooms->count + 1) * sizeof *numbers);

    *count = 0;
    for (size_t i = 0; numbers && i < rooms->size; i++)
        if (rooms->place[i].used)
            numbers[(*count)++] = rooms->place[i].number;
    return numbers;
}

bool room_is_blank(const struct room *room)
{
    return !room->row && !room->log_last && !room->log_damage && !room->bytes_damage;
}
