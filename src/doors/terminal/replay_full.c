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

#include "net/clock.h"
#include "doors/terminal/film.h"
#include "doors/terminal/page.h"
#include "doors/terminal/phrase.h"
#include "doors/terminal/prompt.h"
#include "doors/terminal/replay.h"

enum {
    WORDS_CHARS = 512,
    ROUND_COLUMNS = 38, /* what the page needs for the round, the direction and margins */
};

struct replay {
    struct prompt prompt; /* what is typed is the number of an event */
    struct sheet sheet;
    struct film film;
    struct film_story story;
    const struct wish *wish;
    const char *file; /* its name without folders */
    unsigned viewer;
    bool all;
};

/* ---- Keys ----------------------------------------------------------------------------------- */

enum request {
    REQUEST_EVENT,
    REQUEST_COMMAND,
    REQUEST_ROUND,
    REQUEST_END, /* up to here they wind the film, which stops it */
    REQUEST_PLAY,
    REQUEST_SPEED,
    REQUEST_EYES,
    REQUEST_OPEN,
};

/* What each key does: forward, or back. */
static const struct prompt_key keys[] = {
    {SCREEN_RIGHT, REQUEST_EVENT, false, "→", TERMINAL_FILM_EVENT},
    {SCREEN_LEFT, REQUEST_EVENT, true, "←", TERMINAL_FILM_EVENT_BACK},
    {SCREEN_DOWN, REQUEST_COMMAND, false, "↓", TERMINAL_FILM_COMMAND},
    {SCREEN_UP, REQUEST_COMMAND, true, "↑", TERMINAL_FILM_COMMAND_BACK},
    {SCREEN_PAGE_DOWN, REQUEST_ROUND, false, "PageDown", TERMINAL_FILM_ROUND},
    {SCREEN_PAGE_UP, REQUEST_ROUND, true, "PageUp", TERMINAL_FILM_ROUND_BACK},
    {SCREEN_HOME, REQUEST_END, true, "Home", TERMINAL_FILM_FIRST},
    {SCREEN_LAST, REQUEST_END, false, "End", TERMINAL_FILM_LAST},
    {' ', REQUEST_PLAY, false, "Space", TERMINAL_FILM_PLAY},
    {'+', REQUEST_SPEED, false, "+", TERMINAL_FILM_FASTER},
    {.key = '=', .request = REQUEST_SPEED},
    {'-', REQUEST_SPEED, true, "-", TERMINAL_FILM_SLOWER},
    {SCREEN_TAB, REQUEST_EYES, false, "Tab", TERMINAL_FILM_EYES},
    {'s', REQUEST_EYES, true, "s", TERMINAL_FILM_SPECTATOR},
    {'a', REQUEST_OPEN, false, "a", TERMINAL_FILM_OPEN},
    {0, 0, 0, "123 Enter", TERMINAL_FILM_TO},
    {0, 0, 0, "q", TERMINAL_FILM_END},
};

static void step_round(struct replay *replay, bool back)
{
    uint32_t seq = film_seq(&replay->film);

    film_step_round(&replay->film, back);
    if (film_seq(&replay->film) == seq)
        prompt_say(&replay->prompt, "%s",
                   phrase_word(back ? TERMINAL_FIRST_ROUND : TERMINAL_LAST_ROUND));
}

/* Seats one after the other, then a spectator; back: that one at once. */
static void change_eyes(struct replay *replay, bool back)
{
    replay->viewer = replay->viewer == HC_SPECTATOR ? 0 : replay->viewer + 1;
    if (back || replay->viewer >= replay->film.seats)
        replay->viewer = HC_SPECTATOR;
}

static void open_cards(struct replay *replay)
{
    if (replay->film.is_over)
        replay->all = !replay->all;
    else
        prompt_say(&replay->prompt, "%s", phrase_word(TERMINAL_STAY_SECRET));
}

static void go_to(struct replay *replay, const char *number)
{
    unsigned long seq = strtoul(number, NULL, 10);

    replay->film.playing = false;
    if (seq > replay->film.events)
        prompt_say(&replay->prompt, "%s", phrase_word(TERMINAL_FEWER_EVENTS));
    else
        film_seek(&replay->film, (uint32_t)seq);
}

