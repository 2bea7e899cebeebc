// SPDX-License-Identifier: MIT
/*
 * test_options.c: options, presets and other engines' names for them.
 *
 * What the options and presets of each game must be is read from its page in docs/rules.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/games_inside.h"
#include "ring/words.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { TEXT_BYTES = 4096 };

/* ---- What the pages of rules say ---------------------------------------------------------------
 */

enum { ROWS_MAX = 64, ROW_CHARS = 512, PAGE_BYTES = 1 << 17 };

/* A row of the table of options: name, default, and the values: "a|b|c", or "min max". */
struct row {
    char name[ROW_CHARS], preset[ROW_CHARS], values[ROW_CHARS];
};

/* A row of the table of presets: its name, and "name=value" for what differs from the defaults. */
struct preset_row {
    char name[ROW_CHARS], differs[ROW_CHARS];
};

struct rules_page {
    struct row rows[ROWS_MAX];
    struct preset_row presets[ROWS_MAX];
    size_t count, preset_count;
    bool seed;
};

static const char *read_page(const struct hc_game *game)
{
    static char text[PAGE_BYTES];
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, HC_SOURCE_DIR "/docs/rules/%s.md", hc_game_name(game));
    file = fopen(path, "rb");
    if (!file)
        fail_msg("%s has no page of rules: %s", hc_game_name(game), path);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

/* The next row of a table whose first cell is a word in backquotes; NULL at the next heading. */
static const char *next_row(const char *text)
{
    while ((text = strchr(text, '\n')) && *++text != '#')
        if (!strncmp(text, "| `", 3))
            return text;
    return NULL;
}

static const char *first_row(const char *page, const char *heading)
{
    const char *section = strstr(page, heading);

    if (!section)
        fail_msg("a page of rules has no heading%s", heading);
    return next_row(section + 1);
}

/* Cell number `index` of a row, without the blanks around it and without backquotes. */
static void read_cell(const char *row, unsigned index, char out[ROW_CHARS])
{
    size_t used = 0;

    for (row++; index; index--)
        row += strcspn(row, "|") + 1;
    for (row += *row == ' '; *row != '|' && *row != '\n'; row++)
        if (*row != '`' && used + 1 < ROW_CHARS)
            out[used++] = *row;
    out[used && out[used - 1] == ' ' ? used - 1 : used] = '\0';
}

/* "a, b, c" becomes "a|b|c", and "2 to 10" becomes "2 10". */
static void tidy_values(char values[ROW_CHARS])
{
    char *to = strstr(values, " to "), *comma;

    if (to)
        memmove(to, to + 3, strlen(to + 3) + 1);
    while ((comma = strstr(values, ", "))) {
        *comma = '|';
        memmove(comma + 1, comma + 2, strlen(comma + 2) + 1);
    }
}

/* What of a cell has a "=", with blanks between. */
static void keep_assignments(char cell[ROW_CHARS])
{
    char copy[ROW_CHARS], *rest = copy, *word;

    memcpy(copy, cell, ROW_CHARS);
    *cell = '\0';
    while ((word = next_word(&rest, " ,;")))
        if (strchr(word, '=')) {
            strcat(cell, *cell ? " " : "");
            strcat(cell, word);
        }
}

/* The tables are written by hand, so they hold those of the games to something that was not made
 * from them. */
static const struct rules_page *page_of(const struct hc_game *game)
{
    static struct rules_page page;
    const char *text = read_page(game), *row;

    memset(&page, 0, sizeof page);
    for (row = first_row(text, "\n## Options\n"); row; row = next_row(row)) {
        struct row *option = &page.rows[page.count];

        assert_true(page.count < ROWS_MAX);
        read_cell(row, 0, option->name);
        read_cell(row, 1, option->values);
        read_cell(row, 2, option->preset);
        tidy_values(option->values);
        if (!strcmp(option->name, "seed"))
            page.seed = true;
        else
            page.count++;
    }
    for (row = first_row(text, "\n## Presets\n"); row; row = next_row(row)) {
        struct preset_row *preset = &page.presets[page.preset_count];

        assert_true(page.preset_count++ < ROWS_MAX);
        read_cell(row, 0, preset->name);
        read_cell(row, 1, preset->differs);
        keep_assignments(preset->differs);
    }
    return &page;
}

