// SPDX-License-Identifier: MIT
/*
 * test_store_statistics.c: ratings against the published example, counts against a match that was
 * worked out by hand, and that making everything anew changes nothing, whoever was forgotten.
 */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stored.h"

#include "files/file.h"
#include "store/rating.h"
#include "store/statistics.h"
#include "table/tally.h"

static void near(double value, double want, double within)
{
    if (!(fabs(value - want) <= within))
        fail_msg("%.6f is not %.6f", value, want);
}

/* The example of Glickman's "Example of the Glicko-2 system": a player rated 1500 with deviation
 * 200 and volatility 0.06 wins, loses and loses; tau is 0.5. */
static void glicko_as_published(void **state)
{
    const struct rating before = {1500, 200, 0.06};
    const struct rating_game games[] = {
        {{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    struct rating after = rating_after(&before, games, 3);

    (void)state;
    near(after.rating, 1464.06, 0.01);
    near(after.deviation, 151.52, 0.01);
    near(after.volatility, 0.05999, 0.00001);
    /* Without games only the deviation grows: sqrt(200^2 + (173.7178 * 0.06)^2). */
    after = rating_after(&before, NULL, 0);
    near(after.rating, 1500, 1e-9);
    near(after.deviation, 200.2714, 0.0001);
    after = rating_after(&rating_first, NULL, 0);
    near(after.deviation, 350, 1e-9);
}

static void every_game_names_what_is_counted(void **state)
{
    const struct hc_game *game;

    (void)state;
    for (size_t i = 0; (game = hc_game_at(i)); i++) {
        bool has_points = false, has_winners = false;

        for (unsigned fact = 0; fact < game->fact_count; fact++) {
            has_points |=
                game->facts[fact].common == HC_COMMON_POINTS && game->facts[fact].per_seat;
            has_winners |= game->facts[fact].common == HC_COMMON_MATCH_WINNERS;
        }
        assert_true(has_points && has_winners);
        for (unsigned counted = 0; counted < HC_COUNTED; counted++) {
            bool has_event = !game->counted[counted];

            for (unsigned kind = 0; kind < game->event_count; kind++)
                has_event |= game->counted[counted] &&
                             !strcmp(game->events[kind].name, game->counted[counted]);
            assert_true(has_event);
        }
    }
}

/* The match of docs/log-format.md: seat 0 keeps, seat 1 exchanges a card and wins the one round. */
static void a_tally_by_hand(void **state)
{
    struct hc_problem why;
    struct tally tally;
    uint8_t *log;
    size_t size;

    (void)state;
    assert_true(file_read(HC_SOURCE_DIR "/fuzz/corpus/log_bytes/example.log", &log, &size, &why));
    assert_true(tally_log(log, size, &tally, &why));
    assert_string_equal(hc_game_name(tally.game), "null");
    assert_int_equal(tally.seats, 2);
    assert_int_equal(tally.winners, 2);
    assert_int_equal(tally.points[0], 0);
    assert_int_equal(tally.points[1], 1);
    assert_int_equal(tally.counted[HC_COUNTED_PLAYED][0], 0);
    assert_int_equal(tally.counted[HC_COUNTED_PLAYED][1], 1);
    assert_false(tally_log(log, size - 1, &tally, &why));
    free(log);
}

/* ---- A store with many matches ---- */

static void name_seat(struct store_result *result, unsigned seat, uint8_t who)
{
    memset(&result->seat[seat], 0, sizeof result->seat[seat]);
    result->seat[seat].identity[3] = who;
    snprintf(result->seat[seat].name, STORE_NAME_CHARS, who ? "Person %u" : "Bot", who);
}

static void store_a_match(struct store *store, struct answer *answer, const char *game,
                          uint64_t number, const struct store_result *result)
{
    struct played *played = play_match(game, "", result->seats, number, 4000);
    struct store_batch *batch = store_batch_new();

    assert_true(store_batch_add(
        batch, &(struct store_entry){
                   .room = 50, .log = played->bytes, .log_bytes = played->size, .result = result}));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    free(played);
}

/* Six people and bots play both games in changing company. */
static void store_matches(struct store *store, struct answer *answer, uint32_t first,
                          uint32_t count)
{
    static const char *const games[] = {"two", "shed", "null"};
    uint64_t dice = 77 + first;

    for (uint32_t number = first; number < first + count; number++) {
        struct store_result result = {.number = number, .finished_ms = number, .seats = 0};

        result.seats = 2 + stored_below(&dice, 3);
        for (unsigned seat = 0; seat < result.seats; seat++)
            name_seat(&result, seat, (uint8_t)stored_below(&dice, 7));
        store_a_match(store, answer, games[number % 3], number, &result);
    }
}

static struct store *open_store(const char *path)
{
    struct hc_problem why;
    struct store *store = store_open(path, &why);

    if (!store)
        fail_msg("%s", why.text);
    assert_true(store_each_room(store, NULL, NULL, &why));
    return store;
}

/* All rows of a table as text. The caller frees it. */
static char *dump(const char *path, const char *sql)
{
    sqlite3 *sqlite;
    sqlite3_stmt *asked;
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);

    assert_non_null(to);
    assert_int_equal(sqlite3_open(path, &sqlite), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(sqlite, sql, -1, &asked, NULL), SQLITE_OK);
    while (sqlite3_step(asked) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(asked); i++) {
            if (sqlite3_column_type(asked, i) == SQLITE_FLOAT)
                fprintf(to, "%a\n", sqlite3_column_double(asked, i));
            else
                fprintf(to, "%s\n", (const char *)sqlite3_column_text(asked, i));
        }
    sqlite3_finalize(asked);
    sqlite3_close(sqlite);
    fclose(to);
    return text;
}

static const char all_statistics[] =
    "SELECT hex(identity), name, game, matches, wins, points, played, caught, streak, best_streak,"
    " rating, deviation, volatility, standing FROM statistics ORDER BY identity, game";
static const char all_results[] =
    "SELECT match, seat, coalesce(hex(identity), '-'), coalesce(name, '-'), rating, deviation"
    " FROM results ORDER BY match, seat";

static void rebuild(const char *path)
{
    struct database database;

    assert_true(database_open(&database, path, DATABASE_CHANGE));
    assert_true(statistics_rebuild(&database, NULL));
    database_release(&database);
}

/* Makes everything anew and sees that nothing is different. */
static void rebuilt_is_the_same(const char *path)
{
    char *rows = dump(path, all_statistics), *results = dump(path, all_results), *again;

    assert_true(strlen(rows) > 100);
    rebuild(path);
    again = dump(path, all_statistics);
    assert_string_equal(again, rows);
    free(again);
    again = dump(path, all_results);
    assert_string_equal(again, results);
    free(again);
    free(rows);
    free(results);
}

static void rebuilding_changes_nothing(void **state)
{
    uint8_t gone[STORE_IDENTITY_BYTES] = {0, 0, 0, 4};
    char path[STORED_CHARS], *others, *text;
    struct answer *answer = answer_new();
    struct store *store;

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("rebuild.db"));
    store = open_store(path);
    store_matches(store, answer, 1, 60);
    store_close(store);
    rebuilt_is_the_same(path);

    /* A forgotten person is nowhere, and nobody else's numbers change, now or later. */
    others = dump(path, "SELECT hex(identity), game, matches, rating, deviation FROM statistics"
                        " WHERE hex(identity) NOT LIKE '00000004%' ORDER BY identity, game");
    store = open_store(path);
    assert_true(store_forget(store, gone, answer_came, answer));
    answer_wait(answer);
    assert_int_equal(answer->outcome, STORE_DURABLE);
    assert_true(store_statistics(store, gone, answer_came, answer));
    answer_wait(answer);
    assert_int_equal(answer->count, 0);
    assert_true(store_history(store, gone, 0, 10, answer_came, answer));
    answer_wait(answer);
    assert_int_equal(answer->count, 0);
    store_close(store);
    rebuilt_is_the_same(path);
    text = dump(path, "SELECT hex(identity), game, matches, rating, deviation FROM statistics"
                      " ORDER BY identity, game");
    assert_string_equal(text, others);
    free(text);
    text = dump(path, all_results);
    assert_null(strstr(text, "Person 4"));
    assert_null(strstr(text, "00000004"));
    free(text);
    free(others);

    store = open_store(path);
    store_matches(store, answer, 61, 10);
    store_close(store);
    rebuilt_is_the_same(path);
    answer_free(answer);
}

/* Nothing of a forgotten name is left in the file once old rows are cleared away. */
static void a_forgotten_name_leaves_the_file(void **state)
{
    char path[STORED_CHARS];
    uint8_t gone[STORE_IDENTITY_BYTES] = {0, 0, 0, 3}, *bytes;
    struct answer *answer = answer_new();
    struct store_result result = {.number = 1, .seats = 2};
    struct store_batch *batch = store_batch_new();
    struct store *store;
    struct hc_problem why;
    uint8_t room[] = "\1................Xanthippe";
    size_t size, found = 0;

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("name.db"));
    store = open_store(path);
    name_seat(&result, 0, 3);
    snprintf(result.seat[0].name, STORE_NAME_CHARS, "Xanthippe");
    name_seat(&result, 1, 5);
    /* A person's identity stands beside the name. */
    memcpy(room + 1, gone, sizeof gone);
    assert_true(add_room(batch, 50, 0, room, sizeof room));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    store_a_match(store, answer, "null", 1, &result);
    batch = store_batch_new();
    assert_true(add_room(batch, 50, 0, "\1 nobody sits here", 18));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    assert_true(store_forget(store, gone, answer_came, answer));
    answer_wait(answer);
    /* Sweeping has one step here; the thread takes it before the second batch. */
    for (unsigned i = 0; i < 2; i++) {
        batch = store_batch_new();
        assert_true(add_room(batch, 50, 0, "\1 nobody sits here", 18));
        assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    }
    store_close(store);
    assert_true(file_read(path, &bytes, &size, &why));
    for (size_t i = 0; i + 9 <= size; i++)
        found += !memcmp(bytes + i, "Xanthippe", 9);
    assert_int_equal(found, 0);
    free(bytes);
    answer_free(answer);
}

