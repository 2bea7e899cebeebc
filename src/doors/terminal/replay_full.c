// SPDX-License-Identifier: MIT
/*
 * replay_full.c: a saved match as a film on the full screen: its keys and its page.
 *
 * The film (film.h) knows where it is and what can be seen there; the table is drawn as in a match
 * that is played. Start with watch(), the loop, and keys[], what each key does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doors/terminal/clock.h"
#include "doors/terminal/film.h"
#include "doors/terminal/page.h"
#include "doors/terminal/panel.h"
#include "doors/terminal/replay.h"
#include "doors/terminal/status.h"
#include "doors/terminal/screen.h"

enum {
    TYPED_CHARS = 9, /* no log has more events than that many digits can name */
    WORDS_CHARS = 512,
    ROUND_COLUMNS = 38, /* what the page needs for the round, the direction and margins */
};

struct cinema {
    struct film film;
    struct film_story story;
    const char *file; /* its name without folders */
    unsigned viewer;
    bool all, help;
    size_t help_row;             /* the first one that is shown */
    char typed[TYPED_CHARS + 1]; /* the number of an event */
    const char *note;            /* why the last key did nothing, or NULL */
};

/* ---- Keys ----------------------------------------------------------------------------------- */

static void step_event(struct cinema *cinema, bool back)
{
    film_step(&cinema->film, back);
}

static void step_command(struct cinema *cinema, bool back)
{
    film_step_command(&cinema->film, back);
}

static void step_round(struct cinema *cinema, bool back)
{
    uint32_t seq = film_seq(&cinema->film);

    film_step_round(&cinema->film, back);
    if (film_seq(&cinema->film) == seq)
        cinema->note =
            back ? "This is the beginning of the first round." : "This is the last round.";
}

static void go_to_end(struct cinema *cinema, bool back)
{
    film_seek(&cinema->film, back ? 0 : UINT32_MAX);
}

static void toggle(struct cinema *cinema, bool back)
{
    (void)back;
    film_toggle(&cinema->film, clock_ms());
}

static void change_speed(struct cinema *cinema, bool back)
{
    if (back)
        film_slower(&cinema->film, clock_ms());
    else
        film_faster(&cinema->film, clock_ms());
}

/* Seats one after the other, then a spectator; back: that one at once. */
static void change_eyes(struct cinema *cinema, bool back)
{
    cinema->viewer = cinema->viewer == HC_SPECTATOR ? 0 : cinema->viewer + 1;
    if (back || cinema->viewer >= cinema->film.seats)
        cinema->viewer = HC_SPECTATOR;
}

static void open_cards(struct cinema *cinema, bool back)
{
    (void)back;
    if (cinema->film.is_over)
        cinema->all = !cinema->all;
    else
        cinema->note = "The match is not over, so the hands stay secret.";
}

static void show_keys(struct cinema *cinema, bool back)
{
    cinema->help = !back;
    cinema->help_row = 0;
}

/* What each key does, forward or back. Keys that wind the film stop it. Rows without a sentence are
 * other keys for what stands above them. */
static const struct {
    int key;
    bool winds;
    void (*act)(struct cinema *cinema, bool back);
    bool back;
    const char *name, *sentence;
} keys[] = {
    {SCREEN_RIGHT, true, step_event, false, "Right", "one event forward"},
    {SCREEN_LEFT, true, step_event, true, "Left", "one event back"},
    {SCREEN_DOWN, true, step_command, false, "Down", "one command forward, with all its events"},
    {SCREEN_UP, true, step_command, true, "Up", "one command back"},
    {SCREEN_PAGE_DOWN, true, step_round, false, "PageDown", "to the next round"},
    {SCREEN_PAGE_UP, true, step_round, true, "PageUp", "to the beginning of a round"},
    {SCREEN_HOME, true, go_to_end, true, "Home", "before the first event"},
    {SCREEN_LAST, true, go_to_end, false, "End", "to the last event"},
    {' ', false, toggle, false, "Space", "play, or stop"},
    {'+', false, change_speed, false, "+", "faster"},
    {'=', false, change_speed, false, NULL, NULL},
    {'-', false, change_speed, true, "-", "slower"},
    {SCREEN_TAB, false, change_eyes, false, "Tab", "look with the eyes of the next seat"},
    {'s', false, change_eyes, true, "s", "look as a spectator"},
    {'a', false, open_cards, false, "a", "every card open, once the match is over"},
    {'?', false, show_keys, false, "?", "this page"},
};

