// SPDX-License-Identifier: MIT
/* sha256.c: SHA-256, straight from FIPS 180-4. */
#include "core/sha256.h"

#include "core/memory.h"

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

static uint32_t load_big(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void store_big(uint8_t *bytes, uint32_t value)
{
    bytes[0] = (uint8_t)(value >> 24);
    bytes[1] = (uint8_t)(value >> 16);
    bytes[2] = (uint8_t)(value >> 8);
    bytes[3] = (uint8_t)value;
}

static void compress(uint32_t h[8], const uint8_t block[64])
{
    uint32_t w[64], s[8];

    for (unsigned i = 0; i < 16; i++)
        w[i] = load_big(block + 4 * i);
    for (unsigned i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];

        w[i] = w[i - 16] + w[i - 7] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    hc_copy(s, h, sizeof s);
    for (unsigned i = 0; i < 64; i++) {
        uint32_t t1 = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) +
                      ((s[4] & s[5]) ^ (~s[4] & s[6])) + K[i] + w[i];
        uint32_t t2 = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) +
                      ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));

        s[7] = s[6];
        s[6] = s[5];
        s[5] = s[4];
        s[4] = s[3] + t1;
        s[3] = s[2];
        s[2] = s[1];
        s[1] = s[0];
        s[0] = t1 + t2;
    }
    for (unsigned i = 0; i < 8; i++)
        h[i] += s[i];
}

void hc_sha256_init(struct hc_sha256 *sha)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

    hc_zero(sha, sizeof *sha);
    hc_copy(sha->h, start, sizeof start);
}

void hc_sha256_add(struct hc_sha256 *sha, const void *bytes, size_t size)
{
    const uint8_t *rest = bytes;

    while (size) {
        size_t used = sha->length % 64, part = size < 64 - used ? size : 64 - used;

        hc_copy(sha->block + used, rest, part);
        rest += part;
        size -= part;
        sha->length += part;
        if (used + part == 64)
            compress(sha->h, sha->block);
    }
}

void hc_sha256_end(struct hc_sha256 *sha, uint8_t digest[32])
{
    static const uint8_t padding[64] = {0x80};
    uint64_t bits = sha->length * 8;
    uint8_t tail[8];

    hc_sha256_add(sha, padding, 1 + (119 - sha->length % 64) % 64);
    store_big(tail, (uint32_t)(bits >> 32));
    store_big(tail + 4, (uint32_t)bits);
    hc_sha256_add(sha, tail, sizeof tail);
    for (unsigned i = 0; i < 8; i++)
        store_big(digest + 4 * i, sha->h[i]);
}
