// SPDX-License-Identifier: MIT
/*
 * bots.h: players that are programs.
 *
 * A bot is given what a player at its seat is given, a view and the list of what it may do, and
 * nothing else: no header that it sees has the inside of a match in it. A bot remembers nothing
 * between two choices, so the same view, actions and dice always give the same command.
 */
#ifndef HC_BOTS_BOTS_H
#define HC_BOTS_BOTS_H

#include "core/dice.h"
#include "holecard.h"

struct hc_bot {
    const char *name, *sentence;
    bool blind; /* looks at its actions only: the caller need not build a view and may pass NULL */
    /* Picks one of the commands in `actions`, of which there must be at least one. `actions` may
     * be those of the view. */
    void (*choose)(const struct hc_view *view, const struct hc_actions *actions,
                   struct hc_dice *dice, struct hc_command *command);
};

/* The bot with that name, or NULL. */
const struct hc_bot *hc_bot_find(const char *name);
/* Bot number `index`, from 0; NULL past the last one. */
const struct hc_bot *hc_bot_at(size_t index);

#endif
