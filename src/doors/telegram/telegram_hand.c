// SPDX-License-Identifier: MIT
/*
 * telegram_hand.c: the message that shows a table to one person, in the private chat.
 *
 * All cards are listed with the numbers that /play takes; those that can be played are buttons.
 * What a card leaves open (a colour, a player, a guess) is asked for by the next buttons.
 */
#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_cards.h"
#include "doors/telegram/telegram_choose.h"
#include "doors/telegram/telegram_keys.h"
#include "doors/telegram/telegram_live.h"
#include "doors/telegram/telegram_phrase.h"
#include "doors/telegram/telegram_text.h"

enum { LABEL_BYTES = 160, URL_BYTES = 200, SHORT_IN_ROW = 4, LONG_IN_ROW = 2 };

static bool is_playing(const struct tg_seen *seen)
{
    return seen->room.stage == HC_ROOM_PLAYING && seen->has_table && seen->viewer < HC_SEATS_MAX;
}

static void put_hand(const struct tg_seen *seen, const struct hc_language *language,
                     struct hc_text *out)
{
    const struct hc_view *view = &seen->view;
    struct hc_spot hand = view->hand[seen->viewer];
    uint64_t playable = tg_faces(view, HC_NONE);

    hc_put_char(out, '\n');
    TG_SAY(out, language, TELEGRAM_YOUR_HAND, {"count", NULL, hand.count});
    hc_put_char(out, '\n');
    for (unsigned i = 0; i < hand.count; i++) {
        unsigned face = view->face[hand.start + i];
        char name[LABEL_BYTES];
        struct hc_text text;

        hc_text_init(&text, name, sizeof name);
        tg_put_card_named(view, face, language, &text);
        hc_put_number(out, i + 1);
        hc_put(out, ". ");
        tg_put(out, name);
        hc_put(out, face < HC_FACES_MAX && playable >> face & 1 ? " ✅\n" : "\n");
    }
}

void tg_hand_text(const struct tg_board *board, bool with_story, struct hc_text *out)
{
    const struct hc_language *language = tg_board_language(board);
    const struct tg_seen *seen = &board->seen;

    tg_live_text(board, with_story, out);
    if (!board->closed && is_playing(seen))
        put_hand(seen, language, out);
    if (*board->partial && board->partial_seq == seen->seq) {
        hc_put_char(out, '\n');
        tg_say(out, language, TELEGRAM_CHOOSE);
        hc_put_char(out, '\n');
    }
}

/* A command as a button. */
static void put_command(const struct tg_board *board, const struct hc_command *command,
                        const char *label, struct tg_keys *keys)
{
    char text[HC_COMMAND_CHARS];

    hc_command_print(board->seen.view.game, &board->seen.view.rules, command, text, sizeof text);
    tg_key(keys, label, TG_PRESS_ACT, board->code, board->seen.seq, text);
}

/* The first verb that takes a card needs no word in front of the card. */
static bool is_plain_verb(const struct hc_game *game, unsigned verb)
{
    for (unsigned v = 0; v < game->grammar.verb_count; v++)
        if (game->grammar.verbs[v].takes & HC_TAKES_CARD)
            return v == verb;
    return false;
}

/* Cards that a verb takes now. */
static void put_cards(const struct tg_board *board, unsigned verb, uint64_t faces,
                      struct tg_keys *keys)
{
    const struct hc_view *view = &board->seen.view;
    const struct hc_language *language = tg_board_language(board);
    bool plain = is_plain_verb(view->game, verb);
    bool brief = *hc_color_codes(view->game) != '\0';

    tg_keys_row(keys, plain && brief ? SHORT_IN_ROW : LONG_IN_ROW);
    for (; faces; faces &= faces - 1) {
        unsigned face = (unsigned)__builtin_ctzll(faces);
        struct hc_command command = tg_command(verb);
        char label[LABEL_BYTES];
        struct hc_text text;

        hc_text_init(&text, label, sizeof label);
        if (!plain) {
            hc_put(&text, words_of_game(language, view->game->name, "verbs",
                                        view->game->grammar.verbs[verb].name));
            hc_put_char(&text, ' ');
        }
        tg_put_card(view, face, language, &text);
        command.face = (uint8_t)face;
        put_command(board, &command, label, keys);
    }
}

static void put_said(const struct tg_board *board, const struct hc_command *command,
                     struct tg_keys *keys)
{
    const char *names[HC_SEATS_MAX];
    char label[LABEL_BYTES];

    tg_names(&board->seen.room, names);
    hc_command_say(&board->seen.view, command, names, tg_board_language(board), label,
                   sizeof label);
    put_command(board, command, label, keys);
}

/* What can be done without a card: one button for each colour or player, if there are any. */
static void put_others(const struct tg_board *board, const struct hc_choice *choice,
                       struct tg_keys *keys)
{
    struct hc_command command = tg_command(choice->verb);
    struct tg_next next;

