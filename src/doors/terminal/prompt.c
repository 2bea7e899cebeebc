// SPDX-License-Identifier: MIT
/*
 * prompt.c: keys, lines, notices and panels of the full screen. A key goes to the panel, then to
 * the line, then to the page: start reading at prompt_press().
 */
#include "doors/terminal/prompt.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "doors/terminal/edit.h"
#include "doors/terminal/page.h"
#include "doors/terminal/phrase.h"
#include "doors/terminal/spots.h"

enum {
    KEY_MS = 50,    /* how long what was typed may take to become a key */
    WHEEL_ROWS = 3, /* of something to read */
    SHEET_COLUMNS_MIN = 30,
    SHEET_COLUMNS_MAX = 92, /* longer rows are hard to read */
    SHEET_MARGIN = 8,       /* what a panel takes of the window's columns */

    LIST_MARGIN = 2,
    LIST_ROW = 3,
    LIST_ROW_LOW = 1, /* in a window of few rows */
    WORD_ROWS = 3,
    LIST_BELOW = WORD_ROWS + 3, /* a gap, words, the line or a gap, the keys */
};

/* ---- Notices and lines ---------------------------------------------------------------------- */

void prompt_say(struct prompt *prompt, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(prompt->notice, sizeof prompt->notice, format, values);
    va_end(values);
    prompt->refused = false;
}

void prompt_refuse(struct prompt *prompt, const char *why)
{
    PROMPT_SAY(prompt, TERMINAL_REFUSED, {"why", why, 0});
    prompt->refused = true;
}

void prompt_say_words(struct prompt *prompt, enum hc_word word, const struct words_value *values,
                      size_t count)
{
    struct hc_text out;

    hc_text_init(&out, prompt->notice, sizeof prompt->notice);
    words_fill(phrase_language(), word, &out, values, count);
    prompt->refused = false;
}

void prompt_edit(struct prompt *prompt, const char *text)
{
    snprintf(prompt->typed, sizeof prompt->typed, "%s", text);
    prompt->is_typing = true;
}

void prompt_clear(struct prompt *prompt)
{
    prompt->typed[0] = '\0';
    prompt->is_typing = false;
}

static enum prompt_event end_line(struct prompt *prompt)
{
    bool field = prompt->typing == PROMPT_TYPES_FIELD;
    const char *start = prompt->typed + (field ? 0 : strspn(prompt->typed, " :\t"));
    size_t length = strlen(start);

    while (!field && length && start[length - 1] == ' ')
        length--;
    snprintf(prompt->line, sizeof prompt->line, "%.*s", (int)length, start);
    prompt_clear(prompt);
    return field || length ? PROMPT_LINE : PROMPT_NOTHING;
}

/* What a key does to the line that is being typed; false if it is not for the line. */
static bool type(struct prompt *prompt, int key, enum prompt_event *event)
{
    bool digits = prompt->typing == PROMPT_TYPES_DIGITS;

    *event = PROMPT_NOTHING;
    if (!prompt->is_typing)
        return false;
    if (key == SCREEN_ENTER) {
        *event = end_line(prompt);
    } else if (key == SCREEN_ESCAPE) {
        prompt_clear(prompt);
    } else if (key == SCREEN_BACK) {
        edit_remove(prompt->typed);
        /* Where a key can begin it again, an empty line is none. */
        prompt->is_typing = *prompt->typed || prompt->typing == PROMPT_TYPES_FIELD;
    } else if (key < SCREEN_UP && (!digits || (key >= '0' && key <= '9'))) {
        edit_add(prompt->typed, sizeof prompt->typed, key);
    } else if (digits) {
        prompt_clear(prompt);
        return false;
    } else {
        return prompt->typing == PROMPT_TYPES_FIELD;
    }
    return true;
}

static void begin_line(struct prompt *prompt, int key)
{
    bool begins = false;

    switch (prompt->typing) {
    case PROMPT_TYPES_FIELD:
        break;
    case PROMPT_TYPES_DIGITS:
        begins = key >= '0' && key <= '9';
        break;
    case PROMPT_TYPES_WORDS:
        begins = key == ':' || key == ' ';
        if (!begins)
            prompt_refuse(prompt, phrase_word(TERMINAL_NO_KEY));
        break;
    case PROMPT_TYPES_ALL:
        begins = true;
    }
    if (begins)
        edit_add(prompt->typed, sizeof prompt->typed, key);
    prompt->is_typing = *prompt->typed;
}

