// SPDX-License-Identifier: MIT
/* spots.c: rectangles in the order in which they were drawn. */
#include "doors/terminal/spots.h"

#include <stddef.h>

enum { SPOTS_MAX = 512 }; /* cards of a hand, rows of a list and keys; more cannot be clicked */

static struct {
    int row, column, height, width, key;
} spots[SPOTS_MAX];
static size_t count;

void spots_clear(void)
{
    count = 0;
}

void spots_add(int row, int column, int height, int width, int key)
{
    if (count == SPOTS_MAX)
        return;
    spots[count].row = row;
    spots[count].column = column;
    spots[count].height = height;
    spots[count].width = width;
    spots[count++].key = key;
}

int spots_find(int row, int column)
{
    for (size_t i = count; i-- > 0;)
        if (row >= spots[i].row && row < spots[i].row + spots[i].height &&
            column >= spots[i].column && column < spots[i].column + spots[i].width)
            return spots[i].key;
    return 0;
}
