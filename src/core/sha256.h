// SPDX-License-Identifier: MIT
/*
 * sha256.h: SHA-256 (FIPS 180-4), written here because the pure ring runs without libc. Tests hold
 * it to published vectors and to libsodium.
 */
#ifndef HC_CORE_SHA256_H
#define HC_CORE_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct hc_sha256 {
    uint32_t h[8];
    uint64_t length;
    uint8_t block[64];
};

void hc_sha256_init(struct hc_sha256 *sha);
void hc_sha256_add(struct hc_sha256 *sha, const void *bytes, size_t size);
void hc_sha256_end(struct hc_sha256 *sha, uint8_t digest[32]);

#endif
