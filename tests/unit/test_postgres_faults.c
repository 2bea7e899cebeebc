// SPDX-License-Identifier: MIT
/*
 * test_postgres_faults.c: connections to PostgreSQL that break at every place. Whatever is reported
 * as durable is there, and nothing of what is reported as failed; a server that was overtaken by
 * another stores nothing more. HC_POSTGRES is the address of a server.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stored.h"

#include <libpq-fe.h>
#include <poll.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { STEP_BYTES = 29, CUTS_MAX = 400, BETWEEN_MAX = 16, LEASE_MS = 3600000 };

enum direction { TO_SERVER, TO_CLIENT };

/* ---- A wire that can be cut ---- */

static struct wire {
    int listener;
    pthread_t thread, between[BETWEEN_MAX * CUTS_MAX];
    unsigned betweens;
    char server[108];
    /* How many bytes in that direction may still pass; less than 0: all. */
    atomic_long left[2];
    atomic_uint cuts;
} wire;

static int dial(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int to = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    if (connect(to, (const struct sockaddr *)&address, sizeof address)) {
        close(to);
        return -1;
    }
    return to;
}

/* False if the wire is cut, or has ended. */
static bool pass(int from, int to, enum direction direction)
{
    char bytes[4096];
    long left = atomic_load(&wire.left[direction]);
    ssize_t size =
        read(from, bytes, left >= 0 && left < (long)sizeof bytes ? (size_t)left + 1 : sizeof bytes);
    bool is_cut = left >= 0 && size > left;

    if (size <= 0)
        return false;
    if (left >= 0)
        atomic_fetch_sub(&wire.left[direction], is_cut ? left : size);
    if (is_cut)
        size = left;
    for (ssize_t done = 0, sent; done < size; done += sent)
        if ((sent = send(to, bytes + done, (size_t)(size - done), MSG_NOSIGNAL)) <= 0)
            return false;
    if (is_cut) {
        atomic_store(&wire.left[direction], -1);
        atomic_fetch_add(&wire.cuts, 1);
    }
    return !is_cut;
}

static void *stand_between(void *context)
{
    int client = (int)(intptr_t)context, server = dial(wire.server);
    struct pollfd ends[2] = {{.fd = client, .events = POLLIN}, {.fd = server, .events = POLLIN}};
    bool goes_on = server >= 0;

    while (goes_on && poll(ends, 2, -1) > 0) {
        if (ends[0].revents)
            goes_on = pass(client, server, TO_SERVER);
        if (goes_on && ends[1].revents)
            goes_on = pass(server, client, TO_CLIENT);
    }
    close(client);
    if (server >= 0)
        close(server);
    return NULL;
}

static void *accept_all(void *context)
{
    int client;

    (void)context;
    while ((client = accept(wire.listener, NULL, NULL)) >= 0 &&
           wire.betweens < BETWEEN_MAX * CUTS_MAX)
        if (!pthread_create(&wire.between[wire.betweens], NULL, stand_between,
                            (void *)(intptr_t)client))
            wire.betweens++;
    return NULL;
}

/* Gives the address by which the server is reached through the wire. */
static const char *lay_wire(void)
{
    static char address[200];
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    const char *host = strstr(getenv("HC_POSTGRES"), "host=") + 5;

    int length = snprintf(name.sun_path, sizeof name.sun_path, "%s/.s.PGSQL.5432", stored_folder());

    assert_in_range(length, 1, sizeof name.sun_path - 1);
    snprintf(wire.server, sizeof wire.server, "%.*s/.s.PGSQL.5432", (int)strcspn(host, "&"), host);
    atomic_store(&wire.left[TO_SERVER], -1);
    atomic_store(&wire.left[TO_CLIENT], -1);
    wire.listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(wire.listener, (const struct sockaddr *)&name, sizeof name), 0);
    assert_int_equal(listen(wire.listener, 8), 0);
    assert_int_equal(pthread_create(&wire.thread, NULL, accept_all, NULL), 0);
    snprintf(address, sizeof address, "postgresql:///postgres?host=%s&user=postgres",
             stored_folder());
    return address;
}

