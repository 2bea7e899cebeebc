// SPDX-License-Identifier: MIT
/* records.h: what is counted of somebody's matches, at home or at a server, as lines. */
#ifndef HC_DOORS_TERMINAL_RECORDS_H
#define HC_DOORS_TERMINAL_RECORDS_H

#include "doors/terminal/sheet.h"
#include "doors/terminal/visit.h"

/* What is counted of whoever sits there, and the last matches. False, and why: the house does not
 * say. */
bool records_write(struct visit *visit, unsigned seat, struct sheet *sheet, struct hc_problem *why);
/* At a server: the best players of the game that is played there. */
bool records_leaders(struct visit *visit, struct sheet *sheet, struct hc_problem *why);

#endif
