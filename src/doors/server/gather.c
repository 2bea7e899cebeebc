// SPDX-License-Identifier: MIT
/* gather.c: one gathering for each message that waits. Start reading at gathers_ask. */
#include "doors/server/gather.h"

#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "core/memory.h"
#include "doors/server/hops.h"
#include "net/clock.h"

struct waiting {
    struct waiting *next;
    size_t length;
    char text[];
};

struct gathering {
    struct gathering *next;
    struct gathers *gathers;
    struct visitor *visitor; /* NULL: it has gone */
    uint32_t number;         /* by which answers find it */
    unsigned asked;          /* fellows that have not answered yet */
    unsigned rows;
    struct hc_text out; /* the rows so far */
    uv_timer_t timer;
    struct waiting *first, **end; /* the message, and what came behind it */
    unsigned held;
    size_t held_bytes;
    char text[PROTOCOL_TEXT_BYTES / 2];
};

struct gathers {
    struct server *server;
    struct fellows *fellows;
    struct gathering *first;
    uint32_t last;
};

struct gathers *gathers_open(struct server *server, struct fellows *fellows)
{
    struct gathers *gathers = calloc(1, sizeof *gathers);

    HC_CHECK(gathers);
    gathers->server = server;
    gathers->fellows = fellows;
    return gathers;
}

static void free_gathering(uv_handle_t *handle)
{
    free(handle->data);
}

/* What waited is forgotten. */
static void end(struct gathering *gathering)
{
    struct gathering **link = &gathering->gathers->first;

    while (*link != gathering)
        link = &(*link)->next;
    *link = gathering->next;
    if (gathering->visitor)
        gathering->visitor->gathering = NULL;
    while (gathering->first) {
        struct waiting *waiting = gathering->first;

        gathering->first = waiting->next;
        memset(waiting->text, 0, waiting->length); /* there may be a token in it */
        free(waiting);
    }
    uv_close((uv_handle_t *)&gathering->timer, free_gathering);
}

void gathers_close(struct gathers *gathers)
{
    while (gathers->first)
        end(gathers->first);
    free(gathers);
}

void gathers_leave(struct visitor *visitor)
{
    if (visitor->gathering)
        end(visitor->gathering);
}

static bool keep(struct gathering *gathering, const char *text, size_t length)
{
    struct waiting *waiting;

    if (gathering->held >= GATHER_HELD_MAX ||
        gathering->held_bytes + length > GATHER_HELD_BYTES_MAX)
        return false;
    waiting = malloc(sizeof *waiting + length);
    HC_CHECK(waiting);
    waiting->next = NULL;
    waiting->length = length;
    memcpy(waiting->text, text, length);
    *gathering->end = waiting;
    gathering->end = &waiting->next;
    gathering->held++;
    gathering->held_bytes += length;
    return true;
}

/* The message is answered with what was gathered, and then what came behind it, which may gather
 * something itself. */
static void finish(struct gathering *gathering)
{
    struct visitor *visitor = gathering->visitor;
    struct protocol_rows others = {gathering->out.chars, gathering->rows};
    const struct waiting *first = gathering->first;

    visitor->gathering = NULL;
    gathering->visitor = NULL;
    house_time(visitor->server->plan.house, clock_wall_ms(), clock_steady_us());
    protocol_take_with(visitor->line, first->text, first->length, &others);
    for (const struct waiting *next = first->next; next; next = next->next)
        if (!gathers_hold(visitor, next->text, next->length))
            protocol_take(visitor->line, next->text, next->length);
    end(gathering);
}

static void on_timer(uv_timer_t *timer)
{
    finish(timer->data);
}

bool gathers_ask(void *context, const uint8_t guest[HC_GUEST_BYTES], const char *text,
                 size_t length)
{
    struct visitor *visitor = context;
    struct gathers *gathers = hops_gathers(visitor->server->hops);
    struct gathering *gathering = calloc(1, sizeof *gathering);

    HC_CHECK(gathering);
    gathering->number = ++gathers->last;
    gathering->asked = fellows_ask_all(gathers->fellows, HOPS_FRAME_MINE, gathering->number, guest,
                                       HC_GUEST_BYTES);
    if (!gathering->asked) {
        free(gathering);
        return false;
    }
    gathering->gathers = gathers;
    gathering->visitor = visitor;
    gathering->end = &gathering->first;
    hc_text_init(&gathering->out, gathering->text, sizeof gathering->text);
    gathering->next = gathers->first;
    gathers->first = gathering;
    uv_timer_init(gathers->server->plan.loop, &gathering->timer);
    gathering->timer.data = gathering;
    uv_timer_start(&gathering->timer, on_timer, gathers->server->plan.lease_ms / GATHER_PART, 0);
    visitor->gathering = gathering;
    HC_CHECK(keep(gathering, text, length));
    return true;
}

bool gathers_hold(struct visitor *visitor, const char *text, size_t length)
{
    if (!visitor->gathering)
        return false;
    if (!keep(visitor->gathering, text, length))
        client_close(visitor->client, FRAME_REFUSED, "too many messages wait for their answer");
    return true;
}

void gathers_answer(struct gathers *gathers, struct fellow *fellow, unsigned kind,
                    const struct trunk_frame *frame)
{
    struct server *server = gathers->server;
    struct hc_text out;
    unsigned count;

    /* The first byte says how many there are. */
    _Static_assert(HOUSE_MINE_MAX < 128, "the number of rows is one character");
    hc_text_init(&out, server->text, sizeof server->text);
    hc_put_char(&out, ' ');
    count = protocol_put_mine(server->protocol, frame->bytes, HOUSE_MINE_MAX, &out);
    server->text[0] = (char)count;
    fellow_send(fellow, kind, frame->channel, server->text, count ? out.length : 1);
}

void gathers_take(struct gathers *gathers, const struct trunk_frame *frame)
{
    struct gathering *gathering = gathers->first;
    unsigned count = frame->size ? frame->bytes[0] : 0;

    while (gathering && gathering->number != frame->channel)
        gathering = gathering->next;
    if (!gathering || !gathering->visitor)
        return;
    if (count && gathering->rows + count <= HOUSE_MINE_MAX &&
        gathering->out.length + frame->size + 1 < sizeof gathering->text) {
        hc_put(&gathering->out, gathering->rows ? "," : "");
        for (size_t i = 1; i < frame->size; i++)
            hc_put_char(&gathering->out, (char)frame->bytes[i]);
        gathering->rows += count;
    }
    if (!--gathering->asked)
        finish(gathering);
}
