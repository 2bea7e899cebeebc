// SPDX-License-Identifier: MIT
/*
 * line_play.c: a match in line mode.
 *
 * People type lines; others and the house act by themselves until a person is awaited. When several
 * people share the terminal, one of them at a time has the screen: the hand is hidden before the
 * next one takes it. Start reading at line_play().
 */
#include "doors/terminal/visit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/text.h"
#include "doors/terminal/ask.h"
#include "doors/terminal/request.h"
#include "doors/terminal/line.h"
#include "doors/terminal/show.h"
#include "doors/terminal/stop.h"
#include "net/clock.h"
#include "doors/terminal/phrase.h"

enum { STORY_LINES = 20, BLANK_LINES = 40, WAITING_CHARS = 600, SETTLE_MS = 20, BESIDE_NAME = 120 };

struct play {
    struct visit *visit;
    struct input input;
    size_t said;                 /* how much was said when something was last waited for, … */
    uint32_t seq;                /* … the moment … */
    bool asked;                  /* … and whether the house waited for us to go on … */
    char waiting[WAITING_CHARS]; /* … and for whom else */
    struct hc_actions declined;  /* what the only person did not want to do out of turn */
    unsigned screen;             /* the seat that has the screen; HC_SPECTATOR: nobody */
    bool left;                   /* somebody quit, or the input ended, or the table is gone … */
    bool ended;                  /* … and the match ended with that */
};

enum answer {
    ANSWER_ACTED,
    ANSWER_STAYED,
    ANSWER_NEWS, /* something happened before anything was said */
};

static bool has_more_to_show(const struct play *play)
{
    const struct story *story = visit_story(play->visit, play->screen);

    return story->shown < story->count;
}

/* Whether something was said, or the table has moved on. */
static bool is_news(const struct play *play)
{
    return visit_story(play->visit, play->screen)->count != play->said ||
           visit_seq(play->visit) != play->seq || visit_is_asked_next(play->visit) != play->asked;
}

static void remember_moment(struct play *play)
{
    play->said = visit_story(play->visit, play->screen)->count;
    play->seq = visit_seq(play->visit);
    play->asked = visit_is_asked_next(play->visit);
}

/* Whether a clock runs for somebody here. */
static bool is_timed(const struct visit *visit)
{
    return visit->guest->deadline_ms && visit_is_person(visit, visit_awaits(visit));
}

/* Waits for a line; false if there is news first. Where nothing happens while nobody waits for it,
 * reading waits by itself, unless a clock runs. */
static bool wait_for_line(void *context)
{
    struct play *play = context;
    struct visit *visit = play->visit;

    if (visit_rests(visit) && !is_timed(visit))
        return true;
    remember_moment(play);
    while (!stop_came() && !play->left && !has_more_to_show(play))
        switch (visit_wait(visit, STDIN_FILENO, -1)) {
        case GUEST_INPUT:
            return true;
        case GUEST_GONE:
            play->left = true;
            break;
        case GUEST_TIME:
        case GUEST_NEWS:
            if (is_news(play))
                return false;
        }
    return false;
}

/* Waits for what happens without anybody here. */
static void wait_for_news(struct play *play)
{
    remember_moment(play);
    while (!stop_came() && !play->left && !is_news(play))
        play->left = visit_wait(play->visit, -1, -1) == GUEST_GONE;
}

/* Lets others say or do first what they will in this moment. */
static void settle(struct play *play)
{
    while (!stop_came() && !play->left && visit_is_busy(play->visit))
        play->left = visit_wait(play->visit, -1, SETTLE_MS) == GUEST_GONE;
}

/* Prints a text of this door with one value. */
static void put(enum hc_word word, const char *name, const char *text, int64_t number)
{
    char line[SAID_CHARS];
    struct hc_text out;

    hc_text_init(&out, line, sizeof line);
    PHRASE(&out, word, {name, text, number});
    fputs(line, stdout);
}

static void say(enum hc_word word, const char *name, const char *text, int64_t number)
{
    put(word, name, text, number);
    putchar('\n');
}

/* A match that is kept can be left; any other one ends then. */
static void leave(struct play *play, enum hc_word what)
{
    struct hc_problem why;

    play->left = true;
    if (!stop_came())
        say(what, "ends", NULL, !play->visit->kept);
    play->ended = !play->visit->kept;
    if (play->ended && !visit_end(play->visit, &why))
        line_refuse(why.text);
}

static void leave_at_end_of_input(struct play *play)
{
    leave(play, TERMINAL_INPUT_ENDS);
}

