// SPDX-License-Identifier: MIT
#include "files/background.h"

#include <stdbool.h>
#include <sys/resource.h>

enum { BEHIND = 10 }; /* a tenth of the others' share while these want all of a processor */

void background_begin(void)
{
#ifdef __linux__
    static _Thread_local bool has_begun;

    if (has_begun)
        return;
    has_begun = true;
    /* There 0 is the calling thread; elsewhere it would be the whole process. */
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + BEHIND);
#endif
}
