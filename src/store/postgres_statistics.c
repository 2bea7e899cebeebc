// SPDX-License-Identifier: MIT
/* postgres_statistics.c: finished matches in PostgreSQL, what is counted of them, and questions. */
#include "store/postgres_statistics.h"

#include <stdlib.h>
#include <string.h>

/* ---- Rows ----------------------------------------------------------------------------------- */

void postgres_row(struct store_row *row, const PGresult *result, int at)
{
    size_t size;
    const uint8_t *identity = result_bytes(result, at, 0, &size);

    memset(row, 0, sizeof *row);
    if (identity && size == STORE_IDENTITY_BYTES)
        memcpy(row->identity, identity, size);
    result_text(result, at, 1, row->name, sizeof row->name);
    result_text(result, at, 2, row->game, sizeof row->game);
    row->matches = result_integer(result, at, 3);
    row->wins = result_integer(result, at, 4);
    row->points = result_integer(result, at, 5);
    row->played = result_integer(result, at, 6);
    row->caught = result_integer(result, at, 7);
    row->streak = result_integer(result, at, 8);
    row->best_streak = result_integer(result, at, 9);
    row->rating = result_real(result, at, 10);
    row->deviation = result_real(result, at, 11);
    row->volatility = result_real(result, at, 12);
}

bool postgres_put_row(struct postgres *postgres, const struct store_row *row)
{
    struct values values = {0};

    values_bytes(&values, row->identity, STORE_IDENTITY_BYTES);
    values_text(&values, row->name);
    values_text(&values, row->game);
    values_integer(&values, row->matches);
    values_integer(&values, row->wins);
    values_integer(&values, row->points);
    values_integer(&values, row->played);
    values_integer(&values, row->caught);
    values_integer(&values, row->streak);
    values_integer(&values, row->best_streak);
    values_real(&values, row->rating);
    values_real(&values, row->deviation);
    values_real(&values, row->volatility);
    values_real(&values, row->rating - 2 * row->deviation);
    return postgres_do(
        postgres,
        "INSERT INTO holecard.statistics(" POSTGRES_ROW_COLUMNS ", standing)"
        " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)"
        " ON CONFLICT(identity, game) DO UPDATE SET name = $2, matches = $4, wins = $5,"
        " points = $6, played = $7, caught = $8, streak = $9, best_streak = $10, rating = $11,"
        " deviation = $12, volatility = $13, standing = $14",
        &values);
}

static bool put_result(struct postgres *postgres, int64_t match, unsigned seat,
                       const struct sitter *sitter)
{
    struct values values = {0};

    values_integer(&values, match);
    values_integer(&values, seat);
    values_bytes(&values, sitter->is_known ? sitter->row.identity : NULL, STORE_IDENTITY_BYTES);
    values_text(&values, sitter->is_named ? sitter->row.name : NULL);
    if (!sitter->is_rated)
        return postgres_do(postgres, POSTGRES_RESULT_UNRATED, &values);
    values_real(&values, sitter->before.rating);
    values_real(&values, sitter->before.deviation);
    values_real(&values, sitter->before.volatility);
    return postgres_do(postgres, POSTGRES_RESULT_RATED, &values);
}

/* ---- Counting ------------------------------------------------------------------------------- */

static int64_t lock_of(const uint8_t *identity)
{
    int64_t start;

    memcpy(&start, identity, sizeof start);
    return start;
}

bool postgres_lock_person(struct postgres *postgres, const uint8_t identity[STORE_IDENTITY_BYTES])
{
    struct values values = {0};

    values_integer(&values, lock_of(identity));
    return postgres_do(postgres, "SELECT pg_advisory_xact_lock($1)", &values);
}

static void lock_sitters(struct array *people, const struct store_result *result)
{
    static const uint8_t nobody[STORE_IDENTITY_BYTES];

    for (unsigned seat = 0; seat < result->seats; seat++)
        if (memcmp(result->seat[seat].identity, nobody, sizeof nobody) != 0)
            array_integer(people, lock_of(result->seat[seat].identity));
}

