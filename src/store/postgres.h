// SPDX-License-Identifier: MIT
/*
 * postgres.h: one connection to a PostgreSQL database, and the tables in it.
 *
 * Values are always parameters in PostgreSQL's binary form: nothing from outside becomes SQL. A
 * function that fails returns false (or NULL) and leaves a sentence in postgres->why, which never
 * has a password in it. A connection that was lost is made anew by postgres_ready.
 */
#ifndef HC_STORE_POSTGRES_H
#define HC_STORE_POSTGRES_H

#include "store/postgres_library.h"
#include "store/store.h"

enum { POSTGRES_VALUES_MAX = 16 };

struct postgres {
    PGconn *connection;
    char *address;
    char shown[128];   /* what it is called in sentences */
    unsigned connects; /* how often it was connected */
    bool was_warned;   /* what was done last may not be on the standbys */
    struct hc_problem why;
};

/* Whose database it is may be found out by anybody; only who writes makes or changes tables. Close
 * it, whatever the result. */
bool postgres_open(struct postgres *postgres, const char *address);
void postgres_close(struct postgres *postgres);
/* Whether it is connected, after another attempt if it was not. */
bool postgres_ready(struct postgres *postgres);
/* Makes the tables, or brings them up to date, whichever process comes first. */
bool postgres_update_schema(struct postgres *postgres);
/* Whether it is no shard of a store that has several; complains if it is. */
bool postgres_stands_alone(struct postgres *postgres);

/* ---- Values and statements ------------------------------------------------------------------- */

/* The values of one statement, in the order of $1, $2 … */
struct values {
    int count;
    Oid type[POSTGRES_VALUES_MAX];
    const char *value[POSTGRES_VALUES_MAX];
    int length[POSTGRES_VALUES_MAX], format[POSTGRES_VALUES_MAX];
    char number[POSTGRES_VALUES_MAX][8];
};

void values_integer(struct values *values, int64_t integer);
void values_real(struct values *values, double real);
/* NULL if the pointer is. They must stay until the statement was sent. */
void values_text(struct values *values, const char *text);
void values_bytes(struct values *values, const void *bytes, size_t size);

/* An array of integers or of bytes, as one value. */
struct array {
    uint8_t *bytes;
    size_t used, size;
    uint32_t count;
    bool failed; /* there was not enough memory */
};

void array_integer(struct array *array, int64_t integer);
void array_bytes(struct array *array, const void *bytes, size_t size); /* NULL if the pointer is */
void array_free(struct array *array);
void values_integers(struct values *values, struct array *array);
void values_blobs(struct values *values, struct array *array);

/* Runs a statement and gives its rows, which PQclear frees; NULL if it failed. `values` may be NULL
 * and is empty again afterwards. */
PGresult *postgres_ask(struct postgres *postgres, const char *sql, struct values *values);
/* The same without rows. */
bool postgres_do(struct postgres *postgres, const char *sql, struct values *values);
/* Ends a transaction in which something has failed, and leaves the sentence that says what. */
void postgres_roll_back(struct postgres *postgres);

int64_t result_integer(const PGresult *result, int row, int column);
double result_real(const PGresult *result, int row, int column);
void result_text(const PGresult *result, int row, int column, char *text, size_t size);
const uint8_t *result_bytes(const PGresult *result, int row, int column, size_t *size);

/* Says what the last failure of the connection means; returns false. */
bool postgres_failed(struct postgres *postgres, const PGresult *result);
__attribute__((format(printf, 2, 3))) bool postgres_complain(struct postgres *postgres,
                                                             const char *format, ...);

#endif
