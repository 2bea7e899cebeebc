// SPDX-License-Identifier: MIT
/* menu.c: the rows of the start menu, what they say and how they change a setup. */
#include "doors/terminal/menu.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/check.h"
#include "doors/terminal/length.h"
#include "doors/terminal/own_name.h"
#include "doors/terminal/phrase.h"
#include "doors/terminal/settings.h"
#include "doors/terminal/setup_text.h"
#include "doors/terminal/status.h"
#include "games/game.h"

enum { DELAY_STEP_MS = 100, FORGET_STEP = 5 };

/* "Shed, 3 players, left 2026-03-05 14:05". */
static void put_left(const struct kept_match *match, char *text, size_t size)
{
    time_t left = (time_t)(match->left_ms / 1000);
    struct tm local;
    char when[60] = "", game[MENU_TEXT_CHARS];
    struct hc_text out;

    if (localtime_r(&left, &local))
        strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    hc_text_init(&out, game, sizeof game);
    phrase_put_game(match->game, &out);
    hc_text_init(&out, text, size);
    PHRASE(&out, TERMINAL_MATCH_LEFT, {"game", game, 0}, {"count", NULL, match->seats},
           {"when", when, 0});
}

void menu_open(struct menu *menu, struct setup *setup, const struct terminal_process *process)
{
    struct kept_match list[KEPT_MAX];

    *menu = (struct menu){.setup = setup,
                          .preset = setup_nearest_preset(setup),
                          .title = phrase_word(TERMINAL_MENU_OPTIONS)};
    if (!process->kept(list))
        return;
    memcpy(menu->id, list[0].code, sizeof menu->id);
    put_left(&list[0], menu->left, sizeof menu->left);
}

/* ---- Which rows ----------------------------------------------------------------------------- */

/* The options that are edited, and their values. */
static const struct hc_option_list *list_of(const struct menu *menu)
{
    return menu->settings ? menu->settings : &menu->setup->game->options;
}

static const struct hc_rules *values_of(const struct menu *menu)
{
    return menu->settings ? &menu->values : &menu->setup->rules;
}

static const struct hc_option *option_of(const struct menu *menu, struct row row)
{
    return hc_options_at(list_of(menu), row.index);
}

/* Where the catalogues have the texts of what is edited. */
static const char *scope_of(const struct menu *menu)
{
    return menu->settings ? "room" : hc_game_name(menu->setup->game);
}

static const char *sentence_of(const struct menu *menu, const char *section, const char *name)
{
    return words_of_game(phrase_language(), scope_of(menu), section, name);
}

static bool read_options(const struct menu *menu, const char *text, struct hc_rules *values,
                         struct hc_problem *why)
{
    uint64_t given;

    return menu->settings
               ? hc_options_parse(menu->settings, text, values, &given, phrase_language(), why)
               : hc_rules_parse_in(menu->setup->game, text, values, phrase_language(), why);
}

/* The values of a preset; the defaults for HC_NONE. */
static void read_preset(const struct menu *menu, unsigned preset, struct hc_rules *values)
{
    struct hc_problem why;

    HC_CHECK(read_options(menu, preset == HC_NONE ? "" : list_of(menu)->presets[preset].name,
                          values, &why));
}

static unsigned count_people(const struct setup *setup)
{
    unsigned people = 0;

    for (unsigned s = 0; s < setup->seats; s++)
        people += !setup->bot[s];
    return people;
}

static unsigned option_rows(const struct menu *menu, struct row rows[MENU_ROWS_MAX])
{
    const struct hc_option *option;
    unsigned count = 0;

    if (menu->at_table && list_of(menu)->preset_count)
        rows[count++] = (struct row){ROW_PRESET, 0};
    for (unsigned o = 0; (option = hc_options_at(list_of(menu), o)); o++)
        if (option->type != HC_OPTION_SEED)
            rows[count++] = (struct row){ROW_OPTION, o};
    return count;
}

