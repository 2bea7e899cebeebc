// SPDX-License-Identifier: MIT
/*
 * picture_sheet.c: every card of a game and their back, as a picture for chats has them, side by
 * side on one picture, so that tests/telegram/picture_reader.mjs can tell which cards somebody was
 * shown.
 *
 *   picture_sheet GAME RULES WIDTH OPACITY LEFT TOP
 *
 * Cards are WIDTH wide. They lie LEFT and TOP parts of a pixel from the corners of their cells:
 * half a pixel aside a card has other colours. The output is a line of JSON, with the codes of the
 * cards, the columns, and the size of a cell; then the PNG.
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/text.h"
#include "doors/telegram/picture_card.h"
#include "games/game.h"
#include "process/picture_png.h"

enum { BYTES = 1 << 20, LINE_BYTES = 4096, COLUMNS = 16 };

static char svg[BYTES], line[LINE_BYTES];

struct cells {
    double width, opacity, left, top;
    unsigned wide, high; /* of a cell */
};

/* The one behind the last face is the back. */
static void put_card(const struct hc_game *game, const struct hc_rules *rules, unsigned index,
                     const struct cells *cells, struct hc_text *out)
{
    unsigned face = hc_face_at(game, rules, index);

    picture_put(
        out, "<g opacity=\"%n\"><g class=\"card-face\" transform=\"translate(%n %n) scale(%n)\">",
        cells->opacity, index % COLUMNS * cells->wide + cells->left,
        index / COLUMNS * cells->high + cells->top, cells->width / PICTURE_CARD_WIDTH);
    if (face != HC_NONE)
        picture_put_face(out, game, rules, face, NULL);
    else
        picture_put_back(out);
    hc_put(out, "</g></g>");
}

static void put_sheet(const struct hc_game *game, const struct hc_rules *rules,
                      const struct cells *cells, struct hc_text *out, struct hc_text *about)
{
    unsigned count = 0;
    double wide = (double)(COLUMNS * cells->wide), high;

    while (hc_face_at(game, rules, count) != HC_NONE)
        count++;
    high = (double)((count + COLUMNS) / COLUMNS * cells->high);
    picture_put(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%n\" height=\"%n\" "
                "viewBox=\"0 0 %n %n\"><style>%s</style><rect fill=\"#1b4036\" width=\"%n\" "
                "height=\"%n\"/>",
                wide, high, wide, high, picture_card_style, wide, high);
    hc_json_open(about, NULL, '{');
    hc_json_number(about, "columns", COLUMNS);
    hc_json_number(about, "wide", cells->wide);
    hc_json_number(about, "high", cells->high);
    hc_json_open(about, "codes", '[');
    for (unsigned i = 0; i <= count; i++) {
        put_card(game, rules, i, cells, out);
        hc_json_string(about, NULL,
                       i < count ? hc_face_code(game, rules, hc_face_at(game, rules, i)) : "back");
    }
    hc_json_close(about, ']');
    hc_json_close(about, '}');
    hc_put(out, "</svg>");
}

int main(int count, char **words)
{
    const struct hc_game *game = count == 7 ? hc_game_find(words[1]) : NULL;
    struct picture_png picture = {.svg = svg};
    struct hc_text out, about;
    struct hc_problem why;
    struct hc_rules rules;
    struct cells cells;

    if (!game || !hc_rules_parse(game, words[2], &rules, &why))
        return 2;
    cells = (struct cells){.width = strtod(words[3], NULL),
                           .opacity = strtod(words[4], NULL),
                           .left = strtod(words[5], NULL),
                           .top = strtod(words[6], NULL)};
    cells.wide = (unsigned)cells.width + 4;
    cells.high = (unsigned)(cells.width * PICTURE_CARD_HEIGHT / PICTURE_CARD_WIDTH) + 4;
    hc_text_init(&out, svg, sizeof svg);
    hc_text_init(&about, line, sizeof line);
    put_sheet(game, &rules, &cells, &out, &about);
    if (out.length >= sizeof svg || about.length >= sizeof line || !picture_png_make(&picture))
        return 1;
    puts(line);
    fwrite(picture.bytes, 1, picture.size, stdout);
    free(picture.bytes);
    return 0;
}
