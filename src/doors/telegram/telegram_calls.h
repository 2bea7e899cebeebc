// SPDX-License-Identifier: MIT
/*
 * telegram_calls.h: calls of the Bot API, from their making to their answer.
 *
 * A call that can be repeated without harm (an edit, the answer to a press) leaves as soon as the
 * limits allow. A message that is sent is first remembered, together with what it answers. Before
 * it leaves it is forgotten again, and it leaves when that is durable: so a message that is found
 * in the memory after a crash was never sent, and one that may have been is never sent again.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_CALLS_H
#define HC_DOORS_TELEGRAM_TELEGRAM_CALLS_H

#include "doors/telegram/telegram_inside.h"

enum tg_call_kind {
    TG_CALL_PLAIN,
    TG_CALL_PRESS,   /* the answer to a press: Telegram takes one, so it may be sent twice */
    TG_CALL_MESSAGE, /* is sent once */
    TG_CALL_BOARD,
    TG_CALL_WORD,  /* for somebody whose board may not have arrived: until it has */
    TG_CALL_BEGIN, /* at the start; it is tried again until it succeeds */
};

struct tg_call {
    struct tg_call *next;
    uint32_t id;
    enum tg_call_kind kind;
    const char *method;
    char *json, *svg;
    struct tg_board *board;            /* NULL: there is none any more */
    bool sends;                        /* a board: as a new message, which nobody may send twice */
    int64_t message;                   /* a board: otherwise the one that is edited */
    bool photo;                        /* a board: as a picture */
    bool left;                         /* it was handed out */
    uint8_t tries;                     /* that failed, of the answer to a press */
    uint64_t hash;                     /* of what the board says then */
    uint64_t number;                   /* of a message, in the memory */
    uint64_t stamp;                    /* of the memos that must be durable before it goes on */
    char code[HC_ROOM_CODE_CHARS + 1]; /* of a word: the table */
    struct telegram_job job;
};

/* Sends a message: HTML, and a keyboard or NULL. */
void tg_reply(struct telegram *telegram, const struct tg_where *where, const char *html,
              const char *keyboard);
/* Asks somebody in a group to open the private chat, by a link. */
void tg_reply_link(struct telegram *telegram, const struct tg_where *where,
                   const struct tg_person *person, const char *code);
/* Tells the person of a board that it is waited for, with a button for the hand. Nobody remembers
 * this: that the board is unseen is remembered, until it has arrived. */
void tg_say_turn(struct tg_board *board);
/* Takes a message away that was sent before, or changes it. */
void tg_delete(struct telegram *telegram, int64_t chat, int64_t message);
void tg_edit(struct telegram *telegram, const struct tg_where *where, const char *html,
             const char *keyboard);
/* Answers the press that is being handled: with the toast, or by opening an address. */
void tg_answer_press(struct telegram *telegram, const char *query);
/* Any call that can be repeated; `chat` 0: it goes to nobody. */
void tg_call(struct telegram *telegram, int64_t chat, const char *method, const char *json);
/* A message that was to be sent before the door was closed. */
void tg_calls_load(struct telegram *telegram, uint64_t number, int64_t chat, bool is_group,
                   const char *json);
/* Calls for boards that have changed. */
void tg_calls_refresh(struct telegram *telegram);
void tg_calls_forget_board(struct tg_board *board);
void tg_calls_close(struct telegram *telegram);
/* What is said to Telegram at the start: who are we, and which commands are there. */
void tg_calls_begin(struct telegram *telegram);

/* For whoever takes answers: the call with that id, which is then the caller's; its end; the same
 * once more, because it was surely not done; a board has a new message. */
struct tg_call *tg_take_sent(struct telegram *telegram, uint32_t id);
void tg_call_end(struct telegram *telegram, struct tg_call *call);
void tg_call_again(struct telegram *telegram, struct tg_call *call);
/* A message for a group that has another number now, which its job has already. */
void tg_address_anew(struct telegram *telegram, struct tg_call *call);
void tg_board_sent(struct telegram *telegram, const struct tg_call *call, int64_t message);

/* The clock of the queue. */
uint64_t tg_steady_ms(const struct telegram *telegram);
/* Something is due then. */
void tg_wake(struct telegram *telegram, uint64_t when_ms);

#endif