static const struct hc_option *option_named(const struct hc_game *game, const char *name)
{
    const struct hc_option *option;

    for (size_t i = 0; (option = hc_option_at(game, i)); i++)
        if (!strcmp(option->name, name))
            return option;
    fail_msg("%s has no option %s", hc_game_name(game), name);
    return NULL;
}

/* The value of an option as it is printed. */
static const char *value_of(const struct hc_game *game, const struct hc_rules *rules,
                            const char *name, char value[64])
{
    char text[TEXT_BYTES], *next = text;
    size_t length = strlen(name);

    assert_true(hc_rules_print(game, rules, text, sizeof text) < sizeof text);
    for (; next; next = strchr(next, ' ')) {
        next += *next == ' ';
        if (!strncmp(next, name, length) && next[length] == '=') {
            size_t end = strcspn(next + length + 1, " ");

            assert_true(end < 64);
            memcpy(value, next + length + 1, end);
            value[end] = '\0';
            return value;
        }
    }
    fail_msg("%s is not printed: %s", name, text);
    return NULL;
}

static void must_be(const struct hc_game *game, const char *text, const char *name,
                    const char *want)
{
    struct hc_problem why;
    struct hc_rules rules;
    char value[64];

    if (!hc_rules_parse(game, text, &rules, &why))
        fail_msg("\"%s\" is refused: %s", text, why.text);
    if (strcmp(value_of(game, &rules, name, value), want) != 0)
        fail_msg("\"%s\" gives %s=%s instead of %s", text, name, value, want);
}

static void defaults_are_those_of_the_rules(void **state)
{
    (void)state;
    for (size_t g = 0; hc_game_at(g); g++) {
        const struct hc_game *game = hc_game_at(g);
        const struct rules_page *page = page_of(game);
        size_t count = 0;

        while (hc_option_at(game, count))
            count++;
        if (count != page->count + page->seed)
            fail_msg("%s has %zu options, and its page of rules has %zu", hc_game_name(game), count,
                     page->count + page->seed);
        for (size_t i = 0; i < page->count; i++)
            must_be(game, "", page->rows[i].name, page->rows[i].preset);
    }
}

static void must_fail(const struct hc_game *game, const char *text, size_t at, const char *part,
                      const char *part_too)
{
    struct hc_problem why;
    struct hc_rules rules;

    if (hc_rules_parse(game, text, &rules, &why))
        fail_msg("\"%s\" is accepted", text);
    if (!strstr(why.text, part) || !strstr(why.text, part_too))
        fail_msg("\"%s\": \"%s\" does not say \"%s\" and \"%s\"", text, why.text, part, part_too);
    if (why.at != at)
        fail_msg("\"%s\": the problem is at %zu instead of %zu", text, why.at, at);
}

static void check_int(const struct hc_game *game, const struct row *row, const char *lead)
{
    const struct hc_option *option = option_named(game, row->name);
    char text[TEXT_BYTES], number[32], range[64];
    unsigned long min, max;

    assert_int_equal(option->type, HC_OPTION_INT);
    assert_int_equal(sscanf(row->values, "%lu %lu", &min, &max), 2);
    assert_int_equal(option->min, min);
    assert_int_equal(option->max, max);
    snprintf(range, sizeof range, "%lu to %lu", min, max);
    for (unsigned high = 0; high < 2; high++) {
        snprintf(number, sizeof number, "%lu", high ? max : min);
        snprintf(text, sizeof text, "%s%s=%s", lead, row->name, number);
        must_be(game, text, row->name, number);
        snprintf(text, sizeof text, "%s%s=%lu", lead, row->name, high ? max + 1 : min - 1);
        if (high || min > 0)
            must_fail(game, text, strlen(lead), row->name, range);
    }
    snprintf(text, sizeof text, "%s%s=-1", lead, row->name);
    must_fail(game, text, strlen(lead), row->name, range);
}

