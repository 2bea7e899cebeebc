// SPDX-License-Identifier: MIT
/* page.c: the table on the full screen. Start reading at page_draw(). */
#include "doors/terminal/page_layout.h"

#include <stdio.h>

#include "table/facts.h"

/* Which round it is, and which way round play goes: seats stand below each other, so up or down. */
static int draw_course(const struct page *page, int column, int end)
{
    const struct hc_view *view = page->view;
    char text[TEXT_CHARS];
    struct hc_text out;
    int64_t round;

    if (hc_view_common(view, HC_COMMON_ROUND, 0, &round) && round) {
        hc_text_init(&out, text, sizeof text);
        hc_put(&out, "   ");
        PHRASE(&out, TERMINAL_ROUND, {"count", NULL, round});
        column = page_put(0, column, end, SCREEN_PLAIN, text);
    }
    for (unsigned f = 0; f < view->game->fact_count; f++) {
        const struct hc_fact *fact = &view->game->facts[f];

        if (fact->type != HC_FACT_DIRECTION || !phrase_is_seen(view, fact))
            continue;
        hc_text_init(&out, text, sizeof text);
        hc_put(&out, "   ");
        phrase_put_value(view, page->names, fact, 0, &out);
        hc_put(&out, hc_fact_get(fact, view->state, 0) < 0 ? " ↑" : " ↓");
        column = page_put(0, column, end, SCREEN_PLAIN, text);
    }
    return column;
}

static void draw_title(const struct page *page, const struct layout *layout)
{
    int end = layout->columns - MARGIN, column;
    char text[TEXT_CHARS];

    column = page_put(0, MARGIN, end, SCREEN_TITLE, page->title);
    column = draw_course(page, column, end);
    if (!page->aside)
        return;
    snprintf(text, sizeof text, "   %s", page->aside);
    if (end - page_columns(text) > column)
        column = end - page_columns(text);
    page_put(0, column, end, page->alarm ? SCREEN_ALARM : SCREEN_PLAIN, text);
}

/* The sentences at the end that fit, or at the end of what the reader looks back to. */
static size_t draw_story(const struct page *page, const struct layout *layout)
{
    size_t end = page->back < page->line_count ? page->line_count - page->back : 0, first = end;
    int column = layout->story_column, right = column + layout->story_columns;
    int row = layout->story_row, left = layout->story_rows;
    char text[TEXT_CHARS];
    struct hc_text out;

    if (left < 1)
        return 1;
    hc_text_init(&out, text, sizeof text);
    if (page->back)
        PHRASE(&out, TERMINAL_WHAT_HAPPENED_NEWER, {"count", NULL, (int64_t)page->back});
    else
        hc_put(&out, phrase_word(TERMINAL_WHAT_HAPPENED));
    if (!layout->story_bare)
        page_put_heading(row - 1, column, right, text);
    while (first) {
        int rows = page_fold_rows(page->line[first - 1], right - column, layout->story_rows);

        if (rows > left)
            break;
        left -= rows;
        first--;
    }
    for (size_t i = first; i < end; i++) {
        int rows = page_fold_rows(page->line[i], right - column, layout->story_rows);

        page_put_folded(row, rows, column, right, i < page->fresh ? SCREEN_FAINT : SCREEN_PLAIN,
                        page->line[i]);
        row += rows;
    }
    return end > first ? end - first : 1;
}

bool page_is_compact(void)
{
    return screen_rows() < PAGE_ROWS || screen_columns() < PAGE_COLUMNS;
}

bool page_fits(void)
{
    int rows = screen_rows(), columns = screen_columns();
    char text[TEXT_CHARS];
    struct hc_text out;

    if (rows >= PAGE_ROWS_MIN && columns >= PAGE_COLUMNS_MIN)
        return true;
    screen_clear();
    hc_text_init(&out, text, sizeof text);
    PHRASE(&out, TERMINAL_WINDOW_TOO_SMALL, {"columns", NULL, columns}, {"rows", NULL, rows},
           {"least_columns", NULL, PAGE_COLUMNS_MIN}, {"least_rows", NULL, PAGE_ROWS_MIN});
    page_put_folded(0, rows, 0, columns, SCREEN_PLAIN, text);
    return false;
}

static void draw_words(const struct page *page, const struct layout *layout)
{
    int end = layout->columns - MARGIN, column;

    page_put_folded(layout->offer_row, layout->offer_rows, MARGIN, end, SCREEN_PLAIN, page->offer);
    page_put_folded(layout->notice_row, layout->notice_rows, MARGIN, end,
                    page->refused ? SCREEN_ALARM : SCREEN_TITLE, page->notice);
    if (page->prompt) {
        column = page_put(layout->input_row, MARGIN, end, SCREEN_TITLE, page->prompt);
        column = page_put(layout->input_row, column, end, SCREEN_PLAIN, page->typed);
        page_put(layout->input_row, column, end, SCREEN_SELECTED, " ");
    }
    if (page->foot)
        page_put_keys(layout->rows - 1, 1, MARGIN, end, SCREEN_FAINT, page->foot);
}

size_t page_draw(const struct page *page)
{
    struct layout layout;
    size_t shown;

    if (!page_fits())
        return 1;
    screen_clear();
    page_lay_out(page, &layout);
    if (page_is_compact()) {
        page_draw_table_compact(page, &layout);
    } else {
        draw_title(page, &layout);
        page_draw_seats(page, &layout);
        page_draw_piles(page, &layout);
    }
    shown = draw_story(page, &layout);
    if (page_has_hand(page->view))
        page_draw_hand(page, &layout);
    draw_words(page, &layout);
    return shown;
}
