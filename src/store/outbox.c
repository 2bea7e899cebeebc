// SPDX-License-Identifier: MIT
/*
 * outbox.c: counts a match for each who sat there, exactly once, though their ledgers are on
 * different shards and no transaction spans two.
 *
 * The row of the match in `outbox` is locked while somebody is at it, and so are its results, so
 * that nobody is forgotten meanwhile; who has lost that lock counts nobody. First the ratings from
 * before the match are read at all ledgers and stored with the results, for good: whoever goes on
 * later compares with the same ones. Then each person is counted in the ledger, in one transaction
 * with a row in `counted`; if that row was there before, it has been done. At last the row in
 * `outbox` goes. Whatever ends in between, all of it can be done again. Start reading at
 * outbox_count().
 */
#include <stdlib.h>
#include <string.h>

#include "store/counting.h"
#include "store/people.h"
#include "store/postgres_statistics.h"

enum { MATCHES_AT_ONCE = 16 }; /* of each shard */

struct waiting {
    unsigned shard;
    int64_t match, finished;
};

/* A match, as it is on the shard of its room. */
struct told {
    int64_t room, number;
    bool is_rated; /* the ratings from before it are stored */
    struct sitters sitters;
    struct tally tally;
    bool counts;
};

/* ---- On the shard of the room ---------------------------------------------------------------- */

static bool read_sitters(struct postgres *from, struct told *told)
{
    struct values values = {0};
    PGresult *result;

    values_integer(&values, told->sitters.match);
    if (!(result = postgres_ask(from,
                                "SELECT seat, identity, name, rating, deviation, volatility"
                                " FROM holecard.results WHERE match = $1 ORDER BY seat FOR UPDATE",
                                &values)))
        return false;
    for (int row = 0; row < libpq.PQntuples(result); row++)
        postgres_read_sitter(&told->sitters, result, row);
    libpq.PQclear(result);
    return true;
}

/* 1, and the match, in a transaction in which nobody else has it; 0 if somebody has, or it was
 * counted. */
static int take(struct postgres *from, int64_t match, struct told *told)
{
    struct values values = {0};
    const uint8_t *log;
    PGresult *result;
    size_t size;
    int count;

    memset(told, 0, sizeof *told);
    told->sitters.match = match;
    values_integer(&values, match);
    if (!(result = postgres_ask(
              from,
              "SELECT m.room, m.number, o.is_rated::int::bigint, m.log FROM holecard.outbox o"
              " JOIN holecard.matches m ON m.id = o.match WHERE o.match = $1"
              " FOR UPDATE OF o SKIP LOCKED",
              &values)))
        return -1;
    if ((count = libpq.PQntuples(result))) {
        told->room = result_integer(result, 0, 0);
        told->number = result_integer(result, 0, 1);
        told->is_rated = result_integer(result, 0, 2);
        log = result_bytes(result, 0, 3, &size);
        if (read_sitters(from, told))
            told->counts = counting_begin(&told->sitters, log, size, &told->tally);
        else
            count = -1;
    }
    libpq.PQclear(result);
    return count;
}

static bool recall_all(struct people *people, struct told *told)
{
    const char *game = hc_game_name(told->tally.game);

    for (unsigned seat = 0; seat < told->sitters.count; seat++) {
        struct sitter *sitter = &told->sitters.seat[seat];
        struct postgres *ledger;
        int shard;

        if (!sitter->is_counted)
            continue;
        if ((shard = people_ledger(people, sitter->row.identity)) < 0 ||
            !(ledger = people_reach(people, people->ledger, (unsigned)shard)) ||
            !postgres_recall(ledger, sitter, game))
            return false;
    }
    return true;
}

/* From now on the ratings from before this match are these. */
static bool rate(struct people *people, struct postgres *from, struct told *told)
{
    struct values values = {0};

    if (!recall_all(people, told))
        return false;
    for (unsigned seat = 0; seat < told->sitters.count; seat++) {
        const struct sitter *sitter = &told->sitters.seat[seat];

        if (!sitter->is_rated)
            continue;
        values_integer(&values, told->sitters.match);
        values_integer(&values, seat);
        values_real(&values, sitter->before.rating);
        values_real(&values, sitter->before.deviation);
        values_real(&values, sitter->before.volatility);
        if (!postgres_do(from,
                         "UPDATE holecard.results SET rating = $3, deviation = $4, volatility = $5"
                         " WHERE match = $1 AND seat = $2",
                         &values))
            return false;
    }
    values_integer(&values, told->sitters.match);
    return postgres_do(from, "UPDATE holecard.outbox SET is_rated = true WHERE match = $1",
                       &values);
}

static bool remove_match(struct postgres *from, const struct told *told)
{
    struct values values = {0};

    values_integer(&values, told->sitters.match);
    return postgres_do(from, "DELETE FROM holecard.outbox WHERE match = $1", &values);
}

/* ---- In the ledger --------------------------------------------------------------------------- */

