// SPDX-License-Identifier: MIT
/* length.c: reading a length from rules, and writing it into them. */
#include "doors/terminal/length.h"

#include <stdio.h>
#include <string.h>

#include "core/check.h"

enum { LENGTH_CHARS = 4200 }; /* all options, and those of a length */

unsigned length_count(const struct hc_game *game)
{
    unsigned count = 0;

    while (hc_match_length_at(game, count))
        count++;
    return count;
}

static void set(const struct hc_game *game, unsigned length, struct hc_rules *rules)
{
    const char *options = hc_match_length_at(game, length)->text;
    char text[LENGTH_CHARS];
    struct hc_problem why;
    uint64_t seed;
    size_t used = hc_rules_print(game, rules, text, sizeof text);

    HC_CHECK(used + strlen(options) + 40 < sizeof text);
    used += (size_t)snprintf(text + used, sizeof text - used, " %s", options);
    if (hc_rules_seed(rules, &seed))
        snprintf(text + used, sizeof text - used, " seed=%llu", (unsigned long long)seed);
    HC_CHECK(hc_rules_parse(game, text, rules, &why));
}

/* The longest one first: so what another length had set is as usual again. */
void length_set(const struct hc_game *game, unsigned length, struct hc_rules *rules)
{
    unsigned count = length_count(game);

    if (length >= count)
        return;
    set(game, count - 1, rules);
    set(game, length, rules);
}

static bool is_same(const struct hc_game *game, const struct hc_rules *a, const struct hc_rules *b)
{
    for (size_t o = 0; hc_option_at(game, o); o++)
        if (hc_rules_value(game, a, o) != hc_rules_value(game, b, o))
            return false;
    return true;
}

unsigned length_of(const struct hc_game *game, const struct hc_rules *rules)
{
    for (unsigned l = 0; l < length_count(game); l++) {
        struct hc_rules wanted = *rules;

        set(game, l, &wanted);
        if (is_same(game, rules, &wanted))
            return l;
    }
    return HC_NONE;
}
