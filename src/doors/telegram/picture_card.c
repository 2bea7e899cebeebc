// SPDX-License-Identifier: MIT
/* picture_card.c: cards as SVG. Start reading at picture_put_face(). */
#include "doors/telegram/picture_card.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/check.h"

enum { WIDTH = PICTURE_CARD_WIDTH, HEIGHT = PICTURE_CARD_HEIGHT, NAME_LONG = 7 };

static const double corner = WIDTH / 9.0;

/* Colours are those of web/src/style/tokens.css, in which frames are mixed with paper. */
const char picture_card_style[] =
    ".card-paper{fill:#fcf9f2;stroke:#3b33241f;stroke-width:1.5}"
    ".card-frame{fill:none;stroke:#1d212626;stroke-width:1.2}"
    ".frame-red{stroke:#ebb09e}"
    ".frame-blue{stroke:#abb8d2}"
    ".frame-green{stroke:#a2cdbd}"
    ".frame-yellow{stroke:#f4d37b}"
    ".frame-accent{stroke:#d5a9b2}"
    ".paint-red{fill:#cf3a14}"
    ".paint-blue{fill:#264f9f}"
    ".paint-green{fill:#0e8567}"
    ".paint-yellow{fill:#efb92b;stroke:#8a6200;stroke-width:2.4}"
    ".on-red,.on-blue,.on-green,.on-ink{fill:#fff;stroke:#fff}"
    ".on-yellow{fill:#1d2126;stroke:#1d2126}"
    ".ink-red{fill:#bd3110;stroke:#bd3110}"
    ".ink-blue{fill:#264f9f;stroke:#264f9f}"
    ".ink-green{fill:#0b7459;stroke:#0b7459}"
    ".ink-yellow{fill:#7d5700;stroke:#7d5700}"
    ".card-ink{fill:#1d2126;stroke:#1d2126}"
    ".card-face text,.card-face rect[class*=\"ink-\"],.card-face rect[class*=\"on-\"],"
    "path.card-ink{stroke:none}"
    ".card-sign{fill:none;stroke-width:6.4;stroke-linecap:round;stroke-linejoin:round}"
    ".card-seal{fill:#1d2126;stroke:#fcf9f2;stroke-width:4}"
    ".card-face{font-family:DejaVu Sans,sans-serif;font-weight:800;text-anchor:middle}"
    ".card-code{fill:#625c50;font-family:DejaVu Sans Mono,monospace;font-weight:700;"
    "letter-spacing:.06em}"
    ".card-number{fill:#1d2126;text-anchor:start;font-weight:750;letter-spacing:-.02em}"
    ".card-name{fill:#1d2126;font-weight:700;letter-spacing:-.01em;font-size:18px}"
    ".card-name.long{font-size:16px}"
    ".emblem{fill:none;stroke:#1d2126;stroke-width:3.2;stroke-linecap:round;stroke-linejoin:round}"
    ".emblem .fill{fill:#96274a;stroke:#96274a;stroke-width:1.5}"
    ".emblem .hole{fill:#fcf9f2;stroke:none}"
    ".back-field{fill:#2a3b73}"
    ".back-lines{fill:none;stroke:#5f75bd;stroke-width:1.1;opacity:.42}"
    ".back-edge{fill:none;stroke:#5f75bd;stroke-width:1.6}"
    ".back-medal{fill:#2a3b73;stroke:#5f75bd;stroke-width:1.6}"
    ".back-keyhole{fill:#e8ecfb}";

/* ---- Writing -------------------------------------------------------------------------------- */

/* printf would write the decimal point of whoever's language this is. */
static void put_number(struct hc_text *out, double number)
{
    long long parts = llround(fabs(number) * 10000);
    char text[40], *end;

    end = text + snprintf(text, sizeof text, "%s%lld.%04d", number < 0 && parts ? "-" : "",
                          parts / 10000, (int)(parts % 10000));
    while (end[-1] == '0')
        *--end = '\0';
    if (end[-1] == '.')
        *--end = '\0';
    hc_put(out, text);
}

