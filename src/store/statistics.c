// SPDX-License-Identifier: MIT
/* statistics.c: counting matches. Start reading with count_match. */
#include "store/statistics.h"

#include <stdio.h>
#include <string.h>

#include "store/rating.h"
#include "table/tally.h"

/* Who sat at one seat of a match. */
struct sitter {
    bool is_known;   /* has an identity */
    bool is_counted; /* and sits there for the first time */
    bool is_rated;   /* is compared with others: counted, or would be if not forgotten since */
    bool is_named;
    struct rating before;
    struct store_row row; /* identity and name; of the known, also what was counted so far */
};

struct sitters {
    int64_t match;
    unsigned count;
    struct sitter seat[HC_SEATS_MAX];
};

/* ---- Rows ----------------------------------------------------------------------------------- */

static void copy_text(char *out, size_t size, sqlite3_stmt *asked, int column)
{
    const unsigned char *text = sqlite3_column_text(asked, column);

    snprintf(out, size, "%s", text ? (const char *)text : "");
}

static bool copy_identity(uint8_t identity[STORE_IDENTITY_BYTES], sqlite3_stmt *asked, int column)
{
    const void *bytes = sqlite3_column_blob(asked, column);

    if (!bytes || sqlite3_column_bytes(asked, column) != STORE_IDENTITY_BYTES)
        return false;
    memcpy(identity, bytes, STORE_IDENTITY_BYTES);
    return true;
}

static void copy_row(struct store_row *row, sqlite3_stmt *asked)
{
    memset(row, 0, sizeof *row);
    copy_identity(row->identity, asked, 0);
    copy_text(row->name, sizeof row->name, asked, 1);
    copy_text(row->game, sizeof row->game, asked, 2);
    row->matches = sqlite3_column_int64(asked, 3);
    row->wins = sqlite3_column_int64(asked, 4);
    row->points = sqlite3_column_int64(asked, 5);
    row->played = sqlite3_column_int64(asked, 6);
    row->caught = sqlite3_column_int64(asked, 7);
    row->streak = sqlite3_column_int64(asked, 8);
    row->best_streak = sqlite3_column_int64(asked, 9);
    row->rating = sqlite3_column_double(asked, 10);
    row->deviation = sqlite3_column_double(asked, 11);
    row->volatility = sqlite3_column_double(asked, 12);
}

static bool put_row(struct database *database, const struct store_row *row)
{
    return database_do(database, SQL_STATISTICS_PUT, "bttiiiiiiirrrr", row->identity,
                       (size_t)STORE_IDENTITY_BYTES, row->name, row->game, row->matches, row->wins,
                       row->points, row->played, row->caught, row->streak, row->best_streak,
                       row->rating, row->deviation, row->volatility,
                       row->rating - 2 * row->deviation);
}

bool statistics_copy(struct database *to, sqlite3_stmt *asked)
{
    struct store_row row;

    copy_row(&row, asked);
    return put_row(to, &row);
}

static bool put_result(struct database *database, int64_t match, int64_t seat,
                       const struct sitter *sitter)
{
    const char *name = sitter->is_named ? sitter->row.name : NULL;

    const uint8_t *identity = sitter->is_known ? sitter->row.identity : NULL;

    if (!sitter->is_rated)
        return database_do(database, SQL_RESULT_PUT_UNRATED, "iibt", match, seat, identity,
                           (size_t)STORE_IDENTITY_BYTES, name);
    return database_do(database, SQL_RESULT_PUT, "iibtrrr", match, seat, identity,
                       (size_t)STORE_IDENTITY_BYTES, name, sitter->before.rating,
                       sitter->before.deviation, sitter->before.volatility);
}

/* ---- Counting ------------------------------------------------------------------------------- */

/* What was counted of a known sitter in this game so far. */
static bool recall(struct database *database, struct sitter *sitter, const char *game)
{
    struct store_row *row = &sitter->row, found;
    sqlite3_stmt *asked = database_ask(database, SQL_STATISTICS_GET, "bt", row->identity,
                                       (size_t)STORE_IDENTITY_BYTES, game);
    int has = asked ? database_next(database, asked) : -1;

    if (has < 0)
        return false;
    snprintf(row->game, sizeof row->game, "%s", game);
    row->rating = rating_first.rating;
    row->deviation = rating_first.deviation;
    row->volatility = rating_first.volatility;
    if (has) {
        copy_row(&found, asked);
        memcpy(found.name, row->name, sizeof found.name);
        *row = found;
        database_enough(asked);
    }
    sitter->before = (struct rating){row->rating, row->deviation, row->volatility};
    return true;
}

/* rating.h says who is compared with whom. */
static void rate(struct sitters *sitters, const struct tally *tally, unsigned seat)
{
    struct rating_game games[HC_SEATS_MAX];
    struct store_row *row = &sitters->seat[seat].row;
    struct rating after;
    size_t count = 0;

    for (unsigned other = 0; other < sitters->count; other++) {
        bool won = tally->winners >> seat & 1, other_won = tally->winners >> other & 1;

        if (other == seat || !sitters->seat[other].is_rated || (!won && !other_won))
            continue;
        games[count].opponent = sitters->seat[other].before;
        games[count++].score = won && other_won ? 0.5 : won;
    }
    if (!count)
        return;
    after = rating_after(&sitters->seat[seat].before, games, count);
    row->rating = after.rating;
    row->deviation = after.deviation;
    row->volatility = after.volatility;
}

