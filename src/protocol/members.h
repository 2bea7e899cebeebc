// SPDX-License-Identifier: MIT
/*
 * members.h: the members of a JSON object, one by one, as a message of a client has them.
 *
 * Written by hand: every message is one flat object of a few short members, and a library that
 * builds a tree of it takes longer than the room that decides about it. It reads all of JSON
 * (RFC 8259) and accepts nothing else; what is nested is checked and passed over. The text must be
 * valid UTF-8, which frame_is_text has seen to.
 */
#ifndef HC_PROTOCOL_MEMBERS_H
#define HC_PROTOCOL_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MEMBERS_MAX = 32, MEMBERS_DEPTH_MAX = 32 };

enum member_kind {
    MEMBER_TEXT,
    MEMBER_NUMBER, /* a whole one, from 0 to INT64_MAX */
    MEMBER_OTHER,  /* anything else, a text with a zero or half a pair of surrogates, too */
};

struct member {
    const char *key;
    enum member_kind kind;
    const char *text; /* without a zero inside */
    size_t length;
    int64_t number;
};

struct members {
    struct member member[MEMBERS_MAX];
    unsigned count;
};

enum members_result {
    MEMBERS_READ,
    MEMBERS_NO_JSON,   /* or more than one value, a name twice, or too deep */
    MEMBERS_NO_OBJECT, /* another value */
    MEMBERS_TOO_MANY,
};

/* `room` takes the texts, and must have as many bytes as the message. */
enum members_result members_read(const char *text, size_t length, char *room,
                                 struct members *members);
/* The member of that name, or NULL. */
const struct member *members_find(const struct members *members, const char *key);

#endif
