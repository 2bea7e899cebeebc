// SPDX-License-Identifier: MIT
/* http.c: reading and writing heads. Start reading at http_read_request(). */
#include "net/http.h"

#include <string.h>
#include <strings.h>

#include "net/frame.h"

static const char version[] = "HTTP/1.1 ";

bool http_is(struct http_text text, const char *word)
{
    return text.length == strlen(word) && !memcmp(text.start, word, text.length);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static struct http_text trimmed(struct http_text text)
{
    while (text.length && is_blank(text.start[0]))
        text = (struct http_text){text.start + 1, text.length - 1};
    while (text.length && is_blank(text.start[text.length - 1]))
        text.length--;
    return text;
}

static bool is_word(struct http_text text, const char *word)
{
    return text.length == strlen(word) && !strncasecmp(text.start, word, text.length);
}

bool http_next(struct http_text *list, struct http_text *item)
{
    const char *comma = list->length ? memchr(list->start, ',', list->length) : NULL;
    struct http_text all = *list;

    if (!all.length)
        return false;
    item->start = all.start;
    item->length = comma ? (size_t)(comma - all.start) : all.length;
    list->start = all.start + item->length + (comma != NULL);
    list->length = all.length - item->length - (comma != NULL);
    *item = trimmed(*item);
    return true;
}

bool http_lists(struct http_text list, const char *word)
{
    struct http_text item;

    while (http_next(&list, &item))
        if (is_word(item, word))
            return true;
    return false;
}

/* ---- What a request takes and has ----------------------------------------------------------- */

static bool begins_with(struct http_text text, const char *word)
{
    return text.length >= strlen(word) && !strncasecmp(text.start, word, strlen(word));
}

/* Whether an item of Accept-Encoding is about this coding: "gzip", "gzip;q=0.5", "gzip ; q=1". */
static bool names(struct http_text item, const char *coding)
{
    size_t length = strlen(coding);

    return begins_with(item, coding) &&
           (item.length == length || strchr("; \t", item.start[length]));
}

/* Whether its weight is nothing: "q=0", "q=0.000". */
static bool is_refused(struct http_text item)
{
    const char *weight = memchr(item.start, '=', item.length);

    if (!weight)
        return false;
    for (const char *digit = weight + 1; digit < item.start + item.length; digit++)
        if (!strchr("0. \t", *digit))
            return false;
    return true;
}

bool http_takes_gzip(struct http_text list)
{
    struct http_text item;
    bool any = false;

    while (http_next(&list, &item)) {
        if (names(item, "gzip") || names(item, "x-gzip"))
            return !is_refused(item);
        if (names(item, "*"))
            any = !is_refused(item);
    }
    return any;
}

bool http_has_tag(struct http_text list, const char *tag)
{
    struct http_text item;

    while (http_next(&list, &item)) {
        if (http_is(item, "*"))
            return true;
        if (begins_with(item, "W/"))
            item = (struct http_text){item.start + 2, item.length - 2};
        if (http_is(item, tag))
            return true;
    }
    return false;
}

/* ---- Queries -------------------------------------------------------------------------------- */

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The character at the beginning of `text`, which is cut off; -1 if it is none. */
static int unescape(struct http_text *text)
{
    int high, low, c = (unsigned char)*text->start;
    size_t used = c == '%' ? 3 : 1;

    if (used > text->length)
        return -1;
    if (c == '+')
        c = ' ';
    if (c == '%') {
        high = hex_value(text->start[1]);
        low = hex_value(text->start[2]);
        c = high < 0 || low < 0 ? -1 : high << 4 | low;
    }
    text->start += used;
    text->length -= used;
    return c ? c : -1;
}

bool http_query(struct http_text query, const char *name, char *out, size_t size)
{
    size_t length = strlen(name), count = 0;

    *out = '\0';
    while (query.length) {
        const char *end = memchr(query.start, '&', query.length);
        struct http_text one = {query.start, end ? (size_t)(end - query.start) : query.length};

        query.start += one.length + (end != NULL);
        query.length -= one.length + (end != NULL);
        if (one.length <= length || memcmp(one.start, name, length) != 0 ||
            one.start[length] != '=')
            continue;
        one.start += length + 1;
        one.length -= length + 1;
        while (one.length) {
            int c = unescape(&one);

            if (c < 0 || count + 1 >= size)
                return false;
            out[count++] = (char)c;
            out[count] = '\0';
        }
        return true;
    }
    return true;
}

/* ---- Heads ---------------------------------------------------------------------------------- */

/* The text up to `end`, which is cut off from `rest` with it. False if it does not occur. */
static bool cut(struct http_text *rest, const char *end, struct http_text *out)
{
    size_t length = strlen(end);

    for (size_t i = 0; i + length <= rest->length; i++)
        if (!memcmp(rest->start + i, end, length)) {
            *out = (struct http_text){rest->start, i};
            *rest = (struct http_text){rest->start + i + length, rest->length - i - length};
            return true;
        }
    return false;
}

/* Characters of a method or of a header's name. */
static bool is_token(struct http_text text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.start[i] <= ' ' || text.start[i] > '~' ||
            strchr("()<>@,;:\\\"/[]?={}", text.start[i]))
            return false;
    return text.length > 0;
}

