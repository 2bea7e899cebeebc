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
#include "doors/terminal/phrase.h"
#include "doors/terminal/records.h"

enum { USAGE_CHARS = 200, BOT_CHARS = 400 };
enum { HOST = 1, SITTER = 2, STANDER = 4, ANYBODY = SITTER | STANDER };
enum {
    BEFORE = 1 << HC_ROOM_LOBBY,
    AFTER = 1 << HC_ROOM_FINISHED,
    ALWAYS = BEFORE | AFTER | 1 << HC_ROOM_OPENING,
};

static const struct lobby_word words[LOBBY_REQUESTS] = {
    [LOBBY_AGAIN] = {.word = "again",
                     .sentence = TERMINAL_LOBBY_AGAIN_MEANS,
                     .label = TERMINAL_LOBBY_AGAIN,
                     .letter = 'a',
                     .who = SITTER,
                     .when = AFTER},
    [LOBBY_FILM] = {.word = "film",
                    .sentence = TERMINAL_LOBBY_FILM_MEANS,
                    .label = TERMINAL_LOBBY_FILM,
                    .letter = 'f',
                    .who = ANYBODY,
                    .when = AFTER},
    [LOBBY_REVIEW] = {.word = "review",
                      .sentence = TERMINAL_LOBBY_REVIEW_MEANS,
                      .label = TERMINAL_LOBBY_REVIEW,
                      .letter = 'v',
                      .who = SITTER,
                      .when = AFTER},
    [LOBBY_START] = {.word = "start",
                     .sentence = TERMINAL_LOBBY_START_MEANS,
                     .label = TERMINAL_LOBBY_START,
                     .letter = 's',
                     .op = "start",
                     .who = HOST,
                     .when = BEFORE},
    [LOBBY_SIT] = {.word = "sit",
                   .sentence = TERMINAL_LOBBY_SIT_MEANS,
                   .label = TERMINAL_LOBBY_SIT,
                   .letter = 'i',
                   .key = "seat",
                   .takes = true,
                   .value = TERMINAL_USAGE_SEAT,
                   .who = STANDER,
                   .when = BEFORE},
    [LOBBY_BOT] = {.word = "bot",
                   .sentence = TERMINAL_LOBBY_BOT_MEANS,
                   .label = TERMINAL_LOBBY_BOT,
                   .letter = 'b',
                   .op = "add_bot",
                   .key = "bot",
                   .takes = true,
                   .value = TERMINAL_USAGE_BOT,
                   .who = HOST,
                   .when = BEFORE},
    [LOBBY_REMOVE] = {.word = "remove",
                      .sentence = TERMINAL_LOBBY_REMOVE_MEANS,
                      .label = TERMINAL_LOBBY_REMOVE,
                      .letter = 'x',
                      .op = "remove_bot",
                      .key = "seat",
                      .takes = true,
                      .value = TERMINAL_USAGE_SEAT,
                      .needs = true,
                      .who = HOST,
                      .when = BEFORE},
    [LOBBY_KICK] = {.word = "kick",
                    .sentence = TERMINAL_LOBBY_KICK_MEANS,
                    .label = TERMINAL_LOBBY_KICK,
                    .letter = 'k',
                    .op = "kick",
                    .key = "seat",
                    .takes = true,
                    .value = TERMINAL_USAGE_SEAT,
                    .needs = true,
                    .who = HOST,
                    .when = BEFORE},
    [LOBBY_RULES] = {.word = "rules",
                     .sentence = TERMINAL_LOBBY_RULES_MEANS,
                     .label = TERMINAL_LOBBY_RULES,
                     .letter = 'r',
                     .op = "rules",
                     .key = "rules",
                     .takes = true,
                     .value = TERMINAL_USAGE_RULES,
                     .who = HOST,
                     .when = BEFORE},
    [LOBBY_SETTINGS] = {.word = "settings",
                        .sentence = TERMINAL_LOBBY_SETTINGS_MEANS,
                        .label = TERMINAL_LOBBY_SETTINGS,
                        .letter = 'e',
                        .op = "settings",
                        .key = "settings",
                        .takes = true,
                        .value = TERMINAL_USAGE_SETTINGS,
                        .who = HOST,
                        .when = BEFORE},
    [LOBBY_TITLE] = {.word = "title",
                     .sentence = TERMINAL_LOBBY_TITLE_MEANS,
                     .label = TERMINAL_LOBBY_TITLE,
                     .letter = 't',
                     .op = "title",
                     .key = "title",
                     .takes = true,
                     .value = TERMINAL_USAGE_TEXT,
                     .needs = true,
                     .who = HOST,
                     .when = BEFORE},
    [LOBBY_QR] = {.word = "qr",
                  .sentence = TERMINAL_LOBBY_QR_MEANS,
                  .label = TERMINAL_LOBBY_QR,
                  .letter = 'o',
                  .who = ANYBODY,
                  .when = BEFORE},
    [LOBBY_LEADERS] = {.word = "leaders",
                       .sentence = TERMINAL_LOBBY_LEADERS_MEANS,
                       .label = TERMINAL_LOBBY_LEADERS,
                       .letter = 'l',
                       .who = ANYBODY,
                       .when = ALWAYS},
    [LOBBY_HISTORY] = {.word = "history",
                       .sentence = TERMINAL_LOBBY_HISTORY_MEANS,
                       .label = TERMINAL_LOBBY_HISTORY,
                       .letter = 'h',
                       .who = ANYBODY,
                       .when = ALWAYS},
    [LOBBY_CHAT] = {.word = "chat",
                    .sentence = TERMINAL_LOBBY_CHAT_MEANS,
                    .label = TERMINAL_LOBBY_CHAT,
                    .letter = 'c',
                    .op = "chat",
                    .key = "text",
                    .takes = true,
                    .value = TERMINAL_USAGE_TEXT,
                    .needs = true,
                    .who = ANYBODY,
                    .when = ALWAYS},
    [LOBBY_QUIT] = {.word = "quit",
                    .sentence = TERMINAL_LOBBY_QUIT_MEANS,
                    .label = TERMINAL_LOBBY_QUIT,
                    .letter = 'q',
                    .who = ANYBODY,
                    .when = ALWAYS},
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
        return phrase_why(why, TERMINAL_NO_MATCH_SEEN);
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

    phrase_why(why, TERMINAL_NO_MEMORY);
    if (sheet)
        sheet_begin(sheet, 0);
    written = sheet && lobby_write(visit, request, sheet, why);
    for (size_t i = 0; written && i < sheet->count; i++)
        printf("  %s\n", sheet->row[i]);
    free(sheet);
    return written;
}

