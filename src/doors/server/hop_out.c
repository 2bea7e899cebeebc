// SPDX-License-Identifier: MIT
/*
 * hop_out.c: the end of a hop where the guest is: it belongs to a visitor. What is said about a
 * table that is elsewhere goes there, once it is known where that is. Start reading at hops_route.
 */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "doors/server/hops_inside.h"

enum {
    LEASES = 3, /* for which the process of a table is tried: that of a dead one is over by then */
    QUICK_TRIES = 10, /* at first, since a connection is made in a moment */
    QUICK_TRY_MS = 20,
    TRY_MS = 250,
};

struct held {
    struct held *next;
    char code[HC_ROOM_CODE_CHARS + 1];
    size_t length;
    char text[];
};

struct route {
    char code[HC_ROOM_CODE_CHARS + 1];
    struct hop *hop;
};

/* A question where a table is. It outlives the visitor, if need be. */
struct seeking {
    struct hops *hops;
    struct visitor *visitor; /* NULL: it has gone */
    char code[HC_ROOM_CODE_CHARS + 1];
    unsigned tries;
    uv_timer_t timer;
};

/* What a visitor has elsewhere. */
struct travel {
    struct hop *hops;
    struct route route[HOPS_ROUTES_MAX];
    unsigned routes;
    struct held *held, **held_end;
    unsigned held_count;
    size_t held_bytes;
    struct seeking *seeking; /* for the first of those that are held */
};

static void send_back(struct visitor *visitor, const char *why)
{
    client_close(visitor->client, FRAME_COME_BACK, why);
}
/* ---- Hops ---------------------------------------------------------------- */

/* A guest as the other side has to know them. */
static void greet(struct hop *hop, unsigned kind, const struct protocol_guest *guest)
{
    uint8_t bytes[HOPS_GREETING_BYTES + HOPS_LANGUAGE_CHARS + HC_ROOM_NAME_BYTES + 2];
    struct address address = client_address(hop->visitor->client);
    size_t language = strlen(guest->language), name = strlen(guest->name), at = HOPS_GREETING_BYTES;

    HC_CHECK(language < HOPS_LANGUAGE_CHARS && name < HC_ROOM_NAME_BYTES);
    memcpy(bytes, guest->guest, HC_GUEST_BYTES);
    memcpy(bytes + HC_GUEST_BYTES, address.bytes, 8);
    memcpy(bytes + at, guest->language, language + 1);
    at += language + 1;
    memcpy(bytes + at, guest->name, name + 1);
    at += name + 1;
    hop->language = guest->language;
    memcpy(hop->name, guest->name, name + 1);
    fellow_send(hop->fellow, kind, hop->channel, bytes, at);
}

static void say(struct hop *hop, const char *text, size_t length)
{
    struct protocol_guest guest;

    hop->hops->messages++;
    if (protocol_line_guest(hop->visitor->line, &guest) &&
        (strcmp(guest.language, hop->language) != 0 || strcmp(guest.name, hop->name) != 0))
        greet(hop, HOPS_FRAME_GREET, &guest);
    fellow_send(hop->fellow, HOPS_FRAME_TEXT, hop->channel, text, length);
}

/* The visitor's hop to that process, a new one if need be; NULL: it is not reached, yet. */
static struct hop *hop_to(struct hops *hops, struct visitor *visitor, const char *place)
{
    struct travel *travel = visitor->travel;
    struct fellow *fellow = fellows_dial(hops->fellows, place);
    struct hop *hop = travel->hops;
    struct protocol_guest guest;

    while (hop && hop->fellow != fellow)
        hop = hop->next_own;
    if (hop || !fellow || !fellow_is_proved(fellow) || !protocol_line_guest(visitor->line, &guest))
        return hop;
    hop = hops_add(hops, fellow, ++hops_channels(fellow)->last);
    hop->visitor = visitor;
    hop->next_own = travel->hops;
    travel->hops = hop;
    hops->out++;
    greet(hop, HOPS_FRAME_OPEN, &guest);
    return hop;
}

static struct hop *find_route(const struct travel *travel, const char *code)
{
    for (unsigned i = 0; i < travel->routes; i++)
        if (!strcmp(travel->route[i].code, code))
            return travel->route[i].hop;
    return NULL;
}

