// SPDX-License-Identifier: MIT
/*
 * join_words.c: what can be done at a server's table without a match, as a table of words; and what
 * there is to say about the people there. Line mode and the full screen are made of it.
 */
#include <stdio.h>
#include <string.h>

#include "doors/terminal/join_inside.h"
#include "doors/terminal/status.h"

enum { HOST = 1, SITTER = 2, STANDER = 4, ANYBODY = SITTER | STANDER };
enum {
    BEFORE = 1 << HC_ROOM_LOBBY,
    AFTER = 1 << HC_ROOM_FINISHED,
    ALWAYS = BEFORE | AFTER | 1 << HC_ROOM_OPENING,
};

static const struct join_word words[DEEDS] = {
    [DEED_AGAIN] = {"again", "again", "play another match, as Enter does", "Another match", 'a',
                    NULL, NULL, NULL, SITTER, AFTER},
    [DEED_START] = {"start", "start", "start the match (host)", "Start", 's', "start", NULL, NULL,
                    HOST, BEFORE},
    [DEED_SIT] = {"sit", "sit [SEAT]", "sit down", "Sit down", 'i', NULL, "seat", NULL, STANDER,
                  BEFORE},
    [DEED_BOT] = {"bot", "bot [NAME]", "add a bot: random, greedy, search (host)", "Add a bot", 'b',
                  "add_bot", "bot", NULL, HOST, BEFORE},
    [DEED_REMOVE] = {"remove", "remove SEAT", "remove a bot (host)", "Remove the bot", 'x',
                     "remove_bot", "seat", "the number of a seat", HOST, BEFORE},
    [DEED_KICK] = {"kick", "kick SEAT", "send a player away (host)", "Send away", 'k', "kick",
                   "seat", "the number of a seat", HOST, BEFORE},
    [DEED_RULES] = {"rules", "rules [PRESET] [OPTION=VALUE]...", "set the rules (host)", "Rules",
                    'r', "rules", "rules", NULL, HOST, BEFORE},
    [DEED_SETTINGS] = {"settings", "settings [NAME=VALUE]...", "set clocks and the like (host)",
                       "Settings", 'e', "settings", "settings", NULL, HOST, BEFORE},
    [DEED_TITLE] = {"title", "title TEXT", "what the list of tables says (host)", "Title", 't',
                    "title", "title", "a text", HOST, BEFORE},
    [DEED_CHAT] = {"chat", "chat TEXT", "say something", "Chat", 'c', "chat", "text", "a text",
                   ANYBODY, ALWAYS},
    [DEED_QUIT] = {"quit", "quit", "leave the table", "Leave", 'q', NULL, NULL, NULL, ANYBODY,
                   ALWAYS},
};

const struct join_word *join_word(enum join_deed deed)
{
    return &words[deed];
}

enum join_deed join_deed_of(const char *word, size_t length)
{
    enum join_deed deed = DEED_AGAIN;

    if (hc_word_is(word, length, "q"))
        return DEED_QUIT;
    while (deed < DEEDS && !hc_word_is(word, length, words[deed].word))
        deed++;
    return deed;
}

static bool sits(const struct join *join)
{
    return join->guest.seat < join->guest.room.seats;
}

/* Whether there is somebody of this kind beside ourselves. */
static bool is_there(const struct join *join, enum hc_room_who who)
{
    for (unsigned s = 0; s < join->guest.room.seats; s++)
        if (s != join->guest.seat && join->guest.room.seat[s].who == who)
            return true;
    return false;
}

bool join_is_time(const struct join *join, enum join_deed deed)
{
    return words[deed].when >> join->guest.room.stage & 1;
}