static void check_enum(const struct hc_game *game, const struct row *row, const char *lead)
{
    const struct hc_option *option = option_named(game, row->name);
    char values[ROW_CHARS], text[TEXT_BYTES], *rest = values, *word;
    uint32_t count = 0;

    memcpy(values, row->values, sizeof values);
    snprintf(text, sizeof text, "%s%s=other", lead, row->name);
    while ((word = next_word(&rest, "|"))) {
        char good[TEXT_BYTES];

        snprintf(good, sizeof good, "%s%s=%s", lead, row->name, word);
        must_be(game, good, row->name, word);
        must_fail(game, text, strlen(lead), row->name, word);
        count++;
    }
    assert_int_equal(option->max, count - 1);
    assert_int_equal(option->min, 0);
    snprintf(text, sizeof text, "%s%s=", lead, row->name);
    must_fail(game, text, strlen(lead), row->name, " must be ");
}

static void every_value_is_accepted_and_no_other(void **state)
{
    static const char *const leads[] = {"", " \t, "};

    (void)state;
    for (size_t g = 0; hc_game_at(g); g++) {
        const struct rules_page *page = page_of(hc_game_at(g));

        for (size_t i = 0; i < page->count; i++)
            for (size_t l = 0; l < COUNT(leads); l++)
                if (strchr(page->rows[i].values, '|'))
                    check_enum(hc_game_at(g), &page->rows[i], leads[l]);
                else
                    check_int(hc_game_at(g), &page->rows[i], leads[l]);
    }
}

/* The value that a list of "name=value" has for a name, or the given one. */
static const char *listed(const char *list, const char *name, const char *otherwise, char out[64])
{
    char copy[TEXT_BYTES], *rest = copy, *word;
    size_t length = strlen(name);

    snprintf(copy, sizeof copy, "%s", list);
    snprintf(out, 64, "%s", otherwise);
    while ((word = next_word(&rest, " ")))
        if (!strncmp(word, name, length) && word[length] == '=')
            snprintf(out, 64, "%s", word + length + 1);
    return out;
}

/* */
static void presets_are_those_of_the_rules(void **state)
{
    (void)state;
    for (size_t g = 0; hc_game_at(g); g++) {
        const struct hc_game *game = hc_game_at(g);
        const struct rules_page *page = page_of(game);
        size_t count = 0;

        while (hc_preset_at(game, count))
            count++;
        if (count != page->preset_count)
            fail_msg("%s has %zu presets, and its page of rules has %zu", hc_game_name(game), count,
                     page->preset_count);
        for (size_t p = 0; p < page->preset_count; p++)
            for (size_t i = 0; i < page->count; i++) {
                const struct row *row = &page->rows[i];
                char want[64];

                listed(page->presets[p].differs, row->name, row->preset, want);
                must_be(game, page->presets[p].name, row->name, want);
            }
    }
}

static const struct {
    const char *why, *text, *name, *want;
} settings[] = {
    {"an option beside a preset wins", "party stacking=any", "stacking", "any"},
    {"also when it stands before the preset", "stacking=none party", "stacking", "none"},
    {"what the option does not name is the preset's", "stacking=none party", "jump_in", "true"},
    {"an option that another name set wins too", "allowStacking=false party", "stacking", "none"},
    {"of two options the later one wins", "stacking=any stacking=same", "stacking", "same"},
    {"of two presets the later one wins", "party brutal", "stacking", "upward"},
    {"words may stand apart by commas and blanks", "party,\t stacking=any ,", "stacking", "any"},
    {"case does not matter", "PARTY Stacking=ANY", "stacking", "any"},
    {"a number may have leading zeros", "points_to_win=0250", "points_to_win", "250"},

    /* The import of a GameConfig. */
    {"maxPlayers", "maxPlayers=4", "max_players", "4"},
    {"pointsToWin", "pointsToWin=300", "points_to_win", "300"},
    {"pointsToWin plays for points", "first2shed pointsToWin=300", "match_mode", "points"},
    {"initialCards", "initialCards=5", "initial_cards", "5"},
    {"allowStacking on", "allowStacking=true", "stacking", "same"},
    {"allowStacking off", "party allowStacking=false", "stacking", "none"},
    {"forcePlay on, first half", "forcePlay=true", "must_play", "true"},
    {"forcePlay on, second half", "forcePlay=true", "must_play_drawn", "true"},
    {"forcePlay off, first half", "lite forcePlay=false", "must_play", "false"},
    {"forcePlay off, second half", "brutal forcePlay=false", "must_play_drawn", "false"},
    {"allowWildDrawFourOnAny on", "allowWildDrawFourOnAny=true", "wd4_rule", "free"},
    {"allowWildDrawFourOnAny off", "lite allowWildDrawFourOnAny=false", "wd4_rule", "bluff"},
    {"allowMultipleSkips on", "allowMultipleSkips=true", "multi_skip", "true"},
    {"allowMultipleSkips off", "multi_skip=true allowMultipleSkips=false", "multi_skip", "false"},
    {"zeroResetsScore on", "zeroResetsScore=true", "zero_resets_score", "round"},
    {"zeroResetsScore off", "zero_resets_score=total zeroResetsScore=false", "zero_resets_score",
     "off"},
    {"jumpIn on", "jumpIn=true", "jump_in", "true"},
    {"jumpIn off", "party jumpIn=false", "jump_in", "false"},
    {"sevenZero on, the Seven", "sevenZero=true", "seven_swap", "true"},
    {"sevenZero on, the Zero", "sevenZero=true", "zero_pass", "true"},
    {"sevenZero off, the Seven", "party sevenZero=false", "seven_swap", "false"},
    {"sevenZero off, the Zero", "party sevenZero=false", "zero_pass", "false"},
    {"progressiveDraw on", "progressive_draw=false progressiveDraw=true", "progressive_draw",
     "true"},
    {"progressiveDraw off", "progressiveDraw=false", "progressive_draw", "false"},
};