/* The oldest one makes room. */
static void add_route(struct travel *travel, const char *code, struct hop *hop)
{
    struct route *route;

    if (travel->routes == HOPS_ROUTES_MAX) {
        memmove(travel->route, travel->route + 1, (HOPS_ROUTES_MAX - 1) * sizeof *travel->route);
        travel->routes--;
    }
    route = &travel->route[travel->routes++];
    route->hop = hop;
    memcpy(route->code, code, sizeof route->code);
}

/* ---- Finding a table ------------------------------------------------------
 */

static bool holds(const struct travel *travel, const char *code)
{
    for (const struct held *held = travel->held; held; held = held->next)
        if (!strcmp(held->code, code))
            return true;
    return false;
}

static bool hold(struct travel *travel, const char *code, const char *text, size_t length)
{
    struct held *held;

    if (travel->held_count >= HOPS_HELD_MAX || travel->held_bytes + length > HOPS_HELD_BYTES_MAX)
        return false;
    held = malloc(sizeof *held + length);
    HC_CHECK(held);
    held->next = NULL;
    held->length = length;
    memcpy(held->code, code, sizeof held->code);
    memcpy(held->text, text, length);
    if (!travel->held)
        travel->held_end = &travel->held;
    *travel->held_end = held;
    travel->held_end = &held->next;
    travel->held_count++;
    travel->held_bytes += length;
    return true;
}

/* Takes off the first message about a table; NULL if there is none. The caller frees it. */
static struct held *take_held(struct travel *travel, const char *code)
{
    struct held **link = &travel->held, *held;

    while (*link && strcmp((*link)->code, code) != 0)
        link = &(*link)->next;
    if (!(held = *link))
        return NULL;
    *link = held->next;
    if (travel->held_end == &held->next)
        travel->held_end = link;
    travel->held_count--;
    travel->held_bytes -= held->length;
    return held;
}

static void seek(struct hops *hops, struct visitor *visitor);

/* What waits for a table goes to it: through a hop, or NULL: here. The visitor may be gone by the
 * end of it, since each message can close it. */
static void release(struct hops *hops, struct visitor *visitor, const char *code, struct hop *hop)
{
    struct client *client = visitor->client;
    struct held *held;

    while (client_get(client) == visitor && (held = take_held(visitor->travel, code))) {
        if (hop)
            say(hop, held->text, held->length);
        else
            protocol_take_here(visitor->line, held->text, held->length);
        free(held);
    }
    if (client_get(client) == visitor)
        seek(hops, visitor);
}

static void free_seeking(uv_handle_t *handle)
{
    free(handle->data);
}

/* It is over, and the visitor may look for the next table. */
static void end_seeking(struct seeking *seeking)
{
    if (seeking->visitor)
        seeking->visitor->travel->seeking = NULL;
    seeking->visitor = NULL;
    uv_close((uv_handle_t *)&seeking->timer, free_seeking);
}

static void ask_where(struct seeking *seeking);

static void on_try(uv_timer_t *timer)
{
    ask_where(timer->data);
}

static void try_again(struct seeking *seeking)
{
    struct visitor *visitor = seeking->visitor;

    if (++seeking->tries < QUICK_TRIES + LEASES * seeking->hops->server->plan.lease_ms / TRY_MS) {
        uv_timer_start(&seeking->timer, on_try,
                       seeking->tries < QUICK_TRIES ? QUICK_TRY_MS : TRY_MS, 0);
        return;
    }
    end_seeking(seeking);
    send_back(visitor, "nobody has your table at the moment; come back");
}

static void on_found(void *context, const struct server_where *where)
{
    struct seeking *seeking = context;
    struct visitor *visitor = seeking->visitor;
    struct hops *hops = seeking->hops;
    char code[HC_ROOM_CODE_CHARS + 1];
    bool is_here;
    struct hop *hop = NULL;

    if (!visitor) {
        end_seeking(seeking);
        return;
    }
    hops_tell_time(hops);
    memcpy(code, seeking->code, sizeof code);
    is_here = house_has(hops->server->plan.house, code);
    if (!is_here && where->kind == SERVER_AT && !hops_is_own_place(hops, where->place))
        hop = hop_to(hops, visitor, where->place);
    if (!hop && !is_here && where->kind != SERVER_NOWHERE) {
        try_again(seeking);
        return;
    }
    end_seeking(seeking);
    if (hop)
        add_route(visitor->travel, code, hop);
    release(hops, visitor, code, hop);
}

