// SPDX-License-Identifier: MIT
/*
 * test_core_crypto.c: the hash, the cipher and the dice, held to published vectors, to libsodium,
 * to statistics and to numbers that an independent program computed.
 *
 * covers R-019: the shuffle is Fisher-Yates without bias, from a documented generator with a seed.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "core/dice.h"
#include "core/memory.h"
#include "core/sha256.h"
#include "holecard.h"

enum { HEX_MAX = 256 };

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void must_be_hex(const uint8_t *bytes, size_t size, const char *want, const char *why)
{
    char hex[HEX_MAX];

    assert_true(2 * size < sizeof hex);
    sodium_bin2hex(hex, sizeof hex, bytes, size);
    if (strcmp(hex, want) != 0)
        fail_msg("%s: %s instead of %s", why, hex, want);
}

static void read_hex(uint8_t *bytes, size_t size, const char *hex)
{
    size_t length;

    assert_int_equal(sodium_hex2bin(bytes, size, hex, strlen(hex), NULL, &length, NULL), 0);
    assert_int_equal(length, size);
}

/* The key 00 01 02 … 1f of RFC 8439 and of the goldens below. */
static void counting_key(uint8_t key[32])
{
    for (unsigned i = 0; i < 32; i++)
        key[i] = (uint8_t)i;
}

/* ---- SHA-256 -------------------------------------------------------------------------------- */

#define TWO_BLOCKS "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
#define LONGER                                                                                     \
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno"                             \
    "ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"

/* FIPS 180-4 and its examples. */
static const struct {
    const char *why, *text;
    unsigned times;
    const char *digest;
} hashes[] = {
    {"nothing", "", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"one block", "abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"the length needs a second block", TWO_BLOCKS, 1,
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    {"the message needs a second block", LONGER, 1,
     "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    {"a million letters", "a", 1000000,
     "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
};

static void hash_is_the_published_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(hashes); i++) {
        struct hc_sha256 sha;
        uint8_t digest[32];

        hc_sha256_init(&sha);
        for (unsigned n = 0; n < hashes[i].times; n++)
            hc_sha256_add(&sha, hashes[i].text, strlen(hashes[i].text));
        hc_sha256_end(&sha, digest);
        must_be_hex(digest, sizeof digest, hashes[i].digest, hashes[i].why);
    }
}

/* Every length around the ends of blocks, in pieces of any size, as libsodium has it. */
static void hash_is_that_of_libsodium(void **state)
{
    enum { LENGTH_MAX = 700 };
    uint8_t bytes[LENGTH_MAX], key[32], ours[32], theirs[32];
    struct hc_dice dice;

    (void)state;
    counting_key(key);
    hc_dice_open(&dice, key, 1, 1);
    for (size_t length = 0; length <= LENGTH_MAX; length++) {
        struct hc_sha256 sha;
        size_t at = 0;

        for (size_t i = 0; i < length; i++)
            bytes[i] = (uint8_t)hc_dice_below(&dice, 256);
        hc_sha256_init(&sha);
        while (at < length) {
            size_t piece = 1 + hc_dice_below(&dice, (uint32_t)(length - at));

            hc_sha256_add(&sha, bytes + at, piece);
            at += piece;
        }
        hc_sha256_end(&sha, ours);
        crypto_hash_sha256(theirs, bytes, length);
        assert_memory_equal(ours, theirs, sizeof ours);
    }
}

/* What anybody needs to check a deal with other tools: SHA-256 of seed and salt, in this order. */
static void commitment_is_a_plain_hash(void **state)
{
    uint8_t both[2 * HC_SEED_BYTES], ours[HC_SEED_BYTES], theirs[HC_SEED_BYTES];

    (void)state;
    for (unsigned i = 0; i < sizeof both; i++)
        both[i] = (uint8_t)(7 * i + 1);
    hc_commitment(both, both + HC_SEED_BYTES, ours);
    crypto_hash_sha256(theirs, both, sizeof both);
    assert_memory_equal(ours, theirs, sizeof ours);
}

/* ---- ChaCha --------------------------------------------------------------------------------- */

