// SPDX-License-Identifier: MIT
/* test_words.c: every name of the engine has its text in every language, no text is without a name,
 * and each sentence asks only for what its event, command or game really has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "room/room.h"
#include "table/table.h"
#include "core/template.h"

enum { KEYS_MAX = 4000 };

/* The texts that something of the engine has asked for, by number. */
static bool used[KEYS_MAX];

static unsigned key_count(void)
{
    const struct words_section *last = &words_sections[words_section_count - 1];

    return last->first + last->count;
}

/* Marks a key with all of its forms; false if there is none. */
static bool use(const char *scope, const char *kind, const char *key)
{
    size_t length = strlen(key);
    bool found = false;

    for (unsigned s = 0; s < words_section_count; s++) {
        const struct words_section *section = &words_sections[s];

        if (strcmp(section->scope, scope) || strcmp(section->kind, kind))
            continue;
        for (unsigned k = section->first; k < section->first + section->count; k++)
            if (!strncmp(words_keys[k], key, length) && strchr(":", words_keys[k][length]))
                used[k] = found = true;
    }
    return found;
}

static void must_have(const char *scope, const char *kind, const char *key)
{
    if (!use(scope, kind, key))
        fail_msg("%s.%s.%s has no text", scope, kind, key);
}

/* The game's own text, or what all games share. */
static void must_have_either(const char *scope, const char *kind, const char *key)
{
    bool own = use(scope, kind, key), shared = use("", kind, key);

    if (!own && !shared)
        fail_msg("%s.%s.%s has no text", scope, kind, key);
}

static void use_options(const char *scope, const struct hc_option_list *list)
{
    const struct hc_option *option;

    for (size_t i = 0; (option = hc_options_at(list, i)); i++) {
        must_have(scope, "options", option->name);
        for (uint32_t v = 0; option->type == HC_OPTION_ENUM && v <= option->max; v++) {
            char key[100];

            snprintf(key, sizeof key, "%s.%s", option->name, option->values[v]);
            must_have(scope, "values", key);
        }
    }
    for (unsigned p = 0; p < list->preset_count; p++) {
        must_have(scope, "presets", list->presets[p].name);
        must_have(scope, "preset_names", list->presets[p].name);
    }
}

static void use_deck(const struct hc_game *game, const struct hc_deck *deck)
{
    for (unsigned f = 0; f < deck->face_count; f++) {
        must_have(game->name, "faces", deck->faces[f].key);
        if (deck->faces[f].does)
            must_have(game->name, "effects", deck->faces[f].does->name);
        if (deck->faces[f].does_then)
            must_have(game->name, "effects", deck->faces[f].does_then->name);
    }
}

static void use_game(const struct hc_game *game)
{
    static const char *const parts[] = {"goal", "turn", "cards", "end"};
    unsigned decks = 1;

    if (game->deck_option != HC_NONE)
        decks += game->options.narrow[game->deck_option].max;
    must_have(game->name, "game", "title");
    must_have(game->name, "goal", "progress");
    for (unsigned p = 0; p < HC_COUNT(parts); p++)
        must_have(game->name, "play", parts[p]);
    use_options(game->name, &game->options);
    for (unsigned d = 0; d < decks; d++)
        use_deck(game, game->decks[d]);
    for (unsigned c = 0; game->grammar.colors[c]; c++)
        must_have(game->name, "colors", (const char[]){game->grammar.colors[c], '\0'});
    for (unsigned v = 0; v < game->grammar.verb_count; v++)
        if (!(game->grammar.verbs[v].takes & HC_FROM_HOUSE)) {
            must_have(game->name, "verbs", game->grammar.verbs[v].name);
            must_have(game->name, "commands", game->grammar.verbs[v].name);
        }
    for (unsigned p = 0; p < game->phase_count; p++)
        must_have_either(game->name, "phases", game->phases[p].name);
    for (unsigned p = 0; p < game->pile_count; p++)
        must_have_either(game->name, "piles", game->piles[p].name);
    for (unsigned f = 0; f < game->fact_count; f++)
        if (game->facts[f].sight != HC_FOR_NOBODY)
            must_have_either(game->name, "facts", game->facts[f].name);
    for (unsigned e = 0; e < game->event_count; e++)
        must_have(game->name, "events", game->events[e].name);
    for (unsigned r = 0; r < game->refusal_count; r++)
        must_have(game->name, "refusals", game->refusals[r].name);
    for (unsigned l = 0; l < game->length_count; l++)
        must_have(game->name, "lengths", game->lengths[l].name);
}

