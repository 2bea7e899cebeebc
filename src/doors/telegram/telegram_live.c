// SPDX-License-Identifier: MIT
/* telegram_live.c: the message that shows a table to a group. */
#include "doors/telegram/telegram_live.h"

#include "doors/telegram/telegram_board.h"
#include "doors/telegram/telegram_keys.h"
#include "doors/telegram/telegram_phrase.h"
#include "doors/telegram/telegram_text.h"

enum { VERBS_IN_ROW = 3, LABEL_UNITS_MAX = 14, LABEL_BYTES = 120, URL_BYTES = 200 };

void tg_web_url(const struct tg_board *board, char *url, size_t size)
{
    const struct telegram *telegram = board->telegram;
    size_t length = hc_length(telegram->web_address);
    struct hc_text out;

    hc_text_init(&out, url, size);
    if (!length)
        return;
    if (!board->person && telegram->has_app && *telegram->username) {
        hc_put(&out, "https://t.me/");
        hc_put(&out, telegram->username);
        hc_put(&out, "?startapp=");
    } else {
        hc_put(&out, telegram->web_address);
        hc_put(&out, telegram->web_address[length - 1] == '/' ? "" : "/");
        hc_put(&out, board->person ? "telegram/" : "");
    }
    hc_put(&out, board->code);
    if (out.length >= size)
        *url = '\0';
}

void tg_deep_link(const struct telegram *telegram, const char *what, const char *code, char *url,
                  size_t size)
{
    struct hc_text out;

    hc_text_init(&out, url, size);
    hc_put(&out, "https://t.me/");
    hc_put(&out, telegram->username);
    hc_put(&out, "?start=");
    hc_put(&out, what);
    hc_put(&out, code);
}

void tg_share_link(const struct telegram *telegram, const char *code, char *url, size_t size)
{
    struct hc_text out;

    hc_text_init(&out, url, size);
    hc_put(&out, "https://t.me/share/url?url=https%3A%2F%2Ft.me%2F");
    hc_put(&out, telegram->username);
    hc_put(&out, "%3Fstart%3Dj");
    hc_put(&out, code);
}

/* What a proposal is, and who is for it. */
static void put_vote(const struct tg_board *board, const struct hc_language *language,
                     struct hc_text *out)
{
    const struct tg_vote *vote = &board->vote;
    char rule[TG_LINE_BYTES * 2];
    struct hc_text text;

    if (!*vote->text || board->seen.room.stage != HC_ROOM_LOBBY)
        return;
    hc_text_init(&text, rule, sizeof rule);
    tg_put_change(hc_games[board->seen.room.game], vote->text, language, &text);
    hc_put(out, "🗳 ");
    TG_SAY(out, language, TELEGRAM_PROPOSED, {"rule", rule, 0});
    hc_put_char(out, '\n');
}

void tg_live_text(const struct tg_board *board, bool with_story, struct hc_text *out)
{
    const struct hc_language *language = tg_board_language(board);
    const struct tg_seen *seen = &board->seen;

    if (!seen->has_room) {
        tg_say(out, language, TELEGRAM_TABLE_CLOSED);
        return;
    }
    tg_put_head(&seen->room, language, out);
    if (board->left) {
        tg_say(out, language, TELEGRAM_LEFT);
        return;
    }
    if (board->closed) {
        if (seen->room.stage == HC_ROOM_FINISHED && seen->has_table)
            tg_put_over(seen, language, out);
        else
            tg_say(out, language,
                   seen->room.stage == HC_ROOM_LOBBY ? TELEGRAM_LOBBY_CLOSED
                                                     : TELEGRAM_TABLE_CLOSED);
        return;
    }
    if (seen->room.stage == HC_ROOM_FINISHED && seen->has_table)
        tg_put_over(seen, language, out);
    if (seen->has_table)
        tg_put_match(seen, language, out);
    else if (seen->room.stage == HC_ROOM_PLAYING)
        tg_say(out, language, TELEGRAM_NOT_WATCHED);
    else
        tg_put_lobby(seen, language, out);
    put_vote(board, language, out);
    if (with_story && seen->has_table && seen->story.count) {
        hc_put_char(out, '\n');
        tg_put_story(&seen->story, out);
    }
}

static void key(struct tg_keys *keys, const struct tg_board *board, enum hc_word word,
                enum tg_press verb, const char *rest)
{
    tg_key(keys, words_text(tg_board_language(board), word), verb, board->code, board->seen.seq,
           rest);
}

