// SPDX-License-Identifier: MIT
/* faces.c: what is printed on the cards of a game and what they do, asked one by one and as JSON.
 */
#include "games/game.h"
#include "games/wording.h"

/* The face with that number, or NULL if the deck has none. */
static const struct hc_face *row_of(const struct hc_game *game, const struct hc_rules *rules,
                                    unsigned face)
{
    const struct hc_deck *deck = hc_deck_of(game, rules);

    return face < deck->face_count && deck->faces[face].code ? &deck->faces[face] : NULL;
}

unsigned hc_face_at(const struct hc_game *game, const struct hc_rules *rules, size_t index)
{
    unsigned count = hc_deck_of(game, rules)->face_count;

    for (unsigned face = 0; face < count; face++)
        if (hc_face_quantity(game, rules, face) && !index--)
            return face;
    return HC_NONE;
}

const char *hc_face_code(const struct hc_game *game, const struct hc_rules *rules, unsigned face)
{
    const struct hc_face *row = row_of(game, rules, face);

    return row ? row->code : "?";
}

const char *hc_face_value(const struct hc_game *game, const struct hc_rules *rules, unsigned face)
{
    const struct hc_face *row = row_of(game, rules, face);

    return row ? row->value : "?";
}

unsigned hc_face_color(const struct hc_game *game, const struct hc_rules *rules, unsigned face)
{
    const struct hc_face *row = row_of(game, rules, face);

    return row ? row->color : (unsigned)HC_NONE;
}

enum hc_face_class hc_face_class(const struct hc_game *game, const struct hc_rules *rules,
                                 unsigned face)
{
    const struct hc_face *row = row_of(game, rules, face);

    return row ? row->class : HC_CLASS_NUMBER;
}

const char *hc_face_class_name(enum hc_face_class kind)
{
    static const char *const names[] = {"number", "action", "wild"};

    HC_CHECK(kind < HC_COUNT(names));
    return names[kind];
}

int hc_face_points(const struct hc_game *game, const struct hc_rules *rules, unsigned face)
{
    const struct hc_face *row = row_of(game, rules, face);

    return row ? row->points : 0;
}

unsigned hc_face_quantity(const struct hc_game *game, const struct hc_rules *rules, unsigned face)
{
    const struct hc_deck *deck = hc_deck_of(game, rules);

    return row_of(game, rules, face) ? hc_count(hc_and(deck->copies[face], deck->cards)) : 0;
}

const struct hc_effect *hc_face_effect(const struct hc_game *game, const struct hc_rules *rules,
                                       unsigned face)
{
    const struct hc_face *row = row_of(game, rules, face);

    if (!row)
        return NULL;
    return row->does_then && rules->byte[row->option] ? row->does_then : row->does;
}

static const char *sentence_of(const struct hc_game *game, const struct hc_effect *effect,
                               const struct hc_language *language)
{
    return effect ? words_of_game(language, game->name, "effects", effect->name)
                  : words_text(language, WORDS_NO_EFFECT);
}

