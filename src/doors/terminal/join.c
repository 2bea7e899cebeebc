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

static volatile sig_atomic_t stopped;

static void stop(int number)
{
    (void)number;
    stopped = 1;
}

bool join_stopped(void)
{
    return stopped;
}

/* While people wait for a match; in it, line mode and the screen see to that themselves. */
static void watch_for_stop(void)
{
    struct sigaction action = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

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

static enum join_end connect_to(struct join *join, const struct url *url)
{
    char token[GUEST_TOKEN_CHARS];
    struct hc_problem why;

    url_print(url, join->server);
    join_read_token(join->server, token);
    if (!guest_open(&join->guest, url, join->given->ca, token, &why))
        return join_fail(why.text);
    join->guest.say = join_say;
    join->guest.context = join;
    if (strcmp(token, join->guest.token) != 0 &&
        !join_keep_token(join->server, join->guest.token, &why))
        fprintf(stderr,
                "holecard play: your seat cannot be kept for another time (%s); you can play\n",
                why.text);
    return JOIN_ON;
}

/* One match, on the screen or in lines. */
static enum join_end play_match(struct join *join, bool terminal, bool full)
{
    struct match *match = &join->match;
    enum play_end end;

    if (!join->has_match)
        join_open_match(join);
    show_welcome(match);
    end = full ? full_play(match) : line_play(match, terminal);
    watch_for_stop();
    if (end == PLAY_OVER)
        show_players(match);
    else if (!join->guest.gone)
        printf("%sCome back with: %s\n", end == PLAY_STOPPED && !full ? "\n" : "", join->come_back);
    match_close(match);
    join->has_match = false;
    if (end == PLAY_OVER)
        return JOIN_ON;
    if (join->guest.gone)
        return join_fail(join->guest.why.text);
    return end == PLAY_STOPPED ? JOIN_STOPPED : JOIN_LEFT;
}

static enum join_end visit(struct join *join, const struct url *url, const struct setup *setup)
{
    bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    bool full = terminal && !setup->plain && screen_possible();
    enum join_end end = connect_to(join, url);

    if (end == JOIN_ON)
        end = join_table(join);
    while (end == JOIN_ON) {
        end = join_lobby(join);
        if (end == JOIN_ON && join->guest.room.stage == HC_ROOM_PLAYING)
            end = play_match(join, terminal, full);
        if (end == JOIN_ON)
            end = join_rematch(join);
    }
    return end;
}

int join_play(const struct arguments *given)
{
    static const int statuses[] = {[JOIN_ON] = STATUS_OK,
                                   [JOIN_LEFT] = STATUS_OK,
                                   [JOIN_STOPPED] = STATUS_STOPPED,
                                   [JOIN_FAILED] = STATUS_FAILED};
    struct join *join = calloc(1, sizeof *join);
    struct hc_problem why;
    struct setup setup;
    struct url url;
    int status;

    if (!join)
        return statuses[join_fail("there is not enough memory")];
    if (!url_parse(given->join, &url, &why)) {
        join_fail(why.text);
        free(join);
        return STATUS_USAGE;
    }
    setup_usual(&setup);
    if (isatty(STDIN_FILENO))
        settings_read(&setup);
    setup.plain |= given->plain;
    join->given = given;
    join->usual_game = setup.game;
    join->guest.client.stream.descriptor = -1;
    join->input.echo = !isatty(STDIN_FILENO);
    choose_name(join, &setup);
    /* Lines are read when they have come, so none may wait in a buffer. */
    setvbuf(stdin, NULL, _IONBF, 0);
    signal(SIGPIPE, SIG_IGN);
    watch_for_stop();
    status = statuses[visit(join, &url, &setup)];
    guest_close(&join->guest);
    free(join);
    return status;
}
