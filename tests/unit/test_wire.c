// SPDX-License-Identifier: MIT
/*
 * test_wire.c: the parts of the server that read bytes from the network, without a network: frames
 * (RFC 6455), heads of requests (RFC 9112) and addresses. Expected values are worked out by hand or
 * are those of the RFCs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <netinet/in.h>

#include "doors/server/address.h"
#include "doors/server/frame.h"
#include "doors/server/http.h"

enum { PAYLOAD_MAX = 1000 };

/* ---- Frames ---- */

/* RFC 6455, section 1.3. */
static void the_key_of_the_rfc_is_answered(void **state)
{
    char accept[29];

    (void)state;
    frame_accept("dGhlIHNhbXBsZSBub25jZQ==", 24, accept);
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

/* RFC 6455, section 5.7: a single-frame masked text message. */
static void the_frame_of_the_rfc_is_read(void **state)
{
    uint8_t bytes[] = {0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58, 0x99};
    struct frame frame;
    enum frame_reason reason;
    size_t used;

    (void)state;
    for (size_t count = 0; count < 11; count++)
        assert_int_equal(frame_read(bytes, count, PAYLOAD_MAX, &frame, &used, &reason), FRAME_MORE);
    assert_int_equal(frame_read(bytes, sizeof bytes, PAYLOAD_MAX, &frame, &used, &reason),
                     FRAME_WHOLE);
    assert_int_equal(used, 11);
    assert_int_equal(frame.kind, FRAME_TEXT);
    assert_true(frame.last);
    assert_int_equal(frame.size, 5);
    assert_memory_equal(frame.payload, "Hello", 5);
}

static void frames_against_the_protocol_are_wrong(void **state)
{
    static const struct {
        const char *why;
        uint8_t bytes[10];
        size_t count;
        enum frame_result result;
        enum frame_reason reason;
    } rows[] = {
        {"not masked", {0x81, 0x05}, 2, FRAME_WRONG, FRAME_BROKEN},
        {"a reserved bit", {0xc1, 0x80}, 2, FRAME_WRONG, FRAME_BROKEN},
        {"kind 3", {0x83, 0x80}, 2, FRAME_WRONG, FRAME_BROKEN},
        {"kind 11", {0x8b, 0x80}, 2, FRAME_WRONG, FRAME_BROKEN},
        {"a ping in pieces", {0x09, 0x80}, 2, FRAME_WRONG, FRAME_BROKEN},
        {"a ping of 126", {0x89, 0xfe}, 2, FRAME_WRONG, FRAME_BROKEN},
        {"1,001 bytes", {0x81, 0xfe, 0x03, 0xe9}, 4, FRAME_WRONG, FRAME_TOO_BIG},
        {"1,000 bytes", {0x81, 0xfe, 0x03, 0xe8}, 4, FRAME_MORE, FRAME_BROKEN},
        {"2^63 bytes", {0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0}, 10, FRAME_WRONG, FRAME_TOO_BIG},
        {"half a length", {0x81, 0xff, 0x80, 0, 0}, 5, FRAME_MORE, FRAME_BROKEN},
        {"one byte", {0x81}, 1, FRAME_MORE, FRAME_BROKEN},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t bytes[10];
        struct frame frame;
        enum frame_reason reason;
        size_t used;

        memcpy(bytes, rows[i].bytes, sizeof bytes);
        if (frame_read(bytes, rows[i].count, PAYLOAD_MAX, &frame, &used, &reason) !=
                rows[i].result ||
            (rows[i].result == FRAME_WRONG && reason != rows[i].reason))
            fail_msg("%s", rows[i].why);
    }
}

static void heads_have_the_shortest_length(void **state)
{
    static const struct {
        size_t size, length;
        uint8_t head[10];
    } rows[] = {
        {0, 2, {0x81, 0}},
        {125, 2, {0x81, 125}},
        {126, 4, {0x81, 126, 0, 126}},
        {65535, 4, {0x81, 126, 0xff, 0xff}},
        {65536, 10, {0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t head[FRAME_HEAD_MAX];

        assert_int_equal(frame_head(head, FRAME_TEXT, rows[i].size), rows[i].length);
        assert_memory_equal(head, rows[i].head, rows[i].length);
    }
}

static void text_is_utf8_without_a_fault(void **state)
{
    static const struct {
        const char *text;
        bool good;
    } rows[] = {
        {"", true},
        {"plain", true},
        {"\xc2\x80", true},              /* U+0080, the least of two bytes */
        {"\xe2\x82\xac", true},          /* U+20AC */
        {"\xf4\x8f\xbf\xbf", true},      /* U+10FFFF, the last one */
        {"\xf4\x90\x80\x80", false},     /* U+110000 */
        {"\xc0\x80", false},             /* U+0000 in two bytes */
        {"\xc1\xbf", false},             /* U+007F in two bytes */
        {"\xe0\x9f\xbf", false},         /* U+07FF in three bytes */
        {"\xf0\x8f\xbf\xbf", false},     /* U+FFFF in four bytes */
        {"\xed\xa0\x80", false},         /* U+D800, half of a pair */
        {"\x80", false},                 /* goes on with nothing */
        {"\xe2\x82", false},             /* ends too early */
        {"\xe2\x28\xa1", false},         /* something else in between */
        {"\xf8\x88\x80\x80\x80", false}, /* five bytes */
        {"\xff", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (frame_is_text((const uint8_t *)rows[i].text, strlen(rows[i].text)) != rows[i].good)
            fail_msg("row %zu", i);
}

/* ---- Requests ---- */

static void requests_are_read_or_refused(void **state)
{
    static const struct {
        const char *text;
        enum http_result result;
    } rows[] = {
        {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", HTTP_WHOLE},
        {"GET / HTTP/1.0\r\n\r\n", HTTP_WHOLE},
        {"GET /a?b HTTP/1.1\r\nhOST:x\r\n\r\n", HTTP_WHOLE},
        {"GET / HTTP/1.1\r\nHost: x\r\n", HTTP_MORE},
        {"", HTTP_MORE},
        {"\x16\x03\x01", HTTP_WRONG}, /* TLS, which never ends its head */
        {"G\xff", HTTP_WRONG},
        {"GET / HTTP/1.1\r\n\r\n", HTTP_WRONG},                       /* RFC 9112, 3.2: no Host */
        {"GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", HTTP_WRONG}, /* 3.2: two of them */
        {"GET / HTTP/1.1\r\nHost : x\r\n\r\n", HTTP_WRONG},           /* 5.1: a space before : */
        {"GET / HTTP/1.1\r\nHost: x\r\n y\r\n\r\n", HTTP_WRONG},      /* 5.2: folded */
        {"GET / HTTP/1.1\r\nHost: x\ry\r\n\r\n", HTTP_WRONG},         /* 2.2: a bare CR */
        {"GET / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n", HTTP_WRONG},      /* a bare LF */
        {"GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", HTTP_WRONG},
        {"GET / HTTP/2\r\nHost: x\r\n\r\n", HTTP_WRONG},
        {"GET /\x01 HTTP/1.1\r\nHost: x\r\n\r\n", HTTP_WRONG},
        {"GET nowhere HTTP/1.1\r\nHost: x\r\n\r\n", HTTP_WRONG},
        {"G(T / HTTP/1.1\r\nHost: x\r\n\r\n", HTTP_WRONG},
        {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\n", HTTP_WRONG},
        {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5, 5\r\n\r\n", HTTP_WRONG},
        {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length:\r\n\r\n", HTTP_WRONG},
        {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", HTTP_WRONG},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct http_head head;
        size_t used;

        if (http_read(rows[i].text, strlen(rows[i].text), &head, &used) != rows[i].result)
            fail_msg("%s", rows[i].text);
    }
}

static void a_request_has_its_parts(void **state)
{
    static const char text[] = "POST /api/tables?x=1 HTTP/1.1\r\nHost: example.org\r\n"
                               "Origin: https://example.org\r\nContent-Length: 12\r\n"
                               "X-Forwarded-For: 10.0.0.1, 192.0.2.7\r\n"
                               "Connection: Keep-Alive, close\r\n\r\nbody";
    struct http_head head;
    size_t used;

    (void)state;
    assert_int_equal(http_read(text, sizeof text - 1, &head, &used), HTTP_WHOLE);
    assert_int_equal(used, sizeof text - 1 - 4);
    assert_true(http_is(head.method, "POST"));
    assert_true(http_is(head.path, "/api/tables"));
    assert_true(http_is(head.query, "x=1"));
    assert_true(http_is(head.host, "example.org"));
    assert_true(http_is(head.origin, "https://example.org"));
    assert_true(http_is(head.forwarded_for, "10.0.0.1, 192.0.2.7"));
    assert_int_equal(head.body_size, 12);
    assert_false(head.keep_alive);
    assert_false(head.upgrade);
}

static void only_a_whole_handshake_upgrades(void **state)
{
    static const struct {
        const char *method, *connection, *upgrade, *version, *key;
        bool good;
    } rows[] = {
        {"GET", "Upgrade", "websocket", "13", "dGhlIHNhbXBsZSBub25jZQ==", true},
        {"GET", "keep-alive, upgrade", "WebSocket", "13", "dGhlIHNhbXBsZSBub25jZQ==", true},
        {"POST", "Upgrade", "websocket", "13", "dGhlIHNhbXBsZSBub25jZQ==", false},
        {"GET", "close", "websocket", "13", "dGhlIHNhbXBsZSBub25jZQ==", false},
        {"GET", "Upgrade", "h2c", "13", "dGhlIHNhbXBsZSBub25jZQ==", false},
        {"GET", "Upgrade", "websocket", "8", "dGhlIHNhbXBsZSBub25jZQ==", false},
        {"GET", "Upgrade", "websocket", "13", "short", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[400];
        struct http_head head;
        size_t used;
        int length = snprintf(text, sizeof text,
                              "%s /ws HTTP/1.1\r\nHost: x\r\nConnection: %s\r\nUpgrade: %s\r\n"
                              "Sec-WebSocket-Version: %s\r\nSec-WebSocket-Key: %s\r\n\r\n",
                              rows[i].method, rows[i].connection, rows[i].upgrade, rows[i].version,
                              rows[i].key);

        assert_int_equal(http_read(text, (size_t)length, &head, &used), HTTP_WHOLE);
        if (head.upgrade != rows[i].good)
            fail_msg("row %zu", i);
    }
}

static void a_head_has_a_limit(void **state)
{
    static char text[2 * HTTP_HEAD_MAX];
    struct http_head head;
    size_t used;

    (void)state;
    memset(text, 'a', sizeof text);
    assert_int_equal(http_read(text, HTTP_HEAD_MAX - 1, &head, &used), HTTP_MORE);
    assert_int_equal(http_read(text, HTTP_HEAD_MAX, &head, &used), HTTP_TOO_BIG);
    memcpy(text + HTTP_HEAD_MAX, "\r\n\r\n", 4);
    assert_int_equal(http_read(text, sizeof text, &head, &used), HTTP_TOO_BIG);
}

/* ---- Addresses ---- */

static struct address parsed(const char *text)
{
    struct address address;
    char clean[ADDRESS_CHARS];

    assert_true(address_parse(text, strlen(text), &address, clean));
    assert_string_equal(clean, text);
    return address;
}

static bool same(const char *one, const char *other)
{
    struct address a = parsed(one), b = parsed(other);

    return !memcmp(&a, &b, sizeof a);
}

static void addresses_are_counted_by_house(void **state)
{
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct address address, expected = parsed("192.0.2.7");
    char text[ADDRESS_CHARS];

    (void)state;
    assert_true(same("192.0.2.7", "::ffff:192.0.2.7"));
    assert_false(same("192.0.2.7", "192.0.2.8"));
    assert_true(same("2001:db8::1", "2001:db8::ffff:1"));
    assert_false(same("2001:db8::1", "2001:db8:0:1::1"));
    assert_false(address_parse("", 0, &address, text));
    assert_false(address_parse("localhost", 9, &address, text));
    assert_false(address_parse("192.0.2.7:80", 12, &address, text));
    inet_pton(AF_INET, "192.0.2.7", &v4.sin_addr);
    address = address_of((struct sockaddr *)&v4, text);
    assert_string_equal(text, "192.0.2.7");
    assert_memory_equal(&address, &expected, sizeof address);
}

/* Counts of many addresses come and go, beside an array that is obviously right. */
static void counts_are_right(void **state)
{
    enum { ADDRESSES = 500, STEPS = 20000, MOST = 3 };
    static uint32_t truth[ADDRESSES];
    struct address_counts counts = {0};
    uint64_t dice = 88172645463325252u;

    (void)state;
    for (unsigned i = 0; i < STEPS; i++) {
        struct address address = {{0}};
        unsigned which;

        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        which = (unsigned)(dice >> 40) % ADDRESSES;
        address.bytes[0] = (uint8_t)which;
        address.bytes[5] = (uint8_t)(which >> 8);
        if (dice >> 20 & 1) {
            assert_int_equal(address_add(&counts, address, MOST), truth[which] < MOST);
            truth[which] += truth[which] < MOST;
        } else if (truth[which]) {
            address_remove(&counts, address);
            truth[which]--;
        }
    }
    assert_true(counts.size <= 4096);
    address_forget(&counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_key_of_the_rfc_is_answered),
        cmocka_unit_test(the_frame_of_the_rfc_is_read),
        cmocka_unit_test(frames_against_the_protocol_are_wrong),
        cmocka_unit_test(heads_have_the_shortest_length),
        cmocka_unit_test(text_is_utf8_without_a_fault),
        cmocka_unit_test(requests_are_read_or_refused),
        cmocka_unit_test(a_request_has_its_parts),
        cmocka_unit_test(only_a_whole_handshake_upgrades),
        cmocka_unit_test(a_head_has_a_limit),
        cmocka_unit_test(addresses_are_counted_by_house),
        cmocka_unit_test(counts_are_right),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
