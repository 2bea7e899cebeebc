// SPDX-License-Identifier: MIT
/*
 * guest_read.c: messages of a house, believed as far as they make sense. Start reading at
 * guest_read().
 *
 * What cannot be shown as it is is cleaned; a room or a view that is broken ends the visit, because
 * nothing could be played after it.
 */
#include "net/guest_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/template.h"
#include "net/view_json.h"
#include "protocol/protocol_words.h"

enum {
    SAYS_MAX = 4096,
    MEMBERS_MAX = 256, /* of a view */
};

/* ---- Texts ---------------------------------------------------------------------------------- */

/* How many bytes at this place would act on a screen; 0: none. */
static size_t acting(const uint8_t *byte)
{
    if (*byte < ' ' || *byte == 0x7f)
        return 1;
    if (byte[0] == 0xc2 && byte[1] < 0xa0)
        return 2;
    if (byte[0] == 0xe2 && byte[1] == 0x80 &&
        ((byte[2] >= 0x8b && byte[2] <= 0x8f) || (byte[2] >= 0xa8 && byte[2] <= 0xae)))
        return 3;
    return byte[0] == 0xe2 && byte[1] == 0x81 && byte[2] >= 0xa0 && byte[2] <= 0xaf ? 3 : 0;
}

void guest_clean(char *text)
{
    for (char *c = text; *c; c++)
        for (size_t left = acting((const uint8_t *)c); left; left--) {
            *c = '?';
            c += left > 1;
        }
}

/* Copies a text as far as it fits, without cutting a character in two. */
static void copy_text(const json_t *json, char *to, size_t size)
{
    const char *from = json_is_string(json) ? json_string_value(json) : "";
    size_t length = strlen(from);

    if (length >= size)
        for (length = size - 1; length && ((uint8_t)from[length] & 0xc0) == 0x80;)
            length--;
    memcpy(to, from, length);
    to[length] = '\0';
    guest_clean(to);
}

void guest_say(struct guest *guest, const char *sentence)
{
    if (guest->say)
        guest->say(guest->context, sentence);
}

static void leave(struct guest *guest, const char *why)
{
    snprintf(guest->why.text, sizeof guest->why.text, "%s", why);
    guest->gone = true;
}

static bool read_number(const json_t *json, json_int_t max, json_int_t *number)
{
    if (!json_is_integer(json) || json_integer_value(json) < 0 || json_integer_value(json) > max)
        return false;
    *number = json_integer_value(json);
    return true;
}

/* A member that is a word; "" if it is none. */
static const char *word_of(const json_t *json, const char *key)
{
    const char *word = json_string_value(json_object_get(json, key));

    return word ? word : "";
}

/* ---- The room ------------------------------------------------------------------------------- */

static bool read_seat(const json_t *json, struct guest_seat *seat)
{
    if (!protocol_read_who(word_of(json, "who"), &seat->who))
        return false;
    copy_text(json_object_get(json, "name"), seat->name, sizeof seat->name);
    copy_text(json_object_get(json, "bot"), seat->bot, sizeof seat->bot);
    seat->connected = json_is_true(json_object_get(json, "connected"));
    seat->away = json_is_true(json_object_get(json, "away"));
    seat->agreed = json_is_true(json_object_get(json, "agreed"));
    return true;
}

static bool read_game(const json_t *json, struct guest_room *room)
{
    const char *game = json_string_value(json_object_get(json, "game"));
    const char *rules = json_string_value(json_object_get(json, "rules"));
    struct hc_problem why;

    copy_text(json_object_get(json, "rules"), room->rules_text, sizeof room->rules_text);
    copy_text(json_object_get(json, "settings"), room->settings, sizeof room->settings);
    room->game = game ? hc_game_find(game) : NULL;
    return room->game && rules && strlen(rules) < GUEST_TEXT_CHARS &&
           hc_rules_parse(room->game, rules, &room->rules, &why);
}

