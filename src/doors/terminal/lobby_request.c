// SPDX-License-Identifier: MIT
/*
 * lobby_request.c: what can be done at a server's table without a match, as a table of words; and
 * what there is to say about the people there. Line mode and the full screen are made of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "doors/terminal/after.h"
#include "doors/terminal/invite.h"
#include "doors/terminal/join_inside.h"
#include "doors/terminal/records.h"
#include "doors/terminal/status.h"

enum { HOST = 1, SITTER = 2, STANDER = 4, ANYBODY = SITTER | STANDER };
enum {
    BEFORE = 1 << HC_ROOM_LOBBY,
    AFTER = 1 << HC_ROOM_FINISHED,
    ALWAYS = BEFORE | AFTER | 1 << HC_ROOM_OPENING,
};

static const struct lobby_word words[LOBBY_REQUESTS] = {
    [LOBBY_AGAIN] = {"again", "again", "play another match, as Enter does", "Another match", 'a',
                     NULL, NULL, NULL, SITTER, AFTER},
    [LOBBY_FILM] = {"film", "film", "see the last match once more", "Film", 'f', NULL, NULL, NULL,
                    ANYBODY, AFTER},
    [LOBBY_REVIEW] = {"review", "review", "your decisions in it beside those of a strong bot",
                      "Review", 'v', NULL, NULL, NULL, SITTER, AFTER},
    [LOBBY_START] = {"start", "start", "start the match (host)", "Start", 's', "start", NULL, NULL,
                     HOST, BEFORE},
    [LOBBY_SIT] = {"sit", "sit [SEAT]", "sit down", "Sit down", 'i', NULL, "seat", NULL, STANDER,
                   BEFORE},
    [LOBBY_BOT] = {"bot", "bot [NAME]", "add a bot: easy, fair, strong (host)", "Add a bot", 'b',
                   "add_bot", "bot", NULL, HOST, BEFORE},
    [LOBBY_REMOVE] = {"remove", "remove SEAT", "remove a bot (host)", "Remove the bot", 'x',
                      "remove_bot", "seat", "the number of a seat", HOST, BEFORE},
    [LOBBY_KICK] = {"kick", "kick SEAT", "send a player away (host)", "Send away", 'k', "kick",
                    "seat", "the number of a seat", HOST, BEFORE},
    [LOBBY_RULES] = {"rules", "rules [PRESET] [OPTION=VALUE]...",
                     "set the rules, one by one if none is named (host)", "Rules", 'r', "rules",
                     "rules", NULL, HOST, BEFORE},
    [LOBBY_SETTINGS] = {"settings", "settings [NAME=VALUE]...",
                        "set clocks and the like, one by one if none is named (host)", "Settings",
                        'e', "settings", "settings", NULL, HOST, BEFORE},
    [LOBBY_TITLE] = {"title", "title TEXT", "what the list of tables says (host)", "Title", 't',
                     "title", "title", "a text", HOST, BEFORE},
    [LOBBY_QR] = {"qr", "qr", "the invitation as a QR code", "QR code", 'o', NULL, NULL, NULL,
                  ANYBODY, BEFORE},
    [LOBBY_LEADERS] = {"leaders", "leaders", "the best players of this game at this server",
                       "Leaders", 'l', NULL, NULL, NULL, ANYBODY, ALWAYS},
    [LOBBY_HISTORY] = {"history", "history", "your rating, and your matches at this server",
                       "History", 'h', NULL, NULL, NULL, ANYBODY, ALWAYS},
    [LOBBY_CHAT] = {"chat", "chat TEXT", "say something", "Chat", 'c', "chat", "text", "a text",
                    ANYBODY, ALWAYS},
    [LOBBY_QUIT] = {"quit", "quit", "leave the table", "Leave", 'q', NULL, NULL, NULL, ANYBODY,
                    ALWAYS},
};

const struct lobby_word *lobby_word(enum lobby_request request)
{
    return &words[request];
}

enum lobby_request lobby_request_of(const char *word, size_t length)
{
    enum lobby_request request = LOBBY_AGAIN;

    if (hc_word_is(word, length, "q"))
        return LOBBY_QUIT;
    while (request < LOBBY_REQUESTS && !hc_word_is(word, length, words[request].word))
        request++;
    return request;
}

static bool sits(const struct visit *visit)
{
    return visit->guest->seat < visit->guest->room.seats;
}

/* Whether there is somebody of this kind beside ourselves. */
static bool is_there(const struct visit *visit, enum hc_room_who who)
{
    for (unsigned s = 0; s < visit->guest->room.seats; s++)
        if (s != visit->guest->seat && visit->guest->room.seat[s].who == who)
            return true;
    return false;
}

