// SPDX-License-Identifier: MIT
/* sheet.c: writing sheets from the game's tables. */
#include "doors/terminal/sheet.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "doors/terminal/request.h"
#include "doors/terminal/page_text.h"
#include "doors/terminal/typed.h"
#include "doors/terminal/phrase.h"

enum {
    NAME_COLUMNS = 18,
    FACT_COLUMNS = 22, /* of a fact for each seat */
    USAGE_COLUMNS = 13,
    HOW_CHARS = 4096,
    HINT_COLUMNS = 50,
    NARROW_COLUMNS = 50,     /* below this, little stands in columns */
    PARAGRAPH_COLUMNS = 100, /* where lines are broken if the sheet does not say */
};

void sheet_begin(struct sheet *sheet, int columns)
{
    sheet->count = 0;
    sheet->columns = columns;
}

/* Where a second row begins: below the last column of the first one. */
static int indent_of(const char *line, size_t length)
{
    char before[SHEET_CHARS] = "";

    for (size_t i = 2; i < length; i++)
        if (line[i - 2] == ' ' && line[i - 1] == ' ' && line[i] != ' ')
            snprintf(before, sizeof before, "%.*s", (int)i, line);
    return page_columns(before);
}

static void add_row(struct sheet *sheet, int indent, const char *text, size_t length)
{
    if (sheet->count == SHEET_ROWS_MAX)
        return;
    snprintf(sheet->text[sheet->count], SHEET_CHARS, "%*s%.*s", indent, "", (int)length, text);
    sheet->row[sheet->count] = sheet->text[sheet->count];
    sheet->count++;
}

void sheet_refuse(struct sheet *sheet, const char *why)
{
    char line[SHEET_CHARS];
    struct hc_text out;

    hc_text_init(&out, line, sizeof line);
    PHRASE(&out, TERMINAL_REFUSED, {"why", why, 0});
    sheet_add(sheet, "%s", line);
}

void sheet_row(struct sheet *sheet, const char *text)
{
    add_row(sheet, 0, text, strlen(text));
}

void sheet_add(struct sheet *sheet, const char *format, ...)
{
    int width = sheet->columns, indent = 0;
    int indent_most = width < NARROW_COLUMNS ? width / 4 : width * 3 / 4;
    char line[SHEET_CHARS];
    const char *rest = line;
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    do {
        size_t length = width ? page_wrap(rest, width - indent) : strlen(rest);

        add_row(sheet, indent, rest, length - (rest[length] && rest[length - 1] == ' '));
        if (rest == line)
            indent = indent_of(line, length) < indent_most ? indent_of(line, length) : 0;
        rest += length;
    } while (*rest);
}

/* A text that may be longer than a row has room for. */
static void sheet_paragraph(struct sheet *sheet, const char *text, size_t length)
{
    int columns = sheet->columns ? sheet->columns : PARAGRAPH_COLUMNS;
    const char *end = text + length;

    while (text < end) {
        size_t row = page_wrap(text, columns);

        row = row < (size_t)(end - text) ? row : (size_t)(end - text);
        add_row(sheet, 0, text, row - (row && text[row - 1] == ' '));
        text += row;
    }
}

static int longest_usage(const struct hc_game *game)
{
    int longest = 0;

    for (unsigned v = 0; v < game->grammar.verb_count; v++) {
        char usage[SHEET_CHARS];
        struct hc_text out;

        hc_text_init(&out, usage, sizeof usage);
        phrase_put_usage(&game->grammar.verbs[v], &out);
        longest = page_columns(usage) > longest ? page_columns(usage) : longest;
    }
    return longest;
}

void sheet_how_to_play(struct sheet *sheet, const struct hc_view *view)
{
    char text[HOW_CHARS], *line = text;

    hc_how_to_play(view->game, &view->rules, view->seats, phrase_language(), text, sizeof text);
    while (*line) {
        size_t length = strcspn(line, "\n");

        sheet_paragraph(sheet, line, length);
        line += length + (line[length] == '\n');
    }
}