static void take_wire_away(void)
{
    shutdown(wire.listener, SHUT_RDWR);
    pthread_join(wire.thread, NULL);
    for (unsigned i = 0; i < wire.betweens; i++)
        pthread_join(wire.between[i], NULL);
    close(wire.listener);
    wire.betweens = 0;
    unlink(stored_path(".s.PGSQL.5432"));
}

/* ---- Tests ---- */

static int64_t ask(const char *sql)
{
    PGconn *connection = PQconnectdb(getenv("HC_POSTGRES"));
    PGresult *result = PQexec(connection, sql);
    int64_t value = 0;

    if (PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result))
        value = atoll(PQgetvalue(result, 0, 0));
    else if (PQresultStatus(result) != PGRES_COMMAND_OK &&
             PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s", PQerrorMessage(connection));
    PQclear(result);
    PQfinish(connection);
    return value;
}

static struct store *open_it(const char *address)
{
    struct hc_problem why;
    struct store *store = store_open(address, &why);

    if (!store || !store_each_room(store, NULL, NULL, &why))
        fail_msg("%s", why.text);
    return store;
}

static enum store_outcome write_piece(struct store *store, uint64_t log_size, const char *memo,
                                      struct answer *answer)
{
    struct store_batch *batch = store_batch_new();

    assert_true(add_log(batch, 1, log_size, "a piece of a log", 16));
    assert_true(add_room(batch, 2, 0, "\1bytes", 6));
    assert_true(
        store_batch_memo(batch, (const uint8_t *)"memo", 4, (const uint8_t *)memo, strlen(memo)));
    return write_and_wait(store, batch, answer);
}

/* Cuts the wire further and further behind the beginning of a batch, until a batch is through
 * before. */
static void cut_everywhere(struct store *store, enum direction direction, uint64_t *known)
{
    struct answer *answer = answer_new();
    unsigned durable = 0, failed = 0, before;
    char memo[20];

    for (long left = 0; left < (long)CUTS_MAX * STEP_BYTES; left += STEP_BYTES) {
        enum store_outcome outcome;

        snprintf(memo, sizeof memo, "%ld", left);
        before = atomic_load(&wire.cuts);
        atomic_store(&wire.left[direction], left);
        outcome = write_piece(store, *known, memo, answer);
        atomic_store(&wire.left[direction], -1);
        if (outcome == STORE_DURABLE)
            *known += 16;
        else
            assert_int_equal(outcome, STORE_FAILED);
        assert_int_equal(ask("SELECT log_size FROM holecard.rooms WHERE room = 1"), *known);
        assert_int_equal(
            ask("SELECT coalesce(sum(length(bytes)), 0) FROM holecard.pieces WHERE room = 1"),
            *known);
        if (outcome == STORE_DURABLE) {
            char sql[100];

            snprintf(sql, sizeof sql, "SELECT count(*) FROM holecard.memos WHERE bytes = '%s'",
                     memo);
            assert_int_equal(ask(sql), 1);
        }
        if (atomic_load(&wire.cuts) == before)
            break;
        durable += outcome == STORE_DURABLE;
        failed += outcome == STORE_FAILED;
    }
    /* It was cut before anything was stored; and, on the way back, also after everything was. */
    assert_true(failed > 3);
    assert_true(direction == TO_SERVER || durable > 0);
    answer_free(answer);
}

static void a_cut_connection_loses_nothing(void **state)
{
    const char *address = lay_wire();
    struct store *store;
    uint64_t known = 0;

    (void)state;
    ask("SET client_min_messages = warning; DROP SCHEMA IF EXISTS holecard CASCADE");
    store = open_it(address);
    cut_everywhere(store, TO_SERVER, &known);
    cut_everywhere(store, TO_CLIENT, &known);
    store_close(store);
    take_wire_away();
}

