// SPDX-License-Identifier: MIT
/* panel.c: drawing a panel in the middle of the screen. */
#include "doors/terminal/panel.h"

#include <stdbool.h>
#include <stdio.h>

#include "doors/terminal/page.h"
#include "doors/terminal/phrase.h"
#include "doors/terminal/spots.h"

enum { PANEL_CHARS = 200, FRAME_COLUMNS = 6, BELOW_ROWS = 3 };

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

/* Below the list: all of the selected row, if it is cut off; otherwise the foot. */
static const char *words_below(const struct panel *panel, int width)
{
    if (panel->selected < panel->row_count &&
        page_columns(panel->row[panel->selected]) > width - FRAME_COLUMNS)
        return panel->row[panel->selected];
    return panel->foot;
}

static void draw_frame(int row, int column, int width, int height, const char *title)
{
    char text[PANEL_CHARS];

    page_put_edge(row, column, width, SCREEN_PLAIN, "╭", "─", "╮");
    for (int i = 1; i < height - 1; i++)
        page_put_edge(row + i, column, width, SCREEN_PLAIN, "│", " ", "│");
    page_put_edge(row + height - 1, column, width, SCREEN_PLAIN, "╰", "─", "╯");
    snprintf(text, sizeof text, " %s ", title);
    page_put_cut(row, column + 2, column + width - 6, SCREEN_TITLE, text);
    screen_put(row, column + width - 5, 3, SCREEN_PLAIN, " × ");
    spots_add(row, column + width - 5, 1, 3, SCREEN_ESCAPE);
}

static void draw_rows(const struct panel *panel, size_t rows, int row, int column, int end)
{
    for (size_t i = 0; i < rows; i++, row++) {
        bool selected = panel->first + i == panel->selected;

        if (panel->selected < panel->row_count)
            spots_add(row, column + 1, 1, end - column, SPOT_ROW + (int)(panel->first + i));
        screen_put(row, column + 2, 1, SCREEN_PLAIN, selected ? "▶" : " ");
        page_put_cut(row, column + 4, end,
                     selected          ? SCREEN_SELECTED
                     : panel->is_paper ? SCREEN_PAPER
                                       : SCREEN_PLAIN,
                     panel->row[panel->first + i]);
    }
}

size_t panel_draw(struct panel *panel)
{
    int width = widest(panel) + FRAME_COLUMNS, most = screen_columns() - 2, end;
    int gap = screen_rows() < PAGE_ROWS ? 0 : 1; /* rows above and below the list */
    int below_rows, room, height, row, column;
    const char *below;
    char text[PANEL_CHARS];
    size_t rows;

    if (screen_rows() < PAGE_ROWS_MIN || screen_columns() < PAGE_COLUMNS_MIN)
        return 0;
    width = width < most ? width : most;
    below = words_below(panel, width);
    below_rows = page_fold_rows(below, width - FRAME_COLUMNS, BELOW_ROWS);
    room = screen_rows() - 2 - 2 * gap - below_rows;
    rows = panel->row_count > (size_t)room ? (size_t)room : panel->row_count;
    height = (int)rows + 2 + 2 * gap + below_rows;
    row = (screen_rows() - height) / 2;
    column = (screen_columns() - width) / 2;
    end = column + width - 2;
    scroll(panel, rows);
    spots_clear();
    draw_frame(row, column, width, height, panel->title);
    if (rows < panel->row_count) {
        struct hc_text out;

        hc_text_init(&out, text, sizeof text);
        hc_put_char(&out, ' ');
        PHRASE(&out, TERMINAL_PANEL_PART, {"first", NULL, (int64_t)panel->first + 1},
               {"last", NULL, (int64_t)(panel->first + rows)},
               {"count", NULL, (int64_t)panel->row_count});
        hc_put_char(&out, ' ');
        screen_put(row + height - 1, column + 2, width - 4, SCREEN_FAINT, text);
    }
    draw_rows(panel, rows, row + 1 + gap, column, end);
    /* In something to read, the words below it are a button. */
    if (panel->selected >= panel->row_count)
        spots_add(row + height - 1 - below_rows, column + 1, below_rows, width - 2, SCREEN_ENTER);
    page_put_folded(row + height - 1 - below_rows, below_rows, column + 4, end, SCREEN_FAINT,
                    below);
    return rows;
}