/* Does what takes the person away from the table. */
static void go_away(struct play *play, enum request request)
{
    struct hc_problem why;

    if (request != REQUEST_END)
        leave(play, TERMINAL_YOU_LEAVE);
    else if (visit_end(play->visit, &why))
        puts(phrase_word(TERMINAL_YOU_END));
    else
        line_refuse(why.text);
}

/* Waits for Enter. A script that knows nothing of this goes on with its next command: that line is
 * kept. A person who types something here should not speak for the next one. False if something
 * happened first. */
static bool wait_enter(struct play *play, const char *prompt)
{
    char line[TYPED_CHARS];
    enum line_result result;
    enum request request;
    const char *rest;

    if (play->left)
        return false;
    result = line_read(&play->input, prompt, line);
    request = result == LINE_GIVEN ? request_of(line, &rest) : REQUEST_NONE;
    if (result == LINE_END)
        leave_at_end_of_input(play);
    else if (request_leaves(request))
        go_away(play, request);
    else if (result == LINE_GIVEN && *line && !play->visit->terminal)
        line_keep(&play->input, line);
    return result != LINE_NEWS;
}

static void hide(const struct play *play)
{
    const char *kind = getenv("TERM");

    if (play->visit->terminal && kind && strcmp(kind, "dumb") != 0) {
        fputs("\033[2J\033[3J\033[H", stdout);
        return;
    }
    for (unsigned i = 0; i < BLANK_LINES; i++)
        putchar('\n');
}

/* Gives the screen to a seat. With one person there is nothing to hide. */
static void sit_down(struct play *play, unsigned seat)
{
    char prompt[PLAYER_CHARS + BESIDE_NAME];
    struct hc_text out;

    if (play->screen == seat)
        return;
    if (play->visit->people > 1) {
        /* On a terminal hiding wipes the screen, so there must be time to read it. */
        snprintf(prompt, sizeof prompt, "\n%s ", phrase_word(TERMINAL_HIDE_HAND));
        if (play->screen != HC_SPECTATOR && play->visit->terminal)
            wait_enter(play, prompt);
        if (play->screen != HC_SPECTATOR)
            hide(play);
        hc_text_init(&out, prompt, sizeof prompt);
        PHRASE(&out, TERMINAL_SEE_HAND, {"name", play->visit->names[seat], 0});
        hc_put(&out, " ");
        wait_enter(play, prompt);
    }
    play->screen = seat;
}

static void save(struct play *play, const char *path)
{
    struct hc_problem why;

    if (!*path)
        line_refuse(phrase_word(TERMINAL_SAVE_NEEDS));
    else if (visit_save(play->visit, path, &why))
        LINE_SAY(TERMINAL_SAVED_AS, {"path", path, 0});
    else
        LINE_SAY(TERMINAL_NOT_SAVED, {"why", why.text, 0});
}

static void show_log(struct play *play, unsigned seat, const char *count)
{
    uint64_t lines = STORY_LINES;
    const char *end = *count ? hc_read_number(count, 1000000, &lines) : count;

    if (!end || *end)
        line_refuse(phrase_word(TERMINAL_LOG_NEEDS));
    else
        show_story(visit_story(play->visit, seat), lines);
}

static void chat(struct play *play, unsigned seat, const char *text)
{
    struct hc_problem why;

    if (!*text)
        line_refuse(phrase_word(TERMINAL_CHAT_NEEDS));
    else if (!visit_chat(play->visit, seat, text, &why))
        line_refuse(why.text);
    else
        show_news(play->visit, play->screen);
}

static void agree(struct play *play)
{
    struct hc_problem why;

    if (!visit_agree(play->visit, &why))
        line_refuse(why.text);
}

static void run_request(struct play *play, unsigned seat, enum request request, const char *rest)
{
    switch (request) {
    case REQUEST_HELP:
        show_help(play->visit, seat);
        return;
    case REQUEST_STATE:
        show_table(play->visit, seat, true);
        return;
    case REQUEST_HAND:
        show_sheet(play->visit, seat, sheet_hand);
        return;
    case REQUEST_CARDS:
        show_sheet(play->visit, seat, sheet_cards);
        return;
    case REQUEST_HINT:
        show_hints(play->visit, seat);
        return;
    case REQUEST_LOG:
        show_log(play, seat, rest);
        return;
    case REQUEST_SAVE:
        save(play, rest);
        return;
    case REQUEST_AGREE:
        agree(play);
        return;
    case REQUEST_LATE:
        show_late(play->visit);
        return;
    case REQUEST_STATISTICS:
        show_records(play->visit, seat);
        return;
    case REQUEST_CHAT:
        chat(play, seat, rest);
        return;
    case REQUEST_END:
    case REQUEST_QUIT:
        go_away(play, request);
        return;
    case REQUEST_NONE:
        return;
    }
}

