// SPDX-License-Identifier: MIT
/*
 * fuzz_message.c: any lines as the messages of a client, through a real socket to a real server in
 * this process. Whatever is sent, everything that comes back is a frame of JSON with an "op", in
 * UTF-8. "TTTTTT" stands for the code of the table that the client has opened.
 */
#include <arpa/inet.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/utf8.h"
#include "doors/server/inside.h"

enum { INPUT_MAX = 6000, LINE_MAX_BYTES = 4000, GOT_MAX = 1 << 20, TURNS = 2000, TABLES = 20000 };

static struct server server;
static uint8_t got[GOT_MAX];
static size_t got_count;
static char code[HC_ROOM_CODE_CHARS + 1];

static void must(bool fact)
{
    if (!fact)
        abort();
}

static unsigned on_open(void *context, struct client *client, const struct http_head *head)
{
    (void)head;
    return server_visitor(context, client, false) ? 101 : 503;
}

static void on_message(void *context, struct client *client, const char *text, size_t length)
{
    (void)context;
    hear_message(client_get(client), text, length);
}

static void on_closed(void *context, struct client *client)
{
    struct visitor *visitor = client_get(client);

    (void)context;
    if (!visitor)
        return;
    records_give_up(visitor);
    if (visitor->line)
        house_hang_up(visitor->line);
    client_set(client, NULL);
    free(visitor);
}

static void open_server(void)
{
    struct hc_problem problem;
    char why[240];
    struct house_plan plan = {.loop = uv_default_loop(),
                              .store = store_open_memory(NULL, &problem),
                              .rooms_max = TABLES,
                              .bot_budget_max = 50};
    struct wire_plan wire = {.host = "127.0.0.1",
                             .limits = {100, 100, 1000000, SERVER_MESSAGE_BYTES, GOT_MAX},
                             .handlers = {web_request, on_open, on_message, on_closed},
                             .context = &server};

    server.loop = plan.loop;
    server.tables_per_hour = UINT32_MAX - 1;
    server.queue_max = GOT_MAX;
    must(plan.store && (server.house = house_open(&plan, &problem)));
    must((server.wire = wire_open(server.loop, &wire, why)) != NULL);
}

/* Whether the store or a bot will have something to say. */
static bool is_busy(void)
{
    return house_counts(server.house)->waiting || house_counts(server.house)->thinking;
}

/* Lets the server work until it has nothing more to do. What it has sent by then is here already,
 * or comes with what it sends next. */
static void work(int client)
{
    unsigned quiet = 0;

    for (unsigned i = 0; i < TURNS && quiet < 2; i++) {
        ssize_t count;

        uv_run(server.loop, is_busy() ? UV_RUN_ONCE : UV_RUN_NOWAIT);
        count = recv(client, got + got_count, GOT_MAX - got_count, MSG_DONTWAIT);
        if (count > 0)
            got_count += (size_t)count;
        quiet = count > 0 || is_busy() ? 0 : quiet + 1;
    }
}

static void check_message(const uint8_t *text, size_t size)
{
    json_t *message;
    const char *table;

    must(hc_utf8_ok((const char *)text, size));
    message = json_loadb((const char *)text, size, JSON_REJECT_DUPLICATES, NULL);
    must(json_is_object(message) && json_is_string(json_object_get(message, "op")));
    table = json_string_value(json_object_get(message, "table"));
    if (table)
        snprintf(code, sizeof code, "%s", table);
    json_decref(message);
}

/* Whole frames of what has come. */
static void check_frames(void)
{
    enum frame_result result;
    enum frame_reason reason;
    struct frame frame;
    size_t done = 0, used;

    while ((result = frame_read(FROM_SERVER, got + done, got_count - done, GOT_MAX, &frame, &used,
                                &reason)) == FRAME_WHOLE) {
        must(frame.last);
        if (frame.kind == FRAME_TEXT)
            check_message(frame.payload, frame.size);
        done += used;
    }
    must(result == FRAME_MORE);
    memmove(got, got + done, got_count - done);
    got_count -= done;
}

/* Puts the code of the table where the line asks for it. */
static void put_code(char *text, size_t size)
{
    for (size_t i = 0; *code && i + HC_ROOM_CODE_CHARS <= size; i++)
        if (!memcmp(text + i, "TTTTTT", HC_ROOM_CODE_CHARS))
            memcpy(text + i, code, HC_ROOM_CODE_CHARS);
}

/* One line as a frame whose mask is zero. */
static void say(int client, const char *line, size_t size)
{
    static const uint8_t mask[FRAME_MASK_BYTES];
    static uint8_t frame[FRAME_HEAD_MAX + LINE_MAX_BYTES];
    const struct wire_counts *counts = wire_counts(server.wire);
    uint64_t before = counts->messages_in;
    size_t head = frame_head(frame, FRAME_TEXT, size, mask);

    memcpy(frame + head, line, size);
    put_code((char *)frame + head, size);
    send(client, frame, head + size, MSG_NOSIGNAL);
    while (counts->messages_in == before && counts->open)
        uv_run(server.loop, UV_RUN_ONCE);
    work(client);
    check_frames();
}

static int connect_client(void)
{
    static const char hello[] = "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)wire_port(server.wire)),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct linger linger = {1, 0}; /* thousands of ports are not to wait after their end */
    int client = socket(AF_INET, SOCK_STREAM, 0);
    size_t end = 0;

    must(client >= 0 && !connect(client, (struct sockaddr *)&to, sizeof to));
    setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    send(client, hello, sizeof hello - 1, MSG_NOSIGNAL);
    got_count = 0;
    for (unsigned i = 0; i < TURNS && !end; i++) {
        work(client);
        for (size_t at = 4; at <= got_count && !end; at++)
            end = memcmp(got + at - 4, "\r\n\r\n", 4) ? 0 : at;
    }
    must(end > 0);
    got_count -= end;
    memmove(got, got + end, got_count);
    return client;
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    const char *text = (const char *)input, *end = text + size;
    int client;

    if (size > INPUT_MAX)
        return 0;
    if (!server.house)
        open_server();
    code[0] = '\0';
    client = connect_client();
    while (text < end) {
        const char *line = memchr(text, '\n', (size_t)(end - text));
        size_t length = (size_t)((line ? line : end) - text);

        if (length <= LINE_MAX_BYTES)
            say(client, text, length);
        text += length + 1;
    }
    close(client);
    for (unsigned i = 0; i < TURNS && wire_counts(server.wire)->open; i++)
        uv_run(server.loop, UV_RUN_NOWAIT);
    return 0;
}