static bool read_room(const json_t *json, struct guest_room *room)
{
    const json_t *seats = json_object_get(json, "seats");
    json_int_t number;

    if (!protocol_read_stage(word_of(json, "stage"), &room->stage) ||
        !protocol_read_question(word_of(json, "asks"), &room->asks) || !json_is_array(seats) ||
        json_array_size(seats) > HC_SEATS_MAX || !read_game(json, room))
        return false;
    room->ended = protocol_read_end(word_of(json, "ended"));
    room->match =
        read_number(json_object_get(json, "match"), UINT32_MAX, &number) ? (uint32_t)number : 0;
    room->host = read_number(json_object_get(json, "host"), HC_SEATS_MAX - 1, &number)
                     ? (unsigned)number
                     : HC_NONE;
    room->seats = (unsigned)json_array_size(seats);
    room->watchers = read_number(json_object_get(json, "watchers"), HC_ROOM_WATCHERS_MAX, &number)
                         ? (unsigned)number
                         : 0;
    copy_text(json_object_get(json, "title"), room->title, sizeof room->title);
    for (unsigned s = 0; s < room->seats; s++)
        if (!read_seat(json_array_get(seats, s), &room->seat[s]))
            return false;
    return true;
}

static void take_commitment(struct guest *guest, const json_t *json)
{
    const char *hex = json_string_value(json);
    uint8_t commitment[HC_SEED_BYTES];

    if (!hex || !protocol_read_hex(hex, commitment, sizeof commitment))
        return;
    memcpy(guest->commitment, commitment, sizeof commitment);
    guest->has_commitment = true;
}

/* ---- The table ------------------------------------------------------------------------------ */

static void take_view(struct guest *guest, const json_t *json)
{
    struct hc_view view;

    if (!guest->room.game) {
        leave(guest, "the server shows a table before it says what is played");
    } else if (!view_read(json, guest->room.game, &guest->room.rules, &view, &guest->why)) {
        guest->gone = true;
    } else {
        guest->view = view;
        guest->has_view = true;
    }
}

/* The views of all seats at an earlier moment, put together: what each knows of its own hand. */
static void take_late(struct guest *guest, const json_t *late)
{
    struct hc_view *all = &guest->late, view;

    guest->has_late = false;
    for (unsigned s = 0; s < json_array_size(late) && guest->room.game; s++) {
        if (!view_read(json_array_get(late, s), guest->room.game, &guest->room.rules, &view,
                       &guest->why) ||
            view.viewer != s || view.seats != json_array_size(late) ||
            (s && memcmp(view.hand, all->hand, sizeof view.hand) != 0)) {
            leave(guest, "what the server shows of all hands makes no sense");
            return;
        }
        if (!s)
            *all = view;
        memcpy(all->face + view.hand[s].start, view.face + view.hand[s].start, view.hand[s].count);
    }
    all->viewer = HC_SPECTATOR;
    all->actions = (struct hc_actions){.count = 0};
    guest->has_late = json_array_size(late) > 0;
}

/* "0123456789abcdef/1"; anything else has no place in an address. */
static void take_match_id(struct guest *guest, const json_t *json)
{
    const char *id = json_string_value(json);
    size_t digits = id ? strspn(id, "0123456789abcdef") : 0;

    guest->match_id[0] = '\0';
    if (!id || strlen(id) >= GUEST_MATCH_CHARS || digits != 16 || id[digits] != '/' ||
        !id[digits + 1] || id[digits + 1 + strspn(id + digits + 1, "0123456789")])
        return;
    memcpy(guest->match_id, id, strlen(id) + 1);
}

/* A whole view, or what is another now in the one that came last. */
static void take_moment(struct guest *guest, json_t *whole, json_t *change)
{
    if (whole) {
        json_decref(guest->shown);
        guest->shown = json_incref(whole);
    } else if (!guest->shown || json_object_update(guest->shown, change) ||
               json_object_size(guest->shown) > MEMBERS_MAX) {
        leave(guest, "the server says what has changed in a view that it has not shown");
        return;
    }
    take_view(guest, guest->shown);
}

