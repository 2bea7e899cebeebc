// SPDX-License-Identifier: MIT
/*
 * settings.h: what is remembered between two evenings, in a file that people can edit.
 *
 * It is $XDG_CONFIG_HOME/holecard/settings, lines of `name = value`. The start menu writes it; only
 * a person at a terminal gets what it says, so scripts do the same everywhere.
 */
#ifndef HC_DOORS_TERMINAL_SETTINGS_H
#define HC_DOORS_TERMINAL_SETTINGS_H

#include "doors/terminal/setup.h"

/* Puts what is remembered into a setup. What is wrong is told on stderr with its line, and
 * otherwise ignored. */
void settings_read(struct setup *setup);
/* The same from a text, which is changed; `path` is how complaints name it. Returns how many there
 * were. */
unsigned settings_parse(char *text, size_t size, const char *path, struct setup *setup);
/* Remembers a setup, if there is a home. False if that failed, with why on stderr. */
bool settings_write(const struct setup *setup);

#endif
