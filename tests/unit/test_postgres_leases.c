// SPDX-License-Identifier: MIT
/*
 * test_postgres_leases.c: several stores on one database of PostgreSQL. A room has one lease at a
 * time; what is written under another one, or under one that was ended, is refused. Nothing here
 * waits for a lease to run out: its row is made to say that it has. HC_POSTGRES is the address of a
 * server. HC_SEED is the seed of the random part.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "seed.h"
#include "stored.h"

#include <libpq-fe.h>

/* However slow the machine is, a lease runs out when the test says so. */
enum { PROCESSES = 3, ROOMS = 12, ROUNDS = 400, LEASE_MS = 3600000 };

static uint64_t seed;

/* ---- Processes ---- */

/* A process: its store and its lease, and what it was last given. */
struct process {
    struct store *store;
    struct answer *answer;
    uint64_t lease;
    uint64_t found; /* by store_where */
    char place[STORE_PLACE_CHARS];
    bool has_door;
    char memo[32]; /* the last one that was read */
    unsigned given;
    uint64_t room[ROOMS], log_size[ROOMS];
    char bytes[ROOMS][32];
};

/* In these tests a room's bytes are a version and its code. */
static bool read_code(const uint8_t *bytes, size_t size, char code[STORE_CODE_CHARS])
{
    if (size < 2 || size > STORE_CODE_CHARS)
        return false;
    memcpy(code, bytes + 1, size - 1);
    code[size - 1] = '\0';
    return true;
}

static int64_t run_on(PGconn *connection, const char *sql)
{
    PGresult *result = PQexec(connection, sql);
    int64_t value = 0;

    if (PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result))
        value = atoll(PQgetvalue(result, 0, 0));
    else if (PQresultStatus(result) != PGRES_COMMAND_OK &&
             PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s", PQerrorMessage(connection));
    PQclear(result);
    return value;
}

static int64_t ask(const char *sql)
{
    PGconn *connection = PQconnectdb(getenv("HC_POSTGRES"));
    int64_t value = run_on(connection, sql);

    PQfinish(connection);
    return value;
}

static void begin_anew(void)
{
    ask("SET client_min_messages = warning; DROP SCHEMA IF EXISTS holecard CASCADE");
}

/* On a thread of the store. */
static void keep_came(void *context, const struct store_report *report)
{
    struct process *process = context;

    if (report->outcome == STORE_DURABLE)
        process->lease = report->lease;
    process->has_door = report->has_door;
    answer_came(process->answer, report);
}

static void where_came(void *context, const struct store_report *report)
{
    struct process *process = context;

    process->found = report->lease;
    snprintf(process->place, sizeof process->place, "%s", report->place ? report->place : "");
    answer_came(process->answer, report);
}

static void take_room(void *context, const struct store_room *room)
{
    struct process *process = context;
    unsigned at = process->given++;

    assert_true(at < ROOMS);
    process->room[at] = room->room;
    process->log_size[at] = room->log_size;
    snprintf(process->bytes[at], sizeof process->bytes[at], "%.*s", (int)room->size,
             (const char *)room->bytes);
}

static enum store_outcome keep(struct process *process, uint32_t rooms_max)
{
    const struct store_wish wish = {.lease = process->lease, .rooms_max = rooms_max};

    process->given = 0;
    assert_true(store_keep(process->store, &wish, take_room, keep_came, process));
    answer_wait(process->answer);
    return process->answer->outcome;
}

static enum store_outcome look_for(struct process *process, const char *code)
{
    assert_true(store_where(process->store, code, where_came, process));
    answer_wait(process->answer);
    return process->answer->outcome;
}

static void begin(struct process *process, const char *place)
{
    struct hc_problem why;

    memset(process, 0, sizeof *process);
    process->answer = answer_new();
    process->store =
        store_open_shared(getenv("HC_POSTGRES"), &(struct store_sharing){place, LEASE_MS}, &why);
    if (!process->store)
        fail_msg("%s", why.text);
    store_read_codes(process->store, read_code);
    if (!store_each_room(process->store, NULL, NULL, &why))
        fail_msg("%s", why.text);
    process->lease = store_first_lease(process->store);
    assert_int_not_equal(process->lease, 0);
}

