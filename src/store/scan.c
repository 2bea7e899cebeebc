// SPDX-License-Identifier: MIT
/* scan.c: a gap's end is found by doubling and halving, since a table has no list of its pages. */
#include "store/scan.h"

enum probe { PROBE_FAILED, PROBE_GAP, PROBE_ROW, PROBE_END };

/* What is found by reading from there. */
static enum probe probe(struct scan *scan, int64_t from)
{
    sqlite3_stmt *asked;
    int found = -1;

    scan->database->is_corrupt = false;
    if ((asked = database_ask(scan->database, scan->statement, "i", from)))
        found = database_next(scan->database, asked);
    if (found == 1)
        database_enough(asked);
    if (found < 0)
        return scan->database->is_corrupt ? PROBE_GAP : PROBE_FAILED;
    return found ? PROBE_ROW : PROBE_END;
}

/* Moves `next` behind the gap that it is in. 1; 0 if nothing follows; -1 on failure. */
static int leave_gap(struct scan *scan)
{
    int64_t inside = scan->next, step = 1, outside;
    enum probe found = PROBE_GAP;

    scan->gap = scan->next;
    scan->gaps++;
    while (found == PROBE_GAP) {
        if (step > INT64_MAX / 4 || inside > INT64_MAX - step)
            return 0;
        outside = inside + step;
        found = probe(scan, outside);
        if (found == PROBE_GAP)
            inside = outside;
        step *= 2;
    }
    while (found != PROBE_FAILED && outside - inside > 1) {
        int64_t middle = inside + (outside - inside) / 2;

        found = probe(scan, middle);
        if (found == PROBE_GAP)
            inside = middle;
        else
            outside = middle;
    }
    scan->next = outside;
    return found == PROBE_FAILED ? -1 : 1;
}

int scan_next(struct scan *scan, sqlite3_stmt **row)
{
    struct database *database = scan->database;

    for (;;) {
        int found = -1;

        database->is_corrupt = false;
        if (!scan->asked)
            scan->asked = database_ask(database, scan->statement, "i", scan->next);
        if (scan->asked)
            found = database_next(database, scan->asked);
        if (found == 1) {
            int64_t id = sqlite3_column_int64(*row = scan->asked, 0);

            if (id >= scan->next && id < INT64_MAX)
                scan->next = id + 1;
        }
        if (found >= 0 || !database->is_corrupt)
            return found;
        scan->asked = NULL;
        if ((found = leave_gap(scan)) != 1)
            return found;
    }
}
