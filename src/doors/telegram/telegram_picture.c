// SPDX-License-Identifier: MIT
/*
 * telegram_picture.c: laying out pictures. A picture is 1080 wide and as high as what is on it.
 * Every face that occurs is drawn once and used wherever it lies. Start reading at
 * telegram_picture_table().
 */
#include "doors/telegram/telegram_picture.h"

#include <stdio.h>
#include <string.h>

#include "core/check.h"
#include "doors/telegram/picture_card.h"
#include "games/game.h"

enum {
    WIDTH = 1080,
    MARGIN = 36,
    GAP = 18,
    INSIDE = WIDTH - 2 * MARGIN,
    PILE_WIDTH = 168, /* of a card in the middle */
    SMALL_WIDTH = 104,
    HELD_WIDTH = 46, /* of a card in a seat's hand… */
    LAID_WIDTH = 78, /* …and in front of it */
    HELD_MAX = 10,
    LAID_MAX = 12,
    WORD_HEIGHT = 44, /* of a line below a pile */
    SEAT_HEIGHT = 168,
    LEVEL_HEIGHT = (LAID_WIDTH * PICTURE_CARD_HEIGHT) / PICTURE_CARD_WIDTH + 20,
    NAME_SIZE = 32,
    WORD_SIZE = 26,
};

struct picture {
    const struct hc_view *view;
    const struct hc_language *language;
    struct hc_text *out;
};

static double height_of(double width)
{
    return width * PICTURE_CARD_HEIGHT / PICTURE_CARD_WIDTH;
}

/* ---- The page ------------------------------------------------------------------------------- */

/* Colours are those of the pages in the dark (web/src/style/tokens.css). */
static const char style[] =
    ".felt{fill:#1b4036}.panel{fill:#10251f;stroke:#2d5d51;stroke-width:2}"
    ".now{stroke:#ffd166;stroke-width:6}.light{fill:none;stroke:#ffd166;stroke-width:6}"
    ".words{font-family:DejaVu Sans,sans-serif;fill:#eef4f0}.name{font-weight:700}"
    ".middle{text-anchor:middle}.end{text-anchor:end}"
    ".dim{fill:#a9c3b9}.accent{fill:#ffd166}.place{fill:none;stroke:#6f9c8f;stroke-width:3;"
    "stroke-dasharray:12 9}"
    ".way{fill:none;stroke:#a9c3b9;stroke-width:3;stroke-linecap:round;stroke-linejoin:round}"
    ".edge path{stroke:#fcf9f2;stroke-width:10}.out{opacity:.5}.rest{opacity:.68}"
    ".ring{fill:none;stroke-width:12}.ring-red{stroke:#ff8463}.ring-blue{stroke:#8fb4ff}"
    ".ring-green{stroke:#4fd0a5}.ring-yellow{stroke:#f2c14b}.ring-black{stroke:#eef4f0}";

static uint64_t faces_at(const struct hc_view *view, struct hc_spot spot)
{
    uint64_t faces = 0;

    for (unsigned i = 0; i < spot.count; i++)
        if (view->face[spot.start + i] < HC_FACES_MAX)
            faces |= UINT64_C(1) << view->face[spot.start + i];
    return faces;
}

static void put_definitions(const struct picture *picture)
{
    const struct hc_view *view = picture->view;
    uint64_t faces = 0;

    for (unsigned s = 0; s < view->seats; s++)
        faces |= faces_at(view, view->hand[s]);
    for (unsigned p = 0; p < view->game->pile_count; p++)
        faces |= faces_at(view, view->pile[p]);
    hc_put(picture->out, "<defs><g id=\"back\" class=\"card-face\">");
    picture_put_back(picture->out);
    hc_put(picture->out, "</g>");
    for (unsigned face = 0; face < HC_FACES_MAX; face++)
        if (faces >> face & 1) {
            picture_put(picture->out, "<g id=\"f%n\" class=\"card-face\">", (double)face);
            picture_put_face(picture->out, view->game, &view->rules, face, picture->language);
            hc_put(picture->out, "</g>");
        }
    hc_put(picture->out, "</defs>");
}

