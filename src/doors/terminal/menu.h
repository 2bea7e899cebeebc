// SPDX-License-Identifier: MIT
/*
 * menu.h: the start menu: what shall be played, when nobody has said so.
 *
 * There is one model of it, rows with values, and two presentations: numbered questions in line
 * mode, and a page on the full screen. The first rows are to continue the match that was left last
 * and to play what was remembered, so that Enter is enough.
 *
 * The page of options is also how the host of a server's table changes its rules and settings:
 * menu_edit.
 *
 * A row has a label, a value and a sentence. Its value is one of a few choices, or is typed; some
 * rows are doors to something else. Both presentations are made of these functions alone.
 */
#ifndef HC_DOORS_TERMINAL_MENU_H
#define HC_DOORS_TERMINAL_MENU_H

#include "core/text.h"
#include "doors/terminal/line.h"
#include "doors/terminal/setup.h"
#include "doors/terminal/terminal.h"

enum { MENU_ROWS_MAX = 80, MENU_TEXT_CHARS = 800 };

enum row_kind {
    ROW_CONTINUE,
    ROW_PLAY,
    ROW_GAME,
    ROW_PRESET,
    ROW_LENGTH,
    ROW_OPTIONS, /* leads to the page of options */
    ROW_SEATS,
    ROW_SEAT,   /* who sits on a seat */
    ROW_BUDGET, /* of the bot on a seat */
    ROW_NAME,   /* of a person */
    ROW_DELAY,
    ROW_FORGET,
    ROW_SIGNAL,
    ROW_PLAIN,
    ROW_LEAVE,
    ROW_OPTION, /* one of the game */
};

struct row {
    enum row_kind kind;
    unsigned index; /* a seat, a person or an option */
};

struct menu {
    struct setup *setup;
    unsigned preset;            /* that the options are changes of */
    char id[URL_CODE_CHARS];    /* of the match that was left last; empty if there is none */
    char left[MENU_TEXT_CHARS]; /* a line about it */
    bool asks_name;             /* first of all: nobody has said how to call the person */
    bool changed;               /* there is something to remember */
    bool stopped;               /* Ctrl-C, or a signal, ended it */
    const char *title;          /* of the page of options */
    /* At a server's table: */
    bool at_table;                         /* there is only the page of options */
    const struct hc_option_list *settings; /* it has these instead of the game's; NULL: not */
    struct hc_rules values;                /* of them */
    struct input *input;                   /* lines: where they come from */
    /* Waits for input, and for the others; true if there is input. */
    bool (*wait)(struct menu *menu, int timeout_ms);
    void *context;
};

void menu_open(struct menu *menu, struct setup *setup, const struct terminal_process *process);
/* Edits the options of a menu `at_table`: of its setup's rules, or the settings. False if it was
 * stopped. */
bool menu_edit(struct menu *menu, bool full);
/* The rules or settings as the server takes them. */
void menu_put_options(const struct menu *menu, struct hc_text *out);
/* The rows of the first page, or of the page of options. */
unsigned menu_rows(const struct menu *menu, bool options, struct row rows[MENU_ROWS_MAX]);
void menu_put_label(const struct menu *menu, struct row row, struct hc_text *out);
void menu_put_value(const struct menu *menu, struct row row, struct hc_text *out);
/* What the row means, and what is allowed. */
void menu_put_sentence(const struct menu *menu, struct row row, struct hc_text *out);
/* Whether an option is not as its preset has it. */
bool menu_is_changed(const struct menu *menu, struct row row);

/* How many values there are to choose from; 0 if the value is typed, or there is none. */
unsigned menu_choices(const struct menu *menu, struct row row);
/* Which one it is now. */
unsigned menu_choice(const struct menu *menu, struct row row);
void menu_put_choice(const struct menu *menu, struct row row, unsigned choice, struct hc_text *out);
/* The same as it is typed elsewhere; nothing where there is no such word. */
void menu_put_code(const struct menu *menu, struct row row, unsigned choice, struct hc_text *out);
/* A sentence about a choice; often empty. */
const char *menu_choice_sentence(const struct menu *menu, struct row row, unsigned choice);
bool menu_choose(struct menu *menu, struct row row, unsigned choice, struct hc_problem *why);

/* Whether the value is typed. */
bool menu_is_typed(const struct menu *menu, struct row row);
bool menu_type(struct menu *menu, struct row row, const char *text, struct hc_problem *why);
/* The next value, or the one before; nothing at the end. */
bool menu_step(struct menu *menu, struct row row, bool up, struct hc_problem *why);

/* The two presentations: ROW_PLAY, ROW_CONTINUE or ROW_LEAVE. */
enum row_kind menu_line(struct menu *menu);
enum row_kind menu_full(struct menu *menu);
/* Asks for the person's name alone. */
void menu_name_full(struct menu *menu);
/* The same for the page of options alone. The screen is taken already. */
void menu_edit_line(struct menu *menu);
void menu_edit_full(struct menu *menu);

/* ---- The way in ----------------------------------------------------------------------------- */

/* Asks for the person's name, which is remembered. False if the person left, with the status. */
bool menu_ask_name(struct setup *setup, bool full, int *status);
/* With `asks_name` the person's name is asked first.
 * True: play the setup, or continue the match `id` if that is not empty. What was changed is
 * remembered. False: the person left, and *status is the exit status. */
bool menu_run(struct setup *setup, const struct terminal_process *process, bool full,
              bool asks_name, char id[URL_CODE_CHARS], int *status);

#endif
