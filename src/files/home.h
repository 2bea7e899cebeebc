// SPDX-License-Identifier: MIT
/*
 * home.h: where a person's own files are, by the XDG Base Directory Specification.
 *
 * Without a home there is no such place, and nothing is remembered.
 */
#ifndef HC_FILES_HOME_H
#define HC_FILES_HOME_H

#include <limits.h>
#include <stdbool.h>

enum { HOME_PATH_CHARS = PATH_MAX };

/* The folder for settings ("~/.config/holecard") and the one for matches at home
 * ("~/.local/state/holecard"), whether they exist or not. False if there is none. */
bool home_settings(char path[HOME_PATH_CHARS]);
bool home_state(char path[HOME_PATH_CHARS]);
/* The file with the tokens of servers ("~/.local/state/holecard/tokens"). */
bool home_tokens(char path[HOME_PATH_CHARS]);
/* Makes a folder and those above it, for this person alone. False with errno. */
bool home_make(const char *path);

#endif
