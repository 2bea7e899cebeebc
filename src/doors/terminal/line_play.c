// SPDX-License-Identifier: MIT
/*
 * line_play.c: a match in line mode.
 *
 * People type lines; bots and the house act by themselves until a person is awaited. When several
 * people share the terminal, one of them at a time has the screen: the hand is hidden before the
 * next one takes it. Start reading at line_play().
 */
#include "doors/terminal/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/text.h"
#include "doors/terminal/ask.h"
#include "doors/terminal/errand.h"
#include "doors/terminal/line.h"
#include "doors/terminal/show.h"
#include "doors/terminal/stop.h"

enum { STORY_LINES = 20, BLANK_LINES = 40, WAITING_CHARS = 600 };

struct play {
    struct match *match;
    struct input input;
    uint32_t seq;                /* a far table: the moment at which it was last waited for … */
    bool asked;                  /* … and whether it waited for us to ask for the next round */
    char waiting[WAITING_CHARS]; /* … and for whom else */
    struct hc_actions declined;  /* what the only person did not want to do out of turn */
    unsigned screen;             /* the seat that has the screen; HC_SPECTATOR: nobody */
    bool terminal;               /* input and output are a terminal */
    bool left;                   /* somebody quit, or the input ended */
    bool ended;                  /* and the match ends with it */
};

enum answer {
    ANSWER_ACTED,
    ANSWER_STAYED,
    ANSWER_NEWS, /* a far table: something happened before anything was said */
};

static void end(struct play *play, const char *why)
{
    puts(why);
    play->left = play->ended = true;
}

static bool is_untold(const struct play *play)
{
    const struct story *story = match_story(play->match, play->screen);

    return story->told < story->count;
}

/* Whether there is something to tell, or the table has moved on. */
static bool is_news(const struct play *play)
{
    return is_untold(play) || match_seq(play->match) != play->seq ||
           (match_house_due(play->match) != HC_HOUSE_NO_ROLE) != play->asked;
}

/* Waits for a line at a far table; false if there is news first. */
static bool wait_for_line(void *context)
{
    struct play *play = context;
    const struct match *match = play->match;

    play->seq = match_seq(match);
    play->asked = match_house_due(match) != HC_HOUSE_NO_ROLE;
    while (!stop_came() && !play->left && !is_untold(play))
        switch (match->far->wait(match->far_context, -1)) {
        case FAR_INPUT:
            return true;
        case FAR_GONE:
            play->left = true;
            break;
        case FAR_NEWS:
            if (is_news(play))
                return false;
        }
    return false;
}

/* A match that is kept can be left; any other one ends then. */
static void leave(struct play *play, const char *what, const char *and_the_end)
{
    play->left = true;
    play->ended = !play->match->keep;
    if (!stop_came())
        printf("%s%s.\n", what, play->ended ? and_the_end : "");
}

static void leave_at_end_of_input(struct play *play)
{
    leave(play, "The input has ended", ", and with it the match");
}

/* Does what takes the person away from the table. */
static void go_away(struct play *play, enum errand errand)
{
    if (errand == ERRAND_END && !play->match->far)
        end(play, "You end the match.");
    else
        leave(play, "You leave the table", ", and the match ends");
}

/* Waits for Enter. A script that knows nothing of this goes on with its next command: that line is
 * kept. A person who types something here should not speak for the next one. False if something
 * happened first. */
static bool wait_enter(struct play *play, const char *prompt)
{
    char line[TYPED_CHARS];
    enum line_result result;
    enum errand errand;
    const char *rest;

    if (play->left)
        return false;
    result = line_read(&play->input, prompt, line);
    errand = result == LINE_GIVEN ? errand_of(line, &rest) : ERRAND_NONE;
    if (result == LINE_END)
        leave_at_end_of_input(play);
    else if (errand_leaves(errand))
        go_away(play, errand);
    else if (result == LINE_GIVEN && *line && !play->terminal)
        line_keep(&play->input, line);
    return result != LINE_NEWS;
}

static void hide(const struct play *play)
{
    const char *kind = getenv("TERM");

    if (play->terminal && kind && strcmp(kind, "dumb") != 0) {
        fputs("\033[2J\033[3J\033[H", stdout);
        return;
    }
    for (unsigned i = 0; i < BLANK_LINES; i++)
        putchar('\n');
}

/* Gives the screen to a seat. With one person there is nothing to hide. */
static void sit_down(struct play *play, unsigned seat)
{
    char prompt[NAME_BYTES + 40];

    if (play->screen == seat)
        return;
    if (play->match->people > 1) {
        /* On a terminal hiding wipes the screen, so there must be time to read it. */
        if (play->screen != HC_SPECTATOR && play->terminal)
            wait_enter(play, "\nPress Enter to hide your hand. ");
        if (play->screen != HC_SPECTATOR)
            hide(play);
        snprintf(prompt, sizeof prompt, "%s, press Enter to see your hand. ",
                 play->match->names[seat]);
        wait_enter(play, prompt);
    }
    play->screen = seat;
}

