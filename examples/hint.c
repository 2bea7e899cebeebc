// SPDX-License-Identifier: MIT
/*
 * hint.c: a round that is played by hints, through the public header alone.
 *
 * Every seat asks what a strong player would do with what it sees, and does that. What seat 0 is
 * told is printed: each command, how often it was tried in imagined games, and how often it won.
 */
#include <holecard.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEATS = 3, BUDGET = 300 };

static void must(bool fact, const char *what)
{
    if (fact)
        return;
    fprintf(stderr, "surprise: %s\n", what);
    exit(1);
}

static void print_hints(const struct hc_view *view, const struct hc_hint *hints, unsigned count)
{
    puts("Seat 0 may:");
    for (unsigned i = 0; i < count; i++) {
        char text[HC_COMMAND_CHARS];

        hc_command_print(view->game, &view->rules, &hints[i].command, text, sizeof text);
        printf("  %-24s won %5.1f %% of %u games\n", text, hints[i].win_permille / 10.0,
               (unsigned)hints[i].tries);
    }
}

int main(void)
{
    const struct hc_game *game = hc_game_find("two");
    struct hc_table *table = malloc(hc_table_bytes());
    void *scratch = malloc(hc_hint_bytes(BUDGET));
    struct hc_hint hints[HC_HINTS_MAX];
    struct hc_events events;
    struct hc_problem why;
    struct hc_rules rules;
    struct hc_view view;
    uint8_t seed[HC_SEED_BYTES];
    unsigned seat, count;

    must(table && scratch, "out of memory");
    must(hc_rules_parse(game, "tokens_to_win=1", &rules, &why), why.text);
    hc_seed_from_number(7, seed); /* a real table takes its seed from the system's entropy */
    must(hc_table_open(table, game, &rules, SEATS, seed) == HC_OK, "three can play");
    must(hc_submit_text(table, HC_HOUSE, "start", 0, &events) == HC_OK, "a table can start");
    while ((seat = hc_table_awaits(table)) < SEATS) {
        hc_view(table, seat, 0, &view);
        count = hc_hint(&view, seed, BUDGET, scratch, hints);
        must(count > 0, "the awaited seat can always do something");
        if (seat == 0)
            print_hints(&view, hints, count);
        must(hc_submit(table, seat, &hints[0].command, 0, &events) == HC_OK, "a hint is lawful");
    }
    must(seat == HC_NONE, "one token wins the match");
    free(scratch);
    free(table);
    return 0;
}
