// SPDX-License-Identifier: MIT
/*
 * menu_full.c: the start menu on the full screen.
 *
 * A page is a list of rows with one of them selected: the first page, the options, or the values
 * that a row can have. Arrows move and change, Enter goes in, Escape goes back.
 */
#include <stdio.h>

#include "doors/terminal/menu.h"
#include "doors/terminal/own_name.h"
#include "doors/terminal/page.h"
#include "doors/terminal/phrase.h"
#include "doors/terminal/prompt.h"

enum { MARGIN = 2, LABEL_COLUMNS = 24, LABEL_COLUMNS_COMPACT = 17, CHOICE_COLUMNS = 20 };

struct menu_page {
    struct menu *menu;
    const char *title;
    const char *words; /* instead of what is said about the selected row; may be NULL */
    bool options;      /* the page of options */
    bool is_list;      /* the values of `of`, not rows */
    struct row of;     /* is_list: the row that has these values */
    struct row rows[MENU_ROWS_MAX];
    struct prompt prompt; /* the line is the value of the selected row */
};

/* On a page of rows, what both keys do to the selected one: `with` says whether it is the next. */
static const struct prompt_key step_keys[] = {{.key = SCREEN_LEFT, .with = false},
                                              {.key = SCREEN_RIGHT, .with = true}};

/* ---- Drawing -------------------------------------------------------------------------------- */

/* What a row is called, in its column, with the cursor before it. */
static void put_padded(const char *text, bool selected, int at, int columns)
{
    enum screen_style style = selected ? SCREEN_SELECTED : SCREEN_PLAIN;
    int end = MARGIN + columns - 1,
        column = page_put(at, MARGIN, end, style, selected ? "> " : "  ");

    page_put_cut(at, column, end, style, text);
    for (column += page_columns(text); column < end; column++)
        page_put(at, column, end, style, " ");
}

static void draw_row(const struct menu_page *page, struct row row, int at, bool selected)
{
    char label[MENU_TEXT_CHARS], value[MENU_TEXT_CHARS], text[MENU_TEXT_CHARS];
    int columns = page_is_compact() ? LABEL_COLUMNS_COMPACT : LABEL_COLUMNS;
    bool editing = selected && page->prompt.is_typing;
    bool changed = menu_is_changed(page->menu, row);
    bool steps = selected && !editing && menu_choices(page->menu, row) > 1;
    struct hc_text out;

    hc_text_init(&out, label, sizeof label);
    menu_put_label(page->menu, row, &out);
    hc_text_init(&out, value, sizeof value);
    if (editing)
        hc_put(&out, page->prompt.typed);
    else
        menu_put_value(page->menu, row, &out);
    put_padded(label, selected, at, columns);
    snprintf(text, sizeof text, "%s%.300s%s%s%.40s", steps ? "< " : "  ", value,
             editing ? "_"
             : steps ? " >"
                     : "",
             changed ? "  " : "", changed ? phrase_word(TERMINAL_CHANGED_MARK) : "");
    page_put_cut(at, MARGIN + columns, screen_columns(), SCREEN_PLAIN, text);
}

static void draw_choice(const struct menu_page *page, unsigned choice, int at, bool selected)
{
    char name[MENU_TEXT_CHARS];
    struct hc_text out;

    hc_text_init(&out, name, sizeof name);
    menu_put_choice(page->menu, page->of, choice, &out);
    put_padded(name, selected, at, CHOICE_COLUMNS);
    page_put_cut(at, MARGIN + CHOICE_COLUMNS, screen_columns(), SCREEN_FAINT,
                 menu_choice_sentence(page->menu, page->of, choice));
}

static void put_row(const void *context, size_t row, int at, bool selected)
{
    const struct menu_page *page = context;

    if (page->is_list)
        draw_choice(page, (unsigned)row, at, selected);
    else
        draw_row(page, page->rows[row], at, selected);
}

static void draw(void *context)
{
    struct menu_page *page = context;
    size_t selected = page->prompt.list.selected;
    struct prompt_list_page look = {.title = page->title, .put_row = put_row};
    char words[MENU_TEXT_CHARS];
    struct hc_text out;

    hc_text_init(&out, words, sizeof words);
    if (page->words)
        hc_put(&out, page->words);
    else if (page->is_list)
        hc_put(&out, menu_choice_sentence(page->menu, page->of, (unsigned)selected));
    else
        menu_put_sentence(page->menu, page->rows[selected], &out);
    look.words = words;
    look.foot = phrase_word(page->prompt.is_typing ? TERMINAL_FOOT_VALUE
                            : page->is_list        ? TERMINAL_FOOT_CHOICES
                            : page->options        ? TERMINAL_FOOT_OPTIONS
                                                   : TERMINAL_FOOT_MENU);
    prompt_draw_list(&page->prompt, &look);
}

/* ---- Keys ----------------------------------------------------------------------------------- */

/* While somebody thinks about a page, others are listened to. */
static bool wait_for_input(void *context, int timeout_ms)
{
    struct menu *menu = ((struct menu_page *)context)->menu;

    return menu->wait(menu, timeout_ms);
}

