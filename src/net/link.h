// SPDX-License-Identifier: MIT
/*
 * link.h: how the messages of a guest travel: whole texts out and in, to a house wherever it is.
 *
 * Nothing here waits. Whoever uses a link polls its descriptor, or takes again after `due_ms`. A
 * link whose connection is lost makes it again by itself, and says so with LINK_MADE: then the
 * guest says hello anew. There is one kind for a server here (link_open); a house in this process
 * is another kind, and belongs to whoever opens that house.
 */
#ifndef HC_NET_LINK_H
#define HC_NET_LINK_H

#include "net/url.h"

struct link;

enum link_result {
    LINK_NOTHING, /* not yet */
    LINK_TEXT,
    LINK_LOST, /* the connection, or another try to make it; link_why says why */
    LINK_MADE, /* the connection, again */
};

struct link_kind {
    /* False if that cannot be done now. */
    bool (*send)(struct link *link, const char *text, size_t length);
    /* The text is terminated, and good until the next call. */
    enum link_result (*take)(struct link *link, const char **text, size_t *length);
    /* To be polled for reading after LINK_NOTHING; -1: there is nothing to poll. */
    int (*descriptor)(const struct link *link);
    /* When to take again in any case, in milliseconds from now; negative: never. */
    int (*due_ms)(const struct link *link);
    /* Whether something will come in a moment without anybody doing anything. NULL: who knows. */
    bool (*is_busy)(const struct link *link);
    /* Lets bots at the other end think about what is on; they act when somebody takes. NULL: they
     * do that by themselves. */
    void (*ponder)(struct link *link);
    bool rests; /* nothing happens at the other end while nobody takes */
    /* What is done about a lost connection: "no connection, next try in 3 s"; else nothing. */
    void (*put_trouble)(const struct link *link, const struct hc_language *language, char *text,
                        size_t size);
    void (*close)(struct link *link);
};

/* The beginning of every link. */
struct link {
    const struct link_kind *kind;
    struct hc_problem why; /* of the last LINK_LOST */
};

/* Connects to a server, and waits for that. NULL, and why->text says what is wrong. `ca` is a file
 * of certificates, or NULL; it must live as long as the link. SIGPIPE must be ignored. */
struct link *link_open(const struct url *url, const char *ca, struct hc_problem *why);

#endif