unsigned menu_rows(const struct menu *menu, bool options, struct row rows[MENU_ROWS_MAX])
{
    static const enum row_kind table[] = {ROW_PLAY,   ROW_GAME,    ROW_LENGTH,
                                          ROW_PRESET, ROW_OPTIONS, ROW_SEATS};
    static const enum row_kind habits[] = {ROW_DELAY, ROW_FORGET, ROW_SIGNAL, ROW_PLAIN, ROW_LEAVE};
    const struct setup *setup = menu->setup;
    unsigned count = 0;

    if (options)
        return option_rows(menu, rows);
    if (*menu->id)
        rows[count++] = (struct row){ROW_CONTINUE, 0};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i] != ROW_PRESET || hc_preset_at(setup->game, 0))
            rows[count++] = (struct row){table[i], 0};
    for (unsigned s = 0; s < setup->seats; s++) {
        rows[count++] = (struct row){ROW_SEAT, s};
        if (setup->bot[s] && setup->bot[s]->budget)
            rows[count++] = (struct row){ROW_BUDGET, s};
    }
    for (unsigned p = 0; p < count_people(setup); p++)
        rows[count++] = (struct row){ROW_NAME, p};
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
        rows[count++] = (struct row){habits[i], 0};
    return count;
}

/* ---- What they say -------------------------------------------------------------------------- */

/* The seat of a person who is counted among people only. */
static unsigned seat_of_person(const struct setup *setup, unsigned person)
{
    unsigned seat = 0;

    while (seat < setup->seats && (setup->bot[seat] || person--))
        seat++;
    return seat;
}

void menu_put_label(const struct menu *menu, struct row row, struct hc_text *out)
{
    static const enum hc_word labels[] = {
        [ROW_CONTINUE] = TERMINAL_MENU_CONTINUE, [ROW_PLAY] = TERMINAL_MENU_PLAY,
        [ROW_GAME] = TERMINAL_MENU_GAME,         [ROW_PRESET] = TERMINAL_MENU_RULES,
        [ROW_LENGTH] = TERMINAL_LENGTH,          [ROW_SIGNAL] = TERMINAL_SIGNAL,
        [ROW_OPTIONS] = TERMINAL_MENU_OPTIONS,   [ROW_SEATS] = TERMINAL_MENU_SEATS,
        [ROW_SEAT] = TERMINAL_MENU_SEAT,         [ROW_BUDGET] = TERMINAL_MENU_BUDGET,
        [ROW_NAME] = TERMINAL_MENU_NAME,         [ROW_DELAY] = TERMINAL_MENU_DELAY,
        [ROW_FORGET] = TERMINAL_MENU_FORGET,     [ROW_PLAIN] = TERMINAL_MENU_PLAIN,
        [ROW_LEAVE] = TERMINAL_AFTER_LEAVE};

    if (row.kind == ROW_OPTION)
        hc_put(out, option_of(menu, row)->name);
    else if (row.kind == ROW_NAME && count_people(menu->setup) > 1)
        PHRASE(out, TERMINAL_MENU_NAME_OF, {"count", NULL, seat_of_person(menu->setup, row.index)});
    else if (row.kind == ROW_PRESET && menu->settings)
        hc_put(out, phrase_word(TERMINAL_MENU_PRESET));
    else
        PHRASE(out, labels[row.kind], {"count", NULL, row.index});
}

static unsigned count_changed(const struct menu *menu)
{
    unsigned count = 0;

    for (unsigned o = 0; hc_options_at(list_of(menu), o); o++)
        count += menu_is_changed(menu, (struct row){ROW_OPTION, o});
    return count;
}

