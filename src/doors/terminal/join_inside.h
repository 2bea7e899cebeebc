// SPDX-License-Identifier: MIT
/* join_inside.h: a visit to a server, as its files share it. */
#ifndef HC_DOORS_TERMINAL_JOIN_INSIDE_H
#define HC_DOORS_TERMINAL_JOIN_INSIDE_H

#include "doors/terminal/line.h"
#include "doors/terminal/match.h"
#include "net/guest.h"

enum { COME_BACK_CHARS = URL_SERVER_CHARS + 40 };

struct join {
    struct guest guest;
    struct match match;
    bool has_match; /* what happens is told to the match, otherwise printed */
    struct input input;
    const struct arguments *given;
    const struct hc_game *usual_game; /* where none is given */
    char name[NAME_BYTES];
    char server[URL_SERVER_CHARS];
    char come_back[COME_BACK_CHARS];
    bool heard;                /* something was printed since the last prompt */
    struct guest_room shown;   /* the room as it was last printed */
    enum hc_room_question ask; /* what the person was last told about */
};

/* How a part of the visit ended. */
enum join_end {
    JOIN_ON,      /* it goes on */
    JOIN_LEFT,    /* the person left, or the input has ended */
    JOIN_STOPPED, /* Ctrl-C */
    JOIN_FAILED,  /* why was said */
};

/* Says on stderr why something failed. */
enum join_end join_fail(const char *why);

/* join_lobby.c */
/* Finds a table: the one that was given, one of the list, or a new one; and sits down there. */
enum join_end join_table(struct join *join);
/* Waits at the table until a match is played. */
enum join_end join_lobby(struct join *join);
/* After a match: asks whether there shall be another one. */
enum join_end join_rematch(struct join *join);

/* join_far.c */
/* The table of the server, as a match at this terminal. */
void join_open_match(struct join *join);
/* Takes in a sentence of the guest. */
void join_say(void *context, const char *sentence);

/* join_token.c */
/* The token for a server; empty if there is none. */
void join_read_token(const char *server, char token[GUEST_TOKEN_CHARS]);
/* Keeps it, if there is a home. False, with why. */
bool join_keep_token(const char *server, const char *token, struct hc_problem *why);

/* join.c */
/* Whether Ctrl-C was typed. */
bool join_stopped(void);

#endif
