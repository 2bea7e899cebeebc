// SPDX-License-Identifier: MIT
/* phrase.c: names, values, choices and rules from the tables of a game. */
#include "doors/terminal/phrase.h"
#include "doors/terminal/length.h"

#include <string.h>

#include "table/facts.h"
#include "core/template.h"

enum {
    NAMED_CARDS = 3,  /* so many have their names beside their codes on a page, … */
    NAMED_TYPED = 12, /* … and in lines, where no card is drawn */
};

static const struct hc_language *spoken;

void phrase_speak(const struct hc_language *language)
{
    spoken = language;
}

const struct hc_language *phrase_language(void)
{
    return spoken;
}

const char *phrase_word(enum hc_word word)
{
    return words_text(spoken, word);
}

bool phrase_why(struct hc_problem *why, enum hc_word word)
{
    return phrase_why_fill(why, word, NULL, 0);
}

bool phrase_why_fill(struct hc_problem *why, enum hc_word word, const struct words_value *values,
                     size_t count)
{
    struct hc_text out;

    *why = (struct hc_problem){0};
    hc_text_init(&out, why->text, sizeof why->text);
    words_fill(spoken, word, &out, values, count);
    return false;
}

void phrase_put_between(unsigned index, unsigned count, struct hc_text *out)
{
    if (index)
        hc_put(out, words_text(spoken, index + 1 < count ? WORDS_COMMA : WORDS_AND));
}

void phrase_put_face(const struct hc_view *view, unsigned face, struct hc_text *out)
{
    char name[HC_NAME_CHARS];

    hc_face_name(view->game, &view->rules, face, spoken, name, sizeof name);
    hc_put(out, name);
}

const char *phrase_pile(const struct hc_game *game, unsigned pile)
{
    return words_of_game(spoken, game->name, "piles", game->piles[pile].name);
}

void phrase_put_count(unsigned count, struct hc_text *out)
{
    PHRASE(out, TERMINAL_CARDS, {"count", NULL, count});
}

void phrase_put_cards(const struct hc_view *view, struct hc_spot spot, bool from_bottom,
                      struct hc_text *out)
{
    for (unsigned i = 0; i < spot.count; i++) {
        unsigned face = view->face[spot.start + (from_bottom ? spot.count - 1 - i : i)];

        if (face == HC_HIDDEN)
            continue;
        hc_put_char(out, ' ');
        hc_put(out, hc_face_code(view->game, &view->rules, face));
    }
}

void phrase_put_laid(const struct hc_view *view, const char *const *names, unsigned pile,
                     struct hc_text *out)
{
    struct hc_spot spot = view->pile[pile];

    for (unsigned i = spot.count; i-- > 0;) {
        unsigned owner = hc_view_owner(view, pile, i);

        hc_put_char(out, ' ');
        hc_put(out, hc_face_code(view->game, &view->rules, view->face[spot.start + i]));
        hc_put(out, " (");
        hc_put(out, owner < view->seats ? names[owner] : "?");
        hc_put(out, i ? ")," : ")");
    }
}

const struct hc_face *phrase_face(const struct hc_view *view, unsigned face)
{
    const struct hc_deck *deck = hc_deck_of(view->game, &view->rules);

    return face < deck->face_count ? &deck->faces[face] : NULL;
}

/* ---- Facts ---------------------------------------------------------------------------------- */

/* Who laid which card is told beside the cards of the pile. */
static bool is_told_by_pile(const struct hc_game *game, const struct hc_fact *fact)
{
    for (unsigned p = 0; p < game->pile_count; p++)
        if (game->piles[p].owners && !strcmp(game->piles[p].owners, fact->name))
            return true;
    return false;
}

bool phrase_is_seen(const struct hc_view *view, const struct hc_fact *fact)
{
    return hc_fact_visible(fact, view->state, view->viewer) && !is_told_by_pile(view->game, fact);
}

bool phrase_is_headline(const struct hc_view *view, const struct hc_fact *fact)
{
    int64_t value = hc_fact_get(fact, view->state, 0);

    if (!fact->headline || !phrase_is_seen(view, fact))
        return false;
    if (fact->type == HC_FACT_COLOR)
        return value < (int64_t)strlen(view->game->grammar.colors);
    return hc_fact_may_be_none(fact) ? value != HC_NONE : value != 0;
}

bool phrase_is_marked(const struct hc_view *view, const struct hc_fact *fact, unsigned seat)
{
    uint64_t mask = (uint64_t)hc_fact_get(fact, view->state, 0);

    return fact->type == HC_FACT_SEATS && phrase_is_seen(view, fact) &&
           *phrase_label(view->game, fact) && mask != (1ull << view->seats) - 1 && mask >> seat & 1;
}

const char *phrase_label(const struct hc_game *game, const struct hc_fact *fact)
{
    return words_of_game(spoken, game->name, "facts", fact->name);
}

static void put_color(const struct hc_game *game, int64_t value, struct hc_text *out)
{
    if (value < (int64_t)strlen(game->grammar.colors)) {
        hc_put_char(out, game->grammar.colors[value]);
        hc_put(out, " (");
    }
    hc_put(out, hc_color_name(game, (unsigned)value, spoken));
    hc_put(out, value < (int64_t)strlen(game->grammar.colors) ? ")" : "");
}