static void put_escaped(struct hc_text *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            hc_put(out, "&lt;");
            break;
        case '>':
            hc_put(out, "&gt;");
            break;
        case '&':
            hc_put(out, "&amp;");
            break;
        case '"':
            hc_put(out, "&quot;");
            break;
        default:
            hc_put_char(out, (unsigned char)*text < ' ' ? ' ' : *text);
        }
}

void picture_put(struct hc_text *out, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    for (; *format; format++) {
        if (*format != '%') {
            hc_put_char(out, *format);
            continue;
        }
        switch (*++format) {
        case 's':
            hc_put(out, va_arg(values, const char *));
            break;
        case 't':
            put_escaped(out, va_arg(values, const char *));
            break;
        case 'n':
            put_number(out, va_arg(values, double));
            break;
        default:
            HC_CHECK(false);
        }
    }
    va_end(values);
}

/* ---- Shapes and emblems --------------------------------------------------------------------- */

/* In a square of 100 about (0, 0); how far below its middle text stands, and how much room it has
 * there. */
static const struct shape {
    const char *paint, *outline;
    double drop, room;
} shapes[] = {
    {"red", "M-4.6-43.5a5.4 5.4 0 0 1 9.2 0L49 35.5a5.4 5.4 0 0 1-4.6 8H-44.4a5.4 5.4 0 0 1-4.6-8z",
     13, .8},
    {"blue", "M0-44a44 44 0 1 1 0 88a44 44 0 1 1 0-88z", 0, 1},
    {"green", "M-34-40H34a6 6 0 0 1 6 6V34a6 6 0 0 1-6 6H-34a6 6 0 0 1-6-6V-34a6 6 0 0 1 6-6z", 0,
     1},
    {"yellow",
     "M-4.2-49a5.6 5.6 0 0 1 8.4 0L45.5-4.3a6.4 6.4 0 0 1 0 8.6L4.2 49a5.6 5.6 0 0 1-8.4 "
     "0L-45.5 4.3a6.4 6.4 0 0 1 0-8.6z",
     0, .92},
};

static const struct shape other_shape = {"", "M0-40a40 40 0 1 1 0 80a40 40 0 1 1 0-80z", 0, 1};

static const struct shape *shape_of(const char *paint)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (!strcmp(shapes[i].paint, paint))
            return &shapes[i];
    return &other_shape;
}

/* What stands for a value that is not a number, in a square of 40 about (0, 0). */
static const struct {
    const char *value, *path;
} signs[] = {
    {"skip", "M0-15.5a15.5 15.5 0 1 1 0 31a15.5 15.5 0 1 1 0-31zM-10.5 10.5 10.5-10.5"},
    {"reverse", "M-15-6H11L3-14.5M15 6H-11l8 8.5"},
};

