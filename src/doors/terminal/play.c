// SPDX-License-Identifier: MIT
/*
 * play.c: `holecard play`, from the arguments to the revealed deal.
 *
 * The settings say what is usual, the arguments what is different today; where neither says what to
 * play, the menu asks. Then a match is opened, or one that was left goes on; it is played in line
 * mode or on the full screen; and it is finished, or kept for another time.
 */
#include "doors/terminal/terminal.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "doors/terminal/join.h"
#include "doors/terminal/menu.h"
#include "doors/terminal/play.h"
#include "doors/terminal/screen.h"
#include "doors/terminal/settings.h"
#include "doors/terminal/setup_text.h"
#include "doors/terminal/show.h"
#include "doors/terminal/status.h"
#include "doors/terminal/unfinished.h"

struct evening {
    struct match match;
    struct unfinished file;
    bool terminal, full;
};

static int complain(const char *why, int status)
{
    fprintf(stderr, "holecard play: %s\n", why);
    return status;
}

/* A match that is over: the secret, the log and who won. */
static int finish(struct evening *evening)
{
    struct match *match = &evening->match;
    struct hc_problem why;

    match_reveal(match);
    show_players(match);
    show_reveal(match);
    if (!match->setup.log)
        return STATUS_OK;
    if (!match_save(match, match->setup.log, &why))
        return complain(why.text, STATUS_FAILED);
    printf("Saved as %s; `holecard verify %s` proves the deal.\n", match->setup.log,
           match->setup.log);
    return STATUS_OK;
}

/* Leaves a match for another time. */
static int leave(struct evening *evening, bool stopped)
{
    struct hc_problem why;
    bool kept;

    /* Once more, so that what was told since the last command counts as told. */
    kept = match_keep(&evening->match, &why);
    if (!kept)
        complain(why.text, STATUS_FAILED);
    printf("%sThe match is kept%s. Continue with: holecard play --continue %s\n",
           stopped && !evening->full ? "\n" : "", kept ? "" : " as it was before that",
           evening->file.id);
    unfinished_end(&evening->file, false);
    return stopped ? STATUS_STOPPED : STATUS_OK;
}

/* Plays, and then ends the match or leaves it. */
static int play(struct evening *evening)
{
    struct match *match = &evening->match;
    enum play_end end = evening->full ? full_play(match) : line_play(match, evening->terminal);
    int status;

    if (end != PLAY_OVER && match->keep && match_awaits(match) != HC_NONE)
        return leave(evening, end == PLAY_STOPPED);
    if (end != PLAY_OVER)
        match_house(match, HC_HOUSE_END);
    status = finish(evening);
    unfinished_end(&evening->file, status == STATUS_OK);
    return end == PLAY_STOPPED ? STATUS_STOPPED : status;
}

/* Better to know now that the log cannot be written than when the match has been played. */
static bool try_log(struct match *match, struct hc_problem *why)
{
    return !match->setup.log || match_save(match, match->setup.log, why);
}

static void choose_delay(struct evening *evening)
{
    struct setup *setup = &evening->match.setup;

    if (!setup->delay_given)
        setup->bot_delay_ms = evening->full ? DELAY_FULL_MS : 0;
}

static int play_new(struct evening *evening, const struct setup *setup)
{
    struct match *match = &evening->match;
    struct hc_problem why;

    if (!match_open(match, setup))
        return complain("there is not enough memory", STATUS_FAILED);
    if (!try_log(match, &why))
        return complain(why.text, STATUS_USAGE);
    choose_delay(evening);
    if (evening->terminal && match->people)
        unfinished_begin(&evening->file, match);
    show_welcome(match);
    return play(evening);
}

static int play_on(struct evening *evening, const char *id, const struct arguments *given)
{
    char last[UNFINISHED_ID_CHARS];
    struct match *match = &evening->match;
    struct hc_problem why;
    int status;

    if (!id && !unfinished_last(last))
        return complain("there is no unfinished match to continue", STATUS_FAILED);
    if (!unfinished_continue(&evening->file, id ? id : last, match, &why))
        return complain(why.text, STATUS_FAILED);
    if (!setup_apply(given, &match->setup, &status))
        return status;
    if (!try_log(match, &why))
        return complain(why.text, STATUS_USAGE);
    choose_delay(evening);
    show_welcome(match);
    puts("The match goes on.");
    return play(evening);
}

/* What is to be played: as the arguments say, as was remembered, or as the menu is told. What is
 * remembered is what the menu shows, so arguments are put on top of it afterwards. */
static bool choose(struct evening *evening, const struct arguments *given, struct setup *setup,
                   char id[UNFINISHED_ID_CHARS], int *status)
{
    struct setup today;

    *id = '\0';
    setup_usual(setup);
    evening->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (evening->terminal)
        settings_read(setup);
    today = *setup;
    if (!setup_apply(given, &today, status))
        return false;
    evening->full = evening->terminal && !today.plain && screen_possible();
    if (given->go_on || given->names_table || !evening->terminal) {
        *setup = today;
        return true;
    }
    if (!menu_run(setup, evening->full, id, status) || !setup_apply(given, setup, status))
        return false;
    evening->full &= !setup->plain;
    return true;
}

int terminal_play(int argc, char **argv)
{
    struct evening evening = {.file = {.lock = -1}};
    char id[UNFINISHED_ID_CHARS];
    struct arguments given;
    struct setup setup;
    int status;

    if (!setup_arguments(argc, argv, &given, &status))
        return status;
    if (given.join)
        return join_play(&given);
    if (!choose(&evening, &given, &setup, id, &status))
        return status;
    /* A file that may not grow is a file that could not be written, and no reason to end. */
    signal(SIGXFSZ, SIG_IGN);
    if (given.go_on || *id)
        status = play_on(&evening, *id ? id : given.id, &given);
    else if (setup_draw(&given, &setup, &status))
        status = play_new(&evening, &setup);
    unfinished_end(&evening.file, false);
    match_close(&evening.match);
    return status;
}
