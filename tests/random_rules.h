// SPDX-License-Identifier: MIT
/* random_rules.h: rules that nobody would choose, for tests that must hold under all of them. */
#ifndef HC_TESTS_RANDOM_RULES_H
#define HC_TESTS_RANDOM_RULES_H

#include "core/dice.h"
#include "core/text.h"
#include "holecard.h"

/* A text with a random value for most options; not all of them go together. False if it does not
 * fit. */
static inline bool random_rules(const struct hc_game *game, struct hc_dice *dice, char *out,
                                size_t size)
{
    struct hc_text text;
    const struct hc_option *option;

    hc_text_init(&text, out, size);
    for (size_t i = 0; (option = hc_option_at(game, i)); i++) {
        uint32_t span = option->max - option->min + 1, value;

        if (option->type == HC_OPTION_SEED || hc_dice_below(dice, 3) == 0)
            continue;
        value = option->min + hc_dice_below(dice, span ? span : UINT32_MAX);
        hc_put(&text, option->name);
        hc_put_char(&text, '=');
        if (option->type == HC_OPTION_ENUM)
            hc_put(&text, option->values[value]);
        else if (option->type == HC_OPTION_BOOL)
            hc_put(&text, value ? "true" : "false");
        else
            hc_put_number(&text, value);
        hc_put_char(&text, ' ');
    }
    return text.length < size;
}

#endif