/* A process that shares the database: what it was given with the last renewal. */
struct process {
    struct store *store;
    struct answer *answer;
    unsigned given;
};

static void take_room(void *context, const struct store_room *room)
{
    struct process *process = context;

    assert_int_equal(room->room, 7);
    process->given++;
}

static void read_memo(void *context, const uint8_t *key, size_t key_size, const uint8_t *bytes,
                      size_t size)
{
    (void)context;
    (void)key;
    (void)key_size;
    (void)bytes;
    (void)size;
}

static void keep_came(void *context, const struct store_report *report)
{
    struct process *process = context;

    answer_came(process->answer, report);
}

/* One renewal, with all that there can be in it. What came with one that failed does not count. */
static bool keep(struct process *process)
{
    const struct store_wish wish = {.lease = store_first_lease(process->store),
                                    .rooms_max = 8,
                                    .door = true,
                                    .memo = read_memo};

    process->given = 0;
    assert_true(store_keep(process->store, &wish, take_room, keep_came, process));
    answer_wait(process->answer);
    assert_int_not_equal(process->answer->outcome, STORE_MISSING);
    return process->answer->outcome == STORE_DURABLE;
}

/* Wherever a renewal is cut, a room that nobody had comes with it or with a later one. */
static void cut_keeping(struct process *process, enum direction direction)
{
    unsigned failed = 0, before;
    long left = 0;

    do {
        bool is_here, is_kept;

        ask("UPDATE holecard.rooms SET server = NULL");
        before = atomic_load(&wire.cuts);
        atomic_store(&wire.left[direction], left);
        is_kept = keep(process);
        atomic_store(&wire.left[direction], -1);
        failed += !is_kept;
        is_here = is_kept && process->given;
        for (unsigned tries = 0; tries < 3 && !is_here; tries++)
            is_here = keep(process) && process->given;
        if (!is_here)
            fail_msg("a room is lost when %ld bytes came through", left);
        left += STEP_BYTES;
    } while (atomic_load(&wire.cuts) != before);
    assert_true(failed > 3);
}

static void a_cut_renewal_loses_no_room(void **state)
{
    const char *address = lay_wire();
    struct process process = {.answer = answer_new()};
    struct hc_problem why;

    (void)state;
    ask("SET client_min_messages = warning; DROP SCHEMA IF EXISTS holecard CASCADE");
    process.store = store_open_shared(address, &(struct store_sharing){"here:1", LEASE_MS}, &why);
    if (!process.store || !store_each_room(process.store, NULL, NULL, &why))
        fail_msg("%s", why.text);
    ask("INSERT INTO holecard.rooms(room, log_size, bytes, note) VALUES(7, 0, 'room', '')");
    ask("INSERT INTO holecard.memos VALUES('key', 'what a door remembers')");
    cut_keeping(&process, TO_SERVER);
    cut_keeping(&process, TO_CLIENT);
    store_close(process.store);
    answer_free(process.answer);
    take_wire_away();
}

static void a_database_has_one_server(void **state)
{
    struct answer *answer = answer_new();
    struct hc_problem why;
    struct store *first, *second;

    (void)state;
    ask("SET client_min_messages = warning; DROP SCHEMA IF EXISTS holecard CASCADE");
    first = open_it(getenv("HC_POSTGRES"));
    assert_null(store_open(getenv("HC_POSTGRES"), &why));
    assert_non_null(strstr(why.text, "is served by another process"));
    assert_int_equal(write_piece(first, 0, "first", answer), STORE_DURABLE);
    /* Its connections are ended, and another server is faster than it is back. */
    ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE application_name = 'holecard'");
    while (!(second = store_open(getenv("HC_POSTGRES"), &why)))
        assert_non_null(strstr(why.text, "is served by another process"));
    assert_true(store_each_room(second, NULL, NULL, &why));
    assert_int_equal(write_piece(first, 16, "late", answer), STORE_FAILED);
    assert_int_equal(write_piece(first, 16, "late", answer), STORE_FAILED);
    assert_non_null(strstr(answer->sentence, "by now"));
    assert_int_equal(write_piece(second, 16, "second", answer), STORE_DURABLE);
    assert_int_equal(ask("SELECT log_size FROM holecard.rooms WHERE room = 1"), 32);
    store_close(first);
    store_close(second);
    answer_free(answer);
}

