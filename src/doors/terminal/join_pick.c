// SPDX-License-Identifier: MIT
/* join_pick.c: a list on the full screen, at a server: of its tables, or of games. */
#include <stdio.h>
#include <unistd.h>

#include "doors/terminal/clock.h"
#include "doors/terminal/edit.h"
#include "doors/terminal/join_inside.h"
#include "doors/terminal/page.h"

enum {
    MARGIN = 2,
    FIRST_ROW = 3,
    LAST_ROWS = 5, /* below the list: a gap, the input, the notice, a gap, the keys */
    STEP_MS = 1000,
    KEY_MS = 50, /* how long what was typed may take to become a key */
};

int join_key(struct join *join)
{
    int key = screen_key(0);

    if (key != SCREEN_NOTHING)
        return key;
    return screen_key(guest_wait(&join->guest, STDIN_FILENO, STEP_MS) == GUEST_INPUT ? KEY_MS : 0);
}

static void draw(const struct join *join, const struct join_pick *pick)
{
    size_t room = (size_t)(screen_rows() - FIRST_ROW - LAST_ROWS), first = 0;
    int end = screen_columns() - MARGIN, bottom = screen_rows() - 1, column;
    char trouble[80];

    if (!page_fits()) {
        screen_show();
        return;
    }
    screen_clear();
    page_put(1, MARGIN, end, SCREEN_TITLE, pick->title);
    if (pick->selected >= room)
        first = pick->selected + 1 - room;
    for (size_t i = first; i < pick->count && i < first + room; i++) {
        int row = FIRST_ROW + (int)(i - first);

        page_put(row, MARGIN, end, SCREEN_PLAIN, i == pick->selected ? "▶" : " ");
        page_put(row, MARGIN + 2, end, i == pick->selected ? SCREEN_SELECTED : SCREEN_PLAIN,
                 pick->row[i]);
    }
    if (first + room < pick->count)
        page_put(FIRST_ROW + (int)room, MARGIN, end, SCREEN_FAINT, "  ... more below");
    guest_put_trouble(&join->guest, trouble, sizeof trouble);
    page_put(bottom - 3, MARGIN, end, SCREEN_ALARM, *trouble ? trouble : pick->notice);
    if (pick->is_typed) {
        column = page_put(bottom - 2, MARGIN, end, SCREEN_TITLE, "> ");
        column = page_put(bottom - 2, column, end, SCREEN_PLAIN, pick->typed);
        page_put(bottom - 2, column, end, SCREEN_SELECTED, " ");
    }
    page_put(bottom, MARGIN, end, SCREEN_FAINT, pick->foot);
    screen_show();
}

/* What a key does to the list; true if it is the end of it. */
static bool take_key(struct join_pick *pick, int key, enum join_picked *picked)
{
    size_t last = pick->count ? pick->count - 1 : 0;

    if (key == SCREEN_STOP)
        *picked = PICKED_STOP;
    else if (key == SCREEN_ENTER && *pick->typed)
        *picked = PICKED_TYPED;
    else if (key == SCREEN_ENTER && pick->count)
        *picked = PICKED_ROW;
    else if (key == SCREEN_ESCAPE && !*pick->typed)
        *picked = PICKED_NONE;
    else if (key == SCREEN_ESCAPE)
        pick->typed[0] = '\0';
    else if (key == SCREEN_UP)
        pick->selected -= pick->selected > 0;
    else if (key == SCREEN_DOWN)
        pick->selected += pick->selected < last;
    else if (key == SCREEN_HOME || key == SCREEN_PAGE_UP)
        pick->selected = 0;
    else if (key == SCREEN_LAST || key == SCREEN_PAGE_DOWN)
        pick->selected = last;
    else if (key == SCREEN_BACK)
        edit_remove(pick->typed);
    else if (key == 'q' && !*pick->typed)
        *picked = PICKED_NONE;
    else if (pick->is_typed)
        edit_add(pick->typed, sizeof pick->typed, key);
    return *picked != PICKED_TIME;
}

enum join_picked join_pick(struct join *join, struct join_pick *pick, int timeout_ms)
{
    uint64_t end_ms = clock_ms() + (uint64_t)(timeout_ms < 0 ? 0 : timeout_ms);
    enum join_picked picked = PICKED_TIME;

    if (pick->selected >= pick->count)
        pick->selected = pick->count ? pick->count - 1 : 0;
    do {
        int key;

        draw(join, pick);
        key = join_key(join);
        if (join->guest.gone)
            return PICKED_NONE;
        if (key == SCREEN_NOTHING || key == SCREEN_RESIZED)
            continue;
        pick->notice[0] = '\0';
        if (take_key(pick, key, &picked))
            return picked;
    } while (timeout_ms < 0 || clock_ms() < end_ms);
    return PICKED_TIME;
}
