// SPDX-License-Identifier: MIT
/*
 * fuzz_frame.c: any bytes as WebSocket frames, of a client and of a server. What is read lies
 * within what came, a frame that comes in two pieces is the same as one that comes at once, and
 * what was read can be written and read again by the other end. The first byte says where it is
 * cut.
 */
#include <stdlib.h>
#include <string.h>

#include "core/utf8.h"
#include "net/frame.h"

enum { BYTES_MAX = 20000, PAYLOAD_MAX = 8192 };

static void must(bool fact)
{
    if (!fact)
        abort();
}

/* Writes what was read as a frame of that side, and reads it again. */
static void check_again(enum frame_side side, const struct frame *frame)
{
    static const uint8_t mask[FRAME_MASK_BYTES] = {0x5a, 0xa5, 0x3c, 0xc3};
    static uint8_t bytes[FRAME_HEAD_MAX + PAYLOAD_MAX];
    size_t head = frame_head(bytes, frame->kind, frame->size, side == FROM_CLIENT ? mask : NULL);
    struct frame again;
    enum frame_reason reason;
    size_t used;

    must(head <= FRAME_HEAD_MAX);
    memcpy(bytes + head, frame->payload, frame->size);
    if (side == FROM_CLIENT)
        frame_mask(bytes + head, frame->size, mask);
    must(frame_read(side, bytes, head + frame->size, PAYLOAD_MAX, &again, &used, &reason) ==
         FRAME_WHOLE);
    must(used == head + frame->size && again.kind == frame->kind && again.last);
    must(again.size == frame->size && !memcmp(again.payload, frame->payload, frame->size));
}

static void check_frame(const struct frame *frame, const uint8_t *bytes, size_t used)
{
    char accept[FRAME_ACCEPT_CHARS + 1];

    must(frame->size <= PAYLOAD_MAX);
    must(frame->payload >= bytes && frame->payload + frame->size == bytes + used);
    must(frame->kind <= FRAME_BINARY || (frame->last && frame->size <= FRAME_CONTROL_MAX));
    check_again(FROM_CLIENT, frame);
    check_again(FROM_SERVER, frame);
    (void)hc_utf8_ok((const char *)frame->payload, frame->size);
    if (frame->size >= FRAME_KEY_CHARS) {
        frame_accept((const char *)frame->payload, accept);
        must(strlen(accept) == FRAME_ACCEPT_CHARS);
    }
}

static void check_side(enum frame_side side, const uint8_t *input, size_t size, size_t cut)
{
    static uint8_t bytes[BYTES_MAX], again[BYTES_MAX];
    size_t done = 0;

    memcpy(bytes, input, size);
    memcpy(again, input, size);
    for (;;) {
        struct frame frame, other;
        enum frame_reason reason, other_reason;
        size_t used = 0, left = size - done;
        enum frame_result result =
            frame_read(side, bytes + done, left, PAYLOAD_MAX, &frame, &used, &reason);

        if (result == FRAME_WHOLE && cut < used)
            must(frame_read(side, again + done, cut, PAYLOAD_MAX, &other, &used, &other_reason) ==
                 FRAME_MORE);
        must(frame_read(side, again + done, left, PAYLOAD_MAX, &other, &used, &other_reason) ==
             result);
        if (result != FRAME_WHOLE)
            return;
        must(used > 0 && used <= left && other.size == frame.size);
        check_frame(&frame, bytes + done, used);
        done += used;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    if (size < 1 || size > BYTES_MAX)
        return 0;
    check_side(FROM_CLIENT, input + 1, size - 1, input[0]);
    check_side(FROM_SERVER, input + 1, size - 1, input[0]);
    return 0;
}
