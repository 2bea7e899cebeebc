// SPDX-License-Identifier: MIT
/* unfinished_form.h: a match as the bytes of its file, and back. unfinished.h tells their form. */
#ifndef HC_DOORS_TERMINAL_UNFINISHED_FORM_H
#define HC_DOORS_TERMINAL_UNFINISHED_FORM_H

#include "doors/terminal/match.h"

/* A file that was read: its head, what the head says, and the log behind it. */
struct unfinished_reading {
    uint8_t *bytes; /* the caller frees them */
    size_t size, log_at;
    struct setup setup;
    const char *told, *log; /* in the bytes; NULL if the head does not say */
    struct hc_log_reader reader;
};

/* The match as the bytes of its file; the caller frees them. NULL if there is no memory. */
uint8_t *unfinished_encode(const struct match *match, size_t *size);
/* Reads a file and its head, and opens the log far enough to know game, rules and seats. On failure
 * false and why, which names the file. */
bool unfinished_read(const char *path, struct unfinished_reading *reading, struct hc_problem *why);
/* Verifies the log of a reading and plays it again; match_close is due in any case. The match
 * points into the reading. */
bool unfinished_open_again(const char *path, struct unfinished_reading *reading,
                           struct match *match, struct hc_problem *why);

#endif