/* A value has no control characters: a bare line end in it could be taken for a header's. */
static bool is_value(struct http_text text)
{
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.start[i] < ' ' ? text.start[i] != '\t' : text.start[i] == 0x7f)
            return false;
    return true;
}

static bool read_size(struct http_text text, size_t *size)
{
    *size = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.start[i] < '0' || text.start[i] > '9' || i == 9)
            return false;
        *size = *size * 10 + (size_t)(text.start[i] - '0');
    }
    return text.length > 0;
}

static bool read_target(struct http_text target, struct http_head *head)
{
    const char *question = memchr(target.start, '?', target.length);

    for (size_t i = 0; i < target.length; i++)
        if (target.start[i] <= ' ' || target.start[i] > '~')
            return false;
    head->path = target;
    if (question) {
        head->path.length = (size_t)(question - target.start);
        head->query = (struct http_text){question + 1, target.length - head->path.length - 1};
    }
    return target.length && target.start[0] == '/';
}

static const struct header {
    const char *name;
    size_t offset; /* of its text in struct http_head */
    bool again;    /* may come again; the first counts, and nothing is lost by that but bytes */
} headers[] = {
#define HEADER(name, member, again)                                                                \
    {                                                                                              \
        name, offsetof(struct http_head, member), again                                            \
    }
    HEADER("host", host, false),
    HEADER("origin", origin, false),
    HEADER("authorization", authorization, false),
    HEADER("x-forwarded-for", forwarded_for, false),
    HEADER("content-type", content_type, false),
    HEADER("accept-encoding", accept_encoding, true),
    HEADER("if-none-match", if_none_match, true),
    HEADER("x-telegram-bot-api-secret-token", telegram_secret, false),
    HEADER("sec-websocket-key", websocket_key, false),
    HEADER("sec-websocket-accept", websocket_accept, false),
    HEADER("sec-websocket-version", websocket_version, false),
    HEADER("connection", connection, false),
    HEADER("upgrade", upgrade, false),
    HEADER("content-length", content_length, false),
    HEADER("transfer-encoding", transfer_encoding, false),
#undef HEADER
};

static bool take_header(struct http_text name, struct http_text value, struct http_head *head)
{
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        struct http_text *place = (void *)((char *)head + headers[i].offset);

        if (!is_word(name, headers[i].name))
            continue;
        if (place->start) /* given twice: which one counts is a matter of opinion */
            return headers[i].again;
        *place = value;
        return true;
    }
    return true;
}

/* What follows the first line, the empty line at the end with it. */
static bool read_headers(struct http_text rest, struct http_head *head)
{
    struct http_text line, name;

    while (cut(&rest, "\r\n", &line) && line.length) {
        if (!cut(&line, ":", &name) || !is_token(name) || !is_value(line) ||
            !take_header(name, trimmed(line), head))
            return false;
    }
    head->has_size = head->content_length.start && !head->transfer_encoding.start;
    return !head->content_length.start || read_size(head->content_length, &head->body_size);
}

/* Whether the headers that both ends of a handshake send are there. */
static bool is_upgrade(const struct http_head *head)
{
    return http_lists(head->connection, "upgrade") && http_lists(head->upgrade, "websocket");
}

static bool read_request(struct http_text all, struct http_head *head)
{
    struct http_text line, target;
    bool newest;

    if (!cut(&all, "\r\n", &line) || !cut(&line, " ", &head->method) || !cut(&line, " ", &target))
        return false;
    newest = http_is(line, "HTTP/1.1");
    if ((!newest && !http_is(line, "HTTP/1.0")) || !is_token(head->method) ||
        !read_target(target, head) || !read_headers(all, head))
        return false;
    if (head->transfer_encoding.start || (newest && !head->host.start))
        return false;
    head->has_size = true;
    head->keep_alive = newest ? !http_lists(head->connection, "close")
                              : http_lists(head->connection, "keep-alive");
    head->upgrades = newest && is_upgrade(head) && http_is(head->websocket_version, "13") &&
                     head->websocket_key.length == FRAME_KEY_CHARS && http_is(head->method, "GET");
    return true;
}

