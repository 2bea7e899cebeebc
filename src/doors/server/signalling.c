// SPDX-License-Identifier: MIT
/*
 * signalling.c: topics, and what is published under them. Start reading at signal_take().
 *
 * Messages are few, so a library reads them, and writes what is published anew: what goes out is
 * JSON for certain, whatever came in.
 */
#include "doors/server/signalling.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct signal_peer {
    struct signalling *signalling;
    struct membership *own; /* its topics */
    unsigned count;
    void *who;
};

struct signalling {
    void (*send)(void *who, const void *text, size_t length);
    struct topics *topics;
};

static const char too_many[] = "too many topics, or too many peers in one";

struct signalling *signalling_open(const struct signalling_plan *plan)
{
    struct signalling *signalling = calloc(1, sizeof *signalling);
    struct topics_plan topics = {
        .topics_max = plan->topics_max, .members_max = SIGNAL_PEERS, .name_max = SIGNAL_NAME_BYTES};

    if (!signalling)
        return NULL;
    memcpy(topics.key, plan->key, sizeof topics.key);
    signalling->send = plan->send;
    signalling->topics = topics_open(&topics);
    if (signalling->topics)
        return signalling;
    free(signalling);
    return NULL;
}

void signalling_close(struct signalling *signalling)
{
    if (signalling)
        topics_close(signalling->topics);
    free(signalling);
}

unsigned signalling_topics(const struct signalling *signalling)
{
    return topics_count(signalling->topics);
}

struct signal_peer *signal_join(struct signalling *signalling, void *who)
{
    struct signal_peer *peer = calloc(1, sizeof *peer);

    if (peer)
        *peer = (struct signal_peer){.signalling = signalling, .who = who};
    return peer;
}

static void leave_topic(struct signal_peer *peer, struct membership **link)
{
    struct membership *member = *link;

    *link = member->next_own;
    peer->count--;
    topics_leave(peer->signalling->topics, member);
}

void signal_leave(struct signal_peer *peer)
{
    while (peer->own)
        leave_topic(peer, &peer->own);
    free(peer);
}

/* Where the peer's membership in a topic is linked; the end of its list if it has none. */
static struct membership **find_own(struct signal_peer *peer, const char *name, size_t length)
{
    const struct topic *topic = topics_find(peer->signalling->topics, name, length);
    struct membership **link = &peer->own;

    while (*link && (*link)->topic != topic)
        link = &(*link)->next_own;
    return link;
}

static const char *subscribe(struct signal_peer *peer, const char *name, size_t length)
{
    struct membership **link = find_own(peer, name, length), *member;

    if (*link)
        return NULL;
    member = peer->count < SIGNAL_TOPICS ? topics_join(peer->signalling->topics, name, length, peer)
                                         : NULL;
    if (!member)
        return too_many;
    *link = member;
    peer->count++;
    return NULL;
}

static const char *unsubscribe(struct signal_peer *peer, const char *name, size_t length)
{
    struct membership **link = find_own(peer, name, length);

    if (*link)
        leave_topic(peer, link);
    return NULL;
}

static const char *each_topic(struct signal_peer *peer, json_t *topics,
                              const char *(*act)(struct signal_peer *, const char *, size_t))
{
    const char *why = NULL;
    json_t *name;
    size_t i;

    json_array_foreach(topics, i, name) if (!why && json_is_string(name)) why =
        act(peer, json_string_value(name), json_string_length(name));
    return why;
}

/* The message goes on as it is, with how many get it; its sender is one of them if it has
 * subscribed. */
static void publish(struct signal_peer *peer, json_t *message)
{
    struct signalling *signalling = peer->signalling;
    const json_t *name = json_object_get(message, "topic");
    const struct topic *topic =
        json_is_string(name)
            ? topics_find(signalling->topics, json_string_value(name), json_string_length(name))
            : NULL;
    char *text;

    if (!topic)
        return;
    json_object_set_new(message, "clients", json_integer(topic_count(topic)));
    text = json_dumps(message, JSON_COMPACT);
    if (!text)
        return;
    for (const struct membership *member = topic_first(topic); member; member = member->next)
        signalling->send(((struct signal_peer *)member->who)->who, text, strlen(text));
    free(text);
}

static const char *take(struct signal_peer *peer, json_t *message)
{
    static const char pong[] = "{\"type\":\"pong\"}";
    const char *type = json_string_value(json_object_get(message, "type"));

    if (!type)
        return "that is no message with a type";
    if (!strcmp(type, "subscribe"))
        return each_topic(peer, json_object_get(message, "topics"), subscribe);
    if (!strcmp(type, "unsubscribe"))
        return each_topic(peer, json_object_get(message, "topics"), unsubscribe);
    if (!strcmp(type, "publish"))
        publish(peer, message);
    else if (!strcmp(type, "ping"))
        peer->signalling->send(peer->who, pong, sizeof pong - 1);
    return NULL; /* what is unknown is left to newer peers */
}

const char *signal_take(struct signal_peer *peer, const char *text, size_t length)
{
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *why = take(peer, message);

    json_decref(message);
    return why;
}
