// SPDX-License-Identifier: MIT
/*
 * options.c: parsing and printing of rules.
 *
 * The grammar is words separated by blanks or commas: a preset's name, or name=value. An option
 * wins over a preset wherever it stands; otherwise a later word wins over an earlier one. A seed is
 * a number of 64 bits kept in the last two wide slots, with a mark in the last byte that it was
 * given; it is a secret and is never printed.
 */
#include "core/options.h"

#include "core/check.h"
#include "core/memory.h"
#include "core/template.h"

enum { NAME_SHOWN = 40 }; /* of a word that is complained about */
enum { VALUE_KEY_CHARS = 80 };
enum { SEED_GIVEN = HC_OPTIONS_MAX - 1, SEED_LOW = HC_WIDE_MAX - 2, SEED_HIGH = HC_WIDE_MAX - 1 };

const struct hc_option *hc_options_at(const struct hc_option_list *list, size_t index)
{
    if (index < list->narrow_count)
        return &list->narrow[index];
    index -= list->narrow_count;
    return index < list->wide_count ? &list->wide[index] : NULL;
}

uint32_t hc_options_value(const struct hc_option_list *list, const struct hc_rules *rules,
                          size_t index)
{
    return index < list->narrow_count ? rules->byte[index]
                                      : rules->wide[index - list->narrow_count];
}

static void set_value(const struct hc_option_list *list, struct hc_rules *rules, size_t index,
                      uint32_t value)
{
    if (index < list->narrow_count)
        rules->byte[index] = (uint8_t)value;
    else
        rules->wide[index - list->narrow_count] = value;
}

void hc_options_defaults(const struct hc_option_list *list, struct hc_rules *rules)
{
    const struct hc_option *option;

    hc_zero(rules, sizeof *rules);
    for (size_t i = 0; (option = hc_options_at(list, i)); i++)
        if (option->type != HC_OPTION_SEED)
            set_value(list, rules, i, option->preset);
}

void hc_option_range(const struct hc_option *option, const struct hc_language *language,
                     struct hc_text *out)
{
    switch (option->type) {
    case HC_OPTION_BOOL:
        hc_put(out, words_text(language, WORDS_TRUE_OR_FALSE));
        break;
    case HC_OPTION_INT:
        WORDS_FILL(language, WORDS_FROM_TO, out, {"first", NULL, option->min},
                   {"last", NULL, option->max});
        break;
    case HC_OPTION_ENUM:
        for (uint32_t v = 0; v <= option->max; v++) {
            hc_put(out, v == 0             ? ""
                        : v == option->max ? words_text(language, WORDS_OR)
                                           : words_text(language, WORDS_COMMA));
            hc_put(out, option->values[v]);
        }
        break;
    case HC_OPTION_SEED:
        hc_put(out, words_text(language, WORDS_SEED_RANGE));
        break;
    }
}

static void put_value(const struct hc_option *option, uint32_t value, struct hc_text *out)
{
    if (option->type == HC_OPTION_BOOL)
        hc_put(out, value ? "true" : "false");
    else if (option->type == HC_OPTION_ENUM)
        hc_put(out, option->values[value]);
    else
        hc_put_number(out, value);
}

static void print_all(const struct hc_option_list *list, const struct hc_rules *rules,
                      bool with_defaults, struct hc_text *out)
{
    const struct hc_option *option;
    bool first = true;

    for (size_t i = 0; (option = hc_options_at(list, i)); i++) {
        uint32_t value = hc_options_value(list, rules, i);

        if (option->type == HC_OPTION_SEED || (!with_defaults && value == option->preset))
            continue;
        hc_put(out, first ? "" : " ");
        first = false;
        hc_put(out, option->name);
        hc_put_char(out, '=');
        put_value(option, value, out);
    }
}

void hc_options_print(const struct hc_option_list *list, const struct hc_rules *rules,
                      struct hc_text *out)
{
    print_all(list, rules, true, out);
}

void hc_options_print_changed(const struct hc_option_list *list, const struct hc_rules *rules,
                              struct hc_text *out)
{
    print_all(list, rules, false, out);
}

/* One word of the text: name, or name=value. */
struct word {
    const char *text, *value;
    size_t length, name_length, value_length;
};

/* A parse on its way. `base` is where offsets in complaints count from. */
struct parse {
    const struct hc_option_list *list;
    struct hc_rules *rules;
    const struct hc_language *language;
    struct hc_problem *why;
    const char *base;
    uint64_t given;
};

static bool is_gap(char c)
{
    return c == ' ' || c == '\t' || c == ',' || c == '\n' || c == '\r';
}

static struct word read_word(const char *text)
{
    struct word word = {.text = text};

