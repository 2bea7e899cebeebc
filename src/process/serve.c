// SPDX-License-Identifier: MIT
/*
 * serve.c: `holecard serve`: its arguments, its life and its end.
 *
 * One thread, one loop: a host (the house with its hands), the doors that were asked for, and
 * signals. On the first signal to end nothing new is begun, what is on its way is stored and told,
 * and then everybody is told good-bye. Start reading at process_serve().
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>

#include "args/args.h"
#include "core/text.h"
#include "doors/server/server.h"
#include "net/url.h"
#include "process/host.h"
#include "process/process.h"

struct place {
    char host[64]; /* "": none */
    unsigned port;
};

struct arguments {
    struct place listen, metrics;
    const char *store, *certificate, *key, *origin, *public_url;
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
    {"handshakes_per_second=", 1, 1000000, 32, "encrypted connections that one address may begin"},
    {"tables=", 1, 10000000, 20000, "open tables"},
    {"tables_per_hour=", 1, 1000000, 60, "tables that one address may open in an hour"},
    {"comings_per_minute=", 1, 1000000, 240, "how often one address may come to a table or peers"},
    {"lists_per_minute=", 1, 1000000, 600, "how often one address may ask for tables or leaders"},
    {"forgets_per_hour=", 1, 1000000, 10, "how often one address may ask to be forgotten"},
    {"signal_topics=", 0, 1000000, 10000, "topics at /signal, where browsers find peers; 0: none"},
    {"relay_rooms=", 0, 1000000, 1000, "rooms at /yws, for those that cannot connect; 0: none"},
    {"relay_message_kb=", 16, 32768, 1024, "a message in such a room, in kilobytes"},
    {"peer_mb_per_minute=", 1, 65536, 64, "what one address may send to peers, in megabytes"},
    {"queue_kb=", 128, 65536, 4096, "what waits for a slow reader, in kilobytes"},
    {"queues_mb=", 1, 65536, 256, "what waits for all of them together, in megabytes"},
    {"bot_budget=", 1, 1000000, 5000, "games that a bot may imagine for a move"},
};
enum {
    LIMIT_CONNECTIONS,
    LIMIT_PER_ADDRESS,
    LIMIT_MESSAGES,
    LIMIT_HANDSHAKES,
    LIMIT_TABLES,
    LIMIT_HOUR,
    LIMIT_COMINGS,
    LIMIT_LISTS,
    LIMIT_FORGETS,
    LIMIT_TOPICS,
    LIMIT_RELAYS,
    LIMIT_RELAYED,
    LIMIT_PEERS,
    LIMIT_QUEUE,
    LIMIT_QUEUES,
    LIMIT_BOTS,
    LIMITS
};

/* ---- Life ----------------------------------------------------------------------------------- */

struct life {
    uv_loop_t *loop;
    struct background *background;
    struct host *host;
    struct server *server;
    uv_signal_t interrupt, terminate;
    unsigned signals;
};

static const char *trouble(void *context)
{
    struct life *life = context;

    return host_trouble(life->host);
}

static uint64_t aside(void *context)
{
    struct life *life = context;

    return host_aside(life->host);
}

static void say_set_aside(uint64_t room, const char *code, const char *why)
{
    fprintf(stderr, "holecard serve: room %llu%s%s is set aside: %s; see holecard store check\n",
            (unsigned long long)room, *code ? ", table " : "", code, why);
}

static void on_stopped(void *context)
{
    struct life *life = context;

    server_close(life->server, "the house is closing; come back soon");
    if (!host_close(life->host) || !background_close(life->background))
        _Exit(STATUS_OK); /* everything is stored and told, and nobody waits for a bot's thought */
    uv_close((uv_handle_t *)&life->interrupt, NULL);
    uv_close((uv_handle_t *)&life->terminate, NULL);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct life *life = handle->data;

    if (life->signals++) {
        fprintf(stderr, "holecard serve: ended at once by signal %d\n", number);
        _Exit(128 + number);
    }
    fputs("holecard serve: closing\n", stderr);
    server_stop(life->server);
    host_stop(life->host, on_stopped, life);
}

