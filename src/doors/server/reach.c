// SPDX-License-Identifier: MIT
/* reach.c: the machine's own addresses as those of a server. Start reading at reach_from(). */
#include "doors/server/reach.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <uv.h>

enum { ADDRESSES_MAX = 64 }; /* of a machine, that are looked at */

bool reach_is_loopback(const char *host)
{
    struct in6_addr six;
    struct in_addr four;

    if (inet_pton(AF_INET, host, &four) == 1)
        return ntohl(four.s_addr) >> 24 == 127;
    if (inet_pton(AF_INET6, host, &six) == 1)
        return IN6_IS_ADDR_LOOPBACK(&six);
    return !strcasecmp(host, "localhost");
}

static bool is_any(const char *host, bool *six_too)
{
    *six_too = !strcmp(host, "::");
    return *six_too || !strcmp(host, "0.0.0.0");
}

static void add(struct protocol_reach *reach, const char *host, unsigned port, bool encrypted)
{
    bool brackets = strchr(host, ':') != NULL;

    if (reach->own_count < PROTOCOL_OWN_URLS)
        snprintf(reach->own_url[reach->own_count++], PROTOCOL_OWN_URL_CHARS, "%s://%s%s%s:%u",
                 encrypted ? "https" : "http", brackets ? "[" : "", host, brackets ? "]" : "",
                 port);
}

/* Those of one family that can be written into an invitation. An address that holds on one link
 * only would need the name of a device beside it, and that is another one at a friend's. */
static void add_family(const struct reach_address *addresses, size_t count, int family,
                       unsigned port, bool encrypted, struct protocol_reach *reach)
{
    char text[INET6_ADDRSTRLEN];

    for (size_t i = 0; i < count; i++) {
        const struct sockaddr *socket = addresses[i].socket;
        const struct sockaddr_in6 *six = (const void *)socket;
        const struct sockaddr_in *four = (const void *)socket;

        if (addresses[i].is_internal || socket->sa_family != family ||
            (family == AF_INET6 && IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr)))
            continue;
        if (inet_ntop(family,
                      family == AF_INET ? (const void *)&four->sin_addr
                                        : (const void *)&six->sin6_addr,
                      text, sizeof text))
            add(reach, text, port, encrypted);
    }
}

void reach_from(const char *host, unsigned port, bool encrypted,
                const struct reach_address *addresses, size_t count, struct protocol_reach *reach)
{
    bool six_too;

    reach->own_count = 0;
    if (reach_is_loopback(host))
        return;
    if (!is_any(host, &six_too)) {
        add(reach, host, port, encrypted);
        return;
    }
    add_family(addresses, count, AF_INET, port, encrypted, reach);
    if (six_too)
        add_family(addresses, count, AF_INET6, port, encrypted, reach);
}

void reach_find(const char *host, unsigned port, bool encrypted, struct protocol_reach *reach)
{
    struct reach_address addresses[ADDRESSES_MAX];
    uv_interface_address_t *list;
    bool six_too;
    int count;

    reach->own_unknown = false;
    if (uv_interface_addresses(&list, &count)) {
        reach->own_unknown = is_any(host, &six_too);
        list = NULL;
        count = 0;
    }
    for (int i = 0; i < count && i < ADDRESSES_MAX; i++)
        addresses[i] = (struct reach_address){(const struct sockaddr *)&list[i].address,
                                              list[i].is_internal != 0};
    reach_from(host, port, encrypted, addresses,
               (size_t)(count < ADDRESSES_MAX ? count : ADDRESSES_MAX), reach);
    if (list)
        uv_free_interface_addresses(list, count);
}
