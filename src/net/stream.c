// SPDX-License-Identifier: MIT
/* stream.c: connecting, encrypting, and moving bytes. Start reading at stream_open(). */
#include "net/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "net/http.h"

static bool wrong(struct hc_problem *why, const struct url *url, const char *what)
{
    snprintf(why->text, sizeof why->text, "%.100s, port %s: %.110s", url->host, url->port, what);
    return false;
}

static bool wait_for(int descriptor, short events, int timeout_ms)
{
    struct pollfd wanted = {.fd = descriptor, .events = events};

    return poll(&wanted, 1, timeout_ms) == 1;
}

/* ---- Connecting ----------------------------------------------------------------------------- */

/* Connects to one address. -1 with errno if that fails. */
static int connect_to(const struct addrinfo *address, int timeout_ms)
{
    int descriptor = socket(address->ai_family, SOCK_STREAM, 0), error = 0, on = 1, idle_s = 20;
    socklen_t size = sizeof error;

    if (descriptor < 0)
        return -1;
    if (fcntl(descriptor, F_SETFL, O_NONBLOCK) || fcntl(descriptor, F_SETFD, FD_CLOEXEC) ||
        (connect(descriptor, address->ai_addr, address->ai_addrlen) && errno != EINPROGRESS)) {
        error = errno;
    } else if (!wait_for(descriptor, POLLOUT, timeout_ms)) {
        error = ETIMEDOUT;
    } else {
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size);
    }
    if (error) {
        close(descriptor);
        errno = error;
        return -1;
    }
    /* A move is small and wanted at once; and a line that is cut should be noticed. */
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &idle_s, sizeof idle_s);
    setsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &idle_s, sizeof idle_s);
    return descriptor;
}

static bool connect_any(struct stream *stream, const struct url *url, int timeout_ms,
                        struct hc_problem *why)
{
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM}, *found;
    int result = getaddrinfo(url->host, url->port, &wanted, &found);

    if (result)
        return wrong(why, url, gai_strerror(result));
    for (const struct addrinfo *address = found; address && stream->descriptor < 0;
         address = address->ai_next)
        stream->descriptor = connect_to(address, timeout_ms);
    result = errno;
    freeaddrinfo(found);
    if (stream->descriptor >= 0)
        return true;
    return wrong(why, url,
                 result == ECONNREFUSED ? "connection refused; is a server running there?"
                                        : strerror(result));
}

/* ---- Encryption ----------------------------------------------------------------------------- */

static bool load_authorities(struct stream *stream, const struct url *url, const char *ca,
                             struct hc_problem *why)
{
    stream->authorities = SSL_CTX_new(TLS_client_method());
    if (!stream->authorities)
        return wrong(why, url, "encryption cannot be set up");
    SSL_CTX_set_min_proto_version(stream->authorities, TLS1_2_VERSION);
    SSL_CTX_set_verify(stream->authorities, SSL_VERIFY_PEER, NULL);
    if (ca ? SSL_CTX_load_verify_locations(stream->authorities, ca, NULL) != 1
           : SSL_CTX_set_default_verify_paths(stream->authorities) != 1)
        return wrong(why, url, "the certificates to trust cannot be read");
    return true;
}

/* The certificate must be for this name, or for this address where the URL gives one. */
static bool expect_host(SSL *tls, const struct url *url)
{
    X509_VERIFY_PARAM *expected = SSL_get0_param(tls);

    if (X509_VERIFY_PARAM_set1_ip_asc(expected, url->host) == 1)
        return true;
    return SSL_set_tlsext_host_name(tls, url->host) == 1 && SSL_set1_host(tls, url->host) == 1;
}

/* Waits for what an unfinished call of OpenSSL wants; false if it failed or time is up. */
static bool wait_tls(const struct stream *stream, int result, int timeout_ms)
{
    switch (SSL_get_error(stream->tls, result)) {
    case SSL_ERROR_WANT_READ:
        return wait_for(stream->descriptor, POLLIN, timeout_ms);
    case SSL_ERROR_WANT_WRITE:
        return wait_for(stream->descriptor, POLLOUT, timeout_ms);
    default:
        return false;
    }
}

