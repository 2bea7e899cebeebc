// SPDX-License-Identifier: MIT
/*
 * fuzz_options.c: any text as rules. The first byte chooses the game. What is accepted prints as
 * text that means the same; what is not says why, and where.
 */
#include <stdlib.h>
#include <string.h>

#include "games/game.h"

enum { TEXT_MAX = 4096 };

static void must(bool fact)
{
    if (!fact)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char text[TEXT_MAX + 1], printed[TEXT_MAX];
    const struct hc_game *game;
    struct hc_rules rules, again;
    struct hc_problem why;
    uint64_t seed;

    if (size == 0 || size > TEXT_MAX)
        return 0;
    game = hc_games[bytes[0] % hc_games_count];
    memcpy(text, bytes + 1, size - 1);
    text[size - 1] = '\0';
    if (!hc_rules_parse(game, text, &rules, &why)) {
        must(why.text[0] && strlen(why.text) < sizeof why.text && why.at <= strlen(text));
        return 0;
    }
    must(hc_seats_min(game, &rules) <= hc_seats_max(game, &rules));
    must(hc_rules_print(game, &rules, printed, sizeof printed) < sizeof printed);
    must(hc_rules_parse(game, printed, &again, &why));
    hc_rules_seed(&rules, &seed);
    hc_options_forget_seed(&rules);
    must(!memcmp(&rules, &again, sizeof rules));
    return 0;
}