/* ---- Small cases ---- */

static const struct store_row *row_of(struct store *store, struct answer *answer, uint8_t who,
                                      const char *game)
{
    uint8_t identity[STORE_IDENTITY_BYTES] = {0, 0, 0, who};

    assert_true(store_statistics(store, identity, answer_came, answer));
    answer_wait(answer);
    for (size_t i = 0; i < answer->count; i++)
        if (!strcmp(answer->row[i].game, game))
            return &answer->row[i];
    return NULL;
}

/* The match by hand, three times: seat 1 wins. */
static void store_by_hand(struct store *store, struct answer *answer, uint32_t number,
                          uint8_t loser, uint8_t winner, size_t cut)
{
    struct store_result result = {.number = number, .seats = 2};
    struct store_batch *batch = store_batch_new();
    struct hc_problem why;
    uint8_t *log;
    size_t size;

    name_seat(&result, 0, loser);
    name_seat(&result, 1, winner);
    assert_true(file_read(HC_SOURCE_DIR "/fuzz/corpus/log_bytes/example.log", &log, &size, &why));
    size = cut ? cut : size;
    assert_true(store_batch_add(
        batch,
        &(struct store_entry){.room = 50, .log = log, .log_bytes = size, .result = &result}));
    assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
    free(log);
}

