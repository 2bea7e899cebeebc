// SPDX-License-Identifier: MIT
/*
 * menu_line.c: the start menu as numbered questions, a line each, that a screen reader can speak.
 */
#include <stdio.h>
#include <string.h>

#include "doors/terminal/line.h"
#include "doors/terminal/menu.h"
#include "doors/terminal/own_name.h"
#include "doors/terminal/phrase.h"

static void print_row(const struct menu *menu, struct row row, unsigned number)
{
    char label[MENU_TEXT_CHARS], value[MENU_TEXT_CHARS];
    bool changed = menu_is_changed(menu, row);
    struct hc_text out;

    hc_text_init(&out, label, sizeof label);
    menu_put_label(menu, row, &out);
    hc_text_init(&out, value, sizeof value);
    menu_put_value(menu, row, &out);
    printf("  %u  %s%s%s%s%s.\n", number, label, *value ? ": " : "", value, changed ? " " : "",
           changed ? phrase_word(TERMINAL_CHANGED_MARK) : "");
}

static void print_rows(const struct menu *menu, const struct row *rows, unsigned count)
{
    for (unsigned r = 0; r < count; r++)
        print_row(menu, rows[r], r + 1);
}

/* A number from 1 to `count`, or 0 for anything else. */
static unsigned read_choice(const char *line, unsigned count)
{
    uint64_t number;
    const char *end = hc_read_number(line, count, &number);

    return end && !*end ? (unsigned)number : 0;
}

static void put_choice(const struct menu *menu, struct row row, unsigned choice,
                       char name[MENU_TEXT_CHARS])
{
    struct hc_text out;

    hc_text_init(&out, name, MENU_TEXT_CHARS);
    menu_put_choice(menu, row, choice, &out);
}

/* The choice that a line names, from 1; 0 if there is none. Seats are numbers themselves, anything
 * else may be answered by the number of its line. */
static unsigned find_choice(const struct menu *menu, struct row row, const char *line)
{
    char name[MENU_TEXT_CHARS], code[MENU_TEXT_CHARS];
    struct hc_text out;

    for (unsigned c = 0; c < menu_choices(menu, row); c++) {
        put_choice(menu, row, c, name);
        hc_text_init(&out, code, sizeof code);
        menu_put_code(menu, row, c, &out);
        if (hc_word_is(line, strlen(line), name) || hc_word_is(line, strlen(line), code))
            return c + 1;
    }
    return row.kind == ROW_SEATS ? 0 : read_choice(line, menu_choices(menu, row));
}

static void print_choices(const struct menu *menu, struct row row)
{
    char name[MENU_TEXT_CHARS], last[MENU_TEXT_CHARS];
    unsigned count = menu_choices(menu, row);

    if (row.kind == ROW_SEATS) {
        put_choice(menu, row, 0, name);
        put_choice(menu, row, count - 1, last);
        fputs("  ", stdout);
        line_say(WORDS_FROM_TO, (const struct words_value[]){{"first", name, 0}, {"last", last, 0}},
                 2);
        return;
    }
    for (unsigned c = 0; c < count; c++) {
        const char *sentence = menu_choice_sentence(menu, row, c);

        put_choice(menu, row, c, name);
        printf("  %u  %s%s%s\n", c + 1, name, *sentence ? ": " : "", sentence);
    }
}

/* Takes an answer. False if it is none, and why. */
static bool answer(struct menu *menu, struct row row, const char *line, struct hc_problem *why)
{
    unsigned choice;

    memset(why, 0, sizeof *why);
    if (!menu_choices(menu, row))
        return menu_type(menu, row, strcmp(line, "-") ? line : "", why);
    choice = find_choice(menu, row, line);
    return choice ? menu_choose(menu, row, choice - 1, why) : phrase_why(why, TERMINAL_NO_CHOICE);
}

/* Asks for a new value. False at the end of the input. */
static bool change(struct menu *menu, struct input *input, struct row row)
{
    bool has_usual = row.kind == ROW_NAME || row.kind == ROW_DELAY;
    char text[MENU_TEXT_CHARS], line[TYPED_CHARS];
    struct hc_problem why;
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    menu_put_sentence(menu, row, &out);
    if (row.kind != ROW_GAME && row.kind != ROW_PRESET && row.kind != ROW_SEAT)
        puts(text);
    print_choices(menu, row);
    for (;;) {
        enum line_result result = line_read(
            input, phrase_word(has_usual ? TERMINAL_WHICH_USUAL : TERMINAL_WHICH_VALUE), line);

        if (result == LINE_END || menu->stopped)
            return false;
        if (result == LINE_NEWS)
            continue;
        if (result == LINE_GIVEN && (!*line || answer(menu, row, line, &why)))
            return true;
        line_refuse(result == LINE_GIVEN ? why.text : phrase_word(TERMINAL_TOO_LONG));
    }
}

/* The page of options: listed once, since there are many. False at the end of the input. */
static bool ask_options(struct menu *menu, struct input *input)
{
    struct row rows[MENU_ROWS_MAX];
    unsigned count = menu_rows(menu, true, rows);
    char line[TYPED_CHARS];

    print_rows(menu, rows, count);
    for (;;) {
        unsigned choice;

        switch (line_read(input, phrase_word(TERMINAL_WHICH_OPTION), line)) {
        case LINE_END:
            return false;
        case LINE_TOO_LONG:
        case LINE_CANCELLED:
        case LINE_NEWS:
            if (menu->stopped)
                return false;
            continue;
        case LINE_GIVEN:
            break;
        }
        if (!*line)
            return true;
        choice = read_choice(line, count);
        if (!strcmp(line, "?"))
            print_rows(menu, rows, count);
        else if (!choice)
            LINE_SAY(TERMINAL_NUMBER_RANGE, {"count", NULL, count});
        else if (!change(menu, input, rows[choice - 1]))
            return false;
        else
            print_row(menu, rows[choice - 1], choice);
    }
}

void menu_edit_line(struct menu *menu)
{
    ask_options(menu, menu->input);
}

enum row_kind menu_line(struct menu *menu)
{
    struct input input = {.has_kept = false};
    char line[TYPED_CHARS];

    if (menu->asks_name)
        own_name_ask(menu->setup);
    for (;;) {
        struct row rows[MENU_ROWS_MAX];
        unsigned count = menu_rows(menu, false, rows), choice;
        enum line_result result;
        enum row_kind kind;
        bool more;

        printf("\n%s\n", phrase_word(TERMINAL_WHAT_TO_PLAY));
        print_rows(menu, rows, count);
        result = line_read(&input, phrase_word(TERMINAL_NUMBER_OR_FIRST), line);
        if (result == LINE_END || hc_word_is(line, strlen(line), "q") ||
            hc_word_is(line, strlen(line), "quit"))
            return ROW_LEAVE;
        choice = *line ? read_choice(line, count) : 1;
        if (result != LINE_GIVEN || !choice) {
            LINE_SAY(TERMINAL_NUMBER_RANGE, {"count", NULL, count});
            continue;
        }
        kind = rows[choice - 1].kind;
        if (kind == ROW_CONTINUE || kind == ROW_PLAY || kind == ROW_LEAVE)
            return kind;
        more = kind == ROW_OPTIONS ? ask_options(menu, &input)
                                   : change(menu, &input, rows[choice - 1]);
        if (!more)
            return ROW_LEAVE;
    }
}
