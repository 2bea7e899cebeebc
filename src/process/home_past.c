// SPDX-License-Identifier: MIT
/* home_past.c: matches that are over, out of all stores of this person. */
#include "process/home_past.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/home.h"
#include "process/home_house.h"
#include "process/home_store.h"
#include "store/finished.h"

/* Opens a store; false if it is not there or cannot be used. Release it, whatever the result. */
static bool open_store(unsigned number, enum database_use use, struct database *database)
{
    char path[HOME_PATH_CHARS + 24];

    memset(database, 0, sizeof *database);
    database->lock = database->file = -1;
    return home_store_path(number, path, sizeof path) && !access(path, F_OK) &&
           database_open(database, path, use);
}

/* The seats of people who played at home. */
static unsigned find_people(const struct finished *from)
{
    unsigned people = 0;

    for (unsigned person = 0; person < HC_SEATS_MAX; person++) {
        uint8_t guest[HC_GUEST_BYTES];

        home_guest(person, guest);
        for (unsigned s = 0; s < from->seats; s++)
            if (!memcmp(guest, from->seat[s].identity, sizeof guest))
                people |= 1u << s;
    }
    return people;
}

static void copy(unsigned store, const struct finished *from, struct past_match *to)
{
    *to = (struct past_match){.store = store,
                              .id = from->id,
                              .finished_ms = from->finished_ms,
                              .seats = from->seats,
                              .people = find_people(from)};
    snprintf(to->game, sizeof to->game, "%s", from->game);
    for (unsigned s = 0; s < from->seats; s++)
        snprintf(to->name[s], sizeof to->name[s], "%s", from->seat[s].name);
}

/* ---- Listing -------------------------------------------------------------------------------- */

struct past_list {
    struct past_match *match;
    size_t count, room;
};

static bool add(struct past_list *list, unsigned store, const struct finished *from,
                struct hc_problem *why)
{
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        struct past_match *more = realloc(list->match, room * sizeof *more);

        snprintf(why->text, sizeof why->text, "there is not enough memory");
        if (!more)
            return false;
        list->match = more;
        list->room = room;
    }
    copy(store, from, &list->match[list->count++]);
    return true;
}

static bool add_store(struct past_list *list, unsigned store, struct hc_problem *why)
{
    struct finished match = {.id = 0};
    struct database database;
    bool there = open_store(store, DATABASE_READ, &database), ok = true;
    int more = there;

    while (more == 1 && (more = finished_next(&database, match.id, &match)) == 1)
        if (!(ok = add(list, store, &match, why)))
            more = 0;
    /* One that cannot be read does not hide the others, but is not passed over in silence. */
    if (more < 0 || (!there && *database.why.text))
        fprintf(stderr, "holecard: %s\n", database.why.text);
    database_release(&database);
    return ok;
}

static int latest_first(const void *a, const void *b)
{
    const struct past_match *one = a, *two = b;

    if (one->finished_ms != two->finished_ms)
        return one->finished_ms < two->finished_ms ? 1 : -1;
    if (one->store != two->store)
        return one->store < two->store ? 1 : -1;
    return (one->id < two->id) - (one->id > two->id);
}

bool home_past(struct past_match **list, size_t *count, struct hc_problem *why)
{
    struct past_list all = {.match = NULL};

    for (unsigned n = 1; n <= HOME_STORES_MAX; n++)
        if (!add_store(&all, n, why)) {
            free(all.match);
            return false;
        }
    if (all.count)
        qsort(all.match, all.count, sizeof *all.match, latest_first);
    *list = all.match;
    *count = all.count;
    return true;
}

/* ---- One of them ---------------------------------------------------------------------------- */

bool home_past_find(const uint8_t *log, size_t size, struct past_match *match)
{
    bool found = false;

    for (unsigned n = 1; n <= HOME_STORES_MAX && !found; n++) {
        struct database database;
        struct finished from;

        found = open_store(n, DATABASE_READ, &database) &&
                finished_find(&database, log, size, &from) == 1;
        if (found)
            copy(n, &from, match);
        database_release(&database);
    }
    return found;
}

bool home_past_log(const struct past_match *match, uint8_t **bytes, size_t *size,
                   struct hc_problem *why)
{
    struct database database;

    *bytes = open_store(match->store, DATABASE_READ, &database)
                 ? finished_log(&database, match->id, size)
                 : NULL;
    *why = database.why;
    database_release(&database);
    return *bytes;
}

/* A room whose match is over would miss its log, so such rooms go first. */
bool home_past_remove(const struct past_match *match, struct hc_problem *why)
{
    struct database database;
    bool removed;

    if (!home_tidy(match->store, why))
        return false;
    removed = open_store(match->store, DATABASE_CHANGE, &database) &&
              finished_remove(&database, match->id);
    if (!removed)
        *why = database.why;
    database_release(&database);
    return removed;
}
