// SPDX-License-Identifier: MIT
/*
 * dice.c: ChaCha8, bounded numbers without bias, and the shuffle.
 *
 * Several bounded numbers come from one 64-bit word: multiplying the word by a bound leaves the
 * number in the high half and a fresh fraction in the low half, which serves the next bound. The
 * last fraction tells whether the word must be thrown away to keep all outcomes equally likely
 * (Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", 2024).
 */
#include "core/dice.h"

#include "core/check.h"
#include "core/memory.h"

/* A batch ends before the product of its bounds reaches this, so that a word is thrown away less
 * than once in 2^16 batches. */
#define BATCH_MAX (1ull << 48)
/* 16! is below it and 17! is not, so no batch has more numbers than 2 to 16. */
enum { BATCH_COUNT_MAX = 15 };

static inline uint32_t rotate(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

#define QUARTER(a, b, c, d)                                                                        \
    do {                                                                                           \
        a += b;                                                                                    \
        d = rotate(d ^ a, 16);                                                                     \
        c += d;                                                                                    \
        b = rotate(b ^ c, 12);                                                                     \
        a += b;                                                                                    \
        d = rotate(d ^ a, 8);                                                                      \
        c += d;                                                                                    \
        b = rotate(b ^ c, 7);                                                                      \
    } while (0)

void hc_chacha_block(const uint32_t input[16], unsigned rounds, uint32_t output[16])
{
    uint32_t x[16];

    hc_copy(x, input, sizeof x);
    for (unsigned i = 0; i < rounds; i += 2) {
        QUARTER(x[0], x[4], x[8], x[12]);
        QUARTER(x[1], x[5], x[9], x[13]);
        QUARTER(x[2], x[6], x[10], x[14]);
        QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]);
        QUARTER(x[1], x[6], x[11], x[12]);
        QUARTER(x[2], x[7], x[8], x[13]);
        QUARTER(x[3], x[4], x[9], x[14]);
    }
    for (unsigned i = 0; i < 16; i++)
        output[i] = x[i] + input[i];
}

void hc_dice_open(struct hc_dice *dice, const uint8_t key[32], uint32_t stream_high,
                  uint32_t stream_low)
{
    dice->input[0] = 0x61707865;
    dice->input[1] = 0x3320646e;
    dice->input[2] = 0x79622d32;
    dice->input[3] = 0x6b206574;
    for (unsigned i = 0; i < 8; i++)
        dice->input[4 + i] = hc_load32(key + 4 * i);
    dice->input[12] = 0;
    dice->input[13] = 0;
    dice->input[14] = stream_high;
    dice->input[15] = stream_low;
    dice->used = 16;
}

uint64_t hc_dice_word(struct hc_dice *dice)
{
    uint64_t word;

    if (dice->used == 16) {
        hc_chacha_block(dice->input, 8, dice->word);
        dice->input[12]++;
        dice->used = 0;
    }
    word = dice->word[dice->used] | (uint64_t)dice->word[dice->used + 1] << 32;
    dice->used += 2;
    return word;
}

/* The high 64 bits of fraction * bound; the low ones stay in *fraction. */
static inline uint32_t split(uint64_t *fraction, uint32_t bound)
{
    uint64_t low = (*fraction & 0xffffffff) * bound;
    uint64_t high = (*fraction >> 32) * bound + (low >> 32);

    *fraction *= bound;
    return (uint32_t)(high >> 32);
}

/* Whether the last fraction of a batch demands another word. */
static inline bool biased(uint64_t fraction, uint64_t product)
{
    return fraction < product && fraction < (0 - product) % product;
}

uint32_t hc_dice_below(struct hc_dice *dice, uint32_t bound)
{
    uint64_t fraction;
    uint32_t number;

    HC_CHECK(bound);
    do {
        fraction = hc_dice_word(dice);
        number = split(&fraction, bound);
    } while (biased(fraction, bound));
    return number;
}

void hc_dice_shuffle(struct hc_dice *dice, uint8_t *cards, unsigned count)
{
    uint32_t at[BATCH_COUNT_MAX];

    HC_CHECK(count <= 128);
    for (unsigned last = count; last > 1;) {
        uint64_t product, fraction;
        unsigned batch;

        do {
            fraction = hc_dice_word(dice);
            product = 1;
            for (batch = 0; last - batch > 1 && product * (last - batch) < BATCH_MAX; batch++) {
                product *= last - batch;
                at[batch] = split(&fraction, last - batch);
            }
        } while (biased(fraction, product));
        for (unsigned i = 0; i < batch; i++, last--) {
            uint8_t card = cards[last - 1];

            cards[last - 1] = cards[at[i]];
            cards[at[i]] = card;
        }
    }
}