static void streaks_and_ratings(void **state)
{
    struct answer *answer = answer_new();
    struct hc_problem why;
    struct store *store = store_open_memory(NULL, &why);
    const struct store_row *row;

    (void)state;
    assert_non_null(store);
    assert_true(store_each_room(store, NULL, NULL, &why));
    store_by_hand(store, answer, 1, 1, 2, 0);
    store_by_hand(store, answer, 2, 1, 2, 0);
    store_by_hand(store, answer, 3, 2, 1, 0);
    store_by_hand(store, answer, 4, 1, 2, 0);
    /* Cut off after the deal: nobody has won, which changes no streak and no rating. */
    store_by_hand(store, answer, 5, 1, 2, 0x83);
    row = row_of(store, answer, 2, "null");
    assert_non_null(row);
    assert_string_equal(row->name, "Person 2");
    assert_int_equal(row->matches, 5);
    assert_int_equal(row->wins, 3);
    assert_int_equal(row->points, 3);
    assert_int_equal(row->played, 3);
    assert_int_equal(row->caught, 0);
    assert_int_equal(row->streak, 1);
    assert_int_equal(row->best_streak, 2);
    assert_true(row->rating > 1500 && row->deviation < 350);
    row = row_of(store, answer, 1, "null");
    assert_int_equal(row->wins, 1);
    assert_int_equal(row->streak, 0);
    assert_int_equal(row->best_streak, 1);
    assert_true(row->rating < 1500);

    /* Against a bot, or against oneself, nobody is rated. */
    store_by_hand(store, answer, 6, 0, 3, 0);
    row = row_of(store, answer, 3, "null");
    assert_int_equal(row->wins, 1);
    near(row->rating, 1500, 0);
    near(row->deviation, 350, 0);
    store_by_hand(store, answer, 7, 4, 4, 0);
    row = row_of(store, answer, 4, "null");
    assert_int_equal(row->matches, 1);
    assert_int_equal(row->wins, 0);

    /* By the rating that is sure, which is not the order of the wins. */
    assert_true(store_leaders(store, "null", 0, 3, answer_came, answer));
    answer_wait(answer);
    assert_int_equal(answer->count, 3);
    assert_int_equal(answer->row[0].identity[3], 2);
    assert_int_equal(answer->row[1].identity[3], 1);
    assert_int_equal(answer->row[2].identity[3], 3);
    assert_true(store_leaders(store, "null", 3, 100, answer_came, answer));
    answer_wait(answer);
    assert_int_equal(answer->count, 1);
    assert_true(store_leaders(store, "no such game", 0, 100, answer_came, answer));
    answer_wait(answer);
    assert_int_equal(answer->count, 0);
    store_close(store);
    answer_free(answer);
}