/* By what a card does, in a square of 64. */
static const struct {
    const char *effect, *drawing;
} emblems[] = {
    {"guess", "<path class=\"fill\" d=\"M34 17c9-5 17-2 20 9-3 11-11 14-20 9z\"/>"
              "<path d=\"M32 16v44M32 3l5 8-5 6-5-6zM30 20l-13 6 13 6\"/>"},
    {"look", "<circle class=\"fill\" cx=\"32\" cy=\"32\" r=\"8.5\"/>"
             "<path d=\"M6 32c7-11 15.5-16 26-16s19 5 26 16c-7 11-15.5 16-26 16S13 43 6 32zM32 "
             "8V4M17 11l-2-4M47 11l2-4\"/>"},
    {"compare", "<path class=\"fill\" d=\"M44 38h18a9 9 0 0 1-18 0z\"/>"
                "<path d=\"M32 8v48M22 56h20M11 16l42 8M11 16 3 34h16zM53 24l-9 14h18zM3 34a8 8 0 "
                "0 0 16 0\"/>"},
    {"protect", "<path class=\"fill\" d=\"M32 14v37C21 46 15 38 15 27v-7c7 0 12-2 17-6z\"/>"
                "<path d=\"M32 7c7 6 14 8 23 8v13c0 14-9 24-23 30C18 52 9 42 9 28V15c9 0 16-2 "
                "23-8z\"/>"},
    {"discard", "<path class=\"fill\" d=\"M14 24 10 9l11 7L32 6l11 10 11-7-4 15z\"/>"
                "<path d=\"M14 30h36M32 36v21M22 48l10 10 10-10\"/>"},
    {"trade", "<path class=\"fill\" d=\"M12 30 7 10l14 9L32 5l11 14 14-9-5 20z\"/>"
              "<path d=\"M10 44h40M42 37l8 7-8 7M54 56H16\"/>"},
    {"nothing", "<path class=\"fill\" d=\"M32 52 20 29a26 26 0 0 1 24 0z\"/>"
                "<path d=\"M32 54 5 28a38 38 0 0 1 54 0zM32 54 17 20M32 54l15-34M32 54V16M32 "
                "54v6\"/>"},
    {"lose", "<path class=\"fill\" d=\"M32 56C19 47 10 39 10 30c0-12 16-15 22-4 6-11 22-8 22 4 0 "
             "9-9 17-22 26z\"/>"
             "<path d=\"M23 16 20 5l7 4 5-6 5 6 7-4-3 11z\"/>"},
    {"token", "<path class=\"fill\" d=\"M6 22c9-4 17-4 26 0 9-4 17-4 26 0 1 14-5 24-14 24-6 "
              "0-9-4-12-8-3 4-6 8-12 8C11 46 5 36 6 22z\"/>"
              "<path class=\"hole\" d=\"M14 29c4-3 9-2 12 2-4 3-9 2-12-2zM50 29c-4-3-9-2-12 2 4 3 "
              "9 2 12-2z\"/>"
              "<path d=\"M6 22C3 18 3 14 5 10M58 22c3-4 3-8 1-12\"/>"},
    {"exchange", "<path d=\"M18 10h34c-5 0-6 4-6 8v30c0 5-3 8-8 8H12c5 0 8-3 8-8V18c0-4-2-8-7-8-4 "
                 "0-6 3-6 6s2 5 5 5h8M28 22h10M28 31h10\"/>"
                 "<circle class=\"fill\" cx=\"35\" cy=\"44\" r=\"7\"/>"},
};

void picture_put_shape(struct hc_text *out, const char *paint, double x, double y, double size)
{
    picture_put(out, "<path class=\"paint-%s\" d=\"%s\" transform=\"translate(%n %n) scale(%n)\"/>",
                paint, shape_of(paint)->outline, x, y, size / 100);
}

static void put_emblem(struct hc_text *out, const char *effect, double x, double y, double size)
{
    for (size_t i = 0; i < sizeof emblems / sizeof *emblems; i++)
        if (!strcmp(emblems[i].effect, effect))
            picture_put(out,
                        "<g class=\"emblem\"><g transform=\"translate(%n %n) scale(%n)\">%s"
                        "</g></g>",
                        x - size / 2, y - size / 2, size / 64, emblems[i].drawing);
}

/* ---- Cards ---------------------------------------------------------------------------------- */

/* What is printed on a card, as the engine's tables say. */
struct print {
    const char *code, *value, *effect; /* effect: "" if it has none */
    const char *paint;                 /* NULL: it has no colour */
    unsigned draws;
    bool is_wild;
    char name[HC_NAME_CHARS];
    const struct hc_game *game;
};

static void read_print(struct print *print, const struct hc_game *game,
                       const struct hc_rules *rules, unsigned face,
                       const struct hc_language *language)
{
    const struct hc_effect *effect = hc_face_effect(game, rules, face);
    unsigned color = hc_face_color(game, rules, face);

    *print = (struct print){
        .code = hc_face_code(game, rules, face),
        .value = hc_face_value(game, rules, face),
        .effect = effect ? effect->name : "",
        .paint = color == HC_NONE ? NULL : hc_paint_name(hc_color_paint(game, color)),
        .draws = effect ? effect->draws : 0,
        .is_wild = hc_face_class(game, rules, face) == HC_CLASS_WILD,
        .game = game,
    };
    hc_face_name(game, rules, face, language, print->name, sizeof print->name);
}

static void put_frame(struct hc_text *out, const char *kind)
{
    picture_put(out,
                "<rect class=\"card-frame%s\" x=\"6.5\" y=\"6.5\" width=\"%n\" height=\"%n\" "
                "rx=\"%n\"/>",
                kind, WIDTH - 13.0, HEIGHT - 13.0, corner - 4.5);
}

