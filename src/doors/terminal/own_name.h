// SPDX-License-Identifier: MIT
/* own_name.h: what the person at this terminal is called: asked once, and remembered. */
#ifndef HC_DOORS_TERMINAL_OWN_NAME_H
#define HC_DOORS_TERMINAL_OWN_NAME_H

#include "doors/terminal/setup.h"

/* Whether somebody is to be asked: no name is given or remembered. */
bool own_name_is_open(const struct arguments *given, const struct setup *setup);
/* The name to begin with: that of the login. */
void own_name_usual(char name[NAME_BYTES]);
/* Asks in a line, puts the answer into the setup, and remembers that. */
void own_name_ask(struct setup *setup);
/* Remembers a name that was given, if the setup, as it was remembered, has none. What cannot be a
 * name is left alone. */
void own_name_keep(struct setup *setup, const char *name);

#endif