static void put_vote_keys(const struct tg_board *board, struct tg_keys *keys)
{
    char label[LABEL_BYTES];
    struct hc_text text;

    if (!*board->vote.text)
        return;
    tg_keys_row(keys, 2);
    for (unsigned no = 0; no < 2; no++) {
        hc_text_init(&text, label, sizeof label);
        hc_put(&text, no ? "👎 " : "👍 ");
        hc_put_number(&text, __builtin_popcount(no ? board->vote.no : board->vote.yes));
        tg_key(keys, label, TG_PRESS_VOTE, board->code, 0, no ? "n" : "y");
    }
}

void tg_stage_keys(const struct tg_board *board, struct tg_keys *keys)
{
    const struct hc_room_view *room = &board->seen.room;

    switch ((enum hc_room_stage)room->stage) {
    case HC_ROOM_LOBBY:
        tg_keys_row(keys, 2);
        if (!board->person && room->open)
            key(keys, board, TELEGRAM_KEY_JOIN, TG_PRESS_JOIN, "");
        if (room->taken >= hc_seats_min(hc_games[room->game], &room->rules))
            key(keys, board, TELEGRAM_KEY_START, TG_PRESS_START, "");
        if (room->open)
            key(keys, board, TELEGRAM_KEY_BOT, TG_PRESS_ADD_BOT, "");
        key(keys, board, TELEGRAM_KEY_RULES, TG_PRESS_RULES, "");
        key(keys, board, TELEGRAM_KEY_LEAVE, TG_PRESS_LEAVE, "");
        put_vote_keys(board, keys);
        break;
    case HC_ROOM_FINISHED:
        tg_keys_row(keys, 2);
        if (room->asks == HC_ASK_REMATCH)
            key(keys, board, TELEGRAM_KEY_AGAIN, TG_PRESS_AGREE, "");
        key(keys, board, TELEGRAM_KEY_LEAVE, TG_PRESS_LEAVE, "");
        break;
    case HC_ROOM_PLAYING:
        tg_keys_row(keys, 2);
        if (room->asks == HC_ASK_NEXT)
            key(keys, board, TELEGRAM_KEY_NEXT, TG_PRESS_AGREE, "");
        else if (room->asks == HC_ASK_GO_ON)
            key(keys, board, TELEGRAM_KEY_GO_ON, TG_PRESS_AGREE, "");
        else if (room->asks == HC_ASK_END)
            key(keys, board, TELEGRAM_KEY_END, TG_PRESS_END, "");
        break;
    case HC_ROOM_OPENING:
    case HC_ROOM_CLOSED:
        break;
    }
}

/* What can be done without showing a card: the verbs of the game that take nothing. Whether one may
 * be given now can depend on a hand; they are there if it could be. Those with long names are left
 * to the private chat. */
static void put_verbs(const struct tg_board *board, struct tg_keys *keys)
{
    const struct hc_game *game = hc_games[board->seen.room.game];
    const struct hc_language *language = tg_board_language(board);
    uint32_t open = game->open_verbs ? game->open_verbs(&board->seen.view) : UINT32_MAX;

    tg_keys_row(keys, VERBS_IN_ROW);
    for (unsigned v = 0; v < game->grammar.verb_count; v++) {
        const struct hc_verb *verb = &game->grammar.verbs[v];
        const char *label = words_of_game(language, game->name, "verbs", verb->name);

        if (open >> v & 1 && !(verb->takes & ~(unsigned)(HC_SIDE | HC_TAKES_FLAG)) &&
            tg_units(label, false) <= LABEL_UNITS_MAX)
            tg_key(keys, label, TG_PRESS_ACT, board->code, board->seen.seq, verb->name);
    }
}

void tg_live_keys(const struct tg_board *board, struct hc_text *out)
{
    const struct hc_language *language = tg_board_language(board);
    const struct tg_seen *seen = &board->seen;
    char url[URL_BYTES];
    struct tg_keys keys;

    tg_keys_begin(&keys, out);
    if (!board->closed && seen->has_room) {
        if (seen->room.stage == HC_ROOM_PLAYING) {
            tg_keys_row(&keys, 2);
            key(&keys, board, TELEGRAM_KEY_HAND, TG_PRESS_HAND, "");
            if (board->telegram->has_inline)
                tg_key_inline(&keys, words_text(language, TELEGRAM_KEY_INLINE), board->code);
            if (seen->has_table && hc_view_awaits(&seen->view) < HC_SEATS_MAX)
                put_verbs(board, &keys);
        }
        tg_stage_keys(board, &keys);
        tg_web_url(board, url, sizeof url);
        tg_keys_row(&keys, 1);
        if (*url)
            tg_key_url(&keys, words_text(language, TELEGRAM_KEY_BROWSER), url);
    }
    tg_keys_end(&keys);
}