static void press(struct replay *replay, enum request request, bool back)
{
    struct film *film = &replay->film;

    if (request <= REQUEST_END)
        film->playing = false;
    switch (request) {
    case REQUEST_EVENT:
        film_step(film, back);
        return;
    case REQUEST_COMMAND:
        film_step_command(film, back);
        return;
    case REQUEST_ROUND:
        step_round(replay, back);
        return;
    case REQUEST_END:
        film_seek(film, back ? 0 : UINT32_MAX);
        return;
    case REQUEST_PLAY:
        film_toggle(film, clock_steady_ms());
        return;
    case REQUEST_SPEED:
        if (back)
            film_slower(film, clock_steady_ms());
        else
            film_faster(film, clock_steady_ms());
        return;
    case REQUEST_EYES:
        change_eyes(replay, back);
        return;
    case REQUEST_OPEN:
        open_cards(replay);
        return;
    }
}

/* ---- The page ------------------------------------------------------------------------------- */

static enum hc_word verdict(const struct film *film)
{
    switch (film->verdict) {
    case HC_HONEST:
        return TERMINAL_HONEST;
    case HC_UNREVEALED:
        return TERMINAL_UNREVEALED;
    case HC_DISHONEST:
    case HC_UNREADABLE: /* film_open refuses it */
        break;
    }
    return TERMINAL_DISHONEST;
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
    int room = page_is_compact() ? screen_columns()
                                 : screen_columns() - ROUND_COLUMNS - page_columns(aside);
    bool cut = page_columns(file) > room;
    size_t length = 0;

    for (int left = cut ? room - 1 : room; left > 0 && file[length]; left--)
        do
            length++;
        while ((file[length] & 0xc0) == 0x80);
    snprintf(out, size, "%.*s%s", (int)length, file, cut ? "…" : "");
}

/* Where in the film this is, and whether the whole of it can be believed; a small window says only
 * the former. */
static void print_place(const struct film *film, char *out, size_t size)
{
    struct hc_text text;

    hc_text_init(&text, out, size);
    PHRASE(&text, page_is_compact() ? TERMINAL_FILM_PLACE_SHORT : TERMINAL_FILM_PLACE,
           {"seq", NULL, film_seq(film)}, {"count", NULL, film->events},
           {"verdict", phrase_word(verdict(film)), 0});
}

/* What the film does, whose eyes these are, and where in the log this is. */
static void print_state(const struct replay *replay, char *out, size_t size)
{
    const struct film *film = &replay->film;
    enum hc_word doing = film->playing                    ? TERMINAL_FILM_PLAYING
                         : film_seq(film) == film->events ? TERMINAL_FILM_ENDED
                         : film_seq(film) == 0            ? TERMINAL_FILM_BEGIN
                                                          : TERMINAL_FILM_STOPPED;
    char clock[32], name[REPLAY_NAME_CHARS], speed[40];
    struct hc_text text;

    hc_text_init(&text, speed, sizeof speed);
    film_put_speed(film, &text);
    hc_text_init(&text, out, size);
    if (replay->prompt.typed[0]) {
        PHRASE(&text, TERMINAL_FILM_GOTO, {"seq", replay->prompt.typed, 0});
        return;
    }
    snprintf(name, sizeof name, "%s", phrase_word(TERMINAL_A_SPECTATOR));
    print_time(film_time_ms(film), clock, sizeof clock);
    if (replay->viewer != HC_SPECTATOR)
        replay_name(replay->wish, replay->viewer, name);
    PHRASE(&text, TERMINAL_FILM_STATE, {"doing", phrase_word(doing), 0}, {"speed", speed, 0},
           {"name", name, 0}, {"all", NULL, replay->all},
           {"record", NULL, (int64_t)film->head.reader.records}, {"clock", clock, 0});
}