static void begin(const struct picture *picture, double height)
{
    picture_put(picture->out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%n\" height=\"%n\" "
                "viewBox=\"0 0 %n %n\"><style>%s%s</style>",
                (double)WIDTH, height, (double)WIDTH, height, picture_card_style, style);
    put_definitions(picture);
    picture_put(picture->out, "<rect class=\"felt\" width=\"%n\" height=\"%n\"/>", (double)WIDTH,
                height);
}

static void end(const struct picture *picture)
{
    hc_put(picture->out, "</svg>");
}

static void put_words(const struct picture *picture, const char *kind, double x, double y,
                      double size, const char *words)
{
    picture_put(picture->out,
                "<text class=\"words %s\" x=\"%n\" y=\"%n\" font-size=\"%n\">%t</text>", kind, x, y,
                size, words);
}

/* About how wide a text is, in units of its size. */
static double width_of(const char *text)
{
    size_t letters = 0;

    for (; *text; text++)
        letters += ((unsigned char)*text & 0xc0) != 0x80;
    return (double)letters * .66;
}

/* A size at which a text fits into so much room. */
static double size_for(const char *text, double size, double room)
{
    double width = width_of(text);

    return width * size > room ? room / width : size;
}

/* A card with its upper left corner at a point; anything that is no face shows the back. */
static void put_card(const struct picture *picture, unsigned face, double x, double y, double width)
{
    char name[8] = "back";

    if (face < HC_FACES_MAX)
        snprintf(name, sizeof name, "f%u", face);
    picture_put(picture->out, "<use href=\"#%s\" transform=\"translate(%n %n) scale(%n)\"/>", name,
                x, y, width / PICTURE_CARD_WIDTH);
}

/* ---- The middle ----------------------------------------------------------------------------- */

static unsigned top_of(const struct hc_view *view, unsigned pile)
{
    return view->pile[pile].count ? view->face[view->pile[pile].start] : HC_NONE;
}

static bool is_in_middle(const struct hc_view *view, unsigned pile)
{
    const struct hc_pile_kind *kind = &view->game->piles[pile];

    return kind->seat == HC_NONE && (view->pile[pile].count || !pile);
}

/* A pile that shows all its cards shows them side by side, as far as there is room. */
static unsigned cards_shown(const struct hc_view *view, unsigned pile)
{
    unsigned count = view->pile[pile].count;

    if (view->game->piles[pile].show != HC_SHOW_ALL || count < 2)
        return 1;
    return count < 4 ? count : 4;
}

/* Where cards are drawn from and laid on is what people look at. */
static double card_width(const struct hc_view *view, unsigned pile)
{
    return !pile || view->game->piles[pile].show == HC_SHOW_TOP ? PILE_WIDTH : SMALL_WIDTH;
}

static double pile_width(const struct hc_view *view, unsigned pile)
{
    double one = card_width(view, pile);

    return one + (cards_shown(view, pile) - 1) * one * .55;
}

/* The colour that counts, where the card on top has none. */
static bool named_color(const struct hc_view *view, unsigned pile, unsigned *color)
{
    unsigned top = top_of(view, pile);
    int64_t value;

    if (top >= HC_FACES_MAX || hc_face_color(view->game, &view->rules, top) != HC_NONE ||
        !hc_view_fact(view, "color", 0, &value) || value < 0 ||
        value >= (int64_t)strlen(hc_color_codes(view->game)))
        return false;
    *color = (unsigned)value;
    return true;
}

