// SPDX-License-Identifier: MIT
/* guest.c: coming in and back, asking, giving commands. guest_read.c reads what is said. */
#include "net/guest.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "core/template.h"
#include "games/game.h"
#include "net/clock.h"
#include "net/guest_read.h"

enum { GIVE_MS = 3000 }; /* for a command, before it is left on its way */

static bool draw(void *bytes, size_t size)
{
    return getrandom(bytes, size, 0) == (ssize_t)size;
}

/* ---- Sending -------------------------------------------------------------------------------- */

/* Sends a message, which is taken over. */
static bool send_message(struct guest *guest, json_t *message)
{
    char *text = message ? json_dumps(message, JSON_COMPACT) : NULL;
    bool sent = text && guest->link->kind->send(guest->link, text, strlen(text));

    free(text);
    json_decref(message);
    return sent;
}

static bool send_hello(struct guest *guest)
{
    json_t *message = json_pack("{s:s}", "op", "hello");

    if (guest->language)
        json_object_set_new(message, "language", json_string(hc_language_code(guest->language)));

    if (*guest->token)
        json_object_set_new(message, "token", json_string(guest->token));
    return send_message(guest, message);
}

static bool send_enter(struct guest *guest)
{
    guest->entering = ++guest->tag;
    return send_message(guest, json_pack("{s:s,s:s,s:I,s:I}", "op", "enter", "table", guest->code,
                                         "tag", (json_int_t)guest->entering, "seq",
                                         (json_int_t)(guest->has_view ? guest->view.seq : 0)));
}

static bool send_command(struct guest *guest)
{
    guest->command.tag = ++guest->tag;
    return send_message(
        guest, json_pack("{s:s,s:s,s:I,s:I,s:I}", "do", guest->command.text, "table", guest->code,
                         "seq", (json_int_t)guest->command.seq, "id", (json_int_t)guest->command.id,
                         "tag", (json_int_t)guest->command.tag));
}

/* ---- Coming and going ----------------------------------------------------------------------- */

static void lose(struct guest *guest)
{
    char sentence[HC_PROBLEM_CHARS + 80];
    struct hc_text out;

    guest->why = guest->link->why;
    guest_clean(guest->why.text);
    if (guest->connected) {
        guest_say(guest, words_text(guest->language, WORDS_LINK_LOST));
    } else if (!guest->said_lost) {
        guest->said_lost = true;
        hc_text_init(&out, sentence, sizeof sentence);
        WORDS_FILL(guest->language, WORDS_LINK_STILL, &out, {"why", guest->why.text, 0});
        guest_say(guest, sentence);
    }
    guest->connected = false;
    guest->asked = 0;
}

/* Says hello and goes back to where we were; the answers come later. What cannot be sent is a
 * connection that is lost again, which the link finds out. */
static bool come_in(struct guest *guest)
{
    guest->said_lost = false;
    return send_hello(guest) && (!*guest->code || send_enter(guest)) &&
           (!guest->command.open || send_command(guest));
}

bool guest_open(struct guest *guest, struct link *link, const char *token,
                const struct hc_language *language, struct hc_problem *why)
{
    uint64_t end_ms = clock_steady_ms() + GUEST_ANSWER_MS;
    struct hc_text out;
    bool lost = false;

    *guest = (struct guest){.link = link,
                            .language = language,
                            .patience_ms = GUEST_ANSWER_MS,
                            .seat = HC_SPECTATOR,
                            .room = {.host = HC_NONE}};
    snprintf(guest->token, sizeof guest->token, "%s", token);
    /* A number that was used before would be taken for a repetition. */
    if (draw(&guest->command.id, sizeof guest->command.id) && come_in(guest))
        while (!guest->connected && !lost && !guest->gone && clock_steady_ms() < end_ms) {
            guest_wait(guest, -1, clock_left_ms(end_ms));
            lost = guest->said_lost;
        }
    if (guest->connected)
        return true;
    hc_text_init(&out, why->text, sizeof why->text);
    WORDS_FILL(language, WORDS_NO_WELCOME, &out, {"why", guest->why.text, 0});
    guest_close(guest);
    return false;
}

void guest_close(struct guest *guest)
{
    if (guest->link)
        guest->link->kind->close(guest->link);
    json_decref(guest->tables);
    json_decref(guest->records);
    json_decref(guest->shown);
    guest->link = NULL;
    guest->tables = guest->records = guest->shown = NULL;
    guest->connected = false;
}

/* ---- Waiting -------------------------------------------------------------------------------- */