static void take_says(struct guest *guest, const json_t *says)
{
    char sentence[1024];

    for (size_t i = 0; i < json_array_size(says) && i < SAYS_MAX; i++) {
        copy_text(json_array_get(says, i), sentence, sizeof sentence);
        if (*sentence)
            guest_say(guest, sentence);
    }
}

static void take_missed(struct guest *guest, const json_t *missed)
{
    if (json_array_size(missed) && guest->say_missed)
        guest->say_missed(guest->context);
    take_says(guest, missed);
}

static void take_table(struct guest *guest, const json_t *message)
{
    json_t *view = json_object_get(message, "view"), *change = json_object_get(message, "change");
    const json_t *room = json_object_get(message, "room");
    const struct hc_game *game = guest->room.game;
    uint32_t match = guest->room.match;
    json_int_t number;

    if (room && !read_room(room, &guest->room)) {
        leave(guest, "what the server says about the table makes no sense, or is of a game that "
                     "this program does not know");
        return;
    }
    if (game && guest->room.game != game) {
        leave(guest, "the server says that another game is played now");
        return;
    }
    guest->has_late &= guest->room.match == match;
    guest->seat = read_number(json_object_get(message, "seat"), HC_SEATS_MAX - 1, &number)
                      ? (unsigned)number
                      : HC_SPECTATOR;
    guest->deadline_ms = read_number(json_object_get(message, "deadline_ms"), INT64_MAX, &number)
                             ? (uint64_t)number
                             : 0;
    take_commitment(guest, json_object_get(message, "commitment"));
    if (room)
        take_match_id(guest, json_object_get(message, "match_id"));
    if (view || change)
        take_moment(guest, view, change);
    if (json_is_array(json_object_get(message, "late")))
        take_late(guest, json_object_get(message, "late"));
    if (guest->room.match == match || !match)
        take_missed(guest, json_object_get(message, "missed"));
    take_says(guest, json_object_get(message, "says"));
}

/* ---- Answers -------------------------------------------------------------------------------- */

static void take_command_answer(struct guest *guest, bool ok, const char *code, const char *why)
{
    char sentence[HC_PROBLEM_CHARS + HC_COMMAND_CHARS + 40];
    struct hc_text out;
    enum hc_refusal refusal = ok ? HC_OK : hc_refusal_find(code);

    guest->command.open = false;
    guest->command.refusal = refusal == HC_REFUSALS_MAX ? HC_NOT_ALLOWED : refusal;
    if (ok || !guest->command.left)
        return;
    hc_text_init(&out, sentence, sizeof sentence);
    WORDS_FILL(guest->language, WORDS_TOO_LATE, &out, {"command", guest->command.text, 0},
               {"why", why, 0});
    guest_say(guest, sentence);
}

static void take_answer(struct guest *guest, const json_t *message)
{
    const json_t *given = json_object_get(message, "ok");
    const char *code = json_string_value(json_object_get(message, "code"));
    bool ok = given ? json_is_true(given) : true;
    char why[HC_PROBLEM_CHARS];
    json_int_t tag;

    if (!read_number(json_object_get(message, "re"), UINT32_MAX, &tag))
        return;
    copy_text(json_object_get(message, "why"), why, sizeof why);
    if (guest->command.open && tag == guest->command.tag) {
        take_command_answer(guest, ok, code ? code : "", why);
    } else if (guest->asked && tag == guest->asked) {
        guest->asked = 0;
        guest->granted = ok;
        guest->refusal = ok ? HC_OK : hc_refusal_find(code ? code : "");
        memcpy(guest->answer.text, why, sizeof why);
    } else if (!ok && guest->entering && tag == guest->entering) {
        leave(guest, code && !strcmp(code, "no_room")
                         ? words_text(guest->language, WORDS_TABLE_CLOSED)
                         : why);
    }
}

static bool is_our_table(struct guest *guest, const json_t *message)
{
    const char *code = json_string_value(json_object_get(message, "table"));

    if (!code)
        return false;
    if (!*guest->code)
        return url_code(code, strlen(code), guest->code);
    return !strcmp(code, guest->code);
}

