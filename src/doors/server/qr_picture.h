// SPDX-License-Identifier: MIT
/* qr_picture.h: a text as a QR code, for the page of a table. */
#ifndef HC_DOORS_SERVER_QR_PICTURE_H
#define HC_DOORS_SERVER_QR_PICTURE_H

#include "core/text.h"

/* Writes an SVG; false if the text is empty or too long for a code, or the picture for `out`. */
bool qr_picture(const char *text, struct hc_text *out);

#endif
