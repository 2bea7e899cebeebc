// SPDX-License-Identifier: MIT
/* show.c: printing the table, the hand, the story and help. */
#include "doors/terminal/show.h"

#include <stdio.h>
#include <string.h>

#include "doors/terminal/line.h"
#include "games/game.h"
#include "table/table.h"

enum { PILE_CARDS_SHOWN = 24, NAMED_CARDS = 3, HINTS_SHOWN = 5 };

static const char *name_of(const struct match *match, unsigned viewer, unsigned seat)
{
    return seat == viewer ? "You" : match->names[seat];
}

static const char *face_name(const struct hc_view *view, unsigned face)
{
    const struct hc_deck *deck = hc_deck_of(view->game, &view->rules);

    return face < deck->face_count ? deck->faces[face].name : "hidden";
}

static const char *code(const struct hc_view *view, unsigned face)
{
    return hc_face_code(view->game, &view->rules, face);
}

/* A name from a table, for people: "set_aside" is "set aside". */
static void print_name(const char *name)
{
    for (; *name; name++)
        putchar(*name == '_' ? ' ' : *name);
}

static void print_count(unsigned count)
{
    printf("%u card%s", count, count == 1 ? "" : "s");
}

static void print_hex(const uint8_t bytes[HC_SEED_BYTES])
{
    for (unsigned i = 0; i < HC_SEED_BYTES; i++)
        printf("%02x", bytes[i]);
    putchar('\n');
}

void show_welcome(const struct match *match)
{
    const struct setup *setup = &match->setup;

    printf("%s\n", hc_game_title(setup->game));
    fputs("At the table:", stdout);
    for (unsigned s = 0; s < setup->seats; s++) {
        bool you = match->people == 1 && match_is_person(match, s);

        printf("%s %s", s ? "," : "", you ? "you" : match->names[s]);
        if (setup->bot[s])
            printf(" (%s)", setup->bot[s]->name);
    }
    puts(".");
    fputs("Commitment to the deal: ", stdout);
    print_hex(match->commitment);
}

void show_news(struct match *match, unsigned viewer)
{
    struct story *story = match_story(match, viewer);

    if (story->told < story->count)
        putchar('\n');
    for (; story->told < story->count; story->told++)
        puts(story->line[story->told]);
}

void show_story(const struct story *story, size_t count)
{
    size_t first = count < story->count ? story->count - count : 0;

    if (!story->count)
        puts("Nothing has happened yet.");
    for (size_t i = first; i < story->count; i++)
        printf("%4zu  %s\n", i + 1, story->line[i]);
}

/* One pile: its top card or all of them, as far as the viewer sees them, and how many there are. */
static void print_pile(const struct hc_view *view, unsigned pile, bool full)
{
    const struct hc_pile_kind *kind = &view->game->piles[pile];
    struct hc_spot spot = view->pile[pile];
    const uint8_t *faces = view->face + spot.start;
    unsigned shown = 0;

    print_name(kind->name);
    putchar(' ');
    while (shown < spot.count && shown < PILE_CARDS_SHOWN && faces[shown] != HC_HIDDEN)
        shown++;
    if (kind->show != HC_SHOW_ALL && !full && shown)
        shown = 1;
    if (shown == 1)
        printf("%s (%s), ", code(view, faces[0]), face_name(view, faces[0]));
    for (unsigned i = 0; shown > 1 && i < shown; i++)
        printf("%s%s", code(view, faces[i]), i + 1 < shown ? " " : ", ");
    print_count(spot.count);
}