enum { KEYS = sizeof keys / sizeof *keys };

/* A number that is being typed; false if the key does not belong to one. */
static bool type(struct cinema *cinema, int key)
{
    size_t length = strlen(cinema->typed);

    if (key >= '0' && key <= '9') {
        if (length < TYPED_CHARS)
            cinema->typed[length] = (char)key;
        return true;
    }
    if (!length)
        return false;
    if (key == SCREEN_BACK) {
        cinema->typed[length - 1] = '\0';
        return true;
    }
    if (key == SCREEN_ENTER) {
        unsigned long seq = strtoul(cinema->typed, NULL, 10);

        if (seq > cinema->film.events)
            cinema->note = "There are not so many events.";
        else
            film_seek(&cinema->film, (uint32_t)seq);
        cinema->film.playing = false;
    }
    memset(cinema->typed, 0, sizeof cinema->typed);
    return key == SCREEN_ENTER || key == SCREEN_ESCAPE;
}

/* While the keys are listed: moves the list, or puts it away. */
static void leaf(struct cinema *cinema, int key)
{
    if (key == SCREEN_DOWN)
        cinema->help_row++;
    else if (key == SCREEN_UP && cinema->help_row)
        cinema->help_row--;
    else if (key != SCREEN_UP)
        cinema->help = false;
}

/* False if the film is to end. */
static bool press(struct cinema *cinema, int key)
{
    if (key == SCREEN_RESIZED || key == SCREEN_NOTHING)
        return true;
    if (key == SCREEN_STOP)
        return false;
    cinema->note = NULL;
    if (cinema->help) {
        leaf(cinema, key);
        return true;
    }
    if (type(cinema, key))
        return true;
    for (unsigned i = 0; i < KEYS; i++)
        if (keys[i].key == key) {
            if (keys[i].winds)
                cinema->film.playing = false;
            keys[i].act(cinema, keys[i].back);
        }
    return key != 'q';
}

/* ---- The page ------------------------------------------------------------------------------- */

static const char *verdict(const struct film *film)
{
    switch (film->verdict) {
    case HC_HONEST:
        return "honest";
    case HC_UNREVEALED:
        return "secret not revealed";
    case HC_DISHONEST:
        break;
    }
    return "not honest";
}

/* "12:05", "1:02:05". */
static void print_time(uint64_t time_ms, char *out, size_t size)
{
    unsigned long seconds = (unsigned long)(time_ms / 1000);

    if (seconds >= 3600)
        snprintf(out, size, "%lu:%02lu:%02lu", seconds / 3600, seconds / 60 % 60, seconds % 60);
    else
        snprintf(out, size, "%lu:%02lu", seconds / 60, seconds % 60);
}

/* The name of the file, cut off so that what stands behind it in the title line has room. */
static void print_file(const char *file, const char *aside, char *out, size_t size)
{
    int room = screen_columns() - ROUND_COLUMNS - page_columns(aside);
    bool cut = page_columns(file) > room;
    size_t length = 0;

    for (int left = cut ? room - 1 : room; left > 0 && file[length]; left--)
        do
            length++;
        while ((file[length] & 0xc0) == 0x80);
    snprintf(out, size, "%.*s%s", (int)length, file, cut ? "…" : "");
}

/* Where in the film this is, and whether the whole of it can be believed. */
static void print_place(const struct film *film, char *out, size_t size)
{
    snprintf(out, size, "event %lu of %lu · %s", (unsigned long)film_seq(film),
             (unsigned long)film->events, verdict(film));
}

/* What the film does, whose eyes these are, and where in the log this is. */
static void print_state(const struct cinema *cinema, char *out, size_t size)
{
    const struct film *film = &cinema->film;
    const char *doing = film->playing                    ? "Playing"
                        : film_seq(film) == film->events ? "The end"
                        : film_seq(film) == 0            ? "The beginning"
                                                         : "Stopped";
    char clock[32], eyes[32] = "as a spectator";

    if (cinema->typed[0]) {
        snprintf(out, size, "To event %s   (Enter goes there, Escape does not)", cinema->typed);
        return;
    }
    print_time(film_time_ms(film), clock, sizeof clock);
    if (cinema->viewer != HC_SPECTATOR)
        snprintf(eyes, sizeof eyes, "as seat %u", cinema->viewer);
    snprintf(out, size, "%s · %s · %s%s · record %lu · %s", doing, film_speed(film), eyes,
             cinema->all ? ", all open" : "", (unsigned long)film->head.reader.records, clock);
}

