// SPDX-License-Identifier: MIT
/* bots.c: the list of bots, and what they have in common. */
#include "bots/bots.h"

#include "core/memory.h"
#include "core/text.h"

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

void hc_bot_forget(const struct hc_game *game, struct hc_actions *actions, unsigned percent,
                   const uint8_t key[32], unsigned seat, uint32_t seq)
{
    struct hc_actions kept = {0, 0, {{0}}};
    struct hc_dice dice;

    hc_dice_open(&dice, key, 2 + seat, seq);
    if (hc_dice_below(&dice, 100) >= percent)
        return;
    for (unsigned c = 0; c < actions->count; c++)
        if (!hc_is_side_action(game, actions->choice[c].verb)) {
            kept.choice[kept.count++] = actions->choice[c];
            kept.ways += actions->choice[c].ways;
        }
    *actions = kept;
}
