// SPDX-License-Identifier: MIT
/* sheet.c: writing sheets from the game's tables. */
#include "doors/terminal/sheet.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "doors/terminal/line.h"
#include "doors/terminal/page.h"
#include "games/game.h"
#include "table/table.h"

enum {
    SHEET_COLUMNS = 92, /* longer rows are hard to read */
    SHEET_COLUMNS_MIN = 30,
    SHEET_MARGIN = 8, /* what a box takes of the window's columns */
    NAME_COLUMNS = 18,
    VALUE_COLUMNS = 8, /* of a fact for each seat, behind its name */
};

void sheet_clear(struct sheet *sheet)
{
    sheet->count = 0;
}

/* Where a second row begins: below the last column of the first one. */
static int indent_of(const char *line, size_t length)
{
    int indent = 0;

    for (size_t i = 2; i < length; i++)
        if (line[i - 2] == ' ' && line[i - 1] == ' ' && line[i] != ' ')
            indent = (int)i;
    return indent;
}

static void add_row(struct sheet *sheet, int indent, const char *text, size_t length)
{
    if (sheet->count == SHEET_ROWS_MAX)
        return;
    snprintf(sheet->text[sheet->count], SHEET_CHARS, "%*s%.*s", indent, "", (int)length, text);
    sheet->row[sheet->count] = sheet->text[sheet->count];
    sheet->count++;
}

void sheet_row(struct sheet *sheet, const char *text)
{
    add_row(sheet, 0, text, strlen(text));
}

void sheet_add(struct sheet *sheet, const char *format, ...)
{
    int width = screen_columns() - SHEET_MARGIN, indent = 0;
    char line[SHEET_CHARS];
    const char *rest = line;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    width = width < SHEET_COLUMNS_MIN ? SHEET_COLUMNS_MIN
            : width > SHEET_COLUMNS   ? SHEET_COLUMNS
                                      : width;
    do {
        size_t length = page_wrap(rest, width - indent);

        add_row(sheet, indent, rest, length);
        if (rest == line)
            indent = indent_of(line, length) < width / 2 + width / 4 ? indent_of(line, length) : 0;
        rest += length;
    } while (*rest);
}