void sheet_verbs(struct sheet *sheet, const struct hc_view *view, const struct keys *keys)
{
    int column = longest_usage(view->game);

    for (unsigned v = 0; v < view->game->grammar.verb_count && v < KEYS_VERBS_MAX; v++) {
        const struct hc_verb *verb = &view->game->grammar.verbs[v];
        const char *shortcut = typed_shortcut(view, verb->name);
        const char *name = words_of_game(phrase_language(), view->game->name, "verbs", verb->name);
        char label[SHEET_CHARS];
        char usage[SHEET_CHARS], key[] = {keys && keys->verb[v] ? keys->verb[v] : ' ', '\0'};
        struct hc_text out;

        if (verb->takes & HC_FROM_HOUSE)
            continue;
        hc_text_init(&out, usage, sizeof usage);
        phrase_put_usage(verb, &out);
        hc_text_init(&out, label, sizeof label);
        if (shortcut)
            PHRASE(&out, TERMINAL_OR_TYPE, {"label", name, 0}, {"shortcut", shortcut, 0});
        else
            hc_put(&out, name);
        sheet_add(sheet, "%s%s%s%*s  %s", keys ? key : "", keys ? "  " : "", usage,
                  column - page_columns(usage), "", label);
    }
}

void sheet_requests(struct sheet *sheet, bool kept, bool shared)
{
    for (size_t e = 0;; e++) {
        char usage[SHEET_CHARS];
        const char *sentence;
        struct hc_text out;

        hc_text_init(&out, usage, sizeof usage);
        sentence = request_put_usage(e, &out);
        if (!sentence)
            break;
        sheet_add(sheet, "%s%*s  %s%s", usage,
                  page_columns(usage) < USAGE_COLUMNS ? USAGE_COLUMNS - page_columns(usage) : 0, "",
                  sentence,
                  e != REQUEST_QUIT ? ""
                  : kept            ? phrase_word(TERMINAL_KEPT)
                                    : phrase_word(TERMINAL_WHICH_ENDS));
    }
    if (shared)
        sheet_add(sheet, "%s  %s", phrase_word(TERMINAL_USAGE_SPEAKS),
                  phrase_word(TERMINAL_SPEAKS));
}

/* The name of a card with a comma; returns its columns. */
static int put_card_name(const struct hc_view *view, unsigned face, char name[HC_NAME_CHARS + 1])
{
    size_t length =
        hc_face_name(view->game, &view->rules, face, phrase_language(), name, HC_NAME_CHARS);

    memcpy(name + length, ",", 2);
    return page_columns(name);
}

void sheet_cards(struct sheet *sheet, const struct hc_view *view)
{
    const struct hc_deck *deck = hc_deck_of(view->game, &view->rules);
    bool narrow = sheet->columns && sheet->columns < NARROW_COLUMNS;
    char name[HC_NAME_CHARS + 1];
    int widest = 0;

    for (unsigned f = 0; f < deck->face_count && !narrow; f++)
        if (put_card_name(view, f, name) > widest)
            widest = page_columns(name);
    for (unsigned f = 0; f < deck->face_count; f++) {
        unsigned copies = hc_count(hc_and(deck->copies[f], deck->cards));
        const struct hc_effect *effect = hc_face_effect(view->game, &view->rules, f);
        const struct hc_face *face = &deck->faces[f];
        int columns = put_card_name(view, f, name);
        char count[SHEET_CHARS];
        struct hc_text out;

        hc_text_init(&out, count, sizeof count);
        PHRASE(&out, TERMINAL_IN_THE_DECK, {"copies", NULL, copies},
               {"points", NULL, face->points});
        if (copies)
            sheet_add(sheet, "%-3s %s%*s %s%s%s", face->code, name, narrow ? 0 : widest - columns,
                      "", count, effect ? " " : "",
                      effect ? hc_face_sentence(view->game, &view->rules, f, phrase_language())
                             : "");
    }
}

void sheet_hand(struct sheet *sheet, const struct hc_view *view)
{
    for (unsigned i = 0; view->viewer < view->seats && i < view->hand[view->viewer].count; i++) {
        unsigned face = view->face[view->hand[view->viewer].start + i];
        const struct hc_effect *effect = hc_face_effect(view->game, &view->rules, face);
        const struct hc_face *row = phrase_face(view, face);
        char name[HC_NAME_CHARS];

        hc_face_name(view->game, &view->rules, face, phrase_language(), name, sizeof name);
        if (row)
            sheet_add(sheet, "%-3s %s%s%s.%s%s", row->code, name,
                      phrase_is_playable(view, face) ? ", " : "",
                      phrase_is_playable(view, face) ? phrase_word(TERMINAL_PLAYABLE) : "",
                      effect ? " " : "",
                      effect ? hc_face_sentence(view->game, &view->rules, face, phrase_language())
                             : "");
    }
    if (!sheet->count)
        sheet_add(sheet, "%s", phrase_word(TERMINAL_HOLD_NOTHING));
}