static bool encrypt(struct stream *stream, const struct url *url, const char *ca, int timeout_ms,
                    struct hc_problem *why)
{
    long verdict;
    int result;

    if (!load_authorities(stream, url, ca, why))
        return false;
    stream->tls = SSL_new(stream->authorities);
    if (!stream->tls || !expect_host(stream->tls, url) ||
        SSL_set_fd(stream->tls, stream->descriptor) != 1)
        return wrong(why, url, "encryption cannot be set up");
    ERR_clear_error();
    while ((result = SSL_connect(stream->tls)) != 1)
        if (!wait_tls(stream, result, timeout_ms)) {
            verdict = SSL_get_verify_result(stream->tls);
            return wrong(why, url,
                         verdict != X509_V_OK
                             ? X509_verify_cert_error_string(verdict)
                             : "it does not answer with encryption; is it http:// instead?");
        }
    return true;
}

/* ---- The stream ----------------------------------------------------------------------------- */

bool stream_open(struct stream *stream, const struct url *url, const char *ca, int timeout_ms,
                 struct hc_problem *why)
{
    *stream = (struct stream){.descriptor = -1};
    /* A thread that still connects when the process ends must find everything in its place. */
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
    if (connect_any(stream, url, timeout_ms, why) &&
        (!url->encrypted || encrypt(stream, url, ca, timeout_ms, why)))
        return true;
    stream_close(stream);
    return false;
}

void stream_close(struct stream *stream)
{
    SSL_free(stream->tls);
    SSL_CTX_free(stream->authorities);
    if (stream->descriptor >= 0)
        close(stream->descriptor);
    *stream = (struct stream){.descriptor = -1};
}

static bool is_patient(int error)
{
    return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

long stream_read(struct stream *stream, void *bytes, size_t size)
{
    long count;
    int error;

    if (!stream->tls) {
        count = (long)recv(stream->descriptor, bytes, size, 0);
        return count > 0 ? count : count < 0 && is_patient(errno) ? 0 : -1;
    }
    ERR_clear_error();
    count = SSL_read(stream->tls, bytes, size < (1 << 20) ? (int)size : 1 << 20);
    if (count > 0)
        return count;
    error = SSL_get_error(stream->tls, (int)count);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

/* Writes a part: how many bytes, 0 after waiting, -1 if it failed. */
static long write_part(struct stream *stream, const void *bytes, size_t size, int timeout_ms)
{
    long count;

    if (!stream->tls) {
        count = (long)send(stream->descriptor, bytes, size, MSG_NOSIGNAL);
        if (count > 0)
            return count;
        return is_patient(errno) && wait_for(stream->descriptor, POLLOUT, timeout_ms) ? 0 : -1;
    }
    ERR_clear_error();
    count = SSL_write(stream->tls, bytes, (int)size);
    return count > 0 ? count : wait_tls(stream, (int)count, timeout_ms) ? 0 : -1;
}

bool stream_write(struct stream *stream, const void *bytes, size_t size, int timeout_ms)
{
    const uint8_t *rest = bytes;

    while (size) {
        long count = write_part(stream, rest, size, timeout_ms);

        if (count < 0)
            return false;
        rest += count;
        size -= (size_t)count;
    }
    return true;
}

bool stream_get(struct stream *stream, const struct url *url, const char *path, const char *headers,
                int timeout_ms)
{
    char where[2 * URL_PATH_CHARS], host[URL_SERVER_CHARS], text[HTTP_REQUEST_MAX];
    struct hc_text out;

    if ((size_t)snprintf(where, sizeof where, "%s%s", url->path, path) >= sizeof where)
        return false;
    snprintf(host, sizeof host, url->is_ipv6 ? "[%s]:%s" : "%s:%s", url->host, url->port);
    hc_text_init(&out, text, sizeof text);
    http_write_request(&out, "GET", where);
    http_write(&out, "Host", host);
    http_write(&out, "User-Agent", "holecard/" HC_VERSION);
    hc_put(&out, headers);
    http_write_end(&out);
    return out.length < sizeof text && stream_write(stream, text, out.length, timeout_ms);
}
