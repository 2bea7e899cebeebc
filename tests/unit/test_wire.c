// SPDX-License-Identifier: MIT
/*
 * test_wire.c: what reads bytes from the network at either end, without a network: frames
 * (RFC 6455), heads of requests and answers (RFC 9112), and addresses. Expected values are worked
 * out by hand or are those of the RFCs.
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
#include "net/frame.h"
#include "net/http.h"

enum { PAYLOAD_MAX = 1000 };

/* ---- Frames ---- */

/* RFC 6455, section 1.3. */
static void the_key_of_the_rfc_is_answered(void **state)
{
    char key[FRAME_KEY_CHARS + 1], accept[FRAME_ACCEPT_CHARS + 1];

    (void)state;
    frame_key((const uint8_t *)"the sample nonce", key);
    assert_string_equal(key, "dGhlIHNhbXBsZSBub25jZQ==");
    frame_accept(key, accept);
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

/* RFC 6455, section 5.7: a single-frame text message, masked as a client's and not as a server's.
 */
static const uint8_t masked_hello[] = {0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d,
                                       0x7f, 0x9f, 0x4d, 0x51, 0x58};
static const uint8_t plain_hello[] = {0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f};

static void check_hello(enum frame_side side, const uint8_t *hello, size_t size)
{
    uint8_t bytes[20] = {0};
    struct frame frame;
    enum frame_reason reason;
    size_t used;

    memcpy(bytes, hello, size);
    for (size_t count = 0; count < size; count++)
        assert_int_equal(frame_read(side, bytes, count, PAYLOAD_MAX, &frame, &used, &reason),
                         FRAME_MORE);
    assert_int_equal(frame_read(side, bytes, sizeof bytes, PAYLOAD_MAX, &frame, &used, &reason),
                     FRAME_WHOLE);
    assert_int_equal(used, size);
    assert_int_equal(frame.kind, FRAME_TEXT);
    assert_true(frame.last);
    assert_int_equal(frame.size, 5);
    assert_memory_equal(frame.payload, "Hello", 5);
}

static void the_frames_of_the_rfc_are_read(void **state)
{
    (void)state;
    check_hello(FROM_CLIENT, masked_hello, sizeof masked_hello);
    check_hello(FROM_SERVER, plain_hello, sizeof plain_hello);
}

static void the_frames_of_the_rfc_are_written(void **state)
{
    uint8_t bytes[FRAME_HEAD_MAX + 5], mask[] = {0x37, 0xfa, 0x21, 0x3d};
    size_t head = frame_head(bytes, FRAME_TEXT, 5, mask);

    (void)state;
    memcpy(bytes + head, "Hello", 5);
    frame_mask(bytes + head, 5, mask);
    assert_int_equal(head + 5, sizeof masked_hello);
    assert_memory_equal(bytes, masked_hello, sizeof masked_hello);
    head = frame_head(bytes, FRAME_TEXT, 5, NULL);
    memcpy(bytes + head, "Hello", 5);
    assert_int_equal(head + 5, sizeof plain_hello);
    assert_memory_equal(bytes, plain_hello, sizeof plain_hello);
}

/* RFC 6455, section 7.4, and the codes that were registered since. */
static void close_frames_are_judged(void **state)
{
    static const struct {
        const char *why;
        uint8_t payload[5];
        size_t size;
        unsigned reason; /* 0: it is lawful */
    } rows[] = {
        {"nothing", {0}, 0, 0},
        {"half a code", {0x03}, 1, FRAME_BROKEN},
        {"999", {0x03, 0xe7}, 2, FRAME_BROKEN},
        {"1000", {0x03, 0xe8}, 2, 0},
        {"1003", {0x03, 0xeb}, 2, 0},
        {"1004", {0x03, 0xec}, 2, FRAME_BROKEN},
        {"1006", {0x03, 0xee}, 2, FRAME_BROKEN},
        {"1007", {0x03, 0xef}, 2, 0},
        {"1014", {0x03, 0xf6}, 2, 0},
        {"1015", {0x03, 0xf7}, 2, FRAME_BROKEN},
        {"2999", {0x0b, 0xb7}, 2, FRAME_BROKEN},
        {"3000", {0x0b, 0xb8}, 2, 0},
        {"4999", {0x13, 0x87}, 2, 0},
        {"5000", {0x13, 0x88}, 2, FRAME_BROKEN},
        {"a reason", {0x03, 0xe8, 0xc3, 0xa9}, 4, 0},
        {"half a letter", {0x03, 0xe8, 0xc3}, 3, FRAME_BAD_TEXT},
        {"a bad code and half a letter", {0, 0, 0xc3}, 3, FRAME_BROKEN},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum frame_reason reason = FRAME_BYE;
        bool lawful = frame_close_ok(rows[i].payload, rows[i].size, &reason);

        if (lawful != !rows[i].reason || (!lawful && reason != rows[i].reason))
            fail_msg("%s: %s, %d", rows[i].why, lawful ? "lawful" : "not lawful", reason);
    }
}

/* The rows are frames of a client; with the mask bit the other way round they are a server's. */
static void frames_against_the_protocol_are_wrong(void **state)
{
    static const struct {
        const char *why;
        uint8_t bytes[10];
        size_t count;
        enum frame_result result;
        enum frame_reason reason;
    } rows[] = {
        {"masked as the other side's", {0x81, 0x05}, 2, FRAME_WRONG, FRAME_BROKEN},
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
    static const enum frame_side sides[] = {FROM_CLIENT, FROM_SERVER};

    (void)state;
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        enum frame_side side = sides[i % 2];
        uint8_t bytes[10];
        struct frame frame;
        enum frame_reason reason;
        size_t used;

        memcpy(bytes, rows[i / 2].bytes, sizeof bytes);
        bytes[1] ^= side == FROM_SERVER ? 0x80 : 0;
        if (frame_read(side, bytes, rows[i / 2].count, PAYLOAD_MAX, &frame, &used, &reason) !=
                rows[i / 2].result ||
            (rows[i / 2].result == FRAME_WRONG && reason != rows[i / 2].reason))
            fail_msg("%s, side %d", rows[i / 2].why, (int)side);
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
        uint8_t head[FRAME_HEAD_MAX], mask[] = {1, 2, 3, 4};
        size_t length = rows[i].length;

        assert_int_equal(frame_head(head, FRAME_TEXT, rows[i].size, NULL), length);
        assert_memory_equal(head, rows[i].head, length);
        assert_int_equal(frame_head(head, FRAME_TEXT, rows[i].size, mask), length + 4);
        assert_int_equal(head[1], rows[i].head[1] | 0x80);
        assert_memory_equal(head + 2, rows[i].head + 2, length - 2);
        assert_memory_equal(head + length, mask, 4);
    }
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

        if (http_read_request(rows[i].text, strlen(rows[i].text), &head, &used) != rows[i].result)
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
    assert_int_equal(http_read_request(text, sizeof text - 1, &head, &used), HTTP_WHOLE);
    assert_int_equal(used, sizeof text - 1 - 4);
    assert_true(http_is(head.method, "POST"));
    assert_true(http_is(head.path, "/api/tables"));
    assert_true(http_is(head.query, "x=1"));
    assert_true(http_is(head.host, "example.org"));
    assert_true(http_is(head.origin, "https://example.org"));
    assert_true(http_is(head.forwarded_for, "10.0.0.1, 192.0.2.7"));
    assert_int_equal(head.body_size, 12);
    assert_false(head.keep_alive);
    assert_false(head.upgrades);
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

        assert_int_equal(http_read_request(text, (size_t)length, &head, &used), HTTP_WHOLE);
        if (head.upgrades != rows[i].good)
            fail_msg("row %zu", i);
    }
}