static void words_set_options(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(settings); i++) {
        struct hc_problem why;
        struct hc_rules rules;
        char value[64];

        if (!hc_rules_parse(hc_game_find("shed"), settings[i].text, &rules, &why))
            fail_msg("%s: %s", settings[i].why, why.text);
        value_of(hc_game_find("shed"), &rules, settings[i].name, value);
        if (strcmp(value, settings[i].want) != 0)
            fail_msg("%s: \"%s\" gives %s=%s instead of %s", settings[i].why, settings[i].text,
                     settings[i].name, value, settings[i].want);
    }
}

/* covers R-014 (what is wrong is found before the start, and the option is named) */
static const struct {
    const char *game, *text;
    size_t at;
    const char *part, *part_too;
} wrong_rules[] = {
    {"shed", "stakcing=any", 0, "stakcing", "is not an option of this game"},
    {"shed", "official stacking=much", 9, "stacking", "none, same, upward or any"},
    {"shed", "official, points_to_win=0", 10, "points_to_win", "1 to 10000"},
    {"shed", "points_to_win=12x", 0, "points_to_win", "1 to 10000"},
    {"shed", "points_to_win=1.5", 0, "points_to_win", "1 to 10000"},
    {"shed", "points_to_win=99999999999999999999999", 0, "points_to_win", "1 to 10000"},
    {"shed", "jump_in=yes", 0, "jump_in", "true or false"},
    {"shed", "jump_in=1", 0, "jump_in", "true or false"},
    {"shed", "jump_in=", 0, "jump_in", "true or false"},
    {"shed", "jump_in==true", 0, "jump_in", "true or false"},
    {"shed", "=5", 0, "is not an option", ""},
    {"shed", "jump_in", 0, "jump_in", "neither a preset of this game nor name=value"},
    {"shed", "party classic2012", 6, "classic2012", "neither a preset"},
    {"shed", "  wild", 2, "wild", "neither a preset"},
    {"shed", "official=true", 0, "official", "is not an option"},
    {"shed", "maxPlayers=11", 0, "maxPlayers", "2 to 10"},
    {"shed", "allowStacking=same", 0, "allowStacking", "true or false"},
    {"shed", "forcePlay=", 0, "forcePlay", "true or false"},
    {"shed", "seed=18446744073709551616", 0, "seed", "below 2^64"},
    {"shed", "seed=", 0, "seed", "below 2^64"},
    {"shed", "seed=x", 0, "seed", "below 2^64"},
    {"shed", "min_players=5 max_players=3", 14, "max_players", "min_players"},
    {"shed", "max_players=3 min_players=5", 14, "max_players", "min_players"},
    {"shed", "lite min_players=3", 5, "max_players", "min_players"},
    {"two", "two_player_faceup=2", 0, "two_player_faceup", "0 or 3"},
    {"two", "max_players=3", 0, "max_players", "is not an option"},
    {"null", "seed=1", 0, "seed", "is not an option"},
    {"null", "a\001b=1", 0, "a?b", "is not an option"},
};