/* Says that this is done; *is_new unless it was said before. */
static bool note_counted(struct postgres *ledger, const struct told *told, unsigned seat,
                         bool *is_new)
{
    struct values values = {0};
    PGresult *result;

    values_integer(&values, told->room);
    values_integer(&values, told->number);
    values_integer(&values, seat);
    result = postgres_ask(ledger,
                          "INSERT INTO holecard.counted(room, number, seat) VALUES($1, $2, $3)"
                          " ON CONFLICT DO NOTHING RETURNING seat",
                          &values);
    *is_new = result && libpq.PQntuples(result);
    libpq.PQclear(result);
    return result;
}

/* In a transaction. Others are compared by what was stored with the match. Whoever forgets the
 * person changes the match first, and then waits for the lock that is taken here: so if the match
 * is still locked behind it, what is counted now is forgotten too. */
static bool count_person(struct postgres *ledger, struct postgres *from, const struct told *told,
                         unsigned seat)
{
    struct sitters sitters = told->sitters;
    struct sitter *sitter = &sitters.seat[seat];
    bool is_new;

    if (!postgres_lock_person(ledger, sitter->row.identity) || !postgres_do(from, "SELECT", NULL) ||
        !note_counted(ledger, told, seat, &is_new))
        return false;
    if (!is_new)
        return true;
    for (unsigned other = 0; other < sitters.count; other++)
        sitters.seat[other].is_counted = other == seat;
    if (!postgres_recall(ledger, sitter, hc_game_name(told->tally.game)))
        return false;
    counting_end(&sitters, &told->tally);
    return postgres_put_row(ledger, &sitter->row);
}

static bool count_in_ledger(struct people *people, struct postgres *from, const struct told *told,
                            unsigned seat)
{
    int shard = people_ledger(people, told->sitters.seat[seat].row.identity);
    struct postgres *ledger =
        shard < 0 ? NULL : people_reach(people, people->ledger, (unsigned)shard);

    if (!ledger || !postgres_do(ledger, "BEGIN", NULL))
        return false;
    if (count_person(ledger, from, told, seat))
        return postgres_do(ledger, "COMMIT", NULL);
    postgres_roll_back(ledger);
    return false;
}

static bool count_all(struct people *people, struct postgres *from, const struct told *told)
{
    for (unsigned seat = 0; seat < told->sitters.count && seat < told->tally.seats; seat++)
        if (told->sitters.seat[seat].is_counted && !count_in_ledger(people, from, told, seat))
            return false;
    return true;
}

/* ---- One after the other --------------------------------------------------------------------- */

/* One step of a match in a transaction on the shard of its room: its ratings are stored, or it is
 * counted and done. 1 if there is another step, 0 if not, -1 if it failed. */
static int do_step(struct people *people, struct postgres *from, int64_t match)
{
    struct told told;
    int taken;
    bool ok, is_last;

    if (!postgres_do(from, "BEGIN", NULL))
        return -1;
    if ((taken = take(from, match, &told)) <= 0) {
        postgres_roll_back(from);
        return taken;
    }
    is_last = !told.counts || told.is_rated;
    ok = is_last ? (!told.counts || count_all(people, from, &told)) && remove_match(from, &told)
                 : rate(people, from, &told);
    if (ok)
        return postgres_do(from, "COMMIT", NULL) ? !is_last : -1;
    postgres_roll_back(from);
    return -1;
}

static int by_time(const void *a, const void *b)
{
    const struct waiting *one = a, *other = b;

    if (one->finished != other->finished)
        return one->finished < other->finished ? -1 : 1;
    return (one->match > other->match) - (one->match < other->match);
}

static size_t list(struct people *people, struct waiting *list)
{
    size_t count = 0;

    for (unsigned shard = 0; shard < people->count; shard++) {
        struct postgres *from = people_reach(people, people->outbox, shard);
        struct values values = {0};
        PGresult *result;

        if (!from)
            continue;
        values_integer(&values, MATCHES_AT_ONCE);
        result =
            postgres_ask(from,
                         "SELECT o.match, m.finished FROM holecard.outbox o"
                         " JOIN holecard.matches m ON m.id = o.match ORDER BY o.match LIMIT $1",
                         &values);
        for (int row = 0; result && row < libpq.PQntuples(result); row++)
            list[count++] = (struct waiting){shard, result_integer(result, row, 0),
                                             result_integer(result, row, 1)};
        libpq.PQclear(result);
    }
    qsort(list, count, sizeof *list, by_time);
    return count;
}

bool outbox_count(struct people *people)
{
    struct waiting waiting[HC_SHARDS_MAX * MATCHES_AT_ONCE];
    size_t count = list(people, waiting);
    bool any = false;

    for (size_t i = 0; i < count; i++) {
        struct postgres *from = people_reach(people, people->outbox, waiting[i].shard);
        int step = from ? do_step(people, from, waiting[i].match) : -1;

        if (step > 0)
            step = do_step(people, from, waiting[i].match);
        any |= !step;
    }
    return any;
}
