// SPDX-License-Identifier: MIT
/*
 * join_page.c: a server's table without a match, drawn on the full screen.
 *
 * From the top: the title; who sits there; what to tell those who shall come; what is agreed; what
 * happened; what may be done; an answer; the input line; the keys. A wide window has what happened
 * at its right. A low one has less between the parts. A compact one has no headings, no agreement
 * that is the usual one, and what happened only where rows are left. Start reading at
 * join_page_draw().
 */
#include <stdio.h>
#include <string.h>

#include "doors/terminal/invite.h"
#include "doors/terminal/join_inside.h"
#include "doors/terminal/page.h"
#include "doors/terminal/page_layout.h"
#include "doors/terminal/phrase.h"

enum {
    TALL_ROWS = 32,  /* from here on there are empty rows between the parts */
    INVITE_ROWS = 2, /* and what to know first, if there is anything */
    WARNING_FOLD = 2,
    AGREED_FOLD = 2, /* rows for the rules, and for the settings */
    STORY_LEAST = 4, /* rows, with its heading; a low window has fewer */
    STORY_LOW = 3,
    OFFER_COMPACT = 3, /* rows that what may be done is folded into there */
};

struct area {
    int rows, left; /* of the page; the columns of its left part */
    int row;        /* the next one that is free */
    int bottom;     /* the first one of the words below */
    bool low;       /* without headings */
    bool compact;   /* and with nothing that need not be there */
    int seat_rows;
};

/* ---- Texts ---------------------------------------------------------------------------------- */

static void put_title(const struct visit *visit, struct hc_text *out)
{
    const struct guest_room *room = &visit->guest->room;
    struct hc_view view = {.game = room->game, .rules = room->rules};

    phrase_put_title(&view, out);
    if (*room->title) {
        hc_put(out, ": ");
        hc_put(out, room->title);
    }
}

static enum hc_word state_of(const struct guest_room *room)
{
    switch (room->stage) {
    case HC_ROOM_LOBBY:
        return TERMINAL_STATE_LOBBY;
    case HC_ROOM_OPENING:
    case HC_ROOM_PLAYING:
        return TERMINAL_STATE_BEGINS;
    case HC_ROOM_FINISHED:
        return TERMINAL_STATE_OVER;
    case HC_ROOM_CLOSED:
        break;
    }
    return TERMINAL_STATE_CLOSED;
}

/* The state stands at the right end; a long title gives way. */
static void draw_title(const struct visit *visit)
{
    int end = screen_columns() - MARGIN, column;
    char text[TEXT_CHARS], trouble[80];
    const char *state;
    struct hc_text out;

    guest_put_trouble(visit->guest, trouble, sizeof trouble);
    state = *trouble ? trouble : phrase_word(state_of(&visit->guest->room));
    column = end - page_columns(state);
    page_put(0, column, end, *trouble ? SCREEN_ALARM : SCREEN_PLAIN, state);
    hc_text_init(&out, text, sizeof text);
    put_title(visit, &out);
    page_put_folded(0, 1, MARGIN, column - 2, SCREEN_TITLE, text);
}

/* ---- Parts ---------------------------------------------------------------------------------- */

static void draw_heading(struct area *area, const char *text)
{
    if (!area->low)
        page_put_heading(area->row++, MARGIN, area->left - MARGIN, text);
}

static int name_columns(const struct visit *visit)
{
    int longest = 0;

    for (unsigned s = 0; s < visit->guest->room.seats; s++) {
        char text[TEXT_CHARS];
        struct hc_text out;

        hc_text_init(&out, text, sizeof text);
        lobby_put_name(visit, s, &out);
        longest = page_columns(text) > longest ? page_columns(text) : longest;
    }
    return longest;
}

static void draw_seat(const struct join_page *page, unsigned seat, int row, int end)
{
    const struct visit *visit = page->visit;
    bool selected = seat == page->selected && visit->guest->room.host == visit->guest->seat &&
                    visit->guest->room.stage == HC_ROOM_LOBBY;
    char text[TEXT_CHARS];
    struct hc_text out;
    int column;

    page_put(row, MARGIN, end, SCREEN_TITLE, selected ? "▶" : " ");
    snprintf(text, sizeof text, "%u", seat);
    column = page_put(row, MARGIN + 2, end, SCREEN_FAINT, text) + 2;
    hc_text_init(&out, text, sizeof text);
    lobby_put_name(visit, seat, &out);
    page_put(row, column, end, seat == visit->guest->seat ? SCREEN_TITLE : SCREEN_PLAIN, text);
    hc_text_init(&out, text, sizeof text);
    lobby_put_remarks(visit, seat, &out);
    page_put(row, column + name_columns(visit) + 2, end, SCREEN_PLAIN, text);
}