    tg_next(&board->seen.view, &command, &next);
    if (next.what == TG_OPEN_NOTHING || next.enough) {
        put_said(board, &command, keys);
        return;
    }
    for (uint64_t set = next.set; set; set &= set - 1) {
        unsigned index = (unsigned)__builtin_ctzll(set);
        struct hc_command chosen = tg_choose(&command, next.what, index);

        put_said(board, &chosen, keys);
    }
}

static void put_actions(const struct tg_board *board, struct tg_keys *keys)
{
    const struct hc_actions *actions = &board->seen.view.actions;
    uint32_t done = 0; /* verbs */

    for (uint32_t c = 0; c < actions->count; c++) {
        unsigned verb = actions->choice[c].verb;

        if (done >> verb & 1 || !actions->choice[c].faces)
            continue;
        done |= 1u << verb;
        put_cards(board, verb, tg_faces(&board->seen.view, verb), keys);
    }
    tg_keys_row(keys, LONG_IN_ROW);
    for (uint32_t c = 0; c < actions->count; c++) {
        unsigned verb = actions->choice[c].verb;

        if (done >> verb & 1)
            continue;
        done |= 1u << verb;
        put_others(board, &actions->choice[c], keys);
    }
}

/* What the next part of a command can be. */
static void put_next(const struct tg_board *board, const struct hc_command *command,
                     const struct tg_next *next, struct tg_keys *keys)
{
    const struct hc_view *view = &board->seen.view;
    const struct hc_language *language = tg_board_language(board);

    tg_keys_row(keys, LONG_IN_ROW);
    for (uint64_t set = next->set; set; set &= set - 1) {
        unsigned index = (unsigned)__builtin_ctzll(set);
        struct hc_command chosen = tg_choose(command, next->what, index);
        char label[LABEL_BYTES];
        struct hc_text text;

        hc_text_init(&text, label, sizeof label);
        if (next->what == TG_OPEN_COLOR) {
            hc_put(&text, tg_color(view->game, index));
            hc_put_char(&text, ' ');
            hc_put(&text, hc_color_name(view->game, index, language));
        } else if (next->what == TG_OPEN_TARGET) {
            hc_put(&text, index < HC_SEATS_MAX ? board->seen.room.seat[index].name : "");
        } else {
            tg_put_card(view, index, language, &text);
        }
        put_command(board, &chosen, label, keys);
    }
    if (next->enough)
        put_said(board, command, keys);
    tg_keys_row(keys, 1);
    tg_key(keys, words_text(language, TELEGRAM_KEY_BACK), TG_PRESS_BACK, board->code,
           board->seen.seq, "");
}

/* False: there is nothing that was begun. */
static bool put_begun(const struct tg_board *board, struct tg_keys *keys)
{
    const struct hc_view *view = &board->seen.view;
    struct hc_command command;
    struct hc_problem why;
    struct tg_next next;

    if (!*board->partial || board->partial_seq != board->seen.seq ||
        hc_command_parse(view->game, &view->rules, board->partial, &command, &why))
        return false;
    tg_next(view, &command, &next);
    if (next.what == TG_OPEN_NOTHING)
        return false;
    put_next(board, &command, &next, keys);
    return true;
}

void tg_hand_keys(const struct tg_board *board, struct hc_text *out)
{
    const struct hc_language *language = tg_board_language(board);
    const struct tg_seen *seen = &board->seen;
    char url[URL_BYTES];
    struct tg_keys keys;

    tg_keys_begin(&keys, out);
    if (!board->closed && seen->has_room) {
        if (!is_playing(seen) || !put_begun(board, &keys)) {
            if (is_playing(seen))
                put_actions(board, &keys);
            tg_stage_keys(board, &keys);
            tg_keys_row(&keys, 2);
            if (seen->viewer == HC_SPECTATOR && seen->room.open)
                tg_key(&keys, words_text(language, TELEGRAM_KEY_JOIN), TG_PRESS_JOIN, board->code,
                       seen->seq, "");
            if (is_playing(seen) && hc_view_awaits(&seen->view) == seen->viewer &&
                seen->room.settings.byte[HC_ROOM_HINTS])
                tg_key(&keys, words_text(language, TELEGRAM_KEY_HINT), TG_PRESS_HINT, board->code,
                       seen->seq, "");
            if (is_playing(seen))
                tg_key(&keys, words_text(language, TELEGRAM_KEY_FRESH), TG_PRESS_STATE, board->code,
                       seen->seq, "");
            if (is_playing(seen) && seen->viewer == seen->room.host &&
                seen->room.asks != HC_ASK_END)
                tg_key(&keys, words_text(language, TELEGRAM_KEY_END), TG_PRESS_END, board->code,
                       seen->seq, "?");
            if (seen->room.stage == HC_ROOM_LOBBY && *board->telegram->username) {
                tg_share_link(board->telegram, board->code, url, sizeof url);
                tg_key_url(&keys, words_text(language, TELEGRAM_KEY_INVITE), url);
            }
            tg_web_url(board, url, sizeof url);
            if (*url)
                tg_key_web(&keys, words_text(language, TELEGRAM_KEY_BROWSER), url);
        }
    }
    tg_keys_end(&keys);
}
