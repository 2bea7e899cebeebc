// SPDX-License-Identifier: MIT
/*
 * test_core.c: sets of cards, the bounded writer, options, commands, refusals and the box.
 *
 * What the options of each game must be is written down here by hand from the rules, so that the
 * tables of the games are held to something that was not made from them.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "games/game.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { TEXT_BYTES = 4096 };

/* ---- Sets of cards --------------------------------------------------------------------------- */

/* The same by looking at one bit after the other. */
static unsigned slow_nth_bit(uint64_t word, unsigned n)
{
    for (unsigned at = 0; at < 64; at++)
        if (word >> at & 1 && n-- == 0)
            return at;
    fail_msg("there is no such bit");
    return 64;
}

static void nth_bit_is_the_slow_one(void **state)
{
    uint8_t seed[HC_SEED_BYTES];
    struct hc_dice dice;

    (void)state;
    hc_seed_from_number(1, seed);
    hc_dice_open(&dice, seed, 0, 0);
    for (unsigned at = 0; at < 64; at++) {
        assert_int_equal(hc_nth_bit(1ull << at, 0), at);
        assert_int_equal(hc_nth_bit(UINT64_MAX, at), at);
        assert_int_equal(hc_lowest_bit(1ull << at), at);
    }
    for (unsigned i = 0; i < 3000; i++) {
        uint64_t word = hc_dice_word(&dice);

        for (unsigned thin = i % 4; thin; thin--)
            word &= hc_dice_word(&dice);
        for (unsigned n = 0; n < hc_bits(word); n++)
            assert_int_equal(hc_nth_bit(word, n), slow_nth_bit(word, n));
    }
}

static struct hc_cards random_set(struct hc_dice *dice, bool members[HC_CARDS_MAX])
{
    struct hc_cards set = {{0, 0}};

    for (unsigned card = 0; card < HC_CARDS_MAX; card++) {
        members[card] = hc_dice_below(dice, 3) == 0;
        if (members[card])
            hc_add(&set, card);
    }
    return set;
}

static void sets_are_sets(void **state)
{
    bool in_a[HC_CARDS_MAX], in_b[HC_CARDS_MAX];
    uint8_t seed[HC_SEED_BYTES];
    struct hc_dice dice;

    (void)state;
    hc_seed_from_number(2, seed);
    hc_dice_open(&dice, seed, 0, 0);
    for (unsigned i = 0; i < 300; i++) {
        struct hc_cards a = random_set(&dice, in_a), b = random_set(&dice, in_b), left = a;
        unsigned count = 0;

        for (unsigned card = 0; card < HC_CARDS_MAX; card++) {
            assert_int_equal(hc_has(a, card), in_a[card]);
            assert_int_equal(hc_has(hc_card(card), card), true);
            assert_int_equal(hc_count(hc_card(card)), 1);
            assert_int_equal(hc_has(hc_and(a, b), card), in_a[card] && in_b[card]);
            assert_int_equal(hc_has(hc_or(a, b), card), in_a[card] || in_b[card]);
            assert_int_equal(hc_has(hc_but(a, b), card), in_a[card] && !in_b[card]);
            count += in_a[card];
        }
        assert_int_equal(hc_count(a), count);
        for (unsigned card = 0; card < HC_CARDS_MAX; card++)
            if (in_a[card]) {
                assert_true(hc_any(left));
                assert_int_equal(hc_lowest(left), card);
                assert_int_equal(hc_take_lowest(&left), card);
            }
        assert_false(hc_any(left));
    }
}

/* ---- The bounded writer ---------------------------------------------------------------------- */

static void write_words(struct hc_text *text)
{
    hc_put(text, "seat ");
    hc_put_number(text, -12);
    hc_put_char(text, '!');
    hc_put_hex(text, (const uint8_t[]){0x00, 0x9f, 0xff}, 3);
    hc_put(text, "");
}

static void write_numbers(struct hc_text *text)
{
    hc_put_number(text, 0);
    hc_put_char(text, ' ');
    hc_put_number(text, INT64_MAX);
    hc_put_char(text, ' ');
    hc_put_number(text, INT64_MIN);
}

static void write_object(struct hc_text *text)
{
    hc_json_open(text, NULL, '{');
    hc_json_string(text, "name", "Ann");
    hc_json_open(text, "list", '[');
    hc_json_number(text, NULL, 1);
    hc_json_bool(text, NULL, true);
    hc_json_null(text, NULL);
    hc_json_open(text, NULL, '[');
    hc_json_close(text, ']');
    hc_json_open(text, NULL, '{');
    hc_json_close(text, '}');
    hc_json_close(text, ']');
    hc_json_bool(text, "off", false);
    hc_json_null(text, "none");
    hc_json_number(text, "seat", -3);
    hc_json_hex(text, "hash", (const uint8_t[]){0xab, 0x01}, 2);
    hc_json_close(text, '}');
}

static void write_escapes(struct hc_text *text)
{
    hc_json_open(text, NULL, '{');
    hc_json_string(text, "a\"b\\c", "\"\\/\n\t\x01\x1f\x7f d\xc3\xbc");
    hc_json_close(text, '}');
}

static const struct {
    const char *why;
    void (*write)(struct hc_text *text);
    const char *want;
} writings[] = {
    {"words, a number, a character, bytes", write_words, "seat -12!009fff"},
    {"the longest numbers", write_numbers, "0 9223372036854775807 -9223372036854775808"},
    {"commas stand between members and nowhere else", write_object,
     "{\"name\":\"Ann\",\"list\":[1,true,null,[],{}],\"off\":false,\"none\":null,\"seat\":-3,"
     "\"hash\":\"ab01\"}"},
    {"quotes, backslashes and control characters are escaped in keys and values, other bytes stay",
     write_escapes, "{\"a\\\"b\\\\c\":\"\\\"\\\\/\\u000a\\u0009\\u0001\\u001f\x7f d\xc3\xbc\"}"},
};

static void writer_writes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(writings); i++) {
        char bytes[TEXT_BYTES];
        struct hc_text text;

        hc_text_init(&text, bytes, sizeof bytes);
        writings[i].write(&text);
        if (strcmp(bytes, writings[i].want) != 0)
            fail_msg("%s: %s", writings[i].why, bytes);
        assert_int_equal(text.length, strlen(bytes));
    }
}

/* Whatever the size: a prefix, its zero, the whole length reported, and no byte behind. */
static void writer_never_writes_past_its_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(writings); i++) {
        size_t whole = strlen(writings[i].want);

        for (size_t size = 0; size <= whole + 3; size++) {
            size_t fits = size <= whole ? size - 1 : whole;
            char bytes[TEXT_BYTES];
            struct hc_text text;

            memset(bytes, '#', sizeof bytes);
            hc_text_init(&text, bytes, size);
            writings[i].write(&text);
            assert_int_equal(text.length, whole);
            for (size_t at = size; at < sizeof bytes; at++)
                assert_int_equal(bytes[at], '#');
            if (size == 0)
                continue;
            assert_int_equal(strnlen(bytes, size), fits);
            assert_memory_equal(bytes, writings[i].want, fits);
        }
    }
}