/* What would be allowed is a matter of the speaker's hand, so it is for its owner alone. */
static enum answer refuse(struct play *play, unsigned seat, const char *why)
{
    put(TERMINAL_REFUSED, "why", why, 0);
    fputs(seat == play->screen ? " " : "\n", stdout);
    if (seat == play->screen)
        show_allowed(play->visit, seat);
    return ANSWER_STAYED;
}

static enum answer command(struct play *play, unsigned seat, const char *line)
{
    const struct hc_view view = *visit_view(play->visit, seat);
    struct hc_command given;
    struct hc_problem why;
    enum hc_refusal refusal = typed_command(&view, line, &given, &why);

    if (seat != play->screen && refusal != HC_MALFORMED && ask_for_card(&view, &given))
        return refuse(play, seat, phrase_word(TERMINAL_NAME_CARD));
    if (refusal)
        return refuse(play, seat,
                      *why.text ? why.text
                                : hc_refusal_sentence(visit_view(play->visit, seat)->game, refusal,
                                                      phrase_language()));
    switch (line_complete(&play->input, play->visit->names, &view, &given)) {
    case LINE_END:
        leave_at_end_of_input(play);
        return ANSWER_STAYED;
    case LINE_CANCELLED:
        puts(phrase_word(TERMINAL_TAKEN_BACK));
        return ANSWER_STAYED;
    case LINE_NEWS:
    case LINE_TOO_LONG:
    case LINE_GIVEN:
        break;
    }
    refusal = visit_give(play->visit, seat, &given);
    return refusal ? refuse(play, seat,
                            hc_refusal_sentence(visit_view(play->visit, seat)->game, refusal,
                                                phrase_language()))
                   : ANSWER_ACTED;
}

/* A line that was typed by the person on `seat`. */
static enum answer obey(struct play *play, unsigned seat, const char *line)
{
    const char *rest;
    enum request request = request_of(line, &rest);

    if (request != REQUEST_NONE) {
        run_request(play, seat, request, rest);
        return ANSWER_STAYED;
    }
    if (play->visit->people > 1 && typed_speaker(&line, &seat) &&
        !visit_is_person(play->visit, seat)) {
        line_refuse(phrase_word(TERMINAL_NO_SPEAKER));
        return ANSWER_STAYED;
    }
    return command(play, seat, line);
}

/* Reads lines until something was done, or, if `may_pass`, an empty line says that nothing is. */
static enum answer converse(struct play *play, unsigned seat, const char *prompt, bool may_pass)
{
    char line[TYPED_CHARS];

    while (!play->left && visit_awaits(play->visit) != HC_NONE) {
        switch (line_read(&play->input, prompt, line)) {
        case LINE_END:
            leave_at_end_of_input(play);
            continue;
        case LINE_TOO_LONG:
            LINE_SAY(TERMINAL_LINE_TOO_LONG, {"count", NULL, TYPED_CHARS});
            show_allowed(play->visit, seat);
            continue;
        case LINE_NEWS:
            return ANSWER_NEWS;
        case LINE_CANCELLED:
        case LINE_GIVEN:
            break;
        }
        if (!*line && may_pass)
            return ANSWER_STAYED;
        if (*line && obey(play, seat, line) == ANSWER_ACTED)
            return ANSWER_ACTED;
    }
    return ANSWER_STAYED;
}

static void person_turn(struct play *play, unsigned seat)
{
    char prompt[PLAYER_CHARS + 4];

    settle(play);
    if (play->left || visit_awaits(play->visit) != seat)
        return;
    sit_down(play, seat);
    if (play->left)
        return;
    show_news(play->visit, seat);
    show_table(play->visit, seat, false);
    if (play->visit->terminal && play->visit->signal & SIGNAL_BELL)
        fputs("\a", stdout);
    play->declined.count = 0;
    snprintf(prompt, sizeof prompt, "%s> ",
             play->visit->people > 1 ? play->visit->names[seat] : phrase_word(TERMINAL_YOUR_TURN));
    converse(play, seat, prompt, false);
    show_news(play->visit, seat);
}

static bool same_actions(const struct hc_actions *a, const struct hc_actions *b)
{
    return a->count == b->count && !memcmp(a->choice, b->choice, a->count * sizeof *a->choice);
}

