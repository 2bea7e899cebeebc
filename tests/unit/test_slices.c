// SPDX-License-Identifier: MIT
/* test_slices.c: a long answer over plain HTTP leaves in slices, and arrives whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "doors/server/wire.h"

enum { LONG_BYTES = 3 << 20, TURN_BYTES = 1 << 18, REQUESTS = 20 };

static const char request[] = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
static char got[LONG_BYTES + 1024];

static void answer(void *context, struct client *client, const struct http_head *head,
                   const char *body, size_t size)
{
    char *text = malloc(LONG_BYTES);

    (void)context;
    (void)head;
    (void)body;
    (void)size;
    assert_non_null(text);
    for (size_t i = 0; i < LONG_BYTES; i++)
        text[i] = (char)('a' + i % 23);
    client_answer_long(client, "text/plain", false, text, LONG_BYTES);
}

static unsigned refuse(void *context, struct client *client, const struct http_head *head)
{
    (void)context;
    (void)client;
    (void)head;
    return 404;
}

static void ignore_message(void *context, struct client *client, const char *text, size_t length)
{
    (void)context;
    (void)client;
    (void)text;
    (void)length;
}

static void ignore_end(void *context, struct client *client)
{
    (void)context;
    (void)client;
}

/* One for each test, so that nothing of another is in it. */
static uv_loop_t *new_loop(void)
{
    static uv_loop_t loops[2], *next = loops;

    assert_int_equal(uv_loop_init(next), 0);
    return next++;
}

static struct wire *open_wire(uv_loop_t *loop)
{
    char why[240];
    struct wire_plan plan = {
        .host = "127.0.0.1",
        .limits = {10, 10, 1000, 10, 8192, LONG_BYTES + WIRE_HEAD_BYTES, 2 * LONG_BYTES},
        .handlers = {
            .request = answer, .open = refuse, .message = ignore_message, .closed = ignore_end}};
    struct wire *wire = wire_open(loop, &plan, why);

    assert_non_null(wire);
    return wire;
}

static int connect_to(const struct wire *wire)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)wire_place(wire).port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_return_code(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    return fd;
}

static void check_answer(size_t count)
{
    const char *body = strstr(got, "\r\n\r\n") + 4;

    assert_memory_equal(got, "HTTP/1.1 200", 12);
    assert_int_equal(count - (size_t)(body - got), LONG_BYTES);
    for (size_t i = 0; i < LONG_BYTES; i++)
        if (body[i] != (char)('a' + i % 23))
            fail_msg("byte %zu is another", i);
}

/* Twice on one connection: the second is read when the first is gone. */
static void a_long_answer_leaves_in_slices(void **state)
{
    uv_loop_t *loop = new_loop();
    struct wire *wire = open_wire(loop);
    int fd = connect_to(wire);

    (void)state;
    for (unsigned time = 0; time < 2; time++) {
        size_t count = 0, whole = LONG_BYTES;

        assert_int_equal(send(fd, request, sizeof request - 1, 0), sizeof request - 1);
        while (count < whole) {
            uint64_t before = wire_counts(wire)->bytes_out;
            ssize_t more;

            uv_run(loop, UV_RUN_NOWAIT);
            assert_true(wire_counts(wire)->bytes_out - before <= TURN_BYTES);
            more = recv(fd, got + count, sizeof got - 1 - count, MSG_DONTWAIT);
            count += more > 0 ? (size_t)more : 0;
            got[count] = '\0';
            if (strstr(got, "\r\n\r\n"))
                whole = LONG_BYTES + (size_t)(strstr(got, "\r\n\r\n") + 4 - got);
        }
        check_answer(count);
        uv_run(loop, UV_RUN_NOWAIT);
        assert_int_equal(wire_counts(wire)->held, 0);
    }
    close(fd);
    wire_close(wire, "");
    uv_run(loop, UV_RUN_DEFAULT);
}

/* Whoever never reads holds no more than one answer; closing frees it. */
static void an_answer_that_is_not_read_is_counted(void **state)
{
    uv_loop_t *loop = new_loop();
    struct wire *wire = open_wire(loop);
    int fd = connect_to(wire);

    (void)state;
    for (unsigned i = 0; i < REQUESTS; i++)
        assert_int_equal(send(fd, request, sizeof request - 1, 0), sizeof request - 1);
    for (unsigned turn = 0; turn < 2000 || !wire_counts(wire)->held; turn++) {
        uv_run(loop, UV_RUN_NOWAIT);
        assert_in_range(wire_counts(wire)->held, 0,
                        LONG_BYTES + WIRE_HEAD_BYTES + REQUESTS * sizeof request);
    }
    /* The system keeps some megabytes too. */
    assert_in_range(wire_counts(wire)->requests, 1, REQUESTS / 2);
    wire_close(wire, "");
    uv_run(loop, UV_RUN_DEFAULT);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_long_answer_leaves_in_slices),
        cmocka_unit_test(an_answer_that_is_not_read_is_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