static const struct {
    const char *why, *text;
    uint64_t max, want;
    int rest; /* where reading stops; -1: no number */
} numbers[] = {
    {"zero", "0", 9, 0, 1},
    {"zero is all that is allowed", "0", 0, 0, 1},
    {"one is above zero", "1", 0, 0, -1},
    {"leading zeros count for nothing", "0007", 9, 7, 4},
    {"reading stops at the first other character", "12x3", 100, 12, 2},
    {"the largest", "100", 100, 100, 3},
    {"one more", "101", 100, 0, -1},
    {"a digit more", "1000", 100, 0, -1},
    {"all of 64 bits", "18446744073709551615", UINT64_MAX, UINT64_MAX, 20},
    {"one more than 64 bits", "18446744073709551616", UINT64_MAX, 0, -1},
    {"ten times 64 bits", "184467440737095516150", UINT64_MAX, 0, -1},
    {"nothing", "", 9, 0, -1},
    {"no digit", "x", 9, 0, -1},
    {"a sign", "-1", 9, 0, -1},
    {"another sign", "+1", 9, 0, -1},
    {"a blank", " 1", 9, 0, -1},
};

static void numbers_are_read_within_limits(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(numbers); i++) {
        uint64_t number = 77;
        const char *end = hc_read_number(numbers[i].text, numbers[i].max, &number);

        if (numbers[i].rest < 0) {
            if (end)
                fail_msg("%s: read as %llu", numbers[i].why, (unsigned long long)number);
            assert_int_equal(number, 77);
            continue;
        }
        if (end != numbers[i].text + numbers[i].rest || number != numbers[i].want)
            fail_msg("%s: \"%s\"", numbers[i].why, numbers[i].text);
    }
}

static void words_are_compared_without_case(void **state)
{
    (void)state;
    assert_true(hc_word_is("DrAw", 4, "draw"));
    assert_true(hc_word_is("draw 2", 4, "draw"));
    assert_true(hc_word_is("", 0, ""));
    assert_false(hc_word_is("dra", 3, "draw"));
    assert_false(hc_word_is("draws", 5, "draw"));
    assert_false(hc_word_is("", 0, "draw"));
    assert_false(hc_word_is("d-aw", 4, "draw"));
    assert_false(hc_word_is("@", 1, "`")); /* 32 apart like letters, but no letters */
}

/* ---- Options: what they must be -------------------------------------------------------------- */

/* From the tables of options in the rules: name, default, and the values: "a|b|c", or "min max". */
struct row {
    const char *name, *preset, *values;
};

static const struct row shed_rows[] = {
    {"deck", "standard108", "standard108|lite72"},
    {"min_players", "2", "2 10"},
    {"max_players", "10", "2 10"},
    {"initial_cards", "7", "1 20"},
    {"first_wild", "choose", "choose|none|reshuffle"},
    {"first_action", "apply", "apply|ignore|redraw"},
    {"start_rule", "rotate", "rotate|seat0|winner|random"},
    {"reverse_two", "skip", "skip|plain"},
    {"multi_skip", "false", "false|true"},
    {"draw_mode", "one", "one|until_playable"},
    {"must_play", "false", "false|true"},
    {"must_play_drawn", "false", "false|true"},
    {"play_after_draw", "drawn_only", "drawn_only|any|none"},
    {"auto_pass", "true", "false|true"},
    {"wd4_rule", "bluff", "free|strict|bluff"},
    {"wd4_fail_extra", "2", "0 10"},
    {"stacking", "none", "none|same|upward|any"},
    {"progressive_draw", "true", "false|true"},
    {"jump_in", "false", "false|true"},
    {"jump_in_wilds", "false", "false|true"},
    {"jump_in_draw", "cancel", "cancel|add"},
    {"seven_swap", "false", "false|true"},
    {"zero_pass", "false", "false|true"},
    {"seven_zero_last", "win", "win|effect"},
    {"draw_on_out", "true", "false|true"},
    {"uno_call", "true", "false|true"},
    {"uno_call_at", "both", "pre|post|both"},
    {"uno_challenge_until", "next_action", "next_action|cleared"},
    {"uno_challenge_ms", "0", "0 3600000"}, /* the rules set no upper end: an hour is ours */
    {"uno_penalty", "2", "1 10"},
    {"uno_bad_challenge_penalty", "0", "0 10"},
    {"match_mode", "points", "single|points"},
    {"points_to_win", "500", "1 10000"},
    {"score_mode", "winner_takes", "winner_takes|penalty"},
    {"zero_resets_score", "off", "off|round|total"},
    {"on_exhaust", "reshuffle", "reshuffle|end_lowest"},
    {"stalemate", "lowest_hand", "lowest_hand|no_winner"},
    {"turn_ms", "0", "0 2147483647"}, /* 24 days */
    {"on_disconnect", "pause", "pause|skip|drop"},
    {"public_discard", "top", "top|full"},
    {"mercy_limit", "0", "0 108"},
};

static const struct row two_rows[] = {
    {"edition", "base16", "base16|ed2019"},
    {"tie", "all_win", "all_win|discard_then_all|discard_then_none"},
    {"two_player_faceup", "0", "0|3"},
    {"reveal_eliminated", "keep", "keep|discard"},
    {"first_start", "random", "random|seat0"},
    {"tie_start", "random", "random|lowest_seat"},
    {"tokens_to_win", "0", "0 20"},
    {"auto_draw", "true", "false|true"},
};

static const struct row null_rows[] = {{"rounds_to_win", "3", "1 9"}};

