// SPDX-License-Identifier: MIT
/*
 * test_trunk.c: connections between processes of a cluster, without a network: whoever knows the
 * secret is understood, however the bytes are cut; nobody else is, and no bit can be changed, left
 * out or repeated. Then places, ADDRESS:PORT.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "net/place.h"
#include "net/trunk.h"

enum { STREAM = 4 * (TRUNK_PAYLOAD_MAX + TRUNK_OVERHEAD) };

/* One end, and what it has to send. */
struct end {
    struct trunk trunk;
    uint8_t *out;
    size_t used;
};

static void begin(struct end *end, const char *secret, bool dials)
{
    uint8_t key[TRUNK_SECRET_BYTES], entropy[TRUNK_ENTROPY_BYTES];

    trunk_secret(secret, key);
    memset(entropy, dials ? 1 : 2, sizeof entropy);
    end->out = malloc(STREAM);
    assert_non_null(end->out);
    trunk_begin(&end->trunk, key, dials, entropy, end->out);
    end->used = TRUNK_HELLO_BYTES;
}

/* One end takes the other's hello. */
static void greet(struct end *to, const struct end *from)
{
    uint8_t hello[TRUNK_HELLO_BYTES];
    struct trunk_frame frame;
    size_t used;

    memcpy(hello, from->out, sizeof hello);
    assert_int_equal(trunk_take(&to->trunk, hello, sizeof hello, &used, &frame), TRUNK_HELLO);
    assert_int_equal(used, sizeof hello);
}

static void meet(struct end *one, const char *one_secret, struct end *two, const char *two_secret)
{
    begin(one, one_secret, true);
    begin(two, two_secret, false);
    greet(one, two);
    greet(two, one);
    one->used = two->used = 0;
}

static void part(struct end *one, struct end *two)
{
    free(one->out);
    free(two->out);
}

static void say(struct end *end, uint8_t kind, uint32_t channel, const void *bytes, size_t size)
{
    struct trunk_frame frame = {kind, channel, bytes, size};

    end->used += trunk_seal(&end->trunk, &frame, end->out + end->used);
}

static enum trunk_result hear(struct end *end, uint8_t *bytes, size_t size, size_t *used,
                              struct trunk_frame *frame)
{
    return trunk_take(&end->trunk, bytes, size, used, frame);
}

static void frames_arrive_however_they_are_cut(void **state)
{
    static uint8_t large[TRUNK_PAYLOAD_MAX];
    struct end one, two;
    struct trunk_frame frame;
    size_t used, at = 0;

    (void)state;
    for (size_t i = 0; i < sizeof large; i++)
        large[i] = (uint8_t)(i * 7);
    meet(&one, "the secret", &two, "the secret");
    assert_false(two.trunk.is_proved);
    say(&one, 1, 7, "hello", 5);
    say(&one, 2, UINT32_MAX, NULL, 0);
    say(&one, 3, 0, large, sizeof large);
    for (size_t cut = 0; cut < 5 + TRUNK_OVERHEAD; cut++)
        assert_int_equal(hear(&two, one.out, cut, &used, &frame), TRUNK_MORE);
    assert_int_equal(hear(&two, one.out, one.used, &used, &frame), TRUNK_FRAME);
    assert_true(two.trunk.is_proved);
    assert_true(frame.kind == 1 && frame.channel == 7 && frame.size == 5);
    assert_memory_equal(frame.bytes, "hello", 5);
    at += used;
    assert_int_equal(hear(&two, one.out + at, one.used - at, &used, &frame), TRUNK_FRAME);
    assert_true(frame.kind == 2 && frame.channel == UINT32_MAX && !frame.size);
    at += used;
    assert_int_equal(hear(&two, one.out + at, one.used - at, &used, &frame), TRUNK_FRAME);
    assert_int_equal(frame.size, sizeof large);
    assert_memory_equal(frame.bytes, large, sizeof large);
    assert_int_equal(at + used, one.used);
    /* And the other way. */
    say(&two, 4, 1, "back", 4);
    assert_int_equal(hear(&one, two.out, two.used, &used, &frame), TRUNK_FRAME);
    assert_memory_equal(frame.bytes, "back", 4);
    part(&one, &two);
}

static void nobody_without_the_secret_is_understood(void **state)
{
    struct end one, two;
    struct trunk_frame frame;
    size_t used;

    (void)state;
    meet(&one, "the secret", &two, "the secreT");
    say(&one, 1, 7, "hello", 5);
    assert_int_equal(hear(&two, one.out, one.used, &used, &frame), TRUNK_WRONG);
    assert_false(two.trunk.is_proved);
    part(&one, &two);
}

