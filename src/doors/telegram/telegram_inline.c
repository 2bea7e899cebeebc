// SPDX-License-Identifier: MIT
/*
 * telegram_inline.c: the hand as results of an inline query.
 *
 * Telegram shows results to nobody but whoever asks. What is sent to the chat when one is chosen
 * says nothing about it: the move is judged only then, and a card that could not be played must not
 * have been seen. The last result is the whole hand, with the numbers that /play takes: it is there
 * for those whose turn it is not, too.
 */
#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_buttons.h"
#include "doors/telegram/telegram_calls.h"
#include "doors/telegram/telegram_cards.h"
#include "doors/telegram/telegram_keys.h"
#include "doors/telegram/telegram_phrase.h"
#include "doors/telegram/telegram_tables.h"
#include "doors/telegram/telegram_text.h"
#include "doors/telegram/telegram_typed.h"

enum {
    RESULTS_MAX = 50,
    TITLE_BYTES = 200,
    HAND_BYTES = 4096, /* of all cards that there are, as text */
    HAND_UNITS = 500,  /* more is not seen anyway */
    HAND_ROOM = 2500,  /* for that as a result */
};

/* What a result is, and what the chat is sent if it is chosen. */
static void put_article(const char *id, const char *title, const char *description,
                        const char *sent, struct hc_text *out)
{
    hc_json_open(out, NULL, '{');
    hc_json_word(out, "type", "article");
    hc_json_string(out, "id", id);
    hc_json_string(out, "title", title);
    if (*description)
        hc_json_string(out, "description", description);
    hc_json_open(out, "input_message_content", '{');
    hc_json_string(out, "message_text", sent);
    hc_json_close(out, '}');
    hc_json_close(out, '}');
}

static void put_hand(const struct tg_board *board, struct hc_text *out)
{
    const struct hc_view *view = &board->seen.view;
    const struct hc_language *language = tg_board_language(board);
    struct hc_spot hand = view->hand[board->seen.viewer];
    char data[TG_DATA_BYTES], title[TITLE_BYTES], cards[HAND_BYTES];
    struct hc_text text;

    hc_text_init(&text, title, sizeof title);
    WORDS_FILL(language, TELEGRAM_YOUR_HAND, &text, {"count", NULL, hand.count});
    hc_text_init(&text, cards, sizeof cards);
    for (unsigned i = 0; i < hand.count; i++) {
        hc_put(&text, i ? " · " : "");
        hc_put_number(&text, i + 1);
        hc_put(&text, ". ");
        tg_put_card(view, view->face[hand.start + i], language, &text);
    }
    tg_cut_plain(cards, HAND_UNITS);
    if (tg_write_press(TG_PRESS_HAND, board->code, board->seen.seq, "", data, sizeof data))
        put_article(data, title, cards, words_text(language, TELEGRAM_INLINE_LOOK), out);
}

static void put_move(const struct tg_board *board, const struct hc_command *command,
                     struct hc_text *out)
{
    const struct hc_view *view = &board->seen.view;
    const struct hc_language *language = tg_board_language(board);
    char text[HC_COMMAND_CHARS], data[TG_DATA_BYTES], title[TITLE_BYTES], card[TITLE_BYTES];
    const char *names[HC_SEATS_MAX];
    struct hc_text label;

    hc_command_print(view->game, &view->rules, command, text, sizeof text);
    if (!tg_write_press(TG_PRESS_ACT, board->code, board->seen.seq, text, data, sizeof data))
        return;
    tg_names(&board->seen.room, names);
    hc_command_say(view, command, names, language, title, sizeof title);
    hc_text_init(&label, card, sizeof card);
    if (command->face != HC_NONE)
        tg_put_card(view, command->face, language, &label);
    put_article(data, title, card, words_text(language, TELEGRAM_INLINE_MOVE), out);
}

static void put_moves(const struct tg_board *board, struct hc_text *out)
{
    const struct hc_actions *actions = &board->seen.view.actions;

    for (uint32_t i = 0; i < actions->ways && i + 1 < RESULTS_MAX; i++) {
        struct hc_command command;
        size_t length = out->length;

        hc_actions_at(actions, i, &command);
        put_move(board, &command, out);
        if (out->length + HAND_ROOM < out->size)
            continue;
        out->length = length; /* too many: the last one does not fit */
        out->chars[length] = '\0';
        return;
    }
}

void tg_inline_take(struct tg_person *person, const char *query, const char *asked)
{
    struct telegram *telegram = person->telegram;
    char code[HC_ROOM_CODE_CHARS + 1];
    struct tg_board *board;
    struct hc_text out;

    tg_take_code(asked, code);
    board = tg_person_board(person, *code ? code : person->last);
    hc_text_init(&out, telegram->keyboard, sizeof telegram->keyboard);
    hc_json_open(&out, NULL, '{');
    hc_json_string(&out, "inline_query_id", query);
    hc_json_number(&out, "cache_time", 0);
    hc_json_bool(&out, "is_personal", true);
    hc_json_open(&out, "button", '{');
    hc_json_string(&out, "text", words_text(person->language, TELEGRAM_KEY_OPEN));
    hc_json_string(&out, "start_parameter", "hand");
    hc_json_close(&out, '}');
    hc_json_open(&out, "results", '[');
    if (board && board->seen.has_table && board->seen.room.stage == HC_ROOM_PLAYING &&
        board->seen.viewer < HC_SEATS_MAX) {
        put_moves(board, &out);
        put_hand(board, &out);
    }
    hc_json_close(&out, ']');
    hc_json_close(&out, '}');
    tg_call(telegram, 0, "answerInlineQuery", telegram->keyboard);
}

void tg_inline_chosen(struct tg_person *person, const char *data)
{
    /* A refusal can only be told privately, where we may write. */
    struct tg_where where = {.chat = person->id, .person = person->id, .is_press = !person->open};
    struct tg_saying saying = {
        .telegram = person->telegram, .person = person, .where = where, .args = ""};
    struct tg_pressed pressed;

    if (!tg_read_press(data, &pressed) || !*pressed.code)
        return;
    if (pressed.verb == TG_PRESS_ACT)
        tg_act(person, &where, pressed.code, pressed.rest, pressed.seq);
    else if (pressed.verb == TG_PRESS_HAND)
        tg_show_hand(&saying, pressed.code);
}
