// SPDX-License-Identifier: MIT
/*
 * relay.c: messages from one peer of a room to the others. Start reading at relay_take().
 *
 * The bytes of a message (y-protocols): what it is, one byte; of MESSAGE_SYNC, which step, one
 * byte; then, except in MESSAGE_QUERY, a length in groups of seven bits, lowest first, and as many
 * bytes.
 */
#include "doors/server/relay.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MESSAGE_SYNC = 0, MESSAGE_AWARENESS = 1, MESSAGE_QUERY = 3 };
enum { SYNC_ASK = 0, SYNC_ANSWER = 1, SYNC_UPDATE = 2 };

/* A document without anything: asked for from there, and answered. */
static const uint8_t ask_all[] = {MESSAGE_SYNC, SYNC_ASK, 1, 0};
static const uint8_t answer_nothing[] = {MESSAGE_SYNC, SYNC_ANSWER, 2, 0, 0};
static const uint8_t query[] = {MESSAGE_QUERY};

struct relay_peer {
    struct relay *relay;
    struct membership *member;
    bool has_asked; /* and was asked in turn */
    void *who;
};

struct relay {
    void (*send)(void *who, const void *bytes, size_t size);
    struct topics *rooms;
};

struct relay *relay_open(const struct relay_plan *plan)
{
    struct relay *relay = calloc(1, sizeof *relay);
    struct topics_plan rooms = {
        .topics_max = plan->rooms_max, .members_max = RELAY_PEERS, .name_max = RELAY_NAME_BYTES};

    if (!relay)
        return NULL;
    memcpy(rooms.key, plan->key, sizeof rooms.key);
    relay->send = plan->send;
    relay->rooms = topics_open(&rooms);
    if (relay->rooms)
        return relay;
    free(relay);
    return NULL;
}

void relay_close(struct relay *relay)
{
    if (relay)
        topics_close(relay->rooms);
    free(relay);
}

unsigned relay_rooms(const struct relay *relay)
{
    return topics_count(relay->rooms);
}

struct relay_peer *relay_join(struct relay *relay, const char *room, size_t length, void *who)
{
    struct relay_peer *peer = calloc(1, sizeof *peer);

    if (!peer)
        return NULL;
    *peer = (struct relay_peer){.relay = relay, .who = who};
    peer->member = topics_join(relay->rooms, room, length, peer);
    if (peer->member)
        return peer;
    free(peer);
    return NULL;
}

void relay_leave(struct relay_peer *peer)
{
    topics_leave(peer->relay->rooms, peer->member);
    free(peer);
}

/* Whether the rest of a message is a length and as many bytes. */
static bool is_whole(const uint8_t *bytes, size_t size)
{
    uint64_t length = 0;
    size_t i = 0;

    do {
        if (i == size || i == 5)
            return false;
        length |= (uint64_t)(bytes[i] & 127) << 7 * i;
    } while (bytes[i++] & 128);
    return length == size - i;
}

static void send_others(const struct relay_peer *peer, const void *bytes, size_t size)
{
    const struct membership *member = topic_first(peer->member->topic);

    for (; member; member = member->next)
        if (member != peer->member)
            peer->relay->send(((struct relay_peer *)member->who)->who, bytes, size);
}

static void send_back(const struct relay_peer *peer, const void *bytes, size_t size)
{
    peer->relay->send(peer->who, bytes, size);
}

/* Somebody asks for what it lacks. */
static void ask(struct relay_peer *peer, const uint8_t *bytes, size_t size)
{
    if (topic_count(peer->member->topic) == 1) {
        send_back(peer, answer_nothing, sizeof answer_nothing);
    } else {
        send_others(peer, bytes, size);
        if (!peer->has_asked) {
            send_others(peer, query, sizeof query);
            send_back(peer, ask_all, sizeof ask_all);
        }
    }
    peer->has_asked = true;
}

const char *relay_take(struct relay_peer *peer, const uint8_t *bytes, size_t size)
{
    static const char unknown[] = "that is no message of y-websocket";

    if (size == sizeof query && bytes[0] == MESSAGE_QUERY) {
        send_others(peer, bytes, size);
    } else if (size > 1 && bytes[0] == MESSAGE_AWARENESS && is_whole(bytes + 1, size - 1)) {
        send_others(peer, bytes, size);
        send_back(peer, bytes, size); /* by which its client knows that the line is not dead */
    } else if (size > 2 && bytes[0] == MESSAGE_SYNC && bytes[1] <= SYNC_UPDATE &&
               is_whole(bytes + 2, size - 2)) {
        if (bytes[1] == SYNC_ASK)
            ask(peer, bytes, size);
        else
            send_others(peer, bytes, size);
    } else {
        return unknown;
    }
    return NULL;
}