static void no_bit_can_be_changed(void **state)
{
    (void)state;
    for (size_t bit = 0; bit < 8 * (5 + TRUNK_OVERHEAD); bit++) {
        struct end one, two;
        struct trunk_frame frame;
        enum trunk_result result;
        size_t used;

        meet(&one, "the secret", &two, "the secret");
        say(&one, 1, 7, "hello", 5);
        one.out[bit / 8] ^= (uint8_t)(1 << bit % 8);
        result = hear(&two, one.out, one.used, &used, &frame);
        /* A length that is greater waits for more; there is nothing that would fit. */
        assert_true(result == TRUNK_WRONG || (result == TRUNK_MORE && bit < 32));
        assert_false(two.trunk.is_proved);
        part(&one, &two);
    }
}

/* Nor can a frame be repeated, left out, sent back, or taken from another connection. */
static void no_frame_fits_elsewhere(void **state)
{
    struct end one, two, other, fourth;
    struct trunk_frame frame;
    uint8_t copy[5 + TRUNK_OVERHEAD], first[5 + TRUNK_OVERHEAD];
    size_t used;

    (void)state;
    meet(&one, "the secret", &two, "the secret");
    say(&one, 1, 7, "hello", 5);
    memcpy(first, one.out, sizeof first);
    memcpy(copy, first, sizeof first);
    assert_int_equal(hear(&one, copy, sizeof copy, &used, &frame), TRUNK_WRONG);
    memcpy(copy, first, sizeof first);
    assert_int_equal(hear(&two, copy, sizeof copy, &used, &frame), TRUNK_FRAME);
    memcpy(copy, first, sizeof first);
    assert_int_equal(hear(&two, copy, sizeof copy, &used, &frame), TRUNK_WRONG);
    begin(&other, "the secret", true);
    begin(&fourth, "the secret", false);
    fourth.out[TRUNK_HELLO_BYTES - 1] ^= 1; /* other entropy, as every connection has */
    fourth.trunk.entropy[TRUNK_ENTROPY_BYTES - 1] ^= 1;
    greet(&other, &fourth);
    greet(&fourth, &other);
    memcpy(copy, first, sizeof first);
    assert_int_equal(hear(&fourth, copy, sizeof copy, &used, &frame), TRUNK_WRONG);
    part(&one, &two);
    part(&other, &fourth);
}

static void a_hello_is_checked_as_it_comes(void **state)
{
    struct end one, two;
    struct trunk_frame frame;
    uint8_t wrong[] = "GET / HTTP/1.1\r\n";
    size_t used;

    (void)state;
    begin(&one, "the secret", true);
    begin(&two, "the secret", false);
    for (size_t cut = 0; cut < TRUNK_HELLO_BYTES; cut++)
        assert_int_equal(hear(&two, one.out, cut, &used, &frame), TRUNK_MORE);
    assert_int_equal(hear(&two, wrong, 1, &used, &frame), TRUNK_WRONG);
    assert_int_equal(hear(&two, wrong, sizeof wrong, &used, &frame), TRUNK_WRONG);
    part(&one, &two);
}

static void places_are_read(void **state)
{
    static const struct {
        const char *text, *host;
        unsigned port;
    } rows[] = {
        {"127.0.0.1:7777", "127.0.0.1", 7777},
        {"[::1]:80", "::1", 80},
        {"::1:80", "::1", 80},
        {"0.0.0.0:0", "0.0.0.0", 0},
        {"127.0.0.1", NULL, 0},
        {":80", NULL, 0},
        {"127.0.0.1:65536", NULL, 0},
        {"127.0.0.1:80x", NULL, 0},
        {"127.0.0.1:", NULL, 0},
        {"0123456789012345678901234567890123456789012345678901234567890123:1", NULL, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct place place = {.port = 1};

        assert_int_equal(place_read(rows[i].text, &place), rows[i].host != NULL);
        if (!rows[i].host)
            continue;
        assert_string_equal(place.host, rows[i].host);
        assert_int_equal(place.port, rows[i].port);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_arrive_however_they_are_cut),
        cmocka_unit_test(nobody_without_the_secret_is_understood),
        cmocka_unit_test(no_bit_can_be_changed),
        cmocka_unit_test(no_frame_fits_elsewhere),
        cmocka_unit_test(a_hello_is_checked_as_it_comes),
        cmocka_unit_test(places_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