/* ---- Moving ---------------------------------------------------------------------------------- */

/* Moves a cursor; false if that is not what the key does. */
static bool move(int key, size_t count, size_t page, size_t *selected)
{
    size_t last = count - 1;

    page = page ? page : 1;
    if (key == SCREEN_UP)
        *selected = *selected ? *selected - 1 : last;
    else if (key == SCREEN_DOWN)
        *selected = *selected < last ? *selected + 1 : 0;
    else if (key == SCREEN_PAGE_UP)
        *selected -= *selected < page ? *selected : page;
    else if (key == SCREEN_PAGE_DOWN)
        *selected += last - *selected < page ? last - *selected : page;
    else if (key == SCREEN_HOME)
        *selected = 0;
    else if (key == SCREEN_LAST)
        *selected = last;
    else
        return false;
    return true;
}

void prompt_tell(struct prompt *prompt, size_t count)
{
    if (prompt->story.back && count > prompt->story.count)
        prompt->story.back += count - prompt->story.count;
    prompt->story.count = count;
}

void prompt_look_back(struct prompt *prompt, long by)
{
    size_t count = prompt->story.count, shown = prompt->story.shown;
    long most = count > shown ? (long)(count - shown) : 0, back = (long)prompt->story.back + by;

    prompt->story.back = (size_t)(back < 0 ? 0 : back < most ? back : most);
}

static void leaf_story(struct prompt *prompt, int key)
{
    long page = prompt->story.shown ? (long)prompt->story.shown : 1;

    if (key == SCREEN_UP || key == SCREEN_DOWN)
        prompt_look_back(prompt, key == SCREEN_UP ? 1 : -1);
    else if (key == SCREEN_PAGE_UP || key == SCREEN_PAGE_DOWN)
        prompt_look_back(prompt, key == SCREEN_PAGE_UP ? page : -page);
}

/* ---- Panels ---------------------------------------------------------------------------------- */

/* The keys of the page, in a column as wide as the longest name. */
static void write_keys(const struct prompt *prompt, struct sheet *sheet)
{
    bool narrow = sheet->columns < PAGE_COLUMNS - SHEET_MARGIN;
    int widest = 0;

    for (size_t i = 0; i < prompt->key_count; i++)
        if (prompt->keys[i].name && page_columns(prompt->keys[i].name) > widest)
            widest = page_columns(prompt->keys[i].name);
    for (size_t i = 0; i < prompt->key_count; i++)
        if (prompt->keys[i].name)
            sheet_add(sheet, "%s%*s%s %s", prompt->keys[i].name,
                      narrow ? 0 : widest - page_columns(prompt->keys[i].name), "",
                      narrow ? ":" : " ", phrase_word(prompt->keys[i].sentence));
}

static void write_panel(struct prompt *prompt)
{
    int columns = screen_columns() - SHEET_MARGIN;
    struct sheet *sheet = prompt->sheet;
    size_t row = prompt->panel.selected - prompt->over.above;

    sheet_begin(sheet, columns < SHEET_COLUMNS_MIN   ? SHEET_COLUMNS_MIN
                       : columns > SHEET_COLUMNS_MAX ? SHEET_COLUMNS_MAX
                                                     : columns);
    if (prompt->over.id == PROMPT_HELP) {
        write_keys(prompt, sheet);
        sheet_add(sheet, "%s", phrase_word(TERMINAL_HELP_MOUSE));
        sheet_add(sheet, " ");
    }
    if (prompt->over.write)
        prompt->over.write(prompt->page, sheet);
    prompt->panel.row = sheet->row;
    prompt->panel.row_count = sheet->count;
    prompt->panel.selected = prompt->over.above + row;
    if (!prompt->over.is_list || prompt->panel.selected > sheet->count)
        prompt->panel.selected = sheet->count;
}

size_t prompt_chosen(const struct prompt *prompt)
{
    return prompt->panel.selected - prompt->closed_above;
}

