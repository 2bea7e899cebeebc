// SPDX-License-Identifier: MIT
/*
 * errand.h: what a person can ask of the door itself, rather than of the table.
 *
 * The words are the same in line mode and on the full screen. Words of the door go before those of
 * a game.
 */
#ifndef HC_DOORS_TERMINAL_ERRAND_H
#define HC_DOORS_TERMINAL_ERRAND_H

#include <stdbool.h>
#include <stddef.h>

enum errand {
    ERRAND_HELP,
    ERRAND_STATE,
    ERRAND_HAND,
    ERRAND_CARDS,
    ERRAND_HINT,
    ERRAND_LOG,
    ERRAND_SAVE,
    ERRAND_CHAT,
    ERRAND_AGREE,
    ERRAND_LATE,
    ERRAND_END,
    ERRAND_QUIT,
    ERRANDS,
    ERRAND_NONE = ERRANDS,
};

/* Which errand a line is, and what stands behind its word; ERRAND_NONE if it is for the table. */
enum errand errand_of(const char *line, const char **rest);
/* Whether the person goes away with it. */
bool errand_leaves(enum errand errand);
/* For help: how it is typed and what it does; NULL past the last one. */
const char *errand_usage(size_t errand, const char **sentence);

#endif
