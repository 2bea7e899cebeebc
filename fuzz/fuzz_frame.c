// SPDX-License-Identifier: MIT
/*
 * fuzz_frame.c: any bytes as WebSocket frames. What is read lies within what came, and a frame that
 * comes in two pieces is the same as one that comes at once. The first byte says where it is cut.
 */
#include <stdlib.h>
#include <string.h>

#include "doors/server/frame.h"

enum { BYTES_MAX = 20000, PAYLOAD_MAX = 8192 };

static void must(bool fact)
{
    if (!fact)
        abort();
}

static void check_frame(const struct frame *frame, const uint8_t *bytes, size_t used)
{
    uint8_t head[FRAME_HEAD_MAX];
    char accept[29];

    must(frame->size <= PAYLOAD_MAX);
    must(frame->payload >= bytes && frame->payload + frame->size == bytes + used);
    must(frame->kind <= FRAME_BINARY || (frame->last && frame->size <= 125));
    must(frame_head(head, frame->kind, frame->size) <= FRAME_HEAD_MAX);
    (void)frame_is_text(frame->payload, frame->size);
    frame_accept((const char *)frame->payload, frame->size, accept);
    must(strlen(accept) == 28);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    static uint8_t bytes[BYTES_MAX], again[BYTES_MAX];
    size_t done = 0, cut;

    if (size < 1 || size > BYTES_MAX)
        return 0;
    cut = input[0];
    size--;
    memcpy(bytes, input + 1, size);
    memcpy(again, input + 1, size);
    for (;;) {
        struct frame frame, other;
        enum frame_reason reason, other_reason;
        size_t used = 0, left = size - done;
        enum frame_result result =
            frame_read(bytes + done, left, PAYLOAD_MAX, &frame, &used, &reason);

        if (result == FRAME_WHOLE && cut < used)
            must(frame_read(again + done, cut, PAYLOAD_MAX, &other, &used, &other_reason) ==
                 FRAME_MORE);
        must(frame_read(again + done, left, PAYLOAD_MAX, &other, &used, &other_reason) == result);
        if (result != FRAME_WHOLE)
            return 0;
        must(used > 0 && used <= left && other.size == frame.size);
        check_frame(&frame, bytes + done, used);
        done += used;
    }
}
