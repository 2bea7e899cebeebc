// SPDX-License-Identifier: MIT
/* shard.c: in a number the highest bit says that the five below it are the shard; numbers used to
 * have 63 bits. In a code one letter is none of the sixteen that codes used to have. */
#include "core/shard.h"

#include "core/check.h"

enum { MARK = 63, SHARD_AT = 58, SHARD_MASK = 31 };

static const char letters[] = "GQVYZ";

_Static_assert(sizeof letters == HC_SHARDS_MAX, "a letter for each shard but the first");

uint64_t hc_shard_number(unsigned shard, uint64_t number)
{
    HC_CHECK(shard < HC_SHARDS_MAX);
    if (!shard)
        return number & ~(1ull << MARK);
    return 1ull << MARK | (uint64_t)shard << SHARD_AT | (number & ((1ull << SHARD_AT) - 1));
}

unsigned hc_shard_of_number(uint64_t number)
{
    return number >> MARK ? number >> SHARD_AT & SHARD_MASK : 0;
}

char hc_shard_letter(unsigned shard)
{
    HC_CHECK(shard && shard < HC_SHARDS_MAX);
    return letters[shard - 1];
}

unsigned hc_shard_of_code(const char *code)
{
    for (; *code; code++)
        for (unsigned i = 0; letters[i]; i++)
            if (*code == letters[i])
                return i + 1;
    return 0;
}
