// SPDX-License-Identifier: MIT
/*
 * sum.h: the checksum that every row carries.
 *
 * It is for disks, not for adversaries: 64 bits, and a row in which a single word of eight bytes
 * has changed always has another one, because every step of it can be undone. SQL knows it as
 * checksum(...) of the row's other columns, so rows are written, verified and brought up to date by
 * statements.
 */
#ifndef HC_STORE_SUM_H
#define HC_STORE_SUM_H

#include <sqlite3.h>
#include <stdbool.h>

/* Lets the statements of a connection use it. */
bool sum_teach(sqlite3 *sqlite);

#endif