static void name_seats(const struct cinema *cinema, char name[HC_SEATS_MAX][8],
                       const char *names[HC_SEATS_MAX])
{
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        snprintf(name[s], 8, "Seat %u", s);
        names[s] = s == cinema->viewer ? "You" : name[s];
    }
}

static void draw_keys(struct cinema *cinema)
{
    const char *row[KEYS + 2];
    char text[KEYS][WORDS_CHARS];
    struct panel panel = {
        .title = "Keys", .row = row, .first = cinema->help_row, .foot = "any key goes on"};

    for (unsigned i = 0; i < KEYS; i++)
        if (keys[i].sentence) {
            snprintf(text[i], sizeof text[i], "%-9s %s", keys[i].name, keys[i].sentence);
            row[panel.row_count++] = text[i];
        }
    row[panel.row_count++] = "123 Enter to that event";
    row[panel.row_count++] = "q         end";
    panel.selected = panel.row_count;
    panel_draw(&panel);
    cinema->help_row = panel.first;
}

static void draw(struct cinema *cinema)
{
    char title[WORDS_CHARS], place[WORDS_CHARS], state[WORDS_CHARS], name[HC_SEATS_MAX][8];
    const struct film *film = &cinema->film;
    const char *names[HC_SEATS_MAX];
    struct hc_view view;
    struct page page = {
        .view = &view,
        .names = names,
        .title = title,
        .aside = place,
        .alarm = film->verdict == HC_DISHONEST,
        .line = cinema->story.line,
        .selected = -1,
        .offer = state,
        .foot = "? keys  q end  Space play  ←→ event  ↑↓ command  PgUp PgDn round  Tab eyes",
    };

    film_view(film, cinema->viewer, cinema->all, &view);
    film_tell(film, cinema->viewer, cinema->all, &cinema->story);
    print_place(film, place, sizeof place);
    print_file(cinema->file, place, title, sizeof title);
    print_state(cinema, state, sizeof state);
    name_seats(cinema, name, names);
    page.line_count = cinema->story.count;
    page.fresh = cinema->story.fresh;
    page.notice = cinema->note;
    if (!page.notice && film->verdict == HC_DISHONEST)
        page.notice = film->problem.text;
    page.refused = page.notice != NULL;
    page_draw(&page);
    if (cinema->help && screen_rows() >= PAGE_ROWS_MIN && screen_columns() >= PAGE_COLUMNS_MIN)
        draw_keys(cinema);
    screen_show();
}

/* ---- The film ------------------------------------------------------------------------------- */

static void watch(struct cinema *cinema)
{
    int wait_ms;

    do {
        wait_ms = film_run(&cinema->film, clock_ms());
        draw(cinema);
    } while (press(cinema, screen_key(wait_ms)));
}

/* Whether the wish can be granted; the film is then where it is to begin. */
static bool begin(struct cinema *cinema, const struct wish *wish, struct hc_problem *why)
{
    struct film *film = &cinema->film;
    const char *slash = strrchr(wish->path, '/');

    cinema->file = slash ? slash + 1 : wish->path;
    cinema->viewer = wish->viewer;
    cinema->all = wish->all;
    if (!replay_may_show(wish, film->seats, film->is_over, why))
        return false;
    if (wish->seq != UINT32_MAX && wish->seq > film->events)
        return say_why(why, "the log ends with event %lu", (unsigned long)film->events);
    if (wish->seq != UINT32_MAX)
        film_seek(film, wish->seq);
    return true;
}

bool replay_full(const struct wish *wish, const struct logfile *file, struct hc_problem *why)
{
    struct cinema *cinema = calloc(1, sizeof *cinema);
    bool ok;

    if (!cinema)
        return say_why(why, "there is not enough memory");
    ok = film_open(&cinema->film, file->bytes, file->size, why) && begin(cinema, wish, why);
    if (ok && screen_open()) {
        watch(cinema);
        screen_close();
    } else if (ok) {
        ok = replay_lines(wish, file, why);
    }
    film_release(&cinema->film);
    free(cinema);
    return ok;
}