static void put_below(const struct picture *picture, unsigned pile, double middle, double y)
{
    const struct hc_view *view = picture->view;
    unsigned top = top_of(view, pile), color;
    char words[HC_NAME_CHARS];

    if (named_color(view, pile, &color)) {
        const char *name = hc_color_name(view->game, color, picture->language);
        double half = width_of(name) * WORD_SIZE / 2;

        hc_put(picture->out, "<g class=\"edge\">");
        picture_put_shape(picture->out, hc_paint_name(hc_color_paint(view->game, color)),
                          middle - half - 12, y - 9, 28);
        hc_put(picture->out, "</g>");
        put_words(picture, "name middle", middle + 12, y, WORD_SIZE, name);
    } else if (top < HC_FACES_MAX && view->game->piles[pile].show == HC_SHOW_TOP) {
        hc_face_name(view->game, &view->rules, top, picture->language, words, sizeof words);
        put_words(picture, "dim middle", middle, y, WORD_SIZE, words);
    } else {
        snprintf(words, sizeof words, "%u", view->pile[pile].count);
        put_words(picture, "dim middle", middle, y, WORD_SIZE, words);
    }
}

static void put_pile(const struct picture *picture, unsigned pile, double x, double y)
{
    const struct hc_view *view = picture->view;
    struct hc_spot spot = view->pile[pile];
    double width = card_width(view, pile), height = height_of(width);
    double low = y + height_of(PILE_WIDTH) - height;
    unsigned shown = cards_shown(view, pile), color;

    if (!spot.count) {
        picture_put(picture->out,
                    "<rect class=\"place\" x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" "
                    "rx=\"%n\"/>",
                    x, low, width, height, width / 9);
    } else {
        for (unsigned i = 0; i < shown; i++)
            put_card(picture, view->face[spot.start + shown - 1 - i], x + i * width * .55, low,
                     width);
        if (named_color(view, pile, &color))
            picture_put(picture->out,
                        "<rect class=\"ring ring-%s\" x=\"%n\" y=\"%n\" width=\"%n\" "
                        "height=\"%n\" rx=\"%n\"/>",
                        hc_paint_name(hc_color_paint(view->game, color)), x - 13, low - 13,
                        width + 26, height + 26, width / 9 + 13);
    }
    put_below(picture, pile, x + pile_width(view, pile) / 2, y + height_of(PILE_WIDTH) + 50);
}

/* Which way play goes, where that can change. */
static void put_direction(const struct picture *picture, double x, double y)
{
    int64_t way;

    if (hc_view_common(picture->view, HC_COMMON_DIRECTION, 0, &way))
        picture_put(picture->out,
                    "<g class=\"way\" transform=\"translate(%n %n) scale(%s2 2)\">"
                    "<path d=\"M15-6A17 17 0 0 0-14.5-9M-15 6a17 17 0 0 0 29.5 3\"/>"
                    "<path d=\"M16.5-15.5V-5H6M-16.500 15.500V5H-6\"/></g>",
                    x, y, way < 0 ? "-" : "");
}

static double middle_height(void)
{
    return height_of(PILE_WIDTH) + 2 * GAP + WORD_HEIGHT;
}

static void put_middle(const struct picture *picture, double y)
{
    const struct hc_view *view = picture->view;
    double width = -2.0 * GAP, x;
    int64_t pending;

    for (unsigned p = 0; p < view->game->pile_count; p++)
        if (is_in_middle(view, p))
            width += pile_width(view, p) + 2 * GAP;
    x = (WIDTH - width) / 2;
    put_direction(picture, x - 110, y + height_of(PILE_WIDTH) / 2);
    for (unsigned p = 0; p < view->game->pile_count; p++)
        if (is_in_middle(view, p)) {
            put_pile(picture, p, x, y);
            x += pile_width(view, p) + 2 * GAP;
        }
    /* Cards that wait for whoever must draw them. */
    if (hc_view_fact(view, "pending", 0, &pending) && pending > 0) {
        char words[24];

        snprintf(words, sizeof words, "+%d", (int)pending);
        put_words(picture, "name accent", x, y + height_of(PILE_WIDTH) / 2 + 26, 72, words);
    }
}

