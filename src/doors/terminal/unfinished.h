// SPDX-License-Identifier: MIT
/*
 * unfinished.h: matches that are kept while they are played, so that they can be continued.
 *
 * After every accepted command the whole match is written to a file of its own, beside the old one
 * and renamed: a crash leaves the match as it was after the last command or the one before. The
 * file holds the secret of the deal and every hand, so nobody else may read it.
 *
 * It begins with lines of text, `name = value`, and an empty line. The first one is "holecard
 * unfinished 1"; the others say who plays (bots, names), delay, forget, how much of each seat's
 * story was told (told), and where the log goes (log). Behind them are the bytes of the log, with
 * its secret revealed and sealed. Continuing verifies that log to the last byte, then plays it
 * again.
 *
 * Whoever plays a match holds a lock on its file. Matches that are played elsewhere are not listed.
 */
#ifndef HC_DOORS_TERMINAL_UNFINISHED_H
#define HC_DOORS_TERMINAL_UNFINISHED_H

#include "doors/terminal/match.h"
#include "files/home.h"

enum {
    UNFINISHED_MAX = 20,      /* older ones are removed */
    UNFINISHED_ID_CHARS = 16, /* the beginning of the commitment; "-2" behind it if that is taken */
};

/* The file of the match that is played. Zero it before use. */
struct unfinished {
    char id[UNFINISHED_ID_CHARS]; /* empty: the match is not kept */
    char path[HOME_PATH_CHARS], beside[HOME_PATH_CHARS];
    int lock;  /* the open file, which is locked */
    char *log; /* the path that setup.log points to */
};

/* Begins to keep a match that was just opened. If that is impossible, says why on stderr, unless
 * it is for want of a home; then the match is not kept. */
void unfinished_begin(struct unfinished *file, struct match *match);
/* The match that was saved last and is not played elsewhere; false if there is none. */
bool unfinished_last(char id[UNFINISHED_ID_CHARS]);
/* A line about a match that could be continued: "Shed, 3 players, left on 5 March at 14:05". */
bool unfinished_describe(const char *id, char *out, size_t size);
/* Opens a match as it was, and goes on keeping it. On failure false and why; the file is left alone
 * and match_close is still due. */
bool unfinished_continue(struct unfinished *file, const char *id, struct match *match,
                         struct hc_problem *why);
/* Lets go of the file; removes it if the match is over. */
void unfinished_end(struct unfinished *file, bool over);

#endif
