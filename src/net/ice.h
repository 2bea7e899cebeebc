// SPDX-License-Identifier: MIT
/*
 * ice.h: addresses of servers that help browsers to connect directly (ICE), as people write them.
 *
 *   stun:HOST[:PORT]
 *   turn:USER:PASSWORD@HOST[:PORT][?transport=udp|tcp]
 *
 * Both with an s behind the scheme if it is encrypted, and several with commas between them. Pages
 * read the same texts: web/src/friends/links_places.ts.
 */
#ifndef HC_NET_ICE_H
#define HC_NET_ICE_H

#include <stdbool.h>

enum {
    ICE_SERVERS = 8,
    ICE_CHARS = 201, /* of one, with its end */
};

struct ice {
    unsigned count;
    char server[ICE_SERVERS][ICE_CHARS];
};

/* False: that is not one or several such addresses. */
bool ice_parse(const char *text, struct ice *ice);

#endif
