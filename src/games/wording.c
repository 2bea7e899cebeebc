// SPDX-License-Identifier: MIT
/* wording.c: what a game, its options and phases are called in a language, and how to play. */
#include "games/wording.h"

const char *hc_game_title(const struct hc_game *game, const struct hc_language *language)
{
    return words_of_game(language, game->name, "game", "title");
}

const char *hc_option_sentence(const struct hc_game *game, const struct hc_option *option,
                               const struct hc_language *language)
{
    return words_of_game(language, game->name, "options", option->name);
}

const char *hc_preset_sentence(const struct hc_game *game, const struct hc_preset *preset,
                               const struct hc_language *language)
{
    return words_of_game(language, game->name, "presets", preset->name);
}

const char *hc_phase_sentence(const struct hc_game *game, size_t index,
                              const struct hc_language *language)
{
    return index < game->phase_count
               ? words_of_game(language, game->name, "phases", game->phases[index].name)
               : NULL;
}

const struct hc_match_length *hc_match_length_at(const struct hc_game *game, size_t index)
{
    return index < game->length_count ? &game->lengths[index] : NULL;
}

const char *hc_match_length_sentence(const struct hc_game *game,
                                     const struct hc_match_length *length,
                                     const struct hc_language *language)
{
    return words_of_game(language, game->name, "lengths", length->name);
}

unsigned hc_goal(const struct hc_game *game, const struct hc_rules *rules, unsigned players)
{
    return game->goal(rules, players);
}

/* ---- Options in sentences -------------------------------------------------------------------- */

/* The option that a name stands for, and its running number; NULL if it stands for none. */
static const struct hc_option *option_of(const struct hc_game *game, struct words_span name,
                                         size_t *index)
{
    static const char prefix[] = "rules.";
    const size_t length = sizeof prefix - 1;
    const struct hc_option *option;

    if (name.length <= length || !hc_same(name.chars, prefix, length))
        return NULL;
    name = (struct words_span){name.chars + length, name.length - length};
    for (*index = 0; (option = hc_option_at(game, *index)); ++*index)
        if (words_is(name, option->name))
            return option;
    return NULL;
}

bool hc_rules_put(const struct hc_game *game, const struct hc_rules *rules, struct words_work *work,
                  struct words_span name)
{
    size_t index;

    if (!option_of(game, name, &index))
        return false;
    hc_put_number(work->out, hc_rules_value(game, rules, index));
    return true;
}

bool hc_rules_pick(const struct hc_game *game, const struct hc_rules *rules,
                   const struct words_work *work, struct words_span name, struct words_pick *pick)
{
    size_t index;
    const struct hc_option *option = option_of(game, name, &index);
    uint32_t value;

    if (!option)
        return false;
    value = hc_rules_value(game, rules, index);
    *pick = words_pick_number(work, value);
    if (option->type != HC_OPTION_INT)
        pick->index = value;
    return true;
}

/* ---- How to play ----------------------------------------------------------------------------- */

struct lesson {
    const struct hc_game *game;
    const struct hc_rules *rules;
    unsigned goal;
};

static void put_lesson(struct words_work *work, struct words_span name, struct words_span form)
{
    const struct lesson *lesson = work->context;

    (void)form;
    if (hc_rules_put(lesson->game, lesson->rules, work, name))
        return;
    HC_CHECK(words_is(name, "goal"));
    hc_put_number(work->out, lesson->goal);
}

static struct words_pick pick_lesson(const struct words_work *work, struct words_span name)
{
    const struct lesson *lesson = work->context;
    struct words_pick pick;

    if (hc_rules_pick(lesson->game, lesson->rules, work, name, &pick))
        return pick;
    HC_CHECK(words_is(name, "goal"));
    return words_pick_number(work, lesson->goal);
}

size_t hc_how_to_play(const struct hc_game *game, const struct hc_rules *rules, unsigned players,
                      const struct hc_language *language, char *out, size_t size)
{
    static const struct words_source source = {put_lesson, pick_lesson};
    static const struct {
        const char *key;
        enum hc_word head;
    } parts[] = {{"goal", WORDS_PLAY_GOAL},
                 {"turn", WORDS_PLAY_TURN},
                 {"cards", WORDS_PLAY_CARDS},
                 {"end", WORDS_PLAY_END}};
    struct lesson lesson = {game, rules, hc_goal(game, rules, players)};
    struct hc_text text;
    struct words_work work = {.language = language,
                              .out = &text,
                              .source = &source,
                              .context = &lesson,
                              .begin = SIZE_MAX};

    hc_text_init(&text, out, size);
    for (unsigned p = 0; p < HC_COUNT(parts); p++) {
        hc_put(&text, p ? "\n" : "");
        hc_put(&text, words_text(language, parts[p].head));
        hc_put(&text, ": ");
        words_write(&work, words_of_game(language, game->name, "play", parts[p].key));
    }
    return text.length;
}
