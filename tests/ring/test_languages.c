// SPDX-License-Identifier: MIT
/*
 * test_languages.c: what people read is in their language. Matches are played with every set of
 * options, and everything that happens, is refused, offered and explained is said in each language:
 * nothing may be missing, nothing may be left in English.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/template.h"
#include "covering_rules.h"
#include "room/room.h"
#include "table/table.h"

enum { COMMANDS = 150, TEXT_CHARS = 4096, WORDS_MAX = 300 };

static struct hc_table table;
static struct hc_events events;
static struct hc_dice dice;
static const char *const names[HC_SEATS_MAX] = {"Ann", "Bob", "Cem"};

static uint32_t below(uint32_t bound)
{
    return hc_dice_below(&dice, bound);
}

/* Words that are English and nothing else, each between blanks. Names of options and commands may
 * stand in any language; they are written with =, _, -- or between backticks, or are not in this
 * list. */
static const char english[] =
    " the a and or of to you your his their they them it its is are were be been has "
    "have had who whom whose which what that this these those with without for from by on at into "
    "out card cards deck hands player players turn round rounds match plays play draws "
    "loses lose wins win winner shows show hidden nobody everybody somebody other others next "
    "first "
    "last all not cannot can must may when where how many much more less than then colour colours "
    "point points token tokens red blue green yellow skip reverse wild number two four ";

/* Which of them are words of another language too. */
static const struct {
    const char *language, *words;
} shared[] = {{"es", " a has "}, {"pt", " a for "}};

