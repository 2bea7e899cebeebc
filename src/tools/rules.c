// SPDX-License-Identifier: MIT
/*
 * rules.c: `holecard rules`, which prints games, options, presets, aliases and cards from their
 * tables: for people, as Markdown for the documentation, or as JSON for programs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/game.h"
#include "tools/tools.h"

enum {
    RULES_CHARS = 4000, /* of the words on the command line */
    LESSON_CHARS = 4096,
    LINE_COLUMNS = 100,
};

typedef void print_game(const struct hc_game *game, const struct hc_rules *rules,
                        struct hc_text *out);

static const struct hc_language *language; /* of what is printed */

static void put_value(const struct hc_option *option, uint32_t value, struct hc_text *out)
{
    switch (option->type) {
    case HC_OPTION_BOOL:
        hc_put(out, value ? "true" : "false");
        break;
    case HC_OPTION_INT:
        hc_put_number(out, value);
        break;
    case HC_OPTION_ENUM:
        hc_put(out, option->values[value]);
        break;
    case HC_OPTION_SEED:
        hc_put(out, "none");
        break;
    }
}

/* What an alias stands for, as sentences of options. */
static void put_alias(const struct hc_alias *alias, struct hc_text *out)
{
    if (alias->same) {
        hc_put(out, "the same as ");
        hc_put(out, alias->same);
        if (alias->on) {
            hc_put(out, ", with ");
            hc_put(out, alias->on);
        }
        return;
    }
    hc_put(out, "true: ");
    hc_put(out, alias->on);
    hc_put(out, "; false: ");
    hc_put(out, alias->off);
}

static void put_padded(struct hc_text *out, const char *word, size_t width)
{
    hc_put(out, word);
    for (size_t i = strlen(word); i < width; i++)
        hc_put_char(out, ' ');
}

static void plain_options(const struct hc_game *game, const struct hc_rules *rules,
                          struct hc_text *out)
{
    const struct hc_option *option;

    hc_put(out, "\nOptions, with their values under these rules:\n");
    for (size_t i = 0; (option = hc_option_at(game, i)); i++) {
        uint32_t value = hc_rules_value(game, rules, i);

        hc_put(out, "\n  ");
        hc_put(out, option->name);
        hc_put_char(out, '=');
        put_value(option, value, out);
        hc_put(out, "  (");
        hc_option_range(option, language, out);
        hc_put(out, "; default ");
        put_value(option, option->preset, out);
        hc_put(out, ")\n      ");
        hc_put(out, hc_option_sentence(game, option, language));
        hc_put_char(out, '\n');
    }
}

static void plain_presets(const struct hc_game *game, struct hc_text *out)
{
    const struct hc_preset *preset;

    hc_put(out, "\nPresets, and what each changes:\n");
    for (size_t i = 0; (preset = hc_preset_at(game, i)); i++) {
        hc_put(out, "\n  ");
        put_padded(out, preset->name, 12);
        hc_put(out, hc_preset_sentence(game, preset, language));
        hc_put(out, "\n      ");
        hc_put(out, *preset->text ? preset->text : "nothing: all defaults");
        hc_put_char(out, '\n');
    }
}

/* How to play, in lines that a terminal has room for. */
static void plain_lesson(const struct hc_game *game, const struct hc_rules *rules,
                         struct hc_text *out)
{
    char text[LESSON_CHARS];
    size_t column = 0;

    hc_how_to_play(game, rules, 0, language, text, sizeof text);
    for (const char *word = text; *word;) {
        size_t length = strcspn(word, " \n");

        if (column && column + length > LINE_COLUMNS) {
            hc_put_char(out, '\n');
            column = 0;
        }
        if (column++)
            hc_put_char(out, ' ');
        for (size_t i = 0; i < length; i++)
            hc_put_char(out, word[i]);
        column += length;
        word += length;
        if (*word == '\n') {
            hc_put(out, "\n\n");
            column = 0;
        }
        word += *word != '\0';
    }
    hc_put_char(out, '\n');
}

static void plain_game(const struct hc_game *game, const struct hc_rules *rules,
                       struct hc_text *out)
{
    hc_put(out, hc_game_title(game, language));
    hc_put(out, " (");
    hc_put(out, game->name);
    hc_put(out, "), for ");
    hc_put_number(out, hc_seats_min(game, rules));
    hc_put(out, " to ");
    hc_put_number(out, hc_seats_max(game, rules));
    hc_put(out, " players.\n\n");
    plain_lesson(game, rules, out);
    plain_options(game, rules, out);
    plain_presets(game, out);
    if (game->options.alias_count)
        hc_put(out, "\nNames of other engines, understood as well:\n\n");
    for (unsigned a = 0; a < game->options.alias_count; a++) {
        hc_put(out, "  ");
        put_padded(out, game->options.aliases[a].name, 24);
        put_alias(&game->options.aliases[a], out);
        hc_put_char(out, '\n');
    }
}

