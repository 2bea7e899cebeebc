// SPDX-License-Identifier: MIT
/*
 * spots.h: what a click on the page means. Whoever draws something that a key acts on says where it
 * stands; a click there is then that key, so that the mouse can do nothing that keys cannot.
 */
#ifndef HC_DOORS_TERMINAL_SPOTS_H
#define HC_DOORS_TERMINAL_SPOTS_H

/* What a spot may mean beside a key: a row of the list that is shown, or a card of the hand,
 * counted from here. */
enum { SPOT_ROW = 0x120000, SPOT_CARD = 0x130000, SPOT_END = 0x140000 };

/* A page begins without any. One that is added later lies over those before it. */
void spots_clear(void);
void spots_add(int row, int column, int height, int width, int key);
/* The key that a click there means; 0: none. */
int spots_find(int row, int column);

#endif
