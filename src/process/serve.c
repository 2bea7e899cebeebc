// SPDX-License-Identifier: MIT
/*
 * serve.c: `holecard serve`: its arguments, and the doors that they ask for. Start reading at
 * process_serve().
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "args/args.h"
#include "core/shard.h"
#include "core/text.h"
#include "net/ice.h"
#include "net/place.h"
#include "net/url.h"
#include "process/cluster_secret.h"
#include "process/life.h"
#include "process/process.h"
#include "process/telegram_args.h"

struct arguments {
    struct place listen, metrics;
    char cluster_text[PLACE_CHARS]; /* "": it serves alone */
    uint8_t cluster_secret[TRUNK_SECRET_BYTES];
    const char *stores[HC_SHARDS_MAX];
    unsigned store_count;
    const char *certificate, *key, *origin, *public_url, *api, *webhook;
    struct ice ice;
    bool no_save, trust_proxy, telegram, other_api;
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
    {"lists_per_minute=", 1, 1000000, 600,
     "how often one address may ask for tables, leaders or pictures"},
    {"forgets_per_hour=", 1, 1000000, 10, "how often one address may ask to be forgotten"},
    {"signal_topics=", 0, 1000000, 10000, "topics at /signal, where browsers find peers; 0: none"},
    {"relay_rooms=", 0, 1000000, 1000, "rooms at /yws, for those that cannot connect; 0: none"},
    {"relay_message_kb=", 16, 32768, 1024, "a message in such a room, in kilobytes"},
    {"peer_mb_per_minute=", 1, 65536, 64, "what one address may send to peers, in megabytes"},
    {"queue_kb=", 128, 65536, 4096, "what waits for a slow reader, in kilobytes"},
    {"queues_mb=", 1, 65536, 256, "what waits for all of them together, in megabytes"},
    {"bot_budget=", 1, 1000000, 5000, "games that a bot may imagine for a move"},
    {"lease_s=", 3, 60, 3,
     "with --cluster, how long a silent process keeps its tables, in seconds"},
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
    LIMIT_LEASE,
    LIMITS
};

/* ---- Arguments ------------------------------------------------------------------------------ */

static bool read_place(const char *text, void *to)
{
    return place_read(text, to);
}

/* Where other processes reach this one: that is told to them as it stands there. */
static bool read_cluster(const char *text, void *to)
{
    struct arguments *given = to;
    struct place place;

    if (strlen(text) >= sizeof given->cluster_text || !place_read(text, &place) || !place.port)
        return false;
    strcpy(given->cluster_text, text);
    return true;
}