/* Headers that only help to choose may come again; the first counts. */
static void a_choice_may_come_twice(void **state)
{
    static const char text[] = "GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n"
                               "If-None-Match: \"a\", \"b\"\r\nAccept-Encoding: br\r\n"
                               "If-None-Match: \"c\"\r\n\r\n";
    struct http_head head;
    struct http_text item;
    size_t used;

    (void)state;
    assert_int_equal(http_read_request(text, sizeof text - 1, &head, &used), HTTP_WHOLE);
    assert_true(http_is(head.accept_encoding, "gzip"));
    assert_true(http_next(&head.if_none_match, &item) && http_is(item, "\"a\""));
    assert_true(http_next(&head.if_none_match, &item) && http_is(item, "\"b\""));
    assert_false(http_next(&head.if_none_match, &item));
}

/* What a query says for "rules"; NULL: it is refused. */
static const struct {
    const char *why, *query, *want;
} queries[] = {
    {"nothing", "", ""},
    {"the only one", "rules=party", "party"},
    {"not the first", "language=de&rules=party", "party"},
    {"the first of two", "rules=a&rules=b", "a"},
    {"another name that begins so", "rules_of=x&rules=y", "y"},
    {"another that ends so", "norules=x", ""},
    {"without a value", "rules&x=y", ""},
    {"with an empty one", "rules=&x=y", ""},
    {"blanks and escapes", "rules=party+a%3Db%20c", "party a=b c"},
    {"escapes of a text", "rules=%C3%a4", "\xc3\xa4"},
    {"as much as there is room for", "rules=123456789012345", "123456789012345"},
    {"too much", "rules=1234567890123456", NULL},
    {"half an escape", "rules=%4", NULL},
    {"no escape", "rules=%4g", NULL},
    {"a zero", "rules=a%00b", NULL},
};