static void save(struct play *play, const char *path)
{
    struct hc_problem why;

    if (!*path)
        puts("Save it where? Type: save FILE");
    else if (match_save(play->match, path, &why))
        printf("Saved as %s.\n", path);
    else
        printf("It was not saved: %s.\n", why.text);
}

static void tell_log(struct play *play, unsigned seat, const char *count)
{
    uint64_t lines = STORY_LINES;
    const char *end = *count ? hc_read_number(count, 1000000, &lines) : count;

    if (!end || *end)
        puts("How many? Type: log N, with a number");
    else
        show_story(match_story(play->match, seat), lines);
}

static void chat(struct play *play, const char *text)
{
    const struct far_table *far = play->match->far;
    struct hc_problem why;

    if (!far)
        puts("Everybody at this table can hear you.");
    else if (!*text)
        puts("Say what? Type: chat TEXT");
    else if (!far->chat(play->match->far_context, text, &why))
        printf("No: %s.\n", why.text);
}

static void run_errand(struct play *play, unsigned seat, enum errand errand, const char *rest)
{
    switch (errand) {
    case ERRAND_HELP:
        show_help(play->match, seat);
        return;
    case ERRAND_STATE:
        show_table(play->match, seat, true);
        return;
    case ERRAND_HAND:
        show_sheet(play->match, seat, sheet_hand);
        return;
    case ERRAND_CARDS:
        show_sheet(play->match, seat, sheet_cards);
        return;
    case ERRAND_HINT:
        show_hints(play->match, seat);
        return;
    case ERRAND_LOG:
        tell_log(play, seat, rest);
        return;
    case ERRAND_SAVE:
        save(play, rest);
        return;
    case ERRAND_AGREE:
        if (!play->match->far || !play->match->far->ask_next(play->match->far_context))
            puts("No: nobody asks you to agree to anything.");
        return;
    case ERRAND_LATE:
        show_late(play->match);
        return;
    case ERRAND_CHAT:
        chat(play, rest);
        return;
    case ERRAND_END:
    case ERRAND_QUIT:
        go_away(play, errand);
        return;
    case ERRAND_NONE:
        return;
    }
}

/* What would be allowed is a matter of the speaker's hand, so only its owner is told. */
static enum answer refuse(struct play *play, unsigned seat, const char *why)
{
    printf("No: %s.%s", why, seat == play->screen ? " " : "\n");
    if (seat == play->screen)
        show_allowed(play->match, seat);
    return ANSWER_STAYED;
}

static enum answer command(struct play *play, unsigned seat, const char *line)
{
    struct hc_view view;
    struct hc_command given;
    struct hc_problem why;
    enum hc_refusal refusal;

    match_view(play->match, seat, &view);
    refusal = typed_command(&view, line, &given, &why);
    if (seat != play->screen && refusal != HC_MALFORMED && ask_for_card(&view, &given))
        return refuse(play, seat, "name the card as well");
    if (refusal)
        return refuse(play, seat, *why.text ? why.text : hc_refusal_sentence(refusal));
    switch (line_complete(&play->input, play->match, &view, &given)) {
    case LINE_END:
        leave_at_end_of_input(play);
        return ANSWER_STAYED;
    case LINE_CANCELLED:
        puts("Taken back.");
        return ANSWER_STAYED;
    case LINE_NEWS:
    case LINE_TOO_LONG:
    case LINE_GIVEN:
        break;
    }
    refusal = match_give(play->match, seat, &given);
    return refusal ? refuse(play, seat, hc_refusal_sentence(refusal)) : ANSWER_ACTED;
}

/* A line that was typed by the person on `seat`. */
static enum answer obey(struct play *play, unsigned seat, const char *line)
{
    const char *rest;
    enum errand errand = errand_of(line, &rest);

    if (errand != ERRAND_NONE) {
        run_errand(play, seat, errand, rest);
        return ANSWER_STAYED;
    }
    if (!typed_speaker(play->match, &line, &seat)) {
        puts("No: there is no player at that seat who could speak.");
        return ANSWER_STAYED;
    }
    return command(play, seat, line);
}

/* Reads lines until something was done, or, if `may_pass`, an empty line says that nothing is. */
static enum answer converse(struct play *play, unsigned seat, const char *prompt, bool may_pass)
{
    char line[TYPED_CHARS];

