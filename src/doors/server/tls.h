// SPDX-License-Identifier: MIT
/* tls.h: encryption of a connection, between bytes from the socket and bytes for it. */
#ifndef HC_DOORS_SERVER_TLS_H
#define HC_DOORS_SERVER_TLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tls;         /* of a server: its certificate and key */
struct tls_session; /* of a connection */

/* NULL, and `why` says which file is wrong. */
struct tls *tls_open(const char *certificate, const char *key, char why[240]);
void tls_close(struct tls *tls);
struct tls_session *tls_begin(struct tls *tls);
void tls_end(struct tls_session *session);
/* Gives it bytes that came from the socket. */
bool tls_receive(struct tls_session *session, const uint8_t *bytes, size_t count);
/* Takes decrypted bytes out: how many, 0 if there are none now, -1 if the connection is broken. */
int tls_read(struct tls_session *session, uint8_t *bytes, size_t size);
/* Encrypts bytes; false if that is not possible (yet). */
bool tls_write(struct tls_session *session, const uint8_t *bytes, size_t count);
/* How many new keys the other side has begun since this was asked last. */
unsigned tls_key_updates(struct tls_session *session);
bool tls_is_ready(const struct tls_session *session);
/* Takes out bytes that must go to the socket; 0 if there are none. */
size_t tls_send(struct tls_session *session, uint8_t *bytes, size_t size);

#endif