static void name_seats(const struct replay *replay, char name[HC_SEATS_MAX][REPLAY_NAME_CHARS],
                       const char *names[HC_SEATS_MAX])
{
    for (unsigned s = 0; s < HC_SEATS_MAX; s++) {
        char letter[WORDS_LETTER_CHARS];
        size_t first;

        replay_name(replay->wish, s, name[s]);
        first = words_letter(name[s], letter);
        memcpy(name[s], letter, first);
        names[s] = s == replay->viewer ? phrase_word(TERMINAL_YOU) : name[s];
    }
}

static void draw(void *context)
{
    struct replay *replay = context;
    char title[WORDS_CHARS], place[WORDS_CHARS], state[WORDS_CHARS];
    char name[HC_SEATS_MAX][REPLAY_NAME_CHARS];
    const struct film *film = &replay->film;
    const char *names[HC_SEATS_MAX];
    struct hc_view view;
    struct page page = {
        .view = &view,
        .names = names,
        .title = title,
        .aside = place,
        .alarm = film->verdict == HC_DISHONEST,
        .line = replay->story.line,
        .selected = -1,
        .refused = true,
        .offer = state,
        .foot = phrase_word(TERMINAL_FILM_FOOT),
    };

    film_view(film, replay->viewer, replay->all, &view);
    film_tell(film, replay->viewer, replay->all, replay->wish->names, &replay->story);
    print_place(film, place, sizeof place);
    print_file(replay->file, place, title, sizeof title);
    print_state(replay, state, sizeof state);
    name_seats(replay, name, names);
    page.line_count = replay->story.count;
    page.fresh = replay->story.fresh;
    if (*replay->prompt.notice)
        page.notice = replay->prompt.notice;
    else if (film->verdict == HC_DISHONEST)
        page.notice = film->problem.text;
    page_draw(&page);
}

/* ---- The film ------------------------------------------------------------------------------- */

static bool wait_for_key(void *page, int timeout_ms)
{
    const struct wish *wish = ((const struct replay *)page)->wish;

    return wish->wait(wish->context, timeout_ms);
}

static void watch(struct replay *replay)
{
    struct prompt *prompt = &replay->prompt;
    enum prompt_event event = PROMPT_NOTHING;

    *prompt = (struct prompt){.page = replay,
                              .draw = draw,
                              .wait = replay->wish->wait ? wait_for_key : NULL,
                              .keys = keys,
                              .key_count = sizeof keys / sizeof *keys,
                              .quit = 'q',
                              .typing = PROMPT_TYPES_DIGITS,
                              .sheet = &replay->sheet};
    while (event != PROMPT_STOP && event != PROMPT_LEAVE) {
        event = prompt_read(prompt, film_run(&replay->film, clock_steady_ms()));
        if (event == PROMPT_KEY)
            press(replay, (enum request)prompt->pressed->request, prompt->pressed->with);
        else if (event == PROMPT_LINE)
            go_to(replay, prompt->line);
    }
}

/* Whether the wish can be granted; the film is then where it is to begin. */
static bool begin(struct replay *replay, const struct wish *wish, struct hc_problem *why)
{
    struct film *film = &replay->film;
    const char *slash = strrchr(wish->path, '/');

    replay->wish = wish;
    replay->file = slash ? slash + 1 : wish->path;
    replay->viewer = wish->viewer;
    replay->all = wish->all;
    if (!replay_may_show(wish, film->seats, film->is_over, why))
        return false;
    if (wish->seq != UINT32_MAX && wish->seq > film->events)
        return PHRASE_WHY(why, TERMINAL_FILM_SHORT, {"count", NULL, film->events});
    if (wish->seq != UINT32_MAX)
        film_seek(film, wish->seq);
    return true;
}

bool replay_full(const struct wish *wish, const struct logfile *file, struct hc_problem *why)
{
    struct replay *replay = calloc(1, sizeof *replay);
    bool ok;

    if (!replay)
        return phrase_why(why, TERMINAL_NO_MEMORY);
    ok = film_open(&replay->film, file->bytes, file->size, why) && begin(replay, wish, why);
    if (ok && screen_open()) {
        watch(replay);
        screen_close();
    } else if (ok) {
        ok = replay_lines(wish, file, why);
    }
    film_release(&replay->film);
    free(replay);
    return ok;
}
