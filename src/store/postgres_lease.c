// SPDX-License-Identifier: MIT
/*
 * postgres_lease.c: who has which room, where several processes share a database.
 *
 * A lease is a row of `leases`, apart from `servers`, which every batch changes: so neither waits
 * for the other. Only the database's clock says whether one has run out. Whoever finds that ends it
 * in one statement: its row goes, and its server serves no more, which begin_batch looks at in
 * every transaction. While a batch of it is being stored, its row of `servers` is locked; then it
 * is left alone until the next time. Start reading at postgres_keep().
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres_inside.h"

/* ---- Leases ---------------------------------------------------------------------------------- */

/* 1, and the number in *lease, if the statement gives one; 0 if it gives none. */
static int ask_lease(struct postgres *postgres, const char *sql, struct values *values,
                     uint64_t *lease)
{
    PGresult *result = postgres_ask(postgres, sql, values);
    int count = result ? libpq.PQntuples(result) : -1;

    if (count > 0)
        *lease = (uint64_t)result_integer(result, 0, 0);
    libpq.PQclear(result);
    return count;
}

static int take_lease(struct postgres_base *base, uint64_t *lease)
{
    struct values values = {0};

    values_integer(&values, base->lease_ms);
    values_text(&values, base->place);
    return ask_lease(&base->postgres,
                     "WITH made AS (INSERT INTO holecard.servers DEFAULT VALUES RETURNING server)"
                     "INSERT INTO holecard.leases(server, expires, place)"
                     " SELECT server, clock_timestamp() + $1 * interval '1 ms', $2 FROM made"
                     " RETURNING server",
                     &values, lease);
}

static int renew(struct postgres_base *base, uint64_t *lease)
{
    struct values values = {0};

    values_integer(&values, (int64_t)*lease);
    values_integer(&values, base->lease_ms);
    return ask_lease(&base->postgres,
                     "UPDATE holecard.leases SET expires = clock_timestamp() + $2 * interval '1 ms'"
                     " WHERE server = $1 RETURNING server",
                     &values, lease);
}

/* What is locked is being renewed, or stores a batch: it is not dead yet. Nor is our own: a renewal
 * may take so long that it is over when it is through, and then it is for others to say so. */
static bool end_expired(struct postgres *postgres, uint64_t lease)
{
    struct values values = {0};

    values_integer(&values, (int64_t)lease);
    return postgres_do(postgres,
                       "WITH ended AS (SELECT l.server FROM holecard.leases l"
                       " JOIN holecard.servers s ON s.server = l.server"
                       " WHERE l.expires < clock_timestamp() AND l.server <> $1"
                       " FOR UPDATE OF l, s SKIP LOCKED),"
                       " gone AS (DELETE FROM holecard.leases l USING ended e"
                       " WHERE l.server = e.server)"
                       "UPDATE holecard.servers s SET is_serving = false FROM ended e"
                       " WHERE s.server = e.server",
                       &values);
}

bool postgres_fellows(struct postgres *postgres, uint64_t lease, char places[STORE_FELLOWS_CHARS])
{
    struct values values = {0};
    PGresult *result;
    size_t used = 0;

    values_integer(&values, (int64_t)lease);
    if (!(result = postgres_ask(postgres,
                                "SELECT place FROM holecard.leases WHERE server <> $1"
                                " AND expires > clock_timestamp() ORDER BY place",
                                &values)))
        return false;
    for (int row = 0; row < libpq.PQntuples(result); row++) {
        char place[STORE_PLACE_CHARS];

        result_text(result, row, 0, place, sizeof place);
        if (used + strlen(place) + 2 < STORE_FELLOWS_CHARS)
            used += (size_t)snprintf(places + used, STORE_FELLOWS_CHARS - used, "%s%s",
                                     used ? " " : "", place);
    }
    libpq.PQclear(result);
    return true;
}

bool postgres_release(struct postgres_base *base, uint64_t lease)
{
    struct values values = {0};

    if (!postgres_base_ready(base))
        return false;
    values_integer(&values, (int64_t)lease);
    return postgres_do(&base->postgres,
                       "WITH gone AS (DELETE FROM holecard.leases WHERE server = $1)"
                       "UPDATE holecard.servers SET is_serving = false WHERE server = $1",
                       &values);
}

/* ---- Taking over ----------------------------------------------------------------------------- */

