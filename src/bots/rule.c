// SPDX-License-Identifier: MIT
/*
 * rule.c: the bot that goes by its game's few plain rules, as somebody does who has just learned
 * them. It is what the other bots are measured by. Like greedy it imagines one world, only to have
 * something to ask.
 */
#include "bots/bots.h"
#include "bots/think.h"
#include "table/world.h"

extern const struct hc_bot hc_bot_rule;

void hc_rule_choose(const struct hc_view *view, const struct hc_actions *actions,
                    struct hc_mind *mind, struct hc_command *command)
{
    struct hc_world *world = mind->scratch;

    hc_world_imagine(world, view, &mind->dice);
    if (hc_choose_by(hc_world_plain, world, view->viewer, actions, &mind->dice, command) < 0 &&
        hc_world_awaits(world) != view->viewer)
        command->verb = HC_NONE;
}

const struct hc_bot hc_bot_rule = {
    .name = "rule",
    .scratch_bytes = hc_one_world,
    .choose = hc_rule_choose,
};