static void print_value(const struct match *match, const struct hc_view *view,
                        const struct hc_fact *fact, int64_t value)
{
    const char *colors = view->game->grammar.colors;
    const char *const *names = view->game->grammar.color_names;

    switch (fact->type) {
    case HC_FACT_NUMBER:
        printf("%lld", (long long)value);
        return;
    case HC_FACT_BOOL:
        fputs(value ? "yes" : "no", stdout);
        return;
    case HC_FACT_NAME:
        print_name(value < fact->name_count ? fact->names[value] : "?");
        return;
    case HC_FACT_SEAT:
        fputs(value < view->seats ? name_of(match, view->viewer, (unsigned)value) : "nobody",
              stdout);
        return;
    case HC_FACT_COLOR:
        if (value >= (int64_t)strlen(colors))
            fputs("none", stdout);
        else if (names)
            printf("%c (%s)", colors[value], names[value]);
        else
            putchar(colors[value]);
        return;
    case HC_FACT_CARD:
    case HC_FACT_FACE:
        fputs(value == HC_NONE ? "none" : code(view, (unsigned)value), stdout);
        return;
    case HC_FACT_SEATS:
        for (unsigned s = 0; s < view->seats; s++)
            if (value >> s & 1)
                printf("%s%s", value & (((int64_t)1 << s) - 1) ? ", " : "",
                       name_of(match, view->viewer, s));
        fputs(value ? "" : "nobody", stdout);
        return;
    }
}

static bool is_shown(const struct hc_view *view, const struct hc_fact *fact)
{
    return hc_fact_visible(fact, view->state, view->viewer);
}

static void print_piles(const struct match *match, const struct hc_view *view, bool full)
{
    const struct hc_game *game = view->game;
    bool first = true;

    fputs("Table: ", stdout);
    for (unsigned p = 0; p < game->pile_count; p++) {
        if (game->piles[p].seat != HC_NONE || (!view->pile[p].count && p && !full))
            continue;
        fputs(first ? "" : "; ", stdout);
        print_pile(view, p, full);
        first = false;
    }
    for (unsigned f = 0; f < game->fact_count; f++) {
        const struct hc_fact *fact = &game->facts[f];

        if (fact->type != HC_FACT_COLOR || fact->per_seat || !is_shown(view, fact) ||
            hc_fact_get(fact, view->state, 0) >= (int64_t)strlen(game->grammar.colors))
            continue;
        fputs("; ", stdout);
        print_name(fact->name);
        putchar(' ');
        print_value(match, view, fact, hc_fact_get(fact, view->state, 0));
    }
    puts(".");
}

/* What the viewer knows of another hand, by looking or by having passed it on. */
static void print_known(const struct hc_view *view, unsigned seat)
{
    struct hc_spot spot = view->hand[seat];

    if (seat == view->viewer || !spot.count || view->face[spot.start] == HC_HIDDEN)
        return;
    fputs(" (known:", stdout);
    for (unsigned i = 0; i < spot.count && view->face[spot.start + i] != HC_HIDDEN; i++)
        printf(" %s", code(view, view->face[spot.start + i]));
    putchar(')');
}

static void print_own_piles(const struct hc_view *view, unsigned seat)
{
    for (unsigned p = 0; p < view->game->pile_count; p++) {
        struct hc_spot spot = view->pile[p];

        if (view->game->piles[p].seat != seat || !spot.count)
            continue;
        fputs(", ", stdout);
        print_name(view->game->piles[p].name);
        for (unsigned i = spot.count; i--;)
            printf(" %s", code(view, view->face[spot.start + i]));
    }
}

/* What is true of one player; what is true of everybody need not be said. */
static bool is_marked(const struct hc_view *view, const struct hc_fact *fact, unsigned seat)
{
    uint64_t mask = (uint64_t)hc_fact_get(fact, view->state, 0);

    return fact->type == HC_FACT_SEATS && mask != (1ull << view->seats) - 1 && mask >> seat & 1;
}

