// SPDX-License-Identifier: MIT
/*
 * menu_full.c: the start menu on the full screen.
 *
 * A page is a list of rows with one of them selected: the first page, the options, or the values
 * that a row can have. Arrows move and change, Enter goes in, Escape goes back.
 */
#include <stdio.h>
#include <string.h>

#include "doors/terminal/edit.h"
#include "doors/terminal/menu_rows.h"
#include "doors/terminal/page_text.h"

enum {
    MARGIN = 2,
    FIRST_ROW = 3,
    LAST_ROWS = 6, /* below the list: a gap, three lines of explanation, a gap, the keys */
    EXPLANATION_LINES = 3,
    LABEL_COLUMNS = 24,
    CHOICE_COLUMNS = 20,
    EDIT_CHARS = 120,
};

struct menu_page {
    struct menu *menu;
    const char *title;
    bool options;             /* the page of options */
    bool is_list;             /* the values of `of`, not rows */
    struct row of;            /* is_list: the row that has these values */
    unsigned selected, first; /* first: the one on top, when not all fit */
    bool editing;
    char edit[EDIT_CHARS]; /* what is typed for the selected row */
    struct hc_problem why; /* a refusal to show */
};

/* ---- Drawing -------------------------------------------------------------------------------- */

static unsigned page_rows(const struct menu_page *page, struct row rows[MENU_ROWS_MAX])
{
    return page->is_list ? menu_choices(page->menu, page->of)
                         : menu_rows(page->menu, page->options, rows);
}

static void draw_row(const struct menu_page *page, struct row row, int at, bool selected)
{
    char label[MENU_TEXT_CHARS], value[MENU_TEXT_CHARS], text[MENU_TEXT_CHARS];
    int width = screen_columns() - MARGIN - LABEL_COLUMNS;
    bool steps = menu_choices(page->menu, row) > 1;
    struct hc_text out;

    hc_text_init(&out, label, sizeof label);
    menu_put_label(page->menu, row, &out);
    hc_text_init(&out, value, sizeof value);
    if (selected && page->editing)
        hc_put(&out, page->edit);
    else
        menu_put_value(page->menu, row, &out);
    snprintf(text, sizeof text, "%c %-*.60s ", selected ? '>' : ' ', LABEL_COLUMNS - 4, label);
    screen_put(at, MARGIN, LABEL_COLUMNS, selected ? SCREEN_SELECTED : SCREEN_PLAIN, text);
    steps &= selected && !page->editing;
    snprintf(text, sizeof text, "%s%.300s%s%s", steps ? "< " : "  ", value,
             selected && page->editing ? "_"
             : steps                   ? " >"
                                       : "",
             menu_is_changed(page->menu, row) ? "  (changed)" : "");
    screen_put(at, MARGIN + LABEL_COLUMNS, width, SCREEN_PLAIN, text);
}

static void draw_choice(const struct menu_page *page, unsigned choice, int at, bool selected)
{
    char name[MENU_TEXT_CHARS], text[MENU_TEXT_CHARS];
    struct hc_text out;

    hc_text_init(&out, name, sizeof name);
    menu_put_choice(page->menu, page->of, choice, &out);
    snprintf(text, sizeof text, "%c %-*.60s ", selected ? '>' : ' ', CHOICE_COLUMNS - 4, name);
    screen_put(at, MARGIN, CHOICE_COLUMNS, selected ? SCREEN_SELECTED : SCREEN_PLAIN, text);
    screen_put(at, MARGIN + CHOICE_COLUMNS, screen_columns() - MARGIN - CHOICE_COLUMNS,
               SCREEN_FAINT, menu_choice_sentence(page->menu, page->of, choice));
}

static void draw_foot(const struct menu_page *page, struct row selected)
{
    int bottom = screen_rows() - 1;
    char text[MENU_TEXT_CHARS];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    if (*page->why.text) {
        hc_put(&out, "No: ");
        hc_put(&out, page->why.text);
        hc_put_char(&out, '.');
    } else if (page->is_list) {
        hc_put(&out, menu_choice_sentence(page->menu, page->of, page->selected));
    } else {
        menu_put_sentence(page->menu, selected, &out);
    }
    page_put_folded(bottom - 1 - EXPLANATION_LINES, EXPLANATION_LINES, MARGIN,
                    screen_columns() - MARGIN, *page->why.text ? SCREEN_ALARM : SCREEN_PLAIN, text);
    screen_put(bottom, MARGIN, screen_columns() - MARGIN, SCREEN_FAINT,
               page->editing   ? "Type the value   Enter take it   Esc leave it"
               : page->is_list ? "Up/Down move   Enter take it   Esc leave it"
               : page->options ? "Up/Down move   Left/Right change   Enter choose   Esc back"
                               : "Up/Down move   Left/Right change   Enter choose   q leave");
}