/* "Shed, party with changes, one round: you, fair and fair". */
static void put_table(const struct menu *menu, struct hc_text *out)
{
    const struct setup *setup = menu->setup;
    const char *code = menu->preset == HC_NONE ? "" : hc_preset_at(setup->game, menu->preset)->name;
    bool alone = count_people(setup) == 1;
    char game[MENU_TEXT_CHARS], length[MENU_TEXT_CHARS], players[MENU_TEXT_CHARS];
    struct hc_text text;

    hc_text_init(&text, game, sizeof game);
    phrase_put_game(setup->game, &text);
    hc_text_init(&text, length, sizeof length);
    menu_put_value(menu, (struct row){ROW_LENGTH, 0}, &text);
    hc_text_init(&text, players, sizeof players);
    for (unsigned s = 0; s < setup->seats; s++) {
        phrase_put_between(s, setup->seats, &text);
        if (alone && !setup->bot[s])
            hc_put(&text, words_text(phrase_language(), WORDS_YOU));
        else
            menu_put_choice(menu, (struct row){ROW_SEAT, s},
                            menu_choice(menu, (struct row){ROW_SEAT, s}), &text);
    }
    /* A preset that bears the name of the game says nothing more. */
    PHRASE(out, TERMINAL_MENU_TABLE, {"game", game, 0},
           {"preset",
            strcmp(code, hc_game_name(setup->game)) ? phrase_preset(scope_of(menu), code) : "", 0},
           {"changed", NULL, count_changed(menu)}, {"length", length, 0}, {"players", players, 0});
}

void menu_put_value(const struct menu *menu, struct row row, struct hc_text *out)
{
    const struct setup *setup = menu->setup;

    if (menu_choices(menu, row)) {
        menu_put_choice(menu, row, menu_choice(menu, row), out);
    } else if (row.kind == ROW_CONTINUE) {
        hc_put(out, menu->left);
    } else if (row.kind == ROW_PLAY) {
        put_table(menu, out);
    } else if (row.kind == ROW_OPTIONS) {
        PHRASE(out, TERMINAL_MENU_CHANGED, {"count", NULL, count_changed(menu)});
    } else if (row.kind == ROW_BUDGET) {
        PHRASE(out, TERMINAL_MENU_GAMES, {"count", NULL, setup->budget[row.index]});
    } else if (row.kind == ROW_NAME) {
        setup_put_name(setup, row.index, out);
    } else if (row.kind == ROW_DELAY && !setup->delay_given) {
        hc_put(out, phrase_word(TERMINAL_MENU_USUAL));
    } else if (row.kind == ROW_DELAY) {
        hc_put_number(out, setup->bot_delay_ms);
        hc_put(out, " ms");
    } else if (row.kind == ROW_FORGET) {
        hc_put_number(out, setup->forget);
        hc_put(out, " %");
    } else if (row.kind == ROW_OPTION) {
        phrase_put_option_words(scope_of(menu), option_of(menu, row),
                                hc_options_value(list_of(menu), values_of(menu), row.index), out);
    }
}

bool menu_is_changed(const struct menu *menu, struct row row)
{
    struct hc_rules rules;

    if (row.kind != ROW_OPTION || option_of(menu, row)->type == HC_OPTION_SEED)
        return false;
    read_preset(menu, menu->preset, &rules);
    if (!menu->at_table)
        length_set(menu->setup->game, length_of(menu->setup->game, &menu->setup->rules), &rules);
    return hc_options_value(list_of(menu), values_of(menu), row.index) !=
           hc_options_value(list_of(menu), &rules, row.index);
}

/* Sentences in the tables may be without a capital letter and a full stop. */
static void put_sentence(const char *sentence, struct hc_text *out)
{
    size_t length = strlen(sentence), first;
    char letter[WORDS_LETTER_CHARS];

    if (!length)
        return;
    first = words_letter(sentence, letter);
    hc_put(out, letter);
    hc_put(out, sentence + first);
    hc_put(out, sentence[length - 1] == '.' ? "" : ".");
}

/* "none, the same card or any draw card". */
static void put_range(const struct menu *menu, const struct hc_option *option, struct hc_text *out)
{
    if (option->type == HC_OPTION_INT) {
        hc_option_range(option, phrase_language(), out);
        return;
    }
    for (uint32_t v = 0; v <= option->max; v++) {
        if (v)
            hc_put(out, words_text(phrase_language(), v < option->max ? WORDS_COMMA : WORDS_OR));
        phrase_put_option_words(scope_of(menu), option, v, out);
    }
}

