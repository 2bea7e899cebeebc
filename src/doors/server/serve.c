// SPDX-License-Identifier: MIT
/*
 * serve.c: `holecard serve`: its arguments, its life and its end.
 *
 * One thread, one loop: the wire (connections), the house (rooms), and signals. On the first
 * signal to end nothing new is begun, what is on its way is stored and told, and then everybody is
 * told good-bye. Start reading at server_serve().
 */
#include "doors/server/server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "args/args.h"
#include "doors/server/inside.h"

enum { HOUR_MS = 3600000 };

struct arguments {
    char host[64];
    unsigned port;
    const char *store, *certificate, *key, *origin;
    bool no_save, trust_proxy;
};

static struct {
    const char *name;
    unsigned min, max, usual;
    const char *sentence;
} const limit_rows[] = {
    {"connections=", 1, 1000000, 20000, "open connections"},
    {"connections_per_address=", 1, 1000000, 64, "open connections of one address"},
    {"messages_per_second=", 1, 1000000, 50, "messages of one connection"},
    {"tables=", 1, 10000000, 20000, "open tables"},
    {"tables_per_hour=", 1, 1000000, 60, "tables that one address may open in an hour"},
    {"queue_kb=", 64, 65536, 1024, "what waits for a slow reader, in kilobytes"},
    {"bot_budget=", 1, 1000000, 5000, "games that a bot may imagine for a move"},
};
enum {
    LIMIT_CONNECTIONS,
    LIMIT_PER_ADDRESS,
    LIMIT_MESSAGES,
    LIMIT_TABLES,
    LIMIT_HOUR,
    LIMIT_QUEUE,
    LIMIT_BOTS,
    LIMITS
};

/* ---- Life ----------------------------------------------------------------------------------- */

struct life {
    struct server server;
    uv_signal_t interrupt, terminate;
    unsigned signals;
};

static void on_any_closed(uv_handle_t *handle)
{
    (void)handle;
}

static void on_stopped(void *context)
{
    struct life *life = context;
    bool thinks = house_counts(life->server.house)->thinking > 0;

    wire_close(life->server.wire, "the house is closing; come back soon");
    house_close(life->server.house);
    if (thinks)
        _Exit(STATUS_OK); /* everything is stored and told, and nobody waits for a bot's thought */
    uv_close((uv_handle_t *)&life->interrupt, on_any_closed);
    uv_close((uv_handle_t *)&life->terminate, on_any_closed);
    uv_close((uv_handle_t *)&life->server.hour, on_any_closed);
    address_forget(&life->server.creators);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct life *life = handle->data;

    if (life->signals++) {
        fprintf(stderr, "holecard serve: ended at once by signal %d\n", number);
        _Exit(128 + number);
    }
    fputs("holecard serve: closing\n", stderr);
    wire_stop(life->server.wire);
    house_stop(life->server.house, on_stopped, life);
}

static void on_hour(uv_timer_t *timer)
{
    struct server *server = timer->data;

    address_forget(&server->creators);
}

/* ---- Connections ---------------------------------------------------------------------------- */

/* A page from elsewhere must not speak for whoever looks at it. */
bool server_allows_origin(const struct server *server, const struct http_head *head)
{
    const char *after;
    size_t length;

    if (!head->origin.start)
        return true; /* no browser */
    if (server->origin && http_is(head->origin, server->origin))
        return true;
    after = head->origin.length > 8 && !memcmp(head->origin.start, "https://", 8)
                ? head->origin.start + 8
            : head->origin.length > 7 && !memcmp(head->origin.start, "http://", 7)
                ? head->origin.start + 7
                : NULL;
    if (!after)
        return false;
    length = head->origin.length - (size_t)(after - head->origin.start);
    return length == head->host.length && !memcmp(after, head->host.start, length);
}