/* Rooms that nobody has are ours from now on: into base->taking. In a transaction. */
static bool claim(struct postgres_base *base, uint64_t lease, uint32_t rooms_max)
{
    struct values values = {0};
    PGresult *result;

    values_integer(&values, (int64_t)lease);
    values_integer(&values, rooms_max < POSTGRES_CLAIMS_MAX ? rooms_max : POSTGRES_CLAIMS_MAX);
    if (!(result = postgres_ask(
              &base->postgres,
              "WITH ours AS (SELECT FROM holecard.leases WHERE server = $1 FOR UPDATE),"
              " unowned AS (SELECT room FROM holecard.rooms WHERE server IS NULL"
              " LIMIT $2 FOR UPDATE SKIP LOCKED),"
              " left_over AS (SELECT r.room FROM holecard.servers s"
              " JOIN holecard.rooms r ON r.server = s.server"
              " WHERE NOT s.is_serving AND s.server <> $1"
              " LIMIT $2 FOR UPDATE OF r SKIP LOCKED)"
              "UPDATE holecard.rooms SET server = $1 WHERE EXISTS (SELECT FROM ours)"
              " AND room = ANY(ARRAY("
              " SELECT room FROM unowned UNION ALL SELECT room FROM left_over LIMIT $2))"
              " RETURNING room",
              &values)))
        return false;
    base->takings = (unsigned)libpq.PQntuples(result);
    for (unsigned i = 0; i < base->takings; i++)
        base->taking[i] = result_integer(result, (int)i, 0);
    libpq.PQclear(result);
    return true;
}

/* Those of base->taking that are ours, with all that belongs to them; NULL if it failed. */
static PGresult *read_claimed(struct postgres_base *base, uint64_t lease)
{
    struct array rooms = {0};
    struct values values = {0};
    PGresult *result;

    for (unsigned i = 0; i < base->takings; i++)
        array_integer(&rooms, base->taking[i]);
    values_integers(&values, &rooms);
    values_integer(&values, (int64_t)lease);
    result = rooms.failed
                 ? NULL
                 : postgres_ask(&base->postgres,
                                "SELECT " POSTGRES_ROOM_COLUMNS ", (r.code IS NULL)::int::bigint"
                                " FROM " POSTGRES_ROOM_TABLES " WHERE r.room = ANY($1)"
                                " AND r.server = $2 AND (r.log_size > 0 OR r.bytes <> '')",
                                &values);
    array_free(&rooms);
    return result;
}

/* Rooms of an older version have no code in the database yet. */
static bool add_codes(struct postgres_base *base, const PGresult *result)
{
    for (int row = 0; row < libpq.PQntuples(result); row++) {
        struct values values = {0};
        char code[STORE_CODE_CHARS];
        const uint8_t *bytes;
        size_t size;

        bytes = result_bytes(result, row, 2, &size);
        if (!result_integer(result, row, POSTGRES_ROOM_COLUMN_COUNT) || !base->base.read_code ||
            !base->base.read_code(bytes, size, code))
            continue;
        values_integer(&values, result_integer(result, row, 0));
        values_bytes(&values, code, strlen(code));
        if (!postgres_do(&base->postgres,
                         "UPDATE holecard.rooms SET code = $2 WHERE room = $1 AND NOT EXISTS"
                         " (SELECT FROM holecard.rooms WHERE code = $2)",
                         &values))
            return false;
    }
    return true;
}

/* If nobody knows whether the COMMIT was done, base->taking is asked for once more the next time:
 * otherwise rooms would be ours without being here. */
static bool take_over(struct postgres_base *base, uint64_t lease, uint32_t rooms_max,
                      store_each *each, void *context)
{
    struct postgres *postgres = &base->postgres;
    PGresult *result = NULL;

    if (!postgres_do(postgres, "BEGIN", NULL))
        return false;
    if ((!base->takings && !claim(base, lease, rooms_max)) ||
        !(result = read_claimed(base, lease)) || !add_codes(base, result)) {
        libpq.PQclear(result);
        postgres_roll_back(postgres);
        return false;
    }
    if (!postgres_do(postgres, "COMMIT", NULL)) {
        libpq.PQclear(result);
        return false;
    }
    base->takings = 0;
    for (int row = 0; row < libpq.PQntuples(result); row++)
        postgres_give_room(result, row, each, context);
    libpq.PQclear(result);
    return true;
}

/* ---- Giving ---------------------------------------------------------------------------------- */

static bool give(struct postgres *postgres, const struct store_wish *wish)
{
    struct array rooms = {0};
    struct values values = {0};
    bool ok;

    if (!wish->given_count)
        return true;
    for (size_t i = 0; i < wish->given_count; i++)
        array_integer(&rooms, (int64_t)wish->given[i]);
    values_integers(&values, &rooms);
    values_integer(&values, (int64_t)wish->lease);
    ok = rooms.failed ? postgres_complain(postgres, "cannot be used: there is not enough memory")
                      : postgres_do(postgres,
                                    "UPDATE holecard.rooms SET server = NULL"
                                    " WHERE room = ANY($1) AND server = $2",
                                    &values);
    array_free(&rooms);
    return ok;
}

