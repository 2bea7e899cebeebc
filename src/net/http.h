// SPDX-License-Identifier: MIT
/*
 * http.h: heads of HTTP/1.1, requests and answers, read and written, without a socket.
 *
 * Written by hand: the packaged parser is no longer kept, and what a small server and its client
 * need of a head is its first line and some headers. A head is read when all of it has come;
 * whatever is doubtful (a folded header, a second length, a request with a chunked body) is refused
 * rather than guessed at. Nothing is copied: what is found stands in the bytes that were given.
 */
#ifndef HC_NET_HTTP_H
#define HC_NET_HTTP_H

#include "core/text.h"

enum {
    HTTP_REQUEST_MAX = 4096, /* bytes of the head of a request */
    HTTP_ANSWER_MAX = 8192,  /* and of an answer, to which proxies add */
};

/* A piece of the head; not terminated by a zero. Its start is NULL if it was not there. */
struct http_text {
    const char *start;
    size_t length;
};

struct http_head {
    struct http_text method, path, query; /* of a request; query: behind '?', not unescaped */
    unsigned status;                      /* of an answer */
    struct http_text host, origin, authorization, forwarded_for, content_type;
    struct http_text accept_encoding, if_none_match;
    struct http_text telegram_secret; /* by which Telegram says who it is */
    struct http_text websocket_key, websocket_accept, websocket_version;
    struct http_text connection, upgrade, content_length, transfer_encoding;
    bool keep_alive;
    bool upgrades; /* to a WebSocket of version 13 */
    bool has_size; /* the size of the body is known; that of a request always is */
    size_t body_size;
};

enum http_result {
    HTTP_WHOLE, /* *used bytes are the head */
    HTTP_MORE,
    HTTP_WRONG, /* a server answers 400 and closes */
    HTTP_TOO_BIG,
};

enum http_result http_read_request(const char *bytes, size_t count, struct http_head *head,
                                   size_t *used);
enum http_result http_read_answer(const char *bytes, size_t count, struct http_head *head,
                                  size_t *used);
bool http_is(struct http_text text, const char *word);
/* Takes the next item off a list with commas, without the blanks round it; false at its end. */
bool http_next(struct http_text *list, struct http_text *item);
/* Whether a comma separated list has this word, ignoring case. */
bool http_lists(struct http_text list, const char *word);

/* Whether an Accept-Encoding lets an answer be compressed by gzip. */
bool http_takes_gzip(struct http_text list);
/* Whether an If-None-Match names this tag, which is given in its quotes. A tag that a proxy has
 * made weak counts. */
bool http_has_tag(struct http_text list, const char *tag);

/* What a query says for a name, without its escapes; empty if it says nothing. False if an escape
 * is none, the text has a zero in it, or there is not enough room for it. */
bool http_query(struct http_text query, const char *name, char *out, size_t size);

/* Writing: the first line, then headers, then the end. */
void http_write_request(struct hc_text *out, const char *method, const char *path);
void http_write_answer(struct hc_text *out, unsigned status);
void http_write(struct hc_text *out, const char *name, const char *value);
void http_write_number(struct hc_text *out, const char *name, size_t value);
void http_write_end(struct hc_text *out);

#endif
