// SPDX-License-Identifier: MIT
/* qr_picture.c: QR codes as pictures, dark on white whatever the page's theme is. */
#include "protocol/qr_picture.h"

#include "core/qr_code.h"

enum { MARGIN = 4 }; /* squares around it, as the standard has it */

/* One path for all dark squares: neighbours in a row are one stroke of it. */
static void put_row(const struct hc_qr *qr, int row, struct hc_text *out)
{
    for (int column = 0; column < qr->side; column++) {
        int start = column;

        while (hc_qr_dark(qr, row, column))
            column++;
        if (column == start)
            continue;
        hc_put(out, "M");
        hc_put_number(out, start + MARGIN);
        hc_put(out, " ");
        hc_put_number(out, row + MARGIN);
        hc_put(out, "h");
        hc_put_number(out, column - start);
        hc_put(out, "v1h-");
        hc_put_number(out, column - start);
        hc_put(out, "z");
    }
}

bool qr_picture(const char *text, size_t length, struct hc_text *out)
{
    struct hc_qr qr;

    /* A long text is not made longer still by what could be damaged of it. */
    if (!length || (!hc_qr_make(&qr, text, length, HC_QR_MEDIUM, HC_QR_BEST_MASK) &&
                    !hc_qr_make(&qr, text, length, HC_QR_LOW, HC_QR_BEST_MASK)))
        return false;
    hc_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    hc_put_number(out, qr.side + 2 * MARGIN);
    hc_put(out, " ");
    hc_put_number(out, qr.side + 2 * MARGIN);
    hc_put(out, "\"><path fill=\"#fff\" d=\"M0 0h999v999H0z\"/><path fill=\"#000\" d=\"");
    for (int row = 0; row < qr.side; row++)
        put_row(&qr, row, out);
    hc_put(out, "\"/></svg>");
    return out->length < out->size;
}
