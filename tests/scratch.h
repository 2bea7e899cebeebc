// SPDX-License-Identifier: MIT
/* scratch.h: folders for tests, below TMPDIR. */
#ifndef HC_TESTS_SCRATCH_H
#define HC_TESTS_SCRATCH_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { SCRATCH_CHARS = 128 };

/* Makes an empty folder below TMPDIR, or below /tmp, and writes its path. False if that fails. */
static inline bool make_scratch(char folder[SCRATCH_CHARS])
{
    const char *above = getenv("TMPDIR");

    snprintf(folder, SCRATCH_CHARS, "%s/holecard-XXXXXX", above && *above ? above : "/tmp");
    return mkdtemp(folder) != NULL;
}

#endif