void lobby_put_usage(const struct lobby_word *word, struct hc_text *out)
{
    hc_put(out, word->word);
    hc_put(out, !word->takes ? "" : word->needs ? " " : " [");
    hc_put(out, word->takes ? phrase_word(word->value) : "");
    hc_put(out, word->takes && !word->needs ? "]" : "");
}

static bool needs(const struct lobby_word *word, struct hc_problem *why)
{
    char usage[USAGE_CHARS];
    struct hc_text out;

    hc_text_init(&out, usage, sizeof usage);
    lobby_put_usage(word, &out);
    return PHRASE_WHY(why, TERMINAL_NEEDS_MORE, {"usage", usage, 0});
}

static bool is_taken(const struct guest_room *room, const char *name)
{
    for (unsigned s = 0; s < room->seats; s++)
        if (room->seat[s].who != HC_SEAT_EMPTY && !strcmp(room->seat[s].name, name))
            return true;
    return false;
}

/* A bot is called "Bot 1" and so on, as at home; another name may stand behind its level. */
static bool add_bot(struct visit *visit, const char *rest, struct hc_problem *why)
{
    char name[HC_ROOM_NAME_BYTES], bot[BOT_CHARS];
    unsigned number = 0;

    do
        snprintf(name, sizeof name, "Bot %u", ++number);
    while (is_taken(&visit->guest->room, name));
    snprintf(bot, sizeof bot, "%.*s%s%s", BOT_CHARS - HC_ROOM_NAME_BYTES - 2, rest,
             strchr(rest, ' ') ? "" : " ", strchr(rest, ' ') ? "" : name);
    return ask_for(visit, &words[LOBBY_BOT], bot, HC_NONE, why);
}

bool lobby_do(struct visit *visit, enum lobby_request request, const char *rest,
              struct hc_problem *why)
{
    const struct lobby_word *word = &words[request];
    uint64_t seat = HC_NONE;

    if ((word->needs && !*rest) ||
        (word->key && !strcmp(word->key, "seat") && !read_seat(rest, &seat)))
        return needs(word, why);
    switch (request) {
    case LOBBY_AGAIN:
        return guest_is_asked(visit->guest, HC_ASK_REMATCH) ? guest_agree(visit->guest, why)
                                                            : phrase_why(why, TERMINAL_NO_REMATCH);
    case LOBBY_FILM:
    case LOBBY_REVIEW:
        return show_match(visit, request == LOBBY_FILM ? AFTER_FILM : AFTER_REVIEW, why);
    case LOBBY_SIT:
        return guest_sit(visit->guest, visit->our_name, (unsigned)seat, why);
    case LOBBY_BOT:
        return add_bot(visit, *rest ? rest : hc_usual_level(), why);
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
    if (seat != visit->guest->seat)
        return;
    hc_put(out, " (");
    hc_put(out, words_text(phrase_language(), WORDS_YOU));
    hc_put_char(out, ')');
}

void lobby_put_remarks(const struct visit *visit, unsigned seat, struct hc_text *out)
{
    const struct guest_room *room = &visit->guest->room;
    const struct guest_seat *sits_there = &room->seat[seat];
    bool person = sits_there->who == HC_SEAT_PERSON;
    const struct {
        bool holds;
        enum hc_word remark;
    } remarks[] = {
        {seat == room->host, TERMINAL_IS_HOST},
        {!person, TERMINAL_IS_BOT},
        {person && !sits_there->connected, TERMINAL_NOT_CONNECTED},
        {room->stage == HC_ROOM_FINISHED && sits_there->agreed, TERMINAL_WANTS_ANOTHER},
    };

    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++) {
        if (!remarks[i].holds)
            continue;
        hc_put(out, out->length ? ", " : "");
        PHRASE(out, remarks[i].remark, {"bot", phrase_bot(sits_there->bot), 0});
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
