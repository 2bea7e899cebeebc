// SPDX-License-Identifier: MIT
/* place.h: ADDRESS:PORT, as options and processes name a place in the network. */
#ifndef HC_NET_PLACE_H
#define HC_NET_PLACE_H

#include <stdbool.h>

enum { PLACE_CHARS = 80 }; /* a place as text, with its zero */

struct place {
    char host[64]; /* without the brackets of an IPv6 address; "": none */
    unsigned port;
};

/* False, and nothing is changed, if the text is not of that form. */
bool place_read(const char *text, struct place *place);
/* Whether `place` is one of `places`, which have blanks between. */
bool place_is_among(const char *places, const char *place);

#endif