/* The layout of RFC 8439: constants, key, a counter of 32 bits, a nonce of 96. */
static void chacha(const uint8_t key[32], uint32_t counter, const uint8_t nonce[12],
                   unsigned rounds, uint8_t out[64])
{
    uint32_t input[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, output[16];

    for (unsigned i = 0; i < 8; i++)
        input[4 + i] = hc_load32(key + 4 * i);
    input[12] = counter;
    for (unsigned i = 0; i < 3; i++)
        input[13 + i] = hc_load32(nonce + 4 * i);
    hc_chacha_block(input, rounds, output);
    for (unsigned i = 0; i < 16; i++)
        hc_store32(out + 4 * i, output[i]);
}

#define ZERO_KEY     "0000000000000000000000000000000000000000000000000000000000000000"
#define COUNTING_KEY "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#define MIXED_KEY    "00112233445566778899aabbccddeeffffeeddccbbaa99887766554433221100"

/* RFC 8439 section 2.3.2, and draft-strombergson-chacha-test-vectors TC1 and TC7, whose nonce of 64
 * bits stands behind a zero word here. */
static const struct {
    const char *why, *key, *nonce;
    uint32_t counter;
    unsigned rounds;
    const char *block;
} blocks[] = {
    {"RFC 8439, 2.3.2", COUNTING_KEY, "000000090000004a00000000", 1, 20,
     "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
     "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"},
    {"TC1, 8 rounds, first block", ZERO_KEY, "000000000000000000000000", 0, 8,
     "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
     "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"},
    {"TC1, 8 rounds, second block", ZERO_KEY, "000000000000000000000000", 1, 8,
     "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
     "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"},
    {"TC1, 12 rounds", ZERO_KEY, "000000000000000000000000", 0, 12,
     "9bf49a6a0755f953811fce125f2683d50429c3bb49e074147e0089a52eae155f"
     "0564f879d27ae3c02ce82834acfa8c793a629f2ca0de6919610be82f411326be"},
    {"TC7, 8 rounds, first block", MIXED_KEY, "000000000f1e2d3c4b5a6978", 0, 8,
     "db43ad9d1e842d1272e4530e276b3f568f8859b3f7cf6d9d2c74fa53808cb515"
     "7a8ebf46ad3dcc4b6c7dadde131784b0120e0e22f6d5f9ffa7407d4a21b695d9"},
    {"TC7, 8 rounds, second block", MIXED_KEY, "000000000f1e2d3c4b5a6978", 1, 8,
     "c5dd30bf55612fab9bdd118920c19816470c7f5dcd42325dbbed8c57a56281c1"
     "44cb0f03e81b3004624e0650a1ce5afaf9a7cd8163f6dbd72602257dd96e471e"},
};

static void cipher_is_the_published_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(blocks); i++) {
        uint8_t key[32], nonce[12], out[64];

        read_hex(key, sizeof key, blocks[i].key);
        read_hex(nonce, sizeof nonce, blocks[i].nonce);
        chacha(key, blocks[i].counter, nonce, blocks[i].rounds, out);
        must_be_hex(out, sizeof out, blocks[i].block, blocks[i].why);
    }
}

static void cipher_is_that_of_libsodium(void **state)
{
    static const uint8_t zeros[64];
    uint8_t key[32], nonce[12], ours[64], theirs[64];
    struct hc_dice dice;

    (void)state;
    counting_key(key);
    hc_dice_open(&dice, key, 1, 2);
    for (unsigned i = 0; i < 500; i++) {
        uint32_t counter = (uint32_t)hc_dice_word(&dice);

        for (unsigned b = 0; b < sizeof key; b++)
            key[b] = (uint8_t)hc_dice_below(&dice, 256);
        for (unsigned b = 0; b < sizeof nonce; b++)
            nonce[b] = (uint8_t)hc_dice_below(&dice, 256);
        chacha(key, counter, nonce, 20, ours);
        crypto_stream_chacha20_ietf_xor_ic(theirs, zeros, sizeof zeros, nonce, counter, key);
        assert_memory_equal(ours, theirs, sizeof ours);
    }
}

/* A stream is ChaCha8 with the two numbers of its name as the last words of the nonce, read as
 * 64-bit little-endian words, block after block. */