static void open_page(struct menu_page *page)
{
    page->prompt.page = page;
    page->prompt.draw = draw;
    page->prompt.quit = 'q';
    page->prompt.keys = step_keys;
    page->prompt.wait = page->menu->wait ? wait_for_input : NULL;
    page->prompt.key_count = page->is_list ? 0 : sizeof step_keys / sizeof *step_keys;
}

static void count_rows(struct menu_page *page)
{
    size_t count = page->is_list ? menu_choices(page->menu, page->of)
                                 : menu_rows(page->menu, page->options, page->rows);

    page->prompt.list.count = count;
    if (page->prompt.list.selected >= count)
        page->prompt.list.selected = count - 1;
}

/* Shows the page until a row is entered; false if the person goes back instead. */
static bool run(struct menu_page *page)
{
    struct prompt *prompt = &page->prompt;

    for (;;) {
        struct hc_problem why;
        enum prompt_event event;
        struct row row;

        count_rows(page);
        event = prompt_read(prompt, -1);
        if (page->menu->stopped)
            return false;
        row = page->rows[prompt->list.selected];
        if (event == PROMPT_ENTER)
            return true;
        if (event == PROMPT_BACK || event == PROMPT_LEAVE || event == PROMPT_STOP) {
            page->menu->stopped = event == PROMPT_STOP;
            return false;
        }
        if ((event == PROMPT_KEY && !menu_step(page->menu, row, prompt->pressed->with, &why)) ||
            (event == PROMPT_LINE && !menu_type(page->menu, row, prompt->line, &why)))
            prompt_refuse(prompt, why.text);
    }
}

/* The values of a row as a page of their own. */
static void run_list(struct menu_page *above, struct row row)
{
    char title[MENU_TEXT_CHARS];
    struct menu_page page = {.menu = above->menu, .title = title, .is_list = true, .of = row};
    struct hc_problem why;
    struct hc_text out;

    hc_text_init(&out, title, sizeof title);
    menu_put_label(above->menu, row, &out);
    page.prompt.list.selected = menu_choice(above->menu, row);
    open_page(&page);
    if (run(&page) && !menu_choose(above->menu, row, (unsigned)page.prompt.list.selected, &why))
        prompt_refuse(&above->prompt, why.text);
}

/* ROW_PLAY, ROW_CONTINUE, or ROW_LEAVE, which on a page behind the first is the way back. */
static enum row_kind run_page(struct menu_page *page)
{
    open_page(page);
    while (!page->menu->stopped && run(page)) {
        struct row row = page->rows[page->prompt.list.selected];

        if (row.kind == ROW_PLAY || row.kind == ROW_CONTINUE || row.kind == ROW_LEAVE)
            return row.kind;
        if (row.kind == ROW_OPTIONS)
            menu_edit_full(page->menu);
        else if (menu_choices(page->menu, row))
            run_list(page, row);
        else if (menu_is_typed(page->menu, row))
            prompt_edit(&page->prompt, "");
    }
    return ROW_LEAVE;
}

void menu_edit_full(struct menu *menu)
{
    run_page(&(struct menu_page){.menu = menu, .title = menu->title, .options = true});
}

/* The first thing that is asked, once. Who does not want to say is called as at login. */
static void ask_name(struct menu *menu)
{
    char name[NAME_BYTES], words[MENU_TEXT_CHARS];
    struct menu_page page = {.menu = menu, .title = "Holecard", .words = words};
    struct hc_problem why;
    struct hc_text out;

    own_name_usual(name);
    hc_text_init(&out, words, sizeof words);
    PHRASE(&out, TERMINAL_ASK_NAME_ONCE, {"name", name, 0});
    open_page(&page);
    page.rows[0] = (struct row){ROW_NAME, 0};
    page.prompt.list.count = 1;
    page.prompt.key_count = 0;
    page.prompt.quit = 0;
    prompt_edit(&page.prompt, "");
    while (!*menu->setup->name[0] && !menu->stopped) {
        enum prompt_event event = prompt_read(&page.prompt, -1);
        const char *typed = event == PROMPT_LINE && *page.prompt.line ? page.prompt.line : name;

        menu->stopped = event == PROMPT_STOP;
        if (page.prompt.is_typing || menu->stopped)
            continue;
        if (!menu_type(menu, page.rows[0], typed, &why)) {
            prompt_refuse(&page.prompt, why.text);
            prompt_edit(&page.prompt, typed);
        }
    }
}

void menu_name_full(struct menu *menu)
{
    if (!screen_open()) {
        own_name_ask(menu->setup);
        return;
    }
    ask_name(menu);
    screen_close();
}

enum row_kind menu_full(struct menu *menu)
{
    struct menu_page page = {.menu = menu, .title = "Holecard"};
    enum row_kind end;

    if (!screen_open())
        return menu_line(menu);
    if (menu->asks_name)
        ask_name(menu);
    end = run_page(&page);
    screen_close();
    return end;
}
