// SPDX-License-Identifier: MIT
/*
 * show.c: printing the table, the hand, the story and help. A line is put together in a struct
 * hc_text first; show_table() is the one that people see most.
 */
#include "doors/terminal/show.h"

#include <stdio.h>
#include <string.h>

#include "doors/terminal/typed.h"
#include "doors/terminal/phrase.h"
#include "doors/terminal/records.h"

enum { PILE_CARDS_SHOWN = 24, NAMED_CARDS = 8, HINTS_SHOWN = 5, LINE_CHARS = 4000 };

/* A match as somebody sees it now. */
struct look {
    struct hc_view view;
    const char *names[HC_SEATS_MAX];
    unsigned absent;     /* people without a connection, as a mask of seats */
    struct hc_text line; /* that is being put together */
    char text[LINE_CHARS];
};

static void look(const struct visit *visit, unsigned viewer, struct look *look)
{
    look->view = *visit_view(visit, viewer);
    visit_names(visit, viewer, look->names);
    look->absent = visit_absent(visit);
    hc_text_init(&look->line, look->text, sizeof look->text);
}

/* Prints the line, and begins another. */
static void end_line(struct look *look)
{
    puts(look->text);
    hc_text_init(&look->line, look->text, sizeof look->text);
}

static void print_sheet(const struct sheet *sheet)
{
    for (size_t i = 0; i < sheet->count; i++)
        printf("  %s\n", sheet->row[i]);
}

static void print_hex(const uint8_t bytes[HC_SEED_BYTES])
{
    for (unsigned i = 0; i < HC_SEED_BYTES; i++)
        printf("%02x", bytes[i]);
    putchar('\n');
}

void show_welcome(const struct visit *visit)
{
    const struct hc_view *view = visit_view(visit, visit->seat);
    const struct guest_room *room = &visit->guest->room;
    char players[LINE_CHARS / 2], line[LINE_CHARS];
    struct hc_text out;

    printf("%s\n", hc_game_title(view->game, phrase_language()));
    hc_text_init(&out, players, sizeof players);
    for (unsigned s = 0; s < view->seats; s++) {
        const char *bot = visit->stand_in.bot && s == visit->guest->seat ? visit->stand_in.bot->name
                                                                         : room->seat[s].bot;

        hc_put(&out, s ? ", " : "");
        hc_put(&out, visit->seat == s ? words_text(phrase_language(), WORDS_YOU) : visit->names[s]);
        if (*bot) {
            hc_put(&out, " (");
            hc_put(&out, phrase_bot(bot));
            hc_put_char(&out, ')');
        }
    }
    hc_text_init(&out, line, sizeof line);
    PHRASE(&out, TERMINAL_AT_THE_TABLE, {"players", players, 0});
    printf("%s\n%s ", line, phrase_word(TERMINAL_COMMITMENT));
    print_hex(visit->commitment);
}

void show_news(struct visit *visit, unsigned viewer)
{
    struct story *story = visit_story(visit, viewer);

    if (story->shown < story->count)
        putchar('\n');
    for (; story->shown < story->count; story->shown++)
        puts(story->line[story->shown]);
}

void show_story(const struct story *story, size_t count)
{
    size_t first = count < story->count ? story->count - count : 0;

    if (!story->count)
        puts(phrase_word(TERMINAL_NOTHING_YET));
    for (size_t i = first; i < story->count; i++)
        printf("%4zu  %s\n", i + 1, story->line[i]);
}

/* ---- The table ------------------------------------------------------------------------------ */

/* " (Red 5)". */
static void put_face_name(const struct hc_view *view, unsigned face, struct hc_text *out)
{
    hc_put(out, " (");
    phrase_put_face(view, face, out);
    hc_put_char(out, ')');
}

