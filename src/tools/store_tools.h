// SPDX-License-Identifier: MIT
/* store_tools.h: what `holecard store` does to a database. Each says itself what went wrong. */
#ifndef HC_TOOLS_STORE_TOOLS_H
#define HC_TOOLS_STORE_TOOLS_H

#include "store/database.h"

/* Whether everything in it is sound. */
bool store_check(const char *path);
/* Writes what can be read of the log of a room to a file. */
bool store_write_log(const char *path, uint64_t room, const char *to);
/* Copies it as it is at one moment, also while it is served. */
bool store_backup(const char *path, const char *to);
/* Saves what can be read into a new file. */
bool store_rescue(const char *path, const char *to);
/* Copies all of it into a new database, each a file or an address of PostgreSQL. */
bool store_copying(const char *from, const char *to);

struct store_request {
    const char *path;           /* a file or an address of PostgreSQL */
    const struct hc_game *game; /* NULL: all of them */
    uint64_t count;
    bool rebuild, forget;
    uint8_t identity[STORE_IDENTITY_BYTES];
};

/* Lists the best players, after what is to be changed first. */
bool store_best(const struct store_request *request);

/* One line about the database that could not be used; returns false. */
bool store_say_why(const struct database *database);

#endif
