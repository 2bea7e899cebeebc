// SPDX-License-Identifier: MIT
/* ice.c: reads addresses of ICE servers. */
#include "net/ice.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/text.h"

static const char host_chars[] = "abcdefghijklmnopqrstuvwxyz"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789-._";
static const char ipv6_chars[] = "0123456789abcdefABCDEF:";

/* Behind `prefix`; NULL if the text does not begin so. */
static const char *behind(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);

    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

static bool is_visible(const char *text, const char *end)
{
    while (text<end && * text> ' ' && *text <= '~')
        text++;
    return text == end;
}

/* USER:PASSWORD, up to `end`. */
static bool is_login(const char *text, const char *end)
{
    const char *colon = memchr(text, ':', (size_t)(end - text));

    return colon && colon > text && colon + 1 < end && is_visible(text, end) &&
           !memchr(colon + 1, ':', (size_t)(end - colon - 1));
}

/* HOST[:PORT][?transport=udp|tcp], and nothing else. */
static bool is_place(const char *text)
{
    size_t length;
    uint64_t port;

    if (*text == '[') {
        length = strspn(++text, ipv6_chars);
        if (!length || text[length] != ']')
            return false;
        text += length + 1;
    } else {
        length = strspn(text, host_chars);
        if (!length)
            return false;
        text += length;
    }
    if (*text == ':') {
        text = hc_read_number(text + 1, 65535, &port);
        if (!text)
            return false;
    }
    return !*text || !strcmp(text, "?transport=udp") || !strcmp(text, "?transport=tcp");
}

static bool is_server(const char *text)
{
    const char *rest, *at = strchr(text, '@');

    if ((rest = behind(text, "stun:")) || (rest = behind(text, "stuns:")))
        return is_place(rest);
    if ((rest = behind(text, "turn:")) || (rest = behind(text, "turns:")))
        return at && is_login(rest, at) && is_place(at + 1);
    return false;
}

bool ice_parse(const char *text, struct ice *ice)
{
    *ice = (struct ice){0};
    for (;;) {
        size_t length = strcspn(text, ",");
        char *server;

        if (ice->count == ICE_SERVERS || length >= ICE_CHARS)
            return false;
        server = ice->server[ice->count++];
        memcpy(server, text, length);
        if (!is_server(server))
            return false;
        if (!text[length])
            return true;
        text += length + 1;
    }
}
