// SPDX-License-Identifier: MIT
/* guest.c: connecting, asking, giving commands, and coming back. heard.c takes in what is said. */
#include "net/guest.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "games/game.h"
#include "net/heard.h"

enum {
    CONNECT_MS = 5000,
    GIVE_MS = 3000, /* for a command, before it is left on its way */
    PAUSE_MIN_MS = 250,
    PAUSE_MAX_MS = 8000,
};

static uint64_t now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static bool draw(void *bytes, size_t size)
{
    return getrandom(bytes, size, 0) == (ssize_t)size;
}

/* ---- Sending -------------------------------------------------------------------------------- */

/* Sends a message, which is taken over. */
static bool send_message(struct guest *guest, json_t *message)
{
    char *text = message ? json_dumps(message, JSON_COMPACT) : NULL;
    bool sent = text && guest->client.stream.descriptor >= 0 &&
                net_send(&guest->client, text, strlen(text), CONNECT_MS);

    free(text);
    json_decref(message);
    return sent;
}

static bool send_hello(struct guest *guest)
{
    json_t *message = json_pack("{s:s}", "op", "hello");

    if (*guest->token)
        json_object_set_new(message, "token", json_string(guest->token));
    return send_message(guest, message);
}

static bool send_enter(struct guest *guest)
{
    guest->entering = ++guest->tag;
    return send_message(guest, json_pack("{s:s,s:s,s:I}", "op", "enter", "table", guest->code,
                                         "tag", (json_int_t)guest->entering));
}

static bool send_command(struct guest *guest)
{
    guest->command.tag = ++guest->tag;
    return send_message(
        guest, json_pack("{s:s,s:s,s:I,s:I,s:I}", "do", guest->command.text, "table", guest->code,
                         "seq", (json_int_t)guest->command.seq, "id", (json_int_t)guest->command.id,
                         "tag", (json_int_t)guest->command.tag));
}

/* ---- Connecting ----------------------------------------------------------------------------- */

static void lose(struct guest *guest)
{
    char sentence[HC_PROBLEM_CHARS + 80];

    net_close(&guest->client);
    if (guest->connected) {
        heard_say(guest, "The connection is lost; it is made again as soon as possible.");
    } else if (!guest->told) {
        guest->told = true;
        snprintf(sentence, sizeof sentence, "Still no connection (%s). It is tried again.",
                 guest->why.text);
        heard_say(guest, sentence);
    }
    guest->connected = false;
    guest->asked = 0;
    guest->retry_ms = now_ms() + guest->pause_ms;
    guest->pause_ms = guest->pause_ms * 2 < PAUSE_MAX_MS ? guest->pause_ms * 2 : PAUSE_MAX_MS;
}

/* Says hello and goes back to where we were; the answers come later. */
static bool come_in(struct guest *guest)
{
    guest->told = false;
    return send_hello(guest) && (!*guest->code || send_enter(guest)) &&
           (!guest->command.open || send_command(guest));
}

bool guest_open(struct guest *guest, const struct url *url, const char *ca, const char *token,
                struct hc_problem *why)
{
    uint64_t end_ms = now_ms() + GUEST_ANSWER_MS;

    *guest = (struct guest){.url = *url,
                            .ca = ca,
                            .client = {.stream = {.descriptor = -1}},
                            .pause_ms = PAUSE_MIN_MS,
                            .patience_ms = GUEST_ANSWER_MS,
                            .seat = HC_SPECTATOR,
                            .room = {.host = HC_NONE}};
    snprintf(guest->token, sizeof guest->token, "%s", token);
    /* A number that was used before would be taken for a repetition. */
    if (!draw(&guest->command.id, sizeof guest->command.id) ||
        !net_open(&guest->client, url, ca, CONNECT_MS, &guest->why) || !come_in(guest)) {
        *why = guest->why;
        return false;
    }
    while (!guest->connected && guest->client.stream.descriptor >= 0 && now_ms() < end_ms)
        guest_wait(guest, -1, (int)(end_ms - now_ms()));
    if (guest->connected)
        return true;
    guest_clean(guest->client.reason);
    snprintf(why->text, sizeof why->text, "the server does not say welcome%s%.120s",
             *guest->client.reason ? ": " : "", guest->client.reason);
    return false;
}

