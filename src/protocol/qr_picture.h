// SPDX-License-Identifier: MIT
/* qr_picture.h: a text as a QR code, for the page of a table. */
#ifndef HC_PROTOCOL_QR_PICTURE_H
#define HC_PROTOCOL_QR_PICTURE_H

#include "core/text.h"

/* Writes an SVG; false if the text is empty or too long for a code, or the picture for `out`. */
bool qr_picture(const char *text, size_t length, struct hc_text *out);

#endif