/* The value: a text, or a sign. A number has a line under it where it could be read upside down as
 * another. The class has a prefix and a paint. */
static void put_mark(struct hc_text *out, const struct print *print, double x, double y,
                     double size, const char *prefix, const char *paint)
{
    char drawn[16];
    const char *text = print->value;

    if (print->draws) {
        snprintf(drawn, sizeof drawn, "+%u", print->draws);
        text = drawn;
    } else {
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
            if (!strcmp(signs[i].value, print->value)) {
                picture_put(out,
                            "<path class=\"card-sign %s%s\" d=\"%s\" "
                            "transform=\"translate(%n %n) scale(%n)\"/>",
                            prefix, paint, signs[i].path, x, y, size / 44);
                return;
            }
        if (print->is_wild)
            return;
    }
    picture_put(out, "<text class=\"%s%s\" x=\"%n\" y=\"%n\" font-size=\"%n\">%t</text>", prefix,
                paint, x, y + size * .36, size, text);
    if (!strcmp(text, "6") || !strcmp(text, "9"))
        picture_put(out,
                    "<rect class=\"%s%s\" x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" "
                    "rx=\"%n\"/>",
                    prefix, paint, x - size * .25, y + size * .45, size * .5, size * .085,
                    size * .04);
}

/* What stands in the corner, and the same turned round in the one across. */
static void put_corners(struct hc_text *out, const struct print *print,
                        void (*put)(struct hc_text *out, const struct print *print))
{
    hc_put(out, "<g>");
    put(out, print);
    picture_put(out, "</g><g transform=\"rotate(180 %n %n)\">", WIDTH / 2.0, HEIGHT / 2.0);
    put(out, print);
    hc_put(out, "</g>");
}

static void put_foot(struct hc_text *out, const struct print *print)
{
    picture_put(out, "<text class=\"card-code\" x=\"%n\" y=\"167\" font-size=\"11.5\">%t</text>",
                WIDTH / 2.0, print->code);
}

static void put_colored_corner(struct hc_text *out, const struct print *print)
{
    put_mark(out, print, print->draws ? 23 : 21, 22, print->draws ? 18.5 : 26, "ink-",
             print->paint);
    picture_put_shape(out, print->paint, 21, 43, 14);
}

static void put_colored(struct hc_text *out, const struct print *print)
{
    const struct shape *shape = shape_of(print->paint);
    char kind[32];

    snprintf(kind, sizeof kind, " frame-%s", print->paint);
    put_frame(out, kind);
    picture_put(out,
                "<g transform=\"translate(%n 90)\"><path class=\"paint-%s\" d=\"%s\" "
                "transform=\"scale(.78)\"/>",
                WIDTH / 2.0, print->paint, shape->outline);
    put_mark(out, print, 0, shape->drop,
             (print->draws ? 36 : 43) * shape->room * (print->draws > 9 ? .8 : 1), "on-",
             print->paint);
    hc_put(out, "</g>");
    put_corners(out, print, put_colored_corner);
    put_foot(out, print);
}

/* The paints that a wild card shows: those of its game, if they are four. */
static const char *wild_paint(const struct print *print, unsigned index)
{
    return strlen(hc_color_codes(print->game)) == 4
               ? hc_paint_name(hc_color_paint(print->game, index))
               : shapes[index].paint;
}

static void put_wild_corner(struct hc_text *out, const struct print *print)
{
    if (print->draws)
        put_mark(out, print, 23, 22, 18.5, "card-ink", "");
    else
        hc_put(out, "<path class=\"card-ink\" d=\"M21 11l3 8 8 3-8 3-3 8-3-8-8-3 8-3z\"/>");
    for (unsigned i = 0; i < 4; i++)
        picture_put_shape(out, wild_paint(print, i), i % 2 ? 25.5 : 16.5, i > 1 ? 47.5 : 38.5, 7.6);
}

