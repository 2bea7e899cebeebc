// SPDX-License-Identifier: MIT
/*
 * join.h: the actions of a view, from the commands that hc_view_json lists.
 *
 * The list has one command for each way, in the order of hc_actions_at. Choices are put together
 * again from it: each is the longest run of commands that one choice can stand for.
 */
#ifndef HC_TABLE_JOIN_H
#define HC_TABLE_JOIN_H

#include "holecard.h"

enum { HC_LISTED_MAX = 2048 }; /* commands of a list; real lists have fewer than 200 */

/* Reads one command of a list; `length` is that of its text. False if seats, faces or colours in it
 * do not exist at the table of the view. */
bool hc_listed_parse(const struct hc_view *view, const char *text, size_t length,
                     struct hc_command *command);
/* Appends `count` commands, all of them marked or none, to `actions`. False if no
 * choices stand for them, or more than HC_CHOICES_MAX. */
bool hc_listed_join(const struct hc_command *commands, unsigned count, bool marked,
                    struct hc_actions *actions);

#endif
