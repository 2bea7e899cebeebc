// SPDX-License-Identifier: MIT
/* qr_picture.c: QR codes of libqrencode as pictures, dark on white whatever the page's theme is. */
#include "doors/server/qr_picture.h"

#include <qrencode.h>

enum { MARGIN = 4 }; /* squares around it, as the standard has it */

/* One path for all dark squares: neighbours in a row are one stroke of it. */
static void put_row(const QRcode *code, int row, struct hc_text *out)
{
    const unsigned char *square = code->data + (ptrdiff_t)row * code->width;

    for (int column = 0; column < code->width; column++) {
        int start = column;

        while (column < code->width && square[column] & 1)
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

bool qr_picture(const char *text, struct hc_text *out)
{
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);

    if (!code)
        return false;
    hc_put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    hc_put_number(out, code->width + 2 * MARGIN);
    hc_put(out, " ");
    hc_put_number(out, code->width + 2 * MARGIN);
    hc_put(out, "\"><path fill=\"#fff\" d=\"M0 0h999v999H0z\"/><path fill=\"#000\" d=\"");
    for (int row = 0; row < code->width; row++)
        put_row(code, row, out);
    hc_put(out, "\"/></svg>");
    QRcode_free(code);
    return out->length < out->size;
}