/* The only person may act out of turn before others go on. Each chance is offered once in a turn.
 */
static bool person_aside(struct play *play)
{
    struct hc_actions actions;
    char prompt[PLAYER_CHARS + BESIDE_NAME];

    if (play->visit->people != 1)
        return false;
    actions = visit_view(play->visit, play->screen)->actions;
    if (!actions.count || same_actions(&actions, &play->declined))
        return false;
    show_news(play->visit, play->screen);
    show_table(play->visit, play->screen, false);
    snprintf(prompt, sizeof prompt, "%s> ", phrase_word(TERMINAL_OUT_OF_TURN));
    if (converse(play, play->screen, prompt, true) != ANSWER_STAYED)
        return true;
    play->declined = actions;
    return false;
}

/* Says whose answer the house waits for, when that is something new. */
static void show_waiting(struct play *play)
{
    char waiting[WAITING_CHARS];
    struct hc_text out;

    hc_text_init(&out, waiting, sizeof waiting);
    visit_put_waiting(play->visit, &out);
    if (*waiting && strcmp(waiting, play->waiting) != 0)
        puts(waiting);
    memcpy(play->waiting, waiting, sizeof waiting);
}

static void sleep_ms(uint64_t ms)
{
    struct timespec span = {(time_t)(ms / 1000), (long)(ms % 1000) * 1000000};

    nanosleep(&span, NULL);
}

/* What bots do is shown when a person is asked again, if it takes no time. */
static void wait_for_bots(struct play *play)
{
    unsigned delay_ms = play->visit->bot_delay_ms;
    uint64_t since_ms = clock_steady_ms(), acts_ms, now_ms;

    if (!play->visit->people || delay_ms)
        show_news(play->visit, play->screen);
    fflush(stdout);
    if (delay_ms) {
        acts_ms = visit_ponder(play->visit, since_ms, delay_ms);
        now_ms = clock_steady_ms();
        if (acts_ms > now_ms)
            sleep_ms(acts_ms - now_ms);
    }
    wait_for_news(play);
}

/* Others play, or the house waits for them. At a server what is typed meanwhile is obeyed; Enter
 * shows the table to those who look on. At home nobody can do anything meanwhile. */
static void others_turn(struct play *play)
{
    if (person_aside(play) || play->left || visit_awaits(play->visit) == HC_NONE)
        return;
    if (visit_rests(play->visit)) {
        wait_for_bots(play);
        return;
    }
    show_news(play->visit, play->screen);
    show_waiting(play);
    if (converse(play, play->screen, "", true) == ANSWER_STAYED && !play->left &&
        !play->visit->people)
        show_table(play->visit, play->screen, false);
}

/* The house waits for people before the next round. */
static void house_turn(struct play *play)
{
    struct visit *visit = play->visit;
    char prompt[PLAYER_CHARS + BESIDE_NAME];
    struct hc_problem why;

    if (!visit_is_asked_next(visit)) {
        others_turn(play);
        return;
    }
    show_news(visit, play->screen);
    show_players(visit);
    snprintf(prompt, sizeof prompt, "%s ", phrase_word(TERMINAL_NEXT_ROUND));
    if (wait_enter(play, prompt) && !play->left && visit_is_asked_next(visit) &&
        !visit_agree(visit, &why))
        line_refuse(phrase_word(TERMINAL_ASKED_AGAIN));
}

static void play_match(struct play *play)
{
    struct visit *visit = play->visit;

    while (!play->left) {
        unsigned seat = visit_awaits(visit);

        if (seat == HC_NONE)
            return;
        if (seat == HC_HOUSE)
            house_turn(play);
        else if (visit_is_person(visit, seat))
            person_turn(play, seat);
        else
            others_turn(play);
        play->left |= stop_came();
    }
}

enum play_end line_play(struct visit *visit)
{
    struct play play = {.visit = visit, .screen = visit->seat};

    play.input.echo = !isatty(STDIN_FILENO);
    play.input.wait = wait_for_line;
    play.input.context = &play;
    puts(phrase_word(TERMINAL_TYPE_HELP));
    /* A match that is kept is kept already, so nothing else is to be done. */
    if (visit->kept)
        stop_watch();
    play_match(&play);
    if (stop_came())
        return PLAY_STOPPED;
    if (visit_awaits(visit) != HC_NONE)
        return PLAY_LEFT;
    show_news(visit, play.screen);
    return play.ended ? PLAY_LEFT : PLAY_OVER;
}
