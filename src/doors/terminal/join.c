// SPDX-License-Identifier: MIT
/*
 * join.c: `holecard play --join`: a visit to a server, from the address to the good-bye.
 *
 * A match there is played in line mode or on the full screen by the same code as one at home; what
 * is different is behind struct far_table. Start reading at join_play().
 */
#include "doors/terminal/join.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "doors/terminal/join_inside.h"
#include "doors/terminal/play.h"
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

/* Names are as long as the server allows, and are cut between two characters. */
static void choose_name(struct join *join, const struct setup *setup)
{
    const char *name = join->given->name ? join->given->name
                       : *setup->name[0] ? setup->name[0]
                                         : "Guest";
    size_t length = strlen(name);

    if (length >= HC_ROOM_NAME_BYTES)
        for (length = HC_ROOM_NAME_BYTES - 1; length && ((uint8_t)name[length] & 0xc0) == 0x80;)
            length--;
    snprintf(join->name, sizeof join->name, "%.*s", (int)length, name);
}

/* The last sentences of a match stay on the page that follows it. */
static void keep_last_words(struct join *join)
{
    const struct story *story = match_story(&join->match, join->match.far_seat);
    size_t first = story->count > LAST_WORDS ? story->count - LAST_WORDS : 0;

    for (size_t i = first; i < story->count; i++)
        snprintf(join->said[join->said_count++ % SAID_MAX], SAID_CHARS, "%s", story->line[i]);
}

/* Keeps the token by which the server knows us. */
static void keep_token(struct join *join, const char *before)
{
    struct hc_problem why;

    if (strcmp(before, join->guest.token) != 0 &&
        !token_keep(&join->place, join->guest.token, &why) && !join->given->watch)
        fprintf(stderr,
                "holecard play: your seat cannot be kept for another time (%s); you can play\n",
                why.text);
}

static enum join_end connect_to(struct join *join, const struct url *url)
{
    char token[TOKEN_CHARS];
    struct hc_problem why;

    url_print(url, join->server);
    /* Who has a seat cannot look on, so that is done as somebody else. */
    token_hold(join->server, join->given->watch ? "watcher" : "", &join->place);
    token_read(&join->place, token);
    if (!guest_open(&join->guest, url, join->given->ca, token, &why))
        return join_fail(why.text);
    join->guest.say = join_say;
    join->guest.context = join;
    keep_token(join, token);
    return JOIN_ON;
}

/* One match, on the screen or in lines. */
static enum join_end play_match(struct join *join)
{
    struct match *match = &join->match;
    enum play_end end;

    if (!join->has_match)
        join_open_match(join);
    join_look(join);
    show_welcome(match);
    end = join->full ? full_play(match) : line_play(match, join->terminal);
    stop_watch();
    if (end == PLAY_OVER) {
        show_players(match);
        if (join->full && join->proved)
            puts(join->verdict);
    } else if (!join->guest.gone && (join_is_shown(join) || end == PLAY_STOPPED)) {
        printf("%sCome back with: %s\n", end == PLAY_STOPPED && !join->full ? "\n" : "",
               join->come_back);
    }
    keep_last_words(join);
    match_close(match);
    join->has_match = false;
    if (join->guest.gone)
        return join_fail(join->guest.why.text);
    if (end == PLAY_STOPPED)
        return JOIN_STOPPED;
    /* The next match may have begun while there was no connection. */
    return end == PLAY_OVER || !join_is_shown(join) ? JOIN_ON : JOIN_LEFT;
}

static enum join_end visit(struct join *join, const struct url *url)
{
    enum join_end end = connect_to(join, url);

    stop_watch();
    if (end == JOIN_ON)
        end = join_table(join);
    while (end == JOIN_ON) {
        end = join->full ? join_lobby_full(join) : join_lobby_lines(join);
        if (end == JOIN_ON)
            end = play_match(join);
    }
    return end;
}

/* How the person wants to play, by the settings and by what was given. */
static void choose_ways(struct join *join)
{
    struct setup setup;

    setup_usual(&setup);
    if (isatty(STDIN_FILENO))
        settings_read(&setup);
    join->usual_game = setup.game;
    join->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    join->full = join->terminal && !setup.plain && !join->given->plain && screen_possible();
    join->input.echo = !isatty(STDIN_FILENO);
    choose_name(join, &setup);
}

int join_play(const struct arguments *given)
{
    static const int statuses[] = {[JOIN_ON] = STATUS_OK,
                                   [JOIN_LEFT] = STATUS_OK,
                                   [JOIN_STOPPED] = STATUS_STOPPED,
                                   [JOIN_FAILED] = STATUS_FAILED};
    struct join *join = calloc(1, sizeof *join);
    struct hc_problem why;
    struct url url;
    int status;

    if (!join)
        return statuses[join_fail("there is not enough memory")];
    if (!url_parse(given->join, &url, &why)) {
        join_fail(why.text);
        free(join);
        return STATUS_USAGE;
    }
    join->given = given;
    join->guest.client.stream.descriptor = join->place.lock = -1;
    choose_ways(join);
    /* Lines are read when they have come, so none may wait in a buffer. */
    setvbuf(stdin, NULL, _IONBF, 0);
    signal(SIGPIPE, SIG_IGN);
    status = statuses[visit(join, &url)];
    if (status == STATUS_OK && join->failed)
        status = STATUS_FAILED;
    guest_close(&join->guest);
    token_release(&join->place);
    free(join);
    return status;
}
