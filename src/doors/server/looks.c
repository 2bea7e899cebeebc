// SPDX-License-Identifier: MIT
/* looks.c: one look for each request that waits. Start reading at looks_ask. */
#include "doors/server/looks.h"

#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "doors/server/hops.h"
#include "net/clock.h"

enum {
    TRY_MS = 100, /* until somebody is asked again */
    LEASES = 2,   /* until a dead process's tables are somebody's again, and a little more */
};

struct look {
    struct look *next;
    struct looks *looks;
    struct visitor *visitor; /* NULL: it has gone */
    uint32_t number;         /* by which the answer finds it */
    char code[HC_ROOM_CODE_CHARS + 1];
    uint64_t until_ms;
    bool is_asked; /* the store was asked, and has not answered */
    uv_timer_t timer;
};

struct looks {
    struct server *server;
    struct fellows *fellows;
    struct look *first;
    uint32_t last;
};

struct looks *looks_open(struct server *server, struct fellows *fellows)
{
    struct looks *looks = calloc(1, sizeof *looks);

    HC_CHECK(looks);
    looks->server = server;
    looks->fellows = fellows;
    return looks;
}

void looks_close(struct looks *looks)
{
    free(looks); /* each look has ended with its visitor */
}

static void free_look(uv_handle_t *handle)
{
    free(handle->data);
}

/* An answer of the store that is still to come ends it. */
static void end(struct look *look)
{
    struct look **link = look->looks ? &look->looks->first : NULL;

    while (link && *link != look)
        link = &(*link)->next;
    if (link)
        *link = look->next;
    look->looks = NULL;
    if (look->visitor)
        look->visitor->look = NULL;
    look->visitor = NULL;
    uv_timer_stop(&look->timer);
    if (!look->is_asked)
        uv_close((uv_handle_t *)&look->timer, free_look);
}

void looks_leave(struct visitor *visitor)
{
    if (visitor->look)
        end(visitor->look);
}

static void answer(struct look *look, unsigned status, const char *text, size_t length)
{
    struct client *client = look->visitor->client;

    end(look);
    if (status == 200)
        client_answer_json(client, status, text, length);
    else
        client_refuse(client, status, HC_OK, text);
}

/* Whether the table is here by now; then it is answered. */
static bool is_here(struct look *look)
{
    struct server *server = look->looks->server;
    struct hc_room_view room;
    struct hc_text out;

    house_time(server->plan.house, clock_wall_ms(), clock_steady_us());
    if (!house_look_surely(server->plan.house, look->code, &room))
        return false;
    web_put_room(server, &room, &out);
    answer(look, 200, out.chars, out.length);
    return true;
}

static void on_found(void *context, const struct server_where *where)
{
    struct look *look = context;
    struct fellow *fellow;

    look->is_asked = false;
    if (!look->visitor) {
        end(look);
    } else if (where->kind == SERVER_NOWHERE) {
        answer(look, 404, LOOKS_NO_TABLE, 0);
    } else if (!is_here(look) && where->kind == SERVER_AT) {
        fellow = fellows_dial(look->looks->fellows, where->place);
        if (fellow && fellow_knows(fellow, 1))
            fellow_send(fellow, HOPS_FRAME_LOOK, look->number, look->code, HC_ROOM_CODE_CHARS);
    }
}

static void on_timer(uv_timer_t *timer)
{
    struct look *look = timer->data;
    const struct server_plan *plan = &look->looks->server->plan;

    if (clock_steady_ms() > look->until_ms)
        answer(look, 503, "nobody has that table at the moment; try again", 0);
    else if (!look->is_asked)
        look->is_asked = plan->where(plan->context, look->code, on_found, look);
}

void looks_ask(struct looks *looks, struct client *client, const char *code)
{
    const char *against = server_may_list(looks->server, client);
    struct visitor *visitor = against ? NULL : server_visitor(looks->server, client);
    struct look *look;

    if (!visitor) {
        client_refuse(client, against ? 429 : 503, HC_OK,
                      against ? against : "there is not enough memory");
        return;
    }
    visitor->kind = VISITOR_PLAIN;
    look = calloc(1, sizeof *look);
    HC_CHECK(look);
    look->looks = looks;
    look->visitor = visitor;
    look->number = ++looks->last;
    look->until_ms = clock_steady_ms() + LEASES * looks->server->plan.lease_ms;
    memcpy(look->code, code, sizeof look->code);
    look->next = looks->first;
    looks->first = look;
    visitor->look = look;
    uv_timer_init(looks->server->plan.loop, &look->timer);
    look->timer.data = look;
    uv_timer_start(&look->timer, on_timer, 0, TRY_MS);
}

bool looks_answer(struct looks *looks, struct fellow *fellow, const struct trunk_frame *frame)
{
    struct server *server = looks->server;
    char code[HC_ROOM_CODE_CHARS + 1];
    struct hc_room_view room;
    struct hc_text out = {.length = 0};

    if (frame->size != HC_ROOM_CODE_CHARS)
        return false;
    memcpy(code, frame->bytes, HC_ROOM_CODE_CHARS);
    code[HC_ROOM_CODE_CHARS] = '\0';
    if (house_look_surely(server->plan.house, code, &room))
        web_put_room(server, &room, &out);
    fellow_send(fellow, HOPS_FRAME_SEEN, frame->channel, server->text, out.length);
    return true;
}

/* What is not there is looked for again. */
void looks_take(struct looks *looks, const struct trunk_frame *frame)
{
    struct look *look = looks->first;

    while (look && look->number != frame->channel)
        look = look->next;
    if (look && look->visitor && frame->size)
        answer(look, 200, (const char *)frame->bytes, frame->size);
}
