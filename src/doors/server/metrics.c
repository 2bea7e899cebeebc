// SPDX-License-Identifier: MIT
/*
 * metrics.c: what can be measured, as the text that Prometheus reads. No names, no secrets.
 *
 * Exact figures say more than they seem to: where little happens, the bytes that were sent are the
 * length of one message, and so what somebody may do. Therefore players do not see them: they have
 * an address of their own, and without one there are none.
 */
#include "doors/server/hops.h"

enum { CONNECTIONS = 16, REQUESTS_PER_S = 50 };

static void put_head(struct hc_text *out, const char *name, const char *type, const char *help)
{
    hc_put(out, "# HELP holecard_");
    hc_put(out, name);
    hc_put_char(out, ' ');
    hc_put(out, help);
    hc_put(out, "\n# TYPE holecard_");
    hc_put(out, name);
    hc_put_char(out, ' ');
    hc_put(out, type);
    hc_put_char(out, '\n');
}

static void put_value(struct hc_text *out, const char *name, const char *labels, uint64_t value)
{
    hc_put(out, "holecard_");
    hc_put(out, name);
    hc_put(out, labels);
    hc_put_char(out, ' ');
    hc_put_number(out, (int64_t)value);
    hc_put_char(out, '\n');
}

/* A number of microseconds as seconds. */
static void put_seconds(struct hc_text *out, uint64_t us)
{
    hc_put_number(out, (int64_t)(us / 1000000));
    hc_put_char(out, '.');
    for (uint64_t digit = 100000; digit; digit /= 10)
        hc_put_char(out, (char)('0' + us / digit % 10));
}

static void put_histogram(struct hc_text *out, const char *name, const char *help,
                          const uint64_t buckets[HOUSE_BUCKETS], uint64_t sum_us)
{
    uint64_t limit = 50, count = 0;

    put_head(out, name, "histogram", help);
    for (unsigned i = 0; i < HOUSE_BUCKETS; i++, limit *= 2) {
        count += buckets[i];
        hc_put(out, "holecard_");
        hc_put(out, name);
        hc_put(out, "_bucket{le=\"");
        if (i + 1 < HOUSE_BUCKETS)
            put_seconds(out, limit);
        else
            hc_put(out, "+Inf");
        hc_put(out, "\"} ");
        hc_put_number(out, (int64_t)count);
        hc_put_char(out, '\n');
    }
    hc_put(out, "holecard_");
    hc_put(out, name);
    hc_put(out, "_sum ");
    put_seconds(out, sum_us);
    hc_put(out, "\nholecard_");
    hc_put(out, name);
    hc_put(out, "_count ");
    hc_put_number(out, (int64_t)count);
    hc_put_char(out, '\n');
}

static void put_refusals(struct hc_text *out, const uint64_t counts[HC_REFUSALS_MAX])
{
    put_head(out, "refusals_total", "counter", "requests that were refused, by code");
    for (unsigned r = HC_OK + 1; r < HC_REFUSALS_MAX; r++) {
        if (!counts[r])
            continue;
        hc_put(out, "holecard_refusals_total{code=\"");
        hc_put(out, hc_refusal_name((enum hc_refusal)r));
        hc_put(out, "\"} ");
        hc_put_number(out, (int64_t)counts[r]);
        hc_put_char(out, '\n');
    }
}

/* What others in the process count. */
static void put_others(const struct server *server, struct hc_text *out)
{
    struct server_figure figures[SERVER_FIGURES_MAX];
    size_t count = server->plan.figures ? server->plan.figures(server->plan.context, figures) : 0;

    for (size_t i = 0; i < count; i++) {
        put_head(out, figures[i].name, figures[i].type, figures[i].help);
        put_value(out, figures[i].name, "", figures[i].value);
    }
}

/* What this process has to do with others of its cluster. */
static void put_cluster(const struct server *server, struct hc_text *out)
{
    const struct server_figure rows[] = {
        {"fellows", "gauge", "connections with other processes of the cluster",
         hops_fellows(server->hops)},
        {"hops_out", "gauge", "lines of guests here to tables in other processes",
         hops_out(server->hops)},
        {"hops_in", "gauge", "lines of guests elsewhere to tables here", hops_in(server->hops)},
        {"hop_messages_total", "counter", "messages from and to tables in other processes",
         hops_messages(server->hops)},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        put_head(out, rows[i].name, rows[i].type, rows[i].help);
        put_value(out, rows[i].name, "", rows[i].value);
    }
}

