// SPDX-License-Identifier: MIT
/*
 * qr_code.h: a text as a QR code (ISO/IEC 18004): bytes in versions 1 to 40, at two levels of what
 * may be damaged. The caller draws it; a light margin around it is part of the standard.
 */
#ifndef HC_CORE_QR_CODE_H
#define HC_CORE_QR_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    HC_QR_SIDE_MAX = 177, /* version 40 */
    HC_QR_MASKS = 8,
    HC_QR_BEST_MASK = HC_QR_MASKS, /* the one that is easiest to read */
};

/* How much of it may be damaged: about 7 and 15 parts of a hundred. */
enum hc_qr_level { HC_QR_LOW, HC_QR_MEDIUM };

struct hc_qr {
    int side;
    uint8_t square[HC_QR_SIDE_MAX * HC_QR_SIDE_MAX]; /* row by row; bit 0: it is dark */
};

/* False if the text is too long for any version. */
bool hc_qr_make(struct hc_qr *qr, const char *text, size_t length, enum hc_qr_level level,
                unsigned mask);

static inline bool hc_qr_dark(const struct hc_qr *qr, int row, int column)
{
    return row >= 0 && row < qr->side && column >= 0 && column < qr->side &&
           (qr->square[row * qr->side + column] & 1);
}

#endif
