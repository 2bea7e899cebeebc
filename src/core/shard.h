// SPDX-License-Identifier: MIT
/*
 * shard.h: which shard of a store a room is on. Rooms are independent of each other, so they may be
 * spread over several databases; those are numbered from 0. A room's number in the store and its
 * code both say its shard, for good. Whatever was there before there were shards is on shard 0.
 */
#ifndef HC_CORE_SHARD_H
#define HC_CORE_SHARD_H

#include <stdint.h>

enum { HC_SHARDS_MAX = 6 }; /* shard 0, and one for each letter that codes have to spare */

/* The number of a room on a shard, from 63 bits that are nobody else's. */
uint64_t hc_shard_number(unsigned shard, uint64_t number);
unsigned hc_shard_of_number(uint64_t number);

/* The letter that stands in the codes of a shard other than 0; no other code has one like it. */
char hc_shard_letter(unsigned shard);
unsigned hc_shard_of_code(const char *code);

#endif