/* Those who sit there, as many as there is room for, the selected one among them. */
static void draw_seats(const struct join_page *page, struct area *area)
{
    const struct guest_room *room = &page->visit->guest->room;
    int end = area->left - MARGIN, taken = 0, before = 0, first;
    unsigned empty = lobby_free_seats(page->visit);
    char text[TEXT_CHARS];
    struct hc_text out;

    for (unsigned s = 0; s < room->seats; s++) {
        before += room->seat[s].who != HC_SEAT_EMPTY && s < page->selected;
        taken += room->seat[s].who != HC_SEAT_EMPTY;
    }
    first = before >= area->seat_rows ? before + 1 - area->seat_rows : 0;
    if (!area->compact)
        page_put_heading(area->row++, MARGIN, end, phrase_word(TERMINAL_PEOPLE));
    for (unsigned s = 0, at = 0; s < room->seats; s++) {
        if (room->seat[s].who == HC_SEAT_EMPTY)
            continue;
        if ((int)at >= first && (int)at < first + area->seat_rows)
            draw_seat(page, s, area->row++, end);
        at++;
    }
    hc_text_init(&out, text, sizeof text);
    hc_put(&out, taken > area->seat_rows ? "… " : "");
    if (empty)
        PHRASE(&out, TERMINAL_SEATS_FREE, {"count", NULL, empty});
    else
        hc_put(&out, phrase_word(TERMINAL_NO_SEATS_FREE));
    hc_put(&out, room->watchers ? " " : "");
    if (room->watchers)
        PHRASE(&out, TERMINAL_LOOK_ON, {"count", NULL, room->watchers});
    page_put(area->row++, MARGIN + 2, end, SCREEN_FAINT, text);
}

/* The rows of what to know before somebody is invited; a low window has none. */
static int warning_rows(const struct visit *visit, const struct area *area)
{
    const char *warning = invite_warning(visit);

    return *warning && !area->low
               ? page_fold_rows(warning, area->left - 2 * MARGIN - 2, WARNING_FOLD)
               : 0;
}

static void draw_invitation(const struct visit *visit, struct area *area)
{
    int end = area->left - MARGIN, column, rows;
    char text[URL_SERVER_CHARS + 60];
    struct hc_text out;

    draw_heading(area, phrase_word(TERMINAL_TELL_FRIENDS));
    column = page_put(area->row, MARGIN + 2, end, SCREEN_PLAIN, phrase_word(TERMINAL_CODE_IS));
    column = page_put(area->row, column, end, SCREEN_TITLE, visit->guest->code);
    hc_text_init(&out, text, sizeof text);
    PHRASE(&out, TERMINAL_CODE_AT, {"server", invite_server(visit), 0});
    page_put_cut(area->row++, column, end, SCREEN_PLAIN, text);
    snprintf(text, sizeof text, "holecard play --join %s/%s", invite_server(visit),
             visit->guest->code);
    if (!area->low)
        page_put(area->row++, MARGIN + 2, end, SCREEN_PLAIN, text);
    rows = warning_rows(visit, area);
    page_put_folded(area->row, rows, MARGIN + 2, end, SCREEN_TITLE, invite_warning(visit));
    area->row += rows;
}

/* Where rules and settings begin, behind what they are called. */
static int agreed_column(void)
{
    int rules = page_columns(phrase_word(TERMINAL_LOBBY_RULES));
    int settings = page_columns(phrase_word(TERMINAL_LOBBY_SETTINGS));

    return MARGIN + 2 + (rules > settings ? rules : settings) + 2;
}

/* The rows that rules and settings take; 0 where they are the usual ones. */
static int agreed_rows(const char *text, const struct area *area)
{
    return *text ? page_fold_rows(text, area->left - MARGIN - agreed_column(),
                                  area->low ? 1 : AGREED_FOLD)
                 : 0;
}

static void draw_agreed(const struct visit *visit, struct area *area)
{
    const struct guest_room *room = &visit->guest->room;
    int end = area->left - MARGIN, rows;

    if (area->compact && !*room->rules_text && !*room->settings)
        return;
    draw_heading(area, phrase_word(TERMINAL_AGREED));
    if (!*room->rules_text && !*room->settings)
        page_put(area->row++, MARGIN + 2, end, SCREEN_PLAIN, phrase_word(TERMINAL_AGREED_USUAL));
    if ((rows = agreed_rows(room->rules_text, area))) {
        page_put(area->row, MARGIN + 2, end, SCREEN_FAINT, phrase_word(TERMINAL_LOBBY_RULES));
        page_put_folded(area->row, rows, agreed_column(), end, SCREEN_PLAIN, room->rules_text);
        area->row += rows;
    }
    if ((rows = agreed_rows(room->settings, area))) {
        page_put(area->row, MARGIN + 2, end, SCREEN_FAINT, phrase_word(TERMINAL_LOBBY_SETTINGS));
        page_put_folded(area->row, rows, agreed_column(), end, SCREEN_PLAIN, room->settings);
        area->row += rows;
    }
}