/* One pile: its top card or all of them, as far as the viewer sees them, and how many there are. */
static void put_pile(const struct look *look, unsigned pile, bool full, struct hc_text *out)
{
    const struct hc_view *view = &look->view;
    const struct hc_pile_kind *kind = &view->game->piles[pile];
    struct hc_spot spot = view->pile[pile], shown = {spot.start, 0};

    hc_put(out, phrase_pile(view->game, pile));
    if (kind->owners && spot.count) {
        phrase_put_laid(view, look->names, pile, out);
        return;
    }
    while (shown.count < spot.count && shown.count < PILE_CARDS_SHOWN &&
           view->face[spot.start + shown.count] != HC_HIDDEN)
        shown.count++;
    if (kind->show != HC_SHOW_ALL && !full && shown.count)
        shown.count = 1;
    phrase_put_cards(view, shown, true, out);
    if (shown.count == 1)
        put_face_name(view, view->face[spot.start], out);
    hc_put(out, shown.count ? ", " : " ");
    phrase_put_count(spot.count, out);
}

static void print_piles(struct look *look, bool full)
{
    const struct hc_game *game = look->view.game;
    struct hc_text *line = &look->line;
    const char *between = "";

    hc_put(line, phrase_word(TERMINAL_TABLE));
    hc_put(line, ": ");

    for (unsigned p = 0; p < game->pile_count; p++) {
        if (game->piles[p].seat != HC_NONE || (!look->view.pile[p].count && p && !full))
            continue;
        hc_put(line, between);
        put_pile(look, p, full, line);
        between = "; ";
    }
    for (unsigned f = 0; f < game->fact_count; f++) {
        if (!phrase_is_headline(&look->view, &game->facts[f]))
            continue;
        hc_put(line, between);
        phrase_put_fact(&look->view, look->names, &game->facts[f], 0, line);
        between = "; ";
    }
    hc_put_char(line, '.');
    end_line(look);
}

/* What the viewer knows of another hand, by looking or by having passed it on. */
static void put_known(const struct hc_view *view, unsigned seat, struct hc_text *out)
{
    struct hc_spot hand = view->hand[seat];

    if (seat == view->viewer || !hand.count || view->face[hand.start] == HC_HIDDEN)
        return;
    hc_put(out, " (");
    hc_put(out, phrase_word(TERMINAL_KNOWN));
    hc_put_char(out, ':');
    phrase_put_cards(view, hand, false, out);
    hc_put_char(out, ')');
}

static void put_own_piles(const struct hc_view *view, unsigned seat, struct hc_text *out)
{
    for (unsigned p = 0; p < view->game->pile_count; p++) {
        if (view->game->piles[p].seat != seat || !view->pile[p].count)
            continue;
        hc_put(out, ", ");
        hc_put(out, phrase_pile(view->game, p));
        phrase_put_cards(view, view->pile[p], true, out);
    }
}

static void print_player(struct look *look, unsigned seat)
{
    const struct hc_view *view = &look->view;
    struct hc_text *line = &look->line;

    hc_put(line, "  ");
    hc_put(line, look->names[seat]);
    hc_put(line, ": ");
    if (look->absent >> seat & 1) {
        hc_put(line, phrase_word(TERMINAL_NOT_CONNECTED));
        hc_put(line, ", ");
    }
    phrase_put_count(view->hand[seat].count, line);
    put_known(view, seat, line);
    put_own_piles(view, seat, line);
    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];

        if (phrase_is_told(view, fact)) {
            hc_put(line, ", ");
            phrase_put_fact(view, look->names, fact, seat, line);
        } else if (phrase_is_marked(view, fact, seat)) {
            hc_put(line, ", ");
            hc_put(line, phrase_label(view->game, fact));
        }
    }
    hc_put_char(line, '.');
    end_line(look);
}

/* A hand of few cards is shown with their names. */
static void print_hand(struct look *look)
{
    const struct hc_view *view = &look->view;
    struct hc_spot spot = view->hand[view->viewer];

    hc_put(&look->line, phrase_word(TERMINAL_YOUR_HAND));
    hc_put_char(&look->line, ':');
    for (unsigned i = 0; i < spot.count; i++) {
        unsigned face = view->face[spot.start + i];

        phrase_put_cards(view, (struct hc_spot){(uint8_t)(spot.start + i), 1}, false, &look->line);
        hc_put(&look->line, phrase_is_playable(view, face) ? "*" : "");
        if (spot.count <= NAMED_CARDS)
            put_face_name(view, face, &look->line);
    }
    hc_put(&look->line, spot.count == 0 ? " " : phrase_playable(view) ? "  " : "");
    hc_put(&look->line, spot.count == 0         ? phrase_word(TERMINAL_NO_CARDS)
                        : phrase_playable(view) ? phrase_word(TERMINAL_CAN_BE_PLAYED)
                                                : "");
    end_line(look);
}