void server_code(const char typed[HC_ROOM_CODE_CHARS], char code[HC_ROOM_CODE_CHARS + 1])
{
    for (unsigned i = 0; i < HC_ROOM_CODE_CHARS; i++)
        code[i] = (char)(typed[i] >= 'a' && typed[i] <= 'z' ? typed[i] - 'a' + 'A' : typed[i]);
    code[HC_ROOM_CODE_CHARS] = '\0';
}

static void let_go(struct client *client)
{
    struct visitor *visitor = client_get(client);

    if (!visitor)
        return;
    records_give_up(visitor);
    if (visitor->line)
        house_hang_up(visitor->line);
    client_set(client, NULL);
    free(visitor);
}

struct visitor *server_visitor(struct server *server, struct client *client, bool plain)
{
    struct visitor *visitor;

    let_go(client); /* of an earlier request on the same connection */
    visitor = calloc(1, sizeof *visitor);
    if (!visitor)
        return NULL;
    visitor->server = server;
    visitor->client = client;
    visitor->plain = plain;
    client_set(client, visitor);
    return visitor;
}

static unsigned on_open(void *context, struct client *client, const struct http_head *head)
{
    struct server *server = context;

    if (!http_is(head->path, "/ws"))
        return 404;
    if (!server_allows_origin(server, head))
        return 403;
    return server_visitor(server, client, false) ? 101 : 503;
}

static void on_message(void *context, struct client *client, const char *text, size_t length)
{
    (void)context;
    hear_message(client_get(client), text, length);
}

static void on_closed(void *context, struct client *client)
{
    (void)context;
    let_go(client);
}

/* ---- Arguments ------------------------------------------------------------------------------ */

static bool read_listen(const char *text, void *to)
{
    struct arguments *given = to;
    const char *colon = strrchr(text, ':'), *end;
    uint64_t port;
    size_t length = colon ? (size_t)(colon - text) : 0;

    if (!colon || length >= sizeof given->host || !length)
        return false;
    end = hc_read_number(colon + 1, 65535, &port);
    if (!end || *end)
        return false;
    if (text[0] == '[' && text[length - 1] == ']') {
        text++;
        length -= 2;
    }
    memcpy(given->host, text, length);
    given->host[length] = '\0';
    given->port = (unsigned)port;
    return true;
}

static bool read_arguments(int argc, char **argv, struct arguments *given, unsigned limits[LIMITS],
                           int *status)
{
    uint64_t numbers[LIMITS];
    const struct arg options[] = {
        {"--listen", "ADDRESS:PORT", "where to listen; 127.0.0.1:7777 unless given",
         .read = read_listen, .to = given, .must = "ADDRESS:PORT"},
        {"--store", "FILE", "where matches are kept; holecard.db unless given",
         .text = &given->store, .or_next = true},
        {"--no-save", NULL, "keep nothing: when it ends, all is forgotten",
         .given = &given->no_save},
        {"--tls", "CERT KEY", "encrypt, with these files in PEM", .text = &given->certificate,
         .second = &given->key},
        {"--origin", "URL", "a page from there may connect, besides those from here",
         .text = &given->origin},
        {"--trust-proxy", NULL, "believe X-Forwarded-For: only behind a proxy that sets it",
         .given = &given->trust_proxy},
    };
    enum { OPTIONS = sizeof options / sizeof *options };
    struct arg args[OPTIONS + LIMITS];
    const struct args_command command = {
        "serve",
        "Serves tables over HTTP and WebSocket until it is told to stop. docs/protocol.md is what "
        "it speaks, docs/operating.md how to run it.",
        .args = args, .count = OPTIONS + LIMITS};

    memcpy(args, options, sizeof options);
    for (unsigned i = 0; i < LIMITS; i++) {
        numbers[i] = limit_rows[i].usual;
        args[OPTIONS + i] =
            (struct arg){limit_rows[i].name,    "LIMIT=NUMBER",           limit_rows[i].sentence,
                         .number = &numbers[i], .min = limit_rows[i].min, .max = limit_rows[i].max};
    }
    if (!args_read(&command, argc, argv, status))
        return false;
    for (unsigned i = 0; i < LIMITS; i++)
        limits[i] = (unsigned)numbers[i];
    return true;
}