static void dice_are_the_cipher(void **state)
{
    uint8_t key[32], nonce[12] = {0}, block[64];
    struct hc_dice dice;

    (void)state;
    counting_key(key);
    hc_store32(nonce + 4, 0x01020304);
    hc_store32(nonce + 8, 0x05060708);
    hc_dice_open(&dice, key, 0x01020304, 0x05060708);
    for (uint32_t counter = 0; counter < 5; counter++) {
        chacha(key, counter, nonce, 8, block);
        for (unsigned i = 0; i < 8; i++)
            assert_true(hc_dice_word(&dice) == hc_load64(block + 8 * i));
    }
}

/* ---- Goldens -------------------------------------------------------------------------------- */

/*
 * Computed by this Python, which shares nothing with dice.c but its description:
 *
 *   import struct
 *   M = 0xffffffff
 *   def rot(x, n): return (x << n | x >> 32 - n) & M
 *   def quarter(s, a, b, c, d):
 *       for n, m in ((16, 12), (8, 7)):
 *           s[a] = s[a] + s[b] & M; s[d] = rot(s[d] ^ s[a], n)
 *           s[c] = s[c] + s[d] & M; s[b] = rot(s[b] ^ s[c], m)
 *   def block(key, counter, high, low):
 *       first = [*struct.unpack("<12I", b"expand 32-byte k" + key), counter, 0, high, low]
 *       s = first[:]
 *       for _ in range(4):
 *           for i in range(4): quarter(s, i, 4 + i, 8 + i, 12 + i)
 *           for i in range(4): quarter(s, i, 4 + (i+1) % 4, 8 + (i+2) % 4, 12 + (i+3) % 4)
 *       return [a + b & M for a, b in zip(s, first)]
 *   def words(key, high, low):
 *       for n in range(2**32):
 *           w = block(key, n, high, low)
 *           yield from (w[i] | w[i+1] << 32 for i in range(0, 16, 2))
 *   def batch(source, bounds):
 *       product = 1
 *       for b in bounds: product *= b
 *       while True:
 *           fraction, numbers = next(source), []
 *           for b in bounds:
 *               numbers.append(fraction * b >> 64)
 *               fraction = fraction * b % 2**64
 *           if fraction >= 2**64 % product: return numbers
 *   def shuffle(source, count):
 *       cards, last = list(range(count)), count
 *       while last > 1:
 *           bounds, product = [], 1
 *           while len(bounds) < 16 and last - len(bounds) > 1 \
 *                   and product * (last - len(bounds)) < 2**48:
 *               product *= last - len(bounds); bounds.append(last - len(bounds))
 *           for j in batch(source, bounds):
 *               cards[last-1], cards[j] = cards[j], cards[last-1]; last -= 1
 *       return cards
 *   key = bytes(range(32))
 *   for stream, count in enumerate((108, 16, 128)): print(shuffle(words(key, 0, stream), count))
 *   source = words(key, 3, 4)
 *   print([batch(source, [b])[0] for b in (1, 2, 3, 7, 52, 108, 2**31 + 11, 2**32 - 1)])
 */
static const struct {
    unsigned count;
    uint8_t cards[128];
} shuffles[] = {
    {108,
     {5,   84, 76, 11, 63,  44, 24, 39, 10, 27,  104, 16,  26, 4,  81, 43, 102, 28, 92, 30, 74, 64,
      32,  12, 34, 13, 103, 49, 41, 52, 91, 1,   35,  107, 86, 85, 94, 14, 89,  9,  66, 57, 3,  75,
      6,   36, 77, 56, 58,  17, 99, 61, 46, 79,  47,  78,  67, 48, 25, 55, 51,  83, 90, 2,  8,  38,
      88,  82, 62, 21, 98,  22, 72, 73, 42, 53,  33,  37,  54, 18, 31, 59, 95,  23, 87, 97, 69, 65,
      105, 71, 40, 70, 93,  29, 19, 80, 68, 100, 106, 101, 20, 15, 96, 50, 60,  7,  0,  45}},
    {16, {8, 9, 14, 2, 11, 13, 7, 1, 3, 12, 5, 10, 15, 0, 6, 4}},
    {128,
     {116, 6,   56,  34,  99,  42,  95, 5,  100, 32,  51, 121, 11,  113, 112, 26,  81,  53,  125,
      47,  82,  36,  65,  103, 114, 90, 44, 93,  127, 83, 7,   88,  72,  62,  89,  25,  40,  110,
      18,  119, 52,  73,  97,  45,  94, 61, 21,  84,  75, 20,  30,  68,  77,  86,  13,  48,  1,
      111, 35,  70,  66,  3,   79,  15, 29, 58,  71,  38, 123, 102, 78,  98,  23,  37,  107, 43,
      39,  120, 126, 106, 60,  46,  76, 64, 49,  104, 17, 74,  80,  31,  118, 63,  101, 27,  59,
      55,  19,  91,  0,   122, 67,  69, 28, 87,  96,  8,  22,  41,  9,   105, 117, 57,  10,  4,
      115, 108, 24,  12,  2,   92,  33, 50, 124, 85,  14, 16,  109, 54}},
};