/* ---- Arguments ------------------------------------------------------------------------------ */

static bool read_place(const char *text, void *to)
{
    struct place *place = to;
    const char *colon = strrchr(text, ':'), *end;
    uint64_t port;
    size_t length = colon ? (size_t)(colon - text) : 0;

    if (!colon || length >= sizeof place->host || !length)
        return false;
    end = hc_read_number(colon + 1, 65535, &port);
    if (!end || *end)
        return false;
    if (text[0] == '[' && text[length - 1] == ']') {
        text++;
        length -= 2;
    }
    memcpy(place->host, text, length);
    place->host[length] = '\0';
    place->port = (unsigned)port;
    return true;
}

/* The address of a server, without a table. */
static bool read_public_url(const char *text, void *to)
{
    struct hc_problem why;
    struct url url;

    if (!url_parse(text, &url, &why) || *url.code || text[strlen(text) - 1] == '/')
        return false;
    *(const char **)to = text;
    return true;
}

static bool read_arguments(int argc, char **argv, struct arguments *given, unsigned limits[LIMITS],
                           int *status)
{
    uint64_t numbers[LIMITS];
    const struct arg options[] = {
        {"--listen", "ADDRESS:PORT", "where to listen; 127.0.0.1:7777 unless given",
         .read = read_place, .to = &given->listen, .must = "ADDRESS:PORT"},
        {"--metrics", "ADDRESS:PORT", "where figures for Prometheus are; nowhere unless given",
         .read = read_place, .to = &given->metrics, .must = "ADDRESS:PORT"},
        {"--store", "FILE", "where matches are kept; holecard.db unless given",
         .text = &given->store, .or_next = true},
        {"--no-save", NULL, "keep nothing: when it ends, all is forgotten",
         .given = &given->no_save},
        {"--tls", "CERT KEY", "encrypt, with these files in PEM", .text = &given->certificate,
         .second = &given->key},
        {"--public-url", "URL", "where others reach it, for invitations", .read = read_public_url,
         .to = &given->public_url, .must = "an address, as https://cards.example.org"},
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

static struct host *open_host(const struct life *life, const struct arguments *given,
                              const unsigned limits[LIMITS])
{
    struct hc_problem why;
    struct store *store =
        given->no_save ? store_open_memory(NULL, &why) : store_open(given->store, &why);
    struct host_plan plan = {.loop = life->loop,
                             .background = life->background,
                             .store = store,
                             .rooms_max = limits[LIMIT_TABLES],
                             .bot_budget_max = limits[LIMIT_BOTS],
                             .set_aside = say_set_aside};
    struct host *host;

    if (store && *store_rescued(store))
        fprintf(stderr, "holecard serve: %s\n", store_rescued(store));
    host = store ? host_open(&plan, &why) : NULL;
    if (!host)
        fprintf(stderr, "holecard serve: %s\n", why.text);
    return host;
}

/* A message that alone would fill somebody's queue could never be passed on. */
static size_t relay_message_max(const unsigned limits[LIMITS])
{
    unsigned most = limits[LIMIT_QUEUE] / 2;

    return (size_t)(limits[LIMIT_RELAYED] < most ? limits[LIMIT_RELAYED] : most) * 1024;
}

static struct server *open_server(struct life *life, const struct arguments *given,
                                  const unsigned limits[LIMITS])
{
    char why[240];
    struct server_plan plan = {.loop = life->loop,
                               .background = life->background,
                               .house = host_house(life->host),
                               .resize = host_resize,
                               .entropy = host_entropy,
                               .host = given->listen.host,
                               .port = given->listen.port,
                               .metrics_host = *given->metrics.host ? given->metrics.host : NULL,
                               .metrics_port = given->metrics.port,
                               .certificate = given->certificate,
                               .key = given->key,
                               .public_url = given->public_url,
                               .origin = given->origin,
                               .trust_proxy = given->trust_proxy,
                               .connections = limits[LIMIT_CONNECTIONS],
                               .connections_per_address = limits[LIMIT_PER_ADDRESS],
                               .messages_per_s = limits[LIMIT_MESSAGES],
                               .handshakes_per_s = limits[LIMIT_HANDSHAKES],
                               .tables_per_hour = limits[LIMIT_HOUR],
                               .comings_per_minute = limits[LIMIT_COMINGS],
                               .lists_per_minute = limits[LIMIT_LISTS],
                               .forgets_per_hour = limits[LIMIT_FORGETS],
                               .signal_topics = limits[LIMIT_TOPICS],
                               .relay_rooms = limits[LIMIT_RELAYS],
                               .relay_message_max = relay_message_max(limits),
                               .peer_kb_per_minute = limits[LIMIT_PEERS] * 1024,
                               .queue_max = (size_t)limits[LIMIT_QUEUE] * 1024,
                               .queues_max = (size_t)limits[LIMIT_QUEUES] << 20,
                               .trouble = trouble,
                               .aside = aside,
                               .context = life};
    struct server *server = server_open(&plan, why);

    if (!server)
        fprintf(stderr, "holecard serve: %s\n", why);
    return server;
}

/* Says how others come in, and what they should know first. */
static void say_reach(const struct protocol_reach *reach, const struct arguments *given)
{
    bool open = false;

    if (reach->public_url) {
        printf("holecard serve: others come with holecard play --join %s\n", reach->public_url);
        open = !strncasecmp(reach->public_url, "http:", 5) ||
               !strncasecmp(reach->public_url, "ws:", 3);
    }
    for (unsigned i = 0; !reach->public_url && i < reach->own_count; i++)
        printf("holecard serve: others come with holecard play --join %s\n", reach->own_url[i]);
    if (!reach->public_url && !reach->own_count)
        puts("holecard serve: only people at this machine can come in; --listen 0.0.0.0:7777 lets "
             "others in, and --public-url names the address of a proxy");
    else if (open || (!reach->public_url && !given->certificate))
        puts("holecard serve: nothing is encrypted, so others on the way can read cards and take "
             "seats; --tls encrypts");
}

static int serve(struct life *life, const struct arguments *given, const unsigned limits[LIMITS])
{
    unsigned rooms;

    life->loop = uv_default_loop();
    foreground_begin();
    life->background = background_open(life->loop);
    life->host = open_host(life, given, limits);
    life->server = life->host ? open_server(life, given, limits) : NULL;
    if (!life->server) {
        if (life->host)
            host_close(life->host);
        background_close(life->background);
        uv_run(life->loop, UV_RUN_DEFAULT);
        return STATUS_FAILED;
    }
    uv_signal_init(life->loop, &life->interrupt);
    uv_signal_init(life->loop, &life->terminate);
    life->interrupt.data = life->terminate.data = life;
    uv_signal_start(&life->interrupt, on_signal, SIGINT);
    uv_signal_start(&life->terminate, on_signal, SIGTERM);
    rooms = house_counts(host_house(life->host))->rooms;
    printf("holecard serve: listening on %s://%s:%u, %u table%s open\n",
           given->certificate ? "https" : "http", given->listen.host, server_port(life->server),
           rooms, rooms == 1 ? "" : "s");
    say_reach(server_reach(life->server), given);
    fflush(stdout);
    uv_run(life->loop, UV_RUN_DEFAULT);
    uv_loop_close(life->loop);
    return STATUS_OK;
}

int process_serve(int argc, char **argv)
{
    struct arguments given = {.listen = {"127.0.0.1", 7777}, .store = "holecard.db"};
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
