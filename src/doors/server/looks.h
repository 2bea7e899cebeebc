// SPDX-License-Identifier: MIT
/*
 * looks.h: a plain request about a table that is in another process of the cluster.
 *
 * The store says where it is, and that process is asked. While nobody has the table the request
 * waits for a moment.
 */
#ifndef HC_DOORS_SERVER_LOOKS_H
#define HC_DOORS_SERVER_LOOKS_H

#include "doors/server/fellows.h"
#include "doors/server/server_inside.h"

#define LOOKS_NO_TABLE "there is no such table"

struct looks;

struct looks *looks_open(struct server *server, struct fellows *fellows);
/* All visitors have gone. */
void looks_close(struct looks *looks);

/* Answers with that table, sooner or later. */
void looks_ask(struct looks *looks, struct client *client, const char *code);
void looks_leave(struct visitor *visitor);

/* What a fellow asks, a code; false if it cannot be read. And what it answers: JSON, or nothing if
 * the table is not there any more. */
bool looks_answer(struct looks *looks, struct fellow *fellow, const struct trunk_frame *frame);
void looks_take(struct looks *looks, const struct trunk_frame *frame);

#endif