static void count_seat(struct store_row *row, const struct tally *tally, unsigned seat)
{
    bool won = tally->winners >> seat & 1;

    row->matches++;
    row->wins += won;
    row->points += tally->points[seat];
    row->played += tally->counted[HC_COUNTED_PLAYED][seat];
    row->caught += tally->counted[HC_COUNTED_CAUGHT][seat];
    /* A match that nobody has won neither lengthens a streak nor ends it. */
    if (tally->winners)
        row->streak = won ? row->streak + 1 : 0;
    if (row->streak > row->best_streak)
        row->best_streak = row->streak;
}

/* A person who sits twice is counted once: whose win over whom would it be? */
static void choose_counted(struct sitters *sitters)
{
    for (unsigned seat = 0; seat < sitters->count; seat++) {
        struct sitter *sitter = &sitters->seat[seat];

        sitter->is_counted = sitter->is_known;
        for (unsigned other = 0; other < seat; other++)
            if (sitters->seat[other].is_known &&
                !memcmp(sitter->row.identity, sitters->seat[other].row.identity,
                        STORE_IDENTITY_BYTES))
                sitter->is_counted = false;
        if (sitter->is_known)
            sitter->is_rated = sitter->is_counted;
    }
}

/* Writes the result of a match down, and counts it. A log that does not replay counts for nothing;
 * `holecard store check` names it. */
static bool count_match(struct database *database, struct sitters *sitters, const uint8_t *log,
                        size_t size)
{
    struct tally tally;
    struct hc_problem why;
    bool counts = tally_log(log, size, &tally, &why);

    choose_counted(sitters);
    for (unsigned seat = 0; seat < sitters->count; seat++) {
        struct sitter *sitter = &sitters->seat[seat];

        if (sitter->is_counted && counts && !recall(database, sitter, hc_game_name(tally.game)))
            return false;
        if (!put_result(database, sitters->match, seat, sitter))
            return false;
    }
    for (unsigned seat = 0; counts && seat < sitters->count && seat < tally.seats; seat++) {
        if (!sitters->seat[seat].is_counted)
            continue;
        count_seat(&sitters->seat[seat].row, &tally, seat);
        rate(sitters, &tally, seat);
        if (!put_row(database, &sitters->seat[seat].row))
            return false;
    }
    return true;
}

bool statistics_add(struct database *database, int64_t match, const struct store_result *result,
                    const uint8_t *log, size_t size)
{
    static const uint8_t nobody[STORE_IDENTITY_BYTES];
    struct sitters sitters = {.match = match, .count = result->seats};

    for (unsigned seat = 0; seat < result->seats; seat++) {
        struct sitter *sitter = &sitters.seat[seat];

        sitter->is_known = memcmp(result->seat[seat].identity, nobody, sizeof nobody) != 0;
        sitter->is_named = *result->seat[seat].name;
        sitter->before = rating_first;
        memcpy(sitter->row.identity, result->seat[seat].identity, STORE_IDENTITY_BYTES);
        memcpy(sitter->row.name, result->seat[seat].name, STORE_NAME_CHARS);
    }
    return count_match(database, &sitters, log, size);
}

/* ---- Making it anew ------------------------------------------------------------------------- */

static bool read_sitters(struct database *database, struct sitters *sitters)
{
    sqlite3_stmt *asked = database_ask(database, SQL_RESULT_ALL, "i", sitters->match);
    int found = -1;

    while (asked && (found = database_next(database, asked)) == 1) {
        int seat = sqlite3_column_int(asked, 0);
        struct sitter *sitter;

        if (seat < 0 || seat >= HC_SEATS_MAX)
            continue;
        sitter = &sitters->seat[seat];
        sitters->count = (unsigned)seat + 1;
        sitter->is_known = copy_identity(sitter->row.identity, asked, 1);
        sitter->is_named = sqlite3_column_type(asked, 2) != SQLITE_NULL;
        sitter->is_rated = sqlite3_column_type(asked, 3) != SQLITE_NULL;
        copy_text(sitter->row.name, sizeof sitter->row.name, asked, 2);
        sitter->before =
            (struct rating){sqlite3_column_double(asked, 3), sqlite3_column_double(asked, 4),
                            sqlite3_column_double(asked, 5)};
    }
    return found == 0;
}

/* The next match after number *match. 1, 0 if there is none, -1 on failure. */
static int recount_next(struct database *database, int64_t *match)
{
    sqlite3_stmt *asked = database_ask(database, SQL_MATCH_AFTER, "i", *match);
    int found = asked ? database_next(database, asked) : -1;
    struct sitters sitters = {.count = 0};
    bool ok;

    if (found != 1)
        return found;
    *match = sitters.match = sqlite3_column_int64(asked, 0);
    ok = read_sitters(database, &sitters) &&
         count_match(database, &sitters, sqlite3_column_blob(asked, 5),
                     (size_t)sqlite3_column_bytes(asked, 5));
    database_enough(asked);
    return ok ? 1 : -1;
}