static const char *said(const struct visit *visit, size_t index)
{
    return visit->said[index % SAID_MAX];
}

/* The last sentences that fit, or those that the reader looks back to. */
static size_t draw_story(const struct join_page *page, int row, int column, int right, int bottom)
{
    const struct visit *visit = page->visit;
    size_t oldest = visit->said_count > SAID_MAX ? visit->said_count - SAID_MAX : 0;
    size_t end = visit->said_count - page->back, first = end;
    int left = bottom - row - 1;

    if (left < 1)
        return 1;
    page_put_heading(row++, column, right, phrase_word(TERMINAL_WHAT_HAPPENED));
    while (first > oldest) {
        int rows = page_fold_rows(said(visit, first - 1), right - column, bottom - row);

        if (rows > left)
            break;
        left -= rows;
        first--;
    }
    for (size_t i = first; i < end; i++) {
        int rows = page_fold_rows(said(visit, i), right - column, bottom - row);

        page_put_folded(row, rows, column, right, SCREEN_PLAIN, said(visit, i));
        row += rows;
    }
    return end > first ? end - first : 1;
}

/* The words below everything; returns their first row. */
static int draw_words(const struct join_page *page)
{
    int end = screen_columns() - MARGIN, row = screen_rows() - 2, column, rows;

    page_put_keys(row + 1, 1, MARGIN, end, SCREEN_FAINT, phrase_word(TERMINAL_LOBBY_FOOT));
    column = page_put(row, MARGIN, end, SCREEN_TITLE, "> ");
    column = page_put(row, column, end, SCREEN_PLAIN, page->typed);
    page_put(row, column, end, SCREEN_SELECTED, " ");
    rows = page_fold_rows(page->notice, end - MARGIN, FOLD_MAX);
    row -= rows || page_is_compact() ? rows : 1;
    page_put_folded(row, rows, MARGIN, end, page->refused ? SCREEN_ALARM : SCREEN_TITLE,
                    page->notice);
    rows = page_fold_rows(page->offer, end - MARGIN, page_is_compact() ? OFFER_COMPACT : FOLD_MAX);
    row -= rows;
    page_put_folded(row, rows, MARGIN, end, SCREEN_PLAIN, page->offer);
    return row;
}

/* ---- The page ------------------------------------------------------------------------------- */

static int agreed_all(const struct visit *visit, const struct area *area)
{
    int rows = agreed_rows(visit->guest->room.rules_text, area) +
               agreed_rows(visit->guest->room.settings, area);

    return rows || area->compact ? rows : 1;
}

/* A window that is too low for everything goes without some headings, and then without some seats.
 */
static void arrange(const struct visit *visit, struct area *area, bool wide)
{
    int seats = (int)(visit->guest->room.seats - lobby_free_seats(visit));
    int least = wide ? 0 : STORY_LEAST, room = area->bottom - area->row;

    area->low = room < seats + 2 + 1 + INVITE_ROWS + warning_rows(visit, area) + 1 +
                           agreed_all(visit, area) + least;
    area->seat_rows = seats;
    if (!area->low)
        return;
    room -= 2 + !area->compact + agreed_all(visit, area) + (wide || area->compact ? 0 : STORY_LOW);
    area->seat_rows = seats < room ? seats : room > 1 ? room : 1;
}

size_t join_page_draw(const struct join_page *page)
{
    bool wide = screen_columns() >= WIDE_COLUMNS, tall = screen_rows() >= TALL_ROWS;
    struct area area = {.rows = screen_rows(), .row = tall ? 2 : 1};
    int story = wide ? screen_columns() - TABLE_COLUMNS - 2 : 0;
    size_t shown;

    if (!page_fits())
        return 1;
    screen_clear();
    story = story < STORY_COLUMNS ? story : STORY_COLUMNS;
    area.compact = page_is_compact();
    area.left = screen_columns() - (wide ? story + 1 : 0);
    area.bottom = draw_words(page);
    arrange(page->visit, &area, wide);
    draw_title(page->visit);
    draw_seats(page, &area);
    area.row += tall;
    draw_invitation(page->visit, &area);
    area.row += tall;
    draw_agreed(page->visit, &area);
    if (wide)
        shown = draw_story(page, tall ? 2 : 1, area.left, screen_columns() - MARGIN, area.bottom);
    else
        shown = draw_story(page, area.row + tall, MARGIN, area.left - MARGIN, area.bottom);
    return shown;
}
