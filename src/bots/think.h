// SPDX-License-Identifier: MIT
/* think.h: what bots that imagine worlds have in common. */
#ifndef HC_BOTS_THINK_H
#define HC_BOTS_THINK_H

#include "bots/bots.h"
#include "table/world.h"

/* How a command of a seat looks: hc_world_worth, hc_world_plain. */
typedef int32_t hc_judge(const struct hc_world *world, unsigned seat,
                         const struct hc_command *command);

/* The command of `actions` that looks best to `seat`, by the dice between equals; returns its
 * worth. There must be one. */
static inline int32_t hc_choose_by(hc_judge *judge, const struct hc_world *world, unsigned seat,
                                   const struct hc_actions *actions, struct hc_dice *dice,
                                   struct hc_command *best)
{
    int32_t most = INT32_MIN;
    uint32_t equals = 0;

    for (uint32_t i = 0; i < actions->ways; i++) {
        struct hc_command command;
        int32_t worth;

        hc_actions_at(actions, i, &command);
        worth = judge(world, seat, &command);
        if (worth < most)
            continue;
        equals = worth > most ? 1 : equals + 1;
        most = worth;
        if (equals == 1 || hc_dice_below(dice, equals) == 0)
            *best = command;
    }
    return most;
}

/* The same for a sound player. */
static inline int32_t hc_choose_best(const struct hc_world *world, unsigned seat,
                                     const struct hc_actions *actions, struct hc_dice *dice,
                                     struct hc_command *best)
{
    return hc_choose_by(hc_world_worth, world, seat, actions, dice, best);
}

#endif
