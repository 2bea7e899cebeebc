// SPDX-License-Identifier: MIT
/* topics.c: names and their members, as a hash table with chains. */
#include "doors/server/topics.h"

#include <sodium.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/check.h"

enum { PLACES_MAX = 65536 };

_Static_assert(TOPICS_KEY_BYTES == crypto_shorthash_KEYBYTES, "the key is one of SipHash");

struct topic {
    struct topic *next; /* in the same place */
    struct membership *first;
    unsigned count;
    size_t length;
    char name[];
};

struct topics {
    struct topics_plan plan;
    unsigned count;
    size_t places; /* a power of two */
    struct topic *place[];
};

struct topics *topics_open(const struct topics_plan *plan)
{
    size_t places = 1;
    struct topics *topics;

    while (places < plan->topics_max && places < PLACES_MAX)
        places *= 2;
    topics = calloc(1, sizeof *topics + places * sizeof *topics->place);
    if (!topics)
        return NULL;
    topics->plan = *plan;
    topics->places = places;
    return topics;
}

void topics_close(struct topics *topics)
{
    if (topics)
        HC_CHECK(!topics->count);
    free(topics);
}

unsigned topics_count(const struct topics *topics)
{
    return topics->count;
}

static size_t place_of(const struct topics *topics, const char *name, size_t length)
{
    uint64_t hash;
    uint8_t bytes[sizeof hash];

    crypto_shorthash(bytes, (const uint8_t *)name, length, topics->plan.key);
    memcpy(&hash, bytes, sizeof hash);
    return (size_t)hash & (topics->places - 1);
}

static bool is_named(const struct topic *topic, const char *name, size_t length)
{
    return topic->length == length && !memcmp(topic->name, name, length);
}

const struct topic *topics_find(const struct topics *topics, const char *name, size_t length)
{
    const struct topic *topic = topics->place[place_of(topics, name, length)];

    while (topic && !is_named(topic, name, length))
        topic = topic->next;
    return topic;
}

static struct topic *begin(struct topics *topics, const char *name, size_t length)
{
    struct topic **place = &topics->place[place_of(topics, name, length)], *topic;

    if (topics->count >= topics->plan.topics_max || !length || length > topics->plan.name_max)
        return NULL;
    topic = calloc(1, sizeof *topic + length);
    if (!topic)
        return NULL;
    topic->length = length;
    memcpy(topic->name, name, length);
    topic->next = *place;
    *place = topic;
    topics->count++;
    return topic;
}

static void end(struct topics *topics, struct topic *topic)
{
    struct topic **link = &topics->place[place_of(topics, topic->name, topic->length)];

    while (*link != topic)
        link = &(*link)->next;
    *link = topic->next;
    topics->count--;
    free(topic);
}

struct membership *topics_join(struct topics *topics, const char *name, size_t length, void *who)
{
    struct membership *member = calloc(1, sizeof *member);
    struct topic *topic = (struct topic *)(uintptr_t)topics_find(topics, name, length);

    if (member && !topic)
        topic = begin(topics, name, length);
    if (!member || !topic || topic->count >= topics->plan.members_max) {
        free(member);
        return NULL;
    }
    *member = (struct membership){.topic = topic, .next = topic->first, .who = who};
    if (topic->first)
        topic->first->previous = member;
    topic->first = member;
    topic->count++;
    return member;
}

void topics_leave(struct topics *topics, struct membership *member)
{
    struct topic *topic = member->topic;

    *(member->previous ? &member->previous->next : &topic->first) = member->next;
    if (member->next)
        member->next->previous = member->previous;
    free(member);
    if (!--topic->count)
        end(topics, topic);
}

const struct membership *topic_first(const struct topic *topic)
{
    return topic->first;
}

unsigned topic_count(const struct topic *topic)
{
    return topic->count;
}