/* Warnings are given where they are due: every set of options with one named, to see all. */
static void use_advice(const struct hc_game *game)
{
    struct hc_rules rules;

    if (!game->advise)
        return;
    for (unsigned o = 0; o < game->options.narrow_count; o++)
        for (uint32_t v = 0; v <= game->options.narrow[o].max; v++) {
            const char *advice;

            hc_options_defaults(&game->options, &rules);
            rules.byte[o] = (uint8_t)v;
            for (unsigned named = 0; named < game->options.narrow_count; named++) {
                advice = game->advise(&rules, 1ull << named);
                if (advice)
                    must_have(game->name, "advice", advice);
            }
        }
}

static void every_name_has_a_text_and_every_text_a_name(void **state)
{
    (void)state;
    assert_true(key_count() < KEYS_MAX);
    for (unsigned g = 0; g < hc_games_count; g++) {
        use_game(hc_games[g]);
        use_advice(hc_games[g]);
        for (unsigned r = 0; r < HC_REFUSALS_MAX; r++) /* a game may say it in its own words */
            if (hc_refusal_name((enum hc_refusal)r))
                use(hc_games[g]->name, "refusals", hc_refusal_name((enum hc_refusal)r));
    }
#define X(number, code, name) must_have("", "refusals", #name);
    HC_REFUSALS(X)
#undef X
    use_options("room", &hc_room_settings);
    for (size_t b = 0; hc_bot_at(b); b++)
        must_have("", "bots", hc_bot_at(b)->name);
    for (size_t b = 0; hc_bot_at(b); b++)
        must_have("", "bot_names", hc_bot_at(b)->name);
    must_have("", "bot_names", "person");
    for (unsigned s = 0; s < words_section_count; s++) {
        const struct words_section *section = &words_sections[s];
        bool numbered = !*section->scope &&
                        (!strcmp(section->kind, "words") || !strcmp(section->kind, "terminal") ||
                         !strcmp(section->kind, "telegram"));

        for (unsigned k = section->first; !numbered && k < section->first + section->count; k++)
            if (!used[k])
                fail_msg("%s.%s.%s is a text of nothing", section->scope, section->kind,
                         words_keys[k]);
    }
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* What a text is about. */
struct about {
    const struct hc_game *game;
    const struct hc_event_kind *kind;
    const char *names; /* those that it may ask for, each between blanks */
    const char *text;
};

static bool is_option(const struct hc_game *game, struct words_span name)
{
    const struct hc_option *option;
    char full[100];

    for (size_t i = 0; (option = hc_option_at(game, i)); i++) {
        snprintf(full, sizeof full, "rules.%s", option->name);
        if (words_is(name, full))
            return true;
    }
    return false;
}

static void check_name(void *context, struct words_span name, struct words_span form)
{
    const struct about *about = context;
    char word[100];

    (void)form;
    snprintf(word, sizeof word, " %.*s ", (int)name.length, name.chars);
    if (about->kind && hc_event_carries(about->kind, name))
        return;
    if (about->game && is_option(about->game, name))
        return;
    if (!strstr(about->names, word))
        fail_msg("\"%s\" asks for%s, which is not there", about->text, word);
}

static const struct hc_event_kind *kind_named(const struct hc_game *game, const char *key)
{
    for (unsigned e = 0; game && e < game->event_count; e++)
        if (!strcmp(game->events[e].name, key))
            return &game->events[e];
    return NULL;
}

static const char *names_of(const struct words_section *section)
{
    static const struct {
        const char *kind, *names;
    } rows[] = {
        {"faces", " color value "},
        {"commands", " card other guess color flag "},
        {"play", " goal "},
        {"goal", " points goal "},
        {"words", " count who word range first last players option dealt needs has fewer most why "
                  "command name text "},
    };

    for (unsigned i = 0; i < HC_COUNT(rows); i++)
        if (!strcmp(section->kind, rows[i].kind))
            return rows[i].names;
    return "";
}

static void sentences_ask_for_what_there_is(void **state)
{
    const struct hc_language *language;

    (void)state;
    for (size_t l = 0; (language = hc_language_at(l)); l++)
        for (unsigned s = 0; s < words_section_count; s++) {
            const struct words_section *section = &words_sections[s];
            struct about about = {.game = hc_game_find(section->scope), .names = names_of(section)};

            if (!*section->scope &&
                (!strcmp(section->kind, "terminal") || !strcmp(section->kind, "telegram")))
                continue;
            for (unsigned k = section->first; k < section->first + section->count; k++) {
                if (!strcmp(section->kind, "events"))
                    about.kind = kind_named(about.game, words_keys[k]);
                about.text = language->texts[k];
                words_names(about.text, check_name, &about);
            }
        }
}

/* ---- Writing --------------------------------------------------------------------------------- */

struct sample {
    int64_t number;
    unsigned person;
};

static void put_sample(struct words_work *work, struct words_span name, struct words_span form)
{
    const struct sample *sample = work->context;

    if (words_is(name, "who"))
        words_put(work, form.length ? "dich" : "du");
    else
        hc_put_number(work->out, sample->number);
}

static struct words_pick pick_sample(const struct words_work *work, struct words_span name)
{
    const struct sample *sample = work->context;

    if (words_is(name, "who"))
        return (struct words_pick){sample->person, sample->person != 0};
    return words_pick_number(work, sample->number);
}

static void templates_are_filled_in(void **state)
{
    static const struct {
        const char *text;
        struct sample sample;
        const char *want;
    } rows[] = {
        {"plain", {0, 0}, "Plain"},
        {"", {0, 0}, ""},
        {"{who} x", {0, 0}, "Du x"},
        {"x {who}", {0, 0}, "X du"},
        {"für {who:acc}", {0, 0}, "Für dich"},
        {"über", {0, 0}, "Über"},
        {"это {who}", {0, 0}, "Это du"},
        {"¡{who} x!", {0, 0}, "¡Du x!"},
        {"¿qué?", {0, 0}, "¿Qué?"},
        {"x¡{who}!", {0, 0}, "X¡du!"},
        {"{n} {n?card|cards}", {1, 0}, "1 card"},
        {"{n} {n?card|cards}", {0, 0}, "0 cards"},
        {"{n?a card|{n} cards}", {2, 0}, "2 cards"},
        {"{n?a card|{n} cards}.", {1, 0}, "A card."},
        {"{n!so many as {n}}.", {3, 0}, "So many as 3."},
        {"x{n! y}.", {0, 0}, "X."},
        {"{n!some|none}", {0, 0}, "None"},
        {"{who?he|you|they}", {0, 1}, "You"},
        {"{who?he|you|they}", {0, 3}, "They"},
        {"{who?he}", {0, 2}, "He"},
        {"a{n?b{n?c|d}e|f}g", {1, 0}, "Abceg"},
        {"{who?|x}", {0, 0}, ""},
    };
    static const struct words_source source = {put_sample, pick_sample};

    (void)state;
    for (unsigned i = 0; i < HC_COUNT(rows); i++) {
        char out[100];
        struct hc_text text;
        struct words_work work = {
            .out = &text, .source = &source, .context = &rows[i].sample, .begin = 0};

        hc_text_init(&text, out, sizeof out);
        words_write(&work, rows[i].text);
        assert_string_equal(out, rows[i].want);
    }
}

static void letters_are_capitals(void **state)
{
    static const struct {
        const char *text, *want;
        size_t bytes;
    } rows[] = {
        {"yes", "Y", 1}, {"No", "N", 1},  {"", "", 0},     {"7", "7", 1}, {"été", "É", 2},
        {"да", "Д", 2},  {"Ещё", "Е", 2}, {"ряд", "Р", 2}, {"×", "×", 2}, {"…", "…", 3},
    };

    (void)state;
    for (unsigned i = 0; i < HC_COUNT(rows); i++) {
        char letter[WORDS_LETTER_CHARS];

        assert_int_equal(words_letter(rows[i].text, letter), rows[i].bytes);
        assert_string_equal(letter, rows[i].want);
    }
}

static void plural_forms_are_those_of_the_language(void **state)
{
    static const struct {
        enum words_plural rule;
        int64_t number;
        unsigned form;
    } rows[] = {
        {WORDS_PLURAL_NONE, 1, 0},     {WORDS_PLURAL_NONE, 5, 0},     {WORDS_PLURAL_ONE, 1, 0},
        {WORDS_PLURAL_ONE, 0, 1},      {WORDS_PLURAL_ONE, 21, 1},     {WORDS_PLURAL_ZERO, 0, 0},
        {WORDS_PLURAL_ZERO, 1, 0},     {WORDS_PLURAL_ZERO, 2, 1},     {WORDS_PLURAL_SLAVIC, 1, 0},
        {WORDS_PLURAL_SLAVIC, 3, 1},   {WORDS_PLURAL_SLAVIC, 5, 2},   {WORDS_PLURAL_SLAVIC, 11, 2},
        {WORDS_PLURAL_SLAVIC, 12, 2},  {WORDS_PLURAL_SLAVIC, 21, 0},  {WORDS_PLURAL_SLAVIC, 22, 1},
        {WORDS_PLURAL_SLAVIC, 0, 2},   {WORDS_PLURAL_SLAVIC, 14, 2},  {WORDS_PLURAL_SLAVIC, 111, 2},
        {WORDS_PLURAL_SLAVIC, 101, 0}, {WORDS_PLURAL_SLAVIC, 112, 2}, {WORDS_PLURAL_SLAVIC, 124, 1},
    };

    (void)state;
    for (unsigned i = 0; i < HC_COUNT(rows); i++) {
        struct hc_language language = {.plural = rows[i].rule};

        assert_int_equal(words_plural(&language, rows[i].number), rows[i].form);
    }
}

static void languages_are_found(void **state)
{
    (void)state;
    assert_string_equal(hc_language_code(hc_language_find("en")), "en");
    assert_string_equal(hc_language_code(hc_language_find("en_GB.UTF-8")), "en");
    assert_string_equal(hc_language_code(hc_language_find("EN-us")), "en");
    assert_string_equal(hc_language_code(NULL), "en");
    assert_string_equal(hc_language_name(NULL), "English");
    assert_string_equal(hc_language_code(hc_language_find("pt_BR.UTF-8")), "pt");
    assert_string_equal(hc_language_code(hc_language_find("es-AR")), "es");
    assert_string_equal(hc_language_code(hc_language_find("ru_RU.UTF-8")), "ru");
    assert_null(hc_language_find("C"));
    assert_null(hc_language_find("C.UTF-8"));
    assert_null(hc_language_find(""));
    assert_null(hc_language_find("eng"));
    assert_ptr_equal(hc_language_at(0), hc_language_find("en"));
    assert_null(hc_language_at(words_language_count));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_has_a_text_and_every_text_a_name),
        cmocka_unit_test(sentences_ask_for_what_there_is),
        cmocka_unit_test(templates_are_filled_in),
        cmocka_unit_test(letters_are_capitals),
        cmocka_unit_test(plural_forms_are_those_of_the_language),
        cmocka_unit_test(languages_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
