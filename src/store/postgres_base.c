// SPDX-License-Identifier: MIT
/* postgres_base.c: a PostgreSQL database as what a store stands on; the rest is in its neighbours.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/aside.h"
#include "store/postgres_inside.h"

enum { LOAD_ROOMS = 256 }; /* at once */

static const struct base_kind postgres_kind;

static struct postgres_base *of(struct base *base)
{
    return (struct postgres_base *)base;
}

static bool said(struct postgres_base *base, bool ok)
{
    if (!ok)
        base->base.why = base->postgres.why;
    return ok;
}

static int said_count(struct postgres_base *base, int count)
{
    said(base, count >= 0);
    return count;
}

/* ---- Being the server -------------------------------------------------------------------------
 */

bool is_postgres_address(const char *address)
{
    return !strncmp(address, "postgresql://", 13) || !strncmp(address, "postgres://", 11);
}

/* One process serves a database, or several share it. The lock ends with its connection; a process
 * that was cut off and overtaken is recognised by its number. */
static bool take_lock(struct postgres_base *base, bool wait)
{
    static const char *const statements[2][2] = {
        {"SELECT pg_try_advisory_lock($1)", "SELECT pg_advisory_lock($1)"},
        {"SELECT pg_try_advisory_lock_shared($1)", "SELECT pg_advisory_lock_shared($1)"}};
    struct values values = {0};
    PGresult *result;
    bool ok;

    values_integer(&values, POSTGRES_LOCK_SERVER);
    result = postgres_ask(&base->postgres, statements[base->is_shared][wait], &values);
    ok = result &&
         (wait || (libpq.PQgetlength(result, 0, 0) == 1 && *libpq.PQgetvalue(result, 0, 0)));
    if (result && !ok)
        postgres_complain(&base->postgres, "is served by another process; end that one first");
    libpq.PQclear(result);
    return ok;
}

/* A process that shares it may be cut off, and still counts on its lease. */
static bool has_no_lease(struct postgres *postgres)
{
    PGresult *result = postgres_ask(
        postgres, "SELECT FROM holecard.leases WHERE expires > clock_timestamp()", NULL);
    bool ok = result && !libpq.PQntuples(result);

    if (result && !ok)
        postgres_complain(postgres, "is served by another process; end that one first");
    libpq.PQclear(result);
    return ok;
}

bool postgres_begin_alone(struct postgres *postgres)
{
    struct values values = {0};
    PGresult *result;
    bool is_free;

    if (!postgres_do(postgres, "BEGIN", NULL))
        return false;
    values_integer(&values, POSTGRES_LOCK_SERVER);
    if (!(result =
              postgres_ask(postgres, "SELECT pg_try_advisory_xact_lock($1)::int::bigint", &values)))
        return false;
    is_free = result_integer(result, 0, 0);
    libpq.PQclear(result);
    return is_free
               ? has_no_lease(postgres)
               : postgres_complain(postgres, "is served by another process; end that one first");
}

static bool begin_serving(struct postgres_base *base)
{
    PGresult *result;

    if (!postgres_do(&base->postgres,
                     "DELETE FROM holecard.servers s WHERE NOT is_serving"
                     " AND since < now() - interval '7 days'"
                     " AND NOT EXISTS (SELECT FROM holecard.rooms r WHERE r.server = s.server)",
                     NULL))
        return false;
    /* Whoever served it alone has no connection any more. */
    if (base->is_shared)
        return postgres_do(&base->postgres,
                           "UPDATE holecard.servers s SET is_serving = false WHERE is_serving AND"
                           " NOT EXISTS (SELECT FROM holecard.leases l WHERE l.server = s.server)",
                           NULL);
    if (!has_no_lease(&base->postgres) ||
        !postgres_do(&base->postgres,
                     "UPDATE holecard.servers SET is_serving = false WHERE is_serving", NULL) ||
        !postgres_do(&base->postgres, "DELETE FROM holecard.leases", NULL) ||
        !postgres_do(&base->postgres,
                     "UPDATE holecard.rooms SET server = NULL WHERE server IS NOT NULL", NULL) ||
        !(result =
              postgres_ask(&base->postgres,
                           "INSERT INTO holecard.servers DEFAULT VALUES RETURNING server", NULL)))
        return false;
    base->server = result_integer(result, 0, 0);
    libpq.PQclear(result);
    return true;
}

