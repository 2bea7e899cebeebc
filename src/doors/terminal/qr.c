// SPDX-License-Identifier: MIT
/* qr.c: QR codes as text. */
#include "doors/terminal/qr.h"

#include <string.h>

#include "core/qr_code.h"
#include "core/text.h"

enum { MARGIN = 2 }; /* squares around it; four are standard, and readers are content with two */

static void add_row(const struct hc_qr *qr, int row, struct sheet *sheet)
{
    static const char *const blocks[2][2] = {{" ", "▄"}, {"▀", "█"}};
    char line[SHEET_CHARS];
    struct hc_text out;

    hc_text_init(&out, line, sizeof line);
    for (int column = -MARGIN; column < qr->side + MARGIN; column++)
        hc_put(&out, blocks[hc_qr_dark(qr, row, column)][hc_qr_dark(qr, row + 1, column)]);
    sheet_row(sheet, line);
}

bool qr_write(const char *text, int rows_max, int columns_max, struct sheet *sheet)
{
    struct hc_qr qr;
    bool is_code = hc_qr_make(&qr, text, strlen(text), HC_QR_LOW, HC_QR_BEST_MASK);
    int side = is_code ? qr.side + 2 * MARGIN : 0;
    bool fits = is_code && side <= columns_max && (side + 1) / 2 <= rows_max &&
                3 * side < SHEET_CHARS && (size_t)(side + 1) / 2 + sheet->count < SHEET_ROWS_MAX;

    for (int row = -MARGIN; fits && row < qr.side + MARGIN; row += 2)
        add_row(&qr, row, sheet);
    return fits;
}
