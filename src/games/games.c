// SPDX-License-Identifier: MIT
/* games.c: the list of games and what can be asked of any of them. */
#include "games/games_inside.h"
#include "core/template.h"

#define GAME(name) extern const struct hc_game hc_game_##name;
#include "games/games.def"
#undef GAME

const struct hc_game *const hc_games[] = {
#define GAME(name) &hc_game_##name,
#include "games/games.def"
#undef GAME
};

const unsigned hc_games_count = sizeof hc_games / sizeof *hc_games;

const struct hc_game *hc_game_find(const char *name)
{
    for (unsigned g = 0; g < hc_games_count; g++)
        if (hc_text_same(hc_games[g]->name, name))
            return hc_games[g];
    return NULL;
}

const struct hc_game *hc_game_at(size_t index)
{
    return index < hc_games_count ? hc_games[index] : NULL;
}

const struct hc_game *hc_game_offered(size_t index)
{
    unsigned g = 0;

    while (g < hc_games_count && (hc_games[g]->is_template || index--))
        g++;
    return hc_game_at(g);
}

const char *hc_game_name(const struct hc_game *game)
{
    return game->name;
}

bool hc_is_side_action(const struct hc_game *game, unsigned verb)
{
    return verb < game->grammar.verb_count && game->grammar.verbs[verb].takes & HC_SIDE;
}

bool hc_house_command(const struct hc_game *game, enum hc_house_role role, unsigned seat,
                      struct hc_command *command)
{
    for (unsigned v = 0; v < game->grammar.verb_count; v++)
        if (role && game->grammar.verbs[v].role == role) {
            *command = (struct hc_command){(uint8_t)v, HC_NONE, HC_NONE, (uint8_t)seat, HC_NONE, 0};
            return true;
        }
    return false;
}

enum hc_house_role hc_house_role(const struct hc_game *game, const struct hc_command *command)
{
    return command->verb < game->grammar.verb_count ? game->grammar.verbs[command->verb].role
                                                    : HC_HOUSE_NO_ROLE;
}

const char *hc_phase_name(const struct hc_game *game, size_t index)
{
    return index < game->phase_count ? game->phases[index].name : NULL;
}

const struct hc_option *hc_option_at(const struct hc_game *game, size_t index)
{
    return hc_options_at(&game->options, index);
}

const struct hc_preset *hc_preset_at(const struct hc_game *game, size_t index)
{
    return index < game->options.preset_count ? &game->options.presets[index] : NULL;
}

static unsigned option_or(const struct hc_rules *rules, unsigned option, unsigned otherwise)
{
    return option == HC_NONE ? otherwise : rules->byte[option];
}

unsigned hc_seats_min(const struct hc_game *game, const struct hc_rules *rules)
{
    return option_or(rules, game->seats_min_option, game->seats_min);
}

unsigned hc_seats_max(const struct hc_game *game, const struct hc_rules *rules)
{
    unsigned wanted = option_or(rules, game->seats_max_option, HC_SEATS_MAX);
    unsigned served = hc_deck_of(game, rules)->seats_max;

    return wanted < served ? wanted : served;
}

bool hc_rules_seed(const struct hc_rules *rules, uint64_t *seed)
{
    return hc_options_seed(rules, seed);
}

bool hc_rules_parse_in(const struct hc_game *game, const char *text, struct hc_rules *rules,
                       const struct hc_language *language, struct hc_problem *why)
{
    struct hc_text out;
    const char *advice;
    uint64_t given;

    if (!hc_options_parse(&game->options, text, rules, &given, language, why))
        return false;
    hc_text_init(&out, why->text, sizeof why->text);
    if (hc_seats_max(game, rules) < hc_seats_min(game, rules)) {
        why->at =
            hc_options_where(&game->options, text, game->seats_min_option, game->seats_max_option);
        hc_put(&out, words_text(language, WORDS_FEWEST_MOST));
        return false;
    }
    advice = game->advise ? game->advise(rules, given) : NULL;
    if (advice)
        hc_put(&out, words_of_game(language, game->name, "advice", advice));
    return true;
}

bool hc_rules_parse(const struct hc_game *game, const char *text, struct hc_rules *rules,
                    struct hc_problem *why)
{
    return hc_rules_parse_in(game, text, rules, NULL, why);
}

