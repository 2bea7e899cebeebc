// SPDX-License-Identifier: MIT
/* store_copying.c: `holecard store copy FROM TO`, between files and PostgreSQL, either way. */
#include <stdio.h>
#include <unistd.h>

#include "store/base.h"
#include "store/copy.h"
#include "tools/store_tools.h"

static void show_progress(const struct copied *copied)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\rrooms %llu, matches %llu",
                (unsigned long long)copied->count[RECORD_ROOM],
                (unsigned long long)copied->count[RECORD_MATCH]);
}

bool store_copying(const char *from, const char *to)
{
    struct copied copied;
    struct hc_problem why;
    bool ok = store_copy(from, to, show_progress, &copied, &why);

    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    if (!ok) {
        fprintf(stderr, "holecard store: %s\n", why.text);
        return false;
    }
    printf("copied: %llu live rooms, %llu finished matches, %llu rooms set aside, %llu memos\n",
           (unsigned long long)copied.count[RECORD_ROOM],
           (unsigned long long)copied.count[RECORD_MATCH],
           (unsigned long long)copied.count[RECORD_ASIDE],
           (unsigned long long)copied.count[RECORD_MEMO]);
    return true;
}