static void print_player(const struct match *match, const struct hc_view *view, unsigned seat)
{
    const struct hc_game *game = view->game;

    printf("  %s: ", name_of(match, view->viewer, seat));
    print_count(view->hand[seat].count);
    print_known(view, seat);
    print_own_piles(view, seat);
    for (unsigned f = 0; f < game->fact_count; f++) {
        const struct hc_fact *fact = &game->facts[f];

        if (!is_shown(view, fact))
            continue;
        if (fact->per_seat) {
            fputs(", ", stdout);
            print_name(fact->name);
            putchar(' ');
            print_value(match, view, fact, hc_fact_get(fact, view->state, seat));
        } else if (is_marked(view, fact, seat)) {
            fputs(", ", stdout);
            print_name(fact->name);
        }
    }
    puts(".");
}

static uint64_t playable_faces(const struct hc_view *view)
{
    uint64_t faces = 0;

    for (uint32_t c = 0; c < view->actions.count; c++)
        faces |= view->actions.choice[c].faces;
    return faces;
}

/* A hand of few cards is shown with their names. */
static void print_hand(const struct hc_view *view)
{
    struct hc_spot spot = view->hand[view->viewer];
    uint64_t playable = playable_faces(view);

    fputs("Your hand:", stdout);
    for (unsigned i = 0; i < spot.count; i++) {
        unsigned face = view->face[spot.start + i];

        printf(" %s%s", code(view, face), playable >> face & 1 ? "*" : "");
        if (spot.count <= NAMED_CARDS)
            printf(" (%s)", face_name(view, face));
    }
    puts(spot.count == 0 ? " no cards." : playable ? "  (* can be played)" : "");
}

static void print_facts(const struct match *match, const struct hc_view *view)
{
    const struct hc_game *game = view->game;

    for (unsigned f = 0; f < game->fact_count; f++) {
        const struct hc_fact *fact = &game->facts[f];

        if (fact->per_seat || !is_shown(view, fact))
            continue;
        fputs("  ", stdout);
        print_name(fact->name);
        fputs(": ", stdout);
        print_value(match, view, fact, hc_fact_get(fact, view->state, 0));
        putchar('\n');
    }
}

/* The options that are not at their defaults. */
static void print_rules(const struct hc_view *view)
{
    const struct hc_option *option;
    bool any = false;

    fputs("Rules:", stdout);
    for (size_t i = 0; (option = hc_option_at(view->game, i)); i++) {
        uint32_t value = hc_rules_value(view->game, &view->rules, i);

        if (option->type == HC_OPTION_SEED || value == option->preset)
            continue;
        any = true;
        if (option->type == HC_OPTION_ENUM)
            printf(" %s=%s", option->name, option->values[value]);
        else if (option->type == HC_OPTION_BOOL)
            printf(" %s=%s", option->name, value ? "true" : "false");
        else
            printf(" %s=%u", option->name, (unsigned)value);
    }
    puts(any ? "; all else is the default." : " all defaults.");
}

/* All cards, colours or seats that a verb may be given with now. */
static void print_choices(const struct hc_view *view, unsigned verb)
{
    const struct hc_verb *row = &view->game->grammar.verbs[verb];
    const char *shortcut = line_shortcut(view, row->name);
    uint64_t faces = 0;
    unsigned colors = 0, targets = 0;

    for (uint32_t c = 0; c < view->actions.count; c++) {
        const struct hc_choice *choice = &view->actions.choice[c];

        faces |= choice->verb == verb ? choice->faces : 0;
        colors |= choice->verb == verb && row->takes & HC_TAKES_COLOR ? choice->colors : 0u;
        targets |= choice->verb == verb && row->takes & HC_TAKES_SEAT ? choice->targets : 0u;
    }
    fputs(row->name, stdout);
    for (; faces; faces &= faces - 1)
        printf(" %s", code(view, hc_lowest_bit(faces)));
    for (; colors; colors &= colors - 1)
        printf(" %c", view->game->grammar.colors[hc_lowest_bit(colors)]);
    for (; targets; targets &= targets - 1)
        printf(" %u", hc_lowest_bit(targets));
    if (shortcut)
        printf(" (%s)", shortcut);
}

