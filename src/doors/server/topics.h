// SPDX-License-Identifier: MIT
/*
 * topics.h: who is gathered under which name: the topics of /signal, the rooms of /yws.
 *
 * A topic exists while it has a member and not longer. Names come from outside, so the table that
 * finds them is keyed with a secret: nobody can choose names that all fall into one place of it.
 */
#ifndef HC_DOORS_SERVER_TOPICS_H
#define HC_DOORS_SERVER_TOPICS_H

#include <stddef.h>
#include <stdint.h>

enum { TOPICS_KEY_BYTES = 16 };

struct topics;
struct topic;

struct membership {
    struct topic *topic;
    struct membership *next, *previous; /* of the topic */
    struct membership *next_own;        /* the member's own list, which this does not touch */
    void *who;
};

struct topics_plan {
    unsigned topics_max, members_max; /* members_max: of one topic */
    size_t name_max;                  /* bytes of a name */
    uint8_t key[TOPICS_KEY_BYTES];    /* fresh entropy */
};

/* NULL without memory. */
struct topics *topics_open(const struct topics_plan *plan);
/* All members have left. */
void topics_close(struct topics *topics);
unsigned topics_count(const struct topics *topics);

/* Joins the topic of that name. NULL if a limit or memory does not allow it, or the name is empty.
 * It is the topics' until topics_leave. */
struct membership *topics_join(struct topics *topics, const char *name, size_t length, void *who);
void topics_leave(struct topics *topics, struct membership *member);

/* NULL if nobody is in it. */
const struct topic *topics_find(const struct topics *topics, const char *name, size_t length);
const struct membership *topic_first(const struct topic *topic);
unsigned topic_count(const struct topic *topic);

#endif
