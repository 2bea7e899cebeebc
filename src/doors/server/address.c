// SPDX-License-Identifier: MIT
/* address.c: counting by address. */
#include "doors/server/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

/* An IPv4 address, also one that is mapped into IPv6, as a key that no IPv6 address has. */
static struct address key_of_v4(const uint8_t bytes[4])
{
    struct address key = {{0, 0, 0xff, 0xff, bytes[0], bytes[1], bytes[2], bytes[3]}};

    return key;
}

static struct address key_of_v6(const uint8_t bytes[16])
{
    static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    struct address key;

    if (!memcmp(bytes, mapped, sizeof mapped))
        return key_of_v4(bytes + 12);
    memcpy(key.bytes, bytes, sizeof key.bytes);
    return key;
}

struct address address_of(const struct sockaddr *socket)
{
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)(const void *)socket;
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)(const void *)socket;
    struct address none = {{0}};

    if (socket->sa_family == AF_INET)
        return key_of_v4((const uint8_t *)&v4->sin_addr);
    if (socket->sa_family == AF_INET6)
        return key_of_v6(v6->sin6_addr.s6_addr);
    return none;
}

bool address_parse(const char *text, size_t length, struct address *address)
{
    char clean[INET6_ADDRSTRLEN];
    uint8_t bytes[16];

    if (!length || length >= sizeof clean)
        return false;
    memcpy(clean, text, length);
    clean[length] = '\0';
    if (inet_pton(AF_INET, clean, bytes) == 1)
        *address = key_of_v4(bytes);
    else if (inet_pton(AF_INET6, clean, bytes) == 1)
        *address = key_of_v6(bytes);
    else
        return false;
    return true;
}

static size_t place_of(const struct address_counts *counts, struct address address)
{
    uint64_t hash;
    size_t at;

    memcpy(&hash, address.bytes, sizeof hash);
    hash = (hash ^ hash >> 29) * 0x9e3779b97f4a7c15ull;
    for (at = (size_t)(hash >> 32); counts->slot[at & (counts->size - 1)].count; at++)
        if (!memcmp(&counts->slot[at & (counts->size - 1)].address, &address, sizeof address))
            break;
    return at & (counts->size - 1);
}

/* Makes room for one more; slots that are empty again are left behind. */
static bool make_room(struct address_counts *counts)
{
    struct address_counts larger = {.size = counts->size ? counts->size : 64};

    if (counts->used * 2 < counts->size)
        return true;
    for (size_t i = 0; i < counts->size; i++)
        larger.used += counts->slot[i].count > 1;
    while (larger.used * 4 >= larger.size)
        larger.size *= 2;
    larger.used = 0;
    larger.slot = calloc(larger.size, sizeof *larger.slot);
    if (!larger.slot)
        return false;
    for (size_t i = 0; i < counts->size; i++)
        if (counts->slot[i].count > 1) {
            larger.slot[place_of(&larger, counts->slot[i].address)] = counts->slot[i];
            larger.used++;
        }
    free(counts->slot);
    *counts = larger;
    return true;
}

/* A slot that was taken holds its count plus 1, so that an empty one still ends no search. */
bool address_add_many(struct address_counts *counts, struct address address, uint32_t amount,
                      uint32_t max)
{
    uint32_t count;
    size_t at;

    if (!make_room(counts))
        return false;
    at = place_of(counts, address);
    count = counts->slot[at].count ? counts->slot[at].count - 1 : 0;
    if (count > max || amount > max - count)
        return false;
    if (!counts->slot[at].count) {
        counts->slot[at].address = address;
        counts->slot[at].count = 1;
        counts->used++;
    }
    counts->slot[at].count += amount;
    return true;
}

bool address_add(struct address_counts *counts, struct address address, uint32_t max)
{
    return address_add_many(counts, address, 1, max);
}

void address_remove(struct address_counts *counts, struct address address)
{
    size_t at = counts->size ? place_of(counts, address) : 0;

    if (counts->size && counts->slot[at].count > 1)
        counts->slot[at].count--;
}

void address_forget(struct address_counts *counts)
{
    free(counts->slot);
    *counts = (struct address_counts){0};
}
