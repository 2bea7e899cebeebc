// SPDX-License-Identifier: MIT
/*
 * http.h: the head of an HTTP/1.1 request, without a socket.
 *
 * Written by hand: the packaged parser is no longer kept, and what a small server needs of a
 * request is its first line and seven headers. A head is read when all of it has come; whatever is
 * doubtful (a folded header, a second length, a chunked body) is refused rather than guessed at.
 */
#ifndef HC_DOORS_SERVER_HTTP_H
#define HC_DOORS_SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HTTP_HEAD_MAX = 4096 };

/* A piece of the head; not terminated by a zero. */
struct http_text {
    const char *at;
    size_t length;
};

struct http_head {
    struct http_text method, path, query; /* query: what follows '?', not unescaped */
    struct http_text host, origin, authorization, forwarded_for, websocket_key, content_type;
    bool keep_alive, upgrade; /* upgrade: to a WebSocket of version 13 */
    size_t body_size;
};

enum http_result {
    HTTP_WHOLE, /* *used bytes are the head */
    HTTP_MORE,
    HTTP_WRONG, /* answer 400 and close */
    HTTP_TOO_BIG,
};

enum http_result http_read(const char *bytes, size_t count, struct http_head *head, size_t *used);
bool http_is(struct http_text text, const char *word);
/* Whether a comma separated list has this word, ignoring case. */
bool http_lists(struct http_text text, const char *word);
/* The reason phrase of a status. */
const char *http_reason(unsigned status);

#endif
