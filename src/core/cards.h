// SPDX-License-Identifier: MIT
/*
 * cards.h: sets of cards, and the bits of a machine word.
 *
 * A card is a number below 128, so a set of cards is two machine words and "which of my cards
 * match" is a mask, not a loop. Copies of a face may have any numbers; a deck says which.
 */
#ifndef HC_CORE_CARDS_H
#define HC_CORE_CARDS_H

#include "core/check.h"
#include "holecard.h"

struct hc_cards {
    uint64_t w[2];
};

static inline struct hc_cards hc_card(unsigned card)
{
    struct hc_cards set = {{0, 0}};

    set.w[card >> 6] = 1ull << (card & 63);
    return set;
}

/* Both words are or-ed, so that a set under construction stays in registers. */
static inline void hc_add(struct hc_cards *set, unsigned card)
{
    uint64_t bit = 1ull << (card & 63), high = 0 - (uint64_t)(card >> 6 & 1);

    set->w[0] |= bit & ~high;
    set->w[1] |= bit & high;
}

static inline bool hc_has(struct hc_cards set, unsigned card)
{
    return set.w[card >> 6] >> (card & 63) & 1;
}

static inline bool hc_any(struct hc_cards set)
{
    return (set.w[0] | set.w[1]) != 0;
}

static inline struct hc_cards hc_and(struct hc_cards a, struct hc_cards b)
{
    return (struct hc_cards){{a.w[0] & b.w[0], a.w[1] & b.w[1]}};
}

static inline struct hc_cards hc_or(struct hc_cards a, struct hc_cards b)
{
    return (struct hc_cards){{a.w[0] | b.w[0], a.w[1] | b.w[1]}};
}

static inline struct hc_cards hc_but(struct hc_cards a, struct hc_cards b)
{
    return (struct hc_cards){{a.w[0] & ~b.w[0], a.w[1] & ~b.w[1]}};
}

/* The same value, but the compiler does not know where it comes from. It would make branches of
 * what is meant to be computed, and a branch that random cards decide costs more than the
 * computing. */
static inline uint64_t hc_opaque(uint64_t value)
{
    __asm__("" : "+r"(value));
    return value;
}

/* All bits if the fact holds, none if not; never by a branch. */
static inline uint64_t hc_mask(bool fact)
{
    return hc_opaque(0 - (uint64_t)fact);
}

static inline unsigned hc_bits(uint64_t word)
{
    return (unsigned)__builtin_popcountll(word);
}

static inline unsigned hc_count(struct hc_cards set)
{
    return hc_bits(set.w[0]) + hc_bits(set.w[1]);
}

/* The position of the lowest bit; the word must not be 0. */
static inline unsigned hc_lowest_bit(uint64_t word)
{
    HC_CHECK(word);
    return (unsigned)__builtin_ctzll(word);
}

/* The lowest card; the set must not be empty. */
static inline unsigned hc_lowest(struct hc_cards set)
{
    return set.w[0] ? hc_lowest_bit(set.w[0]) : 64 + hc_lowest_bit(set.w[1]);
}

/* The position of the n-th set bit, counted from 0; the word must have more than n. Processors for
 * x86 since 2013 find it in one step. Which one it runs on is known only at run time. */
static inline unsigned hc_nth_bit(uint64_t word, unsigned n)
{
    unsigned at = 0;

#ifdef __x86_64__
    if (__builtin_cpu_supports("bmi2")) {
        uint64_t bit;

        __asm__("pdep %2, %1, %0" : "=r"(bit) : "r"(1ull << n), "r"(word));
        return hc_lowest_bit(bit);
    }
#endif
    for (unsigned half = 32; half; half >>= 1) {
        unsigned below = hc_bits(word & ((1ull << half) - 1));
        bool above = n >= below;

        n -= above ? below : 0;
        at += above ? half : 0;
        word >>= above ? half : 0;
    }
    return at;
}

/* Walks the members of a set from the lowest; removes each as it goes. */
static inline unsigned hc_take_lowest(struct hc_cards *set)
{
    unsigned card = hc_lowest(*set);

    set->w[card >> 6] &= set->w[card >> 6] - 1;
    return card;
}

#endif
