// SPDX-License-Identifier: MIT
/*
 * shard_set.c: which databases are the shards of one store. Each says which set it is of and which
 * shard; the first also says how many there were, as often as some were added. That is changed
 * under a lock on the first, in an order in which it can be done again if it is interrupted.
 */
#include <time.h>

#include "store/people.h"
#include "store/postgres_inside.h"

/* What a database says of itself; 0 of a set: nothing. */
struct place {
    int64_t set, shard;
    bool has_anything; /* rooms, or matches */
};

static bool read_place(struct postgres *postgres, struct place *place)
{
    PGresult *result =
        postgres_ask(postgres,
                     "SELECT coalesce((SELECT value FROM holecard.meta WHERE name = 'set'), 0),"
                     " coalesce((SELECT value FROM holecard.meta WHERE name = 'shard'), 0),"
                     " (SELECT count(*) FROM (SELECT FROM holecard.rooms LIMIT 1) AS r)"
                     " + (SELECT count(*) FROM (SELECT FROM holecard.matches LIMIT 1) AS m)",
                     NULL);

    if (!result)
        return false;
    place->set = result_integer(result, 0, 0);
    place->shard = result_integer(result, 0, 1);
    place->has_anything = result_integer(result, 0, 2);
    libpq.PQclear(result);
    return true;
}

static bool write_place(struct postgres *postgres, int64_t set, unsigned shard)
{
    struct values values = {0};

    values_integer(&values, set);
    values_integer(&values, shard);
    /* Whoever does not know of sets must not use it any more. */
    return postgres_do(postgres,
                       "INSERT INTO holecard.meta VALUES('set', $1), ('shard', $2),"
                       " ('compatible', 3) ON CONFLICT(name) DO UPDATE SET value = excluded.value",
                       &values);
}

static bool read_growth(struct people *people)
{
    PGresult *result =
        postgres_ask(people->ledger, "SELECT shards FROM holecard.growth ORDER BY shards", NULL);

    if (!result)
        return false;
    people->growths = 0;
    for (int row = 0; row < libpq.PQntuples(result) && row < PEOPLE_GROWTHS_MAX; row++)
        people->growth[people->growths++] = (unsigned)result_integer(result, row, 0);
    libpq.PQclear(result);
    return true;
}

static bool write_growth(struct people *people, unsigned shards)
{
    struct values values = {0};

    values_integer(&values, shards);
    return postgres_do(people->ledger, "INSERT INTO holecard.growth VALUES($1)", &values);
}

/* Processes that know of fewer shards would open ledgers elsewhere. One that was killed is
 * waited for, until a usual lease has run out twice. */
static bool has_no_others(struct postgres *first)
{
    enum { TRIES = 60 };
    const struct timespec wait = {0, 100000000};

    for (unsigned tries = 0; tries < TRIES; tries++) {
        PGresult *result = postgres_ask(
            first, "SELECT FROM holecard.leases WHERE expires > clock_timestamp()", NULL);
        bool is_free = result && !libpq.PQntuples(result);

        libpq.PQclear(result);
        if (is_free || !result)
            return is_free;
        nanosleep(&wait, NULL);
    }
    return postgres_complain(first,
                             "is served by processes that know of fewer shards; end them first");
}

static bool check_place(struct postgres *postgres, const struct place *place, int64_t set,
                        unsigned shard, unsigned before)
{
    if (place->set && (place->set != set || place->shard != shard))
        return postgres_complain(postgres,
                                 "is shard %lld of %s store; name all databases of a store, "
                                 "always in the same order",
                                 (long long)place->shard, place->set == set ? "this" : "another");
    if (!place->set && shard && shard < before)
        return postgres_complain(postgres, "is not shard %u of this store", shard);
    return place->set || !shard || !place->has_anything ||
           postgres_complain(postgres, "has something in it already; only the first database may");
}

static bool check_places(struct people *people, const struct place *places, unsigned before)
{
    for (unsigned i = 0; i < people->count; i++)
        if (!check_place(&people->ledger[i], &places[i], places->set, i, before)) {
            people->ledger->why = people->ledger[i].why;
            return false;
        }
    return people->count >= before ||
           postgres_complain(people->ledger, "is the first of %u shards; name all of them", before);
}

static bool begin_set(struct people *people, struct place *first)
{
    PGresult *result =
        postgres_ask(people->ledger, "SELECT 1 + floor(random() * 9e15)::bigint", NULL);

    if (result)
        first->set = result_integer(result, 0, 0);
    libpq.PQclear(result);
    return result && write_place(people->ledger, first->set, 0);
}

static bool grow(struct people *people, struct place *places, unsigned before)
{
    if (before && !has_no_others(people->ledger))
        return false;
    /* What a database had before it was one of several stays there. */
    if (!before && places->has_anything && !write_growth(people, 1))
        return false;
    for (unsigned i = 0; i < people->count; i++)
        if (!places[i].set && !write_place(&people->ledger[i], places->set, i)) {
            people->ledger->why = people->ledger[i].why;
            return false;
        }
    return write_growth(people, people->count) && read_growth(people);
}

static bool claim(struct people *people)
{
    struct place places[HC_SHARDS_MAX];
    unsigned before;

    for (unsigned i = 0; i < people->count; i++)
        if (!read_place(&people->ledger[i], &places[i])) {
            people->ledger->why = people->ledger[i].why;
            return false;
        }
    if (!read_growth(people))
        return false;
    before = people->growths ? people->growth[people->growths - 1] : 0;
    if (!check_places(people, places, before) || (!places->set && !begin_set(people, places)))
        return false;
    return people->count == before || grow(people, places, before);
}

bool shard_set_claim(struct people *people, struct hc_problem *why)
{
    struct values values = {0};
    bool ok;

    values_integer(&values, POSTGRES_LOCK_SHARDS);
    ok = postgres_do(people->ledger, "SELECT pg_advisory_lock($1)", &values) && claim(people);
    *why = people->ledger->why;
    values_integer(&values, POSTGRES_LOCK_SHARDS);
    (void)postgres_do(people->ledger, "SELECT pg_advisory_unlock($1)", &values);
    return ok;
}
