// SPDX-License-Identifier: MIT
/* postgres.c: connecting, values in binary form, statements, and saying what went wrong. */
#include "store/postgres.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ARRAY_BYTES = 1 << 12, ARRAY_HEAD = 20 };

/* Types of values, as PostgreSQL numbers them. */
enum {
    TYPE_BYTES = 17,
    TYPE_INTEGER = 20,
    TYPE_TEXT = 25,
    TYPE_REAL = 701,
    TYPE_BLOBS = 1001,
    TYPE_INTEGERS = 1016
};

/* ---- What went wrong ------------------------------------------------------------------------ */

bool postgres_complain(struct postgres *postgres, const char *format, ...)
{
    struct hc_problem *why = &postgres->why;
    va_list arguments;
    int length;

    memset(why, 0, sizeof *why);
    length = snprintf(why->text, sizeof why->text, "%s ", postgres->shown);
    va_start(arguments, format);
    vsnprintf(why->text + length, sizeof why->text - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

/* The first line of what the library says, without the word before it. */
static void first_line(const char *said, char *line, size_t size)
{
    snprintf(line, size, "%s", said && *said ? said : "nothing");
    line[strcspn(line, "\n")] = 0;
}

bool postgres_failed(struct postgres *postgres, const PGresult *result)
{
    const char *state = result ? libpq.PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *primary = result ? libpq.PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    char said[200];

    first_line(primary ? primary : libpq.PQerrorMessage(postgres->connection), said, sizeof said);
    if (state && !strncmp(state, "53", 2))
        return postgres_complain(postgres, "has not enough room or memory: %s; make some", said);
    if (state && !strncmp(state, "25006", 5))
        return postgres_complain(postgres,
                                 "is read-only, as a standby is; nothing can be stored there");
    if (libpq.PQstatus(postgres->connection) != CONNECTION_OK)
        return postgres_complain(postgres, "cannot be reached: %s", said);
    return postgres_complain(postgres, "cannot be used: %s", said);
}

/* ---- Connecting ----------------------------------------------------------------------------- */

/* Durable means on the disk of the server, and of its synchronous standbys if it has any. A
 * transaction whose process was cut off ends soon, so that whoever comes after need not wait. */
static const char session[] =
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write');"
    "SET idle_in_transaction_session_timeout = '5s';"
    "SET statement_timeout = '60s';"
    "SET lock_timeout = '20s';"
    "SET client_min_messages = 'warning';"
    "SET standard_conforming_strings = on";

/* What an address need not say. What it does say comes later and counts. Of several servers only
 * one that can be written to will do: whoever is connected to a standby stays there. */
static const char *const names[] = {"connect_timeout",
                                    "keepalives_idle",
                                    "keepalives_interval",
                                    "keepalives_count",
                                    "tcp_user_timeout",
                                    "fallback_application_name",
                                    "client_encoding",
                                    "target_session_attrs",
                                    "dbname",
                                    NULL};

/* Which server and which database, without whatever else an address may have in it. */
static void show(struct postgres *postgres)
{
    PQconninfoOption *options = libpq.PQconninfoParse(postgres->address, NULL);
    const char *host = NULL, *base = NULL;

    for (const PQconninfoOption *option = options; option && option->keyword; option++) {
        if (!strcmp(option->keyword, "host"))
            host = option->val;
        if (!strcmp(option->keyword, "dbname"))
            base = option->val;
    }
    snprintf(postgres->shown, sizeof postgres->shown, "the PostgreSQL database %s%.40s%s%.60s",
             base ? "" : "(no name)", base ? base : "", host ? " on " : "", host ? host : "");
    libpq.PQconninfoFree(options);
}

/* Whoever waits for a standby can be told to wait no longer (pg_cancel_backend). Then all is said
 * to be well, and a warning is the only sign that it is on the primary alone. */
static void on_notice(void *context, const PGresult *notice)
{
    const char *state = libpq.PQresultErrorField(notice, PG_DIAG_SQLSTATE);
    struct postgres *postgres = context;

    postgres->was_warned |= state && !strcmp(state, "01000");
}

static bool connect_to(struct postgres *postgres)
{
    const char *const given[] = {
        "5", "5", "2", "3", "10000", "holecard", "UTF8", "read-write", postgres->address, NULL};
    PGresult *result;
    bool ok;

    if (postgres->connection)
        libpq.PQfinish(postgres->connection);
    postgres->connection = libpq.PQconnectdbParams(names, given, 1);
    if (!postgres->connection)
        return postgres_complain(postgres, "cannot be used: there is not enough memory");
    if (libpq.PQstatus(postgres->connection) != CONNECTION_OK)
        return postgres_failed(postgres, NULL);
    postgres->connects++;
    libpq.PQsetNoticeReceiver(postgres->connection, on_notice, postgres);
    result = libpq.PQexec(postgres->connection, session);
    ok = libpq.PQresultStatus(result) == PGRES_COMMAND_OK || postgres_failed(postgres, result);
    libpq.PQclear(result);
    return ok;
}

bool postgres_open(struct postgres *postgres, const char *address)
{
    memset(postgres, 0, sizeof *postgres);
    snprintf(postgres->shown, sizeof postgres->shown, "the PostgreSQL database");
    if (!(postgres->address = strdup(address)))
        return postgres_complain(postgres, "cannot be opened: there is not enough memory");
    if (!postgres_library_load())
        return postgres_complain(postgres,
                                 "cannot be reached: libpq.so.5 is not there; install libpq5");
    show(postgres);
    return connect_to(postgres);
}

void postgres_close(struct postgres *postgres)
{
    if (postgres->connection)
        libpq.PQfinish(postgres->connection);
    if (postgres->address)
        memset(postgres->address, 0, strlen(postgres->address));
    free(postgres->address);
    memset(postgres, 0, sizeof *postgres);
}

bool postgres_ready(struct postgres *postgres)
{
    return (postgres->connection && libpq.PQstatus(postgres->connection) == CONNECTION_OK) ||
           connect_to(postgres);
}

/* ---- Values --------------------------------------------------------------------------------- */

static void put_be32(uint8_t *out, uint32_t number)
{
    for (unsigned i = 0; i < 4; i++)
        out[i] = (uint8_t)(number >> 8 * (3 - i));
}

static void put_be64(uint8_t *out, uint64_t number)
{
    for (unsigned i = 0; i < 8; i++)
        out[i] = (uint8_t)(number >> 8 * (7 - i));
}

static void add_value(struct values *values, Oid type, const void *bytes, size_t size)
{
    int at = values->count++;

    values->type[at] = type;
    values->value[at] = bytes;
    values->length[at] = (int)size;
    values->format[at] = 1;
}

void values_integer(struct values *values, int64_t integer)
{
    char *number = values->number[values->count];

    put_be64((uint8_t *)number, (uint64_t)integer);
    add_value(values, TYPE_INTEGER, number, 8);
}

void values_real(struct values *values, double real)
{
    char *number = values->number[values->count];
    uint64_t bits;

    memcpy(&bits, &real, sizeof bits);
    put_be64((uint8_t *)number, bits);
    add_value(values, TYPE_REAL, number, 8);
}

void values_text(struct values *values, const char *text)
{
    add_value(values, TYPE_TEXT, text, text ? strlen(text) : 0);
}

void values_bytes(struct values *values, const void *bytes, size_t size)
{
    add_value(values, TYPE_BYTES, bytes, size);
}

/* Room for `size` more bytes, after the head of the array; NULL without memory. */
static uint8_t *extend(struct array *array, size_t size)
{
    size_t wanted = array->size ? array->size : FIRST_ARRAY_BYTES;
    uint8_t *bytes;

    if (!array->used)
        array->used = ARRAY_HEAD;
    while (wanted < array->used + size)
        wanted *= 2;
    if (wanted != array->size) {
        if (!(bytes = realloc(array->bytes, wanted))) {
            array->failed = true;
            return NULL;
        }
        array->bytes = bytes;
        array->size = wanted;
    }
    bytes = array->bytes + array->used;
    array->used += size;
    return bytes;
}

void array_integer(struct array *array, int64_t integer)
{
    uint8_t *out = extend(array, 12);

    if (!out)
        return;
    put_be32(out, 8);
    put_be64(out + 4, (uint64_t)integer);
    array->count++;
}

void array_bytes(struct array *array, const void *bytes, size_t size)
{
    uint8_t *out = extend(array, 4 + (bytes ? size : 0));

    if (!out)
        return;
    put_be32(out, bytes ? (uint32_t)size : UINT32_MAX);
    if (bytes && size)
        memcpy(out + 4, bytes, size);
    array->count++;
}

void array_free(struct array *array)
{
    free(array->bytes);
    memset(array, 0, sizeof *array);
}

/* One dimension, perhaps with NULLs, counted from 1. */
static void add_array(struct values *values, struct array *array, Oid type, Oid of)
{
    if (!array->used && !extend(array, 0))
        return;
    put_be32(array->bytes, array->count ? 1 : 0);
    put_be32(array->bytes + 4, 1);
    put_be32(array->bytes + 8, of);
    put_be32(array->bytes + 12, array->count);
    put_be32(array->bytes + 16, 1);
    add_value(values, type, array->bytes, array->count ? array->used : 12);
}

void values_integers(struct values *values, struct array *array)
{
    add_array(values, array, TYPE_INTEGERS, TYPE_INTEGER);
}

void values_blobs(struct values *values, struct array *array)
{
    add_array(values, array, TYPE_BLOBS, TYPE_BYTES);
}

/* ---- Statements ----------------------------------------------------------------------------- */

PGresult *postgres_ask(struct postgres *postgres, const char *sql, struct values *values)
{
    static const struct values none;
    const struct values *with = values ? values : &none;
    ExecStatusType status;
    PGresult *result;

    postgres->was_warned = false;
    result = libpq.PQexecParams(postgres->connection, sql, with->count, with->type, with->value,
                                with->length, with->format, 1);
    status = libpq.PQresultStatus(result);
    if (values)
        values->count = 0;
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
        postgres_failed(postgres, result);
    else if (postgres->was_warned)
        postgres_complain(postgres, "cannot say whether its standby has what was stored");
    else
        return result;
    libpq.PQclear(result);
    return NULL;
}

bool postgres_do(struct postgres *postgres, const char *sql, struct values *values)
{
    PGresult *result = postgres_ask(postgres, sql, values);

    libpq.PQclear(result);
    return result;
}

/* A connection in an unknown state is not worth keeping: its end is the end of the transaction. */
void postgres_roll_back(struct postgres *postgres)
{
    struct hc_problem why = postgres->why;

    if (!postgres_do(postgres, "ROLLBACK", NULL)) {
        libpq.PQfinish(postgres->connection);
        postgres->connection = NULL;
    }
    postgres->why = why;
}

static uint64_t get_be64(const uint8_t *bytes)
{
    uint64_t number = 0;

    for (unsigned i = 0; i < 8; i++)
        number = number << 8 | bytes[i];
    return number;
}

/* NULL is 0. */
int64_t result_integer(const PGresult *result, int row, int column)
{
    return libpq.PQgetlength(result, row, column) == 8
               ? (int64_t)get_be64((const uint8_t *)libpq.PQgetvalue(result, row, column))
               : 0;
}

double result_real(const PGresult *result, int row, int column)
{
    uint64_t bits = (uint64_t)result_integer(result, row, column);
    double real;

    memcpy(&real, &bits, sizeof real);
    return real;
}

void result_text(const PGresult *result, int row, int column, char *text, size_t size)
{
    snprintf(text, size, "%.*s", libpq.PQgetlength(result, row, column),
             libpq.PQgetvalue(result, row, column));
}

/* NULL if the value is. */
const uint8_t *result_bytes(const PGresult *result, int row, int column, size_t *size)
{
    *size = (size_t)libpq.PQgetlength(result, row, column);
    return libpq.PQgetisnull(result, row, column)
               ? NULL
               : (const uint8_t *)libpq.PQgetvalue(result, row, column);
}
