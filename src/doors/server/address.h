// SPDX-License-Identifier: MIT
/*
 * address.h: how much each address has of something: connections, or tables created lately.
 *
 * A hash table of counts by address, with open addressing. IPv6 addresses are counted by their
 * first 64 bits, since a house has that many of its own.
 */
#ifndef HC_DOORS_SERVER_ADDRESS_H
#define HC_DOORS_SERVER_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

struct address {
    uint8_t bytes[8];
};

struct address_counts {
    struct {
        struct address address;
        uint32_t count;
    } * slot;
    size_t size, used; /* size: 0 or a power of two; used: slots that were ever taken */
};

/* The address of a socket. */
struct address address_of(const struct sockaddr *socket);
/* The same from text; false if it is no address. */
bool address_parse(const char *text, size_t length, struct address *address);
/* Adds 1 unless the count is `max` already; false then, or if there is no memory. */
bool address_add(struct address_counts *counts, struct address address, uint32_t max);
/* The same with `amount`, which is added unless the count would be more than `max`. */
bool address_add_many(struct address_counts *counts, struct address address, uint32_t amount,
                      uint32_t max);
void address_remove(struct address_counts *counts, struct address address);
void address_forget(struct address_counts *counts);

#endif
