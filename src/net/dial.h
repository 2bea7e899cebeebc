// SPDX-License-Identifier: MIT
/*
 * dial.h: connecting to a server in the background, so that nobody has to wait for it.
 *
 * Finding an address, reaching it and agreeing on encryption may each take seconds. A dial does all
 * of that on a thread of its own and makes a descriptor readable when it is through.
 */
#ifndef HC_NET_DIAL_H
#define HC_NET_DIAL_H

#include "net/client.h"

struct dial;

/* The texts must live as long as the process. NULL if there are no memory or threads for it. */
struct dial *dial_begin(const struct url *url, const char *ca, int timeout_ms);
/* To poll; when it can be read, dial_end does not wait. */
int dial_descriptor(const struct dial *dial);
bool dial_is_through(const struct dial *dial);
/* Waits for the end and says what came of it; the dial is no more then. False: why->text says what
 * is wrong, and the client is not open. */
bool dial_end(struct dial *dial, struct net_client *client, struct hc_problem *why);
/* Nobody wants it any more. It goes away by itself; NULL is none. */
void dial_abandon(struct dial *dial);

#endif
