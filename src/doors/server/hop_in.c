// SPDX-License-Identifier: MIT
/*
 * hop_in.c: the end of a hop where the table is: a line of a protocol of its own, like any other.
 * Start reading at hop_in_take.
 */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "doors/server/hops_inside.h"

enum { LOG_MAX = 65536 };

/* A line of somebody who is being forgotten. */
struct forgetting {
    struct forgetting *next;
    struct hops *hops;
    struct house_line *line;
};

static void on_send(void *context, const char *text, size_t length)
{
    struct hop *hop = context;

    if (text && length <= TRUNK_PAYLOAD_MAX)
        fellow_send(hop->fellow, HOPS_FRAME_TEXT, hop->channel, text, length);
    else
        fellow_send(hop->fellow, HOPS_FRAME_MOVED, hop->channel, NULL, 0);
}

static void on_moved(void *context)
{
    struct hop *hop = context;

    fellow_send(hop->fellow, HOPS_FRAME_MOVED, hop->channel, NULL, 0);
}

/* It was here when the message was sent. */
static bool on_route(void *context, const char *code, const char *text, size_t length)
{
    (void)code;
    (void)text;
    (void)length;
    on_moved(context);
    return true;
}

static bool is_slow(void *context)
{
    const struct hop *hop = context;

    return fellow_is_slow(hop->fellow) || hop->is_slow;
}

static uint64_t origin(void *context)
{
    const struct hop *hop = context;

    return hop->origin;
}

/* As if they had come from that address to this process. */
static const char *may_come(void *context)
{
    const struct hop *hop = context;
    struct server *server = hop->hops->server;
    struct address address;

    _Static_assert(sizeof address.bytes == sizeof hop->origin, "an origin is an address");
    memcpy(address.bytes, &hop->origin, sizeof address.bytes);
    return address_add(&server->comers, address, server->plan.comings_per_minute)
               ? NULL
               : "too many come and go from your address; wait a minute";
}

/* Who comes; false if that cannot be read. */
static bool read_greeting(const struct trunk_frame *frame, struct protocol_guest *guest,
                          uint64_t *from)
{
    const char *texts = (const char *)frame->bytes + HOPS_GREETING_BYTES, *end;
    size_t size;

    if (frame->size < HOPS_GREETING_BYTES + 2)
        return false;
    size = frame->size - HOPS_GREETING_BYTES;
    memcpy(guest->guest, frame->bytes, HC_GUEST_BYTES);
    memcpy(from, frame->bytes + HC_GUEST_BYTES, 8);
    guest->language = texts;
    end = memchr(texts, 0, size);
    if (!end || (size_t)(end - texts) >= HOPS_LANGUAGE_CHARS)
        return false;
    guest->name = end + 1;
    size -= (size_t)(guest->name - texts);
    end = size ? memchr(guest->name, 0, size) : NULL;
    return end && end == guest->name + size - 1 && size <= HC_ROOM_NAME_BYTES;
}

void hop_in_end(struct hop *hop)
{
    hop->hops->in--;
    if (hop->line)
        protocol_line_close(hop->line);
    hops_remove(hop);
}

/* Somebody comes from elsewhere, or has another name or language now. */
static bool take_greeting(struct hops *hops, struct fellow *fellow, struct hop *hop,
                          const struct trunk_frame *frame)
{
    struct protocol_guest guest;
    uint64_t from;

    if (!read_greeting(frame, &guest, &from) || (frame->kind == HOPS_FRAME_OPEN) != !hop ||
        hops_channels(fellow)->count >= HOPS_OF_FELLOW_MAX)
        return false;
    if (!hop) {
        hop = hops_add(hops, fellow, frame->channel);
        hops->in++;
        hop->line = protocol_line_open(hops->protocol, hop);
    }
    hop->origin = from;
    return hop->line && protocol_line_greet(hop->line, &guest);
}

static void end_forgetting(struct forgetting *forgetting)
{
    struct forgetting **link = &forgetting->hops->forgetting;

    while (*link != forgetting)
        link = &(*link)->next;
    *link = forgetting->next;
    house_line_close(forgetting->line);
    free(forgetting);
}

/* It is done, or cannot be. */
static void on_forgotten(void *context, const struct house_news *news)
{
    if (news->mine)
        end_forgetting(context);
}

static void forget(struct hops *hops, const uint8_t guest[HC_GUEST_BYTES])
{
    struct house_question question = {.kind = HOUSE_FORGET};
    struct forgetting *forgetting = calloc(1, sizeof *forgetting);

    HC_CHECK(forgetting);
    memcpy(question.guest, guest, sizeof question.guest);
    forgetting->hops = hops;
    forgetting->next = hops->forgetting;
    hops->forgetting = forgetting;
    forgetting->line = house_line_open(hops->server->plan.house, guest, on_forgotten, forgetting);
    HC_CHECK(forgetting->line);
    house_ask(forgetting->line, 1, &question);
}

static bool give(const struct hops *hops, const struct trunk_frame *frame)
{
    const struct server_plan *plan = &hops->server->plan;
    char key[HOPS_KEY_CHARS];

    if (frame->size >= sizeof key)
        return false;
    memcpy(key, frame->bytes, frame->size);
    key[frame->size] = '\0';
    plan->give(plan->context, key);
    return true;
}

bool hop_in_take(struct hops *hops, struct fellow *fellow, struct hop *hop,
                 const struct trunk_frame *frame)
{
    if (frame->kind == HOPS_FRAME_OPEN || frame->kind == HOPS_FRAME_GREET)
        return take_greeting(hops, fellow, hop, frame);
    if (frame->kind == HOPS_FRAME_MINE && frame->size == HC_GUEST_BYTES) {
        gathers_answer(hops->gathers, fellow, HOPS_FRAME_ROWS, frame);
        return true;
    }
    if (frame->kind == HOPS_FRAME_FORGET && frame->size == HC_GUEST_BYTES) {
        forget(hops, frame->bytes);
        return true;
    }
    if (frame->kind == HOPS_FRAME_GIVE)
        return give(hops, frame);
    if (frame->kind == HOPS_FRAME_LOOK)
        return looks_answer(hops->looks, fellow, frame);
    if (frame->kind == HOPS_FRAME_LIST)
        return elsewhere_take(hops->elsewhere, fellow, frame);
    if (!hop)
        return false;
    switch (frame->kind) {
    case HOPS_FRAME_TEXT:
        protocol_take(hop->line, (const char *)frame->bytes, frame->size);
        return true;
    case HOPS_FRAME_SLOW:
        hop->is_slow = true;
        return true;
    case HOPS_FRAME_DRAINED:
        hop->is_slow = false;
        protocol_line_catch_up(hop->line);
        return true;
    case HOPS_FRAME_CLOSE:
        hop_in_end(hop);
        return true;
    default:
        return false;
    }
}

struct protocol *hop_in_protocol(struct server *server)
{
    struct protocol_plan protocol = {.door = {.send = on_send,
                                              .moved = on_moved,
                                              .route = on_route,
                                              .may_come = may_come,
                                              .is_slow = is_slow,
                                              .origin = origin},
                                     .house = server->plan.house,
                                     .resize = server->plan.resize,
                                     .entropy = server->plan.entropy,
                                     .log_max = LOG_MAX,
                                     .reach = &server->reach};

    return protocol_open(&protocol);
}

void hop_in_close(struct hops *hops)
{
    while (hops->forgetting)
        end_forgetting(hops->forgetting);
}
