// SPDX-License-Identifier: MIT
/* status.c: saying why something failed. */
#include "doors/terminal/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool say_why(struct hc_problem *why, const char *format, ...)
{
    va_list values;

    memset(why, 0, sizeof *why);
    va_start(values, format);
    vsnprintf(why->text, sizeof why->text, format, values);
    va_end(values);
    return false;
}