/* Another shard, if it was given before. */
static bool read_store(const char *text, void *to)
{
    struct arguments *given = to;

    if (!*text || given->store_count == HC_SHARDS_MAX)
        return false;
    given->stores[given->store_count++] = text;
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

static bool read_ice(const char *text, void *to)
{
    return ice_parse(text, to);
}

static bool read_arguments(int argc, char **argv, struct arguments *given, unsigned limits[LIMITS],
                           int *status)
{
    uint64_t numbers[LIMITS];
    const struct arg options[] = {
        {"--listen", "ADDRESS:PORT",
         "where to listen; 127.0.0.1:7777 unless given. fd:3: on a socket that the program is "
         "given, "
         "as systemd does",
         .read = read_place, .to = &given->listen, .must = "ADDRESS:PORT"},
        {"--metrics", "ADDRESS:PORT", "where figures for Prometheus are; nowhere unless given",
         .read = read_place, .to = &given->metrics, .must = "ADDRESS:PORT"},
        {"--store", "FILE",
         "where matches are kept; holecard.db unless given. Or the address of a PostgreSQL "
         "database, postgresql://...; its password belongs into PGPASSFILE. Several such "
         "databases, "
         "each with an option of its own, share the tables among them",
         .read = read_store, .to = given, .or_next = true,
         .must = "a file, or up to six databases"},
        {"--no-save", NULL, "keep nothing: when it ends, all is forgotten",
         .given = &given->no_save},
        {"--cluster", "ADDRESS:PORT",
         "share the database with other processes, which reach this one there; CLUSTER_SECRET in "
         "the environment",
         .read = read_cluster, .to = given,
         .must = "ADDRESS:PORT, by which the others reach this machine"},
        {"--tls", "CERT KEY", "encrypt, with these files in PEM", .text = &given->certificate,
         .second = &given->key},
        {"--public-url", "URL", "where others reach it, for invitations", .read = read_public_url,
         .to = &given->public_url, .must = "an address, as https://cards.example.org"},
        {"--origin", "URL", "a page from there may connect, besides those from here",
         .text = &given->origin},
        {"--trust-proxy", NULL, "believe X-Forwarded-For: only behind a proxy that sets it",
         .given = &given->trust_proxy},
        {"--ice", "URL[,URL]", "helps browsers that play without it to connect; none unless given",
         .read = read_ice, .to = &given->ice,
         .must = "stun:HOST[:PORT] or turn:USER:PASSWORD@HOST[:PORT], at most eight"},
        {"--telegram", NULL, "play in Telegram's chats, too; BOT_TOKEN in the environment",
         .given = &given->telegram},
        {"--telegram-api", "URL", "the root of the Bot API; " TELEGRAM_API " unless given",
         .read = telegram_read_api, .to = &given->api, .must = TELEGRAM_API_MUST,
         .given = &given->other_api},
        {"--webhook", "URL", "where Telegram sends updates, instead of being asked for them",
         .read = telegram_read_webhook, .to = &given->webhook,
         .must = "an address with a path, as https://cards.example.org/updates"},
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
    if (!given->telegram && (given->other_api || given->webhook)) {
        *status = args_wrong(&command, "%s is about the door that --telegram opens",
                             given->webhook ? "--webhook" : "--telegram-api");
        return false;
    }
    if (*given->cluster_text && (given->no_save || given->webhook)) {
        *status = args_wrong(&command, "%s is for a process that has no others beside it",
                             given->no_save ? "--no-save" : "--webhook");
        return false;
    }
    if (given->store_count > 1 && given->telegram) {
        *status = args_wrong(&command, "--telegram is for a server that has one --store");
        return false;
    }
    if (!given->store_count)
        given->stores[given->store_count++] = "holecard.db";
    return true;
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
                               .ice = &given->ice,
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
                               .queues_max = (size_t)limits[LIMIT_QUEUES] << 20};
    struct server *server;

    if (*given->cluster_text) {
        plan.cluster = given->cluster_text;
        plan.lease_ms = limits[LIMIT_LEASE] * 1000;
        memcpy(plan.cluster_secret, given->cluster_secret, sizeof plan.cluster_secret);
    }
    life_add_others(life, &plan, given->webhook);
    server = server_open(&plan, why);
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
    if (!reach->public_url && reach->own_unknown)
        puts("holecard serve: others can come in, but the system does not say at which address; "
             "--public-url names it");
    if (!reach->public_url && !reach->own_count && !reach->own_unknown)
        puts("holecard serve: only people at this machine can come in; --listen 0.0.0.0:7777 lets "
             "others in, and --public-url names the address of a proxy");
    else if (open || (!reach->public_url && !given->certificate))
        puts("holecard serve: nothing is encrypted, so others on the way can read cards and take "
             "seats; --tls encrypts");
}

static bool open_telegram(struct life *life, const struct arguments *given, const char *token)
{
    struct life_telegram plan = {.api = given->api,
                                 .token = token,
                                 .public_url = given->public_url,
                                 .webhook = given->webhook};

    return !given->telegram || life_open_telegram(life, &plan);
}

static int serve(struct life *life, const struct arguments *given, const unsigned limits[LIMITS],
                 const char *token)
{
    struct life_plan plan = {.name = "serve",
                             .stores = given->stores,
                             .store_count = given->no_save ? 0 : given->store_count,
                             .cluster = *given->cluster_text ? given->cluster_text : NULL,
                             .lease_ms = limits[LIMIT_LEASE] * 1000,
                             .rooms_max = limits[LIMIT_TABLES],
                             .bot_budget_max = limits[LIMIT_BOTS]};
    struct place place;
    unsigned rooms;
    bool six; /* its address stands in brackets */

    if (!life_open(life, &plan) || !open_telegram(life, given, token) ||
        !(life->server = open_server(life, given, limits)))
        return life_fail(life);
    life_begin(life);
    rooms = house_counts(host_house(life->host))->rooms;
    place = server_place(life->server);
    six = strchr(place.host, ':');
    printf("holecard serve: listening on %s://%s%s%s:%u, %u table%s open\n",
           given->certificate ? "https" : "http", six ? "[" : "", place.host, six ? "]" : "",
           place.port, rooms, rooms == 1 ? "" : "s");
    say_reach(server_reach(life->server), given);
    fflush(stdout);
    return life_run(life);
}

int process_serve(int argc, char **argv)
{
    struct arguments given = {.listen = {"127.0.0.1", 7777}, .api = TELEGRAM_API};
    char token[TELEGRAM_TOKEN_CHARS] = "";
    unsigned limits[LIMITS];
    struct hc_problem why;
    struct life *life;
    int status;

    if (!read_arguments(argc, argv, &given, limits, &status))
        return status;
    if (given.telegram && !telegram_take_token(token, &why)) {
        fprintf(stderr, "holecard serve: %s\n", why.text);
        return STATUS_FAILED;
    }
    if (*given.cluster_text && !cluster_take_secret(given.cluster_secret, &why)) {
        fprintf(stderr, "holecard serve: %s\n", why.text);
        return STATUS_FAILED;
    }
    life = calloc(1, sizeof *life);
    if (!life) {
        fputs("holecard serve: there is not enough memory\n", stderr);
        return STATUS_FAILED;
    }
    life_prepare();
    status = serve(life, &given, limits, token);
    sodium_memzero(token, sizeof token);
    sodium_memzero(given.cluster_secret, sizeof given.cluster_secret);
    free(life);
    return status;
}