static void end(struct process *process)
{
    store_close(process->store);
    answer_free(process->answer);
}

static enum store_outcome put_room(struct process *process, uint64_t room, const char *bytes)
{
    struct store_batch *batch = store_batch_new();

    store_batch_lease(batch, process->lease);
    assert_true(add_room(batch, room, 0, bytes, strlen(bytes)));
    return write_and_wait(process->store, batch, process->answer);
}

static enum store_outcome put_log(struct process *process, uint64_t room, uint64_t log_size)
{
    struct store_batch *batch = store_batch_new();

    store_batch_lease(batch, process->lease);
    assert_true(add_log(batch, room, log_size, "piece", 5));
    return write_and_wait(process->store, batch, process->answer);
}

/* As if it had not been renewed for long enough. */
static void run_out(const struct process *process)
{
    char sql[120];

    snprintf(sql, sizeof sql,
             "UPDATE holecard.leases SET expires = clock_timestamp() - interval '1 s'"
             " WHERE server = %llu",
             (unsigned long long)process->lease);
    ask(sql);
}

/* ---- Tests ---- */

static void a_room_belongs_to_one_lease(void **state)
{
    struct process one, two;

    (void)state;
    begin_anew();
    begin(&one, "one:1");
    begin(&two, "two:2");
    assert_int_not_equal(one.lease, two.lease);
    assert_int_equal(put_room(&one, 7, "\1AAAAAA"), STORE_DURABLE);
    assert_int_equal(put_log(&one, 7, 0), STORE_DURABLE);
    assert_int_equal(keep(&two, ROOMS), STORE_DURABLE);
    assert_int_equal(two.given, 0);
    assert_int_equal(put_log(&two, 7, 5), STORE_CONFLICT);
    assert_int_equal(two.answer->conflict[0].log_size, 5);
    assert_int_equal(look_for(&two, "AAAAAA"), STORE_DURABLE);
    assert_int_equal(two.found, one.lease);
    assert_string_equal(two.place, "one:1");
    assert_int_equal(look_for(&two, "BBBBBB"), STORE_MISSING);
    /* A code is given once. */
    assert_int_equal(put_room(&two, 8, "\1AAAAAA"), STORE_CONFLICT);
    assert_int_equal(put_room(&two, 8, "\1BBBBBB"), STORE_DURABLE);
    assert_int_equal(ask("SELECT log_size FROM holecard.rooms WHERE room = 7"), 5);
    end(&one);
    end(&two);
}

static void a_lease_that_has_run_out_is_ended(void **state)
{
    struct process one, two;
    uint64_t old;

    (void)state;
    begin_anew();
    begin(&one, "one:1");
    begin(&two, "two:2");
    assert_int_equal(put_room(&one, 7, "\1AAAAAA"), STORE_DURABLE);
    assert_int_equal(put_log(&one, 7, 0), STORE_DURABLE);
    run_out(&one);
    /* As long as nobody has noticed, it can be renewed, and its batches are stored. */
    assert_int_equal(put_log(&one, 7, 5), STORE_DURABLE);
    assert_int_equal(keep(&one, 0), STORE_DURABLE);
    assert_int_equal(keep(&two, ROOMS), STORE_DURABLE);
    assert_int_equal(two.given, 0);
    run_out(&one);
    assert_int_equal(keep(&two, ROOMS), STORE_DURABLE);
    assert_int_equal(two.given, 1);
    assert_int_equal(two.room[0], 7);
    assert_int_equal(two.log_size[0], 10);
    assert_string_equal(two.bytes[0], "\1AAAAAA");
    /* Whatever it believes, and whatever its batch would fit. */
    assert_int_equal(put_log(&one, 7, 10), STORE_FAILED);
    assert_int_equal(put_room(&one, 9, "\1CCCCCC"), STORE_FAILED);
    assert_int_equal(put_log(&two, 7, 10), STORE_DURABLE);
    assert_int_equal(put_log(&one, 7, 15), STORE_FAILED);
    old = one.lease;
    assert_int_equal(keep(&one, ROOMS), STORE_MISSING);
    one.lease = 0;
    assert_int_equal(put_room(&one, 9, "\1CCCCCC"), STORE_FAILED);
    assert_int_equal(keep(&one, ROOMS), STORE_DURABLE);
    assert_true(one.lease > old);
    assert_int_equal(one.given, 0);
    assert_int_equal(put_log(&one, 7, 15), STORE_CONFLICT);
    assert_int_equal(put_room(&one, 9, "\1CCCCCC"), STORE_DURABLE);
    assert_int_equal(ask("SELECT log_size FROM holecard.rooms WHERE room = 7"), 15);
    end(&one);
    end(&two);
}