bool join_may(const struct join *join, enum join_deed deed)
{
    unsigned person = !sits(join)                                 ? STANDER
                      : join->guest.room.host == join->guest.seat ? HOST | SITTER
                                                                  : SITTER;

    if (!(words[deed].who & person) || !join_is_time(join, deed))
        return false;
    switch (deed) {
    case DEED_AGAIN:
        return guest_is_asked(&join->guest, HC_ASK_REMATCH);
    case DEED_SIT:
    case DEED_BOT:
        return join_free_seats(join) > 0;
    case DEED_REMOVE:
        return is_there(join, HC_SEAT_BOT);
    case DEED_KICK:
        return is_there(join, HC_SEAT_PERSON);
    case DEED_START:
    case DEED_RULES:
    case DEED_SETTINGS:
    case DEED_TITLE:
    case DEED_CHAT:
    case DEED_QUIT:
    case DEED_NONE:
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

static bool ask_for(struct join *join, const struct join_word *word, const char *rest,
                    uint64_t seat, struct hc_problem *why)
{
    json_t *message = !word->key ? json_pack("{s:s}", "op", word->op)
                      : !strcmp(word->key, "seat")
                          ? json_pack("{s:s,s:I}", "op", word->op, "seat", (json_int_t)seat)
                          : json_pack("{s:s,s:s}", "op", word->op, word->key, rest);

    return guest_ask(&join->guest, message, why);
}

/* Gives the seat up; without a connection it is given up when the time for coming back is over. */
static void leave(struct join *join)
{
    struct hc_problem why;

    if (sits(join))
        guest_ask(&join->guest, json_pack("{s:s}", "op", "leave"), &why);
}

bool join_do(struct join *join, enum join_deed deed, const char *rest, struct hc_problem *why)
{
    const struct join_word *word = &words[deed];
    uint64_t seat = HC_NONE;

    if ((word->needs && !*rest) ||
        (word->key && !strcmp(word->key, "seat") && !read_seat(rest, &seat)))
        return say_why(why, "it needs %s: %s", word->needs ? word->needs : "the number of a seat",
                       word->usage);
    switch (deed) {
    case DEED_AGAIN:
        return guest_is_asked(&join->guest, HC_ASK_REMATCH)
                   ? guest_agree(&join->guest, why)
                   : say_why(why, "nobody asks you for another match now");
    case DEED_SIT:
        return guest_sit(&join->guest, join->name, (unsigned)seat, why);
    case DEED_BOT:
        return ask_for(join, word, *rest ? rest : "greedy", seat, why);
    case DEED_QUIT:
        leave(join);
        return true;
    case DEED_START:
    case DEED_REMOVE:
    case DEED_KICK:
    case DEED_RULES:
    case DEED_SETTINGS:
    case DEED_TITLE:
    case DEED_CHAT:
    case DEED_NONE:
        break;
    }
    return ask_for(join, word, rest, seat, why);
}

/* ---- The people ----------------------------------------------------------------------------- */

void join_put_name(const struct join *join, unsigned seat, struct hc_text *out)
{
    hc_put(out, join->guest.room.seat[seat].name);
    hc_put(out, seat == join->guest.seat ? " (you)" : "");
}

void join_put_remarks(const struct join *join, unsigned seat, struct hc_text *out)
{
    const struct guest_room *room = &join->guest.room;
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

void join_put_waiting(const struct join *join, struct hc_text *out)
{
    const struct guest_room *room = &join->guest.room;
    unsigned missing[HC_SEATS_MAX], count = 0;

    if (room->asks == HC_ASK_NOTHING || (sits(join) && !room->seat[join->guest.seat].agreed))
        return;
    for (unsigned s = 0; s < room->seats; s++)
        if (room->seat[s].who == HC_SEAT_PERSON && !room->seat[s].agreed &&
            (room->seat[s].connected || room->asks == HC_ASK_REMATCH))
            missing[count++] = s;
    for (unsigned i = 0; i < count; i++) {
        hc_put(out, !i ? "Waiting for " : i + 1 < count ? ", " : " and ");
        hc_put(out, room->seat[missing[i]].name);
        hc_put(out, room->seat[missing[i]].connected ? "" : " (not connected)");
    }
    hc_put(out, count ? "." : "");
}

unsigned join_free_seats(const struct join *join)
{
    unsigned count = 0;

    for (unsigned s = 0; s < join->guest.room.seats; s++)
        count += join->guest.room.seat[s].who == HC_SEAT_EMPTY;
    return count;
}

bool join_room_differs(const struct join *join)
{
    return memcmp(&join->guest.room, &join->shown, sizeof join->shown) != 0;
}

void join_room_shown(struct join *join)
{
    memcpy(&join->shown, &join->guest.room, sizeof join->shown);
}
