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
#include "holecard.h"

/* A batch ends before the product of its bounds reaches this, so that a word is thrown away less
 * than once in 2^16 batches. */
#define BATCH_MAX (1ull << 48)

/* A row of the block's four. The columns of rows are worked on side by side, which compilers turn
 * into vector instructions where the machine has them. */
typedef uint32_t row __attribute__((vector_size(16)));

static inline row rotate(row x, unsigned n)
{
    return x << n | x >> (32 - n);
}

#define QUARTERS(a, b, c, d)                                                                       \
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

/* The same row, begun at another column. */
#define FROM(x, i)                                                                                 \
    (row)                                                                                          \
    {                                                                                              \
        x[(i)&3], x[((i) + 1) & 3], x[((i) + 2) & 3], x[((i) + 3) & 3]                             \
    }

/* One block from its four rows. */
static inline void block(const row in[4], unsigned rounds, uint32_t output[16])
{
    row a = in[0], b = in[1], c = in[2], d = in[3];
    row out[4];

    for (unsigned i = 0; i < rounds; i += 2) {
        QUARTERS(a, b, c, d);
        b = FROM(b, 1);
        c = FROM(c, 2);
        d = FROM(d, 3);
        QUARTERS(a, b, c, d);
        b = FROM(b, 3);
        c = FROM(c, 2);
        d = FROM(d, 1);
    }
    out[0] = in[0] + a;
    out[1] = in[1] + b;
    out[2] = in[2] + c;
    out[3] = in[3] + d;
    hc_copy(output, out, sizeof out);
}

void hc_chacha_block(const uint32_t input[16], unsigned rounds, uint32_t output[16])
{
    row in[4];

    hc_copy(in, input, sizeof in);
    block(in, rounds, output);
}

/* The rows are made in registers: a row that is loaded right after its words were stored one by one
 * has to wait for all of them. */
static void roll(struct hc_dice *dice)
{
    row in[4] = {{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}};

    hc_copy(&in[1], dice->key, sizeof dice->key);
    in[3] = (row){dice->blocks, 0, dice->stream_high, dice->stream_low};
    block(in, 8, dice->word);
    dice->blocks++;
    dice->used = 0;
}

void hc_dice_open(struct hc_dice *dice, const uint8_t key[32], uint32_t stream_high,
                  uint32_t stream_low)
{
    for (unsigned i = 0; i < 8; i++)
        dice->key[i] = hc_load32(key + 4 * i);
    dice->stream_high = stream_high;
    dice->stream_low = stream_low;
    dice->blocks = 0;
    dice->used = 16;
}

uint64_t hc_dice_word(struct hc_dice *dice)
{
    uint64_t word;

    if (dice->used == 16)
        roll(dice);
    word = dice->word[dice->used] | (uint64_t)dice->word[dice->used + 1] << 32;
    dice->used += 2;
    return word;
}

/* The high 64 bits of fraction * bound; the low ones stay in *fraction. One multiplication where
 * the machine has such a one, the same by halves elsewhere. */
static inline uint32_t split(uint64_t *fraction, uint32_t bound)
{
#ifdef __x86_64__
    __extension__ unsigned __int128 product = (unsigned __int128)*fraction * bound;

    *fraction = (uint64_t)product;
    return (uint32_t)(product >> 64);
#else
    uint64_t low = (*fraction & 0xffffffff) * bound;
    uint64_t high = (*fraction >> 32) * bound + (low >> 32);

    *fraction *= bound;
    return (uint32_t)(high >> 32);
#endif
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
    uint8_t at[HC_CARDS_MAX]; /* of one batch; so large that no compiler unrolls what fills it */

    HC_CHECK(count <= HC_CARDS_MAX);
    for (unsigned last = count; last > 1;) {
        uint64_t product, fraction;
        unsigned batch;

        do {
            fraction = hc_dice_word(dice);
            product = 1;
            for (batch = 0; last - batch > 1 && product * (last - batch) < BATCH_MAX; batch++) {
                product *= last - batch;
                at[batch] = (uint8_t)split(&fraction, last - batch);
            }
        } while (biased(fraction, product));
        for (unsigned i = 0; i < batch; i++, last--) {
            uint8_t card = cards[last - 1];

            cards[last - 1] = cards[at[i]];
            cards[at[i]] = card;
        }
    }
}