static void shuffles_are_those_of_another_program(void **state)
{
    uint8_t key[32], cards[128];
    struct hc_dice dice;

    (void)state;
    counting_key(key);
    for (unsigned s = 0; s < COUNT(shuffles); s++) {
        for (unsigned i = 0; i < sizeof cards; i++)
            cards[i] = (uint8_t)i;
        hc_dice_open(&dice, key, 0, s);
        hc_dice_shuffle(&dice, cards, shuffles[s].count);
        assert_memory_equal(cards, shuffles[s].cards, shuffles[s].count);
    }
}

static void numbers_are_those_of_another_program(void **state)
{
    static const struct {
        uint32_t bound, number;
    } rows[] = {{1, 0},
                {2, 0},
                {3, 1},
                {7, 2},
                {52, 33},
                {108, 9},
                {(1u << 31) + 11, 998896411},
                {UINT32_MAX, 800495312}};
    uint8_t key[32];
    struct hc_dice dice;

    (void)state;
    counting_key(key);
    hc_dice_open(&dice, key, 3, 4);
    for (unsigned i = 0; i < COUNT(rows); i++)
        assert_int_equal(hc_dice_below(&dice, rows[i].bound), rows[i].number);
}

/* ---- No bias -------------------------------------------------------------------------------- */

/* Dice that will say these words next. */
static void load_dice(struct hc_dice *dice, const uint64_t *words, unsigned count)
{
    memset(dice, 0, sizeof *dice);
    dice->used = 16 - 2 * count;
    for (unsigned i = 0; i < count; i++) {
        dice->word[dice->used + 2 * i] = (uint32_t)words[i];
        dice->word[dice->used + 2 * i + 1] = (uint32_t)(words[i] >> 32);
    }
}

/* The number that an odd one must be multiplied with to give 1 modulo 2^64. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t inverse = odd;

    for (unsigned i = 0; i < 6; i++)
        inverse *= 2 - odd * inverse;
    return inverse;
}

/*
 * A word whose fraction is below 2^64 modulo the bound must be thrown away, and no other: then each
 * number is left with equally many words. The words with the fractions just below and at that limit
 * are made by division modulo 2^64.
 */
static void a_word_too_many_is_thrown_away(void **state)
{
    static const uint32_t bounds[] = {3, 5, 7, 13, 51, 107, 999999937, UINT32_MAX};
    const uint64_t good = 0x8000000000000001;

    (void)state;
    for (unsigned i = 0; i < COUNT(bounds); i++) {
        uint64_t bound = bounds[i], limit = (0 - bound) % bound;
        uint64_t words[2] = {(limit - 1) * inverse(bound), good};
        struct hc_dice dice;

        assert_true(limit > 0);
        load_dice(&dice, words, 2);
        assert_true(hc_dice_below(&dice, bounds[i]) == bound / 2);
        assert_int_equal(dice.used, 16); /* both words are gone */
        words[0] = limit * inverse(bound);
        load_dice(&dice, words, 2);
        hc_dice_below(&dice, bounds[i]);
        assert_int_equal(dice.used, 14); /* the first one served */
    }
}

/* Powers of two divide all words evenly: none is thrown away, not even zero. */
static void powers_of_two_waste_nothing(void **state)
{
    (void)state;
    for (unsigned shift = 0; shift < 32; shift++) {
        uint64_t words[2] = {0, 0};
        struct hc_dice dice;

        load_dice(&dice, words, 2);
        assert_int_equal(hc_dice_below(&dice, 1u << shift), 0);
        assert_int_equal(dice.used, 14);
    }
}

