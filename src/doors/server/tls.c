// SPDX-License-Identifier: MIT
/* tls.c: OpenSSL between two memory buffers, so that the loop alone touches the socket. */
#include "doors/server/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>

struct tls {
    SSL_CTX *context;
};

struct tls_session {
    SSL *ssl;
    BIO *in, *out; /* belong to ssl */
    unsigned key_updates;
};

struct tls *tls_open(const char *certificate, const char *key, char why[240])
{
    struct tls *tls = calloc(1, sizeof *tls);
    const char *wrong = NULL;

    if (tls)
        tls->context = SSL_CTX_new(TLS_server_method());
    if (!tls || !tls->context)
        wrong = "there is not enough memory";
    else if (SSL_CTX_use_certificate_chain_file(tls->context, certificate) != 1)
        wrong = certificate;
    else if (SSL_CTX_use_PrivateKey_file(tls->context, key, SSL_FILETYPE_PEM) != 1 ||
             SSL_CTX_check_private_key(tls->context) != 1)
        wrong = key;
    if (wrong) {
        unsigned long code = ERR_get_error();
        const char *reason = code ? ERR_reason_error_string(code) : NULL;

        snprintf(why, 240, "%.150s cannot be used for TLS: %.60s", wrong,
                 reason ? reason : "unreadable");
        tls_close(tls);
        return NULL;
    }
    SSL_CTX_set_min_proto_version(tls->context, TLS1_2_VERSION);
    SSL_CTX_set_mode(tls->context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_options(tls->context, SSL_OP_NO_RENEGOTIATION);
    return tls;
}

void tls_close(struct tls *tls)
{
    if (tls)
        SSL_CTX_free(tls->context);
    free(tls);
}

static void on_message(int sent, int version, int kind, const void *bytes, size_t count, SSL *ssl,
                       void *context)
{
    struct tls_session *session = context;

    (void)version;
    (void)ssl;
    if (!sent && kind == SSL3_RT_HANDSHAKE && count &&
        *(const uint8_t *)bytes == SSL3_MT_KEY_UPDATE)
        session->key_updates++;
}

struct tls_session *tls_begin(struct tls *tls)
{
    struct tls_session *session = calloc(1, sizeof *session);

    if (!session)
        return NULL;
    session->ssl = SSL_new(tls->context);
    session->in = BIO_new(BIO_s_mem());
    session->out = BIO_new(BIO_s_mem());
    if (!session->ssl || !session->in || !session->out) {
        SSL_free(session->ssl);
        BIO_free(session->in);
        BIO_free(session->out);
        free(session);
        return NULL;
    }
    SSL_set_bio(session->ssl, session->in, session->out);
    SSL_set_accept_state(session->ssl);
    SSL_set_msg_callback(session->ssl, on_message);
    SSL_set_msg_callback_arg(session->ssl, session);
    return session;
}

void tls_end(struct tls_session *session)
{
    if (session)
        SSL_free(session->ssl);
    free(session);
}

bool tls_receive(struct tls_session *session, const uint8_t *bytes, size_t count)
{
    return BIO_write(session->in, bytes, (int)count) == (int)count;
}

int tls_read(struct tls_session *session, uint8_t *bytes, size_t size)
{
    int count, error;

    ERR_clear_error();
    count = SSL_read(session->ssl, bytes, (int)size);
    if (count > 0)
        return count;
    error = SSL_get_error(session->ssl, count);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

bool tls_write(struct tls_session *session, const uint8_t *bytes, size_t count)
{
    ERR_clear_error();
    return SSL_write(session->ssl, bytes, (int)count) == (int)count;
}

unsigned tls_key_updates(struct tls_session *session)
{
    unsigned count = session->key_updates;

    session->key_updates = 0;
    return count;
}

bool tls_is_ready(const struct tls_session *session)
{
    return SSL_is_init_finished(session->ssl);
}

size_t tls_send(struct tls_session *session, uint8_t *bytes, size_t size)
{
    int count = BIO_read(session->out, bytes, (int)size);

    return count > 0 ? (size_t)count : 0;
}
