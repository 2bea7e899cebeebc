// SPDX-License-Identifier: MIT
/* damage.c: whether a database is as it was written. */
#include "store/damage.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Finding it ----------------------------------------------------------------------------- */

/* What SQLite itself can say about the file. A page that the disk would not give is not damaged. */
static bool find_structure(struct database *database, struct damage *damage)
{
    sqlite3_stmt *asked;
    int found = -1;

    database->is_corrupt = false;
    if (!(asked = database_ask(database, SQL_INTEGRITY, "")))
        return database->is_corrupt;
    while ((found = database_next(database, asked)) == 1) {
        const char *text = (const char *)sqlite3_column_text(asked, 0);
        const char *code = text ? strstr(text, "error code=") : NULL;

        if (code && (atoi(code + strlen("error code=")) & 0xff) != SQLITE_CORRUPT) {
            database_enough(asked);
            return database_complain(database, "cannot be used: the disk reports \"%s\"",
                                     strerror(EIO));
        }
        if (text && strcmp(text, "ok") && !*damage->structure)
            snprintf(damage->structure, sizeof damage->structure, "%.120s", text);
    }
    return !found || database->is_corrupt;
}

static bool find_unsound(struct database *database, struct damage *damage)
{
    sqlite3_stmt *asked = database_ask(database, SQL_UNSOUND, "");

    if (!asked || database_next(database, asked) != 1)
        return false;
    damage->meta = sqlite3_column_int64(asked, 0);
    damage->aside = sqlite3_column_int64(asked, 1);
    damage->results = sqlite3_column_int64(asked, 2);
    damage->statistics = sqlite3_column_int64(asked, 3);
    database_enough(asked);
    if (!(asked = database_ask(database, SQL_UNSOUND_MATCHES, "")) ||
        database_next(database, asked) != 1)
        return false;
    damage->matches = sqlite3_column_int64(asked, 0);
    database_enough(asked);
    if (database->version < MEMOS_VERSION)
        return true;
    if (!(asked = database_ask(database, SQL_UNSOUND_MEMOS, "")) ||
        database_next(database, asked) != 1)
        return false;
    damage->memos = sqlite3_column_int64(asked, 0);
    database_enough(asked);
    return true;
}

bool damage_find(struct database *database, struct damage *damage)
{
    memset(damage, 0, sizeof *damage);
    if (!find_structure(database, damage))
        return false;
    if (!*damage->structure && !database->is_corrupt && database->version >= SUMS_VERSION &&
        !find_unsound(database, damage) && !database->is_corrupt)
        return false;
    if ((database->is_corrupt || database->is_short) && !*damage->structure)
        snprintf(damage->structure, sizeof damage->structure, "a page cannot be read");
    return true;
}

bool damage_look(struct database *database)
{
    struct damage damage;

    if (!damage_find(database, &damage))
        return false;
    database->is_damaged = *damage.structure || damage.meta || damage.aside || damage.results ||
                           damage.statistics || damage.matches || damage.memos;
    return !database->is_damaged || database_complain(database, "is damaged");
}
