// SPDX-License-Identifier: MIT
/*
 * kept.h: answers that depend on their request alone, kept as they are and compressed, so that
 * each is made once: what games there are, rules, pictures. The oldest makes room for a new one.
 */
#ifndef HC_DOORS_SERVER_KEPT_H
#define HC_DOORS_SERVER_KEPT_H

#include "doors/server/static_files.h"

enum {
    KEPT_MAX = 256, /* rules of 22 KiB each, if all are: 6 MiB */
    KEPT_TAG_CHARS = 40,
};

struct kept {
    const char *type; /* of all answers, as Content-Type */
    unsigned next;    /* where the next one goes */
    struct kept_one {
        char *key; /* NULL: nothing is here */
        struct static_file file;
        char tag[KEPT_TAG_CHARS], gzip_tag[KEPT_TAG_CHARS];
    } one[KEPT_MAX];
};

/* Finds the answer with this key; NULL: there is none. */
const struct static_file *kept_find(const struct kept *kept, const char *key);
/* Keeps a copy of a new answer in place of the oldest one. NULL without memory. */
const struct static_file *kept_add(struct kept *kept, const char *key, const char *text,
                                   size_t length);
void kept_free(struct kept *kept);

#endif
