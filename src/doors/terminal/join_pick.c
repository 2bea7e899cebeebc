// SPDX-License-Identifier: MIT
/* join_pick.c: a list on the full screen, at a server: of its tables, or of games. */
#include <unistd.h>

#include "net/clock.h"
#include "doors/terminal/join_inside.h"
#include "doors/terminal/page_text.h"

enum {
    MARGIN = 2,
    STEP_MS = 1000,
};

static bool wait_for_input(void *context, int timeout_ms)
{
    struct join_pick *pick = context;

    return guest_wait(pick->visit->guest, STDIN_FILENO, timeout_ms) == GUEST_INPUT;
}

static void put_row(const void *context, size_t row, int at, bool selected)
{
    const struct join_pick *pick = context;
    int end = screen_columns() - MARGIN;

    page_put(at, MARGIN, end, SCREEN_PLAIN, selected ? "▶" : " ");
    page_put_cut(at, MARGIN + 2, end, selected ? SCREEN_SELECTED : SCREEN_PLAIN, pick->row[row]);
}

static void draw(void *context)
{
    struct join_pick *pick = context;
    char trouble[80];
    struct prompt_list_page look = {
        .title = pick->title, .aside = trouble, .foot = pick->foot, .put_row = put_row};

    guest_put_trouble(pick->visit->guest, trouble, sizeof trouble);
    prompt_draw_list(&pick->prompt, &look);
}

enum prompt_event join_pick(struct visit *visit, struct join_pick *pick, int timeout_ms)
{
    uint64_t end_ms = clock_steady_ms() + (uint64_t)(timeout_ms < 0 ? 0 : timeout_ms);

    pick->visit = visit;
    pick->prompt.page = pick;
    pick->prompt.draw = draw;
    pick->prompt.wait = wait_for_input;
    pick->prompt.quit = 'q';
    do {
        enum prompt_event event = prompt_read(&pick->prompt, STEP_MS);

        if (visit->guest->gone || event == PROMPT_LEAVE)
            return PROMPT_BACK;
        if (event != PROMPT_NOTHING && (event != PROMPT_ENTER || pick->prompt.list.count))
            return event;
    } while (timeout_ms < 0 || clock_steady_ms() < end_ms);
    return PROMPT_NOTHING;
}