void guest_close(struct guest *guest)
{
    net_close(&guest->client);
    dial_abandon(guest->dial);
    guest->dial = NULL;
    json_decref(guest->tables);
    json_decref(guest->shown);
    guest->tables = guest->shown = NULL;
    guest->connected = false;
}

/* ---- Waiting -------------------------------------------------------------------------------- */

/* Hears everything that has come; true if there was anything. */
static bool hear_all(struct guest *guest)
{
    bool news = false;

    while (guest->client.stream.descriptor >= 0 && !guest->gone) {
        const char *text;
        size_t length;

        switch (net_take(&guest->client, &text, &length)) {
        case NET_MESSAGE:
            heard(guest, text, length);
            if (guest->connected)
                guest->pause_ms = PAUSE_MIN_MS;
            news = true;
            continue;
        case NET_GONE:
            lose(guest);
            return true;
        case NET_NOTHING:
            return news;
        }
    }
    return news;
}

/* The shorter of two times to wait; negative is for ever. */
static int sooner(int a_ms, int b_ms)
{
    return a_ms < 0 ? b_ms : b_ms < 0 || a_ms < b_ms ? a_ms : b_ms;
}

/* How long until the next thing that is ours to do; negative: there is none. */
static int until_retry(const struct guest *guest)
{
    uint64_t now = now_ms();

    if (guest->client.stream.descriptor >= 0 || guest->dial)
        return -1;
    return guest->retry_ms > now ? (int)(guest->retry_ms - now) : 0;
}

static bool retry(struct guest *guest)
{
    if (until_retry(guest) != 0)
        return false;
    guest->dial = dial_begin(&guest->url, guest->ca, CONNECT_MS);
    if (!guest->dial)
        lose(guest);
    return true;
}

/* The dial is through. */
static void take_up(struct guest *guest)
{
    bool connected = dial_end(guest->dial, &guest->client, &guest->why);

    guest->dial = NULL;
    if (!connected || !come_in(guest))
        lose(guest);
}

enum guest_event guest_wait(struct guest *guest, int descriptor, int timeout_ms)
{
    uint64_t end_ms = now_ms() + (timeout_ms < 0 ? 0 : (uint64_t)timeout_ms);

    for (;;) {
        struct pollfd wanted[] = {{.fd = descriptor, .events = POLLIN}, {.events = POLLIN}};
        uint64_t now = now_ms();
        int left_ms = timeout_ms < 0 ? -1 : now < end_ms ? (int)(end_ms - now) : 0;
        bool news = hear_all(guest);

        if (guest->gone)
            return GUEST_GONE;
        if (news || retry(guest))
            return GUEST_NEWS;
        wanted[1].fd = guest->dial ? dial_descriptor(guest->dial) : guest->client.stream.descriptor;
        if (poll(wanted, 2, sooner(left_ms, until_retry(guest))) < 0)
            return GUEST_TIME;
        if (wanted[1].revents && guest->dial) {
            take_up(guest);
            return GUEST_NEWS;
        }
        if (wanted[0].revents)
            return GUEST_INPUT;
        if (!wanted[1].revents && timeout_ms >= 0 && now_ms() >= end_ms)
            return GUEST_TIME;
    }
}

void guest_put_trouble(const struct guest *guest, char *text, size_t size)
{
    int wait_ms = until_retry(guest);

    *text = '\0';
    if (guest->connected)
        return;
    if (wait_ms < 0)
        snprintf(text, size, "no connection, trying");
    else
        snprintf(text, size, "no connection, next try in %d s", (wait_ms + 999) / 1000);
}

/* ---- Asking --------------------------------------------------------------------------------- */

