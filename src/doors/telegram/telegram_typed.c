// SPDX-License-Identifier: MIT
/* telegram_typed.c: words of people, as words of commands. */
#include "doors/telegram/telegram_typed.h"

#include "doors/telegram/telegram_board.h"
#include "protocol/protocol_words.h"

enum { WORD_BYTES = 64 };

const char *tg_take_word(const char *text, char *word, size_t size)
{
    size_t length = 0;

    while (*text == ' ' || *text == '\n' || *text == '\t')
        text++;
    for (; *text && *text != ' ' && *text != '\n' && *text != '\t'; text++)
        if (length + 1 < size)
            word[length++] = *text;
    word[length] = '\0';
    return text;
}

const char *tg_take_code(const char *text, char code[HC_ROOM_CODE_CHARS + 1])
{
    char word[WORD_BYTES];
    const char *rest = tg_take_word(text, word, sizeof word);

    if (hc_length(word) == HC_ROOM_CODE_CHARS && protocol_read_code(word, code) &&
        hc_room_is_code(code))
        return rest;
    code[0] = '\0';
    return text;
}

unsigned tg_seat_named(const struct hc_room_view *room, const char *name)
{
    uint64_t number;
    const char *rest;

    if (*name == '@')
        name++;
    for (unsigned s = 0; s < room->seats; s++)
        if (room->seat[s].who != HC_SEAT_EMPTY && *name &&
            hc_word_is(name, hc_length(name), room->seat[s].name))
            return s;
    rest = hc_read_number(name, HC_SEATS_MAX, &number);
    if (rest && !*rest && number && room->seat[number - 1].who != HC_SEAT_EMPTY)
        return (unsigned)number - 1;
    return HC_NONE;
}

/* A colour by its letter or its name; HC_NONE if it is none. */
static unsigned color_named(const struct hc_game *game, const char *name,
                            const struct hc_language *language)
{
    size_t length = hc_length(name);

    for (unsigned c = 0; c < hc_length(game->grammar.colors); c++) {
        char letter[2] = {game->grammar.colors[c], '\0'};

        if (hc_word_is(name, length, letter) ||
            hc_word_is(name, length, hc_color_name(game, c, language)) ||
            hc_word_is(name, length, hc_color_name(game, c, NULL)))
            return c;
    }
    return HC_NONE;
}

static void put_card(const struct hc_view *view, const char *word, struct hc_text *out)
{
    struct hc_spot hand = view->hand[view->viewer];
    uint64_t number;
    const char *rest = hc_read_number(word, HC_CARDS_MAX, &number);

    if (rest && !*rest && number && number <= hand.count)
        word = hc_face_code(view->game, &view->rules, view->face[hand.start + number - 1]);
    hc_put(out, word);
}

/* A word behind the first one: a colour or a player gets its key. */
static void put_other(const struct tg_board *board, unsigned takes, const char *word,
                      struct hc_text *out)
{
    const struct hc_game *game = board->seen.view.game;
    unsigned color = color_named(game, word, tg_board_language(board));
    unsigned seat = tg_seat_named(&board->seen.room, word);

    if (takes & HC_TAKES_COLOR_KEY && color != HC_NONE) {
        hc_put(out, "color=");
        hc_put_char(out, game->grammar.colors[color]);
    } else if (takes & HC_TAKES_TARGET_KEY && seat != HC_NONE) {
        hc_put(out, "target=");
        hc_put_number(out, seat);
    } else {
        hc_put(out, word);
    }
}

static void put_first(const struct tg_board *board, unsigned takes, const char *word,
                      struct hc_text *out)
{
    const struct hc_game *game = board->seen.view.game;
    unsigned color = color_named(game, word, tg_board_language(board));
    unsigned seat = tg_seat_named(&board->seen.room, word);

    if (takes & HC_TAKES_CARD)
        put_card(&board->seen.view, word, out);
    else if (takes & HC_TAKES_COLOR && color != HC_NONE)
        hc_put_char(out, game->grammar.colors[color]);
    else if (takes & HC_TAKES_SEAT && seat != HC_NONE)
        hc_put_number(out, seat);
    else
        hc_put(out, word);
}

static unsigned takes_of(const struct hc_game *game, const char *name)
{
    for (unsigned v = 0; v < game->grammar.verb_count; v++)
        if (hc_text_same(game->grammar.verbs[v].name, name))
            return game->grammar.verbs[v].takes;
    return 0;
}

void tg_typed_command(const struct tg_board *board, const char *verb, const char *args,
                      struct hc_text *out)
{
    unsigned takes = takes_of(board->seen.view.game, verb);
    char word[WORD_BYTES];
    bool first = true;

    hc_put(out, verb);
    for (args = tg_take_word(args, word, sizeof word); *word;
         args = tg_take_word(args, word, sizeof word)) {
        hc_put_char(out, ' ');
        if (first)
            put_first(board, takes, word, out);
        else
            put_other(board, takes, word, out);
        first = false;
    }
}
