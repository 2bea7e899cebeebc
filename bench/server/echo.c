// SPDX-License-Identifier: MIT
/*
 * echo.c: what the wire alone costs: a server on the same wire.c that says what it hears, and the
 * load for it. Nothing that decides, stores or masks is in the way, so no server on this wire can
 * answer sooner.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "doors/server/wire.h"

/* ---- The server ----------------------------------------------------------------------------- */

static void on_request(void *context, struct client *client, const struct http_head *head,
                       const char *body, size_t size)
{
    (void)context;
    (void)head;
    (void)body;
    (void)size;
    client_answer(client, 404, "text/plain", "", 0);
}

static unsigned on_open(void *context, struct client *client, const struct http_head *head)
{
    (void)context;
    (void)client;
    (void)head;
    return 101;
}

static void on_message(void *context, struct client *client, const char *text, size_t length)
{
    (void)context;
    client_send(client, text, length);
}

static void on_closed(void *context, struct client *client)
{
    (void)context;
    (void)client;
}

int echo_serve(void)
{
    uv_loop_t *loop = uv_default_loop();
    char why[240];
    struct wire_plan plan = {.host = "127.0.0.1",
                             .limits = {.connections = 20000,
                                        .connections_per_address = 20000,
                                        .frames_per_s = 1000000,
                                        .message_max = 8192,
                                        .queue_max = 1 << 20,
                                        .queues_max = 1 << 28},
                             .handlers = {on_request, on_open, on_message, NULL, on_closed}};
    struct wire *wire = wire_open(loop, &plan, why);

    if (!wire)
        fail("the echo cannot start: ", why);
    printf("echo: listening on http://127.0.0.1:%u\n", wire_port(wire));
    fflush(stdout);
    return uv_run(loop, UV_RUN_DEFAULT);
}

/* ---- The load ------------------------------------------------------------------------------- */

struct asking {
    uint64_t *due_ns; /* of each link's message on its way; 0: none */
    unsigned open;
    uint64_t heard;
    struct times *times;
};

static void opened(void *context, struct link *link)
{
    struct asking *asking = context;

    (void)link;
    asking->open++;
}

static void heard(void *context, struct link *link, const char *text, size_t length)
{
    struct asking *asking = context;

    (void)text;
    (void)length;
    times_add(asking->times, now_ns() - asking->due_ns[link->number]);
    asking->due_ns[link->number] = 0;
    asking->heard++;
}

static void ask(struct asking *asking, unsigned number, uint64_t due_ns)
{
    /* As long as a command is. */
    static const char text[] = "{\"do\":\"play WF color=G\",\"table\":\"ABCDEF\",\"seq\":1234,"
                               "\"id\":5678,\"tag\":1}";

    asking->due_ns[number] = due_ns;
    link_say(link_at(number), text, sizeof text - 1);
}

void echo_ask(unsigned port, unsigned links, double rate, uint64_t seconds, struct times *times,
              uint64_t *count)
{
    static const struct link_handlers handlers = {opened, heard, NULL};
    struct asking asking = {.due_ns = calloc(links, sizeof(uint64_t)), .times = times};
    uint64_t begin, due, end, step = rate > 0 ? (uint64_t)(1e9 / rate) : 0;
    unsigned turn = 0;

    if (!asking.due_ns)
        fail("there is not enough memory", "");
    links_prepare(links, port, &handlers, &asking);
    for (unsigned i = 0; i < links; i++)
        link_connect(i);
    while (asking.open < links)
        links_serve(now_ns() + 1000000000);
    begin = due = now_ns();
    end = begin + seconds * 1000000000;
    while (now_ns() < end) {
        for (unsigned i = 0; !step && i < links; i++)
            if (!asking.due_ns[i])
                ask(&asking, i, now_ns());
        for (; step && due <= now_ns(); due += step) {
            while (asking.due_ns[turn++ % links])
                links_serve(now_ns() + 1000000);
            ask(&asking, (turn - 1) % links, due);
        }
        links_serve(step ? due : now_ns() + 1000000);
    }
    *count = asking.heard;
    free(asking.due_ns);
}