/* How a verb is typed, from what it takes. */
static void put_usage(const struct hc_verb *verb, struct hc_text *out)
{
    hc_put(out, verb->name);
    hc_put(out, verb->takes & HC_TAKES_CARD    ? " CARD"
                : verb->takes & HC_TAKES_COLOR ? " COLOUR"
                : verb->takes & HC_TAKES_SEAT  ? " SEAT"
                                               : "");
    hc_put(out, verb->takes & HC_TAKES_COLOR_KEY ? " [color=C]" : "");
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

static int longest_usage(const struct hc_game *game)
{
    int longest = 0;

    for (unsigned v = 0; v < game->grammar.verb_count; v++) {
        char usage[SHEET_CHARS];
        struct hc_text out;

        hc_text_init(&out, usage, sizeof usage);
        put_usage(&game->grammar.verbs[v], &out);
        longest = page_columns(usage) > longest ? page_columns(usage) : longest;
    }
    return longest;
}

static void add_verbs(struct sheet *sheet, const struct hc_view *view, const struct keys *keys)
{
    int column = longest_usage(view->game);

    for (unsigned v = 0; v < view->game->grammar.verb_count && v < KEYS_VERBS_MAX; v++) {
        const struct hc_verb *verb = &view->game->grammar.verbs[v];
        const char *shortcut = line_shortcut(view, verb->name);
        char usage[SHEET_CHARS];
        struct hc_text out;

        if (verb->takes & HC_FROM_HOUSE)
            continue;
        hc_text_init(&out, usage, sizeof usage);
        put_usage(verb, &out);
        sheet_add(sheet, "%c  %-*s  %s%s%s", keys->verb[v] ? keys->verb[v] : ' ', column, usage,
                  verb->label, shortcut ? ", or type " : "", shortcut ? shortcut : "");
    }
}

static const char *example_code(const struct hc_view *view)
{
    bool held = view->viewer < view->seats && view->hand[view->viewer].count;

    return hc_face_code(view->game, &view->rules,
                        held ? view->face[view->hand[view->viewer].start] : 0);
}

void sheet_help(struct sheet *sheet, const struct hc_view *view, const struct keys *keys,
                bool shared)
{
    sheet_clear(sheet);
    sheet_add(sheet, "Left, Right      go over your cards; Home and End to the first and last");
    sheet_add(sheet, "Tab              go to the next card that can be played (marked *)");
    sheet_add(sheet, "Enter            play the selected card, or do what was typed");
    sheet_add(sheet, "Escape           take back what was begun");
    sheet_add(sheet, "Up, Down,        look through what happened");
    sheet_add(sheet, "PageUp, PageDown");
    if (keys->hint)
        sheet_add(sheet, "%c                hint: what a strong player would do", keys->hint);
    if (keys->quit)
        sheet_add(sheet, "%c                leave the table", keys->quit);
    sheet_add(sheet, "?                this page");
    sheet_add(sheet, " ");
    sheet_add(
        sheet,
        "A letter below acts at once. The code of a card, such as %s, can simply be typed. To "
        "type anything else, begin with a colon or a space. What you leave open you are asked "
        "for. Seats are numbers from 0.",
        example_code(view));
    sheet_add(sheet, " ");
    add_verbs(sheet, view, keys);
    sheet_add(sheet, " ");
    sheet_add(sheet, "Typed only:");
    sheet_add(sheet, "   %-18s  %s", "state", "everything you may know of the table");
    sheet_add(sheet, "   %-18s  %s", "hand", "your cards with their names");
    sheet_add(sheet, "   %-18s  %s", "cards", "all cards of the deck");
    sheet_add(sheet, "   %-18s  %s", "log", "what happened, from the beginning");
    sheet_add(sheet, "   %-18s  %s", "save FILE", "save the match so far, with every hand");
    sheet_add(sheet, "   %-18s  %s", "end", "end the match for everybody");
    sheet_add(sheet, "   %-18s  %s", "hint, help, quit", "as their keys");
    if (shared)
        sheet_add(sheet, "   %-18s  %s", "SEAT: COMMAND", "speak for another player here");
}

void sheet_cards(struct sheet *sheet, const struct hc_view *view)
{
    const struct hc_deck *deck = hc_deck_of(view->game, &view->rules);

    sheet_clear(sheet);
    for (unsigned f = 0; f < deck->face_count; f++) {
        unsigned copies = hc_count(hc_and(deck->copies[f], deck->cards));

        if (copies)
            sheet_add(sheet, "%-3s %-14s %2u in the deck, %2d point%s  %s", deck->faces[f].code,
                      deck->faces[f].name, copies, deck->faces[f].points,
                      deck->faces[f].points == 1 ? " " : "s",
                      deck->faces[f].text ? deck->faces[f].text : "");
    }
}

void sheet_hand(struct sheet *sheet, const struct hc_view *view)
{
    const struct hc_deck *deck = hc_deck_of(view->game, &view->rules);

    sheet_clear(sheet);
    for (unsigned i = 0; view->viewer < view->seats && i < view->hand[view->viewer].count; i++) {
        unsigned face = view->face[view->hand[view->viewer].start + i];

        if (face < deck->face_count)
            sheet_add(sheet, "%-3s %-14s  %s", deck->faces[face].code, deck->faces[face].name,
                      deck->faces[face].text ? deck->faces[face].text : "");
    }
    if (!sheet->count)
        sheet_add(sheet, "You hold no cards.");
}

static void add_rules(struct sheet *sheet, const struct hc_view *view)
{
    const struct hc_option *option;
    size_t before = sheet->count;

    for (size_t i = 0; (option = hc_option_at(view->game, i)); i++) {
        uint32_t value = hc_rules_value(view->game, &view->rules, i);

        if (option->type == HC_OPTION_SEED || value == option->preset)
            continue;
        if (option->type == HC_OPTION_ENUM)
            sheet_add(sheet, "%s = %s", option->name, option->values[value]);
        else if (option->type == HC_OPTION_BOOL)
            sheet_add(sheet, "%s = %s", option->name, value ? "true" : "false");
        else
            sheet_add(sheet, "%s = %u", option->name, (unsigned)value);
    }
    sheet_add(sheet, sheet->count == before ? "All rules are at their defaults."
                                            : "All other rules are at their defaults.");
}

void sheet_state(struct sheet *sheet, const struct hc_view *view, const char *const *names)
{
    sheet_clear(sheet);
    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];
        char text[SHEET_CHARS];
        struct hc_text out;

        if (fact->per_seat || !hc_fact_visible(fact, view->state, view->viewer))
            continue;
        hc_text_init(&out, text, sizeof text);
        page_put_name(&out, fact->name);
        hc_put(&out, ": ");
        page_put_value(view, names, fact, hc_fact_get(fact, view->state, 0), &out);
        sheet_add(sheet, "%s", text);
    }
    sheet_add(sheet, " ");
    add_rules(sheet, view);
}

