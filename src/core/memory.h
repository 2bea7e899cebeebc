// SPDX-License-Identifier: MIT
/*
 * memory.h: copying, filling and comparing bytes without libc.
 *
 * The compiler turns these into its own instructions or into calls of memcpy and friends; where
 * there is no libc (wasm), memory.c supplies those.
 */
#ifndef HC_CORE_MEMORY_H
#define HC_CORE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define hc_copy(to, from, size)    ((void)__builtin_memcpy((to), (from), (size)))
#define hc_zero(bytes, size)       ((void)__builtin_memset((bytes), 0, (size)))
#define hc_fill(bytes, byte, size) ((void)__builtin_memset((bytes), (byte), (size)))

static inline bool hc_same(const void *a, const void *b, size_t size)
{
    return __builtin_memcmp(a, b, size) == 0;
}

static inline size_t hc_length(const char *text)
{
    return __builtin_strlen(text);
}

static inline bool hc_text_same(const char *a, const char *b)
{
    return *a == *b && __builtin_strcmp(a, b) == 0;
}

/* Little-endian numbers in bytes, whatever the machine. */
static inline uint32_t hc_load32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static inline void hc_store32(uint8_t *bytes, uint32_t value)
{
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
    bytes[2] = (uint8_t)(value >> 16);
    bytes[3] = (uint8_t)(value >> 24);
}

static inline uint64_t hc_load64(const uint8_t *bytes)
{
    return (uint64_t)hc_load32(bytes) | (uint64_t)hc_load32(bytes + 4) << 32;
}

static inline void hc_store64(uint8_t *bytes, uint64_t value)
{
    hc_store32(bytes, (uint32_t)value);
    hc_store32(bytes + 4, (uint32_t)(value >> 32));
}

#endif
