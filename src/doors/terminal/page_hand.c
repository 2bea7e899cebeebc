// SPDX-License-Identifier: MIT
/* page_hand.c: the viewer's hand on a page, in cards with frames or small ones. */
#include "doors/terminal/page_layout.h"

#include <stdio.h>
#include <string.h>

#include "doors/terminal/card.h"
#include "doors/terminal/phrase.h"
#include "doors/terminal/spots.h"

enum { HEADING_COLUMNS = 4 }; /* that a heading takes beside its text */

static unsigned hand_face(const struct hc_view *view, int index)
{
    return view->face[view->hand[view->viewer].start + index];
}

static unsigned marks_of(const struct page *page, int index)
{
    unsigned face = hand_face(page->view, index);

    return (phrase_is_playable(page->view, face) ? CARD_MARKED : 0u) |
           (page->selected == index ? CARD_SELECTED : 0u);
}

static void add_spot(const struct page *page, int row, int column, const struct layout *layout,
                     int index)
{
    spots_add(row, column, layout->cards == CARD_SMALL ? 1 : layout->hand_rows,
              card_width(page->view, layout->cards), SPOT_CARD + index);
}

/* Cards that can be played are lifted by a row. The selected one lies on top of its neighbours. */
static void draw_hand_framed(const struct page *page, const struct layout *layout)
{
    int count = page->view->hand[page->view->viewer].count;

    for (int turn = 0; turn < 2; turn++)
        for (int i = 0; i < count; i++)
            if ((page->selected == i) == turn) {
                add_spot(page, layout->hand_row, MARGIN + i * layout->card_step, layout, i);
                card_draw(page->view, layout->cards,
                          layout->hand_row + !(marks_of(page, i) & CARD_MARKED),
                          MARGIN + i * layout->card_step, hand_face(page->view, i),
                          marks_of(page, i));
            }
}

/* How many small cards a row and the page have room for, and which card is the first. */
struct window {
    int across, room, first;
};

static struct window small_window(const struct page *page, const struct layout *layout)
{
    struct window window = {.across = (layout->left - 2 * MARGIN) /
                                      (card_width(page->view, CARD_SMALL) + 1)};

    window.room = layout->hand_rows * window.across;
    if (page->selected >= window.room)
        window.first = (page->selected / window.across - layout->hand_rows + 1) * window.across;
    return window;
}

static void draw_hand_small(const struct page *page, const struct layout *layout)
{
    int count = page->view->hand[page->view->viewer].count;
    int width = card_width(page->view, CARD_SMALL) + 1;
    struct window window = small_window(page, layout);

    for (int i = 0; i < window.room && window.first + i < count; i++) {
        int row = layout->hand_row + i / window.across;
        int column = MARGIN + i % window.across * width, index = window.first + i;

        add_spot(page, row, column, layout, index);
        card_draw(page->view, CARD_SMALL, row, column, hand_face(page->view, index),
                  marks_of(page, index));
    }
}

/* A hand that is too large for the page says which of its cards are here. */
static void put_window(const struct page *page, const struct layout *layout, struct hc_text *out)
{
    int count = page->view->hand[page->view->viewer].count;
    struct window window = small_window(page, layout);
    int end = window.first + window.room;

    if (layout->cards != CARD_SMALL || count <= window.room)
        return;
    hc_put(out, ", ");
    PHRASE(out, TERMINAL_HAND_PART, {"first", NULL, window.first + 1},
           {"last", NULL, end < count ? end : count});
}

/* What is known of a card, for the line below the hand. */
static void put_card_text(const struct hc_view *view, unsigned face, struct hc_text *out)
{
    const struct hc_effect *effect = hc_face_effect(view->game, &view->rules, face);
    const struct hc_face *row = phrase_face(view, face);

    if (!row)
        return;
    hc_put(out, row->code);
    hc_put(out, ": ");
    phrase_put_face(view, face, out);
    hc_put(out, effect ? ". " : ".");
    hc_put(out, effect ? hc_face_sentence(view->game, &view->rules, face, phrase_language()) : "");
}

void page_draw_hand(const struct page *page, const struct layout *layout)
{
    const struct hc_view *view = page->view;
    unsigned count = view->hand[view->viewer].count;
    const char *name = page->names[view->viewer], *played = phrase_word(TERMINAL_CAN_BE_PLAYED);
    int room = layout->left - 2 * MARGIN - HEADING_COLUMNS;
    char text[TEXT_CHARS];
    struct hc_text out;

    hc_text_init(&out, text, sizeof text);
    if (!strcmp(name, phrase_word(TERMINAL_YOU)))
        PHRASE(&out, TERMINAL_YOUR_HAND_OF, {"count", NULL, count});
    else
        PHRASE(&out, TERMINAL_HAND_OF, {"name", name, 0}, {"count", NULL, count});
    put_window(page, layout, &out);
    if (phrase_playable(view) && page_columns(text) + page_columns(played) < room) {
        hc_put_char(&out, ' ');
        hc_put(&out, played);
    }
    page_put_heading(layout->hand_row - 1, MARGIN, layout->left - MARGIN, text);
    if (layout->cards != CARD_SMALL)
        draw_hand_framed(page, layout);
    else
        draw_hand_small(page, layout);
    if (page->selected < 0 || page->selected >= (int)count)
        return;
    hc_text_init(&out, text, sizeof text);
    put_card_text(view, hand_face(view, page->selected), &out);
    page_put_folded(layout->text_row, layout->text_rows, MARGIN, layout->left - MARGIN,
                    SCREEN_FAINT, text);
}

int page_hand_step(const struct hc_view *view, enum card_size size, int width)
{
    int count = view->hand[view->viewer].count, card = card_width(view, size);
    int small = card_width(view, CARD_SMALL);
    /* The selected card lies on the next one, whose corner must be seen. */
    int least = size == CARD_LARGE || small > card ? card - 1 : small;
    int step = count > 1 ? (width - card) / (count - 1) : card + 1;

    return step > card + 1 ? card + 1 : step >= least ? step : 0;
}

int page_hand_text_columns(const struct hc_view *view)
{
    int longest = 0;

    for (int i = 0; i < view->hand[view->viewer].count; i++) {
        char text[TEXT_CHARS];
        struct hc_text out;

        hc_text_init(&out, text, sizeof text);
        put_card_text(view, hand_face(view, i), &out);
        longest = page_columns(text) > longest ? page_columns(text) : longest;
    }
    return longest;
}

int page_hand_small_rows(const struct hc_view *view, int width)
{
    int across = width / (card_width(view, CARD_SMALL) + 1);
    int rows = (view->hand[view->viewer].count + across - 1) / across;

    return rows < 1 ? 1 : rows > HAND_SMALL_ROWS ? HAND_SMALL_ROWS : rows;
}
