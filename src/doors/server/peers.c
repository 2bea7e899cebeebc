// SPDX-License-Identifier: MIT
/*
 * peers.c: the server as a place where browsers meet that play without it: /signal, by which they
 * find each other (signalling.c), and /yws/ROOM, if they cannot connect (relay.c).
 *
 * What they say is not for us, so all that is done here is to pass it on, and to bound that: an
 * address may come so often, and its messages may make so many bytes for others, in a minute.
 */
#include <string.h>

#include "doors/server/relay.h"
#include "doors/server/server_inside.h"
#include "doors/server/signalling.h"

static const char relay_path[] = "/yws/";

static void on_send(void *who, const void *bytes, size_t size)
{
    const struct visitor *visitor = who;

    visitor->server->peers.copied += size;
    client_send(visitor->client, bytes, size);
}

bool peers_open(struct server *server)
{
    const struct server_plan *plan = &server->plan;
    struct signalling_plan signals = {.send = on_send, .topics_max = plan->signal_topics};
    struct relay_plan relays = {.send = on_send, .rooms_max = plan->relay_rooms};
    struct peers *peers = &server->peers;

    plan->entropy(NULL, signals.key, sizeof signals.key);
    plan->entropy(NULL, relays.key, sizeof relays.key);
    if (plan->signal_topics)
        peers->signalling = signalling_open(&signals);
    if (plan->relay_rooms)
        peers->relay = relay_open(&relays);
    return (!plan->signal_topics || peers->signalling) && (!plan->relay_rooms || peers->relay);
}

void peers_close(struct server *server)
{
    signalling_close(server->peers.signalling);
    relay_close(server->peers.relay);
    address_forget(&server->peers.sent_kb);
}

void peers_minute(struct server *server)
{
    address_forget(&server->peers.sent_kb);
}

unsigned peers_topics(const struct server *server)
{
    return server->peers.signalling ? signalling_topics(server->peers.signalling) : 0;
}

unsigned peers_rooms(const struct server *server)
{
    return server->peers.relay ? relay_rooms(server->peers.relay) : 0;
}

/* The room that a path names; its length is 0 if it names none. */
static struct http_text room_of(struct http_text path)
{
    size_t before = sizeof relay_path - 1;

    if (path.length <= before || path.length - before > RELAY_NAME_BYTES ||
        memcmp(path.start, relay_path, before) != 0 ||
        memchr(path.start + before, '/', path.length - before))
        return (struct http_text){NULL, 0};
    return (struct http_text){path.start + before, path.length - before};
}

unsigned peers_admit(struct visitor *visitor, const struct http_head *head)
{
    struct server *server = visitor->server;
    struct peers *peers = &server->peers;
    bool signals = peers->signalling && http_is(head->path, "/signal");
    struct http_text room = room_of(head->path);

    if (!signals && !(peers->relay && room.length))
        return 404;
    if (server_may_come(visitor))
        return 429;
    if (signals) {
        visitor->kind = VISITOR_SIGNALS;
        visitor->signals = signal_join(peers->signalling, visitor);
        client_speak(visitor->client, FRAME_TEXT, SIGNAL_MESSAGE_BYTES);
        return visitor->signals ? 101 : 503;
    }
    visitor->kind = VISITOR_RELAYS;
    visitor->relays = relay_join(peers->relay, room.start, room.length, visitor);
    client_speak(visitor->client, FRAME_BINARY, server->plan.relay_message_max);
    return visitor->relays ? 101 : 503;
}

void peers_leave(struct visitor *visitor)
{
    if (visitor->kind == VISITOR_SIGNALS && visitor->signals)
        signal_leave(visitor->signals);
    if (visitor->kind == VISITOR_RELAYS && visitor->relays)
        relay_leave(visitor->relays);
}

void peers_take(struct visitor *visitor, const char *bytes, size_t size)
{
    struct server *server = visitor->server;
    struct peers *peers = &server->peers;
    bool signals = visitor->kind == VISITOR_SIGNALS;
    const char *why;

    peers->copied = 0;
    why = signals ? signal_take(visitor->signals, bytes, size)
                  : relay_take(visitor->relays, (const uint8_t *)bytes, size);
    *(signals ? &peers->signal_bytes : &peers->relay_bytes) += peers->copied;
    if (!why &&
        !address_add_many(&peers->sent_kb, client_address(visitor->client),
                          (uint32_t)(peers->copied / 1024 + 1), server->plan.peer_kb_per_minute))
        why = "your address sends too much to others; wait a minute";
    if (why)
        client_close(visitor->client, FRAME_REFUSED, why);
}