static void put_option_sentence(const struct menu *menu, unsigned index, struct hc_text *out)
{
    const struct hc_option *option = hc_options_at(list_of(menu), index);
    char range[MENU_TEXT_CHARS], usual[MENU_TEXT_CHARS];
    struct hc_text text;

    put_sentence(sentence_of(menu, "options", option->name), out);
    hc_text_init(&text, range, sizeof range);
    put_range(menu, option, &text);
    hc_text_init(&text, usual, sizeof usual);
    phrase_put_option_words(scope_of(menu), option, option->preset, &text);
    hc_put_char(out, ' ');
    PHRASE(out, TERMINAL_MENU_ALLOWED, {"range", range, 0}, {"usual", usual, 0});
}

void menu_put_sentence(const struct menu *menu, struct row row, struct hc_text *out)
{
    static const struct {
        bool there;
        enum hc_word word;
    } sentences[] = {
        [ROW_CONTINUE] = {true, TERMINAL_MEANS_CONTINUE},
        [ROW_PLAY] = {true, TERMINAL_MEANS_PLAY},
        [ROW_LENGTH] = {true, TERMINAL_LENGTH_MEANS},
        [ROW_SIGNAL] = {true, TERMINAL_SIGNAL_MEANS},
        [ROW_OPTIONS] = {true, TERMINAL_MEANS_OPTIONS},
        [ROW_SEATS] = {true, TERMINAL_MEANS_SEATS},
        [ROW_BUDGET] = {true, TERMINAL_MEANS_BUDGET},
        [ROW_NAME] = {true, TERMINAL_MEANS_NAME},
        [ROW_DELAY] = {true, TERMINAL_MEANS_DELAY},
        [ROW_FORGET] = {true, TERMINAL_MEANS_FORGET},
        [ROW_PLAIN] = {true, TERMINAL_MEANS_PLAIN},
        [ROW_LEAVE] = {true, TERMINAL_MEANS_LEAVE},
        [ROW_OPTION] = {false, TERMINAL_NONE},
    };
    char value[MENU_TEXT_CHARS] = "";
    struct hc_text text;

    hc_text_init(&text, value, sizeof value);
    if (row.kind == ROW_CONTINUE || row.kind == ROW_PLAY)
        menu_put_value(menu, row, &text);
    if (row.kind == ROW_OPTION)
        put_option_sentence(menu, row.index, out);
    else if (sentences[row.kind].there)
        PHRASE(out, sentences[row.kind].word, {"what", value, 0});
    else
        put_sentence(menu_choice_sentence(menu, row, menu_choice(menu, row)), out);
}

/* ---- Choices -------------------------------------------------------------------------------- */

/* Whether a bot is no level, but a way to play that somebody named: it stays among the choices. */
static bool is_way(const struct hc_bot *bot)
{
    for (size_t i = 0; bot && i < HC_LEVELS; i++)
        if (hc_bot_at(i) == bot)
            return false;
    return bot != NULL;
}

/* Whom a choice other than the first puts on a seat. */
static const struct hc_bot *seat_bot(const struct setup *setup, struct row row, unsigned choice)
{
    return choice <= HC_LEVELS ? hc_bot_at(choice - 1) : setup->bot[row.index];
}

unsigned menu_choices(const struct menu *menu, struct row row)
{
    const struct setup *setup = menu->setup;
    unsigned count = 0;

    switch (row.kind) {
    case ROW_GAME:
        while (hc_game_offered(count))
            count++;
        return count;
    case ROW_PRESET:
        return list_of(menu)->preset_count;
    case ROW_LENGTH:
        /* Options may make it one of its own, which cannot be chosen otherwise. */
        count = length_count(setup->game);
        return count + (length_of(setup->game, &setup->rules) == HC_NONE);
    case ROW_SEATS:
        return hc_seats_max(setup->game, &setup->rules) - hc_seats_min(setup->game, &setup->rules) +
               1;
    case ROW_SEAT:
        return 1 + HC_LEVELS + is_way(setup->bot[row.index]);
    case ROW_SIGNAL:
        return SIGNAL_BOTH + 1;
    case ROW_PLAIN:
        return 2;
    case ROW_OPTION:
        return option_of(menu, row)->type == HC_OPTION_INT ? 0 : option_of(menu, row)->max + 1;
    case ROW_CONTINUE:
    case ROW_PLAY:
    case ROW_OPTIONS:
    case ROW_BUDGET:
    case ROW_NAME:
    case ROW_DELAY:
    case ROW_FORGET:
    case ROW_LEAVE:
        break;
    }
    return 0;
}