/* ---- What questions cost ---- */

static int see_plan(void *context, int columns, char **values, char **names)
{
    char *plan = context;

    (void)columns;
    (void)names;
    snprintf(plan + strlen(plan), 1000 - strlen(plan), "%s; ", values[3]);
    return 0;
}

/* A leaderboard is read off its index: nothing is sorted, and nobody is looked at who is not
 * listed. */
static void leaders_are_in_order_already(void **state)
{
    char path[STORED_CHARS], plan[1000] = "";
    struct database database;

    (void)state;
    snprintf(path, sizeof path, "%s", stored_path("plan.db"));
    assert_true(database_open(&database, path, DATABASE_SERVE));
    assert_int_equal(sqlite3_exec(database.sqlite,
                                  "EXPLAIN QUERY PLAN SELECT * FROM statistics WHERE game = 'two' "
                                  "ORDER BY standing DESC, identity LIMIT 50 OFFSET 1000",
                                  see_plan, plan, NULL),
                     SQLITE_OK);
    if (!strstr(plan, "INDEX statistics_best (game=?)") || strstr(plan, "TEMP B-TREE"))
        fail_msg("%s", plan);
    database_release(&database);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(glicko_as_published),
        cmocka_unit_test(every_game_names_what_is_counted),
        cmocka_unit_test(a_tally_by_hand),
        cmocka_unit_test(streaks_and_ratings),
        cmocka_unit_test(rebuilding_changes_nothing),
        cmocka_unit_test(a_forgotten_name_leaves_the_file),
        cmocka_unit_test(leaders_are_in_order_already),
    };

    return cmocka_run_group_tests(tests, NULL, stored_clean);
}
