// SPDX-License-Identifier: MIT
/*
 * follow.h: whether a step that was shown can have been an honest one.
 *
 * Whoever sits at a table that somebody else runs sees a view, some events, and the next view. From
 * these alone it is judged whether any command of the rules leads from the one to the other. Nobody
 * is accused of what hangs on hidden cards, on chance, or on what was begun in secret: then the
 * step is undecided, and the log tells when the match is over.
 */
#ifndef HC_TABLE_FOLLOW_H
#define HC_TABLE_FOLLOW_H

#include "holecard.h"

/* What one viewer was shown of one command. */
struct hc_step {
    const struct hc_view *was, *now;
    const struct hc_seen *seen; /* all events of the command, as the viewer saw them */
    unsigned count;
};

enum hc_step_verdict {
    HC_STEP_HONEST,    /* a lawful command leads there, at a table that looks like this */
    HC_STEP_BROKEN,    /* none does, whatever is hidden: `why` says what is wrong */
    HC_STEP_UNDECIDED, /* it hangs on something that this viewer cannot know */
};

/* The same step gets the same verdict. `tries`, unless NULL, says how many commands were tried. */
enum hc_step_verdict hc_follow(const struct hc_step *step, struct hc_problem *why, unsigned *tries);

#endif