    while (text[word.length] && !is_gap(text[word.length]))
        word.length++;
    while (word.name_length < word.length && text[word.name_length] != '=')
        word.name_length++;
    if (word.name_length < word.length) {
        word.value = text + word.name_length + 1;
        word.value_length = word.length - word.name_length - 1;
    }
    return word;
}

static bool read_value(const struct hc_option *option, const struct word *word, uint64_t *value)
{
    uint64_t max = option->type == HC_OPTION_SEED ? UINT64_MAX : option->max;

    switch (option->type) {
    case HC_OPTION_BOOL:
        *value = hc_word_is(word->value, word->value_length, "true");
        return *value || hc_word_is(word->value, word->value_length, "false");
    case HC_OPTION_ENUM:
        for (*value = 0; *value <= option->max; ++*value)
            if (hc_word_is(word->value, word->value_length, option->values[*value]))
                return true;
        return false;
    case HC_OPTION_INT:
    case HC_OPTION_SEED:
        break;
    }
    return hc_read_number(word->value, max, value) == word->value + word->value_length &&
           *value >= option->min;
}

static bool complain(struct parse *parse, const struct word *word, enum hc_word what,
                     const struct hc_option *option)
{
    char name[NAME_SHOWN + 1], range[HC_PROBLEM_CHARS] = "";
    struct hc_text out;

    hc_text_init(&out, name, sizeof name);
    for (size_t i = 0; i < word->name_length && i < NAME_SHOWN; i++)
        hc_put_char(&out, word->text[i] >= ' ' && word->text[i] < 127 ? word->text[i] : '?');
    hc_text_init(&out, range, sizeof range);
    if (option)
        hc_option_range(option, parse->language, &out);
    hc_text_init(&out, parse->why->text, sizeof parse->why->text);
    parse->why->at = (size_t)(word->text - parse->base);
    WORDS_FILL(parse->language, what, &out, {"word", name, 0}, {"range", range, 0});
    return false;
}

static bool apply_option(struct parse *parse, const struct word *word, const char *name,
                         size_t name_length)
{
    const struct hc_option *option;
    uint64_t value;

    for (size_t i = 0; (option = hc_options_at(parse->list, i)); i++) {
        if (!hc_word_is(name, name_length, option->name))
            continue;
        if (!read_value(option, word, &value))
            return complain(parse, word, WORDS_MUST_BE, option);
        if (option->type == HC_OPTION_SEED) {
            parse->rules->byte[SEED_GIVEN] = 1;
            parse->rules->wide[SEED_LOW] = (uint32_t)value;
            parse->rules->wide[SEED_HIGH] = (uint32_t)(value >> 32);
        } else {
            set_value(parse->list, parse->rules, i, (uint32_t)value);
        }
        parse->given |= 1ull << i;
        return true;
    }
    return complain(parse, word, parse->list->is_settings ? WORDS_NO_SETTING : WORDS_NO_OPTION,
                    NULL);
}

/* A text of our own: a preset's or an alias's. A test holds all of them to be right. */
static void apply_own(struct parse *parse, const char *text)
{
    while (*text) {
        struct word word = read_word(text);

        HC_CHECK(word.value && apply_option(parse, &word, word.text, word.name_length));
        text += word.length;
        while (is_gap(*text))
            text++;
    }
}

static bool apply_alias(struct parse *parse, const struct hc_alias *alias, const struct word *word)
{
    static const struct hc_option boolean = {.type = HC_OPTION_BOOL, .max = 1};
    uint64_t value;

    if (alias->same) {
        if (!apply_option(parse, word, alias->same, hc_length(alias->same)))
            return false;
        if (alias->on)
            apply_own(parse, alias->on);
        return true;
    }
    if (!read_value(&boolean, word, &value))
        return complain(parse, word, WORDS_MUST_BE, &boolean);
    apply_own(parse, value ? alias->on : alias->off);
    return true;
}

static bool apply_preset(struct parse *parse, const struct word *word)
{
    const struct hc_option_list *list = parse->list;

    for (unsigned i = 0; i < list->preset_count; i++)
        if (hc_word_is(word->text, word->length, list->presets[i].name)) {
            const struct hc_rules before = *parse->rules;
            const uint64_t given = parse->given;

            apply_own(parse, list->presets[i].text);
            for (size_t o = 0; hc_options_at(list, o); o++)
                if (given >> o & 1 && hc_options_at(list, o)->type != HC_OPTION_SEED)
                    set_value(list, parse->rules, o, hc_options_value(list, &before, o));
            parse->given = given; /* nobody named those options */
            return true;
        }
    return complain(parse, word, list->is_settings ? WORDS_NO_SETTINGS_PRESET : WORDS_NO_PRESET,
                    NULL);
}

