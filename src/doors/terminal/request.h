// SPDX-License-Identifier: MIT
/*
 * request.h: what a person can ask of the door itself, rather than of the table.
 *
 * The words are the same in line mode and on the full screen. Words of the door go before those of
 * a game.
 */
#ifndef HC_DOORS_TERMINAL_REQUEST_H
#define HC_DOORS_TERMINAL_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "core/text.h"

enum request {
    REQUEST_HELP,
    REQUEST_STATE,
    REQUEST_HAND,
    REQUEST_CARDS,
    REQUEST_HINT,
    REQUEST_LOG,
    REQUEST_SAVE,
    REQUEST_CHAT,
    REQUEST_AGREE,
    REQUEST_LATE,
    REQUEST_STATISTICS,
    REQUEST_END,
    REQUEST_QUIT,
    REQUESTS,
    REQUEST_NONE = REQUESTS,
};

/* Which request a line is, and what stands behind its word; REQUEST_NONE if it is for the table. */
enum request request_of(const char *line, const char **rest);
/* Whether the person goes away with it. */
bool request_leaves(enum request request);
/* For help: writes how it is typed, and returns what it does; NULL past the last one. */
const char *request_put_usage(size_t request, struct hc_text *out);

#endif