static void markdown_row(struct hc_text *out, const char *name, const char *text)
{
    hc_put(out, "| `");
    hc_put(out, name);
    hc_put(out, "` | ");
    hc_put(out, text);
}

static void markdown_game(const struct hc_game *game, const struct hc_rules *rules,
                          struct hc_text *out)
{
    const struct hc_option *option;
    const struct hc_preset *preset;

    (void)rules;
    hc_put(out, "| Option | Values | Default | Meaning |\n|---|---|---|---|\n");
    for (size_t i = 0; (option = hc_option_at(game, i)); i++) {
        markdown_row(out, option->name, "");
        hc_option_range(option, language, out);
        hc_put(out, " | `");
        put_value(option, option->preset, out);
        hc_put(out, "` | ");
        hc_put(out, hc_option_sentence(game, option, language));
        hc_put(out, " |\n");
    }
    hc_put(out, "\n| Preset | Meaning | Differs from the defaults in |\n|---|---|---|\n");
    for (size_t i = 0; (preset = hc_preset_at(game, i)); i++) {
        markdown_row(out, preset->name, hc_preset_sentence(game, preset, language));
        hc_put(out, *preset->text ? " | `" : " | ");
        hc_put(out, *preset->text ? preset->text : "nothing");
        hc_put(out, *preset->text ? "` |\n" : " |\n");
    }
    if (!game->options.alias_count)
        return;
    hc_put(out, "\n| Name of another engine | Meaning |\n|---|---|\n");
    for (unsigned a = 0; a < game->options.alias_count; a++) {
        markdown_row(out, game->options.aliases[a].name, "");
        put_alias(&game->options.aliases[a], out);
        hc_put(out, " |\n");
    }
}

static void json_alias(const struct hc_alias *alias, struct hc_text *out)
{
    hc_json_open(out, NULL, '{');
    hc_json_string(out, "name", alias->name);
    if (alias->same)
        hc_json_string(out, "same", alias->same);
    if (alias->on)
        hc_json_string(out, alias->same ? "with" : "true", alias->on);
    if (alias->off)
        hc_json_string(out, "false", alias->off);
    hc_json_close(out, '}');
}

static void json_game(const struct hc_game *game, const struct hc_rules *rules, struct hc_text *out)
{
    const struct hc_option *option;
    const struct hc_preset *preset;

    hc_json_open(out, NULL, '{');
    hc_json_string(out, "name", game->name);
    hc_json_string(out, "title", hc_game_title(game, language));
    hc_json_number(out, "seats_min", hc_seats_min(game, rules));
    hc_json_number(out, "seats_max", hc_seats_max(game, rules));
    hc_json_open(out, "options", '[');
    for (size_t i = 0; (option = hc_option_at(game, i)); i++) {
        uint32_t value = hc_rules_value(game, rules, i);

        hc_option_json(option, game->name, language, &value, out);
    }
    hc_json_close(out, ']');
    hc_json_open(out, "presets", '[');
    for (size_t i = 0; (preset = hc_preset_at(game, i)); i++) {
        hc_json_open(out, NULL, '{');
        hc_json_string(out, "name", preset->name);
        hc_json_string(out, "sentence", hc_preset_sentence(game, preset, language));
        hc_json_string(out, "options", preset->text);
        hc_json_close(out, '}');
    }
    hc_json_close(out, ']');
    hc_json_open(out, "aliases", '[');
    for (unsigned a = 0; a < game->options.alias_count; a++)
        json_alias(&game->options.aliases[a], out);
    hc_json_close(out, ']');
    hc_cards_json(game, rules, language, out);
    hc_json_close(out, '}');
}

static void put_column(struct hc_text *out, const char *word, size_t width)
{
    put_padded(out, word, width - 1);
    hc_put_char(out, ' ');
}

static void put_number(struct hc_text *out, int number, size_t width)
{
    char digits[12];

    snprintf(digits, sizeof digits, "%d", number);
    put_column(out, digits, width);
}

/* A row for each face of the deck. */
static void plain_cards(const struct hc_game *game, const struct hc_rules *rules,
                        struct hc_text *out)
{
    unsigned face, total = 0;

    put_column(out, "card", 6);
    put_column(out, "name", 16);
    put_column(out, "colour", 8);
    put_column(out, "value", 16);
    put_column(out, "class", 8);
    put_column(out, "points", 8);
    put_column(out, "in deck", 9);
    hc_put(out, "what it does\n");
    for (size_t i = 0; (face = hc_face_at(game, rules, i)) != HC_NONE; i++) {
        unsigned color = hc_face_color(game, rules, face);
        char name[HC_NAME_CHARS];

        hc_face_name(game, rules, face, language, name, sizeof name);
        put_column(out, hc_face_code(game, rules, face), 6);
        put_column(out, name, 16);
        put_column(out, color == HC_NONE ? "-" : hc_color_name(game, color, language), 8);
        put_column(out, hc_face_value(game, rules, face), 16);
        put_column(out, hc_face_class_name(hc_face_class(game, rules, face)), 8);
        put_number(out, hc_face_points(game, rules, face), 8);
        put_number(out, (int)hc_face_quantity(game, rules, face), 9);
        hc_put(out, hc_face_sentence(game, rules, face, language));
        hc_put_char(out, '\n');
        total += hc_face_quantity(game, rules, face);
    }
    hc_put_char(out, '\n');
    hc_put_number(out, total);
    hc_put(out, " cards, for ");
    hc_put_number(out, hc_seats_min(game, rules));
    hc_put(out, " to ");
    hc_put_number(out, hc_seats_max(game, rules));
    hc_put(out, " players.\n");
}