static void ask_where(struct seeking *seeking)
{
    const struct server_plan *plan = &seeking->hops->server->plan;

    if (!seeking->visitor)
        end_seeking(seeking);
    else if (!plan->where(plan->context, seeking->code, on_found, seeking))
        try_again(seeking);
}

/* Looks for the table of the first message that waits, unless one is looked for already. */
static void seek(struct hops *hops, struct visitor *visitor)
{
    struct travel *travel = visitor->travel;
    struct seeking *seeking;

    if (travel->seeking || !travel->held)
        return;
    seeking = calloc(1, sizeof *seeking);
    HC_CHECK(seeking);
    seeking->hops = hops;
    seeking->visitor = visitor;
    memcpy(seeking->code, travel->held->code, sizeof seeking->code);
    uv_timer_init(hops->server->plan.loop, &seeking->timer);
    seeking->timer.data = seeking;
    travel->seeking = seeking;
    ask_where(seeking);
}

bool hops_route(void *context, const char *code, const char *text, size_t length)
{
    struct visitor *visitor = context;
    struct hops *hops = visitor->server->hops;
    struct hop *hop;
    const char *why;

    if (!visitor->travel) {
        visitor->travel = calloc(1, sizeof *visitor->travel);
        HC_CHECK(visitor->travel);
    }
    hop = find_route(visitor->travel, code);
    if (hop && !holds(visitor->travel, code)) {
        say(hop, text, length);
        return true;
    }
    if ((why = server_may_come(visitor)))
        client_close(visitor->client, FRAME_REFUSED, why);
    else if (!hold(visitor->travel, code, text, length))
        client_close(visitor->client, FRAME_REFUSED, "too many messages wait for your tables");
    else
        seek(hops, visitor);
    return true;
}

void hops_drained(struct visitor *visitor)
{
    for (struct hop *hop = visitor->travel ? visitor->travel->hops : NULL; hop; hop = hop->next_own)
        if (hop->is_slow) {
            hop->is_slow = false;
            fellow_send(hop->fellow, HOPS_FRAME_DRAINED, hop->channel, NULL, 0);
        }
}

void hops_leave(struct visitor *visitor)
{
    struct travel *travel = visitor->travel;
    struct held *held;

    if (!travel)
        return;
    visitor->travel = NULL;
    while (travel->hops) {
        struct hop *hop = travel->hops;

        travel->hops = hop->next_own;
        fellow_send(hop->fellow, HOPS_FRAME_CLOSE, hop->channel, NULL, 0);
        hop->hops->out--;
        hops_remove(hop);
    }
    while ((held = travel->held)) {
        travel->held = held->next;
        free(held);
    }
    if (travel->seeking) /* its answer, or its timer, is still to come */
        travel->seeking->visitor = NULL;
    free(travel);
}

void hop_out_take(struct hop *hop, const struct trunk_frame *frame)
{
    struct visitor *visitor = hop->visitor;

    if (frame->kind == HOPS_FRAME_MOVED) {
        send_back(visitor, "your table has moved; come back");
    } else if (frame->kind == HOPS_FRAME_TEXT) {
        if (!hop->is_slow && client_is_slow(visitor->client)) {
            hop->is_slow = true;
            fellow_send(hop->fellow, HOPS_FRAME_SLOW, hop->channel, NULL, 0);
        }
        hop->hops->messages++;
        client_send(visitor->client, (const char *)frame->bytes, frame->size);
    }
}

void hop_out_lose(struct hop *hop)
{
    struct travel *travel = hop->visitor->travel;
    struct hop **link = &travel->hops;
    unsigned kept = 0;

    send_back(hop->visitor, "the process that has your table is gone; come back");
    while (*link != hop)
        link = &(*link)->next_own;
    *link = hop->next_own;
    for (unsigned i = 0; i < travel->routes; i++)
        if (travel->route[i].hop != hop)
            travel->route[kept++] = travel->route[i];
    travel->routes = kept;
    hop->hops->out--;
    hops_remove(hop);
}
