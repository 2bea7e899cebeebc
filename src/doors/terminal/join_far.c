// SPDX-License-Identifier: MIT
/* join_far.c: a server's table as a match at this terminal: see struct far_table in match.h. */
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "doors/terminal/join_inside.h"

enum { ALARM_S = 10 };

static void far_view(void *context, struct hc_view *view)
{
    const struct join *join = context;

    *view = join->guest.view;
}

static enum hc_refusal far_give(void *context, const struct hc_command *command)
{
    struct join *join = context;

    return guest_give(&join->guest, command);
}

static bool far_may_ask_next(void *context)
{
    const struct join *join = context;

    return guest_is_asked(&join->guest, HC_ASK_NEXT);
}

static bool far_ask_next(void *context)
{
    struct join *join = context;
    struct hc_problem why;

    return (guest_is_asked(&join->guest, HC_ASK_NEXT) ||
            guest_is_asked(&join->guest, HC_ASK_GO_ON)) &&
           guest_ask(&join->guest, json_pack("{s:s}", "op", "agree"), &why);
}

static bool far_chat(void *context, const char *text, struct hc_problem *why)
{
    struct join *join = context;

    return guest_ask(&join->guest, json_pack("{s:s,s:s}", "op", "chat", "text", text), why);
}

/* What the house asks of people in the course of a round is not in the story of the table. */
static void tell_question(struct join *join)
{
    enum hc_room_question asks = join->guest.room.asks;

    if (asks == HC_ASK_GO_ON && join->ask != HC_ASK_GO_ON)
        join_say(join, "A player is away, and the table waits. Type agree to go on without.");
    join->ask = asks;
}

static enum far_event far_wait(void *context, int timeout_ms)
{
    struct join *join = context;
    enum guest_event event = guest_wait(&join->guest, STDIN_FILENO, timeout_ms);

    tell_question(join);
    if (event == GUEST_NEWS && join->guest.seat != join->match.far_seat) {
        snprintf(join->guest.why.text, sizeof join->guest.why.text,
                 "you no longer sit at this table");
        join->guest.gone = true;
    }
    if (join->guest.gone)
        return FAR_GONE;
    return event == GUEST_INPUT ? FAR_INPUT : FAR_NEWS;
}

static bool far_put_aside(void *context, char *text, size_t size)
{
    const struct guest *guest = &((const struct join *)context)->guest;
    uint64_t now_s = (uint64_t)time(NULL), end_s = guest->deadline_ms / 1000;
    uint64_t left_s = end_s > now_s ? end_s - now_s : 0;

    *text = '\0';
    if (!guest->connected)
        snprintf(text, size, "no connection");
    else if (guest->deadline_ms)
        snprintf(text, size, "%llu s left", (unsigned long long)left_s);
    return !guest->connected || (guest->deadline_ms && left_s < ALARM_S);
}

static const struct far_table far_table = {
    .view = far_view,
    .give = far_give,
    .may_ask_next = far_may_ask_next,
    .ask_next = far_ask_next,
    .chat = far_chat,
    .wait = far_wait,
    .put_aside = far_put_aside,
};

void join_say(void *context, const char *sentence)
{
    struct join *join = context;
    const struct guest *guest = &join->guest;

    /* What begins a match belongs to its story. */
    if (!join->has_match && guest->room.stage == HC_ROOM_PLAYING && guest->has_view)
        join_open_match(join);
    if (join->has_match) {
        match_tell(&join->match, join->match.far_seat, sentence);
        return;
    }
    printf("%s%s\n", join->heard ? "" : "\n", sentence);
    join->heard = true;
}

/* The server keeps the match. */
static bool kept_there(struct match *match, void *context, struct hc_problem *why)
{
    (void)match;
    (void)context;
    (void)why;
    return true;
}

void join_open_match(struct join *join)
{
    const struct guest *guest = &join->guest;
    const char *names[HC_SEATS_MAX];
    struct setup setup = {
        .game = guest->room.game, .rules = guest->room.rules, .seats = guest->view.seats};

    for (unsigned s = 0; s < HC_SEATS_MAX; s++)
        names[s] = guest->room.seat[s].name;
    /* The salt is the key of hints here; if there is none, they are thought up all the same. */
    if (getrandom(setup.salt, sizeof setup.salt, GRND_NONBLOCK) != sizeof setup.salt)
        memset(setup.salt, 0, sizeof setup.salt);
    match_open_far(&join->match, &setup, &far_table, join, guest->seat, names);
    join->match.keep = kept_there;
    join->match.come_back = join->come_back;
    memcpy(join->match.commitment, guest->commitment, HC_SEED_BYTES);
    join->has_match = true;
}