/* As many files as the system lets us have: each connection is one. */
static void raise_files(void)
{
    struct rlimit files;

    if (!getrlimit(RLIMIT_NOFILE, &files)) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

static bool open_house(struct life *life, const struct arguments *given,
                       const unsigned limits[LIMITS])
{
    struct hc_problem why;
    struct store *store =
        given->no_save ? store_open_memory(NULL, &why) : store_open(given->store, &why);
    struct house_plan plan = {.loop = life->server.loop,
                              .store = store,
                              .rooms_max = limits[LIMIT_TABLES],
                              .bot_budget_max = limits[LIMIT_BOTS]};

    if (store)
        life->server.house = house_open(&plan, &why);
    if (!life->server.house)
        fprintf(stderr, "holecard serve: %s\n", why.text);
    return life->server.house != NULL;
}

static bool open_wire(struct life *life, const struct arguments *given,
                      const unsigned limits[LIMITS])
{
    char why[240];
    struct wire_plan plan = {.host = given->host,
                             .port = given->port,
                             .certificate = given->certificate,
                             .key = given->key,
                             .trust_proxy = given->trust_proxy,
                             .limits = {limits[LIMIT_CONNECTIONS], limits[LIMIT_PER_ADDRESS],
                                        limits[LIMIT_MESSAGES], SERVER_MESSAGE_BYTES,
                                        (size_t)limits[LIMIT_QUEUE] * 1024},
                             .handlers = {web_request, on_open, on_message, on_closed},
                             .context = &life->server};

    life->server.wire = wire_open(life->server.loop, &plan, why);
    if (!life->server.wire)
        fprintf(stderr, "holecard serve: %s\n", why);
    return life->server.wire != NULL;
}

static int serve(struct life *life, const struct arguments *given, const unsigned limits[LIMITS])
{
    struct server *server = &life->server;

    server->loop = uv_default_loop();
    server->origin = given->origin;
    server->tables_per_hour = limits[LIMIT_HOUR];
    server->queue_max = (size_t)limits[LIMIT_QUEUE] * 1024;
    server->start_ms = uv_now(server->loop);
    if (!open_house(life, given, limits))
        return STATUS_FAILED;
    if (!open_wire(life, given, limits)) {
        house_close(server->house);
        uv_run(server->loop, UV_RUN_DEFAULT);
        return STATUS_FAILED;
    }
    uv_timer_init(server->loop, &server->hour);
    server->hour.data = server;
    uv_timer_start(&server->hour, on_hour, HOUR_MS, HOUR_MS);
    uv_signal_init(server->loop, &life->interrupt);
    uv_signal_init(server->loop, &life->terminate);
    life->interrupt.data = life->terminate.data = life;
    uv_signal_start(&life->interrupt, on_signal, SIGINT);
    uv_signal_start(&life->terminate, on_signal, SIGTERM);
    printf("holecard serve: listening on %s://%s:%u, %u table%s open\n",
           given->certificate ? "https" : "http", given->host, wire_port(server->wire),
           house_counts(server->house)->rooms, house_counts(server->house)->rooms == 1 ? "" : "s");
    fflush(stdout);
    uv_run(server->loop, UV_RUN_DEFAULT);
    uv_loop_close(server->loop);
    return STATUS_OK;
}

int server_serve(int argc, char **argv)
{
    struct arguments given = {.host = "127.0.0.1", .port = 7777, .store = "holecard.db"};
    unsigned limits[LIMITS];
    struct life *life;
    int status;

    if (!read_arguments(argc, argv, &given, limits, &status))
        return status;
    life = calloc(1, sizeof *life);
    if (!life) {
        fputs("holecard serve: there is not enough memory\n", stderr);
        return STATUS_FAILED;
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
    raise_files();
    status = serve(life, &given, limits);
    free(life);
    return status;
}
