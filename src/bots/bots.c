// SPDX-License-Identifier: MIT
/* bots.c: the list of bots. */
#include "bots/bots.h"

#include "core/memory.h"

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

const struct hc_bot *hc_bot_find(const char *name)
{
    const struct hc_bot *bot;

    for (size_t i = 0; (bot = hc_bot_at(i)); i++)
        if (hc_text_same(bot->name, name))
            return bot;
    return NULL;
}