/* In one order everywhere, so that two who wait for each other cannot be. */
bool postgres_lock_people(struct postgres *postgres, struct written *batches, size_t count)
{
    struct values values = {0};
    struct array people = {0};
    struct store_entry entry;
    bool ok = true;

    for (size_t i = 0; i < count; i++)
        for (size_t offset = 0; batch_read(batches[i].batch, &offset, &entry);)
            if (entry.result)
                lock_sitters(&people, entry.result);
    if (people.failed)
        ok = postgres_complain(postgres, "cannot be used: there is not enough memory");
    else if (people.count) {
        values_integers(&values, &people);
        ok = postgres_do(postgres,
                         "SELECT pg_advisory_xact_lock(k) FROM"
                         " (SELECT DISTINCT k FROM unnest($1) AS k ORDER BY k OFFSET 0) AS people",
                         &values);
    }
    array_free(&people);
    return ok;
}

bool postgres_recall(struct postgres *postgres, struct sitter *sitter, const char *game)
{
    struct values values = {0};
    struct store_row found;
    PGresult *result;
    bool has;

    values_bytes(&values, sitter->row.identity, STORE_IDENTITY_BYTES);
    values_text(&values, game);
    if (!(result = postgres_ask(postgres,
                                "SELECT " POSTGRES_ROW_COLUMNS " FROM holecard.statistics"
                                " WHERE identity = $1 AND game = $2",
                                &values)))
        return false;
    if ((has = libpq.PQntuples(result)))
        postgres_row(&found, result, 0);
    libpq.PQclear(result);
    counting_recall(sitter, game, has ? &found : NULL);
    return true;
}

static bool count_match(struct postgres *postgres, struct sitters *sitters, const uint8_t *log,
                        size_t size)
{
    struct tally tally;
    bool counts = counting_begin(sitters, log, size, &tally);

    for (unsigned seat = 0; seat < sitters->count; seat++) {
        struct sitter *sitter = &sitters->seat[seat];

        if (sitter->is_counted && counts &&
            !postgres_recall(postgres, sitter, hc_game_name(tally.game)))
            return false;
        if (!put_result(postgres, sitters->match, seat, sitter))
            return false;
    }
    if (!counts)
        return true;
    counting_end(sitters, &tally);
    for (unsigned seat = 0; seat < sitters->count && seat < tally.seats; seat++)
        if (sitters->seat[seat].is_counted && !postgres_put_row(postgres, &sitters->seat[seat].row))
            return false;
    return true;
}

static bool put_for_later(struct postgres *postgres, const struct sitters *sitters)
{
    struct values values = {0};

    for (unsigned seat = 0; seat < sitters->count; seat++)
        if (!put_result(postgres, sitters->match, seat, &sitters->seat[seat]))
            return false;
    values_integer(&values, sitters->match);
    return postgres_do(postgres, "INSERT INTO holecard.outbox(match) VALUES($1)", &values);
}

bool postgres_add_match(struct postgres *postgres, uint64_t room, const struct store_result *result,
                        const uint8_t *log, size_t size, bool later)
{
    struct hc_log_reader reader;
    struct values values = {0};
    struct sitters sitters;
    PGresult *added;

    values_integer(&values, (int64_t)room);
    values_integer(&values, result->number);
    values_text(&values, hc_log_open(&reader, log, size) ? hc_game_name(reader.game) : "");
    values_integer(&values, (int64_t)result->finished_ms);
    values_bytes(&values, size ? log : (const uint8_t *)"", size);
    if (!(added = postgres_ask(postgres,
                               "INSERT INTO holecard.matches(room, number, game, finished, log)"
                               " VALUES($1, $2, $3, $4, $5) RETURNING id",
                               &values)))
        return false;
    counting_sit(&sitters, result_integer(added, 0, 0), result);
    libpq.PQclear(added);
    return later ? put_for_later(postgres, &sitters) : count_match(postgres, &sitters, log, size);
}

