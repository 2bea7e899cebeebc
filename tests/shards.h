// SPDX-License-Identifier: MIT
/*
 * shards.h: three databases of one PostgreSQL server (HC_POSTGRES is its address), for tests of
 * stores that have several shards. Include it after cmocka.h.
 */
#ifndef HC_TESTS_SHARDS_H
#define HC_TESTS_SHARDS_H

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEST_SHARDS = 3 };

/* The first value that a statement gives, as a number; 0 if it gives none. */
static inline long long shard_ask(const char *address, const char *sql)
{
    PGconn *connection = PQconnectdb(address);
    PGresult *result = PQexec(connection, sql);
    long long value = 0;

    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(connection));
    if (PQntuples(result))
        value = atoll(PQgetvalue(result, 0, 0));
    PQclear(result);
    PQfinish(connection);
    return value;
}

/* Their addresses, in their order. */
static inline const char *const *shard_addresses(void)
{
    static char address[TEST_SHARDS][256];
    static const char *addresses[TEST_SHARDS];
    const char *given = getenv("HC_POSTGRES"), *rest = strstr(given, "/postgres?");

    assert_non_null(rest);
    for (unsigned i = 0; i < TEST_SHARDS; i++) {
        snprintf(address[i], sizeof address[i], "%.*s/shard_%u?%s", (int)(rest - given), given, i,
                 rest + strlen("/postgres?"));
        addresses[i] = address[i];
    }
    return addresses;
}

/* Makes all of them anew, empty. */
static inline void shards_begin(void)
{
    for (unsigned i = 0; i < TEST_SHARDS; i++) {
        char sql[100];

        snprintf(sql, sizeof sql, "DROP DATABASE IF EXISTS shard_%u WITH (FORCE)", i);
        shard_ask(getenv("HC_POSTGRES"), sql);
        snprintf(sql, sizeof sql, "CREATE DATABASE shard_%u", i);
        shard_ask(getenv("HC_POSTGRES"), sql);
    }
}

#endif