/* The version and the status: "HTTP/1.1 200", and a reason that nobody reads. */
static bool read_status(struct http_text line, struct http_head *head)
{
    size_t status;

    if (line.length < sizeof version - 1 + 3 ||
        memcmp(line.start, version, sizeof version - 1) != 0)
        return false;
    line = (struct http_text){line.start + sizeof version - 1, line.length - (sizeof version - 1)};
    if (!read_size((struct http_text){line.start, 3}, &status) || status < 100 ||
        (line.length > 3 && line.start[3] != ' ') || !is_value(line))
        return false;
    head->status = (unsigned)status;
    return true;
}

static bool read_answer(struct http_text all, struct http_head *head)
{
    struct http_text line;

    if (!cut(&all, "\r\n", &line) || !read_status(line, head) || !read_headers(all, head))
        return false;
    head->keep_alive = !http_lists(head->connection, "close");
    head->upgrades = head->status == 101 && is_upgrade(head) &&
                     head->websocket_accept.length == FRAME_ACCEPT_CHARS;
    return true;
}

/* What begins as no request does, TLS to begin with, is not waited for. */
static bool begins_request(struct http_text all)
{
    struct http_text method = all;

    cut(&all, " ", &method);
    return !method.length || is_token(method);
}

static bool begins_answer(struct http_text all)
{
    return !memcmp(all.start, version,
                   all.length < sizeof version - 1 ? all.length : sizeof version - 1);
}

/* One end's way of reading: how long a head may be, how it begins, and what is in it. */
struct reader {
    size_t size_max;
    bool (*begins)(struct http_text all);
    bool (*read)(struct http_text all, struct http_head *head);
};

static enum http_result read_head(const struct reader *reader, const char *bytes, size_t count,
                                  struct http_head *head, size_t *used)
{
    struct http_text all = {bytes, count < reader->size_max ? count : reader->size_max};
    struct http_text rest = all, whole;

    *head = (struct http_head){.body_size = 0};
    if (!count)
        return HTTP_MORE;
    if (!cut(&rest, "\r\n\r\n", &whole)) {
        if (!reader->begins(all))
            return HTTP_WRONG;
        return count < reader->size_max ? HTTP_MORE : HTTP_TOO_BIG;
    }
    *used = all.length = whole.length + 4;
    return reader->read(all, head) ? HTTP_WHOLE : HTTP_WRONG;
}

enum http_result http_read_request(const char *bytes, size_t count, struct http_head *head,
                                   size_t *used)
{
    static const struct reader reader = {HTTP_REQUEST_MAX, begins_request, read_request};

    return read_head(&reader, bytes, count, head, used);
}

enum http_result http_read_answer(const char *bytes, size_t count, struct http_head *head,
                                  size_t *used)
{
    static const struct reader reader = {HTTP_ANSWER_MAX, begins_answer, read_answer};

    return read_head(&reader, bytes, count, head, used);
}

/* The reason phrase of a status. */
static const char *reason_of(unsigned status)
{
    switch (status) {
    case 101:
        return "Switching Protocols";
    case 200:
        return "OK";
    case 201:
        return "Created";
    case 304:
        return "Not Modified";
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

void http_write_request(struct hc_text *out, const char *method, const char *path)
{
    hc_put(out, method);
    hc_put(out, " ");
    hc_put(out, path);
    hc_put(out, " HTTP/1.1\r\n");
}

void http_write_answer(struct hc_text *out, unsigned status)
{
    hc_put(out, version);
    hc_put_number(out, status);
    hc_put(out, " ");
    hc_put(out, reason_of(status));
    hc_put(out, "\r\n");
}

void http_write(struct hc_text *out, const char *name, const char *value)
{
    hc_put(out, name);
    hc_put(out, ": ");
    hc_put(out, value);
    hc_put(out, "\r\n");
}

void http_write_number(struct hc_text *out, const char *name, size_t value)
{
    hc_put(out, name);
    hc_put(out, ": ");
    hc_put_number(out, (int64_t)value);
    hc_put(out, "\r\n");
}

void http_write_end(struct hc_text *out)
{
    hc_put(out, "\r\n");
}