static bool is_overtaken(struct postgres_base *base)
{
    struct values values = {0};
    PGresult *result;

    values_integer(&values, base->server);
    if ((result = postgres_ask(&base->postgres,
                               "SELECT FROM holecard.servers WHERE server = $1 AND is_serving",
                               &values)))
        base->is_lost = !libpq.PQntuples(result);
    libpq.PQclear(result);
    if (base->is_lost)
        postgres_complain(&base->postgres, "is served by another process by now; nothing is stored "
                                           "until this server is started anew");
    return base->is_lost || !result;
}

bool postgres_base_ready(struct postgres_base *base)
{
    if (!postgres_ready(&base->postgres))
        return false;
    if (base->claimed == base->postgres.connects)
        return true;
    /* A new connection. The lock is ours when the one before has ended on the other side too,
     * unless somebody else was faster: then we are not the server any more. */
    if (base->is_shared) {
        if (!take_lock(base, true) || !postgres_prepare(&base->postgres))
            return false;
    } else if ((base->server && is_overtaken(base)) || !take_lock(base, base->server != 0) ||
               (base->server && is_overtaken(base)) || !postgres_prepare(&base->postgres)) {
        return false;
    }
    base->claimed = base->postgres.connects;
    return true;
}

/* ---- Opening and closing ----------------------------------------------------------------------
 */

static struct postgres_base *make(const char *address, struct hc_problem *why)
{
    struct postgres_base *base = calloc(1, sizeof *base);

    if (!base) {
        snprintf(why->text, sizeof why->text, "there is not enough memory for a store");
        return NULL;
    }
    base->base.kind = &postgres_kind;
    if (postgres_open(&base->postgres, address))
        return base;
    *why = base->postgres.why;
    postgres_close(&base->postgres);
    free(base);
    return NULL;
}

/* Until nobody serves it alone: a process of an older version goes on until it is ended. */
static bool wait_until_free(struct postgres_base *base)
{
    const struct timespec wait = {0, 100000000};

    while (base->is_shared && !take_lock(base, false)) {
        if (libpq.PQstatus(base->postgres.connection) != CONNECTION_OK)
            return false;
        nanosleep(&wait, NULL);
    }
    return true;
}

bool postgres_stands_alone(struct postgres *postgres)
{
    PGresult *result =
        postgres_ask(postgres, "SELECT value FROM holecard.meta WHERE name = 'shard'", NULL);
    bool ok = result && !libpq.PQntuples(result);

    if (result && !ok)
        postgres_complain(postgres, "is shard %lld of a store that has several; name all of them",
                          (long long)result_integer(result, 0, 0));
    libpq.PQclear(result);
    return ok;
}

struct base *postgres_base_open(const char *address, const struct store_sharing *sharing,
                                bool is_part, struct hc_problem *why)
{
    struct postgres_base *base = make(address, why);

    if (!base)
        return NULL;
    if (sharing) {
        base->is_shared = true;
        base->lease_ms = sharing->lease_ms;
        snprintf(base->place, sizeof base->place, "%s", sharing->place);
    }
    base->is_part = is_part;
    if (postgres_update_schema(&base->postgres) &&
        (is_part || postgres_stands_alone(&base->postgres)) && wait_until_free(base) &&
        postgres_base_ready(base) && begin_serving(base))
        return &base->base;
    *why = base->postgres.why;
    postgres_close(&base->postgres);
    free(base);
    return NULL;
}

static struct base *open_reader(struct base *base)
{
    struct postgres_base *reader = make(of(base)->postgres.address, &base->why);

    return reader ? &reader->base : NULL;
}

static struct base *open_keeper(struct base *base)
{
    struct postgres_base *keeper = make(of(base)->postgres.address, &base->why);

    if (!keeper)
        return NULL;
    keeper->is_shared = true;
    keeper->base.read_code = base->read_code;
    keeper->lease_ms = of(base)->lease_ms;
    memcpy(keeper->place, of(base)->place, sizeof keeper->place);
    return &keeper->base;
}

/* The lock would end with the connection, but a little later on the other side: whoever serves next
 * must not find it. */
static void close_base(struct base *base)
{
    struct postgres *postgres = &of(base)->postgres;

    if (of(base)->claimed && libpq.PQstatus(postgres->connection) == CONNECTION_OK)
        (void)postgres_do(postgres, "SELECT pg_advisory_unlock_all()", NULL);
    postgres_close(&of(base)->postgres);
    free(base);
}

static void interrupt(struct base *base)
{
    PGcancel *cancel = libpq.PQgetCancel(of(base)->postgres.connection);
    char why[256];

    if (cancel)
        (void)libpq.PQcancel(cancel, why, sizeof why);
    libpq.PQfreeCancel(cancel);
}