static void add_rules(struct sheet *sheet, const struct hc_view *view)
{
    const struct hc_option *option;
    size_t before = sheet->count;

    for (size_t i = 0; (option = hc_option_at(view->game, i)); i++) {
        uint32_t value = hc_rules_value(view->game, &view->rules, i);
        char text[SHEET_CHARS];
        struct hc_text out;

        if (option->type == HC_OPTION_SEED || value == option->preset)
            continue;
        hc_text_init(&out, text, sizeof text);
        phrase_put_option_words(hc_game_name(view->game), option, value, &out);
        sheet_add(sheet, "%s: %s", option->name, text);
    }
    sheet_add(
        sheet, "%s",
        phrase_word(sheet->count == before ? TERMINAL_ALL_DEFAULTS : TERMINAL_OTHER_DEFAULTS));
}

void sheet_state(struct sheet *sheet, const struct hc_view *view, const char *const *names)
{
    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];
        char text[SHEET_CHARS];
        struct hc_text out;

        if (fact->per_seat || !phrase_is_seen(view, fact) || !*phrase_label(view->game, fact))
            continue;
        hc_text_init(&out, text, sizeof text);
        hc_put(&out, phrase_label(view->game, fact));
        hc_put(&out, ": ");
        phrase_put_value(view, names, fact, 0, &out);
        sheet_add(sheet, "%s", text);
    }
    add_rules(sheet, view);
}

static void add_winners(struct sheet *sheet, const struct hc_view *view, const char *const *names)
{
    char text[SHEET_CHARS], winners[SHEET_CHARS / 2];
    struct hc_text out;
    unsigned count;

    if (hc_view_awaits(view) != HC_NONE)
        return;
    hc_text_init(&out, winners, sizeof winners);
    count = phrase_put_winners(view, names, &out);
    hc_text_init(&out, text, sizeof text);
    PHRASE(&out, TERMINAL_WINNERS, {"names", winners, 0}, {"count", NULL, count ? count : 1});
    sheet_add(sheet, "%s", text);
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

        if (!phrase_is_told(view, fact))
            continue;
        phrase_put_fact(view, names, fact, seat, out);
        pad(out, (int)(out->length - before), FACT_COLUMNS);
    }
    PHRASE(out, TERMINAL_LEFT, {"count", NULL, view->hand[seat].count});
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

bool sheet_is_given_up(const struct hc_hint *hints, unsigned count, unsigned index)
{
    uint32_t most = 0;

    for (unsigned i = 0; i < count; i++)
        most = hints[i].tries > most ? hints[i].tries : most;
    return index && 2 * hints[index].tries < most;
}

void sheet_hints(struct sheet *sheet, const struct hc_view *view, const char *const *names,
                 const struct hc_hint *hints, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        char command[HC_COMMAND_CHARS], words[SHEET_CHARS / 2], row[SHEET_CHARS], share[16];
        struct hc_text out;

        hc_command_print(view->game, &view->rules, &hints[i].command, command, sizeof command);
        hc_command_say(view, &hints[i].command, names, phrase_language(), words, sizeof words);
        bool given_up = sheet_is_given_up(hints, count, i);

        snprintf(share, sizeof share, "%3u %%  ", (hints[i].win_permille + 5u) / 10);
        if (given_up)
            snprintf(share, sizeof share, "       ");
        hc_text_init(&out, row, sizeof row);
        hc_put(&out, share);
        hc_put(&out, words);
        hc_put(&out, " (");
        hc_put(&out, command);
        hc_put_char(&out, ')');
        pad(&out, page_columns(row), sheet->columns < NARROW_COLUMNS ? 0 : HINT_COLUMNS);
        hc_put(&out, "  ");
        PHRASE(&out, given_up ? TERMINAL_HINT_GIVEN_UP : TERMINAL_HINT_TRIES,
               {"tries", NULL, hints[i].tries});
        sheet_row(sheet, row);
    }
}
