// SPDX-License-Identifier: MIT
/*
 * test_postgres_shards.c: a store of three databases when something goes wrong in one of them.
 * Counting is broken off at every step and done again, and nobody is counted twice; a shard that
 * cannot be reached refuses its own batches and no others. HC_POSTGRES is the address of a server.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/shard.h"
#include "shards.h"
#include "store/copy.h"
#include "stored.h"

enum { PEOPLE = 4, TIMES = 3, LEASE_MS = 3600000 };

static struct answer *answer;

/* With a place it is shared with others. */
static struct store *open_store(const char *place)
{
    struct hc_problem why;
    const struct store_sharing sharing = {place, LEASE_MS};
    struct store *store =
        store_open_shards(shard_addresses(), TEST_SHARDS, place ? &sharing : NULL, &why);

    if (!store || !store_each_room(store, NULL, NULL, &why))
        fail_msg("%s", why.text);
    return store;
}

static void run_on_all(const char *sql)
{
    for (unsigned shard = 0; shard < TEST_SHARDS; shard++)
        shard_ask(shard_addresses()[shard], sql);
}

static long long sum_of_all(const char *sql)
{
    long long sum = 0;

    for (unsigned shard = 0; shard < TEST_SHARDS; shard++)
        sum += shard_ask(shard_addresses()[shard], sql);
    return sum;
}

static void name_person(uint8_t identity[STORE_IDENTITY_BYTES], unsigned person)
{
    memset(identity, 0, STORE_IDENTITY_BYTES);
    identity[0] = (uint8_t)(person + 1);
}

/* A whole match of all people in one entry. */
static enum store_outcome write_match(struct store *store, const struct played *played,
                                      unsigned shard, uint32_t number)
{
    static uint64_t now_ms;
    struct store_result result = {.number = number, .finished_ms = ++now_ms, .seats = PEOPLE};
    const struct store_entry entry = {.room = hc_shard_number(shard, 7),
                                      .log = played->bytes,
                                      .log_bytes = played->size,
                                      .result = &result,
                                      .bytes = (const uint8_t *)"\1",
                                      .size = 1};
    struct store_batch *batch = store_batch_new();

    for (unsigned person = 0; person < PEOPLE; person++) {
        name_person(result.seat[person].identity, person);
        snprintf(result.seat[person].name, STORE_NAME_CHARS, "Person %u", person);
    }
    assert_true(batch && store_batch_add(batch, &entry));
    if (store_shards(store) > 1)
        store = store_shard(store, shard);
    store_batch_lease(batch, store_first_lease(store));
    return write_and_wait(store, batch, answer);
}

static const struct store_row *statistics_of(struct store *store, unsigned person)
{
    uint8_t identity[STORE_IDENTITY_BYTES];

    name_person(identity, person);
    assert_true(store_statistics(store, identity, answer_came, answer));
    answer_wait(answer);
    return answer->outcome == STORE_DURABLE && answer->count ? answer->row : NULL;
}

/* ---- Tests ---- */

/* A statement of counting fails so many times, each time after all that comes before it. A sequence
 * counts them, since that is not undone with a transaction. */
static void break_statement(const char *table, const char *doing)
{
    char sql[600];

    snprintf(sql, sizeof sql,
             "CREATE SEQUENCE holecard.broken;"
             "CREATE FUNCTION holecard.break() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
             " IF nextval('holecard.broken') <= %d THEN RAISE EXCEPTION 'broken'; END IF;"
             " RETURN NULL; END $$;"
             "CREATE TRIGGER broken AFTER %s ON holecard.%s FOR EACH ROW"
             " EXECUTE FUNCTION holecard.break()",
             TIMES, doing, table);
    run_on_all(sql);
}

static void mend_statement(const char *table)
{
    char sql[200];

    snprintf(sql, sizeof sql,
             "DROP TRIGGER broken ON holecard.%s; DROP FUNCTION holecard.break();"
             "DROP SEQUENCE holecard.broken",
             table);
    run_on_all(sql);
}

