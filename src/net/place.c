// SPDX-License-Identifier: MIT
/* place.c: reading ADDRESS:PORT. */
#include "net/place.h"

#include <string.h>

#include "core/text.h"

bool place_read(const char *text, struct place *place)
{
    const char *colon = strrchr(text, ':'), *end;
    uint64_t port;
    size_t length = colon ? (size_t)(colon - text) : 0;

    if (!colon || length >= sizeof place->host || !length)
        return false;
    end = hc_read_number(colon + 1, 65535, &port);
    if (!end || *end)
        return false;
    if (text[0] == '[' && text[length - 1] == ']') {
        text++;
        length -= 2;
    }
    memcpy(place->host, text, length);
    place->host[length] = '\0';
    place->port = (unsigned)port;
    return true;
}

bool place_is_among(const char *places, const char *place)
{
    size_t length = strlen(place);

    for (const char *at = places; (at = strstr(at, place)); at += length)
        if ((at == places || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return true;
    return false;
}