/* ---- Seats ---------------------------------------------------------------------------------- */

static unsigned seat_columns(unsigned seats)
{
    static const unsigned columns[HC_SEATS_MAX + 1] = {1, 1, 2, 3, 2, 3, 3, 4, 4, 5, 5};

    return columns[seats <= HC_SEATS_MAX ? seats : HC_SEATS_MAX];
}

/* The pile of cards that a seat has laid down before it; HC_NONE if the game has none. */
static unsigned laid_pile(const struct hc_view *view, unsigned seat)
{
    for (unsigned p = 0; p < view->game->pile_count; p++)
        if (view->game->piles[p].seat == seat)
            return p;
    return HC_NONE;
}

static double seat_height(const struct hc_view *view)
{
    return SEAT_HEIGHT + (laid_pile(view, 0) == HC_NONE ? 0 : LEVEL_HEIGHT);
}

static bool is_marked(const struct hc_view *view, enum hc_common which, unsigned seat, bool want)
{
    int64_t seats;

    return hc_view_common(view, which, 0, &seats) && (seats >> seat & 1) == want;
}

static bool is_out(const struct hc_view *view, unsigned seat)
{
    return hc_view_awaits(view) < view->seats && (is_marked(view, HC_COMMON_IN, seat, false) ||
                                                  is_marked(view, HC_COMMON_OUT, seat, true));
}

static bool has_won(const struct hc_view *view, unsigned seat)
{
    unsigned awaits = hc_view_awaits(view);

    return (awaits == HC_HOUSE && is_marked(view, HC_COMMON_ROUND_WINNERS, seat, true)) ||
           (awaits == HC_NONE && is_marked(view, HC_COMMON_MATCH_WINNERS, seat, true));
}

/* Cards in a row, a step apart, or less if they have no more room. */
static void put_row(const struct picture *picture, const uint8_t *face, unsigned count,
                    bool from_last, double x, double y, double width, double step, double room)
{
    if (count > 1 && width + (count - 1) * step > room)
        step = (room - width) / (count - 1);
    for (unsigned i = 0; i < count; i++)
        put_card(picture, face[from_last ? count - 1 - i : i], x + i * step, y, width);
}

static void put_seat(const struct picture *picture, const struct hc_room_view *room, unsigned seat,
                     double x, double y, double width)
{
    const struct hc_view *view = picture->view;
    struct hc_spot hand = view->hand[seat];
    unsigned pile = laid_pile(view, seat), count = hand.count < HELD_MAX ? hand.count : HELD_MAX;
    double inside = width - 2 * GAP, held = inside - 62;
    const char *name = room->seat[seat].name;
    char words[HC_PROBLEM_CHARS];

    picture_put(picture->out, "<g%s>", is_out(view, seat) ? " class=\"out\"" : "");
    picture_put(picture->out,
                "<rect class=\"panel%s\" x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" rx=\"16\"/>",
                hc_view_awaits(view) == seat ? " now" : "", x, y, width, seat_height(view));
    snprintf(words, sizeof words, "%s%s", has_won(view, seat) ? "★ " : "", name);
    put_words(picture, has_won(view, seat) ? "name accent" : "name", x + GAP, y + 42,
              size_for(words, NAME_SIZE, inside), words);
    put_row(picture, &view->face[hand.start], count, false, x + GAP, y + 58, HELD_WIDTH,
            HELD_WIDTH * .62, held);
    snprintf(words, sizeof words, "%u", hand.count);
    put_words(picture, "name end", x + width - GAP, y + 106, 40, words);
    if (hc_goal_say(view, seat, picture->language, words, sizeof words))
        put_words(picture, "dim", x + GAP, y + SEAT_HEIGHT - 16, size_for(words, 22, inside),
                  words);
    if (pile != HC_NONE) {
        struct hc_spot laid = view->pile[pile];

        count = laid.count < LAID_MAX ? laid.count : LAID_MAX;
        put_row(picture, &view->face[laid.start], count, true, x + GAP, y + SEAT_HEIGHT + 4,
                LAID_WIDTH, LAID_WIDTH * 1.06, inside);
    }
    hc_put(picture->out, "</g>");
}