static void put_seats(const struct hc_view *view, const char *const *names, int64_t mask,
                      struct hc_text *out)
{
    bool any = false;

    for (unsigned s = 0; s < view->seats; s++) {
        if (!(mask >> s & 1))
            continue;
        hc_put(out, any ? ", " : "");
        hc_put(out, names[s]);
        any = true;
    }
    hc_put(out, any ? "" : words_text(spoken, WORDS_NOBODY));
}

void phrase_put_value(const struct hc_view *view, const char *const *names,
                      const struct hc_fact *fact, unsigned index, struct hc_text *out)
{
    int64_t value = hc_fact_get(fact, view->state, index);

    switch (fact->type) {
    case HC_FACT_NUMBER:
        hc_put_number(out, value);
        return;
    case HC_FACT_BOOL:
        hc_put(out, phrase_word(value ? TERMINAL_YES : TERMINAL_NO));
        return;
    case HC_FACT_DIRECTION:
        hc_put(out, phrase_word(value < 0 ? TERMINAL_COUNTER_CLOCKWISE : TERMINAL_CLOCKWISE));
        return;
    case HC_FACT_NAME:
        hc_put(out, hc_phase_sentence(view->game, (size_t)value, spoken));
        return;
    case HC_FACT_SEAT:
        hc_put(out, value < view->seats ? names[value] : words_text(spoken, WORDS_NOBODY));
        return;
    case HC_FACT_SEATS:
        put_seats(view, names, value, out);
        return;
    case HC_FACT_CARD:
    case HC_FACT_FACE:
        if (value == HC_NONE)
            hc_put(out, phrase_word(TERMINAL_NONE));
        else
            phrase_put_face(view, (unsigned)value, out);
        return;
    case HC_FACT_COLOR:
        put_color(view->game, value, out);
        return;
    }
}

void phrase_put_fact(const struct hc_view *view, const char *const *names,
                     const struct hc_fact *fact, unsigned index, struct hc_text *out)
{
    char goal[HC_PROBLEM_CHARS];

    if (fact->common == HC_COMMON_POINTS && hc_goal_say(view, index, spoken, goal, sizeof goal)) {
        hc_put(out, goal);
        return;
    }
    hc_put(out, phrase_label(view->game, fact));
    hc_put_char(out, ' ');
    phrase_put_value(view, names, fact, index, out);
}

bool phrase_is_told(const struct hc_view *view, const struct hc_fact *fact)
{
    char goal[HC_PROBLEM_CHARS];

    return fact->per_seat && phrase_is_seen(view, fact) && *phrase_label(view->game, fact) &&
           (fact->common != HC_COMMON_POINTS || hc_goal_say(view, 0, spoken, goal, sizeof goal));
}

unsigned phrase_put_winners(const struct hc_view *view, const char *const *names,
                            struct hc_text *out)
{
    int64_t mask = 0;

    hc_view_common(view, HC_COMMON_MATCH_WINNERS, 0, &mask);
    put_seats(view, names, mask, out);
    return (unsigned)hc_bits((uint64_t)mask);
}

/* ---- What can be done ----------------------------------------------------------------------- */

uint64_t phrase_playable(const struct hc_view *view)
{
    uint64_t faces = 0;

    for (uint32_t c = 0; c < view->actions.count; c++)
        faces |= view->actions.choice[c].faces;
    return faces;
}

bool phrase_is_playable(const struct hc_view *view, unsigned face)
{
    return face < HC_FACES_MAX && phrase_playable(view) >> face & 1;
}

bool phrase_is_offered(const struct hc_view *view, unsigned verb)
{
    for (uint32_t c = 0; c < view->actions.count; c++)
        if (view->actions.choice[c].verb == verb)
            return true;
    return false;
}

static void put_key(const char *key, enum hc_word value, struct hc_text *out)
{
    hc_put(out, " [");
    hc_put(out, key);
    hc_put_char(out, '=');
    hc_put(out, phrase_word(value));
    hc_put_char(out, ']');
}

void phrase_put_usage(const struct hc_verb *verb, struct hc_text *out)
{
    hc_put(out, verb->name);
    if (verb->takes & (HC_TAKES_CARD | HC_TAKES_COLOR | HC_TAKES_SEAT)) {
        hc_put_char(out, ' ');
        hc_put(out, phrase_word(verb->takes & HC_TAKES_CARD    ? TERMINAL_USAGE_CARD
                                : verb->takes & HC_TAKES_COLOR ? TERMINAL_USAGE_COLOR
                                                               : TERMINAL_USAGE_SEAT));
    }
    if (verb->takes & HC_TAKES_COLOR_KEY)
        put_key("color", TERMINAL_USAGE_COLOR, out);
    if (verb->takes & HC_TAKES_TARGET_KEY)
        put_key("target", TERMINAL_USAGE_SEAT, out);
    if (verb->takes & HC_TAKES_GUESS_KEY)
        put_key(verb->guess_key ? verb->guess_key : "guess", TERMINAL_USAGE_CARD, out);
    if (verb->takes & HC_TAKES_FLAG) {
        hc_put(out, " [");
        hc_put(out, verb->flag);
        hc_put_char(out, ']');
    }
}