/* ---- Rooms -------------------------------------------------------------------------------------
 */

/* Everything that names somebody is found by its index, so nobody has to know who is named where.
 */
static void read_names(struct base *base, store_names *read)
{
    (void)base;
    (void)read;
}

void postgres_give_room(const PGresult *result, int row, store_each *each, void *context)
{
    uint64_t log_size = (uint64_t)result_integer(result, row, 1);
    struct store_room room = {.room = (uint64_t)result_integer(result, row, 0)};

    room.bytes = result_bytes(result, row, 2, &room.size);
    room.note = result_bytes(result, row, 3, &room.note_size);
    room.log = result_bytes(result, row, 4, &room.log_size);
    room.finished = result_bytes(result, row, 6, &room.finished_size);
    room.finished_number = (uint32_t)result_integer(result, row, 5);
    if (room.log_size != log_size)
        room.damage = "is damaged: pieces of its log are missing";
    each(context, &room);
}

static bool load(struct base *base, store_each *each, void *context)
{
    struct postgres *postgres = &of(base)->postgres;
    int64_t last = INT64_MIN;
    int count = LOAD_ROOMS;

    while (count == LOAD_ROOMS) {
        struct values values = {0};
        PGresult *result;

        values_integer(&values, last);
        values_integer(&values, LOAD_ROOMS);
        if (!(result = postgres_ask(postgres,
                                    "SELECT " POSTGRES_ROOM_COLUMNS " FROM " POSTGRES_ROOM_TABLES
                                    " WHERE r.room > $1 AND (r.log_size > 0 OR r.bytes <> '')"
                                    " ORDER BY r.room LIMIT $2",
                                    &values)))
            return said(of(base), false);
        count = libpq.PQntuples(result);
        for (int row = 0; row < count; row++) {
            last = result_integer(result, row, 0);
            if (each)
                postgres_give_room(result, row, each, context);
        }
        libpq.PQclear(result);
    }
    return true;
}

bool postgres_memos(struct postgres *postgres, store_memo *each, void *context)
{
    PGresult *result =
        postgres_ask(postgres, "SELECT key, bytes FROM holecard.memos ORDER BY key", NULL);

    if (!result)
        return false;
    for (int row = 0; row < libpq.PQntuples(result); row++) {
        size_t key_size, size;
        const uint8_t *key = result_bytes(result, row, 0, &key_size);
        const uint8_t *bytes = result_bytes(result, row, 1, &size);

        each(context, key, key_size, bytes, size);
    }
    libpq.PQclear(result);
    return true;
}

static bool each_memo(struct base *base, store_memo *each, void *context)
{
    return said(of(base), postgres_memos(&of(base)->postgres, each, context));
}

/* One statement, so it happens whole or not at all. Whoever shares the database puts aside only
 * what belongs to its lease. */
static bool set_aside(struct base *base, uint64_t room, const char *reason)
{
    struct postgres *postgres = &of(base)->postgres;
    struct values values = {0};
    PGresult *result;
    bool ok;

    values_integer(&values, (int64_t)room);
    values_integer(&values, (int64_t)aside_now_ms());
    values_text(&values, reason);
    values_integer(&values, of(base)->is_shared ? of(base)->server : -1);
    result = postgres_ask(postgres,
                          "WITH gone AS (DELETE FROM holecard.rooms WHERE room = $1"
                          " AND ($4 < 0 OR server = $4) RETURNING room, bytes, note),"
                          " pieces AS (DELETE FROM holecard.pieces"
                          " WHERE room IN (SELECT room FROM gone) RETURNING at, bytes)"
                          "INSERT INTO holecard.aside(room, since, reason, bytes, log, note)"
                          " SELECT room, $2, $3, bytes, coalesce((SELECT string_agg(p.bytes,"
                          " ''::bytea ORDER BY at) FROM pieces p), ''), note FROM gone"
                          " RETURNING room",
                          &values);
    ok = result && libpq.PQntuples(result);
    if (result && !ok)
        postgres_complain(postgres, "has no such room, or it is another process's");
    libpq.PQclear(result);
    return said(of(base), ok);
}

static int64_t count_aside(struct base *base)
{
    PGresult *result =
        postgres_ask(&of(base)->postgres, "SELECT count(*) FROM holecard.aside", NULL);
    int64_t count = result ? result_integer(result, 0, 0) : -1;

    libpq.PQclear(result);
    said(of(base), count >= 0);
    return count;
}