static void wrong_rules_are_named(void **state)
{
    char words[300];

    (void)state;
    for (size_t i = 0; i < COUNT(wrong_rules); i++)
        must_fail(hc_game_find(wrong_rules[i].game), wrong_rules[i].text, wrong_rules[i].at,
                  wrong_rules[i].part, wrong_rules[i].part_too);
    memset(words, 'x', sizeof words - 1);
    words[sizeof words - 1] = '\0';
    must_fail(hc_game_find("shed"), words, 0, "xxx", "neither a preset");
}

static const struct {
    const char *why, *game, *text, *advice;
} advices[] = {
    {"numbers that add up need cards that answer", "shed", "progressive_draw=true",
     "progressive_draw has no effect without stacking"},
    {"under its other name too", "shed", "progressiveDraw=true",
     "progressive_draw has no effect without stacking"},
    {"with stacking all is well", "shed", "progressive_draw=true stacking=same", ""},
    {"nobody named it", "shed", "", ""},
    {"no preset has an option without effect", "shed", "official", ""},
    {"not this one either", "shed", "lite", ""},
    {"wild jumps need jumps", "shed", "jump_in_wilds=true",
     "jump_in_wilds has no effect without jump_in"},
    {"there is never a tie to start from", "two", "tie=discard_then_none tie_start=lowest_seat",
     "tie_start has no effect"},
    {"there may be one", "two", "tie=discard_then_all tie_start=lowest_seat", ""},
};

static void advice_is_no_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(advices); i++) {
        struct hc_problem why;
        struct hc_rules rules;
        bool given = advices[i].advice[0];

        memset(&why, 'x', sizeof why);
        assert_true(hc_rules_parse(hc_game_find(advices[i].game), advices[i].text, &rules, &why));
        if (given ? !strstr(why.text, advices[i].advice) : why.text[0] != '\0')
            fail_msg("%s: \"%s\"", advices[i].why, why.text);
    }
}

static void seed_is_kept_and_never_printed(void **state)
{
    static const struct {
        const char *text;
        bool given;
        uint64_t want;
    } rows[] = {
        {"", false, 0},
        {"party", false, 0},
        {"seed=0", true, 0},
        {"seed=18446744073709551615", true, UINT64_MAX},
        {"official seed=4294967296", true, 1ull << 32},
        {"seed=1 seed=2", true, 2},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct hc_game *game = hc_game_find("shed");
        char printed[TEXT_BYTES], plain[TEXT_BYTES];
        uint8_t seed[HC_SEED_BYTES] = {0};
        struct hc_rules rules;
        struct hc_problem why;
        struct hc_table table;
        uint64_t number = 0;

        assert_true(hc_rules_parse(game, rows[i].text, &rules, &why));
        assert_int_equal(hc_rules_seed(&rules, &number), rows[i].given);
        assert_true(!rows[i].given || number == rows[i].want);
        hc_rules_print(game, &rules, printed, sizeof printed);
        assert_null(strstr(printed, "seed"));
        if (i != 1) {
            assert_true(hc_rules_parse(game, "", &rules, &why));
            hc_rules_print(game, &rules, plain, sizeof plain);
            assert_string_equal(printed, plain);
        }
        assert_true(hc_rules_parse(game, rows[i].text, &rules, &why));
        assert_int_equal(hc_table_open(&table, game, &rules, 2, seed), HC_OK);
        assert_false(hc_rules_seed(&table.rules, &number)); /* a table does not carry it about */
        assert_int_equal(number, 0);
    }
}

static struct hc_rules random_rules(const struct hc_game *game, struct hc_dice *dice)
{
    struct hc_rules rules;
    struct hc_problem why;
    const struct hc_option *option;
    char text[256];

