// SPDX-License-Identifier: MIT
/*
 * fuzz_trunk.c: any bytes as what comes over a connection between processes: before the hello,
 * after it, and in place of frames by whoever does not know the secret. Nothing is proved by it,
 * and what comes in two pieces is the same as what comes at once. The first byte says where it is
 * cut, and whether the hello has come already.
 */
#include <stdlib.h>
#include <string.h>

#include "net/trunk.h"

enum { BYTES_MAX = 4096 };

static void must(bool fact)
{
    if (!fact)
        abort();
}

static void begin(struct trunk *trunk, bool has_hello)
{
    static const uint8_t entropy[TRUNK_ENTROPY_BYTES] = {1};
    uint8_t secret[TRUNK_SECRET_BYTES], hello[TRUNK_HELLO_BYTES];
    struct trunk_frame frame;
    size_t used;

    trunk_secret("a secret that nobody guesses", secret);
    trunk_begin(trunk, secret, false, entropy, hello);
    if (has_hello)
        must(trunk_take(trunk, hello, sizeof hello, &used, &frame) == TRUNK_HELLO);
}

/* Takes all that there is; the result of the last of it. */
static enum trunk_result take_all(struct trunk *trunk, uint8_t *bytes, size_t size, size_t *done)
{
    enum trunk_result result;
    struct trunk_frame frame;
    size_t used;

    do {
        result = trunk_take(trunk, bytes + *done, size - *done, &used, &frame);
        must(used <= size - *done && (result != TRUNK_FRAME || used));
        must(result != TRUNK_FRAME);
        *done += used;
    } while (result == TRUNK_HELLO);
    return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    static uint8_t bytes[BYTES_MAX], again[BYTES_MAX];
    struct trunk whole, cut;
    size_t length, first, done = 0, done_cut = 0;
    enum trunk_result result;

    if (size < 2 || size > BYTES_MAX)
        return 0;
    length = size - 1;
    first = (size_t)(input[0] & 0x7f) * length / 0x7f;
    memcpy(bytes, input + 1, length);
    memcpy(again, input + 1, length);
    begin(&whole, input[0] & 0x80);
    begin(&cut, input[0] & 0x80);
    result = take_all(&whole, bytes, length, &done);
    if (take_all(&cut, again, first, &done_cut) == TRUNK_MORE)
        must(take_all(&cut, again, length, &done_cut) == result && done == done_cut);
    must(!whole.is_proved && !cut.is_proved);
    return 0;
}
