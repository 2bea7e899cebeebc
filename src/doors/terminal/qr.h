// SPDX-License-Identifier: MIT
/*
 * qr.h: a text as a QR code that is made of half blocks: two of its rows are one of the terminal.
 *
 * The dark squares are ink, so it must be drawn dark on light; the light margin that readers need
 * is part of it.
 */
#ifndef HC_DOORS_TERMINAL_QR_H
#define HC_DOORS_TERMINAL_QR_H

#include "doors/terminal/sheet.h"

/* Adds its rows to a sheet. False, and there is nothing more in it: the code would have more than
 * so many rows or columns, or the text is too long for one. */
bool qr_write(const char *text, int rows_max, int columns_max, struct sheet *sheet);

#endif
