// SPDX-License-Identifier: MIT
/*
 * links.c: the client's side of thousands of WebSockets on one epoll.
 *
 * All links share one buffer to read into; a link keeps bytes of its own only while a frame is
 * unfinished. What is said is sent at once: a command is small, and nobody says two things before
 * the first was answered.
 */
#define _GNU_SOURCE

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench.h"
#include "net/frame.h"
#include "net/http.h"

enum { READ_BYTES = 1 << 18, TURN_EVENTS = 512, PER_ADDRESS = 10000 };

static struct {
    int epoll;
    unsigned port, count, address;
    struct link *link;
    struct link_handlers handlers;
    void *context;
    char read[READ_BYTES];
} net;

/* ---- Connecting ----------------------------------------------------------------------------- */

void links_prepare(unsigned count, unsigned port, const struct link_handlers *handlers,
                   void *context)
{
    struct rlimit files;

    if (!getrlimit(RLIMIT_NOFILE, &files)) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    net.epoll = epoll_create1(0);
    net.link = calloc(count, sizeof *net.link);
    if (net.epoll < 0 || !net.link)
        fail("cannot prepare so many links", "");
    net.count = count;
    net.port = port;
    net.handlers = *handlers;
    net.context = context;
    for (unsigned i = 0; i < count; i++)
        net.link[i] = (struct link){.fd = -1, .number = i};
}

void links_come_from(unsigned address)
{
    net.address = address;
}

struct link *link_at(unsigned number)
{
    return &net.link[number];
}

/* Every ten thousand links come from another address of the loopback, since each address has some
 * thirty thousand ports to come from and those of an earlier run may still be taken. */
static int bind_socket(int fd, unsigned number)
{
    struct sockaddr_in from = {.sin_family = AF_INET};
    int yes = 1;

    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1 + net.address + number / PER_ADDRESS);
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    /* Closing leaves nothing behind, or the ports of many runs would be used up. */
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
    return bind(fd, (struct sockaddr *)&from, sizeof from);
}

void link_connect(unsigned number)
{
    struct link *link = &net.link[number];
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)net.port)};
    struct epoll_event event = {.events = EPOLLOUT, .data.u32 = number};

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    link->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (link->fd < 0 || bind_socket(link->fd, number) ||
        (connect(link->fd, (struct sockaddr *)&to, sizeof to) && errno != EINPROGRESS) ||
        epoll_ctl(net.epoll, EPOLL_CTL_ADD, link->fd, &event))
        fail("cannot connect: ", strerror(errno));
}

void link_close(struct link *link)
{
    if (link->fd >= 0)
        close(link->fd);
    free(link->kept);
    link->kept = NULL;
    link->kept_used = 0;
    link->fd = -1;
    link->open = false;
}

static void lose(struct link *link, const char *what, const char *more)
{
    if (!net.handlers.lost)
        fail(what, more);
    link_close(link);
    net.handlers.lost(net.context, link);
}

static void begin_plain(struct link *link)
{
    struct epoll_event event = {.events = link->deaf ? 0 : EPOLLIN, .data.u32 = link->number};

    epoll_ctl(net.epoll, EPOLL_CTL_MOD, link->fd, &event);
    link->open = true;
    net.handlers.opened(net.context, link);
}

static void ask_upgrade(struct link *link)
{
    static const char request[] = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                                  "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = link->number};

    if (send(link->fd, request, sizeof request - 1, MSG_NOSIGNAL) != (ssize_t)sizeof request - 1)
        lose(link, "cannot connect: ", strerror(errno));
    else
        epoll_ctl(net.epoll, EPOLL_CTL_MOD, link->fd, &event);
}

/* ---- Frames --------------------------------------------------------------------------------- */