/* " (Call UNO!)": what a verb means, where that is not what it is called. */
static void put_verb_label(const struct hc_view *view, const char *name, struct hc_text *out)
{
    const char *label = words_of_game(phrase_language(), view->game->name, "verbs", name);

    if (hc_word_is(label, strlen(label), name))
        return;
    hc_put(out, " (");
    hc_put(out, label);
    hc_put_char(out, ')');
}

static void print_allowed(struct look *look)
{
    const struct hc_view *view = &look->view;
    struct hc_text *line = &look->line, card;
    char losing[HC_NAME_CHARS];
    uint64_t done = 0;

    hc_put(line, phrase_word(view->actions.count ? TERMINAL_MAY : TERMINAL_MAY_NOTHING));
    hc_put(line, view->actions.count ? ": " : "");
    for (uint32_t c = 0; c < view->actions.count; c++) {
        unsigned verb = view->actions.choice[c].verb;
        const char *name = view->game->grammar.verbs[verb].name;

        if (done >> verb & 1)
            continue;
        hc_put(line, done ? ", " : "");
        done |= 1ull << verb;
        hc_put(line, name);
        put_verb_label(view, name, line);
        phrase_put_choices(view, look->names, verb, true, line);
        if (typed_shortcut(view, name)) {
            hc_put(line, " (");
            hc_put(line, typed_shortcut(view, name));
            hc_put_char(line, ')');
        }
    }
    hc_put_char(line, '.');
    end_line(look);
    hc_text_init(&card, losing, sizeof losing);
    if (!phrase_put_losing_card(view, &card))
        return;
    PHRASE(line, TERMINAL_LOSES, {"card", losing, 0});
    end_line(look);
}

void show_allowed(const struct visit *visit, unsigned viewer)
{
    struct look seen;

    look(visit, viewer, &seen);
    print_allowed(&seen);
}

void show_table(const struct visit *visit, unsigned viewer, bool full)
{
    struct sheet sheet;
    struct look seen;

    look(visit, viewer, &seen);
    putchar('\n');
    print_piles(&seen, full);
    if (full) {
        sheet_begin(&sheet, 0);
        sheet_state(&sheet, &seen.view, seen.names);
        print_sheet(&sheet);
    }
    for (unsigned s = 0; s < seen.view.seats; s++)
        print_player(&seen, s);
    if (seen.view.viewer >= seen.view.seats)
        return;
    print_hand(&seen);
    print_allowed(&seen);
}

void show_late(const struct visit *visit)
{
    struct look seen;

    look(visit, visit->seat, &seen);
    if (!visit_late(visit)) {
        puts(phrase_word(TERMINAL_NO_LATE));
        return;
    }
    seen.view = *visit_late(visit);
    printf("\n%s:\n", phrase_word(TERMINAL_SOME_TURNS_AGO));
    print_piles(&seen, false);
    for (unsigned s = 0; s < seen.view.seats; s++)
        print_player(&seen, s);
}

/* ---- What was asked for --------------------------------------------------------------------- */

static void print_commands(const struct hc_view *view)
{
    struct hc_spot hand = view->hand[view->viewer];
    char line[LINE_CHARS], colors[HC_NAME_CHARS];
    struct hc_text out;
    struct sheet sheet;

    hc_text_init(&out, line, sizeof line);
    PHRASE(&out, TERMINAL_TYPE_A_CODE,
           {"code",
            hand.count ? hc_face_code(view->game, &view->rules, view->face[hand.start]) : "", 0});
    printf("\n%s\n", line);
    sheet_begin(&sheet, 0);
    sheet_verbs(&sheet, view, NULL);
    print_sheet(&sheet);
    hc_text_init(&out, colors, sizeof colors);
    for (const char *color = view->game->grammar.colors; *color; color++) {
        hc_put_char(&out, *color);
        hc_put(&out, color[1] ? ", " : "");
    }
    hc_text_init(&out, line, sizeof line);
    if (*colors)
        PHRASE(&out, TERMINAL_COLORS, {"colors", colors, 0});
    hc_put(&out, *colors ? " " : "");
    hc_put(&out, phrase_word(TERMINAL_SEATS));
    printf("  %s\n", line);
}