/* Measures, then writes: what a game says about itself has no largest size. */
static int print(print_game *printer, const struct hc_game *game, const struct hc_rules *rules)
{
    struct hc_text out;
    char *text;

    hc_text_init(&out, NULL, 0);
    printer(game, rules, &out);
    text = malloc(out.length + 1);
    if (!text) {
        fputs("holecard rules: there is not enough memory\n", stderr);
        return STATUS_FAILED;
    }
    hc_text_init(&out, text, out.length + 1);
    printer(game, rules, &out);
    fputs(text, stdout);
    free(text);
    return STATUS_OK;
}

static void plain_list(const struct hc_game *game, const struct hc_rules *rules,
                       struct hc_text *out)
{
    const struct hc_preset *preset;

    (void)rules;
    put_padded(out, game->name, 8);
    hc_put(out, hc_game_title(game, language));
    hc_put_char(out, '\n');
    for (size_t i = 0; (preset = hc_preset_at(game, i)); i++) {
        hc_put(out, "          ");
        put_padded(out, preset->name, 12);
        hc_put(out, hc_preset_sentence(game, preset, language));
        hc_put_char(out, '\n');
    }
}

static void markdown_list(const struct hc_game *game, const struct hc_rules *rules,
                          struct hc_text *out)
{
    hc_put(out, "## ");
    hc_put(out, hc_game_title(game, language));
    hc_put(out, " (`");
    hc_put(out, game->name);
    hc_put(out, "`)\n\n");
    markdown_game(game, rules, out);
    hc_put_char(out, '\n');
}

static int print_all(print_game *printer)
{
    const struct hc_game *game;
    bool json = printer == json_game;
    int status = STATUS_OK;

    if (json)
        fputs("{\"games\":[", stdout);
    for (size_t g = 0; !status && (game = hc_game_offered(g)); g++) {
        struct hc_rules rules;

        hc_options_defaults(&game->options, &rules);
        if (json && g)
            putchar(',');
        status = print(json                       ? json_game
                       : printer == markdown_game ? markdown_list
                                                  : plain_list,
                       game, &rules);
    }
    fputs(json                       ? "]}\n"
          : printer == markdown_game ? ""
                                     : "\n`holecard rules GAME` prints its options.\n",
          stdout);
    return status;
}

int tool_rules(int argc, char **argv)
{
    bool markdown = false, json = false, cards = false;
    const struct hc_game *game = NULL;
    struct args_words words = {NULL, 0};
    const struct arg args[] = {
        {.value = "GAME", .game = &game},
        {.value = "RULES", .words = &words},
        {"--markdown", NULL, "tables for documentation", .given = &markdown, .or_next = true},
        {"--json", NULL, "everything as one JSON object, with the cards", .given = &json,
         .or_next = true},
        {"--cards", NULL, "the cards of a game under these rules, and what each does",
         .given = &cards},
        {"--language", "CODE", "instead of the locale's", .language = &language},
    };
    const struct args_command command = {
        "rules",
        "Without a game: lists the games and their presets. With one: says how it is played by "
        "the rules given, and prints every option with what is allowed, its default and its value "
        "under the rules given (a preset, and "
        "name=value for single options), what each preset changes, and the names that other "
        "engines use.",
        .args = args, .count = sizeof args / sizeof *args};
    print_game *printer;
    char text[RULES_CHARS];
    struct hc_rules rules;
    struct hc_problem why;
    int status;

    if (!args_read(&command, argc, argv, &status))
        return status;
    if (cards && !game)
        return args_wrong(&command, "--cards wants a game");
    printer = markdown ? markdown_game : json ? json_game : cards ? plain_cards : plain_game;
    if (!game)
        return print_all(printer);
    if (!args_join(&words, text, sizeof text))
        return args_wrong(&command, "these are too many words for rules");
    if (!hc_rules_parse_in(game, text, &rules, language, &why)) {
        fprintf(stderr, "holecard rules: %s; see holecard rules %s\n", why.text, game->name);
        return STATUS_USAGE;
    }
    if (*why.text)
        fprintf(stderr, "holecard rules: note: %s\n", why.text);
    status = print(printer, game, &rules);
    if (printer == json_game)
        putchar('\n');
    return status;
}