    while (!play->left) {
        switch (line_read(&play->input, prompt, line)) {
        case LINE_END:
            leave_at_end_of_input(play);
            continue;
        case LINE_TOO_LONG:
            printf("No: a line has fewer than %d characters. ", TYPED_CHARS);
            show_allowed(play->match, seat);
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
    char prompt[NAME_BYTES + 4];

    sit_down(play, seat);
    show_news(play->match, seat);
    if (play->left)
        return;
    show_table(play->match, seat, false);
    play->declined.count = 0;
    snprintf(prompt, sizeof prompt, "%s> ",
             play->match->people > 1 ? play->match->names[seat] : "Your turn");
    converse(play, seat, prompt, false);
    show_news(play->match, seat);
}

static bool same_actions(const struct hc_actions *a, const struct hc_actions *b)
{
    return a->count == b->count && !memcmp(a->choice, b->choice, a->count * sizeof *a->choice);
}

/* The only person may act out of turn before a bot does. Each chance is offered once in a turn. */
static bool person_aside(struct play *play)
{
    struct hc_actions actions;
    struct hc_view view;

    if (play->match->people != 1)
        return false;
    match_view(play->match, play->screen, &view);
    actions = view.actions;
    if (!actions.count || same_actions(&actions, &play->declined))
        return false;
    show_news(play->match, play->screen);
    show_table(play->match, play->screen, false);
    if (converse(play, play->screen, "Out of turn (Enter: go on)> ", true) != ANSWER_STAYED)
        return true;
    play->declined = actions;
    return false;
}

static void wait_for_bot(const struct play *play)
{
    unsigned delay_ms = play->match->setup.bot_delay_ms;
    struct timespec delay = {delay_ms / 1000, (long)(delay_ms % 1000) * 1000000};

    fflush(stdout);
    nanosleep(&delay, NULL);
}

static void bot_turn(struct play *play, unsigned seat)
{
    if (person_aside(play) || play->left)
        return;
    if (play->match->setup.bot_delay_ms) {
        show_news(play->match, play->screen);
        wait_for_bot(play);
    }
    if (stop_came())
        return;
    if (!match_bot(play->match, seat))
        end(play, "A bot has nothing that it may do; the match ends.");
}

/* Says whose answer the house waits for, when that is something new. */
static void tell_waiting(struct play *play)
{
    const struct match *match = play->match;
    char waiting[WAITING_CHARS];
    struct hc_text out;

    hc_text_init(&out, waiting, sizeof waiting);
    match->far->put_waiting(match->far_context, &out);
    if (*waiting && strcmp(waiting, play->waiting) != 0)
        puts(waiting);
    memcpy(play->waiting, waiting, sizeof waiting);
}

/* Others play at a far table, or the house waits for them. What is typed meanwhile is obeyed; Enter
 * shows the table to those who look on. */
static void others_turn(struct play *play)
{
    if (person_aside(play) || play->left)
        return;
    show_news(play->match, play->screen);
    tell_waiting(play);
    if (converse(play, play->screen, "", true) == ANSWER_STAYED && !play->left &&
        !play->match->people)
        show_table(play->match, play->screen, false);
}

/* The house deals the first round at once, and waits for people before the next ones. */
static void house_turn(struct play *play)
{
    struct match *match = play->match;
    enum hc_house_role due = match_house_due(match);

    if (!due && match->far) {
        others_turn(play);
        return;
    }
    if (due == HC_HOUSE_NEXT && match->people) {
        show_news(match, play->screen);
        show_players(match);
        if (!wait_enter(play, "Press Enter for the next round. "))
            return;
    }
    if (play->left || (due && match_house(match, due)))
        return;
    if (match->far)
        puts("No: the server does not answer; you are asked again.");
    else
        end(play, "The house cannot go on; the match ends.");
}

static void play_match(struct play *play)
{
    struct match *match = play->match;

    while (!play->left) {
        unsigned seat = match_awaits(match);

        if (seat == HC_NONE)
            return;
        if (seat == HC_HOUSE)
            house_turn(play);
        else if (match_is_person(match, seat))
            person_turn(play, seat);
        else if (match->far)
            others_turn(play);
        else
            bot_turn(play, seat);
        play->left |= stop_came();
        if (!play->left && !match->far)
            match_bots_aside(match);
        if (!match->people && !match->far)
            show_news(match, HC_SPECTATOR);
    }
}

enum play_end line_play(struct match *match, bool terminal)
{
    struct play play = {.match = match, .screen = match_person(match), .terminal = terminal};

    play.input.echo = !isatty(STDIN_FILENO);
    if (match->far) {
        play.input.wait = wait_for_line;
        play.input.context = &play;
    }
    puts("Type help to see what you can type.");
    /* A match that is kept is kept already, so nothing else is to be done. */
    if (match->keep)
        stop_watch();
    play_match(&play);
    if (stop_came())
        return PLAY_STOPPED;
    if (play.left && !play.ended)
        return PLAY_LEFT;
    /* A match that is ended is ended by the house, so that its log is whole as well. */
    if (play.ended)
        match_house(match, HC_HOUSE_END);
    show_news(match, play.screen);
    return PLAY_OVER;
}