static void reads_queries(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        struct http_text query = {queries[i].query, strlen(queries[i].query)};
        char out[16];
        bool ok = http_query(query, "rules", out, sizeof out);

        print_message("%s\n", queries[i].why);
        assert_int_equal(ok, queries[i].want != NULL);
        if (queries[i].want)
            assert_string_equal(out, queries[i].want);
    }
}

typedef enum http_result reader(const char *bytes, size_t count, struct http_head *head,
                                size_t *used);

static void check_limit(reader *read, const char *start, size_t most)
{
    static char text[2 * HTTP_ANSWER_MAX];
    struct http_head head;
    size_t used;

    memset(text, 'a', sizeof text);
    memcpy(text, start, strlen(start));
    assert_int_equal(read(text, most - 1, &head, &used), HTTP_MORE);
    assert_int_equal(read(text, most, &head, &used), HTTP_TOO_BIG);
    memcpy(text + most - 4, "\r\n\r\n", 4);
    assert_int_equal(read(text, most - 1, &head, &used), HTTP_MORE);
    assert_int_equal(read(text, sizeof text, &head, &used), HTTP_WHOLE);
    assert_int_equal(used, most);
    memset(text + most - 4, 'a', 4);
    memcpy(text + most - 3, "\r\n\r\n", 4);
    assert_int_equal(read(text, sizeof text, &head, &used), HTTP_TOO_BIG);
}

static void a_head_has_a_limit(void **state)
{
    (void)state;
    check_limit(http_read_request, "GET / HTTP/1.1\r\nHost: ", HTTP_REQUEST_MAX);
    check_limit(http_read_answer, "HTTP/1.1 200 OK\r\nServer: ", HTTP_ANSWER_MAX);
}

/* ---- Answers ---- */

