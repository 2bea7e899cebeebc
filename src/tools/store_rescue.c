// SPDX-License-Identifier: MIT
/* store_rescue.c: `holecard store rescue FILE TO` saves what can be read of a damaged database. */
#include <stdio.h>

#include "store/damage.h"
#include "tools/store_tools.h"

static void print_count(const char *before, uint64_t count, const char *one, const char *more)
{
    printf("%s%llu %s", before, (unsigned long long)count, count == 1 ? one : more);
}

static void print_rescued(const char *to, const struct rescued *rescued)
{
    printf("%s: ", to);
    print_count("saved ", rescued->rooms, "live room", "live rooms");
    print_count(" and ", rescued->matches, "finished match", "finished matches");
    if (rescued->damage.aside)
        print_count("; set aside: ", rescued->damage.aside, "damaged room", "damaged rooms");
    if (rescued->damage.matches_aside)
        print_count("; set aside: ", rescued->damage.matches_aside, "damaged match",
                    "damaged matches");
    if (rescued->damage.results_lost)
        print_count("; lost: who sat where, in ", rescued->damage.results_lost, "row", "rows");
    if (rescued->damage.memos_lost)
        print_count("; lost: ", rescued->damage.memos_lost, "memo of a door", "memos of doors");
    if (rescued->damage.gaps)
        print_count("; ", rescued->damage.gaps, "place that cannot be read at all",
                    "places that cannot be read at all");
    if (rescued->damage.statistics)
        printf("; the statistics were counted anew");
    putchar('\n');
}

bool store_rescue(const char *path, const char *to)
{
    struct database database;
    struct rescued rescued;
    bool ok = database_open(&database, path, DATABASE_READ) &&
              database_do(&database, SQL_BEGIN_READING, "") &&
              damage_rescue(&database, to, &rescued);

    if (ok)
        print_rescued(to, &rescued);
    else
        store_say_why(&database);
    database_release(&database);
    return ok;
}