const char *hc_face_sentence(const struct hc_game *game, const struct hc_rules *rules,
                             unsigned face, const struct hc_language *language)
{
    return sentence_of(game, hc_face_effect(game, rules, face), language);
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* The face that a name is written of. */
struct naming {
    const struct hc_game *game;
    const struct hc_face *row;
};

static void put_part(struct words_work *work, struct words_span name, struct words_span form)
{
    const struct naming *naming = work->context;

    if (words_is(name, "value")) {
        hc_put(work->out, naming->row->value);
        return;
    }
    HC_CHECK(words_is(name, "color"));
    hc_color_write(naming->game, naming->row->color, work, form);
}

static struct words_pick pick_part(const struct words_work *work, struct words_span name)
{
    const struct naming *naming = work->context;

    HC_CHECK(words_is(name, "color"));
    return (struct words_pick){naming->row->color, naming->row->color != HC_NONE};
}

void hc_face_write(const struct hc_game *game, const struct hc_rules *rules, unsigned face,
                   struct words_work *work, struct words_span form)
{
    static const struct words_source source = {put_part, pick_part};
    struct naming naming = {game, row_of(game, rules, face)};
    struct words_work inner = *work;
    const char *text;

    if (!naming.row) {
        words_put(work, words_text_form(work->language, WORDS_HIDDEN_FACE, form));
        return;
    }
    text = words_find_form(work->language, game->name, "faces", naming.row->key, form);
    inner.source = &source;
    inner.context = &naming;
    words_write(&inner, text ? text : naming.row->key);
}

size_t hc_face_name(const struct hc_game *game, const struct hc_rules *rules, unsigned face,
                    const struct hc_language *language, char *out, size_t size)
{
    struct hc_text text;
    struct words_work work = {.language = language, .out = &text, .begin = SIZE_MAX};

    hc_text_init(&text, out, size);
    hc_face_write(game, rules, face, &work, words_span(""));
    return text.length;
}

void hc_color_write(const struct hc_game *game, unsigned color, struct words_work *work,
                    struct words_span form)
{
    const char code[] = {color < hc_length(game->grammar.colors) ? game->grammar.colors[color] : 0,
                         '\0'};
    const char *text = words_find_form(work->language, game->name, "colors", code, form);

    words_put(work, text ? text : words_text(work->language, WORDS_NO_COLOR));
}

const char *hc_color_name(const struct hc_game *game, unsigned color,
                          const struct hc_language *language)
{
    const char code[] = {color < hc_length(game->grammar.colors) ? game->grammar.colors[color] : 0,
                         '\0'};

    return *code ? words_of_game(language, game->name, "colors", code)
                 : words_text(language, WORDS_NO_COLOR);
}

bool hc_face_matches(const struct hc_game *game, const struct hc_rules *rules, unsigned face,
                     unsigned top, unsigned color)
{
    if (!row_of(game, rules, face) || !row_of(game, rules, top))
        return false;
    if (color == HC_NONE)
        color = hc_face_color(game, rules, top);
    return !game->matches || game->matches(face, top, color);
}

const char *hc_color_codes(const struct hc_game *game)
{
    return game->grammar.colors;
}

const char *hc_color_symbol(const struct hc_game *game, unsigned color)
{
    return color < hc_length(game->grammar.colors) ? game->grammar.color_symbols[color] : "◇";
}

enum hc_paint hc_color_paint(const struct hc_game *game, unsigned color)
{
    return color < hc_length(game->grammar.colors) ? game->grammar.color_paints[color]
                                                   : HC_PAINT_NONE;
}

const char *hc_paint_name(enum hc_paint paint)
{
    static const char *const names[] = {"red", "blue", "green", "yellow", "black", "none"};

    HC_CHECK(paint < HC_COUNT(names));
    return names[paint];
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_color(const struct hc_game *game, const char *key, unsigned color,
                      struct hc_text *out)
{
    if (color < hc_length(game->grammar.colors))
        hc_json_word(out, key, (const char[]){game->grammar.colors[color], '\0'});
    else
        hc_json_null(out, key);
}

static void put_effect(const struct hc_game *game, const struct hc_effect *effect,
                       const struct hc_language *language, struct hc_text *out)
{
    if (effect)
        hc_json_word(out, "effect", effect->name);
    else
        hc_json_null(out, "effect");
    hc_json_number(out, "draws", effect ? effect->draws : 0);
    hc_json_string(out, "sentence", sentence_of(game, effect, language));
}

static void put_card(const struct hc_game *game, const struct hc_rules *rules, unsigned face,
                     const struct hc_language *language, struct hc_text *out)
{
    char name[HC_NAME_CHARS];
    const struct hc_face *row = row_of(game, rules, face);
    const struct hc_effect *now = hc_face_effect(game, rules, face);

    hc_face_name(game, rules, face, language, name, sizeof name);
    hc_json_open(out, NULL, '{');
    hc_json_word(out, "code", row->code);
    hc_json_string(out, "name", name);
    put_color(game, "color", row->color, out);
    hc_json_word(out, "value", row->value);
    hc_json_word(out, "class", hc_face_class_name(row->class));
    hc_json_number(out, "points", row->points);
    hc_json_number(out, "quantity", hc_face_quantity(game, rules, face));
    put_effect(game, now, language, out);
    if (row->does_then && now != row->does_then) {
        hc_json_open(out, "with", '{');
        hc_json_word(out, "option", game->options.narrow[row->option].name);
        put_effect(game, row->does_then, language, out);
        hc_json_close(out, '}');
    }
    hc_json_close(out, '}');
}

void hc_cards_json(const struct hc_game *game, const struct hc_rules *rules,
                   const struct hc_language *language, struct hc_text *out)
{
    unsigned face;

    hc_json_open(out, "cards", '[');
    for (size_t i = 0; (face = hc_face_at(game, rules, i)) != HC_NONE; i++)
        put_card(game, rules, face, language, out);
    hc_json_close(out, ']');
}

const char *hc_deck_name(const struct hc_game *game, const struct hc_rules *rules)
{
    if (game->deck_option == HC_NONE)
        return NULL;
    return game->options.narrow[game->deck_option].values[rules->byte[game->deck_option]];
}

static void put_decks(const struct hc_game *game, const struct hc_language *language,
                      struct hc_text *out)
{
    unsigned last = game->deck_option == HC_NONE ? 0 : game->options.narrow[game->deck_option].max;
    struct hc_rules rules;

    hc_options_defaults(&game->options, &rules);
    hc_json_open(out, "decks", '[');
    for (unsigned deck = 0; deck <= last; deck++) {
        if (game->deck_option != HC_NONE)
            rules.byte[game->deck_option] = (uint8_t)deck;
        hc_json_open(out, NULL, '{');
        if (game->deck_option != HC_NONE)
            hc_json_word(out, "name", hc_deck_name(game, &rules));
        hc_cards_json(game, &rules, language, out);
        hc_json_close(out, '}');
    }
    hc_json_close(out, ']');
}

static void put_phases(const struct hc_game *game, const struct hc_language *language,
                       struct hc_text *out)
{
    static const char *const awaited[] = {
        [HC_AWAITS_TURN] = "turn", [HC_AWAITS_HOUSE] = "house", [HC_AWAITS_NOBODY] = "nobody"};

    hc_json_open(out, "phases", '[');
    for (unsigned p = 0; p < game->phase_count; p++) {
        hc_json_open(out, NULL, '{');
        hc_json_word(out, "name", game->phases[p].name);
        hc_json_word(out, "awaits", awaited[game->phases[p].awaits]);
        hc_json_string(out, "sentence", hc_phase_sentence(game, p, language));
        hc_json_close(out, '}');
    }
    hc_json_close(out, ']');
}

void hc_game_json(const struct hc_game *game, const struct hc_language *language,
                  struct hc_text *out)
{
    hc_json_open(out, "colors", '[');
    for (unsigned color = 0; color < hc_length(game->grammar.colors); color++) {
        hc_json_open(out, NULL, '{');
        put_color(game, "code", color, out);
        hc_json_string(out, "name", hc_color_name(game, color, language));
        hc_json_string(out, "symbol", hc_color_symbol(game, color));
        hc_json_word(out, "paint", hc_paint_name(hc_color_paint(game, color)));
        hc_json_close(out, '}');
    }
    hc_json_close(out, ']');
    put_decks(game, language, out);
    put_phases(game, language, out);
}
