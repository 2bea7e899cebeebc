// SPDX-License-Identifier: MIT
/* sum.c: a value is its type and length, and then its bytes in words. The layout is in databases:
 * it is never changed. */
#include "store/sum.h"

#include <stdint.h>
#include <string.h>

static uint64_t add_word(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x9e3779b97f4a7c15;
    return sum ^ sum >> 32;
}

/* Little-endian, on every machine. */
static uint64_t read_word(const uint8_t *bytes, size_t size)
{
    uint64_t word = 0;

    for (size_t i = 0; i < size; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

static uint64_t add_bytes(uint64_t sum, const uint8_t *bytes, size_t size)
{
    for (; size >= 8; bytes += 8, size -= 8)
        sum = add_word(sum, read_word(bytes, 8));
    return size ? add_word(sum, read_word(bytes, size)) : sum;
}

static uint64_t add_value(uint64_t sum, sqlite3_value *value)
{
    int type = sqlite3_value_type(value);
    uint64_t word;
    double real;

    switch (type) {
    case SQLITE_INTEGER:
        return add_word(add_word(sum, SQLITE_INTEGER), (uint64_t)sqlite3_value_int64(value));
    case SQLITE_FLOAT:
        real = sqlite3_value_double(value) + 0.0; /* a database has no negative zero */
        memcpy(&word, &real, sizeof word);
        return add_word(add_word(sum, SQLITE_FLOAT), word);
    case SQLITE_TEXT:
    case SQLITE_BLOB: {
        const void *bytes = sqlite3_value_blob(value);
        size_t size = (size_t)sqlite3_value_bytes(value);

        return add_bytes(add_word(sum, (uint64_t)type | (uint64_t)size << 8), bytes, size);
    }
    default:
        return add_word(sum, SQLITE_NULL);
    }
}

static void checksum(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint64_t sum = 0;

    for (int i = 0; i < count; i++)
        sum = add_value(sum, values[i]);
    sqlite3_result_int64(context, (int64_t)sum);
}

bool sum_teach(sqlite3 *sqlite)
{
    return !sqlite3_create_function_v2(sqlite, "checksum", -1,
                                       SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, NULL,
                                       checksum, NULL, NULL, NULL);
}
