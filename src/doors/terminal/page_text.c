// SPDX-License-Identifier: MIT
/* page_text.c: measuring, folding and putting texts, and the edges of frames. */
#include "doors/terminal/page_text.h"

#include <stdio.h>
#include <string.h>

#include "doors/terminal/spots.h"

enum { PART_CHARS = 400 };

#define KEYS_GAP "  " /* between two keys, at least */

static bool begins_character(char c)
{
    return ((unsigned char)c & 0xc0) != 0x80;
}

int page_columns(const char *text)
{
    int count = 0;

    for (; *text; text++)
        count += begins_character(*text);
    return count;
}

size_t page_wrap(const char *text, int width)
{
    size_t at = 0, space = 0;
    int used = 0;

    for (; text[at]; at++) {
        bool breaks = text[at] == ' ' && (!at || text[at - 1] != ']');

        /* The blank behind a line that is just full need not fit. */
        if (begins_character(text[at]) && ++used > (width > 1 ? width : 1))
            return breaks ? at + 1 : space ? space : at;
        if (breaks)
            space = at + 1;
    }
    return at;
}

int page_put(int row, int column, int end, enum screen_style style, const char *text)
{
    return column + (end > column ? screen_put(row, column, end - column, style, text) : 0);
}

void page_put_heading(int row, int column, int end, const char *text)
{
    column = page_put(row, column, end, SCREEN_FAINT, "── ");
    column = page_put(row, column, end, SCREEN_PLAIN, text);
    column = page_put(row, column, end, SCREEN_FAINT, " ");
    while (column < end)
        column = page_put(row, column, end, SCREEN_FAINT, "─");
}

int page_fold_rows(const char *text, int width, int most)
{
    int rows = 0;

    while (text && *text && rows < most) {
        text += page_wrap(text, width);
        text += strspn(text, " ");
        rows++;
    }
    return rows;
}

/* The key that begins a text: "[d] Draw", "q leave", "Enter play"; 0 if that is not clear. */
static int key_of(const char *text)
{
    static const struct {
        const char *name;
        int key;
    } named[] = {{"Enter", SCREEN_ENTER},
                 {"Esc", SCREEN_ESCAPE},
                 {"Escape", SCREEN_ESCAPE},
                 {"Tab", SCREEN_TAB},
                 {"Space", ' '},
                 {"PageUp", SCREEN_PAGE_UP},
                 {"PgUp", SCREEN_PAGE_UP},
                 {"PageDown", SCREEN_PAGE_DOWN}};
    size_t length;

    text += *text == '[';
    length = strcspn(text, " ]");
    if (length == 1 && text[1])
        return *text == ':' ? 0 : *text;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (length == strlen(named[i].name) && !strncmp(text, named[i].name, length))
            return named[i].key;
    return 0;
}

/* What may be done is clicked where it stands: from a bracket to the gap behind it. */
static void add_spots(int row, int column, int end, const char *text)
{
    for (const char *open = strchr(text, '['); open; open = strchr(open + 1, '[')) {
        const char *gap = strstr(open, KEYS_GAP);
        int start, key = key_of(open);
        char before[PART_CHARS], part[PART_CHARS];

        snprintf(before, sizeof before, "%.*s", (int)(open - text), text);
        snprintf(part, sizeof part, "%.*s", gap ? (int)(gap - open) : (int)strlen(open), open);
        start = column + page_columns(before);
        if (key && start < end)
            spots_add(row, start, 1, page_columns(part), key);
    }
}

void page_put_folded(int row, int rows, int column, int end, enum screen_style style,
                     const char *text)
{
    for (int i = 0; text && *text && i < rows; i++) {
        size_t length = i + 1 < rows ? page_wrap(text, end - column) : strlen(text);
        bool blank = i + 1 < rows && text[length - 1] == ' ';
        char part[PART_CHARS];

        snprintf(part, sizeof part, "%.*s", (int)(length - blank), text);
        page_put(row + i, column, end, style, part);
        add_spots(row + i, column, end, part);
        if (page_columns(part) > end - column)
            page_put(row + i, end - 1, end, style, "…");
        text += length;
        text += strspn(text, " ");
    }
}

void page_put_cut(int row, int column, int end, enum screen_style style, const char *text)
{
    page_put_folded(row, 1, column, end, style, text);
}

void page_put_keys(int row, int rows, int column, int end, enum screen_style style,
                   const char *text)
{
    int start = column, last = row + rows - 1;

    while (*text) {
        const char *gap = strstr(text, KEYS_GAP);
        int length = gap ? (int)(gap - text) : (int)strlen(text);
        int blanks = (int)strspn(text + length, " ");
        char part[PART_CHARS];
        int stop;

        snprintf(part, sizeof part, "%.*s", length, text);
        stop = column + page_columns(part);
        if (row < last && stop > end) {
            row++;
            column = start;
        } else if (stop + (gap && row == last ? blanks + 1 : 0) > end) {
            page_put(row, column, end, style, "…");
            return;
        }
        if (key_of(part))
            spots_add(row, column, 1, page_columns(part), key_of(part));
        column = page_put(row, column, end, style, part) + blanks;
        text += length + blanks;
    }
}

void page_put_edge(int row, int column, int width, enum screen_style style, const char *left,
                   const char *middle, const char *right)
{
    screen_put(row, column, 1, style, left);
    for (int i = 1; i < width - 1; i++)
        screen_put(row, column + i, 1, style, middle);
    screen_put(row, column + width - 1, 1, style, right);
}
