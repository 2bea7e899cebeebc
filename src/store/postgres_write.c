// SPDX-License-Identifier: MIT
/*
 * postgres_write.c: some batches in one transaction of PostgreSQL.
 *
 * Entries without a result go to the server a batch at a time, as arrays, in pipeline mode: nothing
 * waits for an answer before all of it is sent. COMMIT is sent when everything before it was
 * answered, so that rooms in conflict are known by then, and a connection that breaks earlier has
 * changed nothing. If it breaks at COMMIT, the number of the batch in our row of `servers` tells
 * what became of it, as soon as the server can be reached again.
 */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/postgres_inside.h"

enum { RETRY_MS_MIN = 100, RETRY_MS_MAX = 2000 };

/* What is stored of those rooms whose log is as long as the entry takes it to be, and that belong
 * to the lease, if there is one; gives the others. */
static const char put_sql[] =
    "WITH entry AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[], $4::bytea[],"
    " $5::bytea[], $6::bytea[]) AS e(room, log_size, log, bytes, note, code)),"
    " changed AS (UPDATE holecard.rooms r SET log_size = r.log_size + length(e.log),"
    " bytes = coalesce(e.bytes, r.bytes), note = e.note FROM entry e"
    " WHERE r.room = e.room AND r.log_size = e.log_size"
    " AND ($7::bigint IS NULL OR r.server = $7) RETURNING r.room),"
    " made AS (INSERT INTO holecard.rooms(room, log_size, bytes, note, code, server)"
    " SELECT room, length(log), coalesce(bytes, ''), note, code, $7 FROM entry e WHERE log_size = 0"
    " AND NOT EXISTS (SELECT FROM holecard.rooms r WHERE r.room = e.room)"
    " ON CONFLICT DO NOTHING RETURNING room),"
    " stored AS (SELECT room FROM changed UNION ALL SELECT room FROM made),"
    " piece AS (INSERT INTO holecard.pieces(room, at, bytes)"
    " SELECT room, log_size, log FROM entry JOIN stored USING (room) WHERE length(log) > 0)"
    "SELECT e.room, coalesce((SELECT log_size FROM holecard.rooms r WHERE r.room = e.room), 0)"
    " FROM entry e WHERE NOT EXISTS (SELECT FROM stored s WHERE s.room = e.room)";

static const char memo_sql[] =
    "WITH memo AS (SELECT * FROM unnest($1::bytea[], $2::bytea[]) AS m(key, bytes)),"
    " gone AS (DELETE FROM holecard.memos k USING memo m WHERE k.key = m.key AND m.bytes IS NULL)"
    "INSERT INTO holecard.memos(key, bytes) SELECT key, bytes FROM memo WHERE bytes IS NOT NULL"
    " ON CONFLICT(key) DO UPDATE SET bytes = excluded.bytes";

bool postgres_prepare(struct postgres *postgres)
{
    static const struct {
        const char *name, *sql;
    } statements[] = {{"put", put_sql}, {"memo", memo_sql}};

    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        PGresult *result =
            libpq.PQprepare(postgres->connection, statements[i].name, statements[i].sql, 0, NULL);
        bool ok =
            libpq.PQresultStatus(result) == PGRES_COMMAND_OK || postgres_failed(postgres, result);

        libpq.PQclear(result);
        if (!ok)
            return false;
    }
    return true;
}

/* ---- The pipeline --------------------------------------------------------------------------- */

/* Statements that were sent and not answered yet: for each, whose conflicts it gives, or NULL. */
struct flow {
    struct postgres_base *base;
    struct written **of;
    size_t count, size;
};

static bool out_of_memory(struct postgres_base *base)
{
    return postgres_complain(&base->postgres, "cannot be used: there is not enough memory");
}

/* Takes note of a statement that was sent, if it was. */
static bool sent(struct flow *flow, int ok, struct written *of)
{
    if (!ok)
        return postgres_failed(&flow->base->postgres, NULL);
    if (flow->count == flow->size) {
        size_t size = flow->size ? 2 * flow->size : 16;
        struct written **larger = realloc(flow->of, size * sizeof(struct written *));

        if (!larger)
            return out_of_memory(flow->base);
        flow->of = larger;
        flow->size = size;
    }
    flow->of[flow->count++] = of;
    return true;
}

static bool send_text(struct flow *flow, const char *sql, struct values *values)
{
    int ok =
        libpq.PQsendQueryParams(flow->base->postgres.connection, sql, values ? values->count : 0,
                                values ? values->type : NULL, values ? values->value : NULL,
                                values ? values->length : NULL, values ? values->format : NULL, 1);

    return sent(flow, ok, NULL);
}

static bool send_prepared(struct flow *flow, const char *name, struct values *values,
                          struct written *of)
{
    return sent(flow,
                libpq.PQsendQueryPrepared(flow->base->postgres.connection, name, values->count,
                                          values->value, values->length, values->format, 1),
                of);
}