static bool write_all(struct base *base, struct written *batches, size_t count)
{
    return said(of(base), postgres_write(of(base), batches, count));
}

/* What rows were before is the database's to clear away, which it does by itself (autovacuum). */
static bool forget(struct base *base, const uint8_t identity[STORE_IDENTITY_BYTES])
{
    return said(of(base), !of(base)->is_lost && postgres_base_ready(of(base)) &&
                              postgres_forget(&of(base)->postgres, identity));
}

static enum base_chore chore(const struct base *base)
{
    (void)base;
    return CHORE_NONE;
}

static void do_chore(struct base *base, enum base_chore chore)
{
    (void)base;
    (void)chore;
}

/* ---- Questions ----------------------------------------------------------------------------------
 */

static int find_log(struct base *base, uint64_t room, uint32_t number, uint8_t **log, size_t *size)
{
    struct postgres *postgres = &of(base)->postgres;
    struct values values = {0};
    const uint8_t *found;
    PGresult *result;
    int count;

    values_integer(&values, (int64_t)room);
    values_integer(&values, number);
    if (!postgres_ready(postgres) ||
        !(result = postgres_ask(postgres,
                                "SELECT log FROM holecard.matches WHERE room = $1 AND number = $2",
                                &values)))
        return said_count(of(base), -1);
    if ((count = libpq.PQntuples(result))) {
        found = result_bytes(result, 0, 0, size);
        if ((*log = malloc(*size + 1)) && *size)
            memcpy(*log, found, *size);
        if (!*log) {
            postgres_complain(postgres, "cannot be used: there is not enough memory");
            count = -1;
        }
    }
    libpq.PQclear(result);
    return said_count(of(base), count);
}

static int find_statistics(struct base *base, const uint8_t identity[STORE_IDENTITY_BYTES],
                           struct store_row *rows, uint32_t count)
{
    struct postgres *postgres = &of(base)->postgres;

    return said_count(of(base), postgres_ready(postgres)
                                    ? postgres_statistics(postgres, identity, rows, count)
                                    : -1);
}

static int find_leaders(struct base *base, const char *game, uint32_t first, struct store_row *rows,
                        uint32_t count)
{
    struct postgres *postgres = &of(base)->postgres;

    return said_count(of(base), postgres_ready(postgres)
                                    ? postgres_leaders(postgres, game, first, rows, count)
                                    : -1);
}

static int find_history(struct base *base, const uint8_t identity[STORE_IDENTITY_BYTES],
                        uint32_t first, struct store_match *matches, uint32_t count)
{
    struct postgres *postgres = &of(base)->postgres;

    return said_count(of(base), postgres_ready(postgres)
                                    ? postgres_history(postgres, identity, first, matches, count)
                                    : -1);
}

static int find_players(struct base *base, uint64_t room, uint32_t number,
                        struct store_match *match)
{
    struct postgres *postgres = &of(base)->postgres;

    return said_count(
        of(base), postgres_ready(postgres) ? postgres_players(postgres, room, number, match) : -1);
}

static int keep(struct base *base, const struct store_wish *wish, uint64_t *lease, bool *has_door,
                store_each *each, void *context)
{
    return said_count(of(base), postgres_keep(of(base), wish, lease, has_door, each, context));
}

static bool fellows(struct base *base, uint64_t lease, char places[STORE_FELLOWS_CHARS])
{
    return said(of(base), postgres_fellows(&of(base)->postgres, lease, places));
}

static bool release(struct base *base, uint64_t lease)
{
    return said(of(base), postgres_release(of(base), lease));
}

static int where(struct base *base, const char *code, uint64_t *lease,
                 char place[STORE_PLACE_CHARS])
{
    struct postgres *postgres = &of(base)->postgres;

    return said_count(of(base),
                      postgres_ready(postgres) ? postgres_where(postgres, code, lease, place) : -1);
}

static const struct base_kind postgres_kind = {
    .open_keeper = open_keeper,
    .keep = keep,
    .fellows = fellows,
    .release = release,
    .where = where,
    .open_reader = open_reader,
    .close = close_base,
    .interrupt = interrupt,
    .read_names = read_names,
    .load = load,
    .memos = each_memo,
    .set_aside = set_aside,
    .aside_count = count_aside,
    .write = write_all,
    .forget = forget,
    .chore = chore,
    .do_chore = do_chore,
    .log = find_log,
    .statistics = find_statistics,
    .leaders = find_leaders,
    .history = find_history,
    .players = find_players,
};