bool postgres_forget(struct postgres *postgres, const uint8_t identity[STORE_IDENTITY_BYTES])
{
    struct values values = {0};

    values_bytes(&values, identity, STORE_IDENTITY_BYTES);
    return postgres_do(postgres,
                       "WITH gone AS (DELETE FROM holecard.statistics WHERE identity = $1)"
                       "UPDATE holecard.results SET identity = NULL, name = NULL"
                       " WHERE identity = $1",
                       &values);
}

/* ---- Counting anew -------------------------------------------------------------------------- */

void postgres_read_sitter(struct sitters *sitters, const PGresult *result, int row)
{
    int64_t seat = result_integer(result, row, 0);
    const uint8_t *identity;
    struct sitter *sitter;
    size_t size;

    if (seat < 0 || seat >= HC_SEATS_MAX)
        return;
    sitter = &sitters->seat[seat];
    sitters->count = (unsigned)seat + 1;
    identity = result_bytes(result, row, 1, &size);
    sitter->is_known = identity && size == STORE_IDENTITY_BYTES;
    if (sitter->is_known)
        memcpy(sitter->row.identity, identity, size);
    sitter->is_named = !libpq.PQgetisnull(result, row, 2);
    result_text(result, row, 2, sitter->row.name, sizeof sitter->row.name);
    sitter->is_rated = !libpq.PQgetisnull(result, row, 3);
    sitter->before = sitter->is_rated
                         ? (struct rating){result_real(result, row, 3), result_real(result, row, 4),
                                           result_real(result, row, 5)}
                         : rating_first;
}

static bool read_sitters(struct postgres *postgres, struct sitters *sitters)
{
    struct values values = {0};
    PGresult *result;

    values_integer(&values, sitters->match);
    if (!(result = postgres_ask(postgres,
                                "WITH gone AS (DELETE FROM holecard.results WHERE match = $1"
                                " RETURNING seat, identity, name, rating, deviation, volatility)"
                                "SELECT * FROM gone ORDER BY seat",
                                &values)))
        return false;
    for (int row = 0; row < libpq.PQntuples(result); row++)
        postgres_read_sitter(sitters, result, row);
    libpq.PQclear(result);
    return true;
}

/* Counts the next match after number *match. 1, 0 if there is none, -1 on failure. */
static int recount_next(struct postgres *postgres, int64_t *match)
{
    struct sitters sitters = {.count = 0};
    struct values values = {0};
    PGresult *result;
    bool ok = true;
    int found;

    values_integer(&values, *match);
    if (!(result = postgres_ask(postgres,
                                "SELECT id, log FROM holecard.matches WHERE id > $1"
                                " ORDER BY id LIMIT 1",
                                &values)))
        return -1;
    if ((found = libpq.PQntuples(result))) {
        size_t size;
        const uint8_t *log = result_bytes(result, 0, 1, &size);

        *match = sitters.match = result_integer(result, 0, 0);
        ok = read_sitters(postgres, &sitters) && count_match(postgres, &sitters, log, size);
    }
    libpq.PQclear(result);
    return ok ? found : -1;
}

bool postgres_rebuild(struct postgres *postgres, void (*each)(int64_t done, int64_t all))
{
    PGresult *result = postgres_ask(postgres, "SELECT count(*) FROM holecard.matches", NULL);
    int64_t match = 0, done = 0, all = result ? result_integer(result, 0, 0) : 0;
    int found = -1;

    libpq.PQclear(result);
    if (result && postgres_do(postgres, "DELETE FROM holecard.statistics", NULL))
        while ((found = recount_next(postgres, &match)) == 1)
            if (each)
                each(++done, all);
    return found == 0;
}

/* ---- Questions ------------------------------------------------------------------------------ */

static int read_rows(PGresult *result, struct store_row *rows)
{
    int count = result ? libpq.PQntuples(result) : -1;

    for (int i = 0; i < count; i++)
        postgres_row(&rows[i], result, i);
    libpq.PQclear(result);
    return count;
}

int postgres_statistics(struct postgres *postgres, const uint8_t identity[STORE_IDENTITY_BYTES],
                        struct store_row *rows, uint32_t count)
{
    struct values values = {0};