bool lobby_is_time(const struct visit *visit, enum lobby_request request)
{
    return words[request].when >> visit->guest->room.stage & 1;
}

bool lobby_may(const struct visit *visit, enum lobby_request request)
{
    unsigned person = !sits(visit)                                    ? STANDER
                      : visit->guest->room.host == visit->guest->seat ? HOST | SITTER
                                                                      : SITTER;

    if (!(words[request].who & person) || !lobby_is_time(visit, request))
        return false;
    switch (request) {
    case LOBBY_AGAIN:
        return guest_is_asked(visit->guest, HC_ASK_REMATCH);
    case LOBBY_FILM:
    case LOBBY_REVIEW:
        return visit->log.size;
    case LOBBY_SIT:
    case LOBBY_BOT:
        return lobby_free_seats(visit) > 0;
    case LOBBY_REMOVE:
        return is_there(visit, HC_SEAT_BOT);
    case LOBBY_KICK:
        return is_there(visit, HC_SEAT_PERSON);
    case LOBBY_START:
    case LOBBY_RULES:
    case LOBBY_SETTINGS:
    case LOBBY_TITLE:
    case LOBBY_QR:
    case LOBBY_LEADERS:
    case LOBBY_HISTORY:
    case LOBBY_CHAT:
    case LOBBY_QUIT:
    case LOBBY_NONE:
        break;
    }
    return true;
}

/* ---- Doing it ------------------------------------------------------------------------------- */

/* A seat, or HC_NONE for nothing; false if it is something else. */
static bool read_seat(const char *text, uint64_t *seat)
{
    const char *end = hc_read_number(text, HC_SEATS_MAX - 1, seat);

    if (!*text)
        *seat = HC_NONE;
    return !*text || (end && !*end);
}

static bool ask_for(struct visit *visit, const struct lobby_word *word, const char *rest,
                    uint64_t seat, struct hc_problem *why)
{
    json_t *message = !word->key ? json_pack("{s:s}", "op", word->op)
                      : !strcmp(word->key, "seat")
                          ? json_pack("{s:s,s:I}", "op", word->op, "seat", (json_int_t)seat)
                          : json_pack("{s:s,s:s}", "op", word->op, word->key, rest);

    return guest_ask(visit->guest, message, why);
}

/* Gives the seat up; without a connection it is given up when the time for coming back is over. */
static void leave(struct visit *visit)
{
    struct hc_problem why;

    if (sits(visit))
        guest_ask(visit->guest, json_pack("{s:s}", "op", "leave"), &why);
}

/* The log came from the server when the match was over. */
static bool show_match(struct visit *visit, enum after_wish wish, struct hc_problem *why)
{
    if (!visit->log.size)
        return say_why(why, "there is no match that was seen from here");
    visit->after = wish;
    visit->after_seat = visit->guest->seat;
    return after_show(visit, why);
}

bool lobby_is_read(enum lobby_request request)
{
    return request == LOBBY_LEADERS || request == LOBBY_HISTORY;
}

bool lobby_write(struct visit *visit, enum lobby_request request, struct sheet *sheet,
                 struct hc_problem *why)
{
    return request == LOBBY_LEADERS ? records_leaders(visit, sheet, why)
                                    : records_write(visit, visit->guest->seat, sheet, why);
}