static const struct {
    const char *game;
    const struct row *rows;
    size_t count;
    bool seed;
} tables[] = {
    {"shed", shed_rows, COUNT(shed_rows), true},
    {"two", two_rows, COUNT(two_rows), true},
    {"null", null_rows, COUNT(null_rows), false},
};

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
    char text[TEXT_BYTES], *at = text;
    size_t length = strlen(name);

    assert_true(hc_rules_print(game, rules, text, sizeof text) < sizeof text);
    for (; at; at = strchr(at, ' ')) {
        at += *at == ' ';
        if (!strncmp(at, name, length) && at[length] == '=') {
            size_t end = strcspn(at + length + 1, " ");

            assert_true(end < 64);
            memcpy(value, at + length + 1, end);
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

/* The words of a text one after the other; each is cut out in place. */
static char *next_word(char **text, const char *separators)
{
    char *word = *text + strspn(*text, separators);

    if (!*word)
        return NULL;
    *text = word + strcspn(word, separators);
    if (**text)
        *(*text)++ = '\0';
    return word;
}

static void defaults_are_those_of_the_rules(void **state)
{
    (void)state;
    for (size_t g = 0; g < COUNT(tables); g++) {
        const struct hc_game *game = hc_game_find(tables[g].game);
        size_t count = 0;

        assert_non_null(game);
        while (hc_option_at(game, count))
            count++;
        assert_int_equal(count, tables[g].count + tables[g].seed);
        for (size_t i = 0; i < tables[g].count; i++)
            must_be(game, "", tables[g].rows[i].name, tables[g].rows[i].preset);
    }
    assert_null(hc_game_at(COUNT(tables)));
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
    char text[256], number[32], range[64];
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
    char values[128], text[256], *rest = values, *word;
    uint32_t count = 0;

    snprintf(values, sizeof values, "%s", row->values);
    snprintf(text, sizeof text, "%s%s=other", lead, row->name);
    while ((word = next_word(&rest, "|"))) {
        char good[256];

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
    for (size_t g = 0; g < COUNT(tables); g++)
        for (size_t i = 0; i < tables[g].count; i++)
            for (size_t l = 0; l < COUNT(leads); l++) {
                const struct row *row = &tables[g].rows[i];

                if (strchr(row->values, '|'))
                    check_enum(hc_game_find(tables[g].game), row, leads[l]);
                else
                    check_int(hc_game_find(tables[g].game), row, leads[l]);
            }
}

/* Only what differs from the defaults, as the tables of presets have it. */
static const struct {
    const char *game, *preset, *differs;
} preset_rows[] = {
    {"shed", "official", ""},
    {"shed", "first2shed",
     "first_wild=reshuffle start_rule=seat0 play_after_draw=any auto_pass=false wd4_rule=free "
     "uno_call=false match_mode=single"},
    {"shed", "lite",
     "deck=lite72 max_players=2 start_rule=seat0 must_play=true auto_pass=false wd4_rule=free "
     "uno_call=false match_mode=single"},
    {"shed", "host", "first_wild=none wd4_rule=free uno_call=false on_disconnect=pause"},
    {"shed", "party",
     "stacking=same jump_in=true seven_swap=true zero_pass=true draw_mode=until_playable"},
    {"shed", "brutal",
     "first_action=redraw draw_mode=until_playable must_play_drawn=true wd4_rule=free "
     "stacking=upward seven_swap=true zero_pass=true match_mode=single mercy_limit=25"},
    {"two", "two", ""},
    {"two", "classic2012", "tie=discard_then_all two_player_faceup=3 reveal_eliminated=discard"},
    {"two", "ed2019", "edition=ed2019 two_player_faceup=3 reveal_eliminated=discard"},
    {"null", "null", ""},
    {"null", "short", "rounds_to_win=1"},
};

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

/* covers R-016 */
static void presets_are_those_of_the_rules(void **state)
{
    size_t count = 0;

    (void)state;
    for (size_t p = 0; p < COUNT(preset_rows); p++)
        for (size_t g = 0; g < COUNT(tables); g++)
            for (size_t i = 0; i < tables[g].count; i++) {
                const struct row *row = &tables[g].rows[i];
                char want[64];

                if (strcmp(tables[g].game, preset_rows[p].game) != 0)
                    continue;
                listed(preset_rows[p].differs, row->name, row->preset, want);
                must_be(hc_game_find(tables[g].game), preset_rows[p].preset, row->name, want);
            }
    for (size_t g = 0; hc_game_at(g); g++)
        for (size_t p = 0; hc_preset_at(hc_game_at(g), p); p++)
            count++;
    assert_int_equal(count, COUNT(preset_rows));
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

/* ---- Commands -------------------------------------------------------------------------------- */

static enum hc_refusal parse(const char *game, const char *text, struct hc_command *command,
                             struct hc_problem *why)
{
    struct hc_rules rules;

    assert_true(hc_rules_parse(hc_game_find(game), "", &rules, why));
    return hc_command_parse(hc_game_find(game), &rules, text, command, why);
}

enum { NO = HC_NONE, BAD = HC_BAD };

/* How a command reads, and how it is printed. A face is given by its code. */
static const struct {
    const char *game, *text, *verb, *face, *guess;
    uint8_t color, target, flag;
    const char *printed;
} readings[] = {
    {"shed", "play R5", "play", "R5", NULL, NO, NO, 0, "play R5"},
    {"shed", "PLAY r5", "play", "R5", NULL, NO, NO, 0, "play R5"},
    {"shed", " \tplay\t b0 ", "play", "B0", NULL, NO, NO, 0, "play B0"},
    {"shed", "play yt", "play", "YT", NULL, NO, NO, 0, "play YT"},
    {"shed", "play rr", "play", "RR", NULL, NO, NO, 0, "play RR"},
    {"shed", "play ww color=r", "play", "WW", NULL, 0, NO, 0, "play WW color=R"},
    {"shed", "play WF COLOR=y", "play", "WF", NULL, 3, NO, 0, "play WF color=Y"},
    {"shed", "play WF color=B uno", "play", "WF", NULL, 1, NO, 1, "play WF color=B uno"},
    {"shed", "play G7 UNO target=3", "play", "G7", NULL, NO, 3, 1, "play G7 target=3 uno"},
    {"shed", "play G7 target=03", "play", "G7", NULL, NO, 3, 0, "play G7 target=3"},
    {"shed", "play WW color=W", "play", "WW", NULL, BAD, NO, 0, "play WW color=?"},
    {"shed", "play WW color=red", "play", "WW", NULL, BAD, NO, 0, "play WW color=?"},
    {"shed", "play G7 target=10", "play", "G7", NULL, NO, BAD, 0, "play G7 target=99"},
    {"shed", "color G", NULL, NULL, NULL, 2, NO, 0, "color G"},
    {"shed", "color W", "color", NULL, NULL, BAD, NO, 0, "color ?"},
    {"shed", "color purple", "color", NULL, NULL, BAD, NO, 0, "color ?"},
    {"shed", "catch 9", "catch", NULL, NULL, NO, 9, 0, "catch 9"},
    {"shed", "catch 12", "catch", NULL, NULL, NO, BAD, 0, "catch 99"},
    {"shed", "target 2", "target", NULL, NULL, NO, 2, 0, "target 2"},
    {"shed", "jump R5 color=R", "jump", "R5", NULL, 0, NO, 0, "jump R5 color=R"},
    {"shed", "Draw", "draw", NULL, NULL, NO, NO, 0, "draw"},
    {"shed", "pass  ", "pass", NULL, NULL, NO, NO, 0, "pass"},
    {"shed", "challenge", "challenge", NULL, NULL, NO, NO, 0, "challenge"},
    {"shed", "uno", "uno", NULL, NULL, NO, NO, 0, "uno"},
    {"shed", "timeout 1", "timeout", NULL, NULL, NO, 1, 0, "timeout 1"},
    {"two", "play 1", "play", "1", NULL, NO, NO, 0, "play 1"},
    {"two", "play 1 target=2 guess=5", "play", "1", "5", NO, 2, 0, "play 1 target=2 guess=5"},
    {"two", "play 1 GUESS=8 target=0", "play", "1", "8", NO, 0, 0, "play 1 target=0 guess=8"},
    {"two", "play 1 target=2 guess=9", "play", "1", "?", NO, 2, 0, "play 1 target=2 guess=?"},
    {"two", "keep 3 last=2", "keep", "3", "2", NO, NO, 0, "keep 3 last=2"},
    {"null", "keep", "keep", NULL, NULL, NO, NO, 0, "keep"},
};

static unsigned face_named(const char *game, const char *code)
{
    const struct hc_deck *deck = hc_game_find(game)->decks[0];

    if (!code)
        return HC_NONE;
    return code[0] == '?' ? HC_BAD : hc_face_find(deck, code, strlen(code));
}

static void commands_read_and_print(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(readings); i++) {
        const struct hc_game *game = hc_game_find(readings[i].game);
        struct hc_command command, again;
        struct hc_problem why;
        struct hc_rules rules;
        char text[HC_COMMAND_CHARS];

        if (parse(readings[i].game, readings[i].text, &command, &why) != HC_OK)
            fail_msg("\"%s\": %s", readings[i].text, why.text);
        if (readings[i].verb)
            assert_string_equal(game->grammar.verbs[command.verb].name, readings[i].verb);
        assert_int_equal(command.face, face_named(readings[i].game, readings[i].face));
        assert_int_equal(command.guess, face_named(readings[i].game, readings[i].guess));
        assert_int_equal(command.color, readings[i].color);
        assert_int_equal(command.target, readings[i].target);
        assert_int_equal(command.flag, readings[i].flag);
        assert_true(hc_rules_parse(game, "", &rules, &why));
        assert_int_equal(hc_command_print(game, &rules, &command, text, sizeof text),
                         strlen(readings[i].printed));
        assert_string_equal(text, readings[i].printed);
        assert_int_equal(parse(readings[i].game, text, &again, &why), HC_OK);
        assert_memory_equal(&command, &again, sizeof command);
    }
}

/* What is wrong, where, and what the explanation must contain. covers R-003 (what is no card) */
static const struct {
    const char *game, *text;
    size_t at;
    const char *part;
} malformed[] = {
    {"shed", "", 0, "is not a command of this game"},
    {"shed", "   ", 3, "is not a command of this game"},
    {"shed", "fly", 0, "\"fly\" is not a command of this game"},
    {"shed", "dra", 0, "\"dra\" is not a command"},
    {"shed", "draws", 0, "\"draws\" is not a command"},
    {"shed", "play", 4, "card"},
    {"shed", "play  ", 6, "card"},
    {"shed", "play RX", 5, "\"RX\" is not a card"},
    {"shed", "play R", 5, "\"R\" is not a card"},
    {"shed", "play R55", 5, "\"R55\" is not a card"},
    {"shed", "play 5", 5, "\"5\" is not a card"},
    {"shed", "play 5R", 5, "\"5R\" is not a card"},
    {"shed", "play W5", 5, "\"W5\" is not a card"},
    {"shed", "play WS", 5, "\"WS\" is not a card"},
    {"shed", "play RW", 5, "\"RW\" is not a card"},
    {"shed", "play RF", 5, "\"RF\" is not a card"},
    {"shed", "play W", 5, "\"W\" is not a card"},
    {"shed", "play ?", 5, "\"?\" is not a card"},
    {"shed", "play color=R", 5, "\"color=R\" is not a card"},
    {"shed", "play R5 R6", 8, "\"R6\" is not part of this command"},
    {"shed", "play R5 color", 8, "\"color\" is not part of this command"},
    {"shed", "play R5 colour=R", 8, "is not part of this command"},
    {"shed", "play R5 guess=R6", 8, "is not part of this command"},
    {"shed", "play R5 =R", 8, "is not part of this command"},
    {"shed", "play R5 color=", 8, "has no value"},
    {"shed", "play R7 target=", 8, "has no value"},
    {"shed", "play R7 target=x", 8, "has no value"},
    {"shed", "play R7 target=-1", 8, "has no value"},
    {"shed", "play R7 target=100", 8, "has no value"},
    {"shed", "play WW color=R color=R", 16, "\"color=R\" is given twice"},
    {"shed", "play WW color=W color=R", 16, "\"color=R\" is given twice"},
    {"shed", "play R7 target=1 TARGET=2", 17, "is given twice"},
    {"shed", "play R7 uno uno", 12, "\"uno\" is given twice"},
    {"shed", "draw R5", 5, "\"R5\" is not part of this command"},
    {"shed", "draw uno", 5, "is not part of this command"},
    {"shed", "uno uno", 4, "is not part of this command"},
    {"shed", "color", 5, "colour"},
    {"shed", "catch", 5, "seat"},
    {"shed", "catch x", 6, "\"x\" is not a seat"},
    {"shed", "catch -1", 6, "is not a seat"},
    {"shed", "catch 1x", 6, "is not a seat"},
    {"shed", "catch 100", 6, "is not a seat"},
    {"shed", "catch 1 2", 8, "\"2\" is not part of this command"},
    {"shed", "pl\001y R5", 0, "\"pl?y\" is not a command"},
    {"two", "play 9", 5, "\"9\" is not a card"},
    {"two", "play 1 guess=", 7, "has no value"},
    {"two", "play 1 color=R", 7, "is not part of this command"},
    {"two", "play 1 guess=5 guess=6", 15, "is given twice"},
    {"two", "keep 1 guess=5", 7, "is not part of this command"},
    {"null", "keep 5", 5, "is not part of this command"},
};

static void malformed_commands_say_where(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(malformed); i++) {
        struct hc_command command;
        struct hc_problem why;

        if (parse(malformed[i].game, malformed[i].text, &command, &why) != HC_MALFORMED)
            fail_msg("\"%s\" is accepted", malformed[i].text);
        if (why.at != malformed[i].at || !strstr(why.text, malformed[i].part))
            fail_msg("\"%s\": \"%s\" at %zu", malformed[i].text, why.text, why.at);
    }
}

/* A message about something that is missing must say so: it has no word to point at. */
static void what_is_missing_is_said(void **state)
{
    static const char *const texts[][2] = {{"play", "a card is missing"},
                                           {"catch ", "a seat is missing"},
                                           {"color", "a colour is missing"}};
    struct hc_command command;
    struct hc_problem why;

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        assert_int_equal(parse("shed", texts[i][0], &command, &why), HC_MALFORMED);
        assert_string_equal(why.text, texts[i][1]);
    }
}

static void commands_have_a_longest_text(void **state)
{
    char text[80];
    struct hc_command command;
    struct hc_problem why;

    (void)state;
    for (size_t length = 60; length < sizeof text; length++) {
        memset(text, ' ', sizeof text);
        memcpy(text, "draw", 4);
        text[length] = '\0';
        assert_int_equal(parse("shed", text, &command, &why), length <= 64 ? HC_OK : HC_MALFORMED);
    }
    memset(text, 'x', 64); /* the longest word there can be */
    text[64] = '\0';
    assert_int_equal(parse("shed", text, &command, &why), HC_MALFORMED);
    assert_true(strlen(why.text) < sizeof why.text - 1);
}

static void must_read_back(const struct hc_table *table, const struct hc_command *command)
{
    const struct hc_game *game = hc_table_game(table);
    char text[HC_COMMAND_CHARS], loud[HC_COMMAND_CHARS + 2];
    struct hc_command again;
    struct hc_problem why;
    size_t length = hc_command_print(game, hc_table_rules(table), command, text, sizeof text);

    assert_true(length < sizeof text);
    assert_int_equal(strlen(text), length);
    assert_int_equal(hc_command_parse(game, hc_table_rules(table), text, &again, &why), HC_OK);
    assert_memory_equal(command, &again, sizeof again);
    loud[0] = ' ';
    for (size_t i = 0; i <= length; i++)
        loud[1 + i] = (char)toupper((unsigned char)text[i]);
    assert_int_equal(hc_command_parse(game, hc_table_rules(table), loud, &again, &why), HC_OK);
    assert_memory_equal(command, &again, sizeof again);
}

/* Every command that is ever offered, printed and read, in random matches of every preset. */
static void offered_commands_read_back(void **state)
{
    uint8_t seed[HC_SEED_BYTES];
    struct hc_dice dice;

    (void)state;
    hc_seed_from_number(4, seed);
    hc_dice_open(&dice, seed, 0, 0);
    for (size_t g = 0; hc_game_at(g); g++)
        for (size_t p = 0; hc_preset_at(hc_game_at(g), p); p++) {
            const struct hc_game *game = hc_game_at(g);
            struct hc_actions actions;
            struct hc_command command;
            struct hc_events events;
            struct hc_problem why;
            struct hc_rules rules;
            struct hc_table table;

            assert_true(hc_rules_parse(game, hc_preset_at(game, p)->name, &rules, &why));
            assert_int_equal(hc_table_open(&table, game, &rules, hc_seats_max(game, &rules), seed),
                             HC_OK);
            for (unsigned n = 0; n < 500 && hc_table_awaits(&table) != HC_NONE; n++) {
                unsigned seat = hc_table_awaits(&table);

                for (unsigned s = 0; s < table.seats; s++) {
                    hc_actions(&table, s, 0, &actions);
                    for (uint32_t i = 0; i < actions.ways; i++) {
                        hc_actions_at(&actions, i, &command);
                        must_read_back(&table, &command);
                    }
                }
                hc_actions(&table, seat, 0, &actions);
                assert_true(actions.ways > 0);
                hc_actions_at(&actions, seat == HC_HOUSE ? 0 : hc_dice_below(&dice, actions.ways),
                              &command);
                must_read_back(&table, &command);
                assert_int_equal(hc_submit(&table, seat, &command, 0, &events), HC_OK);
            }
        }
}

/* ---- Refusals -------------------------------------------------------------------------------- */

static void refusals_have_stable_names(void **state)
{
    static const char *const constants[] = {
#define X(code, name, sentence) #code,
        HC_REFUSALS(X)
#undef X
    };

    (void)state;
    assert_int_equal(COUNT(constants), HC_REFUSAL_COUNT);
    assert_int_equal(HC_OK, 0);
    for (unsigned r = 0; r < HC_REFUSAL_COUNT; r++) {
        const char *name = hc_refusal_name((enum hc_refusal)r);
        const char *sentence = hc_refusal_sentence((enum hc_refusal)r);

        for (size_t i = 0; constants[r][i] || name[i]; i++)
            assert_int_equal(tolower((unsigned char)constants[r][i]), name[i]);
        assert_int_equal(hc_refusal_find(name), r);
        assert_true(strlen(sentence) > 5);
        assert_int_not_equal(sentence[strlen(sentence) - 1], '.');
    }
    assert_int_equal(hc_refusal_find(""), HC_REFUSAL_COUNT);
    assert_int_equal(hc_refusal_find("NO_CARD"), HC_REFUSAL_COUNT);
    assert_int_equal(hc_refusal_find("no_such_code"), HC_REFUSAL_COUNT);
}

/* covers R-141 */
static void refusals_of_the_rules_exist(void **state)
{
    static const char *const codes[] = {
        "bad_phase",
        "game_over",
        "paused",
        "not_your_turn",
        "no_card",
        "not_playable",
        "only_drawn",
        "already_drew",
        "draw_first",
        "must_play",
        "must_play_drawn",
        "penalty_pending",
        "wd4_illegal",
        "no_challenge",
        "bad_color",
        "bad_target",
        "uno_not_allowed",
        "challenge_invalid",
        "jump_invalid",
        "not_enough_players",
        "room_full",
        "duplicate_player",
        "bad_config",
        "action_pending",
        "must_play_countess",
        "target_protected",
        "bad_guess",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(codes); i++)
        if (hc_refusal_find(codes[i]) == HC_REFUSAL_COUNT)
            fail_msg("%s is no refusal", codes[i]);
}

/* ---- The box --------------------------------------------------------------------------------- */

/*
 * A deck of letters. Letters that differ only in case are copies of one face, and k is a third copy
 * of c. They lie in both words of a set, at its ends too.
 */
static const struct {
    char letter;
    uint8_t card, face;
} letters[] = {
    {'a', 0, 0},  {'A', 70, 0},  {'b', 5, 1},   {'c', 63, 2}, {'C', 64, 2},
    {'k', 65, 2}, {'d', 127, 3}, {'e', 100, 4}, {'f', 62, 5},
};

enum { FACE_COUNT = 6, BOX_SEATS = 3, PILE_COUNT = 3 };

static struct hc_cards face_copies[FACE_COUNT];
static uint8_t face_of[HC_CARDS_MAX];
static struct hc_deck deck;

static void make_deck(void)
{
    memset(face_of, HC_NONE, sizeof face_of);
    memset(face_copies, 0, sizeof face_copies);
    deck = (struct hc_deck){.face_of = face_of,
                            .copies = face_copies,
                            .face_count = FACE_COUNT,
                            .card_count = COUNT(letters),
                            .seats_max = BOX_SEATS};
    for (size_t i = 0; i < COUNT(letters); i++) {
        face_of[letters[i].card] = letters[i].face;
        hc_add(&face_copies[letters[i].face], letters[i].card);
        hc_add(&deck.cards, letters[i].card);
    }
}

static uint8_t card_of(char letter)
{
    for (size_t i = 0; i < COUNT(letters); i++)
        if (letters[i].letter == letter)
            return letters[i].card;
    if (letter == '!')
        return 200;                /* a card that cannot be */
    assert_int_equal(letter, '?'); /* a card that is not in the deck */
    return 1;
}

static char *letters_of(struct hc_cards set, char out[COUNT(letters) + 1])
{
    size_t length = 0;

    for (size_t i = 0; i < COUNT(letters); i++)
        if (hc_has(set, letters[i].card))
            out[length++] = letters[i].letter;
    out[length] = '\0';
    return out;
}

static unsigned cards_of(const char *word, uint8_t *cards)
{
    unsigned count = (unsigned)strlen(word);

    for (unsigned i = 0; i < count; i++)
        cards[i] = card_of(word[i]);
    return count;
}

/* One move, as words: "draw PILE SEAT", "play SEAT CARD PILE", "look OWNER VIEWER", "show OWNER",
 * "swap SEAT SEAT", "stack PILE CARDS", "fill PILE CARDS", "remove PILE", "turn FROM TO", "flip
 * FROM TO" (shown), "recycle FROM TO CARDS", "bury SEAT CARD PILE", "lay SEAT PILE". */
static void make_move(struct hc_box *box, char *text)
{
    char *verb = next_word(&text, " "), *one = next_word(&text, " "), *two, *three;
    uint8_t cards[16], to[BOX_SEATS] = {0, 1, 2};
    unsigned a, b;

    assert_non_null(one);
    two = next_word(&text, " ");
    three = next_word(&text, " ");
    a = (unsigned)(one[0] - '0');
    b = two ? (unsigned)(two[0] - '0') : 0;
    if (!strcmp(verb, "draw")) {
        hc_box_draw(box, a, b);
    } else if (!strcmp(verb, "play")) {
        uint8_t face = face_of[card_of(two[0])];

        hc_box_play(box, face < FACE_COUNT ? face_copies[face] : (struct hc_cards){{0, 0}}, a,
                    card_of(two[0]), (unsigned)(three[0] - '0'));
    } else if (!strcmp(verb, "look")) {
        hc_box_look(box, a, b);
    } else if (!strcmp(verb, "show")) {
        hc_box_look(box, a, HC_NONE);
    } else if (!strcmp(verb, "swap")) {
        to[a] = (uint8_t)b;
        to[b] = (uint8_t)a;
        hc_box_pass(box, to, BOX_SEATS);
    } else if (!strcmp(verb, "round")) {
        hc_box_pass(box, (const uint8_t[]){1, 2, 0}, BOX_SEATS);
    } else if (!strcmp(verb, "fill")) {
        hc_box_fill(box, a, cards, two ? cards_of(two, cards) : 0);
    } else if (!strcmp(verb, "remove")) {
        hc_box_remove(box, a);
    } else if (!strcmp(verb, "stack")) {
        hc_box_stack(box, a, cards, two ? cards_of(two, cards) : 0);
    } else if (!strcmp(verb, "turn") || !strcmp(verb, "flip")) {
        hc_box_turn(box, a, b, verb[0] == 'f');
    } else if (!strcmp(verb, "recycle")) {
        hc_box_recycle(box, a, b, cards, three ? cards_of(three, cards) : 0);
    } else if (!strcmp(verb, "bury")) {
        hc_box_bury(box, a, card_of(two[0]), (unsigned)(three[0] - '0'));
    } else {
        assert_string_equal(verb, "lay");
        hc_box_lay_down(box, a, b);
    }
}

static void make_moves(struct hc_box *box, const char *moves)
{
    char copy[256], *rest = copy, *move;

    snprintf(copy, sizeof copy, "%s", moves);
    while ((move = next_word(&rest, ";")))
        make_move(box, move + strspn(move, " "));
}

/* Who knows what after some moves: seats 0 to 2, and somebody without a seat. */
static const struct {
    const char *why, *moves;
    const char *knows[BOX_SEATS + 1];
} knowledge[] = {
    {"nobody knows a stacked pile", "stack 0 abcd", {"", "", "", ""}},
    {"drawing teaches the drawer alone", "stack 0 abcd; draw 0 1", {"", "a", "", ""}},
    {"playing teaches everybody", "stack 0 abcd; draw 0 1; play 1 a 1", {"a", "a", "a", "a"}},
    {"a flipped card is seen by all", "stack 0 abcd; flip 0 1", {"a", "a", "a", "a"}},
    {"a card set aside is seen by nobody", "stack 0 abcd; turn 0 1", {"", "", "", ""}},
    {"looking teaches the looker alone",
     "stack 0 abcd; draw 0 0; draw 0 0; look 0 2",
     {"ab", "", "ab", ""}},
    {"what comes after the look is not known",
     "stack 0 abcd; draw 0 0; look 0 2; draw 0 0",
     {"ab", "", "a", ""}},
    {"showing a hand teaches everybody", "stack 0 abcd; draw 0 0; show 0", {"a", "a", "a", "a"}},
    {"traded hands are known to both",
     "stack 0 abcd; draw 0 0; draw 0 1; swap 0 1",
     {"ab", "ab", "", ""}},
    {"a looker's knowledge travels with the hand",
     "stack 0 abcd; draw 0 0; look 0 2; draw 0 1; swap 0 1",
     {"ab", "ab", "a", ""}},
    {"hands that go round are known to giver and receiver",
     "stack 0 abcd; draw 0 0; draw 0 1; draw 0 2; round 0",
     {"ac", "ab", "bc", ""}},
    {"recycled cards are forgotten, the top one stays known",
     "stack 0 abcd; flip 0 1; flip 0 1; flip 0 1; recycle 1 0 ba",
     {"c", "c", "c", "c"}},
    {"also what a player knew alone is forgotten",
     "stack 0 abcd; draw 0 0; look 0 1; play 0 a 1; flip 0 1; recycle 1 0 a",
     {"b", "b", "b", "b"}},
    {"stacking a pile anew forgets it",
     "stack 0 abcd; flip 0 1; turn 1 0; stack 0 dcba",
     {"", "", "", ""}},
    {"stacking forgets cards that leave the box",
     "stack 0 ab; flip 0 1; stack 1 c",
     {"", "", "", ""}},
    {"a new round begins without knowledge",
     "stack 0 abcd; draw 0 0; look 0 1; flip 0 1; fill 0 dcba",
     {"", "", "", ""}},
    {"nor does a card come back known that had left the box",
     "stack 0 abcd; flip 0 1; remove 1; stack 1 a",
     {"", "", "", ""}},
    {"a buried card is known to whoever buried it, and the looker knows nothing of that hand",
     "stack 0 abcd; draw 0 0; draw 0 0; look 0 1; bury 0 a 0",
     {"ab", "", "", ""}},
    {"even a hand that everybody saw",
     "stack 0 abcd; draw 0 0; draw 0 0; show 0; bury 0 a 0",
     {"ab", "", "", ""}},
    {"burying does not touch what is known of others",
     "stack 0 abcd; draw 0 0; draw 0 1; look 1 2; bury 0 a 0",
     {"a", "b", "b", ""}},
    {"a hand that is laid down is forgotten by all",
     "stack 0 abcd; draw 0 0; draw 0 0; look 0 1; draw 0 1; lay 0 1",
     {"", "c", "", ""}},

    {"knew the one that stayed, of two copies: knows none",
     "stack 0 aAbd; draw 0 0; look 0 1; draw 0 0; play 0 A 1",
     {"aA", "A", "A", "A"}},
    {"knew the one that left, of two copies: knows none",
     "stack 0 aAbd; draw 0 0; look 0 1; draw 0 0; play 0 a 1",
     {"aA", "a", "a", "a"}},
    {"knew both copies: knows the one that is left",
     "stack 0 aAbd; draw 0 0; draw 0 0; look 0 1; play 0 a 1",
     {"aA", "aA", "a", "a"}},
    {"and it does not matter which one left",
     "stack 0 aAbd; draw 0 0; draw 0 0; look 0 1; play 0 A 1",
     {"aA", "aA", "A", "A"}},
    {"knew two of three copies, an unknown one left: knows one",
     "stack 0 cCkd; draw 0 0; draw 0 0; look 0 1; draw 0 0; play 0 k 1",
     {"cCk", "Ck", "k", "k"}},
    {"knew two of three copies, a known one left: knows one",
     "stack 0 cCkd; draw 0 0; draw 0 0; look 0 1; draw 0 0; play 0 c 1",
     {"cCk", "cC", "c", "c"}},
    {"another face blurs nothing",
     "stack 0 abAd; draw 0 0; look 0 1; draw 0 0; play 0 b 1",
     {"ab", "ab", "b", "b"}},
    {"a copy in another hand blurs nothing",
     "stack 0 aAbd; draw 0 0; draw 0 2; look 0 1; play 2 A 1",
     {"aA", "aA", "A", "A"}},
    {"a hand that all saw: knew one of two copies, and knows none",
     "stack 0 aAbd; draw 0 0; show 0; draw 0 0; play 0 A 1",
     {"aA", "A", "A", "A"}},
    {"a hand that all saw: knew both copies, and knows one",
     "stack 0 aAbd; draw 0 0; draw 0 0; show 0; play 0 A 1",
     {"aA", "aA", "aA", "aA"}},
    {"all saw one copy, one player both: only that player still knows one",
     "stack 0 aAbd; draw 0 0; show 0; draw 0 0; look 0 1; play 0 A 1",
     {"aA", "aA", "A", "A"}},
    {"also if that player learned of them one by one",
     "stack 0 Aabd; draw 0 1; draw 0 0; show 0; bury 1 A 0; draw 0 2; draw 0 2; draw 0 0; play 0 A "
     "1",
     {"aA", "aA", "Abd", "A"}},
    {"a player who saw it before all did is no wiser than they",
     "stack 0 aAbd; draw 0 0; look 0 1; show 0; draw 0 0; play 0 A 1",
     {"aA", "A", "A", "A"}},
};

/* covers L-046 */
static void knowledge_belongs_to_the_card(void **state)
{
    (void)state;
    make_deck();
    for (size_t i = 0; i < COUNT(knowledge); i++) {
        struct hc_box box;

        hc_box_clear(&box);
        make_moves(&box, knowledge[i].moves);
        if (hc_box_check(&box, &deck, BOX_SEATS))
            fail_msg("%s: %s", knowledge[i].why, hc_box_check(&box, &deck, BOX_SEATS));
        for (unsigned viewer = 0; viewer <= BOX_SEATS; viewer++) {
            char known[COUNT(letters) + 1];
            unsigned who = viewer < BOX_SEATS ? viewer : HC_SPECTATOR;

            letters_of(hc_box_known(&box, who), known);
            if (strcmp(known, knowledge[i].knows[viewer]) != 0)
                fail_msg("%s: viewer %u knows \"%s\" instead of \"%s\"", knowledge[i].why, viewer,
                         known, knowledge[i].knows[viewer]);
        }
    }
}

/* Where cards lie after some moves: hands as sets, piles top first. */
static const struct {
    const char *why, *moves;
    const char *hands[BOX_SEATS], *piles[PILE_COUNT];
} places[] = {
    {"a stack lies as it was given", "stack 0 dcb", {"", "", ""}, {"dcb", "", ""}},
    {"an empty stack empties the pile", "stack 0 dcb; stack 0", {"", "", ""}, {"", "", ""}},
    {"a new round takes all cards from where they were",
     "stack 0 abcd; draw 0 0; draw 0 1; flip 0 1; fill 0 dca",
     {"", "", ""},
     {"dca", "", ""}},
    {"a removed pile is out of the box, and its cards may come back",
     "stack 0 abcd; flip 0 1; flip 0 1; remove 1; stack 2 ba",
     {"", "", ""},
     {"cd", "", "ba"}},
    {"draws come from the top", "stack 0 dcb; draw 0 1; draw 0 2", {"", "d", "c"}, {"b", "", ""}},
    {"the last card too", "stack 0 d; draw 0 0", {"d", "", ""}, {"", "", ""}},
    {"plays go on top",
     "stack 0 dcb; draw 0 1; draw 0 1; play 1 c 1; play 1 d 1",
     {"", "", ""},
     {"b", "dc", ""}},
    {"a card played on an empty pile is its bottom as well",
     "stack 0 dcb; draw 0 1; play 1 d 1; stack 2 ef; recycle 1 2",
     {"", "", ""},
     {"cb", "d", "ef"}},
    {"a turned card goes on top", "stack 0 dcb; turn 0 1; turn 0 1", {"", "", ""}, {"b", "cd", ""}},
    {"recycled cards go under the pile in the given order",
     "stack 0 dcba; flip 0 1; flip 0 1; flip 0 1; recycle 1 0 cd",
     {"", "", ""},
     {"acd", "b", ""}},
    {"a buried card goes under the pile",
     "stack 0 dcba; draw 0 0; draw 0 0; bury 0 c 0; bury 0 d 0",
     {"", "", ""},
     {"bacd", "", ""}},
    {"burying under an empty pile makes it",
     "stack 0 dc; draw 0 0; bury 0 d 1; turn 0 1",
     {"", "", ""},
     {"", "cd", ""}},
    {"a hand is laid under a pile by card number",
     "stack 0 dcbae; draw 0 0; draw 0 0; draw 0 0; draw 0 0; lay 0 0",
     {"", "", ""},
     {"eabcd", "", ""}},
    {"whole hands change owners",
     "stack 0 dcba; draw 0 0; draw 0 0; draw 0 1; swap 0 1",
     {"b", "cd", ""},
     {"a", "", ""}},
    {"hands go round at the same time",
     "stack 0 dcba; draw 0 0; draw 0 1; round 0",
     {"", "d", "c"},
     {"ba", "", ""}},
};

static void cards_lie_where_they_were_moved(void **state)
{
    (void)state;
    make_deck();
    for (size_t i = 0; i < COUNT(places); i++) {
        struct hc_box box;

        hc_box_clear(&box);
        make_moves(&box, places[i].moves);
        if (hc_box_check(&box, &deck, BOX_SEATS))
            fail_msg("%s: %s", places[i].why, hc_box_check(&box, &deck, BOX_SEATS));
        for (unsigned seat = 0; seat < BOX_SEATS; seat++) {
            char hand[COUNT(letters) + 1];

            if (strcmp(letters_of(box.hand[seat], hand), places[i].hands[seat]) != 0)
                fail_msg("%s: seat %u holds \"%s\"", places[i].why, seat, hand);
        }
        for (unsigned pile = 0; pile < PILE_COUNT; pile++) {
            uint8_t cards[HC_CARDS_MAX];
            unsigned count = hc_box_list(&box, pile, cards);

            if (count != strlen(places[i].piles[pile]))
                fail_msg("%s: pile %u has %u cards", places[i].why, pile, count);
            for (unsigned c = 0; c < count; c++)
                if (cards[c] != card_of(places[i].piles[pile][c]))
                    fail_msg("%s: card %u of pile %u", places[i].why, c, pile);
            assert_int_equal(hc_count(hc_box_pile_cards(&box, pile)), count);
        }
    }
}

static const struct {
    const char *why, *before, *move;
} unlawful[] = {
    {"drawing from an empty pile", "stack 0 a; draw 0 0", "draw 0 1"},
    {"drawing from a pile that never was", "", "draw 2 1"},
    {"turning from an empty pile", "stack 0 a", "turn 1 0"},
    {"playing a card from the pile", "stack 0 abc; draw 0 0", "play 0 b 1"},
    {"playing somebody else's card", "stack 0 abc; draw 0 0; draw 0 1", "play 0 b 1"},
    {"playing a copy that is not held", "stack 0 aAb; draw 0 0", "play 0 A 1"},
    {"playing the same card twice", "stack 0 abc; draw 0 0; play 0 a 1", "play 0 a 1"},
    {"burying a card that is not held", "stack 0 abc; draw 0 0", "bury 0 b 0"},
    {"filling with a card twice", "stack 0 ab; draw 0 0", "fill 0 aba"},
    {"filling with what is no card", "stack 0 ab; draw 0 0", "fill 0 a!"},
    {"stacking a card twice", "", "stack 0 aba"},
    {"stacking what is no card", "", "stack 0 a!b"},
    {"stacking a card that is in a hand", "stack 0 abc; draw 0 1", "stack 0 abc"},
    {"stacking a card that is in another pile", "stack 0 abc; flip 0 1", "stack 0 abc"},
    {"recycling an empty pile", "stack 0 abc", "recycle 1 0"},
    {"recycling the top card", "stack 0 abc; flip 0 1; flip 0 1", "recycle 1 0 b"},
    {"recycling too few", "stack 0 abcd; flip 0 1; flip 0 1; flip 0 1", "recycle 1 0 b"},
    {"recycling too many", "stack 0 abcd; flip 0 1; flip 0 1", "recycle 1 0 ad"},
    {"recycling a card twice", "stack 0 abcd; flip 0 1; flip 0 1; flip 0 1", "recycle 1 0 bb"},
    {"recycling another card", "stack 0 abcd; flip 0 1; flip 0 1; flip 0 1", "recycle 1 0 bd"},
    {"recycling another card with a high number", "stack 0 aCbd; flip 0 1; flip 0 1; flip 0 1",
     "recycle 1 0 ak"},
    {"recycling what is no card", "stack 0 abcd; flip 0 1; flip 0 1; flip 0 1", "recycle 1 0 b!"},
};

static void an_unlawful_move_moves_nothing(void **state)
{
    (void)state;
    make_deck();
    for (size_t i = 0; i < COUNT(unlawful); i++) {
        struct hc_box box, before;

        hc_box_clear(&box);
        make_moves(&box, unlawful[i].before);
        if (hc_box_check(&box, &deck, BOX_SEATS))
            fail_msg("%s: broken before", unlawful[i].why);
        before = box;
        make_moves(&box, unlawful[i].move);
        if (!box.broken || !hc_box_check(&box, &deck, BOX_SEATS))
            fail_msg("%s: not noticed", unlawful[i].why);
        box.broken = before.broken;
        if (memcmp(&box, &before, sizeof box) != 0)
            fail_msg("%s: something moved", unlawful[i].why);
    }
}

/* What is broken stays broken, also in a new round: a forged log must not get away with it. */
static void a_broken_box_is_not_mended(void **state)
{
    struct hc_box box;

    (void)state;
    make_deck();
    hc_box_clear(&box);
    make_moves(&box, "stack 0 abc; draw 1 0; fill 0 abc; draw 0 0; play 0 a 1");
    assert_non_null(hc_box_check(&box, &deck, BOX_SEATS));
}

/* The check finds every way in which a box can be wrong, and nothing in a sound one. */
static void the_law_is_checked(void **state)
{
    const char *const sound = "stack 0 abcd; draw 0 0; draw 0 1; flip 0 1; look 0 2";
    struct hc_box box;

    (void)state;
    make_deck();
    for (unsigned way = 0; way < 9; way++) {
        hc_box_clear(&box);
        make_moves(&box, sound); /* a in hand 0, b in hand 1, c open on pile 1, d on pile 0 */
        assert_null(hc_box_check(&box, &deck, BOX_SEATS));
        switch (way) {
        case 0: /* a card in two hands */
            hc_box_put_hand(&box, 1, card_of('a'));
            break;
        case 1: /* a card in a hand and in a pile */
            hc_box_put_hand(&box, 0, card_of('d'));
            break;
        case 2: /* a card in two piles */
            hc_box_put_pile(&box, 2, card_of('c'), true);
            break;
        case 3: /* a card twice in one pile */
            hc_box_put_pile(&box, 0, card_of('d'), false);
            break;
        case 4: /* a hand on an empty chair */
            hc_box_put_hand(&box, BOX_SEATS, card_of('e'));
            break;
        case 5: /* a hand that its owner does not know */
            hc_add(&box.hand[0], card_of('e'));
            break;
        case 6: /* a bottom card that is not at the bottom */
            box.pile[0].bottom = card_of('e');
            break;
        case 7: /* a card that this deck does not have */
            hc_box_put_hand(&box, 0, card_of('?'));
            break;
        case 8: /* a pile that leads nowhere */
            box.pile[2] = (struct hc_pile){200, 200, 1};
            break;
        }
        if (!hc_box_check(&box, &deck, BOX_SEATS))
            fail_msg("way %u to be wrong is not noticed", way);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nth_bit_is_the_slow_one),
        cmocka_unit_test(sets_are_sets),
        cmocka_unit_test(writer_writes),
        cmocka_unit_test(writer_never_writes_past_its_end),
        cmocka_unit_test(numbers_are_read_within_limits),
        cmocka_unit_test(words_are_compared_without_case),
        cmocka_unit_test(defaults_are_those_of_the_rules),
        cmocka_unit_test(every_value_is_accepted_and_no_other),
        cmocka_unit_test(presets_are_those_of_the_rules),
        cmocka_unit_test(words_set_options),
        cmocka_unit_test(wrong_rules_are_named),
        cmocka_unit_test(advice_is_no_error),
        cmocka_unit_test(seed_is_kept_and_never_printed),
        cmocka_unit_test(printed_rules_read_back),
        cmocka_unit_test(commands_read_and_print),
        cmocka_unit_test(malformed_commands_say_where),
        cmocka_unit_test(what_is_missing_is_said),
        cmocka_unit_test(commands_have_a_longest_text),
        cmocka_unit_test(offered_commands_read_back),
        cmocka_unit_test(refusals_have_stable_names),
        cmocka_unit_test(refusals_of_the_rules_exist),
        cmocka_unit_test(knowledge_belongs_to_the_card),
        cmocka_unit_test(cards_lie_where_they_were_moved),
        cmocka_unit_test(an_unlawful_move_moves_nothing),
        cmocka_unit_test(a_broken_box_is_not_mended),
        cmocka_unit_test(the_law_is_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
