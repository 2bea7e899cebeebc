// SPDX-License-Identifier: MIT
/*
 * telegram_hands.h: gives the door to Telegram its hands: updates are fetched by long polling, or
 * come by a webhook, calls are made, pictures are drawn.
 *
 * Nothing is fetched while the last updates are not durable, so Telegram keeps whatever a crash
 * would lose. While Telegram cannot be reached, calls that have certainly not arrived are made
 * again, after pauses that grow; what may have arrived is for the door to judge.
 *
 * Where processes share a store, the door belongs to one of them at a time, by its lease: it is
 * open only while that is sure, and what it remembers is read from the store whenever it opens. The
 * tables that it shows come to this process.
 *
 * The token of the bot is in the addresses of all calls and nowhere else: no message names an
 * address.
 */
#ifndef HC_PROCESS_TELEGRAM_HANDS_H
#define HC_PROCESS_TELEGRAM_HANDS_H

#include "doors/telegram/telegram.h"
#include "process/host.h"

#define TELEGRAM_API "https://api.telegram.org"

enum {
    TELEGRAM_TOKEN_CHARS = 128,          /* with its zero; they have 46 */
    TELEGRAM_SECRET_CHARS = 65,          /* of a webhook, with its zero */
    TELEGRAM_POST_BYTES_MAX = 256 << 10, /* of what comes to one */
};

struct telegram_hands;

struct telegram_hands_plan {
    uv_loop_t *loop;
    struct background *background;
    struct host *host; /* must stay until after telegram_hands_close */
    const char *api;   /* as TELEGRAM_API, without a slash at its end */
    const char *token;
    const char *web_address; /* of the web client; "": there is none */
    const char *webhook;     /* where updates are sent to; NULL: they are fetched */
    /* Is told what the operator should know, in a sentence. */
    void (*say)(void *context, const char *sentence);
    /* Telegram does not know the token: nothing will ever come of it. */
    void (*refused)(void *context);
    /* With a webhook, in every turn in which all updates that came are durable. */
    void (*settled)(void *context);
    /* The store is shared with other processes, of which one at a time has the door: asks the one
     * at that place to part with a table. NULL: it is not shared. */
    void (*ask_for)(void *context, const char *place, const char *key);
    /* Lets the others forget a guest; NULL likewise. */
    void (*forget)(void *context, const uint8_t guest[HC_GUEST_BYTES]);
    void *context;
};

/*
 * Takes BOT_TOKEN out of the environment, where it cannot be seen any more: neither by children nor
 * in /proc. False, and `why` says what is wrong, if it is not there or no token. To be called
 * before there are threads.
 */
bool telegram_take_token(char token[TELEGRAM_TOKEN_CHARS], struct hc_problem *why);
/* Whether a text can be the root of the API: http or https, without a slash at its end. */
bool telegram_is_api(const char *text);

/* NULL, and `why` says what is wrong. Texts of the plan are copied. */
struct telegram_hands *telegram_hands_open(const struct telegram_hands_plan *plan,
                                           struct hc_problem *why);
/* Fetches and calls no more; `done` is called, from the loop, when the last calls are answered, or
 * have been waited for long enough. */
void telegram_hands_stop(struct telegram_hands *hands, void (*done)(void *context), void *context);
/* Closes the door; the rest is freed when the loop has run once more. */
void telegram_hands_close(struct telegram_hands *hands);

/* An update that came to the webhook. The status to answer with; 0: 200, when `settled` is told, so
 * that Telegram keeps whatever a crash would lose.
 */
unsigned telegram_hands_take(struct telegram_hands *hands, const char *secret, size_t secret_size,
                             const char *json, size_t size);
/* The token of a person, as telegram_token has it; false: nobody knows it yet. */
bool telegram_hands_token(const struct telegram_hands *hands, int64_t user,
                          uint8_t token[TELEGRAM_TOKEN_BYTES]);

/* Why Telegram cannot be reached; empty if it can. */
const char *telegram_hands_trouble(const struct telegram_hands *hands);

struct telegram_counts {
    uint64_t updates;  /* that came */
    uint64_t calls;    /* that were made, … */
    uint64_t failed;   /* …that were not answered, or refused, … */
    uint64_t limited;  /* …of which so many for being too fast */
    uint64_t repeats;  /* calls that were made again because they had not arrived */
    uint64_t waiting;  /* now: calls on their way, … */
    uint64_t queued;   /* …and those that wait for Telegram's limits */
    uint64_t queue_ms; /* that all calls have waited for those, together */
    uint64_t call_us;  /* from a call to its answer, all together */
};
struct telegram_counts telegram_hands_counts(const struct telegram_hands *hands);

#endif
