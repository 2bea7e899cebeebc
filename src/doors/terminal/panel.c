// SPDX-License-Identifier: MIT
/* panel.c: drawing a panel in the middle of the screen. */
#include "doors/terminal/panel.h"

#include <stdbool.h>
#include <stdio.h>

#include "doors/terminal/page.h"

enum { PANEL_CHARS = 200 };

static int widest(const struct panel *panel)
{
    int width = page_columns(panel->title);

    if (panel->foot && page_columns(panel->foot) > width)
        width = page_columns(panel->foot);
    for (size_t i = 0; i < panel->row_count; i++)
        if (page_columns(panel->row[i]) > width)
            width = page_columns(panel->row[i]);
    return width;
}

static void scroll(struct panel *panel, size_t room)
{
    if (panel->selected < panel->row_count && panel->selected < panel->first)
        panel->first = panel->selected;
    if (panel->selected < panel->row_count && panel->selected >= panel->first + room)
        panel->first = panel->selected + 1 - room;
    if (panel->first + room > panel->row_count)
        panel->first = panel->row_count > room ? panel->row_count - room : 0;
}

int panel_rows_max(void)
{
    return screen_rows() - 5;
}

int panel_columns_max(void)
{
    return screen_columns() - 8;
}

size_t panel_draw(struct panel *panel)
{
    int width = widest(panel) + 6, most = screen_columns() - 2;
    int room = screen_rows() - 4 - (panel->foot ? 1 : 0);
    size_t rows = room > 0 && panel->row_count > (size_t)room ? (size_t)room : panel->row_count;
    int height = (int)rows + 4 + (panel->foot ? 1 : 0);
    int row = (screen_rows() - height) / 2, column;
    char text[PANEL_CHARS];

    if (room < 1 || screen_rows() < PAGE_ROWS_MIN || screen_columns() < PAGE_COLUMNS_MIN)
        return 0;
    width = width < most ? width : most;
    column = (screen_columns() - width) / 2;
    scroll(panel, rows);
    page_put_edge(row, column, width, SCREEN_PLAIN, "╭", "─", "╮");
    for (int i = 1; i < height - 1; i++)
        page_put_edge(row + i, column, width, SCREEN_PLAIN, "│", " ", "│");
    page_put_edge(row + height - 1, column, width, SCREEN_PLAIN, "╰", "─", "╯");
    snprintf(text, sizeof text, " %s ", panel->title);
    screen_put(row, column + 2, width - 4, SCREEN_TITLE, text);
    if (rows < panel->row_count) {
        snprintf(text, sizeof text, " %zu to %zu of %zu ", panel->first + 1, panel->first + rows,
                 panel->row_count);
        screen_put(row + height - 1, column + 2, width - 4, SCREEN_FAINT, text);
    }
    for (size_t i = 0; i < rows; i++) {
        bool selected = panel->first + i == panel->selected;

        screen_put(row + 2 + (int)i, column + 2, 1, SCREEN_PLAIN, selected ? "▶" : " ");
        screen_put(row + 2 + (int)i, column + 4, width - 6,
                   selected          ? SCREEN_SELECTED
                   : panel->is_paper ? SCREEN_PAPER
                                     : SCREEN_PLAIN,
                   panel->row[panel->first + i]);
    }
    if (panel->foot)
        screen_put(row + height - 2, column + 4, width - 6, SCREEN_FAINT, panel->foot);
    return rows;
}