static bool read_conflicts(struct postgres_base *base, struct written *batch,
                           const PGresult *result)
{
    for (int i = 0; i < libpq.PQntuples(result); i++)
        if (!written_conflict(batch, (uint64_t)result_integer(result, i, 0),
                              (uint64_t)result_integer(result, i, 1)))
            return out_of_memory(base);
    return true;
}

/* One answer of the pipeline. After a failure the rest of it is only said to be aborted. */
static bool read_answer(struct flow *flow, struct written *of)
{
    struct postgres *postgres = &flow->base->postgres;
    PGresult *result = libpq.PQgetResult(postgres->connection), *end;
    ExecStatusType status = libpq.PQresultStatus(result);
    bool ok = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;

    if (ok && of)
        ok = read_conflicts(flow->base, of, result);
    else if (!ok && status != PGRES_PIPELINE_ABORTED) {
        const char *state = libpq.PQresultErrorField(result, PG_DIAG_SQLSTATE);

        flow->base->is_lost = !flow->base->is_shared && state && !strcmp(state, "HC001");
        postgres_failed(postgres, result);
    }
    libpq.PQclear(result);
    while ((end = libpq.PQgetResult(postgres->connection)))
        libpq.PQclear(end);
    return ok;
}

/* Waits until everything that was sent is answered, and leaves pipeline mode. */
static bool settle(struct flow *flow)
{
    struct postgres *postgres = &flow->base->postgres;
    bool ok = true;
    PGresult *end;

    if (!libpq.PQpipelineSync(postgres->connection))
        return postgres_failed(postgres, NULL);
    for (size_t i = 0; i < flow->count; i++)
        ok = read_answer(flow, flow->of[i]) && ok;
    flow->count = 0;
    end = libpq.PQgetResult(postgres->connection);
    if (libpq.PQresultStatus(end) != PGRES_PIPELINE_SYNC && ok)
        ok = postgres_failed(postgres, end);
    libpq.PQclear(end);
    return (libpq.PQexitPipelineMode(postgres->connection) || postgres_failed(postgres, NULL)) &&
           ok;
}

static bool enter(struct flow *flow)
{
    return libpq.PQenterPipelineMode(flow->base->postgres.connection) ||
           postgres_failed(&flow->base->postgres, NULL);
}

/* ---- Entries without a result, and memos ------------------------------------------------------
 */

static bool is_slow(const struct store_entry *entry)
{
    return entry->result || entry->gone;
}

/* The code by which people find a room, or NULL. */
static void add_code(struct postgres_base *base, struct array *codes,
                     const struct store_entry *entry)
{
    char code[STORE_CODE_CHARS];
    bool has_code = entry->size && base->base.read_code &&
                    base->base.read_code(entry->bytes, entry->size, code);

    array_bytes(codes, has_code ? code : NULL, has_code ? strlen(code) : 0);
}

/* The lease that rooms must belong to, or NULL. */
static void values_lease(struct values *values, const struct postgres_base *base)
{
    if (base->is_shared)
        values_integer(values, base->server);
    else
        values_bytes(values, NULL, 0);
}

static bool put_entries(struct flow *flow, struct written *batch)
{
    struct array rooms = {0}, log_sizes = {0}, logs = {0}, bytes = {0}, notes = {0}, codes = {0};
    struct values values = {0};
    struct store_entry entry;
    bool ok = true;

    for (size_t offset = 0; batch_read(batch->batch, &offset, &entry);) {
        if (is_slow(&entry))
            continue;
        array_integer(&rooms, (int64_t)entry.room);
        array_integer(&log_sizes, (int64_t)entry.log_size);
        array_bytes(&logs, entry.log_bytes ? entry.log : (const uint8_t *)"", entry.log_bytes);
        array_bytes(&bytes, entry.size ? entry.bytes : NULL, entry.size);
        array_bytes(&notes, entry.note_size ? entry.note : (const uint8_t *)"", entry.note_size);
        add_code(flow->base, &codes, &entry);
    }
    if (rooms.failed || log_sizes.failed || logs.failed || bytes.failed || notes.failed ||
        codes.failed)
        ok = out_of_memory(flow->base);
    else if (rooms.count) {
        values_integers(&values, &rooms);
        values_integers(&values, &log_sizes);
        values_blobs(&values, &logs);
        values_blobs(&values, &bytes);
        values_blobs(&values, &notes);
        values_blobs(&values, &codes);
        values_lease(&values, flow->base);
        ok = send_prepared(flow, "put", &values, batch);
    }
    array_free(&rooms);
    array_free(&log_sizes);
    array_free(&logs);
    array_free(&bytes);
    array_free(&notes);
    array_free(&codes);
    return ok;
}