/* ---- The door -------------------------------------------------------------------------------- */

/* Whether it is ours; -1 on failure. Usually somebody has it, and nothing is written. *before is
 * the lease that had it last, 0: none. */
static int look_at_door(struct postgres *postgres, uint64_t lease, bool *is_free, int64_t *before)
{
    PGresult *result = postgres_ask(postgres,
                                    "SELECT d.server, (l.server IS NULL)::int::bigint"
                                    " FROM holecard.doors d"
                                    " LEFT JOIN holecard.leases l ON l.server = d.server",
                                    NULL);
    int is_ours = -1;

    if (result) {
        bool is_known = libpq.PQntuples(result);

        *is_free = !is_known || result_integer(result, 0, 1);
        *before = is_known ? result_integer(result, 0, 0) : 0;
        is_ours = !*is_free && (uint64_t)*before == lease;
    }
    libpq.PQclear(result);
    return is_ours;
}

/* A lease that has ended is given no door, so ours is locked while this is done. It is taken from
 * the ended lease that was seen, which never comes back; whoever was faster has it. */
static int take_door(struct postgres *postgres, uint64_t lease)
{
    struct values values = {0};
    int64_t before;
    bool is_free;
    int is_ours = look_at_door(postgres, lease, &is_free, &before);

    if (is_ours || !is_free)
        return is_ours;
    values_integer(&values, (int64_t)lease);
    values_integer(&values, before);
    if (!postgres_do(
            postgres,
            "WITH ours AS (SELECT server FROM holecard.leases WHERE server = $1 FOR UPDATE)"
            "INSERT INTO holecard.doors AS d(door, server) SELECT 'telegram', server FROM ours"
            " ON CONFLICT(door) DO UPDATE SET server = excluded.server WHERE d.server = $2",
            &values))
        return -1;
    return look_at_door(postgres, lease, &is_free, &before);
}

/* ---- Keeping --------------------------------------------------------------------------------- */

/* Rooms that were just given are for somebody else to take. Those that are taken come last: what
 * fails behind them would leave them ours without being here. */
static bool look_after(struct postgres_base *base, const struct store_wish *wish, bool *is_ours,
                       store_each *each, void *context)
{
    uint32_t rooms_max = wish->given_count ? 0 : wish->rooms_max;
    int found = 0;

    if (!give(&base->postgres, wish) || !end_expired(&base->postgres, wish->lease) ||
        (wish->door && (found = take_door(&base->postgres, wish->lease)) < 0) ||
        (wish->memo && !postgres_memos(&base->postgres, wish->memo, context)))
        return false;
    *is_ours = found;
    return !rooms_max || take_over(base, wish->lease, rooms_max, each, context);
}

int postgres_keep(struct postgres_base *base, const struct store_wish *wish, uint64_t *lease,
                  bool *is_ours, store_each *each, void *context)
{
    int kept;

    *is_ours = false;
    *lease = wish->lease;

    if (!postgres_base_ready(base))
        return -1;
    if (!*lease) {
        base->takings = 0; /* of the lease before */
        kept = take_lease(base, lease);
        base->server = kept > 0 ? (int64_t)*lease : 0;
        return kept;
    }
    base->server = (int64_t)*lease;
    if ((kept = renew(base, lease)) <= 0)
        return kept;
    return look_after(base, wish, is_ours, each, context) ? 1 : -1;
}

/* ---- Finding --------------------------------------------------------------------------------- */

#define WHERE_TABLES                                                                               \
    " FROM holecard.rooms r LEFT JOIN holecard.leases l ON l.server = r.server WHERE "

int postgres_where(struct postgres *postgres, const char *code, uint64_t *lease,
                   char place[STORE_PLACE_CHARS])
{
    struct values values = {0};
    PGresult *result;
    int count;

    if (*code == '#')
        values_integer(&values, (int64_t)strtoull(code + 1, NULL, 10));
    else
        values_bytes(&values, code, strlen(code));
    if (!(result =
              postgres_ask(postgres,
                           *code == '#' ? "SELECT l.server, l.place" WHERE_TABLES "r.room = $1"
                                        : "SELECT l.server, l.place" WHERE_TABLES "r.code = $1",
                           &values)))
        return -1;
    count = libpq.PQntuples(result);
    if (count) {
        *lease = (uint64_t)result_integer(result, 0, 0);
        result_text(result, 0, 1, place, STORE_PLACE_CHARS);
    }
    libpq.PQclear(result);
    return count;
}
