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

/* The commands that are worth thinking about: no side action, and none that nobody means to give;
 * all of them if there is no other. */
static inline void hc_keep_choices(const struct hc_game *game, const struct hc_actions *all,
                                   struct hc_actions *kept)
{
    kept->count = kept->ways = 0;
    for (unsigned c = 0; c < all->count; c++)
        if (!all->choice[c].marked && !hc_is_side_action(game, all->choice[c].verb)) {
            kept->choice[kept->count++] = all->choice[c];
            kept->ways += all->choice[c].ways;
        }
    if (!kept->ways)
        *kept = *all;
}

/* The ways to play that levels are made of: `choose` and `scratch_bytes` of a struct hc_bot. */
typedef void hc_way(const struct hc_view *view, const struct hc_actions *actions,
                    struct hc_mind *mind, struct hc_command *command);
hc_way hc_rule_choose, hc_greedy_choose, hc_search_choose;
size_t hc_one_world(uint32_t budget);
size_t hc_search_scratch(uint32_t budget);

#endif