/* A key may come twice; the later one counts, and a statement may change a row only once. */
static bool is_overtaken(const struct store_batch *batch, size_t offset,
                         const struct batch_memo *memo)
{
    struct batch_memo later;

    while (batch_read_memo(batch, &offset, &later))
        if (later.key_size == memo->key_size && !memcmp(later.key, memo->key, memo->key_size))
            return true;
    return false;
}

/* Whoever shares the database remembers something only while the door is theirs. */
static bool check_door(struct flow *flow)
{
    struct values values = {0};

    if (!flow->base->is_shared)
        return true;
    values_integer(&values, flow->base->server);
    return send_text(flow, "SELECT holecard.check_door($1)", &values);
}

static bool put_memos(struct flow *flow, const struct store_batch *batch)
{
    struct array keys = {0}, bytes = {0};
    struct values values = {0};
    struct batch_memo memo;
    bool ok = true;

    for (size_t offset = 0; batch_read_memo(batch, &offset, &memo);) {
        if (is_overtaken(batch, offset, &memo))
            continue;
        array_bytes(&keys, memo.key, memo.key_size);
        array_bytes(&bytes, memo.size ? memo.bytes : NULL, memo.size);
    }
    if (keys.failed || bytes.failed)
        ok = out_of_memory(flow->base);
    else if (keys.count) {
        values_blobs(&values, &keys);
        values_blobs(&values, &bytes);
        ok = check_door(flow) && send_prepared(flow, "memo", &values, NULL);
    }
    array_free(&keys);
    array_free(&bytes);
    return ok;
}

/* ---- Entries with a result, and rooms that go --------------------------------------------------
 */

/* How long the room's log is, 0 if there is no room; and whether it must not be changed, because
 * its match was stored before or it is somebody else's. */
static bool look(struct postgres_base *base, const struct store_entry *entry, uint64_t *log_size,
                 bool *is_taken)
{
    struct postgres *postgres = &base->postgres;
    struct values values = {0};
    PGresult *result;

    values_integer(&values, (int64_t)entry->room);
    values_integer(&values, entry->result ? entry->result->number : 0);
    values_integer(&values, base->is_shared ? base->server : 0);
    if (!(result = postgres_ask(
              postgres,
              "SELECT coalesce((SELECT log_size FROM holecard.rooms WHERE room = $1), 0),"
              " (SELECT count(*) FROM holecard.matches WHERE room = $1 AND number = $2),"
              " (SELECT count(*) FROM holecard.rooms WHERE room = $1 AND $3 <> 0"
              " AND server IS DISTINCT FROM $3)",
              &values)))
        return false;
    *log_size = (uint64_t)result_integer(result, 0, 0);
    *is_taken = (entry->result && result_integer(result, 0, 1)) || result_integer(result, 0, 2);
    libpq.PQclear(result);
    return true;
}

static bool add_match(struct postgres_base *base, const struct store_entry *entry)
{
    struct postgres *postgres = &base->postgres;
    struct values values = {0};
    PGresult *result;
    const uint8_t *pieces;
    uint8_t *log;
    size_t size;
    bool ok;

    values_integer(&values, (int64_t)entry->room);
    if (!(result = postgres_ask(postgres,
                                "SELECT string_agg(bytes, ''::bytea ORDER BY at)"
                                " FROM holecard.pieces WHERE room = $1",
                                &values)))
        return false;
    pieces = result_bytes(result, 0, 0, &size);
    if (!(log = malloc(size + entry->log_bytes + 1))) {
        libpq.PQclear(result);
        return postgres_complain(postgres, "cannot be used: there is not enough memory");
    }
    if (size)
        memcpy(log, pieces, size);
    if (entry->log_bytes)
        memcpy(log + size, entry->log, entry->log_bytes);
    libpq.PQclear(result);
    ok = postgres_add_match(postgres, entry->room, entry->result, log, size + entry->log_bytes,
                            base->is_part);
    free(log);
    return ok;
}

static bool put_room(struct postgres_base *base, const struct store_entry *entry)
{
    struct postgres *postgres = &base->postgres;
    struct values values = {0};

    values_integer(&values, (int64_t)entry->room);
    if (entry->gone)
        return postgres_do(postgres, "DELETE FROM holecard.rooms WHERE room = $1", &values);
    values_bytes(&values, entry->size ? entry->bytes : NULL, entry->size);
    values_bytes(&values, entry->note_size ? entry->note : (const uint8_t *)"", entry->note_size);
    values_integer(&values, base->is_shared ? base->server : 0);
    return postgres_do(postgres,
                       "INSERT INTO holecard.rooms AS r(room, log_size, bytes, note, server)"
                       " VALUES($1, 0, coalesce($2, ''), $3, nullif($4, 0))"
                       " ON CONFLICT(room) DO UPDATE"
                       " SET log_size = 0, bytes = coalesce($2, r.bytes), note = $3",
                       &values);
}

