// SPDX-License-Identifier: MIT
/*
 * reach.h: at which addresses other people reach a server, so that an invitation can name one.
 *
 * Whoever runs it may have said it. Otherwise a server that listens beyond the loopback has the
 * addresses of its machine, and one that does not has none.
 */
#ifndef HC_DOORS_SERVER_REACH_H
#define HC_DOORS_SERVER_REACH_H

#include <sys/socket.h>

#include "protocol/protocol.h"

/* One address of this machine. */
struct reach_address {
    const struct sockaddr *socket;
    bool is_internal; /* no other machine has a way to it */
};

/* Whether what listens there is for this machine alone. */
bool reach_is_loopback(const char *host);
/* The addresses of a server that listens on a host and a port, from those of its machine. */
void reach_from(const char *host, unsigned port, bool encrypted,
                const struct reach_address *addresses, size_t count, struct protocol_reach *reach);
/* The same with the addresses that this machine has now. */
void reach_find(const char *host, unsigned port, bool encrypted, struct protocol_reach *reach);

#endif