/* The same for a batch: 4 * 3 * 2 = 24, and 2^64 modulo 24 is 16. */
static void a_batch_too_many_is_thrown_away(void **state)
{
    const uint64_t good = 0xfedcba9876543210;
    uint64_t words[2] = {0, good};
    uint8_t once[4] = {0, 1, 2, 3}, twice[4] = {0, 1, 2, 3}, third[4] = {0, 1, 2, 3};
    struct hc_dice dice;

    (void)state;
    load_dice(&dice, &good, 1);
    hc_dice_shuffle(&dice, once, 4);
    load_dice(&dice, words, 2); /* fraction 0 */
    hc_dice_shuffle(&dice, twice, 4);
    assert_int_equal(dice.used, 16);
    assert_memory_equal(once, twice, sizeof once);
    words[0] = 2 * inverse(3); /* fraction 16 */
    load_dice(&dice, words, 2);
    hc_dice_shuffle(&dice, third, 4);
    assert_int_equal(dice.used, 14);
}

/* ---- Statistics ----------------------------------------------------------------------------- */

/* The value that chi-square passes once in ten thousand, or misses for a negative z (Wilson and
 * Hilferty's approximation). Seeds are fixed, so a test that passes once passes always. */
static double chi_square_limit(unsigned freedom, double z)
{
    double part = 2.0 / (9.0 * freedom);

    return freedom * pow(1 - part + z * sqrt(part), 3);
}

static void must_be_uniform(const unsigned *seen, const double *expected, unsigned count,
                            const char *what)
{
    double sum = 0;

    for (unsigned i = 0; i < count; i++)
        sum += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
    if (count > 1 && sum > chi_square_limit(count - 1, 3.719))
        fail_msg("%s: chi-square %.1f for %u classes is too large", what, sum, count);
    if (count > 20 && sum < chi_square_limit(count - 1, -3.719))
        fail_msg("%s: chi-square %.1f for %u classes is too small", what, sum, count);
}

static void numbers_are_even(void **state)
{
    enum { CLASSES = 108, DRAWS = 200000 };
    static const uint32_t bounds[] = {1, 2, 3, 7, 52, 108, (1u << 31) + 11, 3u << 30};
    uint8_t key[32];
    struct hc_dice dice;

    (void)state;
    counting_key(key);
    for (unsigned i = 0; i < COUNT(bounds); i++) {
        uint32_t bound = bounds[i], width = (bound + CLASSES - 1) / CLASSES;
        unsigned count = (bound + width - 1) / width, seen[CLASSES] = {0};
        double expected[CLASSES];
        char what[40];

        hc_dice_open(&dice, key, 2, i);
        for (unsigned n = 0; n < DRAWS; n++) {
            uint32_t number = hc_dice_below(&dice, bound);

            assert_true(number < bound);
            seen[number / width]++;
        }
        for (unsigned c = 0; c < count; c++) {
            uint32_t here = c + 1 < count ? width : bound - c * width;

            expected[c] = (double)DRAWS * here / bound;
        }
        snprintf(what, sizeof what, "numbers below %u", bound);
        must_be_uniform(seen, expected, count, what);
    }
}

static void shuffle_is_a_permutation(void **state)
{
    uint8_t key[32], cards[130];
    struct hc_dice dice;

    (void)state;
    counting_key(key);
    for (unsigned count = 0; count <= 128; count++)
        for (unsigned stream = 0; stream < 20; stream++) {
            bool seen[128] = {false};

            memset(cards, 0xee, sizeof cards);
            for (unsigned i = 0; i < count; i++)
                cards[1 + i] = (uint8_t)i;
            hc_dice_open(&dice, key, count, stream);
            hc_dice_shuffle(&dice, cards + 1, count);
            for (unsigned i = 0; i < count; i++) {
                assert_true(cards[1 + i] < count);
                assert_false(seen[cards[1 + i]]);
                seen[cards[1 + i]] = true;
            }
            assert_int_equal(cards[0], 0xee);
            assert_int_equal(cards[1 + count], 0xee);
        }
}

/* The number of an order of four cards, 0 to 23. */
static unsigned order_of(const uint8_t cards[4])
{
    unsigned number = 0;

    for (unsigned i = 0; i < 4; i++) {
        unsigned smaller = 0;

        for (unsigned j = i + 1; j < 4; j++)
            smaller += cards[j] < cards[i];
        number = number * (4 - i) + smaller;
    }
    return number;
}

