// SPDX-License-Identifier: MIT
/*
 * stream.h: a connection to a server, encrypted or not.
 *
 * Reading never waits; the caller waits with poll on the descriptor. Opening and writing wait, for
 * a limited time. The certificate of an encrypted server must be good for its name, by the
 * authorities that the system trusts, or by those of a file.
 */
#ifndef HC_NET_STREAM_H
#define HC_NET_STREAM_H

#include <openssl/ssl.h>

#include "net/url.h"

struct stream {
    int descriptor; /* -1: not open */
    SSL_CTX *authorities;
    SSL *tls; /* NULL: not encrypted */
};

/* `ca` is a file of certificates in PEM, or NULL. False, and why->text says what is wrong; then the
 * stream is not open. */
bool stream_open(struct stream *stream, const struct url *url, const char *ca, int timeout_ms,
                 struct hc_problem *why);
void stream_close(struct stream *stream);
/* Reads what has come: how many bytes, 0 if nothing has, -1 if the other side is gone. */
long stream_read(struct stream *stream, void *bytes, size_t size);
/* Writes all of it; false if that cannot be done in time. */
bool stream_write(struct stream *stream, const void *bytes, size_t size, int timeout_ms);
/* Sends a GET for a path below that of the server; `headers` are more lines for its head. */
bool stream_get(struct stream *stream, const struct url *url, const char *path, const char *headers,
                int timeout_ms);

#endif
