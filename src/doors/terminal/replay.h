// SPDX-License-Identifier: MIT
/*
 * replay.h: `holecard replay`, which shows a saved match again: a line at a time, or as a film on
 * the full screen.
 *
 * What is hidden is hidden by the same views that players get. Every card is shown only when the
 * match is over: a saved game must not be a way to look into other hands.
 */
#ifndef HC_DOORS_TERMINAL_REPLAY_H
#define HC_DOORS_TERMINAL_REPLAY_H

#include "doors/terminal/terminal.h"
#include "files/logfile.h"

/* What was asked for. */
struct wish {
    const char *path;         /* what it is called, if it is no file */
    const char *const *names; /* of the players; NULL: they are not known */
    unsigned viewer;          /* a seat, or HC_SPECTATOR */
    uint32_t seq;             /* UINT32_MAX if none was named */
    bool all, plain, facts;   /* facts: as lines, and what else the engine knows */
    /* On the full screen: waits for a key, or so long; NULL if there is nothing else to wait for.
     */
    bool (*wait)(void *context, int timeout_ms);
    void *context;
};

enum { REPLAY_NAME_CHARS = 80 };

/* Who sits there: "Anna", or "seat 0" where nobody knows. */
void replay_name(const struct wish *wish, unsigned seat, char name[REPLAY_NAME_CHARS]);

/* Whether a match of so many seats may be shown like that; otherwise false, and why. `over`:
 * nothing needs to be hidden any more. */
bool replay_may_show(const struct wish *wish, unsigned seats, bool over, struct hc_problem *why);

/* Shows a match on the full screen or as lines, and says on stderr what is wrong, after `command`.
 * `process` may know who played it, if the wish does not. */
bool replay_show(const struct wish *wish, const struct logfile *file, const char *command,
                 const struct terminal_process *process);

/* Both return false with why if the log is broken or the wish cannot be granted. */
bool replay_lines(const struct wish *wish, const struct logfile *file, struct hc_problem *why);
/* The screen is taken only when all is well. */
bool replay_full(const struct wish *wish, const struct logfile *file, struct hc_problem *why);

#endif