static bool print_sheet(struct visit *visit, enum lobby_request request, struct hc_problem *why)
{
    struct sheet *sheet = malloc(sizeof *sheet);
    bool written;

    say_why(why, "there is not enough memory");
    if (sheet)
        sheet_begin(sheet, 0);
    written = sheet && lobby_write(visit, request, sheet, why);
    for (size_t i = 0; written && i < sheet->count; i++)
        printf("  %s\n", sheet->row[i]);
    free(sheet);
    return written;
}

bool lobby_do(struct visit *visit, enum lobby_request request, const char *rest,
              struct hc_problem *why)
{
    const struct lobby_word *word = &words[request];
    uint64_t seat = HC_NONE;

    if ((word->needs && !*rest) ||
        (word->key && !strcmp(word->key, "seat") && !read_seat(rest, &seat)))
        return say_why(why, "it needs %s: %s", word->needs ? word->needs : "the number of a seat",
                       word->usage);
    switch (request) {
    case LOBBY_AGAIN:
        return guest_is_asked(visit->guest, HC_ASK_REMATCH)
                   ? guest_agree(visit->guest, why)
                   : say_why(why, "nobody asks you for another match now");
    case LOBBY_FILM:
    case LOBBY_REVIEW:
        return show_match(visit, request == LOBBY_FILM ? AFTER_FILM : AFTER_REVIEW, why);
    case LOBBY_SIT:
        return guest_sit(visit->guest, visit->our_name, (unsigned)seat, why);
    case LOBBY_BOT:
        return ask_for(visit, word, *rest ? rest : hc_usual_level(), seat, why);
    case LOBBY_QR:
        return invite_print_qr(visit, why);
    case LOBBY_LEADERS:
    case LOBBY_HISTORY:
        return print_sheet(visit, request, why);
    case LOBBY_QUIT:
        leave(visit);
        return true;
    case LOBBY_RULES:
    case LOBBY_SETTINGS:
        if (!*rest && lobby_may(visit, request))
            return lobby_edit(visit, request == LOBBY_SETTINGS, why);
        break;
    case LOBBY_START:
    case LOBBY_REMOVE:
    case LOBBY_KICK:
    case LOBBY_TITLE:
    case LOBBY_CHAT:
    case LOBBY_NONE:
        break;
    }
    return ask_for(visit, word, rest, seat, why);
}

/* ---- The people ----------------------------------------------------------------------------- */

void lobby_put_name(const struct visit *visit, unsigned seat, struct hc_text *out)
{
    hc_put(out, visit->guest->room.seat[seat].name);
    hc_put(out, seat == visit->guest->seat ? " (you)" : "");
}

void lobby_put_remarks(const struct visit *visit, unsigned seat, struct hc_text *out)
{
    const struct guest_room *room = &visit->guest->room;
    const struct guest_seat *sits_there = &room->seat[seat];
    bool person = sits_there->who == HC_SEAT_PERSON;
    const struct {
        bool holds;
        const char *remark, *more;
    } remarks[] = {
        {seat == room->host, "host", ""},
        {!person, "bot ", sits_there->bot},
        {person && !sits_there->connected, "not connected", ""},
        {room->stage == HC_ROOM_FINISHED && sits_there->agreed, "wants another match", ""},
    };

    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++) {
        if (!remarks[i].holds)
            continue;
        hc_put(out, out->length ? ", " : "");
        hc_put(out, remarks[i].remark);
        hc_put(out, remarks[i].more);
    }
}

unsigned lobby_free_seats(const struct visit *visit)
{
    unsigned count = 0;

    for (unsigned s = 0; s < visit->guest->room.seats; s++)
        count += visit->guest->room.seat[s].who == HC_SEAT_EMPTY;
    return count;
}

bool lobby_room_differs(const struct visit *visit)
{
    return memcmp(&visit->guest->room, &visit->shown, sizeof visit->shown) != 0;
}

void lobby_room_shown(struct visit *visit)
{
    memcpy(&visit->shown, &visit->guest->room, sizeof visit->shown);
}