static void draw(struct menu_page *page)
{
    struct row rows[MENU_ROWS_MAX];
    unsigned count = page_rows(page, rows);
    int room = screen_rows() - FIRST_ROW - LAST_ROWS;
    unsigned shown = room < 1 ? 1 : (unsigned)room;

    if (page->selected >= count)
        page->selected = count - 1;
    if (page->selected < page->first)
        page->first = page->selected;
    if (page->selected >= page->first + shown)
        page->first = page->selected + 1 - shown;
    if (count <= shown)
        page->first = 0;
    screen_clear();
    screen_put(1, MARGIN, screen_columns() - MARGIN, SCREEN_TITLE, page->title);
    for (unsigned r = page->first; r < count && r < page->first + shown; r++) {
        int at = FIRST_ROW + (int)(r - page->first);

        if (page->is_list)
            draw_choice(page, r, at, r == page->selected);
        else
            draw_row(page, rows[r], at, r == page->selected);
    }
    if (page->first + shown < count)
        screen_put(FIRST_ROW + (int)shown, MARGIN, screen_columns() - MARGIN, SCREEN_FAINT,
                   "  ... more below");
    draw_foot(page, page->is_list ? page->of : rows[page->selected]);
    screen_show();
}

/* ---- Keys ----------------------------------------------------------------------------------- */

static void edit_key(struct menu_page *page, struct row row, int key)
{
    if (key == SCREEN_ESCAPE) {
        page->editing = false;
    } else if (key == SCREEN_BACK) {
        edit_remove(page->edit);
    } else if (key == SCREEN_ENTER) {
        page->editing = false;
        menu_type(page->menu, row, page->edit, &page->why);
    } else {
        edit_add(page->edit, sizeof page->edit, key);
    }
}

static void move(struct menu_page *page, int key, unsigned count)
{
    unsigned last = count - 1, jump = (unsigned)screen_rows() / 2;

    if (key == SCREEN_UP && page->selected)
        page->selected--;
    else if (key == SCREEN_DOWN && page->selected < last)
        page->selected++;
    else if (key == SCREEN_HOME)
        page->selected = 0;
    else if (key == SCREEN_LAST)
        page->selected = last;
    else if (key == SCREEN_PAGE_UP)
        page->selected -= page->selected < jump ? page->selected : jump;
    else if (key == SCREEN_PAGE_DOWN)
        page->selected += last - page->selected < jump ? last - page->selected : jump;
}

/* Shows the page until a row is entered, and returns its number; `count` or more on the way back.
 * SCREEN_STOP ends everything: *stopped. */
static unsigned run(struct menu_page *page, struct row rows[MENU_ROWS_MAX], bool *stopped)
{
    for (;;) {
        unsigned count;
        int key;

        draw(page);
        count = page_rows(page, rows);
        key = screen_key(-1);
        if (key == SCREEN_STOP) {
            *stopped = true;
            return count;
        }
        if (key == SCREEN_RESIZED || key == SCREEN_NOTHING)
            continue;
        memset(&page->why, 0, sizeof page->why);
        if (page->editing)
            edit_key(page, rows[page->selected], key);
        else if (key == SCREEN_ENTER)
            return page->selected;
        else if (key == SCREEN_ESCAPE || key == 'q')
            return count;
        else if (!page->is_list && (key == SCREEN_LEFT || key == SCREEN_RIGHT))
            menu_step(page->menu, rows[page->selected], key == SCREEN_RIGHT, &page->why);
        else
            move(page, key, count);
    }
}

/* The values of a row as a page of their own. */
static void run_list(struct menu_page *above, struct row row, bool *stopped)
{
    char title[MENU_TEXT_CHARS];
    struct menu_page page = {.menu = above->menu, .title = title, .is_list = true, .of = row};
    struct row unused[MENU_ROWS_MAX];
    struct hc_text out;
    unsigned choice;

    hc_text_init(&out, title, sizeof title);
    menu_put_label(above->menu, row, &out);
    page.selected = menu_choice(above->menu, row);
    choice = run(&page, unused, stopped);
    if (!*stopped && choice < menu_choices(above->menu, row))
        menu_choose(above->menu, row, choice, &above->why);
}

static enum row_kind run_page(struct menu_page *page, bool *stopped);

static void enter(struct menu_page *page, struct row row, bool *stopped)
{
    if (row.kind == ROW_OPTIONS) {
        struct menu_page options = {.menu = page->menu, .title = "Options", .options = true};

        run_page(&options, stopped);
    } else if (menu_choices(page->menu, row)) {
        run_list(page, row, stopped);
    } else if (menu_is_typed(page->menu, row)) {
        page->editing = true;
        *page->edit = '\0';
    }
}

/* ROW_PLAY, ROW_CONTINUE, or ROW_LEAVE, which on a page behind the first is the way back. */
static enum row_kind run_page(struct menu_page *page, bool *stopped)
{
    while (!*stopped) {
        struct row rows[MENU_ROWS_MAX];
        unsigned row = run(page, rows, stopped);

        if (*stopped || row >= page_rows(page, rows))
            break;
        if (rows[row].kind == ROW_PLAY || rows[row].kind == ROW_CONTINUE ||
            rows[row].kind == ROW_LEAVE)
            return rows[row].kind;
        enter(page, rows[row], stopped);
    }
    return ROW_LEAVE;
}

enum row_kind menu_full(struct menu *menu)
{
    struct menu_page page = {.menu = menu, .title = "Holecard"};
    enum row_kind end;

    if (!screen_open())
        return menu_line(menu);
    end = run_page(&page, &menu->stopped);
    screen_close();
    return end;
}