unsigned menu_choice(const struct menu *menu, struct row row)
{
    const struct setup *setup = menu->setup;
    unsigned choice = 0;

    if (row.kind == ROW_GAME) {
        while (hc_game_offered(choice) != setup->game)
            choice++;
    } else if (row.kind == ROW_PRESET) {
        choice = menu->preset;
    } else if (row.kind == ROW_LENGTH) {
        choice = length_of(setup->game, &setup->rules);
        choice = choice == HC_NONE ? length_count(setup->game) : choice;
    } else if (row.kind == ROW_SEATS) {
        choice = setup->seats - hc_seats_min(setup->game, &setup->rules);
    } else if (row.kind == ROW_SEAT && setup->bot[row.index]) {
        while (choice < HC_LEVELS && hc_bot_at(choice) != setup->bot[row.index])
            choice++;
        choice++;
    } else if (row.kind == ROW_SIGNAL) {
        choice = setup->signal;
    } else if (row.kind == ROW_PLAIN) {
        choice = setup->plain;
    } else if (row.kind == ROW_OPTION) {
        choice = hc_options_value(list_of(menu), values_of(menu), row.index);
    }
    return choice;
}

void menu_put_choice(const struct menu *menu, struct row row, unsigned choice, struct hc_text *out)
{
    static const enum hc_word signals[] = {[SIGNAL_NONE] = TERMINAL_SIGNAL_NONE,
                                           [SIGNAL_TITLE] = TERMINAL_SIGNAL_TITLE,
                                           [SIGNAL_BELL] = TERMINAL_SIGNAL_BELL,
                                           [SIGNAL_BOTH] = TERMINAL_SIGNAL_BOTH};
    const struct setup *setup = menu->setup;

    if (row.kind == ROW_GAME)
        phrase_put_game(hc_game_offered(choice), out);
    else if (row.kind == ROW_PRESET)
        hc_put(out, phrase_preset(scope_of(menu), list_of(menu)->presets[choice].name));
    else if (row.kind == ROW_LENGTH)
        hc_put(out,
               choice < length_count(setup->game)
                   ? hc_match_length_sentence(setup->game, hc_match_length_at(setup->game, choice),
                                              phrase_language())
                   : phrase_word(TERMINAL_LENGTH_OWN));
    else if (row.kind == ROW_SEATS)
        hc_put_number(out, hc_seats_min(setup->game, &setup->rules) + choice);
    else if (row.kind == ROW_SEAT)
        hc_put(out, phrase_bot(choice ? seat_bot(setup, row, choice)->name : "person"));
    else if (row.kind == ROW_SIGNAL)
        hc_put(out, phrase_word(signals[choice]));
    else if (row.kind == ROW_PLAIN)
        hc_put(out, phrase_word(choice ? TERMINAL_YES : TERMINAL_NO));
    else
        phrase_put_option_words(scope_of(menu), option_of(menu, row), choice, out);
}

void menu_put_code(const struct menu *menu, struct row row, unsigned choice, struct hc_text *out)
{
    if (row.kind == ROW_GAME)
        hc_put(out, hc_game_name(hc_game_offered(choice)));
    else if (row.kind == ROW_PRESET)
        hc_put(out, list_of(menu)->presets[choice].name);
    else if (row.kind == ROW_SEAT)
        hc_put(out, choice ? seat_bot(menu->setup, row, choice)->name : "person");
    else if (row.kind == ROW_OPTION)
        phrase_put_option(option_of(menu, row), choice, out);
}

/* What a game is about stands behind its name. */
static const char *subject_of(const struct hc_game *game)
{
    const char *title = hc_game_title(game, phrase_language());
    size_t name = strcspn(title, ":");

    return title + name + strspn(title + name, ": ");
}

