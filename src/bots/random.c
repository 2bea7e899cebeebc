// SPDX-License-Identifier: MIT
/*
 * random.c: the bot that does anything it may.
 *
 * Every command is equally likely, not every verb: a wild card in hand counts four times, once for
 * each colour. It uses every rule sooner or later, which is what tests and measurements want.
 */
#include "bots/bots.h"

extern const struct hc_bot hc_bot_random;

static void random_choose(const struct hc_view *view, const struct hc_actions *actions,
                          struct hc_mind *mind, struct hc_command *command)
{
    (void)view;
    hc_actions_at(actions, hc_dice_below(&mind->dice, actions->ways), command);
}

const struct hc_bot hc_bot_random = {
    .name = "random",
    .blind = true,
    .choose = random_choose,
};
