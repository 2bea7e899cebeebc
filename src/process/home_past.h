// SPDX-License-Identifier: MIT
/* home_past.h: the matches at home that are over. They are read while others play, too. */
#ifndef HC_PROCESS_HOME_PAST_H
#define HC_PROCESS_HOME_PAST_H

#include "doors/terminal/terminal.h"

/* The functions of struct terminal_process. */
bool home_past(struct past_match **list, size_t *count, struct hc_problem *why);
bool home_past_find(const uint8_t *log, size_t size, struct past_match *match);
bool home_past_log(const struct past_match *match, uint8_t **bytes, size_t *size,
                   struct hc_problem *why);
bool home_past_remove(const struct past_match *match, struct hc_problem *why);

#endif