static void nobody_is_counted_twice(void **state)
{
    static const struct {
        const char *table, *doing;
    } steps[] = {{"results", "UPDATE"},
                 {"outbox", "UPDATE"},
                 {"counted", "INSERT"},
                 {"outbox", "DELETE"},
                 {"statistics", "INSERT OR UPDATE"}};
    struct played *played = play_match("shed", "points_to_win=1", PEOPLE, 1, UINT32_MAX);
    struct hc_problem why;
    struct store *store, *plain = store_open_memory(NULL, &why);
    uint32_t number = 0;

    (void)state;
    shards_begin();
    store = open_store(NULL);
    assert_true(store_each_room(plain, NULL, NULL, &why));
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++)
        for (unsigned shard = 0; shard < TEST_SHARDS; shard++, number++) {
            break_statement(steps[i].table, steps[i].doing);
            assert_int_equal(write_match(store, played, shard, number), STORE_DURABLE);
            assert_int_equal(write_match(plain, played, shard, number), STORE_DURABLE);
            while (sum_of_all("SELECT count(*) FROM holecard.outbox"))
                statistics_of(store, 0); /* each question is an attempt */
            mend_statement(steps[i].table);
            for (unsigned person = 0; person < PEOPLE; person++) {
                struct store_row row = *statistics_of(plain, person);

                assert_memory_equal(statistics_of(store, person), &row, sizeof row);
                assert_int_equal(row.matches, number + 1);
            }
        }
    assert_int_equal(sum_of_all("SELECT count(*) FROM holecard.counted"), PEOPLE * number);
    assert_int_equal(sum_of_all("SELECT count(*) FROM holecard.statistics"), PEOPLE);
    store_close(store);
    store_close(plain);
    free(played);
}

/* ---- Who is forgotten ---- */

/* So many statements wait for a lock of that kind, on all shards. */
static long long waiting_for(const char *kind)
{
    char sql[120];

    snprintf(sql, sizeof sql, "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = '%s'",
             kind);
    return shard_ask(getenv("HC_POSTGRES"), sql);
}

static bool has_come(struct answer *of)
{
    bool has;

    pthread_mutex_lock(&of->mutex);
    has = of->reports == of->asked + 1;
    pthread_mutex_unlock(&of->mutex);
    return has;
}

/* A person is about to be counted, and whoever does it loses the connection to the match, but not
 * the one to the ledger. Meanwhile somebody else forgets the person. */