static void print_allowed(const struct hc_view *view)
{
    uint64_t done = 0;

    fputs(view->actions.count ? "You may: " : "You may do nothing now.", stdout);
    for (uint32_t c = 0; c < view->actions.count; c++) {
        unsigned verb = view->actions.choice[c].verb;

        if (done >> verb & 1)
            continue;
        fputs(done ? ", " : "", stdout);
        done |= 1ull << verb;
        print_choices(view, verb);
    }
    puts(view->actions.count ? "." : "");
    for (uint32_t c = 0; c < view->actions.count; c++)
        if (view->actions.choice[c].marked && view->actions.choice[c].faces)
            printf("(%s would lose at once.)\n",
                   face_name(view, hc_lowest_bit(view->actions.choice[c].faces)));
}

void show_allowed(const struct match *match, unsigned viewer)
{
    struct hc_view view;

    hc_view(match->table, viewer, match_now(match), &view);
    print_allowed(&view);
}

void show_table(const struct match *match, unsigned viewer, bool full)
{
    struct hc_view view;

    hc_view(match->table, viewer, match_now(match), &view);
    putchar('\n');
    print_piles(match, &view, full);
    if (full) {
        print_facts(match, &view);
        print_rules(&view);
    }
    for (unsigned s = 0; s < view.seats; s++)
        print_player(match, &view, s);
    if (viewer >= view.seats)
        return;
    print_hand(&view);
    print_allowed(&view);
}

void show_hand(const struct match *match, unsigned viewer)
{
    struct hc_view view;
    uint64_t playable;

    hc_view(match->table, viewer, match_now(match), &view);
    playable = playable_faces(&view);
    for (unsigned i = 0; i < view.hand[viewer].count; i++) {
        unsigned face = view.face[view.hand[viewer].start + i];

        printf("  %-3s %s%s\n", code(&view, face), face_name(&view, face),
               playable >> face & 1 ? ", can be played" : "");
    }
    if (!view.hand[viewer].count)
        puts("You hold no cards.");
}

/* How a verb is typed, from what it takes. */
static void put_usage(const struct hc_verb *verb, struct hc_text *out)
{
    hc_put(out, verb->name);
    hc_put(out, verb->takes & HC_TAKES_CARD    ? " CARD"
                : verb->takes & HC_TAKES_COLOR ? " COLOUR"
                : verb->takes & HC_TAKES_SEAT  ? " SEAT"
                                               : "");
    hc_put(out, verb->takes & HC_TAKES_COLOR_KEY ? " [color=COLOUR]" : "");
    hc_put(out, verb->takes & HC_TAKES_TARGET_KEY ? " [target=SEAT]" : "");
    if (verb->takes & HC_TAKES_GUESS_KEY) {
        hc_put(out, " [");
        hc_put(out, verb->guess_key ? verb->guess_key : "guess");
        hc_put(out, "=CARD]");
    }
    if (verb->takes & HC_TAKES_FLAG) {
        hc_put(out, " [");
        hc_put(out, verb->flag);
        hc_put_char(out, ']');
    }
}

static void print_verbs(const struct hc_view *view)
{
    for (unsigned v = 0; v < view->game->grammar.verb_count; v++) {
        const struct hc_verb *verb = &view->game->grammar.verbs[v];
        const char *shortcut = line_shortcut(view, verb->name);
        char text[100];
        struct hc_text out;

        if (verb->takes & HC_FROM_HOUSE)
            continue;
        hc_text_init(&out, text, sizeof text);
        put_usage(verb, &out);
        printf("  %-44s %s%s%s\n", text, verb->label, shortcut ? "; or type " : "",
               shortcut ? shortcut : "");
    }
}