const char *menu_choice_sentence(const struct menu *menu, struct row row, unsigned choice)
{
    if (row.kind == ROW_GAME)
        return subject_of(hc_game_offered(choice));
    if (row.kind == ROW_PRESET)
        return sentence_of(menu, "presets", list_of(menu)->presets[choice].name);
    if (row.kind == ROW_SEAT)
        return choice ? hc_bot_sentence(seat_bot(menu->setup, row, choice), phrase_language())
                      : phrase_word(TERMINAL_SOMEBODY_HERE);
    return "";
}

/* ---- Changes -------------------------------------------------------------------------------- */

/* Other rules may have room for fewer players, or want more. A new seat is taken by somebody like
 * the one before. */
static void fit_seats(struct setup *setup, unsigned seats)
{
    unsigned min = hc_seats_min(setup->game, &setup->rules);
    unsigned max = hc_seats_max(setup->game, &setup->rules);
    unsigned before = setup->seats;

    setup->seats = seats < min ? min : seats > max ? max : seats;
    for (unsigned s = before; s < setup->seats; s++) {
        setup->bot[s] = s > 1 ? setup->bot[s - 1] : NULL;
        setup->budget[s] = s > 1 ? setup->budget[s - 1] : 0;
        if (s == 1)
            setup_usual_bot(setup, s);
    }
    for (unsigned s = setup->seats; s < HC_SEATS_MAX; s++)
        setup->bot[s] = NULL;
}

static void set_values(struct menu *menu, const struct hc_rules *values)
{
    if (menu->settings) {
        menu->values = *values;
        return;
    }
    menu->setup->rules = *values;
    fit_seats(menu->setup, menu->setup->seats);
}

void menu_put_options(const struct menu *menu, struct hc_text *out)
{
    if (menu->settings)
        hc_options_print_changed(menu->settings, &menu->values, out);
    else
        setup_put_rules(menu->setup, out);
}

/* The rules are written anew with one option changed, and read: so they are judged as a whole. */
static bool set_option(struct menu *menu, unsigned index, const char *value, struct hc_problem *why)
{
    char text[RULES_CHARS];
    struct hc_text out;
    struct hc_rules values;

    hc_text_init(&out, text, sizeof text);
    menu_put_options(menu, &out);
    hc_put_char(&out, ' ');
    hc_put(&out, hc_options_at(list_of(menu), index)->name);
    hc_put_char(&out, '=');
    hc_put(&out, value);
    if (!read_options(menu, text, &values, why))
        return false;
    set_values(menu, &values);
    return true;
}

bool menu_choose(struct menu *menu, struct row row, unsigned choice, struct hc_problem *why)
{
    struct setup *setup = menu->setup;
    char text[MENU_TEXT_CHARS];
    struct hc_text value;

    if (choice == menu_choice(menu, row))
        return true;
    menu->changed = true;
    if (row.kind == ROW_GAME) {
        setup_game(setup, hc_game_offered(choice));
        length_set(setup->game, 0, &setup->rules);
        menu->preset = setup_nearest_preset(setup);
    } else if (row.kind == ROW_PRESET) {
        struct hc_rules values;

        menu->preset = choice;
        read_preset(menu, choice, &values);
        if (!menu->at_table)
            length_set(setup->game, length_of(setup->game, &setup->rules), &values);
        set_values(menu, &values);
    } else if (row.kind == ROW_LENGTH) {
        length_set(setup->game, choice, &setup->rules);
    } else if (row.kind == ROW_SEATS) {
        fit_seats(setup, hc_seats_min(setup->game, &setup->rules) + choice);
    } else if (row.kind == ROW_SEAT) {
        setup->bot[row.index] = choice ? seat_bot(setup, row, choice) : NULL;
        setup->budget[row.index] = choice ? setup->bot[row.index]->budget : 0;
    } else if (row.kind == ROW_SIGNAL) {
        setup->signal = (enum turn_signal)choice;
    } else if (row.kind == ROW_PLAIN) {
        setup->plain = choice;
    } else {
        hc_text_init(&value, text, sizeof text);
        menu_put_code(menu, row, choice, &value);
        return set_option(menu, row.index, text, why);
    }
    return true;
}

bool menu_is_typed(const struct menu *menu, struct row row)
{
    return row.kind == ROW_BUDGET || row.kind == ROW_NAME || row.kind == ROW_DELAY ||
           row.kind == ROW_FORGET || (row.kind == ROW_OPTION && !menu_choices(menu, row));
}