static size_t print(const struct server *server, char *text, size_t size)
{
    const struct house_counts *house = house_counts(server->plan.house);
    const struct wire_counts *wire = wire_counts(server->wire);
    const struct {
        const char *name, *type, *help;
        uint64_t value;
    } rows[] = {
        {"tables", "gauge", "tables that are open", house->rooms},
        {"guests", "gauge", "connections that have said hello", house->lines},
        {"connections", "gauge", "open connections", wire->open},
        {"websockets", "gauge", "open WebSockets", wire->sockets},
        {"queued_bytes", "gauge", "bytes that wait for clients, or of them", wire->held},
        {"waiting", "gauge", "requests that are not durable yet", house->waiting},
        {"commands_total", "counter", "commands that were accepted", house->commands},
        {"bot_moves_total", "counter", "commands that bots gave", house->bot_moves},
        {"batches_total", "counter", "batches for the store", house->batches},
        {"failed_batches_total", "counter", "batches that were not stored", house->failed_batches},
        {"rooms_set_aside", "gauge", "rooms that could not be read and were set aside",
         server->plan.aside(server->plan.context)},
        {"signal_topics", "gauge", "topics of /signal that somebody subscribes to",
         peers_topics(server)},
        {"relay_rooms", "gauge", "rooms of /yws that somebody is in", peers_rooms(server)},
        {"signal_bytes_total", "counter", "bytes that were sent on at /signal",
         server->peers.signal_bytes},
        {"relay_bytes_total", "counter", "bytes that were sent on at /yws",
         server->peers.relay_bytes},
        {"list_rows_total", "counter", "rows of the public list that were looked at",
         house->list_rows},
        {"requests_total", "counter", "HTTP requests", wire->requests},
        {"messages_in_total", "counter", "messages from clients", wire->messages_in},
        {"messages_out_total", "counter", "messages to clients", wire->messages_out},
        {"bytes_in_total", "counter", "bytes from clients", wire->bytes_in},
        {"bytes_out_total", "counter", "bytes to clients", wire->bytes_out},
        {"connections_refused_total", "counter", "connections over a limit", wire->refused},
        {"connections_dropped_total", "counter", "connections too slow, too fast or broken",
         wire->dropped},
    };
    struct hc_text out;

    hc_text_init(&out, text, size);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        put_head(&out, rows[i].name, rows[i].type, rows[i].help);
        put_value(&out, rows[i].name, "", rows[i].value);
    }
    put_others(server, &out);
    if (server->hops)
        put_cluster(server, &out);
    put_refusals(&out, house->refusals);
    put_histogram(&out, "answer_seconds", "from a request to its answer, durable", house->answer_us,
                  house->answer_us_sum);
    put_histogram(&out, "batch_seconds", "a batch on its way to the disk", house->batch_us,
                  house->batch_us_sum);
    return out.length;
}

static void on_request(void *context, struct client *client, const struct http_head *head,
                       const char *body, size_t size)
{
    static const char nothing[] = "the figures are at /metrics";
    struct server *server = context;

    (void)body;
    (void)size;
    if (!http_is(head->path, "/metrics"))
        client_refuse(client, 404, HC_OK, nothing);
    else if (!http_is(head->method, "GET"))
        client_refuse(client, 405, HC_OK, nothing);
    else
        client_answer(client, 200, "text/plain; version=0.0.4", server->text,
                      print(server, server->text, sizeof server->text));
}

static unsigned on_open(void *context, struct client *client, const struct http_head *head)
{
    (void)context;
    (void)client;
    (void)head;
    return 404;
}

static void on_closed(void *context, struct client *client)
{
    (void)context;
    (void)client;
}

struct wire *metrics_open(struct server *server, char why[240])
{
    struct wire_plan plan = {.host = server->plan.metrics_host,
                             .port = server->plan.metrics_port,
                             .limits = {.connections = CONNECTIONS,
                                        .connections_per_address = CONNECTIONS,
                                        .frames_per_s = REQUESTS_PER_S,
                                        .message_max = PROTOCOL_MESSAGE_BYTES,
                                        .queue_max = server->plan.queue_max,
                                        .queues_max = server->plan.queues_max},
                             .handlers = {on_request, on_open, NULL, NULL, on_closed, NULL},
                             .context = server};

    return wire_open(server->plan.loop, &plan, why);
}
