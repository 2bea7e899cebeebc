// SPDX-License-Identifier: MIT
/*
 * telegram.h: the door for people in Telegram's chats, as a machine without hands.
 *
 * Like the house it stands on, it has no loop, no socket, no clock and no entropy of its own. In go
 * updates as the Bot API words them, answers to calls, and memos as they were stored; out come
 * calls of the Bot API. It learns the time from the house, remembers by memos of the house, and
 * knows no rules: what can be done, what happened and what cards are called comes from views, and
 * from the catalogues.
 *
 * A group is only ever shown what a spectator may know, because its messages are made from the view
 * of a spectator's line. A hand is shown in the private chat of whoever holds it, and there alone.
 *
 * An update is handled once: the offset is a memo, and memos are durable together with whatever an
 * update did in rooms. What cannot be taken back (a message that is sent) leaves when that is so,
 * and was noted before.
 *
 * Where to start: telegram_open, telegram_update, telegram_next_call.
 */
#ifndef HC_DOORS_TELEGRAM_TELEGRAM_H
#define HC_DOORS_TELEGRAM_TELEGRAM_H

#include "house/house.h"

struct telegram;

struct telegram_plan {
    house_resize *resize;
    house_entropy *entropy;
    void *context;
    struct house *house;
    const char *web_address; /* of the web client, whose Mini App is at /telegram there; "": there
                                is none */
    const char *webhook;     /* where Telegram shall send updates; NULL or "": they are fetched */
    const char *secret;      /* that comes with what is sent there */
    /* Lets all other houses forget this guest, too; NULL: there are none. */
    void (*forget)(void *context, const uint8_t guest[HC_GUEST_BYTES]);
};

/* NULL without memory. Memos are given to it next, then telegram_begin. The texts of the plan are
 * copied. */
struct telegram *telegram_open(const struct telegram_plan *plan);
/* Closes its lines; the house must still be there. */
void telegram_close(struct telegram *telegram);
/* One memo as it was stored. What cannot be read is forgotten. */
void telegram_load(struct telegram *telegram, const uint8_t *key, size_t key_size,
                   const uint8_t *bytes, size_t size);
/* All memos were given: now it runs. */
void telegram_begin(struct telegram *telegram);

/* One Update. One that came before is ignored. */
void telegram_update(struct telegram *telegram, const char *json, size_t size);
/* For the next getUpdates. Fetch no more while it is not durable: see telegram_is_settled. */
int64_t telegram_offset(const struct telegram *telegram);
/* Whether everything up to the offset is durable, so that Telegram may forget it. */
bool telegram_is_settled(const struct telegram *telegram);

/* A call to send; its texts are good until telegram_answer gives its answer. */
struct telegram_call {
    uint32_t id;
    const char *method;
    const char *json; /* its parameters, an object */
    const char *svg;  /* NULL, or: sent as multipart, with `photo` a PNG made of it */
};
/* A call to send now; false: none before telegram_due. */
bool telegram_next_call(struct telegram *telegram, struct telegram_call *call);
/* What came of it: the status of HTTP and the body. Status 0: it may or may not have arrived. */
void telegram_answer(struct telegram *telegram, uint32_t id, unsigned status, const char *json,
                     size_t size);

/* When to call telegram_tick next; HC_ROOM_NEVER if nothing will be due by itself. Ask again after
 * every call of the house: what is told to lines may make something due. */
uint64_t telegram_due(const struct telegram *telegram);
void telegram_tick(struct telegram *telegram);

/* Calls that wait for Telegram's limits now, and how long those that went have waited, together. */
size_t telegram_waiting(const struct telegram *telegram);
uint64_t telegram_waited_ms(const struct telegram *telegram);

/* The updates that it wants: a JSON array for `allowed_updates`. */
const char *telegram_allowed_updates(void);

/* The token of a person, as the web's guests have it: whoever proves to be that person (initData)
 * is given it, and lands on the same seat. */
enum { TELEGRAM_TOKEN_BYTES = 16, TELEGRAM_SECRET_BYTES = 32 };
void telegram_token(const struct telegram *telegram, int64_t user,
                    uint8_t token[TELEGRAM_TOKEN_BYTES]);
/* The same for a process that does not have the door, but knows its secret. That is NULL while
 * there is none. */
void telegram_token_by(const uint8_t secret[TELEGRAM_SECRET_BYTES], int64_t user,
                       uint8_t token[TELEGRAM_TOKEN_BYTES]);
const uint8_t *telegram_secret(const struct telegram *telegram);

/*
 * Where several houses share a store, the door wants its tables in its own house: what an update
 * does there is then stored together with the offset, and nowhere else. These are the tables that
 * the memos are about, before telegram_begin; and those that an update may be about. Each is a
 * code, or '#' and the number of a room.
 */
typedef void telegram_table(void *context, const char *key);
void telegram_each_table(const struct telegram *telegram, telegram_table *each, void *context);
void telegram_update_tables(struct telegram *telegram, const char *json, size_t size,
                            telegram_table *each, void *context);

#endif
