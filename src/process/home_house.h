// SPDX-License-Identifier: MIT
/*
 * home_house.h: a house for one person's terminal, in this process: what the terminal door calls a
 * home.
 *
 * It has no loop and no threads of its own, but for the one of its store: everything happens while
 * somebody takes a text from one of its links, one thing after the other. So the house stands still
 * while a person thinks, and the same seed and the same commands give the same match.
 */
#ifndef HC_PROCESS_HOME_HOUSE_H
#define HC_PROCESS_HOME_HOUSE_H

#include "doors/terminal/terminal.h"
#include "room/room_view.h"

/* Who comes to a home with the token of its first person, second person … (play.c). */
void home_guest(unsigned person, uint8_t guest[HC_GUEST_BYTES]);
/* Opens and closes a store of this person that nobody holds, so that nothing in it is left of
 * matches that are over. False, and why. */
bool home_tidy(unsigned number, struct hc_problem *why);

/* The functions of struct terminal_process. */
struct home *home_open(const struct home_plan *plan, struct hc_problem *why);
void home_close(struct home *home);
struct link *home_link(struct home *home, struct hc_problem *why);
bool home_log(struct home *home, const char *code, uint8_t **bytes, size_t *size,
              struct hc_problem *why);
void home_recount(struct home *home, const char *code, unsigned viewer,
                  const char *const names[HC_SEATS_MAX], const struct hc_language *language,
                  terminal_say *say, void *context);
unsigned home_kept(struct kept_match list[KEPT_MAX]);
unsigned home_statistics(struct home *home, unsigned person, struct record_row rows[RECORDS_MAX]);
unsigned home_history(struct home *home, unsigned person, struct record_match matches[RECORDS_MAX]);

#endif