/* A renewal may take so long, as when a standby is away, that it is over when it is through.
 * Whoever asked for it must not take that for somebody else's, and take over rooms that it has. */
static void nobody_takes_over_from_themselves(void **state)
{
    struct process one, two;

    (void)state;
    begin_anew();
    begin(&one, "one:1");
    begin(&two, "two:2");
    assert_int_equal(put_room(&one, 7, "\1AAAAAA"), STORE_DURABLE);
    ask("CREATE OR REPLACE FUNCTION holecard.late() RETURNS trigger LANGUAGE plpgsql AS $$"
        " BEGIN NEW.expires := clock_timestamp() - interval '1 s'; RETURN NEW; END $$;"
        "CREATE OR REPLACE TRIGGER late BEFORE INSERT OR UPDATE ON holecard.leases"
        " FOR EACH ROW EXECUTE FUNCTION holecard.late()");
    assert_int_equal(keep(&one, ROOMS), STORE_DURABLE);
    assert_int_equal(one.given, 0);
    assert_int_equal(put_log(&one, 7, 0), STORE_DURABLE);
    /* Others may, and then it is lost. */
    assert_int_equal(keep(&two, ROOMS), STORE_DURABLE);
    assert_int_equal(two.given, 1);
    assert_int_equal(put_log(&one, 7, 5), STORE_FAILED);
    assert_int_equal(keep(&one, ROOMS), STORE_MISSING);
    end(&one);
    end(&two);
}

static void a_batch_at_work_is_not_cut_short(void **state)
{
    struct process one, two;
    PGconn *connection = PQconnectdb(getenv("HC_POSTGRES"));
    char sql[100];

    (void)state;
    begin_anew();
    begin(&one, "one:1");
    begin(&two, "two:2");
    assert_int_equal(put_room(&one, 7, "\1AAAAAA"), STORE_DURABLE);
    run_on(connection, "BEGIN");
    snprintf(sql, sizeof sql, "SELECT holecard.begin_batch(%llu, 99)",
             (unsigned long long)one.lease);
    run_on(connection, sql);
    run_out(&one);
    /* It does not wait either: then its own lease would run out. */
    assert_int_equal(keep(&two, ROOMS), STORE_DURABLE);
    assert_int_equal(two.given, 0);
    run_on(connection, "COMMIT");
    assert_int_equal(keep(&two, ROOMS), STORE_DURABLE);
    assert_int_equal(two.given, 1);
    PQfinish(connection);
    end(&one);
    end(&two);
}

static void whoever_ends_gives_its_rooms_back(void **state)
{
    struct process one, two;

    (void)state;
    begin_anew();
    begin(&one, "one:1");
    begin(&two, "two:2");
    for (uint64_t room = 1; room <= 5; room++)
        assert_int_equal(put_room(&one, room, (char[]){1, 'A', (char)('A' + room), 0}),
                         STORE_DURABLE);
    end(&one);
    assert_int_equal(look_for(&two, "AB"), STORE_DURABLE);
    assert_int_equal(two.found, 0);
    assert_int_equal(keep(&two, 2), STORE_DURABLE);
    assert_int_equal(two.given, 2);
    assert_int_equal(keep(&two, ROOMS), STORE_DURABLE);
    assert_int_equal(two.given, 3);
    assert_int_equal(keep(&two, ROOMS), STORE_DURABLE);
    assert_int_equal(two.given, 0);
    end(&two);
}