void phrase_put_choices(const struct hc_view *view, const char *const *names, unsigned verb,
                        bool typed, struct hc_text *out)
{
    unsigned takes = view->game->grammar.verbs[verb].takes, colors = 0, targets = 0;
    uint64_t faces = 0;
    bool named;

    for (uint32_t c = 0; c < view->actions.count; c++) {
        const struct hc_choice *choice = &view->actions.choice[c];

        faces |= choice->verb == verb ? choice->faces : 0;
        colors |= choice->verb == verb && takes & HC_TAKES_COLOR ? choice->colors : 0u;
        targets |= choice->verb == verb && takes & HC_TAKES_SEAT ? choice->targets : 0u;
    }
    named = hc_bits(faces) <= (typed ? NAMED_TYPED : NAMED_CARDS);
    for (; faces; faces &= faces - 1) {
        hc_put_char(out, ' ');
        hc_put(out, hc_face_code(view->game, &view->rules, hc_lowest_bit(faces)));
        hc_put(out, named ? " (" : "");
        if (named)
            phrase_put_face(view, hc_lowest_bit(faces), out);
        hc_put(out, named ? ")" : "");
    }
    for (; colors; colors &= colors - 1) {
        hc_put_char(out, ' ');
        if (typed)
            put_color(view->game, hc_lowest_bit(colors), out);
        else
            hc_put_char(out, view->game->grammar.colors[hc_lowest_bit(colors)]);
    }
    for (; targets; targets &= targets - 1) {
        hc_put_char(out, ' ');
        if (typed) {
            hc_put_number(out, hc_lowest_bit(targets));
            hc_put(out, " (");
        }
        hc_put(out, names[hc_lowest_bit(targets)]);
        hc_put(out, typed ? ")" : targets & (targets - 1) ? "," : "");
    }
}

bool phrase_put_losing_card(const struct hc_view *view, struct hc_text *out)
{
    for (uint32_t c = 0; c < view->actions.count; c++)
        if (view->actions.choice[c].marked && view->actions.choice[c].faces) {
            phrase_put_face(view, hc_lowest_bit(view->actions.choice[c].faces), out);
            return true;
        }
    return false;
}

/* ---- Rules ---------------------------------------------------------------------------------- */

void phrase_put_option(const struct hc_option *option, uint32_t value, struct hc_text *out)
{
    if (option->type == HC_OPTION_ENUM)
        hc_put(out, option->values[value]);
    else if (option->type == HC_OPTION_BOOL)
        hc_put(out, value ? "true" : "false");
    else
        hc_put_number(out, value);
}

void phrase_put_option_words(const char *scope, const struct hc_option *option, uint32_t value,
                             struct hc_text *out)
{
    if (option->type == HC_OPTION_ENUM)
        hc_put(out, hc_option_value_words(option, scope, value, spoken));
    else if (option->type == HC_OPTION_BOOL)
        hc_put(out, phrase_word(value ? TERMINAL_YES : TERMINAL_NO));
    else
        phrase_put_option(option, value, out);
}

const char *phrase_preset(const char *scope, const char *name)
{
    const char *words = words_find(spoken, scope, "preset_names", name);

    return words ? words : name;
}

const char *phrase_bot(const char *name)
{
    const char *words = words_find(spoken, "", "bot_names", name);

    return words ? words : name;
}

void phrase_put_game(const struct hc_game *game, struct hc_text *out)
{
    const char *title = hc_game_title(game, spoken);

    for (size_t i = 0; i < strcspn(title, ":"); i++)
        hc_put_char(out, title[i]);
}

/* The preset that these rules are, whatever the match's length, or NULL. */
static const char *preset_of(const struct hc_view *view)
{
    const struct hc_preset *preset;
    char ours[4096], theirs[4096];
    unsigned length = length_of(view->game, &view->rules);
    struct hc_problem why;
    struct hc_rules rules;

    hc_rules_print(view->game, &view->rules, ours, sizeof ours);
    for (size_t i = 0; (preset = hc_preset_at(view->game, i)); i++) {
        if (!hc_rules_parse(view->game, preset->name, &rules, &why))
            continue;
        length_set(view->game, length, &rules);
        hc_rules_print(view->game, &rules, theirs, sizeof theirs);
        if (!strcmp(ours, theirs))
            return preset->name;
    }
    return NULL;
}

void phrase_put_title(const struct hc_view *view, struct hc_text *out)
{
    const char *preset = preset_of(view);

    phrase_put_game(view->game, out);
    if (preset && !strcmp(preset, hc_game_name(view->game)))
        return;
    hc_put(out, ", ");
    if (preset)
        PHRASE(out, TERMINAL_PRESET_RULES,
               {"preset", phrase_preset(hc_game_name(view->game), preset), 0});
    else
        hc_put(out, phrase_word(TERMINAL_HOUSE_RULES));
}
