// SPDX-License-Identifier: MIT
/*
 * token.h: the tokens by which servers know us again, kept between two runs of the program.
 *
 * A line of the file "tokens" in the person's own folder is a place and its token. A place is the
 * address of a server; behind it stands who is meant, if it is not a player: "bot Ben". Several
 * programs may run at the same time, and no two of them are the same guest: the second one finds
 * its place held and takes another, "#2". Who has the token has the seat, so nobody else may read
 * the file.
 */
#ifndef HC_NET_TOKEN_H
#define HC_NET_TOKEN_H

#include "net/url.h"
#include "files/home.h"

enum {
    TOKEN_CHARS = 33, /* 32 hexadecimal digits and a zero */
    TOKEN_WHO_CHARS = 120,
    TOKEN_PLACE_CHARS = URL_SERVER_CHARS + TOKEN_WHO_CHARS,
};

struct token_place {
    char text[TOKEN_PLACE_CHARS];
    int lock;  /* a descriptor that holds it; -1: nobody does */
    int error; /* why not, as errno; 0: there is no home */
};

/* Takes the first place of this server and `who` ("" for a player) that no running program
 * holds. Without a home, or with a `who` that is too long or not printable, nothing is kept: then
 * the place is empty. */
void token_hold(const char *server, const char *who, struct token_place *place);
/* The first place, whether anybody holds it or not: to read its token only. */
void token_first(const char *server, const char *who, struct token_place *place);
void token_release(struct token_place *place);
/* The token for a place; empty if there is none. */
void token_read(const struct token_place *place, char token[TOKEN_CHARS]);
/* Keeps it. False, and why->text says what is wrong. */
bool token_keep(const struct token_place *place, const char *token, struct hc_problem *why);

#endif