static enum store_outcome put_aside(struct process *process, uint64_t room)
{
    assert_true(store_put_aside(process->store, room, "a test", answer_came, process->answer));
    answer_wait(process->answer);
    return process->answer->outcome;
}

/* What cannot be read is put aside, and nobody takes it over. */
static void a_room_is_put_aside(void **state)
{
    struct process one;

    (void)state;
    begin_anew();
    begin(&one, "one:1");
    assert_int_equal(put_room(&one, 7, "\1AAAAAA"), STORE_DURABLE);
    assert_int_equal(put_aside(&one, 7), STORE_DURABLE);
    assert_int_equal(store_aside_count(one.store), 1);
    assert_int_equal(ask("SELECT count(*) FROM holecard.rooms"), 0);
    assert_int_equal(ask("SELECT count(*) FROM holecard.aside WHERE reason = 'a test'"), 1);
    end(&one);
}

/* A process that was stopped on the way may find that others can read it, and play there. */
static void a_room_of_others_is_not_put_aside(void **state)
{
    struct process one, two;

    (void)state;
    begin_anew();
    begin(&one, "one:1");
    begin(&two, "two:2");
    assert_int_equal(put_room(&one, 7, "\1AAAAAA"), STORE_DURABLE);
    assert_int_equal(put_log(&one, 7, 0), STORE_DURABLE);
    run_out(&one);
    assert_int_equal(keep(&two, ROOMS), STORE_DURABLE);
    assert_int_equal(two.given, 1);
    assert_int_equal(put_aside(&one, 7), STORE_FAILED);
    assert_int_equal(store_aside_count(one.store), 0);
    assert_int_equal(keep(&one, ROOMS), STORE_MISSING);
    one.lease = 0;
    assert_int_equal(keep(&one, 0), STORE_DURABLE);
    assert_int_equal(put_aside(&one, 7), STORE_FAILED);
    assert_int_equal(put_log(&two, 7, 5), STORE_DURABLE);
    assert_int_equal(put_aside(&two, 7), STORE_DURABLE);
    assert_int_equal(ask("SELECT length(log) FROM holecard.aside"), 10);
    end(&one);
    end(&two);
}

static void who_serves_alone_shares_with_nobody(void **state)
{
    struct process one;
    struct hc_problem why;
    struct store *alone;

    (void)state;
    begin_anew();
    begin(&one, "one:1");
    assert_int_equal(put_room(&one, 7, "\1AAAAAA"), STORE_DURABLE);
    assert_null(store_open(getenv("HC_POSTGRES"), &why));
    assert_non_null(strstr(why.text, "is served by another process"));
    end(&one);
    while (!(alone = store_open(getenv("HC_POSTGRES"), &why)))
        assert_non_null(strstr(why.text, "is served by another process"));
    one = (struct process){0};
    assert_true(store_each_room(alone, take_room, &one, &why));
    assert_int_equal(one.given, 1);
    store_close(alone);
    begin(&one, "one:1");
    assert_int_equal(keep(&one, ROOMS), STORE_DURABLE);
    assert_int_equal(one.given, 1);
    end(&one);
    assert_null(store_open_shared("file.db", &(struct store_sharing){"one:1", LEASE_MS}, &why));
    assert_non_null(strstr(why.text, "only a database of PostgreSQL can be shared"));
}

/* ---- The door that one process has at a time ---- */

static enum store_outcome remember(struct process *process, const char *text)
{
    struct store_batch *batch = store_batch_new();

    store_batch_lease(batch, process->lease);
    assert_true(
        store_batch_memo(batch, (const uint8_t *)"key", 3, (const uint8_t *)text, strlen(text)));
    assert_true(add_room(batch, strtoull(text, NULL, 10), 0, "\1", 1));
    return write_and_wait(process->store, batch, process->answer);
}

