// SPDX-License-Identifier: MIT
/* frame.c: reading and writing WebSocket frames. Start reading at frame_read(). */
#include "doors/server/frame.h"

#include <openssl/sha.h>
#include <string.h>

enum {
    CONTROL_MAX = 125, /* payload of a close, ping or pong */
    LENGTH_16 = 126,   /* in place of a length: two bytes of length follow, or eight */
    LENGTH_64 = 127,
    MASK_BYTES = 4,
};

static bool is_control(unsigned kind)
{
    return kind >= FRAME_CLOSE;
}

static bool is_known(unsigned kind)
{
    return kind <= FRAME_BINARY || (kind >= FRAME_CLOSE && kind <= FRAME_PONG);
}

static void unmask(uint8_t *payload, size_t size, const uint8_t mask[MASK_BYTES])
{
    for (size_t i = 0; i < size; i++)
        payload[i] ^= mask[i & 3];
}

/* The length of the payload; the bytes that give it have come. */
static uint64_t payload_size(const uint8_t *bytes, size_t *head)
{
    unsigned code = bytes[1] & 127, wide = code == LENGTH_64 ? 8 : code == LENGTH_16 ? 2 : 0;
    uint64_t size = wide ? 0 : code;

    for (unsigned i = 0; i < wide; i++)
        size = size << 8 | bytes[2 + i];
    *head = 2 + (size_t)wide + MASK_BYTES;
    return size;
}

enum frame_result frame_read(uint8_t *bytes, size_t count, size_t payload_max, struct frame *frame,
                             size_t *used, enum frame_reason *reason)
{
    unsigned kind, code;
    uint64_t size;
    size_t head;

    *reason = FRAME_BROKEN;
    if (count < 2)
        return FRAME_MORE;
    kind = bytes[0] & 15;
    code = bytes[1] & 127;
    /* No extension was agreed on, and a client must mask. */
    if (bytes[0] & 0x70 || !(bytes[1] & 0x80) || !is_known(kind))
        return FRAME_WRONG;
    if (is_control(kind) && (!(bytes[0] & 0x80) || code > CONTROL_MAX))
        return FRAME_WRONG;
    if (count < (code == LENGTH_64 ? 10u : code == LENGTH_16 ? 4u : 2u))
        return FRAME_MORE;
    size = payload_size(bytes, &head);
    if (size > payload_max) {
        *reason = FRAME_TOO_BIG;
        return FRAME_WRONG;
    }
    if (count < head + size)
        return FRAME_MORE;
    frame->kind = (enum frame_kind)kind;
    frame->last = bytes[0] & 0x80;
    frame->payload = bytes + head;
    frame->size = (size_t)size;
    unmask(frame->payload, frame->size, bytes + head - MASK_BYTES);
    *used = head + frame->size;
    return FRAME_WHOLE;
}

size_t frame_head(uint8_t head[FRAME_HEAD_MAX], enum frame_kind kind, size_t size)
{
    unsigned wide = size > 0xffff ? 8 : size > CONTROL_MAX ? 2 : 0;

    head[0] = (uint8_t)(0x80 | kind);
    head[1] = (uint8_t)(wide == 8 ? LENGTH_64 : wide == 2 ? LENGTH_16 : size);
    for (unsigned i = 0; i < wide; i++)
        head[2 + i] = (uint8_t)((uint64_t)size >> 8 * (wide - 1 - i));
    return 2 + wide;
}

/* The least number that may be written with so many bytes: a longer form is a fault. */
static const uint32_t least_of[] = {0, 0, 0x80, 0x800, 0x10000};

bool frame_is_text(const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count;) {
        uint8_t first = bytes[i];
        unsigned width = first < 0x80   ? 1
                         : first < 0xc0 ? 0
                         : first < 0xe0 ? 2
                         : first < 0xf0 ? 3
                         : first < 0xf8 ? 4
                                        : 0;
        uint32_t character = width == 1 ? first : first & (0x7fu >> width);

        if (!width || count - i < width)
            return false;
        for (unsigned j = 1; j < width; j++) {
            if ((bytes[i + j] & 0xc0) != 0x80)
                return false;
            character = character << 6 | (bytes[i + j] & 0x3f);
        }
        if (character < least_of[width] || character > 0x10ffff ||
            (character >= 0xd800 && character < 0xe000))
            return false;
        i += width;
    }
    return true;
}

void frame_accept(const char *key, size_t length, char accept[29])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t text[64 + sizeof guid], hash[SHA_DIGEST_LENGTH + 1] = {0};
    size_t used = length < 64 ? length : 64;

    memcpy(text, key, used);
    memcpy(text + used, guid, sizeof guid - 1);
    SHA1(text, used + sizeof guid - 1, hash);
    for (unsigned i = 0; i < 7; i++) {
        uint32_t three = (uint32_t)hash[3 * i] << 16 | (uint32_t)hash[3 * i + 1] << 8;

        three |= i < 6 ? hash[3 * i + 2] : 0;
        for (unsigned j = 0; j < 4; j++)
            accept[4 * i + j] = letters[three >> (18 - 6 * j) & 63];
    }
    accept[27] = '=';
    accept[28] = '\0';
}
