// SPDX-License-Identifier: MIT
/*
 * levels.c: the opponents that people choose from. A level is one of the ways to play, under a name
 * that says how strong it is; docs/bots.md has the figures.
 */
#include "bots/bots.h"
#include "bots/think.h"
#include "games/game.h"

extern const struct hc_bot hc_bot_easy, hc_bot_fair, hc_bot_strong;

static int32_t clumsy(const struct hc_world *world, unsigned seat, const struct hc_command *command)
{
    return -hc_world_plain(world, seat, command);
}

/* Plain rules with slips, so that a beginner wins now and then. */
static void easy_choose(const struct hc_view *view, const struct hc_actions *actions,
                        struct hc_mind *mind, struct hc_command *command)
{
    struct hc_actions choices;

    hc_rule_choose(view, actions, mind, command);
    if (command->verb == HC_NONE || hc_is_side_action(view->game, command->verb) ||
        hc_dice_below(&mind->dice, 100) >= view->game->slips)
        return;
    hc_keep_choices(view->game, actions, &choices);
    hc_choose_by(clumsy, mind->scratch, view->viewer, &choices, &mind->dice, command);
}

const struct hc_bot hc_bot_easy = {
    .name = "easy",
    .scratch_bytes = hc_one_world,
    .choose = easy_choose,
};

const struct hc_bot hc_bot_fair = {
    .name = "fair",
    .scratch_bytes = hc_one_world,
    .choose = hc_greedy_choose,
};

const struct hc_bot hc_bot_strong = {
    .name = "strong",
    .budget = HC_HINT_BUDGET,
    .scratch_bytes = hc_search_scratch,
    .choose = hc_search_choose,
};