static void every_order_is_equally_likely(void **state)
{
    enum { ORDERS = 24, TIMES = 5000 };
    unsigned seen[ORDERS] = {0};
    double expected[ORDERS];
    uint8_t key[32];
    struct hc_dice dice;

    (void)state;
    counting_key(key);
    hc_dice_open(&dice, key, 4, 0);
    for (unsigned n = 0; n < ORDERS * TIMES; n++) {
        uint8_t cards[4] = {0, 1, 2, 3};

        hc_dice_shuffle(&dice, cards, 4);
        seen[order_of(cards)]++;
    }
    for (unsigned i = 0; i < ORDERS; i++)
        expected[i] = TIMES;
    must_be_uniform(seen, expected, ORDERS, "orders of four cards");
}

/* A whole deck: the first, a middle and the last card may end anywhere, and any card may be on top.
 * Each shuffle is the first of its stream, as at a table. */
static void every_card_goes_anywhere(void **state)
{
    enum { DECK = 108, TIMES = 300, WATCHED = 4 };
    static const uint8_t watched[WATCHED - 1] = {0, 53, 107};
    unsigned seen[WATCHED][DECK] = {{0}};
    double expected[DECK];
    uint8_t key[32];
    struct hc_dice dice;

    (void)state;
    counting_key(key);
    for (unsigned n = 0; n < DECK * TIMES; n++) {
        uint8_t cards[DECK];

        for (unsigned i = 0; i < DECK; i++)
            cards[i] = (uint8_t)i;
        hc_dice_open(&dice, key, 5, n);
        hc_dice_shuffle(&dice, cards, DECK);
        seen[WATCHED - 1][cards[0]]++;
        for (unsigned i = 0; i < DECK; i++)
            for (unsigned w = 0; w < COUNT(watched); w++)
                seen[w][i] += cards[i] == watched[w];
    }
    for (unsigned i = 0; i < DECK; i++)
        expected[i] = TIMES;
    must_be_uniform(seen[0], expected, DECK, "places of the first card");
    must_be_uniform(seen[1], expected, DECK, "places of a middle card");
    must_be_uniform(seen[2], expected, DECK, "places of the last card");
    must_be_uniform(seen[3], expected, DECK, "cards on top");
}

/* Another key, another stream: other numbers. The same ones: the same numbers. */
static void streams_are_apart(void **state)
{
    uint8_t key[32], other_key[32];
    struct hc_dice dice, same, other;

    (void)state;
    counting_key(key);
    counting_key(other_key);
    other_key[31] ^= 0x80;
    hc_dice_open(&dice, key, 1, 2);
    hc_dice_open(&same, key, 1, 2);
    for (unsigned i = 0; i < 100; i++)
        assert_true(hc_dice_word(&dice) == hc_dice_word(&same));
    for (unsigned i = 0; i < 3; i++) {
        unsigned equal = 0;

        hc_dice_open(&dice, key, 1, 2);
        hc_dice_open(&other, i == 0 ? other_key : key, i == 1 ? 2 : 1, i == 2 ? 3 : 2);
        for (unsigned n = 0; n < 100; n++)
            equal += hc_dice_word(&dice) == hc_dice_word(&other);
        assert_int_equal(equal, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_is_the_published_one),
        cmocka_unit_test(hash_is_that_of_libsodium),
        cmocka_unit_test(commitment_is_a_plain_hash),
        cmocka_unit_test(cipher_is_the_published_one),
        cmocka_unit_test(cipher_is_that_of_libsodium),
        cmocka_unit_test(dice_are_the_cipher),
        cmocka_unit_test(shuffles_are_those_of_another_program),
        cmocka_unit_test(numbers_are_those_of_another_program),
        cmocka_unit_test(a_word_too_many_is_thrown_away),
        cmocka_unit_test(powers_of_two_waste_nothing),
        cmocka_unit_test(a_batch_too_many_is_thrown_away),
        cmocka_unit_test(numbers_are_even),
        cmocka_unit_test(shuffle_is_a_permutation),
        cmocka_unit_test(every_order_is_equally_likely),
        cmocka_unit_test(every_card_goes_anywhere),
        cmocka_unit_test(streams_are_apart),
    };

    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
