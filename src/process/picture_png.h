// SPDX-License-Identifier: MIT
/*
 * picture_png.h: an SVG of ours as a PNG, which is what chats take.
 *
 * librsvg does it, on a thread of its own lane: a picture takes some tens of milliseconds. The
 * library brings fifty others along, which would make every start of the program several times as
 * long, so it is loaded with the first picture. A machine without it has no pictures.
 */
#ifndef HC_PROCESS_PICTURE_PNG_H
#define HC_PROCESS_PICTURE_PNG_H

#include "threads/background.h"

struct picture_png {
    struct background_work work; /* work.done is the caller's, the rest is filled in */
    const char *svg;             /* ends with a zero; must last until then */
    uint8_t *bytes;              /* then: the PNG, to be freed by the caller; NULL: there is none */
    size_t size;
};

/* On the loop. */
void picture_png_do(struct background *background, struct picture_png *picture);
/* The same at once, on any thread; false: there is none. */
bool picture_png_make(struct picture_png *picture);

#endif