/* Reads everything that has come; true if there was anything. */
static bool read_all(struct guest *guest)
{
    bool news = false;

    while (!guest->gone) {
        const char *text;
        size_t length;

        switch (guest->link->kind->take(guest->link, &text, &length)) {
        case LINK_TEXT:
            guest_read(guest, text, length);
            news = true;
            continue;
        case LINK_LOST:
            lose(guest);
            return true;
        case LINK_MADE:
            come_in(guest);
            return true;
        case LINK_NOTHING:
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

/* Polls all of them and the descriptor, which is the last one. */
static int poll_all(struct guest *const guests[], unsigned count, struct pollfd *wanted,
                    int left_ms)
{
    for (unsigned i = 0; i < count; i++) {
        const struct link *link = guests[i]->link;

        wanted[i].fd = link->kind->descriptor(link);
        wanted[i].events = POLLIN;
        left_ms = sooner(left_ms, link->kind->due_ms(link));
    }
    return poll(wanted, count + 1, left_ms);
}

enum guest_event guest_wait_all(struct guest *const guests[], unsigned count, int descriptor,
                                int timeout_ms)
{
    uint64_t end_ms = clock_steady_ms() + (timeout_ms < 0 ? 0 : (uint64_t)timeout_ms);

    for (;;) {
        struct pollfd wanted[HC_SEATS_MAX + 2] = {0};
        int left_ms = timeout_ms < 0 ? -1 : clock_left_ms(end_ms);
        bool news = false;

        for (unsigned i = 0; i < count; i++) {
            news |= read_all(guests[i]);
            if (guests[i]->gone)
                return GUEST_GONE;
        }
        if (news)
            return GUEST_NEWS;
        wanted[count] = (struct pollfd){.fd = descriptor, .events = POLLIN};
        if (poll_all(guests, count, wanted, left_ms) < 0)
            return GUEST_TIME;
        if (wanted[count].revents)
            return GUEST_INPUT;
        if (timeout_ms >= 0 && clock_steady_ms() >= end_ms)
            return GUEST_TIME;
    }
}

enum guest_event guest_wait(struct guest *guest, int descriptor, int timeout_ms)
{
    return guest_wait_all(&guest, 1, descriptor, timeout_ms);
}

void guest_put_trouble(const struct guest *guest, char *text, size_t size)
{
    *text = '\0';
    if (!guest->connected)
        guest->link->kind->put_trouble(guest->link, guest->language, text, size);
}

/* ---- Asking --------------------------------------------------------------------------------- */

/* Requests that name no table. */
static bool is_about_nobody(const json_t *message)
{
    static const char *const ops[] = {"create", "list", "mine", "statistics", "history", "leaders"};
    const char *op = json_string_value(json_object_get(message, "op"));

    for (size_t i = 0; op && i < sizeof ops / sizeof *ops; i++)
        if (!strcmp(op, ops[i]))
            return true;
    return false;
}

bool guest_ask(struct guest *guest, json_t *message, struct hc_problem *why)
{
    uint64_t end_ms = clock_steady_ms() + guest->patience_ms;

    if (!guest->connected || !message) {
        snprintf(why->text, sizeof why->text, "%s",
                 words_text(guest->language, message ? WORDS_NO_CONNECTION : WORDS_NOT_UTF8));
        json_decref(message);
        return false;
    }
    if (*guest->code && !is_about_nobody(message))
        json_object_set_new(message, "table", json_string(guest->code));
    json_object_set_new(message, "tag", json_integer(++guest->tag));
    guest->asked = guest->tag;
    if (send_message(guest, message))
        while (guest->asked && !guest->gone && clock_steady_ms() < end_ms)
            guest_wait(guest, -1, clock_left_ms(end_ms));
    if (!guest->asked && guest->connected && guest->granted)
        return true;
    if (!guest->asked && guest->connected)
        *why = guest->answer;
    else
        snprintf(why->text, sizeof why->text, "%s", words_text(guest->language, WORDS_NO_ANSWER));
    guest->asked = 0;
    return false;
}

bool guest_enter(struct guest *guest, const char *code, struct hc_problem *why)
{
    memcpy(guest->code, code, sizeof guest->code);
    return guest_ask(guest, json_pack("{s:s,s:i}", "op", "enter", "seq", 0), why);
}

/* Asks for something with new entropy, which is ours if it is granted. */
static bool ask_with_entropy(struct guest *guest, json_t *message, struct hc_problem *why)
{
    uint8_t entropy[HC_SEED_BYTES], promise[HC_SEED_BYTES];
    char hex[2 * HC_SEED_BYTES + 1];

    if (guest->gives_no_entropy)
        return guest_ask(guest, message, why);
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

const json_t *guest_records(struct guest *guest, const char *op, const char *member,
                            struct hc_problem *why)
{
    return guest_ask(guest, json_pack("{s:s}", "op", op), why)
               ? json_object_get(guest->records, member)
               : NULL;
}

const json_t *guest_leaders(struct guest *guest, const char *game, struct hc_problem *why)
{
    return guest_ask(guest, json_pack("{s:s,s:s}", "op", "leaders", "game", game), why)
               ? json_object_get(guest->records, "rows")
               : NULL;
}

const json_t *guest_list(struct guest *guest, unsigned first, struct hc_problem *why)
{
    json_t *message = json_pack("{s:s,s:i}", "op", "list", "first", (int)first);

    return guest_ask(guest, message, why) ? guest->tables : NULL;
}

enum hc_refusal guest_give(struct guest *guest, const struct hc_command *command)
{
    uint64_t end_ms = clock_steady_ms() + GIVE_MS;

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
    while (guest->command.open && guest->connected && !guest->gone && clock_steady_ms() < end_ms)
        guest_wait(guest, -1, clock_left_ms(end_ms));
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