static void read_memo(void *context, const uint8_t *key, size_t key_size, const uint8_t *bytes,
                      size_t size)
{
    struct process *process = context;

    (void)key;
    assert_int_equal(key_size, 3);
    snprintf(process->memo, sizeof process->memo, "%.*s", (int)size, (const char *)bytes);
}

/* Wants the door with the renewal; true if it has it then. */
static bool has_door(struct process *process)
{
    const struct store_wish wish = {.lease = process->lease, .door = true, .memo = read_memo};

    process->memo[0] = '\0';
    assert_true(store_keep(process->store, &wish, take_room, keep_came, process));
    answer_wait(process->answer);
    assert_int_equal(process->answer->outcome, STORE_DURABLE);
    return process->has_door;
}

static void a_door_belongs_to_one_lease(void **state)
{
    struct process one, two;
    uint64_t old;

    (void)state;
    begin_anew();
    begin(&one, "one:1");
    begin(&two, "two:2");
    /* Nobody has it, so nobody remembers anything: the room of that batch is not stored either. */
    assert_int_equal(remember(&one, "10"), STORE_FAILED);
    assert_int_equal(ask("SELECT count(*) FROM holecard.rooms"), 0);
    assert_int_equal(keep(&one, ROOMS), STORE_DURABLE);
    assert_false(one.has_door);
    assert_true(has_door(&one));
    assert_false(has_door(&two));
    assert_true(has_door(&one));
    assert_int_equal(remember(&one, "11"), STORE_DURABLE);
    assert_int_equal(remember(&two, "12"), STORE_FAILED);
    /* A lease that has run out is ended by the other one, which then has the door and reads what is
     * remembered. Whatever the first one sends from then on does not count. */
    run_out(&one);
    assert_true(has_door(&two));
    assert_string_equal(two.memo, "11");
    assert_int_equal(remember(&one, "13"), STORE_FAILED);
    assert_int_equal(remember(&two, "14"), STORE_DURABLE);
    /* Nor does it under its next lease. */
    old = one.lease;
    assert_int_equal(keep(&one, ROOMS), STORE_MISSING);
    one.lease = 0;
    assert_int_equal(keep(&one, 0), STORE_DURABLE);
    assert_true(one.lease > old);
    assert_false(has_door(&one));
    assert_string_equal(one.memo, "14");
    assert_int_equal(remember(&one, "15"), STORE_FAILED);
    /* Whoever ends in order leaves the door to others at once. */
    end(&two);
    assert_true(has_door(&one));
    assert_int_equal(remember(&one, "16"), STORE_DURABLE);
    assert_int_equal(ask("SELECT count(*) FROM holecard.rooms"), 3);
    end(&one);
}

static void a_room_is_given_to_whoever_wants_it(void **state)
{
    const uint64_t given[] = {7, 8};
    struct process one, two;
    struct store_wish wish = {.rooms_max = ROOMS, .given = given, .given_count = 2};

    (void)state;
    begin_anew();
    begin(&one, "one:1");
    begin(&two, "two:2");
    assert_int_equal(put_room(&one, 7, "\1AAAAAA"), STORE_DURABLE);
    assert_int_equal(put_room(&one, 9, "\1CCCCCC"), STORE_DURABLE);
    assert_int_equal(put_room(&two, 8, "\1BBBBBB"), STORE_DURABLE);
    assert_int_equal(look_for(&two, "#7"), STORE_DURABLE);
    assert_int_equal(two.found, one.lease);
    assert_int_equal(look_for(&two, "#6"), STORE_MISSING);
    /* It does not take it back at once, and what is another's is not its to give. */
    wish.lease = one.lease;
    one.given = 0;
    assert_true(store_keep(one.store, &wish, take_room, keep_came, &one));
    answer_wait(one.answer);
    assert_int_equal(one.given, 0);
    assert_int_equal(look_for(&two, "AAAAAA"), STORE_DURABLE);
    assert_int_equal(two.found, 0);
    assert_int_equal(keep(&two, ROOMS), STORE_DURABLE);
    assert_int_equal(two.given, 1);
    assert_int_equal(two.room[0], 7);
    assert_int_equal(put_log(&one, 7, 0), STORE_CONFLICT);
    assert_int_equal(put_log(&two, 7, 0), STORE_DURABLE);
    assert_int_equal(put_log(&two, 8, 0), STORE_DURABLE);
    assert_int_equal(put_log(&one, 9, 0), STORE_DURABLE);
    end(&one);
    end(&two);
}

