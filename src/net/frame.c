// SPDX-License-Identifier: MIT
/* frame.c: reading and writing WebSocket frames. Start reading at frame_read(). */
#include "net/frame.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>

#include "core/utf8.h"

enum {
    BIT_LAST = 0x80, /* of the first byte */
    BITS_EXTENSION = 0x70,
    BIT_MASK = 0x80, /* of the second byte */
    LENGTH_16 = 126, /* in place of a length: two bytes of length follow, or eight */
    LENGTH_64 = 127,
};

static bool is_control(unsigned kind)
{
    return kind >= FRAME_CLOSE;
}

static bool is_known(unsigned kind)
{
    return kind <= FRAME_BINARY || (kind >= FRAME_CLOSE && kind <= FRAME_PONG);
}

void frame_mask(uint8_t *payload, size_t size, const uint8_t mask[FRAME_MASK_BYTES])
{
    for (size_t i = 0; i < size; i++)
        payload[i] ^= mask[i & 3];
}

/* How many bytes give the length, after the two that every frame has. */
static unsigned length_bytes(unsigned code)
{
    return code == LENGTH_64 ? 8 : code == LENGTH_16 ? 2 : 0;
}

enum frame_result frame_read(enum frame_side side, uint8_t *bytes, size_t count, size_t payload_max,
                             struct frame *frame, size_t *used, enum frame_reason *reason)
{
    unsigned kind, code, wide, mask = side == FROM_CLIENT ? BIT_MASK : 0;
    uint64_t size;
    size_t head;

    *reason = FRAME_BROKEN;
    if (count < 2)
        return FRAME_MORE;
    kind = bytes[0] & 15;
    code = bytes[1] & 127;
    wide = length_bytes(code);
    /* No extension was agreed on. */
    if (bytes[0] & BITS_EXTENSION || (bytes[1] & BIT_MASK) != mask || !is_known(kind))
        return FRAME_WRONG;
    if (is_control(kind) && (!(bytes[0] & BIT_LAST) || code > FRAME_CONTROL_MAX))
        return FRAME_WRONG;
    if (count < 2 + wide)
        return FRAME_MORE;
    size = wide ? 0 : code;
    for (unsigned i = 0; i < wide; i++)
        size = size << 8 | bytes[2 + i];
    if (size > payload_max) {
        *reason = FRAME_TOO_BIG;
        return FRAME_WRONG;
    }
    head = 2 + wide + (mask ? FRAME_MASK_BYTES : 0);
    if (count < head + size)
        return FRAME_MORE;
    frame->kind = (enum frame_kind)kind;
    frame->last = bytes[0] & BIT_LAST;
    frame->payload = bytes + head;
    frame->size = (size_t)size;
    if (mask)
        frame_mask(frame->payload, frame->size, frame->payload - FRAME_MASK_BYTES);
    *used = head + frame->size;
    return FRAME_WHOLE;
}

/* Whether a frame may have this code. Those from 3000 on are for libraries and programs. */
static bool is_code(unsigned code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

bool frame_close_ok(const uint8_t *payload, size_t size, enum frame_reason *reason)
{
    if (!size)
        return true;
    *reason = FRAME_BROKEN;
    if (size < 2 || !is_code((unsigned)payload[0] << 8 | payload[1]))
        return false;
    *reason = FRAME_BAD_TEXT;
    return hc_utf8_ok((const char *)payload + 2, size - 2);
}

size_t frame_head(uint8_t head[FRAME_HEAD_MAX], enum frame_kind kind, size_t size,
                  const uint8_t *mask)
{
    unsigned code = size > 0xffff              ? LENGTH_64
                    : size > FRAME_CONTROL_MAX ? LENGTH_16
                                               : (unsigned)size;
    unsigned wide = length_bytes(code);

    head[0] = (uint8_t)(BIT_LAST | kind);
    head[1] = (uint8_t)(code | (mask ? BIT_MASK : 0));
    for (unsigned i = 0; i < wide; i++)
        head[2 + i] = (uint8_t)((uint64_t)size >> 8 * (wide - 1 - i));
    if (!mask)
        return 2 + wide;
    memcpy(head + 2 + wide, mask, FRAME_MASK_BYTES);
    return 2 + wide + FRAME_MASK_BYTES;
}

void frame_key(const uint8_t entropy[16], char key[FRAME_KEY_CHARS + 1])
{
    EVP_EncodeBlock((uint8_t *)key, entropy, 16);
}

void frame_accept(const char key[FRAME_KEY_CHARS], char accept[FRAME_ACCEPT_CHARS + 1])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    uint8_t text[FRAME_KEY_CHARS + sizeof guid - 1], hash[SHA_DIGEST_LENGTH];

    memcpy(text, key, FRAME_KEY_CHARS);
    memcpy(text + FRAME_KEY_CHARS, guid, sizeof guid - 1);
    SHA1(text, sizeof text, hash);
    EVP_EncodeBlock((uint8_t *)accept, hash, sizeof hash);
}
