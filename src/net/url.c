// SPDX-License-Identifier: MIT
/* url.c: reading the address of a server. Start reading at url_parse(). */
#include "net/url.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/text.h"
#include "protocol/protocol_words.h"

static const struct {
    const char *name;
    bool encrypted;
    const char *port;
} schemes[] = {
    {"http", false, "80"}, {"ws", false, "80"}, {"https", true, "443"}, {"wss", true, "443"}};

static bool wrong(struct hc_problem *why, const char *text)
{
    snprintf(why->text, sizeof why->text, "%s", text);
    return false;
}

/* Copies what fits and is printable; blanks and the like have no place in an address. */
static bool copy(const char *from, size_t length, char *to, size_t size)
{
    if (length >= size)
        return false;
    for (size_t i = 0; i < length; i++)
        if (from[i] <= ' ' || from[i] >= 0x7f)
            return false;
    memcpy(to, from, length);
    to[length] = '\0';
    return true;
}

bool url_code(const char *text, size_t length, char code[URL_CODE_CHARS])
{
    char typed[URL_CODE_CHARS];

    _Static_assert((int)URL_CODE_CHARS == (int)HC_ROOM_CODE_CHARS + 1, "a code with its zero");
    if (length >= sizeof typed)
        return false;
    memcpy(typed, text, length);
    typed[length] = '\0';
    return protocol_read_code(typed, code);
}

static const char *parse_scheme(const char *text, struct url *url)
{
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        size_t length = strlen(schemes[i].name);

        if (strncasecmp(text, schemes[i].name, length) != 0 ||
            strncmp(text + length, "://", 3) != 0)
            continue;
        url->encrypted = schemes[i].encrypted;
        memcpy(url->port, schemes[i].port, strlen(schemes[i].port) + 1);
        return text + length + 3;
    }
    return NULL;
}

/* HOST[:PORT] or [HOST][:PORT]; returns what follows it, NULL if it is wrong. */
static const char *parse_host(const char *text, struct url *url)
{
    const char *end;
    uint64_t port;

    url->is_ipv6 = *text == '[';
    text += url->is_ipv6;
    end = text + strcspn(text, url->is_ipv6 ? "]" : ":/");
    if (end == text || !copy(text, (size_t)(end - text), url->host, sizeof url->host) ||
        strpbrk(url->host, "@?#\\"))
        return NULL;
    if (url->is_ipv6 && *end++ != ']')
        return NULL;
    if (*end == ':') {
        end = hc_read_number(end + 1, 65535, &port);
        if (!end || !port)
            return NULL;
        snprintf(url->port, sizeof url->port, "%u", (unsigned)port);
    }
    return *end && *end != '/' ? NULL : end;
}

/* What follows the host: a path, and perhaps the code of a table. */
static bool parse_path(const char *text, struct url *url)
{
    size_t length = strlen(text), last;

    while (length && text[length - 1] == '/')
        length--;
    for (last = length; last && text[last - 1] != '/';)
        last--;
    if (last && url_code(text + last, length - last, url->code))
        length = last - 1;
    else
        url->code[0] = '\0';
    return copy(text, length, url->path, sizeof url->path) && !strpbrk(url->path, "?#");
}

bool url_parse(const char *text, struct url *url, struct hc_problem *why)
{
    *url = (struct url){.encrypted = false};
    text = parse_scheme(text, url);
    if (!text)
        return wrong(why, "the address of a server begins with http://, https://, ws:// or wss://");
    text = parse_host(text, url);
    if (!text)
        return wrong(why, "that address has no host, or a port that is none; write "
                          "https://HOST:PORT/CODE");
    if (!parse_path(text, url))
        return wrong(why, "the path of that address is too long, or has characters that do not "
                          "belong there");
    return true;
}

void url_print(const struct url *url, char out[URL_SERVER_CHARS])
{
    snprintf(out, URL_SERVER_CHARS, "%s://%s%s%s:%s%s", url->encrypted ? "https" : "http",
             url->is_ipv6 ? "[" : "", url->host, url->is_ipv6 ? "]" : "", url->port, url->path);
}