void link_say(struct link *link, const char *text, size_t length)
{
    uint8_t frame[FRAME_HEAD_MAX + LINK_SAY_MAX];
    uint32_t key = random_below(UINT32_MAX);
    const uint8_t *mask = (const uint8_t *)&key;
    size_t head;

    if (length > LINK_SAY_MAX)
        fail("a message is too long", "");
    head = frame_head(frame, FRAME_TEXT, length, mask);
    memcpy(frame + head, text, length);
    frame_mask(frame + head, length, mask);
    if (send(link->fd, frame, head + length, MSG_NOSIGNAL) != (ssize_t)(head + length))
        lose(link, "the server takes nothing more: ", strerror(errno));
}

void link_say_plain(struct link *link, const char *bytes, size_t count)
{
    if (send(link->fd, bytes, count, MSG_NOSIGNAL) < 0 && errno != EAGAIN)
        lose(link, "the server takes nothing more: ", strerror(errno));
}

static size_t take_answer(struct link *link, const char *bytes, size_t count)
{
    struct http_head head;
    size_t used;
    enum http_result result = http_read_answer(bytes, count, &head, &used);

    if (result == HTTP_MORE)
        return 0;
    if (result != HTTP_WHOLE || !head.upgrades) {
        lose(link, "the server refused a WebSocket: ", bytes);
        return 0;
    }
    link->open = true;
    net.handlers.opened(net.context, link);
    return used;
}

static size_t take_frame(struct link *link, char *bytes, size_t count)
{
    enum frame_reason reason;
    struct frame frame;
    size_t used;

    switch (frame_read(FROM_SERVER, (uint8_t *)bytes, count, READ_BYTES, &frame, &used, &reason)) {
    case FRAME_MORE:
        return 0;
    case FRAME_WRONG:
        fail("the server sent something that is no frame", "");
        break;
    case FRAME_WHOLE:
        break;
    }
    if (frame.kind == FRAME_CLOSE) {
        lose(link, "the server closed a link: ",
             frame.size > 2 ? (const char *)frame.payload + 2 : "without a reason");
        return 0;
    }
    if (frame.kind == FRAME_TEXT)
        net.handlers.heard(net.context, link, (const char *)frame.payload, frame.size);
    return used;
}

static void take_all(struct link *link, char *bytes, size_t count)
{
    size_t done = 0, used = 1;

    while (done < count && used) {
        used = link->open ? take_frame(link, bytes + done, count - done)
                          : take_answer(link, bytes + done, count - done);
        done += used;
        if (link->fd < 0)
            return;
    }
    free(link->kept);
    link->kept = NULL;
    link->kept_used = count - done;
    if (!link->kept_used)
        return;
    link->kept = malloc(link->kept_used);
    if (!link->kept)
        fail("there is not enough memory", "");
    memcpy(link->kept, bytes + done, link->kept_used);
}

static void read_link(struct link *link)
{
    size_t kept = link->kept_used;
    ssize_t count;

    if (kept)
        memcpy(net.read, link->kept, kept);
    count = recv(link->fd, net.read + kept, READ_BYTES - kept - 1, 0);
    if (count < 0 && errno == EAGAIN)
        return;
    if (count <= 0) {
        lose(link, "the server hung up: ", count ? strerror(errno) : "it closed the connection");
        return;
    }
    if (link->plain) {
        net.handlers.heard(net.context, link, net.read, (size_t)count);
        return;
    }
    net.read[kept + (size_t)count] = '\0';
    take_all(link, net.read, kept + (size_t)count);
}

void links_serve(uint64_t until_ns)
{
    struct epoll_event event[TURN_EVENTS];
    uint64_t now = now_ns(), wait = until_ns > now ? until_ns - now : 0;
    struct timespec timeout = {(time_t)(wait / 1000000000), (long)(wait % 1000000000)};
    int count = epoll_pwait2(net.epoll, event, TURN_EVENTS, &timeout, NULL);

    for (int i = 0; i < count; i++) {
        struct link *link = &net.link[event[i].data.u32];

        if (link->fd < 0)
            continue;
        if (event[i].events & EPOLLOUT && link->plain)
            begin_plain(link);
        else if (event[i].events & EPOLLOUT)
            ask_upgrade(link);
        else
            read_link(link);
    }
}