/* ---- A process of version 1 that goes on ---- */

static void make_version_1(void)
{
    struct hc_problem why;
    struct store *store;

    begin_anew();
    store = store_open(getenv("HC_POSTGRES"), &why);
    assert_non_null(store);
    store_close(store);
    ask("UPDATE holecard.servers SET is_serving = false;"
        "DROP TABLE holecard.leases, holecard.doors, holecard.outbox, holecard.counted,"
        " holecard.growth; DROP FUNCTION holecard.check_door;"
        "ALTER TABLE holecard.rooms DROP server, DROP code;"
        "DELETE FROM holecard.meta WHERE name = 'compatible';"
        "UPDATE holecard.meta SET value = 1");
}

static void *begin_beside(void *context)
{
    begin(context, "new:1");
    return NULL;
}

static void a_process_of_version_1_goes_on(void **state)
{
    PGconn *old = PQconnectdb(getenv("HC_POSTGRES"));
    struct process new;
    pthread_t thread;
    char batch[80];

    (void)state;
    make_version_1();
    /* 0x48435302 is the lock of whoever serves alone. */
    run_on(old, "SELECT pg_advisory_lock(1212371714)");
    snprintf(
        batch, sizeof batch, "SELECT holecard.begin_batch(%lld, 1)",
        (long long)run_on(old, "INSERT INTO holecard.servers DEFAULT VALUES RETURNING server"));
    run_on(old, "INSERT INTO holecard.rooms(room, log_size, bytes, note)"
                " VALUES(7, 0, '\\x01414243', '')");
    assert_int_equal(pthread_create(&thread, NULL, begin_beside, &new), 0);
    while (ask("SELECT value FROM holecard.meta WHERE name = 'version'") == 1)
        ;
    /* The tables are new; the old one stores as before, and nothing is taken from it. */
    run_on(old, "BEGIN");
    run_on(old, batch);
    run_on(old, "INSERT INTO holecard.rooms(room, log_size, bytes, note)"
                " VALUES(8, 0, '\\x01444546', '')");
    run_on(old, "COMMIT");
    assert_int_equal(ask("SELECT count(*) FROM holecard.leases"), 0);
    PQfinish(old);
    pthread_join(thread, NULL);
    assert_int_equal(keep(&new, ROOMS), STORE_DURABLE);
    assert_int_equal(new.given, 2);
    assert_int_equal(look_for(&new, "ABC"), STORE_DURABLE);
    assert_int_equal(look_for(&new, "DEF"), STORE_DURABLE);
    assert_int_equal(new.found, new.lease);
    assert_int_equal(ask("SELECT count(*) FROM holecard.servers WHERE is_serving"), 1);
    end(&new);
}

static void a_newer_version_that_makes_room_is_used(void **state)
{
    struct process one;

    (void)state;
    begin_anew();
    begin(&one, "one:1");
    end(&one);
    ask("UPDATE holecard.meta SET value = 99 WHERE name = 'version'");
    begin(&one, "one:1");
    assert_int_equal(put_room(&one, 7, "\1AAAAAA"), STORE_DURABLE);
    end(&one);
    assert_int_equal(ask("SELECT value FROM holecard.meta WHERE name = 'version'"), 99);
}

/* ---- At random ---- */

/* What must be true: whose each room is, and how long its log. */
static struct {
    unsigned owner[ROOMS]; /* PROCESSES: nobody's */
    uint64_t log_size[ROOMS];
    bool is_ended[PROCESSES], has_run_out[PROCESSES];
} truth;