/* ---- Pictures ------------------------------------------------------------------------------- */

void telegram_picture_table(const struct hc_view *view, const struct hc_room_view *room,
                            const struct hc_language *language, struct hc_text *out)
{
    struct picture picture = {view, language, out};
    unsigned columns = seat_columns(view->seats);
    unsigned rows = (view->seats + columns - 1) / columns;
    double width = (INSIDE - (columns - 1.0) * GAP) / columns;
    double seats = rows * (seat_height(view) + GAP);

    HC_CHECK(view->viewer == HC_SPECTATOR);
    begin(&picture, MARGIN + seats + 2 * GAP + middle_height() + GAP);
    for (unsigned s = 0; s < view->seats; s++)
        put_seat(&picture, room, s, MARGIN + s % columns * (width + GAP),
                 MARGIN + s / columns * (seat_height(view) + GAP), width);
    put_middle(&picture, MARGIN + seats + 2 * GAP);
    put_words(&picture, "dim end", WIDTH - MARGIN, MARGIN + seats + middle_height() + 2 * GAP, 22,
              room->code);
    end(&picture);
}

static unsigned hand_columns(unsigned count)
{
    return count <= 5 ? 5 : count <= 21 ? 7 : count <= 40 ? 10 : 14;
}

static uint64_t playable(const struct hc_view *view)
{
    uint64_t faces = 0;

    for (uint32_t c = 0; c < view->actions.count; c++)
        faces |= view->actions.choice[c].faces;
    return faces;
}

void telegram_picture_hand(const struct hc_view *view, const struct hc_language *language,
                           struct hc_text *out)
{
    struct picture picture = {view, language, out};
    unsigned columns, rows, in_row;
    double pitch, card, row_height, y = MARGIN + middle_height() + 2 * GAP, raise;
    struct hc_spot hand;
    uint64_t bright = playable(view);

    HC_CHECK(view->viewer < view->seats);
    hand = view->hand[view->viewer];
    columns = hand_columns(hand.count);
    rows = hand.count ? (hand.count + columns - 1) / columns : 0;
    pitch = (double)INSIDE / columns;
    card = pitch * .9;
    raise = card * .12;
    row_height = height_of(card) + raise + WORD_HEIGHT;
    begin(&picture, y + rows * row_height + GAP);
    put_middle(&picture, MARGIN);
    if (rows && hc_view_awaits(view) == view->viewer)
        picture_put(out,
                    "<rect class=\"light\" x=\"12\" y=\"%n\" width=\"%n\" height=\"%n\" "
                    "rx=\"18\"/>",
                    y - GAP, WIDTH - 24.0, rows * row_height + GAP + 8);
    for (unsigned i = 0; i < hand.count; i++) {
        unsigned face = view->face[hand.start + i], row = i / columns;
        bool is_bright = face < HC_FACES_MAX && bright >> face & 1;
        double x, top = y + row * row_height;
        char number[8];

        in_row = row + 1 < rows ? columns : hand.count - row * columns;
        x = MARGIN + (columns - in_row) * pitch / 2 + (i % columns + .05) * pitch;
        hc_put(out, is_bright || !bright ? "<g>" : "<g class=\"rest\">");
        put_card(&picture, face, x, top + (is_bright ? 0 : raise), card);
        hc_put(out, "</g>");
        snprintf(number, sizeof number, "%u", i + 1);
        put_words(&picture, is_bright ? "name middle accent" : "dim middle", x + card / 2,
                  top + height_of(card) + raise + 32, WORD_SIZE, number);
    }
    end(&picture);
}