static int64_t match_count(struct database *database)
{
    sqlite3_stmt *asked = database_ask(database, SQL_MATCH_COUNT, "");
    int64_t count = 0;

    if (asked && database_next(database, asked) == 1) {
        count = sqlite3_column_int64(asked, 0);
        database_enough(asked);
    }
    return count;
}

bool statistics_rebuild(struct database *database, void (*each)(int64_t done, int64_t all))
{
    int64_t match = 0, done = 0, all = match_count(database);
    int found = -1;

    if (!database_begin(database))
        return false;
    if (database_do(database, SQL_STATISTICS_CLEAR, ""))
        while ((found = recount_next(database, &match)) == 1)
            if (each)
                each(++done, all);
    if (found == 0)
        return database_commit(database);
    database_rollback(database);
    return false;
}

bool statistics_forget(struct database *database, const uint8_t identity[STORE_IDENTITY_BYTES])
{
    if (!database_begin(database))
        return false;
    if (database_do(database, SQL_RESULT_FORGET, "b", identity, (size_t)STORE_IDENTITY_BYTES) &&
        database_do(database, SQL_STATISTICS_FORGET, "b", identity, (size_t)STORE_IDENTITY_BYTES))
        return database_commit(database);
    database_rollback(database);
    return false;
}

/* ---- Questions ------------------------------------------------------------------------------ */

static int read_rows(struct database *database, sqlite3_stmt *asked, struct store_row *rows)
{
    int found = -1, count = 0;

    while (asked && (found = database_next(database, asked)) == 1)
        copy_row(&rows[count++], asked);
    return found < 0 ? -1 : count;
}

int statistics_of(struct database *database, const uint8_t identity[STORE_IDENTITY_BYTES],
                  struct store_row *rows, uint32_t count)
{
    return read_rows(database,
                     database_ask(database, SQL_STATISTICS_OF, "bi", identity,
                                  (size_t)STORE_IDENTITY_BYTES, (int64_t)count),
                     rows);
}

int statistics_best(struct database *database, const char *game, uint32_t first,
                    struct store_row *rows, uint32_t count)
{
    return read_rows(
        database,
        database_ask(database, SQL_STATISTICS_BEST, "tii", game, (int64_t)count, (int64_t)first),
        rows);
}

/* Room, number, game and end of a match, and its row, of a statement that gives them first. */
static int64_t copy_match(struct store_match *match, sqlite3_stmt *asked)
{
    memset(match, 0, sizeof *match);
    match->room = (uint64_t)sqlite3_column_int64(asked, 0);
    match->number = (uint32_t)sqlite3_column_int64(asked, 1);
    copy_text(match->game, sizeof match->game, asked, 2);
    match->finished_ms = (uint64_t)sqlite3_column_int64(asked, 3);
    return sqlite3_column_int64(asked, 4);
}

/* Who sat at the match of this row. */
static bool copy_names(struct database *database, int64_t row, struct store_match *match)
{
    sqlite3_stmt *asked = database_ask(database, SQL_RESULT_ALL, "i", row);
    int found = -1;

    while (asked && (found = database_next(database, asked)) == 1) {
        int seat = sqlite3_column_int(asked, 0);

        if (seat < 0 || seat >= HC_SEATS_MAX)
            continue;
        match->seats = (uint8_t)(seat + 1);
        copy_text(match->name[seat], STORE_NAME_CHARS, asked, 2);
    }
    return found == 0;
}

int statistics_history(struct database *database, const uint8_t identity[STORE_IDENTITY_BYTES],
                       uint32_t first, struct store_match *matches, uint32_t count)
{
    sqlite3_stmt *asked =
        database_ask(database, SQL_HISTORY, "bii", identity, (size_t)STORE_IDENTITY_BYTES,
                     (int64_t)count, (int64_t)first);
    int64_t row[STORE_ROWS_MAX];
    int found = -1, read = 0;

    while (asked && (found = database_next(database, asked)) == 1) {
        row[read] = copy_match(&matches[read], asked);
        matches[read].seat = (uint8_t)sqlite3_column_int(asked, 5);
        matches[read++].rating = sqlite3_column_double(asked, 6);
    }
    for (int i = 0; found >= 0 && i < read; i++)
        if (!copy_names(database, row[i], &matches[i]))
            return -1;
    return found < 0 ? -1 : read;
}

int statistics_players(struct database *database, uint64_t room, uint32_t number,
                       struct store_match *match)
{
    sqlite3_stmt *asked =
        database_ask(database, SQL_MATCH_NAMED, "ii", (int64_t)room, (int64_t)number);
    int found = asked ? database_next(database, asked) : -1;
    int64_t row;

    if (found != 1)
        return found;
    row = copy_match(match, asked);
    database_enough(asked);
    return copy_names(database, row, match) ? 1 : -1;
}
