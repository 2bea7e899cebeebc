// SPDX-License-Identifier: MIT
/* telegram_buttons.c: what each button does. */
#include "doors/telegram/telegram_buttons.h"

#include "doors/telegram/telegram_about.h"
#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_bots.h"
#include "doors/telegram/telegram_calls.h"
#include "doors/telegram/telegram_keys.h"
#include "doors/telegram/telegram_memory.h"
#include "doors/telegram/telegram_news.h"
#include "doors/telegram/telegram_page.h"
#include "doors/telegram/telegram_rules.h"
#include "doors/telegram/telegram_tables.h"

/* A message of which nobody knew whether it was sent was sent: somebody presses its button. */
static void adopt(struct tg_saying *saying, const char *code)
{
    struct tg_board *board =
        saying->chat ? tg_chat_board(saying->chat, code) : tg_person_board(saying->person, code);

    if (!board || !board->unsure || saying->where.message <= board->message)
        return;
    if (board->message)
        tg_delete(saying->telegram, saying->where.chat, board->message);
    board->message = saying->where.message;
    board->shown = 0; /* it says what was so when it was sent */
    board->unsure = false;
    tg_remember_board(board);
    tg_board_change(board);
}

/* Whether a press came from a message that does not show the table any more. */
static bool is_old(const struct tg_saying *saying, const struct tg_board *board)
{
    return board && board->message && board->message != saying->where.message;
}

/* A move. If it came from an old message, its presser gets a new one. */
static void act(struct tg_saying *saying, const struct tg_pressed *pressed)
{
    struct tg_person *person = saying->person;
    struct tg_board *board;

    tg_act(person, &saying->where, pressed->code, pressed->rest, pressed->seq);
    board = saying->chat ? NULL : tg_person_board(person, pressed->code);
    if (is_old(saying, board))
        tg_board_ask(board, true);
}

static void back(struct tg_saying *saying, const char *code)
{
    struct tg_board *board = tg_person_board(saying->person, code);

    if (!board)
        return;
    board->partial[0] = '\0';
    tg_board_change(board);
}

/* Whoever can end a match alone is asked first: one tap is quickly done. */
static void end(struct tg_saying *saying, const char *code, const char *rest)
{
    const struct tg_where *where = &saying->where;

    if (*rest == '?') {
        tg_about_end(saying, code);
        return;
    }
    tg_do(saying->person, where, code, HC_DO_END, HC_NONE, "");
    if (*rest)
        tg_delete(saying->telegram, where->chat, where->message);
}

static void choose_new(struct tg_saying *saying, const char *rest)
{
    bool has_preset = false;

    for (const char *c = rest; *c; c++)
        has_preset |= *c == ' ';
    if (tg_page_is_board(saying) || tg_is_being_made(saying->telegram, &saying->where))
        tg_tell_word(saying->person, &saying->where, TELEGRAM_OLD_BUTTON); /* tapped twice */
    else if (has_preset)
        tg_new_table(saying, rest);
    else
        tg_about_games(saying, rest);
}

/* Buttons that a board has, and no other message. */
static bool shows_table(const struct tg_pressed *pressed)
{
    char verb = pressed->verb;

    return (verb == TG_PRESS_RULES && !*pressed->rest) || verb == TG_PRESS_ACT ||
           verb == TG_PRESS_HAND || verb == TG_PRESS_BACK || verb == TG_PRESS_JOIN ||
           verb == TG_PRESS_START || verb == TG_PRESS_AGREE || verb == TG_PRESS_ADD_BOT ||
           verb == TG_PRESS_LEAVE || verb == TG_PRESS_VOTE ||
           (verb == TG_PRESS_END && *pressed->rest != 'y') || verb == TG_PRESS_STATE ||
           verb == TG_PRESS_HINT;
}

/* A button without a table, or about one that is not there any more. */
static bool needs_table(char verb)
{
    return verb != TG_PRESS_NEW && verb != TG_PRESS_LANGUAGE && verb != TG_PRESS_NUDGES &&
           verb != TG_PRESS_FORGET && verb != TG_PRESS_PICTURES && verb != TG_PRESS_HELP &&
           verb != TG_PRESS_TABLE && verb != TG_PRESS_PING;
}

void tg_buttons_take(struct tg_saying *saying, const char *data)
{
    struct tg_person *person = saying->person;
    const struct tg_where *where = &saying->where;
    struct tg_pressed pressed;
    const char *code = pressed.code;

    if (!tg_read_press(data, &pressed) || (needs_table(pressed.verb) && !*code)) {
        tg_tell_word(person, where, TELEGRAM_OLD_BUTTON);
        return;
    }
    if (shows_table(&pressed))
        adopt(saying, code);
    switch ((enum tg_press)pressed.verb) {
    case TG_PRESS_ACT:
        act(saying, &pressed);
        return;
    case TG_PRESS_BACK:
        back(saying, code);
        return;
    case TG_PRESS_HAND:
        tg_show_hand(saying, code);
        return;
    case TG_PRESS_STATE:
        tg_show_state(saying, code);
        return;
    case TG_PRESS_JOIN:
        tg_join(person, where, code);
        if (!person->open && !*saying->telegram->toast) /* there the hand will be shown */
            tg_tell_private(person, where, code);
        return;
    case TG_PRESS_LEAVE:
        tg_leave(person, where, code);
        return;
    case TG_PRESS_START:
        tg_do(person, where, code, HC_DO_START, HC_NONE, "");
        return;
    case TG_PRESS_ADD_BOT:
        tg_add_bot(person, where, code, "");
        return;
    case TG_PRESS_AGREE:
        tg_do(person, where, code, HC_DO_AGREE, HC_NONE, "");
        return;
    case TG_PRESS_END:
        end(saying, code, pressed.rest);
        return;
    case TG_PRESS_RULES:
        tg_rules_page(saying, code, pressed.rest);
        return;
    case TG_PRESS_PRESET:
    case TG_PRESS_VALUE:
        tg_rules_set(saying, code, pressed.rest);
        return;
    case TG_PRESS_CLOCK:
        tg_rules_clock(saying, code, pressed.rest);
        return;
    case TG_PRESS_OPTION:
        tg_rules_option(saying, code, pressed.rest);
        return;
    case TG_PRESS_VOTE:
        tg_rules_vote(saying, code, *pressed.rest == 'y');
        return;
    case TG_PRESS_NEW:
        choose_new(saying, pressed.rest);
        return;
    case TG_PRESS_HINT:
        tg_hint(person, where, code);
        return;
    case TG_PRESS_LANGUAGE:
        if (*pressed.rest)
            tg_choose_language(saying, pressed.rest);
        else
            tg_about_language(saying);
        return;
    case TG_PRESS_NUDGES:
        tg_choose_nudges(saying, pressed.rest);
        return;
    case TG_PRESS_FORGET:
        tg_choose_forget(saying, pressed.rest);
        return;
    case TG_PRESS_PICTURES:
        tg_choose_pictures(saying, pressed.rest);
        return;
    case TG_PRESS_HELP:
        if (*code)
            tg_about_play(saying, code);
        else
            tg_about_help(saying);
        return;
    case TG_PRESS_PING:
        tg_tell_word(person, where, TELEGRAM_PONG);
        return;
    case TG_PRESS_TABLE:
        if (*code)
            tg_show_state(saying, code);
        else
            tg_about_tables(saying);
        return;
    }
    tg_tell_word(person, where, TELEGRAM_OLD_BUTTON);
}