void prompt_open(struct prompt *prompt, const struct prompt_panel *panel)
{
    prompt->over = *panel;
    prompt->panel = (struct panel){.title = panel->title,
                                   .is_paper = panel->is_paper,
                                   .foot = panel->foot,
                                   .selected = panel->above + panel->selected};
    prompt->letters[0] = '\0';
    write_panel(prompt);
    /* Where not everything fits, the list does rather than what stands above it. */
    prompt->panel.first = prompt->over.above;
}

void prompt_open_help(struct prompt *prompt)
{
    prompt_open(prompt, &(struct prompt_panel){
                            .id = PROMPT_HELP,
                            .title = phrase_word(TERMINAL_HELP_TITLE),
                            .foot = phrase_word(TERMINAL_READING_FOOT),
                            .write = prompt->help,
                        });
}

void prompt_close(struct prompt *prompt)
{
    prompt->over = (struct prompt_panel){.id = PROMPT_NO_PANEL};
}

static enum prompt_event end_panel(struct prompt *prompt, enum prompt_event event)
{
    prompt->closed = prompt->over.id;
    prompt->closed_above = prompt->over.above;
    prompt_close(prompt);
    return event;
}

/* A letter goes to the first row whose code it begins, a number to its row; true if there is only
 * one. */
static bool choose_by_letter(struct prompt *prompt, int key)
{
    char typed[WORDS_LETTER_CHARS] = "", letter[WORDS_LETTER_CHARS];
    size_t found = 0, length = strlen(prompt->letters);
    size_t rows = prompt->panel.row_count - prompt->over.above;

    if (!prompt->over.code || key >= SCREEN_UP)
        return false;
    if (prompt->over.is_numbered && key >= '1' && (size_t)(key - '1') < rows) {
        prompt->panel.selected = prompt->over.above + (size_t)(key - '1');
        return true;
    }
    edit_add(typed, sizeof typed, key);
    words_letter(typed, letter);
    snprintf(prompt->letters + length, sizeof prompt->letters - length, "%s", letter);
    for (size_t i = 0; i < rows; i++)
        if (!strncmp(prompt->over.code[i], prompt->letters, strlen(prompt->letters)) && !found++)
            prompt->panel.selected = prompt->over.above + i;
    if (!found)
        prompt->letters[0] = '\0';
    return found == 1;
}

static enum prompt_event press_in_list(struct prompt *prompt, int key)
{
    struct panel *panel = &prompt->panel;
    size_t above = prompt->over.above, row = panel->selected - above;
    int along = key == SCREEN_LEFT                         ? SCREEN_UP
                : key == SCREEN_RIGHT || key == SCREEN_TAB ? SCREEN_DOWN
                                                           : key;

    if (key == SCREEN_ENTER && panel->row_count)
        return end_panel(prompt, PROMPT_CHOSEN);
    if (panel->row_count > above &&
        move(along, panel->row_count - above, prompt->panel_shown, &row)) {
        panel->selected = above + row;
        return PROMPT_NOTHING;
    }
    if (choose_by_letter(prompt, key))
        return end_panel(prompt, PROMPT_CHOSEN);
    if (key == SCREEN_ESCAPE || (!*prompt->letters && prompt->key == prompt->quit))
        return end_panel(prompt, PROMPT_CLOSED);
    return PROMPT_NOTHING;
}

static enum prompt_event press_in_text(struct prompt *prompt, int key)
{
    size_t first = prompt->panel.first, page = prompt->panel_shown ? prompt->panel_shown : 1;

