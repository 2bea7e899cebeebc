// SPDX-License-Identifier: MIT
/* qr.c: QR codes of libqrencode as text. */
#include "doors/terminal/qr.h"

#include <qrencode.h>

#include "core/text.h"

enum { MARGIN = 2 }; /* squares around it; four are standard, and readers are content with two */

static bool is_dark(const QRcode *code, int row, int column)
{
    return row >= 0 && row < code->width && column >= 0 && column < code->width &&
           (code->data[row * code->width + column] & 1);
}

static void add_row(const QRcode *code, int row, struct sheet *sheet)
{
    static const char *const blocks[2][2] = {{" ", "▄"}, {"▀", "█"}};
    char line[SHEET_CHARS];
    struct hc_text out;

    hc_text_init(&out, line, sizeof line);
    for (int column = -MARGIN; column < code->width + MARGIN; column++)
        hc_put(&out, blocks[is_dark(code, row, column)][is_dark(code, row + 1, column)]);
    sheet_row(sheet, line);
}

bool qr_write(const char *text, int rows_max, int columns_max, struct sheet *sheet)
{
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
    int side = code ? code->width + 2 * MARGIN : 0;
    bool fits = code && side <= columns_max && (side + 1) / 2 <= rows_max &&
                3 * side < SHEET_CHARS && (size_t)(side + 1) / 2 + sheet->count < SHEET_ROWS_MAX;

    for (int row = -MARGIN; fits && row < code->width + MARGIN; row += 2)
        add_row(code, row, sheet);
    QRcode_free(code);
    return fits;
}