static void answers_are_read_or_refused(void **state)
{
    static const struct {
        const char *text;
        enum http_result result;
    } rows[] = {
        {"HTTP/1.1 200 OK\r\n\r\n", HTTP_WHOLE},
        {"HTTP/1.1 200 \r\n\r\n", HTTP_WHOLE},
        {"HTTP/1.1 200\r\n\r\n", HTTP_WHOLE},
        {"HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n", HTTP_WHOLE},
        {"HTTP/1.1 200 OK\r\n", HTTP_MORE},
        {"HTT", HTTP_MORE},
        {"", HTTP_MORE},
        {"\x15\x03\x01", HTTP_WRONG}, /* TLS, which never ends its head */
        {"GET / HTTP/1.1\r\n", HTTP_WRONG},
        {"HTTP/1.0 200 OK\r\n\r\n", HTTP_WRONG},
        {"HTTP/1.1 20\r\n\r\n", HTTP_WRONG},
        {"HTTP/1.1 2000\r\n\r\n", HTTP_WRONG},
        {"HTTP/1.1 099 OK\r\n\r\n", HTTP_WRONG},
        {"HTTP/1.1 +20 OK\r\n\r\n", HTTP_WRONG},
        {"HTTP/1.1 200 O\nK\r\n\r\n", HTTP_WRONG},
        {"HTTP/1.1 200 OK\r\nLength : 5\r\n\r\n", HTTP_WRONG},
        {"HTTP/1.1 200 OK\r\nno colon\r\n\r\n", HTTP_WRONG},
        {"HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n", HTTP_WRONG},
        {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", HTTP_WRONG},
        {"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", HTTP_WRONG},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct http_head head;
        size_t used;

        if (http_read_answer(rows[i].text, strlen(rows[i].text), &head, &used) != rows[i].result)
            fail_msg("%s", rows[i].text);
    }
}

static void the_size_of_a_body_may_be_unknown(void **state)
{
    static const struct {
        const char *headers;
        bool has_size;
        size_t size;
    } rows[] = {
        {"", false, 0},
        {"Content-Length: 0\r\n", true, 0},
        {"Content-Length: 12\r\n", true, 12},
        {"Transfer-Encoding: chunked\r\n", false, 0},
        {"Content-Length: 12\r\nTransfer-Encoding: chunked\r\n", false, 12},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        struct http_head head;
        size_t used;
        int length = snprintf(text, sizeof text, "HTTP/1.1 200 OK\r\n%s\r\nbody", rows[i].headers);

        assert_int_equal(http_read_answer(text, (size_t)length, &head, &used), HTTP_WHOLE);
        assert_int_equal(used, length - 4);
        assert_int_equal(head.status, 200);
        assert_int_equal(head.has_size, rows[i].has_size);
        assert_int_equal(head.body_size, rows[i].size);
    }
}

/* ---- Both ends ---- */

/* What one end writes the other end reads. */
static void both_ends_understand_each_other(void **state)
{
    char text[400], key[FRAME_KEY_CHARS + 1], accept[FRAME_ACCEPT_CHARS + 1];
    struct http_head head;
    struct hc_text out;
    size_t used;

    (void)state;
    frame_key((const uint8_t *)"0123456789abcdef", key);
    frame_accept(key, accept);
    hc_text_init(&out, text, sizeof text);
    http_write_request(&out, "GET", "/ws");
    http_write(&out, "Host", "[::1]:80");
    http_write(&out, "Connection", "Upgrade");
    http_write(&out, "Upgrade", "websocket");
    http_write(&out, "Sec-WebSocket-Version", "13");
    http_write(&out, "Sec-WebSocket-Key", key);
    http_write_end(&out);
    assert_int_equal(http_read_request(text, out.length, &head, &used), HTTP_WHOLE);
    assert_true(used == out.length && head.upgrades && http_is(head.path, "/ws"));
    assert_true(http_is(head.host, "[::1]:80") && http_is(head.websocket_key, key));
    hc_text_init(&out, text, sizeof text);
    http_write_answer(&out, 101);
    http_write(&out, "Connection", "Upgrade");
    http_write(&out, "Upgrade", "websocket");
    http_write(&out, "Sec-WebSocket-Accept", accept);
    http_write_end(&out);
    assert_int_equal(http_read_answer(text, out.length, &head, &used), HTTP_WHOLE);
    assert_true(used == out.length && head.upgrades && http_is(head.websocket_accept, accept));
    hc_text_init(&out, text, sizeof text);
    http_write_answer(&out, 404);
    http_write_number(&out, "Content-Length", 12);
    http_write_end(&out);
    assert_string_equal(text, "HTTP/1.1 404 Not Found\r\nContent-Length: 12\r\n\r\n");
}

/* ---- Addresses ---- */

static struct address parsed(const char *text)
{
    struct address address;

    assert_true(address_parse(text, strlen(text), &address));
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

    (void)state;
    assert_true(same("192.0.2.7", "::ffff:192.0.2.7"));
    assert_false(same("192.0.2.7", "192.0.2.8"));
    assert_true(same("2001:db8::1", "2001:db8::ffff:1"));
    assert_false(same("2001:db8::1", "2001:db8:0:1::1"));
    assert_false(address_parse("", 0, &address));
    assert_false(address_parse("localhost", 9, &address));
    assert_false(address_parse("192.0.2.7:80", 12, &address));
    inet_pton(AF_INET, "192.0.2.7", &v4.sin_addr);
    address = address_of((struct sockaddr *)&v4);
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
        cmocka_unit_test(the_frames_of_the_rfc_are_read),
        cmocka_unit_test(the_frames_of_the_rfc_are_written),
        cmocka_unit_test(close_frames_are_judged),
        cmocka_unit_test(frames_against_the_protocol_are_wrong),
        cmocka_unit_test(heads_have_the_shortest_length),
        cmocka_unit_test(requests_are_read_or_refused),
        cmocka_unit_test(a_request_has_its_parts),
        cmocka_unit_test(only_a_whole_handshake_upgrades),
        cmocka_unit_test(a_choice_may_come_twice),
        cmocka_unit_test(reads_queries),
        cmocka_unit_test(a_head_has_a_limit),
        cmocka_unit_test(answers_are_read_or_refused),
        cmocka_unit_test(the_size_of_a_body_may_be_unknown),
        cmocka_unit_test(both_ends_understand_each_other),
        cmocka_unit_test(addresses_are_counted_by_house),
        cmocka_unit_test(counts_are_right),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