static bool is_enough(const struct hc_game *game, const struct hc_rules *rules, unsigned players)
{
    return !game->needs || game->needs(rules, players) <= hc_deck_of(game, rules)->card_count;
}

/* How many cards each may be dealt so that so many can play, and how many can play as it is; 0:
 * that does not help. */
static unsigned fewer_cards(const struct hc_game *game, const struct hc_rules *rules,
                            unsigned players)
{
    const struct hc_option *option = hc_options_at(&game->options, game->dealt_option);
    struct hc_rules fewer = *rules;
    uint8_t *dealt = &fewer.byte[option ? game->dealt_option : 0];

    while (option && *dealt > option->min && !is_enough(game, &fewer, players))
        --*dealt;
    return option && is_enough(game, &fewer, players) ? *dealt : 0;
}

static unsigned fewer_players(const struct hc_game *game, const struct hc_rules *rules,
                              unsigned players)
{
    unsigned most = players;

    while (most && !is_enough(game, rules, most))
        most--;
    return most < hc_seats_min(game, rules) ? 0 : most;
}

static void explain_deal(const struct hc_game *game, const struct hc_rules *rules, unsigned players,
                         const struct hc_language *language, struct hc_text *out)
{
    const struct hc_option *option = hc_options_at(&game->options, game->dealt_option);

    WORDS_FILL(language, WORDS_DEAL_NEEDS, out, {"players", NULL, players},
               {"option", option ? option->name : "", 0},
               {"dealt", NULL, option ? rules->byte[game->dealt_option] : 0},
               {"needs", NULL, game->needs(rules, players)},
               {"has", NULL, hc_deck_of(game, rules)->card_count},
               {"fewer", NULL, fewer_cards(game, rules, players)},
               {"most", NULL, fewer_players(game, rules, players)});
}

enum hc_refusal hc_rules_fit_in(const struct hc_game *game, const struct hc_rules *rules,
                                unsigned players, const struct hc_language *language,
                                struct hc_problem *why)
{
    unsigned min = hc_seats_min(game, rules), max = hc_seats_max(game, rules);
    struct hc_text out;

    hc_zero(why, sizeof *why);
    hc_text_init(&out, why->text, sizeof why->text);
    if (players >= min && players <= max) {
        if (is_enough(game, rules, players))
            return HC_OK;
        explain_deal(game, rules, players, language, &out);
        return HC_BAD_CONFIG;
    }
    WORDS_FILL(language, WORDS_PLAYERS_FIT, &out, {"first", NULL, min}, {"last", NULL, max},
               {"players", NULL, players});
    return players < min ? HC_NOT_ENOUGH_PLAYERS : HC_ROOM_FULL;
}

enum hc_refusal hc_rules_fit(const struct hc_game *game, const struct hc_rules *rules,
                             unsigned players, struct hc_problem *why)
{
    return hc_rules_fit_in(game, rules, players, NULL, why);
}

size_t hc_rules_print(const struct hc_game *game, const struct hc_rules *rules, char *out,
                      size_t size)
{
    struct hc_text text;

    hc_text_init(&text, out, size);
    hc_options_print(&game->options, rules, &text);
    return text.length;
}

uint32_t hc_rules_value(const struct hc_game *game, const struct hc_rules *rules, size_t option)
{
    return hc_options_value(&game->options, rules, option);
}

enum hc_refusal hc_command_parse_in(const struct hc_game *game, const struct hc_rules *rules,
                                    const char *text, struct hc_command *command,
                                    const struct hc_language *language, struct hc_problem *why)
{
    return hc_command_read(&game->grammar, hc_deck_of(game, rules), text, command, language, why);
}

enum hc_refusal hc_command_parse(const struct hc_game *game, const struct hc_rules *rules,
                                 const char *text, struct hc_command *command,
                                 struct hc_problem *why)
{
    return hc_command_parse_in(game, rules, text, command, NULL, why);
}

size_t hc_command_print(const struct hc_game *game, const struct hc_rules *rules,
                        const struct hc_command *command, char *out, size_t size)
{
    struct hc_text text;

    hc_text_init(&text, out, size);
    hc_command_write(&game->grammar, hc_deck_of(game, rules), command, &text);
    return text.length;
}
