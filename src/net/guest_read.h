// SPDX-License-Identifier: MIT
/* guest_read.h: what a house says to a guest, read. */
#ifndef HC_NET_GUEST_READ_H
#define HC_NET_GUEST_READ_H

#include "net/guest.h"

/* One message of the house. */
void guest_read(struct guest *guest, const char *text, size_t length);
/* Gives a sentence to whoever wants to know. */
void guest_say(struct guest *guest, const char *sentence);

#endif
