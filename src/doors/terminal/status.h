// SPDX-License-Identifier: MIT
/* status.h: how the commands of this door end, and why something failed. */
#ifndef HC_DOORS_TERMINAL_STATUS_H
#define HC_DOORS_TERMINAL_STATUS_H

#include "holecard.h"

/* Exit statuses. The last one is that of a program which Ctrl-C has ended. */
enum { STATUS_OK = 0, STATUS_FAILED = 1, STATUS_USAGE = 2, STATUS_STOPPED = 130 };

/* Says why as printf would, and returns false. */
__attribute__((format(printf, 2, 3))) bool say_why(struct hc_problem *why, const char *format, ...);

#endif
