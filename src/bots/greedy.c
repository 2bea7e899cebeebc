// SPDX-License-Identifier: MIT
/*
 * greedy.c: the bot that does what looks best by its game's rules of thumb.
 *
 * It imagines one world from its view, only to have something to ask: what a command is worth
 * depends on what the seat knows, and on nothing that was imagined. Between equals the dice decide.
 * Out of turn it acts only if that looks better than to wait.
 */
#include "bots/bots.h"
#include "bots/think.h"
#include "table/world.h"

extern const struct hc_bot hc_bot_greedy;

size_t hc_one_world(uint32_t budget)
{
    (void)budget;
    return hc_world_bytes();
}

void hc_greedy_choose(const struct hc_view *view, const struct hc_actions *actions,
                      struct hc_mind *mind, struct hc_command *command)
{
    struct hc_world *world = mind->scratch;

    hc_world_imagine(world, view, &mind->dice);
    if (hc_choose_best(world, view->viewer, actions, &mind->dice, command) < 0 &&
        hc_world_awaits(world) != view->viewer)
        command->verb = HC_NONE;
}

const struct hc_bot hc_bot_greedy = {
    .name = "greedy",
    .scratch_bytes = hc_one_world,
    .choose = hc_greedy_choose,
};
