// SPDX-License-Identifier: MIT
/* http.c: reading the head of a request. Start reading at http_read(). */
#include "doors/server/http.h"

#include <string.h>
#include <strings.h>

bool http_is(struct http_text text, const char *word)
{
    return text.length == strlen(word) && !memcmp(text.at, word, text.length);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct http_text trimmed(struct http_text text)
{
    while (text.length && is_blank(text.at[0]))
        text = (struct http_text){text.at + 1, text.length - 1};
    while (text.length && is_blank(text.at[text.length - 1]))
        text.length--;
    return text;
}

static bool is_word(struct http_text text, const char *word)
{
    return text.length == strlen(word) && !strncasecmp(text.at, word, text.length);
}

bool http_lists(struct http_text text, const char *word)
{
    while (text.length) {
        const char *comma = memchr(text.at, ',', text.length);
        struct http_text item = {text.at, comma ? (size_t)(comma - text.at) : text.length};
        size_t step = item.length + (comma != NULL);

        if (is_word(trimmed(item), word))
            return true;
        text = (struct http_text){text.at + step, text.length - step};
    }
    return false;
}

/* The text up to `end`, which is cut off from `rest` with it. False if it does not occur. */
static bool cut(struct http_text *rest, const char *end, struct http_text *out)
{
    size_t length = strlen(end);

    for (size_t i = 0; i + length <= rest->length; i++)
        if (!memcmp(rest->at + i, end, length)) {
            *out = (struct http_text){rest->at, i};
            *rest = (struct http_text){rest->at + i + length, rest->length - i - length};
            return true;
        }
    return false;
}

/* Characters of a method or of a header's name. */
static bool is_token(struct http_text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] <= ' ' || text.at[i] > '~' || strchr("()<>@,;:\\\"/[]?={}", text.at[i]))
            return false;
    return text.length > 0;
}

/* A value has no control characters: a bare line end in it could be taken for a header's. */
static bool is_value(struct http_text text)
{
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.at[i] < ' ' ? text.at[i] != '\t' : text.at[i] == 0x7f)
            return false;
    return true;
}

static bool read_size(struct http_text text, size_t *size)
{
    *size = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] < '0' || text.at[i] > '9' || i == 9)
            return false;
        *size = *size * 10 + (size_t)(text.at[i] - '0');
    }
    return text.length > 0;
}

static bool read_target(struct http_text target, struct http_head *head)
{
    const char *question = memchr(target.at, '?', target.length);

    for (size_t i = 0; i < target.length; i++)
        if (target.at[i] <= ' ' || target.at[i] > '~')
            return false;
    head->path = target;
    if (question) {
        head->path.length = (size_t)(question - target.at);
        head->query = (struct http_text){question + 1, target.length - head->path.length - 1};
    }
    return target.length && target.at[0] == '/';
}

/* What is gathered beside the head while its headers are read. */
struct gathered {
    struct http_text connection, upgrade, version, length, encoding;
};

static bool take_header(struct http_text name, struct http_text value, struct http_head *head,
                        struct gathered *gathered)
{
    struct {
        const char *name;
        struct http_text *value;
    } wanted[] = {{"host", &head->host},
                  {"origin", &head->origin},
                  {"authorization", &head->authorization},
                  {"x-forwarded-for", &head->forwarded_for},
                  {"sec-websocket-key", &head->websocket_key},
                  {"content-type", &head->content_type},
                  {"connection", &gathered->connection},
                  {"upgrade", &gathered->upgrade},
                  {"sec-websocket-version", &gathered->version},
                  {"content-length", &gathered->length},
                  {"transfer-encoding", &gathered->encoding}};

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (is_word(name, wanted[i].name)) {
            if (wanted[i].value->at) /* given twice: which one counts is a matter of opinion */
                return false;
            *wanted[i].value = value;
        }
    return true;
}

static bool read_headers(struct http_text rest, struct http_head *head, struct gathered *gathered)
{
    struct http_text line, name;

    while (cut(&rest, "\r\n", &line) && line.length) {
        if (!cut(&line, ":", &name) || !is_token(name) || !is_value(line) ||
            !take_header(name, trimmed(line), head, gathered))
            return false;
    }
    return true;
}

static bool read_head(struct http_text all, struct http_head *head)
{
    struct gathered gathered = {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}};
    struct http_text line, target;
    bool newest;

    if (!cut(&all, "\r\n", &line) || !cut(&line, " ", &head->method) || !cut(&line, " ", &target))
        return false;
    newest = http_is(line, "HTTP/1.1");
    if ((!newest && !http_is(line, "HTTP/1.0")) || !is_token(head->method) ||
        !read_target(target, head) || !read_headers(all, head, &gathered))
        return false;
    if (gathered.encoding.at ||
        (gathered.length.at && !read_size(gathered.length, &head->body_size)))
        return false;
    if (newest && !head->host.at)
        return false;
    head->keep_alive = newest ? !http_lists(gathered.connection, "close")
                              : http_lists(gathered.connection, "keep-alive");
    head->upgrade = newest && http_lists(gathered.connection, "upgrade") &&
                    http_lists(gathered.upgrade, "websocket") && http_is(gathered.version, "13") &&
                    head->websocket_key.length == 24 && http_is(head->method, "GET");
    return true;
}

enum http_result http_read(const char *bytes, size_t count, struct http_head *head, size_t *used)
{
    struct http_text all = {bytes, count}, body = all, whole, method = all;

    *head = (struct http_head){.body_size = 0};
    if (!cut(&body, "\r\n\r\n", &whole)) {
        /* What begins as no request does, TLS to begin with, is not waited for. */
        cut(&body, " ", &method);
        if (count && !is_token(method))
            return HTTP_WRONG;
        return count < HTTP_HEAD_MAX ? HTTP_MORE : HTTP_TOO_BIG;
    }
    *used = whole.length + 4;
    if (*used > HTTP_HEAD_MAX)
        return HTTP_TOO_BIG;
    all.length = *used;
    return read_head(all, head) ? HTTP_WHOLE : HTTP_WRONG;
}

const char *http_reason(unsigned status)
{
    switch (status) {
    case 101:
        return "Switching Protocols";
    case 200:
        return "OK";
    case 201:
        return "Created";
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 409:
        return "Conflict";
    case 413:
        return "Content Too Large";
    case 429:
        return "Too Many Requests";
    case 431:
        return "Request Header Fields Too Large";
    case 503:
        return "Service Unavailable";
    default:
        return "Error";
    }
}
