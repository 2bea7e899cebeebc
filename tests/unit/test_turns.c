// SPDX-License-Identifier: MIT
/* test_turns.c: one connection has one plain request answered in a turn of the loop, so that others
 * are served between its requests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "doors/server/wire.h"

enum { MANY = 100 };

static const char head_a[] = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";
static const char head_b[] = "GET /b HTTP/1.1\r\nHost: x\r\n\r\n";

/* Who was served, in order: one letter for each request. */
static char served[2 * MANY + 1];
static size_t served_count;
static int other_fd;       /* of the connection that asks for /b */
static size_t other_after; /* it asks while request number so many of the first is answered */

/* Sends so many requests, and returns when the other end has them. */
static void deliver(int fd, const char *head, size_t size, unsigned count)
{
    int under_way;

    while (count--)
        assert_int_equal(send(fd, head, size, 0), size);
    while (!ioctl(fd, SIOCOUTQ, &under_way) && under_way)
        sched_yield();
}

static void answer(void *context, struct client *client, const struct http_head *head,
                   const char *body, size_t size)
{
    (void)context;
    (void)body;
    (void)size;
    served[served_count++] = head->path.start[1];
    if (served_count == other_after)
        deliver(other_fd, head_b, sizeof head_b - 1, 1);
    client_answer(client, 200, "text/plain", "yes", 3);
}

static void ignore_end(void *context, struct client *client)
{
    (void)context;
    (void)client;
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

/* While requests are kept, the loop does not wait. It runs behind the wire's, which started later.
 */
static void on_prepare(uv_prepare_t *prepare)
{
    const struct wire *wire = prepare->data;

    if (wire_counts(wire)->held)
        assert_int_equal(uv_backend_timeout(prepare->loop), 0);
}

/* How many requests are answered in one turn of the loop. */
static size_t run_turn(uv_loop_t *loop)
{
    size_t before = served_count;

    uv_run(loop, UV_RUN_ONCE);
    return served_count - before;
}

static void others_are_served_between(void **state)
{
    static const struct {
        const char *why;
        size_t after;
    } rows[] = {
        {"the other asks with the first request", 1},
        {"the other asks in the middle", MANY / 2},
        {"the other asks near the end", MANY - 5},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uv_loop_t loop;
        char why[240];
        struct wire_plan plan = {.host = "127.0.0.1",
                                 .limits = {10, 10, 1000000, 10, 8192, 1 << 20, 1 << 20},
                                 .handlers = {.request = answer, .closed = ignore_end}};
        uv_prepare_t prepare;
        struct wire *wire;
        int fd;

        assert_int_equal(uv_loop_init(&loop), 0);
        uv_prepare_init(&loop, &prepare);
        uv_prepare_start(&prepare, on_prepare);
        prepare.data = wire = wire_open(&loop, &plan, why);
        assert_non_null(wire);
        fd = connect_to(wire);
        other_fd = connect_to(wire);
        other_after = rows[i].after;
        served_count = 0;
        while (wire_counts(wire)->open < 2)
            run_turn(&loop);
        deliver(fd, head_a, sizeof head_a - 1, MANY);
        while (served_count < MANY + 1)
            if (run_turn(&loop) > 2)
                fail_msg("%s: more than one request of a connection in one turn", rows[i].why);
        served[served_count] = '\0';
        assert_int_equal(served_count, MANY + 1);
        assert_in_range(strchr(served, 'b') - served, other_after, other_after + 2);
        close(fd);
        close(other_fd);
        uv_close((uv_handle_t *)&prepare, NULL);
        wire_close(wire, "");
        uv_run(&loop, UV_RUN_DEFAULT);
        assert_int_equal(uv_loop_close(&loop), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(others_are_served_between)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