    values_bytes(&values, identity, STORE_IDENTITY_BYTES);
    values_integer(&values, count);
    return read_rows(postgres_ask(postgres,
                                  "SELECT " POSTGRES_ROW_COLUMNS " FROM holecard.statistics"
                                  " WHERE identity = $1 ORDER BY game COLLATE \"C\" LIMIT $2",
                                  &values),
                     rows);
}

int postgres_leaders(struct postgres *postgres, const char *game, uint32_t first,
                     struct store_row *rows, uint32_t count)
{
    struct values values = {0};

    values_text(&values, game);
    values_integer(&values, count);
    values_integer(&values, first);
    return read_rows(postgres_ask(postgres,
                                  "SELECT " POSTGRES_ROW_COLUMNS
                                  " FROM holecard.statistics WHERE game = $1"
                                  " ORDER BY standing DESC, identity LIMIT $2 OFFSET $3",
                                  &values),
                     rows);
}

#define MATCH_COLUMNS "m.room, m.number, m.game, m.finished, m.id"
#define SEATS_OF      "JOIN holecard.results s ON s.match = m.id"

/* Rows of MATCH_COLUMNS, the guest's seat and rating, a seat and its name, those of one match
 * together. Returns how many matches. */
static int read_matches(PGresult *result, struct store_match *matches)
{
    int rows = result ? libpq.PQntuples(result) : -1, count = 0;
    struct store_match *match = NULL;
    int64_t last = 0;

    for (int i = 0; i < rows; i++) {
        int64_t id = result_integer(result, i, 4), seat = result_integer(result, i, 7);

        if (!match || id != last) {
            match = &matches[count++];
            memset(match, 0, sizeof *match);
            match->room = (uint64_t)result_integer(result, i, 0);
            match->number = (uint32_t)result_integer(result, i, 1);
            result_text(result, i, 2, match->game, sizeof match->game);
            match->finished_ms = (uint64_t)result_integer(result, i, 3);
            match->seat = (uint8_t)result_integer(result, i, 5);
            match->rating = result_real(result, i, 6);
            last = id;
        }
        if (libpq.PQgetisnull(result, i, 7) || seat < 0 || seat >= HC_SEATS_MAX)
            continue;
        match->seats = (uint8_t)(seat + 1);
        result_text(result, i, 8, match->name[seat], STORE_NAME_CHARS);
    }
    libpq.PQclear(result);
    return rows < 0 ? -1 : count;
}

int postgres_history(struct postgres *postgres, const uint8_t identity[STORE_IDENTITY_BYTES],
                     uint32_t first, struct store_match *matches, uint32_t count)
{
    struct values values = {0};

    values_bytes(&values, identity, STORE_IDENTITY_BYTES);
    values_integer(&values, count);
    values_integer(&values, first);
    return read_matches(postgres_ask(postgres,
                                     "WITH mine AS (SELECT DISTINCT ON (match) match, seat, rating"
                                     " FROM holecard.results WHERE identity = $1"
                                     " ORDER BY match DESC, seat LIMIT $2 OFFSET $3)"
                                     "SELECT " MATCH_COLUMNS
                                     ", mine.seat, mine.rating, s.seat, s.name FROM mine"
                                     " JOIN holecard.matches m ON m.id = mine.match"
                                     " LEFT " SEATS_OF " ORDER BY m.id DESC, s.seat",
                                     &values),
                        matches);
}

int postgres_players(struct postgres *postgres, uint64_t room, uint32_t number,
                     struct store_match *match)
{
    struct values values = {0};

    values_integer(&values, (int64_t)room);
    values_integer(&values, number);
    return read_matches(postgres_ask(postgres,
                                     "SELECT " MATCH_COLUMNS
                                     ", 0::bigint, 0::double precision, s.seat, s.name"
                                     " FROM holecard.matches m LEFT " SEATS_OF
                                     " WHERE m.room = $1 AND m.number = $2 ORDER BY s.seat",
                                     &values),
                        match);
}
