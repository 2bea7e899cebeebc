// SPDX-License-Identifier: MIT
/* names.c: identities are hashes already, so their own bits choose those of the filter. */
#include "store/names.h"

#include <stdlib.h>
#include <string.h>

enum {
    BITS = 1 << 20, /* 128 KiB: of 100,000 people one stranger in fifty is taken for one of them */
    HASHES = 3
};

static uint32_t bit_of(const uint8_t identity[STORE_IDENTITY_BYTES], unsigned hash)
{
    uint32_t word;

    memcpy(&word, identity + hash * sizeof word, sizeof word);
    return word % BITS;
}

void names_open(struct names *names, store_names *read)
{
    names->bits = calloc(BITS / 64, sizeof *names->bits);
    names->read = names->bits ? read : NULL;
}

void names_release(struct names *names)
{
    free(names->bits);
    *names = (struct names){.read = NULL};
}

static void add(void *context, const uint8_t identity[STORE_IDENTITY_BYTES])
{
    struct names *names = context;

    for (unsigned i = 0; i < HASHES; i++)
        names->bits[bit_of(identity, i) / 64] |= UINT64_C(1) << bit_of(identity, i) % 64;
}

/* Bytes begin with a version from 1 on; those that were overwritten with zeros name nobody. */
void names_add(struct names *names, const void *bytes, size_t size)
{
    if (names->read && size && *(const uint8_t *)bytes && !names->read(bytes, size, add, names))
        names->read = NULL;
}

bool names_may_have(const struct names *names, const uint8_t identity[STORE_IDENTITY_BYTES])
{
    bool may = true;

    for (unsigned i = 0; names->read && i < HASHES; i++)
        may &= names->bits[bit_of(identity, i) / 64] >> bit_of(identity, i) % 64 & 1;
    return may;
}
