// SPDX-License-Identifier: MIT
/*
 * catalogue.c: what can be chosen, as data: games with their options, presets, cards and phases,
 * the settings of rooms, and the bots. A client can offer all of it without knowing any of it.
 */
#include "protocol/catalogue.h"

#include "bots/bots.h"
#include "core/language.h"
#include "core/options.h"
#include "room/room.h"

enum { LESSON_CHARS = 4096 };

/* `scope` is a game, or "room" for the settings of rooms. */
static void put_choices(const struct hc_option_list *list, const char *scope, const char *key,
                        const struct hc_language *language, struct hc_text *out)
{
    const struct hc_option *option;

    hc_json_open(out, key, '[');
    for (size_t i = 0; (option = hc_options_at(list, i)); i++)
        if (option->type != HC_OPTION_SEED) /* here the house deals */
            hc_option_json(option, scope, language, NULL, out);
    hc_json_close(out, ']');
}

/* How many may play by rules that are known to be right, and with which deck. */
static void put_seats(const struct hc_game *game, const char *text, struct hc_text *out)
{
    struct hc_problem why;
    struct hc_rules rules;

    hc_rules_parse(game, text, &rules, &why);
    hc_json_number(out, "seats_min", hc_seats_min(game, &rules));
    hc_json_number(out, "seats_max", hc_seats_max(game, &rules));
    if (hc_deck_name(game, &rules))
        hc_json_word(out, "deck", hc_deck_name(game, &rules));
}

/* `game` is NULL for the settings of rooms. */
static void put_presets(const struct hc_game *game, const struct hc_option_list *list,
                        const char *key, const struct hc_language *language, struct hc_text *out)
{
    const char *scope = game ? game->name : "room";

    hc_json_open(out, key, '[');
    for (unsigned p = 0; p < list->preset_count; p++) {
        hc_json_open(out, NULL, '{');
        hc_json_string(out, "name", list->presets[p].name);
        hc_json_string(out, "title",
                       words_of_game(language, scope, "preset_names", list->presets[p].name));
        hc_json_string(out, "sentence",
                       words_of_game(language, scope, "presets", list->presets[p].name));
        hc_json_string(out, "options", list->presets[p].text);
        if (game)
            put_seats(game, list->presets[p].name, out);
        hc_json_close(out, '}');
    }
    hc_json_close(out, ']');
}

static void put_lengths(const struct hc_game *game, const struct hc_language *language,
                        struct hc_text *out)
{
    const struct hc_match_length *length;

    hc_json_open(out, "lengths", '[');
    for (size_t i = 0; (length = hc_match_length_at(game, i)); i++) {
        hc_json_open(out, NULL, '{');
        hc_json_string(out, "name", length->name);
        hc_json_string(out, "sentence", hc_match_length_sentence(game, length, language));
        hc_json_string(out, "options", length->text);
        hc_json_close(out, '}');
    }
    hc_json_close(out, ']');
}

static void put_game(const struct hc_game *game, const struct hc_language *language,
                     struct hc_text *out)
{
    hc_json_open(out, NULL, '{');
    hc_json_string(out, "name", game->name);
    hc_json_string(out, "title", hc_game_title(game, language));
    put_seats(game, "", out);
    put_choices(&game->options, game->name, "options", language, out);
    put_presets(game, &game->options, "presets", language, out);
    put_lengths(game, language, out);
    hc_game_json(game, language, out);
    hc_json_close(out, '}');
}

static void put_bots(const struct hc_language *language, struct hc_text *out)
{
    hc_json_open(out, "bots", '[');
    for (size_t i = 0; i < HC_LEVELS; i++) {
        const struct hc_bot *bot = hc_bot_at(i);

        hc_json_open(out, NULL, '{');
        hc_json_string(out, "name", bot->name);
        hc_json_string(out, "sentence", hc_bot_sentence(bot, language));
        if (bot->budget)
            hc_json_number(out, "budget", bot->budget);
        hc_json_close(out, '}');
    }
    hc_json_close(out, ']');
}

void catalogue_put(const struct hc_language *language, struct hc_text *out)
{
    const struct hc_game *game;

    hc_json_open(out, NULL, '{');
    hc_json_open(out, "games", '[');
    for (size_t i = 0; (game = hc_game_offered(i)); i++)
        put_game(game, language, out);
    hc_json_close(out, ']');
    put_choices(&hc_room_settings, "room", "settings", language, out);
    put_presets(NULL, &hc_room_settings, "settings_presets", language, out);
    put_bots(language, out);
    hc_json_close(out, '}');
}

/* ---- One game ------------------------------------------------------------------------------- */

static void put_lesson(const struct hc_game *game, const struct hc_rules *rules,
                       const struct hc_language *language, struct hc_text *out)
{
    char text[LESSON_CHARS], *paragraph = text, *end;

    hc_how_to_play(game, rules, 0, language, text, sizeof text);
    hc_json_open(out, "how_to_play", '[');
    for (; *paragraph; paragraph = end) {
        for (end = paragraph; *end && *end != '\n';)
            end++;
        if (*end)
            *end++ = '\0';
        hc_json_string(out, NULL, paragraph);
    }
    hc_json_close(out, ']');
}

void catalogue_put_rules(const struct hc_game *game, const struct hc_rules *rules,
                         const struct hc_language *language, struct hc_text *out)
{
    const struct hc_option *option;

    hc_json_open(out, NULL, '{');
    hc_json_string(out, "game", game->name);
    hc_json_number(out, "seats_min", hc_seats_min(game, rules));
    hc_json_number(out, "seats_max", hc_seats_max(game, rules));
    put_lesson(game, rules, language, out);
    hc_json_open(out, "options", '[');
    for (size_t i = 0; (option = hc_option_at(game, i)); i++) {
        uint32_t value = hc_rules_value(game, rules, i);

        if (option->type != HC_OPTION_SEED)
            hc_option_json(option, game->name, language, &value, out);
    }
    hc_json_close(out, ']');
    hc_cards_json(game, rules, language, out);
    hc_json_close(out, '}');
}
