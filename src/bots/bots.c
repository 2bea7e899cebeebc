// SPDX-License-Identifier: MIT
/* bots.c: the list of bots, and what they have in common. */
#include "bots/bots.h"

#include "core/memory.h"
#include "core/text.h"
#include "core/language.h"

#define BOT(name) extern const struct hc_bot hc_bot_##name;
#include "bots/bots.def"
#undef BOT

static const struct hc_bot *const bots[] = {
#define BOT(name) &hc_bot_##name,
#include "bots/bots.def"
#undef BOT
};

const struct hc_bot *hc_bot_at(size_t index)
{
    return index < sizeof bots / sizeof *bots ? bots[index] : NULL;
}

const char *hc_bot_sentence(const struct hc_bot *bot, const struct hc_language *language)
{
    return words_of_game(language, "", "bots", bot->name);
}

const struct hc_bot *hc_bot_parse(const char *text, size_t length, uint32_t *budget)
{
    const struct hc_bot *bot;
    size_t name = 0;

    while (name < length && text[name] != ':')
        name++;
    for (size_t i = 0; (bot = hc_bot_at(i)); i++)
        if (hc_word_is(text, name, bot->name))
            break;
    if (!bot)
        return NULL;
    *budget = bot->budget;
    if (name < length) {
        uint64_t number;
        const char *end = hc_read_number(text + name + 1, HC_BUDGET_MAX, &number);

        if (!bot->budget || !end || end != text + length || !number)
            return NULL;
        *budget = (uint32_t)number;
    }
    return bot;
}

/* Takes the side actions out of `actions`, if it is to be. Nothing may be left. */
static void forget(const struct hc_view *view, const struct hc_mind *mind,
                   struct hc_actions *actions)
{
    struct hc_actions kept = {0, 0, {{0}}};
    struct hc_dice dice;

    if (!mind->forget)
        return;
    hc_dice_open(&dice, mind->key, 2 + view->viewer, view->seq);
    if (hc_dice_below(&dice, 100) >= mind->forget)
        return;
    for (unsigned c = 0; c < actions->count; c++)
        if (!hc_is_side_action(view->game, actions->choice[c].verb)) {
            kept.choice[kept.count++] = actions->choice[c];
            kept.ways += actions->choice[c].ways;
        }
    *actions = kept;
}

bool hc_bot_turn(const struct hc_bot *bot, const struct hc_view *view, struct hc_mind *mind,
                 struct hc_command *command)
{
    bool awaited = hc_view_awaits(view) == view->viewer;
    struct hc_actions actions = view->actions;

    forget(view, mind, &actions);
    if (!actions.ways && awaited)
        actions = view->actions;
    if (!actions.ways || (bot->blind && !awaited && hc_dice_below(&mind->dice, 2)))
        return false;
    bot->choose(view, &actions, mind, command);
    return command->verb != HC_NONE;
}

uint64_t hc_bot_acts(uint64_t passed_ms, uint64_t delay_ms)
{
    return delay_ms && passed_ms > delay_ms ? ((passed_ms - 1) / delay_ms + 1) * delay_ms
                                            : delay_ms;
}