static bool is_shared(const struct hc_language *language, const char *word)
{
    for (unsigned i = 0; i < HC_COUNT(shared); i++)
        if (!strcmp(hc_language_code(language), shared[i].language))
            return strstr(shared[i].words, word);
    return false;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* Fails if a text of another language has an English word. A title may be kept as it is. */
static void must_not_be_english(const char *text, const struct hc_language *language,
                                const char *where)
{
    bool quoted = false;

    for (const char *at = text; *at;) {
        char word[64] = " ";
        size_t length = 1;

        while (*at && !is_letter(*at))
            quoted ^= *at++ == '`';
        if (quoted || (at > text + 1 && at[-1] == '-' && at[-2] == '-')) {
            while (is_letter(*at))
                at++;
            continue;
        }
        while (*at && (is_letter(*at) || *at == '_' || *at == '=') && length < sizeof word - 2)
            word[length++] = (*at >= 'A' && *at <= 'Z') ? (char)(*at + 32) : *at, at++;
        word[length] = ' ';
        word[length + 1] = '\0';
        if (length > 1 && strstr(english, word) && !is_shared(language, word))
            fail_msg("%s: \"%s\" has the English word%s", where, text, word);
    }
}

/* What is said in each language, against what is said in English. */
static void must_be_said(const char *in_english, const char *text,
                         const struct hc_language *language, const char *where)
{
    if (!*in_english != !*text)
        fail_msg("%s: \"%s\" is \"%s\" in %s", where, in_english, text, hc_language_name(language));
    if (strstr(text, "{") || strstr(text, "}") || strstr(text, "  "))
        fail_msg("%s: \"%s\" is not finished", where, text);
    if (language != hc_language_at(0))
        must_not_be_english(text, language, where);
}

static void say_event(const struct hc_game *game, const struct hc_rules *rules,
                      const struct hc_seen *seen, unsigned viewer)
{
    const char *where = game->events[seen->kind].name;
    const struct hc_language *language;
    char text[TEXT_CHARS], other[TEXT_CHARS];

    hc_seen_say(game, rules, seen, viewer, names, NULL, text, sizeof text);
    for (size_t l = 0; (language = hc_language_at(l)); l++) {
        size_t length =
            hc_seen_say(game, rules, seen, viewer, names, language, other, sizeof other);

        assert_true(length < sizeof other);
        must_be_said(text, other, language, where);
        if (l && *text && !strcmp(text, other))
            fail_msg("%s: \"%s\" is English", where, other);
    }
}

static void say_events(const struct hc_table *before)
{
    struct hc_table then = *before;

    for (const struct hc_event *e = hc_event_first(&events); e; e = hc_event_next(&events, e)) {
        hc_table_apply(&then, e);
        for (unsigned viewer = 0; viewer <= table.seats; viewer++) {
            struct hc_seen seen;

            hc_event_see(&then, e, viewer < table.seats ? viewer : HC_SPECTATOR, &seen);
            say_event(hc_game_of(&table), &table.rules, &seen,
                      viewer < table.seats ? viewer : HC_SPECTATOR);
        }
    }
}

static void say_commands(const struct hc_view *view)
{
    const struct hc_language *language;
    char text[TEXT_CHARS], other[TEXT_CHARS];

    for (uint32_t i = 0; i < view->actions.ways; i++) {
        struct hc_command command;

        hc_actions_at(&view->actions, i, &command);
        hc_command_say(view, &command, names, NULL, text, sizeof text);
        assert_true(strlen(text) > 3);
        for (size_t l = 0; (language = hc_language_at(l)); l++) {
            hc_command_say(view, &command, names, language, other, sizeof other);
            must_be_said(text, other, language, "a command");
        }
    }
}

static void say_goal(const struct hc_view *view)
{
    const struct hc_language *language;
    char text[TEXT_CHARS], other[TEXT_CHARS];

    hc_goal_say(view, 0, NULL, text, sizeof text);
    for (size_t l = 0; (language = hc_language_at(l)); l++) {
        hc_goal_say(view, 0, language, other, sizeof other);
        must_be_said(text, other, language, "the goal");
    }
}

/* Something of a seat, or of the house, that is lawful; false if there is nothing. */
static bool act(unsigned seat, uint64_t now_ms)
{
    struct hc_table before = table;
    struct hc_command command;
    struct hc_view view;

    hc_view(&table, seat == HC_HOUSE ? HC_SPECTATOR : seat, now_ms, &view);
    if (seat == HC_HOUSE)
        hc_actions(&table, HC_HOUSE, now_ms, &view.actions);
    else
        say_commands(&view);
    if (!view.actions.ways)
        return false;
    say_goal(&view);
    do
        hc_actions_at(&view.actions, below(view.actions.ways), &command);
    while (hc_house_role(view.game, &command) == HC_HOUSE_END && view.actions.ways > 1);
    assert_int_equal(hc_submit(&table, seat, &command, now_ms, &events), HC_OK);
    say_events(&before);
    return true;
}

static void play_match(const struct hc_game *game, const char *text, unsigned seats, uint64_t seed)
{
    uint8_t bytes[HC_SEED_BYTES];
    struct hc_problem why;
    struct hc_rules rules;

    hc_seed_from_number(seed, bytes);
    hc_dice_open(&dice, bytes, 5, 0);
    assert_true(hc_rules_parse(game, text, &rules, &why));
    assert_int_equal(hc_table_open(&table, game, &rules, seats, bytes), HC_OK);
    for (unsigned i = 0; i < COMMANDS; i++) {
        unsigned awaited = hc_table_awaits(&table), any = below(4) ? awaited : below(seats);

        if (awaited == HC_NONE || !(act(any, 1000 * i) || act(awaited, 1000 * i)))
            return;
    }
}

static void matches_are_told_in_each_language(void **state)
{
    static struct covering_rules rules;

    (void)state;
    for (unsigned g = 0; g < hc_games_count; g++)
        for (unsigned deck = 0; deck < covering_decks(hc_games[g]); deck++) {
            uint64_t seed = 1;
            unsigned seats;

            covering_rules_begin(&rules, hc_games[g], deck, seed);
            while (covering_rules_next(&rules, &seats))
                play_match(hc_games[g], rules.rows.text, seats, ++seed);
        }
}

/* Every kind of event with every number of people, cards and points, whether a match would have it
 * or not. */
static void every_event_can_be_told(void **state)
{
    (void)state;
    for (unsigned g = 0; g < hc_games_count; g++) {
        const struct hc_game *game = hc_games[g];
        struct hc_rules rules;

        hc_options_defaults(&game->options, &rules);
        for (unsigned i = 0; i < game->event_count * 4 * 3 * 3; i++) {
            struct hc_seen seen = {.kind = (uint8_t)(i / 36),
                                   .seat = (uint8_t)(i % 3),
                                   .other = (uint8_t)((i + 1) % 3),
                                   .count = (uint8_t)(i / 3 % 3),
                                   .face = {1, HC_HIDDEN, 2},
                                   .value = (int32_t)(i / 9 % 4)};

            if (hc_event_has(&game->events[seen.kind], 'b'))
                seen.value &= 1;
            say_event(game, &rules, &seen, 0);
            seen.hidden = 1;
            say_event(game, &rules, &seen, 1);
        }
    }
}

/* ---- What does not happen -------------------------------------------------------------------- */

static void must_be_in_each_language(const char *scope, const char *kind, const char *key,
                                     bool may_be_same)
{
    const struct hc_language *language;
    const char *text = words_of_game(NULL, scope, kind, key);

    for (size_t l = 0; (language = hc_language_at(l)); l++) {
        const char *other = words_of_game(language, scope, kind, key);

        if (!strstr(other, "{") && !strstr(other, "   ")) /* a list of keys has its own gaps */
            must_be_said(text, other, language, key);
        if (l && *text && !may_be_same && !strcmp(text, other))
            fail_msg("%s.%s.%s: \"%s\" is English", scope, kind, key, other);
    }
}

static void every_text_is_translated(void **state)
{
    static const char *const same[] = {"game", "language", "colors", "preset_names"};

    (void)state;
    for (unsigned s = 0; s < words_section_count; s++) {
        const struct words_section *section = &words_sections[s];
        bool may_be_same = false;

        for (unsigned i = 0; i < HC_COUNT(same); i++)
            may_be_same |= !strcmp(section->kind, same[i]);
        if (!strcmp(section->kind, "game"))
            continue; /* a title is a name */
        for (unsigned k = section->first; k < section->first + section->count; k++) {
            const char *text = words_languages[0].texts[k];
            bool has_words = false;

            if (strchr(words_keys[k], ':'))
                continue;
            for (const char *c = text; *c && *c != '{'; c++)
                has_words |= is_letter(*c);
            must_be_in_each_language(section->scope, section->kind, words_keys[k],
                                     may_be_same || !has_words || !strcmp(section->kind, "faces") ||
                                         !strcmp(section->kind, "terminal") ||
                                         !strcmp(section->kind, "telegram"));
        }
    }
}

/* What begins with a letter is chosen by it, so no two of a list may share one. */
static void choices_have_letters_of_their_own(void **state)
{
    static const enum hc_word lists[][5] = {
        {TERMINAL_AFTER_AGAIN, TERMINAL_AFTER_FILM, TERMINAL_AFTER_REVIEW, TERMINAL_AFTER_LEAVE},
        {TERMINAL_AFTER_AGAIN, TERMINAL_AFTER_FILM, TERMINAL_AFTER_REVIEW_OF, TERMINAL_AFTER_LEAVE},
        {TERMINAL_YES, TERMINAL_NO},
    };
    const struct hc_language *language;

    (void)state;
    for (size_t l = 0; (language = hc_language_at(l)); l++)
        for (unsigned i = 0; i < HC_COUNT(lists); i++) {
            char seen[40] = "";

            for (unsigned w = 0; lists[i][w]; w++) {
                char letter[WORDS_LETTER_CHARS];

                words_letter(words_text(language, lists[i][w]), letter);
                assert_true(is_letter(*letter));
                if (strstr(seen, letter))
                    fail_msg("%s: two texts begin with %s", hc_language_name(language), letter);
                strcat(seen, letter);
            }
        }
}

static void refusals_are_as_the_game_says_them(void **state)
{
    const struct hc_language *german = hc_language_find("de");

    (void)state;
    assert_non_null(german);
    assert_string_equal(hc_refusal_sentence(hc_game_find("shed"), HC_NOT_PLAYABLE, NULL),
                        "that card matches neither the colour nor the value");
    assert_string_equal(hc_refusal_sentence(hc_game_find("two"), HC_NOT_PLAYABLE, NULL),
                        "that card cannot be played now");
    assert_string_equal(hc_refusal_sentence(NULL, HC_NOT_PLAYABLE, german),
                        "diese Karte lässt sich jetzt nicht spielen");
    assert_string_equal(hc_refusal_sentence(hc_game_find("shed"), HC_NOT_YOUR_TURN, german),
                        "jemand anders ist am Zug");
}

static unsigned words_in(const char *text)
{
    unsigned count = 0;

    for (; *text; text++)
        count += *text != ' ' && *text != '\n' && (text[1] == ' ' || text[1] == '\n' || !text[1]);
    return count;
}

/* Under 300 words for any set of options, with the numbers of this table. */
static void how_to_play_is_short_and_true(void **state)
{
    static struct covering_rules rules;
    const struct hc_language *language;
    char text[TEXT_CHARS], other[TEXT_CHARS];

    (void)state;
    for (unsigned g = 0; g < hc_games_count; g++)
        for (unsigned deck = 0; deck < covering_decks(hc_games[g]); deck++) {
            unsigned seats;

            covering_rules_begin(&rules, hc_games[g], deck, 1);
            while (covering_rules_next(&rules, &seats)) {
                struct hc_problem why;
                struct hc_rules chosen;

                assert_true(hc_rules_parse(hc_games[g], rules.rows.text, &chosen, &why));
                hc_how_to_play(hc_games[g], &chosen, seats, NULL, text, sizeof text);
                for (size_t l = 0; (language = hc_language_at(l)); l++) {
                    assert_in_range(
                        hc_how_to_play(hc_games[g], &chosen, seats, language, other, sizeof other),
                        100, sizeof other - 1);
                    assert_in_range(words_in(other), 40, WORDS_MAX - 1);
                    must_be_said(text, other, language, hc_games[g]->name);
                }
            }
        }
}

static const struct {
    const char *game, *rules;
    unsigned players;
    const char *language, *has, *lacks;
} lessons[] = {
    {"shed", "", 2, "en", "500 points win the match", "Stacking"},
    {"shed", "points_to_win=200", 2, "en", "200 points win the match", "500"},
    {"shed", "match_mode=single", 2, "en", "One round decides the match.", "500"},
    {"shed", "party", 2, "en", "Stacking is on: the same draw card", "Stacking is on: any"},
    {"shed", "stacking=any", 2, "en", "Stacking is on: any draw card", "Seven"},
    {"shed", "seven_swap=true", 2, "en", "Seven: exchange hands", "Zero: all"},
    {"shed", "uno_call=false", 2, "en", "draw a card", "UNO"},
    {"shed", "lite", 2, "en", "numbers only", "Draw Two"},
    {"shed", "", 2, "de", "500 Punkte gewinnen die Partie", "Kontern"},
    {"shed", "party", 2, "de", "Kontern ist erlaubt", "500 points"},
    {"two", "", 2, "en", "7 tokens win the match", "Spy"},
    {"two", "", 0, "en", "the first to have enough tokens", "7"},
    {"two", "tokens_to_win=1", 0, "en", "1 token wins the match", "tokens win"},
    {"two", "ed2019", 2, "de", "Kanzler", "Chancellor"},
    {"null", "short", 2, "en", "Win 1 round by", "rounds"},
    {"shed", "party", 2, "pt", "Vale acumular: a mesma carta", "Stacking"},
    {"two", "tokens_to_win=1", 0, "pt", "com 1 ficha se ganha a partida", "fichas"},
    {"shed", "uno_penalty=1", 2, "es", "robas 1 carta.", "1 cartas"},
    {"two", "ed2019", 2, "es", "Canciller", "Chancellor"},
    {"shed", "uno_penalty=3", 2, "ru", "берёт 3 карты.", "3 карт."},
    {"two", "tokens_to_win=1", 0, "ru", "нужен 1 жетон", "жетонов}"},
    {"two", "tokens_to_win=5", 0, "ru", "нужно 5 жетонов", "{"},
};

static void how_to_play_is_that_of_this_table(void **state)
{
    (void)state;
    for (unsigned i = 0; i < HC_COUNT(lessons); i++) {
        const struct hc_game *game = hc_game_find(lessons[i].game);
        char text[TEXT_CHARS];
        struct hc_problem why;
        struct hc_rules rules;

        assert_true(hc_rules_parse(game, lessons[i].rules, &rules, &why));
        hc_how_to_play(game, &rules, lessons[i].players, hc_language_find(lessons[i].language),
                       text, sizeof text);
        assert_true(strcspn(text, ":") < 20 && text[strcspn(text, ":") + 1] == ' ');
        if (!strstr(text, lessons[i].has) || strstr(text, lessons[i].lacks))
            fail_msg("%s %s: %s", lessons[i].game, lessons[i].rules, text);
    }
}

/* ---- Examples, worked out by hand ------------------------------------------------------------ */

static void sentences_agree(void **state)
{
    static const struct {
        const char *game, *rules, *event;
        unsigned seat, other;
        int32_t value;
        uint8_t count, face[2];
        unsigned viewer;
        const char *english, *german;
    } rows[] = {
        {"shed",
         "",
         "card_played",
         1,
         HC_NONE,
         0,
         1,
         {10},
         0,
         "Bob plays a Red Skip.",
         "Bob spielt eine rote Aussetzkarte."},
        {"shed",
         "",
         "card_played",
         0,
         HC_NONE,
         0,
         1,
         {52},
         0,
         "You play a Wild.",
         "Du spielst eine Farbwahlkarte."},
        {"shed",
         "",
         "drew",
         0,
         HC_NONE,
         0,
         2,
         {5, 18},
         0,
         "You draw a Red 5 and a Blue 5.",
         "Du ziehst eine rote 5 und eine blaue 5."},
        {"shed",
         "",
         "drew",
         1,
         HC_NONE,
         0,
         1,
         {HC_HIDDEN},
         0,
         "Bob draws a card.",
         "Bob zieht eine Karte."},
        {"shed",
         "",
         "drew",
         1,
         HC_NONE,
         0,
         2,
         {HC_HIDDEN, HC_HIDDEN},
         0,
         "Bob draws 2 cards.",
         "Bob zieht 2 Karten."},
        {"shed",
         "",
         "drew",
         1,
         HC_NONE,
         0,
         2,
         {5, HC_HIDDEN},
         0,
         "Bob draws a Red 5 and 1 hidden card.",
         "Bob zieht eine rote 5 und 1 verdeckte Karte."},
        {"shed",
         "",
         "round_won",
         0,
         HC_NONE,
         1,
         0,
         {0},
         0,
         "You win the round and 1 point.",
         "Du gewinnst die Runde und 1 Punkt."},
        {"shed",
         "",
         "round_won",
         0,
         HC_NONE,
         20,
         0,
         {0},
         1,
         "Ann wins the round and 20 points.",
         "Ann gewinnt die Runde und 20 Punkte."},
        {"shed",
         "match_mode=single",
         "round_won",
         0,
         HC_NONE,
         20,
         0,
         {0},
         0,
         "You win the round.",
         "Du gewinnst die Runde."},
        {"shed",
         "",
         "game_won",
         0,
         HC_NONE,
         1,
         0,
         {0},
         0,
         "You win the match!",
         "Du gewinnst die Partie!"},
        {"shed",
         "",
         "game_won",
         0,
         HC_NONE,
         3,
         0,
         {0},
         0,
         "You and Bob win the match!",
         "Du und Bob gewinnt die Partie!"},
        {"shed",
         "",
         "game_won",
         0,
         HC_NONE,
         6,
         0,
         {0},
         0,
         "Bob and Cem win the match!",
         "Bob und Cem gewinnen die Partie!"},
        {"shed",
         "",
         "game_won",
         0,
         HC_NONE,
         7,
         0,
         {0},
         5,
         "Ann, Bob and Cem win the match!",
         "Ann, Bob und Cem gewinnen die Partie!"},
        {"shed",
         "",
         "color_chosen",
         1,
         HC_NONE,
         2,
         0,
         {0},
         0,
         "Bob names the colour green.",
         "Bob nennt die Farbe Grün."},
        {"shed",
         "",
         "challenge",
         0,
         HC_NONE,
         1,
         0,
         {0},
         0,
         "You challenge the Wild Draw Four: it was a bluff.",
         "Du zweifelst die Zieh-vier-Karte an: Sie war ein Bluff."},
        {"shed",
         "",
         "uno_caught",
         1,
         0,
         0,
         0,
         {0},
         0,
         "Bob catches you: UNO was not called!",
         "Bob erwischt dich: UNO vergessen!"},
        {"shed",
         "",
         "hands_swapped",
         1,
         0,
         0,
         0,
         {0},
         0,
         "Bob exchanges hands with you.",
         "Bob tauscht die Karten mit dir."},
        {"two",
         "ed2019",
         "card_dealt",
         0,
         HC_NONE,
         0,
         1,
         {0},
         0,
         "You draw the Spy.",
         "Du ziehst die Spionin."},
        {"two",
         "",
         "card_played",
         1,
         HC_NONE,
         0,
         1,
         {4},
         0,
         "Bob plays the Prince.",
         "Bob spielt den Prinzen."},
        {"two",
         "",
         "card_laid_open",
         HC_NONE,
         HC_NONE,
         0,
         1,
         {4},
         0,
         "The Prince is laid open and takes no part.",
         "Der Prinz liegt offen und spielt nicht mit."},
        {"two",
         "",
         "guess_wrong",
         0,
         1,
         2,
         0,
         {0},
         0,
         "Guard on Bob, guessing Baron: wrong.",
         "Wächterin gegen Bob, geraten: Baron – falsch."},
        {"two",
         "",
         "guess_right",
         1,
         0,
         2,
         0,
         {0},
         0,
         "Guard on you, guessing Baron: right.",
         "Wächterin gegen dich, geraten: Baron – richtig."},
        {"two",
         "",
         "hand_revealed",
         1,
         0,
         0,
         1,
         {2},
         0,
         "Bob shows the Baron to you.",
         "Bob zeigt dir den Baron."},
    };

    (void)state;
    for (unsigned i = 0; i < HC_COUNT(rows); i++) {
        const struct hc_game *game = hc_game_find(rows[i].game);
        struct hc_seen seen = {.seat = (uint8_t)rows[i].seat,
                               .other = (uint8_t)rows[i].other,
                               .count = rows[i].count,
                               .value = rows[i].value};
        char text[TEXT_CHARS];
        struct hc_problem why;
        struct hc_rules rules;

        while (strcmp(game->events[seen.kind].name, rows[i].event))
            seen.kind++;
        memcpy(seen.face, rows[i].face, sizeof rows[i].face);
        assert_true(hc_rules_parse(game, rows[i].rules, &rules, &why));
        hc_seen_say(game, &rules, &seen, rows[i].viewer, names, NULL, text, sizeof text);
        assert_string_equal(text, rows[i].english);
        hc_seen_say(game, &rules, &seen, rows[i].viewer, names, hc_language_find("de"), text,
                    sizeof text);
        assert_string_equal(text, rows[i].german);
    }
}

/* Numbers, persons and cases of the other languages. */
static void sentences_agree_everywhere(void **state)
{
    static const struct {
        const char *language, *game, *event;
        struct hc_seen seen;
        unsigned viewer;
        const char *want;
    } rows[] = {
        {"pt",
         "shed",
         "card_played",
         {.seat = 0, .count = 1, .face = {10}},
         0,
         "Você joga um Bloqueio vermelho."},
        {"pt",
         "shed",
         "drew",
         {.seat = 1, .count = 2, .face = {5, HC_HIDDEN}},
         0,
         "Bob compra um 5 vermelho e 1 carta oculta."},
        {"pt",
         "shed",
         "round_won",
         {.seat = 0, .value = 1},
         1,
         "Ann vence a rodada e ganha 1 ponto."},
        {"pt", "shed", "game_won", {.value = 3}, 0, "Você e Bob vencem a partida!"},
        {"pt", "shed", "turn", {.seat = 1}, 1, "É a sua vez."},
        {"pt",
         "two",
         "hand_revealed",
         {.seat = 1, .other = 0, .count = 1, .face = {2}},
         0,
         "Bob mostra o Barão para você."},
        {"es",
         "shed",
         "card_played",
         {.seat = 0, .count = 1, .face = {11}},
         0,
         "Juegas una Reversa roja."},
        {"es", "shed", "uno_called", {.seat = 1}, 0, "¡Bob canta UNO!"},
        {"es", "shed", "uno_caught", {.seat = 1, .other = 0}, 0, "Bob te atrapa: no cantaste UNO."},
        {"es", "shed", "uno_caught", {.seat = 0, .other = 1}, 0, "Atrapas a Bob: no cantó UNO."},
        {"es", "shed", "hands_swapped", {.seat = 1, .other = 0}, 0, "Bob cambia la mano contigo."},
        {"es", "shed", "game_won", {.value = 6}, 0, "¡Bob y Cem ganan la partida!"},
        {"es",
         "two",
         "hand_revealed",
         {.seat = 1, .other = 0, .count = 1, .face = {2}},
         0,
         "Bob te muestra el Barón."},
        {"ru",
         "shed",
         "card_played",
         {.seat = 0, .count = 1, .face = {5}},
         0,
         "Ты кладёшь красную 5."},
        {"ru",
         "shed",
         "card_played",
         {.seat = 1, .count = 1, .face = {52}},
         0,
         "Bob кладёт джокера."},
        {"ru",
         "shed",
         "initial_card",
         {.count = 1, .face = {10}},
         0,
         "Первая карта: красный пропуск."},
        {"ru",
         "shed",
         "drew",
         {.seat = 1, .count = 1, .face = {HC_HIDDEN}},
         0,
         "Bob берёт 1 карту."},
        {"ru",
         "shed",
         "drew",
         {.seat = 1, .count = 2, .face = {HC_HIDDEN, HC_HIDDEN}},
         0,
         "Bob берёт 2 карты."},
        {"ru", "shed", "round_won", {.seat = 0, .value = 21}, 0, "Ты выигрываешь раунд и 21 очко."},
        {"ru",
         "shed",
         "round_won",
         {.seat = 0, .value = 112},
         1,
         "Ann выигрывает раунд и 112 очков."},
        {"ru", "shed", "round_won", {.seat = 0, .value = 3}, 1, "Ann выигрывает раунд и 3 очка."},
        {"ru", "shed", "game_won", {.value = 3}, 0, "Ты и Bob выигрываете партию!"},
        {"ru", "shed", "uno_caught", {.seat = 1, .other = 0}, 0, "Bob ловит тебя: UNO не сказано!"},
        {"ru",
         "shed",
         "uno_caught",
         {.seat = 0, .other = 1},
         0,
         "Ты ловишь игрока Bob: UNO не сказано!"},
        {"ru", "shed", "scored", {.seat = 1, .value = 21}, 0, "У игрока Bob теперь 21 очко."},
        {"ru", "shed", "scored", {.seat = 0, .value = 5}, 0, "У тебя теперь 5 очков."},
        {"ru",
         "shed",
         "hands_swapped",
         {.seat = 1, .other = 0},
         0,
         "Bob меняется картами с тобой."},
        {"ru", "two", "player_action_updated", {.seat = 0, .other = 0}, 0, "Ты выбираешь себя."},
        {"ru", "two", "player_action_updated", {.seat = 1, .other = 0}, 0, "Bob выбирает тебя."},
        {"ru", "two", "card_played", {.seat = 1, .count = 1, .face = {4}}, 0, "Bob играет Принца."},
        {"ru",
         "two",
         "hand_revealed",
         {.seat = 1, .other = 0, .count = 1, .face = {2}},
         0,
         "Bob показывает тебе карту: Барон."},
    };

    (void)state;
    for (unsigned i = 0; i < HC_COUNT(rows); i++) {
        const struct hc_game *game = hc_game_find(rows[i].game);
        struct hc_seen seen = rows[i].seen;
        char text[TEXT_CHARS];
        struct hc_rules rules;

        while (strcmp(game->events[seen.kind].name, rows[i].event))
            seen.kind++;
        hc_options_defaults(&game->options, &rules);
        hc_seen_say(game, &rules, &seen, rows[i].viewer, names, hc_language_find(rows[i].language),
                    text, sizeof text);
        assert_string_equal(text, rows[i].want);
    }
}

/* What is wrong with rules, settings and commands is explained in the language of who wrote them.
 */
static void mistakes_are_explained(void **state)
{
    static const struct {
        const char *rules, *english, *german;
    } rows[] = {
        {"stacking=x", "stacking must be none, same, upward or any",
         "stacking muss none, same, upward oder any sein"},
        {"initial_cards=0", "initial_cards must be 1 to 20", "initial_cards muss 1 bis 20 sein"},
        {"x=1", "x is not an option of this game", "x ist keine Option dieses Spiels"},
        {"min_players=5 max_players=3", "max_players must not be below min_players",
         "max_players darf nicht unter min_players liegen"},
    };
    static const struct {
        const char *command, *english, *german;
    } commands[] = {
        {"xyz", "\"xyz\" is not a command of this game", "„xyz“ ist kein Befehl dieses Spiels"},
        {"play Q9", "\"Q9\" is not a card", "„Q9“ ist keine Karte"},
        {"play", "a card is missing", "eine Karte fehlt"},
    };
    const struct hc_language *german = hc_language_find("de");
    const struct hc_game *shed = hc_game_find("shed");
    struct hc_command command;
    struct hc_problem why;
    struct hc_rules rules;
    uint64_t given;

    (void)state;
    for (unsigned i = 0; i < HC_COUNT(rows); i++) {
        assert_false(hc_rules_parse(shed, rows[i].rules, &rules, &why));
        assert_string_equal(why.text, rows[i].english);
        assert_false(hc_rules_parse_in(shed, rows[i].rules, &rules, german, &why));
        assert_string_equal(why.text, rows[i].german);
    }
    assert_true(hc_rules_parse_in(shed, "jump_in_wilds=true", &rules, german, &why));
    assert_string_equal(why.text, "jump_in_wilds bewirkt nichts ohne jump_in");
    assert_false(hc_options_parse(&hc_room_settings, "x=1", &rules, &given, NULL, &why));
    assert_string_equal(why.text, "x is not a setting of a table");
    assert_false(hc_options_parse(&hc_room_settings, "x", &rules, &given, german, &why));
    assert_string_equal(why.text, "x ist weder eine Voreinstellung für einen Tisch noch name=wert");
    assert_true(hc_rules_parse(shed, "initial_cards=20", &rules, &why));
    for (unsigned i = 0; i < HC_COUNT(commands); i++) {
        hc_command_parse(shed, &rules, commands[i].command, &command, &why);
        assert_string_equal(why.text, commands[i].english);
        hc_command_parse_in(shed, &rules, commands[i].command, &command, german, &why);
        assert_string_equal(why.text, commands[i].german);
    }
    assert_int_equal(hc_rules_fit_in(shed, &rules, 10, german, &why), HC_BAD_CONFIG);
    assert_string_equal(why.text,
                        "10 Spieler mit initial_cards=20 brauchen 205 Karten, und es gibt "
                        "108: nimm initial_cards=10 oder weniger, oder höchstens 5 Spieler");
    assert_int_equal(hc_rules_fit_in(shed, &rules, 1, german, &why), HC_NOT_ENOUGH_PLAYERS);
    assert_string_equal(why.text, "diese Regeln sind für 2 bis 10 Spieler, nicht 1");
}

/* ---- Lengths and goals ----------------------------------------------------------------------- */

/* The lengths of every game are rules, the first of which is one round. */
static void lengths_are_rules(void **state)
{
    (void)state;
    for (unsigned g = 0; g < hc_games_count; g++) {
        const struct hc_match_length *length;
        size_t count = 0;

        for (; (length = hc_match_length_at(hc_games[g], count)); count++) {
            struct hc_problem why;
            struct hc_rules rules;

            assert_true(hc_rules_parse(hc_games[g], length->text, &rules, &why));
            assert_int_equal(hc_goal(hc_games[g], &rules, 2) <= 1, count == 0);
            assert_true(strlen(hc_match_length_sentence(hc_games[g], length, NULL)) > 5);
        }
        assert_int_equal(count, 3);
    }
}

static void goals_are_those_of_the_rules(void **state)
{
    static const struct {
        const char *game, *rules;
        unsigned players, goal;
        const char *said;
    } rows[] = {
        {"shed", "", 2, 500, "0 of 500 points"},
        {"shed", "match_mode=single", 2, 0, ""},
        {"shed", "points_to_win=150", 4, 150, "0 of 150 points"},
        {"two", "", 2, 7, "0 of 7 tokens"},
        {"two", "", 4, 4, "0 of 4 tokens"},
        {"two", "ed2019", 6, 3, "0 of 3 tokens"},
        {"two", "tokens_to_win=1", 2, 1, ""},
        {"null", "", 2, 3, "0 of 3 rounds"},
    };

    (void)state;
    for (unsigned i = 0; i < HC_COUNT(rows); i++) {
        const struct hc_game *game = hc_game_find(rows[i].game);
        char text[TEXT_CHARS];
        uint8_t seed[HC_SEED_BYTES] = {1};
        struct hc_problem why;
        struct hc_rules rules;
        struct hc_view view;

        assert_true(hc_rules_parse(game, rows[i].rules, &rules, &why));
        assert_int_equal(hc_goal(game, &rules, rows[i].players), rows[i].goal);
        assert_int_equal(hc_table_open(&table, game, &rules, rows[i].players, seed), HC_OK);
        hc_view(&table, 0, 0, &view);
        hc_goal_say(&view, 0, NULL, text, sizeof text);
        assert_string_equal(text, rows[i].said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_are_told_in_each_language),
        cmocka_unit_test(every_event_can_be_told),
        cmocka_unit_test(every_text_is_translated),
        cmocka_unit_test(choices_have_letters_of_their_own),
        cmocka_unit_test(refusals_are_as_the_game_says_them),
        cmocka_unit_test(how_to_play_is_short_and_true),
        cmocka_unit_test(how_to_play_is_that_of_this_table),
        cmocka_unit_test(sentences_agree),
        cmocka_unit_test(sentences_agree_everywhere),
        cmocka_unit_test(mistakes_are_explained),
        cmocka_unit_test(lengths_are_rules),
        cmocka_unit_test(goals_are_those_of_the_rules),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
