// SPDX-License-Identifier: MIT
/* status.h: why something failed. */
#ifndef HC_DOORS_TERMINAL_STATUS_H
#define HC_DOORS_TERMINAL_STATUS_H

#include "args/args.h"

/* Says why as printf would, and returns false. */
__attribute__((format(printf, 2, 3))) bool say_why(struct hc_problem *why, const char *format, ...);

#endif