    if (key == SCREEN_ENTER)
        return end_panel(prompt, PROMPT_CHOSEN);
    if (key == SCREEN_ESCAPE || key == '?' || prompt->key == prompt->quit)
        return end_panel(prompt, PROMPT_CLOSED);
    if (key == SCREEN_DOWN || key == SCREEN_PAGE_DOWN || key == ' ')
        first += key == SCREEN_DOWN ? 1 : page;
    else if (key == SCREEN_UP)
        first -= first ? 1 : 0;
    else if (key == SCREEN_PAGE_UP)
        first -= first < page ? first : page;
    else if (key == SCREEN_HOME || key == SCREEN_LAST)
        first = key == SCREEN_HOME ? 0 : prompt->panel.row_count;
    prompt->panel.first = first;
    return PROMPT_NOTHING;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static enum prompt_event press_on_page(struct prompt *prompt, int key)
{
    for (size_t i = 0; i < prompt->key_count; i++)
        if (prompt->keys[i].key == prompt->key) {
            prompt->pressed = &prompt->keys[i];
            return PROMPT_KEY;
        }
    if (prompt->key == prompt->quit)
        return PROMPT_LEAVE;
    if (key == SCREEN_ENTER)
        return PROMPT_ENTER;
    if (key == SCREEN_ESCAPE && !prompt->story.back)
        return PROMPT_BACK;
    if (key == SCREEN_ESCAPE)
        prompt->story.back = 0;
    else if (key == '?' && prompt->sheet)
        prompt_open_help(prompt);
    else if (key < SCREEN_UP)
        begin_line(prompt, key);
    else if (!prompt->list.count ||
             !move(key, prompt->list.count, prompt->list.shown, &prompt->list.selected))
        leaf_story(prompt, key);
    return PROMPT_NOTHING;
}

/* A row of the list that is shown was clicked. */
static enum prompt_event click_row(struct prompt *prompt, size_t row)
{
    if (prompt->over.id != PROMPT_NO_PANEL) {
        if (row < prompt->over.above || row >= prompt->panel.row_count)
            return PROMPT_NOTHING;
        prompt->panel.selected = row;
        return end_panel(prompt, PROMPT_CHOSEN);
    }
    if (row >= prompt->list.count)
        return PROMPT_NOTHING;
    prompt->list.selected = row;
    return PROMPT_ENTER;
}

/* In a list the wheel does not go round. */
static enum prompt_event roll(struct prompt *prompt, bool up)
{
    size_t *row = &prompt->panel.selected, first = prompt->over.above,
           end = prompt->panel.row_count;

    if (prompt->over.id != PROMPT_NO_PANEL && !prompt->over.is_list) {
        prompt->panel.first = !up                                ? prompt->panel.first + WHEEL_ROWS
                              : prompt->panel.first > WHEEL_ROWS ? prompt->panel.first - WHEEL_ROWS
                                                                 : 0;
        return PROMPT_NOTHING;
    }
    if (prompt->over.id == PROMPT_NO_PANEL && !prompt->list.count) {
        prompt_look_back(prompt, up ? 1 : -1);
        return PROMPT_NOTHING;
    }
    if (prompt->over.id == PROMPT_NO_PANEL) {
        row = &prompt->list.selected;
        first = 0;
        end = prompt->list.count;
    }
    if (up ? *row > first : *row + 1 < end)
        *row += up ? (size_t)-1 : 1;
    return PROMPT_NOTHING;
}

/* What a mouse does; a click may also stand for a key, which is then pressed. */
static bool press_by_mouse(struct prompt *prompt, int *key, enum prompt_event *event)
{
    bool clicked = *key & SCREEN_CLICKED;
    bool panel = prompt->over.id != PROMPT_NO_PANEL;

    *key &= ~SCREEN_CLICKED;
    if (!clicked && *key != SCREEN_WHEEL_UP && *key != SCREEN_WHEEL_DOWN)
        return false;
    prompt_say(prompt, "%s", "");
    if (!clicked) {
        *event = roll(prompt, *key == SCREEN_WHEEL_UP);
        return true;
    }
    /* A field is not given up by accident. */
    if (!panel && prompt->is_typing && prompt->typing == PROMPT_TYPES_FIELD)
        return *key != SCREEN_ENTER && *key != SCREEN_ESCAPE;
    if (!panel && *key != SCREEN_ENTER)
        prompt_clear(prompt);
    if (*key >= SPOT_CARD) {
        prompt->card = *key - SPOT_CARD;
        *event = panel ? PROMPT_NOTHING : PROMPT_CARD;
    } else if (*key >= SPOT_ROW) {
        *event = click_row(prompt, (size_t)(*key - SPOT_ROW));
    }
    return *key >= SPOT_ROW;
}

enum prompt_event prompt_press(struct prompt *prompt, int key)
{
    enum prompt_event event = PROMPT_NOTHING;

