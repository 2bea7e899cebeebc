// SPDX-License-Identifier: MIT
/* join_far.c: a server's table as a match at this terminal: see struct far_table in match.h. */
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "doors/terminal/join_inside.h"

enum { ALARM_S = 10 };

bool join_is_shown(const struct join *join)
{
    return join->guest.room.match == join->match_number;
}

void join_look(struct join *join)
{
    if (join_is_shown(join) && join->guest.has_view)
        join->view = join->guest.view;
    join_prove(join);
}

static void far_view(void *context, struct hc_view *view)
{
    const struct join *join = context;

    *view = join->view;
}

static enum hc_refusal far_give(void *context, const struct hc_command *command)
{
    struct join *join = context;
    enum hc_refusal refusal = guest_give(&join->guest, command);

    join_look(join);
    if (join->guest.command.left)
        join_say(join, "What you did is on its way; the server has not answered yet.");
    return refusal;
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
    bool agreed =
        (guest_is_asked(&join->guest, HC_ASK_NEXT) || guest_is_asked(&join->guest, HC_ASK_GO_ON) ||
         guest_is_asked(&join->guest, HC_ASK_END)) &&
        guest_agree(&join->guest, &why);

    join_look(join);
    return agreed;
}

/* "Ben is away, and the table waits." */
static void put_away(const struct join *join, char *text, size_t size)
{
    const struct guest_room *room = &join->guest.room;
    unsigned count = 0;
    struct hc_text out;

    hc_text_init(&out, text, size);
    for (unsigned s = 0; s < room->seats; s++) {
        if (!room->seat[s].away)
            continue;
        hc_put(&out, count++ ? ", " : "");
        hc_put(&out, room->seat[s].name);
    }
    hc_put(&out, count > 1 ? " are away, and the table waits." : " is away, and the table waits.");
}

static bool far_may_go_on(void *context, char *text, size_t size)
{
    const struct join *join = context;

    if (!guest_is_asked(&join->guest, HC_ASK_GO_ON))
        return false;
    put_away(join, text, size);
    return true;
}

static void far_put_waiting(void *context, struct hc_text *out)
{
    join_put_waiting(context, out);
}

static bool far_late(void *context, struct hc_view *view)
{
    const struct join *join = context;

    if (!join->guest.has_late || !join_is_shown(join))
        return false;
    *view = join->guest.late;
    return true;
}

static bool far_chat(void *context, const char *text, struct hc_problem *why)
{
    struct join *join = context;

    return guest_ask(&join->guest, json_pack("{s:s,s:s}", "op", "chat", "text", text), why);
}

bool join_is_over(const struct join *join)
{
    return hc_view_awaits(&join->view) == HC_NONE;
}

/* What the house asks of people in the course of a round is not in the story of the table. */
static void tell_question(struct join *join)
{
    enum hc_room_question asks = join->guest.room.asks;
    char away[SAID_CHARS], sentence[SAID_CHARS + 40];

    if (asks == HC_ASK_GO_ON && join->ask != HC_ASK_GO_ON) {
        put_away(join, away, sizeof away);
        snprintf(sentence, sizeof sentence, "%s%s", away,
                 join->guest.seat == HC_SPECTATOR ? "" : " Type agree to go on without.");
        join_say(join, sentence);
    }
    if (asks == HC_ASK_END && join->ask != HC_ASK_END)
        join_say(join, guest_is_asked(&join->guest, HC_ASK_END)
                           ? "The host proposes to end the match. Type agree if you want it too."
                           : "The host proposes to end the match.");
    join->ask = asks;
}

static enum far_event far_wait(void *context, int timeout_ms)
{
    struct join *join = context;
    enum guest_event event = guest_wait(&join->guest, STDIN_FILENO, timeout_ms);

    join_look(join);
    tell_question(join);
    if (join_is_shown(join) && join->guest.room.stage == HC_ROOM_PLAYING &&
        join->guest.seat != join->match.far_seat) {
        snprintf(join->guest.why.text, sizeof join->guest.why.text,
                 "you no longer sit at this table");
        join->guest.gone = true;
    }
    if (join->guest.gone || (!join_is_shown(join) && !join_is_over(join)))
        return FAR_GONE;
    return event == GUEST_INPUT ? FAR_INPUT : FAR_NEWS;
}

static bool far_put_aside(void *context, char *text, size_t size)
{
    const struct guest *guest = &((const struct join *)context)->guest;
    uint64_t now_s = (uint64_t)time(NULL), end_s = guest->deadline_ms / 1000;
    uint64_t left_s = end_s > now_s ? end_s - now_s : 0;

    guest_put_trouble(guest, text, size);
    if (!*text && guest->command.open && guest->command.left)
        snprintf(text, size, "the server does not answer");
    if (*text)
        return true;
    if (guest->deadline_ms)
        snprintf(text, size, "%llu s left", (unsigned long long)left_s);
    return guest->deadline_ms && left_s < ALARM_S;
}

static const struct far_table far_table = {
    .view = far_view,
    .give = far_give,
    .may_ask_next = far_may_ask_next,
    .ask_next = far_ask_next,
    .may_go_on = far_may_go_on,
    .put_waiting = far_put_waiting,
    .late = far_late,
    .chat = far_chat,
    .wait = far_wait,
    .put_aside = far_put_aside,
};

void join_say(void *context, const char *sentence)
{
    struct join *join = context;

    /* What begins a match belongs to its story. */
    if (!join->has_match && join_has_begun(join))
        join_open_match(join);
    if (join->has_match && join_is_shown(join)) {
        match_tell(&join->match, join->match.far_seat, sentence);
        return;
    }
    snprintf(join->said[join->said_count++ % SAID_MAX], SAID_CHARS, "%s", sentence);
    if (!join->full)
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
    join->match_number = guest->room.match;
    join->view = guest->view;
    join->proved = false;
    join->ask = HC_ASK_NOTHING;
    /* It is for one match. */
    join->has_entropy = guest->has_entropy;
    memcpy(join->entropy, guest->entropy, HC_SEED_BYTES);
    memcpy(join->promise, guest->promise, HC_SEED_BYTES);
    join->guest.has_entropy = false;
}
