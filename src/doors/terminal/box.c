// SPDX-License-Identifier: MIT
/* box.c: a list in a frame over the page. */
#include "doors/terminal/page.h"

#include <stdio.h>

enum { BOX_CHARS = 200 };

static int widest(const struct box *box)
{
    int width = page_columns(box->title);

    if (box->foot && page_columns(box->foot) > width)
        width = page_columns(box->foot);
    for (size_t i = 0; i < box->row_count; i++)
        if (page_columns(box->row[i]) > width)
            width = page_columns(box->row[i]);
    return width;
}

/* One row of the frame: its left and right end, and the same sign in between. */
static void put_frame(int row, int column, int width, const char *left, const char *middle,
                      const char *right)
{
    screen_put(row, column, 1, SCREEN_PLAIN, left);
    for (int i = 1; i < width - 1; i++)
        screen_put(row, column + i, 1, SCREEN_PLAIN, middle);
    screen_put(row, column + width - 1, 1, SCREEN_PLAIN, right);
}

static void scroll(struct box *box, size_t room)
{
    if (box->selected < box->row_count && box->selected < box->first)
        box->first = box->selected;
    if (box->selected < box->row_count && box->selected >= box->first + room)
        box->first = box->selected + 1 - room;
    if (box->first + room > box->row_count)
        box->first = box->row_count > room ? box->row_count - room : 0;
}

size_t box_draw(struct box *box)
{
    int width = widest(box) + 6, most = screen_columns() - 2;
    int room = screen_rows() - 4 - (box->foot ? 1 : 0);
    size_t rows = room > 0 && box->row_count > (size_t)room ? (size_t)room : box->row_count;
    int height = (int)rows + 4 + (box->foot ? 1 : 0);
    int row = (screen_rows() - height) / 2, column;
    char text[BOX_CHARS];

    if (room < 1 || screen_rows() < PAGE_ROWS_MIN || screen_columns() < PAGE_COLUMNS_MIN)
        return 0;
    width = width < most ? width : most;
    column = (screen_columns() - width) / 2;
    scroll(box, rows);
    put_frame(row, column, width, "╭", "─", "╮");
    for (int i = 1; i < height - 1; i++)
        put_frame(row + i, column, width, "│", " ", "│");
    put_frame(row + height - 1, column, width, "╰", "─", "╯");
    snprintf(text, sizeof text, " %s ", box->title);
    screen_put(row, column + 2, width - 4, SCREEN_TITLE, text);
    if (rows < box->row_count) {
        snprintf(text, sizeof text, " %zu to %zu of %zu ", box->first + 1, box->first + rows,
                 box->row_count);
        screen_put(row + height - 1, column + 2, width - 4, SCREEN_FAINT, text);
    }
    for (size_t i = 0; i < rows; i++) {
        bool selected = box->first + i == box->selected;

        screen_put(row + 2 + (int)i, column + 2, 1, SCREEN_PLAIN, selected ? "▶" : " ");
        screen_put(row + 2 + (int)i, column + 4, width - 6,
                   selected ? SCREEN_SELECTED : SCREEN_PLAIN, box->row[box->first + i]);
    }
    if (box->foot)
        screen_put(row + height - 2, column + 4, width - 6, SCREEN_FAINT, box->foot);
    return rows;
}
