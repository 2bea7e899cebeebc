// SPDX-License-Identifier: MIT
/*
 * join.c: `holecard play --join`: a visit to a server, from the address to the good-bye.
 *
 * A match there is played in line mode or on the full screen by the same code as one at home. Start
 * reading at join_play().
 */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "doors/terminal/join_inside.h"
#include "doors/terminal/visit.h"
#include "doors/terminal/own_name.h"
#include "doors/terminal/phrase.h"
#include "doors/terminal/screen.h"
#include "doors/terminal/settings.h"
#include "doors/terminal/setup_text.h"
#include "doors/terminal/show.h"
#include "doors/terminal/status.h"
#include "doors/terminal/stop.h"

enum { LAST_WORDS = 12 };

enum join_end join_fail(const char *why)
{
    fflush(stdout);
    fprintf(stderr, "holecard play: %s\n", why);
    return JOIN_FAILED;
}

static void choose_name(struct visit *visit, struct setup *setup)
{
    if (visit->terminal && !visit->given->watch && own_name_is_open(visit->given, setup))
        own_name_ask(setup);
    if (visit->terminal && visit->given->name)
        own_name_keep(setup, visit->given->name);
    setup_cut_name(visit->given->name ? visit->given->name
                   : *setup->name[0]  ? setup->name[0]
                                      : phrase_word(TERMINAL_GUEST),
                   visit->our_name);
}

/* The last sentences of a match stay on the page that follows it. */
static void keep_last_words(struct visit *visit)
{
    const struct story *story = visit_story(visit, visit->seat);
    size_t first = story->count > LAST_WORDS ? story->count - LAST_WORDS : 0;

    for (size_t i = first; i < story->count; i++)
        snprintf(visit->said[visit->said_count++ % SAID_MAX], SAID_CHARS, "%s", story->line[i]);
}

/* Keeps the token by which the server knows us. */
static void keep_token(struct visit *visit, const char *before)
{
    struct hc_problem why;

    if (strcmp(before, visit->guest->token) != 0 &&
        !token_keep(&visit->place, visit->guest->token, &why) && !visit->given->watch)
        fprintf(stderr,
                "holecard play: your seat cannot be kept for another time (%s); you can play\n",
                why.text);
}

static enum join_end connect_to(struct visit *visit)
{
    char token[TOKEN_CHARS];
    struct hc_problem why;

    url_print(&visit->url, visit->server);
    /* Who has a seat cannot look on, so that is done as somebody else. */
    token_hold(visit->server, visit->given->watch ? "watcher" : "", &visit->place);
    token_read(&visit->place, token);
    if (visit->terminal)
        LINE_SAY(TERMINAL_CONNECTING, {"server", visit->server, 0});
    if (!visit_add(visit, link_open(&visit->url, visit->given->ca, &why), token, &why))
        return join_fail(why.text);
    keep_token(visit, token);
    return JOIN_ON;
}

/* One match, on the screen or in lines. */
static enum join_end play_match(struct visit *visit)
{
    enum play_end end;

    if (!visit->has_match)
        visit_open_match(visit);
    visit_look(visit);
    show_welcome(visit);
    end = visit->full ? full_play(visit) : line_play(visit);
    stop_watch();
    if (end == PLAY_OVER) {
        show_players(visit);
        if (visit->full && visit->proved)
            puts(visit->verdict);
    } else if (!visit->guest->gone && (visit_is_shown(visit) || end == PLAY_STOPPED)) {
        fputs(end == PLAY_STOPPED && !visit->full ? "\n" : "", stdout);
        LINE_SAY(TERMINAL_COME_BACK, {"command", visit->come_back, 0});
    }
    keep_last_words(visit);
    visit_close_match(visit);
    if (visit->guest->gone)
        return join_fail(visit->guest->why.text);
    if (end == PLAY_STOPPED)
        return JOIN_STOPPED;
    /* The next match may have begun while there was no connection. */
    return end == PLAY_OVER || !visit_is_shown(visit) ? JOIN_ON : JOIN_LEFT;
}

static enum join_end stay(struct visit *visit)
{
    enum join_end end = connect_to(visit);

    stop_watch();
    if (end == JOIN_ON)
        end = join_table(visit);
    while (end == JOIN_ON) {
        end = visit->full ? join_lobby_full(visit) : join_lobby_lines(visit);
        if (end == JOIN_ON)
            end = play_match(visit);
    }
    return end;
}

/* How the person wants to play, by the settings and by what was given. */
static void choose_ways(struct visit *visit)
{
    struct setup setup;

    setup_usual(&setup);
    if (isatty(STDIN_FILENO))
        settings_read(&setup);
    visit->usual_game = setup.game;
    visit->signal = setup.signal;
    visit->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    visit->full = visit->terminal && !setup.plain && !visit->given->plain && screen_possible();
    visit->input.echo = !isatty(STDIN_FILENO);
    visit->kept = true;
    choose_name(visit, &setup);
}

int join_play(struct visit *visit)
{
    static const int statuses[] = {[JOIN_ON] = STATUS_OK,
                                   [JOIN_LEFT] = STATUS_OK,
                                   [JOIN_STOPPED] = STATUS_STOPPED,
                                   [JOIN_FAILED] = STATUS_FAILED};
    struct hc_problem why;
    int status;

    if (!url_parse(visit->given->join, &visit->url, &why)) {
        join_fail(why.text);
        return STATUS_USAGE;
    }
    choose_ways(visit);
    /* Lines are read when they have come, so none may wait in a buffer. */
    setvbuf(stdin, NULL, _IONBF, 0);
    signal(SIGPIPE, SIG_IGN);
    status = statuses[stay(visit)];
    return status == STATUS_OK && visit->failed ? STATUS_FAILED : status;
}