void show_help(const struct visit *visit, unsigned viewer)
{
    struct sheet sheet;
    struct look seen;
    const struct hc_view *view = &seen.view;

    look(visit, viewer, &seen);
    putchar('\n');
    sheet_begin(&sheet, 0);
    sheet_how_to_play(&sheet, view);
    print_sheet(&sheet);
    if (view->viewer < view->seats)
        print_commands(view);
    sheet_begin(&sheet, 0);
    sheet_requests(&sheet, visit->kept, visit->people > 1);
    print_sheet(&sheet);
    if (view->viewer < view->seats)
        print_allowed(&seen);
}

void show_sheet(const struct visit *visit, unsigned viewer,
                void (*write)(struct sheet *sheet, const struct hc_view *view))
{
    struct sheet sheet;
    struct look seen;

    look(visit, viewer, &seen);
    sheet_begin(&sheet, 0);
    write(&sheet, &seen.view);
    print_sheet(&sheet);
}

void show_records(struct visit *visit, unsigned viewer)
{
    struct hc_problem why;
    struct sheet sheet;

    sheet_begin(&sheet, 0);
    if (records_write(visit, viewer, &sheet, &why))
        print_sheet(&sheet);
    else
        line_refuse(why.text);
}

void show_hints(struct visit *visit, unsigned viewer)
{
    struct hc_hint hints[HC_HINTS_MAX];
    struct hc_problem why;
    unsigned count = visit_hint(visit, viewer, hints, &why);
    const struct hc_view *view = visit_view(visit, viewer);
    char text[HC_COMMAND_CHARS], words[HC_PROBLEM_CHARS], line[LINE_CHARS];
    const char *names[HC_SEATS_MAX];
    struct hc_text out;

    visit_names(visit, viewer, names);
    hc_text_init(&out, line, sizeof line);
    PHRASE(&out, TERMINAL_REFUSED, {"why", why.text, 0});
    if (!count)
        puts(line);
    for (unsigned i = 0; i < count && i < HINTS_SHOWN; i++) {
        hc_command_print(view->game, &view->rules, &hints[i].command, text, sizeof text);
        hc_command_say(view, &hints[i].command, names, phrase_language(), words, sizeof words);
        hc_text_init(&out, line, sizeof line);
        PHRASE(&out, sheet_is_given_up(hints, count, i) ? TERMINAL_HINT_WORSE : TERMINAL_HINT,
               {"words", words, 0}, {"command", text, 0},
               {"percent", NULL, (hints[i].win_permille + 5u) / 10},
               {"tries", NULL, hints[i].tries});
        printf("  %s%s%s\n", line, i ? "" : " ", i ? "" : phrase_word(TERMINAL_DO_THAT));
    }
    hc_text_init(&out, line, sizeof line);
    PHRASE(&out, TERMINAL_WORSE, {"count", NULL, (int64_t)count - HINTS_SHOWN});
    if (count > HINTS_SHOWN)
        printf("  %s\n", line);
}

/* ---- The end -------------------------------------------------------------------------------- */

void show_players(const struct visit *visit)
{
    struct look seen;
    char winners[LINE_CHARS / 2];

    look(visit, visit->seat, &seen);
    putchar('\n');
    if (visit_awaits(visit) == HC_NONE) {
        struct hc_text out;
        unsigned count;

        hc_text_init(&out, winners, sizeof winners);
        count = phrase_put_winners(&seen.view, seen.names, &out);
        if (count)
            PHRASE(&seen.line, TERMINAL_OVER_WINNERS, {"names", winners, 0},
                   {"count", NULL, count});
        else
            hc_put(&seen.line, phrase_word(TERMINAL_OVER_NOBODY));
        end_line(&seen);
    }
    for (unsigned s = 0; s < seen.view.seats; s++)
        print_player(&seen, s);
}

void show_reveal(const struct visit *visit)
{
    printf("%s ", phrase_word(TERMINAL_SEED));
    print_hex(visit->seed);
    printf("%s ", phrase_word(TERMINAL_SALT));
    print_hex(visit->salt);
    puts(phrase_word(TERMINAL_SHA));
}