void show_help(const struct match *match, unsigned viewer)
{
    struct hc_view view;

    hc_view(match->table, viewer, match_now(match), &view);
    printf("\nType the code of a card to play it%s%s. What you leave open, you are asked for.\n",
           view.hand[viewer].count ? ", as in " : "",
           view.hand[viewer].count ? code(&view, view.face[view.hand[viewer].start]) : "");
    print_verbs(&view);
    fputs(*view.game->grammar.colors ? "  Colours are" : " ", stdout);
    for (const char *color = view.game->grammar.colors; *color; color++)
        printf(" %c%s", *color, color[1] ? "," : ".");
    puts(" Seats are numbers, the first is 0. Upper and lower case are the same.");
    puts("  state         everything you may know of the table\n"
         "  hand          your cards with their names\n"
         "  cards         all cards of the deck\n"
         "  hint          what a strong player would do, seeing what you see\n"
         "  log [N]       what happened, the last N sentences (20)\n"
         "  save FILE     save the match so far, with every hand; as JSON if it ends in .json\n"
         "  end           end the match and reveal the deal");
    puts(match->keep ? "  quit          leave the table; the match is kept and can be continued"
                     : "  quit          leave the table, which ends the match");
    if (match->people > 1)
        puts("  SEAT: COMMAND speaks for another player at this terminal");
    print_allowed(&view);
}

void show_hints(const struct match *match, unsigned viewer)
{
    struct hc_hint hints[HC_HINTS_MAX];
    unsigned count = match_hint(match, viewer, hints);
    char text[HC_COMMAND_CHARS];

    if (!count)
        puts("You may do nothing now, so there is nothing to advise.");
    for (unsigned i = 0; i < count && i < HINTS_SHOWN; i++) {
        hc_command_print(match->setup.game, &match->setup.rules, &hints[i].command, text,
                         sizeof text);
        printf("  %s wins %u %% of %u imagined game%s.%s\n", text,
               (hints[i].win_permille + 5u) / 10, hints[i].tries, hints[i].tries == 1 ? "" : "s",
               i ? "" : " Do that.");
    }
    if (count > HINTS_SHOWN)
        printf("  %u more commands seem worse.\n", count - HINTS_SHOWN);
}

void show_cards(const struct match *match)
{
    const struct hc_deck *deck = hc_deck_of(match->setup.game, &match->setup.rules);

    for (unsigned f = 0; f < deck->face_count; f++) {
        unsigned copies = hc_count(hc_and(deck->copies[f], deck->cards));

        if (copies)
            printf("  %-3s %s, %u in the deck, %d point%s. %s\n", deck->faces[f].code,
                   deck->faces[f].name, copies, deck->faces[f].points,
                   deck->faces[f].points == 1 ? "" : "s",
                   deck->faces[f].text ? deck->faces[f].text : "");
    }
}

static void print_winners(const struct match *match, const struct hc_view *view)
{
    int64_t winners;

    fputs("The match is over. ", stdout);
    if (!hc_view_fact(view, "match_winners", 0, &winners) || !winners) {
        puts("Nobody wins.");
        return;
    }
    fputs("Winner: ", stdout);
    for (uint64_t left = (uint64_t)winners; left; left &= left - 1)
        printf("%s%s", left == (uint64_t)winners ? "" : ", ",
               name_of(match, view->viewer, hc_lowest_bit(left)));
    puts(".");
}

void show_players(const struct match *match)
{
    unsigned viewer = HC_SPECTATOR;
    struct hc_view view;

    for (unsigned s = 0; match->people == 1 && s < match->setup.seats; s++)
        viewer = match_is_person(match, s) ? s : viewer;
    hc_view(match->table, viewer, match_now(match), &view);
    putchar('\n');
    if (hc_table_awaits(match->table) == HC_NONE)
        print_winners(match, &view);
    for (unsigned s = 0; s < view.seats; s++)
        print_player(match, &view, s);
}

void show_reveal(const struct match *match)
{
    fputs("The deal is revealed. Seed: ", stdout);
    print_hex(match->setup.seed);
    fputs("Salt: ", stdout);
    print_hex(match->setup.salt);
    puts("SHA-256 of both is the commitment that was shown at the start.");
}
