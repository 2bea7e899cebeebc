// SPDX-License-Identifier: MIT
/* life.c: opening, stopping and closing in the right order. Start reading with life_run. */
#include "process/life.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "args/args.h"

void life_say(const struct life *life, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "holecard %s: ", life->name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

/* ---- Beginning ------------------------------------------------------------------------------ */

/* As many files as the system lets us have: each connection is one. */
static void raise_files(void)
{
    struct rlimit files;

    if (!getrlimit(RLIMIT_NOFILE, &files)) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

void life_prepare(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
    raise_files();
}

static const char *said_name; /* for what is said of rooms, which has no context */

static void say_set_aside(uint64_t room, const char *code, const char *why)
{
    fprintf(stderr, "holecard %s: room %llu%s%s is set aside: %s; see holecard store check\n",
            said_name, (unsigned long long)room, *code ? ", table " : "", code, why);
}

static struct host *open_host(const struct life *life, const struct life_plan *from)
{
    const struct store_sharing with_others = {from->cluster, from->lease_ms};
    const struct store_sharing *sharing = from->cluster ? &with_others : NULL;
    struct hc_problem why;
    struct store *store = from->store_count > 1
                              ? store_open_shards(from->stores, from->store_count, sharing, &why)
                          : sharing           ? store_open_shared(*from->stores, sharing, &why)
                          : from->store_count ? store_open(*from->stores, &why)
                                              : store_open_memory(NULL, &why);
    struct host_plan plan = {.loop = life->loop,
                             .background = life->background,
                             .store = store,
                             .lease_ms = sharing ? sharing->lease_ms : 0,
                             .rooms_max = from->rooms_max,
                             .bot_budget_max = from->bot_budget_max,
                             .set_aside = say_set_aside};
    struct host *host;

    if (store && *store_rescued(store))
        life_say(life, "%s", store_rescued(store));
    host = store ? host_open(&plan, &why) : NULL;
    if (!host)
        life_say(life, "%s", why.text);
    return host;
}

bool life_open(struct life *life, const struct life_plan *plan)
{
    memset(life, 0, sizeof *life);
    said_name = life->name = plan->name;
    life->status = STATUS_OK;
    life->is_shared = plan->cluster;
    life->loop = uv_default_loop();
    if (!foreground_begin())
        life_say(life, "bots that think may keep people waiting: sched_setattr: %s",
                 strerror(errno));
    life->background = background_open(life->loop);
    life->host = open_host(life, plan);
    return life->host;
}

/* ---- The end -------------------------------------------------------------------------------- */

static void on_stopped(void *context)
{
    struct life *life = context;

    host_tell_fellows(life->host, NULL, NULL);
    if (life->server)
        server_close(life->server, "the server is shutting down; come back soon");
    if (life->hands)
        telegram_hands_close(life->hands);
    if (!host_close(life->host) || !background_close(life->background))
        _Exit(life->status); /* everything is stored and told, and nobody waits for a bot's
                                thought */
    uv_close((uv_handle_t *)&life->interrupt, NULL);
    uv_close((uv_handle_t *)&life->terminate, NULL);
}

static void stop_host(void *context)
{
    struct life *life = context;

    host_stop(life->host, on_stopped, life);
}

static void stop(struct life *life)
{
    if (life->server)
        server_stop(life->server);
    if (life->hands)
        telegram_hands_stop(life->hands, stop_host, life);
    else
        stop_host(life);
}

static void on_signal(uv_signal_t *handle, int number)
{
    struct life *life = handle->data;

    if (life->signals++) {
        life_say(life, "ended at once by signal %d", number);
        _Exit(128 + number);
    }
    life_say(life, "closing");
    stop(life);
}

static void on_fellows(void *context, const char *places)
{
    struct life *life = context;

    if (life->server)
        server_meet(life->server, places);
}

void life_begin(struct life *life)
{
    host_tell_fellows(life->host, on_fellows, life);
    uv_signal_init(life->loop, &life->interrupt);
    uv_signal_init(life->loop, &life->terminate);
    life->interrupt.data = life->terminate.data = life;
    uv_signal_start(&life->interrupt, on_signal, SIGINT);
    uv_signal_start(&life->terminate, on_signal, SIGTERM);
}

int life_run(struct life *life)
{
    uv_run(life->loop, UV_RUN_DEFAULT);
    uv_loop_close(life->loop);
    return life->status;
}

int life_fail(struct life *life)
{
    if (life->hands)
        telegram_hands_close(life->hands);
    if (life->host)
        host_close(life->host);
    background_close(life->background);
    uv_run(life->loop, UV_RUN_DEFAULT);
    return STATUS_FAILED;
}

/* ---- Telegram ------------------------------------------------------------------------------- */

static void say(void *context, const char *sentence)
{
    life_say(context, "%s", sentence);
}

/* Without another door there is nothing left to do. */
static void on_refused(void *context)
{
    struct life *life = context;

    if (life->server || life->signals++)
        return;
    life->status = STATUS_FAILED;
    stop(life);
}

static void on_settled(void *context)
{
    struct life *life = context;

    if (life->server)
        server_answer_posts(life->server, 200);
}

static void ask_for(void *context, const char *place, const char *key)
{
    struct life *life = context;

    if (life->server)
        server_want(life->server, place, key);
}

static void forget(void *context, const uint8_t guest[HC_GUEST_BYTES])
{
    struct life *life = context;

    if (life->server)
        server_forget(life->server, guest);
}

bool life_open_telegram(struct life *life, const struct life_telegram *plan)
{
    /* Telegram opens nothing else. */
    bool has_page = plan->public_url && !strncmp(plan->public_url, "https://", 8);
    struct hc_problem why;
    struct telegram_hands_plan hands = {.loop = life->loop,
                                        .background = life->background,
                                        .host = life->host,
                                        .api = plan->api,
                                        .token = plan->token,
                                        .web_address = has_page ? plan->public_url : "",
                                        .webhook = plan->webhook,
                                        .say = say,
                                        .refused = on_refused,
                                        .settled = on_settled,
                                        .ask_for = life->is_shared ? ask_for : NULL,
                                        .forget = life->is_shared ? forget : NULL,
                                        .context = life};

    life->hands = telegram_hands_open(&hands, &why);
    if (!life->hands)
        life_say(life, "%s", why.text);
    else
        mini_app_init(&life->mini_app, life->hands, plan->token);
    return life->hands;
}

static unsigned take_post(void *context, const struct http_head *head, const char *body,
                          size_t size, struct hc_text *out)
{
    struct life *life = context;

    (void)out;
    return telegram_hands_take(life->hands, head->telegram_secret.start,
                               head->telegram_secret.length, body, size);
}

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

static bool where(void *context, const char *code, server_found *found, void *of)
{
    struct life *life = context;

    return host_where(life->host, code, found, of);
}

static void give(void *context, const char *key)
{
    struct life *life = context;

    host_give(life->host, key);
}

static const char *notice(void *context)
{
    struct life *life = context;
    unsigned shards;

    return life->hands ? telegram_hands_trouble(life->hands)
                       : host_shard_trouble(life->host, &shards);
}

static unsigned shards_away(const struct life *life)
{
    unsigned shards;

    (void)host_shard_trouble(life->host, &shards);
    return shards;
}

static size_t put_cluster_figures(const struct life *life, struct server_figure *to)
{
    struct keeping_counts kept = host_keeping(life->host);
    unsigned shards = shards_away(life);
    struct server_figure figures[] = {
        {"tables_taken_over_total", "counter",
         "tables that were taken over from other processes, or that nobody had", kept.taken},
        {"leases_lost_total", "counter",
         "how often others have taken over all tables of this process", kept.lost},
        {"tables_given_total", "counter",
         "tables that another process wanted, since people play at them in Telegram", kept.given},
        {"telegram_is_here", "gauge", "1 if this process has the door to Telegram", kept.has_door},
        {"shards_away", "gauge", "shards of the store that this process cannot use", shards}};

    memcpy(to, figures, sizeof figures);
    return sizeof figures / sizeof *figures;
}

static size_t put_telegram_figures(const struct life *life, struct server_figure *to)
{
    struct telegram_counts counts = telegram_hands_counts(life->hands);
    struct server_figure figures[] = {
        {"telegram_updates_total", "counter", "updates from Telegram", counts.updates},
        {"telegram_calls_total", "counter", "calls to Telegram", counts.calls},
        {"telegram_failed_total", "counter", "calls to Telegram that were refused or not answered",
         counts.failed},
        {"telegram_limited_total", "counter", "how often Telegram said to wait", counts.limited},
        {"telegram_repeats_total", "counter", "calls that had not arrived and were made again",
         counts.repeats},
        {"telegram_calls_waiting", "gauge", "calls to Telegram that are not answered yet",
         counts.waiting},
        {"telegram_call_milliseconds_total", "counter", "from calls to their answers, all together",
         counts.call_us / 1000},
        {"telegram_calls_queued", "gauge", "calls that wait for the limits of Telegram",
         counts.queued},
        {"telegram_queue_milliseconds_total", "counter",
         "how long calls have waited for those limits, all together", counts.queue_ms}};

    memcpy(to, figures, sizeof figures);
    return sizeof figures / sizeof *figures;
}

static size_t figures(void *context, struct server_figure to[SERVER_FIGURES_MAX])
{
    const struct life *life = context;
    size_t count = life->is_shared ? put_cluster_figures(life, to) : 0;

    return life->hands ? count + put_telegram_figures(life, to + count) : count;
}

void life_add_others(struct life *life, struct server_plan *plan, const char *webhook)
{
    const char *path = webhook ? strchr(webhook + strlen("https://"), '/') : NULL;

    plan->trouble = trouble;
    plan->aside = aside;
    plan->notice = notice;
    plan->where = where;
    plan->give = give;
    plan->figures = figures;
    plan->context = life;
    if (!life->hands)
        return;
    life->posts[plan->post_count++] = life->mini_app.post;
    if (path)
        life->posts[plan->post_count++] =
            (struct server_post){path, take_post, life, TELEGRAM_POST_BYTES_MAX};
    plan->posts = life->posts;
    plan->frame_path = MINI_APP_PATH;
    plan->frame_origin = MINI_APP_ORIGIN;
}
