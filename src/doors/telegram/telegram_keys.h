// SPDX-License-Identifier: MIT
/*
 * telegram_keys.h: keyboards under messages, and what their buttons carry.
 *
 * A button's data is "VERB.CODE.SEQ.REST": a letter, the code of a table, the state of the table
 * that its presser saw (hexadecimal), and a text, such as a command of the game. Telegram takes 64
 * bytes; a button that would not fit is left out.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_KEYS_H
#define HC_DOORS_TELEGRAM_TELEGRAM_KEYS_H

#include "core/text.h"
#include "room/room_view.h"

/* What is pressed: the letters are in messages that people still have, so they never change their
 * meaning. */
enum tg_press {
    TG_PRESS_ACT = 'a',   /* rest: a command, perhaps an incomplete one */
    TG_PRESS_BACK = 'z',  /* takes back what was begun */
    TG_PRESS_HAND = 'h',  /* "My hand" */
    TG_PRESS_STATE = 'f', /* a fresh message */
    TG_PRESS_JOIN = 'j',
    TG_PRESS_LEAVE = 'l',
    TG_PRESS_START = 's',
    TG_PRESS_ADD_BOT = 'b',
    TG_PRESS_AGREE = 'n',
    TG_PRESS_END = 'e',    /* rest: ?: it is asked whether; y: it is meant; "": agrees to it */
    TG_PRESS_RULES = 'r',  /* rest: the page; "": below a table */
    TG_PRESS_PRESET = 'p', /* rest: its name */
    TG_PRESS_OPTION = 'o', /* rest: its number */
    TG_PRESS_VALUE = 'v',  /* rest: NAME=VALUE */
    TG_PRESS_CLOCK = 'c',  /* rest: a preset of settings */
    TG_PRESS_VOTE = 'V',   /* rest: y or n */
    TG_PRESS_NEW = 'N',    /* rest: a game, and a preset */
    TG_PRESS_HINT = 't',
    TG_PRESS_LANGUAGE = 'L', /* rest: its code */
    TG_PRESS_NUDGES = 'g',   /* rest: a digit */
    TG_PRESS_FORGET = 'X',   /* rest: the number of whoever asked */
    TG_PRESS_PICTURES = 'P', /* rest: y or n */
    TG_PRESS_HELP = '?',     /* how to play */
    TG_PRESS_PING = 'i',
    TG_PRESS_TABLE = 'T', /* goes on with this table */
};

struct tg_pressed {
    char verb;
    char code[HC_ROOM_CODE_CHARS + 1]; /* "": none */
    uint32_t seq;
    const char *rest;
};

struct tg_keys {
    struct hc_text *out;
    unsigned in_row, per_row;
    bool any;
};

/* Begins a keyboard as a JSON object; buttons follow, `per_row` of them beside each other. */
void tg_keys_begin(struct tg_keys *keys, struct hc_text *out);
void tg_keys_row(struct tg_keys *keys, unsigned per_row);
void tg_key(struct tg_keys *keys, const char *label, enum tg_press verb, const char *code,
            uint32_t seq, const char *rest);
void tg_key_url(struct tg_keys *keys, const char *label, const char *url);
/* Opens a page inside of Telegram; only in private chats. */
void tg_key_web(struct tg_keys *keys, const char *label, const char *url);
/* Begins an inline query in this chat. */
void tg_key_inline(struct tg_keys *keys, const char *label, const char *query);
void tg_keys_end(struct tg_keys *keys);

/* Reads what a button carries; false if it is none of ours. */
bool tg_read_press(const char *data, struct tg_pressed *pressed);
/* Writes it; false if it does not fit. */
bool tg_write_press(enum tg_press verb, const char *code, uint32_t seq, const char *rest,
                    char *data, size_t size);

#endif