    if (key == SCREEN_STOP)
        return PROMPT_STOP;
    if (key == SCREEN_RESIZED && prompt->over.id != PROMPT_NO_PANEL) {
        write_panel(prompt);
        if (prompt->over.is_list)
            prompt->panel.first = prompt->over.above;
    }
    if (key == SCREEN_NOTHING || key == SCREEN_RESIZED)
        return PROMPT_NOTHING;
    if (press_by_mouse(prompt, &key, &event))
        return event;
    prompt->key = key < 0x80 ? tolower(key) : key;
    prompt_say(prompt, "%s", "");
    if (prompt->over.id != PROMPT_NO_PANEL)
        return prompt->over.is_list ? press_in_list(prompt, key) : press_in_text(prompt, key);
    return type(prompt, key, &event) ? event : press_on_page(prompt, key);
}

/* ---- The screen ------------------------------------------------------------------------------ */

void prompt_show(struct prompt *prompt)
{
    prompt->draw(prompt->page);
    if (prompt->over.id != PROMPT_NO_PANEL)
        prompt->panel_shown = panel_draw(&prompt->panel);
    screen_show();
}

enum prompt_event prompt_read(struct prompt *prompt, int timeout_ms)
{
    int key;

    prompt_show(prompt);
    key = screen_key(prompt->wait ? 0 : timeout_ms);
    if (key == SCREEN_NOTHING && prompt->wait)
        key = screen_key(prompt->wait(prompt->page, timeout_ms) ? KEY_MS : 0);
    return prompt_press(prompt, key);
}

/* The selected row is among those that are shown, and there is no empty room at the end. */
static void scroll(struct prompt *prompt, size_t room)
{
    size_t count = prompt->list.count, selected = prompt->list.selected;

    if (count && selected >= count)
        prompt->list.selected = selected = count - 1;
    if (selected < prompt->list.first)
        prompt->list.first = selected;
    if (selected >= prompt->list.first + room)
        prompt->list.first = selected + 1 - room;
    if (count <= room)
        prompt->list.first = 0;
    prompt->list.shown = room;
}

void prompt_draw_list(struct prompt *prompt, const struct prompt_list_page *look)
{
    bool low = screen_rows() < PAGE_ROWS, line = prompt->typing != PROMPT_TYPES_FIELD;
    int end = screen_columns() - LIST_MARGIN, bottom = screen_rows() - 1, column;
    int first = low ? LIST_ROW_LOW : LIST_ROW, title = low ? 0 : 1;
    int foot = page_columns(look->foot) > end - LIST_MARGIN ? 2 : 1; /* rows */
    int below = (low ? WORD_ROWS + line : LIST_BELOW - 1) + foot;
    int words = bottom + 1 - foot - WORD_ROWS - (low ? line : 1);
    int room = screen_rows() - first - below;
    size_t shown = room < 1 ? 1 : (size_t)room;
    bool more;

    if (!page_fits())
        return;
    more = low && prompt->list.count > shown;
    shown -= more && shown > 1;
    scroll(prompt, shown);
    screen_clear();
    column = page_put(title, LIST_MARGIN, end, SCREEN_TITLE, look->title);
    if (look->aside)
        page_put(title, column + LIST_MARGIN, end, SCREEN_ALARM, look->aside);
    for (size_t r = prompt->list.first; r < prompt->list.count && r < prompt->list.first + shown;
         r++) {
        spots_add(first + (int)(r - prompt->list.first), 0, 1, screen_columns(), SPOT_ROW + (int)r);
        look->put_row(prompt->page, r, first + (int)(r - prompt->list.first),
                      r == prompt->list.selected);
    }
    if (prompt->list.first + shown < prompt->list.count)
        page_put(first + (int)shown, LIST_MARGIN + 2, end, SCREEN_FAINT,
                 phrase_word(TERMINAL_MORE_BELOW));
    page_put_folded(words, WORD_ROWS, LIST_MARGIN, end,
                    prompt->refused ? SCREEN_ALARM : SCREEN_PLAIN,
                    *prompt->notice ? prompt->notice : look->words);
    if (line) {
        column = page_put(bottom - foot, LIST_MARGIN, end, SCREEN_TITLE, "> ");
        column = page_put(bottom - foot, column, end, SCREEN_PLAIN, prompt->typed);
        page_put(bottom - foot, column, end, SCREEN_SELECTED, " ");
    }
    page_put_keys(bottom + 1 - foot, foot, LIST_MARGIN, end, SCREEN_FAINT, look->foot);
}
