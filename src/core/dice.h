// SPDX-License-Identifier: MIT
/*
 * dice.h: the one source of chance, keyed by 32 bytes.
 *
 * The generator is the ChaCha block function of RFC 8439 with 8 rounds. A stream is named by two
 * numbers that take the place of the nonce; a table opens a new stream for every shuffle, so a
 * table remembers how many streams were used and never a position inside one. Same key, same
 * stream, same numbers on every machine.
 */
#ifndef HC_CORE_DICE_H
#define HC_CORE_DICE_H

#include <stddef.h>
#include <stdint.h>

struct hc_dice {
    uint32_t key[8], stream_high, stream_low;
    uint32_t blocks;   /* made so far */
    uint32_t word[16]; /* the last one */
    unsigned used;     /* of word[] */
};

void hc_dice_open(struct hc_dice *dice, const uint8_t key[32], uint32_t stream_high,
                  uint32_t stream_low);
/* One block of `rounds` rounds; tests hold it to the published vectors. */
void hc_chacha_block(const uint32_t input[16], unsigned rounds, uint32_t output[16]);
uint64_t hc_dice_word(struct hc_dice *dice);
/* A number below `bound`, each equally likely. bound is 1 to 2^32 - 1. */
uint32_t hc_dice_below(struct hc_dice *dice, uint32_t bound);
/* Fisher-Yates from the last index down: every order equally likely. At most 128 cards. */
void hc_dice_shuffle(struct hc_dice *dice, uint8_t *cards, unsigned count);

#endif
