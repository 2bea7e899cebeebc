// SPDX-License-Identifier: MIT
/* edit.h: a line of text that is typed on the full screen, key by key. */
#ifndef HC_DOORS_TERMINAL_EDIT_H
#define HC_DOORS_TERMINAL_EDIT_H

#include <stddef.h>

/* Adds the character of a key as UTF-8; other keys, and what does not fit, are not taken. */
void edit_add(char *text, size_t size, int key);
/* Takes the last character away. */
void edit_remove(char *text);

#endif
