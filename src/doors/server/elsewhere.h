// SPDX-License-Identifier: MIT
/*
 * elsewhere.h: the public tables of other processes, so that a list shows all of them.
 *
 * When its list has changed, a process sends the first rows of it to its fellows, once a second at
 * most; each keeps what it was sent last. A list shows the tables of the process that was asked,
 * and then these.
 *
 *   LIST place · zero · for each row: its length (2 bytes, little-endian) and JSON
 */
#ifndef HC_DOORS_SERVER_ELSEWHERE_H
#define HC_DOORS_SERVER_ELSEWHERE_H

#include "doors/server/fellows.h"
#include "doors/server/server_inside.h"

enum { ELSEWHERE_ROWS = 4 * HOUSE_LIST_ROWS }; /* of one process */

struct elsewhere;

struct elsewhere *elsewhere_open(struct server *server, struct fellows *fellows);
void elsewhere_close(struct elsewhere *elsewhere);

/* What a fellow has sent; false if it cannot be read. */
bool elsewhere_take(struct elsewhere *elsewhere, const struct fellow *fellow,
                    const struct trunk_frame *frame);
/* That connection is gone. */
void elsewhere_forget(struct elsewhere *elsewhere, const struct fellow *fellow);

/* As in struct protocol_list; the context is a server. */
uint64_t elsewhere_version(void *server);
unsigned elsewhere_rows(void *server, unsigned first, unsigned most, struct hc_text *out,
                        bool *more);

#endif
