// SPDX-License-Identifier: MIT
/* fetch.h: one page of a server, by plain HTTP: what a server gives to anybody who asks. */
#ifndef HC_NET_FETCH_H
#define HC_NET_FETCH_H

#include "net/url.h"

enum { FETCH_BYTES_MAX = 4 << 20 }; /* the longest log that a server gives away */

/* GET for a path below that of the server. On success *bytes is the caller's to free. False, and
 * why->text says what is wrong; *status is that of the answer, 0 if there was none. It waits so
 * long in all, beside the time for connecting. */
bool fetch(const struct url *url, const char *ca, const char *path, int timeout_ms, uint8_t **bytes,
           size_t *size, unsigned *status, struct hc_problem *why);

#endif
