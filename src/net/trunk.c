// SPDX-License-Identifier: MIT
/* trunk.c: the hello, keys, and sealed frames. Start reading at trunk_take. */
#include "net/trunk.h"

#include <sodium.h>
#include <string.h>

#include "core/check.h"
#include "core/memory.h"

enum { TAG_BYTES = crypto_aead_chacha20poly1305_IETF_ABYTES };
_Static_assert(TRUNK_OVERHEAD == 4 + TAG_BYTES + TRUNK_HEAD_BYTES, "the tag has its place");

static const char magic[8] = "HCTRUNK1";

void trunk_secret(const char *text, uint8_t secret[TRUNK_SECRET_BYTES])
{
    static const uint8_t purpose[] = "holecard trunk 1";

    crypto_generichash(secret, TRUNK_SECRET_BYTES, (const uint8_t *)text, strlen(text), purpose,
                       sizeof purpose);
}

void trunk_begin(struct trunk *trunk, const uint8_t secret[TRUNK_SECRET_BYTES], bool dials,
                 const uint8_t entropy[TRUNK_ENTROPY_BYTES], uint8_t hello[TRUNK_HELLO_BYTES])
{
    *trunk = (struct trunk){.dials = dials};
    memcpy(trunk->secret, secret, sizeof trunk->secret);
    memcpy(trunk->entropy, entropy, sizeof trunk->entropy);
    memcpy(hello, magic, sizeof magic);
    memcpy(hello + sizeof magic, entropy, TRUNK_ENTROPY_BYTES);
}

/* The key of what one side sends. */
static void make_key(const struct trunk *trunk, bool of_dialler, const uint8_t *theirs,
                     uint8_t key[32])
{
    uint8_t text[1 + 2 * TRUNK_ENTROPY_BYTES];
    const uint8_t *dialler = trunk->dials ? trunk->entropy : theirs;
    const uint8_t *other = trunk->dials ? theirs : trunk->entropy;

    text[0] = of_dialler;
    memcpy(text + 1, dialler, TRUNK_ENTROPY_BYTES);
    memcpy(text + 1 + TRUNK_ENTROPY_BYTES, other, TRUNK_ENTROPY_BYTES);
    crypto_generichash(key, 32, text, sizeof text, trunk->secret, sizeof trunk->secret);
}

static enum trunk_result take_hello(struct trunk *trunk, const uint8_t *bytes, size_t size,
                                    size_t *used)
{
    const uint8_t *theirs = bytes + sizeof magic;

    if (size < sizeof magic ? memcmp(bytes, magic, size) : memcmp(bytes, magic, sizeof magic))
        return TRUNK_WRONG;
    if (size < TRUNK_HELLO_BYTES)
        return TRUNK_MORE;
    make_key(trunk, trunk->dials, theirs, trunk->send_key);
    make_key(trunk, !trunk->dials, theirs, trunk->take_key);
    trunk->is_open = true;
    *used = TRUNK_HELLO_BYTES;
    return TRUNK_HELLO;
}

static void count_nonce(uint64_t count, uint8_t nonce[crypto_aead_chacha20poly1305_IETF_NPUBBYTES])
{
    memset(nonce, 0, crypto_aead_chacha20poly1305_IETF_NPUBBYTES);
    hc_store64(nonce, count);
}

enum trunk_result trunk_take(struct trunk *trunk, uint8_t *bytes, size_t size, size_t *used,
                             struct trunk_frame *frame)
{
    uint8_t nonce[crypto_aead_chacha20poly1305_IETF_NPUBBYTES];
    size_t length;

    *used = 0;
    if (!trunk->is_open)
        return take_hello(trunk, bytes, size, used);
    if (size < 4)
        return TRUNK_MORE;
    length = hc_load32(bytes);
    if (length < TAG_BYTES + TRUNK_HEAD_BYTES ||
        length > TAG_BYTES + TRUNK_HEAD_BYTES + TRUNK_PAYLOAD_MAX)
        return TRUNK_WRONG;
    if (size - 4 < length)
        return TRUNK_MORE;
    count_nonce(trunk->taken++, nonce);
    if (crypto_aead_chacha20poly1305_ietf_decrypt(bytes + 4, NULL, NULL, bytes + 4, length, bytes,
                                                  4, nonce, trunk->take_key))
        return TRUNK_WRONG;
    trunk->is_proved = true;
    *used = 4 + length;
    *frame = (struct trunk_frame){.kind = bytes[4],
                                  .channel = hc_load32(bytes + 5),
                                  .bytes = bytes + 4 + TRUNK_HEAD_BYTES,
                                  .size = length - TAG_BYTES - TRUNK_HEAD_BYTES};
    return TRUNK_FRAME;
}

size_t trunk_seal(struct trunk *trunk, const struct trunk_frame *frame, uint8_t *out)
{
    uint8_t nonce[crypto_aead_chacha20poly1305_IETF_NPUBBYTES];
    size_t plain = TRUNK_HEAD_BYTES + frame->size;

    HC_CHECK(trunk->is_open && frame->size <= TRUNK_PAYLOAD_MAX);
    hc_store32(out, (uint32_t)(plain + TAG_BYTES));
    out[4] = frame->kind;
    hc_store32(out + 5, frame->channel);
    if (frame->size)
        memcpy(out + 4 + TRUNK_HEAD_BYTES, frame->bytes, frame->size);
    count_nonce(trunk->sent++, nonce);
    crypto_aead_chacha20poly1305_ietf_encrypt(out + 4, NULL, out + 4, plain, out, 4, NULL, nonce,
                                              trunk->send_key);
    return 4 + plain + TAG_BYTES;
}

void trunk_end(struct trunk *trunk)
{
    sodium_memzero(trunk, sizeof *trunk);
}
