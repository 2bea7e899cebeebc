// SPDX-License-Identifier: MIT
/*
 * typed.h: the command that is meant by what a person typed, in line mode and on the full screen.
 *
 * It may be a full command ("play WF color=G") or short: a card's code plays that card, and in
 * games whose cards are not called so, 1 draws, 2 passes and 3 names a colour.
 */
#ifndef HC_DOORS_TERMINAL_TYPED_H
#define HC_DOORS_TERMINAL_TYPED_H

#include "holecard.h"

enum { TYPED_CHARS = 256 }; /* a line has fewer */

/* The number that stands for a verb in this game, or NULL. */
const char *typed_shortcut(const struct hc_view *view, const char *verb);
/* HC_OK and a command; HC_BAD_PHASE and a verb that wants something which is not on offer now; or
 * HC_MALFORMED. `why` may be empty. */
enum hc_refusal typed_command(const struct hc_view *view, const char *line,
                              struct hc_command *command, struct hc_problem *why);
/* Where several people share the terminal, "1: draw" is said by seat 1: puts that seat into *seat
 * and moves *line on to the command. False if there is nothing of the kind before it. */
bool typed_speaker(const char **line, unsigned *seat);

#endif