static bool put_slow_entry(struct postgres_base *base, struct written *batch,
                           const struct store_entry *entry)
{
    struct postgres *postgres = &base->postgres;
    struct values values = {0};
    uint64_t log_size;
    bool is_taken;

    if (!look(base, entry, &log_size, &is_taken))
        return false;
    if (is_taken || log_size != entry->log_size)
        return written_conflict(batch, entry->room, log_size) || out_of_memory(base);
    values_integer(&values, (int64_t)entry->room);
    return (!entry->result || add_match(base, entry)) &&
           postgres_do(postgres, "DELETE FROM holecard.pieces WHERE room = $1", &values) &&
           put_room(base, entry);
}

static bool put_slow_entries(struct flow *flow, struct written *batch)
{
    bool is_pipelined = true;
    struct store_entry entry;

    for (size_t offset = 0; batch_read(batch->batch, &offset, &entry);) {
        if (!is_slow(&entry))
            continue;
        if (is_pipelined && !settle(flow))
            return false;
        is_pipelined = false;
        if (!put_slow_entry(flow->base, batch, &entry))
            return false;
    }
    return is_pipelined || enter(flow);
}

/* ---- Transactions ---------------------------------------------------------------------------- */

static bool put_all(struct flow *flow, struct written *batches, size_t count)
{
    struct values values = {0};

    values_integer(&values, flow->base->server);
    values_integer(&values, flow->base->batch);
    if (!enter(flow) || !send_text(flow, "BEGIN", NULL) ||
        !send_text(flow, "SELECT holecard.begin_batch($1, $2)", &values) || !settle(flow) ||
        (!flow->base->is_part && !postgres_lock_people(&flow->base->postgres, batches, count)) ||
        !enter(flow))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!put_entries(flow, &batches[i]) || !put_slow_entries(flow, &batches[i]) ||
            !put_memos(flow, batches[i].batch))
            return false;
    return settle(flow);
}

/* Whether the batch whose COMMIT was not answered, or with a doubt, is stored. It asks for as long
 * as it takes, since nobody may be told anything before it is known. */
static bool find_out(struct postgres_base *base)
{
    struct values values = {0};
    long wait_ms = RETRY_MS_MIN;

    for (;;) {
        struct timespec wait = {wait_ms / 1000, wait_ms % 1000 * 1000000};
        PGresult *result = NULL;

        if (postgres_base_ready(base) || base->is_lost) {
            /* A transaction of its own, so that whatever is found is on all standbys too. */
            values_integer(&values, base->server);
            result = postgres_ask(&base->postgres,
                                  "UPDATE holecard.servers SET since = now() WHERE server = $1"
                                  " RETURNING batch",
                                  &values);
        }
        if (result) {
            bool is_stored = libpq.PQntuples(result) && result_integer(result, 0, 0) == base->batch;

            libpq.PQclear(result);
            return is_stored || postgres_complain(&base->postgres, "was cut off");
        }
        nanosleep(&wait, NULL);
        wait_ms = wait_ms < RETRY_MS_MAX / 2 ? 2 * wait_ms : RETRY_MS_MAX;
    }
}

static bool commit(struct postgres_base *base)
{
    struct postgres *postgres = &base->postgres;
    PGresult *result;
    bool ok;

    postgres->was_warned = false;
    result = libpq.PQexec(postgres->connection, "COMMIT");
    /* A transaction that had failed says ROLLBACK. */
    ok = libpq.PQresultStatus(result) == PGRES_COMMAND_OK &&
         !strcmp(libpq.PQcmdStatus(result), "COMMIT");
    if (!ok)
        postgres_failed(postgres, result);
    libpq.PQclear(result);
    if (ok ? !postgres->was_warned : libpq.PQstatus(postgres->connection) == CONNECTION_OK)
        return ok;
    return find_out(base);
}

static void roll_back(struct postgres_base *base)
{
    struct postgres *postgres = &base->postgres;

    if (libpq.PQpipelineStatus(postgres->connection) == PQ_PIPELINE_OFF) {
        postgres_roll_back(postgres);
    } else {
        libpq.PQfinish(postgres->connection);
        postgres->connection = NULL;
    }
}

bool postgres_write(struct postgres_base *base, struct written *batches, size_t count)
{
    struct flow flow = {.base = base};
    bool ok;

    if (base->is_lost || !postgres_base_ready(base))
        return false;
    if (base->is_shared)
        base->server = (int64_t)batches->batch->lease; /* all of them have the same */
    base->batch++;
    ok = put_all(&flow, batches, count);
    free(flow.of);
    if (ok)
        return commit(base);
    roll_back(base);
    return false;
}
