// SPDX-License-Identifier: MIT
/* background.h: threads for what nobody must wait for: thoughts of bots, long texts, questions. */
#ifndef HC_FILES_BACKGROUND_H
#define HC_FILES_BACKGROUND_H

/*
 * From now on the calling thread lets all others of the process go first, where the system can tell
 * threads apart. With as many threads as there are processors and more, whoever answers people
 * would otherwise wait for each of these in turn.
 */
void background_begin(void);

#endif
