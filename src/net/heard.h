// SPDX-License-Identifier: MIT
/* heard.h: what a server says to a guest, taken in. */
#ifndef HC_NET_HEARD_H
#define HC_NET_HEARD_H

#include "net/guest.h"

/* One message of the server. */
void heard(struct guest *guest, const char *text, size_t length);
/* Tells a sentence to whoever listens. */
void heard_say(struct guest *guest, const char *sentence);

#endif