static void keep_at_random(struct process *all, unsigned who)
{
    enum store_outcome outcome = keep(&all[who], 4);

    if (truth.is_ended[who]) {
        assert_int_equal(outcome, STORE_MISSING);
        all[who].lease = 0;
        assert_int_equal(keep(&all[who], 0), STORE_DURABLE);
        truth.is_ended[who] = truth.has_run_out[who] = false;
        return;
    }
    assert_int_equal(outcome, STORE_DURABLE);
    truth.has_run_out[who] = false;
    for (unsigned i = 0; i < PROCESSES; i++) {
        if (!truth.has_run_out[i] || truth.is_ended[i])
            continue;
        truth.is_ended[i] = true;
        for (unsigned room = 0; room < ROOMS; room++)
            if (truth.owner[room] == i)
                truth.owner[room] = PROCESSES;
    }
    for (unsigned i = 0; i < all[who].given; i++) {
        uint64_t room = all[who].room[i] - 1;

        assert_int_equal(truth.owner[room], PROCESSES);
        assert_int_equal(truth.log_size[room], all[who].log_size[i]);
        truth.owner[room] = who;
    }
}

static void write_at_random(struct process *all, unsigned who, unsigned room, bool is_stale)
{
    uint64_t log_size = truth.log_size[room] + (is_stale ? 5 : 0);
    enum store_outcome outcome = put_log(&all[who], room + 1, log_size);

    if (truth.is_ended[who]) {
        assert_int_equal(outcome, STORE_FAILED);
    } else if (truth.owner[room] == who && !is_stale) {
        assert_int_equal(outcome, STORE_DURABLE);
        truth.log_size[room] += 5;
    } else {
        assert_int_equal(outcome, STORE_CONFLICT);
    }
}

static void rooms_are_one_lease_s_at_random(void **state)
{
    struct process all[PROCESSES];
    uint64_t dice = seed * 0x9e3779b97f4a7c15 | 1;

    (void)state;
    begin_anew();
    memset(&truth, 0, sizeof truth);
    for (unsigned i = 0; i < PROCESSES; i++)
        begin(&all[i], "somewhere:1");
    for (unsigned room = 0; room < ROOMS; room++) {
        char bytes[] = {1, 'R', (char)('A' + room), 0};

        truth.owner[room] = room % PROCESSES;
        assert_int_equal(put_room(&all[room % PROCESSES], room + 1, bytes), STORE_DURABLE);
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        unsigned who = stored_below(&dice, PROCESSES);

        switch (stored_below(&dice, 12)) {
        case 0:
            run_out(&all[who]);
            truth.has_run_out[who] = !truth.is_ended[who];
            break;
        case 1:
        case 2:
        case 3:
            keep_at_random(all, who);
            break;
        default:
            write_at_random(all, who, stored_below(&dice, ROOMS), stored_below(&dice, 8) == 0);
        }
    }
    for (unsigned room = 0; room < ROOMS; room++) {
        char sql[80];

        snprintf(sql, sizeof sql, "SELECT log_size FROM holecard.rooms WHERE room = %u", room + 1);
        assert_int_equal(ask(sql), truth.log_size[room]);
    }
    for (unsigned i = 0; i < PROCESSES; i++)
        end(&all[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_belongs_to_one_lease),
        cmocka_unit_test(a_lease_that_has_run_out_is_ended),
        cmocka_unit_test(nobody_takes_over_from_themselves),
        cmocka_unit_test(a_batch_at_work_is_not_cut_short),
        cmocka_unit_test(whoever_ends_gives_its_rooms_back),
        cmocka_unit_test(a_room_is_put_aside),
        cmocka_unit_test(a_room_of_others_is_not_put_aside),
        cmocka_unit_test(who_serves_alone_shares_with_nobody),
        cmocka_unit_test(a_door_belongs_to_one_lease),
        cmocka_unit_test(a_room_is_given_to_whoever_wants_it),
        cmocka_unit_test(a_process_of_version_1_goes_on),
        cmocka_unit_test(a_newer_version_that_makes_room_is_used),
        cmocka_unit_test(rooms_are_one_lease_s_at_random),
    };

    seed = test_seed();
    return cmocka_run_group_tests(tests, NULL, stored_clean);
}
