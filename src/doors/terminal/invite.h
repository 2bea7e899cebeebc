// SPDX-License-Identifier: MIT
/* invite.h: what to tell those who shall come to a server's table, and how the code of one looks.
 */
#ifndef HC_DOORS_TERMINAL_INVITE_H
#define HC_DOORS_TERMINAL_INVITE_H

#include "doors/terminal/sheet.h"
#include "doors/terminal/visit.h"

/* The server at an address that others can reach, as far as that is known. */
const char *invite_server(const struct visit *visit);
/* The same with the table, as others type it. */
void invite_put_table(const struct visit *visit, struct hc_text *out);
/* What to know before somebody is invited: that nobody else can come in, or that nothing is
 * encrypted; "" if there is nothing. */
const char *invite_warning(const struct visit *visit);
/* The table's address as a QR code, in a window with so many rows and columns. False, and why: it
 * does not fit. */
bool invite_qr(const struct visit *visit, int rows, int columns, struct sheet *sheet,
               struct hc_problem *why);
/* Prints that in line mode. */
bool invite_print_qr(const struct visit *visit, struct hc_problem *why);

/* Which letters codes have, as a sentence: for somebody whose code is none. */
const char *invite_letters(void);

#endif