bool guest_ask(struct guest *guest, json_t *message, struct hc_problem *why)
{
    uint64_t end_ms = now_ms() + guest->patience_ms;

    if (!guest->connected || !message) {
        snprintf(why->text, sizeof why->text, "%s",
                 message ? "there is no connection to the server now"
                         : "that cannot be sent, since a text in it is not UTF-8");
        json_decref(message);
        return false;
    }
    if (*guest->code)
        json_object_set_new(message, "table", json_string(guest->code));
    json_object_set_new(message, "tag", json_integer(++guest->tag));
    guest->asked = guest->tag;
    if (send_message(guest, message))
        while (guest->asked && !guest->gone && now_ms() < end_ms)
            guest_wait(guest, -1, (int)(end_ms - now_ms()));
    if (!guest->asked && guest->connected && guest->granted)
        return true;
    if (!guest->asked && guest->connected)
        *why = guest->answer;
    else
        snprintf(why->text, sizeof why->text, "the server does not answer");
    guest->asked = 0;
    return false;
}

bool guest_enter(struct guest *guest, const char *code, struct hc_problem *why)
{
    memcpy(guest->code, code, sizeof guest->code);
    return guest_ask(guest, json_pack("{s:s}", "op", "enter"), why);
}

/* Asks for something with new entropy, which is ours if it is granted. */
static bool ask_with_entropy(struct guest *guest, json_t *message, struct hc_problem *why)
{
    uint8_t entropy[HC_SEED_BYTES], promise[HC_SEED_BYTES];
    char hex[2 * HC_SEED_BYTES + 1];

    if (!draw(entropy, sizeof entropy)) {
        json_decref(message);
        snprintf(why->text, sizeof why->text, "the system gives no entropy");
        return false;
    }
    for (unsigned i = 0; i < sizeof entropy; i++)
        snprintf(hex + 2 * i, 3, "%02x", entropy[i]);
    json_object_set_new(message, "entropy", json_string(hex));
    memcpy(promise, guest->commitment, sizeof promise);
    if (!guest_ask(guest, message, why))
        return false;
    memcpy(guest->entropy, entropy, sizeof entropy);
    memcpy(guest->promise, promise, sizeof promise);
    guest->has_entropy = guest->has_commitment;
    return true;
}

bool guest_sit(struct guest *guest, const char *name, unsigned seat, struct hc_problem *why)
{
    json_t *message = json_pack("{s:s,s:s}", "op", "sit", "name", name);

    if (seat != HC_NONE)
        json_object_set_new(message, "seat", json_integer(seat));
    return ask_with_entropy(guest, message, why);
}

bool guest_agree(struct guest *guest, struct hc_problem *why)
{
    json_t *message = json_pack("{s:s}", "op", "agree");

    return guest->room.asks == HC_ASK_REMATCH ? ask_with_entropy(guest, message, why)
                                              : guest_ask(guest, message, why);
}

const json_t *guest_list(struct guest *guest, struct hc_problem *why)
{
    return guest_ask(guest, json_pack("{s:s}", "op", "list"), why) ? guest->tables : NULL;
}

enum hc_refusal guest_give(struct guest *guest, const struct hc_command *command)
{
    uint64_t end_ms = now_ms() + GIVE_MS;

    if (guest->command.open)
        return HC_TOO_FAST;
    hc_command_print(guest->view.game, &guest->view.rules, command, guest->command.text,
                     sizeof guest->command.text);
    guest->command.seq = guest->view.seq;
    guest->command.id = guest->command.id == UINT32_MAX ? 1 : guest->command.id + 1;
    guest->command.open = true;
    guest->command.left = false;
    guest->command.refusal = HC_OK;
    send_command(guest); /* if this fails, it is sent again */
    while (guest->command.open && guest->connected && !guest->gone && now_ms() < end_ms)
        guest_wait(guest, -1, (int)(end_ms - now_ms()));
    guest->command.left = guest->command.open;
    return guest->command.refusal;
}

/* ---- What is known -------------------------------------------------------------------------- */

unsigned guest_awaits(const struct guest *guest)
{
    return guest->has_view ? hc_view_awaits(&guest->view) : (unsigned)HC_NONE;
}

bool guest_is_asked(const struct guest *guest, enum hc_room_question question)
{
    return guest->connected && guest->room.asks == question && guest->seat < HC_SEATS_MAX &&
           !guest->room.seat[guest->seat].agreed;
}