static bool has_come(struct answer *of)
{
    bool has;

    pthread_mutex_lock(&of->mutex);
    has = of->reports > of->asked;
    pthread_mutex_unlock(&of->mutex);
    return has;
}

/* A batch is written that waits for a standby, of which there is none. */
static void write_until_it_waits(struct store *store, uint64_t *known, struct answer *answer)
{
    for (;; *known += 16) {
        struct store_batch *batch = store_batch_new();

        assert_true(add_log(batch, 1, *known, "a piece of a log", 16));
        assert_true(store_write(store, batch, answer_came, answer));
        while (!has_come(answer))
            if (ask("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"))
                return;
        answer_wait(answer); /* it does not know yet that it has to wait */
        assert_int_equal(answer->outcome, STORE_DURABLE);
    }
}

/* Somebody ends that wait. What is stored may be missing on the standby, so nobody is told. */
static void a_wait_for_a_standby_cannot_be_cut_short(void **state)
{
    struct answer *answer = answer_new();
    struct store *store;
    uint64_t known = 0;
    bool was_told;

    (void)state;
    ask("SET client_min_messages = warning; DROP SCHEMA IF EXISTS holecard CASCADE");
    store = open_it(getenv("HC_POSTGRES"));
    ask("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    ask("SELECT pg_reload_conf()");
    write_until_it_waits(store, &known, answer);
    ask("SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    while (!has_come(answer) &&
           !ask("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
                " AND query LIKE 'UPDATE holecard.servers%'"))
        ;
    was_told = has_come(answer);
    ask("ALTER SYSTEM RESET synchronous_standby_names");
    ask("SELECT pg_reload_conf()");
    answer_wait(answer);
    assert_false(was_told);
    assert_int_equal(answer->outcome, STORE_DURABLE);
    assert_int_equal(ask("SELECT log_size FROM holecard.rooms WHERE room = 1"), known + 16);
    store_close(store);
    answer_free(answer);
}

static void a_newer_schema_is_refused(void **state)
{
    struct hc_problem why;

    (void)state;
    ask("SET client_min_messages = warning; DROP SCHEMA IF EXISTS holecard CASCADE");
    store_close(open_it(getenv("HC_POSTGRES")));
    ask("UPDATE holecard.meta SET value = 99");
    assert_null(store_open(getenv("HC_POSTGRES"), &why));
    assert_non_null(strstr(why.text, "has version 99, and this Holecard knows versions up to"));
}

/* What is wrong is said, and never with what an address may have in it. */
static void what_cannot_be_reached_is_said(void **state)
{
    struct hc_problem why;

    (void)state;
    assert_null(store_open("postgresql://me:hidden@127.0.0.1:1/cards", &why));
    assert_non_null(strstr(why.text, "the PostgreSQL database cards on 127.0.0.1"));
    assert_non_null(strstr(why.text, "cannot be reached"));
    assert_null(strstr(why.text, "hidden"));
    assert_null(store_open("postgresql://[", &why));
    assert_non_null(strstr(why.text, "cannot be reached"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_connection_loses_nothing),
        cmocka_unit_test(a_cut_renewal_loses_no_room),
        cmocka_unit_test(a_database_has_one_server),
        cmocka_unit_test(a_wait_for_a_standby_cannot_be_cut_short),
        cmocka_unit_test(a_newer_schema_is_refused),
        cmocka_unit_test(what_cannot_be_reached_is_said),
    };

    return cmocka_run_group_tests(tests, NULL, stored_clean);
}
