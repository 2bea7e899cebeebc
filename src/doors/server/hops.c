// SPDX-License-Identifier: MIT
/*
 * hops.c: the connections to fellows, and which hop a frame belongs to. What is done with it is in
 * hop_out.c and hop_in.c. Start reading at on_frame.
 */
#include <stdlib.h>
#include <string.h>

#include "core/check.h"
#include "doors/server/hops_inside.h"
#include "net/clock.h"

void hops_tell_time(const struct hops *hops)
{
    house_time(hops->server->plan.house, clock_wall_ms(), clock_steady_us());
}

bool hops_is_own_place(const struct hops *hops, const char *place)
{
    return !strcmp(place, hops->server->plan.cluster);
}

/* ---- Channels -------------------------------------------------------------------------------- */

struct channels *hops_channels(struct fellow *fellow)
{
    struct channels *channels = fellow_get(fellow);

    if (!channels) {
        channels = calloc(1, sizeof *channels);
        HC_CHECK(channels);
        fellow_set(fellow, channels);
    }
    return channels;
}

static struct hop *find_hop(struct fellow *fellow, uint32_t channel)
{
    struct hop *hop = hops_channels(fellow)->bucket[channel % HOPS_BUCKETS];

    while (hop && hop->channel != channel)
        hop = hop->next;
    return hop;
}

struct hop *hops_add(struct hops *hops, struct fellow *fellow, uint32_t channel)
{
    struct channels *channels = hops_channels(fellow);
    struct hop *hop = calloc(1, sizeof *hop), **bucket = &channels->bucket[channel % HOPS_BUCKETS];

    HC_CHECK(hop);
    *hop = (struct hop){.next = *bucket, .fellow = fellow, .channel = channel, .hops = hops};
    *bucket = hop;
    channels->count++;
    return hop;
}

void hops_remove(struct hop *hop)
{
    struct channels *channels = hops_channels(hop->fellow);
    struct hop **link = &channels->bucket[hop->channel % HOPS_BUCKETS];

    while (*link != hop)
        link = &(*link)->next;
    *link = hop->next;
    channels->count--;
    free(hop);
}

/* ---- Connections ----------------------------------------------------------------------------- */

static void on_frame(void *context, struct fellow *fellow, const struct trunk_frame *frame)
{
    struct hops *hops = context;
    struct hop *hop = find_hop(fellow, frame->channel);

    if (!fellow_was_dialled(fellow)) {
        hops_tell_time(hops);
        if (!hop_in_take(hops, fellow, hop, frame))
            fellow_close(fellow);
    } else if (frame->kind == HOPS_FRAME_ROWS) {
        gathers_take(hops->gathers, frame);
    } else if (frame->kind == HOPS_FRAME_SEEN) {
        looks_take(hops->looks, frame);
    } else if (hop) { /* the guest may have gone */
        hop_out_take(hop, frame);
    }
}

static void on_drained(void *context, struct fellow *fellow)
{
    struct channels *channels = hops_channels(fellow);

    hops_tell_time(context);
    for (unsigned i = 0; i < HOPS_BUCKETS && !fellow_was_dialled(fellow); i++)
        for (struct hop *hop = channels->bucket[i]; hop; hop = hop->next)
            protocol_line_catch_up(hop->line);
}

void hops_forget(struct hops *hops, const uint8_t guest[HC_GUEST_BYTES])
{
    fellows_ask_all(hops->fellows, HOPS_FRAME_FORGET, 0, guest, HC_GUEST_BYTES);
}

void hops_want(struct hops *hops, const char *place, const char *key)
{
    struct fellow *fellow =
        hops_is_own_place(hops, place) ? NULL : fellows_dial(hops->fellows, place);

    if (fellow && fellow_knows(fellow, 1))
        fellow_send(fellow, HOPS_FRAME_GIVE, 0, key, strlen(key));
}

/* Its guests go, or those who have tables there come back and look for them. */
static void on_closed(void *context, struct fellow *fellow)
{
    struct hops *hops = context;
    struct channels *channels = hops_channels(fellow);

    hops_tell_time(hops);
    elsewhere_forget(hops->elsewhere, fellow);
    for (unsigned i = 0; i < HOPS_BUCKETS; i++)
        while (channels->bucket[i]) { /* each is taken off */
            struct hop *hop = channels->bucket[i];

            if (fellow_was_dialled(fellow))
                hop_out_lose(hop);
            else
                hop_in_end(hop);
        }
    free(channels);
    fellow_set(fellow, NULL);
}

struct hops *hops_open(struct server *server, char why[240])
{
    struct hops *hops = calloc(1, sizeof *hops);
    struct place place = {.host = ""};
    struct fellows_plan fellows = {.loop = server->plan.loop,
                                   .listen = &place,
                                   .lease_ms = server->plan.lease_ms,
                                   .take = on_frame,
                                   .drained = on_drained,
                                   .closed = on_closed,
                                   .context = hops};

    HC_CHECK(hops && place_read(server->plan.cluster, &place));
    hops->server = server;
    memcpy(fellows.secret, server->plan.cluster_secret, sizeof fellows.secret);
    hops->protocol = hop_in_protocol(server);
    HC_CHECK(hops->protocol);
    hops->fellows = fellows_open(&fellows, why);
    if (hops->fellows) {
        hops->gathers = gathers_open(server, hops->fellows);
        hops->elsewhere = elsewhere_open(server, hops->fellows);
        hops->looks = looks_open(server, hops->fellows);
        return hops;
    }
    protocol_close(hops->protocol);
    free(hops);
    return NULL;
}

void hops_close(struct hops *hops)
{
    fellows_close(hops->fellows);
    gathers_close(hops->gathers);
    elsewhere_close(hops->elsewhere);
    looks_close(hops->looks);
    hop_in_close(hops);
    protocol_close(hops->protocol);
    free(hops);
}

struct gathers *hops_gathers(struct hops *hops)
{
    return hops->gathers;
}

struct elsewhere *hops_elsewhere(struct hops *hops)
{
    return hops->elsewhere;
}

struct looks *hops_looks(struct hops *hops)
{
    return hops->looks;
}

void hops_meet(struct hops *hops, const char *places)
{
    fellows_list(hops->fellows, places);
    while (*places) {
        size_t length = strcspn(places, " ");
        char place[PLACE_CHARS];

        if (length < sizeof place) {
            memcpy(place, places, length);
            place[length] = '\0';
            if (!hops_is_own_place(hops, place))
                (void)fellows_dial(hops->fellows, place);
        }
        places += length + strspn(places + length, " ");
    }
}

unsigned hops_fellows(const struct hops *hops)
{
    return fellows_count(hops->fellows);
}

unsigned hops_out(const struct hops *hops)
{
    return hops->out;
}

unsigned hops_in(const struct hops *hops)
{
    return hops->in;
}

uint64_t hops_messages(const struct hops *hops)
{
    return hops->messages;
}