static void add_winners(struct sheet *sheet, const struct hc_view *view, const char *const *names)
{
    const struct hc_fact *fact = hc_fact_find(view->game, "match_winners");
    char text[SHEET_CHARS];
    struct hc_text out;

    if (view->game->phases[view->state[HC_STATE_PHASE]].awaits != HC_AWAITS_NOBODY)
        return;
    hc_text_init(&out, text, sizeof text);
    if (fact)
        page_put_value(view, names, fact, hc_fact_get(fact, view->state, 0), &out);
    sheet_add(sheet, "Winner of the match: %s", fact ? text : "nobody");
    sheet_add(sheet, " ");
}

/* Blanks up to a column, behind a text of so many columns. */
static void pad(struct hc_text *out, int used, int column)
{
    while (used++ < column)
        hc_put_char(out, ' ');
}

static void put_standing(const struct hc_view *view, const char *const *names, unsigned seat,
                         struct hc_text *out)
{
    hc_put(out, names[seat]);
    pad(out, page_columns(names[seat]), NAME_COLUMNS);
    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];
        size_t before = out->length;

        if (!fact->per_seat || !hc_fact_visible(fact, view->state, view->viewer))
            continue;
        page_put_name(out, fact->name);
        hc_put_char(out, ' ');
        page_put_value(view, names, fact, hc_fact_get(fact, view->state, seat), out);
        pad(out, (int)(out->length - before), (int)strlen(fact->name) + VALUE_COLUMNS);
    }
    hc_put_number(out, view->hand[seat].count);
    hc_put(out, view->hand[seat].count == 1 ? " card left" : " cards left");
}

void sheet_standings(struct sheet *sheet, const struct hc_view *view, const char *const *names)
{
    add_winners(sheet, view, names);
    for (unsigned s = 0; s < view->seats; s++) {
        char text[SHEET_CHARS];
        struct hc_text out;

        hc_text_init(&out, text, sizeof text);
        put_standing(view, names, s, &out);
        sheet_add(sheet, "%s", text);
    }
}

void sheet_hints(struct sheet *sheet, const struct hc_view *view, const struct hc_hint *hints,
                 unsigned count)
{
    sheet_clear(sheet);
    for (unsigned i = 0; i < count; i++) {
        char command[HC_COMMAND_CHARS], row[SHEET_CHARS];

        hc_command_print(view->game, &view->rules, &hints[i].command, command, sizeof command);
        snprintf(row, sizeof row, "%-24s wins %3u %% of %4u games", command,
                 (hints[i].win_permille + 5u) / 10, (unsigned)hints[i].tries);
        sheet_row(sheet, row);
    }
}