    assert_true(hc_rules_parse(game, "", &rules, &why));
    for (size_t i = 0; (option = hc_option_at(game, i)); i++) {
        uint32_t value;

        if (option->type == HC_OPTION_SEED || !strcmp(option->name, "min_players"))
            continue;
        value = option->min + hc_dice_below(dice, option->max - option->min + 1);
        if (option->type == HC_OPTION_ENUM)
            snprintf(text, sizeof text, "%s=%s", option->name, option->values[value]);
        else if (option->type == HC_OPTION_BOOL)
            snprintf(text, sizeof text, "%s=%s", option->name, value ? "true" : "false");
        else
            snprintf(text, sizeof text, "%s=%u", option->name, value);
        {
            struct hc_rules one;

            assert_true(hc_rules_parse(game, text, &one, &why));
            assert_int_equal(hc_rules_value(game, &one, i), value);
            if (i < game->options.narrow_count)
                rules.byte[i] = one.byte[i];
            else
                rules.wide[i - game->options.narrow_count] =
                    one.wide[i - game->options.narrow_count];
        }
    }
    return rules;
}

static void printed_rules_read_back(void **state)
{
    uint8_t seed[HC_SEED_BYTES];
    struct hc_dice dice;

    (void)state;
    hc_seed_from_number(3, seed);
    hc_dice_open(&dice, seed, 0, 0);
    for (size_t g = 0; hc_game_at(g); g++)
        for (unsigned i = 0; i < 100; i++) {
            const struct hc_game *game = hc_game_at(g);
            struct hc_rules rules = random_rules(game, &dice), again;
            char text[TEXT_BYTES], shorter[64];
            struct hc_problem why;
            size_t length = hc_rules_print(game, &rules, text, sizeof text);

            assert_int_equal(length, strlen(text));
            assert_true(hc_rules_parse(game, text, &again, &why));
            assert_memory_equal(&rules, &again, sizeof rules);
            assert_int_equal(hc_rules_print(game, &rules, shorter, sizeof shorter), length);
            assert_memory_equal(shorter, text,
                                length < sizeof shorter ? length : sizeof shorter - 1);
        }
}

/* Before a match begins it is said why it cannot be dealt, and what to change. */
static void rules_say_whom_they_fit(void **state)
{
    static const struct {
        const char *game, *rules;
        unsigned seats;
        enum hc_refusal want;
        const char *why;
    } rows[] = {
        {"shed", "", 10, HC_OK, ""},
        {"shed", "initial_cards=17", 6, HC_OK, ""},
        {"shed", "initial_cards=20", 6, HC_BAD_CONFIG,
         "6 players with initial_cards=20 need 125 cards, and the deck has 108: choose "
         "initial_cards=17 or less, or at most 5 players"},
        {"shed", "initial_cards=20 min_players=6", 6, HC_BAD_CONFIG,
         "6 players with initial_cards=20 need 125 cards, and the deck has 108: choose "
         "initial_cards=17 or less"},
        {"shed", "", 1, HC_NOT_ENOUGH_PLAYERS, "these rules are for 2 to 10 players, not 1"},
        {"shed", "", 0, HC_NOT_ENOUGH_PLAYERS, "these rules are for 2 to 10 players, not 0"},
        {"shed", "max_players=4", 5, HC_ROOM_FULL, "these rules are for 2 to 4 players, not 5"},
        {"two", "", 4, HC_OK, ""},
        {"two", "", 5, HC_ROOM_FULL, "these rules are for 2 to 4 players, not 5"},
        {"two", "ed2019", 6, HC_OK, ""},
        {"null", "", 10, HC_OK, ""},
    };

    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const struct hc_game *game = hc_game_find(rows[r].game);
        struct hc_rules rules;
        struct hc_problem why;

        assert_true(hc_rules_parse(game, rows[r].rules, &rules, &why));
        assert_int_equal(hc_rules_fit(game, &rules, rows[r].seats, &why), rows[r].want);
        assert_string_equal(why.text, rows[r].why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_those_of_the_rules),
        cmocka_unit_test(every_value_is_accepted_and_no_other),
        cmocka_unit_test(presets_are_those_of_the_rules),
        cmocka_unit_test(words_set_options),
        cmocka_unit_test(wrong_rules_are_named),
        cmocka_unit_test(advice_is_no_error),
        cmocka_unit_test(seed_is_kept_and_never_printed),
        cmocka_unit_test(printed_rules_read_back),
        cmocka_unit_test(rules_say_whom_they_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