static bool apply_word(struct parse *parse, const struct word *word)
{
    const struct hc_option_list *list = parse->list;

    if (!word->value)
        return apply_preset(parse, word);
    for (unsigned i = 0; i < list->alias_count; i++)
        if (hc_word_is(word->text, word->name_length, list->aliases[i].name))
            return apply_alias(parse, &list->aliases[i], word);
    return apply_option(parse, word, word->text, word->name_length);
}

bool hc_options_parse(const struct hc_option_list *list, const char *text, struct hc_rules *rules,
                      uint64_t *given, const struct hc_language *language, struct hc_problem *why)
{
    struct parse parse = {
        .list = list, .rules = rules, .language = language, .why = why, .base = text};

    hc_zero(why, sizeof *why);
    hc_options_defaults(list, rules);
    for (;;) {
        struct word word;

        while (is_gap(*text))
            text++;
        if (!*text)
            break;
        word = read_word(text);
        if (!apply_word(&parse, &word))
            return false;
        text += word.length;
    }
    *given = parse.given;
    return true;
}

static bool is_option(const struct hc_option_list *list, size_t index, const struct word *word)
{
    const struct hc_option *option = hc_options_at(list, index);

    return option && hc_word_is(word->text, word->name_length, option->name);
}

size_t hc_options_where(const struct hc_option_list *list, const char *text, size_t one,
                        size_t other)
{
    const char *base = text;
    size_t at = 0;

    while (*text) {
        struct word word = read_word(text);

        for (unsigned i = 0; i < list->alias_count; i++)
            if (list->aliases[i].same &&
                hc_word_is(word.text, word.name_length, list->aliases[i].name)) {
                word.text = list->aliases[i].same;
                word.name_length = hc_length(word.text);
            }
        if (is_option(list, one, &word) || is_option(list, other, &word))
            at = (size_t)(text - base);
        text += word.length;
        while (is_gap(*text))
            text++;
    }
    return at;
}

bool hc_options_seed(const struct hc_rules *rules, uint64_t *seed)
{
    *seed = rules->wide[SEED_LOW] | (uint64_t)rules->wide[SEED_HIGH] << 32;
    return rules->byte[SEED_GIVEN];
}

void hc_options_forget_seed(struct hc_rules *rules)
{
    rules->byte[SEED_GIVEN] = 0;
    rules->wide[SEED_LOW] = rules->wide[SEED_HIGH] = 0;
}

static void json_value(const struct hc_option *option, const char *key, uint32_t value,
                       struct hc_text *out)
{
    switch (option->type) {
    case HC_OPTION_BOOL:
        hc_json_bool(out, key, value);
        break;
    case HC_OPTION_INT:
        hc_json_number(out, key, value);
        break;
    case HC_OPTION_ENUM:
        hc_json_string(out, key, option->values[value]);
        break;
    case HC_OPTION_SEED:
        hc_json_null(out, key);
        break;
    }
}

const char *hc_option_value_words(const struct hc_option *option, const char *scope, uint32_t value,
                                  const struct hc_language *language)
{
    char key[VALUE_KEY_CHARS];
    const char *words;
    struct hc_text text;

    hc_text_init(&text, key, sizeof key);
    hc_put(&text, option->name);
    hc_put_char(&text, '.');
    hc_put(&text, option->values[value]);
    HC_CHECK(text.length < sizeof key);
    words = words_find(language, scope, "values", key);
    return words ? words : option->values[value];
}

void hc_option_json(const struct hc_option *option, const char *scope,
                    const struct hc_language *language, const uint32_t *value, struct hc_text *out)
{
    static const char *const types[] = {[HC_OPTION_BOOL] = "bool",
                                        [HC_OPTION_INT] = "int",
                                        [HC_OPTION_ENUM] = "enum",
                                        [HC_OPTION_SEED] = "seed"};

    hc_json_open(out, NULL, '{');
    hc_json_string(out, "name", option->name);
    hc_json_string(out, "type", types[option->type]);
    if (option->type == HC_OPTION_INT) {
        hc_json_number(out, "min", option->min);
        hc_json_number(out, "max", option->max);
    }
    if (option->type == HC_OPTION_ENUM) {
        hc_json_open(out, "values", '[');
        for (uint32_t v = 0; v <= option->max; v++)
            hc_json_string(out, NULL, option->values[v]);
        hc_json_close(out, ']');
        hc_json_open(out, "titles", '[');
        for (uint32_t v = 0; v <= option->max; v++)
            hc_json_string(out, NULL, hc_option_value_words(option, scope, v, language));
        hc_json_close(out, ']');
    }
    json_value(option, "default", option->preset, out);
    if (value)
        json_value(option, "value", *value, out);
    hc_json_string(out, "sentence", words_of_game(language, scope, "options", option->name));
    hc_json_close(out, '}');
}