static void put_wild(struct hc_text *out, const struct print *print)
{
    put_frame(out, "");
    for (unsigned i = 0; i < 4; i++)
        picture_put_shape(out, wild_paint(print, i), i % 2 ? 79 : 41, i > 1 ? 109 : 71, 34);
    if (print->draws) {
        picture_put(out, "<circle class=\"card-seal\" cx=\"%n\" cy=\"90\" r=\"19\"/>", WIDTH / 2.0);
        put_mark(out, print, WIDTH / 2.0, 90, 22, "on-ink", "");
    } else {
        hc_put(out, "<path class=\"card-ink\" d=\"M60 76l4 10 10 4-10 4-4 10-4-10-10-4 10-4z\"/>");
    }
    put_corners(out, print, put_wild_corner);
    put_foot(out, print);
}

static void put_plain_corner(struct hc_text *out, const struct print *print)
{
    put_mark(out, print, 20, 22, 24, "card-ink", "");
}

static size_t letters(const char *text)
{
    size_t count = 0;

    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* Without a colour: a number, an emblem and a name. */
static void put_plain(struct hc_text *out, const struct print *print)
{
    if (!*print->effect || !strcmp(print->name, print->value)) {
        put_mark(out, print, WIDTH / 2.0, 86, 64, "card-ink", "");
        put_corners(out, print, put_plain_corner);
        return;
    }
    put_frame(out, " frame-accent");
    picture_put(out, "<text class=\"card-number\" x=\"13\" y=\"40\" font-size=\"36\">%t</text>",
                print->value);
    put_emblem(out, print->effect, WIDTH / 2.0, 88, 66);
    picture_put(out, "<text class=\"card-name%s\" x=\"%n\" y=\"148\">%t</text>",
                letters(print->name) > NAME_LONG ? " long" : "", WIDTH / 2.0, print->name);
}

static void put_paper(struct hc_text *out)
{
    picture_put(out,
                "<rect class=\"card-paper\" x=\"0.75\" y=\"0.75\" width=\"%n\" height=\"%n\" "
                "rx=\"%n\"/>",
                WIDTH - 1.5, HEIGHT - 1.5, corner);
}

void picture_put_face(struct hc_text *out, const struct hc_game *game, const struct hc_rules *rules,
                      unsigned face, const struct hc_language *language)
{
    struct print print;

    read_print(&print, game, rules, face, language);
    put_paper(out);
    if (print.paint)
        put_colored(out, &print);
    else if (print.is_wild)
        put_wild(out, &print);
    else
        put_plain(out, &print);
}

/* Fine lines across the back, in both directions, within the edge. */
static void put_lattice(struct hc_text *out)
{
    const int left = 14, top = 14, right = WIDTH - 14, bottom = HEIGHT - 14;

    for (int sum = left + top + 10; sum < right + bottom; sum += 14) {
        int x1 = sum - top < right ? sum - top : right;
        int x2 = sum - bottom > left ? sum - bottom : left;
        char line[96];

        snprintf(line, sizeof line, "M%d %dL%d %dM%d %dL%d %d", x1, sum - x1, x2, sum - x2,
                 WIDTH - x1, sum - x1, WIDTH - x2, sum - x2);
        hc_put(out, line);
    }
}

void picture_put_back(struct hc_text *out)
{
    put_paper(out);
    picture_put(out,
                "<rect class=\"back-field\" x=\"6\" y=\"6\" width=\"%n\" height=\"%n\" "
                "rx=\"8.5\"/><path class=\"back-lines\" d=\"",
                WIDTH - 12.0, HEIGHT - 12.0);
    put_lattice(out);
    picture_put(out,
                "\"/><rect class=\"back-edge\" x=\"12\" y=\"12\" width=\"%n\" height=\"%n\" "
                "rx=\"4.5\"/>"
                "<path class=\"back-medal\" "
                "d=\"M60 50c21 0 32 15 32 38s-11 38-32 38-32-15-32-38 11-38 32-38z\"/>"
                "<circle class=\"back-keyhole\" cx=\"60\" cy=\"79\" r=\"12\"/>"
                "<path class=\"back-keyhole\" d=\"M54.5 86h11l5 25h-21z\"/>",
                WIDTH - 24.0, HEIGHT - 24.0);
}
