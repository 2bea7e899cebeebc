// SPDX-License-Identifier: MIT
/*
 * url.h: the address of a server, and of a table there.
 *
 *   SCHEME://HOST[:PORT][/PATH][/CODE]
 *
 * The scheme is http or ws, or https or wss with encryption; they mean the same here. The code of a
 * table is the last part of the path, in letters of either case.
 */
#ifndef HC_NET_URL_H
#define HC_NET_URL_H

#include "holecard.h"

enum {
    URL_HOST_CHARS = 256,
    URL_PORT_CHARS = 6,
    URL_PATH_CHARS = 200,
    URL_CODE_CHARS = 7,
    URL_SERVER_CHARS = 500, /* the longest text of url_print */
};

struct url {
    bool encrypted;
    bool is_ipv6; /* the host was written in brackets */
    char host[URL_HOST_CHARS];
    char port[URL_PORT_CHARS];
    char path[URL_PATH_CHARS]; /* what stands before the code; "" or "/cards" */
    char code[URL_CODE_CHARS]; /* in capitals; "" if no table is named */
};

/* False, and why->text says what is wrong. */
bool url_parse(const char *text, struct url *url, struct hc_problem *why);
/* The server as "https://host:port/path", without the table; one server has one such text. */
void url_print(const struct url *url, char out[URL_SERVER_CHARS]);
/* Whether a text is the code of a table; then `code` is that in capitals. */
bool url_code(const char *text, size_t length, char code[URL_CODE_CHARS]);

#endif
