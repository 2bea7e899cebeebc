// SPDX-License-Identifier: MIT
/* elsewhere.c: sending one's own list, and keeping those of others. */
#include "doors/server/elsewhere.h"

#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "doors/server/hops.h"
#include "net/clock.h"

enum { SEND_MS = 1000 };

/* The list of one fellow. */
struct notice {
    struct notice *next;
    const struct fellow *fellow;
    char place[PLACE_CHARS];
    unsigned count;
    size_t size;
    uint8_t rows[]; /* as they came */
};

struct elsewhere {
    struct server *server;
    struct fellows *fellows;
    uv_timer_t timer;
    struct notice *first;
    uint64_t version;      /* of what others have sent */
    uint64_t sent_version; /* of our own list, … */
    uint64_t sent_met;     /* … and who has it: one more, and it is sent to all again */
};

/* ---- Our own --------------------------------------------------------------------------------- */

struct writing {
    uint8_t *bytes;
    size_t used, size;
};

static void write_row(void *context, const struct hc_room_view *room)
{
    struct writing *writing = context;
    char text[1024];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    protocol_put_row(room, &out);
    HC_CHECK(out.length < sizeof text);
    if (writing->used + 2 + out.length > writing->size)
        return;
    writing->bytes[writing->used] = (uint8_t)out.length;
    writing->bytes[writing->used + 1] = (uint8_t)(out.length >> 8);
    memcpy(writing->bytes + writing->used + 2, text, out.length);
    writing->used += 2 + out.length;
}

static void on_timer(uv_timer_t *timer)
{
    struct elsewhere *elsewhere = timer->data;
    struct house *house = elsewhere->server->plan.house;
    const char *place = elsewhere->server->plan.cluster;
    uint64_t met = fellows_met(elsewhere->fellows);
    struct writing writing = {.used = strlen(place) + 1, .size = TRUNK_PAYLOAD_MAX};
    uint64_t version;

    house_time(house, clock_wall_ms(), clock_steady_us());
    version = house_list_version(house);
    if (version == elsewhere->sent_version && met == elsewhere->sent_met)
        return;
    elsewhere->sent_version = version;
    elsewhere->sent_met = met;
    if (!fellows_count(elsewhere->fellows))
        return;
    writing.bytes = malloc(writing.size);
    HC_CHECK(writing.bytes);
    memcpy(writing.bytes, place, writing.used);
    for (unsigned first = 0; first < ELSEWHERE_ROWS; first += HOUSE_LIST_ROWS)
        if (!house_list(house, first, write_row, &writing))
            break;
    fellows_ask_all(elsewhere->fellows, HOPS_FRAME_LIST, 0, writing.bytes, writing.used);
    free(writing.bytes);
}

/* ---- Those of others ------------------------------------------------------------------------- */

/* Takes off what came over that connection, or from that place. */
static void drop(struct elsewhere *elsewhere, const struct fellow *fellow, const char *place)
{
    struct notice **link = &elsewhere->first, *notice;

    while ((notice = *link))
        if (notice->fellow == fellow || !strcmp(notice->place, place)) {
            *link = notice->next;
            free(notice);
            elsewhere->version++;
        } else {
            link = &notice->next;
        }
}

/* How many rows there are; false if they do not end where the bytes do. */
static bool count_rows(const uint8_t *rows, size_t size, unsigned *count)
{
    size_t at = 0;

    for (*count = 0; at + 2 <= size; ++*count)
        at += 2 + (size_t)(rows[at] | rows[at + 1] << 8);
    return at == size;
}

bool elsewhere_take(struct elsewhere *elsewhere, const struct fellow *fellow,
                    const struct trunk_frame *frame)
{
    const char *place = (const char *)frame->bytes;
    size_t length = strnlen(place, frame->size < PLACE_CHARS ? frame->size : PLACE_CHARS);
    struct notice *notice;
    unsigned count;

    if (length == frame->size || length == PLACE_CHARS ||
        !count_rows(frame->bytes + length + 1, frame->size - length - 1, &count))
        return false;
    drop(elsewhere, fellow, place);
    notice = calloc(1, sizeof *notice + frame->size);
    HC_CHECK(notice);
    notice->fellow = fellow;
    notice->count = count;
    notice->size = frame->size - length - 1;
    memcpy(notice->place, place, length + 1);
    memcpy(notice->rows, frame->bytes + length + 1, notice->size);
    notice->next = elsewhere->first;
    elsewhere->first = notice;
    elsewhere->version++;
    return true;
}

void elsewhere_forget(struct elsewhere *elsewhere, const struct fellow *fellow)
{
    drop(elsewhere, fellow, "");
}

uint64_t elsewhere_version(void *context)
{
    const struct server *server = context;

    return server->hops ? hops_elsewhere(server->hops)->version : 0;
}

/* Rows of one process, from there on; returns how many. */
static unsigned put_rows(const struct notice *notice, unsigned first, unsigned most,
                         struct hc_text *out)
{
    unsigned count = 0;

    for (size_t at = 0; at < notice->size && count < most;) {
        size_t length = (size_t)(notice->rows[at] | notice->rows[at + 1] << 8);

        if (first) {
            first--;
        } else {
            hc_put(out, out->comma ? "," : "");
            for (size_t i = 0; i < length; i++)
                hc_put_char(out, (char)notice->rows[at + 2 + i]);
            out->comma = true;
            count++;
        }
        at += 2 + length;
    }
    return count;
}

unsigned elsewhere_rows(void *context, unsigned first, unsigned most, struct hc_text *out,
                        bool *more)
{
    const struct server *server = context;
    unsigned count = 0, there = 0, start = first;

    *more = false;
    if (!server->hops)
        return 0;
    for (const struct notice *notice = hops_elsewhere(server->hops)->first; notice;
         notice = notice->next) {
        there += notice->count;
        count += put_rows(notice, start, most - count, out);
        start = start > notice->count ? start - notice->count : 0;
    }
    *more = there > first + count;
    return count;
}

/* ---- All of it ------------------------------------------------------------------------------- */

struct elsewhere *elsewhere_open(struct server *server, struct fellows *fellows)
{
    struct elsewhere *elsewhere = calloc(1, sizeof *elsewhere);

    HC_CHECK(elsewhere);
    elsewhere->server = server;
    elsewhere->fellows = fellows;
    uv_timer_init(server->plan.loop, &elsewhere->timer);
    elsewhere->timer.data = elsewhere;
    uv_timer_start(&elsewhere->timer, on_timer, SEND_MS, SEND_MS);
    return elsewhere;
}

static void on_closed(uv_handle_t *handle)
{
    free(handle->data);
}

void elsewhere_close(struct elsewhere *elsewhere)
{
    while (elsewhere->first)
        drop(elsewhere, elsewhere->first->fellow, "");
    uv_close((uv_handle_t *)&elsewhere->timer, on_closed);
}