static void who_is_forgotten_is_not_counted_afterwards(void **state)
{
    struct played *played = play_match("two", "tokens_to_win=1", PEOPLE, 3, UINT32_MAX);
    struct answer *counted = answer_new(), *forgotten = answer_new();
    PGconn *holding[TEST_SHARDS];
    uint8_t identity[STORE_IDENTITY_BYTES];
    struct store *one, *two;

    (void)state;
    shards_begin();
    name_person(identity, 0);
    one = open_store("one:1");
    for (unsigned shard = 0; shard < TEST_SHARDS; shard++) { /* the lock of this person is its */
        holding[shard] = PQconnectdb(shard_addresses()[shard]);
        PQclear(PQexec(holding[shard], "SELECT pg_advisory_lock(1)"));
    }
    assert_int_equal(write_match(one, played, 1, 0), STORE_DURABLE);
    assert_true(store_statistics(one, identity, answer_came, counted));
    while (!waiting_for("advisory"))
        ;
    two = open_store("two:2");
    assert_true(store_forget(two, identity, answer_came, forgotten));
    while (waiting_for("advisory") < 2 && !has_come(forgotten))
        if (waiting_for("transactionid"))
            shard_ask(getenv("HC_POSTGRES"),
                      "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                      " WHERE datname = 'shard_1' AND state = 'idle in transaction'");
    for (unsigned shard = 0; shard < TEST_SHARDS; shard++)
        PQfinish(holding[shard]);
    answer_wait(counted);
    answer_wait(forgotten);
    assert_int_equal(forgotten->outcome, STORE_DURABLE);
    while (sum_of_all("SELECT count(*) FROM holecard.outbox"))
        statistics_of(two, 1);
    assert_null(statistics_of(two, 0));
    assert_int_equal(statistics_of(two, 1)->matches, 1);
    store_close(one);
    store_close(two);
    answer_free(counted);
    answer_free(forgotten);
    free(played);
}

/* ---- Shards that are away ---- */

static void let_connect(unsigned shard, bool may)
{
    char sql[300];

    snprintf(sql, sizeof sql, "ALTER DATABASE shard_%u ALLOW_CONNECTIONS %s", shard,
             may ? "true" : "false");
    shard_ask(getenv("HC_POSTGRES"), sql);
    snprintf(sql, sizeof sql,
             "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
             " WHERE datname = 'shard_%u'",
             shard);
    if (!may)
        shard_ask(getenv("HC_POSTGRES"), sql);
}

/* Batches of others are stored; people are counted when all of them can be reached. */
static void a_shard_that_is_away_refuses_its_own(void **state)
{
    struct played *played = play_match("two", "tokens_to_win=1", PEOPLE, 2, UINT32_MAX);
    struct store *store;
    uint32_t number = 0, counted = 0;

    (void)state;
    shards_begin();
    store = open_store(NULL);
    for (unsigned away = 0; away < TEST_SHARDS; away++) {
        let_connect(away, false);
        for (unsigned shard = 0; shard < TEST_SHARDS; shard++) {
            enum store_outcome outcome = write_match(store, played, shard, number);

            assert_int_equal(outcome, shard == away ? STORE_FAILED : STORE_DURABLE);
            counted += shard != away;
        }
        number++;
        assert_true(store_leaders(store, "two", 0, 10, answer_came, answer));
        answer_wait(answer);
        assert_int_equal(answer->outcome, STORE_FAILED);
        let_connect(away, true);
        assert_int_equal(write_match(store, played, away, number + 100), STORE_DURABLE);
        counted++;
        for (unsigned person = 0; person < PEOPLE; person++) {
            const struct store_row *row;

            while (!(row = statistics_of(store, person)) || row->matches < counted)
                ;
            assert_int_equal(row->matches, counted);
        }
    }
    do {
        assert_true(store_leaders(store, "two", 0, 10, answer_came, answer));
        answer_wait(answer);
    } while (answer->outcome == STORE_FAILED); /* it is tried again after a second */
    assert_int_equal(answer->count, PEOPLE);
    store_close(store);
    free(played);
}

static void assert_refused(const char *const *addresses, unsigned count, const char *why_not)
{
    struct hc_problem why;
    struct store *store =
        count > 1 ? store_open_shards(addresses, count, NULL, &why) : store_open(*addresses, &why);

    assert_null(store);
    if (!strstr(why.text, why_not))
        fail_msg("it says: %s", why.text);
}

/* Whoever mixes databases up would look for rooms and people where they are not. */
static void databases_that_do_not_belong_together_are_refused(void **state)
{
    const char *const *all = shard_addresses();
    struct copied copied;
    struct hc_problem why;

    (void)state;
    shards_begin();
    store_close(open_store(NULL));
    assert_refused((const char *const[]){all[0], all[2], all[1]}, 3, "is shard 2 of this store");
    assert_refused((const char *const[]){all[1], all[0], all[2]}, 3, "is shard 1 of this store");
    assert_refused(all, 2, "is the first of 3 shards");
    assert_refused(all, 1, "is shard 0 of a store that has several");
    assert_refused(all + 1, 1, "is shard 1 of a store that has several");
    assert_refused((const char *const[]){all[0], all[1], getenv("HC_POSTGRES")}, 3,
                   "is not shard 2 of this store");
    assert_refused((const char *const[]){getenv("HC_POSTGRES"), all[1]}, 2, "of another store");
    assert_refused((const char *const[]){all[0], stored_path("a.db")}, 2, "only databases of");
    assert_false(store_copy(all[0], stored_path("b.db"), NULL, &copied, &why));
    assert_non_null(strstr(why.text, "of a store that has several"));
    store_close(open_store(NULL));

    /* Only the first may have had something in it. */
    shards_begin();
    shard_ask(getenv("HC_POSTGRES"), "DROP SCHEMA IF EXISTS holecard CASCADE");
    for (unsigned i = 0; i < 2; i++) {
        struct store *store = store_open(all[i], &why);
        struct store_batch *batch = store_batch_new();

        assert_true(store && batch && store_each_room(store, NULL, NULL, &why));
        assert_true(add_room(batch, 5, 0, "\1", 1));
        assert_int_equal(write_and_wait(store, batch, answer), STORE_DURABLE);
        store_close(store);
    }
    assert_refused(all, 2, "has something in it already");
    assert_refused((const char *const[]){all[2], all[0]}, 2, "has something in it already");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_counted_twice),
        cmocka_unit_test(who_is_forgotten_is_not_counted_afterwards),
        cmocka_unit_test(a_shard_that_is_away_refuses_its_own),
        cmocka_unit_test(databases_that_do_not_belong_together_are_refused),
    };
    int failed;

    answer = answer_new();
    failed = cmocka_run_group_tests(tests, NULL, stored_clean);
    answer_free(answer);
    return failed;
}