static bool set_budget(struct setup *setup, unsigned seat, const char *text, struct hc_problem *why)
{
    uint64_t budget;
    const char *end = hc_read_number(text, HC_BUDGET_MAX, &budget);

    if (!end || *end || !budget)
        return PHRASE_WHY(why, TERMINAL_NUMBER_MUST, {"least", NULL, 1},
                          {"most", NULL, HC_BUDGET_MAX});
    setup->budget[seat] = (uint32_t)budget;
    return true;
}

bool menu_type(struct menu *menu, struct row row, const char *text, struct hc_problem *why)
{
    struct setup *setup = menu->setup;
    bool ok;

    if (row.kind == ROW_BUDGET)
        ok = set_budget(setup, row.index, text, why);
    else if (row.kind == ROW_NAME)
        ok = setup_one_name(setup, row.index, text, strlen(text), why);
    else if (row.kind == ROW_DELAY && !*text)
        ok = !(setup->delay_given = false);
    else if (row.kind == ROW_DELAY)
        ok = setup_delay(setup, text, why);
    else if (row.kind == ROW_FORGET)
        ok = setup_forget(setup, text, why);
    else
        ok = set_option(menu, row.index, text, why);
    menu->changed |= ok;
    return ok;
}

/* The number behind a typed row, and how far a step goes. */
static uint32_t number_of(const struct menu *menu, struct row row, bool up, uint32_t *step)
{
    const struct setup *setup = menu->setup;

    *step = 1;
    if (row.kind == ROW_OPTION)
        return hc_options_value(list_of(menu), values_of(menu), row.index);
    if (row.kind == ROW_FORGET) {
        *step = FORGET_STEP;
        return setup->forget;
    }
    if (row.kind == ROW_DELAY) {
        *step = DELAY_STEP_MS;
        return setup->delay_given ? setup->bot_delay_ms : DELAY_FULL_MS;
    }
    *step = setup->budget[row.index] + up <= 1000 ? 100 : 1000;
    return setup->budget[row.index];
}

bool menu_step(struct menu *menu, struct row row, bool up, struct hc_problem *why)
{
    unsigned choices = menu_choices(menu, row), choice = menu_choice(menu, row);
    uint32_t number, step;
    char text[16];

    if (choices)
        return up ? choice + 1 == choices || menu_choose(menu, row, choice + 1, why)
                  : !choice || menu_choose(menu, row, choice - 1, why);
    if (!menu_is_typed(menu, row) || row.kind == ROW_NAME)
        return true;
    number = number_of(menu, row, up, &step);
    if (!up && number < step + (row.kind == ROW_BUDGET))
        return true;
    snprintf(text, sizeof text, "%u", (unsigned)(up ? number + step : number - step));
    return menu_type(menu, row, text, why);
}

bool menu_edit(struct menu *menu, bool full)
{
    if (full)
        menu_edit_full(menu);
    else
        menu_edit_line(menu);
    return !menu->stopped;
}

/* ---- The way in and out --------------------------------------------------------------------- */

bool menu_ask_name(struct setup *setup, bool full, int *status)
{
    struct menu menu = {.setup = setup};

    if (full)
        menu_name_full(&menu);
    else
        own_name_ask(setup);
    if (menu.changed)
        settings_write(setup);
    *status = STATUS_STOPPED;
    return !menu.stopped;
}

bool menu_run(struct setup *setup, const struct terminal_process *process, bool full,
              bool asks_name, char id[URL_CODE_CHARS], int *status)
{
    struct menu menu;
    enum row_kind end;

    menu_open(&menu, setup, process);
    menu.asks_name = asks_name;
    end = full ? menu_full(&menu) : menu_line(&menu);
    *id = '\0';
    if (menu.changed)
        settings_write(setup);
    if (end == ROW_CONTINUE)
        memcpy(id, menu.id, URL_CODE_CHARS);
    *status = menu.stopped ? STATUS_STOPPED : STATUS_OK;
    return end != ROW_LEAVE;
}