/* An address of a server, without a table; "" if it is none. */
static void take_url(const json_t *json, char url[URL_SERVER_CHARS])
{
    struct hc_problem why;
    struct url parts;

    copy_text(json, url, URL_SERVER_CHARS);
    if (!url_parse(url, &parts, &why) || *parts.code)
        url[0] = '\0';
}

static void take_welcome(struct guest *guest, const json_t *message)
{
    const char *token = json_string_value(json_object_get(message, "token"));

    if (!token || strlen(token) != TOKEN_CHARS - 1 ||
        strspn(token, "0123456789abcdef") != TOKEN_CHARS - 1) {
        leave(guest, "the server speaks another language");
        return;
    }
    memcpy(guest->token, token, TOKEN_CHARS);
    take_url(json_object_get(message, "public_url"), guest->public_url);
    take_url(json_array_get(json_object_get(message, "own_urls"), 0), guest->own_url);
    if (*guest->code)
        guest_say(guest, words_text(guest->language, WORDS_LINK_BACK));
    guest->connected = true;
}

static void take_chat(struct guest *guest, const json_t *message)
{
    char name[4 * HC_ROOM_NAME_BYTES], text[HC_ROOM_LINE_BYTES], line[600];
    struct hc_text out;

    copy_text(json_object_get(message, "name"), name, sizeof name);
    copy_text(json_object_get(message, "text"), text, sizeof text);
    hc_text_init(&out, line, sizeof line);
    WORDS_FILL(guest->language, WORDS_SAYS, &out, {"name", name, 0}, {"text", text, 0});
    guest_say(guest, line);
}

static void take_hint(struct guest *guest, const json_t *message)
{
    char name[4 * HC_ROOM_NAME_BYTES];
    json_int_t seat;

    copy_text(json_object_get(message, "name"), name, sizeof name);
    if (guest->say_hint && read_number(json_object_get(message, "seat"), HC_SEATS_MAX - 1, &seat) &&
        seat != guest->seat)
        guest->say_hint(guest->context, name);
}

static void take_watchers(struct guest *guest, const json_t *message)
{
    json_int_t number;

    if (read_number(json_object_get(message, "watchers"), HC_ROOM_WATCHERS_MAX, &number))
        guest->room.watchers = (unsigned)number;
}

static void take_tables(struct guest *guest, const json_t *message)
{
    json_int_t next;

    json_decref(guest->tables);
    guest->tables = json_incref(json_object_get(message, "tables"));
    guest->tables_next =
        read_number(json_object_get(message, "next"), INT32_MAX, &next) ? (unsigned)next : 0;
}

static void take_records(struct guest *guest, json_t *message)
{
    json_decref(guest->records);
    guest->records = json_incref(message);
}

void guest_read(struct guest *guest, const char *text, size_t length)
{
    json_error_t error;
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    const char *op = json_string_value(json_object_get(message, "op"));

    if (!op)
        leave(guest, "the server speaks another language");
    else if (!strcmp(op, "welcome"))
        take_welcome(guest, message);
    else if (!strcmp(op, "chat"))
        take_chat(guest, message);
    else if (!strcmp(op, "hint") && is_our_table(guest, message))
        take_hint(guest, message);
    else if (!strcmp(op, "tables"))
        take_tables(guest, message);
    else if (!strcmp(op, "statistics") || !strcmp(op, "history") || !strcmp(op, "leaders"))
        take_records(guest, message);
    else if (!strcmp(op, "watchers") && is_our_table(guest, message))
        take_watchers(guest, message);
    else if (!strcmp(op, "gone") && is_our_table(guest, message))
        leave(guest, words_text(guest->language, WORDS_TABLE_CLOSED));
    else if ((!strcmp(op, "answer") || !strcmp(op, "update")) && is_our_table(guest, message))
        take_table(guest, message);
    if (op)
        take_answer(guest, message);
    json_decref(message);
}
